//! The evaluation order of the selected rules (OAR-EVAL-1, OAR-EVAL-18).

use smallvec::SmallVec;

use super::evaluation::Mode;
use super::select::Selected;

/// Puts the selected rules, ascending, into evaluation order: while any remains, the first whose selected suppressors
/// have all been taken.
///
/// The result depends on the selected subset alone: a suppressor that is not selected moves nothing, and what the rules
/// later decide moves nothing either, so the order is known before the first of them is evaluated.
pub(super) fn order(selected: &mut Selected, mode: &Mode) {
    let mut blocked = waiting(selected, mode);
    if blocked.is_empty() {
        return;
    }
    let rules = std::mem::take(selected);
    // Rules set free, descending, so that the first of them is the last.
    let mut free: SmallVec<[u32; 8]> = SmallVec::new();
    let mut rest = rules
        .iter()
        .copied()
        .filter(|&rule| count(&blocked, rule) == 0)
        .collect::<Selected>()
        .into_iter()
        .peekable();
    loop {
        let next = match (free.last().copied(), rest.peek().copied()) {
            (Some(freed), Some(plain)) if freed < plain => free.pop(),
            (Some(_), None) => free.pop(),
            _ => rest.next(),
        };
        let Some(rule) = next else { break };
        selected.push(rule);
        for &target in mode.overrides(rule) {
            let Ok(at) = blocked.binary_search_by_key(&target, |&(rule, _)| rule) else {
                continue;
            };
            // INVARIANT: the search found `at`.
            let waits = &mut blocked[at].1;
            *waits = waits.saturating_sub(1);
            if *waits == 0 {
                let place = free.partition_point(|&other| other > target);
                free.insert(place, target);
            }
        }
    }
}

/// Each selected rule that has selected suppressors, with their number, ascending.
fn waiting(selected: &[u32], mode: &Mode) -> SmallVec<[(u32, u32); 8]> {
    let suppressors = |rule: u32| {
        let all = mode
            .rule(rule)
            .more
            .map_or(&[][..], |more| more.suppressors);
        all.iter()
            .filter(|suppressor| selected.binary_search(suppressor).is_ok())
            .count()
    };
    let counted = selected
        .iter()
        .map(|&rule| (rule, u32::try_from(suppressors(rule)).unwrap_or(u32::MAX)));
    counted.filter(|&(_, count)| count > 0).collect()
}

fn count(blocked: &[(u32, u32)], rule: u32) -> u32 {
    blocked
        .binary_search_by_key(&rule, |&(rule, _)| rule)
        .map_or(0, |at| blocked[at].1)
}
