//! The condition language of Appendix A: text to typed expression.
//!
//! | step | from | to |
//! |---|---|---|
//! | `lexer` | text | tokens with byte offsets |
//! | `parser` | tokens | syntax tree, an arena |
//! | `check` | syntax tree | [`Typed`] |

mod ast;
mod check;
mod lexer;
mod lint;
mod parser;
mod reference;
pub(crate) mod report;
pub(crate) mod suggest;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
mod tree;
mod typed;

pub(crate) use lexer::{is_whitespace, leading_identifier};
pub use lint::lint;
pub use typed::{Arithmetic, Builtin, Counter, Relation, Typed, TypedKind};

use crate::diagnostic::{Code, Diagnostics};
use crate::source::Text;
use crate::vocabulary::Environment;
use ast::Ast;
use report::Reporter;

/// Reads and type-checks a condition; `None` when anything was reported.
///
/// `nodes_max` is the host's declared `expression_nodes_max` (OAR-EXPR-17). Whatever the size of the text, the stack
/// used is bounded. Messages name the offending construct and its offset (OAR-EXPR-1), which counts Unicode code
/// points of the condition text from 0; the span marks the same construct in the file. A text that is wrong in very
/// many places shows the first of them. Counter readers come back without their target, which only `link` knows.
pub fn compile(
    text: &Text,
    environment: &Environment,
    nodes_max: u64,
    diags: &mut Diagnostics,
) -> Option<Typed> {
    let mut report = Reporter::new(text, diags);
    let tokens = lexer::lex(&mut report)?;
    let ast = parser::parse(&tokens, &mut report)?;
    limit(&ast, nodes_max, &mut report);
    check::check(&ast, environment, &mut report)
}

/// The size of the tree as written, before anything is folded (OAR-EXPR-20).
fn limit(ast: &Ast<'_>, nodes_max: u64, report: &mut Reporter<'_>) {
    let count = ast.count();
    if count <= nodes_max {
        return;
    }
    let message = format!(
        "the condition has {count} nodes, and the host's `expression_nodes_max` is {nodes_max}"
    );
    let whole = 0..report.source().len();
    let error = report
        .about(Code::TooManyNodes, whole, &message)
        .help("split the rule in two, or raise `expression_nodes_max` in the capability document if the host can");
    report.push(error);
}
