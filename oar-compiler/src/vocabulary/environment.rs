//! The closed, typed environment that every name of a rule is looked up in (OAR-FACT-1, OAR-FACT-27).

use std::collections::HashMap;

use super::SymbolType;
use crate::diagnostic::Span;

/// A symbol of one [`Environment`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SymbolId(u32);

impl SymbolId {
    /// The position among the symbols, in the order declared.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where a symbol comes from (OAR-FACT-14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tier {
    /// Provided by every engine.
    Core,
    /// Provided by every host that claims the profile of that name.
    Profile(&'static str),
    /// Published by this host alone.
    Host,
}

/// One name of the environment.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// The name, dots included.
    pub name: String,
    /// Fact or function, and of which type.
    pub ty: SymbolType,
    /// Where it comes from.
    pub tier: Tier,
    /// Where the capability document declares it; `None` for core and profile symbols.
    pub declared: Option<Span>,
}

/// All names that rules may use against one capability document.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    symbols: Vec<Symbol>,
    by_name: HashMap<String, SymbolId>,
}

impl Environment {
    /// An environment without names.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a symbol; gives back the one that already has its name, if there is one, and adds nothing then.
    pub fn declare(&mut self, symbol: Symbol) -> Result<SymbolId, SymbolId> {
        if let Some(&there) = self.by_name.get(&symbol.name) {
            return Err(there);
        }
        let id = SymbolId(u32::try_from(self.symbols.len()).unwrap_or(u32::MAX));
        self.by_name.insert(symbol.name.clone(), id);
        self.symbols.push(symbol);
        Ok(id)
    }

    /// The symbol of that name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<SymbolId> {
        self.by_name.get(name).copied()
    }

    /// The symbol behind an id of this environment.
    #[must_use]
    pub fn get(&self, id: SymbolId) -> &Symbol {
        // INVARIANT: ids come from `declare` of the same environment, and symbols are never removed.
        &self.symbols[id.index()]
    }

    /// Every symbol, in the order declared: core, profiles, host.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (SymbolId, &Symbol)> {
        self.symbols
            .iter()
            .enumerate()
            .map(|(at, symbol)| (SymbolId(u32::try_from(at).unwrap_or(u32::MAX)), symbol))
    }
}
