//! `requires`: what a rule declares, and whether what it uses is among it (OAR-FACT-19, OAR-FACT-20).

use std::collections::{BTreeMap, HashSet};

use super::Linker;
use crate::diagnostic::{Code, Diagnostic, Span, nearest, quote};
use crate::document::{CopyField, RuleDocument, Spanned};
use crate::vocabulary::{self, Symbol, SymbolId, Tier};

/// A name that a rule refers to, and where.
#[derive(Clone, Copy, Debug)]
pub(in crate::link) struct Use {
    pub(in crate::link) symbol: SymbolId,
    pub(in crate::link) span: Span,
    pub(in crate::link) field: Field,
}

/// The member of a rule that refers to a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::link) enum Field {
    Selector,
    When,
    CounterScope,
    Target,
    Copy(CopyField),
}

impl Field {
    /// The member as a message names it.
    pub(super) fn quoted(self) -> String {
        match self {
            Field::Selector => "`selector`".to_owned(),
            Field::When => "`when`".to_owned(),
            Field::CounterScope => "`counter_scope`".to_owned(),
            Field::Target => "`transform.target`".to_owned(),
            Field::Copy(member) => format!("`copy.{}`", member.name()),
        }
    }

    /// The clause that refuses a name the host does not declare there.
    fn undeclared_clause(self) -> &'static str {
        match self {
            Field::Selector => "OAR-SEL-3",
            Field::When => "OAR-FACT-3",
            Field::CounterScope => "OAR-FIRE-10",
            Field::Target => "OAR-OPS-14",
            Field::Copy(_) => "OAR-COPY-2",
        }
    }
}

/// What a rule declares in `requires`.
pub(in crate::link) struct Reach<'a> {
    profiles: HashSet<&'a str>,
    facts: HashSet<&'a str>,
    /// Required facts that no tier has; they were reported.
    unknown: HashSet<&'a str>,
    /// Profiles that an entry which was reported probably means.
    meant: HashSet<&'a str>,
    /// Whether a part of `requires` did not read.
    unclear: bool,
}

impl<'a> Reach<'a> {
    /// Reads `requires`.
    pub(in crate::link) fn of(rule: &'a RuleDocument) -> Self {
        let profiles = rule.requires.profiles.iter();
        let facts = rule.requires.facts.iter();
        Reach {
            profiles: profiles.map(|profile| profile.value.as_str()).collect(),
            facts: facts.map(|fact| fact.value.as_str()).collect(),
            unknown: HashSet::new(),
            meant: HashSet::new(),
            unclear: rule.requires.unclear,
        }
    }

    /// Reads `requires` and reports what the host does not provide.
    pub(super) fn check(rule: &'a RuleDocument, linker: &mut Linker) -> Self {
        let mut reach = Reach::of(rule);
        for profile in &rule.requires.profiles {
            if !linker.capability.profiles.contains(&profile.value.as_str()) {
                linker.report_profile(&profile.value, |linker| unprovided_profile(profile, linker));
                reach.meant_by(&profile.value);
            }
        }
        for fact in &rule.requires.facts {
            reach.check_fact(fact, linker);
        }
        reach
    }

    fn check_fact(&mut self, fact: &'a Spanned<String>, linker: &mut Linker) {
        let capability = linker.capability;
        let Some(id) = capability.everything.find(&fact.value) else {
            self.unknown.insert(&fact.value);
            self.meant_by(&fact.value);
            let diagnostic = unknown_fact(fact, linker);
            linker.report(diagnostic);
            return;
        };
        // A fact of a profile that the rule requires as a whole was reported with the profile.
        if let Tier::Profile(profile) = capability.everything.get(id).tier
            && !capability.provides(id)
            && !self.profiles.contains(profile)
        {
            linker.report_profile(profile, |linker| unprovided_fact(fact, profile, linker));
        }
    }

    /// Notes what an entry that names nothing may mean, so that its absence is not reported as well.
    fn meant_by(&mut self, name: &'a str) {
        let names = vocabulary::profiles().iter().map(|profile| profile.name);
        self.meant.extend(nearest(name, names.clone()));
        self.meant.extend(names.filter(|profile| *profile == name));
        self.facts.insert(name);
    }

    /// Whether the rule may refer to a name: it is a core name, or declared.
    pub(in crate::link) fn covers(&self, symbol: &Symbol) -> bool {
        match symbol.tier {
            Tier::Core => true,
            Tier::Profile(profile) => {
                self.profiles.contains(profile) || self.facts.contains(symbol.name.as_str())
            }
            Tier::Host => self.facts.contains(symbol.name.as_str()),
        }
    }

    /// Whether an entry that was reported may be what declares the name.
    fn may_cover(&self, symbol: &Symbol) -> bool {
        self.unclear
            || matches!(symbol.tier, Tier::Profile(profile) if self.meant.contains(profile))
    }

    /// Whether that the name does not exist was reported where the rule requires it.
    pub(super) fn reported(&self, name: &str) -> bool {
        self.unknown.contains(name)
    }
}

