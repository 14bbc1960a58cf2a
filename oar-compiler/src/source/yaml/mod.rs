//! The YAML reader: events of the parser to trees, refusing what would change the meaning of a policy unseen.

mod block;
mod flow;
mod help;
mod resolve;

use std::borrow::Cow;
use std::ops::Range;

use granit_parser::{
    ErrorKind, Event, Parser, ScalarStyle, ScanError, Span as Place, StrInput, StructureStyle,
};

use super::text::span;
use super::tree::{Abandoned, Slot, Tree, too_deep};
use super::{Limits, Node, Text, Value};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, FileId, Span, quote};

/// Reads every document of a stream: `Some` for one that could be read, with whether an error was reported in it,
/// `None` for one that could not.
pub(super) fn read(
    file: FileId,
    text: &str,
    limits: &Limits,
    diags: &mut Diagnostics,
) -> Vec<Option<(Node, bool)>> {
    let mut stream = Stream {
        file,
        text,
        depth: limits.depth,
        events: Parser::new_from_str_with_options(text, options(text, limits)),
    };
    let mut documents = Vec::new();
    // One more than allowed is read, so that the caller sees that there are too many.
    while documents.len() <= limits.documents {
        match stream.document(diags) {
            Next::Document(node, broken) => documents.push(Some((node, broken))),
            Next::Lost => documents.push(None),
            Next::End => break,
        }
    }
    documents
}

fn options(text: &str, limits: &Limits) -> granit_parser::Options {
    granit_parser::options! {
        disallow_directives: true,
        // Aliases are refused here, each at its place, whether or not they name an anchor.
        emit_unresolved_aliases: true,
        emit_anchor_events: true,
        emit_comments: false,
        // A key on one line may be as long as the file: the parser's limit would be reported as bad syntax.
        simple_key_max_lookahead: text.len().min(4096),
        flow_nesting_limit: limits.depth,
        block_nesting_limit: limits.depth,
    }
}

struct Stream<'s> {
    file: FileId,
    text: &'s str,
    depth: usize,
    events: Parser<'s, StrInput<'s>>,
}

enum Next {
    Document(Node, bool),
    Lost,
    End,
}

