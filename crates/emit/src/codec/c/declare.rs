//! Declarations of types.

use std::collections::HashSet;

use wireglot_bigint::BigInt;
use wireglot_model::{Model, Value};
use wireglot_plan::{Shape, ShapeId, ShapeKind, Slot, SlotPresence, TableId};

use crate::analysis::modules::Part;
use crate::analysis::storage::{Layout, Storage};
use crate::codec::c::names::{is_named, Names};
use crate::codec::c::options::COptions;
use crate::lang::c::text::inside;
use crate::Writer;

/// Prints the types of a shape.
pub struct Declare<'a> {
    pub shape: &'a Shape,
    pub layout: &'a Layout<'a>,
    pub names: &'a Names,
    pub options: &'a COptions,
    /// The part of the shape to print.
    pub part: Part<'a>,
}

impl Declare<'_> {
    pub fn all(&self, w: &mut Writer) {
        for id in self.ids().filter(|id| self.part.declares(*id)) {
            self.plain(w, id);
        }
        let mut seen = HashSet::new();
        for id in self.ids() {
            if let Storage::Rows(table) = self.layout.storage(id) {
                if self.part.declares_table(table) && seen.insert(table) {
                    self.rows(w, table);
                }
            }
        }
        for id in self.layout.order.iter().filter(|id| self.part.declares(**id)) {
            self.compound(w, *id);
        }
        self.aliases(w);
    }

    fn ids(&self) -> impl Iterator<Item = ShapeId> {
        (0..self.shape.types.len() as u32).map(ShapeId)
    }

    /// Declares the names of structs, so that pointers to them can be declared in any order.
    pub fn forward(&self, w: &mut Writer) {
        let mut any = false;
        for id in &self.layout.order {
            if !matches!(self.layout.storage(*id), Storage::Rows(_)) {
                let name = self.names.ty(*id);
                w.line(format!("typedef struct {name} {name};"));
                any = true;
            }
        }
        if any {
            w.line("");
        }
    }

    /// Prints the comment from the schema.
    fn doc(&self, w: &mut Writer, doc: &Option<String>) {
        let Some(doc) = doc else { return };
        let doc = inside(doc);
        let lines: Vec<&str> = doc.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
        match lines.as_slice() {
            [] => {}
            [one] => w.line(format!("/* {one} */")),
            [first, rest @ ..] => {
                w.line(format!("/* {first}"));
                rest.iter().for_each(|l| w.line(format!(" * {l}")));
                w.line(" */");
            }
        }
    }

    /// Types without members: enumerations, named bits and numbers, octet arrays, aliases.
    fn plain(&self, w: &mut Writer, id: ShapeId) {
        let ty = self.shape.get(id);
        let storage = self.layout.storage(id);
        let name = self.names.ty(id);
        if self.layout.held(id) != id || self.layout.hidden.contains(&id) {
            return;
        }
        match storage {
            Storage::Enumerated(width) => {
                self.doc(w, &ty.doc);
                w.line(format!("typedef {} {name};", width.name()));
            }
            Storage::Bits(Some(octets)) => self.array(w, id, "count", octets),
            Storage::Octets(_, Some(octets)) => self.array(w, id, "size", octets),
            storage if storage.is_struct() => return,
            _ if !is_named(self.shape, id) => return self.named_in_place(w, id),
            storage => {
                self.doc(w, &ty.doc);
                w.line(format!("typedef {} {name};", plain_type(storage)));
            }
        }
        self.constants(w, id);
        w.line("");
    }

    /// Constants of named numbers and bits of types written in place.
    fn named_in_place(&self, w: &mut Writer, id: ShapeId) {
        let ty = self.shape.get(id);
        let any = match &ty.kind {
            ShapeKind::BitString { named, .. } => !named.is_empty(),
            ShapeKind::Integer { named, .. } => !named.is_empty(),
            _ => false,
        };
        if any {
            w.line(format!("/* {} */", inside(&ty.name)));
            self.constants(w, id);
            w.line("");
        }
    }

    fn array(&self, w: &mut Writer, id: ShapeId, length: &str, octets: u64) {
        self.doc(w, &self.shape.get(id).doc);
        let name = self.names.ty(id);
        w.open(format!("typedef struct {name} {{"));
        w.line(format!("size_t {length};"));
        w.line(format!("uint8_t octets[{octets}];"));
        w.close(format!("}} {name};"));
    }

    /// Constants of an enumeration, of named numbers or of named bits.
    fn constants(&self, w: &mut Writer, id: ShapeId) {
        let list: Vec<BigInt> = match &self.shape.get(id).kind {
            ShapeKind::Enumerated { items, .. } => items.iter().map(|(_, n)| BigInt::from(*n)).collect(),
            ShapeKind::BitString { named, .. } => {
                named.iter().map(|(_, n)| BigInt::from(u64::from(*n))).collect()
            }
            ShapeKind::Integer { named, .. } => named.iter().map(|(_, n)| n.clone()).collect(),
            _ => return,
        };
        let small = |n: &BigInt| n.to_i64().and_then(|n| i32::try_from(n).ok()).filter(|n| *n != i32::MIN);
        let rows: Vec<(&str, Option<i32>, &BigInt)> =
            list.iter().enumerate().map(|(i, n)| (self.names.constant(id, i as u32), small(n), n)).collect();
        let mut enumerated = rows.iter().filter(|(_, n, _)| n.is_some()).peekable();
        if enumerated.peek().is_some() {
            w.open("enum {");
            while let Some((name, Some(n), _)) = enumerated.next() {
                let comma = if enumerated.peek().is_some() { "," } else { "" };
                w.line(format!("{name} = {n}{comma}"));
            }
            w.close("};");
        }
        for (name, _, n) in rows.iter().filter(|(_, n, _)| n.is_none()) {
            match n.to_i64() {
                Some(i64::MIN) => w.line(format!("#define {name} INT64_MIN")),
                Some(n) => w.line(format!("#define {name} INT64_C({n})")),
                None => w.line(format!("/* {name} is {n} */")),
            }
        }
    }

    fn compound(&self, w: &mut Writer, id: ShapeId) {
        let ty = self.shape.get(id);
        match &ty.kind {
            ShapeKind::Record { slots, .. } => {
                self.doc(w, &ty.doc);
                self.record(w, id, slots, self.options.keeps_unknown(&ty.kind));
            }
            ShapeKind::List { element, .. } => {
                self.doc(w, &ty.doc);
                self.list(w, id, self.layout.held(*element));
            }
            ShapeKind::Choice { .. } => self.choice(w, id),
            _ => return,
        }
        w.line("");
    }

    /// A member, by value or by pointer; none for NULL.
    fn member(&self, w: &mut Writer, owner: ShapeId, at: u32, ty: ShapeId, note: &str) {
        let held = self.layout.held(ty);
        if self.layout.storage(held) == Storage::Nothing {
            return;
        }
        let star = if self.layout.by_pointer(owner, at) { "*" } else { "" };
        let (ty, name) = (self.names.held(self.layout, held), self.names.member(owner, at));
        w.line(format!("{ty} {star}{name};{note}"));
    }

    fn record(&self, w: &mut Writer, id: ShapeId, slots: &[Slot], keeps_unknown: bool) {
        w.open(format!("struct {} {{", self.names.ty(id)));
        let mut empty = true;
        for (at, slot) in slots.iter().enumerate() {
            let at = at as u32;
            self.doc(w, &slot.doc);
            if !matches!(slot.presence, SlotPresence::Required) {
                w.line(format!("bool has_{};", self.names.member(id, at)));
                empty = false;
            }
            let note = match &slot.presence {
                SlotPresence::Default(_, value) => format!(" /* {} */", default_of(value)),
                _ => String::new(),
            };
            self.member(w, id, at, slot.shape, &note);
            empty &= self.layout.storage(self.layout.held(slot.shape)) == Storage::Nothing;
        }
        if keeps_unknown {
            w.line("wg_unknown *unknown; /* additions that are not in the schema */");
            empty = false;
        }
        if empty {
            w.line("wg_null nothing;");
        }
        w.close("};");
    }

    fn list(&self, w: &mut Writer, id: ShapeId, element: ShapeId) {
        let ty = self.names.held(self.layout, element);
        w.open(format!("struct {} {{", self.names.ty(id)));
        w.line("size_t count;");
        match self.layout.storage(id) {
            Storage::List(Some(most)) => w.line(format!("{ty} items[{most}];")),
            _ => w.line(format!("{ty} *items;")),
        }
        w.close("};");
    }

    fn choice(&self, w: &mut Writer, id: ShapeId) {
        let ty = self.shape.get(id);
        let ShapeKind::Choice { alternatives, extensible } = &ty.kind else { return };
        let name = self.names.ty(id);
        w.open("enum {");
        w.line(format!("{name}_nothing = 0,"));
        for at in 0..alternatives.len() as u32 {
            w.line(format!("{} = {},", self.names.constant(id, at), at + 1));
        }
        w.line(format!("{name}_unknown = {}", alternatives.len() + 1));
        w.close("};");
        w.line("");
        self.doc(w, &ty.doc);
        w.open(format!("struct {name} {{"));
        w.line("unsigned kind; /* one of the constants above */");
        if self.layout.has_union(id) {
            w.open("union {");
            for (at, alternative) in alternatives.iter().enumerate() {
                self.doc(w, &alternative.doc);
                self.member(w, id, at as u32, alternative.shape, "");
            }
            if *extensible {
                w.line("wg_unknown unknown;");
            }
            w.close("} u;");
        }
        w.close("};");
    }

    /// The value of an open type, by the row of its table.
    fn rows(&self, w: &mut Writer, id: TableId) {
        let (table, name) = (self.shape.table(id), self.names.table(id));
        w.open("enum {");
        w.line(format!("{name}_opaque = 0,"));
        for (at, row) in table.rows.iter().enumerate() {
            if row.shape.is_some() {
                w.line(format!("{} = {},", self.names.row_constant(id, at as u32), at + 1));
            }
        }
        w.line(format!("{name}_rows = {}", table.rows.len()));
        w.close("};");
        w.line("");
        let holds = match table.keys.is_empty() {
            true => "its type, or bytes that don't decode as that type",
            false => "the type that the key selects",
        };
        w.line(format!("/* {}: {holds}. */", inside(&table.name)));
        w.open(format!("typedef struct {name} {{"));
        w.line("unsigned row; /* one of the constants above */");
        w.line("wg_rules rules; /* encoding rules of the opaque bytes */");
        w.open("union {");
        w.line("wg_octets opaque;");
        for (at, row) in table.rows.iter().enumerate() {
            let Some(shape) = row.shape.map(|s| self.layout.held(s)) else { continue };
            let storage = self.layout.storage(shape);
            if storage != Storage::Nothing {
                let star = if storage.is_struct() { "*" } else { "" };
                let ty = match storage {
                    Storage::Record | Storage::Choice | Storage::List(_) => {
                        format!("struct {}", self.names.ty(shape))
                    }
                    Storage::Rows(other) => format!("struct {}", self.names.table(other)),
                    _ => self.names.held(self.layout, shape),
                };
                w.line(format!("{ty} {star}{};", self.names.row(id, at as u32)));
            }
        }
        w.close("} u;");
        w.close(format!("}} {name};"));
        w.line("");
    }

    /// Roots that are aliases of a type.
    fn aliases(&self, w: &mut Writer) {
        for (at, root) in self.shape.roots.iter().enumerate().filter(|(at, _)| self.part.has_root(*at)) {
            let held = self.names.held(self.layout, self.layout.held(root.shape));
            if self.names.root(at) != held {
                w.line(format!("typedef {held} {};", self.names.root(at)));
            }
        }
        w.line("");
    }
}

/// A DEFAULT as written in the schema, if it is short and has no parts.
fn default_of(value: &Value) -> String {
    let text = match value {
        Value::Containing(..) | Value::Open(..) | Value::Members(_) | Value::Choice(..) => None,
        Value::List(list) if !list.is_empty() => None,
        value => Some(Model::default().show_value(value)),
    };
    let fits = |text: &String| {
        let shown = text.bytes().all(|b| (b' '..=b'~').contains(&b));
        text.len() <= 40 && shown && !text.contains("*/") && !text.contains("/*")
    };
    text.filter(fits).map_or("has a DEFAULT".to_string(), |text| format!("DEFAULT {text}"))
}

/// The C type of a storage that needs no declaration of its own.
fn plain_type(storage: Storage) -> &'static str {
    match storage {
        Storage::Boolean => "bool",
        Storage::Integer(width) | Storage::Enumerated(width) => width.name(),
        Storage::Big => "wg_integer",
        Storage::Double => "double",
        Storage::Bits(_) => "wg_bits",
        Storage::External => "wg_external",
        Storage::Octets(slice, _) => slice.name(),
        _ => "wg_null",
    }
}
