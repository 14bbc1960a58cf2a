//! Bytes that no author wrote: an error with a place, never a panic and never a hang.

use std::time::{Duration, Instant};

use super::{Loaded, json, show, yaml};
use crate::diagnostic::{Code, Diagnostics, Sources, Style, render};
use crate::document;
use crate::source::{Format, Limits, load};

fn bytes(bytes: &[u8], format: Format) -> Loaded {
    Loaded::with(bytes, format, Limits::default())
}

#[test]
fn files_without_a_document() {
    for text in ["", " \n\n", "# only a comment\n", "\u{feff}"] {
        assert_eq!(yaml(text).places(), [(Code::EmptyFile, 1, 1)], "{text:?}");
    }
    for text in ["", " \r\n\t", "[]", "\u{feff}"] {
        assert_eq!(json(text).places(), [(Code::EmptyFile, 1, 1)], "{text:?}");
    }
}

#[test]
fn byte_order_marks() {
    assert_eq!(show(yaml("\u{feff}a: 1\n").root()), "{a=1}");
    for text in [
        "a: 1\n\u{feff}b: 2\n",
        "a: 1\n\u{feff}---\nb: 2\n",
        "a: x\n\u{feff}\n",
    ] {
        assert_eq!(
            yaml(text).places(),
            [(Code::ByteOrderMark, 2, 1)],
            "{text:?}"
        );
    }
    assert_eq!(
        yaml("\u{feff}\u{feff}a: 1\n").places(),
        [(Code::ByteOrderMark, 1, 2)]
    );
}

#[test]
fn bytes_that_are_not_utf8() {
    for format in [Format::Yaml, Format::Json] {
        let loaded = bytes(b"a: 1\nb: \xff\n", format);
        assert_eq!(loaded.places(), [(Code::NotUtf8, 2, 4)]);
        assert_eq!(
            loaded.found[0].message,
            "the file is not UTF-8: byte 8 is `0xff`"
        );
        // A file that ends inside a character, and UTF-16.
        assert_eq!(
            bytes(b"a: \xe2\x82", format).places(),
            [(Code::NotUtf8, 1, 4)]
        );
        assert_eq!(
            bytes(b"\xff\xfea\0", format).places(),
            [(Code::NotUtf8, 1, 1)]
        );
    }
}

#[test]
fn control_characters() {
    for text in [
        "a: x\0y\n",
        "a: x\u{1}\n",
        "a: x\u{7f}\n",
        "a: x\u{85}\n",
        "a: x\ry\n",
    ] {
        let loaded = yaml(text);
        assert_eq!(loaded.found.len(), 1, "{text:?}");
        assert_eq!(loaded.found[0].code, Code::ControlCharacter, "{text:?}");
    }
    assert_eq!(yaml("a: x\0y\n").places(), [(Code::ControlCharacter, 1, 5)]);
    assert_eq!(json("{\"a\": \"\0\"}").places(), [(Code::Syntax, 1, 8)]);
    assert_eq!(json("{\"a\": \0}").places(), [(Code::Syntax, 1, 7)]);
}

#[test]
fn nesting_is_bounded() {
    let deep = 10_000;
    let blocks: String = (0..deep).map(|depth| " ".repeat(depth) + "a:\n").collect();
    let cases = [
        ("a: ".to_owned() + &"[".repeat(deep), Format::Yaml),
        (
            "a: ".to_owned() + &"[".repeat(deep) + &"]".repeat(deep),
            Format::Yaml,
        ),
        ("{a: ".repeat(deep), Format::Yaml),
        ("- ".repeat(deep) + "a", Format::Yaml),
        ("? ".repeat(deep) + "a", Format::Yaml),
        (blocks.get(..1 << 20).unwrap().to_owned(), Format::Yaml),
        ("[".repeat(deep), Format::Json),
        ("[".repeat(deep) + &"]".repeat(deep), Format::Json),
        ("{\"a\":".repeat(deep), Format::Json),
    ];
    for (text, format) in cases {
        let loaded = bytes(text.as_bytes(), format);
        assert_eq!(loaded.found.len(), 1, "{}", &text[..20]);
        assert_eq!(loaded.found[0].code, Code::TooDeep, "{}", &text[..20]);
    }
    // Just within the limit, the document's own object included.
    let within = "{\"a\":".to_owned() + &"[".repeat(63) + &"]".repeat(63) + "}";
    assert_eq!(json(&within).found, []);
    assert_eq!(yaml(&within).found, []);
    let beyond = "{\"a\":".to_owned() + &"[".repeat(64) + &"]".repeat(64) + "}";
    assert_eq!(json(&beyond).places(), [(Code::TooDeep, 1, 69)]);
    assert_eq!(yaml(&beyond).places(), [(Code::TooDeep, 1, 69)]);
}

