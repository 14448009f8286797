//! bitproto: from the model to the layout. The width of a type is its `bits` attribute, or the sum
//! of its parts.

use std::collections::HashMap;

use wireglot_model::{Bound, Component, Constraint, End, Kind, Model, ModuleId, Set, Subject, TypeId, Value};
use wireglot_plan::layout::{Presence, Scalar, BITPROTO, LENGTH_PREFIX};
use wireglot_plan::{
    Layout, LayoutField, LayoutId, LayoutItem, LayoutKind, LayoutModule, LayoutType, LayoutValue,
};

/// The layout of all modules. `stems` are the names of their files.
pub fn bitproto(model: &Model, stems: &[String]) -> Layout {
    let layout = Layout { conventions: BITPROTO, ..Layout::default() };
    let mut planner = Planner { model, layout, ids: HashMap::new() };
    for (index, module) in model.modules.iter().enumerate() {
        let items = planner.items(ModuleId(index as u32));
        planner.layout.modules.push(LayoutModule {
            name: module.name.clone(),
            stem: stems.get(index).cloned().unwrap_or_default(),
            imports: module.imports.iter().map(|(name, id)| (name.clone(), id.index())).collect(),
            attributes: model.attributes.all(Subject::Module(ModuleId(index as u32))).to_vec(),
            items,
        });
    }
    planner.layout
}

struct Planner<'m> {
    model: &'m Model,
    layout: Layout,
    ids: HashMap<TypeId, LayoutId>,
}

impl Planner<'_> {
    /// Constants and types of a module, in source order.
    fn items(&mut self, id: ModuleId) -> Vec<LayoutItem> {
        let model = self.model;
        let module = &model.modules[id.index()];
        let constants = module.values.iter().enumerate().map(|(position, constant)| {
            let subject = Subject::Value(id, position as u32);
            let doc = model.attributes.text(subject, "doc").map(str::to_string);
            let item =
                LayoutItem::Constant { name: constant.name.clone(), value: constant.value.clone(), doc };
            (constant.span.lo, item)
        });
        let mut placed: Vec<(u32, LayoutItem)> = constants.collect();
        let mut outer = u32::MAX;
        for &ty in module.types.iter().rev() {
            // A nested type precedes the one that contains it, in whose place it is.
            let nested = model.ty(ty).name.as_ref().is_some_and(|n| n.reference.contains('.'));
            if !nested {
                outer = model.ty(ty).span.lo;
            }
            placed.push((outer, LayoutItem::Type(self.ty(ty))));
        }
        let split = module.values.len();
        placed[split..].reverse();
        placed.sort_by_key(|(lo, _)| *lo);
        placed.into_iter().map(|(_, item)| item).collect()
    }

    fn ty(&mut self, id: TypeId) -> LayoutId {
        if let Some(&known) = self.ids.get(&id) {
            return known;
        }
        let (kind, bits, fixed) = self.kind(id);
        let ty = self.model.ty(id);
        let path = ty.name.iter().flat_map(|name| name.reference.split('.')).map(str::to_string).collect();
        let scalar = match &kind {
            LayoutKind::Signed => Scalar::Signed,
            LayoutKind::Float => Scalar::Float,
            _ => Scalar::Unsigned,
        };
        self.layout.types.push(LayoutType {
            path,
            module: ty.module.index(),
            kind,
            bits,
            fixed,
            scalar,
            null: None,
            doc: ty.doc.clone(),
            span: ty.span,
        });
        let known = LayoutId(self.layout.types.len() as u32 - 1);
        self.ids.insert(id, known);
        known
    }

    /// The kind of a type, its size in bits, and whether that is the same in every version.
    fn kind(&mut self, id: TypeId) -> (LayoutKind, u64, bool) {
        let model = self.model;
        let bits = model.attributes.number(Subject::Type(id), "bits").unwrap_or(0) as u64;
        match &model.ty(id).kind {
            Kind::Boolean => (LayoutKind::Boolean, bits, true),
            Kind::Real => (LayoutKind::Float, bits, true),
            Kind::Enumerated(items) => {
                let values = items.root.iter().enumerate().map(|(position, (name, value))| LayoutValue {
                    name: name.clone(),
                    value: value.to_u64().unwrap_or(0),
                    doc: model
                        .attributes
                        .text(Subject::Member(id, position as u32), "doc")
                        .map(str::to_string),
                });
                (LayoutKind::Enumerated(values.collect()), bits, true)
            }
            Kind::Reference(inner) => {
                let inner = self.ty(*inner);
                let (bits, fixed) = self.extent(inner);
                (LayoutKind::Alias(inner), bits, fixed)
            }
            Kind::Sequence(members) => self.record(id, &members.root, members.additions.is_some()),
            Kind::Constrained { inner, constraint } => match &model.ty(*inner).kind {
                Kind::SequenceOf(of) => {
                    let element = self.ty(of.ty);
                    let (each, fixed) = self.extent(element);
                    let (count, extensible) = array_size(constraint);
                    let lead = if extensible { LENGTH_PREFIX } else { 0 };
                    (
                        LayoutKind::Array { element, count, extensible },
                        lead + count * each,
                        fixed && !extensible,
                    )
                }
                _ if model.attributes.get(Subject::Type(id), "byte").is_some() => {
                    (LayoutKind::Byte, bits, true)
                }
                _ if starts_below_zero(constraint) => (LayoutKind::Signed, bits, true),
                _ => (LayoutKind::Unsigned, bits, true),
            },
            _ => (LayoutKind::Unsigned, bits, true),
        }
    }

    fn extent(&self, id: LayoutId) -> (u64, bool) {
        let ty = self.layout.get(id);
        (ty.bits, ty.fixed)
    }

    fn record(&mut self, id: TypeId, root: &[Component], extensible: bool) -> (LayoutKind, u64, bool) {
        let mut offset = if extensible { LENGTH_PREFIX } else { 0 };
        let mut fixed = !extensible;
        let mut fields = Vec::with_capacity(root.len());
        for (position, component) in root.iter().enumerate() {
            let ty = self.ty(component.ty);
            let (bits, same) = self.extent(ty);
            let subject = Subject::Member(id, position as u32);
            fields.push(LayoutField {
                name: component.name.clone(),
                number: self.model.attributes.number(subject, "number").unwrap_or(position as i64 + 1),
                ty,
                offset,
                presence: Presence::Always,
                since: 0,
                in_place: false,
                doc: component.doc.clone(),
                span: component.span,
            });
            offset += bits;
            fixed &= same;
        }
        (LayoutKind::Record { fields, extensible }, offset, fixed)
    }
}

/// The number of elements given by a SIZE constraint with one value, and whether there may be more.
fn array_size(constraint: &Constraint) -> (u64, bool) {
    let Set::Size(size) = &constraint.root else { return (0, false) };
    let count = match &size.root {
        Set::Range(Bound { end: End::Value(Value::Integer(n)), .. }, _) => n.to_u64().unwrap_or(0),
        _ => 0,
    };
    (count, size.extension.is_some())
}

fn starts_below_zero(constraint: &Constraint) -> bool {
    matches!(&constraint.root, Set::Range(Bound { end: End::Value(Value::Integer(n)), .. }, _) if n.is_negative())
}
