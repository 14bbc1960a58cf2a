//! Names that are not called: facts, and what is mistaken for one.

use std::ops::Range;

use super::{Checked, Checker};
use crate::condition::ast::Node;
use crate::condition::{Builtin, Counter, TypedKind, suggest};
use crate::diagnostic::{Code, Diagnostic};
use crate::vocabulary::SymbolType;

impl<'a> Checker<'_, 'a> {
    pub(super) fn name(&mut self, name: &str, node: &Node<'a>) -> Checked {
        if let Some(id) = self.environment.find(name) {
            return match self.environment.get(id).ty {
                SymbolType::Fact(ty) => Some((ty, TypedKind::Fact(id))),
                SymbolType::Function { .. } => self.uncalled(name, node),
            };
        }
        if Builtin::find(name).is_some() || Counter::find_reader(name).is_some() {
            return self.uncalled(name, node);
        }
        let error = match self.hyphenated(&node.range) {
            Some(error) => error,
            None => suggest::unknown_name(self.environment, self.report, name, node.range.clone()),
        };
        self.fail(error)
    }

    /// `policy-denied` for `policy_denied`: one error about the whole, not one about each part of a subtraction.
    fn hyphenated(&self, part: &Range<usize>) -> Option<Diagnostic> {
        let source = self.report.source();
        let inside = |ch: char| ch.is_ascii_alphanumeric() || matches!(ch, '_' | '-' | '.');
        let before = source.get(..part.start)?;
        let after = source.get(part.end..)?;
        let start = before.trim_end_matches(inside).len();
        let end = source.len() - after.trim_start_matches(inside).len();
        let whole = source.get(start..end).filter(|whole| whole.contains('-'))?;
        let meant = whole.replace('-', "_");
        self.environment.find(&meant)?;
        let message = format!("unknown name {}", self.report.excerpt(start..end));
        let error = self.report.about(Code::UnknownName, start..end, &message);
        Some(error.help(format!(
            "did you mean `{meant}`? names have no `-`, which subtracts"
        )))
    }

    /// A function whose name stands alone.
    fn uncalled(&mut self, name: &str, node: &Node<'a>) -> Checked {
        let arguments = match Builtin::find(name) {
            Some(Builtin::Size) => "x",
            Some(_) => "s, \"…\"",
            None => "…",
        };
        let message = format!("`{name}` is a function, and is not called here");
        let mut error = self
            .report
            .about(Code::FactOrFunction, node.range.clone(), &message)
            .help(format!("call it: `{name}({arguments})`"));
        if Builtin::find(name).is_some() {
            error = error.clause("OAR-EXPR-16");
        }
        self.fail(error)
    }
}
