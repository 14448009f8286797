//! Constants of the schema as C: defaults that are set, and compared with.

use wireglot_bigint::BigInt;
use wireglot_model::{Real, Value};
use wireglot_plan::{ShapeId, ShapeKind, SlotPresence};

use super::dialect::C;
use super::storage::{unit, Storage};
use crate::core::{Conditions, Control, Place, Places, Reading};
use crate::Writer;

/// A type of which nothing is known: no constant can be put into it, nor compared with it.
const ANY: Storage = Storage::Octets("wg_any", None);

impl C<'_> {
    /// A string literal with these octets, as a slice.
    fn literal(octets: &[u8]) -> String {
        let text: String = octets.iter().map(|o| format!("\\x{o:02x}")).collect();
        format!("wg_literal(\"{text}\", {})", octets.len())
    }

    /// The octets that a value has in memory, where it is a slice.
    fn octets_of(&self, shape: ShapeId, value: &Value) -> Vec<u8> {
        match value {
            Value::OctetString(octets) | Value::BitString { octets, .. } => octets.clone(),
            Value::Integer(n) => n.to_twos_complement(),
            Value::Oid(arcs) => oid(arcs, matches!(self.shape.get(shape).kind, ShapeKind::Oid)),
            Value::Iri(text) | Value::Time(text) => text.clone().into_bytes(),
            Value::Real(value) => real(value),
            Value::String(text) => match &self.shape.get(shape).kind {
                ShapeKind::String { kind, .. } => characters(text, unit(*kind)),
                _ => text.clone().into_bytes(),
            },
            _ => Vec::new(),
        }
    }

    fn number_of(&self, shape: ShapeId, value: &Value) -> Option<i128> {
        match (value, &self.shape.get(shape).kind) {
            (Value::Integer(n), _) => n.to_i128(),
            (Value::Enumerated(name), ShapeKind::Enumerated { items, .. }) => {
                items.iter().find(|(item, _)| item == name).map(|(_, n)| i128::from(*n))
            }
            _ => None,
        }
    }

    /// A number of the C type; the name of an ENUMERATED's item.
    fn constant_of(&self, shape: ShapeId, value: &Value) -> Option<String> {
        match (value, &self.shape.get(shape).kind, self.layout.storage(shape)) {
            (Value::Boolean(value), ..) => Some(value.to_string()),
            (Value::Enumerated(name), ShapeKind::Enumerated { items, .. }, _) => {
                let at = items.iter().position(|(item, _)| item == name)?;
                Some(self.names.constant(shape, at as u32).to_string())
            }
            (_, _, Storage::Integer(width)) => self.number_of(shape, value).map(|n| width.constant(n)),
            _ => None,
        }
    }

    /// Statements that give a place a value.
    pub(super) fn set(&self, w: &mut Writer, place: &Place, value: &Value) {
        let text = &place.text;
        if self.layout.storage(place.shape) == ANY {
            return;
        }
        if let Some(constant) = self.constant_of(place.shape, value) {
            return w.line(format!("{text} = {constant};"));
        }
        match (value, self.layout.storage(place.shape)) {
            (Value::Containing(_, inner) | Value::Open(_, inner), _) => self.set(w, place, inner),
            (Value::BitString { octets, bits }, Storage::Bits(inline)) => {
                let literal = Self::literal(octets);
                match inline {
                    None => w.line(format!("{text} = wg_bits_of({literal}.data, {bits});")),
                    Some(_) => w.line(format!(
                        "wg_copy_bits(r, wg_bits_of({literal}.data, {bits}), {text}.octets, sizeof {text}.octets, &{text}.count);"
                    )),
                }
            }
            (_, Storage::Octets(_, Some(_))) => {
                let literal = Self::literal(&self.octets_of(place.shape, value));
                w.line(format!(
                    "wg_copy_octets(r, {literal}, {text}.octets, sizeof {text}.octets, &{text}.size);"
                ));
            }
            (_, Storage::Big | Storage::Octets(_, None)) => {
                w.line(format!("{text} = {};", Self::literal(&self.octets_of(place.shape, value))));
            }
            (Value::Members(members), Storage::Record) => self.set_members(w, place, members),
            (Value::Choice(name, inner), Storage::Choice) => {
                let Some(at) = self.alternative_named(place.shape, name) else { return };
                self.set_alternative(w, place, at);
                self.set_part(w, &self.alternative(place, at), inner);
            }
            (Value::List(list), Storage::List(inline)) => self.set_list(w, place, list, inline.is_some()),
            _ => {}
        }
    }

    fn set_part(&self, w: &mut Writer, place: &Place, value: &Value) {
        let stored = self.begin_storage(w, place);
        self.set(w, place, value);
        if stored {
            self.end(w);
        }
    }

    fn set_members(&self, w: &mut Writer, place: &Place, members: &[(String, Value)]) {
        let ShapeKind::Record { slots, .. } = &self.shape.get(place.shape).kind else { return };
        for (at, slot) in slots.iter().enumerate() {
            let given = members.iter().find(|(name, _)| *name == slot.name).map(|(_, value)| value);
            let part = self.slot(place, at as u32);
            match (given, &slot.presence) {
                (Some(value), presence) => {
                    if !matches!(presence, SlotPresence::Required) {
                        self.set_present(w, place, at as u32);
                    }
                    self.set_part(w, &part, value);
                }
                (None, SlotPresence::Default(_, value)) => self.set_part(w, &part, value),
                (None, _) => {}
            }
        }
    }

    fn set_list(&self, w: &mut Writer, place: &Place, list: &[Value], inline: bool) {
        let ShapeKind::List { element, .. } = &self.shape.get(place.shape).kind else { return };
        let element = self.layout.held(*element);
        let text = &place.text;
        if list.is_empty() {
            return;
        }
        if !inline {
            let ty = self.names.held(self.layout, element);
            w.open(format!(
                "if (({text}.items = ({ty} *)wg_new(r, {} * sizeof({ty}))) != NULL) {{",
                list.len()
            ));
        }
        for (i, value) in list.iter().enumerate() {
            self.set(w, &Place { text: format!("{text}.items[{i}]"), shape: element }, value);
        }
        w.line(format!("{text}.count = {};", list.len()));
        if !inline {
            w.close("}");
        }
    }

    pub(super) fn alternative_named(&self, choice: ShapeId, name: &str) -> Option<u32> {
        match &self.shape.get(choice).kind {
            ShapeKind::Choice { alternatives, .. } => {
                alternatives.iter().position(|a| a.name == name).map(|at| at as u32)
            }
            _ => None,
        }
    }

    /// An expression: whether a place has that value (X.680's abstract equality).
    pub(super) fn equality(&self, place: &Place, value: &Value) -> String {
        let text = &place.text;
        if self.layout.storage(place.shape) == ANY {
            return "false".into();
        }
        if let Value::Boolean(value) = value {
            return if *value { text.clone() } else { format!("!{text}") };
        }
        if let Some(constant) = self.constant_of(place.shape, value) {
            return format!("{text} == {constant}");
        }
        match (value, self.layout.storage(place.shape)) {
            (Value::Containing(_, inner) | Value::Open(_, inner), _) => self.equality(place, inner),
            (Value::BitString { octets, bits }, Storage::Bits(_)) => {
                let named = matches!(&self.shape.get(place.shape).kind,
                    ShapeKind::BitString { named, .. } if !named.is_empty());
                let equal = if named { "wg_named_bits_equal" } else { "wg_bits_equal" };
                let literal = Self::literal(octets);
                format!("{equal}({}, wg_bits_of({literal}.data, {bits}))", self.slice(place))
            }
            (_, Storage::Big | Storage::Octets(..)) => {
                let literal = Self::literal(&self.octets_of(place.shape, value));
                format!("wg_octets_equal({}, {literal})", self.slice(place))
            }
            (Value::Members(members), Storage::Record) => self.members_equal(place, members),
            (Value::Choice(name, inner), Storage::Choice) => {
                let Some(at) = self.alternative_named(place.shape, name) else { return "false".into() };
                let inner = self.equality(&self.alternative(place, at), inner);
                self.join(&[self.holds(place, at), inner], true)
            }
            (Value::List(list), Storage::List(_)) => self.lists_equal(place, list),
            _ => "true".to_string(),
        }
    }

    fn members_equal(&self, place: &Place, members: &[(String, Value)]) -> String {
        let ShapeKind::Record { slots, .. } = &self.shape.get(place.shape).kind else {
            return "false".into();
        };
        let mut all = Vec::new();
        for (at, slot) in slots.iter().enumerate() {
            let at = at as u32;
            let given = members.iter().find(|(name, _)| *name == slot.name).map(|(_, value)| value);
            let part = self.slot(place, at);
            let present = || self.present(place, at);
            match (given, &slot.presence) {
                (Some(value), SlotPresence::Required) => all.push(self.equality(&part, value)),
                (Some(value), SlotPresence::Optional(_)) => {
                    all.push(present());
                    all.push(self.equality(&part, value));
                }
                (Some(value), SlotPresence::Default(_, default)) => {
                    let mut ways = vec![self.join(&[present(), self.equality(&part, value)], true)];
                    if value == default {
                        ways.push(self.not(&present()));
                    }
                    all.push(self.join(&ways, false));
                }
                (None, SlotPresence::Default(_, default)) => {
                    let ways = [self.not(&present()), self.equality(&part, default)];
                    all.push(self.join(&ways, false));
                }
                (None, SlotPresence::Optional(_)) => all.push(self.not(&present())),
                (None, SlotPresence::Required) => {}
            }
        }
        self.join(&all, true)
    }

    /// Lists in order; of a SET OF, each value as often as it is given.
    fn lists_equal(&self, place: &Place, list: &[Value]) -> String {
        let ShapeKind::List { element, set, .. } = &self.shape.get(place.shape).kind else {
            return "false".into();
        };
        let element = self.layout.held(*element);
        let text = &place.text;
        let item = |i: usize| Place { text: format!("{text}.items[{i}]"), shape: element };
        let mut all = vec![format!("{text}.count == {}", list.len())];
        for (i, value) in list.iter().enumerate() {
            if !set || list.len() == 1 {
                all.push(self.equality(&item(i), value));
            } else if !list[..i].contains(value) {
                let times = list.iter().filter(|v| *v == value).count();
                let each: Vec<String> = (0..list.len())
                    .map(|i| format!("({} ? 1 : 0)", self.equality(&item(i), value)))
                    .collect();
                all.push(format!("{} == {times}", each.join(" + ")));
            }
        }
        self.join(&all, true)
    }
}

