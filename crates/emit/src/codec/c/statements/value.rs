//! Constants of the schema in C: defaults that are set.

use wireglot_model::Value;
use wireglot_plan::{ShapeId, ShapeKind, SlotPresence};

use crate::analysis::contents::octets_of;
use crate::analysis::storage::{Storage, ANY};
use crate::codec::c::constants::literal;
use crate::codec::c::statements::context::C;
use crate::codec::c::walk::Place;
use crate::Writer;

impl C<'_> {
    pub fn number_of(&self, shape: ShapeId, value: &Value) -> Option<i128> {
        match (value, &self.shape.get(shape).kind) {
            (Value::Integer(n), _) => n.to_i128(),
            (Value::Enumerated(name), ShapeKind::Enumerated { items, .. }) => {
                items.iter().find(|(item, _)| item == name).map(|(_, n)| i128::from(*n))
            }
            _ => None,
        }
    }

    /// A number of the C type, or the constant of an ENUMERATED item.
    pub fn constant_of(&self, shape: ShapeId, value: &Value) -> Option<String> {
        match (value, &self.shape.get(shape).kind, self.layout.storage(shape)) {
            (Value::Boolean(value), ..) => Some(value.to_string()),
            (Value::Enumerated(name), ShapeKind::Enumerated { items, .. }, _) => {
                let at = items.iter().position(|(item, _)| item == name)?;
                Some(self.names.constant(shape, at as u32).to_string())
            }
            (_, _, Storage::Integer(width)) => {
                self.number_of(shape, value).filter(|n| width.holds(*n)).map(|n| width.constant(n))
            }
            _ => None,
        }
    }

    /// Prints statements that set a place to a value.
    pub fn set(&self, w: &mut Writer, place: &Place, value: &Value) {
        let text = &place.text;
        if self.layout.storage(place.shape) == ANY {
            return;
        }
        if let Some(constant) = self.constant_of(place.shape, value) {
            return w.line(format!("{text} = {constant};"));
        }
        match (value, self.layout.storage(place.shape)) {
            (Value::Containing(_, inner) | Value::Open(_, inner), _) => self.set(w, place, inner),
            // A DEFAULT that the C type can't hold: a sender that omits it sends a number that doesn't fit.
            (Value::Integer(_), Storage::Integer(_)) => {
                w.line(format!("wg_fail({}, WG_ERROR_RANGE);", self.r()));
            }
            (Value::BitString { octets, bits, .. }, Storage::Bits(inline)) => {
                let literal = literal(octets);
                match inline {
                    None => w.line(format!("{text} = wg_bits_of({literal}.data, {bits});")),
                    Some(_) => w.line(format!(
                        "wg_copy_bits(r, wg_bits_of({literal}.data, {bits}), {text}.octets, sizeof {text}.octets, &{text}.count);"
                    )),
                }
            }
            (_, Storage::Octets(_, Some(_))) => {
                let literal = literal(&octets_of(self.shape, place.shape, value));
                w.line(format!(
                    "wg_copy_octets(r, {literal}, {text}.octets, sizeof {text}.octets, &{text}.size);"
                ));
            }
            (Value::Real(_), Storage::Double) => {
                let literal = literal(&octets_of(self.shape, place.shape, value));
                w.line(format!("{text} = wg_double_of({literal});"));
            }
            (_, Storage::Big | Storage::Octets(_, None)) => {
                w.line(format!("{text} = {};", literal(&octets_of(self.shape, place.shape, value))));
            }
            (Value::Members(members), Storage::Record) => self.set_members(w, place, members),
            (Value::List(none), Storage::Record) if none.is_empty() => self.set_members(w, place, &[]),
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

    pub fn alternative_named(&self, choice: ShapeId, name: &str) -> Option<u32> {
        match &self.shape.get(choice).kind {
            ShapeKind::Choice { alternatives, .. } => {
                alternatives.iter().position(|a| a.name == name).map(|at| at as u32)
            }
            _ => None,
        }
    }
}
