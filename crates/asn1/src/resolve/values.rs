//! Values, read with their governors (X.680 17.7 and the value clause of each type).

use wireglot_bigint::BigInt;
use wireglot_model::{Kind, Real, Set, TypeId, Value};
use wireglot_text::Span;

use super::scope::Scope;
use super::strings;
use super::Resolver;
use crate::faults::{LegalKind, ResolveKind, SyntaxKind};
use crate::identifiers::{self, items_of, Identified};
use crate::near::{close_value, few_names, habit, Near};
use crate::parse;
use crate::tree::{self, Braced, ValueKind};

/// The maximum length of a number in decimal digits.
pub(super) const DIGITS: usize = 10_000;

impl<'t> Resolver<'t> {
    /// Reads a value of the governor. `None` if it is invalid, which has been reported.
    pub(super) fn value(&mut self, value: &'t tree::Value, governor: TypeId, scope: &Scope) -> Option<Value> {
        let base = self.base(governor)?;
        self.deeper(value.span, |this| this.value_of_base(value, governor, base, scope))
    }

    fn value_of_base(
        &mut self,
        value: &'t tree::Value,
        governor: TypeId,
        base: TypeId,
        scope: &Scope,
    ) -> Option<Value> {
        match &value.kind {
            ValueKind::Error => None,
            ValueKind::Reference(reference) => self.identifier(value, reference, base, scope),
            ValueKind::Field(reference, path) => {
                let (ty, found) = self.field_value(reference, path, scope)?;
                self.compatible(value, found, ty, base)
            }
            ValueKind::Typed(ty, inner) => self.open_value(value, ty, inner, base, scope),
            ValueKind::Containing(inner) => self.containing(value, inner, governor, base, scope),
            ValueKind::Choice(name, inner) => self.choice(value, name, inner, base, scope),
            ValueKind::Braced(braced) => self.braced(value, braced, base, scope),
            _ => self.literal(value, base),
        }
    }

    /// Values written as one token.
    fn literal(&mut self, value: &'t tree::Value, base: TypeId) -> Option<Value> {
        use ValueKind as V;
        let read = match (&value.kind, &self.model.ty(base).kind) {
            (V::Boolean(b), Kind::Boolean) => Value::Boolean(*b),
            (V::Null, Kind::Null) => Value::Null,
            (V::Number { negative, digits }, Kind::Integer(_)) => {
                Value::Integer(self.number(*negative, digits, value.span)?)
            }
            (V::Number { negative, digits }, Kind::Real) => {
                let number = self.number(false, digits, value.span)?;
                Value::Real(strings::finite(*negative, number, 10, BigInt::zero()))
            }
            (V::Real { negative, text }, Kind::Real) if text.len() <= DIGITS => {
                Value::Real(strings::real(*negative, text)?)
            }
            (V::PlusInfinity, Kind::Real) => Value::Real(Real::PlusInfinity),
            (V::MinusInfinity, Kind::Real) => Value::Real(Real::MinusInfinity),
            (V::NotANumber, Kind::Real) => Value::Real(Real::NotANumber),
            (V::BString(digits), Kind::BitString(_)) => strings::bits_of_binary(digits),
            (V::HString(digits), Kind::BitString(_)) => strings::bits_of_hexadecimal(digits),
            (V::BString(digits), Kind::OctetString) => Value::OctetString(strings::octets_of_binary(digits)),
            (V::HString(digits), Kind::OctetString) => {
                Value::OctetString(strings::octets_of_hexadecimal(digits))
            }
            (V::CString(text), Kind::String(_)) => Value::String(text.to_string()),
            (V::CString(text), Kind::Time(_)) => Value::Time(text.to_string()),
            (V::CString(text), Kind::OidIri | Kind::RelativeOidIri) => Value::Iri(text.to_string()),
            (V::Null, Kind::Any(_) | Kind::Open(_)) => {
                let null = self.plain(super::state::types::Plain::Null);
                Value::Open(null, Box::new(Value::Null))
            }
            (V::Number { negative: false, digits }, Kind::Boolean) => {
                return self.truth_by_number(value, digits, base)
            }
            _ => return self.wrong_value(value, base),
        };
        Some(read)
    }

    /// FALSE and TRUE written as 0 and 1, read as intended.
    fn truth_by_number(&mut self, value: &tree::Value, digits: &str, base: TypeId) -> Option<Value> {
        let truth = match digits {
            "0" => false,
            "1" => true,
            _ => return self.wrong_value(value, base),
        };
        let read = Value::Boolean(truth);
        self.fault(value.span, LegalKind::ByNumber(self.model.show_value(&read)));
        Some(read)
    }

