//! Copy templates to Rust (Appendix C).

use super::expr::Scope;
use super::tables::copy_field;
use super::writer::{Writer, comment, literal};
use crate::copy::Part;
use crate::link::RuleId;
use crate::vocabulary::{SymbolId, SymbolType, Type};

/// The function that renders the copy of a rule.
pub(super) fn emit(out: &mut Writer, scope: Scope<'_>) {
    let rule = scope.set.rule(scope.rule);
    out.line("");
    out.line(&format!(
        "/// `{}`, {}:{}",
        rule.qualified,
        comment(&rule.origin.file),
        rule.origin.line
    ));
    out.open(&format!(
        "fn copy_{}(&self{}) -> Result<Copy, Raise> {{",
        scope.rule.index(),
        parameter(scope)
    ));
    out.line("let mut copy = Renderer::new();");
    for (field, template) in &rule.copy {
        if template.is_constant() {
            out.line(&format!(
                "copy.constant({}, {});",
                copy_field(*field),
                literal(&template.constant_text())
            ));
        } else {
            parts(out, scope, &template.parts);
            out.line(&format!("copy.member({});", copy_field(*field)));
        }
    }
    out.line("Ok(copy.finish())");
    out.close("}");
}

/// The report parameter of a function of a rule that runs a detector.
pub(super) fn parameter(scope: Scope<'_>) -> &'static str {
    if scope.has_report() {
        ", report: Option<&Report>"
    } else {
        ""
    }
}

/// The call of such a function.
pub(super) fn call(function: &str, scope: Scope<'_>, rule: RuleId) -> String {
    let report = if scope.has_report() { "report" } else { "" };
    format!("self.{function}_{}({report})", rule.index())
}

fn parts(out: &mut Writer, scope: Scope<'_>, list: &[Part]) {
    for part in list {
        match part {
            Part::Literal(text) => out.line(&format!("copy.str({});", literal(text))),
            Part::Binding { fact, .. } => {
                let push = match fact_type(scope, *fact) {
                    Type::Bool => "bool",
                    Type::Int => "int",
                    Type::Double => "double",
                    Type::ListString => "list",
                    // The other types cannot be interpolated and were refused (OAR-COPY-4).
                    Type::String | Type::MapString | Type::ListMap | Type::Map => "str",
                };
                out.line(&format!("copy.{push}({});", scope.fact(*fact)));
            }
            Part::If {
                fact,
                negated,
                then,
                otherwise,
                ..
            } => {
                out.open(&format!("if {} {{", test(scope, *fact, *negated)));
                parts(out, scope, then);
                if !otherwise.is_empty() {
                    out.close("} else {");
                    out.open_again();
                    parts(out, scope, otherwise);
                }
                out.close("}");
            }
        }
    }
}

/// Whether a fact is non-zero (OAR-COPY-3, OAR-FACT-25). Both zeroes of a double are zero.
fn test(scope: Scope<'_>, fact: SymbolId, negated: bool) -> String {
    let value = scope.fact(fact);
    match (fact_type(scope, fact), negated) {
        (Type::Bool, false) => value,
        (Type::Bool, true) => format!("!{value}"),
        (Type::Int, false) => format!("{value} != 0"),
        (Type::Int, true) => format!("{value} == 0"),
        (Type::Double, false) => format!("{value} != 0.0"),
        (Type::Double, true) => format!("{value} == 0.0"),
        (_, false) => format!("!{value}.is_empty()"),
        (_, true) => format!("{value}.is_empty()"),
    }
}

fn fact_type(scope: Scope<'_>, fact: SymbolId) -> Type {
    match scope.set.environment.get(fact).ty {
        SymbolType::Fact(ty) => ty,
        SymbolType::Function { result, .. } => result.into(),
    }
}
