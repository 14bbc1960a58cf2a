//! Reads the members of one object strictly: no coercion, no unknown member, no empty string, no `null`.

use super::tables::{Words, choices, meaning};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Span, did_you_mean, quote};
use crate::document::Spanned;
use crate::source::{Entry, Node, Text, Value};

/// Whether a member must be there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Need {
    Required,
    Optional,
}

pub(super) use Need::{Optional, Required};

/// What a member may hold, as far as the way it is read says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Whatever JSON can hold.
    Any,
    /// A string of at least one character.
    Text,
    /// One of these words.
    Word(Vec<&'static str>),
    /// `true` or `false`.
    Flag,
    /// A whole number, at least this.
    Integer(u64),
    /// A list of these words.
    Words(Vec<&'static str>),
    /// A list of strings of at least one character each.
    Texts,
    /// A list.
    List,
}

/// A member that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    /// Its name.
    pub(crate) name: &'static str,
    /// Whether it must be there.
    pub(crate) required: bool,
    /// What it may hold.
    pub(crate) shape: Shape,
}

/// The members of one object while they are read.
pub(super) struct Fields<'n, 'd> {
    entries: &'n [Entry],
    /// What the object is, for messages: "the rule `x`".
    what: String,
    /// Where a missing member is reported.
    place: Span,
    asked: Vec<Asked>,
    pub(super) diags: &'d mut Diagnostics,
}

impl<'n, 'd> Fields<'n, 'd> {
    pub(super) fn new(
        node: &'n Node,
        what: impl Into<String>,
        diags: &'d mut Diagnostics,
    ) -> Option<Self> {
        let what = what.into();
        let Some(entries) = node.as_map() else {
            let message = format!("{what} must be an object and is {}", node.kind());
            let help = "write members with names".to_owned();
            report(diags, node, Code::OrderingType, message, help);
            return None;
        };
        let place = entries.first().map_or(node.span, |entry| entry.key.span);
        Some(Self {
            entries,
            what,
            place,
            asked: Vec::new(),
            diags,
        })
    }

    pub(super) fn what(&self) -> &str {
        &self.what
    }

    /// Names the object more exactly once its id is known.
    pub(super) fn rename(&mut self, what: String) {
        self.what = what;
    }

