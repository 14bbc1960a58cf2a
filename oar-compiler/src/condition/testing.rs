//! What the tests of the condition and copy languages share: a small environment, and diagnostics as plain text.

use crate::diagnostic::{Diagnostics, FileId, Sources, Span};
use crate::source::Text;
use crate::vocabulary::{Environment, Symbol, SymbolType, Tier};

/// One fact or function of each type, under names of the vocabulary where it has one.
pub(crate) fn environment() -> Environment {
    let core = [
        ("anchor", "string"),
        ("fire_count", "int"),
        ("breaker_count", "int"),
        ("fire_count_of", "(string) -> int"),
        ("breaker_count_of", "(string) -> int"),
    ];
    let tool = [
        ("tool", "string"),
        ("tool_args", "map"),
        ("policy_denied", "bool"),
        ("arg_validation_errors", "list<string>"),
        ("tool_arg_string", "(string) -> string"),
        ("tool_arg_bool", "(string) -> bool"),
    ];
    let host = [
        ("acme.score", "double"),
        ("acme.labels", "map<string,string>"),
        ("acme.spans", "list<map>"),
        ("acme.in", "bool"),
        ("acme.half", "(int) -> double"),
    ];
    let mut environment = Environment::new();
    let all = core
        .map(|entry| (Tier::Core, entry))
        .into_iter()
        .chain(tool.map(|entry| (Tier::Profile("tool"), entry)))
        .chain(host.map(|entry| (Tier::Host, entry)));
    for (tier, (name, ty)) in all {
        let symbol = Symbol {
            name: name.into(),
            ty: SymbolType::parse(ty).expect("a type"),
            tier,
            declared: None,
        };
        environment.declare(symbol).expect("names differ");
    }
    environment
}

/// The text as the whole of a file.
pub(crate) fn text(value: &str) -> (Sources, Text) {
    let mut sources = Sources::new();
    let file: FileId = sources.add("test.yaml", value);
    let span = Span {
        file,
        start: 0,
        end: value.len() as u32,
    };
    (sources, Text::new(value.to_owned(), span, vec![(0, 0)]))
}

/// A diagnostic as the tests look at it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Seen {
    pub(crate) code: &'static str,
    pub(crate) clause: &'static str,
    pub(crate) message: String,
    /// The text that the span marks.
    pub(crate) marked: String,
    pub(crate) help: String,
}

/// All diagnostics, in the order reported.
pub(crate) fn seen(sources: &Sources, diags: &Diagnostics) -> Vec<Seen> {
    diags
        .as_slice()
        .iter()
        .map(|d| Seen {
            code: d.code.name(),
            clause: d.clause,
            message: d.message.clone(),
            marked: sources.text(d.span).to_owned(),
            help: d.help.clone().unwrap_or_default(),
        })
        .collect()
}
