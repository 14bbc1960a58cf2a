//! The copy that repairs are made on, and the loop that makes them.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::{Action, Entry, Reason, Unrepaired};
use crate::ordering::sink::Search;
use crate::ordering::view::{Row, View};
use crate::ordering::{
    Data, Datum, Detail, Finding, Kind, Members, Options, Primitive, Rule, RuleSet, Severity, Sink,
};

/// How a finding is repaired; the order of the variants is the order in which they are taken. Ids come first because
/// the others tell entries apart; what moves entries comes before what fills the gaps between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    Id,
    Metadata,
    Order,
    Adjacency,
    Filler,
}

/// What a repair attempt comes to.
pub(super) enum Outcome {
    Done(Action),
    /// Another repair has seen to it already.
    Moot,
    Refused(Reason),
    /// The loop must end.
    Stop(Reason),
}

/// A timeline under repair.
pub(super) struct Plan<'o, P> {
    pub(super) options: &'o Options<'o>,
    /// Entries never move in here; a slot names one for good.
    pub(super) entries: Vec<Entry<P>>,
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
    refused: HashMap<Target, Reason>,
    stopped: Option<Reason>,
}

/// A finding across evaluations: the rule, and the slots it is about.
type Target = (&'static str, usize, Vec<usize>);

impl<'o, P: Primitive> Plan<'o, P> {
    pub(super) fn new(rows: Vec<Row<P>>, options: &'o Options<'o>) -> Self {
        let entries: Vec<_> = rows.into_iter().map(Entry::host).collect();
        let order: Vec<_> = (0..entries.len()).collect();
        let hashes = entries.iter().map(hash_entry).collect();
        let mut plan = Self {
            steps_left: entries.len().saturating_mul(4).saturating_add(16),
            options,
            entries,
            order,
            fillers: 0,
            hashes,
            states: HashSet::new(),
            ids: HashMap::new(),
            actions: Vec::new(),
            refused: HashMap::new(),
            stopped: None,
        };
        plan.states.insert(plan.state_of(&plan.order));
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
        let fillers_alone = !rules.rules().any(|rule| a_filler_may_upset(&rule));
        while self.stopped.is_none() && self.round(rules, &formats, fillers_alone) {}
    }

    /// One evaluation and what it leads to. Whether anything changed.
    fn round<R: RuleSet + ?Sized>(
        &mut self,
        rules: &R,
        formats: &[Rule],
        fillers_alone: bool,
    ) -> bool {
        // A host that stores no positions may have a move refused; then the next one is wanted as well.
        let first_move = self.options.can_persist_seq;
        let search = Search {
            first_move,
            first_filler: first_move && !fillers_alone,
        };
        let mut sink = Sink::searching(self.options, search);
        rules.evaluate(&self.view(), &mut sink);
        let (findings, _) = sink.finish();
        // Slots, because positions shift with the first repair.
        let mut work: Vec<_> = findings
            .iter()
            .filter_map(|finding| Some((class_of(finding)?, finding, self.slots(finding))))
            .collect();
        work.sort_by_key(|&(class, ..)| class);

        let mut changed = None;
        for (class, finding, slots) in work {
            // Of one evaluation, only repairs that cannot touch each other's findings are made together: the result
            // is that of one at a time.
            if let Some(first) = changed
                && !(first == class && together(class, fillers_alone))
            {
                break;
            }
            match self.attempt(finding, &slots, formats) {
                Outcome::Done(action) => {
                    self.actions.push(action);
                    changed = Some(class);
                }
                Outcome::Moot => {}
                Outcome::Refused(reason) => {
                    self.refused.insert(target(finding, slots), reason);
                }
                Outcome::Stop(reason) => {
                    self.stopped = Some(reason);
                    return false;
                }
            }
        }
        if changed.is_some() {
            self.states.insert(self.state_of(&self.order));
        }
        changed.is_some()
    }

    fn attempt(&mut self, finding: &Finding, slots: &[usize], formats: &[Rule]) -> Outcome {
        if self.steps_left == 0 {
            return Outcome::Stop(Reason::StepLimit);
        }
        let outcome = match finding.rule {
            Rule::IdentifierUniqueness(rule) => self.rename(rule, slots, formats),
            Rule::RequiredMetadata(rule) => self.fill(rule, slots),
            Rule::Order(rule) => self.reorder(rule, slots),
            Rule::Adjacency(rule) => self.reorder_adjacent(rule, slots),
            Rule::Alternation(rule) => self.insert_filler(rule, slots),
            _ => Outcome::Refused(Reason::NotRepairable),
        };
        if matches!(outcome, Outcome::Done(_)) {
            self.steps_left -= 1;
        }
        outcome
    }

    fn slots(&self, finding: &Finding) -> Vec<usize> {
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

    pub(super) fn position(&self, slot: usize) -> Option<usize> {
        self.order.iter().position(|&other| other == slot)
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

    /// Whether an order brings back a state that was there before.
    pub(super) fn is_repeated(&self, order: &[usize]) -> bool {
        self.states.contains(&self.state_of(order))
    }

    /// A state is the sequence of kinds, ids and payloads. Two states that come to one number end the repair early,
    /// in a rejection, and never let anything through.
    fn state_of(&self, order: &[usize]) -> u64 {
        order.iter().fold(0, |state: u64, &slot| {
            let entry = self.hashes.get(slot).copied().unwrap_or(0);
            // Odd, from the golden ratio: every bit of what came before reaches the next step.
            (state.rotate_left(23) ^ entry).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        })
    }
}

fn target(finding: &Finding, slots: Vec<usize>) -> Target {
    // The rule by its address: two profiles may use one id for different rules.
    let (id, address) = (finding.rule_id(), address_of(finding.rule));
    (id, address, slots)
}

fn address_of(rule: Rule) -> usize {
    match rule {
        Rule::Order(r) => std::ptr::from_ref(r).addr(),
        Rule::RequiredMetadata(r) => std::ptr::from_ref(r).addr(),
        Rule::Alternation(r) => std::ptr::from_ref(r).addr(),
        Rule::Adjacency(r) => std::ptr::from_ref(r).addr(),
        Rule::IdentifierUniqueness(r) => std::ptr::from_ref(r).addr(),
        // Never repaired, so never looked up.
        _ => 0,
    }
}

fn class_of(finding: &Finding) -> Option<Class> {
    match &finding.detail {
        Detail::IdCollision { kind, .. } if *kind == Kind::ToolCall => Some(Class::Id),
        Detail::MissingMetadata { .. } => Some(Class::Metadata),
        Detail::Order { .. } => Some(Class::Order),
        Detail::Adjacency { .. } => Some(Class::Adjacency),
        Detail::RepeatedRole { .. } => Some(Class::Filler),
        _ => None,
    }
}

/// Whether all repairs of one class that one evaluation asks for can be made before the next one. A rename and a fill
/// change nothing that another finding of their class is about; a filler does, unless no rule can object to it.
fn together(class: Class, fillers_alone: bool) -> bool {
    match class {
        Class::Id | Class::Metadata => true,
        Class::Order | Class::Adjacency => false,
        Class::Filler => fillers_alone,
    }
}

/// Whether inserting a message could give a rule something new to repair.
fn a_filler_may_upset(rule: &Rule) -> bool {
    rule.severity() == Severity::Blocking
        && matches!(
            rule,
            Rule::Order(_) | Rule::Adjacency(_) | Rule::RequiredMetadata(_)
        )
}

fn is_blocking_format(rule: &Rule) -> bool {
    rule.severity() == Severity::Blocking && matches!(rule, Rule::IdentifierFormat(_))
}

fn hash_entry<P: Primitive>(entry: &Entry<P>) -> u64 {
    let mut hasher = DefaultHasher::new();
    entry.kind().hash(&mut hasher);
    entry.id().hash(&mut hasher);
    // Only payloads that a repair changed can differ between two states of one entry.
    if let Some(payload) = entry.new_payload() {
        hash_data(payload, &mut hasher);
    }
    hasher.finish()
}

fn hash_data(data: &Data, hasher: &mut DefaultHasher) {
    std::mem::discriminant(data).hash(hasher);
    match data {
        Data::Null | Data::TooDeep => {}
        Data::Bool(b) => b.hash(hasher),
        Data::Int(n) => n.hash(hasher),
        Data::Float(x) => x.to_bits().hash(hasher),
        Data::Str(text) => text.hash(hasher),
        Data::List(list) => {
            list.len().hash(hasher);
            for value in list {
                hash_data(value, hasher);
            }
        }
        Data::Map(members) => {
            members.len().hash(hasher);
            for (key, value) in members.iter() {
                key.hash(hasher);
                hash_data(value, hasher);
            }
        }
    }
}

/// The payload of an entry for writing: an object, or none.
pub(super) fn writable(payload: Option<Datum<'_>>) -> Option<Data> {
    match payload {
        None | Some(Datum::Null) => Some(Data::Map(Members::default())),
        Some(map @ Datum::Map(_)) => Some(map.to_data()).filter(|data| !data.is_partial()),
        Some(_) => None,
    }
}
