//! The linked rule set: ids in place of names.

use crate::condition::Typed;
use crate::copy::Template;
use crate::document::{Action, CopyField, Effect, Enforcement, Kind, TransformAction};
use crate::vocabulary::{Environment, SymbolId};

macro_rules! id {
    ($(#[doc = $doc:literal])* $name:ident) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        impl $name {
            /// The id of a position.
            #[must_use]
            pub fn new(index: usize) -> Self {
                Self(u32::try_from(index).unwrap_or(u32::MAX))
            }

            /// The position.
            #[must_use]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id! {
    /// A rule of a [`RuleSet`]; ascending ids are the base order of OAR-EVAL-1: kind, then qualified identifier.
    RuleId
}
id! {
    /// A local anchor of a [`RuleSet`].
    AnchorId
}
id! {
    /// A registered detector of a [`RuleSet`].
    DetectorId
}

/// A linked rule set.
#[derive(Clone, Debug)]
pub struct RuleSet {
    /// `host` of the capability document.
    pub host: String,
    /// Profiles the host claims, in the vocabulary's order.
    pub profiles: Vec<&'static str>,
    /// Steps of activity kept, 0 for none (OAR-PROF-3).
    pub activity_window: u64,
    /// Whether the host mutates content (OAR-OPS-18).
    pub supports_transform: bool,
    /// Every name with its type.
    pub environment: Environment,
    /// Every local anchor of the capability document: those of the core map in the order of section 8.1, then the
    /// host's own.
    pub anchors: Vec<LocalAnchor>,
    /// Registered detector names without `detector://`, in document order.
    pub detectors: Vec<String>,
    /// The rules in base order; [`RuleId`] indexes them.
    pub rules: Vec<Rule>,
}

/// An anchor as the host names it.
#[derive(Clone, Debug)]
pub struct LocalAnchor {
    /// The host's name.
    pub name: String,
    /// Core anchors it implements, in the order of section 8.1.
    pub core: Vec<&'static str>,
    /// What the core fact `anchor` reads there: the first core identifier, or the name.
    pub fact: String,
}

/// Where a rule stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The file's name as shown.
    pub file: String,
    /// The line of its `id`, from 1.
    pub line: u32,
}

/// One selector clause.
#[derive(Clone, Debug)]
pub struct Selection {
    /// A fact of type `string` or `list<string>`.
    pub fact: SymbolId,
    /// The values, in document order; empty matches nothing.
    pub values: Vec<String>,
}

/// `on_error`, resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnErrorPlan {
    /// Block under the rule's own identifiers.
    FailClosed,
    /// Record and go on.
    FailOpen,
    /// Block under that rule's identifiers.
    Substitute(RuleId),
}

/// What a transform acts on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The whole content.
    Content,
    /// The spans of a `list<map>` fact.
    Spans(SymbolId),
}

/// A content mutation.
#[derive(Clone, Debug)]
pub struct TransformRule {
    /// What is done.
    pub action: TransformAction,
    /// To what.
    pub target: Target,
    /// As written; `None` for a redaction with the fixed placeholder.
    pub replacement: Option<String>,
}

/// A linked rule.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The bare identifier.
    pub id: String,
    /// The qualified identifier (OAR-DOC-8).
    pub qualified: String,
    /// Order.
    pub kind: Kind,
    /// Effect.
    pub effect: Effect,
    /// The core anchor it names; `None` when it names one of the host's own.
    pub core_anchor: Option<&'static str>,
    /// The local anchor it runs at.
    pub anchor: AnchorId,
    /// Its own enforcement.
    pub declared: Enforcement,
    /// The enforcement after the configurations given at build time.
    pub enforcement: Enforcement,
    /// Whether nothing may silence it.
    pub mandatory: bool,
    /// Profiles that it requires, in document order.
    pub profiles: Vec<String>,
    /// Selector clauses.
    pub selector: Vec<Selection>,
    /// Flow steps.
    pub flow: Option<Vec<String>>,
    /// Condition.
    pub when: Option<Typed>,
    /// Detector.
    pub detector: Option<DetectorId>,
    /// Side-effects in order.
    pub on_fire: Vec<Action>,
    /// Rules it suppresses, ascending.
    pub overrides: Vec<RuleId>,
    /// `on_error`.
    pub on_error: OnErrorPlan,
    /// The fact that keys its counters.
    pub counter_scope: Option<SymbolId>,
    /// Transform.
    pub transform: Option<TransformRule>,
    /// Copy members in the order of [`CopyField`].
    pub copy: Vec<(CopyField, Template)>,
    /// Where it stands.
    pub origin: Origin,
}

impl RuleSet {
    /// The rule behind an id of this set.
    #[must_use]
    pub fn rule(&self, id: RuleId) -> &Rule {
        // INVARIANT: rule ids are positions in `rules` of the set that gave them.
        &self.rules[id.index()]
    }

    /// The anchor behind an id of this set.
    #[must_use]
    pub fn anchor(&self, id: AnchorId) -> &LocalAnchor {
        // INVARIANT: anchor ids are positions in `anchors` of the set that gave them.
        &self.anchors[id.index()]
    }
}
