//! `oar order`: the ordering guard on a captured request.
//!
//! The stages, in order: [`profiles`] finds the profiles, [`request`] reads the body, [`judge`] checks or repairs it,
//! [`report`] says what came of it, [`mod@print`] writes the body back.

mod judge;
mod list;
mod print;
mod profiles;
mod report;
mod request;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use oar_runtime::ordering::api::Api;
use oar_runtime::ordering::{self as guard, Composition};

use crate::streams::{deliver, show, tell};
use judge::Judged;
use profiles::Profiles;
use request::Request;

/// What `oar order` is asked.
#[derive(Debug, Args)]
pub struct OrderArgs {
    /// The file with the request body or timeline; `-` reads standard input
    #[arg(required_unless_present = "list", value_name = "FILE")]
    request: Option<PathBuf>,

    /// The API whose request body it is [default: none, and the file is a JSON timeline]
    #[arg(long, value_enum, value_name = "API")]
    api: Option<ApiName>,

    /// A profile: a name of the catalogue (`oar order --list`) or a file with profile documents; may be given several
    /// times
    #[arg(
        long = "profile",
        required_unless_present = "list",
        value_name = "NAME|FILE"
    )]
    profiles: Vec<String>,

    /// How several profiles work together
    #[arg(long, value_enum, default_value_t = Mode::UnionOfRules)]
    composition: Mode,

    /// Repair what blocking rules find: the body goes to standard output, the report to standard error
    #[arg(long)]
    repair: bool,

    /// How the report is written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Where the guard runs
    #[arg(long, value_enum, default_value_t = Surface::Dispatch)]
    surface: Surface,

    /// The model that the request goes to [default: the one that the body names]
    #[arg(long, value_name = "NAME")]
    model: Option<String>,

    /// Leave out the advisory findings of a rule, by its id; may be given several times
    #[arg(long, value_name = "RULE")]
    disable_advisory: Vec<String>,

    /// Let a repair write the fallback metadata of every rule, not only of rules that authorise it themselves
    #[arg(long)]
    metadata_fallback: bool,

    /// What an earlier run remembered: the file that `--remember` wrote
    #[arg(long, value_name = "FILE")]
    previous: Option<PathBuf>,

    /// Write what the next run compares with to this file, when this one ends without a blocking finding
    #[arg(long, value_name = "FILE")]
    remember: Option<PathBuf>,

    /// Print the profiles of the catalogue, and what each demands
    #[arg(long, exclusive = true)]
    list: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ApiName {
    /// OpenAI chat completions, and the many APIs of its shape
    OpenaiChat,
    /// OpenAI responses
    OpenaiResponses,
    /// Anthropic messages
    #[value(alias = "anthropic-messages")]
    Anthropic,
    /// Gemini generateContent
    Gemini,
    /// Amazon Bedrock Converse
    #[value(alias = "bedrock-converse")]
    Converse,
}

impl From<ApiName> for Api {
    fn from(name: ApiName) -> Self {
        match name {
            ApiName::OpenaiChat => Api::OpenAiChat,
            ApiName::OpenaiResponses => Api::OpenAiResponses,
            ApiName::Anthropic => Api::Anthropic,
            ApiName::Gemini => Api::Gemini,
            ApiName::Converse => Api::Converse,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Mode {
    /// All rules in order, as one profile
    UnionOfRules,
    /// Each profile by itself
    Each,
    /// Only the first profile
    FirstOnly,
}

impl From<Mode> for Composition {
    fn from(mode: Mode) -> Self {
        match mode {
            Mode::UnionOfRules => Composition::UnionOfRules,
            Mode::Each => Composition::Each,
            Mode::FirstOnly => Composition::FirstOnly,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Surface {
    /// Before a model request
    Dispatch,
    /// When a user turn starts
    Turn,
}

impl From<Surface> for guard::Surface {
    fn from(surface: Surface) -> Self {
        match surface {
            Surface::Dispatch => guard::Surface::Dispatch,
            Surface::Turn => guard::Surface::Turn,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// For people: each finding with its places and what became of it
    Text,
    /// For programs: one JSON object
    Json,
}

/// Checks or repairs the request and reports.
///
/// # Errors
/// The request, a profile or the snapshot cannot be read, or the snapshot not be written.
pub fn run(order: &OrderArgs) -> Result<ExitCode, String> {
    let Some(path) = &order.request else {
        show(&list::catalogue())?;
        return Ok(ExitCode::SUCCESS);
    };
    let profiles = Profiles::find(&order.profiles, order.composition.into())?;
    for id in profiles.unknown(&order.disable_advisory) {
        tell(&format!(
            "warning: no profile has a rule `{id}`, so `--disable-advisory {id}` does nothing\n"
        ));
    }
    let request = Request::read(path)?;
    let judged = judge::judge(order, &profiles, &request)?;
    let report = match order.format {
        Format::Text => report::text(&judged, &profiles),
        Format::Json => format!("{:#}\n", report::json(&judged)),
    };
    match &judged.body {
        None => show(&report)?,
        Some(body) => {
            tell(&report);
            // The snapshot below must not speak of a request that nobody got.
            deliver(&format!("{body}\n"))?;
        }
    }
    remember(order, &judged)?;
    Ok(ExitCode::from(u8::from(judged.is_rejected())))
}

/// Writes the snapshot where it was asked for. Without a new one the old one stays: a rejected run moves no baseline.
fn remember(order: &OrderArgs, judged: &Judged) -> Result<(), String> {
    let (Some(path), Some(snapshot)) = (&order.remember, judged.snapshot()) else {
        return Ok(());
    };
    let json = guard::json::snapshot_to_json(snapshot).map_err(|error| error.to_string())?;
    std::fs::write(path, format!("{json:#}\n"))
        .map_err(|error| format!("cannot write `{}`: {error}", path.display()))
}
