//! Puts nodes together from what a reader meets, without recursion.
//!
//! The YAML and the JSON reader share it, so that depth, keys and duplicates mean the same in both.

use super::text::span;
use super::{Entry, Key, Node, Value};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, FileId, Span, quote};

/// What the next node is to its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// The root of the document.
    Root,
    /// An item of a list.
    Item,
    /// A key of a mapping.
    Key,
    /// The value of the last key, which stands there.
    Value(Span),
}

/// A document that is not read any further; the reason was reported.
#[derive(Debug)]
pub(super) struct Abandoned;

/// One document in the making.
#[derive(Debug)]
pub(super) struct Tree<'d> {
    file: FileId,
    depth: usize,
    stack: Vec<Frame>,
    root: Option<Node>,
    /// Where errors of this document were reported.
    errors: Vec<Span>,
    /// What to do about the next list or mapping that turns out to be a key.
    pub(super) advice: Option<String>,
    diags: &'d mut Diagnostics,
}

#[derive(Debug)]
struct Frame {
    start: usize,
    /// Whether an object stood where a key is due.
    refused: bool,
    items: Items,
}

#[derive(Debug)]
enum Items {
    List(Vec<Node>),
    Map {
        entries: Vec<Entry>,
        key: Option<PendingKey>,
    },
}

#[derive(Debug)]
enum PendingKey {
    Good(Key),
    /// A key that was refused: its value is read for its own errors, and dropped.
    Bad(Span),
}

impl<'d> Tree<'d> {
    pub(super) fn new(file: FileId, depth: usize, diags: &'d mut Diagnostics) -> Self {
        Self {
            file,
            depth,
            stack: Vec::new(),
            root: None,
            errors: Vec::new(),
            advice: None,
            diags,
        }
    }

