//! Lists and maps: what is in them, and what stands at an index.

use super::Scope;
use crate::condition::{Typed, TypedKind};
use crate::vocabulary::Type;

impl Scope<'_> {
    pub(super) fn membership(&self, out: &mut String, needle: &Typed, hay: &Typed) {
        let (function, borrow) = match (hay.ty, &hay.kind) {
            (Type::ListString, TypedKind::Fact(_)) => ("expr::in_strings(", ""),
            (Type::ListString, _) => ("expr::in_list(", "&"),
            (Type::MapString, _) => ("expr::in_string_map(", ""),
            _ => ("expr::in_map(", ""),
        };
        out.push_str(function);
        self.value(out, needle);
        out.push_str(", ");
        out.push_str(borrow);
        self.collection(out, hay);
        out.push(')');
    }

    pub(super) fn index(&self, out: &mut String, list: &Typed, index: &Typed) {
        let (function, borrow) = match (list.ty, &list.kind) {
            (Type::MapString, _) => ("expr::index_map(", ""),
            (Type::ListString, TypedKind::Fact(_)) => ("expr::index_strings(", ""),
            (Type::ListString, _) => ("expr::index_list(", "&"),
            _ => ("expr::index_maps(", "&"),
        };
        out.push_str(function);
        out.push_str(borrow);
        self.collection(out, list);
        out.push_str(", ");
        self.value(out, index);
        out.push_str(")?");
    }

    /// A list or map in the form that the functions of `expr` take.
    pub(super) fn collection(&self, out: &mut String, e: &Typed) {
        match (e.ty, &e.kind) {
            (Type::ListString, TypedKind::Fact(_)) => self.value(out, e),
            (Type::ListString, _) => self.list(out, e),
            (Type::ListMap, _) => self.maps(out, e),
            _ => self.value(out, e),
        }
    }

    /// A `list<string>` that may be a literal: `expr::List`.
    pub(super) fn list(&self, out: &mut String, e: &Typed) {
        match self.part(e) {
            Some(call) => out.push_str(&call),
            None => self.list_itself(out, e),
        }
    }

    pub(super) fn list_itself(&self, out: &mut String, e: &Typed) {
        match &e.kind {
            TypedKind::List(members) => {
                out.push_str("expr::list([");
                for (at, member) in members.iter().enumerate() {
                    if at > 0 {
                        out.push_str(", ");
                    }
                    self.cow(out, member);
                }
                out.push_str("])");
            }
            TypedKind::Ternary(condition, then, otherwise) => {
                self.ternary(
                    out,
                    condition,
                    |out| self.list(out, then),
                    |out| self.list(out, otherwise),
                );
            }
            _ => {
                out.push_str("expr::List::Fact(");
                self.value_itself(out, e);
                out.push(')');
            }
        }
    }

    /// A `list<map>`: `expr::Maps`.
    fn maps(&self, out: &mut String, e: &Typed) {
        match self.part(e) {
            Some(call) => out.push_str(&call),
            None => self.maps_itself(out, e),
        }
    }

    pub(super) fn maps_itself(&self, out: &mut String, e: &Typed) {
        match &e.kind {
            TypedKind::List(members) => {
                out.push_str("expr::maps([");
                for (at, member) in members.iter().enumerate() {
                    if at > 0 {
                        out.push_str(", ");
                    }
                    self.args(out, member);
                }
                out.push_str("])");
            }
            TypedKind::Ternary(condition, then, otherwise) => {
                self.ternary(
                    out,
                    condition,
                    |out| self.maps(out, then),
                    |out| self.maps(out, otherwise),
                );
            }
            _ => {
                out.push_str("expr::Maps::Fact(");
                self.value_itself(out, e);
                out.push(')');
            }
        }
    }

    /// A member of a `list<map>` literal, of either map type.
    fn args(&self, out: &mut String, e: &Typed) {
        if e.ty == Type::MapString {
            out.push_str("Args::Strings(");
            self.value(out, e);
            out.push(')');
        } else {
            self.value(out, e);
        }
    }
}
