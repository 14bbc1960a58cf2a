//! Open Agent Rules, compiled: a pack that is wrong does not build, a pack that builds decides in nanoseconds.
//!
//! A host names its rules, implements one trait for each capability profile, and asks at each lifecycle moment:
//!
//! ```
//! use oar::args::{Arg, Args};
//! use oar::{Effect, ToolCall, facts};
//!
//! mod policy {
//!     oar::include_rules!["tests/readme/rules.yaml", capability = "tests/readme/capability.yaml"];
//! }
//!
//! struct Call<'a>(ToolCall<'a>);
//!
//! impl facts::Occurrence for Call<'_> {
//!     fn content(&self) -> Option<&str> {
//!         None
//!     }
//!     fn call(&self) -> Option<&ToolCall<'_>> {
//!         Some(&self.0)
//!     }
//! }
//! impl facts::Tool for Call<'_> {}
//! impl facts::Filesystem for Call<'_> {} // nothing overridden: every path is inside the scope
//!
//! let policy = policy::Policy::new();
//! let mut session = oar::Session::new("s-42");
//! let arguments = [("path", Arg::Str("notes.txt"))];
//! let call = Call(ToolCall::new("write", Args::Pairs(&arguments)));
//! assert_eq!(policy.tool_pre_invoke(&call, &mut session).effect(), Effect::None);
//! ```
//!
//! The crate re-exports: what generated code links to lives in `oar-runtime`, the compiler in `oar-compiler`.
//!
//! | feature | default | what |
//! |---|---|---|
//! | `macros` | yes | [`include_rules!`] |
//! | `json` | yes | `json`: occurrences whose facts are JSON values, outcomes as JSON |
//! | `config` | no | `config`: configuration documents read while the host runs |

pub use oar_runtime::{
    Advisory, ConfigError, Configuration, CopyField, DetectorError, Effect, Enforcement, Event,
    Eviction, FactError, Observed, Outcome, Report, RuleOutcome, Session, Sessions, ToolCall,
};
pub use oar_runtime::{
    args, detector, engine, facts, ordering, outcome, program, session, text, transform,
};

#[cfg(feature = "json")]
pub use oar_runtime::json;

#[cfg(feature = "config")]
pub mod config;

#[doc(hidden)]
pub use oar_runtime as rt;

/// Compiles a pack of rule documents where it stands.
///
/// ```text
/// oar::include_rules!("packs/");                                   // a folder, with its capability document
/// oar::include_rules!["a.yaml", "b.yaml", capability = "c.yaml"];  // files: no build script needed
/// ```
///
/// Paths are relative to the `Cargo.toml` of the crate. Documents in a folder are told apart by their marker; the folder
/// holds exactly one capability document unless `capability = "…"` names one. Configuration documents in the folder apply
/// in the order of their paths; `config = ["…"]` names others, which replace those. `allow = ["…"]` and `deny = ["…"]`
/// say which warnings are silenced and which refuse the pack; `crate = path` says where the `oar` crate is when the
/// dependency was renamed; `json = true` implements the pack's own traits for [`json::Occurrence`]; `frozen = true`
/// leaves out rules that are off at build time, and the run-time configuration with them.
///
/// A folder must be watched by a build script, which is one line: `oar_compiler::build::watch("packs")`. Without it a
/// file added to the folder would not rebuild the host, so its absence is a compile error that shows the line.
///
/// It gives the module `Policy`, with one method for each local anchor; `Host`, the sum of the traits that an occurrence
/// implements; and, where the capability document has them, `HostFacts` and `Detectors`.
///
/// # Errors
/// Everything that the specification rejects at load is a compile error that names the file, the line and the column.
#[cfg(feature = "macros")]
pub use oar_macros::include_rules;

/// Includes what a build script generated with `oar_compiler::build::Builder::compile("policy")`: the same items as
/// [`include_rules!`].
///
/// ```text
/// mod policy {
///     oar::include_generated!("policy");
/// }
/// ```
#[macro_export]
macro_rules! include_generated {
    ($name:literal) => {
        ::core::include!(::core::concat!(::core::env!("OUT_DIR"), "/", $name, ".rs"));
    };
}

/// The host in `README.md` compiles and decides as it says.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
