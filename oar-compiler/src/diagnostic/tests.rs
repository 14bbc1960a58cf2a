//! Diagnostics as people and programs get them.

use serde_json::json;

use super::{
    Code, Diagnostic, Diagnostics, FileId, Severity, Sources, Span, Style, quote, render, to_json,
    to_sarif,
};

fn sources(files: &[(&str, &str)]) -> (Sources, Vec<FileId>) {
    let mut sources = Sources::new();
    let ids = files
        .iter()
        .map(|&(name, text)| sources.add(name, text))
        .collect();
    (sources, ids)
}

fn span(file: FileId, start: usize, end: usize) -> Span {
    Span {
        file,
        start: u32::try_from(start).unwrap(),
        end: u32::try_from(end).unwrap(),
    }
}

/// The place of the first occurrence of a text.
fn find(sources: &Sources, file: FileId, text: &str) -> Span {
    let start = sources.get(file).unwrap().text.find(text).unwrap();
    span(file, start, start + text.len())
}

fn plain(diagnostic: Diagnostic, sources: &Sources) -> String {
    render(&[diagnostic], sources, Style::Plain)
}

#[test]
fn a_diagnostic_shows_its_place_its_clause_and_its_help() {
    let (sources, files) = sources(&[("packs/a.yaml", "oar: \"1.0\"\nemit: x\n")]);
    let place = find(&sources, files[0], "emit");
    let diagnostic = Diagnostic::new(
        Code::UnknownField,
        place,
        "a rule document has no member `emit`",
    )
    .label("not a member")
    .help("remove it");
    let expected = "\
error[unknown-field]: a rule document has no member `emit`
 --> packs/a.yaml:2:1
  |
2 | emit: x
  | ^^^^ not a member
  |
  = clause: OAR-DOC-27 (see the specification)
  = help: remove it
";
    assert_eq!(plain(diagnostic, &sources), expected);
}

#[test]
fn a_warning_without_label_and_help() {
    let (sources, files) = sources(&[("a", "tool: []\n")]);
    let diagnostic = Diagnostic::new(
        Code::EmptySelectorClause,
        find(&sources, files[0], "[]"),
        "matches nothing",
    );
    let expected = "\
warning[empty-selector-clause]: matches nothing
 --> a:1:7
  |
1 | tool: []
  |       ^^
  |
  = clause: OAR-SEL-6 (see the specification)
";
    assert_eq!(plain(diagnostic, &sources), expected);
}

#[test]
fn other_places_of_the_same_file() {
    let (sources, files) = sources(&[("a", "id: A\nkind: x\nid: B\n")]);
    let diagnostic = Diagnostic::new(Code::DuplicateKey, span(files[0], 14, 16), "twice")
        .label("the second")
        .secondary(span(files[0], 0, 2), "the first");
    let expected = "\
error[duplicate-key]: twice
 --> a:3:1
  |
1 | id: A
  | -- the first
2 | kind: x
3 | id: B
  | ^^ the second
  |
  = clause: OAR-DOC-1 (see the specification)
";
    assert_eq!(plain(diagnostic, &sources), expected);
}

#[test]
fn places_far_apart_and_in_other_files() {
    let far = format!("id: A\n{}id: B\n", "#\n".repeat(40));
    let (sources, files) = sources(&[("a", &far), ("b", "x\n  rule: C\n")]);
    let second = far.rfind("id").unwrap();
    let diagnostic = Diagnostic::new(
        Code::DuplicateKey,
        span(files[0], second, second + 2),
        "twice",
    )
    .secondary(span(files[0], 0, 2), "the first")
    .secondary(find(&sources, files[1], "C"), "and here");
    let expected = "\
error[duplicate-key]: twice
  --> a:42:1
   |
42 | id: B
   | ^^
   |
  ::: a:1:1
   |
 1 | id: A
   | -- the first
   |
  ::: b:2:9
   |
 2 |   rule: C
   |         - and here
   |
   = clause: OAR-DOC-1 (see the specification)
";
    assert_eq!(plain(diagnostic, &sources), expected);
}

#[test]
fn tabs_and_wide_characters_keep_the_mark_in_place() {
    let (sources, files) = sources(&[("a", "\ta: 漢字 bad # é\n")]);
    let diagnostic = Diagnostic::new(Code::Syntax, find(&sources, files[0], "bad"), "bad");
    // Columns count code points; the mark counts cells, of which the tab takes four and each ideograph two.
    let expected = "\
error[syntax]: bad
 --> a:1:8
  |
1 |     a: 漢字 bad # é
  |             ^^^
  |
  = clause: OAR-DOC-1 (see the specification)
";
    assert_eq!(plain(diagnostic, &sources), expected);
}

#[test]
fn a_mark_over_several_lines() {
    let (sources, files) = sources(&[("a", "when: a &&\n  b\nx: y\n")]);
    let diagnostic = Diagnostic::new(
        Code::Syntax,
        find(&sources, files[0], "a &&\n  b"),
        "not a `bool`",
    );
    let text = plain(diagnostic, &sources);
    assert!(text.contains(" --> a:1:7\n"), "{text}");
    assert!(text.contains("1 |   when: a &&\n"), "{text}");
    assert!(text.contains("2 | |   b\n"), "{text}");
    assert!(!text.contains("x: y"), "{text}");
}

