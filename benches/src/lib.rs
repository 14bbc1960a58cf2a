//! What a decision costs, next to what a user would write or pick instead.
//!
//! | module | what |
//! |---|---|
//! | [`packs`] | the packs measured, compiled |
//! | [`host`] | the host whose occurrences are decided |
//! | [`scenes`] | one occurrence for each path through the portable pack |
//! | [`by_hand`] | the portable pack as an expert would write it for this host |
//! | [`agree`] | both answer alike, checked before timing |
//! | [`measure`] | timing things against each other |
//! | [`machine`] | what it was measured on |
//! | [`hot`] | the hot paths against hand-written code |
//! | `scale` | how costs grow (feature `scale`) |
//! | [`figures`] | what was measured |
//! | `report` | the figures as a document with drawings (feature `scale`) |

pub mod agree;
pub mod by_hand;
pub mod figures;
pub mod host;
pub mod hot;
pub mod machine;
pub mod measure;
pub mod packs;
#[cfg(feature = "scale")]
pub mod report;
#[cfg(feature = "scale")]
pub mod scale;
pub mod scenes;
