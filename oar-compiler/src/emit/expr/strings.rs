//! Strings that may have been made on the spot.

use super::Scope;
use crate::condition::{Typed, TypedKind};
use crate::vocabulary::Type;

impl Scope<'_> {
    /// A string that may have been made on the spot: `Cow<str>`.
    pub(super) fn cow(&self, out: &mut String, e: &Typed) {
        match self.part(e) {
            Some(call) => out.push_str(&call),
            None => self.cow_itself(out, e),
        }
    }

    pub(super) fn cow_itself(&self, out: &mut String, e: &Typed) {
        match &e.kind {
            TypedKind::Ternary(condition, then, otherwise) if self.is_owned(e) => {
                self.ternary(
                    out,
                    condition,
                    |out| self.cow(out, then),
                    |out| self.cow(out, otherwise),
                );
            }
            TypedKind::Concat(..) => {
                out.push_str("Cow::<str>::Owned(");
                self.owned(out, e);
                out.push(')');
            }
            _ if self.is_owned(e) => {
                out.push_str("Cow::<str>::Owned(String::from(");
                self.value_itself(out, e);
                out.push_str("))");
            }
            _ => {
                out.push_str("Cow::<str>::Borrowed(");
                self.value_itself(out, e);
                out.push(')');
            }
        }
    }

    /// A concatenation: `String`. A chain of `+` is one call over all its operands.
    pub(super) fn owned(&self, out: &mut String, e: &Typed) {
        let mut operands = Vec::new();
        let mut rest = e;
        while let TypedKind::Concat(left, right) = &rest.kind {
            operands.push(right.as_ref());
            rest = left;
            if self.part(rest).is_some() {
                break;
            }
        }
        operands.push(rest);
        out.push_str("expr::concat(&[");
        for (at, operand) in operands.into_iter().rev().enumerate() {
            if at > 0 {
                out.push_str(", ");
            }
            self.value(out, operand);
        }
        out.push_str("])");
    }

    /// Whether a string expression borrows from something made on the spot, which must outlive a branch it stands in.
    pub(super) fn is_owned(&self, e: &Typed) -> bool {
        if self.part(e).is_some() {
            return true;
        }
        match &e.kind {
            TypedKind::Concat(..) => true,
            TypedKind::Ternary(_, then, otherwise) => {
                self.is_owned_branch(then) || self.is_owned_branch(otherwise)
            }
            // An element of a literal list borrows from the literal.
            TypedKind::Index(list, _) => {
                list.ty == Type::ListString && !matches!(list.kind, TypedKind::Fact(_))
            }
            _ => false,
        }
    }

    fn is_owned_branch(&self, e: &Typed) -> bool {
        e.ty == Type::String && self.is_owned(e)
    }
}
