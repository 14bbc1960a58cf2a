//! The entry of the stage: documents told apart, versions first, then each against its table.

use super::check::Checker;
use super::shape::DocumentShape;
use super::tables::{CAPABILITY, CONFIG, RULE};
use super::{Documents, pattern, read_capability, read_config, read_rule};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Sources, Span, nearest, quote};
use crate::source::{Document, Entry, Format, Limits, Node, Value};

/// The major and minor version of the format that this compiler implements.
/// The version that is read: the only one there is.
pub(crate) const SUPPORTED: &str = "1.0";

/// The member that tells an ordering profile.
const ORDERING: &str = "ordering";

/// A marker is searched for among the first members only.
const KEYS_COMPARED: usize = 100;

const MARKERS: [&str; 4] = [RULE.marker, CAPABILITY.marker, CONFIG.marker, ORDERING];

/// Reads the documents of one pack.
///
/// Every document is read as far as it is sound; what is not was reported into `diags`. Errors of the source stage must
/// already be there: a document that did not load at all is known by them alone ([`Documents::incomplete`]).
pub fn read(
    documents: Vec<Document>,
    limits: &Limits,
    sources: &Sources,
    diags: &mut Diagnostics,
) -> Documents {
    let mut found = Documents {
        incomplete: diags.has_errors(),
        ..Documents::default()
    };
    report_mixed_sets(&documents, diags);
    for (count, document) in documents.into_iter().enumerate() {
        if count == limits.documents {
            diags.push(too_many(&document, limits));
            found.incomplete = true;
            break;
        }
        if one(document, sources, diags, &mut found).is_none() {
            found.incomplete = true;
        }
    }
    found
}

/// Refuses documents of another kind in a file that is a rule set (OAR-DOC-31).
fn report_mixed_sets(documents: &[Document], diags: &mut Diagnostics) {
    let has = |document: &Document, marker: &str| document.root.get(marker).is_some();
    for set in documents.chunk_by(|a, b| a.file == b.file) {
        let Some(rule) = set.iter().find(|document| has(document, RULE.marker)) else {
            continue;
        };
        let others = [CAPABILITY.marker, CONFIG.marker, ORDERING];
        for stray in set {
            let Some(marker) = others.iter().find(|marker| has(stray, marker)) else {
                continue;
            };
            if has(stray, RULE.marker) {
                continue;
            }
            let message = format!(
                "a file of rules holds documents marked `oar` only, and this one has `{marker}`"
            );
            let span = stray
                .root
                .get(marker)
                .map_or(stray.root.span, |entry| entry.key.span);
            let first = rule
                .root
                .get(RULE.marker)
                .map_or(rule.root.span, |entry| entry.key.span);
            diags.push(
                Diagnostic::new(Code::MixedSet, span, message)
                    .secondary(first, "a rule of the same file")
                    .help("move this document to a file of its own"),
            );
        }
    }
}

/// Reads one document; `None` when nothing of it could be read.
fn one(
    document: Document,
    sources: &Sources,
    diags: &mut Diagnostics,
    found: &mut Documents,
) -> Option<()> {
    let Some(entries) = document.root.as_map() else {
        if !matches!(document.root.value, Value::Refused) {
            diags.push(not_an_object(&document));
        }
        return None;
    };
    let marker = marker(entries, document.root.span, diags)?;
    let shape = match marker.key.text.as_str() {
        name if name == RULE.marker => &RULE,
        name if name == CAPABILITY.marker => &CAPABILITY,
        name if name == CONFIG.marker => &CONFIG,
        _ => {
            found.orderings.push(document);
            return Some(());
        }
    };
    version(marker, shape, diags)?;
    let at = marker.key.span.to(marker.value.span);
    let mut checker = Checker::new(document.broken, diags);
    checker.document(entries, shape, at);
    if shape.marker == RULE.marker {
        found
            .rules
            .push(read_rule::read(entries, at, sources, checker));
    } else if shape.marker == CAPABILITY.marker {
        let read = read_capability::read(entries, at, checker);
        found.capabilities.push(read);
    } else {
        found.configs.push(read_config::read(entries, at, checker));
    }
    Some(())
}

/// The one marker of a document.
fn marker<'e>(entries: &'e [Entry], root: Span, diags: &mut Diagnostics) -> Option<&'e Entry> {
    let mut markers = entries
        .iter()
        .filter(|entry| MARKERS.contains(&entry.key.text.as_str()));
    let Some(first) = markers.next() else {
        diags.push(no_marker(entries, root));
        return None;
    };
    let others: Vec<&Entry> = markers.collect();
    if others.is_empty() {
        return Some(first);
    }
    let names: Vec<String> = std::iter::once(first)
        .chain(others.iter().copied())
        .map(|entry| format!("`{}`", entry.key.text))
        .collect();
    let message = format!(
        "a document is of one kind only, and this one has {}",
        names.join(" and ")
    );
    let mut diagnostic = Diagnostic::new(Code::SeveralMarkers, first.key.span, message)
        .help("split it into several documents, separated by `---`");
    for other in others {
        diagnostic = diagnostic.secondary(other.key.span, "another kind of document");
    }
    diags.push(diagnostic);
    None
}

