//! Walking, cloning, formatting and dropping typed expressions without recursion.

use std::fmt;

use super::{Typed, TypedKind};

impl Typed {
    /// The direct sub-expressions, in source order.
    pub fn children(&self) -> impl DoubleEndedIterator<Item = &Typed> {
        let (boxed, listed): ([Option<&Typed>; 3], &[Typed]) = match &self.kind {
            TypedKind::List(items) | TypedKind::Builtin(_, items) => ([None; 3], items),
            TypedKind::Call(_, a) | TypedKind::Not(a) | TypedKind::Negate(a) => {
                ([Some(a), None, None], &[])
            }
            TypedKind::Index(a, b)
            | TypedKind::And(a, b)
            | TypedKind::Or(a, b)
            | TypedKind::Arithmetic(_, a, b)
            | TypedKind::Concat(a, b)
            | TypedKind::Relation(_, a, b)
            | TypedKind::In(a, b) => ([Some(a), Some(b), None], &[]),
            TypedKind::Ternary(a, b, c) => ([Some(a), Some(b), Some(c)], &[]),
            TypedKind::Bool(_)
            | TypedKind::Int(_)
            | TypedKind::Double(_)
            | TypedKind::Str(_)
            | TypedKind::Fact(_)
            | TypedKind::CountOf { .. } => ([None; 3], &[]),
        };
        boxed.into_iter().flatten().chain(listed)
    }

    /// The direct sub-expressions, in source order, to be changed.
    pub fn children_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut Typed> {
        let (boxed, listed): ([Option<&mut Typed>; 3], &mut [Typed]) = match &mut self.kind {
            TypedKind::List(items) | TypedKind::Builtin(_, items) => ([None, None, None], items),
            TypedKind::Call(_, a) | TypedKind::Not(a) | TypedKind::Negate(a) => {
                ([Some(a), None, None], &mut [])
            }
            TypedKind::Index(a, b)
            | TypedKind::And(a, b)
            | TypedKind::Or(a, b)
            | TypedKind::Arithmetic(_, a, b)
            | TypedKind::Concat(a, b)
            | TypedKind::Relation(_, a, b)
            | TypedKind::In(a, b) => ([Some(a), Some(b), None], &mut []),
            TypedKind::Ternary(a, b, c) => ([Some(a), Some(b), Some(c)], &mut []),
            TypedKind::Bool(_)
            | TypedKind::Int(_)
            | TypedKind::Double(_)
            | TypedKind::Str(_)
            | TypedKind::Fact(_)
            | TypedKind::CountOf { .. } => ([None, None, None], &mut []),
        };
        boxed.into_iter().flatten().chain(listed)
    }

    /// Calls `f` on the expression and on everything inside it, parents before children, in source order.
    pub fn walk<'a>(&'a self, f: &mut impl FnMut(&'a Typed)) {
        let mut due = vec![self];
        while let Some(next) = due.pop() {
            f(next);
            due.extend(next.children().rev());
        }
    }

    /// [`Typed::walk`] with leave to change what it meets; children that `f` puts in are walked as well.
    pub fn walk_mut(&mut self, f: &mut impl FnMut(&mut Typed)) {
        let mut due = vec![self];
        while let Some(next) = due.pop() {
            f(next);
            due.extend(next.children_mut().rev());
        }
    }

    /// The expression and everything inside it, children before parents, in source order; the expression itself is
    /// the last. Whatever computes a value from the values of children can run over it with a stack.
    #[must_use]
    pub fn postorder(&self) -> Vec<&Typed> {
        // Parents before children with the children reversed is the wanted order backwards.
        let mut order = Vec::new();
        let mut due = vec![self];
        while let Some(next) = due.pop() {
            order.push(next);
            due.extend(next.children());
        }
        order.reverse();
        order
    }

    /// How many expressions stand inside each other at most, itself included.
    #[must_use]
    pub fn depth(&self) -> usize {
        let mut deepest = 0;
        let mut due = vec![(self, 1)];
        while let Some((next, depth)) = due.pop() {
            deepest = deepest.max(depth);
            due.extend(next.children().map(|child| (child, depth + 1)));
        }
        deepest
    }

    /// How many expressions it is made of, itself included.
    #[must_use]
    pub fn count(&self) -> usize {
        let mut count = 0;
        self.walk(&mut |_| count += 1);
        count
    }
}

