//! One rule against the capability: anchor, selector, `requires`, condition, detector, transform, counter scope, copy.

mod anchor;
mod fields;
pub(super) mod requires;

use std::cell::Cell;

use super::capability::Capability;
use super::{AnchorId, DetectorId, Selection, TransformRule};
use crate::condition::{self, Typed, TypedKind};
use crate::copy::{self, Template};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Sources, did_you_mean, quote};
use crate::document::{CopyField, RuleDocument};
use crate::vocabulary::{self, SymbolId};
use requires::{Field, Reach, Use};

/// Near-misses are looked for this often in one run, for each look goes over every name.
const SUGGESTIONS: u32 = 16;

/// What a rule means on this host. `None` or a missing part was reported and is why `sound` is false.
#[derive(Debug)]
pub(super) struct Body {
    pub(super) sound: bool,
    pub(super) anchor: Option<AnchorId>,
    pub(super) selector: Vec<Selection>,
    pub(super) when: Option<Typed>,
    pub(super) detector: Option<DetectorId>,
    pub(super) counter_scope: Option<SymbolId>,
    pub(super) transform: Option<TransformRule>,
    pub(super) copy: Vec<(CopyField, Template)>,
    /// Every name the rule refers to, in the order of the fields above, then of the text.
    pub(super) uses: Vec<Use>,
}

/// What linking one rule needs at hand.
pub(super) struct Linker<'a> {
    capability: &'a Capability,
    sources: &'a Sources,
    diags: &'a mut Diagnostics,
    /// The rule as messages name it.
    rule: String,
    sound: bool,
    suggestions: &'a Cell<u32>,
}

/// How many near-misses a run may still look for.
pub(super) fn suggestions() -> Cell<u32> {
    Cell::new(SUGGESTIONS)
}

/// Links everything of a rule that does not concern other rules.
pub(super) fn link(
    rule: &RuleDocument,
    identity: Option<&str>,
    capability: &Capability,
    sources: &Sources,
    suggestions: &Cell<u32>,
    diags: &mut Diagnostics,
) -> Body {
    let mut linker = Linker {
        capability,
        sources,
        diags,
        rule: identity.map_or_else(|| "the rule".to_owned(), |name| format!("`{name}`")),
        sound: true,
        suggestions,
    };
    let reach = linker.in_field("requires", |linker| Reach::check(rule, linker));
    let mut uses = Vec::new();
    let body = Body {
        sound: false,
        anchor: linker.in_field("anchor", |linker| anchor::resolve(rule, linker)),
        selector: linker.in_field("selector", |linker| {
            fields::selector(rule, &reach, &mut uses, linker)
        }),
        when: when(rule, &reach, &mut uses, &mut linker),
        detector: linker.in_field("detector", |linker| fields::detector(rule, linker)),
        counter_scope: linker.in_field("counter_scope", |linker| {
            fields::counter_scope(rule, &reach, &mut uses, linker)
        }),
        transform: linker.in_field("transform", |linker| {
            fields::transform(rule, &reach, &mut uses, linker)
        }),
        copy: copy(rule, &reach, &mut uses, &mut linker),
        uses: Vec::new(),
    };
    linker.in_field("flow", |linker| fields::flow(rule, linker));
    requires::check_uses(&uses, &reach, &mut linker);
    Body {
        sound: linker.sound && !rule.broken,
        uses,
        ..body
    }
}

impl<'l> Linker<'l> {
    /// Checks one field: what is reported names it (OAR-CONF-1).
    fn in_field<T>(&mut self, field: &str, check: impl FnOnce(&mut Linker<'l>) -> T) -> T {
        let before = self.diags.as_slice().len();
        let checked = check(self);
        let within = format!("`{field}` of {}", self.rule);
        self.diags.name_field(before, &within);
        checked
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.sound = false;
        self.diags.push(diagnostic);
    }

    /// Reports that the host does not provide a profile, unless the host misspells one: then that was reported.
    fn report_profile(&mut self, profile: &str, report: impl FnOnce(&Self) -> Diagnostic) {
        self.sound = false;
        if !self.capability.profiles_unclear || vocabulary::profile(profile).is_none() {
            let diagnostic = report(self);
            self.diags.push(diagnostic);
        }
    }

    /// A help line with the names that were probably meant.
    fn did_you_mean<'n>(&self, name: &str, names: impl Iterator<Item = &'n str>) -> Option<String> {
        self.may_suggest().then(|| did_you_mean(name, names))?
    }

