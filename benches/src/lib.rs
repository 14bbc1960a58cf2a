//! What a decision costs, next to what a user would write or pick instead.
//!
//! | module | what |
//! |---|---|
//! | [`packs`] | the packs measured, compiled |
//! | [`host`] | the host whose occurrences are decided |
//! | [`scenes`] | one occurrence for each path through the portable pack |
//! | [`by_hand`] | the portable pack as an expert would write it for this host |
//! | [`agree`] | both answer alike, checked before timing |

pub mod agree;
pub mod by_hand;
pub mod host;
pub mod measure;
pub mod packs;
pub mod scenes;
#[cfg(feature = "scale")]
pub mod scale;
