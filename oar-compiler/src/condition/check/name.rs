//! Names that are not called: facts, and what is mistaken for one.

use super::{Checked, Checker};
use crate::condition::ast::Node;
use crate::condition::{Builtin, Counter, TypedKind, suggest};
use crate::diagnostic::Code;
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
        let error = suggest::unknown_name(self.environment, self.report, name, node.range.clone());
        self.fail(error)
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
