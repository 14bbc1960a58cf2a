use super::*;
use crate::program::Action;
use crate::session::{CounterScope, State, StoreError, Update};

const LRU: Eviction = Eviction::LeastRecentlyUsed;

fn stores() -> (MemoryCounters, Discard) {
    (MemoryCounters::with_limit(4), Discard)
}

/// Opens a session and counts once in it: the identifier of the session evicted for it, and the count before.
fn count(sessions: &mut Sessions, id: &str) -> Result<(Option<String>, i64), SessionRefused> {
    let Opened { session, evicted } = sessions.open(id, stores)?;
    assert_eq!(session.id(), id);
    let x = CounterScope::new("x");
    let before = session.counts("a/R", Some(&x)).unwrap();
    let update = Update {
        rule: "a/R",
        scope: Some(&x),
        action: Action::IncrementCounter,
    };
    session.commit(&[update], &[]).unwrap();
    session.admit("read", 2);
    Ok((evicted.map(|session| session.id().to_owned()), before.fire))
}

/// What [`count`] gives when nothing is evicted.
fn kept(before: i64) -> Result<(Option<String>, i64), SessionRefused> {
    Ok((None, before))
}

/// What [`count`] gives when a session is evicted for a new one.
fn evicts(id: &str) -> Result<(Option<String>, i64), SessionRefused> {
    Ok((Some(id.to_owned()), 0))
}

fn refuses(limit: usize) -> Result<(Option<String>, i64), SessionRefused> {
    Err(SessionRefused { limit })
}

fn ids(sessions: &Sessions) -> Vec<&str> {
    sessions.iter().map(Session::id).collect()
}

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

#[test]
fn the_least_recently_used_session_makes_room() {
    let mut sessions = Sessions::new(2, LRU);
    assert_eq!(count(&mut sessions, "a"), kept(0));
    assert_eq!(count(&mut sessions, "b"), kept(0));
    // A use makes `a` the later one.
    assert_eq!(count(&mut sessions, "a"), kept(1));
    assert_eq!(count(&mut sessions, "c"), evicts("b"));
    assert_eq!(ids(&sessions), ["a", "c"]);
    // To look is not to use.
    assert!(sessions.get("a").is_some());
    assert_eq!(count(&mut sessions, "d"), evicts("a"));
    assert_eq!(ids(&sessions), ["c", "d"]);
}

#[test]
fn what_is_evicted_is_handed_back_whole_and_starts_from_zero() {
    let mut sessions = Sessions::new(1, LRU);
    assert_eq!(count(&mut sessions, "a"), kept(0));
    assert_eq!(count(&mut sessions, "a"), kept(1));
    let opened = sessions.open("b", stores).unwrap();
    let evicted = opened.evicted.unwrap();
    assert_eq!(evicted.id(), "a");
    assert_eq!(evicted.counters().snapshot()["a/R#x"].fire, 2);
    assert_eq!(
        evicted.activity().steps().collect::<Vec<_>>(),
        ["read", "read"]
    );

    let again = sessions.open("a", stores).unwrap();
    assert_eq!(again.evicted.unwrap().id(), "b");
    assert!(again.session.counters().is_empty());
    assert_eq!(again.session.activity().steps().len(), 0);
}

#[test]
fn a_refused_session_leaves_the_others_untouched() {
    let mut sessions = Sessions::new(2, Eviction::Never);
    assert_eq!(count(&mut sessions, "a"), kept(0));
    assert_eq!(count(&mut sessions, "b"), kept(0));
    let refused = sessions.open("c", || panic!("nothing is made for it"));
    let refused = refused.unwrap_err();
    assert_eq!(refused.limit(), 2);
    assert_eq!(
        refused.to_string(),
        "the limit of 2 sessions is reached, and none may be forgotten; end one, or raise the limit"
    );
    assert_eq!(ids(&sessions), ["a", "b"]);
    assert!(sessions.get("c").is_none());
    // Those held go on.
    assert_eq!(count(&mut sessions, "a"), kept(1));
    assert_eq!(count(&mut sessions, "b"), kept(1));
    // One ended makes room for one.
    let ended = sessions.end("a").unwrap();
    assert_eq!(ended.counters().snapshot()["a/R#x"].fire, 2);
    assert_eq!(count(&mut sessions, "c"), kept(0));
    assert_eq!(count(&mut sessions, "d"), refuses(2));
}

#[test]
fn a_session_is_idle_from_the_limit_on() {
    let mut sessions = Sessions::new(1, Eviction::Idle(seconds(60)));
    sessions.advance(seconds(100));
    assert_eq!(count(&mut sessions, "a"), kept(0));
    sessions.advance(seconds(160) - Duration::from_nanos(1));
    assert_eq!(count(&mut sessions, "b"), refuses(1));
    // To be refused is no use of another.
    sessions.advance(seconds(160));
    assert_eq!(count(&mut sessions, "b"), evicts("a"));
    // A use begins the time anew.
    sessions.advance(seconds(219));
    assert_eq!(count(&mut sessions, "b"), kept(1));
    sessions.advance(seconds(220));
    assert_eq!(count(&mut sessions, "c"), refuses(1));
    sessions.advance(seconds(279));
    assert_eq!(count(&mut sessions, "c"), evicts("b"));
}

