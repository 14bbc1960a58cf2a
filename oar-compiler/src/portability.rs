//! What ties a rule to one host (OAR-PROF-6, OAR-PROF-8).
//!
//! A rule that is not portable is legal; the report is information, never an error.

use std::collections::BTreeSet;
use std::fmt;

use crate::condition::TypedKind;
use crate::link::{Rule, RuleSet, Target};
use crate::vocabulary::{SymbolId, Tier};

/// Whether one rule is portable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Portability {
    /// The qualified identifier.
    pub rule: String,
    /// What ties it to its host; empty for a portable rule.
    pub reasons: Vec<Reason>,
    /// Steps of activity that an engine has to keep for its `flow`, 0 without one (OAR-FACT-13).
    pub window: usize,
}

/// What ties a rule to its host.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// Its anchor is of the host's own catalogue.
    HostAnchor(String),
    /// It refers to a fact or function that the host alone publishes.
    HostFact(String),
    /// It reaches a fact by name and not through the profile that holds it.
    ProfileNotRequired {
        /// The fact or function.
        fact: String,
        /// Its profile.
        profile: &'static str,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::HostAnchor(anchor) => write!(f, "its anchor `{anchor}` is the host's own"),
            Self::HostFact(fact) => write!(f, "`{fact}` is a fact of this host alone"),
            Self::ProfileNotRequired { fact, profile } => {
                write!(
                    f,
                    "it uses `{fact}` without requiring its profile `{profile}`"
                )
            }
        }
    }
}

impl fmt::Display for Portability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            rule,
            reasons,
            window,
        } = self;
        match &reasons[..] {
            [] => write!(f, "{rule}: portable")?,
            reasons => {
                write!(f, "{rule}: not portable")?;
                for (at, reason) in reasons.iter().enumerate() {
                    write!(f, "{} {reason}", if at == 0 { ":" } else { ";" })?;
                }
            }
        }
        match window {
            0 => Ok(()),
            steps => write!(f, "; its flow needs an activity window of {steps} or more"),
        }
    }
}

/// Reports every rule of a set, in base order.
#[must_use]
pub fn report(rules: &RuleSet) -> Vec<Portability> {
    rules.rules.iter().map(|rule| one(rules, rule)).collect()
}

fn one(set: &RuleSet, rule: &Rule) -> Portability {
    let mut reasons = Vec::new();
    if rule.core_anchor.is_none() {
        reasons.push(Reason::HostAnchor(set.anchor(rule.anchor).name.clone()));
    }
    for fact in references(rule) {
        let symbol = set.environment.get(fact);
        match symbol.tier {
            Tier::Core => {}
            Tier::Host => reasons.push(Reason::HostFact(symbol.name.clone())),
            Tier::Profile(profile) if rule.profiles.iter().any(|required| required == profile) => {}
            Tier::Profile(profile) => {
                reasons.push(Reason::ProfileNotRequired {
                    fact: symbol.name.clone(),
                    profile,
                });
            }
        }
    }
    let window = rule.flow.as_ref().map_or(0, Vec::len);
    Portability {
        rule: rule.qualified.clone(),
        reasons,
        window,
    }
}

/// Every name that a rule refers to (OAR-FACT-11), once, in the environment's order.
fn references(rule: &Rule) -> BTreeSet<SymbolId> {
    let mut found: BTreeSet<SymbolId> = rule.selector.iter().map(|clause| clause.fact).collect();
    if let Some(when) = &rule.when {
        when.walk(&mut |node| {
            if let TypedKind::Fact(symbol) | TypedKind::Call(symbol, _) = node.kind {
                found.insert(symbol);
            }
        });
    }
    found.extend(rule.counter_scope);
    if let Some(Target::Spans(fact)) = rule.transform.as_ref().map(|transform| transform.target) {
        found.insert(fact);
    }
    for (_, template) in &rule.copy {
        found.extend(template.references().map(|(symbol, _)| symbol));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::check;
    use crate::diagnostic::Style;
    use crate::pack::{File, Pack};
    use crate::source::Limits;

    const HOST: &str = "
oar_capability_version: '1.0'
host: acme
anchors:
  core: {tool.pre_invoke: tool.pre_invoke, model.output: gateway.out}
  unsupported: [tool.handler, tool.post_invoke, agent.post_turn, agent.finalize, model.input, model.tool_result]
  host: [gateway.out, gateway.render]
profiles: [tool]
activity_window: 8
detectors: []
supports_transform: false
expression_nodes_max: 256
host_facts: [{name: acme.tier, type: string}]
";

    /// The report of one rule.
    fn only(rule: &str) -> Portability {
        let rule = format!("oar: '1.0'\nid: R\nkind: policy\neffect: warn\n{rule}\n");
        let files = vec![File::new("host.yaml", HOST), File::new("rule.yaml", rule)];
        let checked = check(
            &Pack {
                files,
                ..Pack::default()
            },
            &Limits::default(),
        );
        let text = checked.render(Style::Plain);
        let rules = checked.rules.unwrap_or_else(|| panic!("{text}"));
        report(&rules).remove(0)
    }

    #[test]
    fn a_core_anchor_and_required_profiles_travel() {
        let found = only("anchor: model.output\nwhen: tool == 'x'\nrequires: {profiles: [tool]}");
        assert_eq!(found.to_string(), "R: portable");
    }

    #[test]
    fn each_tie_to_the_host_is_named() {
        let cases = [
            (
                "anchor: gateway.render",
                "R: not portable: its anchor `gateway.render` is the host's own",
            ),
            // The local spelling of a core anchor is a host-native anchor as well (OAR-PROF-5).
            (
                "anchor: gateway.out",
                "R: not portable: its anchor `gateway.out` is the host's own",
            ),
            (
                "anchor: tool.pre_invoke\ncopy: {what: '{{ acme.tier }}'}\nrequires: {facts: [acme.tier]}",
                "R: not portable: `acme.tier` is a fact of this host alone",
            ),
            (
                "anchor: tool.pre_invoke\nselector: {tool: [a]}\nwhen: acme.tier == ''\nrequires: {facts: [acme.tier, tool]}",
                "R: not portable: it uses `tool` without requiring its profile `tool`; `acme.tier` is a fact of this host alone",
            ),
            (
                "anchor: tool.pre_invoke\nflow: [read, write]",
                "R: portable; its flow needs an activity window of 2 or more",
            ),
        ];
        for (rule, expected) in cases {
            assert_eq!(only(rule).to_string(), expected, "{rule}");
        }
    }
}
