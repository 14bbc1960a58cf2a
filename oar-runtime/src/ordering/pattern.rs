//! Identifier patterns as static automata.
//!
//! The compiler turns a pattern into a minimal automaton over bytes and writes it down as constant tables: the host
//! links no regular expression engine, nothing is compiled at run time, nothing can fail there, and a match costs one
//! table look-up a byte.

/// A compiled pattern. It matches a whole string or not at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The pattern as the profile writes it, for messages.
    pub source: &'static str,
    /// The class of each byte.
    pub classes: &'static [u8; 256],
    /// How many classes there are.
    pub class_count: u16,
    /// The next state by `state * class_count + class`. State 0 is dead: nothing leads out of it.
    pub next: &'static [u16],
    /// Whether a string may end in a state.
    pub accepts: &'static [bool],
    /// Where a string begins.
    pub start: u16,
}

impl Pattern {
    /// Whether the whole text is one or more repetitions of the pattern.
    #[must_use]
    pub fn matches(&self, text: &str) -> bool {
        let mut state = usize::from(self.start);
        for &byte in text.as_bytes() {
            let class = self.classes.get(usize::from(byte)).copied().unwrap_or(0);
            let at = state * usize::from(self.class_count) + usize::from(class);
            // A table cut short leads to the dead state: no match, never a panic.
            state = usize::from(self.next.get(at).copied().unwrap_or(0));
            if state == 0 {
                return false;
            }
        }
        self.accepts.get(state).copied().unwrap_or(false)
    }
}
