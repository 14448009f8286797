//! Resolves trees into the model. Names are looked up at their use among the declarations above it, from the
//! innermost scope outwards, dotted names as a whole.
//!
//! A bitproto type is a constrained type of the model: `uint3` is INTEGER (0..7), an array is a SEQUENCE OF
//! with a single SIZE, a message is a SEQUENCE whose components are in the order of their field numbers. `'`
//! is an extension marker. Everything else that the model cannot express is an attribute:
//!
//! | subject | attribute | value |
//! | --- | --- | --- |
//! | module | each option, by its name | its value |
//! | module | `doc` | the comment above its `proto` |
//! | type | `bits` | width of a bool, byte, integer, float or enum |
//! | type | `byte` | true for `byte` and nothing else |
//! | message | `max_bytes` | its value |
//! | member | `number` | a field's number |
//! | member | `doc` | the comment above an enum value |
//! | value | `doc` | the comment above a constant |

use std::collections::HashMap;

use wireglot_bigint::BigInt;
use wireglot_diag::Diagnostics;
use wireglot_model::{
    Component, Enumerated, Kind, Members, Model, Module, ModuleId, Name, NamedValue, Presence, Subject, Type,
    TypeId, Value,
};
use wireglot_text::Span;

use crate::faults::Finding;
use crate::tree::{Expr, ExprKind, File, Item, ItemKind, TypeExpr, Word};

mod constants;
mod extent;
mod options;
mod scope;
mod size;
mod types;

use scope::{Entity, Scopes};

/// The allowed number of elements of an array.
const ARRAY: std::ops::RangeInclusive<i64> = 1..=65535;
/// The allowed field numbers.
const FIELD: std::ops::RangeInclusive<i64> = 1..=255;
/// The maximum size of a message in bits, including its own length prefix.
const MESSAGE: u64 = 65535;
/// The maximum length of a chain of imports.
const IMPORTS: usize = 100;
/// The size in bits of the length prefix of an extensible message or array.
pub const LEAD: u64 = 16;

/// A file and the files that it imports, in order.
#[derive(Debug)]
pub struct Parsed {
    /// Its tree.
    pub tree: File,
    /// For each import of the tree: the index of the file, or why there is none.
    pub imports: Vec<Result<usize, String>>,
}

/// Options of the resolver.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// `'` is an error, for targets that require a fixed layout.
    pub fixed: bool,
}

/// Resolves files and their imports into modules of the model, imported ones first.
pub fn resolve(files: &[Parsed], options: Options, model: &mut Model, diagnostics: &mut Diagnostics) {
    let mut resolver = Resolver {
        files,
        options,
        model,
        diagnostics,
        scopes: Scopes::default(),
        states: files.iter().map(|_| State::Waiting).collect(),
        base: HashMap::new(),
        sizes: HashMap::new(),
        module: ModuleId(0),
        extended: false,
        path: Vec::new(),
        around: Vec::new(),
        importing: 0,
        lost: Lost::default(),
    };
    for index in 0..files.len() {
        resolver.file(index);
    }
}

/// The progress of a file.
#[derive(Debug, Clone, Copy)]
enum State {
    Waiting,
    Open,
    Done(ModuleId, scope::ScopeId),
}

struct Resolver<'a> {
    files: &'a [Parsed],
    options: Options,
    model: &'a mut Model,
    diagnostics: &'a mut Diagnostics,
    scopes: Scopes,
    states: Vec<State>,
    /// Unnamed base types of the module.
    base: HashMap<(ModuleId, String), TypeId>,
    /// The sizes of types computed so far.
    sizes: HashMap<TypeId, extent::Extent>,
    module: ModuleId,
    /// Whether its file enables extensions.
    extended: bool,
    /// The names of the enclosing messages.
    path: Vec<String>,
    /// The statements of the file and of the enclosing messages: a name may be defined below its use.
    around: Vec<&'a [Item]>,
    /// The number of files being resolved, each imported by the one before.
    importing: usize,
    /// Which names of the file are not known because of errors.
    lost: Lost,
}

/// Names that are not known because of errors that are reported themselves.
#[derive(Default)]
struct Lost {
    /// Those of an imported file.
    imports: bool,
    /// Those of types in the file.
    types: bool,
}

impl Lost {
    fn of(parsed: &Parsed, imported: &[Option<usize>]) -> Lost {
        let mut lost = Lost { imports: imported.contains(&None), types: false };
        let mut pile: Vec<&Item> = parsed.tree.items.iter().collect();
        while let Some(item) = pile.pop() {
            match &item.kind {
                ItemKind::Message { items, .. } => pile.extend(items),
                ItemKind::Broken { first, name: None } => {
                    lost.imports |= is_import(&first.text);
                    lost.types |= ["type", "enum", "message"].contains(&first.text.as_str());
                }
                _ => {}
            }
        }
        lost
    }
}

