//! What stands in for the generated code when the host it was to be generated for is not known.

use super::Options;
use crate::vocabulary::anchors;

pub(super) fn skeleton(options: &Options) -> String {
    let krate = &options.krate;
    let mut out = format!(
        "/// A pack that did not compile.
#[derive(Debug, Default)]
pub struct Policy(());

/// Any occurrence.
pub trait Host {{}}

impl<T: ?Sized> Host for T {{}}

#[allow(dead_code, missing_docs, clippy::pedantic, reason = \"a stand-in\")]
impl Policy {{
    pub fn new() -> Self {{
        Self(())
    }}

    pub fn rules(&self) -> &'static [{krate}::program::Rule] {{
        &[]
    }}

    pub fn anchors(&self) -> &'static [&'static str] {{
        &[]
    }}

    pub fn evaluate<H: ?Sized, S: ?Sized>(&self, _: &str, _: &H, _: &mut S) -> Option<{krate}::Outcome> {{
        None
    }}
"
    );
    if !options.frozen {
        out.push_str(&format!(
            "
    pub fn with_config(_: &[{krate}::Configuration]) -> Result<Self, {krate}::ConfigError> {{
        Ok(Self(()))
    }}

    pub fn reconfigure(&self, _: &[{krate}::Configuration]) -> Result<(), {krate}::ConfigError> {{
        Ok(())
    }}
"
        ));
    }
    for anchor in anchors() {
        let method = anchor.name.replace('.', "_");
        out.push_str(&format!(
            "
    pub fn {method}<H: ?Sized, S: ?Sized>(&self, _: &H, _: &mut S) -> {krate}::Outcome {{
        ::core::unreachable!()
    }}
"
        ));
    }
    out.push_str("}\n");
    out
}
