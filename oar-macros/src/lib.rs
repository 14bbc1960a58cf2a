//! The `include_rules!` macro of the `oar` crate; its documentation is there.

mod arguments;

use std::path::{Path, PathBuf};

use oar_compiler::Settings;
use oar_compiler::build::{Generated, Refused, generate};
use proc_macro::TokenStream;

use arguments::Arguments;

/// Compiles a pack where it stands. See `oar::include_rules`.
#[proc_macro]
pub fn include_rules(input: TokenStream) -> TokenStream {
    let root = std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(PathBuf::new, PathBuf::from);
    let arguments = match Arguments::parse(input) {
        Ok(arguments) => arguments,
        Err(message) => return failed(&Refused::early(message, &Settings::default())),
    };
    expand(&arguments, &root).unwrap_or_else(|refused| failed(&refused))
}

fn expand(arguments: &Arguments, root: &Path) -> Result<TokenStream, Refused> {
    let Arguments { request, settings } = arguments;
    let environment = |name: &str| std::env::var(name).ok();
    request
        .insist_on_watch(root, environment)
        .map_err(|error| Refused::early(error.to_string(), settings))?;
    let Generated {
        mut source,
        warnings,
        files,
    } = generate(request, settings, root)?;
    for (number, warning) in warnings.iter().enumerate() {
        source.push_str(&warning_item(number, warning));
    }
    source.push_str(&tracked(&files));
    source.parse().map_err(|error| {
        let message = format!("the generated code does not read as Rust: {error}");
        Refused {
            files,
            ..Refused::early(message, settings)
        }
    })
}

/// On stable Rust a macro cannot warn, but the use of a deprecated item does.
fn warning_item(number: usize, warning: &str) -> String {
    format!(
        "const _: () = {{\n    #[deprecated(note = {:?})]\n    const PACK_WARNING_{number}: () = ();\n    PACK_WARNING_{number}\n}};\n",
        format!("\n{warning}")
    )
}

/// Has rustc watch the files that were read.
fn tracked(files: &[String]) -> String {
    let mut out = String::new();
    for file in files {
        out.push_str(&format!(
            "const _: &[u8] = ::core::include_bytes!(::core::concat!(::core::env!(\"CARGO_MANIFEST_DIR\"), {:?}));\n",
            format!("/{file}")
        ));
    }
    out
}

/// One error that says everything, and a stand-in for what the host names, so that it stays one.
fn failed(refused: &Refused) -> TokenStream {
    let source = format!(
        "::core::compile_error!({:?});\n{}{}",
        format!(
            "the rules do not compile\n\n{}\n",
            refused.message.trim_end()
        ),
        refused.stand_in,
        tracked(&refused.files)
    );
    source.parse().unwrap_or_default()
}
