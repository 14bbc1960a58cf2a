//! What documents say, and what is refused in them.

mod capability;
mod config;
mod gate;
mod rule;
mod rule_values;

use super::{Documents, read};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Sources};
use crate::source::{Format, Limits, load};

/// What came of reading one file.
struct Read {
    documents: Documents,
    sources: Sources,
    found: Vec<Diagnostic>,
}

impl Read {
    fn new(text: &str, format: Format) -> Self {
        let (limits, mut sources, mut diags) =
            (Limits::default(), Sources::new(), Diagnostics::new());
        let files = load(
            "file",
            text.as_bytes(),
            format,
            &limits,
            &mut sources,
            &mut diags,
        );
        let documents = read(files, &limits, &sources, &mut diags);
        Self {
            documents,
            sources,
            found: diags.into_sorted(),
        }
    }

    /// The only diagnostic.
    #[track_caller]
    fn only(&self) -> &Diagnostic {
        assert_eq!(self.found.len(), 1, "{:#?}", self.found);
        &self.found[0]
    }

    fn marked(&self, diagnostic: &Diagnostic) -> &str {
        self.sources.text(diagnostic.span)
    }

    #[track_caller]
    fn sound(self) -> Documents {
        assert_eq!(self.found, []);
        self.documents
    }
}

fn yaml(text: &str) -> Read {
    Read::new(text, Format::Yaml)
}

fn json(text: &str) -> Read {
    Read::new(text, Format::Json)
}

/// Reads `head` and `members`, and checks the one diagnostic: code, clause, marked bytes, message, help.
#[track_caller]
fn refuses(head: &str, members: &str, expected: (Code, &str, &str, &str, &str)) {
    let read = yaml(&format!("{head}{members}"));
    let found = read.only();
    let help = found.help.as_deref().unwrap_or_default();
    let shown = (
        found.code,
        found.clause,
        read.marked(found),
        found.message.as_str(),
        help,
    );
    assert_eq!(shown, expected, "{members}");
}
