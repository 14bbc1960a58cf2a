//! Where each clause is shown: by which fixtures, or by which test in their place.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use super::clauses::{self, Clause, Clauses};
use super::judge::{Status, Verdict};

/// Why no fixture can show a clause, and what covers it instead.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exemption {
    /// Why.
    pub why: String,
    /// The test.
    pub test: String,
}

/// Exemptions by clause.
pub type Exemptions = BTreeMap<String, Exemption>;

/// Reads `exempt.yaml` of every folder among the paths.
///
/// # Errors
/// An entry is not a clause with `why` and `test`.
pub fn exemptions(paths: &[PathBuf], clauses: &Clauses) -> Result<Exemptions, String> {
    let mut exemptions = Exemptions::new();
    for file in paths.iter().map(|path| path.join("exempt.yaml")) {
        let Ok(text) = fs::read_to_string(&file) else {
            continue;
        };
        let shown = file.display().to_string();
        exemptions.extend(read(&shown, &text, clauses)?);
    }
    Ok(exemptions)
}

fn read(name: &str, text: &str, clauses: &Clauses) -> Result<Exemptions, String> {
    let root = clauses::read(name, text)?;
    let mut exemptions = Exemptions::new();
    for (clause, entry) in clauses::map(&root) {
        if clauses.place(clause).is_none() {
            return Err(format!(
                "`{name}` exempts `{clause}`, which the specification does not define"
            ));
        }
        let member = |member: &str| {
            let text = entry.get(member)?.value.as_text()?;
            Some(text.value.clone()).filter(|text| !text.trim().is_empty())
        };
        let (Some(why), Some(test)) = (member("why"), member("test")) else {
            return Err(format!(
                "`{name}` exempts `{clause}` without saying `why`, or which `test` covers it instead"
            ));
        };
        exemptions.insert(clause.to_owned(), Exemption { why, test });
    }
    Ok(exemptions)
}

/// Which fixtures show each clause.
#[derive(Debug)]
pub struct Coverage<'r> {
    clauses: &'r Clauses,
    exemptions: &'r Exemptions,
    shown: BTreeMap<&'r str, Vec<&'r str>>,
}

impl<'r> Coverage<'r> {
    /// Gathers the clauses that passing fixtures cite.
    #[must_use]
    pub fn of(verdicts: &'r [Verdict], clauses: &'r Clauses, exemptions: &'r Exemptions) -> Self {
        let mut shown: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let passed = verdicts
            .iter()
            .filter(|verdict| verdict.status == Status::Pass);
        for verdict in passed {
            for clause in &verdict.covers {
                shown.entry(clause).or_default().push(&verdict.id);
            }
        }
        shown.values_mut().for_each(|ids| ids.sort_unstable());
        Self {
            clauses,
            exemptions,
            shown,
        }
    }

    /// What is amiss: a MUST that nothing shows, an exemption that a fixture made needless.
    #[must_use]
    pub fn amiss(&self) -> Vec<String> {
        let amiss = |clause: &Clause| {
            let id = clause.id.as_str();
            let shown = self.shown.contains_key(id);
            let exempt = self.exemptions.contains_key(id);
            match (clause.must, shown, exempt) {
                (true, false, false) => Some(format!(
                    "no fixture shows {id}, and `exempt.yaml` does not say what does instead"
                )),
                (_, true, true) => Some(format!(
                    "`exempt.yaml` lists {id}, and fixtures show it: remove the entry"
                )),
                _ => None,
            }
        };
        self.clauses.iter().filter_map(amiss).collect()
    }

    /// The whole as a document.
    #[must_use]
    pub fn document(&self) -> String {
        let count = |of: &dyn Fn(&Clause) -> bool| self.clauses.iter().filter(|c| of(c)).count();
        let shown = |clause: &Clause| self.shown.contains_key(clause.id.as_str());
        let mut out = String::from(
            "# Where each clause of Open Agent Rules 1.0 is shown\n\n\
             Written by `oar test --coverage docs/conformance.md tests/conformance`; a test fails when it is out of date.\n\
             A fixture is the file of that name in `tests/conformance`. A clause marked *must* holds a MUST or MUST NOT.\n\n",
        );
        // Writing to a string does not fail.
        let _ = writeln!(
            out,
            "{} clauses, {} of them *must*; fixtures show {} and {}.",
            self.clauses.iter().len(),
            count(&|clause| clause.must),
            count(&shown),
            count(&|clause| clause.must && shown(clause)),
        );
        let mut section = "";
        for clause in self.clauses.iter() {
            if clause.section != section {
                section = &clause.section;
                let _ = write!(out, "\n## {section}\n\n");
            }
            let must = if clause.must { " *must*" } else { "" };
            let _ = writeln!(out, "* **{}**{must}: {}", clause.id, self.places(clause));
        }
        out
    }