    pub(super) fn place(&self) -> Span {
        self.place
    }

    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        self.diags.push(diagnostic);
    }

    /// The member's value as it stands.
    pub(super) fn node(&mut self, name: &'static str, need: Need) -> Option<&'n Node> {
        match self.asked.iter_mut().find(|asked| asked.name == name) {
            Some(asked) => asked.required |= need == Required,
            None => self.asked.push(Asked {
                name,
                required: need == Required,
                shape: Shape::Any,
            }),
        }
        let found = self.entries.iter().find(|entry| entry.key.text == name);
        if found.is_none() && need == Required {
            let message = format!("{} has no `{name}`", self.what);
            self.diags.push(
                Diagnostic::new(Code::OrderingMissingField, self.place, message)
                    .help(format!("add `{name}`")),
            );
        }
        found.map(|entry| &entry.value)
    }

    /// The member's value, which is to be of a shape.
    fn shaped(&mut self, name: &'static str, need: Need, shape: Shape) -> Option<&'n Node> {
        let node = self.node(name, need);
        if let Some(asked) = self.asked.iter_mut().find(|asked| asked.name == name) {
            asked.shape = shape;
        }
        node
    }

    /// Every member that was asked for, and how.
    pub(super) fn asked(self) -> Vec<Asked> {
        self.asked
    }

    /// A string of at least one character.
    pub(super) fn text(&mut self, name: &'static str, need: Need) -> Option<&'n Text> {
        let node = self.shaped(name, need, Shape::Text)?;
        as_filled(name, node, self.diags)
    }

    /// One of a closed set of words.
    pub(super) fn word<T: Copy>(
        &mut self,
        name: &'static str,
        need: Need,
        words: Words<T>,
    ) -> Option<T> {
        let node = self.shaped(name, need, Shape::Word(names(words)))?;
        let text = as_filled(name, node, self.diags)?;
        as_word(name, text, words, self.diags)
    }

    pub(super) fn flag(&mut self, name: &'static str) -> Option<Spanned<bool>> {
        let node = self.shaped(name, Optional, Shape::Flag)?;
        if let Value::Bool(value) = node.value {
            return Some(Spanned {
                value,
                span: node.span,
            });
        }
        let message = format!("`{name}` must be `true` or `false` and is {}", node.kind());
        report(
            self.diags,
            node,
            Code::OrderingType,
            message,
            flag_help(node),
        );
        None
    }

    /// A whole number, at least `least`.
    pub(super) fn integer(&mut self, name: &'static str, least: u64) -> Option<u64> {
        let node = self.shaped(name, Optional, Shape::Integer(least))?;
        let Value::Number(number) = &node.value else {
            let message = format!("`{name}` must be a whole number and is {}", node.kind());
            let help = "write digits, without quotes".to_owned();
            report(self.diags, node, Code::OrderingType, message, help);
            return None;
        };
        let value = number.as_i64().and_then(|value| u64::try_from(value).ok());
        if value.is_none_or(|value| value < least) {
            let message = format!(
                "`{name}` must be a whole number of at least {least} and is {}",
                quote(&number.text)
            );
            let help = format!("write {least} or a larger whole number");
            report(self.diags, node, Code::OrderingValue, message, help);
            return None;
        }
        value
    }

    /// A list whose items are words of a closed set.
    pub(super) fn words<T: Copy>(
        &mut self,
        name: &'static str,
        words: Words<T>,
    ) -> Option<Spanned<Vec<T>>> {
        let node = self.shaped(name, Required, Shape::Words(names(words)))?;
        let (span, items) = as_list(name, node, self.diags)?;
        let read: Vec<_> = items
            .iter()
            .filter_map(|item| {
                let text = as_filled(name, item, self.diags)?;
                as_word(name, text, words, self.diags)
            })
            .collect();
        (read.len() == items.len()).then_some(Spanned { value: read, span })
    }

    /// A list of strings of at least one character each.
    pub(super) fn texts(&mut self, name: &'static str) -> Option<Spanned<Vec<Spanned<String>>>> {
        let node = self.shaped(name, Optional, Shape::Texts)?;
        let (span, items) = as_list(name, node, self.diags)?;
        let read: Vec<_> = items
            .iter()
            .filter_map(|item| as_filled(name, item, self.diags))
            .map(|text| Spanned {
                value: text.value.clone(),
                span: text.span,
            })
            .collect();
        (read.len() == items.len()).then_some(Spanned { value: read, span })
    }

    pub(super) fn list(&mut self, name: &'static str, need: Need) -> Option<(Span, &'n [Node])> {
        let node = self.shaped(name, need, Shape::List)?;
        as_list(name, node, self.diags)
    }

    /// Reports every member that was not asked for.
    pub(super) fn finish(self) {
        for entry in self.entries {
            let name = entry.key.text.as_str();
            let known = || self.asked.iter().map(|asked| asked.name);
            if known().any(|known| known == name) {
                continue;
            }
            let message = format!("{} has no member {}", self.what, quote(name));
            let help = did_you_mean(name, known()).unwrap_or_else(|| {
                let names = choices(known());
                format!(
                    "remove it; the members are {}",
                    names.replace(" or ", " and ")
                )
            });
            self.diags.push(
                Diagnostic::new(Code::OrderingUnknownField, entry.key.span, message).help(help),
            );
        }
    }
}

fn names<T>(words: Words<T>) -> Vec<&'static str> {
    words.iter().map(|&(name, _)| name).collect()
}

fn as_list<'n>(name: &str, node: &'n Node, diags: &mut Diagnostics) -> Option<(Span, &'n [Node])> {
    if let Value::List(items) = &node.value {
        return Some((node.span, items));
    }
    let message = format!("`{name}` must be a list and is {}", node.kind());
    let help = "write a list: `[…]`".to_owned();
    report(diags, node, Code::OrderingType, message, help);
    None
}

fn as_filled<'n>(name: &str, node: &'n Node, diags: &mut Diagnostics) -> Option<&'n Text> {
    let Some(text) = node.as_text() else {
        let message = format!("`{name}` must be a string and is {}", node.kind());
        let help = "write a string, in quotes".to_owned();
        report(diags, node, Code::OrderingType, message, help);
        return None;
    };
    if text.value.is_empty() {
        let message = format!("`{name}` is an empty string");
        let help = "write a value".to_owned();
        report(diags, node, Code::OrderingValue, message, help);
        return None;
    }
    Some(text)
}

fn as_word<T: Copy>(
    name: &str,
    text: &Text,
    words: Words<T>,
    diags: &mut Diagnostics,
) -> Option<T> {
    let found = meaning(words, &text.value);
    if found.is_none() {
        let names = || words.iter().map(|&(name, _)| name);
        let message = format!("`{name}` cannot be {}", quote(&text.value));
        let help = did_you_mean(&text.value, names())
            .unwrap_or_else(|| format!("write {}", choices(names())));
        diags.push(Diagnostic::new(Code::OrderingValue, text.span, message).help(help));
    }
    found
}

/// Reports a defect of a value, unless the reader of the file has reported it already.
fn report(diags: &mut Diagnostics, node: &Node, code: Code, message: String, help: String) {
    if !matches!(node.value, Value::Refused) {
        diags.push(Diagnostic::new(code, node.span, message).help(help));
    }
}

/// What to do about a value that is not `true` or `false`.
fn flag_help(node: &Node) -> String {
    let text = node.as_text().map(|text| text.value.to_lowercase());
    match text.as_deref() {
        Some("true" | "yes" | "on") => "write `true`, without quotes",
        Some("false" | "no" | "off") => "write `false`, without quotes",
        _ => "write `true` or `false`",
    }
    .to_owned()
}
