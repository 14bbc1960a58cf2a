//! How costs grow.

pub mod scratch;
