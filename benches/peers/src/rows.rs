//! One peer, checked and timed.

use std::error::Error;
use std::hint::black_box;

use oar::Session;
use oar_benches::measure::{Side, medians};
use oar_benches::packs::portable::Policy;
use serde_json::{Value, json};

use crate::facts::Facts;
use crate::occurrences::Occurrences;
use crate::peer::{Answer, Peer};
use crate::prebuilt::Prebuilt;
use crate::version;

const ROUNDS: usize = 3001;

/// A figure.
#[derive(Debug)]
pub struct Row {
    name: String,
    package: &'static str,
    ours_ns: f64,
    peer_ns: f64,
    target: Option<f64>,
}

impl Row {
    fn ratio(&self) -> f64 {
        self.peer_ns / self.ours_ns
    }

    /// Whether the target is met, if there is one.
    pub fn ok(&self) -> bool {
        self.target.is_none_or(|target| self.ratio() >= target)
    }

    /// `name value target ok|short`
    pub fn line(&self) -> String {
        let target = self
            .target
            .map_or("-".into(), |target| format!("{target}x"));
        let ok = if self.ok() { "ok" } else { "short" };
        format!("{} {:.1}x {target} {ok}", self.name, self.ratio())
    }

    /// The peer's package and its version.
    pub fn version(&self) -> String {
        format!("{} {}", self.package, version::of(self.package))
    }

    /// For a report.
    pub fn json(&self) -> Value {
        json!({
            "name": self.name,
            "peer": self.package,
            "version": version::of(self.package),
            "ours_ns": self.ours_ns,
            "peer_ns": self.peer_ns,
            "ratio": self.ratio(),
            "target": self.target,
            "ok": self.ok(),
        })
    }
}

/// Checks that a peer answers as generated code does, then times both where nothing fires.
///
/// # Errors
/// The peer refuses its rules, or answers otherwise.
pub fn of<P: Peer>() -> Result<[Row; 2], Box<dyn Error>> {
    let (policy, peer) = (Policy::new(), P::new()?);
    agree(&policy, &peer)?;
    time(&policy, &peer)
}

fn agree<P: Peer>(policy: &Policy, peer: &P) -> Result<(), Box<dyn Error>> {
    for (name, moment) in Occurrences::new().all() {
        let ours = Answer::from(&policy.tool_pre_invoke(&moment, &mut Session::new("s")));
        let facts = Facts::of(&moment)?;
        let ready = Prebuilt::new(&moment, &facts);
        let same = Answer::from(&policy.tool_pre_invoke(&ready, &mut Session::new("s")));
        if same != ours {
            return Err(
                format!("generated code, `{name}`: {same:?} prebuilt, not {ours:?}").into(),
            );
        }
        let input = peer.input(&facts)?;
        let mut decide = peer.decider(&input);
        // Twice: what the engine keeps of one evaluation must not show in the next.
        for theirs in [decide(), decide(), peer.decide(&moment)] {
            if theirs != ours {
                let differ = format!("{}, `{name}`: {theirs:?}, not {ours:?}", P::NAME);
                return Err(differ.into());
            }
        }
    }
    Ok(())
}

fn time<P: Peer>(policy: &Policy, peer: &P) -> Result<[Row; 2], Box<dyn Error>> {
    let occurrences = Occurrences::new();
    let moment = occurrences.nothing();
    let facts = Facts::of(&moment)?;
    let (ready, input) = (Prebuilt::new(&moment, &facts), peer.input(&facts)?);
    let (mut session, mut other) = (Session::new("s"), Session::new("s"));
    let [ours_prebuilt, prebuilt, ours_per_call, per_call] = medians(
        ROUNDS,
        [
            Side::new(|| policy.tool_pre_invoke(black_box(&ready), &mut session)),
            Side::new(peer.decider(&input)),
            Side::new(|| policy.tool_pre_invoke(black_box(&moment), &mut other)),
            Side::new(|| peer.decide(black_box(&moment))),
        ],
    );
    let row = |inputs, ours_ns, peer_ns, target| Row {
        name: format!("peer-{}-{inputs}", P::NAME),
        package: P::PACKAGE,
        ours_ns,
        peer_ns,
        target,
    };
    Ok([
        row("prebuilt", ours_prebuilt, prebuilt, P::TARGET),
        row("per-call", ours_per_call, per_call, None),
    ])
}
