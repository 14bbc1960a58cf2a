//! What is decided before the code is written.

use super::{Program, plan};
use crate::compile::check;
use crate::diagnostic::Style;
use crate::link::RuleSet;
use crate::pack::{File, Pack};
use crate::source::Limits;

const HOST: &str = "
oar_capability_version: '1.0'
host: acme
anchors:
  core: {tool.pre_invoke: tool.pre_invoke}
  unsupported: [tool.handler, tool.post_invoke, agent.post_turn, agent.finalize, model.input, model.output, model.tool_result]
profiles: [tool, session]
activity_window: 0
detectors: []
supports_transform: false
expression_nodes_max: 256
";

fn rules(rules: &[&str]) -> RuleSet {
    let mut files = vec![File::new("host.yaml", HOST)];
    for (at, rule) in rules.iter().enumerate() {
        let text = format!(
            "oar: '1.0'\nkind: policy\nanchor: tool.pre_invoke\neffect: warn\nrequires: {{profiles: [tool, session]}}\n{rule}\n"
        );
        files.push(File::new(format!("{at}.yaml"), text));
    }
    let checked = check(
        &Pack {
            files,
            ..Pack::default()
        },
        &Limits::default(),
    );
    let text = checked.render(Style::Plain);
    checked.rules.unwrap_or_else(|| panic!("{text}"))
}

fn only(set: &RuleSet) -> Program {
    let mut anchors = plan(set, false).anchors;
    assert_eq!(anchors.len(), 1);
    anchors.remove(0)
}

fn names(set: &RuleSet, ids: &[crate::link::RuleId]) -> Vec<String> {
    ids.iter().map(|&id| set.rule(id).id.clone()).collect()
}

#[test]
fn the_string_clause_that_most_rules_share_becomes_the_index() {
    let set = rules(&[
        "id: A\nselector: {principal: [x], tool: [read]}",
        "id: B\nselector: {tool: [read, write]}",
        "id: C\nselector: {principal_roles: [admin]}",
        "id: D",
    ]);
    let program = only(&set);
    assert_eq!(names(&set, &program.lanes.lanes[0].rules), ["C", "D"]);
    let [index] = &program.indexes[..] else {
        panic!("one index: {:?}", program.indexes)
    };
    assert_eq!(set.environment.get(index.fact).name, "tool");
    assert_eq!(names(&set, &index.values["read"]), ["A", "B"]);
    assert_eq!(names(&set, &index.values["write"]), ["B"]);
    // What the index does not decide is left to check.
    let left: Vec<_> = program
        .selectors
        .iter()
        .map(|s| (set.rule(s.rule).id.as_str(), s.clauses.len()))
        .collect();
    assert_eq!(left, [("A", 1), ("C", 1)]);
}

#[test]
fn a_clause_on_the_anchor_or_without_values_is_decided_here() {
    let set = rules(&[
        "id: A\nselector: {anchor: [tool.pre_invoke]}",
        "id: B\nselector: {anchor: [model.output]}",
        "id: C\nselector: {tool: []}",
    ]);
    let program = only(&set);
    assert_eq!(names(&set, &program.rules), ["A"]);
    assert!(program.selectors.is_empty() && program.indexes.is_empty());
}

#[test]
fn suppressors_are_known_by_target() {
    let set = rules(&["id: A\noverrides: [C]", "id: B\noverrides: [C, A]", "id: C"]);
    let program = only(&set);
    let found: Vec<_> = program
        .suppressors
        .iter()
        .map(|(target, by)| (set.rule(*target).id.as_str(), names(&set, by)))
        .collect();
    assert_eq!(
        found,
        [
            ("A", vec!["B".to_owned()]),
            ("C", vec!["A".to_owned(), "B".to_owned()])
        ]
    );
}

#[test]
fn the_scope_of_a_counter_read_is_read_too() {
    let set = rules(&[
        "id: TALLY\ncounter_scope: tool_args_fingerprint\non_fire: [increment_counter]",
        "id: READER\nwhen: fire_count_of('TALLY') > 1",
    ]);
    let program = only(&set);
    assert_eq!(names(&set, &program.counters), ["TALLY"]);
    let facts: Vec<_> = program
        .facts
        .iter()
        .map(|used| (set.environment.get(used.fact).name.as_str(), used.kept))
        .collect();
    assert_eq!(facts, [("tool_args_fingerprint", true)]);
}

#[test]
fn a_frozen_plan_leaves_rules_that_are_off_behind() {
    let set = rules(&["id: A\nenforcement: off", "id: B"]);
    assert_eq!(names(&set, &plan(&set, false).anchors[0].rules), ["A", "B"]);
    assert_eq!(names(&set, &plan(&set, true).anchors[0].rules), ["B"]);
}
