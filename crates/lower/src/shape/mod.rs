//! From the model to the shape: flattens chains, computes bounds, numbers slots, connects open types with
//! their keys.

mod alphabet;
mod instructions;
mod kinds;
mod least;
mod limits;
mod nesting;
mod open;
mod ranges;
mod repeats;
mod shaper;
mod simplify;
mod strip;
mod tables;

use wireglot_diag::Diagnostics;
use wireglot_model::{Kind, Model, TypeId, Value};
use wireglot_plan::{Shape, ShapeId, ShapeKind, ShapeRoot, ShapeType};

use crate::fault::Fault;

pub(crate) use alphabet::{of_kind, Alphabets};
pub(crate) use limits::{integer_end, members};
pub(crate) use ranges::{by_pairs, intersection, normalise, union, Ranges, Step};
pub(crate) use simplify::{sizes_of, widen};
pub(crate) use strip::strip;

use shaper::{Pending, Shaper, Within};

/// The shapes of the types in `roots` and of all types they use; without `roots`, of all ground types. An
/// unnamed root is called `value`.
pub fn shape(model: &Model, roots: Option<&[TypeId]>) -> (Shape, Diagnostics) {
    let all: Vec<TypeId> = match roots {
        Some(list) => list.to_vec(),
        None => model.modules.iter().flat_map(|m| &m.types).copied().collect(),
    };
    let mut shaper = Shaper::new(model);
    for ty in all {
        shaper.root(ty, roots.is_some());
    }
    shaper.finish()
}

impl<'m> Shaper<'m> {
    /// Adds a root if the type is `asked` for or is a ground type.
    fn root(&mut self, ty: TypeId, asked: bool) {
        self.no_component(ty);
        let head = self.model.ty(ty);
        let reference = head.name.as_ref().map_or("value", |name| &name.reference);
        let shape = self.id(ty, &None, || reference.to_string());
        if asked || head.name.as_ref().is_some_and(|name| name.arguments.is_empty()) {
            let module = self.model.modules[head.module.index()].name.clone();
            self.shape.roots.push(ShapeRoot { module, reference: reference.to_string(), shape });
            self.shape.origins.roots.push(ty);
        }
    }

    fn finish(mut self) -> (Shape, Diagnostics) {
        // After an error in the whole specification, further work is useless.
        while let Some(pending) = self.queue.pop_front().filter(|_| !self.limits.exhausted()) {
            self.fill(pending);
        }
        self.limits.faults.iter().for_each(|fault| self.faults.report(fault));
        if let Some(span) = nesting::too_deep(&self.shape) {
            self.faults.report(&Fault::DeepTypes { most: nesting::DEEPEST, span });
        }
        if let Some(span) = least::too_many(&self.shape) {
            self.faults.report(&Fault::ManyValues { most: least::MOST, span });
        }
        self.name_oids();
        (self.shape, self.faults)
    }

    /// Takes over the names that value assignments give to object identifiers.
    fn name_oids(&mut self) {
        let model = self.model;
        for named in model.modules.iter().flat_map(|module| &module.values) {
            let (link, _) = model.past_references(named.ty);
            if let (Value::Oid(arcs), Kind::Oid) = (&named.value, &model.ty(link).kind) {
                self.shape.oids.add(arcs, &named.name);
            }
        }
    }

    /// The shape of a type, reserved if it is new. `path` makes the name of a type defined in place.
    fn id(&mut self, ty: TypeId, within: &Within, path: impl FnOnce() -> String) -> ShapeId {
        let (at, named) = strip(self.model, ty);
        if let Some(id) = self.ids.get(&at) {
            return *id;
        }
        let id = self.reserve(at, named, within, path);
        self.ids.insert(at, id);
        id
    }

    /// Reserves a new shape that has only a name.
    fn reserve(
        &mut self,
        at: TypeId,
        named: Option<TypeId>,
        within: &Within,
        path: impl FnOnce() -> String,
    ) -> ShapeId {
        let model = self.model;
        let head = model.ty(named.unwrap_or(at));
        let name = match &head.name {
            Some(_) => self.called(named.unwrap_or(at)),
            None => path(),
        };
        let name = self.unique(head.module.0, name);
        let id = ShapeId(self.shape.types.len() as u32);
        self.shape.types.push(ShapeType {
            name,
            module: model.modules[head.module.index()].name.clone(),
            kind: ShapeKind::Null,
            jer: Default::default(),
            checks: Vec::new(),
            span: head.span,
            doc: head.doc.clone(),
        });
        self.shape.origins.types.push(at);
        let within = if named.is_some() { None } else { within.clone() };
        self.queue.push_back(Pending { id, ty: at, within });
        id
    }

    /// The name at the start of paths to the parts of a type: that of the type where the parts are defined,
    /// which for `B (WITH COMPONENTS ...)` is B.
    fn owner(&mut self, id: ShapeId) -> String {
        let (mut at, mut named) = (self.shape.origins.types[id.index()], None);
        while let Some(inner) = self.model.ty(at).kind.inner() {
            at = inner;
            named = self.model.ty(at).name.as_ref().map(|_| at).or(named);
        }
        match named {
            Some(named) => self.called(named),
            None => self.shape.types[id.index()].name.clone(),
        }
    }

    /// The name of a named type. Instances with the same name are numbered in the order in which they are
    /// used, so that unused ones do not affect names.
    fn called(&mut self, ty: TypeId) -> String {
        let head = self.model.ty(ty);
        let Some(name) = &head.name else { return String::new() };
        if name.arguments.is_empty() {
            return name.reference.clone();
        }
        let (namesakes, instances) = (&mut self.namesakes, &mut self.instances);
        let number = || {
            let whole = format!("{}{}", name.reference, name.arguments);
            let number = namesakes.entry((head.module.0, whole.clone())).or_insert(0);
            *number += 1;
            match *number {
                1 => whole,
                number => format!("{whole}~{number}"),
            }
        };
        instances.entry(ty).or_insert_with(number).clone()
    }

    /// The name, with a number added if it is taken.
    fn unique(&mut self, module: u32, name: String) -> String {
        if self.names.insert((module, name.clone())) {
            return name;
        }
        let numbered = (2..).map(|n| format!("{name}~{n}"));
        let free = numbered.into_iter().find(|n| !self.names.contains(&(module, n.clone())));
        let free = free.unwrap_or(name);
        self.names.insert((module, free.clone()));
        free
    }
}
