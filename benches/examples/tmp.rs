use oar::args::Args;
use oar::rt::fingerprint::fingerprint;
use oar_benches::measure::{Side, medians};
use oar_benches::scenes::Scenes;
use sha2::{Digest, Sha256};
use std::hint::black_box;
fn main() {
    let args = serde_json::json!({ "path": "/workspace/src/lib.rs", "line": 12 });
    let args = args.as_object().unwrap();
    let text = b"oar-tool-1.0\0[\"read\",{\"line\":12,\"path\":\"/workspace/src/lib.rs\"}]";
    let _ = Scenes::new();
    let mut map: std::collections::HashMap<[u8; 32], i64> = Default::default();
    for i in 0..512u32 {
        let mut k = [0u8; 32];
        k[..4].copy_from_slice(&i.to_le_bytes());
        map.insert(k, 1);
    }
    let mut n = 0u32;
    let r = medians(
        2001,
        [
            Side::new(|| fingerprint("read", black_box(Args::Json(args)))),
            Side::new(|| Sha256::digest(black_box(&text[..]))),
            Side::new(|| {
                n += 1;
                let mut k = [0u8; 32];
                k[..4].copy_from_slice(&(n % 512).to_le_bytes());
                *map.entry(k).or_default() += 1;
            }),
        ],
    );
    println!(
        "{} fingerprint {:.1} digest {:.1} map {:.1}",
        text.len(),
        r[0],
        r[1],
        r[2]
    );
}
