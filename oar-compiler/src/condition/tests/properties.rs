//! Properties: no text panics, and every expression that is written by the grammar comes back as the tree it was
//! written from.

use proptest::prelude::*;

use super::super::testing::{environment, seen, text};
use super::{Typed, compile};
use crate::diagnostic::Diagnostics;

/// Either a condition and no error, or no condition and an error that marks a part of the text.
fn decided(condition: &str, nodes_max: u64) -> Option<Typed> {
    let (sources, text) = text(condition);
    let mut diags = Diagnostics::new();
    let typed = compile(&text, &environment(), nodes_max, &mut diags);
    let seen = seen(&sources, &diags);
    assert_eq!(typed.is_none(), !seen.is_empty(), "{condition:?}");
    for one in seen {
        assert!(condition.contains(&one.marked), "{one:?}");
        assert!(!one.message.contains('\n'), "{one:?}");
    }
    typed
}

const TOKENS: &[&str] = &[
    "true",
    "false",
    "in",
    "tool",
    "fire_count",
    "tool_args",
    "acme.labels",
    "acme.spans",
    "policy_denied",
    "size",
    "starts_with",
    "tool_arg_string",
    "fire_count_of",
    "ghost",
    "null",
    "acme.",
    "0",
    "1",
    "1.5",
    "2.",
    ".5",
    "1e5",
    "9223372036854775808",
    "'a'",
    "\"A_RULE\"",
    "'\\u00e9'",
    "'\\ud83d'",
    "'",
    "\"",
    "\\",
    "(",
    ")",
    "[",
    "]",
    ",",
    ".",
    "?",
    ":",
    "!",
    "-",
    "+",
    "*",
    "/",
    "%",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "&&",
    "||",
    "=",
    "&",
    "|",
    "#",
    "\n",
    "é",
    "😀",
];

proptest! {
    #[test]
    fn no_text_panics(condition in ".{0,200}") {
        decided(&condition, 256);
    }

    #[test]
    fn no_row_of_tokens_panics(
        tokens in prop::collection::vec(prop::sample::select(TOKENS), 0..40),
        spaced in any::<bool>(),
    ) {
        decided(&tokens.join(if spaced { " " } else { "" }), 256);
    }

    #[test]
    fn what_is_written_is_read(choices in prop::collection::vec(any::<u8>(), 0..200)) {
        let written = Writer { choices: choices.into_iter() }.bool(5);
        let typed = decided(&written.text, written.nodes).expect("it is within the limit");
        prop_assert_eq!(format!("{:?}", typed), written.tree);
        prop_assert!(decided(&written.text, written.nodes - 1).is_none());
    }
}

/// An expression as text, and what should become of it.
struct Written {
    text: String,
    /// How tightly its outermost operator binds.
    level: Level,
    /// The typed tree in the form of `Debug`.
    tree: String,
    /// Nodes as OAR-EXPR-20 counts them.
    nodes: u64,
}

#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Level {
    Ternary,
    Or,
    And,
    Relation,
    Addition,
    Multiplication,
    Unary,
    Postfix,
}

/// Writes a well-typed expression by the bytes it is given; without any left it writes leaves.
struct Writer {
    choices: std::vec::IntoIter<u8>,
}

impl Writer {
    fn choose(&mut self, among: u8) -> u8 {
        self.choices.next().unwrap_or(0) % among
    }

