//! scratch
use oar_compiler::*;
fn main() {
    let dir = std::env::args().nth(1).unwrap();
    let mut p = pack::Pack::default();
    p.files = pack::files(std::path::Path::new(&dir), "packs").unwrap();
    let t = std::time::Instant::now();
    match compile(&p, &Settings::default()) {
        Ok(c) => {
            println!("{}", c.source);
            eprintln!("{:?} warnings {}", t.elapsed(), c.warnings.len())
        }
        Err(e) => println!("{e}"),
    }
}
