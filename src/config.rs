//! Configuration documents read while the host runs (feature `config`).
//!
//! They go through the compiler's own stages, so a document means the same here as at build time and is refused with the
//! same words. Hosts that build a [`Configuration`] by other means need neither this module nor the feature, which adds
//! `oar-compiler` to what the host links.
//!
//! ```
//! let text = "oar_config: \"1.0\"\ndisable: [REPEAT_LOOP_WARN]\n";
//! let configurations = oar::config::read("operator.yaml", text.as_bytes())?;
//! assert_eq!(configurations, [oar::Configuration::new().disable("REPEAT_LOOP_WARN")]);
//! // policy.reconfigure(&configurations)?;
//! # Ok::<(), oar::config::ReadError>(())
//! ```

use std::fmt;

use oar_compiler::document::{ConfigDocument, RuleRef};
use oar_compiler::link::Subject;
use oar_compiler::pack::File;
use oar_compiler::source::Limits;
use oar_compiler::{Failure, document};

use crate::program::Rule;
use crate::{Configuration, Enforcement};

/// Why a file with configuration documents is refused: every reason, each with its place, as `Display` writes it.
#[derive(Clone, PartialEq, Eq)]
pub struct ReadError(String);

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.trim_end())
    }
}

impl fmt::Debug for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ReadError:\n{self}")
    }
}

impl std::error::Error for ReadError {}

impl From<Box<Failure>> for ReadError {
    fn from(failure: Box<Failure>) -> Self {
        Self(failure.to_string())
    }
}

/// Reads the configuration documents of one file, in order. `name` is what errors call it; it is JSON when it ends in
/// `.json` and YAML otherwise.
///
/// Whether the rules it names are loaded is found out when the policy applies it; [`read_for`] finds out here, where the
/// place can be shown.
///
/// # Errors
/// Bytes that are not text, text that is not YAML or JSON, a document of another kind, or a member, version or value that
/// the format does not have (OAR-CFG-1).
pub fn read(name: &str, bytes: &[u8]) -> Result<Vec<Configuration>, ReadError> {
    documents(name, bytes, None)
}

/// Reads the configuration documents of one file, as [`read`] does, and holds them against the rules that are loaded:
/// `policy.rules()`.
///
/// # Errors
/// As for [`read`]; and a rule that is not loaded (OAR-CFG-4), that two rules may be meant by (OAR-CFG-8), or that nothing
/// may silence (OAR-CFG-5).
pub fn read_for(rules: &[Rule], name: &str, bytes: &[u8]) -> Result<Vec<Configuration>, ReadError> {
    let subjects: Vec<Subject<'_>> = rules
        .iter()
        .map(|rule| Subject {
            qualified: rule.qualified,
            mandatory: rule.mandatory,
            declared: None,
        })
        .collect();
    documents(name, bytes, Some(&subjects))
}

fn documents(
    name: &str,
    bytes: &[u8],
    loaded: Option<&[Subject<'_>]>,
) -> Result<Vec<Configuration>, ReadError> {
    let file = File::new(name, bytes);
    let documents = oar_compiler::configurations(&[file], loaded, &Limits::default())?;
    Ok(documents.iter().map(configuration).collect())
}

fn configuration(document: &ConfigDocument) -> Configuration {
    let disabled = document
        .disable
        .iter()
        .fold(Configuration::new(), |configuration, rule| {
            configuration.disable(spelled(&rule.value))
        });
    document
        .enforcement
        .iter()
        .fold(disabled, |configuration, entry| {
            configuration.enforcement(
                spelled(&entry.rule.value),
                enforcement(entry.enforcement.value),
            )
        })
}

fn spelled(rule: &RuleRef) -> String {
    match &rule.namespace {
        Some(namespace) => format!("{namespace}/{}", rule.id),
        None => rule.id.clone(),
    }
}

fn enforcement(read: document::Enforcement) -> Enforcement {
    match read {
        document::Enforcement::Enforce => Enforcement::Enforce,
        document::Enforcement::Monitor => Enforcement::Monitor,
        document::Enforcement::Off => Enforcement::Off,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_members_are_read_in_either_format() {
        let expected = [Configuration::new()
            .disable("acme/LOUD")
            .enforcement("QUIET", Enforcement::Monitor)
            .enforcement("acme/OFF", Enforcement::Off)
            .enforcement("acme/ON", Enforcement::Enforce)];
        let yaml = "oar_config: \"1.0\"\ndisable:\n  - acme/LOUD\nenforcement:\n  QUIET: monitor\n  acme/OFF: off\n  acme/ON: enforce\n";
        assert_eq!(
            read("operator.yaml", yaml.as_bytes()).as_deref(),
            Ok(&expected[..])
        );
        let json = r#"{"oar_config": "1.0", "disable": ["acme/LOUD"],
            "enforcement": {"QUIET": "monitor", "acme/OFF": "off", "acme/ON": "enforce"}}"#;
        assert_eq!(
            read("operator.json", json.as_bytes()).as_deref(),
            Ok(&expected[..])
        );
    }

    #[test]
    fn a_refusal_names_the_file_and_the_line() {
        let text = "oar_config: \"1.0\"\nenforcement:\n  LOUD: silent\n";
        let error = read("etc/operator.yaml", text.as_bytes())
            .expect_err("no such enforcement")
            .to_string();
        assert!(error.contains("etc/operator.yaml:3:9"), "{error}");
        assert!(error.contains("OAR-CFG-3"), "{error}");
    }

    #[test]
    fn hostile_bytes_are_errors() {
        for bytes in [&b""[..], b"\xff\xfe", b"\0", b"a: &b *b", b"[[[[", b"{"] {
            assert!(read("operator.yaml", bytes).is_err(), "{bytes:?}");
            assert!(read("operator.json", bytes).is_err(), "{bytes:?}");
        }
    }
}
