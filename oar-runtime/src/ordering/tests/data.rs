//! Payload values.

use super::*;
use crate::ordering::{DatumList, Literal};

#[test]
fn paths_reach_into_objects_and_lists() {
    let payload = map(&[(
        "a",
        Data::List(vec![Data::Int(7), map(&[("b", Data::Null)])]),
    )]);
    let read = |text| path(text).read(payload.as_datum()).map(Datum::to_data);
    assert_eq!(read("a.0"), Some(Data::Int(7)));
    assert_eq!(read("a.1.b"), Some(Data::Null));
    // Decimal indices only: no sign, no leading zero, no `length`.
    for absent in ["a.2", "a.01", "a.-1", "a.+1", "a.length", "a.1.b.c", "x"] {
        assert_eq!(read(absent), None, "{absent}");
    }
    assert_eq!(path("a").read(None).map(Datum::to_data), None);
}

#[test]
fn writing_keeps_siblings_and_replaces_what_is_no_object() {
    let mut data = map(&[("a", Data::Str("text".to_owned())), ("z", Data::Int(1))]);
    data.write(&["a", "b"], Data::Bool(true));
    assert_eq!(
        data,
        map(&[("a", map(&[("b", Data::Bool(true))])), ("z", Data::Int(1))])
    );
}

#[test]
fn numbers_are_equal_by_value() {
    let same = |a: Data, b: Data| a.same(b.as_datum().unwrap());
    assert!(same(Data::Int(1), Data::Float(1.0)));
    assert!(!same(Data::Int(1), Data::Float(1.5)));
    // 2^53 + 1 is no double.
    assert!(!same(
        Data::Int(9_007_199_254_740_993),
        Data::Float(9_007_199_254_740_992.0)
    ));
    assert!(!same(Data::Int(i128::MAX), Data::Float(f64::INFINITY)));
    assert!(!same(Data::Float(f64::NAN), Data::Int(0)));
    assert!(!same(Data::List(vec![Data::Int(1)]), Data::List(vec![])));
}

#[test]
fn depth_is_bounded_and_never_overlooked() {
    let mut deep = Data::Null;
    for _ in 0..200 {
        deep = Data::List(vec![deep]);
    }
    let copy = deep.as_datum().unwrap().to_data();
    assert!(copy.is_partial());
    assert!(!copy.same(deep.as_datum().unwrap()));
}

#[test]
fn of_two_members_with_one_key_the_last_is_kept() {
    let pairs = [("b", 1), ("a", 2), ("b", 3)];
    let members: Members = pairs
        .into_iter()
        .map(|(key, value)| (key.to_owned(), Data::Int(value)))
        .collect();
    let read: Vec<_> = members
        .iter()
        .map(|(key, value)| (key, value.clone()))
        .collect();
    assert_eq!(read, [("a", Data::Int(2)), ("b", Data::Int(3))]);
    assert_eq!(DatumMap::len(&members), 2);
}

#[test]
fn literals_are_data() {
    let literal = Literal::Map(&[("a", Literal::List(&[Literal::Null, Literal::Float(0.5)]))]);
    let list = vec![Data::Null, Data::Float(0.5)];
    assert_eq!(DatumList::len(&list), 2);
    assert_eq!(literal.to_data(), map(&[("a", Data::List(list))]));
}
