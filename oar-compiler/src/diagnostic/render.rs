//! Text.
use super::{Diagnostic, Sources};
/// How.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// No colour.
    Plain,
    /// Colour.
    Color,
}
/// Renders.
#[must_use]
pub fn render(diagnostics: &[Diagnostic], sources: &Sources, _style: Style) -> String {
    let mut out = String::new();
    for d in diagnostics {
        let p = sources.position(d.span);
        out.push_str(&format!(
            "error[{}]: {} ({})\n --> {}:{}:{}\n{:?}\n",
            d.code.name(),
            d.message,
            d.clause,
            sources.name(d.span),
            p.line,
            p.column,
            d.help
        ));
    }
    out
}