    /// Reports that a value is not of a type.
    pub(super) fn wrong_value(&mut self, value: &tree::Value, base: TypeId) -> Option<Value> {
        if let (Kind::Enumerated(items), ValueKind::Number { digits, negative: false }) =
            (&self.model.ty(base).kind, &value.kind)
        {
            let all = || items.root.iter().chain(items.additions.iter().flatten());
            let worth = self.has_few_faults() && digits.len() <= DIGITS;
            let close = match BigInt::from_decimal(digits).filter(|_| worth) {
                Some(meant) => all().filter(|(_, n)| *n == meant).map(|(name, _)| name.clone()).collect(),
                None => Vec::new(),
            };
            let all = few_names(all().map(|(name, _)| name.as_str()));
            self.fault(value.span, LegalKind::NoItem(digits.to_string(), Near { close, all }));
            return None;
        }
        let ty = self.type_word(base);
        let hint = notation(&value.kind, &self.model.ty(base).kind);
        self.fault(value.span, LegalKind::WrongValue(ty, hint));
        None
    }

    /// A type as shown in messages: its name, or its first words.
    pub(super) fn type_word(&self, id: TypeId) -> String {
        let shown = self.model.show_type(id);
        match shown.split_once(" {") {
            Some((word, _)) => word.to_owned(),
            None => shown,
        }
    }

    /// An identifier defined by the type itself, or a value reference.
    fn identifier(
        &mut self,
        value: &'t tree::Value,
        reference: &'t tree::Reference,
        base: TypeId,
        scope: &Scope,
    ) -> Option<Value> {
        if reference.module.is_none() && reference.arguments.is_none() {
            let name = &*reference.name.text;
            let named = self.identified(base, name);
            match &self.model.ty(base).kind {
                Kind::Enumerated(items) => {
                    if named.is_some() {
                        return Some(Value::Enumerated(name.to_owned()));
                    }
                    let known = || items_of(items);
                    if !self.is_symbol(name, scope) && self.dummy(reference, scope).is_none() {
                        let close = self.near(name, known());
                        let kind = LegalKind::NoItem(name.to_owned(), close);
                        self.fault(value.span, kind);
                        return None;
                    }
                }
                Kind::Choice(_)
                    if !self.is_symbol(name, scope)
                        && self.dummy(reference, scope).is_none()
                        && self.has_few_faults() =>
                {
                    if let Some(ty) = named.and_then(Identified::alternative) {
                        self.no_value_of(name, ty, value.span);
                        return None;
                    }
                }
                Kind::String(_)
                    if name.len() == 1
                        && !self.is_symbol(name, scope)
                        && self.dummy(reference, scope).is_none() =>
                {
                    self.fault(value.span, ResolveKind::NoText(name.to_owned()));
                    return None;
                }
                Kind::Integer(numbers) => {
                    if let Some(Identified::Number(place)) = named {
                        return numbers.get(place).map(|(_, number)| Value::Integer(number.clone()));
                    }
                    let free = !self.is_symbol(name, scope) && self.dummy(reference, scope).is_none();
                    if free && !numbers.is_empty() {
                        let near = self.near(name, numbers.iter().map(|(n, _)| n.as_str()));
                        self.fault(value.span, ResolveKind::NoNumber(name.to_owned(), near));
                        return None;
                    }
                }
                _ => {}
            }
        }
        if reference.name.is_upper() && reference.module.is_none() {
            let name = &*reference.name.text;
            if !self.is_symbol(name, scope) && self.dummy(reference, scope).is_none() {
                let hint = self.meant_by_capital(name, base, scope);
                self.fault(value.span, ResolveKind::ValueCase(name.to_owned(), hint));
                return None;
            }
        }
        let (ty, found) = self.value_reference(reference, scope)?;
        self.compatible(value, found, ty, base)
    }

    /// Reports an alternative without a value.
    fn no_value_of(&mut self, name: &str, ty: TypeId, span: Span) {
        let is_null = self.base(ty).is_some_and(|base| matches!(self.model.ty(base).kind, Kind::Null));
        let what = format!("the alternative `{name}` has no value");
        let hint = format!("write `{name} : {}`", if is_null { "NULL" } else { "value" });
        self.fault(span, SyntaxKind::Mistaken(what.into(), hint.into()));
    }

    /// What to write for an unknown word with a capital where a value is expected.
    fn meant_by_capital(&self, word: &str, base: TypeId, scope: &Scope) -> String {
        let lower = parse::lower(word);
        match (close_value(word), &self.model.ty(base).kind) {
            (Some(keyword), _) => format!("did you mean {}?", keyword.text()),
            _ if self.is_symbol(&lower, scope) => format!("did you mean `{lower}`?"),
            (None, Kind::Integer(_) | Kind::Real) if habit(word).is_some() => {
                habit(word).unwrap_or_default().into()
            }
            (None, Kind::String(_)) => format!("text goes in quotation marks: `\"{word}\"`"),
            _ => "start it with a lowercase letter".into(),
        }
    }

