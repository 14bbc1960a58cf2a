//! Selector, flow, detector, counter scope, transform.

use super::requires::{Field, Reach, Use};
use super::{DetectorId, Linker, Selection, TransformRule};
use crate::diagnostic::{Code, Diagnostic, Span, nearest, quote};
use crate::document::{Clause, Effect, RuleDocument, Spanned, TransformText};
use crate::link::Target;
use crate::link::capability::listed;
use crate::vocabulary::{CONTENT, DETECTOR_SCHEME, SymbolId, SymbolType, Type};

/// Selector clauses name facts of type `string` or `list<string>` (OAR-SEL-3).
pub(super) fn selector(
    rule: &RuleDocument,
    reach: &Reach,
    uses: &mut Vec<Use>,
    linker: &mut Linker,
) -> Vec<Selection> {
    let mut selector = Vec::with_capacity(rule.selector.len());
    for clause in &rule.selector {
        let Some(fact) = find(&clause.fact, Code::SelectorFact, reach, linker) else {
            continue;
        };
        used(fact, clause.fact.span, Field::Selector, uses);
        match linker.capability.everything.get(fact).ty {
            SymbolType::Fact(Type::String | Type::ListString) => selector.push(Selection {
                fact,
                values: clause.values.iter().map(|v| v.value.clone()).collect(),
            }),
            other => linker.report(selector_type(clause, other)),
        }
    }
    selector
}

fn selector_type(clause: &Clause, ty: SymbolType) -> Diagnostic {
    let name = &clause.fact.value;
    let is = match ty {
        SymbolType::Fact(ty) => format!("a fact of type `{ty}`"),
        SymbolType::Function { .. } => "a function".to_owned(),
    };
    let help = match ty {
        SymbolType::Fact(Type::Bool) => format!("test it in `when`: `{name}`, or `!{name}`"),
        SymbolType::Function { .. } => format!("call it in `when`: `{name}(…)`"),
        SymbolType::Fact(_) => "test it in `when`".to_owned(),
    };
    Diagnostic::new(
        Code::SelectorFact,
        clause.fact.span,
        format!("the selector clause `{name}` names {is}; a clause matches a `string` or a `list<string>`"),
    )
    .help(help)
}

/// `flow` fits the declared activity window (OAR-FACT-13, OAR-PROF-3).
pub(super) fn flow(rule: &RuleDocument, linker: &mut Linker) {
    let Some(flow) = &rule.flow else { return };
    let window = &linker.capability.activity_window;
    let steps = u64::try_from(flow.value.len()).unwrap_or(u64::MAX);
    if steps <= window.value && window.value > 0 {
        return;
    }
    let host = &linker.capability.host;
    let (clause, message) = if window.value == 0 {
        (
            "OAR-PROF-3",
            format!(
                "{} has a `flow`, and the host `{host}` declares `activity_window: 0`",
                linker.rule
            ),
        )
    } else {
        (
            "OAR-FACT-13",
            format!(
                "the `flow` of {} has {steps} steps, and the host `{host}` declares `activity_window: {}`",
                linker.rule, window.value
            ),
        )
    };
    let shorten = if window.value == 0 {
        "remove"
    } else {
        "shorten"
    };
    let diagnostic = Diagnostic::new(Code::FlowWindow, flow.span, message)
        .clause(clause)
        .secondary(window.span, "declared here")
        .help(format!(
            "{shorten} `flow`, or raise `activity_window` in the capability document if the host keeps that many steps"
        ));
    linker.report(diagnostic);
}

/// A detector reference leads to a registered detector (OAR-OPS-12).
pub(super) fn detector(rule: &RuleDocument, linker: &mut Linker) -> Option<DetectorId> {
    let reference = rule.detector.as_ref()?;
    let detectors = &linker.capability.detectors;
    let name = reference
        .value
        .strip_prefix(DETECTOR_SCHEME)
        .unwrap_or(&reference.value);
    if let Some(at) = detectors.iter().position(|detector| detector == name) {
        return Some(DetectorId::new(at));
    }
    let meant = linker
        .may_suggest()
        .then(|| nearest(name, detectors.iter().map(String::as_str)));
    let help = match meant.as_deref() {
        Some([meant, ..]) => format!("did you mean `{DETECTOR_SCHEME}{meant}`?"),
        _ => format!(
            "register `{}` under `detectors` of the capability document, if the host has it",
            reference.value
        ),
    };
    let diagnostic = Diagnostic::new(
        Code::UnknownDetector,
        reference.span,
        format!(
            "`{}` is not a detector of the host `{}`",
            reference.value, linker.capability.host
        ),
    )
    .help(help);
    linker.report(diagnostic);
    None
}

