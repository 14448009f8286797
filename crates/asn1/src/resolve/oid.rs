//! OBJECT IDENTIFIER and RELATIVE-OID values (X.680 32, 33) and the arc names of X.660.

use wireglot_bigint::BigInt;
use wireglot_model::{Kind, TypeId, Value};

use super::scope::Scope;
use super::state::names::Symbol;
use super::Resolver;
use crate::faults::{LegalKind, ResolveKind};
use crate::parse::{self, OidComponent};
use crate::token::TokenKind;
use crate::tree::{self, Braced};

/// Arcs whose number may be omitted: parent, name, number (X.660 A.2 to A.5).
const KNOWN: &[(&[u32], &str, u32)] = &[
    (&[], "itu-t", 0),
    (&[], "ccitt", 0),
    (&[], "itu-r", 0),
    (&[], "iso", 1),
    (&[], "joint-iso-itu-t", 2),
    (&[], "joint-iso-ccitt", 2),
    (&[0], "recommendation", 0),
    (&[0], "question", 1),
    (&[0], "administration", 2),
    (&[0], "network-operator", 3),
    (&[0], "identified-organization", 4),
    (&[0], "r-recommendation", 5),
    (&[1], "standard", 0),
    (&[1], "registration-authority", 1),
    (&[1], "member-body", 2),
    (&[1], "identified-organization", 3),
];

/// The number of a named arc under `parents`.
fn known(parents: &[BigInt], name: &str) -> Option<BigInt> {
    let same = |path: &[u32]| {
        path.len() == parents.len()
            && path.iter().zip(parents).all(|(a, b)| BigInt::from(u64::from(*a)) == *b)
    };
    if let Some(row) = KNOWN.iter().find(|(path, n, _)| *n == name && same(path)) {
        return Some(BigInt::from(u64::from(row.2)));
    }
    // The series of recommendations: `recommendation x` is 0 0 24.
    match name.as_bytes() {
        [letter @ b'a'..=b'z'] if same(&[0, 0]) => Some(BigInt::from(u64::from(letter - b'a') + 1)),
        _ => None,
    }
}

/// The arcs of a group with only numbers and known names, read directly from its tokens.
pub(super) fn plain(braced: &Braced) -> Option<Vec<BigInt>> {
    let list = braced.tokens.list();
    let mut tokens = braced.tokens.tokens().iter().peekable();
    let mut arcs = Vec::new();
    while let Some(token) = tokens.next() {
        let arc = match token.kind {
            TokenKind::Number => {
                BigInt::from_decimal(list.raw(*token).get(..40).unwrap_or(list.raw(*token)))?
            }
            TokenKind::Lower if tokens.next_if(|t| t.kind == TokenKind::LParen).is_some() => {
                let number = tokens.next().filter(|t| t.kind == TokenKind::Number)?;
                tokens.next().filter(|t| t.kind == TokenKind::RParen)?;
                BigInt::from_decimal(list.raw(*number).get(..40).unwrap_or(list.raw(*number)))?
            }
            TokenKind::Lower => known(&arcs, list.word(*token)?)?,
            _ => return None,
        };
        arcs.push(arc);
    }
    (!arcs.is_empty()).then_some(arcs)
}

/// Arcs as shown in messages: `{1 3 6}`.
pub(super) fn shown(arcs: &[BigInt]) -> String {
    let arcs: Vec<String> = arcs.iter().map(BigInt::to_string).collect();
    format!("{{{}}}", arcs.join(" "))
}

/// Whether `has` is a later version of `wanted`: all arcs are equal except the last, which is greater (X.680
/// 13.18).
pub(super) fn succeeds(has: &[BigInt], wanted: &[BigInt]) -> bool {
    match (has.split_last(), wanted.split_last()) {
        (Some((a, before_a)), Some((b, before_b))) => before_a == before_b && a >= b,
        _ => false,
    }
}

/// Whether arcs are a valid OBJECT IDENTIFIER: the first is 0, 1 or 2, the second below 40 under 0 and 1
/// (X.690 8.19.4).
fn fits(arcs: &[BigInt]) -> bool {
    let (two, forty) = (BigInt::from(2), BigInt::from(40));
    match arcs {
        [] => false,
        [first] => *first <= two,
        [first, second, ..] => *first == two || *first < two && *second < forty,
    }
}

impl<'t> Resolver<'t> {
    /// `{ iso org(3) dod 6 }`.
    pub(super) fn oid(&mut self, braced: &'t Braced, relative: bool, scope: &Scope) -> Option<Vec<BigInt>> {
        let read = parse::oid_components(braced, &mut self.faults);
        let mut arcs = Vec::new();
        for (index, component) in read.items.into_iter().enumerate() {
            let first = index == 0 && !relative;
            if !self.arc(component, first, relative, &mut arcs, scope) {
                return None;
            }
        }
        read.sound.then_some(arcs)
    }

