//! The rule types one by one, expected values by hand.

mod data;
mod findings;
mod guard;
mod history;
mod repairs;

use super::{
    Composition, Data, Datum, DatumMap, Finding, Guard, Kind, Members, Options, Path, Primitive,
    Profile, Repaired, Report, Role, Rule, Severity, Text, check, repair,
};

/// A primitive of the tests, written as [`items`] reads it.
#[derive(Clone, Debug)]
struct Item {
    kind: Kind,
    role: Role,
    id: String,
    at: i64,
    text: &'static str,
    attaches: bool,
    tool: &'static str,
    payload: Option<Data>,
    tag: Option<&'static str>,
}

/// Reads `u1@1 a2@2 t3@3 c4@4`: kind letter (user message, assistant message, thought, call) and id in one, then the
/// time. Two primitives share an id when they are written alike.
fn items(text: &str) -> Vec<Item> {
    text.split_whitespace()
        .map(|word| {
            let (id, at) = word.split_once('@').unwrap();
            let (kind, role) = match id.as_bytes()[0] {
                b'u' => (Kind::Message, Role::User),
                b'a' => (Kind::Message, Role::Assistant),
                b't' => (Kind::Thought, Role::Assistant),
                _ => (Kind::ToolCall, Role::Assistant),
            };
            Item {
                kind,
                role,
                id: id.to_owned(),
                at: at.parse().unwrap(),
                text: "words",
                attaches: false,
                tool: "search",
                payload: None,
                tag: None,
            }
        })
        .collect()
}

impl Item {
    fn says(mut self, text: &'static str) -> Self {
        self.text = text;
        self
    }

    fn calls(mut self, tool: &'static str) -> Self {
        self.tool = tool;
        self
    }

    fn with(mut self, key: &str, value: &str) -> Self {
        self.payload = Some(map(&[(key, Data::Str(value.to_owned()))]));
        self.tag = Some("wire");
        self
    }
}

fn map(members: &[(&str, Data)]) -> Data {
    let members = members
        .iter()
        .map(|(key, value)| ((*key).to_owned(), value.clone()));
    Data::Map(members.collect::<Members>())
}

impl Primitive for Item {
    fn kind(&self) -> Kind {
        self.kind
    }

    fn id(&self) -> &str {
        &self.id
    }

    fn created_at(&self) -> i64 {
        self.at
    }

    fn role(&self) -> Role {
        self.role
    }

    fn text(&self) -> Text<'_> {
        match self.text {
            "<dynamic>" => Text::Dynamic,
            text => Text::Known(text),
        }
    }

    fn has_attachments(&self) -> bool {
        self.attaches
    }

    fn tool(&self) -> &str {
        self.tool
    }

    fn payload(&self) -> Option<Datum<'_>> {
        self.payload.as_ref()?.as_datum()
    }

    fn replay_compatibility(&self) -> Option<&str> {
        self.tag
    }
}

fn guard(rules: &[Rule]) -> Guard {
    let profile = Profile {
        name: "p",
        description: "",
        permissive: false,
        rules: Vec::leak(rules.to_vec()),
    };
    Guard::new(&[&profile], Composition::UnionOfRules)
}

fn path(text: &'static str) -> Path {
    Path {
        text,
        segments: Vec::leak(text.split('.').collect()),
    }
}

fn leak<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

fn checked(rules: &[Rule], items: &[Item]) -> Report {
    check(&guard(rules), items, &Options::default())
}

/// Rule and ids of each finding: `o: t1 c1`.
fn lines<'f>(findings: impl Iterator<Item = &'f Finding>) -> Vec<String> {
    findings
        .map(|finding| format!("{}: {}", finding.rule_id(), finding.primitive_ids.join(" ")))
        .collect()
}

/// The findings of a check of one rule.
fn found(rule: Rule, text: &str) -> Vec<String> {
    lines(checked(&[rule], &items(text)).findings())
}

fn repaired<'t>(rules: &[Rule], items: &'t [Item]) -> Repaired<&'t Item> {
    repair(&guard(rules), items, &Options::default())
}

/// The timeline a repair handed back: `u1@1 t2@2`.
fn timeline(repaired: &Repaired<&Item>) -> String {
    let words: Vec<_> = repaired
        .timeline
        .iter()
        .map(|entry| format!("{}@{}", entry.id(), entry.created_at()))
        .collect();
    words.join(" ")
}

const BLOCKING: Severity = Severity::Blocking;
