//! Chains of `&&` or `||` that decide themselves: `x && !x`, `t == "a" && t == "b"`, `t != "a" || t != "b"`.

use super::fold::{Folded, Known};
use super::value::Value;
use crate::condition::{Relation, TypedKind};

/// Most operands of a chain that are compared with a new one: longer ones are generated, not written.
const OPERANDS_MAX: usize = 16;

/// Whether the chain `left op right` always has the value that decides it: `op` is `&&` and it is always false when
/// `decides` is false, `||` and always true when it is true.
pub(super) fn decides(folded: &Folded<'_>, decides: bool, left: usize, right: usize) -> bool {
    let earlier = operands(folded, decides, left);
    let later = operands(folded, decides, right);
    later
        .iter()
        .any(|&b| earlier.iter().any(|&a| excludes(folded, decides, a, b)))
}

/// The operands of a chain of the same operator, the last first.
fn operands(folded: &Folded<'_>, or: bool, at: usize) -> Vec<usize> {
    let mut found = Vec::new();
    let mut due = vec![at];
    while let Some(at) = due.pop() {
        let same_operator = match folded.typed(at).kind {
            TypedKind::And(..) => !or,
            TypedKind::Or(..) => or,
            _ => false,
        };
        if same_operator {
            due.extend(folded.children(at));
        } else {
            found.push(at);
        }
        if found.len() == OPERANDS_MAX {
            break;
        }
    }
    found
}

/// Whether one of the two operands has the deciding value whenever the other has not.
fn excludes(folded: &Folded<'_>, decides: bool, a: usize, b: usize) -> bool {
    if negates(folded, a, b) || negates(folded, b, a) {
        return true;
    }
    // `t == "a"` and `t == "b"` are not both true; `t != "a"` and `t != "b"` are not both false.
    let wanted = if decides {
        Relation::NotEqual
    } else {
        Relation::Equal
    };
    let (Some((first, first_value)), Some((second, second_value))) =
        (equation(folded, wanted, a), equation(folded, wanted, b))
    else {
        return false;
    };
    first_value.compare(Relation::NotEqual, second_value) == Some(true)
        && folded.same(first, second)
}

/// Whether `a` is `!b`.
fn negates(folded: &Folded<'_>, a: usize, b: usize) -> bool {
    matches!(folded.typed(a).kind, TypedKind::Not(_))
        && folded
            .children(a)
            .iter()
            .any(|&inner| folded.same(inner, b))
}

/// The two sides of `x == value` or `x != value`, in either order.
fn equation<'f>(folded: &'f Folded<'_>, wanted: Relation, at: usize) -> Option<(usize, &'f Value)> {
    let (TypedKind::Relation(op, ..), &[left, right]) =
        (&folded.typed(at).kind, folded.children(at))
    else {
        return None;
    };
    if *op != wanted {
        return None;
    }
    match (folded.known(left), folded.known(right)) {
        (Known::Value(_), Known::Value(_)) => None,
        (_, Known::Value(value)) => Some((left, value)),
        (Known::Value(value), _) => Some((right, value)),
        _ => None,
    }
}
