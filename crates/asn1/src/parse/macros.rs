//! Macros of X.208: definitions and uses, skipped with a warning.

use std::collections::HashSet;
use std::sync::Arc;

use super::cursor::Cursor;
use crate::faults::SyntaxKind;
use crate::near::habit;
use crate::smi;
use crate::token::{Keyword, Token, TokenKind};
use crate::tree::{AssignmentKind, Name, Type, TypeKind};

/// Macros of ROSE (X.219, X.229) and of the Directory and message handling before 1994.
const OF_STANDARDS: &[&str] = &[
    "ABSTRACT-BIND",
    "ABSTRACT-ERROR",
    "ABSTRACT-OPERATION",
    "ABSTRACT-UNBIND",
    "ALGORITHM",
    "APPLICATION-CONTEXT",
    "APPLICATION-SERVICE-ELEMENT",
    "ATTRIBUTE",
    "ATTRIBUTE-SYNTAX",
    "BIND",
    "ERROR",
    "EXTENSION",
    "OBJECT-CLASS",
    "OPERATION",
    "PORT",
    "UNBIND",
];

impl Cursor<'_> {
    /// The names before each MACRO.
    pub(super) fn macros_of_file(&self) -> HashSet<Arc<str>> {
        let tokens = self.list.tokens.windows(2);
        let defined = tokens.filter(|pair| pair[1].kind == TokenKind::Keyword(Keyword::Macro));
        defined.filter_map(|pair| self.list.word(pair[0]).cloned()).collect()
    }

    /// Whether a name may be that of a macro: it is defined as one, imported, or one that extracts of standards use without
    /// importing it.
    fn is_macro(&self, name: &Name) -> bool {
        let is_imported = self.imported.as_ref().is_none_or(|names| names.contains(&name.text));
        let is_known = smi::is_macro(&name.text) || OF_STANDARDS.contains(&&*name.text);
        self.mib || is_imported || is_known || self.macros.contains(&name.text)
    }

    /// At MACRO: `::= BEGIN ... END`, or `::= OTHER-MACRO`.
    pub(super) fn macro_definition(&mut self, name: &Name) -> AssignmentKind {
        self.report(name.span, SyntaxKind::MacroDefinition(name.text.to_string()));
        self.bump();
        if self.expect(TokenKind::Assign, "`::=`") {
            if self.eat_keyword(Keyword::Begin) {
                while !self.done() && !self.at_keyword(Keyword::End) {
                    self.bump();
                }
                self.expect_keyword(Keyword::End);
            } else {
                self.bump();
            }
        }
        AssignmentKind::Macro
    }

    /// After a governor that is not followed by `::=`: is it the value notation of a macro?
    pub(super) fn macro_value(&mut self, governor: &Type, name: &Name) -> Option<AssignmentKind> {
        if self.ahead(1).kind == TokenKind::Assign {
            return None;
        }
        let macro_name = self.macro_name(governor)?.clone();
        let assign = (self.pos..self.end).find(|&i| {
            self.list
                .tokens
                .get(i)
                .is_some_and(|t| matches!(t.kind, TokenKind::Assign | TokenKind::Keyword(Keyword::End)))
        })?;
        if self.list.tokens.get(assign)?.kind != TokenKind::Assign {
            return None;
        }
        self.report_macro_use(name, &macro_name);
        self.pos = assign + 1;
        let value = self.value();
        Some(AssignmentKind::MacroUse { name: macro_name, value: Some(value) })
    }

    /// In a MIB, after a name: is it the value notation of one of its macros? That is clear from the macro alone.
    pub(super) fn mib_value(&mut self) -> Option<AssignmentKind> {
        if !self.mib || self.ahead(1).kind == TokenKind::Assign || !self.is_mib_macro(self.pos) {
            return None;
        }
        let name = self.take_name();
        let ends = self.next_in_mib(self.pos);
        let is_assign = |i: &usize| self.list.tokens.get(*i).is_some_and(|t| t.kind == TokenKind::Assign);
        self.pos = (self.pos..ends).find(is_assign).unwrap_or(ends);
        if !self.expect(TokenKind::Assign, "`::=`") {
            return Some(AssignmentKind::Error);
        }
        let value = self.value();
        Some(AssignmentKind::MacroUse { name, value: Some(value) })
    }

    /// In a MIB: the next token from `from` on that begins an assignment, or END, or the end of the range. Words within
    /// macros may look like the beginning of one.
    pub(super) fn next_in_mib(&self, from: usize) -> usize {
        let kind = |i: usize| self.list.tokens.get(i).filter(|_| i < self.end).map(|token| token.kind);
        let begins = |i: usize| match (kind(i), kind(i + 1)) {
            (None | Some(TokenKind::Keyword(Keyword::End)), _) => true,
            (Some(TokenKind::Upper), Some(TokenKind::Assign)) => true,
            (Some(TokenKind::Lower), Some(TokenKind::Keyword(Keyword::Object))) => {
                kind(i + 3) == Some(TokenKind::Assign)
            }
            (Some(TokenKind::Lower), Some(TokenKind::Upper)) => self.is_mib_macro(i + 1),
            _ => false,
        };
        (from..self.end).find(|&i| begins(i)).unwrap_or(self.end)
    }

    fn is_mib_macro(&self, at: usize) -> bool {
        let word = self.list.tokens.get(at).and_then(|token| self.list.word(*token));
        word.is_some_and(|word| smi::is_macro(word))
    }

    /// After `T ::= NAME`: is it the type notation of a macro, such as TEXTUAL-CONVENTION ... SYNTAX?
    pub(super) fn macro_type(&mut self, ty: &Type) -> Option<AssignmentKind> {
        let begins = matches!(
            self.ahead(1).kind,
            TokenKind::Assign | TokenKind::LBrace | TokenKind::Keyword(Keyword::Macro)
        ) || self.ahead(2).kind == TokenKind::Assign && self.at(TokenKind::Upper);
        let component = TokenKind::Keyword(Keyword::Component);
        let components = TokenKind::Keyword(Keyword::Components);
        let inner = self.at_keyword(Keyword::With) && [component, components].contains(&self.ahead(1).kind);
        if begins || inner {
            return None;
        }
        let macro_name = self.macro_name(ty)?.clone();
        let constraint = self.at_keyword(Keyword::Size) || self.at_keyword(Keyword::From);
        if constraint && !self.is_macro(&macro_name) {
            return None;
        }
        self.report_macro_use(&macro_name, &macro_name);
        self.pos = self.next_sync(self.pos);
        Some(AssignmentKind::MacroUse { name: macro_name, value: None })
    }

    /// MIBs, which have many, are reported as a whole: see [`crate::smi`].
    fn report_macro_use(&mut self, at: &Name, macro_name: &Name) {
        let name = macro_name.text.to_string();
        if !self.is_macro(macro_name) {
            self.report(macro_name.span, SyntaxKind::NotAMacro { hint: habit(&name), name });
            self.found();
        } else if !self.mib {
            self.report(at.span, SyntaxKind::MacroUse(name));
        }
    }

    /// A governor that is a single upper-case word, followed by another upper-case word: only a macro looks
    /// like that (or two assignments, which the caller distinguishes).
    fn macro_name<'t>(&self, governor: &'t Type) -> Option<&'t Name> {
        let TypeKind::Reference(reference) = &governor.kind else { return None };
        let bare = governor.tags.is_empty() && governor.constraints.is_empty() && reference.module.is_none();
        let next = self.token();
        let is_end = matches!(next.kind, TokenKind::Keyword(Keyword::End | Keyword::EncodingControl));
        let reads_so = is_capitals(&reference.name.text) && self.is_capital_word(next) && !is_end;
        (bare && reads_so).then_some(&reference.name)
    }

    fn is_capital_word(&self, token: Token) -> bool {
        matches!(token.kind, TokenKind::Upper | TokenKind::Keyword(_))
            && self.list.word(token).is_some_and(|word| is_capitals(word))
    }
}

/// Whether a word has no lower-case letter, like the names of classes and macros.
pub(super) fn is_capitals(word: &str) -> bool {
    !word.bytes().any(|b| b.is_ascii_lowercase())
}
