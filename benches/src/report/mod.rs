//! The figures as a document with drawings.

mod draw;

use std::fmt::Write as _;

pub use draw::draw;

use crate::figures::{Curve, Figures, Peer, Target, digits};

/// The document, in Markdown. The drawings lie in the folder of that name beside it.
#[must_use]
pub fn document(figures: &Figures, peers: &[Peer], folder: &str) -> String {
    let mut out = String::from(HEAD);
    pairs(&mut out, ("measured on", ""), &figures.machine);
    out.push('\n');
    pairs(&mut out, ("compared", "version"), &versions(figures, peers));
    out.push_str(TARGETS);
    let theirs = peers.iter().filter_map(Peer::target);
    for target in figures.targets.iter().cloned().chain(theirs) {
        row(&mut out, &target);
    }
    list(&mut out, "\nNot measured here:\n\n", &figures.left_out);
    if !peers.is_empty() {
        engines(&mut out, peers);
    }
    out.push_str("\n## How costs grow\n");
    for curve in &figures.curves {
        section(&mut out, curve, folder);
    }
    out.push_str(READING);
    list(&mut out, "", &figures.notes);
    out
}

fn row(out: &mut String, target: &Target) {
    let verdict = if target.is_met() { "met" } else { "**short**" };
    let bound = target.bound.to_string();
    let _ = writeln!(
        out,
        "| `{}` | {} | {} | {verdict} | {} |",
        target.name,
        digits(target.value),
        bound.replace("<=", "≤ ").replace(">=", "≥ "),
        target.meaning
    );
}

fn versions(figures: &Figures, peers: &[Peer]) -> Vec<(String, String)> {
    let mut versions = figures.versions.clone();
    for Peer { peer, version, .. } in peers {
        if !versions.iter().any(|(name, _)| name == peer) {
            versions.push((peer.clone(), version.clone()));
        }
    }
    versions
}

fn engines(out: &mut String, peers: &[Peer]) {
    out.push_str(ENGINES);
    for peer in peers {
        let target = peer
            .target
            .map_or(String::new(), |least| format!("≥ {least}"));
        let _ = writeln!(
            out,
            "| `{}` | {:.0} | {:.1} | {:.0} | {target} |",
            peer.name, peer.peer_ns, peer.ours_ns, peer.ratio
        );
    }
}

const HEAD: &str = "# Benchmarks

Written by `scripts/bench`, which measures everything below; `scripts/bench --quick` leaves out the other engines and prints
the targets in a few minutes. Whatever is compared is timed in one run, in short batches that take turns, and each side's
median counts.

";

const TARGETS: &str = "
## Targets

| target | measured | bound | | what is compared |
|---|---|---|---|---|
";

const ENGINES: &str = "
## Other engines

The portable pack without its tally, written for each engine, where nothing fires. A row without a further word is the policy
written plainly, a rule at a time, as in the pack; `tuned` is all rules in one program, as fast as that engine gets; `selected`
has the host choose an expression by the tool, `bytecode` runs the tuned rules as bytecode. `prebuilt` leaves out what
inputs cost to build, on both sides: what the host has to work out is known. `per-call` has it on both. Each engine's answers
are checked against those of generated code first.

| engine | ns there | ns generated | times | target |
|---|---|---|---|---|
";

const READING: &str = "
## How to read this

* A ratio says more than a time: both sides were disturbed by the same work of the machine.
* `hot-…` compares with the portable pack as an expert would write it for one host (`benches/src/by_hand`): straight-line
  code that keeps the decision with its rule and copy, the trace, the advisories and transforms, the spans skipped, and why a
  rule could not be evaluated, with every rule failing closed. It leaves out what that pack alone does not need: run-time
  configuration, monitored rules, copy with bindings, resumable detectors, `fail_open` and substituted rules.
* The packs of ten to ten thousand rules are written by a generator (`benches/grown`): families of six rules about a tool of
  their own, conditions over two to four facts, some with `flow`, counters, `overrides` and copy with bindings. The decision
  timed evaluates every rule selected and none fires. Packs of all sizes record calls and counters, and a decision pays for
  the former.
* That a decision where nothing fires, a block with constant copy and a count of a known scope allocate nothing is a test:
  `tests/allocations.rs`.
* `transform-16MB` is held against copying the result once into a string of its size, allocation included; the text has
  characters of more than one byte. Where time is stated per span, half the content is spans, so that copying what stands
  between them counts for little.
* `counters-1M` makes each call of a session a second time, in an order that no cache foresees. What a million scopes cost
  beyond ten is one read of memory: its address is translated anew and its line fetched.
* `compile-…` is `cargo build` after an edit, `include_rules!` expanding, linking and cargo itself included, without
  incremental compilation, which would take over the work of the build before. The structs have five fields each, and each is
  read once with `serde_json` in a function of its own. `compile-per-rule-…` takes the build of a host with one rule away, and
  compares the least processor time of several builds.
* `text-per-rule` counts what a release build of a host gains in machine code.
* `compiler-…` is the compiler as a library, optimized, from documents in memory to source in memory. In a build it runs as
  a macro or in a build script, which cargo does not optimize unless it is told to.
";

fn pairs(out: &mut String, (left, right): (&str, &str), pairs: &[(String, String)]) {
    let _ = writeln!(out, "| {left} | {right} |\n|---|---|");
    for (name, value) in pairs {
        let _ = writeln!(out, "| {name} | {value} |");
    }
}

fn list(out: &mut String, head: &str, items: &[String]) {
    if items.is_empty() {
        return;
    }
    out.push_str(head);
    for item in items {
        let _ = writeln!(out, "* {item}");
    }
}

fn section(out: &mut String, curve: &Curve, folder: &str) {
    let Curve {
        name,
        title,
        x,
        y,
        series,
    } = curve;
    let _ = writeln!(out, "\n### {title}\n\n![{y} by {x}]({folder}/{name}.svg)\n");
    let names: Vec<&str> = series.iter().map(|series| series.name.as_str()).collect();
    let _ = writeln!(out, "| {x} | {} |", names.join(" | "));
    let _ = writeln!(out, "|---|{}", "---|".repeat(names.len()));
    for at in places(curve) {
        let cells: Vec<String> = series
            .iter()
            .map(|series| {
                let point = series.points.iter().find(|(x, _)| *x == at);
                point.map_or(String::new(), |(_, y)| digits(*y))
            })
            .collect();
        let _ = writeln!(out, "| {at} | {} |", cells.join(" | "));
    }
    let _ = writeln!(out, "\nIn {y}.");
}

/// Every x of a curve, ascending.
fn places(curve: &Curve) -> Vec<f64> {
    let points = curve.series.iter().flat_map(|series| &series.points);
    let mut places: Vec<f64> = points.map(|(x, _)| *x).collect();
    places.sort_unstable_by(f64::total_cmp);
    places.dedup();
    places
}

#[cfg(test)]
mod tests;
