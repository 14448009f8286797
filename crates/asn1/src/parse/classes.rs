//! Information object classes: X.681 9 and 10.

use super::advice::SYNTAX;
use super::cursor::Cursor;
use super::macros::is_capitals;
use crate::token::{Keyword, TokenKind};
use crate::tree::{
    Class, ClassField, FieldGovernor, FieldPresence, Name, Setting, Syntax, SyntaxItem, SyntaxList,
};

/// The maximum number of fields among which a word without `&` is looked for.
const FIELD_SEARCH: usize = 100;

impl Cursor<'_> {
    /// ObjectClassDefn: `CLASS { fields } WITH SYNTAX { ... }`.
    pub(super) fn class(&mut self) -> Class {
        let start = self.span();
        self.bump();
        let mut class = Class { span: start, fields: Vec::new(), syntax: None };
        if !self.at(TokenKind::LBrace) {
            self.unexpected("`{`");
            return class;
        }
        self.group("`,` or `}`", |c| {
            if c.done() {
                c.unexpected("a field, which begins with `&`");
            }
            c.comma_list("`,` or `}`", |c| class.fields.extend(c.class_field()));
        });
        if !self.is_lost() && self.eat_keyword(Keyword::With) {
            self.expect_keyword(Keyword::Syntax);
            class.syntax = self.syntax(&class.fields);
        }
        class.span = self.since(start);
        class
    }

    /// FieldSpec.
    fn class_field(&mut self) -> Option<ClassField> {
        let start = self.span();
        let name = match self.kind() {
            TokenKind::UpperField | TokenKind::LowerField => self.take_name(),
            TokenKind::Upper | TokenKind::Lower => self.bare_field(),
            _ => {
                self.unexpected("a field, which begins with `&`");
                return None;
            }
        };
        let ungoverned = matches!(
            self.kind(),
            TokenKind::Comma
                | TokenKind::End
                | TokenKind::Keyword(Keyword::Unique | Keyword::Optional | Keyword::Default | Keyword::End)
        );
        let governor = match self.kind() {
            TokenKind::UpperField | TokenKind::LowerField => FieldGovernor::Field(self.field_name()),
            _ if ungoverned && name.is_upper() => FieldGovernor::None,
            _ => FieldGovernor::Type(self.type_()),
        };
        let unique = self.at_keyword(Keyword::Unique).then(|| self.span());
        if unique.is_some() {
            self.bump();
        }
        let presence =
            if self.is_lost() { FieldPresence::Mandatory } else { self.field_presence(&name, &governor) };
        Some(ClassField { span: self.since(start), name, governor, unique, presence })
    }

    /// `&a.&B`.
    fn field_name(&mut self) -> Vec<Name> {
        let mut path = vec![self.take_name()];
        path.extend(self.field_path());
        path
    }

    fn field_presence(&mut self, name: &Name, governor: &FieldGovernor) -> FieldPresence {
        let start = self.span();
        if self.eat_keyword(Keyword::Optional) {
            return FieldPresence::Optional(start);
        }
        if !self.eat_keyword(Keyword::Default) {
            return FieldPresence::Mandatory;
        }
        let setting = match (name.is_upper(), governor) {
            (true, FieldGovernor::None) => Setting::Type(self.type_()),
            (false, _) => Setting::Value(self.value()),
            (true, _) => match self.braced("`{` of a set") {
                Some(set) => Setting::Set(set),
                None => return FieldPresence::Mandatory,
            },
        };
        FieldPresence::Default(setting, self.since(start))
    }

    /// SyntaxList, X.681 10.5.
    fn syntax(&mut self, fields: &[ClassField]) -> Option<Syntax> {
        let start = self.span();
        if !self.at(TokenKind::LBrace) {
            let what = "the syntax of a class goes in braces";
            self.mistaken(start, what, "write `WITH SYNTAX { ID &id }`, with a `}` after the last part");
            let list = SyntaxList::new(self.bare_syntax());
            return Some(Syntax { span: start, list, sound: false });
        }
        let faults = self.faults();
        let list = SyntaxList::new(self.group("`}`", |c| c.syntax_items(fields)));
        Some(Syntax { span: self.since(start), list, sound: self.faults() == faults })
    }

    fn syntax_items(&mut self, fields: &[ClassField]) -> Vec<SyntaxItem> {
        let wanted = SYNTAX;
        let mut items = Vec::new();
        if self.done() {
            self.unexpected(wanted);
        }
        while !self.done() && !self.is_lost() {
            match self.kind() {
                TokenKind::UpperField | TokenKind::LowerField => {
                    items.push(SyntaxItem::Field(self.take_name()))
                }
                TokenKind::Comma => {
                    let comma = Name { text: ",".into(), span: self.span() };
                    self.bump();
                    items.push(SyntaxItem::Literal(comma));
                }
                TokenKind::LBracket => items.extend(self.optional_syntax(fields)),
                TokenKind::Upper | TokenKind::Keyword(_) if self.at_literal() => {
                    items.push(SyntaxItem::Literal(self.take_name()));
                }
                TokenKind::Upper | TokenKind::Lower if self.names_field(fields) => {
                    items.push(SyntaxItem::Field(self.bare_field()));
                }
                _ => {
                    self.unexpected(wanted);
                }
            }
        }
        items
    }

    /// A syntax without braces, to the next assignment.
    fn bare_syntax(&mut self) -> Vec<SyntaxItem> {
        let mut items = Vec::new();
        while !self.assigned_from_here() {
            match self.kind() {
                TokenKind::UpperField | TokenKind::LowerField => {
                    items.push(SyntaxItem::Field(self.take_name()));
                }
                TokenKind::Upper | TokenKind::Keyword(_) if self.at_literal() => {
                    items.push(SyntaxItem::Literal(self.take_name()));
                }
                _ => break,
            }
        }
        items
    }

    fn optional_syntax(&mut self, fields: &[ClassField]) -> Option<SyntaxItem> {
        let start = self.span();
        let items = self.nested(|c| c.group("`]`", |c| c.syntax_items(fields)))?;
        Some(SyntaxItem::Optional(SyntaxList::new(items), self.since(start)))
    }

    /// Whether the current word is the name of a field without its `&`.
    fn names_field(&self, fields: &[ClassField]) -> bool {
        self.list
            .word(self.token())
            .is_some_and(|word| fields.iter().take(FIELD_SEARCH).any(|field| field.name.text == *word))
    }

    /// Literal, X.681 7.9: an upper-case word.
    fn at_literal(&self) -> bool {
        !self.at_keyword(Keyword::End) && self.list.word(self.token()).is_some_and(|word| is_capitals(word))
    }
}
