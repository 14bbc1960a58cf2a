//! Rendering copy with bindings (Appendix C).

use std::borrow::Cow;

use crate::decimal::push_double;
use crate::facts::StrList;
use crate::outcome::{Copy, CopyField};

/// Gathers the rendered members of one rule's copy. Generated code drives it.
#[derive(Debug, Default)]
pub struct Renderer {
    members: Vec<(CopyField, Cow<'static, str>)>,
    text: String,
}

impl Renderer {
    /// Nothing rendered yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a member that has no bindings.
    pub fn constant(&mut self, field: CopyField, text: &'static str) {
        self.members.push((field, Cow::Borrowed(text)));
    }

    /// Ends a member: what was pushed since the last one is its text.
    pub fn member(&mut self, field: CopyField) {
        self.members
            .push((field, Cow::Owned(std::mem::take(&mut self.text))));
    }

    /// Pushes literal text or a `string` (OAR-COPY-4).
    pub fn str(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Pushes a `bool`.
    pub fn bool(&mut self, value: bool) {
        self.text.push_str(if value { "true" } else { "false" });
    }

    /// Pushes an `int` in base 10.
    pub fn int(&mut self, value: i64) {
        self.text.push_str(&value.to_string());
    }

    /// Pushes a `double` in canonical decimal form (OAR-COPY-10).
    pub fn double(&mut self, value: f64) {
        push_double(&mut self.text, value);
    }

    /// Pushes a `list<string>`, its members joined by `", "`.
    pub fn list(&mut self, list: StrList<'_>) {
        for (at, member) in list.iter().enumerate() {
            if at > 0 {
                self.text.push_str(", ");
            }
            self.text.push_str(member);
        }
    }

    /// The rendered copy.
    #[must_use]
    pub fn finish(self) -> Copy {
        Copy::rendered(self.members)
    }
}
