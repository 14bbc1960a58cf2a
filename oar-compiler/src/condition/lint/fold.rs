//! What is known of each part of a condition before any occurrence.

use super::chain;
use super::value::{Outcome, Value};
use crate::condition::{Builtin, Relation, Typed, TypedKind};
use crate::vocabulary::{self, Environment, Tier};

/// Largest expression that is compared with another; a person writes `x == x` with small ones.
const COMPARED_MAX: usize = 32;

/// What evaluating a part comes to, once it is evaluated.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Known {
    /// Nothing certain.
    Unknown,
    /// An `int` that is not negative: a size or a counter.
    NotNegative,
    /// That value, unless something raises on the way.
    Value(Value),
    /// It raises.
    Raises,
}

impl From<Outcome> for Known {
    fn from(outcome: Outcome) -> Known {
        match outcome {
            Outcome::Value(value) => Known::Value(value),
            Outcome::Raises => Known::Raises,
            Outcome::Unknown => Known::Unknown,
        }
    }
}

/// A condition with what is known of each part, children before parents.
pub(super) struct Folded<'a> {
    environment: &'a Environment,
    parts: Vec<Part<'a>>,
}

struct Part<'a> {
    typed: &'a Typed,
    children: Vec<usize>,
    known: Known,
    /// How many parts it is made of.
    size: usize,
    /// Whether it calls a host function, of which nobody promises that it answers the same twice.
    calls: bool,
}

impl<'a> Folded<'a> {
    pub(super) fn new(condition: &'a Typed, environment: &'a Environment) -> Self {
        let mut folded = Folded {
            environment,
            parts: Vec::new(),
        };
        let mut waiting: Vec<usize> = Vec::new();
        for typed in condition.postorder() {
            let children =
                waiting.split_off(waiting.len().saturating_sub(typed.children().count()));
            waiting.push(folded.parts.len());
            folded.add(typed, children);
        }
        folded
    }

    pub(super) fn root(&self) -> usize {
        self.parts.len().saturating_sub(1)
    }

