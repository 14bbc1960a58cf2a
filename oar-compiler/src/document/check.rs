//! Holds a document against its table and reports every difference.

use std::collections::HashMap;
use std::fmt;

use super::pattern::Pattern;
use super::say::{closed_world, describe, found, one_of};
use super::shape::{DocumentShape, List, Member, Shape, is_extension};
use super::slips;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Span, did_you_mean, quote};
use crate::source::{Entry, Node, Text, Value};

/// Where in a document something stands: `copy.what`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path<'p> {
    parent: Option<&'p Path<'p>>,
    name: &'p str,
    /// Whether it is an item of the list there.
    item: bool,
}

impl<'p> Path<'p> {
    pub(super) fn top(name: &'p str) -> Self {
        Path {
            parent: None,
            name,
            item: false,
        }
    }

    fn item(self) -> Self {
        Path { item: true, ..self }
    }

    /// What stands there, for messages.
    fn quoted(&self) -> String {
        if self.item {
            format!("an item of `{self}`")
        } else {
            format!("`{self}`")
        }
    }

    /// Whether it is that member of the document itself.
    fn is(&self, name: &str) -> bool {
        self.parent.is_none() && self.name == name
    }

    fn member<'q>(&'q self, name: &'q str) -> Path<'q> {
        Path {
            parent: Some(self),
            name,
            item: false,
        }
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(parent) = self.parent {
            write!(f, "{parent}.")?;
        }
        f.write_str(self.name)
    }
}

/// Checks one document and remembers whether it is sound.
#[derive(Debug)]
pub(super) struct Checker<'d> {
    /// Whether an error was reported.
    pub(super) broken: bool,
    diags: &'d mut Diagnostics,
}

impl<'d> Checker<'d> {
    pub(super) fn new(broken: bool, diags: &'d mut Diagnostics) -> Self {
        Self { broken, diags }
    }

