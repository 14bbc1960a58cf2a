//! Files to nodes: a tree in which every key and every scalar knows its place.
//!
//! YAML and JSON load into the same [`Node`]. What would silently change the meaning of a policy is refused here with
//! its fix: tags, anchors, aliases, merge keys, duplicate keys, keys that are not strings.

mod json;
mod limits;
mod load;
mod node;
mod text;
mod tree;
mod yaml;

pub use limits::Limits;
pub use load::load;
pub use node::{Document, Entry, Format, Key, Node, Number, Value};
pub use text::Text;

#[cfg(test)]
mod tests;
