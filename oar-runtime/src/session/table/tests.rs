use super::*;

const RULES: [&str; 2] = ["a/R", "a/S"];

fn scope(text: &str) -> CounterScope<'_> {
    CounterScope::new(text)
}

fn one_more(counts: Counts) -> Counts {
    Counts {
        fire: counts.fire + 1,
        ..counts
    }
}

#[test]
fn a_counter_lies_in_one_cache_line() {
    assert_eq!(size_of::<Option<Entry>>(), 64);
    assert_eq!(align_of::<Option<Entry>>(), 64);
}

#[test]
fn counters_survive_growth_and_stay_apart() {
    let mut table = Table::default();
    let scopes: Vec<_> = (0..1000)
        .map(|n| CounterScope::new(format!("{n:064x}")))
        .collect();
    for (at, scope) in scopes.iter().enumerate() {
        for _ in 0..=at % 3 {
            table.update(RULES[at % 2], Some(scope), one_more);
        }
        assert_eq!(table.len(), at + 1);
    }
    for (at, scope) in scopes.iter().enumerate() {
        let fire = table
            .get(RULES[at % 2], Some(scope))
            .map(|counts| counts.fire);
        assert_eq!(fire, i64::try_from(at % 3 + 1).ok());
        assert_eq!(table.get(RULES[(at + 1) % 2], Some(scope)), None);
    }
    assert_eq!(table.iter().count(), 1000);
}

#[test]
fn the_counter_read_last_is_not_taken_for_another() {
    let mut table = Table::default();
    let (empty, x) = (scope(""), scope("x"));
    let keys = [
        (RULES[0], None),
        (RULES[1], None),
        (RULES[0], Some(&empty)),
        (RULES[0], Some(&x)),
        (RULES[1], Some(&x)),
    ];
    // Each is written five times, once after each of the others and itself was read, the table growing meanwhile.
    for (rule, scope) in keys {
        for (read, at) in keys {
            table.get(read, at);
            table.update(rule, scope, one_more);
        }
    }
    for (rule, scope) in keys {
        assert_eq!(table.get(rule, scope).map(|counts| counts.fire), Some(5));
    }
    assert_eq!(table.len(), keys.len());
}

#[test]
fn a_rule_is_known_by_its_name_wherever_that_stands() {
    let elsewhere: &'static str = String::from(RULES[0]).leak();
    let mut table = Table::default();
    let x = scope("x");
    for rule in [RULES[0], elsewhere] {
        table.get(rule, Some(&x));
        table.update(rule, Some(&x), one_more);
        table.update(rule, None, one_more);
    }
    for scope in [Some(&x), None] {
        let counts = table.get(elsewhere, scope);
        assert_eq!(counts.map(|counts| counts.fire), Some(2));
    }
    assert_eq!(table.len(), 2);
}

#[test]
fn equal_hashes_are_told_apart_by_their_keys() {
    let mut table = Table::default();
    let rules = RULES.map(|rule| table.number(rule));
    let key = |rule, scope| Key {
        hash: 7,
        rule,
        scope,
    };
    let (empty, x) = (scope(""), scope("x"));
    let keys = [
        key(rules[0], None),
        key(rules[1], None),
        key(rules[0], Some(&empty)),
        key(rules[0], Some(&x)),
        key(rules[1], Some(&x)),
    ];
    for (at, &key) in keys.iter().enumerate() {
        assert_eq!(table.find(key), None);
        let counts = Counts {
            fire: i64::try_from(at).unwrap(),
            breaker: 0,
        };
        table.insert(key, counts);
    }
    for (at, &key) in keys.iter().enumerate() {
        let found = table.find(key).unwrap();
        let entry = table.slots[found].as_ref().unwrap();
        assert_eq!(entry.counts.fire, i64::try_from(at).unwrap());
    }
}

#[test]
fn a_quarter_of_the_slots_stays_free() {
    let mut table = Table::default();
    assert_eq!(table.get(RULES[0], None), None);
    for n in 0..200 {
        table.update(RULES[0], Some(&scope(&n.to_string())), one_more);
        assert!(table.slots.len().is_power_of_two());
        assert!(table.held * 4 <= table.slots.len() * 3);
    }
}

#[test]
fn counters_lie_near_where_their_hash_says() {
    // Counting up is the least that scopes can differ by, as digests and as text.
    let spelled: [fn(u32) -> String; 2] = [|n| format!("{n:064x}"), |n| format!("user-{n}")];
    for spell in spelled {
        let mut table = Table::default();
        let scopes = 90_000;
        (0..scopes).for_each(|n| table.update(RULES[0], Some(&scope(&spell(n))), one_more));
        let mask = table.slots.len() - 1;
        let taken = table.slots.iter().enumerate();
        let steps = taken.filter_map(|(at, slot)| {
            let first = slot.as_ref()?.hash as usize;
            Some(at.wrapping_sub(first) & mask)
        });
        // At 90,000 of 131,072 slots, linear probing goes 1.1 steps beyond the first slot on average.
        assert!(steps.sum::<usize>() < 2 * scopes as usize);
    }
}

#[test]
fn it_shows_itself_as_a_map() {
    let mut table = Table::default();
    table.update(RULES[0], Some(&scope("x")), one_more);
    assert_eq!(
        format!("{table:?}"),
        r#"{("a/R", Some("x")): Counts { fire: 1, breaker: 0 }}"#
    );
}
