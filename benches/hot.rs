//! The portable pack's paths, generated and hand-written side by side.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use oar::Session;
use oar_benches::by_hand::{self, Tally};
use oar_benches::host::Moment;
use oar_benches::packs::{portable, whole};
use oar_benches::{agree, scenes::Scenes};

fn calls(criterion: &mut Criterion) {
    let scenes = Scenes::new();
    let policy = portable::Policy::new();
    let paths: [(&str, Moment<'_>); 3] = [
        ("nothing", scenes.nothing()),
        ("warn", scenes.warn()),
        ("block", scenes.block()),
    ];
    for (path, moment) in paths {
        let mut session = Session::new("s");
        agree::calls(
            &policy.tool_pre_invoke(&moment, &mut session),
            &by_hand::pre_invoke(&moment),
        );
        let mut group = criterion.benchmark_group(path);
        group.bench_function("generated", |b| {
            b.iter(|| policy.tool_pre_invoke(black_box(&moment), &mut session));
        });
        group.bench_function("by hand", |b| {
            b.iter(|| by_hand::pre_invoke(black_box(&moment)))
        });
    }
}

fn content(criterion: &mut Criterion) {
    let scenes = Scenes::new();
    let policy = portable::Policy::new();
    let moment = scenes.transform();
    let mut session = Session::new("s");
    agree::content(
        &policy.model_output(&moment, &mut session),
        &by_hand::output(&moment),
    );
    let mut group = criterion.benchmark_group("transform");
    group.bench_function("generated", |b| {
        b.iter(|| policy.model_output(black_box(&moment), &mut session));
    });
    group.bench_function("by hand", |b| {
        b.iter(|| by_hand::output(black_box(&moment)))
    });
}

fn counted(criterion: &mut Criterion) {
    let scenes = Scenes::new();
    let policy = whole::Policy::new();
    let (mut session, mut tally) = (Session::new("s"), Tally::default());
    for _ in 0..6 {
        // Passes, warns, then blocks: the count of a repeated call grows.
        agree::counted(
            &policy.tool_pre_invoke(&scenes.nothing(), &mut session),
            &by_hand::counted_pre_invoke(&scenes.nothing(), &mut tally),
        );
    }
    let mut group = criterion.benchmark_group("counted");
    // Each iteration makes its call, as a host does.
    group.bench_function("generated", |b| {
        b.iter(|| policy.tool_pre_invoke(black_box(&scenes.nothing()), &mut session));
    });
    group.bench_function("by hand", |b| {
        b.iter(|| by_hand::counted_pre_invoke(black_box(&scenes.nothing()), &mut tally));
    });
}

criterion_group!(benches, calls, content, counted);
criterion_main!(benches);