/// Contents octets of an OBJECT IDENTIFIER (X.690 8.19) or RELATIVE-OID (8.20).
fn oid(arcs: &[BigInt], absolute: bool) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = arcs;
    if let (true, [first, second, tail @ ..]) = (absolute, arcs) {
        let head = (0..first.to_i64().unwrap_or(0)).fold(second.clone(), |n, _| n.plus(&BigInt::from(40)));
        out.extend(base128(&head));
        rest = tail;
    }
    rest.iter().for_each(|arc| out.extend(base128(arc)));
    out
}

/// Seven bits an octet, most significant first, the upper bit set on all but the last.
fn base128(arc: &BigInt) -> Vec<u8> {
    let octets = arc.magnitude();
    let bit = |i: u64| octets.iter().rev().nth((i / 8) as usize).is_some_and(|o| o >> (i % 8) & 1 == 1);
    let groups = arc.bits().div_ceil(7).max(1);
    (0..groups)
        .rev()
        .map(|g| {
            let value = (0..7).fold(0u8, |n, b| n | u8::from(bit(g * 7 + b)) << b);
            if g > 0 {
                value | 0x80
            } else {
                value
            }
        })
        .collect()
}

/// Characters of that many octets each; 0 is UTF-8.
fn characters(text: &str, unit: u32) -> Vec<u8> {
    match unit {
        0 => text.as_bytes().to_vec(),
        _ => text
            .chars()
            .flat_map(|c| u32::from(c).to_be_bytes().into_iter().skip(4 - unit as usize))
            .collect(),
    }
}