#[test]
fn a_mark_over_very_many_lines_is_drawn_on_the_first() {
    let (sources, files) = sources(&[("a", &"item\n".repeat(1000))]);
    let text = plain(
        Diagnostic::new(Code::Syntax, span(files[0], 10, 4000), "long"),
        &sources,
    );
    assert!(text.contains(" --> a:3:1\n"), "{text}");
    assert!(text.contains("3 | item\n"), "{text}");
    assert_eq!(text.lines().count(), 7, "{text}");
}

#[test]
fn a_long_line_is_cut_around_the_mark_and_its_column_stays_true() {
    let line = format!("{}bad{}\n", "ä".repeat(500_000), "x".repeat(500_000));
    let (sources, files) = sources(&[("a", &line)]);
    let diagnostic = Diagnostic::new(Code::Syntax, find(&sources, files[0], "bad"), "bad");
    let text = plain(diagnostic, &sources);
    assert!(text.contains(" --> a:1:500001\n"), "{text}");
    assert!(text.len() < 2_000, "{}", text.len());
    let mut lines = text
        .lines()
        .filter(|line| line.contains("bad") || line.contains('^'));
    lines.next();
    let shown = lines.next().unwrap();
    let mark = lines.next().unwrap();
    let column = |line: &str, what: &str| line.split(what).next().unwrap().chars().count();
    assert_eq!(column(shown, "bad"), column(mark, "^^^"), "{text}");
}

#[test]
fn places_at_the_edges_of_a_file() {
    for text in ["", "\u{feff}", "x", "x\n", "é", "a\r\n"] {
        let (sources, files) = sources(&[("a", text)]);
        for start in 0..=text.len() + 1 {
            for end in start..=text.len() + 2 {
                let diagnostic = Diagnostic::new(Code::Syntax, span(files[0], start, end), "edge");
                assert!(plain(diagnostic, &sources).starts_with("error[syntax]: edge\n"));
            }
        }
    }
}

#[test]
fn colour_is_asked_for() {
    let (sources, files) = sources(&[("a", "x\n")]);
    let diagnostic = [Diagnostic::new(Code::Syntax, span(files[0], 0, 1), "m")];
    assert!(!render(&diagnostic, &sources, Style::Plain).contains('\u{1b}'));
    assert!(render(&diagnostic, &sources, Style::Color).contains('\u{1b}'));
}

#[test]
fn fifty_errors_are_shown_and_the_rest_is_counted() {
    let (sources, files) = sources(&[("a", &"x\n".repeat(60))]);
    let error =
        |line: usize| Diagnostic::new(Code::Syntax, span(files[0], 2 * line, 2 * line + 1), "m");
    let count = |text: &str| text.matches("error[syntax]").count();
    let fifty: Vec<Diagnostic> = (0..50).map(error).collect();
    let text = render(&fifty, &sources, Style::Plain);
    assert_eq!(count(&text), 50);
    assert!(!text.contains("in all"));
    let more: Vec<Diagnostic> = (0..53).map(error).collect();
    let text = render(&more, &sources, Style::Plain);
    assert_eq!(count(&text), 50);
    assert!(
        text.ends_with("\nerror: 53 errors in all, of which the first 50 are shown\n"),
        "{text}"
    );
    assert_eq!(render(&[], &sources, Style::Plain), "");
}

#[test]
fn sorted_by_place_and_each_once() {
    let (_, files) = sources(&[("a", "xyz\n"), ("b", "x\n")]);
    let mut diags = Diagnostics::new();
    let error = |span, message: &str| Diagnostic::new(Code::Syntax, span, message);
    diags.push(error(span(files[1], 0, 1), "3"));
    diags.push(error(span(files[0], 2, 3), "2"));
    diags.push(error(span(files[0], 0, 1), "1"));
    diags.push(error(span(files[0], 2, 3), "2"));
    assert!(diags.has_errors());
    let messages: Vec<String> = diags.into_sorted().into_iter().map(|d| d.message).collect();
    assert_eq!(messages, ["1", "2", "3"]);
}

#[test]
fn a_flood_is_not_kept() {
    let (_, files) = sources(&[("a", "x\n")]);
    let mut diags = Diagnostics::new();
    for _ in 0..20_000 {
        diags.push(Diagnostic::new(
            Code::EmptySelectorClause,
            span(files[0], 0, 1),
            "w",
        ));
    }
    assert_eq!(diags.as_slice().len(), 10_000);
    assert!(!diags.has_errors());
    diags.push(Diagnostic::new(Code::Syntax, span(files[0], 0, 1), "e"));
    assert!(diags.has_errors());
    assert_eq!(diags.as_slice().len(), 10_001);
}

