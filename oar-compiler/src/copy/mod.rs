//! The copy language of Appendix C: text to typed template.

mod template;

pub use template::{Part, Template};