/// Contents octets of a REAL in the canonical form (X.690 11.3).
fn real(value: &Real) -> Vec<u8> {
    match value {
        Real::PlusInfinity => vec![0x40],
        Real::MinusInfinity => vec![0x41],
        Real::NotANumber => vec![0x42],
        Real::MinusZero => vec![0x43],
        Real::Finite { mantissa, .. } if mantissa.is_zero() => Vec::new(),
        Real::Finite { mantissa, base: 10, exponent } => {
            let digits = mantissa.to_string();
            let trimmed = digits.trim_end_matches('0');
            let exponent = exponent.plus(&BigInt::from((digits.len() - trimmed.len()) as i64));
            let sign = if exponent.is_zero() { "+" } else { "" };
            format!("\u{3}{trimmed}.E{sign}{exponent}").into_bytes()
        }
        Real::Finite { mantissa, exponent, .. } => binary_real(mantissa, exponent),
    }
}

fn binary_real(mantissa: &BigInt, exponent: &BigInt) -> Vec<u8> {
    let octets = mantissa.magnitude();
    let zeros = octets.iter().rev().fold((0u32, true), |(n, open), o| match (open, o) {
        (true, 0) => (n + 8, true),
        (true, o) => (n + o.trailing_zeros(), false),
        _ => (n, false),
    });
    let shift = zeros.0;
    let exponent = exponent.plus(&BigInt::from(i64::from(shift))).to_twos_complement();
    let (whole, part) = ((shift / 8) as usize, shift % 8);
    let kept = &octets[..octets.len() - whole];
    let mut shifted: Vec<u8> = Vec::new();
    for (i, octet) in kept.iter().enumerate() {
        let above = if i > 0 { kept[i - 1] } else { 0 };
        shifted.push(((u16::from(above) << 8 | u16::from(*octet)) >> part) as u8);
    }
    let start = shifted.iter().position(|o| *o != 0).unwrap_or(0);
    let mut head = 0x80 | if mantissa.is_negative() { 0x40 } else { 0 };
    let mut out = Vec::new();
    match exponent.len() {
        n @ 1..=3 => {
            head |= n as u8 - 1;
            out.push(head);
        }
        n => out.extend([head | 3, n as u8]),
    }
    out.extend(exponent);
    out.extend(&shifted[start..]);
    out
}
