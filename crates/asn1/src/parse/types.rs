//! Types, tags and references: X.680 17 to 31 and 41 to 48, X.681 14 and 15, X.683 9.

use wireglot_model::Instruction;

use super::advice;
use super::cursor::Cursor;
use crate::faults::SyntaxKind;
use crate::near::{close_keyword, habit};
use crate::token::{Keyword, Prefix, TokenKind, TokenSlice};
use crate::tree::{
    Argument, Element, Name, NamedNumber, Reference, StringKind, Tag, TagClass, TagMode, TimeKind, Type,
    TypeKind,
};

/// Types written as one reserved word.
pub(super) const SIMPLE: &[(Keyword, TypeKind)] = &[
    (Keyword::Boolean, TypeKind::Boolean),
    (Keyword::Real, TypeKind::Real),
    (Keyword::Null, TypeKind::Null),
    (Keyword::RelativeOid, TypeKind::RelativeOid),
    (Keyword::OidIri, TypeKind::OidIri),
    (Keyword::RelativeOidIri, TypeKind::RelativeOidIri),
    (Keyword::External, TypeKind::External),
    (Keyword::ObjectDescriptor, TypeKind::ObjectDescriptor),
    (Keyword::BmpString, TypeKind::Restricted(StringKind::Bmp)),
    (Keyword::GeneralString, TypeKind::Restricted(StringKind::General)),
    (Keyword::GraphicString, TypeKind::Restricted(StringKind::Graphic)),
    (Keyword::Ia5String, TypeKind::Restricted(StringKind::Ia5)),
    (Keyword::Iso646String, TypeKind::Restricted(StringKind::Iso646)),
    (Keyword::NumericString, TypeKind::Restricted(StringKind::Numeric)),
    (Keyword::PrintableString, TypeKind::Restricted(StringKind::Printable)),
    (Keyword::TeletexString, TypeKind::Restricted(StringKind::Teletex)),
    (Keyword::T61String, TypeKind::Restricted(StringKind::T61)),
    (Keyword::UniversalString, TypeKind::Restricted(StringKind::Universal)),
    (Keyword::Utf8String, TypeKind::Restricted(StringKind::Utf8)),
    (Keyword::VideotexString, TypeKind::Restricted(StringKind::Videotex)),
    (Keyword::VisibleString, TypeKind::Restricted(StringKind::Visible)),
    (Keyword::UtcTime, TypeKind::Time(TimeKind::UtcTime)),
    (Keyword::GeneralizedTime, TypeKind::Time(TimeKind::GeneralizedTime)),
    (Keyword::Time, TypeKind::Time(TimeKind::Time)),
    (Keyword::Date, TypeKind::Time(TimeKind::Date)),
    (Keyword::TimeOfDay, TypeKind::Time(TimeKind::TimeOfDay)),
    (Keyword::DateTime, TypeKind::Time(TimeKind::DateTime)),
    (Keyword::Duration, TypeKind::Time(TimeKind::Duration)),
];

/// Types written as two reserved words.
const PAIRS: &[(Keyword, Keyword, TypeKind)] = &[
    (Keyword::Octet, Keyword::String, TypeKind::OctetString),
    (Keyword::Object, Keyword::Identifier, TypeKind::ObjectIdentifier),
    (Keyword::Embedded, Keyword::Pdv, TypeKind::EmbeddedPdv),
    (Keyword::Character, Keyword::String, TypeKind::CharacterString),
];

/// Advice for a name with a lowercase letter in the place of a type.
pub const NO_FIELD: &str =
    "a field of a class is written `CLASS.&field`; a component is not a type: give its type a name, \
                     and use that in both places";

