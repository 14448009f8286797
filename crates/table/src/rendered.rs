//! Values shown in human-readable form.

use std::sync::Arc;

use wireglot_driver::messages::{Message, Rendering, Show};
use wireglot_driver::{Shape, ShapeKind};

use crate::columns::{Column, Columns, Place, Rendered};
use crate::kind::{Content, Kind};

impl Columns {
    /// Shows values by rules: their columns become text. Timestamps remain what they are.
    pub fn render(&mut self, of: &dyn Message, rules: Rendering) {
        self.rendered = Rendered { rules: Arc::new(rules), message: of.name().to_string() };
        for place in 0..self.all.len() as Place {
            if suits(of.shape(), self.get(place)) && self.show(place).is_some() {
                let column = &mut self.all[usize::from(place)];
                (column.kind, column.content) = (Kind::Text, Content::Rendered);
            }
        }
    }

    /// How the values of a column are shown, if a rule says so.
    pub fn show(&self, place: Place) -> Option<Show<'_>> {
        self.rendered.rules.at(&self.field(place))
    }

    /// JSON text of a column with its values as the rules say.
    pub fn shown(&self, place: Place, json: &[u8]) -> Option<String> {
        match self.rendered.rules.is_empty() {
            true => None,
            false => {
                Some(self.rendered.rules.show(&self.field(place).join("."), std::str::from_utf8(json).ok()?))
            }
        }
    }

    /// The names on the way to a column, beginning with the message.
    fn field(&self, place: Place) -> Vec<&str> {
        let around = std::iter::successors(Some(place), |place| self.get(*place).parent);
        let named = |place: &Place| {
            let is_element = self.get(*place).parent.is_some_and(|list| self.get(list).kind == Kind::List);
            let is_row = *place == 0 || self.in_row && self.get(*place).parent == Some(0);
            !is_element && !is_row
        };
        let names = around.filter(named).map(|place| self.get(place).part.as_str());
        let message = self.rendered.message.rsplit('.');
        let mut names: Vec<&str> = names.chain(message).collect();
        names.reverse();
        names
    }
}

/// Whether the values of a column can be shown in another form.
fn suits(shape: &Shape, column: &Column) -> bool {
    let Some(ty) = column.shape.filter(|_| column.content == Content::Value) else { return false };
    match shape.get(ty).kind {
        ShapeKind::OctetString { .. } => column.kind == Kind::Binary,
        ShapeKind::Time(_) => column.kind == Kind::Text,
        ShapeKind::Integer { .. } | ShapeKind::Oid => true,
        _ => false,
    }
}
