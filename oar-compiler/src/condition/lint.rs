//! Warnings about conditions that compile and cannot be meant: what comes out the same at every occurrence, and what
//! raises whenever it is evaluated.

mod chain;
mod fold;
mod value;

use super::{Typed, TypedKind};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::vocabulary::{Environment, Type};
use fold::{Folded, Known};
use value::Value;

/// Adds a warning for each largest part of the condition that is certain to be constant or to raise.
///
/// Certain means for every host and every value of its facts; that a fact's provider may fail, or that an operand may
/// raise on the way, is left aside. What is never reached is not looked into, and a literal where it does no logic,
/// as in `x == true` or a branch of `? :`, is no defect.
pub fn lint(condition: &Typed, environment: &Environment, diags: &mut Diagnostics) {
    let folded = Folded::new(condition, environment);
    let root = folded.root();
    // Each part to look at, and whether it is an operand of logic.
    let mut due = vec![(root, true)];
    while let Some((at, logic)) = due.pop() {
        let typed = folded.typed(at);
        match folded.known(at) {
            Known::Value(Value::Bool(value)) => {
                if logic || !matches!(typed.kind, TypedKind::Bool(_)) {
                    diags.push(constant(typed, *value, at == root));
                }
            }
            Known::Raises => match folded.raising_child(at) {
                // The smallest part that raises shows why.
                Some(child) => due.push((child, false)),
                None => diags.push(raises(&folded, at)),
            },
            _ => due.extend(reached(&folded, at).rev()),
        }
    }
}

/// The children of a part that evaluation can reach.
fn reached<'f>(
    folded: &'f Folded<'_>,
    at: usize,
) -> impl DoubleEndedIterator<Item = (usize, bool)> + 'f {
    let kind = &folded.typed(at).kind;
    let children = folded.children(at);
    let skipped = match (kind, children) {
        (TypedKind::Ternary(..), &[condition, then, otherwise]) => match folded.known(condition) {
            Known::Value(Value::Bool(true)) => Some(otherwise),
            Known::Value(Value::Bool(false)) => Some(then),
            _ => None,
        },
        _ => None,
    };
    let ternary = matches!(kind, TypedKind::Ternary(..));
    let logic = matches!(
        kind,
        TypedKind::And(..) | TypedKind::Or(..) | TypedKind::Not(_)
    );
    children
        .iter()
        .enumerate()
        .filter(move |&(_, &child)| Some(child) != skipped)
        .map(move |(place, &child)| (child, logic || ternary && place == 0))
}

fn constant(typed: &Typed, value: bool, whole: bool) -> Diagnostic {
    let what = if whole {
        "the condition"
    } else {
        "this part of the condition"
    };
    let help = match (whole, value, &typed.kind) {
        (true, true, TypedKind::Bool(_)) => {
            "leave `when` out: a rule without one fires whenever it is selected"
        }
        (true, false, TypedKind::Bool(_)) => {
            "a rule that is not to run says so with `enforcement: off`"
        }
        (true, true, _) => {
            "the rule fires whenever it is selected: compare with what you meant to test"
        }
        (true, false, _) => "the rule never fires: compare with what you meant to test",
        (false, ..) => "remove it, or compare with what you meant to test",
    };
    Diagnostic::new(
        Code::ConstantCondition,
        typed.span,
        format!("{what} is always {value}"),
    )
    .help(help)
}

fn raises(folded: &Folded<'_>, at: usize) -> Diagnostic {
    let typed = folded.typed(at);
    let by_zero = match (&typed.kind, folded.children(at)) {
        (TypedKind::Arithmetic(op, ..), &[_, right]) if op.divides() => {
            matches!(folded.known(right), Known::Value(value) if value.is_zero())
        }
        _ => false,
    };
    let (why, clause) = match &typed.kind {
        TypedKind::Index(..) => ("no member is there", "OAR-EXPR-13"),
        _ if by_zero => ("it divides by zero", "OAR-EXPR-14"),
        _ if typed.ty == Type::Double => ("the result is not finite", "OAR-EXPR-14"),
        _ => ("the result does not fit 64 bits", "OAR-EXPR-15"),
    };
    Diagnostic::new(
        Code::AlwaysRaises,
        typed.span,
        format!("this raises whenever it is evaluated: {why}"),
    )
    .clause(clause)
    .help("the rule then takes its `on_error`: write what you meant to compute")
}
