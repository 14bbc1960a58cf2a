//! Fact types and function signatures (OAR-FACT-22, OAR-FACT-27).

use std::fmt;

/// The type of a fact or of an expression (OAR-FACT-22).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// `bool`
    Bool,
    /// `int`, 64-bit signed
    Int,
    /// `double`, finite binary64
    Double,
    /// `string`, Unicode code points
    String,
    /// `list<string>`
    ListString,
    /// `map<string,string>`
    MapString,
    /// `list<map>`
    ListMap,
    /// `map`, whose members have no declared type
    Map,
}

impl Type {
    /// Every type, in the order of OAR-FACT-22.
    pub const ALL: [Type; 8] = [
        Type::Bool,
        Type::Int,
        Type::Double,
        Type::String,
        Type::ListString,
        Type::MapString,
        Type::ListMap,
        Type::Map,
    ];

    /// The spelling of the specification.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Type::Bool => "bool",
            Type::Int => "int",
            Type::Double => "double",
            Type::String => "string",
            Type::ListString => "list<string>",
            Type::MapString => "map<string,string>",
            Type::ListMap => "list<map>",
            Type::Map => "map",
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The types a function may take and give (OAR-FACT-27).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// `bool`
    Bool,
    /// `int`
    Int,
    /// `double`
    Double,
    /// `string`
    String,
}

impl From<Scalar> for Type {
    fn from(scalar: Scalar) -> Type {
        match scalar {
            Scalar::Bool => Type::Bool,
            Scalar::Int => Type::Int,
            Scalar::Double => Type::Double,
            Scalar::String => Type::String,
        }
    }
}

/// What a name of the environment stands for: facts and functions share one namespace (OAR-FACT-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SymbolType {
    /// A fact.
    Fact(Type),
    /// An observation function of one argument.
    Function {
        /// What it takes.
        argument: Scalar,
        /// What it gives.
        result: Scalar,
    },
}

impl SymbolType {
    /// Reads a declared type: one of OAR-FACT-22's, or a signature `(argument) -> result`.
    #[must_use]
    pub fn parse(text: &str) -> Option<SymbolType> {
        let scalar = |name: &str| match name {
            "bool" => Some(Scalar::Bool),
            "int" => Some(Scalar::Int),
            "double" => Some(Scalar::Double),
            "string" => Some(Scalar::String),
            _ => None,
        };
        if let Some(ty) = Type::ALL.into_iter().find(|ty| ty.name() == text) {
            return Some(SymbolType::Fact(ty));
        }
        let (argument, result) = text.strip_prefix('(')?.split_once(") -> ")?;
        Some(SymbolType::Function {
            argument: scalar(argument)?,
            result: scalar(result)?,
        })
    }
}

impl fmt::Display for SymbolType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SymbolType::Fact(ty) => ty.fmt(f),
            SymbolType::Function { argument, result } => {
                write!(f, "({}) -> {}", Type::from(argument), Type::from(result))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_reads_back() {
        for ty in Type::ALL {
            assert_eq!(SymbolType::parse(ty.name()), Some(SymbolType::Fact(ty)));
        }
        let function = SymbolType::Function {
            argument: Scalar::String,
            result: Scalar::Double,
        };
        assert_eq!(SymbolType::parse("(string) -> double"), Some(function));
        assert_eq!(function.to_string(), "(string) -> double");
        for wrong in [
            "",
            "list<int>",
            "(map) -> bool",
            "(string)->bool",
            "(string) -> bool ",
            "any",
        ] {
            assert_eq!(SymbolType::parse(wrong), None, "{wrong}");
        }
    }
}
