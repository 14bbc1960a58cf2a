//! What rules add to a program.

use std::fs;
use std::io;

use object::{Object, ObjectSection, SectionKind};

use super::Effort;
use super::scratch::{Content, Profile, Scratch};
use crate::figures::{Bound, Figures, Target};

/// Bytes of a program, by what they are.
#[derive(Clone, Copy, Debug, Default)]
struct Sizes {
    text: u64,
    read_only: u64,
    relocated: u64,
}

pub(super) fn measure(_effort: Effort) -> io::Result<Figures> {
    let (few, many) = (1, 1_000);
    let contents = [Content::Rules(few), Content::Rules(many)];
    let scratch = Scratch::new(&contents)?;
    let mut sizes = [Sizes::default(); 2];
    for (content, sizes) in contents.into_iter().zip(&mut sizes) {
        scratch.build(content, Profile::Release)?;
        *sizes = read(&fs::read(scratch.program(content, Profile::Release))?)?;
    }
    let [small, large] = sizes;
    let per_rule =
        |of: fn(Sizes) -> u64| (of(large) as f64 - of(small) as f64) / (many - few) as f64;
    let text = per_rule(|sizes| sizes.text);
    Ok(Figures {
        targets: vec![Target::new(
            "text-per-rule",
            text,
            Bound::AtMost(400.0),
            format!(
                "bytes of machine code a rule of 1,000; of constants and copy {:.0}, of tables that the loader relocates {:.0}",
                per_rule(|sizes| sizes.read_only),
                per_rule(|sizes| sizes.relocated)
            ),
        )],
        ..Figures::default()
    })
}

fn read(program: &[u8]) -> io::Result<Sizes> {
    let file = object::File::parse(program).map_err(io::Error::other)?;
    let mut sizes = Sizes::default();
    for section in file.sections() {
        let size = section.size();
        match section.kind() {
            SectionKind::Text => sizes.text += size,
            SectionKind::ReadOnlyDataWithRel => sizes.relocated += size,
            // ELF does not say of this one that it is read-only once it is relocated.
            SectionKind::Data
                if section
                    .name()
                    .is_ok_and(|name| name.starts_with(".data.rel.ro")) =>
            {
                sizes.relocated += size
            }
            SectionKind::ReadOnlyData | SectionKind::ReadOnlyString => sizes.read_only += size,
            _ => {}
        }
    }
    Ok(sizes)
}