    fn space(&mut self) -> &'static str {
        ["", " ", "\n", " \t"][usize::from(self.choose(4))]
    }

    fn leaf(text: &str, tree: &str) -> Written {
        Written {
            text: text.into(),
            level: Level::Postfix,
            tree: tree.into(),
            nodes: 1,
        }
    }

    /// The text where the grammar has a place for that level: parentheses when it binds less tightly, and sometimes
    /// when it does not.
    fn at(&mut self, operand: &Written, level: Level) -> String {
        let needed = operand.level < level;
        if needed || self.choose(8) == 7 {
            return format!("({}{}{})", self.space(), operand.text, self.space());
        }
        operand.text.clone()
    }

    /// `left op right`, where left may be as loose as `level` when the operator associates.
    fn infix(
        &mut self,
        (op, label, level): (&str, &str, Level),
        (left, left_level): (&Written, Level),
        (right, right_level): (&Written, Level),
    ) -> Written {
        let (before, after) = (self.at(left, left_level), self.at(right, right_level));
        // `in` needs space around it where it would run into a name.
        let gap = if op == "in" { " " } else { self.space() };
        Written {
            text: format!("{before}{gap}{op}{gap}{after}"),
            level,
            tree: format!("({label} {} {})", left.tree, right.tree),
            nodes: left.nodes + right.nodes + 1,
        }
    }

    fn ternary(&mut self, condition: &Written, then: &Written, otherwise: &Written) -> Written {
        let condition_text = self.at(condition, Level::Or);
        let (then_text, otherwise_text) = (
            self.at(then, Level::Ternary),
            self.at(otherwise, Level::Ternary),
        );
        let gap = self.space();
        Written {
            text: format!("{condition_text}{gap}?{gap}{then_text}{gap}:{gap}{otherwise_text}"),
            level: Level::Ternary,
            tree: format!("(?: {} {} {})", condition.tree, then.tree, otherwise.tree),
            nodes: condition.nodes + then.nodes + otherwise.nodes + 1,
        }
    }

    fn prefix(&mut self, op: &str, label: &str, operand: &Written) -> Written {
        let inside = self.at(operand, Level::Postfix);
        Written {
            text: format!("{op}{}{inside}", self.space()),
            level: Level::Unary,
            tree: format!("({label} {})", operand.tree),
            nodes: operand.nodes + 1,
        }
    }

    fn call(&mut self, name: &str, label: &str, arguments: &[&Written]) -> Written {
        let mut texts = Vec::new();
        for argument in arguments {
            texts.push(self.at(argument, Level::Ternary));
        }
        let trees: Vec<_> = arguments.iter().map(|a| a.tree.as_str()).collect();
        let gap = self.space();
        Written {
            text: format!("{name}{gap}({})", texts.join(&format!("{gap},"))),
            level: Level::Postfix,
            tree: format!("({label} {})", trees.join(" ")),
            nodes: arguments.iter().map(|a| a.nodes).sum::<u64>() + 1,
        }
    }

    fn index(&mut self, base: &Written, subscript: &Written) -> Written {
        let (base_text, subscript_text) = (
            self.at(base, Level::Postfix),
            self.at(subscript, Level::Ternary),
        );
        Written {
            text: format!("{base_text}{}[{subscript_text}]", self.space()),
            level: Level::Postfix,
            tree: format!("(index {} {})", base.tree, subscript.tree),
            nodes: base.nodes + subscript.nodes + 1,
        }
    }

    fn bool(&mut self, depth: u8) -> Written {
        if depth == 0 {
            return Self::leaf("policy_denied", "fact#7");
        }
        let depth = depth - 1;
        match self.choose(10) {
            0 => Self::leaf("true", "true"),
            1 => Self::leaf("acme.in", "fact#14"),
            2 => {
                let operand = self.bool(depth);
                self.prefix("!", "!", &operand)
            }
            3 => {
                let (left, right) = (self.bool(depth), self.bool(depth));
                self.infix(
                    ("&&", "&&", Level::And),
                    (&left, Level::And),
                    (&right, Level::Relation),
                )
            }
            4 => {
                let (left, right) = (self.bool(depth), self.bool(depth));
                self.infix(
                    ("||", "||", Level::Or),
                    (&left, Level::Or),
                    (&right, Level::And),
                )
            }
            5 => self.comparison(depth),
            6 => {
                let (left, right) = (self.string(depth), self.strings(depth));
                self.infix(
                    ("in", "in", Level::Relation),
                    (&left, Level::Addition),
                    (&right, Level::Addition),
                )
            }
            7 => {
                let (condition, then, otherwise) =
                    (self.bool(depth), self.bool(depth), self.bool(depth));
                self.ternary(&condition, &then, &otherwise)
            }
            8 => {
                let (first, second) = (self.string(depth), self.string(depth));
                self.call("contains", "contains", &[&first, &second])
            }
            _ => {
                let argument = self.string(depth);
                self.call("tool_arg_bool", "call#10", &[&argument])
            }
        }
    }

    fn comparison(&mut self, depth: u8) -> Written {
        const OPERATORS: [&str; 6] = ["<", "<=", ">", ">=", "==", "!="];
        let op = OPERATORS[usize::from(self.choose(6))];
        let (left, right) = match self.choose(3) {
            0 => (self.int(depth), self.int(depth)),
            1 => (self.int(depth), self.double(depth)),
            _ => (self.string(depth), self.string(depth)),
        };
        self.infix(
            (op, op, Level::Relation),
            (&left, Level::Addition),
            (&right, Level::Addition),
        )
    }

    fn int(&mut self, depth: u8) -> Written {
        if depth == 0 {
            return Self::leaf("fire_count", "fact#1");
        }
        let depth = depth - 1;
        match self.choose(7) {
            0 => Self::leaf("007", "7"),
            1 => Written {
                text: "-9223372036854775808".into(),
                level: Level::Unary,
                tree: "-9223372036854775808".into(),
                nodes: 2,
            },
            2 => {
                let operand = self.int(depth);
                self.prefix("-", "negate", &operand)
            }
            3 => {
                let op = ["+", "-"][usize::from(self.choose(2))];
                let (left, right) = (self.int(depth), self.int(depth));
                self.infix(
                    (op, op, Level::Addition),
                    (&left, Level::Addition),
                    (&right, Level::Multiplication),
                )
            }
            4 => {
                let op = ["*", "/", "%"][usize::from(self.choose(3))];
                let (left, right) = (self.int(depth), self.int(depth));
                // Two divisions in a row would be a comment, which the gap cannot make: an operand stands between.
                self.infix(
                    (op, op, Level::Multiplication),
                    (&left, Level::Multiplication),
                    (&right, Level::Unary),
                )
            }
            5 => {
                let of = self.strings(depth);
                self.call("size", "size", &[&of])
            }
            _ => {
                let mut reader = Self::leaf(
                    "fire_count_of('A')",
                    "fire_count_of RuleRef { namespace: None, id: \"A\" } None",
                );
                reader.nodes = 2;
                reader
            }
        }
    }

    fn double(&mut self, depth: u8) -> Written {
        if depth == 0 || self.choose(2) == 0 {
            return Self::leaf("acme.score", "fact#11");
        }
        let (left, right) = (self.double(depth - 1), Self::leaf("0.50", "0.5"));
        self.infix(
            ("/", "/", Level::Multiplication),
            (&left, Level::Multiplication),
            (&right, Level::Unary),
        )
    }

    fn string(&mut self, depth: u8) -> Written {
        if depth == 0 {
            return Self::leaf("tool", "fact#5");
        }
        let depth = depth - 1;
        match self.choose(4) {
            0 => Self::leaf(r#"'a"\u00e9\n'"#, r#""a\"é\n""#),
            1 => {
                let (left, right) = (self.string(depth), self.string(depth));
                self.infix(
                    ("+", "concat", Level::Addition),
                    (&left, Level::Addition),
                    (&right, Level::Multiplication),
                )
            }
            2 => {
                let (base, subscript) = (self.strings(depth), self.int(depth));
                self.index(&base, &subscript)
            }
            _ => {
                let (base, key) = (Self::leaf("acme.labels", "fact#12"), self.string(depth));
                self.index(&base, &key)
            }
        }
    }

    /// A `list<string>`.
    fn strings(&mut self, depth: u8) -> Written {
        if depth == 0 || self.choose(2) == 0 {
            return Self::leaf("arg_validation_errors", "fact#8");
        }
        let members = [self.string(depth - 1), self.string(depth - 1)];
        let texts = [
            self.at(&members[0], Level::Ternary),
            self.at(&members[1], Level::Ternary),
        ];
        Written {
            text: format!("[{}]", texts.join(",")),
            level: Level::Postfix,
            tree: format!("(list {} {})", members[0].tree, members[1].tree),
            nodes: members[0].nodes + members[1].nodes + 1,
        }
    }
}
