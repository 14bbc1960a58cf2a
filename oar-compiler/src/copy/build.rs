//! Pieces to template: names resolved, conditionals matched.

use std::ops::Range;

use super::complain;
use super::scan::{Malformed, Name, Piece, PieceKind, scan};
use super::{Part, Template};
use crate::condition::report::Reporter;
use crate::diagnostic::Code;
use crate::vocabulary::{Environment, SymbolId, SymbolType, Type};

/// Deepest nesting of conditionals: what reads a template may recurse over it.
pub(super) const DEPTH_MAX: usize = 64;

/// An `if` that waits for its `endif`, or what stands in place of one and was reported.
struct Open {
    /// Whether it was reported: nothing inside or at the end of it is reported because of that.
    refused: bool,
    /// `None` when its name did not resolve.
    fact: Option<SymbolId>,
    name: Range<usize>,
    tag: Range<usize>,
    negated: bool,
    then: Vec<Part>,
    otherwise: Option<Vec<Part>>,
}

/// Builds the template; `None` when anything was reported.
pub(super) fn build<'a>(environment: &Environment, report: &mut Reporter<'a>) -> Option<Template> {
    let mut builder = Builder {
        environment,
        root: Vec::new(),
        open: Vec::new(),
        report,
    };
    for piece in scan(builder.report.source()) {
        if builder.report.is_full() {
            return None;
        }
        builder.piece(piece)?;
    }
    builder.finish();
    let parts = builder.root;
    report.is_clean().then_some(Template { parts })
}

struct Builder<'r, 'a> {
    environment: &'r Environment,
    root: Vec<Part>,
    open: Vec<Open>,
    report: &'r mut Reporter<'a>,
}

impl<'a> Builder<'_, 'a> {
    /// Takes one piece in; `None` when what follows would make no sense either.
    fn piece(&mut self, piece: Piece<'a>) -> Option<()> {
        let Piece { kind, range } = piece;
        match kind {
            PieceKind::Literal(text) => self.add(Part::Literal(text.to_owned())),
            PieceKind::Binding(name) => self.binding(&name),
            PieceKind::If { name, negated } => self.open(name, range, negated)?,
            PieceKind::Else => self.alternative(range),
            PieceKind::EndIf => self.close(range),
            PieceKind::Malformed(malformed) => self.malformed(&malformed, range),
        }
        Some(())
    }

    /// Reports a construct that the grammar does not derive. One that opens or closes something in other languages
    /// does so here, so that its counterpart is not reported as well.
    fn malformed(&mut self, malformed: &Malformed<'a>, range: Range<usize>) {
        let refused = self.open.last().is_some_and(|open| open.refused);
        if malformed.closes() && refused {
            self.open.pop();
            return;
        }
        let error = complain::malformed(self.report, malformed, range.clone());
        self.report.push(error);
        if malformed.opens() && self.open.len() < DEPTH_MAX {
            self.open.push(Open {
                refused: true,
                fact: None,
                name: range.clone(),
                tag: range,
                negated: false,
                then: Vec::new(),
                otherwise: None,
            });
        }
    }

    /// Adds to the innermost branch that is open.
    fn add(&mut self, part: Part) {
        let branch = match self.open.last_mut() {
            None => &mut self.root,
            Some(open) => open.otherwise.as_mut().unwrap_or(&mut open.then),
        };
        branch.push(part);
    }

    fn binding(&mut self, name: &Name<'a>) {
        let Some((fact, ty)) = self.fact(name, "OAR-COPY-4") else {
            return;
        };
        if !prints(ty) {
            let error = complain::unprintable(self.report, name, ty);
            self.report.push(error);
            return;
        }
        let span = self.report.span(name.range.clone());
        self.add(Part::Binding { fact, span });
    }

    /// Resolves a name to a fact (OAR-COPY-2); functions are none, by the given clause.
    fn fact(&mut self, name: &Name<'a>, functions: &'static str) -> Option<(SymbolId, Type)> {
        let found = self.environment.find(name.text);
        let error = match found.map(|id| (id, self.environment.get(id).ty)) {
            Some((id, SymbolType::Fact(ty))) => return Some((id, ty)),
            Some((_, ty @ SymbolType::Function { .. })) => {
                complain::function(self.report, name, ty).clause(functions)
            }
            // A loop of another language declares names of its own.
            None if self.open.iter().any(|open| open.refused) => return None,
            None => complain::unknown(self.environment, self.report, name),
        };
        self.report.push(error);
        None
    }

    fn open(&mut self, name: Name<'a>, tag: Range<usize>, negated: bool) -> Option<()> {
        let fact = self.fact(&name, "OAR-COPY-2").map(|(fact, _)| fact);
        if self.open.len() == DEPTH_MAX {
            let error = complain::too_deep(self.report, tag, DEPTH_MAX);
            self.report.push(error);
            return None;
        }
        self.open.push(Open {
            refused: false,
            fact,
            name: name.range,
            tag,
            negated,
            then: Vec::new(),
            otherwise: None,
        });
        Some(())
    }

    fn alternative(&mut self, tag: Range<usize>) {
        let message = match self.open.last_mut() {
            Some(open) if open.otherwise.is_none() => {
                open.otherwise = Some(Vec::new());
                return;
            }
            Some(_) => "a second `{% else %}` in one conditional",
            None => "`{% else %}` outside of a conditional",
        };
        let error = self
            .report
            .about(Code::CopySyntax, tag, message)
            .help("a conditional is `{% if fact %}…{% else %}…{% endif %}`; there is no `elif`: nest another one");
        self.report.push(error);
    }

    fn close(&mut self, tag: Range<usize>) {
        let Some(open) = self.open.pop() else {
            let error = self
                .report
                .about(
                    Code::CopySyntax,
                    tag,
                    "`{% endif %}` outside of a conditional",
                )
                .help("remove it, or open the conditional with `{% if fact %}`");
            self.report.push(error);
            return;
        };
        let Some(fact) = open.fact else {
            return;
        };
        let span = self.report.span(open.name);
        self.add(Part::If {
            fact,
            span,
            negated: open.negated,
            then: open.then,
            otherwise: open.otherwise.unwrap_or_default(),
        });
    }

    fn finish(&mut self) {
        while let Some(open) = self.open.pop() {
            if self.report.is_full() {
                return;
            }
            if open.refused {
                continue;
            }
            let error = self
                .report
                .about(
                    Code::CopySyntax,
                    open.tag,
                    "this conditional has no `{% endif %}`",
                )
                .help("end it with `{% endif %}`");
            self.report.push(error);
        }
    }
}

/// The types that a binding prints (OAR-COPY-4).
fn prints(ty: Type) -> bool {
    match ty {
        Type::Bool | Type::Int | Type::Double | Type::String | Type::ListString => true,
        Type::MapString | Type::ListMap | Type::Map => false,
    }
}
