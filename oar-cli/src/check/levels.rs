//! `--allow` and `--deny`, in the order given: the last word about a warning wins.

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use oar_compiler::warnings::Levels;

const ALLOW: &str = "allow";
const DENY: &str = "deny";

/// Which warnings are silenced, and which are errors.
#[derive(Debug, Default)]
pub struct LevelArgs {
    levels: Levels,
}

impl LevelArgs {
    /// What was asked for.
    pub fn levels(&self) -> &Levels {
        &self.levels
    }
}

impl Args for LevelArgs {
    fn augment_args(command: Command) -> Command {
        let names =
            || PossibleValuesParser::new(std::iter::once("warnings").chain(Levels::names()));
        let level = |name: &'static str, help: &'static str| {
            Arg::new(name)
                .long(name)
                .value_name("NAME")
                .action(ArgAction::Append)
                .value_parser(names())
                .hide_possible_values(true)
                .help(help)
        };
        command
            .arg(level(
                DENY,
                "Make a warning an error, by its name or `warnings` for all; may be given several times",
            ))
            .arg(level(
                ALLOW,
                "Silence a warning, by its name or `warnings` for all; may be given several times",
            ))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for LevelArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut args = Self::default();
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        let given = |level: &'static str| {
            let names = matches.get_many::<String>(level).into_iter().flatten();
            let places = matches.indices_of(level).into_iter().flatten();
            places
                .zip(names)
                .map(move |(place, name)| (place, level, name))
        };
        let mut said: Vec<_> = given(ALLOW).chain(given(DENY)).collect();
        said.sort_unstable();
        for (_, level, name) in said {
            if level == DENY {
                self.levels.deny(name.clone());
            } else {
                self.levels.allow(name.clone());
            }
        }
        Ok(())
    }
}