/// Versions gate everything else in a document (OAR-CONF-2).
fn version(marker: &Entry, shape: &DocumentShape, diags: &mut Diagnostics) -> Option<()> {
    let name = shape.marker;
    let [malformed, major, minor] = shape.version;
    let place = marker.value.span;
    let Value::String(text) = &marker.value.value else {
        if !matches!(marker.value.value, Value::Refused) {
            diags.push(version_type(&marker.value, name).clause(malformed));
        }
        return None;
    };
    let value = quote(&text.value);
    let diagnostic = match pattern::version(&text.value) {
        None => Diagnostic::new(
            Code::MalformedVersion,
            place,
            format!("`{name}` is {value}, which is not a version"),
        )
        .clause(malformed)
        .help(format!(
            "write two decimal numbers without leading zeros, joined by a dot: `{name}: \"{SUPPORTED}\"`"
        )),
        Some(("1", "0")) => return Some(()),
        Some(("1", _)) => Diagnostic::new(
            Code::UnsupportedVersion,
            place,
            format!("`{name}` is {value}, and this compiler implements {SUPPORTED}"),
        )
        .clause(minor)
        .help("a later minor version may narrow what a rule means: use a later compiler, or write the document for 1.0"),
        Some(_) => Diagnostic::new(
            Code::UnsupportedVersion,
            place,
            format!("`{name}` is {value}, and this compiler implements {SUPPORTED}"),
        )
        .clause(major)
        .help(format!("write the document for version 1: `{name}: \"{SUPPORTED}\"`")),
    };
    diags.push(diagnostic);
    None
}

fn version_type(node: &Node, name: &str) -> Diagnostic {
    let (what, help) = match &node.value {
        Value::Number(number) => (
            format!("the number {}", quote(&number.text)),
            match pattern::version(&number.text) {
                Some(_) => format!("quote it: `\"{}\"`", number.text),
                None => format!("write `\"{SUPPORTED}\"`"),
            },
        ),
        _ => (node.kind().to_owned(), format!("write `\"{SUPPORTED}\"`")),
    };
    Diagnostic::new(
        Code::MalformedVersion,
        node.span,
        format!("`{name}` must be a version in quotes, not {what}"),
    )
    .help(help)
}

fn no_marker(entries: &[Entry], root: Span) -> Diagnostic {
    let has = |name: &str| entries.iter().any(|entry| entry.key.text == name);
    let meant = entries.iter().take(KEYS_COMPARED).find_map(|entry| {
        let marker = *nearest(&entry.key.text, MARKERS).first()?;
        Some((entry, marker))
    });
    let place = match (meant, entries.first()) {
        (Some((entry, _)), _) | (None, Some(entry)) => entry.key.span,
        (None, None) => root,
    };
    let help = match meant {
        Some((_, marker)) => format!("did you mean `{marker}`?"),
        None if has("effect") || has("anchor") || has("kind") => {
            format!("for a rule, add `oar: \"{SUPPORTED}\"`")
        }
        None if has("host") || has("anchors") || has("detectors") => {
            format!("for a capability document, add `oar_capability_version: \"{SUPPORTED}\"`")
        }
        None if has("disable") || has("enforcement") => {
            format!("for a configuration, add `oar_config: \"{SUPPORTED}\"`")
        }
        None => format!("a rule begins with `oar: \"{SUPPORTED}\"`"),
    };
    Diagnostic::new(
        Code::NoMarker,
        place,
        "the document has none of `oar`, `oar_capability_version`, `oar_config`, `ordering`, so its kind is not known",
    )
    .help(help)
}

fn not_an_object(document: &Document) -> Diagnostic {
    let root = &document.root;
    let (message, help) = match (&root.value, document.member) {
        (Value::Null, true) if document.format == Format::Json => (
            "a member of the rule set is null".to_owned(),
            "remove it, or write an object there",
        ),
        (Value::Null, _) => (
            "a document is empty".to_owned(),
            "remove the `---` that begins it, or write a document there",
        ),
        (Value::List(_), false) => (
            "a document must be an object, not a list".to_owned(),
            "write one document after the other, separated by `---`, or a JSON file with an array",
        ),
        (_, true) => (
            format!(
                "every member of a rule set must be a document, not {}",
                root.kind()
            ),
            "remove it, or write an object there",
        ),
        (_, false) => (
            format!("a document must be an object, not {}", root.kind()),
            "write members with names, such as `oar: \"1.0\"`",
        ),
    };
    Diagnostic::new(Code::NotADocument, root.span, message).help(help)
}

fn too_many(document: &Document, limits: &Limits) -> Diagnostic {
    Diagnostic::new(
        Code::TooManyDocuments,
        document.root.span,
        format!("there are more than {} documents", limits.documents),
    )
    .help("load fewer documents at once")
}