/// Whether a statement begins with this word to import a file, perhaps in another language.
fn is_import(first: &str) -> bool {
    ["import", "include", "use", "using", "from"].contains(&first) || first.starts_with("#include")
}

impl<'a> Resolver<'a> {
    fn report(&mut self, finding: Finding) {
        self.diagnostics.report(&finding);
    }

    /// Resolves a file, unless that has been done; its imports come first.
    fn file(&mut self, index: usize) {
        if !matches!(self.states[index], State::Waiting) {
            return;
        }
        self.states[index] = State::Open;
        let files = self.files;
        let mut named: Option<Span> = None;
        let parsed = &files[index];
        let imported = self.imports(index, parsed);
        let around = (self.module, std::mem::take(&mut self.scopes.open));
        let extended = std::mem::replace(&mut self.extended, parsed.tree.extended);
        let lost = std::mem::replace(&mut self.lost, Lost::of(parsed, &imported));
        self.module = ModuleId(self.model.modules.len() as u32);
        self.model.modules.push(Module {
            name: String::new(),
            oid: None,
            types: Vec::new(),
            values: Vec::new(),
            imports: Vec::new(),
            span: parsed.tree.end,
        });
        let scope = self.scopes.push();
        let outer = std::mem::replace(&mut self.around, vec![&parsed.tree.items]);
        let mut imports = imported.into_iter();
        for item in &parsed.tree.items {
            match &item.kind {
                ItemKind::Proto(name) => self.proto(item, name, &mut named),
                ItemKind::Import { name, path } => {
                    if let Some(Some(target)) = imports.next() {
                        self.import(name.as_ref(), path, target);
                    }
                }
                _ => self.item(item),
            }
        }
        let is_proto =
            |item: &Item| matches!(&item.kind, ItemKind::Broken { first, .. } if first.text == "proto");
        if named.is_none() && !parsed.tree.items.iter().any(is_proto) {
            let start = Span::new(parsed.tree.end.file, 0, 0);
            let fault = Finding::error("B0301", start, "this file has no proto name");
            self.report(fault.hint("begin it with `proto name`"));
        }
        self.around = outer;
        self.states[index] = State::Done(self.module, scope);
        (self.module, self.scopes.open) = around;
        self.extended = extended;
        self.lost = lost;
    }

