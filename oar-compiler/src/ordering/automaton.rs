//! Identifier patterns to minimal automata, at build time.
//!
//! The `regex` crate's own machinery (linear time, no look-around, no back-references) parses and determinises; what
//! is kept is a small table that the runtime walks byte by byte. A host therefore links no engine.

use std::collections::HashMap;

use regex_automata::dfa::{Automaton as _, StartKind, dense};
use regex_automata::nfa::thompson;
use regex_automata::util::primitives::StateID;
use regex_automata::util::start;
use regex_automata::{Anchored, MatchKind};

/// The largest table, in entries. A character class has a handful; this is far beyond any identifier's alphabet.
const ENTRIES_MAX: usize = 1 << 15;

/// What determinisation may use, in bytes: enough for `\w`, and little enough that no pattern keeps a build waiting.
const MEMORY_MAX: usize = 300 << 10;

/// A table-driven automaton over bytes that matches a whole string or not at all. State 0 is dead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    /// The class of each byte.
    pub classes: Box<[u8; 256]>,
    /// How many classes there are.
    pub class_count: u16,
    /// The next state by `state * class_count + class`.
    pub next: Vec<u16>,
    /// Whether a string may end in a state.
    pub accepts: Vec<bool>,
    /// Where a string begins.
    pub start: u16,
}

/// Why a pattern does not compile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatternError {
    /// It does not parse, with the parser's words on one line.
    Syntax(String),
    /// It needs a table that is too large.
    TooLarge,
}

impl Automaton {
    /// Compiles a pattern: the automaton accepts exactly the strings that are one or more repetitions of it.
    ///
    /// # Errors
    /// The pattern must compile by itself, before anything is put around it: `a)|(?:.*` would otherwise defeat the
    /// anchors.
    pub fn compile(pattern: &str) -> Result<Self, PatternError> {
        regex_syntax::parse(pattern).map_err(|error| syntax(&error))?;
        let anchored = format!("(?:{pattern})+\\z");
        regex_syntax::parse(&anchored).map_err(|error| syntax(&error))?;
        let dfa = dense::Builder::new()
            .configure(
                dense::Config::new()
                    .start_kind(StartKind::Anchored)
                    // Every way to match is followed: what counts is whether the whole string can match.
                    .match_kind(MatchKind::All)
                    .accelerate(false)
                    .minimize(true)
                    .dfa_size_limit(Some(MEMORY_MAX))
                    .determinize_size_limit(Some(MEMORY_MAX)),
            )
            .thompson(thompson::Config::new().nfa_size_limit(Some(MEMORY_MAX)))
            .build(&anchored)
            .map_err(|error| build_error(&error))?;
        tabulate(&dfa)
    }

    /// Whether the automaton accepts a string.
    #[must_use]
    pub fn matches(&self, text: &str) -> bool {
        let end = text.bytes().try_fold(self.start, |state, byte| {
            let class = usize::from(*self.classes.get(usize::from(byte))?);
            let at = usize::from(state) * usize::from(self.class_count) + class;
            self.next.get(at).copied().filter(|&next| next != 0)
        });
        end.and_then(|state| self.accepts.get(usize::from(state)).copied())
            .unwrap_or(false)
    }
}

fn syntax(error: &regex_syntax::Error) -> PatternError {
    let kind = match error {
        regex_syntax::Error::Parse(error) => error.kind().to_string(),
        regex_syntax::Error::Translate(error) => error.kind().to_string(),
        other => other.to_string(),
    };
    PatternError::Syntax(kind)
}

fn build_error(error: &dense::BuildError) -> PatternError {
    if error.is_size_limit_exceeded() {
        return PatternError::TooLarge;
    }
    // What parses and does not build is a Unicode word boundary, or too large for the first stage.
    match error.to_string() {
        text if text.contains("word boundar") => {
            PatternError::Syntax("a Unicode word boundary is not supported".to_owned())
        }
        _ => PatternError::TooLarge,
    }
}

