//! The arguments of a tool call: the unparameterised `map` of OAR-FACT-22.

#[cfg(feature = "json")]
use serde_json::{Map, Value};

use crate::facts::StrMap;
use crate::transform::Span;

/// A borrowed view of named, heterogeneously typed values, such as `tool_args`.
///
/// A condition tests keys and counts them (OAR-EXPR-19); the typed accessors are what
/// `tool_arg_string`, `tool_arg_int` and `tool_arg_bool` read (section 5.4).
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub enum Args<'a> {
    /// No arguments.
    #[default]
    Empty,
    /// A JSON object.
    #[cfg(feature = "json")]
    Json(&'a Map<String, Value>),
    /// Name and value pairs, in any order.
    ///
    /// Names are unique. Where they are not, the accessors read the last pair of a name, which is
    /// what most JSON readers hand to a tool, and the fingerprint is refused.
    Pairs(&'a [(&'a str, Arg<'a>)]),
    /// A span with nothing but its `start` and `end`.
    Span(Span),
    /// A `map<string,string>`.
    Strings(StrMap<'a>),
}

/// One value of [`Args::Pairs`]: what JSON can say.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Arg<'a> {
    /// JSON `null`: a value, never absence.
    Null,
    /// A boolean.
    Bool(bool),
    /// A 64-bit signed integer.
    Int(i64),
    /// A finite double. An integral one is an integer as well, as `3.0` in JSON is.
    Double(f64),
    /// A string.
    Str(&'a str),
    /// A list, in order.
    List(&'a [Arg<'a>]),
    /// Nested pairs, under the rules of [`Args::Pairs`].
    Map(&'a [(&'a str, Arg<'a>)]),
}

impl<'a> Args<'a> {
    /// `key in tool_args`: whether there is such an argument, `null` included (OAR-EXPR-12).
    #[must_use]
    pub fn contains(&self, key: &str) -> bool {
        match *self {
            Self::Empty => false,
            #[cfg(feature = "json")]
            Self::Json(map) => map.contains_key(key),
            Self::Pairs(pairs) => last(pairs, key).is_some(),
            Self::Span(_) => key == "start" || key == "end",
            Self::Strings(map) => map.contains(key),
        }
    }

    /// `size(tool_args)`: the number of arguments.
    #[must_use]
    pub fn len(&self) -> usize {
        match *self {
            Self::Empty => 0,
            #[cfg(feature = "json")]
            Self::Json(map) => map.len(),
            Self::Pairs(pairs) => pairs.len(),
            Self::Span(_) => 2,
            Self::Strings(map) => map.len(),
        }
    }

    /// Whether there are no arguments.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The named argument, if it is a string.
    #[must_use]
    pub fn string(&self, key: &str) -> Option<&'a str> {
        match *self {
            Self::Empty => None,
            #[cfg(feature = "json")]
            Self::Json(map) => map.get(key)?.as_str(),
            Self::Pairs(pairs) => match last(pairs, key)? {
                Arg::Str(text) => Some(text),
                _ => None,
            },
            Self::Span(_) => None,
            Self::Strings(map) => map.get(key),
        }
    }

    /// The named argument, if it is an integer of 64 bits. A double with no fractional part is one;
    /// an integer outside 64 bits is not.
    ///
    /// `-9223372036854775808` written as a double is not one either: JSON readers hand over the
    /// same double for the integer below it.
    #[must_use]
    pub fn int(&self, key: &str) -> Option<i64> {
        match *self {
            Self::Empty => None,
            #[cfg(feature = "json")]
            Self::Json(map) => match map.get(key)? {
                Value::Number(number) => number
                    .as_i64()
                    .or_else(|| number.as_f64().and_then(integral)),
                _ => None,
            },
            Self::Pairs(pairs) => match last(pairs, key)? {
                Arg::Int(integer) => Some(integer),
                Arg::Double(double) => integral(double),
                _ => None,
            },
            Self::Span(span) => match key {
                "start" => i64::try_from(span.start).ok(),
                "end" => i64::try_from(span.end).ok(),
                _ => None,
            },
            Self::Strings(_) => None,
        }
    }

    /// The named argument, if it is a boolean.
    #[must_use]
    pub fn boolean(&self, key: &str) -> Option<bool> {
        match *self {
            Self::Empty => None,
            #[cfg(feature = "json")]
            Self::Json(map) => map.get(key)?.as_bool(),
            Self::Pairs(pairs) => match last(pairs, key)? {
                Arg::Bool(value) => Some(value),
                _ => None,
            },
            Self::Span(_) | Self::Strings(_) => None,
        }
    }
}

fn last<'a>(pairs: &'a [(&'a str, Arg<'a>)], key: &str) -> Option<Arg<'a>> {
    pairs
        .iter()
        .rev()
        .find(|(name, _)| *name == key)
        .map(|(_, value)| *value)
}

