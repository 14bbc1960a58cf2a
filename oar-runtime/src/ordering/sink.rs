//! Where rules put what they find.

use std::borrow::Cow;

use super::view::View;
use super::{Detail, Finding, Options, Primitive, Rule, Severity};

/// Collects the findings of one evaluation.
#[derive(Debug)]
pub struct Sink<'o> {
    options: &'o Options<'o>,
    profile: Cow<'static, str>,
    search: Option<Search>,
    blocking: Vec<Finding>,
    advisories: Vec<Finding>,
}

/// What a repair looks for, again and again: only what it can do something about, and no words about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Search {
    /// Whether the first finding of each of the types that move entries is enough, because it will not be refused.
    pub(crate) first_move: bool,
    /// The same for fillers.
    pub(crate) first_filler: bool,
}

impl Search {
    /// Whether findings of a type can be repaired at all.
    fn repairs(rule: Rule) -> bool {
        matches!(
            rule,
            Rule::IdentifierUniqueness(_)
                | Rule::RequiredMetadata(_)
                | Rule::Order(_)
                | Rule::Adjacency(_)
                | Rule::Alternation(_)
        )
    }

    /// Whether one finding like this is enough.
    fn only_first(self, detail: &Detail) -> bool {
        match detail {
            Detail::Order { .. } | Detail::Adjacency { .. } => self.first_move,
            Detail::RepeatedRole { .. } => self.first_filler,
            _ => false,
        }
    }
}

impl<'o> Sink<'o> {
    pub(crate) fn new(options: &'o Options<'o>) -> Self {
        Self {
            options,
            profile: Cow::Borrowed(""),
            search: None,
            blocking: Vec::new(),
            advisories: Vec::new(),
        }
    }

    /// A sink for the loop of a repair. Its findings carry no ids.
    pub(crate) fn searching(options: &'o Options<'o>, search: Search) -> Self {
        Self {
            search: Some(search),
            ..Self::new(options)
        }
    }

    /// Names the profile of the findings to come.
    pub fn profile(&mut self, name: impl Into<Cow<'static, str>>) {
        self.profile = name.into();
    }

    /// The host's options.
    #[must_use]
    pub fn options(&self) -> &'o Options<'o> {
        self.options
    }

    /// Whether a finding of that rule would be kept: what a rule asks before it looks.
    pub(crate) fn wants(&self, rule: Rule) -> bool {
        match rule.severity() {
            Severity::Blocking => self.search.is_none() || Search::repairs(rule),
            Severity::Advisory => {
                self.search.is_none()
                    && !self.options.disable_advisory_rule_ids.contains(&rule.id())
            }
        }
    }

    /// Records a finding about the entries at these positions of the view.
    pub(crate) fn at<P: Primitive>(
        &mut self,
        view: &View<P>,
        rule: Rule,
        positions: impl IntoIterator<Item = usize>,
        detail: Detail,
    ) {
        if let Some(search) = self.search {
            self.search_found(search, view, rule, positions, detail);
            return;
        }
        let rows = positions.into_iter().filter_map(|at| view.rows().get(at));
        let (entries, ids) = rows
            .map(|row| (row.index, row.primitive.id().to_owned()))
            .unzip();
        self.push(rule, entries, ids, detail);
    }

    fn search_found<P: Primitive>(
        &mut self,
        search: Search,
        view: &View<P>,
        rule: Rule,
        positions: impl IntoIterator<Item = usize>,
        detail: Detail,
    ) {
        let like = |found: &Finding| {
            std::mem::discriminant(&found.detail) == std::mem::discriminant(&detail)
        };
        if search.only_first(&detail) && self.blocking.iter().any(like) {
            return;
        }
        let rows = positions.into_iter().filter_map(|at| view.rows().get(at));
        let entries = rows.map(|row| row.index).collect();
        self.push(rule, entries, Vec::new(), detail);
    }

    /// Records a finding about primitives that may not be there.
    pub(crate) fn about(&mut self, rule: Rule, primitive_ids: Vec<String>, detail: Detail) {
        self.push(rule, Vec::new(), primitive_ids, detail);
    }

    fn push(
        &mut self,
        rule: Rule,
        entries: Vec<usize>,
        primitive_ids: Vec<String>,
        detail: Detail,
    ) {
        let list = match rule.severity() {
            Severity::Blocking => &mut self.blocking,
            Severity::Advisory => &mut self.advisories,
        };
        list.push(Finding {
            rule,
            profile: self.profile.clone(),
            primitive_ids,
            entries,
            detail,
        });
    }

    /// The blocking findings, then the advisory ones.
    pub(crate) fn finish(self) -> (Vec<Finding>, Vec<Finding>) {
        (self.blocking, self.advisories)
    }
}
