//! Well-typed conditions.

use crate::environment::{FACTS, FUNCTIONS, INTS, TEXTS};
use crate::rng::Rng;
use crate::syntax::{Expr, Type};

/// What a condition may name beside facts and functions: the rules whose counters it reads.
pub struct Generator<'g> {
    pub rng: &'g mut Rng,
    pub counted: &'g [String],
}

const SCALARS: [Type; 4] = [Type::Bool, Type::Int, Type::Double, Type::Str];

impl Generator<'_> {
    /// An expression of a type, about as deep as said.
    pub fn expr(&mut self, ty: Type, depth: usize) -> Expr {
        if depth == 0 {
            return self.leaf(ty);
        }
        let below = depth - 1;
        if self.rng.one_in(7) {
            return self.ternary(ty, below);
        }
        if SCALARS.contains(&ty) && self.rng.one_in(6) {
            return self.call(ty, below);
        }
        match ty {
            Type::Bool => self.bool(below),
            Type::Int => self.int(below),
            Type::Double => self.double(below),
            Type::Str => self.string(below),
            Type::Strs | Type::Maps if self.rng.one_in(3) => self.leaf(ty),
            Type::Strs => self.list(below, |this, depth| this.expr(Type::Str, depth)),
            Type::Maps => self.list(below, |this, depth| {
                let ty = this.rng.pick(&[Type::Map, Type::StrMap]);
                this.expr(ty, depth)
            }),
            Type::StrMap => self.leaf(ty),
            Type::Map => self.index(Type::Maps, Type::Int, below),
        }
    }

    /// The same, wrapped until it is deep.
    pub fn deep(&mut self, ty: Type, depth: usize) -> Expr {
        let mut expr = self.expr(ty, 2);
        for _ in 0..depth {
            let other = self.expr(ty, 1);
            let (left, right) = if self.rng.one_in(2) {
                (expr, other)
            } else {
                (other, expr)
            };
            expr = match (ty, self.rng.below(4)) {
                (_, 0) => {
                    let condition = self.expr(Type::Bool, 1);
                    Expr::Ternary(condition.into(), left.into(), right.into())
                }
                (Type::Bool, 1) => Expr::Not(Expr::Binary("==", left.into(), right.into()).into()),
                (Type::Bool, 2) => Expr::Binary("||", left.into(), right.into()),
                (Type::Bool, _) => Expr::Binary("&&", left.into(), right.into()),
                (Type::Str, 1) => {
                    Expr::Index(Expr::List(vec![left, right]).into(), Expr::Int(1).into())
                }
                (Type::Strs, _) => {
                    let at = |list: Expr| Expr::Index(list.into(), Expr::Int(0).into());
                    Expr::List(vec![at(left), at(right)])
                }
                (Type::Maps, _) => {
                    let at = |list: Expr| Expr::Index(list.into(), Expr::Int(0).into());
                    Expr::List(vec![at(left), at(right)])
                }
                _ => Expr::Binary("+", left.into(), right.into()),
            };
        }
        expr
    }

    fn leaf(&mut self, ty: Type) -> Expr {
        if ty == Type::Int && self.rng.one_in(4) {
            return self.counter();
        }
        if SCALARS.contains(&ty) && self.rng.one_in(2) {
            return self.literal(ty);
        }
        if ty == Type::Str && self.rng.one_in(8) {
            return Expr::Fact("anchor");
        }
        let facts: Vec<&str> = FACTS
            .iter()
            .filter(|(_, of)| *of == ty)
            .map(|&(name, _)| name)
            .collect();
        Expr::Fact(self.rng.pick(&facts))
    }

    fn literal(&mut self, ty: Type) -> Expr {
        match ty {
            Type::Bool => Expr::Bool(self.rng.one_in(2)),
            Type::Int => {
                let int = self.rng.pick(&INTS);
                let magnitude = Expr::Int(int.unsigned_abs());
                if int < 0 {
                    Expr::Negate(magnitude.into())
                } else {
                    magnitude
                }
            }
            Type::Double => {
                let texts = [
                    "0.0",
                    "1.0",
                    "0.1",
                    "2.50",
                    "9007199254740992.0",
                    "0.0000001",
                    "007.0",
                ];
                Expr::Double(self.rng.pick(&texts))
            }
            _ => Expr::Str(self.rng.pick(&TEXTS).to_owned()),
        }
    }

    fn counter(&mut self) -> Expr {
        match self.rng.below(4) {
            0 => Expr::Fact("fire_count"),
            1 => Expr::Fact("breaker_count"),
            reader => {
                let reader = if reader == 2 {
                    "fire_count_of"
                } else {
                    "breaker_count_of"
                };
                let rule = self.rng.pick(self.counted);
                Expr::Call(reader.to_owned(), vec![Expr::Str(rule)])
            }
        }
    }

    fn call(&mut self, ty: Type, depth: usize) -> Expr {
        let fitting: Vec<_> = FUNCTIONS
            .iter()
            .filter(|(_, _, result)| *result == ty)
            .collect();
        let (name, argument, _) = *self.rng.pick(&fitting);
        Expr::Call(name.to_owned(), vec![self.expr(argument, depth)])
    }

    fn ternary(&mut self, ty: Type, depth: usize) -> Expr {
        let condition = self.expr(Type::Bool, depth);
        let (then, otherwise) = (self.expr(ty, depth), self.expr(ty, depth));
        Expr::Ternary(condition.into(), then.into(), otherwise.into())
    }

    fn bool(&mut self, depth: usize) -> Expr {
        match self.rng.below(9) {
            0 => Expr::Not(self.expr(Type::Bool, depth).into()),
            1 => self.binary("&&", Type::Bool, Type::Bool, depth),
            2 => self.binary("||", Type::Bool, Type::Bool, depth),
            3 | 4 => {
                let operator = self.rng.pick(&["==", "!=", "<", "<=", ">", ">="]);
                let pairs = [
                    (Type::Int, Type::Int),
                    (Type::Double, Type::Double),
                    (Type::Int, Type::Double),
                    (Type::Double, Type::Int),
                    (Type::Str, Type::Str),
                    (Type::Str, Type::Str),
                ];
                let (left, right) = self.rng.pick(&pairs);
                self.binary(operator, left, right, depth)
            }
            5 => {
                let operator = self.rng.pick(&["==", "!="]);
                self.binary(operator, Type::Bool, Type::Bool, depth)
            }
            6 | 7 => {
                let hay = self.rng.pick(&[Type::Strs, Type::StrMap, Type::Map]);
                self.binary("in", Type::Str, hay, depth)
            }
            _ => {
                let name = self.rng.pick(&["starts_with", "ends_with", "contains"]);
                let arguments = vec![self.expr(Type::Str, depth), self.expr(Type::Str, depth)];
                Expr::Call(name.to_owned(), arguments)
            }
        }
    }

    fn int(&mut self, depth: usize) -> Expr {
        match self.rng.below(7) {
            0 => Expr::Negate(self.expr(Type::Int, depth).into()),
            1 | 2 => {
                let sized = [Type::Str, Type::Strs, Type::StrMap, Type::Maps, Type::Map];
                let ty = self.rng.pick(&sized);
                Expr::Call("size".to_owned(), vec![self.expr(ty, depth)])
            }
            _ => {
                let operator = self.rng.pick(&["+", "-", "*", "/", "%"]);
                self.binary(operator, Type::Int, Type::Int, depth)
            }
        }
    }

    fn double(&mut self, depth: usize) -> Expr {
        if self.rng.one_in(5) {
            return Expr::Negate(self.expr(Type::Double, depth).into());
        }
        let operator = self.rng.pick(&["+", "-", "*", "/"]);
        self.binary(operator, Type::Double, Type::Double, depth)
    }

    fn string(&mut self, depth: usize) -> Expr {
        match self.rng.below(4) {
            0 | 1 => self.binary("+", Type::Str, Type::Str, depth),
            2 => self.index(Type::Strs, Type::Int, depth),
            _ => self.index(Type::StrMap, Type::Str, depth),
        }
    }

    fn index(&mut self, of: Type, by: Type, depth: usize) -> Expr {
        let list = self.expr(of, depth);
        // An index that is there, more often than not.
        let index = match by {
            Type::Int if !self.rng.one_in(3) => Expr::Int(self.rng.below(2) as u64),
            _ => self.expr(by, depth),
        };
        Expr::Index(list.into(), index.into())
    }

    fn binary(&mut self, operator: &'static str, left: Type, right: Type, depth: usize) -> Expr {
        let (left, right) = (self.expr(left, depth), self.expr(right, depth));
        Expr::Binary(operator, left.into(), right.into())
    }

    fn list(&mut self, depth: usize, mut member: impl FnMut(&mut Self, usize) -> Expr) -> Expr {
        let count = 1 + self.rng.below(3);
        Expr::List((0..count).map(|_| member(self, depth)).collect())
    }
}
