//! Rule documents (section 2): what is read of them.

use super::Spanned;
use crate::diagnostic::Span;
use crate::source::Text;

/// The spellings of a closed set of words, in one place for the check, the reading and the messages.
macro_rules! words {
    ($type:ident { $($variant:ident $word:literal,)* }) => {
        impl $type {
            /// Every spelling, in the order of the specification.
            pub const NAMES: &'static [&'static str] = &[$($word,)*];

            /// Reads a spelling.
            #[must_use]
            pub fn parse(text: &str) -> Option<Self> {
                match text {
                    $($word => Some(Self::$variant),)*
                    _ => None,
                }
            }

            /// The spelling of the specification.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)*
                }
            }
        }
    };
}

/// `kind` fixes evaluation order and nothing else (OAR-DOC-10); the order of the variants is that order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// `schema`
    Schema,
    /// `policy`
    Policy,
    /// `invariant`
    Invariant,
    /// `detector`
    Detector,
}

words! { Kind {
    Schema "schema",
    Policy "policy",
    Invariant "invariant",
    Detector "detector",
} }

/// What a rule does when it fires (OAR-DOC-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// `block`
    Block,
    /// `warn`
    Warn,
    /// `nudge`
    Nudge,
    /// `allow`
    Allow,
    /// `transform`
    Transform,
}

words! { Effect {
    Block "block",
    Warn "warn",
    Nudge "nudge",
    Allow "allow",
    Transform "transform",
} }

/// How loudly a rule runs (OAR-DOC-16).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Enforcement {
    /// `enforce`
    Enforce,
    /// `monitor`
    Monitor,
    /// `off`
    Off,
}

words! { Enforcement {
    Enforce "enforce",
    Monitor "monitor",
    Off "off",
} }

/// The author's confidence in a rule (OAR-DOC-29).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// `experimental`
    Experimental,
    /// `test`
    Test,
    /// `stable`
    Stable,
    /// `deprecated`
    Deprecated,
}

words! { Status {
    Experimental "experimental",
    Test "test",
    Stable "stable",
    Deprecated "deprecated",
} }

/// A declared side-effect (OAR-FIRE-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// `increment_counter`
    IncrementCounter,
    /// `reset_counter`
    ResetCounter,
    /// `publish_event`
    PublishEvent,
    /// `increment_breaker`
    IncrementBreaker,
    /// `reset_breaker`
    ResetBreaker,
}

words! { Action {
    IncrementCounter "increment_counter",
    ResetCounter "reset_counter",
    PublishEvent "publish_event",
    IncrementBreaker "increment_breaker",
    ResetBreaker "reset_breaker",
} }

/// A bare or qualified rule identifier, as written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RuleRef {
    /// The part before `/`, when qualified.
    pub namespace: Option<String>,
    /// The bare identifier.
    pub id: String,
}

/// What happens when a rule cannot be evaluated (OAR-DOC-18).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OnError {
    /// `fail_closed`
    FailClosed,
    /// `fail_open`
    FailOpen,
    /// Blocks under another rule's identifiers.
    Substitute(RuleRef),
}

/// One clause of a selector (OAR-SEL-1).
#[derive(Clone, Debug)]
pub struct Clause {
    /// The fact it names.
    pub fact: Spanned<String>,
    /// The values it matches; may be empty (OAR-SEL-6).
    pub values: Vec<Spanned<String>>,
    /// The whole list.
    pub span: Span,
}

/// What a rule needs from the host (OAR-DOC-21).
#[derive(Clone, Debug, Default)]
pub struct Requires {
    /// Capability profiles.
    pub profiles: Vec<Spanned<String>>,
    /// Facts and functions.
    pub facts: Vec<Spanned<String>>,
    /// Whether a part of it did not read, so that what is missing from it may be what was meant there.
    pub unclear: bool,
}

/// The three content mutations (OAR-OPS-13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TransformAction {
    /// `redact`
    Redact,
    /// `replace`
    Replace,
    /// `annotate`
    Annotate,
}

words! { TransformAction {
    Redact "redact",
    Replace "replace",
    Annotate "annotate",
} }

/// A `transform` object (OAR-DOC-22).
#[derive(Clone, Debug)]
pub struct TransformText {
    /// What is done.
    pub action: Spanned<TransformAction>,
    /// `content`, or the name of a `list<map>` fact.
    pub target: Spanned<String>,
    /// What is written, when given.
    pub replacement: Option<Spanned<String>>,
}

/// The members of `copy` (OAR-DOC-24).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CopyField {
    /// `title`
    Title,
    /// `what`
    What,
    /// `cause`
    Cause,
    /// `why`
    Why,
    /// `fix`
    Fix,
    /// `instead`
    Instead,
}

words! { CopyField {
    Title "title",
    What "what",
    Cause "cause",
    Why "why",
    Fix "fix",
    Instead "instead",
} }

/// One member of `copy`, its bindings not yet parsed.
#[derive(Clone, Debug)]
pub struct CopyText {
    /// Which member.
    pub field: CopyField,
    /// The text.
    pub text: Text,
}

/// A rule document. A required member that is `None` did not read and was reported.
#[derive(Clone, Debug)]
pub struct RuleDocument {
    /// The document's first bytes, for defects of the document as a whole.
    pub span: Span,
    /// Whether an error was reported in it, whatever else can still be read.
    pub broken: bool,
    /// `id`
    pub id: Option<Spanned<String>>,
    /// `namespace`
    pub namespace: Option<Spanned<String>>,
    /// `kind`
    pub kind: Option<Spanned<Kind>>,
    /// `anchor`
    pub anchor: Option<Spanned<String>>,
    /// `effect`
    pub effect: Option<Spanned<Effect>>,
    /// `selector`
    pub selector: Vec<Clause>,
    /// `when`
    pub when: Option<Text>,
    /// `flow`
    pub flow: Option<Spanned<Vec<Spanned<String>>>>,
    /// `enforcement`
    pub enforcement: Option<Spanned<Enforcement>>,
    /// `mandatory`
    pub mandatory: Option<Spanned<bool>>,
    /// `on_error`
    pub on_error: Option<Spanned<OnError>>,
    /// `on_fire`
    pub on_fire: Vec<Spanned<Action>>,
    /// `overrides`
    pub overrides: Vec<Spanned<RuleRef>>,
    /// `requires`
    pub requires: Requires,
    /// `counter_scope`
    pub counter_scope: Option<Spanned<String>>,
    /// `transform`
    pub transform: Option<TransformText>,
    /// `detector.ref`
    pub detector: Option<Spanned<String>>,
    /// `copy`
    pub copy: Vec<CopyText>,
    /// Whether the document says `status: deprecated`, and where.
    pub deprecated: Option<Span>,
    /// Whether `related` names any rule.
    pub has_related: bool,
}
