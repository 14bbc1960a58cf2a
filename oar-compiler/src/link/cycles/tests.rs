use crate::link::testing::{rule, run};

fn overrides(edges: &[(&str, &str)]) -> crate::link::testing::Outcome {
    let rules: Vec<String> = edges
        .iter()
        .map(|(id, targets)| rule(id, &format!("overrides: [{targets}]")))
        .collect();
    run(&rules.concat())
}

#[test]
fn chains_and_diamonds_are_no_circles() {
    overrides(&[("A", "B, C"), ("B", "D"), ("C", "D"), ("D", "")]).clean();
}

#[test]
fn a_circle_names_its_rules() {
    let outcome = overrides(&[("PONG", "PING"), ("PING", "PONG"), ("OUTSIDE", "PING")]);
    assert_eq!(outcome.brief(), [r#"override-cycle "PONG" OAR-EVAL-16"#]);
    assert_eq!(
        outcome.words().0,
        "`overrides` goes in a circle: `PING` → `PONG` → `PING`"
    );
    assert_eq!(
        outcome.secondary(),
        [("PING", "`PONG` overrides `PING` here")]
    );
    assert!(outcome.set.is_none());
}

#[test]
fn the_shortest_circle_of_a_group_is_shown() {
    let outcome = overrides(&[("A", "B"), ("B", "C"), ("C", "D, A"), ("D", "A")]);
    assert_eq!(
        outcome.words().0,
        "`overrides` goes in a circle: `A` → `B` → `C` → `A`"
    );
}

#[test]
fn every_group_is_reported() {
    let outcome = overrides(&[
        ("A", "B"),
        ("B", "A, C"),
        ("C", "D"),
        ("D", "C"),
        ("E", "E"),
    ]);
    let messages: Vec<_> = outcome.found.iter().map(|d| d.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "`overrides` goes in a circle: `A` → `B` → `A`",
            "`overrides` goes in a circle: `C` → `D` → `C`",
            "`E` overrides itself"
        ]
    );
}

#[test]
fn a_long_circle_needs_no_stack() {
    let names: Vec<(String, String)> = (0..5000)
        .map(|at| (format!("R{at}"), format!("R{}", (at + 1) % 5000)))
        .collect();
    let edges: Vec<(&str, &str)> = names
        .iter()
        .map(|(a, b)| (a.as_str(), b.as_str()))
        .collect();
    let outcome = overrides(&edges);
    assert_eq!(outcome.found.len(), 1);
    assert_eq!(outcome.found[0].secondary.len(), 4999);
}
