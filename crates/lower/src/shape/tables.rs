//! Object sets as tables from keys to types.

use std::collections::{HashMap, HashSet};

use wireglot_model::{FieldKind, Model, ObjectId, ObjectSetId, Setting, TypeId, Value};
use wireglot_plan::{Row, ShapeId, Table, TableId};

use super::shaper::Shaper;

impl Shaper<'_> {
    /// The table of an object set with some key fields; `field` contains the types. `None` if the type of a
    /// key is unknown, because the set is empty and the class does not fix it.
    pub(super) fn table(&mut self, set: ObjectSetId, keys: &[&str], field: Option<&str>) -> Option<TableId> {
        let key = (set, keys.iter().map(|k| k.to_string()).collect(), field.map(str::to_string));
        if let Some(table) = self.tables.known.get(&key) {
            return Some(*table);
        }
        let model = self.model;
        let objects = model.object_set(set);
        let columns: Option<Vec<ShapeId>> = keys.iter().map(|k| self.column_shape(set, k)).collect();
        let fields: Vec<&str> = keys.iter().copied().chain(field).collect();
        let id = TableId(self.shape.tables.len() as u32);
        self.shape.tables.push(Table {
            name: format!("{}({})", objects.name, fields.join(", ")),
            extensible: objects.extensible,
            keys: columns?,
            rows: Vec::new(),
        });
        self.shape.origins.rows.push(Vec::new());
        self.tables.known.insert(key, id);
        let (mut rows, mut origins, mut seen) = (Vec::new(), Vec::new(), HashSet::new());
        for &object in &objects.objects {
            let values: Option<Vec<Value>> = keys.iter().map(|k| value_of(model, object, k)).collect();
            let Some(values) = values else { continue };
            if !seen.insert(format!("{values:?}")) {
                continue;
            }
            let held = field.and_then(|f| model.held_type(object, f));
            let shape = held.map(|ty| self.held_shape(ty, object, &objects.name, rows.len(), field));
            let names = keys.iter().zip(&values).map(|(key, value)| self.name_of(object, key, value));
            let names = names.collect();
            rows.push(Row { name: model.object(object).name.clone(), keys: values, names, shape });
            origins.push(held);
        }
        self.shape.tables[id.index()].rows = rows;
        self.shape.origins.rows[id.index()] = origins;
        Some(id)
    }

    /// The name that a value assignment gives to an object's value of a field.
    fn name_of(&mut self, object: ObjectId, field: &str, value: &Value) -> Option<String> {
        let model = self.model;
        let Some(Setting::Value(ty, _)) = model.setting(object, field) else { return None };
        let names = self.tables.names.get_or_insert_with(|| {
            let mut names = HashMap::new();
            for named in model.modules.iter().flat_map(|module| &module.values) {
                if let Some(key) = name_key(model, named.ty, &named.value) {
                    names.entry(key).or_insert_with(|| named.name.clone());
                }
            }
            names
        });
        names.get(&name_key(model, *ty, value)?).cloned()
    }

    fn held_shape(
        &mut self,
        ty: TypeId,
        object: ObjectId,
        set: &str,
        row: usize,
        field: Option<&str>,
    ) -> ShapeId {
        let name = &self.model.object(object).name;
        let field = field.unwrap_or_default();
        self.id(ty, &None, || match name.is_empty() {
            true => format!("{set}[{row}].{field}"),
            false => format!("{name}.{field}"),
        })
    }

    /// The type of a key column: that of the class's field, or of the first value in it.
    fn column_shape(&mut self, set: ObjectSetId, field: &str) -> Option<ShapeId> {
        let model = self.model;
        let objects = model.object_set(set);
        let class = model.class(objects.class);
        let governor = match class.field(field).map(|f| &f.kind) {
            Some(FieldKind::FixedValue(ty)) => *ty,
            _ => objects.objects.iter().find_map(|&o| match model.setting(o, field) {
                Some(Setting::Value(ty, _)) => Some(*ty),
                _ => None,
            })?,
        };
        Some(self.id(governor, &None, || format!("{}.{field}", class.name)))
    }
}

/// The lookup key for names of values: the type with the innermost name, except for object identifiers, and the value.
fn name_key(model: &Model, ty: TypeId, value: &Value) -> Option<(Option<TypeId>, String)> {
    match value {
        Value::Integer(number) => {
            let (link, named) = model.past_references(ty);
            let named = model.ty(link).name.as_ref().map_or(named, |_| Some(link));
            Some((named, number.to_string()))
        }
        Value::Oid(_) => Some((None, model.show_value(value))),
        _ => None,
    }
}

fn value_of(model: &Model, object: ObjectId, field: &str) -> Option<Value> {
    match model.setting(object, field)? {
        Setting::Value(_, value) => Some(value.clone()),
        _ => None,
    }
}