impl TypedKind {
    /// The same kind over other children, which come from the end of `done` in source order.
    fn rebuild(&self, done: &mut Vec<Typed>) -> Option<TypedKind> {
        let mut pop = || done.pop().map(Box::new);
        Some(match self {
            TypedKind::Bool(value) => TypedKind::Bool(*value),
            TypedKind::Int(value) => TypedKind::Int(*value),
            TypedKind::Double(value) => TypedKind::Double(*value),
            TypedKind::Str(value) => TypedKind::Str(value.clone()),
            TypedKind::Fact(symbol) => TypedKind::Fact(*symbol),
            TypedKind::CountOf {
                counter,
                rule,
                target,
            } => TypedKind::CountOf {
                counter: *counter,
                rule: rule.clone(),
                target: *target,
            },
            TypedKind::List(items) => {
                TypedKind::List(done.split_off(done.len().checked_sub(items.len())?))
            }
            TypedKind::Builtin(builtin, items) => {
                let items = done.split_off(done.len().checked_sub(items.len())?);
                TypedKind::Builtin(*builtin, items)
            }
            TypedKind::Call(symbol, _) => TypedKind::Call(*symbol, pop()?),
            TypedKind::Not(_) => TypedKind::Not(pop()?),
            TypedKind::Negate(_) => TypedKind::Negate(pop()?),
            TypedKind::Index(..) => {
                let (b, a) = (pop()?, pop()?);
                TypedKind::Index(a, b)
            }
            TypedKind::And(..) => {
                let (b, a) = (pop()?, pop()?);
                TypedKind::And(a, b)
            }
            TypedKind::Or(..) => {
                let (b, a) = (pop()?, pop()?);
                TypedKind::Or(a, b)
            }
            TypedKind::Arithmetic(op, ..) => {
                let (b, a) = (pop()?, pop()?);
                TypedKind::Arithmetic(*op, a, b)
            }
            TypedKind::Concat(..) => {
                let (b, a) = (pop()?, pop()?);
                TypedKind::Concat(a, b)
            }
            TypedKind::Relation(op, ..) => {
                let (b, a) = (pop()?, pop()?);
                TypedKind::Relation(*op, a, b)
            }
            TypedKind::In(..) => {
                let (b, a) = (pop()?, pop()?);
                TypedKind::In(a, b)
            }
            TypedKind::Ternary(..) => {
                let (c, b, a) = (pop()?, pop()?, pop()?);
                TypedKind::Ternary(a, b, c)
            }
        })
    }

    /// Everything about it but its children, as text: what [`fmt::Debug`] shows.
    pub(super) fn label(&self) -> String {
        match self {
            TypedKind::Bool(value) => format!("{value}"),
            TypedKind::Int(value) => format!("{value}"),
            TypedKind::Double(value) => format!("{value:?}"),
            TypedKind::Str(value) => format!("{value:?}"),
            TypedKind::Fact(symbol) => format!("fact#{}", symbol.index()),
            TypedKind::CountOf {
                counter,
                rule,
                target,
            } => format!("{} {:?} {target:?}", counter.reader(), rule.value),
            TypedKind::List(_) => "list".into(),
            TypedKind::Builtin(builtin, _) => builtin.name().into(),
            TypedKind::Call(symbol, _) => format!("call#{}", symbol.index()),
            TypedKind::Not(_) => "!".into(),
            TypedKind::Negate(_) => "negate".into(),
            TypedKind::Index(..) => "index".into(),
            TypedKind::And(..) => "&&".into(),
            TypedKind::Or(..) => "||".into(),
            TypedKind::Arithmetic(op, ..) => op.symbol().into(),
            TypedKind::Concat(..) => "concat".into(),
            TypedKind::Relation(op, ..) => op.symbol().into(),
            TypedKind::In(..) => "in".into(),
            TypedKind::Ternary(..) => "?:".into(),
        }
    }
}

impl Clone for Typed {
    fn clone(&self) -> Self {
        let mut done = Vec::new();
        for from in self.postorder() {
            // INVARIANT: postorder leaves exactly the children of `from` at the end of `done`.
            let kind = from.kind.rebuild(&mut done).expect("children come first");
            done.push(Typed {
                span: from.span,
                ty: from.ty,
                kind,
            });
        }
        // INVARIANT: postorder ends with the expression itself, which takes everything before it.
        done.pop().expect("the root is last")
    }
}

/// Moves the children of an expression out, leaving it without any.
fn take_children(typed: &mut Typed, into: &mut Vec<Typed>) {
    if typed.children().next().is_none() {
        return;
    }
    match std::mem::replace(&mut typed.kind, TypedKind::Bool(false)) {
        TypedKind::List(items) | TypedKind::Builtin(_, items) => into.extend(items),
        TypedKind::Call(_, a) | TypedKind::Not(a) | TypedKind::Negate(a) => into.push(*a),
        TypedKind::Index(a, b)
        | TypedKind::And(a, b)
        | TypedKind::Or(a, b)
        | TypedKind::Arithmetic(_, a, b)
        | TypedKind::Concat(a, b)
        | TypedKind::Relation(_, a, b)
        | TypedKind::In(a, b) => into.extend([*a, *b]),
        TypedKind::Ternary(a, b, c) => into.extend([*a, *b, *c]),
        TypedKind::Bool(_)
        | TypedKind::Int(_)
        | TypedKind::Double(_)
        | TypedKind::Str(_)
        | TypedKind::Fact(_)
        | TypedKind::CountOf { .. } => {}
    }
}

impl Drop for Typed {
    fn drop(&mut self) {
        let mut due = Vec::new();
        take_children(self, &mut due);
        while let Some(mut next) = due.pop() {
            take_children(&mut next, &mut due);
        }
    }
}

/// `(operator child child)`, spans left out.
impl fmt::Debug for Typed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What is still to be written: an expression, or the end of one.
        let mut due = vec![Some(self)];
        let mut first = true;
        while let Some(next) = due.pop() {
            let Some(typed) = next else {
                f.write_str(")")?;
                continue;
            };
            if !std::mem::take(&mut first) {
                f.write_str(" ")?;
            }
            if typed.children().next().is_none() {
                f.write_str(&typed.kind.label())?;
                continue;
            }
            write!(f, "({}", typed.kind.label())?;
            due.push(None);
            due.extend(typed.children().rev().map(Some));
        }
        Ok(())
    }
}
