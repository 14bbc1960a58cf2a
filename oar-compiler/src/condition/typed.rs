//! Typed expressions: what a condition means, ready to be compiled.

use crate::diagnostic::Span;
use crate::document::{RuleRef, Spanned};
use crate::link::RuleId;
use crate::vocabulary::{self, SymbolId, Type};

/// An expression whose type is known.
///
/// A condition may nest as deep as the host's `expression_nodes_max` allows: reading it with [`Typed::walk`] or
/// [`Typed::postorder`], cloning, formatting and dropping it use no stack, and what consumes it should not either.
pub struct Typed {
    /// The sub-expression's bytes in the file.
    pub span: Span,
    /// What it evaluates to.
    pub ty: Type,
    /// What it is.
    pub kind: TypedKind,
}

/// `+ - * / %` (OAR-EXPR-9). Both operands have the result's type; `+` on strings is [`TypedKind::Concat`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`, truncating toward zero on integers
    Divide,
    /// `%`, on integers only
    Remainder,
}

/// `== != < <= > >=`. Operands have one type, or are one int and one double (OAR-EXPR-10, OAR-EXPR-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

impl Arithmetic {
    /// The operator as written.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        match self {
            Arithmetic::Add => "+",
            Arithmetic::Subtract => "-",
            Arithmetic::Multiply => "*",
            Arithmetic::Divide => "/",
            Arithmetic::Remainder => "%",
        }
    }
}

impl Relation {
    /// The operator as written.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        match self {
            Relation::Equal => "==",
            Relation::NotEqual => "!=",
            Relation::Less => "<",
            Relation::LessOrEqual => "<=",
            Relation::Greater => ">",
            Relation::GreaterOrEqual => ">=",
        }
    }

    /// Whether it is `==` or `!=`.
    #[must_use]
    pub fn is_equality(self) -> bool {
        matches!(self, Relation::Equal | Relation::NotEqual)
    }
}

/// The four built-ins (OAR-EXPR-16).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Builtin {
    /// `size`, on a string, list or map
    Size,
    /// `starts_with`
    StartsWith,
    /// `ends_with`
    EndsWith,
    /// `contains`
    Contains,
}

impl Builtin {
    /// All four, in the order of the table.
    pub const ALL: [Builtin; 4] = [
        Builtin::Size,
        Builtin::StartsWith,
        Builtin::EndsWith,
        Builtin::Contains,
    ];

    /// The name it is called by.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Builtin::Size => "size",
            Builtin::StartsWith => "starts_with",
            Builtin::EndsWith => "ends_with",
            Builtin::Contains => "contains",
        }
    }

    /// The built-in of that name.
    #[must_use]
    pub fn find(name: &str) -> Option<Builtin> {
        Self::ALL.into_iter().find(|builtin| builtin.name() == name)
    }
}

/// The two counters (OAR-FIRE-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counter {
    /// `fire_count`
    Fire,
    /// `breaker_count`
    Breaker,
}

impl Counter {
    /// Both.
    pub const ALL: [Counter; 2] = [Counter::Fire, Counter::Breaker];

    /// The function that reads it of another rule (OAR-FIRE-11).
    #[must_use]
    pub fn reader(self) -> &'static str {
        match self {
            Counter::Fire => vocabulary::FIRE_COUNT_OF,
            Counter::Breaker => vocabulary::BREAKER_COUNT_OF,
        }
    }

    /// The counter that the function of that name reads.
    #[must_use]
    pub fn find_reader(name: &str) -> Option<Counter> {
        Self::ALL
            .into_iter()
            .find(|counter| counter.reader() == name)
    }
}

/// What an expression is. Children are in source order.
#[derive(Clone, Debug)]
pub enum TypedKind {
    /// `true`, `false`
    Bool(bool),
    /// An integer literal; the minimum's unary minus is folded into it
    Int(i64),
    /// A finite double literal
    Double(f64),
    /// A string literal, unescaped
    Str(String),
    /// A list literal: all strings (`list<string>`) or all maps (`list<map>`)
    List(Vec<Typed>),
    /// A fact, core facts `anchor`, `fire_count` and `breaker_count` included
    Fact(SymbolId),
    /// A profile or host observation function
    Call(SymbolId, Box<Typed>),
    /// `fire_count_of` or `breaker_count_of` (OAR-FIRE-11)
    CountOf {
        /// Which counter.
        counter: Counter,
        /// The rule as written.
        rule: Spanned<RuleRef>,
        /// The rule meant; filled in by `link`.
        target: Option<RuleId>,
    },
    /// A built-in with its one or two arguments
    Builtin(Builtin, Vec<Typed>),
    /// `map<string,string>[string]`, `list<string>[int]` or `list<map>[int]` (OAR-EXPR-13)
    Index(Box<Typed>, Box<Typed>),
    /// `!`
    Not(Box<Typed>),
    /// unary `-` on an int or a double
    Negate(Box<Typed>),
    /// `&&`
    And(Box<Typed>, Box<Typed>),
    /// `||`
    Or(Box<Typed>, Box<Typed>),
    /// arithmetic
    Arithmetic(Arithmetic, Box<Typed>, Box<Typed>),
    /// `+` on two strings
    Concat(Box<Typed>, Box<Typed>),
    /// a comparison; the operands' types say which
    Relation(Relation, Box<Typed>, Box<Typed>),
    /// `string in list<string>`, `string in map`, `string in map<string,string>` (OAR-EXPR-12)
    In(Box<Typed>, Box<Typed>),
    /// `? :`
    Ternary(Box<Typed>, Box<Typed>, Box<Typed>),
}
