use oar_benches::scale::scratch::*;
fn main() {
    let all: Vec<Content> = std::env::args().skip(1).map(|a| {
        let (k, n) = a.split_at(1);
        let n = n.parse().unwrap();
        if k == "r" { Content::Rules(n) } else { Content::Structs(n) }
    }).collect();
    let s = Scratch::new(&all).unwrap();
    for p in [Profile::Debug, Profile::Release] {
        for &c in &all {
            s.build(c, p).unwrap();
            let mut t: Vec<_> = (0..3).map(|_| s.build(c, p).unwrap().as_millis()).collect();
            t.sort();
            println!("{c:?} {p:?} {t:?}");
        }
    }
}
