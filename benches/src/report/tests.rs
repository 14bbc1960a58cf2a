use super::*;
use crate::figures::{Bound, Series, Target};

fn figures() -> Figures {
    Figures {
        targets: vec![
            Target::new("hot-nothing", 1.25, Bound::AtMost(1.2), "this with that"),
            Target::new("two-threads", 1.95, Bound::AtLeast(1.9), "two with one"),
        ],
        curves: vec![Curve {
            name: "select".to_owned(),
            title: "A decision".to_owned(),
            x: "rules".to_owned(),
            y: "ns a decision".to_owned(),
            series: vec![
                Series::new("ours", [(10, 50.0), (1_000, 60.0)]),
                Series::new("theirs", [(10, 500.0)]),
            ],
        }],
        machine: vec![("cores".to_owned(), "2".to_owned())],
        ..Figures::default()
    }
}

fn peer() -> Peer {
    Peer {
        name: "peer-quill-prebuilt".to_owned(),
        peer: "quill".to_owned(),
        version: "1.2.3".to_owned(),
        ours_ns: 20.0,
        peer_ns: 500.4,
        ratio: 25.0,
        target: Some(20.0),
        ok: true,
    }
}

#[test]
fn the_document_says_which_targets_are_short() {
    let document = document(&figures(), &[peer()], "benchmarks");
    for line in [
        "| cores | 2 |",
        "| `hot-nothing` | 1.25 | ≤ 1.2 | **short** | this with that |",
        "| `two-threads` | 1.95 | ≥ 1.9 | met | two with one |",
        "| quill | 1.2.3 |",
        "| `peer-quill-prebuilt` | 25.0 | ≥ 20 | met | 500 ns there, 20.0 ns generated |",
        "| `peer-quill-prebuilt` | 500 | 20.0 | 25 | ≥ 20 |",
        "![ns a decision by rules](benchmarks/select.svg)",
        "| rules | ours | theirs |",
        "| 10 | 50.0 | 500 |",
        "| 1000 | 60.0 |  |",
    ] {
        assert!(
            document.lines().any(|found| found == line),
            "{line}\n{document}"
        );
    }
    assert!(!document.contains("Not measured here"));
}

#[test]
fn a_drawing_holds_every_line_and_its_name() {
    let drawing = draw(&figures().curves[0]).unwrap();
    assert!(drawing.starts_with("<svg"), "{drawing}");
    for text in ["A decision", "rules", "ns a decision", "ours", "theirs"] {
        assert!(drawing.contains(text), "{text}\n{drawing}");
    }
    // Two points of one line, one of the other, and one beside each name.
    assert_eq!(drawing.matches("<circle").count(), 3 + 2);
}