/// Walks the reachable states and writes them down.
fn tabulate(dfa: &dense::DFA<Vec<u32>>) -> Result<Automaton, PatternError> {
    let config = start::Config::new().anchored(Anchored::Yes);
    let start = dfa
        .start_state(&config)
        .map_err(|_| PatternError::TooLarge)?;
    let mut states = States::default();
    let first = states.number(dfa, start);
    let mut rows: Vec<[u16; 256]> = vec![[0; 256]];
    let mut accepts = vec![false];
    while let Some(&state) = states.found.get(rows.len() - 1) {
        let mut row = [0; 256];
        for (byte, next) in (0_u8..=255).zip(&mut row) {
            *next = states.number(dfa, dfa.next_state(state, byte));
        }
        rows.push(row);
        accepts.push(dfa.is_match_state(dfa.next_eoi_state(state)));
        if rows.len() > ENTRIES_MAX {
            return Err(PatternError::TooLarge);
        }
    }
    let (classes, columns) = classes_of(&rows);
    let class_count = columns.len();
    if rows.len() * class_count > ENTRIES_MAX {
        return Err(PatternError::TooLarge);
    }
    let next = rows
        .iter()
        .flat_map(|row| columns.iter().map(|&byte| row[usize::from(byte)]))
        .collect();
    Ok(Automaton {
        classes: Box::new(classes),
        class_count: u16::try_from(class_count).unwrap_or(u16::MAX),
        next,
        accepts,
        start: first,
    })
}

/// Numbers states in the order they are found; 0 is the dead one.
#[derive(Default)]
struct States {
    numbers: HashMap<StateID, u16>,
    found: Vec<StateID>,
}

impl States {
    fn number(&mut self, dfa: &dense::DFA<Vec<u32>>, state: StateID) -> u16 {
        if dfa.is_dead_state(state) || dfa.is_quit_state(state) {
            return 0;
        }
        let next = u16::try_from(self.found.len() + 1).unwrap_or(0);
        *self.numbers.entry(state).or_insert_with(|| {
            self.found.push(state);
            next
        })
    }
}

/// The class of each byte, and one byte of each class. Bytes that lead from every state to the same one share a class.
fn classes_of(rows: &[[u16; 256]]) -> ([u8; 256], Vec<u8>) {
    let mut known: HashMap<Vec<u16>, u8> = HashMap::new();
    let mut columns = Vec::new();
    let mut classes = [0; 256];
    for (byte, class) in (0_u8..=255).zip(&mut classes) {
        let column = rows.iter().map(|row| row[usize::from(byte)]).collect();
        *class = *known.entry(column).or_insert_with(|| {
            columns.push(byte);
            u8::try_from(columns.len() - 1).unwrap_or(u8::MAX)
        });
    }
    (classes, columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &str, text: &str) -> bool {
        Automaton::compile(pattern).unwrap().matches(text)
    }

    #[test]
    fn a_whole_string_of_repetitions() {
        assert!(matches("[A-Za-z0-9_-]", "call_1-A"));
        assert!(!matches("[A-Za-z0-9_-]", "call 1"));
        assert!(!matches("[a-z]", "abc\n"));
        assert!(!matches("[a-z]", ""));
        assert!(matches("ab", "abab"));
        assert!(!matches("ab", "aba"));
        assert!(matches("a|b", "abba"));
        assert!(matches("a|ab", "aab"));
        assert!(matches("a+?", "aaa"));
    }

    #[test]
    fn other_alphabets() {
        assert!(matches("[äöü😀]", "ä😀"));
        assert!(!matches("[äöü😀]", "a"));
        assert!(matches(".", "é"));
    }

    #[test]
    fn a_class_has_a_small_table() {
        let automaton = Automaton::compile("[A-Za-z0-9_-]").unwrap();
        // Dead, start, inside; the alphabet and everything else.
        assert!(automaton.accepts.len() <= 4, "{automaton:?}");
        assert_eq!(automaton.class_count, 2);
    }

    #[test]
    fn what_only_the_wrapping_would_close() {
        assert!(matches!(
            Automaton::compile("a)|(?:.*"),
            Err(PatternError::Syntax(_))
        ));
        assert!(matches!(
            Automaton::compile("(?x)a # b"),
            Err(PatternError::Syntax(_))
        ));
    }

    #[test]
    fn no_look_around_no_back_references() {
        for pattern in ["(?=a)a", r"(a)\1", "(", "[z-a]", r"\ba"] {
            assert!(
                matches!(Automaton::compile(pattern), Err(PatternError::Syntax(_))),
                "{pattern}"
            );
        }
    }

    #[test]
    fn too_large() {
        for pattern in ["(?:[a-z][0-9]{1,500}){1,500}", r"\w{1,90}"] {
            assert_eq!(
                Automaton::compile(pattern),
                Err(PatternError::TooLarge),
                "{pattern}"
            );
        }
    }
}
