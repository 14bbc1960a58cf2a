use oar::transform::{Action, Target, Transform, apply};
use oar_benches::by_hand;
use oar_benches::measure::{Side, medians};
use oar_benches::scenes::Scenes;
use std::borrow::Cow;
use std::hint::black_box;
fn main() {
    let scenes = Scenes::new();
    let m = scenes.transform();
    let content = m.content.unwrap();
    let six: Vec<_> = [100usize, 400, 700, 1000, 1300, 1600]
        .map(|a| oar::transform::Span {
            start: a,
            end: a + 24,
        })
        .to_vec();
    let t = |spans: &'static [oar::transform::Span], text| Transform {
        rule: text,
        action: Action::Redact,
        target: Target::Spans(Cow::Borrowed(spans)),
        replacement: text,
    };
    let six: &'static [_] = six.leak();
    let pii: &'static [_] = m.pii.to_vec().leak();
    let secrets: &'static [_] = m.secrets.to_vec().leak();
    let two = [t(pii, "[redacted]"), t(secrets, "[secret redacted]")];
    let one = [t(six, "[redacted]")];
    let apart = [
        t(&six[..3], "[redacted]"),
        t(&six[3..], "[secret redacted]"),
    ];
    let three = [t(pii, "[redacted]")];
    let none = [t(&[], "[redacted]")];
    let r = medians(
        2001,
        [
            Side::new(|| apply(black_box(content), black_box(&two))),
            Side::new(|| apply(black_box(content), black_box(&apart))),
            Side::new(|| apply(black_box(content), black_box(&one))),
            Side::new(|| apply(black_box(content), black_box(&three))),
            Side::new(|| apply(black_box(content), black_box(&none))),
            Side::new(|| by_hand::output(black_box(&m))),
        ],
    );
    println!(
        "two {:.1} apart {:.1} one {:.1} three {:.1} none {:.1} by hand {:.1}",
        r[0], r[1], r[2], r[3], r[4], r[5]
    );
}
