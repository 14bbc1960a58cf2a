//! The `include_rules!` macro of the `oar` crate; its documentation is there.

mod arguments;

use std::path::{Path, PathBuf};

use oar_compiler::diagnostic::{Diagnostic, Sources, Style, render};
use oar_compiler::{Settings, compile, emit};
use proc_macro::TokenStream;

use arguments::Arguments;

/// Compiles a pack where it stands. See `oar::include_rules`.
#[proc_macro]
pub fn include_rules(input: TokenStream) -> TokenStream {
    let root = std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(PathBuf::new, PathBuf::from);
    let arguments = match Arguments::parse(input) {
        Ok(arguments) => arguments,
        Err(message) => return failed(&message, &Settings::default(), &[]),
    };
    let settings = &arguments.settings;
    let environment = |name: &str| std::env::var(name).ok();
    if let Err(error) = arguments.request.insist_on_watch(&root, environment) {
        return failed(&error.to_string(), settings, &[]);
    }
    expand(&arguments, &root).unwrap_or_else(|(message, files)| failed(&message, settings, &files))
}

fn expand(arguments: &Arguments, root: &Path) -> Result<TokenStream, (String, Vec<String>)> {
    let Arguments { request, settings } = arguments;
    let selected = request
        .select(root)
        .map_err(|error| (error.to_string(), Vec::new()))?;
    let unknown = settings.levels.unknown();
    if !unknown.is_empty() {
        return Err((
            format!("no warning is named `{}`", unknown.join("`, `")),
            Vec::new(),
        ));
    }
    let files = selected.files;
    let compiled = compile(&selected.pack, settings)
        .map_err(|failure| (failure.to_string(), files.clone()))?;
    let mut source = compiled.source;
    for (number, warning) in compiled.warnings.iter().enumerate() {
        source.push_str(&warning_item(number, warning, &compiled.sources));
    }
    source.push_str(&tracked(&files));
    source.parse().map_err(|error| {
        (
            format!("the generated code does not read as Rust: {error}"),
            files,
        )
    })
}

/// On stable Rust a macro cannot warn, but the use of a deprecated item does.
fn warning_item(number: usize, warning: &Diagnostic, sources: &Sources) -> String {
    let text = render(std::slice::from_ref(warning), sources, Style::Plain);
    format!(
        "const _: () = {{\n    #[deprecated(note = {:?})]\n    const PACK_WARNING_{number}: () = ();\n    PACK_WARNING_{number}\n}};\n",
        format!("\n{text}")
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
fn failed(message: &str, settings: &Settings, files: &[String]) -> TokenStream {
    let message = message.trim_end();
    let source = format!(
        "::core::compile_error!({:?});\n{}{}",
        format!("the rules do not compile\n\n{message}\n"),
        emit::skeleton(&settings.options),
        tracked(files)
    );
    source.parse().unwrap_or_default()
}