    /// Adds the arcs of one component; `false` if it cannot be read.
    fn arc(
        &mut self,
        component: OidComponent,
        first: bool,
        relative: bool,
        arcs: &mut Vec<BigInt>,
        scope: &Scope,
    ) -> bool {
        let span = component.span;
        let value = match (component.name, component.value) {
            (Some(name), Some(value)) => {
                if !relative {
                    self.named_arc(&name.text, &value, arcs);
                }
                value
            }
            (None, Some(value)) => value,
            (Some(name), None) => {
                if let Some(number) = known(arcs, &name.text).filter(|_| !relative) {
                    arcs.push(number);
                    return true;
                }
                let reference = tree::Reference { span, module: None, name, arguments: None };
                let symbol = self.symbol(&reference.name.text, scope);
                let is_defined = symbol.is_some_and(|symbol| !matches!(symbol, Symbol::Absent));
                if !is_defined && self.dummy(&reference, scope).is_none() {
                    let close = self.close_to(&reference.name, scope);
                    self.fault(span, ResolveKind::NoArc(reference.name.text.to_string(), close));
                    return false;
                }
                tree::Value { span, kind: tree::ValueKind::Reference(reference) }
            }
            (None, None) => return false,
        };
        match &value.kind {
            tree::ValueKind::Number { negative: false, digits } => match self.number(false, digits, span) {
                Some(number) => arcs.push(number),
                None => return false,
            },
            tree::ValueKind::Number { .. } => {
                self.fault(span, LegalKind::NotAnArc);
                return false;
            }
            _ => match self.referenced_arcs(value, first, scope) {
                Some(more) => arcs.extend(more),
                None => return false,
            },
        }
        true
    }

    /// A name with a number that is not its own (X.680 32.11, X.660 A.2 to A.5).
    fn named_arc(&mut self, name: &str, value: &tree::Value, arcs: &[BigInt]) {
        let tree::ValueKind::Number { negative: false, digits } = &value.kind else { return };
        let own = known(arcs, name).map(|own| own.to_string());
        if let Some(own) = own.filter(|own| own != digits.as_ref() as &str) {
            self.fault(value.span, LegalKind::OtherArc(name.to_owned(), digits.to_string(), own));
        }
    }

    /// A reference among the arcs: an INTEGER or a RELATIVE-OID, and in first position also an OBJECT
    /// IDENTIFIER.
    fn referenced_arcs(&mut self, value: tree::Value, first: bool, scope: &Scope) -> Option<Vec<BigInt>> {
        let span = value.span;
        let value = self.keep_value(value)?;
        let (ty, found) = match &value.kind {
            tree::ValueKind::Reference(reference) => self.value_reference(reference, scope)?,
            tree::ValueKind::Field(reference, path) => self.field_value(reference, path, scope)?,
            tree::ValueKind::Error => return None,
            _ => {
                self.fault(span, LegalKind::NotAnArc);
                return None;
            }
        };
        let base = self.base(ty)?;
        match (found, &self.model.ty(base).kind) {
            (Value::Integer(number), _) if !number.is_negative() => Some(vec![number]),
            (Value::Oid(arcs), Kind::RelativeOid) => Some(arcs),
            (Value::Oid(arcs), _) if first => Some(arcs),
            _ => {
                self.fault(span, LegalKind::NotAnArc);
                None
            }
        }
    }

    /// Reports arcs that are not a valid OBJECT IDENTIFIER.
    pub(super) fn check_oid(&mut self, arcs: &[BigInt], span: wireglot_text::Span) {
        if !fits(arcs) {
            let text: Vec<String> = arcs.iter().take(3).map(BigInt::to_string).collect();
            self.fault(span, LegalKind::OidRange(text.join(" ")));
        } else if let [arc] = arcs {
            self.fault(span, LegalKind::OneArc(arc.to_string()));
        }
    }

    /// Whether a name has a meaning in the module, which may be an import in vain.
    pub(super) fn is_symbol(&self, name: &str, scope: &Scope) -> bool {
        matches!(self.symbol(name, scope), Some(Symbol::Definition(_) | Symbol::Absent | Symbol::Poison))
    }

    /// An integer as written.
    pub(super) fn number(
        &mut self,
        negative: bool,
        digits: &str,
        span: wireglot_text::Span,
    ) -> Option<BigInt> {
        if digits.len() > super::values::DIGITS {
            self.fault(span, ResolveKind::TooLarge);
            return None;
        }
        let number = BigInt::from_decimal(digits)?;
        if negative && number.is_zero() {
            self.fault(span, LegalKind::MinusZero);
            return None;
        }
        Some(if negative { number.negated() } else { number })
    }

    /// The type of OBJECT IDENTIFIER, for ENCODED BY.
    pub(super) fn oid_type(&mut self) -> TypeId {
        self.plain(super::state::types::Plain::Oid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arcs(list: &[u64]) -> Vec<BigInt> {
        list.iter().map(|&n| BigInt::from(n)).collect()
    }

    #[test]
    fn names_of_x660() {
        assert_eq!(known(&[], "iso"), Some(BigInt::from(1)));
        assert_eq!(known(&arcs(&[1]), "member-body"), Some(BigInt::from(2)));
        assert_eq!(known(&arcs(&[0, 0]), "x"), Some(BigInt::from(24)));
        assert_eq!(known(&arcs(&[1, 2]), "us"), None);
    }

    #[test]
    fn roots_are_bounded() {
        assert!(fits(&arcs(&[2, 999, 1])));
        assert!(fits(&arcs(&[1, 39])));
        assert!(!fits(&arcs(&[1, 40])));
        assert!(!fits(&arcs(&[3])));
    }
}
