//! Finds where modules, clauses and assignments begin.

use std::collections::{HashMap, HashSet};

use super::pieces::{Piece, PieceKind};
use crate::token::{Keyword, TokenKind};
use crate::tree::{AssignmentKind, File, Module};

/// What begins at a piece outside of all brackets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    /// A module, at its name.
    Module,
    /// DEFINITIONS.
    Definitions,
    /// BEGIN.
    Begin,
    /// EXPORTS or IMPORTS.
    Clause,
    /// The first symbol imported from a module.
    Import,
    /// FROM.
    From,
    /// The end of an EXPORTS or IMPORTS clause.
    Semicolon,
    /// An assignment, or a section left unchanged.
    Assignment,
    /// WITH of WITH SYNTAX.
    WithSyntax,
    /// END.
    End,
}

/// The marks of all pieces.
pub(super) struct Outline {
    marks: HashMap<usize, Mark>,
    /// First and last piece of each assignment, in order.
    pub assignments: Vec<(usize, usize)>,
}

/// The spans that are not parsed and left unchanged: macros, their uses, encoding control.
pub(super) fn verbatim(file: &File) -> Vec<(u32, u32)> {
    let mut spans = Vec::new();
    for module in &file.modules {
        let unread = module.assignments.iter().filter(|assignment| {
            matches!(assignment.kind, AssignmentKind::Macro | AssignmentKind::MacroUse { .. })
        });
        spans.extend(unread.map(|assignment| (assignment.span.lo, assignment.span.hi)));
        spans.extend(module.encoding_controls.iter().map(|control| (control.span.lo, control.span.hi)));
    }
    spans.sort_unstable();
    spans
}

impl Outline {
    pub fn new(file: &File, pieces: &[Piece]) -> Outline {
        let mut outline = Outline { marks: HashMap::new(), assignments: Vec::new() };
        for module in &file.modules {
            outline.module(module, pieces);
        }
        outline
    }

    pub fn mark(&self, piece: usize) -> Option<Mark> {
        self.marks.get(&piece).copied()
    }

    fn module(&mut self, module: &Module, pieces: &[Piece]) {
        let at = |offset: u32| pieces.partition_point(|piece| piece.at < offset);
        let (first, end) = (at(module.span.lo), at(module.span.hi));
        let imports: HashSet<u32> = module.imports.iter().map(|import| import.span.lo).collect();
        for assignment in &module.assignments {
            let (lo, hi) = (at(assignment.span.lo), at(assignment.span.hi));
            self.marks.insert(lo, Mark::Assignment);
            self.assignments.push((lo, hi.saturating_sub(1)));
        }
        self.marks.insert(first, Mark::Module);
        let mut clause = false;
        let mut i = first;
        while let Some(piece) = pieces.get(i).filter(|_| i < end) {
            let mark = match piece.kind {
                PieceKind::Verbatim => Some(Mark::Assignment),
                PieceKind::Token(TokenKind::Semicolon) if clause => {
                    clause = false;
                    Some(Mark::Semicolon)
                }
                PieceKind::Token(TokenKind::Keyword(keyword)) => match keyword {
                    Keyword::Definitions => Some(Mark::Definitions),
                    Keyword::Begin => Some(Mark::Begin),
                    Keyword::End => Some(Mark::End),
                    Keyword::Exports | Keyword::Imports => {
                        clause = true;
                        Some(Mark::Clause)
                    }
                    Keyword::From if clause => Some(Mark::From),
                    Keyword::With if !clause => with_syntax(pieces, i).then_some(Mark::WithSyntax),
                    _ => None,
                },
                _ => None,
            };
            let mark = mark.or(imports.contains(&piece.at).then_some(Mark::Import));
            if let Some(mark) = mark {
                self.marks.entry(i).or_insert(mark);
            }
            // Nothing begins within brackets.
            i = piece.partner.filter(|partner| *partner > i).unwrap_or(i) + 1;
        }
    }
}

fn with_syntax(pieces: &[Piece], with: usize) -> bool {
    pieces.get(with + 1).is_some_and(|next| next.is(TokenKind::Keyword(Keyword::Syntax)))
}
