//! A specification ready for use: types by name, decoding and encoding.

use std::collections::HashSet;
use std::sync::Arc;

use wireglot_interp::json::{JsonReader, JsonWriter, Layout, Spelling};
use wireglot_interp::{
    equal, stuck, Codec, DecodeError, DecodeOptions, Defaults, EncodeError, EncodeOptions, SampleOptions,
    Sampler, Tape, ValueRef,
};
use wireglot_model::{Kind, TypeId, Value};
use wireglot_plan::{OpenShape, Rules, Shape, ShapeId, ShapeKind};

use super::pipeline::{compile, plan, sound_part, Compiled, SchemaFiles};
use crate::component::{components, Component};
use crate::names::close_names;
use crate::open_error::{Faulty, OpenError, UnknownName};
use crate::sources::Host;

/// Compiled schemas and their codecs.
#[derive(Debug)]
pub struct Specification {
    made: Compiled,
    shape: Arc<Shape>,
    strict: bool,
    /// Built from the sound types of a specification with errors.
    partial: bool,
    codecs: Vec<(Rules, Codec)>,
    /// The contents of open types and containing strings stay undecoded bytes.
    closed: bool,
    /// Components whose encoding is kept.
    raw: HashSet<(ShapeId, u32)>,
    defaults: Defaults,
}

/// What a name refers to.
#[derive(Debug)]
pub struct Named {
    /// The type, as an index into the shape's roots.
    pub root: usize,
    /// The value, if the name refers to a value assignment.
    pub value: Option<Tape>,
}

impl Specification {
    /// Compiles the schemas of a host. `strict` turns tolerated mistakes into errors.
    ///
    /// # Errors
    /// A file can't be read, or the schemas have errors.
    pub fn open(files: &SchemaFiles, strict: bool, host: Host) -> Result<Specification, OpenError> {
        Specification::of(compile(files, host)?, strict)
    }

    /// Uses compiled schemas.
    ///
    /// # Errors
    /// The schemas have errors.
    pub fn of(made: Compiled, strict: bool) -> Result<Specification, OpenError> {
        let shape = match made.shape.clone() {
            Some(shape) if !made.diagnostics.failed(strict) => shape,
            _ => return Err(OpenError::Schema(Faulty::new(made.sources, made.diagnostics, strict))),
        };
        let defaults = Defaults::new(&shape).map_err(|e| OpenError::Internal(e.to_string()))?;
        Ok(Specification {
            made,
            shape,
            strict,
            partial: false,
            closed: false,
            codecs: Vec::new(),
            raw: HashSet::new(),
            defaults,
        })
    }

    /// Compiles schemas and uses the sound part: some definitions of a specification may have errors while
    /// others are complete.
    ///
    /// # Errors
    /// A file can't be read, or nothing of the schemas is usable.
    pub fn open_in_part(files: &SchemaFiles, host: Host) -> Result<Specification, OpenError> {
        Specification::in_part(compile(files, host)?)
    }

    /// Uses the sound part of compiled schemas.
    ///
    /// # Errors
    /// Nothing of the schemas is usable.
    pub fn in_part(made: Compiled) -> Result<Specification, OpenError> {
        if made.shape.is_some() && !made.diagnostics.failed(false) {
            return Specification::of(made, false);
        }
        let Some(shape) = sound_part(&made).map(Arc::new) else {
            return Err(OpenError::Schema(Faulty::new(made.sources, made.diagnostics, false)));
        };
        let made = Compiled { shape: Some(shape.clone()), ..made };
        let defaults = Defaults::new(&shape).map_err(|e| OpenError::Internal(e.to_string()))?;
        Ok(Specification {
            made,
            shape,
            strict: false,
            partial: true,
            closed: false,
            codecs: Vec::new(),
            raw: HashSet::new(),
            defaults,
        })
    }

    /// Keeps the encoding of a component, in plans that are prepared from now on. Not possible in PER, where
    /// an encoding need not begin at an octet boundary.
    ///
    /// # Errors
    /// The path leads to no component.
    pub fn keep_raw(&mut self, path: &str) -> Result<(), String> {
        let found = components(&self.shape, path)?;
        self.raw.extend(found.into_iter().map(|Component { record, slot }| (record, slot)));
        Ok(())
    }

    /// Leaves the contents of open types and of strings with CONTAINING undecoded, in types that are looked
    /// up from now on.
    pub fn close(&mut self) {
        self.closed = true;
    }

