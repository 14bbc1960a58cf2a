use oar_grown::grow::*;
fn main(){ let n: usize = std::env::args().nth(1).unwrap().parse().unwrap(); let d = std::env::args().nth(2).unwrap();
 for f in pack(n, Reach::ByTool) { std::fs::write(format!("{d}/{}", f.name), f.text).unwrap(); } }