#[test]
fn an_idle_session_that_nobody_makes_room_for_is_kept() {
    let mut sessions = Sessions::new(2, Eviction::Idle(seconds(1)));
    assert_eq!(count(&mut sessions, "a"), kept(0));
    sessions.advance(Duration::MAX);
    assert_eq!(count(&mut sessions, "a"), kept(1));
    assert_eq!(count(&mut sessions, "b"), kept(0));
}

#[test]
fn time_does_not_go_back_and_stands_still_by_itself() {
    let mut sessions = Sessions::new(1, Eviction::Idle(seconds(10)));
    assert_eq!(count(&mut sessions, "a"), kept(0));
    assert_eq!(count(&mut sessions, "b"), refuses(1));
    sessions.advance(seconds(9));
    sessions.advance(seconds(3));
    assert_eq!(count(&mut sessions, "a"), kept(1));
    // Ten seconds after the third, but not after the ninth.
    sessions.advance(seconds(13));
    assert_eq!(count(&mut sessions, "b"), refuses(1));
    sessions.advance(seconds(19));
    assert_eq!(count(&mut sessions, "b"), evicts("a"));
}

#[test]
fn no_time_at_all_is_always_long_enough() {
    let mut sessions = Sessions::new(1, Eviction::Idle(Duration::ZERO));
    assert_eq!(count(&mut sessions, "a"), kept(0));
    assert_eq!(count(&mut sessions, "b"), evicts("a"));
}

#[test]
fn idle_sessions_are_ended_oldest_first_and_only_as_asked() {
    for eviction in [Eviction::Never, LRU, Eviction::Idle(seconds(1000))] {
        let mut sessions = Sessions::new(8, eviction);
        for (at, id) in ["a", "b", "c", "d"].into_iter().enumerate() {
            sessions.advance(seconds(at as u64));
            assert_eq!(count(&mut sessions, id), kept(0));
        }
        assert_eq!(count(&mut sessions, "a"), kept(1));
        sessions.advance(seconds(12));
        // Used at 1, 2, 3 and 3: the first two are 10 seconds old or more.
        let first = sessions.end_idle(seconds(10)).next();
        assert_eq!(first.unwrap().id(), "b");
        assert_eq!(ids(&sessions), ["c", "d", "a"]);
        let ended: Vec<_> = sessions.end_idle(seconds(10)).collect();
        assert_eq!(ended.len(), 1);
        assert_eq!(ended[0].id(), "c");
        assert_eq!(ids(&sessions), ["d", "a"]);
    }
}

#[test]
fn a_limit_of_zero_refuses_every_session() {
    for eviction in [Eviction::Never, LRU, Eviction::Idle(Duration::ZERO)] {
        let mut sessions = Sessions::new(0, eviction);
        assert_eq!(count(&mut sessions, "a"), refuses(0));
        assert!(sessions.is_empty());
        assert_eq!(sessions.limit(), 0);
    }
}

#[test]
fn each_identifier_is_a_session_of_its_own() {
    let huge = "x".repeat(1 << 20);
    // The two last ones look alike and are not the same bytes.
    let all = ["", " ", "\0", "a", "A", huge.as_str(), "\u{e9}", "e\u{301}"];
    let mut sessions = Sessions::new(all.len(), Eviction::Never);
    for round in 0..2 {
        for id in all {
            assert_eq!(count(&mut sessions, id), kept(round), "{id}");
        }
    }
    assert_eq!(ids(&sessions), all);
    for id in all {
        assert_eq!(sessions.end(id).unwrap().id(), id);
        assert!(sessions.end(id).is_none());
    }
    assert!(sessions.is_empty());
}

#[test]
fn a_hundred_thousand_sessions_stay_under_the_bound() {
    let limit = 1000;
    let mut sessions = Sessions::new(limit, LRU);
    let mut evicted = 0;
    for n in 0..100_000_usize {
        let expected = match n.checked_sub(limit) {
            None => kept(0),
            Some(oldest) => evicts(&oldest.to_string()),
        };
        assert_eq!(count(&mut sessions, &n.to_string()), expected);
        evicted += usize::from(n >= limit);
        assert_eq!(sessions.len(), (n + 1).min(limit));
    }
    assert_eq!(evicted, 99_000);
    let left: Vec<String> = (99_000..100_000).map(|n| n.to_string()).collect();
    assert_eq!(ids(&sessions), left);
}

#[test]
fn any_store_and_sink_will_do() {
    #[derive(Debug)]
    struct Down;

    impl CounterStore for Down {
        fn read(
            &self,
            _: &str,
            _: &'static str,
            _: Option<&CounterScope<'_>>,
        ) -> Result<crate::session::Counts, StoreError> {
            Err(StoreError::new("down"))
        }

        fn apply(
            &mut self,
            _: &str,
            _: &[Update<'_>],
            _: &mut dyn FnMut() -> Result<(), StoreError>,
        ) -> Result<(), StoreError> {
            Err(StoreError::new("down"))
        }
    }

    let mut sessions = Sessions::new(1, LRU);
    let opened = sessions.open("a", || (Down, Vec::new())).unwrap();
    assert_eq!(
        opened.session.counts("a/R", None),
        Err(StoreError::new("down"))
    );
    assert!(opened.session.sink().is_empty());
}

#[test]
fn it_is_shared_between_threads_behind_a_lock() {
    fn shared<T: Send + Sync>(_: &T) {}
    shared(&Sessions::<MemoryCounters, Discard>::new(1, LRU));
}
