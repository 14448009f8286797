//! The typed model that every schema language is resolved to.
//!
//! A model is what a specification *means*: every reference is resolved, every parameter applied,
//! every tag determined, every value read with its type. It does not describe encodings, and nothing
//! is simplified: constraints remain set expressions with their exact meaning.
//!
//! Types form chains: [`Kind::Tagged`], [`Kind::Constrained`] and [`Kind::Reference`] wrap another
//! type, outermost first, until a kind with values ends the chain. `A ::= [1] B (0..5)` is `A:
//! Tagged([1], Constrained(Reference(B), 0..5))`. [`Model::base`] follows it to the end.

mod attributes;
mod by_name;
mod class;
mod constraint;
mod dump;
mod instructions;
pub mod sbe;
pub mod times;
mod types;
mod value;

pub use attributes::*;
pub use by_name::*;
pub use class::*;
pub use constraint::*;
pub use instructions::*;
pub use types::*;
pub use value::*;

use std::collections::{BTreeSet, HashMap, HashSet};

use wireglot_text::Span;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub u32);

        impl $name {
            /// The index into the model's list.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// An index into [`Model::modules`].
    ModuleId
    /// An index into [`Model::types`].
    TypeId
    /// An index into [`Model::classes`].
    ClassId
    /// An index into [`Model::objects`].
    ObjectId
    /// An index into [`Model::object_sets`].
    ObjectSetId
}

/// Everything defined by a set of specifications.
#[derive(Debug, Default)]
pub struct Model {
    /// Modules in the order of the files.
    pub modules: Vec<Module>,
    /// All types, named or not, in the order in which they were resolved.
    pub types: Vec<Type>,
    /// Information object classes.
    pub classes: Vec<Class>,
    /// Information objects, named or defined in place.
    pub objects: Vec<Object>,
    /// Information object sets, named or defined in place.
    pub object_sets: Vec<ObjectSet>,
    /// Schema information that does not affect the encoding.
    pub attributes: Attributes,
    /// JER encoding instructions. The key is the link of a chain that represents the prefix: a
    /// reference to the type after it.
    pub instructions: HashMap<TypeId, Instruction>,
    /// Types with an error that has been reported; nothing may be generated from them. Types that
    /// contain them are not listed; see [`Model::unusable`].
    pub unsound: BTreeSet<TypeId>,
    /// The end of each type's chain; empty until [`Model::close_chains`] has run.
    chains: Vec<Chain>,
}

/// Important links of a type's chain.
#[derive(Clone, Copy, Debug)]
struct Chain {
    /// Its end.
    end: TypeId,
    /// Its first link that is more than a reference.
    link: TypeId,
    /// The last named link before that.
    named: Option<TypeId>,
}

/// One module.
#[derive(Debug)]
pub struct Module {
    /// Its reference, as written.
    pub name: String,
    /// Its object identifier, if it has one.
    pub oid: Option<Vec<wireglot_bigint::BigInt>>,
    /// Ground type assignments, and the instances of parameterized types that ground types use, in
    /// source order.
    pub types: Vec<TypeId>,
    /// Value assignments in source order. (Value set assignments are in `types`, as constrained
    /// types.)
    pub values: Vec<NamedValue>,
    /// Modules that are imported as a whole, each with its local name.
    pub imports: Vec<(String, ModuleId)>,
    /// Its source location.
    pub span: Span,
}

/// A value assignment.
#[derive(Debug, Clone)]
pub struct NamedValue {
    /// Its reference.
    pub name: String,
    /// Its governor.
    pub ty: TypeId,
    /// Its value.
    pub value: Value,
    /// Its source location.
    pub span: Span,
}

impl Model {
    /// The type with this id.
    pub fn ty(&self, id: TypeId) -> &Type {
        &self.types[id.index()]
    }

    /// The class with this id.
    pub fn class(&self, id: ClassId) -> &Class {
        &self.classes[id.index()]
    }

