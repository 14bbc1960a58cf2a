//! A pack of rules with generated conditions, and what each comes to at each occurrence.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json, json};

use crate::copy::{self, Part};
use crate::environment::{FACTS, FUNCTIONS, PROFILES, capability, host_names, values};
use crate::evaluate::{self, Environment, Raised, Value, typed, zero};
use crate::generate::Generator;
use crate::rng::Rng;
use crate::syntax::{self, Expr, Type};

struct Rule {
    id: String,
    kind: &'static str,
    effect: &'static str,
    when: Option<Expr>,
    on_fire: &'static [&'static str],
    counter_scope: Option<&'static str>,
    copy: Vec<Part>,
}

/// Counters by rule and scope: of `increment_counter`, of `increment_breaker`.
type Counters = BTreeMap<(String, Option<String>), (i64, i64)>;

/// Facts as published at one occurrence.
struct Moment {
    facts: Map<String, Json>,
    detector_facts: Map<String, Json>,
}

/// One rule at one occurrence.
struct Scene<'s> {
    rules: &'s [Rule],
    rule: &'s Rule,
    moment: &'s Moment,
    counters: &'s Counters,
}

/// A fixture with as many generated rules as said.
pub fn fixture(id: &str, seed: u64, count: usize) -> Json {
    let mut rng = Rng::new(seed);
    let rules = rules(&mut rng, count);
    let documents: Vec<Json> = rules.iter().map(|rule| document(rule, &mut rng)).collect();
    let mut counters = Counters::new();
    let occurrences: Vec<Json> = [0, 95, 95, 70]
        .map(|named| occurrence(&rules, named, &mut counters, &mut rng))
        .into();
    let last = occurrences.last().map(|last| last["expected"].clone());
    json!({
        "id": id,
        "covers": ["OAR-EXPR-1"],
        "rules": documents,
        "input": { "capability": capability(), "occurrences": occurrences },
        "expected": last,
    })
}

fn rules(rng: &mut Rng, count: usize) -> Vec<Rule> {
    let counting = |id: &str, kind, counter_scope| Rule {
        id: id.to_owned(),
        kind,
        effect: "allow",
        when: None,
        on_fire: &["increment_counter", "increment_breaker"],
        counter_scope,
        copy: Vec::new(),
    };
    let mut rules = vec![
        counting("PLAIN", "schema", None),
        counting("SCOPED", "policy", Some("acme.string")),
        counting("REPORTED", "detector", Some("acme.string2")),
    ];
    let ids: Vec<String> = (0..count).map(|number| format!("R{number:04}")).collect();
    let counted: Vec<String> = ["PLAIN", "SCOPED", "REPORTED", "t/PLAIN"]
        .into_iter()
        .map(str::to_owned)
        .chain(ids.iter().take(4).cloned())
        .collect();
    for id in ids {
        let kind = rng.pick(&["policy", "invariant", "detector"]);
        let actions: [&[&str]; 5] = [
            &[],
            &[],
            &[],
            &["increment_counter"],
            &["increment_breaker", "reset_counter"],
        ];
        let on_fire = rng.pick(&actions);
        let mut generator = Generator {
            rng,
            counted: &counted,
        };
        let deep = generator.rng.one_in(10);
        let when = match generator.rng.below(4) {
            _ if deep => {
                let ty =
                    generator
                        .rng
                        .pick(&[Type::Bool, Type::Str, Type::Strs, Type::Maps, Type::Int]);
                let expr = generator.deep(ty, 70);
                as_bool(expr, ty)
            }
            depth => generator.expr(Type::Bool, depth + 1),
        };
        let copy = if rng.one_in(2) {
            copy::template(rng, 2)
        } else {
            Vec::new()
        };
        rules.push(Rule {
            id,
            kind,
            effect: "warn",
            when: Some(when),
            on_fire,
            counter_scope: None,
            copy,
        });
    }
    rules
}

/// A condition over an expression of any type.
fn as_bool(expr: Expr, ty: Type) -> Expr {
    match ty {
        Type::Bool => expr,
        Type::Str => Expr::Binary("==", expr.into(), Expr::Str("a".to_owned()).into()),
        Type::Int => Expr::Binary("<", expr.into(), Expr::Double("1.0").into()),
        Type::Strs => Expr::Binary("in", Expr::Str("a".to_owned()).into(), expr.into()),
        _ => Expr::Binary(
            ">",
            Expr::Call("size".to_owned(), vec![expr]).into(),
            Expr::Int(1).into(),
        ),
    }
}

fn document(rule: &Rule, rng: &mut Rng) -> Json {
    let mut document = json!({
        "oar": "1.0",
        "id": rule.id,
        "namespace": "t",
        "kind": rule.kind,
        "anchor": "tool.pre_invoke",
        "effect": rule.effect,
        "on_error": "fail_open",
        "on_fire": rule.on_fire,
        "requires": { "profiles": PROFILES, "facts": host_names() },
    });
    // INVARIANT: an object, as written above.
    let fields = document.as_object_mut().unwrap();
    if let Some(when) = &rule.when {
        fields.insert("when".to_owned(), syntax::write(when, rng).into());
    }
    if let Some(scope) = rule.counter_scope {
        fields.insert("counter_scope".to_owned(), scope.into());
    }
    if rule.kind == "detector" {
        fields.insert(
            "detector".to_owned(),
            json!({ "ref": "detector://fixture" }),
        );
    }
    if !rule.copy.is_empty() {
        fields.insert(
            "copy".to_owned(),
            json!({ "what": copy::write(&rule.copy, rng) }),
        );
    }
    document
}

