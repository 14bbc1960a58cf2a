//! The copy that repairs are made on, and the loop that makes them.

use std::collections::{HashMap, HashSet};

use super::class::{Class, address_of, class_of, is_same, ranked, same_rule};
use super::state::{hash_entry, state_of};
use super::{Action, Entry, Reason, Unrepaired};
use crate::ordering::view::{Row, View};
use crate::ordering::{
    Data, Datum, Detail, Finding, Kind, Members, Options, Primitive, Rule, RuleSet, Severity, Sink,
};

/// Evaluations of one repair at most: where repairs of one rule disturb another all the time, each costs an evaluation of
/// the whole timeline, and a long one would take minutes. So a timeline of more than 1,024 entries gets fewer.
fn most_evaluations(entries: usize) -> usize {
    ((1 << 23) / entries.max(1)).clamp(256, 8192)
}

/// What a repair attempt comes to.
pub(super) enum Outcome {
    Done(Action),
    /// Another repair has seen to it already.
    Moot,
    Refused(Reason),
}

/// A repair that was tried: the slots that its finding is about, and what it came to.
pub(super) type Tried = (Vec<usize>, Outcome);

/// A timeline under repair.
pub(super) struct Plan<'o, P> {
    pub(super) options: &'o Options<'o>,
    /// Entries never move in here; a slot names one for good.
    entries: Vec<Entry<P>>,
    /// The slots in timeline order.
    pub(super) order: Vec<usize>,
    pub(super) fillers: usize,
    /// The hash of each slot's kind, id and payload.
    hashes: Vec<u64>,
    states: HashSet<u64>,
    /// How many entries hold each id.
    ids: HashMap<String, usize>,
    actions: Vec<Action>,
    steps_left: usize,
    evaluations_left: usize,
    /// How many repairs of one rule are tried together.
    together: usize,
    /// The times that a batch changed: slot, time, whether a repair had set it.
    journal: Vec<(usize, i64, bool)>,
    refused: HashMap<Target, Reason>,
    stopped: Option<Reason>,
}

