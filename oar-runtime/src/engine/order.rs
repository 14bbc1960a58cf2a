//! The evaluation order of the selected rules (OAR-EVAL-1, OAR-EVAL-18).

use smallvec::SmallVec;

/// The evaluation order of the selected rules, which are given ascending: while any remains, the first whose selected
/// suppressors have all been taken. `None` when that is the ascending order.
///
/// `suppressors` and `overrides` give, for a rule, the rules that suppress it and those that it suppresses; rules that are
/// not selected may be among them. The result depends on the selected subset alone: a suppressor that is not selected
/// moves nothing, and what the rules later decide moves nothing either. So the compiler orders by this function what it
/// knows to be selected together, and the engine the rest.
#[must_use]
pub fn order<'l, R: Copy + Ord + 'l>(
    selected: &[R],
    suppressors: impl Fn(R) -> &'l [R],
    overrides: impl Fn(R) -> &'l [R],
) -> Option<SmallVec<[R; 8]>> {
    let mut blocked = waiting(selected, suppressors);
    if blocked.is_empty() {
        return None;
    }
    let mut ordered = SmallVec::new();
    // Rules set free, descending, so that the first of them is the last.
    let mut free: SmallVec<[R; 8]> = SmallVec::new();
    let mut rest = selected
        .iter()
        .copied()
        .filter(|&rule| count(&blocked, rule) == 0)
        .collect::<SmallVec<[R; 8]>>()
        .into_iter()
        .peekable();
    loop {
        let next = match (free.last().copied(), rest.peek().copied()) {
            (Some(freed), Some(plain)) if freed < plain => free.pop(),
            (Some(_), None) => free.pop(),
            _ => rest.next(),
        };
        let Some(rule) = next else { break };
        ordered.push(rule);
        for &target in overrides(rule) {
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
    Some(ordered)
}

/// Each selected rule that has selected suppressors, with their number, ascending.
fn waiting<'l, R: Copy + Ord + 'l>(
    selected: &[R],
    suppressors: impl Fn(R) -> &'l [R],
) -> SmallVec<[(R, usize); 8]> {
    let number = |rule: R| {
        let all = suppressors(rule).iter();
        all.filter(|suppressor| selected.binary_search(suppressor).is_ok())
            .count()
    };
    let counted = selected.iter().map(|&rule| (rule, number(rule)));
    counted.filter(|&(_, count)| count > 0).collect()
}

fn count<R: Copy + Ord>(blocked: &[(R, usize)], rule: R) -> usize {
    blocked
        .binary_search_by_key(&rule, |&(rule, _)| rule)
        .map_or(0, |at| blocked[at].1)
}
