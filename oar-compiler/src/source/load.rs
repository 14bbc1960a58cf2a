//! Bytes to documents: the entry of the stage.

use super::text::span;
use super::tree::Tree;
use super::{Document, Format, Limits, Node, Value, json, yaml};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, FileId, Sources, Span};

/// Adds a file to `sources` and reads its documents.
///
/// A document that does not read at all is missing from the result and was reported; one with a defect that leaves the
/// rest readable is there, and `broken`. Never panics, whatever the bytes; time and memory are linear in them.
///
/// # Errors
/// Reported into `diags`: bytes that are not UTF-8, control characters, syntax, depth, size, and everything in YAML
/// that would silently change what a rule means.
pub fn load(
    name: &str,
    bytes: &[u8],
    format: Format,
    limits: &Limits,
    sources: &mut Sources,
    diags: &mut Diagnostics,
) -> Vec<Document> {
    if bytes.len() > limits.file_bytes.min(u32::MAX as usize / 2) {
        let file = sources.add(name, "");
        diags.push(too_large(file, bytes.len(), limits));
        return Vec::new();
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            // What stands before the bad byte is the same in the text shown, so its offset is as well.
            let file = sources.add(name, String::from_utf8_lossy(bytes));
            diags.push(not_utf8(file, bytes, error.valid_up_to()));
            return Vec::new();
        }
    };
    let file = sources.add(name, text);
    read(file, text, format, limits, diags)
}

fn read(
    file: FileId,
    text: &str,
    format: Format,
    limits: &Limits,
    diags: &mut Diagnostics,
) -> Vec<Document> {
    let roots = match format {
        Format::Yaml => read_yaml(file, text, limits, diags),
        Format::Json => read_json(file, text, limits, diags),
    };
    let Some(roots) = roots else {
        return Vec::new();
    };
    if roots.is_empty() {
        diags.push(no_document(file, text));
    }
    let member = roots.len() > 1 || roots.iter().any(|root| root.member);
    let mut documents = Vec::new();
    for root in roots {
        let Some((node, broken)) = root.node else {
            continue;
        };
        if documents.len() == limits.documents {
            diags.push(too_many(&node, limits));
            break;
        }
        documents.push(Document {
            file,
            format,
            member,
            broken,
            root: node,
        });
    }
    documents
}

/// One document found, or the place of one lost.
struct Root {
    node: Option<(Node, bool)>,
    /// Whether it is a member of a JSON array, even if the only one.
    member: bool,
}

fn read_yaml(
    file: FileId,
    text: &str,
    limits: &Limits,
    diags: &mut Diagnostics,
) -> Option<Vec<Root>> {
    if let Some(diagnostic) = unprintable(file, text) {
        diags.push(diagnostic);
        return None;
    }
    let documents = yaml::read(file, text, limits, diags);
    let root = |node| Root {
        node,
        member: false,
    };
    Some(documents.into_iter().map(root).collect())
}

fn read_json(
    file: FileId,
    text: &str,
    limits: &Limits,
    diags: &mut Diagnostics,
) -> Option<Vec<Root>> {
    let start = text.len() - text.trim_start_matches(BYTE_ORDER_MARK).len();
    let start = start.min(BYTE_ORDER_MARK.len_utf8());
    let body = text.get(start..).unwrap_or_default();
    if body
        .bytes()
        .all(|b| matches!(b, b' ' | b'\t' | b'\n' | b'\r'))
    {
        return Some(Vec::new());
    }
    let mut tree = Tree::new(file, limits.depth, diags);
    json::read(text, start, &mut tree).ok()?;
    let (root, errors) = tree.finish()?;
    let (nodes, member) = match root.value {
        Value::List(members) => (members, true),
        _ => (vec![root], false),
    };
    let root = |node: Node| {
        let within = |error: &Span| node.span.start <= error.start && error.end <= node.span.end;
        let broken = errors.iter().any(within);
        Root {
            node: Some((node, broken)),
            member,
        }
    };
    Some(nodes.into_iter().map(root).collect())
}

const BYTE_ORDER_MARK: char = '\u{feff}';

/// The first character that YAML does not allow in a file: control characters, and a byte order mark anywhere but at
/// the very start.
fn unprintable(file: FileId, text: &str) -> Option<Diagnostic> {
    let bad = |at: usize, ch: char| match ch {
        '\t' | '\n' => false,
        // Alone it ends a line for YAML and for few editors.
        '\r' => text.as_bytes().get(at + 1) != Some(&b'\n'),
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => true,
        _ => ch == BYTE_ORDER_MARK && at > 0,
    };
    let (at, ch) = text.char_indices().find(|&(at, ch)| bad(at, ch))?;
    let place = span(file, at, at + ch.len_utf8());
    let diagnostic = if ch == BYTE_ORDER_MARK {
        Diagnostic::new(
            Code::ByteOrderMark,
            place,
            "a byte order mark (U+FEFF) stands inside the file, where it cannot be seen",
        )
        .help("remove it; it is legal only as the first character of a file")
    } else {
        Diagnostic::new(
            Code::ControlCharacter,
            place,
            format!(
                "the file holds the control character U+{:04X}",
                u32::from(ch)
            ),
        )
        .help(format!(
            "remove it, or write it as `\\u{:04x}` in double quotes",
            u32::from(ch)
        ))
    };
    Some(diagnostic)
}

fn too_large(file: FileId, size: usize, limits: &Limits) -> Diagnostic {
    Diagnostic::new(
        Code::FileTooLarge,
        span(file, 0, 0),
        format!(
            "the file has {size} bytes, and the loader reads at most {}",
            limits.file_bytes
        ),
    )
    .help("split the pack into several files")
}

fn not_utf8(file: FileId, bytes: &[u8], at: usize) -> Diagnostic {
    let byte = bytes.get(at).copied().unwrap_or_default();
    let shown = '\u{fffd}'.len_utf8();
    let message = match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "the file is UTF-16, not UTF-8".to_owned(),
        _ => format!("the file is not UTF-8: byte {at} is `0x{byte:02x}`"),
    };
    Diagnostic::new(Code::NotUtf8, span(file, at, at + shown), message)
        .help("save the file as UTF-8")
}

fn no_document(file: FileId, text: &str) -> Diagnostic {
    let first = text.chars().next().map_or(0, char::len_utf8);
    Diagnostic::new(
        Code::EmptyFile,
        span(file, 0, first),
        "the file holds no document",
    )
    .help("write a document into it, or delete it")
}

fn too_many(node: &Node, limits: &Limits) -> Diagnostic {
    Diagnostic::new(
        Code::TooManyDocuments,
        node.span,
        format!("there are more than {} documents", limits.documents),
    )
    .help("load fewer documents at once")
}
