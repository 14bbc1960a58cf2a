//! The grammars of names.

use super::rule::RuleRef;
use crate::vocabulary::SymbolType;

/// A grammar that a string must follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pattern {
    /// `oar` and its like (OAR-DOC-3).
    Version,
    /// A bare rule identifier (OAR-DOC-6).
    RuleId,
    /// A publisher or host scope (OAR-DOC-7).
    Namespace,
    /// A bare or qualified rule identifier.
    RuleRef,
    /// `fail_closed`, `fail_open` or a rule (OAR-DOC-18).
    OnError,
    /// A lifecycle moment.
    Anchor,
    /// A fact or function as rules name it.
    FactName,
    /// A host's own fact (OAR-FACT-18).
    HostFact,
    /// A type or signature (OAR-FACT-22, OAR-FACT-27).
    FactType,
    /// `detector://<name>` (OAR-OPS-12).
    Detector,
}

impl Pattern {
    /// Whether the text follows the grammar.
    pub(crate) fn matches(self, text: &str) -> bool {
        match self {
            Pattern::Version => version(text).is_some(),
            Pattern::RuleId => is_rule_id(text),
            Pattern::Namespace => is_namespace(text),
            Pattern::RuleRef => rule_ref(text).is_some(),
            Pattern::OnError => {
                matches!(text, "fail_closed" | "fail_open") || rule_ref(text).is_some()
            }
            Pattern::Anchor => text.split('.').all(is_anchor_label),
            Pattern::FactName => text.split('.').all(is_identifier),
            Pattern::HostFact => match text.rsplit_once('.') {
                Some((namespace, name)) => is_namespace(namespace) && is_identifier(name),
                None => false,
            },
            Pattern::FactType => SymbolType::parse(text).is_some(),
            Pattern::Detector => text.strip_prefix("detector://").is_some_and(is_label),
        }
    }

    /// The grammar as a regular expression of JSON Schema; the words of [`Pattern::words`] stand beside it.
    pub(crate) fn regex(self) -> &'static str {
        match self {
            Pattern::Version => r"^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)$",
            Pattern::RuleId => r"^[A-Z][A-Z0-9_]*$",
            Pattern::Namespace => {
                r"^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$"
            }
            Pattern::RuleRef | Pattern::OnError => {
                r"^([a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*/)?[A-Z][A-Z0-9_]*$"
            }
            Pattern::Anchor => r"^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$",
            Pattern::FactName => r"^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*$",
            Pattern::HostFact => {
                r"^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*\.[A-Za-z_][A-Za-z0-9_]*$"
            }
            Pattern::FactType => r"^\((bool|int|double|string)\) -> (bool|int|double|string)$",
            Pattern::Detector => r"^detector://[a-z0-9]([a-z0-9-]*[a-z0-9])?$",
        }
    }

    /// Words that the grammar takes and its regular expression does not.
    pub(crate) fn words(self) -> &'static [&'static str] {
        match self {
            Pattern::OnError => &["fail_closed", "fail_open"],
            Pattern::FactType => &[
                "bool",
                "int",
                "double",
                "string",
                "list<string>",
                "map<string,string>",
                "list<map>",
                "map",
            ],
            _ => &[],
        }
    }

    /// What the grammar asks for, to follow "must be".
    pub(crate) fn describe(self) -> &'static str {
        match self {
            Pattern::Version => "a version such as `1.0`",
            Pattern::RuleId => "an upper-case identifier such as `READ_OUTSIDE_SCOPE`",
            Pattern::Namespace => "a lower-case scope such as `acme.security`",
            Pattern::RuleRef => {
                "a rule identifier such as `READ_OUTSIDE_SCOPE` or `acme.security/READ_OUTSIDE_SCOPE`"
            }
            Pattern::OnError => "`fail_closed`, `fail_open` or a rule identifier",
            Pattern::Anchor => "a lower-case dotted name such as `tool.pre_invoke`",
            Pattern::FactName => "a fact name such as `tool` or `acme.tenant_tier`",
            Pattern::HostFact => {
                "a name under the host's own namespace, such as `acme.tenant_tier`"
            }
            Pattern::FactType => {
                "one of `bool`, `int`, `double`, `string`, `list<string>`, `map<string,string>`, `list<map>`, `map`, or a signature such as `(string) -> bool`"
            }
            Pattern::Detector => "a detector reference such as `detector://presidio`",
        }
    }

    /// The nearest text that follows the grammar, when it is easily found.
    pub(crate) fn repair(self, text: &str) -> Option<String> {
        let repaired = match self {
            Pattern::RuleId | Pattern::RuleRef => upper(text),
            Pattern::Anchor => text.to_lowercase().replace([' ', '-'], "_"),
            Pattern::Namespace => text.to_lowercase().replace([' ', '_'], "-"),
            Pattern::FactName => text.replace([' ', '-'], "_"),
            Pattern::Detector => match text.split_once("://") {
                Some((_, name)) => format!("detector://{}", name.to_lowercase().replace('_', "-")),
                None => format!("detector://{}", text.to_lowercase().replace('_', "-")),
            },
            Pattern::FactType => text
                .split_whitespace()
                .collect::<String>()
                .to_lowercase()
                .replace(")->", ") -> "),
            _ => return None,
        };
        (repaired != text && self.matches(&repaired)).then_some(repaired)
    }
}

fn upper(text: &str) -> String {
    let (namespace, id) = match text.rsplit_once('/') {
        Some((namespace, id)) => (Some(namespace), id),
        None => (None, text),
    };
    let id = id.to_uppercase().replace(['-', ' ', '.'], "_");
    match namespace {
        Some(namespace) => format!("{}/{id}", namespace.to_lowercase()),
        None => id,
    }
}

/// The parts of a version, as digits: they may be longer than any integer type.
pub(super) fn version(text: &str) -> Option<(&str, &str)> {
    let part = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        digits && (text == "0" || !text.starts_with('0'))
    };
    let (major, minor) = text.split_once('.')?;
    (part(major) && part(minor)).then_some((major, minor))
}

/// Reads a bare or qualified rule identifier.
pub(super) fn rule_ref(text: &str) -> Option<RuleRef> {
    let (namespace, id) = match text.split_once('/') {
        Some((namespace, id)) => (Some(namespace), id),
        None => (None, text),
    };
    let sound = is_rule_id(id) && namespace.is_none_or(is_namespace);
    sound.then(|| RuleRef {
        namespace: namespace.map(str::to_owned),
        id: id.to_owned(),
    })
}

fn is_rule_id(text: &str) -> bool {
    text.starts_with(|ch: char| ch.is_ascii_uppercase())
        && text
            .bytes()
            .all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
}

fn is_namespace(text: &str) -> bool {
    text.split('.').all(is_label)
}

/// `[a-z0-9]([a-z0-9-]*[a-z0-9])?`
fn is_label(text: &str) -> bool {
    let inner = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    !text.is_empty() && text.bytes().all(inner) && !text.starts_with('-') && !text.ends_with('-')
}

/// `[a-z][a-z0-9_]*`
fn is_anchor_label(text: &str) -> bool {
    text.starts_with(|ch: char| ch.is_ascii_lowercase())
        && text
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
}

/// `[A-Za-z_][A-Za-z0-9_]*`
fn is_identifier(text: &str) -> bool {
    text.starts_with(|ch: char| ch.is_ascii_alphabetic() || ch == '_')
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}