/// `counter_scope` names a `string` fact (OAR-FIRE-10).
pub(super) fn counter_scope(
    rule: &RuleDocument,
    reach: &Reach,
    uses: &mut Vec<Use>,
    linker: &mut Linker,
) -> Option<SymbolId> {
    let scope = rule.counter_scope.as_ref()?;
    let fact = find(scope, Code::CounterScope, reach, linker)?;
    used(fact, scope.span, Field::CounterScope, uses);
    let ty = linker.capability.everything.get(fact).ty;
    if ty == SymbolType::Fact(Type::String) {
        return Some(fact);
    }
    let is = match ty {
        SymbolType::Fact(ty) => format!("of type `{ty}`"),
        SymbolType::Function { .. } => "a function".to_owned(),
    };
    let diagnostic = Diagnostic::new(
        Code::CounterScope,
        scope.span,
        format!(
            "counters are keyed by a `string` fact, and `{}` is {is}",
            scope.value
        ),
    )
    .help("name a `string` fact, such as `tool_args_fingerprint`, or remove `counter_scope`");
    linker.report(diagnostic);
    None
}

/// A transform needs a host that mutates content, and a target it can act on (OAR-OPS-14, OAR-OPS-18).
pub(super) fn transform(
    rule: &RuleDocument,
    reach: &Reach,
    uses: &mut Vec<Use>,
    linker: &mut Linker,
) -> Option<TransformRule> {
    if let Some(effect) = &rule.effect
        && effect.value == Effect::Transform
        && !linker.capability.supports_transform.value
    {
        let diagnostic = unimplemented(effect.span, linker);
        linker.report(diagnostic);
    }
    let text = rule.transform.as_ref()?;
    Some(TransformRule {
        action: text.action.value,
        target: target(text, reach, uses, linker)?,
        replacement: text.replacement.as_ref().map(|r| r.value.clone()),
    })
}

fn unimplemented(effect: Span, linker: &Linker) -> Diagnostic {
    let capability = linker.capability;
    Diagnostic::new(
        Code::TransformUnsupported,
        effect,
        format!(
            "{} transforms content, and the host `{}` declares `supports_transform: false`",
            linker.rule, capability.host
        ),
    )
    .secondary(capability.supports_transform.span, "declared here")
    .help("load this rule on a host that mutates content, or choose another effect")
}

fn target(
    text: &TransformText,
    reach: &Reach,
    uses: &mut Vec<Use>,
    linker: &mut Linker,
) -> Option<Target> {
    if text.target.value == CONTENT {
        return Some(Target::Content);
    }
    let fact = find(&text.target, Code::TransformTarget, reach, linker)?;
    used(fact, text.target.span, Field::Target, uses);
    let ty = linker.capability.everything.get(fact).ty;
    if ty == SymbolType::Fact(Type::ListMap) {
        return Some(Target::Spans(fact));
    }
    let is = match ty {
        SymbolType::Fact(ty) => format!("of type `{ty}`"),
        SymbolType::Function { .. } => "a function".to_owned(),
    };
    let diagnostic = Diagnostic::new(
        Code::TransformTarget,
        text.target.span,
        format!(
            "a transform acts on `{CONTENT}` or on the spans of a `list<map>` fact, and `{}` is {is}",
            text.target.value
        ),
    )
    .help(spans_advice(linker));
    linker.report(diagnostic);
    None
}

fn spans_advice(linker: &Linker) -> String {
    let symbols = linker.capability.environment.iter();
    let spans: Vec<&str> = symbols
        .filter(|(_, symbol)| symbol.ty == SymbolType::Fact(Type::ListMap))
        .map(|(_, symbol)| symbol.name.as_str())
        .take(8)
        .collect();
    if spans.is_empty() {
        format!("write `{CONTENT}`: the host has no `list<map>` fact")
    } else {
        format!(
            "write `{CONTENT}`, or a fact that carries spans: {}",
            listed(spans)
        )
    }
}

/// The symbol of a name outside a condition; reports a name that nobody has.
fn find(
    name: &Spanned<String>,
    code: Code,
    reach: &Reach,
    linker: &mut Linker,
) -> Option<SymbolId> {
    let found = linker.capability.everything.find(&name.value);
    if found.is_none() {
        linker.sound = false;
        if !reach.reported(&name.value) {
            let diagnostic = undeclared(name, code, linker);
            linker.report(diagnostic);
        }
    }
    found
}

fn undeclared(name: &Spanned<String>, code: Code, linker: &Linker) -> Diagnostic {
    let member = match code {
        Code::SelectorFact => "the selector clause",
        Code::CounterScope => "`counter_scope`",
        _ => "`transform.target`",
    };
    let diagnostic = Diagnostic::new(
        code,
        name.span,
        format!(
            "{member} names {}, and the host `{}` has no such fact",
            quote(&name.value),
            linker.capability.host
        ),
    );
    match code {
        Code::SelectorFact if name.value == CONTENT => diagnostic.clause("OAR-SEL-8").help(
            "a selector matches typed facts and never the content: let a detector or a host fact observe it, and test that in `when`",
        ),
        Code::TransformTarget if !nearest(&name.value, [CONTENT]).is_empty() => {
            diagnostic.help(format!("did you mean `{CONTENT}`?"))
        }
        _ => diagnostic.help(linker.advice(&name.value)),
    }
}

fn used(symbol: SymbolId, span: Span, field: Field, uses: &mut Vec<Use>) {
    uses.push(Use {
        symbol,
        span,
        field,
    });
}