impl Cursor<'_> {
    /// Whether the current token can begin a type other than a selection.
    pub(super) fn begins_type(&self) -> bool {
        begins_type(self.kind())
    }

    /// The same for the next token.
    pub(super) fn type_follows(&self) -> bool {
        begins_type(self.ahead(1).kind)
    }

    /// Type, with tags and constraints.
    pub(super) fn type_(&mut self) -> Type {
        match self.nested(|c| c.type_here()) {
            Some(ty) => ty,
            None => self.no_type(),
        }
    }

    fn type_here(&mut self) -> Type {
        let start = self.span();
        let mut tags = Vec::new();
        while !self.is_lost() {
            let mode = self.mode_before_tag();
            if !self.at(TokenKind::LBracket) && !self.at_bare_tag() {
                break;
            }
            let tag = self.tag();
            tags.push(Tag { mode: mode.or(tag.mode), ..tag });
        }
        let mut constraints = Vec::new();
        let kind = if self.is_lost() { TypeKind::Error } else { self.type_kind(&mut constraints) };
        while self.at(TokenKind::LParen) && !self.is_lost() {
            constraints.push(self.constraint());
        }
        if self.at_braced_constraint() && !self.is_lost() {
            self.braced_constraint();
        }
        if self.at(TokenKind::LBrace) && self.ahead(1).kind == TokenKind::At {
            let what = "an `@` notation goes in parentheses, after a set".into();
            self.lose(self.span(), SyntaxKind::Mistaken(what, "write `({Set}{@id})`".into()));
        }
        Type { span: self.since(start), tags, kind, constraints }
    }

    /// Tag, X.680 31.2, with the IMPLICIT or EXPLICIT after it.
    pub(super) fn tag(&mut self) -> Tag {
        let start = self.span();
        let mut instruction = None;
        let (encoding_reference, class, number) = if self.at_bare_tag() {
            self.bare_tag();
            (None, self.tag_class(), self.number_or_reference("the number of a tag"))
        } else {
            self.group("`]`", |c| {
                if let Some((reference, says)) = c.encoding_reference() {
                    instruction = says;
                    return (Some(reference), TagClass::Context, c.no_value());
                }
                let class = c.tag_class();
                let number = c.number_or_reference("the number of a tag");
                (None, c.class_after_number(class), number)
            })
        };
        let mode = if self.eat_keyword(Keyword::Implicit) {
            Some(TagMode::Implicit)
        } else {
            self.eat_keyword(Keyword::Explicit).then_some(TagMode::Explicit)
        };
        Tag { span: self.since(start), encoding_reference, instruction, class, number, mode }
    }

    /// `XER: ...` within `[ ]`, or just `ATTRIBUTE` if the module's default reference is not TAG: an encoding
    /// instruction, which is skipped. `TAG:` is redundant.
    fn encoding_reference(&mut self) -> Option<(Name, Option<Instruction>)> {
        let next = self.ahead(1).kind;
        if !self.at(TokenKind::Upper)
            || matches!(next, TokenKind::Dot | TokenKind::Number)
            || self.prefix == Prefix::Tag && next != TokenKind::Colon
        {
            return None;
        }
        let start = self.pos;
        let name = self.take_name();
        if &*name.text == "TAG" && self.eat(TokenKind::Colon) {
            return None;
        }
        let prefixed = &*name.text == "JER" && self.eat(TokenKind::Colon);
        if prefixed || self.prefix == Prefix::Jer && !self.at(TokenKind::Colon) {
            self.pos = if prefixed { self.pos } else { start };
            let instruction = self.instruction().filter(|_| self.done());
            if instruction.is_some() {
                return Some((name, instruction));
            }
        }
        self.report(name.span, SyntaxKind::EncodingInstruction(name.text.to_string()));
        while !self.done() && !self.is_lost() && self.inside_closed() {
            self.bump();
        }
        Some((name, None))
    }

    /// What follows the tags. The constraint before OF goes to `constraints`.
    fn type_kind(&mut self, constraints: &mut Vec<crate::tree::Constraint>) -> TypeKind {
        match self.kind() {
            TokenKind::Upper => self.referenced_type(),
            TokenKind::Lower => self.selection_type(),
            TokenKind::Keyword(keyword) => self.builtin_type(keyword, constraints),
            _ => {
                self.unexpected("a type");
                TypeKind::Error
            }
        }
    }

    pub(super) fn builtin_type(
        &mut self,
        keyword: Keyword,
        constraints: &mut Vec<crate::tree::Constraint>,
    ) -> TypeKind {
        if let Some((_, kind)) = SIMPLE.iter().find(|(word, _)| *word == keyword) {
            self.bump();
            return kind.clone();
        }
        if let Some((_, second, kind)) = PAIRS.iter().find(|(first, _, _)| *first == keyword) {
            self.bump();
            self.expect_keyword(*second);
            return kind.clone();
        }
        match keyword {
            Keyword::Integer => {
                self.bump();
                TypeKind::Integer(self.named_numbers())
            }
            Keyword::Bit => {
                self.bump();
                self.expect_keyword(Keyword::String);
                TypeKind::BitString(self.named_numbers())
            }
            Keyword::Enumerated => {
                self.bump();
                TypeKind::Enumerated(self.enumeration())
            }
            Keyword::Sequence | Keyword::Set => self.sequence_or_set(keyword == Keyword::Set, constraints),
            Keyword::Choice => {
                self.bump();
                TypeKind::Choice(self.alternatives())
            }
            Keyword::Instance => {
                self.bump();
                self.expect_keyword(Keyword::Of);
                match self.kind() {
                    TokenKind::Upper => TypeKind::InstanceOf(self.reference()),
                    _ => {
                        self.unexpected("the name of a class");
                        TypeKind::Error
                    }
                }
            }
            Keyword::Any => {
                self.bump();
                if !self.eat_keyword(Keyword::Defined) {
                    return TypeKind::Any(None);
                }
                self.expect_keyword(Keyword::By);
                TypeKind::Any(self.expect_name(TokenKind::Lower, "the component that defines it"))
            }
            _ => {
                self.unexpected("a type");
                TypeKind::Error
            }
        }
    }

    /// SEQUENCE and SET, with or without OF.
    fn sequence_or_set(&mut self, set: bool, constraints: &mut Vec<crate::tree::Constraint>) -> TypeKind {
        self.bump();
        match self.kind() {
            TokenKind::LBrace => {
                let components = self.components();
                return if set { TypeKind::Set(components) } else { TypeKind::Sequence(components) };
            }
            TokenKind::LParen if !self.are_components_ahead() => constraints.push(self.constraint()),
            TokenKind::Keyword(Keyword::Size) => constraints.push(self.bare_size()),
            TokenKind::Keyword(Keyword::Of) => {}
            _ if self.element_follows() => {
                let word = if set { "SET" } else { "SEQUENCE" };
                let hint = format!("write `{word} OF {}`", self.list.raw(self.token()));
                self.mistaken(self.last_span(), format!("OF is missing after {word}"), hint);
                let element = Box::new(Element { name: None, ty: self.type_() });
                return if set { TypeKind::SetOf(element) } else { TypeKind::SequenceOf(element) };
            }
            _ => {
                self.unexpected("`{` or OF");
                return TypeKind::Error;
            }
        }
        self.expect_keyword(Keyword::Of);
        if self.is_lost() {
            return TypeKind::Error;
        }
        let named = self.at(TokenKind::Lower)
            && !matches!(self.ahead(1).kind, TokenKind::Less | TokenKind::Dot)
            && self.ahead(2).kind != TokenKind::Assign;
        let name = named.then(|| self.take_name());
        let element = Box::new(Element { name, ty: self.type_() });
        if set {
            TypeKind::SetOf(element)
        } else {
            TypeKind::SequenceOf(element)
        }
    }

    /// Whether a type is here that ends after a word or two, as the elements of a list have it.
    fn element_follows(&self) -> bool {
        use TokenKind::{Comma, End, LParen, RBrace, Upper};
        let ends = |kind| {
            matches!(
                kind,
                Comma
                    | End
                    | LParen
                    | RBrace
                    | TokenKind::Keyword(Keyword::Optional | Keyword::Default | Keyword::End)
            )
        };
        match self.kind() {
            Upper => ends(self.ahead(1).kind),
            TokenKind::Keyword(_) => self.begins_type(),
            _ => false,
        }
    }

    /// Whether the parenthesis here holds a name and its type, as braces should.
    fn are_components_ahead(&self) -> bool {
        let ty = self.ahead(2).kind;
        self.ahead(1).kind == TokenKind::Lower
            && matches!(ty, TokenKind::Upper | TokenKind::Keyword(_))
            && ty != TokenKind::Keyword(Keyword::Except)
            && ty != TokenKind::Keyword(Keyword::Union)
            && ty != TokenKind::Keyword(Keyword::Intersection)
    }

    /// `{ name(number), ... }` after INTEGER and BIT STRING, if present.
    fn named_numbers(&mut self) -> Vec<NamedNumber> {
        if !self.at(TokenKind::LBrace) || self.at_braced_constraint() {
            return Vec::new();
        }
        self.group("`,` or `}`", |c| {
            let mut numbers = Vec::new();
            if c.done() {
                c.unexpected("a name with its number");
            }
            c.comma_list("`,` or `}`", |c| numbers.extend(c.named_number()));
            numbers
        })
    }

    fn named_number(&mut self) -> Option<NamedNumber> {
        let start = self.span();
        let name = self.expect_identifier("the name of a number", "a name with its number")?;
        if let Some(value) = self.number_in_brackets(&name) {
            return Some(NamedNumber { span: self.since(start), name, value });
        }
        if self.ahead(1).kind == TokenKind::Number
            && self.needless_sign("the number of a name goes in parentheses", |c| {
                format!("write `{} ({})`", name.text, c.list.raw(c.ahead(1)))
            })
        {
            let value = self.number_or_reference("a number");
            return Some(NamedNumber { span: self.since(start), name, value });
        }
        if !self.at(TokenKind::LParen) {
            self.unexpected("`(` and a number");
            return None;
        }
        if self.partner().is_none() {
            self.not_closed();
            return None;
        }
        let value = self.group("`)`", |c| c.number_or_reference("a number"));
        self.lose_before_size();
        Some(NamedNumber { span: self.since(start), name, value })
    }

    /// `alternative < Type`, or TypeFromObject with an object before the `.`.
    fn selection_type(&mut self) -> TypeKind {
        if let Some(kind) = self.type_in_lower_case() {
            return kind;
        }
        let word = self.list.word(self.token()).cloned().unwrap_or_default();
        let is_habit = self.ahead(1).kind == TokenKind::LBrace && habit(&word).is_some();
        if matches!(self.ahead(1).kind, TokenKind::Dot | TokenKind::LBrace) && !is_habit {
            return self.referenced_type();
        }
        let type_first = self.word_before().and_then(habit);
        let name = self.take_name();
        if !self.eat(TokenKind::Less) {
            if self.at_keyword(Keyword::End)
                && close_keyword(&name.text).is_none()
                && habit(&name.text).is_none()
            {
                self.unexpected("`<` of a selection type");
            } else {
                if self.dummies.as_ref().is_some_and(|dummies| dummies.contains(&name.text)) {
                    // Its case is reported in the list of parameters.
                    return TypeKind::Error;
                }
                let word = name.text.to_string();
                let fault = match type_first {
                    None if self.names_value(&word) => {
                        let what = format!("`{word}` is a value, not a type");
                        SyntaxKind::Mistaken(
                            what.into(),
                            "write a type here, or its name, which begins with a capital".into(),
                        )
                    }
                    Some(habit) => SyntaxKind::TypeFirst { name: word, habit },
                    None => SyntaxKind::WrongCase { what: "the name of a type", word, capital: true },
                };
                self.lose(name.span, fault);
            }
            return TypeKind::Error;
        }
        TypeKind::Selection(name, Box::new(self.type_()))
    }

    /// `T`, `M.T`, `T {..}`, `CLASS.&field`, `object.&Type`.
    fn referenced_type(&mut self) -> TypeKind {
        let mut reference = self.reference();
        if reference.arguments.is_none() && reference.name.is_upper() {
            if let Some(inside) = self.angle_brackets(&reference.name.text) {
                reference.arguments = Some(self.cut_at_commas(&inside));
            }
            if matches!(self.kind(), TokenKind::UpperField | TokenKind::LowerField)
                && self.last_span().hi == self.token().lo
            {
                let field = self.take_name();
                let hint = format!("write `{}.&{}`", reference.name.text, field.text);
                self.mistaken(
                    reference.span.to(field.span),
                    "a full stop comes before the `&` of a field",
                    hint,
                );
                return TypeKind::Field(reference, vec![field]);
            }
        }
        let path = self.field_path();
        if !path.is_empty() {
            return TypeKind::Field(reference, path);
        }
        if let Some(class) =
            reference.module.clone().filter(|_| !reference.name.is_upper() && !self.is_lost())
        {
            return self.bare_field_of(class, reference.name);
        }
        let bare = reference.module.is_none() && reference.arguments.is_none();
        if let Some(meant) = advice::slip(&reference.name.text, self.kind()).filter(|_| bare) {
            let (wanted, found) = ("a type".into(), format!("`{}`", reference.name.text));
            let meant = Some(meant);
            self.lose(reference.span, SyntaxKind::Unexpected { wanted, found, hint: None, meant });
            return TypeKind::Error;
        }
        if bare {
            if let Some(kind) = self.misspelt_words(&reference.name) {
                return kind;
            }
        }
        if self.at_keyword(Keyword::Of) && bare && reference.name.is_upper() {
            let (wanted, found) = ("SEQUENCE or SET before OF".into(), format!("`{}`", reference.name.text));
            let hint = Some("several values of a type are a SEQUENCE OF it: `SEQUENCE OF INTEGER`".into());
            self.lose(reference.span, SyntaxKind::Unexpected { wanted, found, hint, meant: None });
            return TypeKind::Error;
        }
        if !reference.name.is_upper() && !self.is_lost() {
            self.unexpected_because("`.&` and the name of a type field", Some(NO_FIELD.into()));
            return TypeKind::Error;
        }
        TypeKind::Reference(reference)
    }

    /// `Name.name`: a field of a class without its `&`, or a component. The resolver knows which, where it reads it.
    fn bare_field_of(&mut self, class: Name, field: Name) -> TypeKind {
        if self.is_unknown_in_template(&class) {
            let what = format!("`{}.{}` is not a type", class.text, field.text);
            let place = class.span.after().to(field.span);
            self.lose(place, SyntaxKind::Mistaken(what.into(), NO_FIELD.into()));
            return TypeKind::Error;
        }
        let reference = Reference { span: class.span, module: None, name: class, arguments: None };
        TypeKind::BareField(reference, vec![field])
    }

    /// `.&a.&B`, possibly empty.
    pub(super) fn field_path(&mut self) -> Vec<Name> {
        let mut path = Vec::new();
        while self.at(TokenKind::Dot)
            && matches!(self.ahead(1).kind, TokenKind::UpperField | TokenKind::LowerField)
        {
            self.bump();
            path.push(self.take_name());
        }
        path
    }

    /// A reference that begins at a word, with its module and actual parameters, if any.
    pub(super) fn reference(&mut self) -> Reference {
        let start = self.span();
        let mut name = self.take_name();
        let mut module = None;
        let external =
            self.at(TokenKind::Dot) && matches!(self.ahead(1).kind, TokenKind::Upper | TokenKind::Lower);
        if external && name.is_upper() {
            self.bump();
            module = Some(std::mem::replace(&mut name, self.take_name()));
        }
        let arguments = self.at(TokenKind::LBrace).then(|| self.actual_parameters());
        Reference { span: self.since(start), module, name, arguments }
    }

    /// ActualParameterList, X.683 9.5, split at its commas.
    fn actual_parameters(&mut self) -> Vec<Argument> {
        self.braced("actual parameters").map_or_else(Vec::new, |braced| self.cut_at_commas(&braced.tokens))
    }

    /// Splits a slice at the commas that are not within a group.
    pub(super) fn cut_at_commas(&mut self, slice: &TokenSlice) -> Vec<Argument> {
        if slice.is_empty() {
            return Vec::new();
        }
        let list = slice.list.clone();
        let (mut arguments, mut lo, mut i) = (Vec::new(), slice.lo, slice.lo);
        while i <= slice.hi {
            let token = list.tokens.get(i as usize).filter(|_| i < slice.hi);
            if token.is_none_or(|t| t.kind == TokenKind::Comma) {
                let tokens = TokenSlice { lo, hi: i, ..slice.clone() };
                let span = tokens.span();
                if tokens.is_empty() {
                    self.report(span, SyntaxKind::StrayComma);
                } else {
                    arguments.push(Argument { span, tokens });
                }
                lo = i + 1;
            }
            i = token
                .and_then(|t| list.partner(*t))
                .filter(|&close| close > i && close < slice.hi)
                .unwrap_or(i)
                + 1;
        }
        arguments
    }
}

/// Whether a token can begin a type other than a selection.
pub fn begins_type(kind: TokenKind) -> bool {
    match kind {
        TokenKind::Upper | TokenKind::LBracket => true,
        TokenKind::Keyword(keyword) => {
            use Keyword::{Any, Bit, Choice, Enumerated, Instance, Integer, Sequence, Set};
            matches!(keyword, Any | Bit | Choice | Enumerated | Instance | Integer | Sequence | Set)
                || SIMPLE.iter().any(|(word, _)| *word == keyword)
                || PAIRS.iter().any(|(word, _, _)| *word == keyword)
        }
        _ => false,
    }
}
