//! Parses token groups whose governor is known.

use std::borrow::Cow;

use wireglot_diag::Diagnostics;
use wireglot_text::Span;

use super::advice::ARC;
use super::cursor::Cursor;
use super::mistakes::{identifier, lower};
use crate::faults::SyntaxKind;
use crate::token::{TokenKind, TokenSlice};
use crate::tree::{Argument, Braced, ElementSetSpecs, Name, Text, Type, Value};

/// The result of parsing a group.
#[derive(Debug)]
pub struct Reading<T> {
    /// Everything that could be parsed, in order.
    pub items: Vec<T>,
    /// Whether that is everything. If not, the fault has been reported.
    pub sound: bool,
}

/// `name value` in a SEQUENCE or SET value, X.680 25.20.
#[derive(Clone, Debug)]
pub struct Member {
    /// The whole span.
    pub span: Span,
    /// The component.
    pub name: Name,
    /// Its value.
    pub value: Value,
}

/// One arc of an OBJECT IDENTIFIER or RELATIVE-OID value, X.680 32.3.
///
/// | written | name | value |
/// | --- | --- | --- |
/// | `iso` | yes | - (a name of X.660, or a value reference) |
/// | `org(3)` | yes | yes |
/// | `3`, `M.v`, `v {..}` | - | yes |
#[derive(Clone, Debug)]
pub struct OidComponent {
    /// The whole span.
    pub span: Span,
    /// The identifier.
    pub name: Option<Name>,
    /// A number or a reference.
    pub value: Option<Value>,
}

/// An element of a CharacterStringList, X.680 41.8.
#[derive(Clone, Debug)]
pub enum Character {
    /// `"..."`.
    CString(Text),
    /// A reference to a string.
    Value(Value),
    /// `{group, plane, row, cell}` or `{column, row}`: four numbers or two, or any other number of them.
    Numbers(Vec<Text>, Span),
}

/// Parses a whole slice as a type (or a class).
pub fn type_(tokens: &TokenSlice, diagnostics: &mut Diagnostics) -> Type {
    let mut cursor = Cursor::new(tokens, diagnostics);
    let ty = cursor.type_();
    cursor.expect_done();
    ty
}

/// Parses a whole slice as a value (or an object).
pub fn value(tokens: &TokenSlice, diagnostics: &mut Diagnostics) -> Value {
    let mut cursor = Cursor::new(tokens, diagnostics);
    let value = cursor.value();
    cursor.expect_done();
    value
}

/// Parses a brace group as a value set or an object set, X.680 16.7 and X.681 12. `{}` has no root.
pub fn set(braced: &Braced, diagnostics: &mut Diagnostics) -> ElementSetSpecs {
    let mut specs = set_of(&braced.tokens, diagnostics);
    specs.span = braced.span;
    specs
}

/// Parses an actual parameter as a value set or an object set. Missing braces are tolerated.
pub fn set_argument(argument: &Argument, diagnostics: &mut Diagnostics) -> ElementSetSpecs {
    let mut cursor = Cursor::new(&argument.tokens, diagnostics);
    if cursor.at(TokenKind::LBrace) {
        if let Some(braced) = cursor.braced("a set") {
            cursor.expect_done();
            return set(&braced, diagnostics);
        }
    } else {
        cursor.report(argument.span, SyntaxKind::SetWithoutBraces);
    }
    set_of(&argument.tokens, diagnostics)
}

fn set_of(tokens: &TokenSlice, diagnostics: &mut Diagnostics) -> ElementSetSpecs {
    let mut cursor = Cursor::new(tokens, diagnostics);
    if cursor.done() {
        return ElementSetSpecs { span: tokens.span(), root: None, extension: None, additional: None };
    }
    let specs = cursor.element_set_specs();
    cursor.expect_done();
    specs
}

/// Parses a brace group as `name value, ...`.
pub fn members(braced: &Braced, diagnostics: &mut Diagnostics) -> Reading<Member> {
    list(braced, diagnostics, |c| {
        let start = c.span();
        let name = c.member_name()?;
        c.needless_sign("only a space comes between the name of a component and its value", |c| {
            format!("write `{} {}`", name.text, c.next_value_text())
        });
        let value = c.value();
        Some(Member { span: c.since(start), name, value })
    })
}

/// Parses a brace group as `value, ...`.
pub fn elements(braced: &Braced, diagnostics: &mut Diagnostics) -> Reading<Value> {
    list(braced, diagnostics, |c| Some(c.value()))
}

/// Parses a brace group as `identifier, ...`.
pub fn identifiers(braced: &Braced, diagnostics: &mut Diagnostics) -> Reading<Name> {
    list(braced, diagnostics, |c| c.expect_name(TokenKind::Lower, "an identifier"))
}

/// Splits a brace group at its commas, as for the parameters of CONSTRAINED BY.
pub fn arguments(braced: &Braced, diagnostics: &mut Diagnostics) -> Vec<Argument> {
    Cursor::new(&braced.tokens, diagnostics).cut_at_commas(&braced.tokens)
}

/// Parses a brace group as the arcs of an OBJECT IDENTIFIER or RELATIVE-OID.
pub fn oid_components(braced: &Braced, diagnostics: &mut Diagnostics) -> Reading<OidComponent> {
    let mut cursor = Cursor::new(&braced.tokens, diagnostics);
    let mut items = Vec::new();
    if cursor.done() {
        cursor.unexpected("an arc");
    }
    while !cursor.done() && !cursor.is_lost() {
        if cursor.at(TokenKind::Comma) {
            cursor.commas_between_arcs(&braced.tokens);
        }
        items.push(cursor.oid_component());
    }
    Reading { items, sound: !cursor.is_lost() }
}

