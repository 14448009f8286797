//! SEQUENCE, SET, CHOICE and ENUMERATED bodies: X.680 20, 25, 27 and 29.

use super::cursor::Cursor;
use super::types::begins_type;
use crate::faults::SyntaxKind;
use crate::near::close_keyword;
use crate::token::{Keyword, TokenKind};
use crate::tree::{
    AdditionGroup, Component, ComponentItem, Components, EnumerationItem, ExtensionMarker, Name, Presence,
};

/// The kind of lines to parse.
#[derive(Clone, Copy)]
struct Lines {
    /// Alternatives of a CHOICE: no OPTIONAL, no DEFAULT.
    choice: bool,
    /// Inside `[[ ]]`: no `...`, no further `[[ ]]`.
    group: bool,
}

const BEHIND: &str = "the name of a component comes before its type: `count INTEGER`";

impl Cursor<'_> {
    /// The body of a SEQUENCE or SET.
    pub(super) fn components(&mut self) -> Components {
        self.body_of(Lines { choice: false, group: false })
    }

    /// The body of a CHOICE.
    pub(super) fn alternatives(&mut self) -> Components {
        self.body_of(Lines { choice: true, group: false })
    }

    fn body_of(&mut self, lines: Lines) -> Components {
        let start = self.span();
        if !self.at(TokenKind::LBrace) {
            self.unexpected("`{`");
            return Components { span: start, items: Vec::new() };
        }
        let items = self.group("`,` or `}`", |c| c.items(lines));
        Components { span: self.since(start), items }
    }

    /// Comma-separated lines, to the end of the group.
    fn items(&mut self, lines: Lines) -> Vec<ComponentItem> {
        let mut items = Vec::new();
        if lines.choice && self.done() {
            self.unexpected("an alternative");
        }
        self.comma_list("`,` or `}`", |c| {
            let after_comma = !items.is_empty();
            if after_comma && !c.begins_item() && !c.begins_type() {
                c.unexpected_item();
                return;
            }
            items.extend(c.item(lines));
            if !lines.choice && c.at_slip_of_presence() {
                c.unexpected("`,` or `}`");
            }
            while c.begins_item() && !c.is_lost() {
                if c.is_unclosed() && c.is_next() {
                    c.unexpected("`,` or `}`");
                    return;
                }
                if c.at_bare_range() || c.is_behind_comment() && !c.type_follows() {
                    c.unexpected("`,` or `}`");
                    return;
                }
                // Two lines without a comma between them: report one fault and keep both.
                c.report(c.span(), SyntaxKind::NoComma);
                items.extend(c.item(lines));
            }
        });
        items
    }

    /// Whether the current token can begin a line.
    fn begins_item(&self) -> bool {
        matches!(
            self.kind(),
            TokenKind::Ellipsis | TokenKind::Lower | TokenKind::Keyword(Keyword::Components)
        ) || self.at_double(TokenKind::LBracket)
    }

    /// Whether the current word is OPTIONAL or DEFAULT in lower case, or a typo of it.
    fn at_slip_of_presence(&self) -> bool {
        let word = self.list.word(self.token()).filter(|_| self.at(TokenKind::Lower));
        let close = |word: &std::sync::Arc<str>| {
            let capitals = word.to_ascii_uppercase();
            let keyword = [Keyword::Optional, Keyword::Default].into_iter().find(|k| k.text() == capitals);
            keyword.or_else(|| close_keyword(&capitals))
        };
        matches!(word.and_then(close), Some(Keyword::Optional | Keyword::Default))
    }

    fn item(&mut self, lines: Lines) -> Option<ComponentItem> {
        match self.kind() {
            TokenKind::Ellipsis if lines.group => {
                self.unexpected("a component");
                self.bump();
                None
            }
            TokenKind::Ellipsis => Some(ComponentItem::Extension(self.extension_marker())),
            TokenKind::LBracket if self.at_double(TokenKind::LBracket) && !lines.group => {
                Some(ComponentItem::Group(self.addition_group(lines)))
            }
            TokenKind::LBracket
                if self.ahead(1).kind == TokenKind::Lower && begins_type(self.ahead(2).kind) =>
            {
                let hint = "a group of additions has two brackets on each side: `[[ more BOOLEAN ]]`";
                self.unexpected_because("a component", Some(hint.into()));
                None
            }
            TokenKind::Keyword(Keyword::Components) => {
                let start = self.span();
                self.bump();
                self.expect_keyword(Keyword::Of);
                let ty = self.type_();
                Some(ComponentItem::ComponentsOf(ty, self.since(start)))
            }
            TokenKind::Lower => Some(ComponentItem::Component(self.component(lines))),
            TokenKind::Upper if self.type_follows() => {
                let name = self.expect_identifier("the name of a component", "a component")?;
                Some(ComponentItem::Component(self.component_behind(name, lines)))
            }
            _ if self.begins_type() && self.name_follows() => {
                self.unexpected_because("a component", Some(BEHIND.into()));
                self.bump();
                None
            }
            // X.208 allowed omitting the name; in a group that is never closed it is more likely something
            // else.
            _ if self.begins_type() && !self.is_unclosed() => {
                let start = self.span();
                self.report(start, SyntaxKind::NoName);
                let name = Name { text: "".into(), span: start };
                Some(ComponentItem::Component(self.component_behind(name, lines)))
            }
            _ => {
                self.unexpected(if lines.choice { "an alternative" } else { "a component" });
                None
            }
        }
    }

    /// Whether a name follows a type of one word.
    fn name_follows(&self) -> bool {
        use TokenKind::{Comma, RBrace};
        let behind = self.list.tokens.get(self.pos + 2).map(|t| t.kind);
        let ends =
            matches!(behind, Some(Comma | RBrace | TokenKind::Keyword(Keyword::Optional | Keyword::Default)));
        self.ahead(1).kind == TokenKind::Lower && ends
    }

    /// `...` with its exception.
    fn extension_marker(&mut self) -> ExtensionMarker {
        let start = self.span();
        self.bump();
        let exception = self.exception();
        ExtensionMarker { span: self.since(start), exception }
    }

    /// `[[ 2: ... ]]`.
    fn addition_group(&mut self, lines: Lines) -> AdditionGroup {
        let start = self.span();
        let (version, items) = self.group("`]]`", |c| {
            c.group("`,` or `]]`", |c| {
                let version = (c.at(TokenKind::Number) && c.ahead(1).kind == TokenKind::Colon).then(|| {
                    let number = c.take_text();
                    c.bump();
                    number
                });
                if c.done() {
                    c.unexpected("a component");
                }
                (version, c.items(Lines { group: true, ..lines }))
            })
        });
        AdditionGroup { span: self.since(start), version, items }
    }

    fn component(&mut self, lines: Lines) -> Component {
        let name = self.take_name();
        self.component_behind(name, lines)
    }

    /// Type and presence.
    fn component_behind(&mut self, name: Name, lines: Lines) -> Component {
        let start = name.span;
        let ty = self.type_();
        let presence = if lines.choice || self.is_lost() { Presence::Mandatory } else { self.presence() };
        Component { span: self.since(start), name, ty, presence }
    }

    fn presence(&mut self) -> Presence {
        let start = self.span();
        if self.eat_keyword(Keyword::Optional) {
            Presence::Optional(start)
        } else if self.eat_keyword(Keyword::Default) {
            let value = self.value();
            Presence::Default(value, self.since(start))
        } else {
            Presence::Mandatory
        }
    }

    /// The body of an ENUMERATED.
    pub(super) fn enumeration(&mut self) -> Vec<EnumerationItem> {
        if !self.at(TokenKind::LBrace) {
            self.unexpected("`{`");
            return Vec::new();
        }
        self.group("`,` or `}`", |c| {
            let mut items = Vec::new();
            if c.done() {
                c.unexpected("an identifier");
            }
            c.comma_list("`,` or `}`", |c| items.extend(c.enumeration_item()));
            items
        })
    }

    fn enumeration_item(&mut self) -> Option<EnumerationItem> {
        if self.at(TokenKind::Ellipsis) {
            return Some(EnumerationItem::Extension(self.extension_marker()));
        }
        let name = self.expect_identifier("the name of an item", "an identifier")?;
        let number =
            self.at(TokenKind::LParen).then(|| self.group("`)`", |c| c.number_or_reference("a number")));
        Some(EnumerationItem::Item(name, number))
    }
}