/// A double as the integer it is, strictly between -2^63 and 2^63.
pub(crate) fn integral(value: f64) -> Option<i64> {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    // Integral and in range: exact.
    (value.fract() == 0.0 && value.abs() < LIMIT).then_some(value as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAIRS: Args<'static> = Args::Pairs(&[
        ("path", Arg::Str("/etc/passwd")),
        ("count", Arg::Int(i64::MAX)),
        ("whole", Arg::Double(3.0)),
        ("half", Arg::Double(0.5)),
        ("force", Arg::Bool(true)),
        ("nothing", Arg::Null),
        ("list", Arg::List(&[Arg::Int(1)])),
        ("map", Arg::Map(&[("path", Arg::Str("inner"))])),
    ]);

    #[track_caller]
    fn reads_by_type(args: Args<'_>) {
        assert_eq!(args.len(), 8);
        assert!(!args.is_empty());
        for key in [
            "path", "count", "whole", "half", "force", "nothing", "list", "map",
        ] {
            assert!(args.contains(key), "{key}");
            assert_eq!(args.string(key).is_some(), key == "path", "{key}");
            assert_eq!(
                args.int(key).is_some(),
                key == "count" || key == "whole",
                "{key}"
            );
            assert_eq!(args.boolean(key).is_some(), key == "force", "{key}");
        }
        assert_eq!(args.string("path"), Some("/etc/passwd"));
        assert_eq!(args.int("count"), Some(9_223_372_036_854_775_807));
        assert_eq!(args.int("whole"), Some(3));
        assert_eq!(args.boolean("force"), Some(true));
    }

    fn has_nothing(args: Args<'_>) {
        assert!(!args.contains("path"));
        assert_eq!(args.string("path"), None);
        assert_eq!(args.int("path"), None);
        assert_eq!(args.boolean("path"), None);
    }

    #[test]
    fn pairs_read_by_type() {
        reads_by_type(PAIRS);
        has_nothing(Args::Pairs(&[("other", Arg::Null)]));
    }

    #[test]
    fn nothing_is_empty() {
        assert!(Args::default().is_empty());
        assert!(Args::Pairs(&[]).is_empty());
        has_nothing(Args::Empty);
    }

    #[test]
    fn the_last_of_a_repeated_name_is_read() {
        let args = Args::Pairs(&[("path", Arg::Str("first")), ("path", Arg::Str("last"))]);
        assert_eq!(args.string("path"), Some("last"));
    }

    #[test]
    fn doubles_outside_64_bits_are_not_integers() {
        let int = |value| Args::Pairs(&[("n", Arg::Double(value))]).int("n");
        assert_eq!(int(-0.0), Some(0));
        assert_eq!(int(-7.0), Some(-7));
        assert_eq!(
            int(9_223_372_036_854_774_784.0),
            Some(9_223_372_036_854_774_784)
        );
        assert_eq!(int(9_223_372_036_854_775_808.0), None);
        assert_eq!(int(-9_223_372_036_854_775_808.0), None);
        assert_eq!(int(1e300), None);
        assert_eq!(int(f64::NAN), None);
        assert_eq!(int(f64::INFINITY), None);
    }

    #[cfg(feature = "json")]
    mod json {
        use super::*;

        fn object(text: &str) -> Map<String, Value> {
            serde_json::from_str(text).expect("an object")
        }

        #[test]
        fn json_reads_by_type() {
            let map = object(
                r#"{"path": "/etc/passwd", "count": 9223372036854775807, "whole": 3.0, "half": 0.5,
                    "force": true, "nothing": null, "list": [1], "map": {"path": "inner"}}"#,
            );
            reads_by_type(Args::Json(&map));
            has_nothing(Args::Json(&Map::new()));
            assert!(Args::Json(&Map::new()).is_empty());
        }

        #[test]
        fn json_integers_keep_64_bits_or_are_refused() {
            let int = |text: &str| Args::Json(&object(&format!(r#"{{"n": {text}}}"#))).int("n");
            assert_eq!(int("9007199254740993"), Some(9_007_199_254_740_993));
            assert_eq!(int("-9223372036854775808"), Some(i64::MIN));
            assert_eq!(int("1e3"), Some(1000));
            assert_eq!(int("9223372036854775808"), None);
            assert_eq!(int("18446744073709551616"), None);
            assert_eq!(int("-9223372036854775809"), None);
            assert_eq!(int("\"3\""), None);
        }
    }
}
