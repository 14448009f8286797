//! Macros of X.208: definitions and uses, skipped with a warning.

use super::cursor::Cursor;
use crate::faults::SyntaxKind;
use crate::token::{Keyword, Token, TokenKind};
use crate::tree::{AssignmentKind, Name, Type, TypeKind};

impl Cursor<'_> {
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
        self.report(name.span, SyntaxKind::MacroUse(macro_name.text.to_string()));
        self.pos = assign + 1;
        let value = self.value();
        Some(AssignmentKind::MacroUse { name: macro_name, value: Some(value) })
    }

    /// After `T ::= NAME`: is it the type notation of a macro, such as TEXTUAL-CONVENTION ... SYNTAX?
    pub(super) fn macro_type(&mut self, ty: &Type) -> Option<AssignmentKind> {
        let begins = matches!(
            self.ahead(1).kind,
            TokenKind::Assign | TokenKind::LBrace | TokenKind::Keyword(Keyword::Macro)
        ) || self.ahead(2).kind == TokenKind::Assign && self.at(TokenKind::Upper);
        if begins {
            return None;
        }
        let macro_name = self.macro_name(ty)?.clone();
        self.report(macro_name.span, SyntaxKind::MacroUse(macro_name.text.to_string()));
        self.pos = self.next_sync(self.pos);
        Some(AssignmentKind::MacroUse { name: macro_name, value: None })
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
