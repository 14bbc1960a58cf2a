//! Rules that suppress one another in a circle (OAR-EVAL-16).
//!
//! The search keeps its own stack: a chain of overrides is as long as the pack.

use std::collections::{HashMap, HashSet, VecDeque};

use super::names::{Names, Place};
use super::references::Edge;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};

/// Reports every rule that overrides itself, and one circle for each group of rules that reach one another.
pub(super) fn report(edges: &[Vec<Edge>], names: &Names, diags: &mut Diagnostics) {
    for (place, out) in edges.iter().enumerate() {
        if let Some(edge) = out.iter().find(|edge| edge.to == place) {
            let name = names.of(place);
            diags.push(
                Diagnostic::new(
                    Code::OverrideCycle,
                    edge.span,
                    format!("`{name}` overrides itself"),
                )
                .help("remove the entry: a rule cannot suppress itself"),
            );
        }
    }
    for group in groups(edges) {
        let start = group.iter().min_by_key(|&&place| names.of(place));
        let circle = start.and_then(|&start| shortest_circle(start, &group, edges));
        if let Some(found) = circle.and_then(|circle| diagnostic(&circle, names)) {
            diags.push(found);
        }
    }
}

fn diagnostic(circle: &[(Place, Edge)], names: &Names) -> Option<Diagnostic> {
    let (start, first) = circle.first()?;
    let mut path: Vec<String> = circle
        .iter()
        .map(|(place, _)| format!("`{}`", names.of(*place)))
        .collect();
    path.push(format!("`{}`", names.of(*start)));
    let message = format!("`overrides` goes in a circle: {}", path.join(" → "));
    let diagnostic = Diagnostic::new(Code::OverrideCycle, first.span, message)
        .help("remove one of these entries: a rule cannot suppress a rule that suppresses it");
    Some(
        circle
            .iter()
            .skip(1)
            .fold(diagnostic, |diagnostic, (place, edge)| {
                let text = format!(
                    "`{}` overrides `{}` here",
                    names.of(*place),
                    names.of(edge.to)
                );
                diagnostic.secondary(edge.span, text)
            }),
    )
}

/// The shortest way from `start` back to itself inside its group: rules with the entries that lead on.
fn shortest_circle(
    start: Place,
    group: &[Place],
    edges: &[Vec<Edge>],
) -> Option<Vec<(Place, Edge)>> {
    let inside: HashSet<Place> = group.iter().copied().collect();
    let mut came_from: HashMap<Place, (Place, Edge)> = HashMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(place) = queue.pop_front() {
        for &edge in edges.get(place).into_iter().flatten() {
            if edge.to == place || !inside.contains(&edge.to) || came_from.contains_key(&edge.to) {
                continue;
            }
            came_from.insert(edge.to, (place, edge));
            if edge.to == start {
                return Some(walk_back(start, &came_from));
            }
            queue.push_back(edge.to);
        }
    }
    None
}

fn walk_back(start: Place, came_from: &HashMap<Place, (Place, Edge)>) -> Vec<(Place, Edge)> {
    let mut circle = Vec::new();
    let mut at = start;
    while let Some(&(before, edge)) = came_from.get(&at) {
        circle.push((before, edge));
        at = before;
        if at == start {
            break;
        }
    }
    circle.reverse();
    circle
}

/// Groups of two or more rules that reach one another, by Tarjan's search.
fn groups(edges: &[Vec<Edge>]) -> Vec<Vec<Place>> {
    let mut search = Search {
        marks: vec![Mark::default(); edges.len()],
        path: Vec::new(),
        clock: 0,
        groups: Vec::new(),
    };
    for root in 0..edges.len() {
        search.from(root, edges);
    }
    search.groups
}

#[derive(Clone, Default)]
struct Mark {
    /// When the rule was first seen, from 1; 0 for not yet.
    seen: usize,
    /// The earliest rule on the path that it reaches.
    low: usize,
    on_path: bool,
}

struct Search {
    marks: Vec<Mark>,
    path: Vec<Place>,
    clock: usize,
    groups: Vec<Vec<Place>>,
}

impl Search {
    fn from(&mut self, root: Place, edges: &[Vec<Edge>]) {
        if self.mark(root).seen != 0 {
            return;
        }
        let out = |place: Place| edges.get(place).map_or(&[][..], Vec::as_slice).iter();
        self.enter(root);
        let mut stack = vec![(root, out(root))];
        while let Some((place, rest)) = stack.last_mut() {
            let place = *place;
            match rest.next() {
                Some(edge) => {
                    let to = self.mark(edge.to).clone();
                    if to.seen == 0 {
                        self.enter(edge.to);
                        stack.push((edge.to, out(edge.to)));
                    } else if to.on_path {
                        self.lower(place, to.seen);
                    }
                }
                None => {
                    stack.pop();
                    let low = self.mark(place).low;
                    if let Some(&(parent, _)) = stack.last() {
                        self.lower(parent, low);
                    }
                    self.close(place);
                }
            }
        }
    }

    fn enter(&mut self, place: Place) {
        self.clock += 1;
        *self.mark(place) = Mark {
            seen: self.clock,
            low: self.clock,
            on_path: true,
        };
        self.path.push(place);
    }

    fn lower(&mut self, place: Place, to: usize) {
        let mark = self.mark(place);
        mark.low = mark.low.min(to);
    }

    /// Takes the finished group of `place` off the path, when `place` is the first of its group.
    fn close(&mut self, place: Place) {
        let mark = self.mark(place);
        if mark.low != mark.seen {
            return;
        }
        let mut group = Vec::new();
        while let Some(member) = self.path.pop() {
            self.mark(member).on_path = false;
            group.push(member);
            if member == place {
                break;
            }
        }
        if group.len() > 1 {
            self.groups.push(group);
        }
    }

    fn mark(&mut self, place: Place) -> &mut Mark {
        // INVARIANT: `marks` has an entry for every rule, and places come from the same rules.
        &mut self.marks[place]
    }
}

#[cfg(test)]
mod tests;
