//! `requiredMetadata`: what a payload must carry, and what a repair may write.

use super::{contradiction, dot_path, is_set};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, quote};
use crate::ordering::fields::{Fields, Optional, Required};
use crate::ordering::tables::{APPLY_TO, KINDS};
use crate::ordering::{Body, Constant, Fallback, Kind};
use crate::source::{Node, Value};

pub(super) fn required_metadata(fields: &mut Fields<'_, '_>) -> Option<Body> {
    let place = fields.node("kind", Optional).map(|node| node.span);
    let kind = fields.word("kind", Required, KINDS);
    let apply_to = fields.word("applyTo", Required, APPLY_TO);
    let key = dot_path(fields, "requiredPayloadKey");
    let gate = gate(fields);
    let fallback = fallback(fields);
    if let (Some(Kind::Message), Some(place)) = (kind, place) {
        let message = format!("{} can never pass: a message has no payload", fields.what());
        contradiction(fields, place, message, "write `thought` or `toolCall`");
        return None;
    }
    Some(Body::RequiredMetadata {
        kind: kind?,
        apply_to: apply_to?,
        key: key?,
        gate: gate?,
        fallback: fallback?,
    })
}

/// `Some(None)` when there is none; `None` when it has a defect.
fn gate(fields: &mut Fields<'_, '_>) -> Option<Option<Vec<String>>> {
    const NAME: &str = "gatedByReplayCompatibility";
    if fields.node(NAME, Optional).is_none() {
        return Some(None);
    }
    let tags = fields.texts(NAME)?;
    if tags.value.is_empty() {
        let message = format!("an empty `{NAME}` lets nothing through, so the rule checks nothing");
        contradiction(
            fields,
            tags.span,
            message,
            "name a tag, or remove the field",
        );
        return None;
    }
    Some(Some(tags.value.into_iter().map(|tag| tag.value).collect()))
}

fn fallback(fields: &mut Fields<'_, '_>) -> Option<Option<Fallback>> {
    let value = fields.node("fallbackPayloadValue", Optional);
    let tag_node = fields.node("fallbackReplayCompatibility", Optional);
    let tag = fields.text("fallbackReplayCompatibility", Optional);
    let authorized = fields.flag("fallbackRepairAuthorized");
    let Some(value) = value else {
        let lonely = [
            (
                "fallbackReplayCompatibility",
                tag_node.map(|node| node.span),
            ),
            ("fallbackRepairAuthorized", authorized.map(|flag| flag.span)),
        ];
        let mut sound = true;
        for (name, place) in lonely {
            if let Some(place) = place {
                let message =
                    format!("`{name}` without `fallbackPayloadValue`: there is nothing to write");
                contradiction(fields, place, message, "add the value, or remove the field");
                sound = false;
            }
        }
        return sound.then_some(None);
    };
    if tag_node.is_none() {
        // A payload without a tag is no legal primitive, so a repair of an untagged one could only fail.
        let message = "`fallbackPayloadValue` without `fallbackReplayCompatibility`";
        let help = "say which adapter may replay the value, or remove the fallback";
        contradiction(fields, value.span, message.to_owned(), help);
        return None;
    }
    let value = constant(value, fields.diags)?;
    Some(Some(Fallback {
        value,
        replay_compatibility: tag?.value.clone(),
        authorized: is_set(authorized),
    }))
}

/// Any JSON value. The reader bounds the depth of what it hands over.
fn constant(node: &Node, diags: &mut Diagnostics) -> Option<Constant> {
    Some(match &node.value {
        Value::Null => Constant::Null,
        Value::Bool(value) => Constant::Bool(*value),
        Value::String(text) => Constant::Str(text.value.clone()),
        Value::Number(number) => match (number.as_i64(), number.text.parse::<f64>()) {
            (Some(int), _) => Constant::Int(int),
            (None, Ok(float)) if float.is_finite() => Constant::Float(float),
            _ => {
                let message = format!("{} is not a number that JSON can hold", quote(&number.text));
                diags.push(Diagnostic::new(Code::OrderingValue, node.span, message));
                return None;
            }
        },
        Value::List(items) => {
            let values: Vec<_> = items.iter().map(|item| constant(item, diags)).collect();
            Constant::List(values.into_iter().collect::<Option<_>>()?)
        }
        Value::Map(entries) => {
            let members: Vec<_> = entries
                .iter()
                .map(|entry| Some((entry.key.text.clone(), constant(&entry.value, diags)?)))
                .collect();
            Constant::Map(members.into_iter().collect::<Option<_>>()?)
        }
        Value::Refused => return None,
    })
}