    fn places(&self, clause: &Clause) -> String {
        if let Some(ids) = self.shown.get(clause.id.as_str()) {
            return format!("`{}`", ids.join("`, `"));
        }
        match self.exemptions.get(&clause.id) {
            Some(Exemption { why, test }) => format!("no fixture. {why} Instead: {test}."),
            None => "no fixture.".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value as Json;

    use super::*;

    fn verdict(id: &str, status: Status, covers: &[&str]) -> Verdict {
        Verdict {
            id: id.to_owned(),
            file: String::new(),
            covers: covers.iter().map(|&clause| clause.to_owned()).collect(),
            status,
            detail: String::new(),
            actual: Json::Null,
            occurrences: Vec::new(),
        }
    }

    #[test]
    fn a_must_is_shown_or_exempt() {
        let clauses = Clauses::known();
        let text = "OAR-DOC-2:\n  why: A reason.\n  test: a test\n";
        let exemptions = read("exempt.yaml", text, &clauses).unwrap();
        let all: Vec<&str> = clauses.iter().map(|clause| clause.id.as_str()).collect();
        let shown: Vec<&str> = all
            .iter()
            .copied()
            .filter(|id| *id != "OAR-DOC-2")
            .collect();

        let verdicts = [verdict("a", Status::Pass, &shown)];
        let coverage = Coverage::of(&verdicts, &clauses, &exemptions);
        assert_eq!(coverage.amiss(), [""; 0]);

        let needless = [verdict("a", Status::Pass, &all)];
        let coverage = Coverage::of(&needless, &clauses, &exemptions);
        assert_eq!(
            coverage.amiss(),
            ["`exempt.yaml` lists OAR-DOC-2, and fixtures show it: remove the entry"]
        );

        // What failed shows nothing; OAR-DOC-7 holds no MUST.
        let failed = [
            verdict("a", Status::Fail, &["OAR-DOC-1"]),
            verdict(
                "b",
                Status::Pass,
                &shown
                    .iter()
                    .copied()
                    .filter(|id| !["OAR-DOC-1", "OAR-DOC-7"].contains(id))
                    .collect::<Vec<_>>(),
            ),
        ];
        let coverage = Coverage::of(&failed, &clauses, &exemptions);
        assert_eq!(
            coverage.amiss(),
            ["no fixture shows OAR-DOC-1, and `exempt.yaml` does not say what does instead"]
        );
    }

    #[test]
    fn the_document_lists_each_clause_once() {
        let clauses = Clauses::known();
        let exemptions = Exemptions::new();
        let verdicts = [
            verdict("b", Status::Pass, &["OAR-DOC-1"]),
            verdict("a", Status::Pass, &["OAR-DOC-1"]),
        ];
        let document = Coverage::of(&verdicts, &clauses, &exemptions).document();
        assert!(document.contains("221 clauses, 199 of them *must*; fixtures show 1 and 1.\n"));
        assert!(document.contains("* **OAR-DOC-1** *must*: `a`, `b`\n"));
        assert!(document.contains("* **OAR-DOC-7**: no fixture.\n"));
        assert_eq!(document.matches("\n* **").count(), 221);
    }

    #[test]
    fn an_exemption_says_why_and_what_instead() {
        let clauses = Clauses::known();
        let read = |text: &str| read("exempt.yaml", text, &clauses);
        assert!(read("OAR-DOC-99:\n  why: A.\n  test: b\n").is_err());
        assert!(read("OAR-DOC-1:\n  why: A.\n").is_err());
        assert!(read("OAR-DOC-1:\n  why: A.\n  test: ' '\n").is_err());
    }
}
