//! What was measured, for a line of text, for a table and for a drawing.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Everything that a run measured.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Figures {
    /// Ratios that are held to a bound.
    pub targets: Vec<Target>,
    /// How something grows.
    pub curves: Vec<Curve>,
    /// What the figures do not say by themselves, a sentence each.
    pub notes: Vec<String>,
    /// What could not be measured here, and why.
    pub left_out: Vec<String>,
    /// The versions of what was compared, by name.
    pub versions: Vec<(String, String)>,
    /// What it was measured on, by name.
    pub machine: Vec<(String, String)>,
}

impl Figures {
    /// Takes in what another part of the run measured.
    pub fn extend(&mut self, other: Self) {
        self.targets.extend(other.targets);
        self.curves.extend(other.curves);
        self.notes.extend(other.notes);
        self.left_out.extend(other.left_out);
        for (into, from) in [
            (&mut self.versions, other.versions),
            (&mut self.machine, other.machine),
        ] {
            for pair in from {
                if !into.contains(&pair) {
                    into.push(pair);
                }
            }
        }
    }
}

/// What a decision costs another engine, as its own bench wrote it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Peer {
    /// A plain name that stays: the engine, how its policy is written, and whether its inputs are built before.
    pub name: String,
    /// The engine's package.
    pub peer: String,
    /// The version measured.
    pub version: String,
    /// Nanoseconds that generated code takes.
    pub ours_ns: f64,
    /// Nanoseconds that the engine takes.
    pub peer_ns: f64,
    /// How many times longer the engine takes.
    pub ratio: f64,
    /// What that is held to, if to anything.
    pub target: Option<f64>,
    /// Whether it keeps to it.
    pub ok: bool,
}

impl Peer {
    /// The bound, as that of any target.
    #[must_use]
    pub fn target(&self) -> Option<Target> {
        let least = self.target?;
        let meaning = format!(
            "{:.0} ns there, {:.1} ns generated",
            self.peer_ns, self.ours_ns
        );
        Some(Target::new(
            &self.name,
            self.ratio,
            Bound::AtLeast(least),
            meaning,
        ))
    }
}

/// A ratio and its bound.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Target {
    /// A plain name that stays.
    pub name: String,
    /// What was measured.
    pub value: f64,
    /// What it is held to.
    pub bound: Bound,
    /// What is compared with what.
    pub meaning: String,
}

/// What a value is held to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// No more than this.
    AtMost(f64),
    /// No less than this.
    AtLeast(f64),
}

impl Bound {
    /// Whether a value keeps to it.
    #[must_use]
    pub fn holds(self, value: f64) -> bool {
        match self {
            Self::AtMost(bound) => value <= bound,
            Self::AtLeast(bound) => value >= bound,
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtMost(bound) => write!(f, "<={bound}"),
            Self::AtLeast(bound) => write!(f, ">={bound}"),
        }
    }
}

impl Target {
    /// A target that was measured.
    #[must_use]
    pub fn new(name: &str, value: f64, bound: Bound, meaning: impl Into<String>) -> Self {
        Self {
            name: name.to_owned(),
            value,
            bound,
            meaning: meaning.into(),
        }
    }

    /// Whether it is met.
    #[must_use]
    pub fn is_met(&self) -> bool {
        self.bound.holds(self.value)
    }
}

/// `name value target ok|short`
impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.is_met() { "ok" } else { "short" };
        let Self {
            name, value, bound, ..
        } = self;
        write!(f, "{name} {} {bound} {verdict}", digits(*value))
    }
}

/// A number with as many digits as mean something.
#[must_use]
pub fn digits(value: f64) -> String {
    match value.abs() {
        size if size >= 100.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        size if size >= 0.2 => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

/// How something grows.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Curve {
    /// A plain name that stays; the drawing's file is named after it.
    pub name: String,
    /// What the drawing is headed.
    pub title: String,
    /// What grows, drawn on a logarithmic axis.
    pub x: String,
    /// What it costs, with its unit.
    pub y: String,
    /// The lines.
    pub series: Vec<Series>,
}

/// One line of a curve.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Series {
    /// What it is.
    pub name: String,
    /// The points, by ascending x.
    pub points: Vec<(f64, f64)>,
}

impl Series {
    /// A line.
    #[must_use]
    pub fn new(name: &str, points: impl IntoIterator<Item = (usize, f64)>) -> Self {
        let points = points.into_iter();
        Self {
            name: name.to_owned(),
            points: points.map(|(x, y)| (x as f64, y)).collect(),
        }
    }
}

/// The points, a line of text each.
impl fmt::Display for Curve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.title)?;
        writeln!(f, "  {:>12}  {}", self.x, self.y)?;
        for Series { name, points } in &self.series {
            for (x, y) in points {
                writeln!(f, "  {x:>12}  {:<12}  {name}", digits(*y))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_says_whether_it_is_met() {
        let line = |value, bound| Target::new("two-threads", value, bound, "").to_string();
        assert_eq!(
            line(1.906, Bound::AtLeast(1.9)),
            "two-threads 1.91 >=1.9 ok"
        );
        assert_eq!(
            line(1.897, Bound::AtLeast(1.9)),
            "two-threads 1.90 >=1.9 short"
        );
        assert_eq!(
            line(0.081, Bound::AtMost(0.08)),
            "two-threads 0.081 <=0.08 short"
        );
        assert_eq!(
            line(399.6, Bound::AtMost(400.0)),
            "two-threads 400 <=400 ok"
        );
    }

    #[test]
    fn figures_survive_being_written() {
        let figures = Figures {
            targets: vec![Target::new("a", 1.5, Bound::AtMost(2.0), "b")],
            curves: vec![Curve {
                name: "c".to_owned(),
                title: "d".to_owned(),
                x: "e".to_owned(),
                y: "f".to_owned(),
                series: vec![Series::new("g", [(10, 0.5)])],
            }],
            ..Figures::default()
        };
        let text = serde_json::to_string(&figures).unwrap();
        let read: Figures = serde_json::from_str(&text).unwrap();
        assert_eq!(read.targets[0].to_string(), "a 1.50 <=2 ok");
        assert_eq!(read.curves[0].series[0].points, [(10.0, 0.5)]);
    }
}
