//! Which rules an occurrence selects (OAR-SEL-7).

use smallvec::SmallVec;

use super::evaluation::Mode;
use crate::program::{Anchor, Program};
use crate::raise::Raise;

/// Selected rules, ascending.
pub(super) type Selected = SmallVec<[u32; 32]>;

/// Selects, and notes each rule whose selector cannot be read: it is selected and `errored` at its place in the order.
#[inline]
pub(super) fn select<'a, P: Program<'a>>(
    anchor: &'static Anchor,
    mode: &Mode,
    program: &P,
    failed: &mut Vec<(u32, Raise)>,
) -> Selected {
    let mut selected = Selected::new();
    let mut consider = |rule: u32, unread: Option<&Raise>| {
        if mode.is_off(rule) {
            return;
        }
        let rest = match mode.rule(rule).more {
            Some(more) if more.selector => program.selector(rule),
            _ => Ok(true),
        };
        match (rest, unread) {
            // A clause that can be read and does not match keeps the rule out, whatever another clause does.
            (Ok(false), _) => return,
            (Ok(true), None) => {}
            (Err(raise), _) => failed.push((rule, raise)),
            (Ok(true), Some(raise)) => failed.push((rule, raise.clone())),
        }
        selected.push(rule);
    };
    match anchor.indexes {
        [] => anchor.always.iter().for_each(|&rule| consider(rule, None)),
        [index] => {
            // An index whose rules are all off is not read: a rule that is off observes nothing.
            let (hits, unread) = match index.all.iter().any(|&rule| !mode.is_off(rule)) {
                true => match program.key(0) {
                    Ok(value) => (index.table.get(value), None),
                    Err(raise) => (index.all, Some(raise)),
                },
                false => (&[][..], None),
            };
            merge(anchor.always, hits, |rule, hit| {
                consider(rule, if hit { unread.as_ref() } else { None })
            });
        }
        several => {
            for (at, index) in several.iter().enumerate() {
                if !index.all.iter().any(|&rule| !mode.is_off(rule)) {
                    continue;
                }
                match program.key(at) {
                    Ok(value) => index
                        .table
                        .get(value)
                        .iter()
                        .for_each(|&rule| consider(rule, None)),
                    Err(raise) => index
                        .all
                        .iter()
                        .for_each(|&rule| consider(rule, Some(&raise))),
                }
            }
            anchor.always.iter().for_each(|&rule| consider(rule, None));
            selected.sort_unstable();
        }
    }
    selected
}

/// Visits two ascending lists without common members in ascending order; the flag says which one.
#[inline]
fn merge(mut left: &[u32], mut right: &[u32], mut visit: impl FnMut(u32, bool)) {
    while let ([l, left_rest @ ..], [r, right_rest @ ..]) = (left, right) {
        if l < r {
            visit(*l, false);
            left = left_rest;
        } else {
            visit(*r, true);
            right = right_rest;
        }
    }
    left.iter().for_each(|&rule| visit(rule, false));
    right.iter().for_each(|&rule| visit(rule, true));
}