/// A finding across evaluations: the rule, and the slots it is about.
type Target = (&'static str, usize, Vec<usize>);

/// What a batch is undone with.
struct Mark {
    order: Vec<usize>,
    entries: usize,
    fillers: usize,
}

impl<'o, P: Primitive> Plan<'o, P> {
    pub(super) fn new(rows: Vec<Row<P>>, options: &'o Options<'o>) -> Self {
        let entries: Vec<_> = rows.into_iter().map(Entry::host).collect();
        let order: Vec<_> = (0..entries.len()).collect();
        let hashes = entries.iter().map(hash_entry).collect();
        let mut plan = Self {
            steps_left: entries.len().saturating_mul(4).saturating_add(16),
            evaluations_left: most_evaluations(entries.len()),
            options,
            entries,
            order,
            fillers: 0,
            hashes,
            states: HashSet::new(),
            ids: HashMap::new(),
            actions: Vec::new(),
            together: usize::MAX,
            journal: Vec::new(),
            refused: HashMap::new(),
            stopped: None,
        };
        plan.states.insert(plan.state());
        for entry in &plan.entries {
            *plan.ids.entry(entry.id().to_owned()).or_default() += 1;
        }
        plan
    }

    /// The entries as rules see them. An index in a finding about this view is a position in `order`.
    pub(super) fn view(&self) -> View<&Entry<P>> {
        View::in_order(self.order.iter().filter_map(|&slot| self.entries.get(slot)))
    }

    /// Repairs until nothing repairable is left.
    pub(super) fn run<R: RuleSet + ?Sized>(&mut self, rules: &R) {
        let formats: Vec<Rule> = rules.rules().filter(is_blocking_format).collect();
        while self.stopped.is_none() && self.round(rules, &formats) {}
    }

    /// One evaluation and what it leads to. Whether anything changed.
    fn round<R: RuleSet + ?Sized>(&mut self, rules: &R, formats: &[Rule]) -> bool {
        let work = self.evaluate(rules);
        let mut changed = None;
        for group in work.chunk_by(same_rule) {
            let [(class, first), ..] = group else {
                continue;
            };
            let class = *class;
            if changed.is_some_and(|before| before != class) {
                break;
            }
            let findings: Vec<_> = group.iter().map(|(_, finding)| finding).collect();
            let is_changed = match class {
                // A rename and a fill change nothing that another finding of their class is about.
                Class::Id | Class::Metadata => self.change_all(first.rule, &findings, formats),
                _ => self.rearrange(rules, (class, first.rule), &findings),
            };
            if self.stopped.is_some() {
                return false;
            }
            if is_changed {
                changed = Some(class);
                if !matches!(class, Class::Id | Class::Metadata) {
                    break;
                }
            }
        }
        if changed.is_some() {
            self.states.insert(self.state());
        }
        changed.is_some()
    }

    /// The findings that a repair could do something about, in the order in which they are taken.
    fn evaluate<R: RuleSet + ?Sized>(&mut self, rules: &R) -> Vec<(Class, Finding)> {
        self.evaluations_left = self.evaluations_left.saturating_sub(1);
        let mut sink = Sink::searching(self.options);
        rules.evaluate(&self.view(), &mut sink);
        let (findings, _) = sink.finish();
        let mut work: Vec<_> = findings
            .into_iter()
            .filter_map(|finding| Some((class_of(&finding)?, finding)))
            .collect();
        work.sort_by_key(|&(class, _)| class);
        work
    }

    /// Repairs that change entries where they stand.
    fn change_all(&mut self, rule: Rule, findings: &[&Finding], formats: &[Rule]) -> bool {
        let mut changed = false;
        for finding in findings {
            if self.is_spent() {
                return changed;
            }
            let slots = self.slots(finding);
            let outcome = match rule {
                Rule::IdentifierUniqueness(rule) => self.rename(rule, &slots, formats),
                Rule::RequiredMetadata(rule) => self.fill(rule, &slots),
                _ => Outcome::Moot,
            };
            changed |= self.commit(rule, vec![(slots, outcome)]);
        }
        changed
    }

    /// Repairs that change the order. All of one rule are made together where that comes to the same as one at a time:
    /// where nothing that is taken before them turns up after it. Otherwise half as many are tried, down to one.
    fn rearrange<R: RuleSet + ?Sized>(
        &mut self,
        rules: &R,
        rank: (Class, Rule),
        findings: &[&Finding],
    ) -> bool {
        let mut limit = self.together;
        loop {
            if self.is_spent() {
                return false;
            }
            let mark = self.mark();
            let tried = self.arrange(rank.1, findings, limit.min(self.steps_left));
            let done = tried.iter().filter(|(_, outcome)| is_done(outcome)).count();
            if done > 0 {
                let repeated = self.states.contains(&self.state());
                if done > 1 && (repeated || self.disturbs(rules, rank)) {
                    self.undo(mark);
                    limit = done / 2;
                    continue;
                }
                if repeated {
                    self.undo(mark);
                    self.stopped = Some(Reason::RepeatsEarlierState);
                    return false;
                }
            }
            self.together = limit.saturating_mul(2);
            return self.commit(rank.1, tried);
        }
    }

    fn arrange(&mut self, rule: Rule, findings: &[&Finding], limit: usize) -> Vec<Tried> {
        self.journal.clear();
        match rule {
            Rule::Order(rule) => self.reorder(rule, findings, limit),
            Rule::Adjacency(rule) => self.reorder_adjacent(rule, findings, limit),
            Rule::Alternation(rule) => self.insert_fillers(rule, findings, limit),
            _ => Vec::new(),
        }
    }

    /// Whether an evaluation finds something repairable that is taken before findings of a rule.
    fn disturbs<R: RuleSet + ?Sized>(&mut self, rules: &R, (class, rule): (Class, Rule)) -> bool {
        let mut earlier = rules.rules().filter_map(ranked).collect::<Vec<_>>();
        earlier.sort_by_key(|&(class, _)| class);
        let place = |(of, other): &(Class, Rule)| *of == class && is_same(*other, rule);
        earlier.truncate(earlier.iter().position(place).unwrap_or(0));
        if earlier.is_empty() {
            return false;
        }
        let work = self.evaluate(rules);
        let mut before = work.iter().filter(|(_, finding)| {
            let rules = earlier.iter();
            let mut rules = rules.map(|&(_, rule)| rule);
            rules.any(|rule| is_same(rule, finding.rule))
        });
        before.any(|(_, finding)| {
            !self
                .refused
                .contains_key(&target(finding, self.slots(finding)))
        })
    }

    /// Notes what was done and what was refused. Whether anything was done.
    fn commit(&mut self, rule: Rule, tried: Vec<Tried>) -> bool {
        let before = self.actions.len();
        for (slots, outcome) in tried {
            match outcome {
                Outcome::Done(action) => self.actions.push(action),
                Outcome::Moot => {}
                Outcome::Refused(reason) => {
                    self.refused
                        .insert((rule.id(), address_of(rule), slots), reason);
                }
            }
        }
        self.steps_left = self.steps_left.saturating_sub(self.actions.len() - before);
        self.actions.len() > before
    }

    /// Whether the caps leave nothing more to do; the repair then ends.
    fn is_spent(&mut self) -> bool {
        let spent = self.steps_left == 0 || self.evaluations_left == 0;
        if spent {
            self.stopped = Some(Reason::StepLimit);
        }
        spent
    }

    fn mark(&self) -> Mark {
        Mark {
            order: self.order.clone(),
            entries: self.entries.len(),
            fillers: self.fillers,
        }
    }

    fn undo(&mut self, mark: Mark) {
        while let Some((slot, at, moved)) = self.journal.pop() {
            if let Some(entry) = self.entries.get_mut(slot) {
                entry.restore_time(at, moved);
            }
        }
        self.entries.truncate(mark.entries);
        self.hashes.truncate(mark.entries);
        self.fillers = mark.fillers;
        self.order = mark.order;
    }

    pub(super) fn slots(&self, finding: &Finding) -> Vec<usize> {
        finding
            .entries
            .iter()
            .filter_map(|&position| self.order.get(position).copied())
            .collect()
    }

    /// Adds the reason to a finding about the final state.
    pub(super) fn explain(&self, finding: Finding) -> Unrepaired {
        let reason = match (class_of(&finding), &finding.detail) {
            (None, Detail::TooManyCalls { .. }) => Reason::TooManyCalls,
            (None, Detail::IdCollision { .. }) => Reason::NotToolCalls,
            (None, _) => Reason::NotRepairable,
            (Some(_), _) => self
                .refused
                .get(&target(&finding, self.slots(&finding)))
                .or(self.stopped.as_ref())
                .cloned()
                // Every repairable finding of the last round was refused, or the loop was stopped.
                .unwrap_or(Reason::NotRepairable),
        };
        Unrepaired { finding, reason }
    }

    /// The repairs made, and the entries in order with their positions.
    pub(super) fn finish(self) -> (Vec<Action>, Vec<Entry<P>>) {
        let mut by_slot: Vec<_> = self.entries.into_iter().map(Some).collect();
        let mut entries: Vec<_> = self
            .order
            .iter()
            .filter_map(|&slot| by_slot.get_mut(slot)?.take())
            .collect();
        for (position, entry) in entries.iter_mut().enumerate() {
            entry.set_position(position);
        }
        (self.actions, entries)
    }

    // ---- what the repairs are made with

    pub(super) fn entry(&self, slot: usize) -> Option<&Entry<P>> {
        self.entries.get(slot)
    }

    pub(super) fn id(&self, slot: usize) -> String {
        self.entry(slot)
            .map_or_else(String::new, |entry| entry.id().to_owned())
    }

    /// The time of a slot.
    pub(super) fn at(&self, slot: usize) -> i64 {
        self.entry(slot).map_or(0, Primitive::created_at)
    }

    pub(super) fn kind(&self, slot: usize) -> Option<Kind> {
        self.entry(slot).map(Primitive::kind)
    }

    /// Whether any entry holds an id.
    pub(super) fn holds(&self, id: &str) -> bool {
        self.ids.get(id).is_some_and(|&holders| holders > 0)
    }

    /// Gives an entry another id.
    pub(super) fn set_id(&mut self, slot: usize, id: &str) {
        let old = self.id(slot);
        if let Some(holders) = self.ids.get_mut(&old) {
            *holders = holders.saturating_sub(1);
        }
        *self.ids.entry(id.to_owned()).or_default() += 1;
        self.change(slot, |entry| entry.rename(id.to_owned()));
    }

    /// Changes an entry in place.
    pub(super) fn change(&mut self, slot: usize, change: impl FnOnce(&mut Entry<P>)) {
        if let Some(entry) = self.entries.get_mut(slot) {
            change(entry);
            let hash = hash_entry(entry);
            if let Some(old) = self.hashes.get_mut(slot) {
                *old = hash;
            }
        }
    }

    /// Adds an entry that is in no order yet.
    pub(super) fn add(&mut self, entry: Entry<P>) -> usize {
        self.hashes.push(hash_entry(&entry));
        self.entries.push(entry);
        self.entries.len() - 1
    }

    /// Undoes the last [`Plan::add`].
    pub(super) fn take_back(&mut self) {
        self.hashes.pop();
        self.entries.pop();
    }

    /// Gives an entry another time.
    pub(super) fn move_to(&mut self, slot: usize, at: i64) {
        if let Some(entry) = self.entries.get_mut(slot) {
            let moved = entry.new_created_at().is_some();
            self.journal.push((slot, entry.created_at(), moved));
            entry.move_to(at);
        }
    }

    /// The state that the order is in.
    fn state(&self) -> u64 {
        let hashes = self.order.iter();
        state_of(hashes.map(|&slot| self.hashes.get(slot).copied().unwrap_or(0)))
    }
}

fn target(finding: &Finding, slots: Vec<usize>) -> Target {
    // The rule by its address: two profiles may use one id for different rules.
    let (id, address) = (finding.rule_id(), address_of(finding.rule));
    (id, address, slots)
}

fn is_done(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Done(_))
}

fn is_blocking_format(rule: &Rule) -> bool {
    rule.severity() == Severity::Blocking && matches!(rule, Rule::IdentifierFormat(_))
}

/// The payload of an entry for writing: an object, or none.
pub(super) fn writable(payload: Option<Datum<'_>>) -> Option<Data> {
    match payload {
        None | Some(Datum::Null) => Some(Data::Map(Members::default())),
        Some(map @ Datum::Map(_)) => Some(map.to_data()).filter(|data| !data.is_partial()),
        Some(_) => None,
    }
}
