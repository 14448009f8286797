//! Constraints and sets: X.680 49 to 51 and 53, X.682 8 to 11, X.681 12.

use super::cursor::Cursor;
use crate::faults::SyntaxKind;
use crate::token::{Keyword, TokenKind};
use crate::tree::{
    AtNotation, AtStart, Bound, Constraint, ConstraintKind, ElementSet, ElementSetKind, ElementSetSpecs,
    Endpoint, Exception, InnerConstraints, NamedConstraint, PresenceConstraint, Type, TypeKind, Value,
    ValueKind,
};

impl Cursor<'_> {
    /// `( ConstraintSpec ExceptionSpec )`.
    pub(super) fn constraint(&mut self) -> Constraint {
        let start = self.span();
        if !self.at(TokenKind::LParen) {
            self.unexpected("`(`");
            return Constraint { span: start, kind: ConstraintKind::Error, exception: None };
        }
        let faults = self.faults();
        let read = self.nested(|c| {
            c.group("`)`", |c| {
                let kind = c.constraint_spec();
                let exception = if c.is_lost() { None } else { c.exception() };
                (kind, exception)
            })
        });
        // Half a constraint may exclude what the whole one allows.
        let read = read.filter(|_| self.faults() == faults);
        let (kind, exception) = read.unwrap_or((ConstraintKind::Error, None));
        Constraint { span: self.since(start), kind, exception }
    }

    /// The `SIZE (..)` of `SEQUENCE SIZE (..) OF`.
    pub(super) fn bare_size(&mut self) -> Constraint {
        let start = self.span();
        self.bump();
        let size = self.constraint();
        let span = self.since(start);
        let element = ElementSet { span, kind: ElementSetKind::Size(Box::new(size)) };
        let specs = ElementSetSpecs { span, root: Some(element), extension: None, additional: None };
        Constraint { span, kind: ConstraintKind::Subtype(Box::new(specs)), exception: None }
    }

    fn constraint_spec(&mut self) -> ConstraintKind {
        match self.kind() {
            TokenKind::Keyword(Keyword::Constrained) => {
                self.bump();
                self.expect_keyword(Keyword::By);
                if self.at(TokenKind::LBrace) && self.partner().is_none() {
                    self.not_closed();
                    return ConstraintKind::Error;
                }
                if !self.at(TokenKind::LBrace) {
                    self.unexpected_because("`{`", Some("write `CONSTRAINED BY { ... }`".into()));
                    return ConstraintKind::Error;
                }
                self.braced("`{`").map_or(ConstraintKind::Error, ConstraintKind::UserDefined)
            }
            TokenKind::Keyword(Keyword::Containing) => self.contents(),
            _ if self.at_foreign_contents() => {
                self.foreign_word(Keyword::Containing);
                self.contents()
            }
            TokenKind::Keyword(Keyword::Encoded) => ConstraintKind::Contents(None, Some(self.encoded_by())),
            TokenKind::LBrace if self.is_table() => self.table(),
            _ => ConstraintKind::Subtype(Box::new(self.element_set_specs())),
        }
    }

    /// CONTAINING, or the word in its place, and its type.
    fn contents(&mut self) -> ConstraintKind {
        self.bump();
        let ty = Box::new(self.type_());
        let rules = self.at_keyword(Keyword::Encoded).then(|| self.encoded_by());
        ConstraintKind::Contents(Some(ty), rules)
    }

    fn encoded_by(&mut self) -> Box<Value> {
        self.bump();
        self.expect_keyword(Keyword::By);
        Box::new(self.value())
    }

    /// Whether the current group makes up the whole constraint, or is followed by `@` notations.
    fn is_table(&self) -> bool {
        let Some(close) = self.partner() else { return true };
        let behind = self.list.tokens.get(close + 1).filter(|_| close + 1 < self.end).map(|t| t.kind);
        matches!(behind, None | Some(TokenKind::LBrace | TokenKind::Bang | TokenKind::At))
    }

    /// TableConstraint, X.682 10.
    fn table(&mut self) -> ConstraintKind {
        let Some(set) = self.braced("`{`") else { return ConstraintKind::Error };
        if self.at(TokenKind::At) {
            let start = self.span();
            let notation = self.at_notation();
            let shown = self.short_text(self.since(start)).unwrap_or_else(|| "@id".into());
            let set_text = self.short_text(set.span).unwrap_or_else(|| "{Set}".into());
            let what = "an `@` notation goes in braces of its own";
            self.mistaken(self.since(start), what, format!("write `({set_text}{{{shown}}})`"));
            return ConstraintKind::Table(set, notation.into_iter().collect());
        }
        if !self.at(TokenKind::LBrace) {
            return ConstraintKind::Table(set, Vec::new());
        }
        if self.partner().is_none() {
            self.not_closed();
            return ConstraintKind::Table(set, Vec::new());
        }
        let mut notations = Vec::new();
        self.group("`,` or `}`", |c| c.comma_list("`,` or `}`", |c| notations.extend(c.at_notation())));
        ConstraintKind::Table(set, notations)
    }

    /// `@a.b` or `@..a.b`.
    fn at_notation(&mut self) -> Option<AtNotation> {
        let start = self.span();
        if !self.expect(TokenKind::At, "`@`") {
            return None;
        }
        let mut dots = 0;
        loop {
            dots += match self.kind() {
                TokenKind::Dot => 1,
                TokenKind::Range => 2,
                TokenKind::Ellipsis => 3,
                _ => break,
            };
            self.bump();
        }
        let mut path = vec![self.expect_name(TokenKind::Lower, "the name of a component")?];
        while self.eat(TokenKind::Dot) {
            path.push(self.expect_name(TokenKind::Lower, "the name of a component")?);
        }
        let start_at = if dots == 0 { AtStart::Outermost } else { AtStart::Enclosing(dots - 1) };
        Some(AtNotation { span: self.since(start), start: start_at, path })
    }

    /// ExceptionSpec, if there is one.
    pub(super) fn exception(&mut self) -> Option<Exception> {
        let start = self.span();
        if !self.eat(TokenKind::Bang) {
            return None;
        }
        let typed = self.begins_type() && !self.is_external_value();
        let ty = typed.then(|| Box::new(self.type_()));
        if ty.is_some() {
            self.expect(TokenKind::Colon, "`:` and a value");
        }
        let value = if ty.is_some() { self.value() } else { self.number_or_reference("a number or a value") };
        Some(Exception { span: self.since(start), ty, value: Box::new(value) })
    }

    /// ElementSetSpecs, to the end of the slice or to an exception.
    pub(super) fn element_set_specs(&mut self) -> ElementSetSpecs {
        let start = self.span();
        let mut specs = ElementSetSpecs { span: start, root: None, extension: None, additional: None };
        if !self.at(TokenKind::Ellipsis) {
            specs.root = Some(self.element_set());
            if self.at(TokenKind::Ellipsis) && matches!(self.ahead(1).kind, TokenKind::End | TokenKind::Comma)
            {
                self.no_comma();
                specs.extension = Some(self.span());
                self.bump();
                specs.span = self.since(start);
                return specs;
            }
            if self.is_lost() || !self.eat(TokenKind::Comma) {
                specs.span = self.since(start);
                return specs;
            }
        }
        specs.extension = Some(self.span());
        if let Some(opened) = self.unclosed_parenthesis().filter(|_| !self.at(TokenKind::Ellipsis)) {
            self.lose_in_bracket(self.last_span(), "(", opened);
        }
        if self.lose_in_digits(false) {
            specs.span = self.since(start);
            return specs;
        }
        self.expect(TokenKind::Ellipsis, "`...`");
        if !self.is_lost() && self.eat(TokenKind::Comma) {
            specs.additional = Some(self.element_set());
            if self.at(TokenKind::Comma) && self.ahead(1).kind == TokenKind::Ellipsis {
                let what = "a constraint has `...` only once".into();
                self.lose(
                    self.list.span(self.ahead(1)),
                    SyntaxKind::Mistaken(what, "remove this one".into()),
                );
            }
        }
        specs.span = self.since(start);
        specs
    }

    /// ElementSetSpec: unions, which bind weakest.
    pub(super) fn element_set(&mut self) -> ElementSet {
        let read = self.nested(|c| {
            if c.at_keyword(Keyword::All) {
                return c.all_except();
            }
            if let Some(excluded) = c.excluded_alone() {
                return excluded;
            }
            c.operation(&[TokenKind::Bar, TokenKind::Keyword(Keyword::Union)], ElementSetKind::Union, |c| {
                let marks = [TokenKind::Caret, TokenKind::Keyword(Keyword::Intersection)];
                c.operation(&marks, ElementSetKind::Intersection, Self::with_exclusions)
            })
        });
        read.unwrap_or(ElementSet { span: self.span(), kind: ElementSetKind::Error })
    }

    fn all_except(&mut self) -> ElementSet {
        let start = self.span();
        self.bump();
        self.expect_keyword(Keyword::Except);
        let excluded = Box::new(self.element());
        ElementSet { span: self.since(start), kind: ElementSetKind::AllExcept(excluded) }
    }

    /// One operand, or several with an operator between them.
    fn operation(
        &mut self,
        marks: &[TokenKind; 2],
        make: fn(Vec<ElementSet>) -> ElementSetKind,
        operand: impl Fn(&mut Self) -> ElementSet,
    ) -> ElementSet {
        let start = self.span();
        let first = operand(self);
        if !marks.contains(&self.kind()) {
            return first;
        }
        let mut operands = vec![first];
        while marks.contains(&self.kind()) && !self.is_lost() {
            self.bump();
            operands.push(operand(self));
        }
        ElementSet { span: self.since(start), kind: make(operands) }
    }

    fn with_exclusions(&mut self) -> ElementSet {
        let start = self.span();
        let element = self.element();
        if !self.eat_keyword(Keyword::Except) && !self.eat_foreign_except() {
            return element;
        }
        let excluded = Box::new(self.element());
        ElementSet { span: self.since(start), kind: ElementSetKind::Except(Box::new(element), excluded) }
    }

    /// Elements, X.680 50.1 and 51.1.
    pub(super) fn element(&mut self) -> ElementSet {
        let start = self.span();
        if let Some(kind) = self.foreign_element() {
            return ElementSet { span: self.since(start), kind };
        }
        let kind = match self.kind() {
            TokenKind::LParen => {
                return self
                    .nested(|c| c.group("`)`", Self::element_set))
                    .unwrap_or(ElementSet { span: start, kind: ElementSetKind::Error });
            }
            TokenKind::Keyword(Keyword::Includes) => {
                self.bump();
                ElementSetKind::Type(self.type_(), true)
            }
            TokenKind::Keyword(Keyword::Size) => {
                self.bump();
                ElementSetKind::Size(Box::new(self.constraint()))
            }
            TokenKind::Keyword(Keyword::From) => {
                self.bump();
                ElementSetKind::From(Box::new(self.constraint()))
            }
            TokenKind::Keyword(Keyword::Pattern) => {
                self.bump();
                if !matches!(self.kind(), TokenKind::CString | TokenKind::Lower | TokenKind::Upper) {
                    let hint = "write the pattern as a string: `PATTERN \"[a-z]+\"`";
                    self.unexpected_because("a pattern", Some(hint.into()));
                    return ElementSet { span: self.since(start), kind: ElementSetKind::Error };
                }
                ElementSetKind::Pattern(Box::new(self.value()))
            }
            TokenKind::Keyword(Keyword::Settings) => {
                self.bump();
                if self.at(TokenKind::CString) {
                    ElementSetKind::Settings(self.cstring())
                } else {
                    self.unexpected("the settings in quotation marks");
                    ElementSetKind::Error
                }
            }
            TokenKind::Keyword(Keyword::With) => self.inner_type(),
            _ => self.value_type_or_range(),
        };
        ElementSet { span: self.since(start), kind }
    }

    /// WITH COMPONENT and WITH COMPONENTS.
    fn inner_type(&mut self) -> ElementSetKind {
        self.bump();
        if self.eat_keyword(Keyword::Component) {
            if self.at(TokenKind::LBrace) {
                let (wanted, found) = ("COMPONENTS".into(), "`COMPONENT`".into());
                let meant = Some(Keyword::Components);
                self.lose(self.last_span(), SyntaxKind::Unexpected { wanted, found, hint: None, meant });
                return ElementSetKind::Error;
            }
            return ElementSetKind::WithComponent(Box::new(self.constraint()));
        }
        let start = self.span();
        if !self.eat_keyword(Keyword::Components) {
            self.unexpected("COMPONENT or COMPONENTS");
            return ElementSetKind::Error;
        }
        if !self.at(TokenKind::LBrace) {
            let hint = "write `WITH COMPONENTS {..., name (5..9)}`; for the elements of a SEQUENCE OF, \
                        `WITH COMPONENT (5..9)`";
            self.unexpected_because("`{`", Some(hint.into()));
            return ElementSetKind::Error;
        }
        let (partial, items) = self.group("`,` or `}`", |c| {
            let mut items = Vec::new();
            let partial = c.eat(TokenKind::Ellipsis);
            if partial && c.at(TokenKind::Lower) {
                c.no_comma();
            }
            if !partial || c.eat(TokenKind::Comma) || c.at(TokenKind::Lower) {
                c.comma_list("`,` or `}`", |c| items.extend(c.named_constraint()));
            }
            (partial, items)
        });
        ElementSetKind::WithComponents(InnerConstraints { span: self.since(start), partial, items })
    }

    fn named_constraint(&mut self) -> Option<NamedConstraint> {
        let start = self.span();
        let name = self.expect_name(TokenKind::Lower, "the name of a component")?;
        let constraint = self.at(TokenKind::LParen).then(|| self.constraint());
        let presence = match self.kind() {
            TokenKind::Keyword(Keyword::Present) => Some(PresenceConstraint::Present),
            TokenKind::Keyword(Keyword::Absent) => Some(PresenceConstraint::Absent),
            TokenKind::Keyword(Keyword::Optional) => Some(PresenceConstraint::Optional),
            _ => None,
        };
        let presence = presence.map(|presence| (presence, self.span()));
        if presence.is_some() {
            self.bump();
        } else if self.at(TokenKind::Upper) {
            let hint = "a component is PRESENT, ABSENT or OPTIONAL";
            self.unexpected_because("PRESENT, ABSENT, OPTIONAL or a comma", Some(hint.into()));
        }
        Some(NamedConstraint { span: self.since(start), name, constraint, presence })
    }

    /// A single value, a contained subtype or a value range.
    pub(super) fn value_type_or_range(&mut self) -> ElementSetKind {
        if self.at_keyword(Keyword::Min) || self.at_keyword(Keyword::Max) {
            return self.range(None);
        }
        if self.at(TokenKind::Lower) && self.is_selection_type() {
            return ElementSetKind::Type(self.type_(), false);
        }
        let is_null = self.at_keyword(Keyword::Null) && self.ahead(1).kind != TokenKind::LParen;
        let is_type = self.begins_type() && !is_null && !self.is_external_value();
        let value = if is_type {
            let ty = self.type_();
            if !self.eat(TokenKind::Colon) {
                return ElementSetKind::Type(ty, false);
            }
            let value = self.value();
            Value { span: ty.span.to(value.span), kind: ValueKind::Typed(Box::new(ty), Box::new(value)) }
        } else {
            self.value()
        };
        match value.kind {
            ValueKind::Field(object, path) if path.last().is_some_and(|name| name.is_upper()) => {
                let kind = TypeKind::Field(object, path);
                let ty = Type { span: value.span, tags: Vec::new(), kind, constraints: Vec::new() };
                ElementSetKind::Type(ty, false)
            }
            _ if self.lose_in_arithmetic(value.span, false) => ElementSetKind::Error,
            _ if self.at(TokenKind::Range) || self.at(TokenKind::Less) => self.range(Some(value)),
            _ => ElementSetKind::Value(value),
        }
    }

    /// `a < Type`, as opposed to an open range `a <.. b`.
    fn is_selection_type(&self) -> bool {
        self.ahead(1).kind == TokenKind::Less && self.ahead(2).kind != TokenKind::Range
    }

    /// `Module.value`.
    pub(super) fn is_external_value(&self) -> bool {
        self.at(TokenKind::Upper)
            && self.ahead(1).kind == TokenKind::Dot
            && self.ahead(2).kind == TokenKind::Lower
    }

    /// ValueRange, after its lower value unless that is MIN.
    fn range(&mut self, lower: Option<Value>) -> ElementSetKind {
        let start = lower.as_ref().map_or(self.span(), |value| value.span);
        let bound = match lower {
            Some(value) => Bound::Value(Box::new(value)),
            None => self.bound(),
        };
        let open = self.eat(TokenKind::Less);
        let lower = Endpoint { span: self.since(start), bound, open };
        if !self.expect(TokenKind::Range, "`..`") {
            return ElementSetKind::Error;
        }
        let start = self.span();
        let open = self.eat(TokenKind::Less);
        let first = self.span();
        if self.lose_in_sum() {
            return ElementSetKind::Error;
        }
        let bound = self.bound();
        if self.lose_in_arithmetic(first, true) {
            return ElementSetKind::Error;
        }
        ElementSetKind::Range(lower, Endpoint { span: self.since(start), bound, open })
    }

    fn bound(&mut self) -> Bound {
        if self.eat_keyword(Keyword::Min) {
            Bound::Min
        } else if self.eat_keyword(Keyword::Max) {
            Bound::Max
        } else {
            Bound::Value(Box::new(self.value()))
        }
    }
}