    /// Resolves the imports of a file; `None` for those that failed.
    fn imports(&mut self, own: usize, parsed: &'a Parsed) -> Vec<Option<usize>> {
        let paths = parsed.tree.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Import { path, .. } => Some(path),
            _ => None,
        });
        let mut seen: HashMap<usize, Span> = HashMap::new();
        let mut out = Vec::new();
        for (path, target) in paths.zip(&parsed.imports) {
            let fault = match target {
                Err(why) => {
                    let what = format!("cannot import `{}`: {why}", path.text);
                    let fault = Finding::error("B0305", path.span, what);
                    Some(match why.contains("outside of the schema's folder") {
                        true => fault.hint("--allow-outside allows it"),
                        false => fault,
                    })
                }
                Ok(index) if *index == own => Some(
                    Finding::error("B0304", path.span, "this file imports itself").hint("remove this line"),
                ),
                Ok(index) if matches!(self.states[*index], State::Open) => Some(
                    Finding::error("B0304", path.span, "this file is being imported already")
                        .hint("files cannot import each other: move what both need into a third"),
                ),
                Ok(_) if self.importing == IMPORTS => {
                    let why = format!("files import one another more than {IMPORTS} deep");
                    Some(Finding::error("B0305", path.span, format!("cannot import `{}`: {why}", path.text)))
                }
                Ok(index) => seen.insert(*index, path.span).map(|first| {
                    Finding::error("B0303", path.span, "this file is imported twice")
                        .also(first, "first here")
                }),
            };
            match (fault, target) {
                (None, Ok(index)) => {
                    self.importing += 1;
                    self.file(*index);
                    self.importing -= 1;
                    out.push(Some(*index));
                }
                (Some(fault), _) => {
                    self.report(fault);
                    out.push(None);
                }
                (None, Err(_)) => out.push(None),
            }
        }
        out
    }

    fn proto(&mut self, item: &Item, name: &Word, named: &mut Option<Span>) {
        if let Some(doc) = doc(item) {
            self.model.attributes.add(Subject::Module(self.module), "doc", Value::String(doc));
        }
        match *named {
            Some(first) => {
                let fault = Finding::error("B0302", name.span, "the proto already has a name");
                self.report(fault.also(first, "first here"));
            }
            None => *named = Some(name.span),
        }
        let module = &mut self.model.modules[self.module.index()];
        module.name = name.text.clone();
        module.span = name.span;
    }

    fn import(&mut self, name: Option<&Word>, path: &Word, target: usize) {
        let State::Done(module, scope) = self.states[target] else { return };
        let (name, span) = match name {
            Some(word) => (word.text.clone(), word.span),
            None => (self.model.modules[module.index()].name.clone(), path.span),
        };
        if self.declare(&name, span, Entity::Import, Some(scope)) {
            self.model.modules[self.module.index()].imports.push((name, module));
        }
    }

    /// Declares a name in the innermost scope.
    fn declare(&mut self, name: &str, span: Span, entity: Entity, members: Option<scope::ScopeId>) -> bool {
        let (what, hint) = match entity {
            Entity::Option => ("set", "remove one of them"),
            _ => ("defined", "give one of them another name"),
        };
        match self.scopes.declare(name, span, entity, members) {
            Ok(()) => true,
            Err(first) => {
                let fault = Finding::error("B0302", span, format!("`{name}` is {what} twice"));
                self.report(fault.also(first, "first here").hint(hint));
                false
            }
        }
    }

    fn item(&mut self, item: &'a Item) {
        match &item.kind {
            ItemKind::Option { name, value } => self.option(name, value, None),
            ItemKind::Alias { name, ty } => self.alias(item, name, ty),
            ItemKind::Const { name, value } => self.constant(item, name, value),
            ItemKind::Enum { name, ty, items } => self.enumeration(item, name, ty, items),
            ItemKind::Message { name, extensible, items } => self.message(item, name, *extensible, items),
            ItemKind::Broken { name: Some(name), .. } => {
                self.declare(&name.text, name.span, Entity::Broken, None);
            }
            ItemKind::Broken { name: None, .. }
            | ItemKind::Proto(_)
            | ItemKind::Import { .. }
            | ItemKind::EnumValue { .. }
            | ItemKind::Field { .. } => {}
        }
    }

    fn named(&mut self, name: &Word, kind: Kind, item: &Item) -> TypeId {
        let mut path = self.path.clone();
        path.push(name.text.clone());
        let id = self.model.add_type(Type {
            kind,
            name: Some(Name { reference: path.join("."), arguments: String::new() }),
            module: self.module,
            span: name.span,
            doc: doc(item),
        });
        self.model.modules[self.module.index()].types.push(id);
        id
    }

    fn unnamed(&mut self, kind: Kind, span: Span) -> TypeId {
        self.model.add_type(Type { kind, name: None, module: self.module, span, doc: None })
    }

    fn alias(&mut self, item: &Item, name: &Word, ty: &TypeExpr) {
        let inner = self.ty(ty);
        if let Some(inner) = inner.filter(|&inner| self.model.ty(inner).name.is_some()) {
            let fault = Finding::error("B0407", ty.span, "an alias cannot rename a named type");
            let place = self.model.ty(inner).span;
            self.report(fault.also(place, "named here").hint("use that name, or an array of it"));
        }
        let id = inner.map(|inner| self.named(name, Kind::Reference(inner), item));
        if let Some(id) = id {
            self.bounded(id, name);
        }
        self.declare(&name.text, name.span, id.map_or(Entity::Broken, Entity::Type), None);
    }

    fn constant(&mut self, item: &Item, name: &Word, value: &Expr) {
        let value = self.evaluate(value);
        let entity = value.clone().map_or(Entity::Broken, Entity::Constant);
        if !self.declare(&name.text, name.span, entity, None) {
            return;
        }
        let Some(value) = value else { return };
        let kind = match value {
            Value::Boolean(_) => Kind::Boolean,
            Value::String(_) => Kind::String(wireglot_model::StringKind::Utf8),
            _ => Kind::Integer(Vec::new()),
        };
        let ty = self.unnamed(kind, name.span);
        let module = &mut self.model.modules[self.module.index()];
        let position = module.values.len() as u32;
        module.values.push(NamedValue { name: name.text.clone(), ty, value, span: name.span });
        if let Some(doc) = doc(item) {
            self.model.attributes.add(Subject::Value(self.module, position), "doc", Value::String(doc));
        }
    }

    fn enumeration(&mut self, item: &Item, name: &Word, ty: &Word, items: &[Item]) {
        let bits = self.base(ty).map(|base| self.size(base));
        self.scopes.push();
        let mut values: Vec<(String, BigInt)> = Vec::new();
        let mut docs = Vec::new();
        let mut seen: HashMap<BigInt, Span> = HashMap::new();
        for item in items {
            let ItemKind::EnumValue { name, value } = &item.kind else { continue };
            let ExprKind::Integer(number) = &value.kind else { continue };
            if bits.is_some_and(|bits| number.bits() > bits) {
                let fault =
                    Finding::error("B0405", value.span, format!("{number} does not fit in {}", ty.text));
                let fault = fault.also(ty.span, "the type");
                self.report(match number.bits() {
                    wider @ 1..=64 => fault.hint(format!("use uint{wider}, or a smaller value")),
                    _ => fault,
                });
            } else if let Some(&first) = seen.get(number) {
                let fault = Finding::error("B0406", value.span, format!("the value {number} is taken"));
                self.report(fault.also(first, "first here"));
            }
            seen.entry(number.clone()).or_insert(value.span);
            if self.declare(&name.text, name.span, Entity::EnumValue, None) {
                values.push((name.text.clone(), number.clone()));
                docs.push(doc(item));
            }
        }
        let members = self.scopes.pop();
        let enumerated = Enumerated { root: values, additions: Some(Vec::new()) };
        let id = self.named(name, Kind::Enumerated(enumerated), item);
        for (position, doc) in docs.into_iter().enumerate() {
            if let Some(doc) = doc {
                self.model.attributes.add(Subject::Member(id, position as u32), "doc", Value::String(doc));
            }
        }
        self.attribute(id, "bits", bits.unwrap_or(1));
        self.declare(&name.text, name.span, Entity::Type(id), Some(members));
    }

    fn message(&mut self, item: &Item, name: &Word, extensible: Option<Span>, items: &'a [Item]) {
        self.extensible_allowed(extensible);
        self.scopes.push();
        self.path.push(name.text.clone());
        self.around.push(items);
        let mut fields: Vec<(i64, Component)> = Vec::new();
        let mut numbers: HashMap<i64, Span> = HashMap::new();
        let mut limits = Vec::new();
        for item in items {
            match &item.kind {
                ItemKind::Field { ty, name, number } => {
                    fields.extend(self.field(item, ty, name, number, &mut numbers))
                }
                ItemKind::Option { name, value } => self.option(name, value, Some(&mut limits)),
                ItemKind::Enum { .. } | ItemKind::Message { .. } | ItemKind::Broken { .. } => self.item(item),
                _ => {}
            }
        }
        let members = self.scopes.pop();
        self.path.pop();
        self.around.pop();
        fields.sort_by_key(|(number, _)| *number);
        let (numbers, root): (Vec<i64>, Vec<Component>) = fields.into_iter().unzip();
        let kind =
            Kind::Sequence(Members { root, additions: extensible.map(|_| Vec::new()), root2: Vec::new() });
        let id = self.named(name, kind, item);
        for (position, number) in numbers.into_iter().enumerate() {
            let subject = Subject::Member(id, position as u32);
            self.model.attributes.add(subject, "number", Value::Integer(number.into()));
        }
        self.message_fits(id, name, &limits);
        self.bounded(id, name);
        self.declare(&name.text, name.span, Entity::Type(id), Some(members));
    }

    fn field(
        &mut self,
        item: &Item,
        ty: &TypeExpr,
        name: &Word,
        number: &Expr,
        numbers: &mut HashMap<i64, Span>,
    ) -> Option<(i64, Component)> {
        let resolved = self.ty(ty);
        let ExprKind::Integer(value) = &number.kind else { return None };
        let value = value.to_i64().unwrap_or(i64::MAX);
        if !FIELD.contains(&value) {
            self.report(Finding::error("B0403", number.span, "a field's number is from 1 to 255"));
        } else if let Some(&first) = numbers.get(&value) {
            let fault = Finding::error("B0404", number.span, format!("the number {value} is taken"))
                .also(first, "by this field")
                .hint("numbers give the order of the fields on the wire; use each once");
            self.report(fault);
        }
        let new = self.declare(&name.text, name.span, Entity::Field, None);
        let ty = resolved.filter(|_| new)?;
        numbers.entry(value).or_insert(name.span);
        let component = Component {
            name: name.text.clone(),
            ty,
            presence: Presence::Required,
            span: name.span,
            doc: doc(item),
        };
        Some((value, component))
    }
}

/// The comment above a statement.
fn doc(item: &Item) -> Option<String> {
    (!item.comments.is_empty()).then(|| item.comments.join("\n"))
}
