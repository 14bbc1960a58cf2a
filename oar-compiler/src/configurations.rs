//! Configuration documents on their own: what an operator hands to a host that is already running.

use crate::compile::{Failure, named_configs};
use crate::diagnostic::{Diagnostics, Sources};
use crate::document::ConfigDocument;
use crate::link::{self, Subject};
use crate::pack::File;
use crate::source::Limits;

/// Reads the configuration documents of files, in order, by the same stages as those of a pack.
///
/// With the rules that are loaded, what the documents say about them is checked as well: that each statement names one of
/// them, and that none would silence a mandatory one (OAR-CFG-4, OAR-CFG-5, OAR-CFG-8).
///
/// # Errors
/// Everything that refuses them, with its place.
pub fn configurations(
    files: &[File],
    loaded: Option<&[Subject<'_>]>,
    limits: &Limits,
) -> Result<Vec<ConfigDocument>, Box<Failure>> {
    let mut sources = Sources::new();
    let mut diags = Diagnostics::new();
    let configs = named_configs(files, limits, &mut sources, &mut diags);
    if let Some(subjects) = loaded {
        // The result is what a build would compile in; a running host applies the documents itself.
        let _ = link::configure(subjects, &configs, &mut diags);
    }
    if diags.has_errors() {
        let diagnostics = diags.into_sorted();
        return Err(Box::new(Failure {
            sources,
            diagnostics,
            stand_in: String::new(),
        }));
    }
    Ok(configs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;
    use crate::document::Enforcement;

    const RULES: [Subject<'static>; 2] = [
        Subject {
            qualified: "acme/LOUD",
            mandatory: false,
            declared: None,
        },
        Subject {
            qualified: "acme/MUST",
            mandatory: true,
            declared: None,
        },
    ];

    fn codes(text: &str, loaded: Option<&[Subject<'_>]>) -> Vec<Code> {
        let file = File::new("operator.yaml", text);
        match configurations(&[file], loaded, &Limits::default()) {
            Ok(_) => Vec::new(),
            Err(failure) => failure.diagnostics.iter().map(|d| d.code).collect(),
        }
    }

    #[test]
    fn every_document_of_a_stream_is_read_in_order() {
        let text = "oar_config: \"1.0\"\ndisable: [LOUD]\n---\noar_config: \"1.0\"\nenforcement: {acme/LOUD: monitor}\n";
        let files = [File::new("operator.yaml", text)];
        let configs = configurations(&files, Some(&RULES), &Limits::default()).expect("sound");
        assert_eq!(configs.len(), 2);
        assert_eq!(configs[0].disable[0].value.id, "LOUD");
        assert_eq!(
            configs[1].enforcement[0].enforcement.value,
            Enforcement::Monitor
        );
    }

    #[test]
    fn json_is_told_by_the_name() {
        let files = [File::new(
            "operator.json",
            "{\"oar_config\": \"1.0\", \"disable\": [\"LOUD\"]}",
        )];
        let configs = configurations(&files, Some(&RULES), &Limits::default()).expect("sound");
        assert_eq!(configs[0].disable[0].value.id, "LOUD");
    }

    #[test]
    fn what_is_loaded_is_checked_only_when_it_is_known() {
        let text = "oar_config: \"1.0\"\ndisable: [QUIET, MUST]\n";
        assert_eq!(codes(text, None), []);
        assert_eq!(
            codes(text, Some(&RULES)),
            [Code::UnknownConfiguredRule, Code::MandatoryWeakened]
        );
    }

    #[test]
    fn anything_else_in_the_file_is_refused() {
        let rule = "oar: \"1.0\"\nid: R\nkind: policy\nanchor: model.output\neffect: warn\n";
        assert_eq!(codes(rule, None), [Code::MisplacedDocument]);
        assert_eq!(codes("", None), [Code::EmptyFile]);
        assert_eq!(
            codes("oar_config: \"1.0\"\ndisabled: [LOUD]\n", None),
            [Code::UnknownField]
        );
    }
}
