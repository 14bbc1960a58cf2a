//! Rules selected by the host.
//!
//! An expression language has one expression at a time and no notion of rules, so a host may as well keep one for each set
//! of rules that a tool selects. What then is left to the engine is the least that it can be asked.

/// One thing for each set of rules.
#[derive(Debug)]
pub struct ByTool<T> {
    delete: T,
    destructive: T,
    reading: T,
    writing: T,
    other: T,
}

impl<T> ByTool<T> {
    /// Compiles the texts: of `delete`, of `move` and `chmod`, of `read` and `grep`, of `write` and `edit`, of other tools.
    pub fn compile<E>(
        [delete, destructive, reading, writing, other]: [&str; 5],
        compile: impl Fn(&str) -> Result<T, E>,
    ) -> Result<Self, E> {
        Ok(Self {
            delete: compile(delete)?,
            destructive: compile(destructive)?,
            reading: compile(reading)?,
            writing: compile(writing)?,
            other: compile(other)?,
        })
    }

    /// What this tool selects.
    #[inline]
    pub fn of(&self, tool: &str) -> &T {
        match tool {
            "delete" => &self.delete,
            "move" | "chmod" => &self.destructive,
            "read" | "grep" => &self.reading,
            "write" | "edit" => &self.writing,
            _ => &self.other,
        }
    }
}
