//! Calls: built-ins, observation functions, counter readers.

use super::{Checked, Checker, a};
use crate::condition::ast::{Node, NodeId, NodeKind};
use crate::condition::{Builtin, Counter, TypedKind, reference, suggest};
use crate::diagnostic::Code;
use crate::document::Spanned;
use crate::vocabulary::{SymbolType, Type};

impl<'a> Checker<'_, 'a> {
    pub(super) fn call(&mut self, name: &str, arguments: &[NodeId], node: &Node<'a>) -> Checked {
        if let Some(counter) = Counter::find_reader(name) {
            return self.counter_reader(counter, arguments, node);
        }
        if let Some(builtin) = Builtin::find(name) {
            return self.builtin(builtin, arguments, node);
        }
        let name_range = node.range.start..node.range.start + name.len();
        let Some(id) = self.environment.find(name) else {
            let error = suggest::unknown_function(self.environment, self.report, name, name_range);
            return self.fail(error);
        };
        match self.environment.get(id).ty {
            SymbolType::Fact(ty) => {
                let message = format!("`{name}` is a fact ({ty}), and facts are not called");
                let error = self
                    .report
                    .about(Code::FactOrFunction, name_range, &message)
                    .help(format!("write `{name}` without parentheses"));
                self.fail(error)
            }
            SymbolType::Function { argument, result } => {
                let [only] = self.arity(name, arguments, node, "OAR-FACT-27")?;
                self.argument(name, only, &[argument.into()], "OAR-FACT-27")?;
                Some((result.into(), TypedKind::Call(id, self.take_boxed(only)?)))
            }
        }
    }

    fn builtin(&mut self, builtin: Builtin, arguments: &[NodeId], node: &Node<'a>) -> Checked {
        const CLAUSE: &str = "OAR-EXPR-16";
        let name = builtin.name();
        if builtin == Builtin::Size {
            const SIZED: [Type; 5] = [
                Type::String,
                Type::ListString,
                Type::ListMap,
                Type::Map,
                Type::MapString,
            ];
            let [only] = self.arity(name, arguments, node, CLAUSE)?;
            self.argument(name, only, &SIZED, CLAUSE)?;
            let kind = TypedKind::Builtin(builtin, vec![self.take(only)?]);
            return Some((Type::Int, kind));
        }
        let [text, part] = self.arity(name, arguments, node, CLAUSE)?;
        let first = self.argument(name, text, &[Type::String], CLAUSE);
        let second = self.argument(name, part, &[Type::String], CLAUSE);
        first.and(second)?;
        let kind = TypedKind::Builtin(builtin, vec![self.take(text)?, self.take(part)?]);
        Some((Type::Bool, kind))
    }

    /// The arguments, when there are as many as the function takes.
    fn arity<const N: usize>(
        &mut self,
        name: &str,
        arguments: &[NodeId],
        node: &Node<'a>,
        clause: &'static str,
    ) -> Option<[NodeId; N]> {
        if let Ok(exact) = arguments.try_into() {
            return Some(exact);
        }
        let plural = if N == 1 { "" } else { "s" };
        let message = format!(
            "`{name}` takes {N} argument{plural}, and is given {}",
            arguments.len()
        );
        let error = self
            .report
            .about(Code::WrongArity, node.range.clone(), &message)
            .clause(clause)
            .help(if N == 1 {
                format!("call it as `{name}(…)`")
            } else {
                format!("call it as `{name}(s, \"…\")`")
            });
        self.fail(error)
    }

    fn argument(
        &mut self,
        name: &str,
        argument: NodeId,
        types: &[Type],
        clause: &'static str,
    ) -> Option<()> {
        let ty = self.type_of(argument)?;
        if types.contains(&ty) {
            return Some(());
        }
        let takes = match types {
            [one] => a(*one),
            _ => "a string, a list or a map".into(),
        };
        let message = format!(
            "`{name}` takes {takes}, and {} is {}",
            self.excerpt(argument),
            a(ty)
        );
        let help = if name == Builtin::Contains.name() && ty == Type::ListString {
            let list = self.bare_excerpt(argument);
            format!("membership of a list is written `\"…\" in {list}`")
        } else {
            "nothing converts by itself: give it a value of the type it takes".into()
        };
        let error = self
            .mismatch(clause, self.range(argument), &message)
            .help(help);
        self.fail(error)
    }

    /// `fire_count_of("RULE")`: which rule it reads has to be known at load (OAR-FIRE-11).
    fn counter_reader(
        &mut self,
        counter: Counter,
        arguments: &[NodeId],
        node: &Node<'a>,
    ) -> Checked {
        let name = counter.reader();
        let [only] = self.arity(name, arguments, node, "OAR-FIRE-11")?;
        let range = self.range(only);
        let excerpt = self.excerpt(only);
        let NodeKind::Str(text) = &self.ast.node(only).kind else {
            let message = format!("`{name}` takes a string literal, and {excerpt} is not one");
            let error = self
                .report
                .about(Code::CounterArgument, range, &message)
                .help(format!("name the rule itself: `{name}(\"SOME_RULE\")`"));
            return self.fail(error);
        };
        let Some(value) = reference::parse(text) else {
            let message =
                format!("`{name}` takes the identifier of a rule, and {excerpt} is not one");
            let error = self
                .report
                .about(Code::CounterArgument, range, &message)
                .help("a rule is named `SOME_RULE`, or `some.namespace/SOME_RULE` in another namespace");
            return self.fail(error);
        };
        let span = self.report.span(range);
        let kind = TypedKind::CountOf {
            counter,
            rule: Spanned { value, span },
            target: None,
        };
        Some((Type::Int, kind))
    }
}
