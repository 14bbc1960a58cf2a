//! How much the loader reads before it refuses.

/// Bounds on what is loaded: policy is written by people, and a file far beyond these is an accident or an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of one file.
    pub file_bytes: usize,
    /// Lists and mappings inside each other, the document's own included.
    pub depth: usize,
    /// Documents of one pack.
    pub documents: usize,
}

impl Default for Limits {
    /// 16 MiB a file, 64 levels, 100,000 documents.
    fn default() -> Self {
        Self {
            file_bytes: 16 << 20,
            depth: 64,
            documents: 100_000,
        }
    }
}