    fn braced(
        &mut self,
        value: &'t tree::Value,
        braced: &'t Braced,
        base: TypeId,
        scope: &Scope,
    ) -> Option<Value> {
        match &self.model.ty(base).kind {
            Kind::Sequence(_) => self.member_values(braced, true, base, scope),
            Kind::Set(_) => self.member_values(braced, false, base, scope),
            Kind::External(inner) | Kind::EmbeddedPdv(inner) | Kind::CharacterString(inner) => {
                let inner = self.base(*inner)?;
                self.braced(value, braced, inner, scope)
            }
            Kind::SequenceOf(element) | Kind::SetOf(element) => {
                let (ty, name) = (element.ty, element.name.clone());
                self.element_values(braced, ty, name.as_deref(), scope)
            }
            Kind::Oid => {
                let arcs = self.oid(braced, false, scope)?;
                self.check_oid(&arcs, value.span);
                Some(Value::Oid(arcs))
            }
            Kind::RelativeOid => self.oid(braced, true, scope).map(Value::Oid),
            Kind::BitString(_) => self.bits(braced, base),
            Kind::String(_) => self.characters(braced, scope).map(Value::String),
            Kind::Real => self.real_parts(value, braced, base, scope),
            _ => self.wrong_value(value, base),
        }
    }

    /// `{1, 2}`, or `{n 1, n 2}` if the element type has a name (X.680 26.3).
    fn element_values(
        &mut self,
        braced: &'t Braced,
        ty: TypeId,
        name: Option<&str>,
        scope: &Scope,
    ) -> Option<Value> {
        let read = match name.filter(|name| is_named_list(braced, name)) {
            None => parse::elements(braced, &mut self.faults),
            Some(name) => {
                let read = parse::members(braced, &mut self.faults);
                let strangers = read.items.iter().filter(|member| *member.name.text != *name);
                let strangers: Vec<_> = strangers.map(|m| (m.name.span, m.name.text.to_string())).collect();
                let sound = read.sound && strangers.is_empty();
                for (span, stranger) in strangers {
                    self.fault(
                        span,
                        LegalKind::NoMember(stranger, Near { close: vec![name.to_owned()], all: Vec::new() }),
                    );
                }
                parse::Reading { items: read.items.into_iter().map(|m| m.value).collect(), sound }
            }
        };
        let mut list = Vec::with_capacity(read.items.len());
        let mut sound = read.sound;
        for item in read.items {
            let item = self.keep_value(item)?;
            let item = self.value(item, ty, scope);
            sound &= item.is_some();
            list.extend(item);
        }
        sound.then_some(Value::List(list))
    }

    /// `{mantissa 314, base 10, exponent -2}` (X.680 21.6).
    fn real_parts(
        &mut self,
        value: &'t tree::Value,
        braced: &'t Braced,
        base: TypeId,
        scope: &Scope,
    ) -> Option<Value> {
        let read = parse::members(braced, &mut self.faults);
        let mut parts = [None, None, None];
        for member in read.items {
            let place = ["mantissa", "base", "exponent"].iter().position(|name| **name == *member.name.text);
            let member = self.keep_value(member.value)?;
            let number = self.integer(member, scope)?;
            match place.and_then(|place| parts.get_mut(place)) {
                Some(part) => *part = Some(number),
                None => return self.wrong_value(value, base),
            }
        }
        match parts {
            [Some(mantissa), Some(radix), Some(exponent)] => match radix.to_u64() {
                Some(radix @ (2 | 10)) => {
                    Some(Value::Real(strings::finite(false, mantissa, radix as u32, exponent)))
                }
                _ => self.wrong_value(value, base),
            },
            _ if read.sound => self.wrong_value(value, base),
            _ => None,
        }
    }

    /// What an identifier stands for in the type that defines it.
    pub(super) fn identified(&mut self, base: TypeId, name: &str) -> Option<Identified> {
        let kind = &self.model.ty(base).kind;
        match self.types.busy.contains(&base) {
            true => identifiers::find_now(kind, name),
            false => self.values.identifiers.find(base, kind, name),
        }
    }

    /// The type of an alternative; reports it if there is none of that name.
    pub(super) fn alternative(&mut self, choice: TypeId, name: &tree::Name) -> Option<TypeId> {
        let found = self.identified(choice, &name.text).and_then(Identified::alternative);
        if let (None, Kind::Choice(members)) = (found, &self.model.ty(choice).kind) {
            let close = self.near(&name.text, members.all().map(|c| c.name.as_str()));
            self.fault(name.span, LegalKind::NoAlternative(name.text.to_string(), close));
        }
        found
    }

