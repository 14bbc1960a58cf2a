//! Ten, a thousand, a hundred thousand, a million live counter scopes.

use std::hint::black_box;
use std::io;
use std::time::{Duration, Instant};

use oar::args::{Arg, Args};
use oar::{Effect, Outcome, Session};

use super::Effort;
use crate::figures::{Bound, Curve, Figures, Series, Target};
use crate::host::Moment;
use crate::measure::{Side, medians};
use crate::packs::whole;

const SCOPES: [usize; 4] = [10, 1_000, 100_000, 1_000_000];

/// Coprime to every number of scopes: the calls come in an order that no cache foresees, each once.
const STRIDE: usize = 611_953;

/// Sessions in which each of some calls was made once. Made a second time, none of them makes a rule fire.
struct Live {
    policy: whole::Policy,
    scopes: usize,
    sessions: Vec<Session>,
    /// How many of the calls were made a second time.
    made: usize,
}

impl Live {
    fn new(scopes: usize) -> Self {
        Self {
            policy: whole::Policy::new(),
            scopes,
            sessions: Vec::new(),
            made: 0,
        }
    }

    /// Has so many calls left to be made a second time.
    fn prepare(&mut self, calls: usize) {
        if self.made + calls <= self.sessions.len() * self.scopes {
            return;
        }
        self.sessions.clear();
        self.made = 0;
        for _ in 0..calls.div_ceil(self.scopes) {
            let mut session = Session::new("s");
            for number in 0..self.scopes {
                black_box(&decide(&self.policy, number, &mut session));
            }
            self.sessions.push(session);
        }
    }

    fn run(&mut self, times: u64) -> Duration {
        let calls = usize::try_from(times).unwrap_or(usize::MAX);
        self.prepare(calls);
        let start = Instant::now();
        for made in self.made..self.made + calls {
            let number = made % self.scopes * STRIDE % self.scopes;
            black_box(&decide(
                &self.policy,
                number,
                &mut self.sessions[made / self.scopes],
            ));
        }
        let took = start.elapsed();
        self.made += calls;
        took
    }
}

/// A read within scope, of a line of its own.
fn decide(policy: &whole::Policy, number: usize, session: &mut Session) -> Outcome {
    let line = i64::try_from(number).unwrap_or(i64::MAX);
    let arguments = [
        ("path", Arg::Str("/workspace/src/lib.rs")),
        ("line", Arg::Int(line)),
    ];
    let moment = Moment::call("read", Args::Pairs(&arguments), "/workspace/");
    policy.tool_pre_invoke(black_box(&moment), session)
}

pub(super) fn measure(effort: Effort) -> io::Result<Figures> {
    check()?;
    let mut lives = SCOPES.map(Live::new);
    let sides = lives
        .each_mut()
        .map(|live| Side::timed(|times| live.run(times)));
    let taken = medians(effort.pick(1001, 5001), sides);
    let [few, .., many] = taken;
    Ok(Figures {
        targets: vec![Target::new(
            "counters-1M",
            many / few,
            Bound::AtMost(2.0),
            format!("a counted call: {many:.0} ns with 1,000,000 live scopes, {few:.0} ns with 10"),
        )],
        curves: vec![Curve {
            name: "counters".to_owned(),
            title: "A counted call, every call of the session another one".to_owned(),
            x: "live counter scopes".to_owned(),
            y: "ns a decision".to_owned(),
            series: vec![Series::new(
                "the whole portable pack",
                SCOPES.into_iter().zip(taken),
            )],
        }],
        ..Figures::default()
    })
}

/// Each call keeps a scope of its own, and counts without firing a rule that decides.
fn check() -> io::Result<()> {
    let mut live = Live::new(1_000);
    live.run(1_000);
    let kept = live.sessions[0].counters().len();
    let effect = decide(&live.policy, 1_000, &mut live.sessions[0]).effect();
    match (kept, effect) {
        (1_000, Effect::None) => Ok(()),
        _ => Err(io::Error::other(format!(
            "a thousand calls should keep a thousand counters and pass: {kept}, {effect:?}"
        ))),
    }
}