#[test]
fn json_holds_everything() {
    let (sources, files) = sources(&[("a", "é: x\ny\n"), ("b", "z\n")]);
    let error = Diagnostic::new(Code::UnknownField, find(&sources, files[0], "x"), "m")
        .label("l")
        .secondary(span(files[1], 0, 1), "s")
        .help("h");
    let warning = Diagnostic::new(Code::EmptySelectorClause, span(files[0], 0, 7), "w")
        .clause("OAR-SEL-5")
        .within("`when` of `R`");
    assert_eq!(
        to_json(&[error, warning], &sources),
        json!([
            {
                "code": "unknown-field", "clause": "OAR-DOC-27", "severity": "error", "message": "m",
                "file": "a", "line": 1, "column": 4, "end_line": 1, "end_column": 5, "label": "l",
                "secondary": [
                    {"file": "b", "line": 1, "column": 1, "end_line": 1, "end_column": 2, "label": "s"}
                ],
                "within": null, "help": "h"
            },
            {
                "code": "empty-selector-clause", "clause": "OAR-SEL-5", "severity": "warning", "message": "w",
                "file": "a", "line": 1, "column": 1, "end_line": 2, "end_column": 2, "label": "",
                "secondary": [], "within": "`when` of `R`", "help": null
            }
        ])
    );
}

#[test]
fn sarif_is_for_code_review() {
    let (sources, files) = sources(&[("packs\\a b.yaml", "x: y\n")]);
    let error = Diagnostic::new(Code::UnknownField, span(files[0], 0, 1), "m")
        .secondary(span(files[0], 3, 4), "s")
        .help("h");
    let warning = Diagnostic::new(Code::EmptySelectorClause, span(files[0], 3, 4), "w");
    let sarif = to_sarif(&[warning, error], &sources);
    assert_eq!(sarif["version"], "2.1.0");
    let run = &sarif["runs"][0];
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    let rules = &run["tool"]["driver"]["rules"];
    assert_eq!(rules[0]["id"], "unknown-field");
    assert_eq!(rules[1]["id"], "empty-selector-clause");
    assert_eq!(rules[1]["defaultConfiguration"]["level"], "warning");
    assert_eq!(
        rules[0]["shortDescription"]["text"],
        "A member that the format does not define."
    );
    let location = |column: u32| {
        json!({
            "physicalLocation": {
                "artifactLocation": {"uri": "packs/a%20b.yaml"},
                "region": {"startLine": 1, "startColumn": column, "endLine": 1, "endColumn": column + 1}
            }
        })
    };
    let mut related = location(4);
    related["message"] = json!({"text": "s"});
    assert_eq!(
        run["results"],
        json!([
            {
                "ruleId": "empty-selector-clause", "ruleIndex": 1, "level": "warning",
                "message": {"text": "w"}, "locations": [location(4)],
                "properties": {"clause": "OAR-SEL-6"}
            },
            {
                "ruleId": "unknown-field", "ruleIndex": 0, "level": "error",
                "message": {"text": "m\nhelp: h"}, "locations": [location(1)],
                "properties": {"clause": "OAR-DOC-27"}, "relatedLocations": [related]
            }
        ])
    );
}

#[test]
fn every_code_is_well_named() {
    let clause_shape = |clause: &str| {
        let mut parts = clause.split('-');
        clause == "ordering-1.0"
            || parts.next() == Some("OAR")
                && parts
                    .next()
                    .is_some_and(|area| area.bytes().all(|b| b.is_ascii_uppercase()))
                && parts
                    .next()
                    .is_some_and(|number| number.parse::<u32>().is_ok())
                && parts.next().is_none()
    };
    for code in Code::ALL {
        let name = code.name();
        assert!(
            name.bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'),
            "{name}"
        );
        // Ordering profiles are another document family; their format's version stands in for a clause.
        let clause = code.clause();
        assert!(
            clause_shape(clause) || clause == "ordering-1.0",
            "{name}: {clause}"
        );
        assert!(code.about().ends_with('.'), "{name}");
        let same = Code::ALL
            .iter()
            .filter(|other| other.name() == name)
            .count();
        assert_eq!(same, 1, "{name}");
    }
    assert_eq!(Code::EmptySelectorClause.severity(), Severity::Warning);
}

#[test]
fn user_text_stays_on_one_line_and_is_cut() {
    assert_eq!(quote("a b"), "`a b`");
    assert_eq!(quote("a\nb\u{1b}"), "`a\\nb\\u{1b}`");
    assert_eq!(quote(&"é".repeat(120)), format!("`{}`", "é".repeat(120)));
    assert_eq!(quote(&"é".repeat(121)), format!("`{}…`", "é".repeat(120)));
}

#[test]
fn lines_of_a_file() {
    let (sources, files) = sources(&[("a", "x\r\nyz\n\nend")]);
    let file = sources.get(files[0]).unwrap();
    let line = |number| {
        let range = file.line(number);
        file.text
            .get(range.start as usize..range.end as usize)
            .unwrap()
    };
    assert_eq!(
        [line(1), line(2), line(3), line(4), line(5), line(0)],
        ["x", "yz", "", "end", "", "x"]
    );
}
