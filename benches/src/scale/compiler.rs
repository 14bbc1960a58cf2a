//! The compiler's own work, from documents to source, against its YAML parser alone.

use std::hint::black_box;
use std::io;
use std::process::Command;

use granit_parser::Parser;
use oar_compiler::pack::{File, Pack};
use oar_compiler::{Settings, compile};
use oar_grown::grow::{self, Reach};

use super::Effort;
use crate::figures::{Bound, Curve, Figures, Series, Target};
use crate::measure::{Side, medians};

/// What the program is called with to have [`peak`] answer in a process of its own.
pub const PEAK: &str = "peak";

fn pack(rules: usize) -> Pack {
    let files = grow::pack(rules, Reach::ByTool).into_iter();
    Pack {
        files: files.map(|file| File::new(file.name, file.text)).collect(),
        ..Pack::default()
    }
}

fn size(pack: &Pack) -> usize {
    pack.files.iter().map(|file| file.bytes.len()).sum()
}

/// Everything between documents in memory and source in memory.
fn compiled(pack: &Pack) -> io::Result<usize> {
    match compile(pack, &Settings::default()) {
        Ok(compiled) => Ok(compiled.source.len()),
        Err(failure) => Err(io::Error::other(failure.to_string())),
    }
}

/// Every event of every document.
fn parsed(pack: &Pack) -> io::Result<usize> {
    let mut events = 0;
    for file in &pack.files {
        let text = std::str::from_utf8(&file.bytes).map_err(io::Error::other)?;
        for event in Parser::new_from_str(text) {
            event.map_err(io::Error::other)?;
            events += 1;
        }
    }
    Ok(events)
}

pub(super) fn measure(effort: Effort) -> io::Result<Figures> {
    const RULES: [usize; 3] = [100, 1_000, 10_000];
    let mut figures = Figures::default();
    let mut points = (Vec::new(), Vec::new());
    for rules in RULES {
        let pack = pack(rules);
        compiled(&pack)?;
        parsed(&pack)?;
        let sides = [
            Side::new(|| compiled(black_box(&pack))),
            Side::new(|| parsed(black_box(&pack))),
        ];
        let rounds = match rules {
            10_000 => effort.pick(3, 11),
            _ => effort.pick(11, 51),
        };
        let [ours, parser] = medians(rounds, sides);
        points.0.push((rules, ours / 1e3 / rules as f64));
        points.1.push((rules, parser / 1e3 / rules as f64));
        if rules > 100 {
            figures.targets.push(Target::new(
                &format!("compiler-time-{rules}"),
                ours / parser,
                Bound::AtMost(10.0),
                format!(
                    "{rules} rules of {} KB together: {:.1} ms to source, {:.1} ms for the YAML parser alone",
                    size(&pack) / 1000,
                    ours / 1e6,
                    parser / 1e6
                ),
            ));
        }
    }
    figures.curves.push(Curve {
        name: "compiler".to_owned(),
        title: "Documents to source, rustc not included".to_owned(),
        x: "rules".to_owned(),
        y: "µs a rule".to_owned(),
        series: vec![
            Series::new("load, check and emit", points.0),
            Series::new("the YAML parser alone", points.1),
        ],
    });
    memory(&mut figures)?;
    Ok(figures)
}

fn memory(figures: &mut Figures) -> io::Result<()> {
    if !cfg!(target_os = "linux") {
        let reason = "compiler-memory: what a process took at its peak is read from /proc, which Linux alone has";
        figures.left_out.push(reason.to_owned());
        return Ok(());
    }
    let rules = 10_000;
    let child = Command::new(std::env::current_exe()?)
        .args([PEAK, &rules.to_string()])
        .output()?;
    let text = String::from_utf8_lossy(&child.stdout).into_owned();
    let mut numbers = text
        .split_whitespace()
        .filter_map(|number| number.parse::<f64>().ok());
    let (Some(documents), Some(peak)) = (numbers.next(), numbers.next()) else {
        let message = String::from_utf8_lossy(&child.stderr).into_owned();
        return Err(io::Error::other(format!("no peak was measured: {message}")));
    };
    figures.targets.push(Target::new(
        "compiler-memory",
        peak / documents,
        Bound::AtMost(30.0),
        format!(
            "{rules} rules: {:.0} MB at the peak beyond the documents, which are {:.1} MB",
            peak / 1e6,
            documents / 1e6
        ),
    ));
    Ok(())
}

/// Compiles a pack of so many rules: the bytes of its documents, and the bytes of memory at the peak beyond them.
///
/// # Errors
/// There is no `/proc`, or the pack does not compile.
pub fn peak(rules: usize) -> io::Result<(usize, usize)> {
    let pack = pack(rules);
    // Writing the pack may have taken more than compiling it will: the peak begins anew.
    std::fs::write("/proc/self/clear_refs", "5")?;
    let before = status("VmRSS:")?;
    compiled(&pack)?;
    Ok((size(&pack), status("VmHWM:")?.saturating_sub(before)))
}

/// A size that the kernel states in kB.
fn status(name: &str) -> io::Result<usize> {
    let text = std::fs::read_to_string("/proc/self/status")?;
    let value = text
        .lines()
        .find_map(|line| line.strip_prefix(name)?.trim().strip_suffix("kB"));
    let kilobytes = value.and_then(|value| value.trim().parse::<usize>().ok());
    kilobytes
        .map(|kilobytes| kilobytes * 1024)
        .ok_or_else(|| io::Error::other(format!("/proc/self/status has no {name}")))
}