/// Parses a brace group as a list of characters, or as one quadruple or tuple.
pub fn characters(braced: &Braced, diagnostics: &mut Diagnostics) -> Reading<Character> {
    let mut cursor = Cursor::new(&braced.tokens, diagnostics);
    if cursor.at(TokenKind::Number) {
        let numbers = cursor.numbers();
        let sound = !cursor.is_lost();
        return Reading { items: vec![Character::Numbers(numbers, braced.span)], sound };
    }
    list(braced, diagnostics, |c| match c.kind() {
        TokenKind::CString => Some(Character::CString(c.cstring())),
        TokenKind::LBrace => {
            let start = c.span();
            let numbers = c.group("`,` or `}`", |c| c.numbers());
            Some(Character::Numbers(numbers, c.since(start)))
        }
        _ => Some(Character::Value(c.value())),
    })
}

/// Parses a whole brace group as a comma-separated list.
pub(super) fn list<T>(
    braced: &Braced,
    diagnostics: &mut Diagnostics,
    mut item: impl FnMut(&mut Cursor) -> Option<T>,
) -> Reading<T> {
    let mut cursor = Cursor::new(&braced.tokens, diagnostics);
    let mut items = Vec::new();
    let mut sound = true;
    cursor.comma_list("`,` or `}`", |c| {
        items.extend(item(c));
        while c.begins_value() && !c.is_lost() {
            // Two items without a comma between them.
            if !std::mem::replace(&mut c.told_sign, true) {
                c.no_comma();
            }
            items.extend(item(c));
        }
        sound &= !c.is_lost();
    });
    let sound = sound && !cursor.is_lost();
    Reading { items, sound }
}

impl Cursor<'_> {
    /// Reports any tokens that are left.
    pub(super) fn expect_done(&mut self) {
        if !self.done() {
            self.unexpected("nothing more");
        }
    }

    fn oid_component(&mut self) -> OidComponent {
        let start = self.span();
        if !self.at(TokenKind::Lower) || self.ahead(1).kind == TokenKind::LBrace {
            let value = self.number_or_reference(ARC);
            return OidComponent { span: self.since(start), name: None, value: Some(value) };
        }
        let name = self.take_name();
        let value =
            self.at(TokenKind::LParen).then(|| self.group("`)`", |c| c.number_or_reference("a number")));
        OidComponent { span: self.since(start), name: Some(name), value }
    }

    /// The name of a component in a value; what stands in its place is reported once.
    fn member_name(&mut self) -> Option<Name> {
        let (what, hint): (_, Cow<'static, str>) = match self.kind() {
            TokenKind::Lower => return Some(self.take_name()),
            TokenKind::CString if self.ahead(1).kind != TokenKind::End => {
                let word = identifier(self.list.raw(self.token()).trim_matches('"'));
                let hint = word.map_or("write the name as it is in the type".into(), |word| {
                    let sign = usize::from(self.ahead(1).kind == TokenKind::Colon);
                    format!("write `{word} {}`", self.value_text(1 + sign))
                });
                ("the name of a component takes no quotation marks", hint.into())
            }
            TokenKind::Upper => {
                let hint = format!("write `{}`", lower(self.word().unwrap_or_default()));
                ("the name of a component begins with a lowercase letter", hint.into())
            }
            _ if self.begins_value() => (
                "a component of a value has a name",
                "write `{name value, ...}`, with the names of the type".into(),
            ),
            _ => {
                self.unexpected("the name of a component");
                return None;
            }
        };
        if !std::mem::replace(&mut self.told_sign, true) {
            self.mistaken(self.span(), what, hint);
        }
        self.lose_silently();
        None
    }

    /// Reports that commas separate the arcs.
    fn commas_between_arcs(&mut self, arcs: &TokenSlice) {
        let (what, hint) = self.without_commas(arcs);
        self.lose(self.span(), SyntaxKind::Mistaken(what.into(), hint.into()));
    }

    /// The same for the object identifier of a module, which is read as if they were spaces.
    pub(super) fn commas_in_identifier(&mut self, oid: Option<&Braced>) {
        let Some(arcs) = oid.map(|braced| &braced.tokens) else { return };
        let comma = arcs.tokens().iter().find(|token| token.kind == TokenKind::Comma);
        if let Some(place) = comma.map(|token| self.list.span(*token)) {
            let (what, hint) = self.without_commas(arcs);
            self.mistaken(place, what, hint);
        }
    }

    /// What is wrong with commas between arcs, and how the arcs are written.
    fn without_commas(&self, arcs: &TokenSlice) -> (&'static str, String) {
        let whole = self.short_text(arcs.span());
        let whole = whole.unwrap_or_else(|| "iso member-body us".into()).replace(',', " ");
        let words: Vec<&str> = whole.split_whitespace().collect();
        let what = "spaces separate the arcs of an object identifier, not commas";
        (what, format!("write `{{{}}}`", words.join(" ")))
    }

    /// `number, number, ...` to the end of the range.
    fn numbers(&mut self) -> Vec<Text> {
        let mut numbers = Vec::new();
        self.comma_list("`,` or `}`", |c| {
            if c.at(TokenKind::Number) {
                numbers.push(c.take_text());
            } else {
                c.unexpected("a number");
            }
        });
        numbers
    }
}
