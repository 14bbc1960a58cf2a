//! Where rules put what they find.

use std::borrow::Cow;

use super::view::View;
use super::{Detail, Finding, Options, Primitive, Rule, Severity};

/// Collects the findings of one evaluation.
#[derive(Debug)]
pub struct Sink<'o> {
    options: &'o Options<'o>,
    profile: Cow<'static, str>,
    /// Whether a repair looks, again and again: only for what it can do something about, and no words about it.
    searching: bool,
    blocking: Vec<Finding>,
    advisories: Vec<Finding>,
}

/// Whether findings of a rule can be repaired at all.
fn is_repairable(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::IdentifierUniqueness(_)
            | Rule::RequiredMetadata(_)
            | Rule::Order(_)
            | Rule::Adjacency(_)
            | Rule::Alternation(_)
    )
}

impl<'o> Sink<'o> {
    pub(crate) fn new(options: &'o Options<'o>) -> Self {
        Self {
            options,
            profile: Cow::Borrowed(""),
            searching: false,
            blocking: Vec::new(),
            advisories: Vec::new(),
        }
    }

    /// A sink for the loop of a repair. Its findings carry no ids.
    pub(crate) fn searching(options: &'o Options<'o>) -> Self {
        Self {
            searching: true,
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
            Severity::Blocking => !self.searching || is_repairable(rule),
            Severity::Advisory => {
                !self.searching && !self.options.disable_advisory_rule_ids.contains(&rule.id())
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
        let rows = positions.into_iter().filter_map(|at| view.rows().get(at));
        let id = |row: &super::Row<P>| match self.searching {
            true => String::new(),
            false => row.primitive.id().to_owned(),
        };
        let (entries, ids) = rows.map(|row| (row.index, id(row))).unzip();
        self.push(rule, entries, ids, detail);
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
