//! What a case states about its run.

use std::borrow::Cow;

use oar_runtime::ordering as o;
use serde_json::{Value, json};

use crate::diagnostic::Diagnostics;
use crate::ordering::{Profile, load_profile};
use crate::source::{self, Node};

/// The options of a case, read once.
pub(super) struct Input<'c> {
    options: &'c Value,
    pub(super) mutate: bool,
    pub(super) composition: o::Composition,
    disabled: Vec<&'c str>,
    tools: Option<Vec<o::Tool<'c>>>,
    prior: Option<o::Snapshot>,
}

impl<'c> Input<'c> {
    pub(super) fn read(case: &'c Value) -> Result<Self, String> {
        let options = case.get("options").unwrap_or(&Value::Null);
        let composition = match options.get("mode").and_then(Value::as_str) {
            None | Some("union-of-rules") => o::Composition::UnionOfRules,
            Some("each") => o::Composition::Each,
            Some("first-only") => o::Composition::FirstOnly,
            Some(other) => return Err(format!("there is no mode `{other}`")),
        };
        let mutate = match options.get("action").and_then(Value::as_str) {
            None | Some("enforce") => false,
            Some("mutate") => true,
            Some(other) => return Err(format!("there is no action `{other}`")),
        };
        let disabled = options
            .get("disableAdvisoryRuleIds")
            .and_then(Value::as_array);
        let tools = options.get("tools").map(o::json::tools_from_json);
        Ok(Self {
            options,
            mutate,
            composition,
            disabled: disabled
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .collect(),
            tools: tools.transpose().map_err(|error| error.to_string())?,
            prior: prior(options)?,
        })
    }

    /// The runtime's options, with `previous` as the baseline where a sequence has one.
    pub(super) fn options<'i>(
        &'i self,
        previous: Option<&'i o::Snapshot>,
    ) -> Result<o::Options<'i>, String> {
        let flag = |name, default| {
            self.options
                .get(name)
                .and_then(Value::as_bool)
                .unwrap_or(default)
        };
        Ok(o::Options {
            surface: match self.text("surface") {
                None | Some("dispatch") => o::Surface::Dispatch,
                Some("turn") => o::Surface::Turn,
                Some(other) => return Err(format!("there is no surface `{other}`")),
            },
            tools: self.tools.as_deref(),
            previous: previous.or(self.prior.as_ref()),
            model: self.text("currentModel"),
            disable_advisory_rule_ids: &self.disabled,
            allow_metadata_fallback_repair: flag("allowMetadataFallbackRepair", false),
            rename: self.text("renameStrategy").map(strategy).transpose()?,
            can_replace_group: flag("groupReplacement", true),
            can_persist_seq: flag("persistSeq", true),
        })
    }

    fn text(&self, name: &str) -> Option<&'c str> {
        self.options.get(name).and_then(Value::as_str)
    }
}

/// The rename strategies that cases know by name.
fn strategy(name: &str) -> Result<o::Rename<'static>, String> {
    Ok(match name {
        "suffix-index" => &|old, index| format!("{old}-{index}"),
        "constant" => &|_, _| "same".to_owned(),
        "index-only" => &|_, index| format!("n-{index}"),
        "keep-first" => &|old, index| match index {
            0 => old.to_owned(),
            _ => format!("{old}-{index}"),
        },
        "bystander-first" => &|_, index| match index {
            0 => "bystander".to_owned(),
            _ => "fine".to_owned(),
        },
        other => return Err(format!("there is no rename strategy `{other}`")),
    })
}

/// The baseline: a bare array of records, with the model beside it.
fn prior(options: &Value) -> Result<Option<o::Snapshot>, String> {
    let Some(records) = options.get("priorSnapshot") else {
        return Ok(None);
    };
    let model = options.get("previousModel").unwrap_or(&Value::Null);
    o::json::snapshot_from_json(&json!({ "records": records, "model": model }))
        .map(Some)
        .map_err(|error| error.to_string())
}

/// The profiles of a case: `profiles`, or `rules` as the one profile `p`. `Err` holds why they do not load.
pub(super) fn profiles(node: &Node) -> Result<Vec<&'static o::Profile>, String> {
    let mut diags = Diagnostics::new();
    let list = |name: &str| {
        node.get(name).and_then(|entry| match &entry.value.value {
            source::Value::List(items) => Some((entry, items)),
            _ => None,
        })
    };
    let loaded: Vec<Option<Profile>> = match (list("profiles"), list("rules")) {
        (Some((_, items)), _) => items
            .iter()
            .map(|item| load_profile(item, &mut diags))
            .collect(),
        (None, Some((entry, _))) => vec![load_profile(&profile_p(entry), &mut diags)],
        (None, None) => return Err("the case has neither `profiles` nor `rules`".to_owned()),
    };
    let loaded: Option<Vec<Profile>> = loaded.into_iter().collect();
    loaded
        .map(|profiles| profiles.iter().map(crate::ordering::instantiate).collect())
        .ok_or_else(|| {
            let reasons: Vec<_> = diags
                .as_slice()
                .iter()
                .map(|d| d.message.as_str())
                .collect();
            reasons.join("; ")
        })
}

/// `rules` in a profile named `p`, as if it stood in the file.
fn profile_p(rules: &source::Entry) -> Node {
    let span = rules.value.span;
    let text = |value: &str| Node {
        span,
        value: source::Value::String(source::Text::new(value.to_owned(), span, Vec::new())),
    };
    let entry = |key: &str, value: Node| source::Entry {
        key: source::Key {
            text: key.to_owned(),
            span,
        },
        value,
    };
    Node {
        span,
        value: source::Value::Map(vec![
            entry("name", text("p")),
            entry("description", text("p")),
            entry("rules", rules.value.clone()),
        ]),
    }
}

/// The timeline of a case. A count of attachments stands for that many of them.
pub(super) fn timeline(value: &Value) -> Cow<'_, Value> {
    let counted = |object: &Value| object.get("attachments").is_some_and(Value::is_number);
    let Some(list) = value.as_array().filter(|list| list.iter().any(counted)) else {
        return Cow::Borrowed(value);
    };
    let mut list = list.clone();
    for object in &mut list {
        if let Some(attachments) = object.get_mut("attachments")
            && let Some(count) = attachments.as_u64()
        {
            *attachments = (0..count.min(100)).map(|_| Value::Null).collect();
        }
    }
    Cow::Owned(Value::Array(list))
}