    /// Makes and links the plan for a set of rules, unless that has been done.
    ///
    /// # Errors
    /// The schemas can't be used with these rules.
    pub fn prepare(&mut self, rules: Rules) -> Result<(), OpenError> {
        if self.codec(rules).is_some() {
            return Ok(());
        }
        let before = self.made.diagnostics.errors(self.strict);
        let plan = plan(rules, &mut self.made);
        let known = if self.partial { before } else { 0 };
        if self.made.diagnostics.errors(self.strict) > known {
            let made = std::mem::take(&mut self.made);
            return Err(OpenError::Schema(Faulty::new(made.sources, made.diagnostics, self.strict)));
        }
        let plan = plan.ok_or_else(|| OpenError::Internal("no shape".into()))?;
        let codec = self.made.times.of("link", || Codec::keeping(self.shape.clone(), &plan, &self.raw));
        self.codecs.push((rules, codec.map_err(|e| OpenError::Internal(e.to_string()))?));
        Ok(())
    }

    /// The output of the compiler stages.
    pub fn made(&self) -> &Compiled {
        &self.made
    }

    /// Returns the output of the compiler stages.
    pub fn into_made(self) -> Compiled {
        self.made
    }

    /// Whether tolerated mistakes are errors.
    pub fn is_strict(&self) -> bool {
        self.strict
    }

    /// Finds `Module.Type` or `Type` in the model.
    ///
    /// # Errors
    /// No type has that name.
    pub fn find_type(&self, name: &str) -> Result<TypeId, UnknownName> {
        let (module, reference) = split_name(name);
        self.not_several(name)?;
        self.made.model.find(module, reference).ok_or_else(|| self.unknown(name))
    }

    /// The shape of values.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The codec for prepared rules.
    pub fn codec(&self, rules: Rules) -> Option<&Codec> {
        self.codecs.iter().find(|(known, _)| *known == rules).map(|(_, codec)| codec)
    }

    /// Finds `Module.Type`, `Type`, `Module.value` or `value`, and drops everything that it does not use.
    /// Errors elsewhere then no longer matter, and the type of a value needs no name. Prepared plans are
    /// dropped too.
    ///
    /// # Errors
    /// Nothing has that name, or it can't be used.
    pub fn focus(&mut self, name: &str) -> Result<Named, UnknownName> {
        let unusable = |reason| UnknownName {
            name: name.into(),
            close: Vec::new(),
            reason: Some(reason),
            several: false,
        };
        self.not_several(name)?;
        let (ty, value) = match self.shape.root(name) {
            Some(root) => (self.shape.origins.roots[root], None),
            None => self.find_value(name)?,
        };
        let (mut shape, faults) = wireglot_lower::shape(&self.made.model, Some(&[ty]));
        if self.closed {
            close(&mut shape);
        }
        let defaults = Defaults::new(&shape).ok().filter(|_| !faults.failed(false));
        self.defaults = defaults.ok_or_else(|| unusable("the type of this value can't be used"))?;
        self.shape = Arc::new(shape);
        self.made.shape = Some(self.shape.clone());
        self.codecs.clear();
        let tape = value.map(|value| Tape::from_value(&self.shape, self.shape.roots[0].shape, &value));
        let value = tape.transpose().map_err(|_| unusable("this value can't be written"))?;
        Ok(Named { root: 0, value })
    }

    fn find_value(&self, name: &str) -> Result<(TypeId, Option<Value>), UnknownName> {
        let (module, reference) = split_name(name);
        let model = &self.made.model;
        let Some(value) = model.find_value(module, reference) else {
            return Err(self.unknown(name));
        };
        let mut ty = value.ty;
        while let (None, Kind::Reference(next)) = (&model.ty(ty).name, &model.ty(ty).kind) {
            ty = *next;
        }
        Ok((ty, Some(value.value.clone())))
    }

    fn unknown(&self, name: &str) -> UnknownName {
        UnknownName { name: name.into(), close: self.close_names(name), reason: None, several: false }
    }

    /// Checks that a type named without its module occurs in only one of the given modules.
    fn not_several(&self, name: &str) -> Result<(), UnknownName> {
        let roots = self.shape.roots.iter();
        only_one(name, roots.map(|root| (root.module.as_str(), root.reference.as_str())), &self.made.given)
    }