#[test]
fn files_are_bounded() {
    let limits = Limits {
        file_bytes: 10,
        ..Limits::default()
    };
    let loaded = Loaded::with(b"a: 1234567", Format::Yaml, limits);
    assert_eq!(loaded.found, []);
    let loaded = Loaded::with(b"a: 12345678", Format::Yaml, limits);
    assert_eq!(loaded.places(), [(Code::FileTooLarge, 1, 1)]);
}

/// Every stage up to the rendered text, within a time that only quadratic work would exceed.
fn survives(what: &str, text: &str, format: Format) {
    let started = Instant::now();
    let (limits, mut sources, mut diags) = (Limits::default(), Sources::new(), Diagnostics::new());
    let read = load(
        what,
        text.as_bytes(),
        format,
        &limits,
        &mut sources,
        &mut diags,
    );
    document::read(read, &limits, &sources, &mut diags);
    let rendered = render(&diags.into_sorted(), &sources, Style::Plain);
    assert!(
        rendered.len() < 200_000,
        "{what}: {} bytes of text",
        rendered.len()
    );
    assert!(
        started.elapsed() < Duration::from_secs(20),
        "{what}: {:?}",
        started.elapsed()
    );
}

#[test]
fn large_files_take_linear_time() {
    let million = 1_000_000;
    let many = 20_000;
    let rule = "oar: \"1.0\"\nid: A\nkind: policy\nanchor: a.b\neffect: block\n";
    let cases: [(&str, String); 14] = [
        ("plain", format!("{rule}when: {}\n", "x".repeat(million))),
        (
            "quoted",
            format!("{rule}when: \"{}\"\n", "\\u0041 ".repeat(million / 8)),
        ),
        (
            "folded",
            format!("{rule}when: >\n{}", "  x\n\n".repeat(million / 5)),
        ),
        (
            "literal",
            format!("{rule}copy:\n  what: |\n{}", "    x\n".repeat(million / 6)),
        ),
        (
            "one line",
            format!(
                "{rule}copy: {{what: \"{}\", whut: 1}}\n",
                "y".repeat(million)
            ),
        ),
        ("keys", (0..many).map(|n| format!("k{n}: 1\n")).collect()),
        ("equal keys", "k: 1\n".repeat(many)),
        ("documents", "---\n".repeat(many)),
        ("aliases", format!("a: [{}]\n", "*a, ".repeat(many))),
        ("tags", "- !a b\n".repeat(many)),
        ("comments", format!("{}{rule}", "#\n".repeat(million / 2))),
        ("line feeds", format!("a: |\n{}", "\n".repeat(million))),
        ("colons", format!("a: {}", ": ".repeat(million / 2))),
        ("escapes", format!("a: \"{}", "\\\"".repeat(million / 2))),
    ];
    for (what, text) in cases {
        survives(what, &text, Format::Yaml);
    }
    survives(
        "strings",
        &format!("{{\"a\": \"{}\"}}", "\\n".repeat(million / 2)),
        Format::Json,
    );
    survives(
        "members",
        &format!("{{{}\"b\": 1}}", "\"a\": 1, ".repeat(many)),
        Format::Json,
    );
    survives(
        "digits",
        &format!("{{\"a\": {}}}", "1".repeat(million)),
        Format::Json,
    );
}

#[test]
fn mutations_of_a_sound_file_never_panic() {
    let seed = "oar: \"1.0\"\nid: 'A'\nselector: {tool: [read, \"gr\\u00e9p\"]}\nwhen: >-\n  a\n  && b\ncopy:\n  what: |\n    x\n\n     y\n  why: z # c\n---\n- é\n";
    let tokens = [
        "!", "&x ", "*x", "\"", "'", "\\", "|2", ">+", "\n", "\r\n", "\t", "  ", ": ", "- ", "? ",
        "{", "}", "[", "]", ",", " #", "---\n", "...", "%", "\u{feff}", "漢", "\\ud83d", "\\\n",
        "<<: ", "~", "\0", "\u{2028}",
    ];
    let mut state: u64 = 0x2545_F491_4F6C_DD1D;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % below as u64).unwrap()
    };
    for _ in 0..4_000 {
        let mut text = seed.as_bytes().to_vec();
        for _ in 0..=random(4) {
            let at = random(text.len());
            if random(3) == 0 {
                let end = (at + random(6)).min(text.len());
                text.drain(at..end);
            } else {
                let token = tokens[random(tokens.len())];
                text.splice(at..at, token.bytes());
            }
        }
        let format = [Format::Yaml, Format::Json][random(2)];
        let (limits, mut sources, mut diags) =
            (Limits::default(), Sources::new(), Diagnostics::new());
        let read = load("f", &text, format, &limits, &mut sources, &mut diags);
        document::read(read, &limits, &sources, &mut diags);
        let rendered = render(&diags.into_sorted(), &sources, Style::Color);
        assert!(rendered.len() < 200_000);
    }
}
