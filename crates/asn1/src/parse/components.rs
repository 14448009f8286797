//! SEQUENCE, SET, CHOICE and ENUMERATED bodies: X.680 20, 25, 27 and 29.

use super::cursor::Cursor;
use super::mistakes::{identifier, lower};
use super::types::begins_type;
use crate::faults::SyntaxKind;
use crate::near::close_keyword;
use crate::token::{Keyword, TokenKind};
use crate::tree::{
    AdditionGroup, Component, ComponentItem, Components, EnumerationItem, ExtensionMarker, Name, Presence,
    Text,
};

/// The kind of lines to parse.
#[derive(Clone, Copy)]
struct Lines {
    /// Alternatives of a CHOICE: no OPTIONAL, no DEFAULT.
    choice: bool,
    /// Inside `[[ ]]`: no `...`, no further `[[ ]]`.
    group: bool,
}

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
            if c.skip_pasted() && c.done() {
                return;
            }
            if after_comma && !c.begins_item() && !c.begins_type() && !c.at(TokenKind::Range) {
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
                c.no_comma();
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
            TokenKind::Range if !lines.group => Some(ComponentItem::Extension(self.two_dots())),
            TokenKind::LBracket if self.at_double(TokenKind::LBracket) && !lines.group => {
                Some(ComponentItem::Group(self.addition_group(lines)))
            }
            TokenKind::LBracket if self.tag_before_name() && !self.at_double(TokenKind::LBracket) => {
                let (name, ty) = self.component_after_tag();
                let presence = self.presence_of_line(lines);
                Some(ComponentItem::Component(Component { span: self.since(name.span), name, ty, presence }))
            }
            TokenKind::LBracket
                if self.ahead(1).kind == TokenKind::Lower && begins_type(self.ahead(2).kind) =>
            {
                let hint =
                    "an optional component is written `b BOOLEAN OPTIONAL`; a group of additions has two \
                            brackets on each side: `[[ b BOOLEAN ]]`";
                self.unexpected_because("a component", Some(hint.into()));
                None
            }
            TokenKind::Keyword(Keyword::Component)
                if self.ahead(1).kind == TokenKind::Keyword(Keyword::Of) =>
            {
                let start = self.span();
                self.mistaken(start, "expected COMPONENTS, found `COMPONENT`", "write `COMPONENTS OF`");
                self.bump();
                self.bump();
                let ty = self.type_();
                Some(ComponentItem::ComponentsOf(ty, self.since(start)))
            }
            TokenKind::Keyword(Keyword::Components) => {
                let start = self.span();
                self.bump();
                if !self.at_keyword(Keyword::Of) && self.begins_type() {
                    let hint = format!("write `COMPONENTS OF {}`", self.list.raw(self.token()));
                    self.mistaken(start, "OF is missing after COMPONENTS", hint);
                } else {
                    self.expect_keyword(Keyword::Of);
                }
                let ty = self.type_();
                Some(ComponentItem::ComponentsOf(ty, self.since(start)))
            }
            TokenKind::Lower => Some(ComponentItem::Component(self.component(lines))),
            TokenKind::Upper if self.type_follows() => {
                let name = self.expect_identifier("the name of a component", "a component")?;
                Some(ComponentItem::Component(self.component_behind(name, lines)))
            }
            // In a group that is never closed, a type is more likely to be something else.
            _ if self.begins_type() && (self.name_at(1) || !self.is_unclosed()) => {
                Some(ComponentItem::Component(self.component_without_name(lines)))
            }
            _ => {
                self.unexpected(if lines.choice { "an alternative" } else { "a component" });
                None
            }
        }
    }

    /// Reports that a comma is missing before the current token, at the end of the line before if it begins one.
    pub(super) fn no_comma(&mut self) {
        let place = if self.is_on_new_line() { self.last_span().after() } else { self.span() };
        self.report(place, SyntaxKind::NoComma);
    }

    /// Whether a name is so many tokens ahead, and a component ends with it.
    fn name_at(&self, distance: usize) -> bool {
        use TokenKind::{Comma, RBrace};
        let behind = self.list.tokens.get(self.pos + distance + 1).map(|t| t.kind);
        let ends =
            matches!(behind, Some(Comma | RBrace | TokenKind::Keyword(Keyword::Optional | Keyword::Default)));
        matches!(self.ahead(distance).kind, TokenKind::Lower | TokenKind::Upper) && ends
    }

    /// A component that begins with its type: its name comes last, or is missing, which X.208 allowed.
    fn component_without_name(&mut self, lines: Lines) -> Component {
        let start = self.span();
        let mut ty = self.type_();
        let is_name = self.name_at(0) || self.at_constrained_name();
        let name = match is_name && !self.at_slip_of_presence() && !self.is_lost() {
            true => {
                let name = self.take_name();
                match self.lose_after_comment(start.lo) {
                    true => ty = self.no_type(),
                    false => self.type_first(&mut ty, &name),
                }
                Name { text: lower(&name.text), span: name.span }
            }
            false => {
                self.report(start, SyntaxKind::NoName);
                Name { text: "".into(), span: start }
            }
        };
        let presence = self.presence_of_line(lines);
        Component { span: self.since(start), name, ty, presence }
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
        let (version, items) = match self.single_closing() {
            Some(close) => {
                self.mistaken(self.list.span(close), "`[[` is closed by `]]`", "write `]]`");
                self.bump();
                self.additions(lines)
            }
            None => self.group("`]]`", |c| c.additions(lines)),
        };
        AdditionGroup { span: self.since(start), version, items }
    }

    /// The inner brackets of `[[ 2: ... ]]`.
    fn additions(&mut self, lines: Lines) -> (Option<Text>, Vec<ComponentItem>) {
        self.group("`,` or `]]`", |c| {
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
    }

    fn component(&mut self, lines: Lines) -> Component {
        let name = self.take_name();
        self.component_behind(name, lines)
    }

    /// Type and presence.
    fn component_behind(&mut self, name: Name, lines: Lines) -> Component {
        let start = name.span;
        if self.lose_in_comment_of_name(&name) {
            return Component {
                span: start,
                name,
                ty: self.no_type(),
                presence: self.presence_of_line(lines),
            };
        }
        let name = self.name_with_stops(&name).or_else(|| self.name_with_spaces(&name)).unwrap_or(name);
        if begins_type(self.ahead(1).kind) {
            self.needless_sign("only a space comes between the name of a component and its type", |c| {
                format!("write `{} {}`", name.text, c.next_value_text())
            });
        }
        if self.presence_before_type().is_some() && !lines.choice {
            return self.component_with_presence_first(name);
        }
        let ty = self.type_();
        let presence = self.presence_of_line(lines);
        Component { span: self.since(start), name, ty, presence }
    }

    /// `name OPTIONAL Type`, `name DEFAULT value Type`: reported, and read as it is meant.
    fn component_with_presence_first(&mut self, name: Name) -> Component {
        let (start, first) = (name.span, self.span());
        let presence = self.presence();
        let place = self.since(first);
        let ty = self.type_();
        let [words, shown] = [place, ty.span].map(|span| self.short_text(span));
        let word = if matches!(presence, Presence::Optional(_)) { "OPTIONAL" } else { "DEFAULT" };
        let hint = match (shown, words) {
            (Some(shown), Some(words)) => format!("write `{} {shown} {words}`", name.text),
            _ => format!("write it after the type of `{}`", name.text),
        };
        self.mistaken(place, format!("{word} comes after the type"), hint);
        Component { span: self.since(start), name, ty, presence }
    }

    /// OPTIONAL or DEFAULT, where a line may have one. Of a line with a fault it is not known.
    fn presence_of_line(&mut self, lines: Lines) -> Presence {
        match self.is_lost() {
            _ if lines.choice => Presence::Mandatory,
            true => Presence::Optional(self.last_span()),
            false => self.presence(),
        }
    }

    fn presence(&mut self) -> Presence {
        let start = self.span();
        if self.eat_keyword(Keyword::Optional) {
            Presence::Optional(start)
        } else if self.at(TokenKind::Other) && self.list.raw(self.token()) == "=" {
            let hint = format!("write `DEFAULT {}`", self.next_value_text());
            self.mistaken(start, "a default value follows the word DEFAULT", hint);
            self.bump();
            let value = self.value();
            Presence::Default(value, self.since(start))
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
            c.comma_list("`,` or `}`", |c| {
                items.extend(c.enumeration_item());
                while (c.at(TokenKind::Lower) || c.at(TokenKind::Ellipsis))
                    && !c.is_lost()
                    && !c.is_unclosed()
                {
                    if !matches!(
                        c.ahead(1).kind,
                        TokenKind::Comma | TokenKind::LParen | TokenKind::End | TokenKind::Lower
                    ) {
                        return;
                    }
                    c.no_comma();
                    items.extend(c.enumeration_item());
                }
            });
            items
        })
    }

    /// An item in quotation marks, which are reported once.
    fn quoted_item(&mut self) -> Option<EnumerationItem> {
        let text = self.cstring();
        let name = identifier(&text.text);
        if !std::mem::replace(&mut self.told_sign, true) {
            let hint = match &name {
                Some(name) => format!("write `{name}`"),
                None => "an item is a word that begins with a lowercase letter: `{ red, green }`".into(),
            };
            self.mistaken(text.span, "an item of an ENUMERATED takes no quotation marks", hint);
        }
        let Some(name) = name else {
            self.lose_silently();
            return None;
        };
        let name = Name { text: name, span: text.span };
        let number =
            self.at(TokenKind::LParen).then(|| self.group("`)`", |c| c.number_or_reference("a number")));
        Some(EnumerationItem::Item(name, number))
    }

    fn enumeration_item(&mut self) -> Option<EnumerationItem> {
        if self.at(TokenKind::Ellipsis) {
            return Some(EnumerationItem::Extension(self.extension_marker()));
        }
        let mut dots = None;
        while self.at(TokenKind::Range) {
            dots = Some(self.two_dots());
        }
        if let Some(marker) = dots.filter(|_| self.done() || self.at(TokenKind::Comma)) {
            return Some(EnumerationItem::Extension(marker));
        }
        if self.at(TokenKind::CString) {
            return self.quoted_item();
        }
        let name = self.expect_identifier("the name of an item", "an identifier")?;
        let numbered = self.ahead(1).kind == TokenKind::Number;
        if let Some(number) = self.number_in_brackets(&name) {
            return Some(EnumerationItem::Item(name, Some(number)));
        }
        if numbered {
            let sign = self.needless_sign("the number of an item goes in parentheses", |c| {
                format!("write `{} ({})`", name.text, c.list.raw(c.ahead(1)))
            });
            if sign {
                let number = self.number_or_reference("a number");
                return Some(EnumerationItem::Item(name, Some(number)));
            }
        }
        let number =
            self.at(TokenKind::LParen).then(|| self.group("`)`", |c| c.number_or_reference("a number")));
        Some(EnumerationItem::Item(name, number))
    }
}
