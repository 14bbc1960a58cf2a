//! The copy language of Appendix C: text to typed template.
//!
//! | step | from | to |
//! |---|---|---|
//! | `scan` | text | literals, bindings and tags with byte ranges |
//! | `build` | pieces | [`Template`] |

mod build;
mod complain;
mod scan;
mod template;
#[cfg(test)]
mod tests;

pub use template::{Part, Template};

use crate::condition::report::Reporter;
use crate::diagnostic::Diagnostics;
use crate::source::Text;
use crate::vocabulary::Environment;

/// Reads a `copy` member and resolves its names; `None` when anything was reported.
///
/// Messages carry the offset of the construct in Unicode code points of the text. Conditionals nest at most 64 deep. A
/// text that is wrong in very many places shows the first of them.
pub fn compile(
    text: &Text,
    environment: &Environment,
    diags: &mut Diagnostics,
) -> Option<Template> {
    let mut report = Reporter::new(text, diags);
    build::build(environment, &mut report)
}