/// Reports every name that is used and not declared in `requires`, once per rule.
pub(super) fn check_uses(uses: &[Use], reach: &Reach, linker: &mut Linker) {
    let mut first: BTreeMap<SymbolId, Use> = BTreeMap::new();
    for &used in uses {
        first.entry(used.symbol).or_insert(used);
    }
    let capability = linker.capability;
    for used in first.into_values() {
        let symbol = capability.everything.get(used.symbol);
        if reach.covers(symbol) || reach.may_cover(symbol) {
            continue;
        }
        if capability.provides(used.symbol) {
            let diagnostic = undeclared(symbol, used, linker);
            linker.report(diagnostic);
        } else if let Tier::Profile(profile) = symbol.tier {
            linker.report_profile(profile, |linker| unclaimed(symbol, profile, used, linker));
        }
    }
}

/// The name is there, and the rule does not say that it needs it.
fn undeclared(symbol: &Symbol, used: Use, linker: &Linker) -> Diagnostic {
    let name = &symbol.name;
    let whose = match symbol.tier {
        Tier::Profile(profile) => format!(" of the profile `{profile}`"),
        Tier::Host | Tier::Core => " of this host".to_owned(),
    };
    let what = kind_of(symbol);
    Diagnostic::new(
        Code::MissingRequires,
        used.span,
        format!(
            "{} uses `{name}`, a {what}{whose}, without requiring it",
            linker.rule
        ),
    )
    .help(add_to_requires(symbol))
}

/// How to declare that a rule needs a name.
pub(in crate::link) fn add_to_requires(symbol: &Symbol) -> String {
    let name = &symbol.name;
    match symbol.tier {
        Tier::Profile(profile) => {
            format!("add `{profile}` to `requires.profiles`, or `{name}` to `requires.facts`")
        }
        Tier::Host | Tier::Core => format!("add `{name}` to `requires.facts`"),
    }
}

/// The name belongs to a profile that the host does not provide.
fn unclaimed(symbol: &Symbol, profile: &str, used: Use, linker: &Linker) -> Diagnostic {
    Diagnostic::new(
        Code::UnclaimedName,
        used.span,
        format!(
            "`{}` is a {} of the profile `{profile}`, which the host `{}` does not provide",
            symbol.name,
            kind_of(symbol),
            linker.capability.host
        ),
    )
    .clause(used.field.undeclared_clause())
    .within(format!("{} of {}", used.field.quoted(), linker.rule))
    .help(claim(profile))
}

fn kind_of(symbol: &Symbol) -> &'static str {
    match symbol.ty {
        vocabulary::SymbolType::Fact(_) => "fact",
        vocabulary::SymbolType::Function { .. } => "function",
    }
}

fn unprovided_profile(profile: &Spanned<String>, linker: &Linker) -> Diagnostic {
    let name = &profile.value;
    let known = vocabulary::profile(name).is_some();
    let message = if known {
        format!(
            "{} requires the profile `{name}`, which the host `{}` does not provide",
            linker.rule, linker.capability.host
        )
    } else {
        format!(
            "{} requires {}, which is not a capability profile",
            linker.rule,
            quote(name)
        )
    };
    let names = vocabulary::profiles().iter().map(|profile| profile.name);
    let help = if known {
        claim(name)
    } else if linker.capability.everything.find(name).is_some() {
        format!("`{name}` is the name of a fact: it belongs in `requires.facts`")
    } else {
        linker.did_you_mean(name, names).unwrap_or_else(|| {
            format!(
                "the host provides {}",
                provided(&linker.capability.profiles)
            )
        })
    };
    Diagnostic::new(Code::UnprovidedProfile, profile.span, message)
        .within(format!("`requires.profiles` of {}", linker.rule))
        .help(help)
}

fn provided(profiles: &[&str]) -> String {
    if profiles.is_empty() {
        "no profile".to_owned()
    } else {
        crate::link::capability::listed(profiles.iter().copied())
    }
}

fn unknown_fact(fact: &Spanned<String>, linker: &Linker) -> Diagnostic {
    let name = &fact.value;
    let help = if vocabulary::profile(name).is_some() {
        format!("`{name}` is the name of a profile: it belongs in `requires.profiles`")
    } else {
        linker.advice(name)
    };
    Diagnostic::new(
        Code::UnprovidedFact,
        fact.span,
        format!(
            "{} requires `{name}`, which the host `{}` does not provide",
            linker.rule, linker.capability.host
        ),
    )
    .within(format!("`requires.facts` of {}", linker.rule))
    .help(help)
}

fn unprovided_fact(fact: &Spanned<String>, profile: &str, linker: &Linker) -> Diagnostic {
    Diagnostic::new(
        Code::UnprovidedFact,
        fact.span,
        format!(
            "{} requires `{}` of the profile `{profile}`, which the host `{}` does not provide",
            linker.rule, fact.value, linker.capability.host
        ),
    )
    .within(format!("`requires.facts` of {}", linker.rule))
    .help(claim(profile))
}

fn claim(profile: &str) -> String {
    format!(
        "claim `{profile}` under `profiles` of the capability document if the host provides all of it, or load this rule elsewhere"
    )
}
