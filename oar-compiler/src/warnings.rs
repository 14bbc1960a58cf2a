//! Which warnings are silenced and which refuse the pack: by name, in the macro, the build script and the command.

use crate::diagnostic::{Code, Diagnostic, Severity};

/// The name that stands for every warning.
const ALL: &str = "warnings";

/// What the user said about warnings; the last word about a name wins, and a name of its own outranks `warnings`.
#[derive(Clone, Debug, Default)]
pub struct Levels {
    said: Vec<(String, Level)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    Allow,
    Deny,
}

impl Levels {
    /// Silences a warning.
    pub fn allow(&mut self, name: String) {
        self.said.push((name, Level::Allow));
    }

    /// Makes a warning an error.
    pub fn deny(&mut self, name: String) {
        self.said.push((name, Level::Deny));
    }

    /// Names that are no warning's: a misspelt one would silently do nothing.
    #[must_use]
    pub fn unknown(&self) -> Vec<&str> {
        let known = |name: &str| {
            name == ALL
                || Code::ALL
                    .iter()
                    .any(|code| code.severity() == Severity::Warning && code.name() == name)
        };
        self.said
            .iter()
            .map(|(name, _)| name.as_str())
            .filter(|name| !known(name))
            .collect()
    }

    /// Every warning's name.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Code::ALL
            .iter()
            .filter(|code| code.severity() == Severity::Warning)
            .map(|code| code.name())
    }

    /// Takes out the warnings that are allowed, and makes those that are denied errors.
    #[must_use]
    pub fn judge(&self, mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
        diagnostics.retain_mut(|diagnostic| {
            if diagnostic.severity() == Severity::Error {
                return true;
            }
            let level = self.level(diagnostic.code.name());
            diagnostic.denied = level == Some(Level::Deny);
            level != Some(Level::Allow)
        });
        diagnostics
    }

    fn level(&self, name: &str) -> Option<Level> {
        let last = |name: &str| {
            self.said
                .iter()
                .rev()
                .find(|(said, _)| said == name)
                .map(|&(_, level)| level)
        };
        last(name).or_else(|| last(ALL))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_its_own_outranks_all() {
        let mut levels = Levels::default();
        levels.allow("empty-selector-clause".into());
        levels.deny("warnings".into());
        assert_eq!(levels.level("empty-selector-clause"), Some(Level::Allow));
        assert_eq!(levels.level("another"), Some(Level::Deny));
        assert!(levels.unknown().is_empty());
        levels.allow("unknown-field".into());
        assert_eq!(
            levels.unknown(),
            ["unknown-field"],
            "an error cannot be allowed"
        );
    }
}