impl<'s> Stream<'s> {
    /// The next document of the stream.
    fn document(&mut self, diags: &mut Diagnostics) -> Next {
        loop {
            match self.events.next_event() {
                None | Some(Ok((Event::StreamEnd, _))) => return Next::End,
                Some(Ok((Event::DocumentStart(..), place))) => {
                    return self.compose(place, diags);
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => {
                    diags.push(self.syntax(&error));
                    return self.give_up();
                }
            }
        }
    }

    fn compose(&mut self, start: Place, diags: &mut Diagnostics) -> Next {
        let mut composer = Composer {
            text: self.text,
            start: range(&start),
            tree: Tree::new(self.file, self.depth, diags),
            tagged: false,
        };
        loop {
            let step = match self.events.next_event() {
                None | Some(Ok((Event::DocumentEnd | Event::StreamEnd, _))) => break,
                Some(Ok((event, place))) => composer.event(event, &place),
                Some(Err(error)) => {
                    let syntax = self.syntax(&error);
                    // What stands behind `{{ x }}` on its line is the same mistake as the `{{`.
                    if !composer.tree.reported_on_line(syntax.span, self.text) {
                        composer.tree.report(syntax);
                    }
                    Err(Abandoned)
                }
            };
            if step.is_err() {
                return self.give_up();
            }
        }
        match composer.tree.finish() {
            Some((node, errors)) => Next::Document(node, !errors.is_empty()),
            None => Next::Lost,
        }
    }

    /// Leaves the rest of a document that cannot be read, and finds the next one.
    fn give_up(&mut self) -> Next {
        // Whatever the search runs into lies in the document that is lost already.
        if !matches!(self.events.proceed_next_document(), Ok(true)) {
            self.events = Parser::new_from_str_with_options("", granit_parser::Options::default());
        }
        Next::Lost
    }

    fn syntax(&self, error: &ScanError) -> Diagnostic {
        let at = error
            .marker()
            .byte_offset()
            .unwrap_or(0)
            .min(self.text.len());
        let rest = self.text.get(at..).unwrap_or_default();
        let first = rest.chars().next().filter(|&ch| ch != '\n');
        let length = match error.kind() {
            ErrorKind::DirectiveDisallowed | ErrorKind::SimpleKeyExpected => {
                rest.lines().next().unwrap_or_default().trim_end().len()
            }
            _ => first.map_or(0, char::len_utf8),
        };
        let place = match error.kind() {
            ErrorKind::UnknownQuotedScalarEscape => help::unknown_escape(rest)
                .map_or((at, length), |(from, length)| (at + from, length)),
            _ => (at, length),
        };
        let place = span(self.file, place.0, place.0 + place.1);
        match error.kind() {
            ErrorKind::RecursionLimitExceeded => too_deep(place, self.depth),
            _ => help::syntax(self.text, at, place, error),
        }
    }
}

struct Composer<'s, 'd> {
    text: &'s str,
    /// The `---` that begins the document, if there is one.
    start: Range<usize>,
    tree: Tree<'d>,
    /// Whether the last node had a tag: its anchor is then part of the same mistake.
    tagged: bool,
}

impl<'s> Composer<'s, '_> {
    fn event(&mut self, event: Event<'s>, place: &Place) -> Result<(), Abandoned> {
        let at = range(place);
        if event.is_node() {
            self.tagged = false;
        }
        if event.tag().is_some() {
            self.tag(place);
        }
        match event {
            Event::Scalar(value, style, ..) => self.scalar(value, style, at),
            Event::SequenceStart(style, ..) => {
                self.indentation(style, at.start);
                self.tree.open_list(at.start)?;
            }
            Event::MappingStart(style, ..) => {
                self.indentation(style, at.start);
                self.tree.open_map(at.start)?;
            }
            // The end of a block collection is the next token; of a flow collection, its bracket.
            Event::SequenceEnd | Event::MappingEnd => {
                // `{{ x }}` is an object whose key is an object.
                self.tree.advice = help::quote_value(self.text, at.start);
                self.tree.close(Some(at.end).filter(|_| !at.is_empty()));
            }
            Event::Anchor(..) if !self.tagged => self.anchor(at),
            Event::Alias(..) | Event::UnresolvedAlias(..) => self.alias(at),
            _ => {}
        }
        Ok(())
    }

    fn scalar(&mut self, value: Cow<'s, str>, style: ScalarStyle, at: Range<usize>) {
        let place = self.tree.span(at.start, at.end);
        let value = if self.tagged {
            Value::Refused
        } else if style != ScalarStyle::Plain {
            Value::String(self.string(&value, style, at.clone()))
        } else if at.is_empty() {
            Value::Null
        } else if value == "<<" && self.tree.slot() == Slot::Key {
            self.tree.report(merge_key(place));
            Value::Refused
        } else {
            match resolve::plain(&value) {
                Some(value) => value,
                None => Value::String(self.string(&value, style, at.clone())),
            }
        };
        let span = match &value {
            Value::Null => self.null_place(at),
            Value::String(text) => text.span,
            _ => place,
        };
        self.tree.put(Node { span, value });
    }

    fn string(&self, value: &str, style: ScalarStyle, at: Range<usize>) -> Text {
        let file = self.tree.file();
        let raw = self.text.get(at.clone()).unwrap_or_default();
        let (start, end) = match style {
            // The parser counts the line breaks after a block scalar as its own.
            ScalarStyle::Literal | ScalarStyle::Folded if !raw.trim_end().is_empty() => {
                (at.start, at.start + raw.trim_end().len())
            }
            // Without text, its header is all there is to show.
            ScalarStyle::Literal | ScalarStyle::Folded => {
                let header = self.text.get(..at.start).unwrap_or_default().trim_end();
                (header.len().saturating_sub(1), header.len())
            }
            _ => (at.start, at.end),
        };
        let placed = match style {
            ScalarStyle::Literal => block::decode(self.text, at, value, block::Style::Literal),
            ScalarStyle::Folded => block::decode(self.text, at, value, block::Style::Folded),
            ScalarStyle::Plain => Some(flow::decode(raw, at.start, flow::Style::Plain)),
            ScalarStyle::SingleQuoted => Some(flow::decode(raw, at.start, flow::Style::Single)),
            ScalarStyle::DoubleQuoted => Some(flow::decode(raw, at.start, flow::Style::Double)),
        };
        match placed {
            Some(placed) if placed.value() == value => placed.finish(file, start, end),
            // The parser's value is the document's; without places, errors mark the whole string.
            _ => Text::new(value.to_owned(), self.tree.span(start, end), Vec::new()),
        }
    }