    pub(super) fn typed(&self, at: usize) -> &'a Typed {
        self.part(at).typed
    }

    pub(super) fn known(&self, at: usize) -> &Known {
        &self.part(at).known
    }

    pub(super) fn children(&self, at: usize) -> &[usize] {
        &self.part(at).children
    }

    pub(super) fn raising_child(&self, at: usize) -> Option<usize> {
        let raises = |&child: &usize| *self.known(child) == Known::Raises;
        self.children(at).iter().copied().find(raises)
    }

    fn part(&self, at: usize) -> &Part<'a> {
        // INVARIANT: positions come from `new`, which adds one part for each expression and removes none.
        &self.parts[at]
    }

    fn add(&mut self, typed: &'a Typed, children: Vec<usize>) {
        let known = self.fold(typed, &children);
        let sizes = children.iter().map(|&child| self.part(child).size);
        let size = 1 + sizes.sum::<usize>();
        let calls = matches!(typed.kind, TypedKind::Call(..))
            || children.iter().any(|&child| self.part(child).calls);
        self.parts.push(Part {
            typed,
            children,
            known,
            size,
            calls,
        });
    }

    fn fold(&self, typed: &Typed, children: &[usize]) -> Known {
        match (&typed.kind, children) {
            (TypedKind::Bool(value), _) => Known::Value(Value::Bool(*value)),
            (TypedKind::Int(value), _) => Known::Value(Value::Int(*value)),
            (TypedKind::Double(value), _) => Known::Value(Value::Double(*value)),
            (TypedKind::Str(value), _) => Known::Value(Value::Str(value.clone())),
            (TypedKind::CountOf { .. }, _) => Known::NotNegative,
            (TypedKind::Fact(symbol), _) => {
                let symbol = self.environment.get(*symbol);
                let counters = [vocabulary::FIRE_COUNT, vocabulary::BREAKER_COUNT];
                if symbol.tier == Tier::Core && counters.contains(&symbol.name.as_str()) {
                    Known::NotNegative
                } else {
                    Known::Unknown
                }
            }
            (TypedKind::And(..), &[left, right]) => self.logical(false, left, right),
            (TypedKind::Or(..), &[left, right]) => self.logical(true, left, right),
            (TypedKind::Ternary(..), &[condition, then, otherwise]) => {
                self.ternary(condition, then, otherwise)
            }
            // Everything else evaluates all its operands first.
            _ if children
                .iter()
                .any(|&child| *self.known(child) == Known::Raises) =>
            {
                Known::Raises
            }
            _ => self.strict(typed, children),
        }
    }

    fn strict(&self, typed: &Typed, children: &[usize]) -> Known {
        match (&typed.kind, children) {
            (TypedKind::Not(_), &[operand]) => match self.known(operand) {
                Known::Value(Value::Bool(value)) => Known::Value(Value::Bool(!value)),
                _ => Known::Unknown,
            },
            (TypedKind::Negate(_), &[operand]) => match self.known(operand) {
                Known::Value(value) => value.negate().into(),
                _ => Known::Unknown,
            },
            (TypedKind::Arithmetic(op, ..), &[left, right]) => {
                match (self.known(left), self.known(right)) {
                    (Known::Value(a), Known::Value(b)) => a.arithmetic(*op, b).into(),
                    (_, Known::Value(b)) if b.is_zero() && op.divides() => Known::Raises,
                    _ => Known::Unknown,
                }
            }
            (TypedKind::Concat(..), &[left, right]) => {
                match (self.known(left), self.known(right)) {
                    (Known::Value(a), Known::Value(b)) => a.concat(b).into(),
                    _ => Known::Unknown,
                }
            }
            (TypedKind::Relation(op, ..), &[left, right]) => self.relation(*op, left, right),
            (TypedKind::Builtin(builtin, _), _) => self.builtin(*builtin, children),
            (TypedKind::In(..), &[needle, haystack]) => self.membership(needle, haystack),
            (TypedKind::Index(..), &[base, subscript]) => self.index(base, subscript),
            _ => Known::Unknown,
        }
    }

    /// `&&` when `decides` is false, `||` when it is true: the value of one operand that decides the whole.
    fn logical(&self, decides: bool, left: usize, right: usize) -> Known {
        let deciding = Known::Value(Value::Bool(decides));
        let other = Known::Value(Value::Bool(!decides));
        let (first, second) = (self.known(left), self.known(right));
        if *first == deciding || *first == Known::Raises {
            return first.clone();
        }
        if *first == other || *second == deciding {
            return second.clone();
        }
        if chain::decides(self, decides, left, right) {
            return deciding;
        }
        Known::Unknown
    }

    fn ternary(&self, condition: usize, then: usize, otherwise: usize) -> Known {
        match self.known(condition) {
            Known::Raises => Known::Raises,
            Known::Value(Value::Bool(true)) => self.known(then).clone(),
            Known::Value(Value::Bool(false)) => self.known(otherwise).clone(),
            _ if self.known(then) == self.known(otherwise) => self.known(then).clone(),
            _ => Known::Unknown,
        }
    }

    fn relation(&self, op: Relation, left: usize, right: usize) -> Known {
        let decided = match (self.known(left), self.known(right)) {
            (Known::Value(a), Known::Value(b)) => a.compare(op, b),
            (Known::NotNegative, Known::Value(b)) => not_negative(op, b),
            (Known::Value(a), Known::NotNegative) => not_negative(op.mirrored(), a),
            _ => None,
        };
        let decided = decided.or_else(|| self.same(left, right).then(|| op.holds_for_equals()));
        decided.map_or(Known::Unknown, |value| Known::Value(Value::Bool(value)))
    }

    fn builtin(&self, builtin: Builtin, arguments: &[usize]) -> Known {
        let text = |at: usize| match arguments.get(at).map(|&argument| self.known(argument)) {
            Some(Known::Value(Value::Str(text))) => Some(text.as_str()),
            _ => None,
        };
        let size = |size: usize| {
            i64::try_from(size).map_or(Known::NotNegative, |n| Known::Value(Value::Int(n)))
        };
        let found = match (builtin, text(0), text(1)) {
            (Builtin::Size, Some(text), _) => return size(text.chars().count()),
            (Builtin::Size, None, _) => {
                return match arguments
                    .first()
                    .map(|&argument| &self.typed(argument).kind)
                {
                    Some(TypedKind::List(members)) => size(members.len()),
                    _ => Known::NotNegative,
                };
            }
            // An empty part matches every string (OAR-EXPR-22).
            (_, _, Some("")) => true,
            (Builtin::StartsWith, Some(whole), Some(part)) => whole.starts_with(part),
            (Builtin::EndsWith, Some(whole), Some(part)) => whole.ends_with(part),
            (Builtin::Contains, Some(whole), Some(part)) => whole.contains(part),
            _ => return Known::Unknown,
        };
        Known::Value(Value::Bool(found))
    }

    /// A literal in a list of literals.
    fn membership(&self, needle: usize, haystack: usize) -> Known {
        let Known::Value(needle) = self.known(needle) else {
            return Known::Unknown;
        };
        if !matches!(self.typed(haystack).kind, TypedKind::List(_)) {
            return Known::Unknown;
        }
        let mut found = false;
        for &member in self.children(haystack) {
            match self.known(member) {
                Known::Value(value) => found |= value == needle,
                _ => return Known::Unknown,
            }
        }
        Known::Value(Value::Bool(found))
    }

    /// A negative index raises, and so does one past the end of a list that is written out (OAR-EXPR-21).
    fn index(&self, base: usize, subscript: usize) -> Known {
        let Known::Value(Value::Int(at)) = self.known(subscript) else {
            return Known::Unknown;
        };
        let Ok(at) = usize::try_from(*at) else {
            return Known::Raises;
        };
        if !matches!(self.typed(base).kind, TypedKind::List(_)) {
            return Known::Unknown;
        }
        match self.children(base).get(at) {
            Some(&member) => self.known(member).clone(),
            None => Known::Raises,
        }
    }

    /// Whether two parts are the same expression, and one that gives the same value twice.
    pub(super) fn same(&self, left: usize, right: usize) -> bool {
        let (a, b) = (self.part(left), self.part(right));
        if a.size != b.size || a.size > COMPARED_MAX || a.calls || b.calls {
            return false;
        }
        let pairs = a.typed.postorder().into_iter().zip(b.typed.postorder());
        pairs.into_iter().all(|(a, b)| {
            a.kind.label() == b.kind.label() && a.children().count() == b.children().count()
        })
    }
}

/// A relation of some number that is not negative with a known one, where the sign alone decides.
fn not_negative(op: Relation, known: &Value) -> Option<bool> {
    match op {
        Relation::GreaterOrEqual => known.is_negative(true).then_some(true),
        Relation::Greater => known.is_negative(false).then_some(true),
        Relation::Less => known.is_negative(true).then_some(false),
        Relation::LessOrEqual => known.is_negative(false).then_some(false),
        Relation::Equal => known.is_negative(false).then_some(false),
        Relation::NotEqual => known.is_negative(false).then_some(true),
    }
}

impl Relation {
    /// The relation with its operands exchanged.
    fn mirrored(self) -> Relation {
        match self {
            Relation::Less => Relation::Greater,
            Relation::LessOrEqual => Relation::GreaterOrEqual,
            Relation::Greater => Relation::Less,
            Relation::GreaterOrEqual => Relation::LessOrEqual,
            Relation::Equal | Relation::NotEqual => self,
        }
    }
}