    fn may_suggest(&self) -> bool {
        let left = self.suggestions.get();
        self.suggestions.set(left.saturating_sub(1));
        left > 0
    }

    /// What to do about a name that the host does not have.
    fn advice(&self, name: &str) -> String {
        let symbols = self.capability.environment.iter();
        let names = symbols.map(|(_, symbol)| symbol.name.as_str());
        self.did_you_mean(name, names).unwrap_or_else(|| {
            format!(
                "declare {} under `host_facts` of the capability document, if the host provides it",
                quote(name)
            )
        })
    }

    /// Runs one of the language stages over a field, and drops what it says about names that were reported under
    /// `requires`. The stage knows the text alone, so the field is named here (OAR-CONF-1).
    fn compile<T>(
        &mut self,
        reach: &Reach,
        field: Field,
        stage: impl FnOnce(&Capability, &mut Diagnostics) -> Option<T>,
    ) -> Option<T> {
        let mut found = Diagnostics::new();
        let compiled = stage(self.capability, &mut found);
        self.sound &= compiled.is_some();
        for diagnostic in found.into_sorted() {
            if !reach.reported(self.sources.text(diagnostic.span)) {
                let within = format!("{} of {}", field.quoted(), self.rule);
                self.diags.push(diagnostic.within(within));
            }
        }
        compiled
    }
}

fn when(
    rule: &RuleDocument,
    reach: &Reach,
    uses: &mut Vec<Use>,
    linker: &mut Linker,
) -> Option<Typed> {
    let text = rule.when.as_ref()?;
    let typed = linker.compile(reach, Field::When, |capability, diags| {
        let environment = &capability.everything;
        let typed = condition::compile(text, environment, capability.nodes_max, diags)?;
        condition::lint(&typed, environment, diags);
        not_too_deep(&typed, diags).then_some(typed)
    })?;
    typed.walk(&mut |node| {
        if let TypedKind::Fact(symbol) | TypedKind::Call(symbol, _) = node.kind {
            uses.push(Use {
                symbol,
                span: node.span,
                field: Field::When,
            });
        }
    });
    Some(typed)
}

/// Expressions inside each other that a running host's stack is sure to hold. A condition of the 256 nodes that every
/// engine accepts, or of a thousand, is nowhere near.
const DEPTH_MAX: usize = 8192;

fn not_too_deep(typed: &Typed, diags: &mut Diagnostics) -> bool {
    let depth = typed.depth();
    if depth > DEPTH_MAX {
        let message = format!(
            "the condition nests {depth} expressions in each other, and {DEPTH_MAX} is the most that is compiled"
        );
        let help = "split it into several rules, or publish a part of it as a host fact";
        diags.push(Diagnostic::new(Code::ConditionTooDeep, typed.span, message).help(help));
    }
    depth <= DEPTH_MAX
}

fn copy(
    rule: &RuleDocument,
    reach: &Reach,
    uses: &mut Vec<Use>,
    linker: &mut Linker,
) -> Vec<(CopyField, Template)> {
    let mut copy = Vec::with_capacity(rule.copy.len());
    for member in &rule.copy {
        let field = Field::Copy(member.field);
        let template = linker.compile(reach, field, |capability, diags| {
            copy::compile(&member.text, &capability.everything, diags)
        });
        let Some(template) = template else { continue };
        for (symbol, span) in template.references() {
            uses.push(Use {
                symbol,
                span,
                field,
            });
        }
        copy.push((member.field, template));
    }
    copy.sort_by_key(|&(field, _)| field);
    copy
}