    /// An empty value has no bytes of its own: it is shown at its key, or at the start of its document.
    fn null_place(&self, at: Range<usize>) -> Span {
        if !at.is_empty() {
            return self.tree.span(at.start, at.end);
        }
        match self.tree.slot() {
            Slot::Value(key) => key,
            Slot::Root => self.tree.span(self.start.start, self.start.end),
            Slot::Item | Slot::Key => {
                let dash = self.text.get(..at.start).unwrap_or_default().trim_end();
                self.tree.span(dash.len().saturating_sub(1), dash.len())
            }
        }
    }

    fn tag(&mut self, place: &Place) {
        self.tagged = true;
        let at = place
            .tag_span()
            .map_or_else(|| range(place), |tag| range(&tag));
        let tag = self.text.get(at.clone()).unwrap_or_default();
        let quoted = help::quote_value(self.text, at.start).filter(|_| !tag.starts_with("!!"));
        let help = quoted.unwrap_or_else(|| {
            "remove the tag, or put the whole value in quotes if the `!` belongs to it".to_owned()
        });
        let place = self.tree.span(at.start, at.end);
        self.tree.report(
            Diagnostic::new(
                Code::YamlTag,
                place,
                format!("{} is a YAML tag here, not part of the value", quote(tag)),
            )
            .label("a value that begins with `!` must be quoted")
            .help(help),
        );
    }

    fn anchor(&mut self, at: Range<usize>) {
        let name = self.text.get(at.clone()).unwrap_or_default();
        let place = self.tree.span(at.start, at.end);
        self.tree.report(
            Diagnostic::new(
                Code::YamlAnchor,
                place,
                format!(
                    "{} is a YAML anchor, which rule documents do not use",
                    quote(name)
                ),
            )
            .help("remove it, or put the whole value in quotes if the `&` belongs to it"),
        );
    }

    fn alias(&mut self, at: Range<usize>) {
        let name = self.text.get(at.clone()).unwrap_or_default();
        let place = self.tree.span(at.start, at.end);
        let rest = self.text.get(at.end..).unwrap_or_default();
        let alone = rest.lines().next().unwrap_or_default().trim().is_empty();
        let help = help::quote_value(self.text, at.start)
            .filter(|_| !alone)
            .unwrap_or_else(|| {
                "write the value out, or put it in quotes if the `*` belongs to it".to_owned()
            });
        self.tree.report(
            Diagnostic::new(
                Code::YamlAlias,
                place,
                format!(
                    "{} is a YAML alias, which rule documents do not use",
                    quote(name)
                ),
            )
            .help(help),
        );
        self.tree.put(Node {
            span: place,
            value: Value::Refused,
        });
    }

    /// Refuses a tab before a block collection: the parser lets it pass on the first line of a document.
    fn indentation(&mut self, style: StructureStyle, at: usize) {
        let before = self.text.get(..at).unwrap_or_default();
        let line = before.rfind('\n').map_or(0, |newline| newline + 1);
        let indent = before.get(line..).unwrap_or_default();
        let blank = indent.bytes().all(|b| matches!(b, b' ' | b'\t'));
        if style == StructureStyle::Block
            && blank
            && let Some(tab) = indent.find('\t')
        {
            let place = self.tree.span(line + tab, line + tab + 1);
            self.tree.report(help::tab(place));
        }
    }
}

fn merge_key(place: Span) -> Diagnostic {
    Diagnostic::new(
        Code::YamlMergeKey,
        place,
        "`<<` is a YAML merge key, which rule documents do not use",
    )
    .help("write the members out")
}

fn range(place: &Place) -> Range<usize> {
    place.byte_range().unwrap_or(0..0)
}