    fn close_names(&self, name: &str) -> Vec<String> {
        let full: Vec<String> =
            self.shape.roots.iter().map(|r| format!("{}.{}", r.module, r.reference)).collect();
        let names =
            self.shape.roots.iter().map(|r| r.reference.as_str()).chain(full.iter().map(String::as_str));
        let same_kind = names.filter(|n| n.contains('.') == name.contains('.'));
        let close: Vec<String> = close_names(name, same_kind).into_iter().map(String::from).collect();
        match name.rsplit_once('.') {
            // The type name is right, but the module name is not similar to any.
            Some((_, reference)) if close.is_empty() => {
                let same = self.shape.roots.iter().filter(|root| root.reference == reference);
                same.take(3).map(|root| format!("{}.{reference}", root.module)).collect()
            }
            _ => close,
        }
    }

    /// Decodes one value onto a tape.
    ///
    /// # Errors
    /// The bytes are not an encoding of the type, or the rules were not prepared.
    pub fn decode(
        &self,
        rules: Rules,
        root: usize,
        bytes: &[u8],
        options: &DecodeOptions,
    ) -> Result<Tape, DecodeError> {
        let mut tape = Tape::new();
        match self.codec(rules) {
            Some(codec) => codec.decode(root, bytes, options, &mut tape).map(|_| tape),
            None => Err(DecodeError { fault: not_prepared(), path: String::new() }),
        }
    }

    /// Appends the encoding of a value.
    ///
    /// # Errors
    /// The value can't be encoded in these rules, or the rules were not prepared.
    pub fn encode(
        &self,
        rules: Rules,
        root: usize,
        value: ValueRef,
        options: &EncodeOptions,
        out: &mut Vec<u8>,
    ) -> Result<(), EncodeError> {
        match self.codec(rules) {
            Some(codec) => codec.encode(root, value, options, out),
            None => Err(EncodeError { fault: not_prepared(), path: String::new() }),
        }
    }

    /// A JSON reader for values that will be encoded in `rules`.
    pub fn json_reader(&self, spelling: Spelling, rules: Rules) -> JsonReader<'_> {
        JsonReader::new(&self.shape, spelling, rules)
    }

    /// A value as JSON on one line.
    pub fn to_json(&self, value: ValueRef, spelling: Spelling) -> String {
        let mut writer = JsonWriter::new(&self.shape, spelling, Layout::Compact);
        value.play(&mut writer);
        writer.text().to_string()
    }

    /// Random values, the same for the same seed; `None` if the rules were not prepared.
    pub fn sampler(&self, rules: Rules, seed: u64) -> Option<Sampler<'_>> {
        let options = SampleOptions { seed, ..SampleOptions::default() };
        self.codec(rules).map(|codec| Sampler::new(codec, &options))
    }

    /// The path of the first part of a value that cannot be transcoded from one set of rules to another,
    /// since the meaning of its bytes is unknown: see [`stuck`].
    pub fn stuck(&self, root: usize, value: ValueRef, from: Rules, to: Rules) -> Option<String> {
        let name = self.shape.roots.get(root).map_or("", |r| &r.reference);
        stuck(&self.shape, name, value, from, to)
    }

    /// The default values of all components.
    pub(crate) fn defaults(&self) -> &Defaults {
        &self.defaults
    }

    /// Abstract equality (X.680).
    pub fn equal(&self, a: ValueRef, b: ValueRef) -> bool {
        equal(&self.shape, &self.defaults, a, b)
    }
}

/// Turns open types and strings with CONTAINING into plain byte strings.
fn close(shape: &mut Shape) {
    for ty in &mut shape.types {
        match &mut ty.kind {
            ShapeKind::Open(open) => *open = OpenShape::Opaque,
            ShapeKind::OctetString { contains, .. } | ShapeKind::BitString { contains, .. } => {
                *contains = None
            }
            _ => {}
        }
    }
}

/// Checks that a type named without its module occurs in only one of the given modules. `types` are modules and
/// references.
pub(super) fn only_one<'n>(
    name: &str,
    types: impl Iterator<Item = (&'n str, &'n str)>,
    given: &HashSet<String>,
) -> Result<(), UnknownName> {
    let found = types.filter(|(module, reference)| *reference == name && given.contains(*module));
    let close: Vec<String> = found.map(|(module, reference)| format!("{module}.{reference}")).collect();
    match close.len() {
        0 | 1 => Ok(()),
        _ => Err(UnknownName { name: name.into(), close, reason: None, several: true }),
    }
}

/// `Module.reference` or `reference`.
pub(super) fn split_name(name: &str) -> (Option<&str>, &str) {
    match name.split_once('.') {
        Some((module, reference)) => (Some(module), reference),
        None => (None, name),
    }
}

fn not_prepared() -> wireglot_interp::Fault {
    wireglot_interp::Fault::new(wireglot_interp::ErrorCode::UnknownRules)
}
