//! What people write when they mean something else, and what they mean: for help lines.

use super::pattern::Pattern;
use super::say::describe;
use super::shape::Shape;
use crate::diagnostic::{did_you_mean, quote};
use crate::source::{Node, Value};

/// What to do about an unknown member of a document, when its name says what was meant.
pub(super) fn field(marker: &str, name: &str) -> Option<&'static str> {
    if marker != "oar" {
        return None;
    }
    Some(match name {
        "title" | "what" | "cause" | "why" | "fix" | "instead" => {
            "presentation text stands inside `copy`"
        }
        "message" | "description" | "name" | "text" | "summary" => {
            "presentation text stands inside `copy`: `title`, `what`, `cause`, `why`, `fix`, `instead`"
        }
        "emit" => "`effect` says what the rule does, and `copy` holds what it says",
        "severity" | "level" => "a rule has no severity: `effect` says what it does",
        "priority" | "order" | "weight" => {
            "a rule has no priority: `kind` and the identifier fix the order, and `overrides` settles conflicts"
        }
        "condition" | "if" | "expression" => "the condition is written in `when`",
        "action" | "decision" | "verdict" => "what the rule does is written in `effect`",
        "mode" | "enabled" | "disabled" => {
            "how loudly a rule runs is written in `enforcement`: `enforce`, `monitor` or `off`"
        }
        "event" | "hook" | "trigger" => "the lifecycle moment is written in `anchor`",
        "tags" | "labels" => "taxonomy tags stand in `references`",
        "profiles" | "facts" => "what a rule needs stands inside `requires`",
        _ if name.starts_with("x-") || name.starts_with("X-") || name.starts_with("x_") => {
            "the name of an extension is lower-case words joined by `-`, such as `x-review-ticket`"
        }
        _ => return None,
    })
}

/// The word meant by a common word of other formats.
pub(super) fn word(text: &str, words: &[&'static str]) -> Option<String> {
    let meant = match text.to_lowercase().as_str() {
        "deny" | "denied" | "refuse" | "reject" | "forbid" => "block",
        "redact" | "replace" | "annotate" | "rewrite" | "mutate" => "transform",
        "log" | "alert" => "warn",
        "pass" | "permit" | "none" => "allow",
        "hint" | "steer" | "advise" => "nudge",
        "on" | "enabled" | "enforced" | "active" | "yes" | "true" => "enforce",
        "disabled" | "disable" | "no" | "false" => "off",
        "mask" | "censor" | "hide" | "remove" => "redact",
        "substitute" => "replace",
        "comment" | "note" => "annotate",
        "beta" | "alpha" | "draft" => "experimental",
        "released" | "final" | "production" => "stable",
        "retired" | "obsolete" => "deprecated",
        "audit" | "dry_run" | "dry-run" | "observe" | "shadow" => "monitor",
        _ => return None,
    };
    words
        .contains(&meant)
        .then(|| format!("did you mean `{meant}`?"))
}

/// What to do about a string that does not follow its grammar.
pub(super) fn name(pattern: Pattern, text: &str) -> String {
    if let Some(repaired) = pattern.repair(text) {
        return format!("did you mean `{repaired}`?");
    }
    let known = pattern.words();
    let meant = match (pattern, text.to_lowercase().as_str()) {
        (Pattern::OnError, "block" | "deny" | "fail" | "closed") => Some("fail_closed"),
        (Pattern::OnError, "allow" | "ignore" | "continue" | "pass" | "open") => Some("fail_open"),
        (Pattern::FactType, "boolean") => Some("bool"),
        (Pattern::FactType, "integer" | "int64" | "int32" | "i64" | "long") => Some("int"),
        (Pattern::FactType, "float" | "number" | "f64" | "decimal") => Some("double"),
        (Pattern::FactType, "str" | "text") => Some("string"),
        (Pattern::FactType, "list" | "array" | "string[]") => Some("list<string>"),
        (Pattern::FactType, "object" | "dict") => Some("map"),
        _ => None,
    };
    meant
        .map(|word| format!("did you mean `{word}`?"))
        .or_else(|| did_you_mean(text, known.iter().copied()))
        .unwrap_or_else(|| format!("write {}", pattern.describe()))
}

/// What to do about a condition that is a mere boolean.
pub(super) fn constant(value: bool) -> &'static str {
    if value {
        "leave `when` out: a rule without one fires whenever it is selected"
    } else {
        "a rule that is not to run says so with `enforcement: off`"
    }
}

/// What to do about a value of the wrong type.
pub(super) fn type_help(node: &Node, shape: &Shape) -> Option<String> {
    let due_text = matches!(
        shape,
        Shape::Text | Shape::NonEmpty | Shape::Name(_) | Shape::Word(_)
    );
    Some(match (&node.value, shape) {
        (Value::Bool(value), Shape::Word(words)) => {
            return word(if *value { "true" } else { "false" }, words);
        }
        (_, Shape::Object(members)) => {
            let names: Vec<String> = members.iter().map(|m| format!("`{}`", m.name)).collect();
            format!("write an object with {}", names.join(", "))
        }
        (_, Shape::Map { value, .. }) => {
            format!(
                "write an object: names, and behind each {}",
                describe(value)
            )
        }
        (Value::Number(number), _) if due_text => format!("quote it: `\"{}\"`", number.text),
        (Value::Bool(value), _) if due_text => format!("quote it: `\"{value}\"`"),
        (Value::String(text), Shape::Bool) => match text.value.to_lowercase().as_str() {
            "true" | "yes" | "on" => "write `true`, without quotes".to_owned(),
            "false" | "no" | "off" => "write `false`, without quotes".to_owned(),
            _ => return None,
        },
        (Value::String(text), Shape::Integer(_)) if text.value.parse::<i64>().is_ok() => {
            format!("remove the quotes: `{}`", text.value)
        }
        (Value::String(text), Shape::List(list)) => match list.item {
            _ if text.value.starts_with('-') => {
                "write a space after the dash of each item: `- item`".to_owned()
            }
            Shape::Object(_) => return None,
            _ if text.value.len() <= 60 => format!("write a list: `[{}]`", text.value),
            item => format!("write a list; each item is {}", describe(item)),
        },
        (Value::String(text), Shape::Integer(_)) => {
            let digits = text.value.replace(['_', ','], "");
            let plain = digits.bytes().all(|b| b.is_ascii_digit()) && digits.parse::<i64>().is_ok();
            return plain.then(|| format!("write the digits alone: `{digits}`"));
        }
        (Value::Number(number), Shape::Integer(_)) if hexadecimal(&number.text).is_some() => {
            format!(
                "write it in decimal digits: `{}`",
                hexadecimal(&number.text).unwrap_or_default()
            )
        }
        (Value::Number(number), Shape::Integer(_)) if number.text.starts_with(['0', '+']) => {
            format!("write {} as a plain decimal number", quote(&number.text))
        }
        (Value::List(items), _) if due_text && items.len() == 1 => {
            "remove the brackets or the dash: one value is due, not a list".to_owned()
        }
        _ => return None,
    })
}

fn hexadecimal(text: &str) -> Option<i64> {
    i64::from_str_radix(text.strip_prefix("0x")?, 16).ok()
}