/// One occurrence with what it must come to, its side-effects applied.
fn occurrence(rules: &[Rule], named: usize, counters: &mut Counters, rng: &mut Rng) -> Json {
    let moment = Moment {
        facts: values(rng, named),
        detector_facts: values(rng, named / 3),
    };
    let mut order: Vec<&Rule> = rules.iter().collect();
    let kinds = ["schema", "policy", "invariant", "detector"];
    order.sort_by_key(|rule| (kinds.iter().position(|kind| *kind == rule.kind), &rule.id));
    let (mut applied, mut advisories, mut fired) = (Vec::new(), Vec::new(), Vec::new());
    for rule in order {
        let scene = Scene {
            rules,
            rule,
            moment: &moment,
            counters,
        };
        let outcome = match scene.play() {
            Ok(None) => "passed",
            Err(Raised) => "errored",
            Ok(Some(spoken)) => {
                if rule.effect == "warn" {
                    advisories.push(json!({ "code": rule.id, "rule": format!("t/{}", rule.id), "copy": spoken.copy }));
                }
                fired.push((rule, spoken.scope));
                "fired"
            }
        };
        applied.push(format!("t/{}:{outcome}", rule.id));
    }
    for (rule, scope) in fired {
        let (fires, breakers) = counters.entry((rule.id.clone(), scope)).or_default();
        for action in rule.on_fire {
            match *action {
                "increment_counter" => *fires += 1,
                "increment_breaker" => *breakers += 1,
                _ => *fires = 0,
            }
        }
    }
    let decision = if advisories.is_empty() {
        "none"
    } else {
        "warn"
    };
    json!({
        "anchor": "gateway.call",
        "facts": moment.facts,
        "detector_facts": moment.detector_facts,
        "expected": { "decision": decision, "applied": applied, "advisories": advisories },
    })
}

/// What a rule that fired contributes.
struct Spoken {
    scope: Option<String>,
    copy: Json,
}

impl Scene<'_> {
    fn play(&self) -> Result<Option<Spoken>, Raised> {
        if let Some(when) = &self.rule.when
            && !evaluate::bool(when, self)?
        {
            return Ok(None);
        }
        let scope = self.scope(self.rule, true)?;
        let copy = match self.rule.copy.as_slice() {
            [] => json!({}),
            parts => json!({ "what": copy::render(parts, self)? }),
        };
        Ok(Some(Spoken { scope, copy }))
    }

    /// The value of a rule's counter scope; what a detector reports is for its own rule alone (OAR-FACT-11).
    fn scope(&self, rule: &Rule, own: bool) -> Result<Option<String>, Raised> {
        let Some(fact) = rule.counter_scope else {
            return Ok(None);
        };
        match self.published(fact, Type::Str, own)? {
            Value::Str(text) => Ok(Some(text)),
            other => unreachable!("{other:?} is no string"),
        }
    }

    fn published(&self, name: &str, ty: Type, reported: bool) -> Result<Value, Raised> {
        let report = self.moment.detector_facts.get(name);
        let report = report.filter(|_| reported && self.rule.kind == "detector");
        match report.or_else(|| self.moment.facts.get(name)) {
            Some(value) => typed(value, ty),
            None => Ok(zero(ty)),
        }
    }

    fn counts(&self, rule: &Rule, own: bool) -> Result<(i64, i64), Raised> {
        let key = (rule.id.clone(), self.scope(rule, own)?);
        Ok(self.counters.get(&key).copied().unwrap_or_default())
    }
}

impl Environment for Scene<'_> {
    fn fact(&self, name: &str) -> Result<Value, Raised> {
        match name {
            "anchor" => Ok(Value::Str("tool.pre_invoke".to_owned())),
            "fire_count" => Ok(Value::Int(self.counts(self.rule, true)?.0)),
            "breaker_count" => Ok(Value::Int(self.counts(self.rule, true)?.1)),
            _ => {
                let (_, ty) = FACTS.into_iter().find(|(fact, _)| *fact == name).unwrap();
                self.published(name, ty, true)
            }
        }
    }

    fn function(&self, name: &str) -> Result<Value, Raised> {
        let (_, _, ty) = FUNCTIONS
            .into_iter()
            .find(|(function, ..)| *function == name)
            .unwrap();
        self.published(name, ty, true)
    }

    fn count_of(&self, reader: &str, rule: &str) -> Result<i64, Raised> {
        let id = rule.trim_start_matches("t/");
        let rule = self.rules.iter().find(|rule| rule.id == id).unwrap();
        let (fires, breakers) = self.counts(rule, false)?;
        Ok(if reader == "fire_count_of" {
            fires
        } else {
            breakers
        })
    }
}
