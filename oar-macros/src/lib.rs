//! The `include_rules!` macro of the `oar` crate; its documentation is there.

mod arguments;

use std::path::{Path, PathBuf};

use oar_compiler::build::{Generated, Refused, generate};
use oar_compiler::emit;
use proc_macro::{Span, TokenStream};

use arguments::{Arguments, Refusal};

/// Compiles a pack where it stands. See `oar::include_rules`.
#[proc_macro]
pub fn include_rules(input: TokenStream) -> TokenStream {
    let root = std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(PathBuf::new, PathBuf::from);
    let arguments = match Arguments::parse(input) {
        Ok(arguments) => arguments,
        Err(Refusal { message, span }) => {
            let refused = Refused {
                message,
                stand_in: emit::skeleton(&emit::Options::default()),
                files: Vec::new(),
            };
            return failed(&refused, span);
        }
    };
    expand(&arguments, &root).unwrap_or_else(|refused| failed(&refused, Span::call_site()))
}

fn expand(arguments: &Arguments, root: &Path) -> Result<TokenStream, Refused> {
    let Arguments { request, settings } = arguments;
    let environment = |name: &str| std::env::var(name).ok();
    request
        .insist_on_watch(root, environment)
        .map_err(|error| Refused::beside(error.to_string(), request, settings, root))?;
    let Generated {
        mut source,
        warnings,
        files,
    } = generate(request, settings, root)?;
    for warning in &warnings {
        source.push_str(&warning_item(warning));
    }
    source.push_str(&tracked(&files));
    source.parse().map_err(|error| Refused {
        message: format!("the generated code does not read as Rust: {error}"),
        stand_in: emit::skeleton(&settings.options),
        files,
    })
}

/// On stable Rust a macro cannot warn, but the use of a deprecated item does, whatever the crate allows.
fn warning_item(warning: &str) -> String {
    format!(
        "#[warn(deprecated)]\nconst _: () = {{\n    #[deprecated(note = {:?})]\n    const PACK_WARNING: () = ();\n    PACK_WARNING\n}};\n",
        format!("\n{}", warning.trim_end())
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
fn failed(refused: &Refused, span: Span) -> TokenStream {
    let message = refused.message.trim_end();
    let error = format!(
        "::core::compile_error!({:?});",
        format!("the rules do not compile\n\n{message}\n")
    );
    let error: TokenStream = error.parse().unwrap_or_default();
    let mut source: TokenStream = error
        .into_iter()
        .map(|mut token| {
            token.set_span(span);
            token
        })
        .collect();
    let rest = format!("{}{}", refused.stand_in, tracked(&refused.files));
    source.extend(rest.parse::<TokenStream>());
    source
}