    /// Reports an error in the document.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.broken = true;
        self.diags.push(diagnostic);
    }

    /// Reports something that leaves the document sound.
    pub(super) fn warn(&mut self, diagnostic: Diagnostic) {
        self.diags.push(diagnostic);
    }

    /// Checks every member of a document's root. `at` is the place of the document as a whole.
    pub(super) fn document(&mut self, entries: &[Entry], shape: &DocumentShape, at: Span) {
        for entry in entries {
            let name = entry.key.text.as_str();
            match shape.members.iter().find(|member| member.name == name) {
                Some(member) => {
                    self.value(&entry.value, &member.shape, Path::top(name), member.clause);
                }
                None if shape.extensions && is_extension(name) => {}
                None => self.unknown_field(entry, shape),
            }
        }
        for member in shape.members {
            if member.required && !entries.iter().any(|entry| entry.key.text == member.name) {
                let message = format!("the {} has no `{}`", shape.name, member.name);
                self.report(
                    Diagnostic::new(Code::MissingField, at, message)
                        .clause(shape.missing)
                        .help(format!(
                            "add `{}`: {}",
                            member.name,
                            describe(&member.shape)
                        )),
                );
            }
        }
    }

    fn unknown_field(&mut self, entry: &Entry, shape: &DocumentShape) {
        let name = entry.key.text.as_str();
        let message = format!("a {} has no member {}", shape.name, quote(name));
        let names = shape.members.iter().map(|member| member.name);
        let help = slips::field(shape.marker, name)
            .or_else(|| {
                is_extension(name).then_some("`x-` members are legal in rule documents only")
            })
            .map(str::to_owned)
            .or_else(|| did_you_mean(name, names.clone()))
            .unwrap_or_else(|| {
                let known: Vec<String> = names.map(|name| format!("`{name}`")).collect();
                format!("remove it; the members are {}", known.join(", "))
            });
        self.report(
            Diagnostic::new(Code::UnknownField, entry.key.span, message)
                .clause(shape.unknown)
                .help(help),
        );
    }

    fn value(&mut self, node: &Node, shape: &Shape, path: Path<'_>, clause: &'static str) {
        match (&node.value, shape) {
            (Value::Refused, _) => {}
            (Value::Null, _) => self.null(node, path, clause),
            (Value::Bool(_), Shape::Bool) => {}
            (Value::Number(number), Shape::Integer(least)) => match number.as_i64() {
                Some(value) if value >= *least => {}
                Some(_) => self.too_small(node, &number.text, *least, path, clause),
                None => self.wrong_type(node, shape, path, clause),
            },
            (Value::String(text), Shape::Text) => self.text(text, path, clause),
            (Value::String(text), Shape::NonEmpty) => {
                if text.value.is_empty() {
                    self.empty_text(text, path, clause);
                } else {
                    self.text(text, path, clause);
                }
            }
            (Value::String(text), Shape::Name(pattern)) => {
                self.name(text, *pattern, path, clause);
            }
            (Value::String(text), Shape::Word(words)) => self.word(text, words, path, clause),
            (Value::List(items), Shape::List(list)) => self.list(node, items, list, path, clause),
            (Value::Map(entries), Shape::Map { key, value }) => {
                self.map(entries, *key, value, path, clause);
            }
            (Value::Map(entries), Shape::Object(members)) => {
                self.object(node, entries, members, path, clause);
            }
            _ => self.wrong_type(node, shape, path, clause),
        }
    }

    fn null(&mut self, node: &Node, path: Path<'_>, clause: &'static str) {
        let help = if path.item {
            "write the item, or remove it".to_owned()
        } else {
            format!("give `{path}` a value, or leave it out")
        };
        self.report(
            Diagnostic::new(
                Code::NullValue,
                node.span,
                format!("{} is null", path.quoted()),
            )
            .clause(clause)
            .label("a value left out, `~` and `null` are all null, and null is no value here")
            .help(help),
        );
    }

    fn too_small(
        &mut self,
        node: &Node,
        number: &str,
        least: i64,
        path: Path<'_>,
        clause: &'static str,
    ) {
        let message = format!(
            "{} must be at least {least}, not {}",
            path.quoted(),
            quote(number)
        );
        self.report(
            Diagnostic::new(Code::OutOfRange, node.span, message)
                .clause(clause)
                .help(format!("write {least} or more")),
        );
    }

    fn wrong_type(&mut self, node: &Node, shape: &Shape, path: Path<'_>, clause: &'static str) {
        let message = format!(
            "{} must be {}, not {}",
            path.quoted(),
            describe(shape),
            found(node)
        );
        let diagnostic = Diagnostic::new(Code::WrongType, node.span, message).clause(clause);
        let help = match node.value {
            Value::Bool(value) if path.is("when") => Some(slips::constant(value).to_owned()),
            _ => slips::type_help(node, shape),
        };
        self.report(match help {
            Some(help) => diagnostic.help(help),
            None => diagnostic.help(format!("write {}", describe(shape))),
        });
    }

    /// Refuses the unquoted words that half of all YAML readers take for booleans.
    fn text(&mut self, text: &Text, path: Path<'_>, clause: &'static str) {
        let Some(value) = text.old_boolean() else {
            return;
        };
        let word = &text.value;
        let help = if path.is("when") {
            slips::constant(value).to_owned()
        } else {
            format!("quote it: `\"{word}\"`")
        };
        self.report(
            Diagnostic::new(
                Code::AmbiguousWord,
                text.span,
                format!(
                    "{} is the unquoted word `{word}`, which many YAML readers take for a boolean",
                    path.quoted()
                ),
            )
            .clause(clause)
            .help(help),
        );
    }

    fn empty_text(&mut self, text: &Text, path: Path<'_>, clause: &'static str) {
        self.report(
            Diagnostic::new(
                Code::EmptyValue,
                text.span,
                format!("{} is an empty string", path.quoted()),
            )
            .clause(clause)
            .help("write a value, or remove the empty one"),
        );
    }

    fn name(&mut self, text: &Text, pattern: Pattern, path: Path<'_>, clause: &'static str) {
        if pattern.matches(&text.value) {
            return self.text(text, path, clause);
        }
        let message = format!(
            "{} is {}, which is not {}",
            path.quoted(),
            quote(&text.value),
            pattern.describe()
        );
        let help = slips::name(pattern, &text.value);
        self.report(
            Diagnostic::new(Code::MalformedName, text.span, message)
                .clause(clause)
                .help(help),
        );
    }

    fn word(&mut self, text: &Text, words: &[&'static str], path: Path<'_>, clause: &'static str) {
        if words.contains(&text.value.as_str()) {
            return;
        }
        let known = one_of(words);
        let message = format!(
            "{} must be {known}, not {}",
            path.quoted(),
            quote(&text.value)
        );
        let help = slips::word(&text.value, words)
            .or_else(|| did_you_mean(&text.value, words.iter().copied()))
            .unwrap_or_else(|| format!("replace {} by one of these words", quote(&text.value)));
        self.report(
            Diagnostic::new(Code::UnknownWord, text.span, message)
                .clause(clause)
                .help(help),
        );
    }

    fn list(
        &mut self,
        node: &Node,
        items: &[Node],
        list: &List,
        path: Path<'_>,
        clause: &'static str,
    ) {
        if items.is_empty() && !list.may_be_empty {
            self.report(
                Diagnostic::new(
                    Code::EmptyValue,
                    node.span,
                    format!("`{path}` is an empty list"),
                )
                .clause(clause)
                .help(format!("list at least one item, or leave `{path}` out")),
            );
        }
        for item in items {
            self.value(item, list.item, path.item(), clause);
        }
        if list.unique {
            self.unique(items.iter().filter_map(Node::as_text), path, clause);
        }
    }

    /// Refuses strings that stand twice in one list.
    pub(super) fn unique<'t>(
        &mut self,
        items: impl Iterator<Item = &'t Text>,
        path: Path<'_>,
        clause: &'static str,
    ) {
        let mut seen: HashMap<&str, Span> = HashMap::new();
        for text in items {
            if let Some(&first) = seen.get(text.value.as_str()) {
                let message = format!("`{path}` lists {} twice", quote(&text.value));
                self.report(
                    Diagnostic::new(Code::DuplicateItem, text.span, message)
                        .clause(clause)
                        .secondary(first, "the first time")
                        .help("remove one of the two"),
                );
            } else {
                seen.insert(&text.value, text.span);
            }
        }
    }

    fn map(
        &mut self,
        entries: &[Entry],
        key: Option<Pattern>,
        shape: &Shape,
        path: Path<'_>,
        clause: &'static str,
    ) {
        for Entry { key: name, value } in entries {
            if let Some(pattern) = key
                && !pattern.matches(&name.text)
            {
                let described = pattern.describe();
                let message = format!(
                    "`{path}` has the key {}, which is not {described}",
                    quote(&name.text)
                );
                self.report(
                    Diagnostic::new(Code::MalformedName, name.span, message)
                        .clause(clause)
                        .help(slips::name(pattern, &name.text)),
                );
            }
            self.value(value, shape, path.member(&name.text), clause);
        }
    }

    fn object(
        &mut self,
        node: &Node,
        entries: &[Entry],
        members: &[Member],
        path: Path<'_>,
        clause: &'static str,
    ) {
        for Entry { key, value } in entries {
            match members.iter().find(|member| member.name == key.text) {
                Some(member) => {
                    self.value(value, &member.shape, path.member(&key.text), member.clause);
                }
                None => {
                    let names = members.iter().map(|member| member.name);
                    let help = match did_you_mean(&key.text, names.clone()) {
                        Some(help) => help,
                        None if is_extension(&key.text) => {
                            "`x-` members are legal at the top level of a rule document only"
                                .to_owned()
                        }
                        None => {
                            let known: Vec<String> =
                                names.map(|name| format!("`{name}`")).collect();
                            format!("remove it; `{path}` has {}", known.join(", "))
                        }
                    };
                    let message = format!("{} has no member {}", path.quoted(), quote(&key.text));
                    self.report(
                        Diagnostic::new(Code::UnknownField, key.span, message)
                            .clause(closed_world(clause))
                            .help(help),
                    );
                }
            }
        }
        for member in members.iter().filter(|member| member.required) {
            if !entries.iter().any(|entry| entry.key.text == member.name) {
                let message = format!("{} has no `{}`", path.quoted(), member.name);
                self.report(
                    Diagnostic::new(Code::MissingField, node.span, message)
                        .clause(member.clause)
                        .help(format!(
                            "add `{}`: {}",
                            member.name,
                            describe(&member.shape)
                        )),
                );
            }
        }
    }
}