    /// Reports an error of this document.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.errors.push(diagnostic.span);
        self.diags.push(diagnostic);
    }

    /// Whether an error was reported on the line of that place.
    pub(super) fn reported_on_line(&self, place: Span, text: &str) -> bool {
        let between = |error: &Span| {
            let (from, to) = (error.start.min(place.start), error.start.max(place.start));
            text.get(from as usize..to as usize)
        };
        let same = |error: &Span| between(error).is_some_and(|between| !between.contains('\n'));
        self.errors.iter().any(same)
    }

    /// A span of this file.
    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        span(self.file, start, end)
    }

    /// The file read.
    pub(super) fn file(&self) -> FileId {
        self.file
    }

    /// Whether the innermost list or mapping has no member yet.
    pub(super) fn is_empty(&self) -> bool {
        match self.stack.last().map(|frame| &frame.items) {
            None => self.root.is_none(),
            Some(Items::List(items)) => items.is_empty(),
            Some(Items::Map { entries, key }) => entries.is_empty() && key.is_none(),
        }
    }

    /// What the next node will be.
    pub(super) fn slot(&self) -> Slot {
        match self.stack.last().map(|frame| &frame.items) {
            None => Slot::Root,
            Some(Items::List(_)) => Slot::Item,
            Some(Items::Map { key: None, .. }) => Slot::Key,
            Some(Items::Map { key: Some(key), .. }) => Slot::Value(key.span()),
        }
    }

    /// Begins a list.
    pub(super) fn open_list(&mut self, start: usize) -> Result<(), Abandoned> {
        self.open(start, Items::List(Vec::new()))
    }

    /// Begins a mapping.
    pub(super) fn open_map(&mut self, start: usize) -> Result<(), Abandoned> {
        let entries = Vec::new();
        self.open(start, Items::Map { entries, key: None })
    }

    fn open(&mut self, start: usize, items: Items) -> Result<(), Abandoned> {
        if self.stack.len() >= self.depth {
            let place = self.span(start, start + 1);
            self.report(too_deep(place, self.depth));
            return Err(Abandoned);
        }
        self.stack.push(Frame {
            start,
            refused: false,
            items,
        });
        Ok(())
    }

    /// Ends the innermost list or mapping; without an `end` it ends where its last member does.
    pub(super) fn close(&mut self, end: Option<usize>) {
        let Some(frame) = self.stack.pop() else {
            return;
        };
        let last = match &frame.items {
            Items::List(items) => items.last().map(|node| node.span),
            Items::Map { entries, .. } => entries.last().map(|entry| entry.value.span),
        };
        let last = last.map_or(frame.start, |span| span.end as usize);
        let place = self.span(frame.start, end.unwrap_or(last).max(frame.start));
        let value = match frame.items {
            // Not an object at all, most likely: what it should have been is another error about one slip.
            Items::Map { .. } if frame.refused => Value::Refused,
            Items::List(items) => Value::List(items),
            Items::Map { entries, .. } => Value::Map(self.without_duplicates(entries)),
        };
        self.put(Node { span: place, value });
    }

    /// Adds a finished node.
    pub(super) fn put(&mut self, node: Node) {
        match self.stack.last_mut().map(|frame| &mut frame.items) {
            None => self.root = Some(node),
            Some(Items::List(items)) => items.push(node),
            Some(Items::Map { entries, key }) => match key.take() {
                Some(PendingKey::Good(key)) => entries.push(Entry { key, value: node }),
                Some(PendingKey::Bad(_)) => {}
                None => self.put_key(node),
            },
        }
    }

    fn put_key(&mut self, node: Node) {
        let pending = match node.value {
            Value::String(text) => PendingKey::Good(Key {
                span: text.span,
                text: text.value,
            }),
            Value::Refused => PendingKey::Bad(node.span),
            _ => {
                let diagnostic = key_not_string(&node, self.advice.take());
                self.report(diagnostic);
                if let (Value::Map(_), Some(frame)) = (&node.value, self.stack.last_mut()) {
                    frame.refused = true;
                }
                PendingKey::Bad(node.span)
            }
        };
        if let Some(Items::Map { key, .. }) = self.stack.last_mut().map(|frame| &mut frame.items) {
            *key = Some(pending);
        }
    }

    /// Keeps the first of several members of one name and reports the others.
    fn without_duplicates(&mut self, mut entries: Vec<Entry>) -> Vec<Entry> {
        let mut order: Vec<usize> = (0..entries.len()).collect();
        order.sort_by(|&a, &b| {
            key_text(&entries, a)
                .cmp(key_text(&entries, b))
                .then(a.cmp(&b))
        });
        let mut second = vec![false; entries.len()];
        let mut first = None;
        for &at in &order {
            let Some(key) = entries.get(at).map(|entry| &entry.key) else {
                continue;
            };
            match first {
                Some((name, place)) if name == key.text.as_str() => {
                    self.errors.push(key.span);
                    self.diags.push(duplicate(key, place));
                    if let Some(flag) = second.get_mut(at) {
                        *flag = true;
                    }
                }
                _ => first = Some((key.text.as_str(), key.span)),
            }
        }
        let mut flags = second.into_iter();
        entries.retain(|_| !flags.next().unwrap_or(false));
        entries
    }

    /// The finished root, and where errors were reported in it.
    pub(super) fn finish(self) -> Option<(Node, Vec<Span>)> {
        self.root.map(|root| (root, self.errors))
    }
}

impl PendingKey {
    fn span(&self) -> Span {
        match self {
            PendingKey::Good(key) => key.span,
            PendingKey::Bad(span) => *span,
        }
    }
}

fn key_text(entries: &[Entry], at: usize) -> &str {
    entries.get(at).map_or("", |entry| entry.key.text.as_str())
}

fn key_not_string(node: &Node, advice: Option<String>) -> Diagnostic {
    let help = match &node.value {
        Value::Number(number) => format!("quote it: `\"{}\"`", number.text),
        Value::Bool(value) => format!("quote it: `\"{value}\"`"),
        Value::Null => "write a key, or remove the member".to_owned(),
        _ => advice.unwrap_or_else(|| "write each key as a string".to_owned()),
    };
    Diagnostic::new(
        Code::KeyNotString,
        node.span,
        format!("a key must be a string, not {}", node.kind()),
    )
    .help(help)
}

fn duplicate(key: &Key, first: Span) -> Diagnostic {
    Diagnostic::new(
        Code::DuplicateKey,
        key.span,
        format!("{} is written twice in one object", quote(&key.text)),
    )
    .label("the second one")
    .secondary(first, "the first one")
    .help("keep one of the two; readers of YAML and JSON do not agree about which one counts")
}

/// The error for a list or mapping one level too deep.
pub(super) fn too_deep(place: Span, depth: usize) -> Diagnostic {
    Diagnostic::new(
        Code::TooDeep,
        place,
        format!("lists and objects are nested more than {depth} levels deep"),
    )
    .help("a rule, capability or configuration document never needs more than a few levels")
}