    /// The object with this id.
    pub fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id.index()]
    }

    /// The object set with this id.
    pub fn object_set(&self, id: ObjectSetId) -> &ObjectSet {
        &self.object_sets[id.index()]
    }

    /// An object's setting; a path of field names, separated by full stops, goes through objects.
    pub fn setting(&self, object: ObjectId, path: &str) -> Option<&Setting> {
        let mut parts = path.split('.');
        let mut found = self.object(object).setting(parts.next()?)?;
        for part in parts {
            match found {
                Setting::Object(next) => found = self.object(*next).setting(part)?,
                _ => return None,
            }
        }
        Some(found)
    }

    /// The type that an open type always holds because its object set has one object and is not extensible.
    pub fn only_row(&self, open: &Open) -> Option<TypeId> {
        let relation = open.relation.as_ref().filter(|relation| relation.keys.is_empty())?;
        let set = self.object_set(relation.set);
        match (&set.objects[..], set.extensible) {
            ([object], false) => self.held_type(*object, &open.field),
            _ => None,
        }
    }

    /// The type in a field of an object.
    pub fn held_type(&self, object: ObjectId, field: &str) -> Option<TypeId> {
        match self.setting(object, field)? {
            Setting::Type(ty) => Some(*ty),
            _ => None,
        }
    }

    /// Adds a type.
    pub fn add_type(&mut self, ty: Type) -> TypeId {
        self.types.push(ty);
        TypeId(self.types.len() as u32 - 1)
    }

    /// The end of a chain: the type whose kind has values. Resolving ensures that chains end
    /// (`A ::= B`, `B ::= A` is an error).
    pub fn base(&self, id: TypeId) -> TypeId {
        if let Some(chain) = self.chains.get(id.index()) {
            return chain.end;
        }
        let mut id = id;
        while let Some(next) = self.ty(id).kind.inner() {
            id = next;
        }
        id
    }

    /// The first link of a chain that is not just a reference, and the last named link before it. A
    /// single step after [`Model::close_chains`].
    pub fn past_references(&self, id: TypeId) -> (TypeId, Option<TypeId>) {
        if let Some(chain) = self.chains.get(id.index()) {
            return (chain.link, chain.named);
        }
        let (mut at, mut named) = (id, None);
        while let Kind::Reference(next) = self.ty(at).kind {
            named = self.ty(at).name.as_ref().map(|_| at).or(named);
            at = next;
        }
        (at, named)
    }

    /// Computes where all chains lead, following each link only once. Call it when all types are
    /// final. Chains that do not end are ignored.
    pub fn close_chains(&mut self) {
        let mut chains: Vec<Option<Chain>> = vec![None; self.types.len()];
        for start in (0..self.types.len()).map(|index| TypeId(index as u32)) {
            let (mut links, mut at) = (Vec::new(), start);
            while chains[at.index()].is_none() {
                // For a chain that returns here.
                chains[at.index()] = Some(Chain { end: at, link: at, named: None });
                links.push(at);
                at = self.ty(at).kind.inner().unwrap_or(at);
            }
            for link in links.into_iter().rev() {
                let ty = self.ty(link);
                let Some(rest) = ty.kind.inner().and_then(|inner| chains[inner.index()]) else { continue };
                chains[link.index()] = Some(match ty.kind {
                    Kind::Reference(_) => {
                        Chain { named: rest.named.or(ty.name.as_ref().map(|_| link)), ..rest }
                    }
                    _ => Chain { end: rest.end, link, named: None },
                });
            }
        }
        self.chains = chains.into_iter().flatten().collect();
    }

    /// The unsound types and all types that contain one of them. A specification with errors in some
    /// definitions may still fully define the others.
    pub fn unusable(&self) -> HashSet<TypeId> {
        let mut holders: HashMap<TypeId, Vec<TypeId>> = HashMap::new();
        for (index, ty) in self.types.iter().enumerate() {
            ty.kind.each_part(&mut |part| holders.entry(part).or_default().push(TypeId(index as u32)));
        }
        let mut unusable: HashSet<TypeId> = self.unsound.iter().copied().collect();
        let mut pile: Vec<TypeId> = unusable.iter().copied().collect();
        while let Some(id) = pile.pop() {
            for &holder in holders.get(&id).map_or(&[][..], Vec::as_slice) {
                if unusable.insert(holder) {
                    pile.push(holder);
                }
            }
        }
        unusable
    }

    /// A ground type by module and name; if no module is given, the first with this name.
    pub fn find(&self, module: Option<&str>, name: &str) -> Option<TypeId> {
        let wanted = |m: &&Module| module.is_none_or(|wanted| m.name == wanted);
        self.modules.iter().filter(wanted).flat_map(|m| &m.types).copied().find(|&id| {
            self.ty(id).name.as_ref().is_some_and(|n| n.reference == name && n.arguments.is_empty())
        })
    }

    /// A value assignment by module and name.
    pub fn find_value(&self, module: Option<&str>, name: &str) -> Option<&NamedValue> {
        let wanted = |m: &&Module| module.is_none_or(|wanted| m.name == wanted);
        self.modules.iter().filter(wanted).flat_map(|m| &m.values).find(|v| v.name == name)
    }
}