    fn choice(
        &mut self,
        value: &'t tree::Value,
        name: &'t tree::Name,
        inner: &'t tree::Value,
        base: TypeId,
        scope: &Scope,
    ) -> Option<Value> {
        if !matches!(self.model.ty(base).kind, Kind::Choice(_)) {
            return self.wrong_value(value, base);
        }
        let ty = self.alternative(base, name)?;
        let inner = self.value(inner, ty, scope)?;
        Some(Value::Choice(name.text.to_string(), Box::new(inner)))
    }

    /// `Type : value`, a value of an open type (X.681 14.6).
    fn open_value(
        &mut self,
        value: &'t tree::Value,
        ty: &'t tree::Type,
        inner: &'t tree::Value,
        base: TypeId,
        scope: &Scope,
    ) -> Option<Value> {
        if !matches!(self.model.ty(base).kind, Kind::Open(_) | Kind::Any(_)) {
            return self.wrong_value(value, base);
        }
        let ty = self.ty(ty, scope);
        let inner = self.value(inner, ty, scope)?;
        Some(Value::Open(ty, Box::new(inner)))
    }

    /// `CONTAINING value`: of the type in the governor's contents constraint.
    fn containing(
        &mut self,
        value: &'t tree::Value,
        inner: &'t tree::Value,
        governor: TypeId,
        base: TypeId,
        scope: &Scope,
    ) -> Option<Value> {
        let Some(ty) = self.contained_type(governor) else { return self.wrong_value(value, base) };
        let inner = self.value(inner, ty, scope)?;
        Some(Value::Containing(ty, Box::new(inner)))
    }

    fn contained_type(&mut self, governor: TypeId) -> Option<TypeId> {
        let mut at = governor;
        loop {
            self.constraint_now(at);
            if let Kind::Constrained { constraint, .. } = &self.model.ty(at).kind {
                if let Set::Contents { containing: Some(ty), .. } = constraint.root {
                    return Some(ty);
                }
            }
            at = self.model.ty(at).kind.inner()?;
        }
    }
}

/// Whether a list of elements begins with the element's name and a value.
fn is_named_list(braced: &Braced, name: &str) -> bool {
    let rest = braced.tokens.text().trim_start().strip_prefix(name);
    rest.is_some_and(|rest| {
        let behind = rest.trim_start();
        let ends = rest.starts_with(|c: char| c.is_whitespace() || c == '{' || c == '"' || c == '\'');
        ends && !behind.is_empty() && !behind.starts_with([',', ':', '.', '}'])
    })
}

/// How to write a value of a type that was written as in another language.
fn notation(value: &tree::ValueKind, ty: &Kind) -> Option<&'static str> {
    use tree::ValueKind as V;
    Some(match (value, ty) {
        (V::Boolean(_) | V::CString(_) | V::Real { .. }, Kind::Integer(_)) => {
            "a value of INTEGER is a whole number, such as 5 or -5"
        }
        (V::HString(_) | V::BString(_), Kind::Integer(_)) => "a value of INTEGER is written in decimal",
        (_, Kind::Boolean) => "the values of BOOLEAN are TRUE and FALSE",
        (_, Kind::OctetString) => {
            "octets are written in hexadecimal digits between quotes, with an H: `'0F10'H`"
        }
        (_, Kind::BitString(_)) => {
            "bits are written between quotes, with a B, or in hexadecimal with an H: `'0101'B`"
        }
        (V::Number { .. } | V::HString(_) | V::BString(_), Kind::String(_)) => {
            "text goes in quotation marks, `\"text\"`, and a length in `(SIZE (10))`"
        }
        (_, Kind::Null) => "the only value of NULL is NULL",
        (V::CString(_), Kind::Enumerated(_)) => "write the name of the item without quotation marks",
        (_, Kind::Oid) => "an object identifier goes in braces, with spaces: `{1 2 840 113549}`",
        (V::CString(_), Kind::Real) => "a value of REAL is a number, such as 0.5 or 1E3",
        (_, Kind::Time(_)) => "a time goes in quotation marks: `\"20261128120000Z\"`",
        (_, Kind::Sequence(_) | Kind::Set(_)) => {
            "a value with components goes in braces: `{name value, ...}`"
        }
        (_, Kind::SequenceOf(_) | Kind::SetOf(_)) => "the elements go in braces: `{1, 2, 3}`",
        (_, Kind::Choice(_)) => "a value of a CHOICE is written `alternative : value`",
        _ => return None,
    })
}
