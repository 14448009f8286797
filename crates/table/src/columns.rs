//! The columns of a type, and the mapping from parts of a value to columns.

use std::collections::HashSet;
use std::sync::Arc;

use wireglot_driver::messages::{FieldPath, Message, Rendering};
use wireglot_driver::{OpenShape, Shape, ShapeId, ShapeKind, TimeKind};

use crate::integers::{integer, Integers};
use crate::kind::{Content, Kind};
use crate::names::{unique, Naming};
use crate::source::Source;

/// The index of a column among all columns.
pub type Place = u16;

/// Options for converting values to columns.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How names are converted.
    pub naming: Naming,
    /// How integers that their types do not bound are stored.
    pub integers: Integers,
    /// Whether ENUMERATED is stored as its number.
    pub enum_numbers: bool,
    /// Whether times are stored as text.
    pub text_times: bool,
    /// Whether only types that Spark has are used: no unsigned integers.
    pub spark: bool,
    /// Maximum nesting depth of types; deeper values are stored as JSON text.
    pub depth: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            naming: Naming::AsIs,
            integers: Integers::Decimal,
            enum_numbers: false,
            text_times: false,
            spark: false,
            depth: 32,
        }
    }
}

/// Maximum number of columns, including nested ones; further values are stored as JSON text.
const MOST: usize = 4096;

/// Maximum number of parts of a type, and of those around it, that have columns; one with more is stored as JSON text.
/// Together with `MOST`, it keeps the number of columns within that of places.
const WIDEST: usize = 1 << 15;

/// A column.
#[derive(Clone, Debug)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// The name of the value's part that it holds.
    pub part: String,
    /// Its type.
    pub kind: Kind,
    /// The type that its values have in a version of the schema, if that is narrower than the column's: an integer.
    pub own_kind: Option<Kind>,
    /// Its column type.
    pub content: Content,
    /// The type of its values, if it holds a part of a type.
    pub shape: Option<ShapeId>,
    /// Whether it may be null.
    pub nullable: bool,
    /// The enclosing column.
    pub parent: Option<Place>,
    /// The nested columns.
    pub children: Vec<Place>,
    /// Where the slots or alternatives of the type go, in order; for a list, where its elements go.
    pub targets: Vec<Target>,
    /// For a choice, the column with the name of the alternative.
    pub which: Option<Place>,
    /// For a choice, the names of its alternatives.
    pub alternatives: Vec<String>,
    /// Whether its values are stored: not those of a column that no output shows.
    pub needed: bool,
}

/// Where a part of a value goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// To a column.
    Column(Place),
    /// Nowhere: it was not selected.
    Nowhere,
}

/// The types of messages that identify their type; a table has the columns of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeveralTypes(pub Vec<String>);

/// All columns of a type. The first one is the row.
#[derive(Clone, Debug)]
pub struct Columns {
    /// The columns, each after the one that contains it.
    pub all: Vec<Column>,
    /// Whether the value is a part of the row rather than the row itself.
    pub in_row: bool,
    /// The columns that say where a row comes from.
    pub provenance: Vec<(Source, Place)>,
    /// The columns with the text of fields that have no column of their own: elements of lists, parts of open types.
    pub fields: Vec<(FieldPath, Place)>,
    /// The values that are shown in human-readable form.
    pub rendered: Rendered,
}

/// The rules by which values are shown in human-readable form.
#[derive(Clone, Debug, Default)]
pub struct Rendered {
    /// The rules.
    pub rules: Arc<Rendering>,
    /// The name of the message, with which paths begin.
    pub message: String,
}

impl Columns {
    /// The columns of a message's type.
    ///
    /// # Errors
    /// The types, if a message may have several.
    pub fn of(message: &dyn Message, settings: &Settings) -> Result<Columns, SeveralTypes> {
        let types = message.types();
        if !types.is_empty() {
            return Err(SeveralTypes(types.into_iter().map(str::to_string).collect()));
        }
        let shape = message.shape();
        let root = shape.roots.get(message.root()).map_or(ShapeId(0), |root| root.shape);
        let mut maker = Maker { shape, settings, all: Vec::new(), pending: 0, around: Vec::new() };
        let is_row = match &shape.get(root).kind {
            ShapeKind::Record { slots, .. } => !slots.is_empty() && maker.has_room(slots.len()),
            ShapeKind::Choice { alternatives, .. } => maker.has_room(alternatives.len()),
            _ => false,
        };
        if is_row {
            maker.column("row", root, None, false);
        } else {
            let row = maker.add(Column::new("row", Kind::Struct, Content::Value, None, false));
            let value = maker.column("value", root, Some(row), false);
            let row = &mut maker.all[usize::from(row)];
            row.children.push(value);
            row.targets.push(Target::Column(value));
        }
        Ok(Columns {
            all: maker.all,
            in_row: !is_row,
            provenance: Vec::new(),
            fields: Vec::new(),
            rendered: Rendered::default(),
        })
    }

    /// The column at a place.
    pub fn get(&self, place: Place) -> &Column {
        &self.all[usize::from(place)]
    }

    /// The dotted path of a column.
    pub fn path(&self, place: Place) -> String {
        let mut names = Vec::new();
        let mut at = Some(place);
        while let Some(column) = at.map(|at| self.get(at)) {
            names.push(column.part.as_str());
            at = column.parent;
        }
        // The row has no name in a path.
        names.iter().rev().skip(1).copied().collect::<Vec<_>>().join(".")
    }
}

impl Column {
    pub(crate) fn new(
        name: &str,
        kind: Kind,
        content: Content,
        parent: Option<Place>,
        nullable: bool,
    ) -> Column {
        let (children, targets) = (Vec::new(), Vec::new());
        let (name, part) = (name.to_string(), name.to_string());
        let (shape, which, alternatives) = (None, None, Vec::new());
        let needed = true;
        Column {
            name,
            part,
            kind,
            own_kind: None,
            content,
            shape,
            nullable,
            parent,
            children,
            targets,
            which,
            alternatives,
            needed,
        }
    }
}

struct Maker<'m> {
    shape: &'m Shape,
    settings: &'m Settings,
    all: Vec<Column>,
    /// The number of parts of the enclosing types that have no columns yet.
    pending: usize,
    /// The enclosing types.
    around: Vec<ShapeId>,
}

impl Maker<'_> {
    fn add(&mut self, column: Column) -> Place {
        self.all.push(column);
        (self.all.len() - 1) as Place
    }

    /// The column for a part of some type, with all nested columns.
    fn column(&mut self, name: &str, ty: ShapeId, parent: Option<Place>, nullable: bool) -> Place {
        let deep = self.around.len() >= self.settings.depth || self.around.contains(&ty);
        if deep || self.all.len() >= MOST {
            return self.leaf(name, (Kind::Text, Content::Json), parent, nullable);
        }
        self.around.push(ty);
        let place = self.of_type(name, ty, parent, nullable);
        self.around.pop();
        // An open type shares the column of its contents, which already has their type.
        self.all[usize::from(place)].shape.get_or_insert(ty);
        place
    }

    fn leaf(
        &mut self,
        name: &str,
        (kind, content): (Kind, Content),
        parent: Option<Place>,
        nullable: bool,
    ) -> Place {
        self.add(Column::new(name, kind, content, parent, nullable))
    }

    /// Whether there is room for the columns of a type with so many parts.
    fn has_room(&self, parts: usize) -> bool {
        self.all.len() + self.pending + parts <= WIDEST
    }

    fn of_type(&mut self, name: &str, ty: ShapeId, parent: Option<Place>, nullable: bool) -> Place {
        let shape = self.shape;
        match &shape.get(ty).kind {
            ShapeKind::Record { slots, .. } if !self.has_room(slots.len()) => {
                self.leaf(name, (Kind::Text, Content::Json), parent, nullable)
            }
            ShapeKind::Choice { alternatives, .. } if !self.has_room(alternatives.len()) => {
                self.leaf(name, (Kind::Text, Content::Json), parent, nullable)
            }
            ShapeKind::Record { slots, .. } if !slots.is_empty() => {
                let parts = slots.iter().map(|slot| {
                    let required = matches!(slot.presence, wireglot_driver::SlotPresence::Required);
                    (slot.name.as_str(), slot.shape, !required)
                });
                self.structure(name, Content::Value, parts.collect(), (parent, nullable))
            }
            ShapeKind::Choice { alternatives, .. } => {
                let parts = alternatives.iter().map(|one| (one.name.as_str(), one.shape, true));
                self.structure(name, Content::Choice, parts.collect(), (parent, nullable))
            }
            ShapeKind::List { element, .. } => {
                let place = self.leaf(name, (Kind::List, Content::Value), parent, nullable);
                let child = self.column("element", *element, Some(place), false);
                let list = &mut self.all[usize::from(place)];
                list.children.push(child);
                list.targets.push(Target::Column(child));
                place
            }
            ShapeKind::OctetString { contains: Some(held), .. }
            | ShapeKind::BitString { contains: Some(held), .. } => {
                self.column(name, held.shape, parent, nullable)
            }
            // JSON can tell octets of an open type from those of the one around it.
            ShapeKind::Open(OpenShape::Fixed(held))
                if !matches!(self.shape.get(*held).kind, ShapeKind::Open(OpenShape::Opaque)) =>
            {
                self.column(name, *held, parent, nullable)
            }
            ShapeKind::BitString { fixed: false, .. } => {
                let place = self.leaf(name, (Kind::Struct, Content::Bits), parent, nullable);
                let octets = Column::new("octets", Kind::Binary, Content::Value, Some(place), false);
                let signed = self.settings.spark;
                let number = Kind::Integer { octets: if signed { 8 } else { 4 }, signed };
                let bits = Column::new("bits", number, Content::Value, Some(place), false);
                let children = vec![self.add(octets), self.add(bits)];
                self.all[usize::from(place)].children = children;
                place
            }
            kind => {
                let column = self.scalar(kind);
                self.leaf(name, column, parent, nullable)
            }
        }
    }

    /// A column with named parts.
    fn structure(
        &mut self,
        name: &str,
        content: Content,
        parts: Vec<(&str, ShapeId, bool)>,
        (parent, nullable): (Option<Place>, bool),
    ) -> Place {
        let is_choice = content == Content::Choice;
        let place = self.leaf(name, (Kind::Struct, content), parent, nullable);
        let mut taken = HashSet::new();
        let (mut children, mut targets) = (Vec::new(), Vec::new());
        if is_choice {
            let name = unique("choice".into(), &mut taken);
            let which = Column::new(&name, Kind::Text, Content::Value, Some(place), false);
            let which = self.add(which);
            children.push(which);
            self.all[usize::from(place)].which = Some(which);
            self.all[usize::from(place)].alternatives = parts.iter().map(|part| part.0.to_string()).collect();
        }
        self.pending += parts.len();
        for (part, shape, nullable) in parts {
            self.pending -= 1;
            let child = self.column(part, shape, Some(place), nullable);
            let name = unique(self.settings.naming.name(part), &mut taken);
            self.all[usize::from(child)].name = name;
            children.push(child);
            targets.push(Target::Column(child));
        }
        let column = &mut self.all[usize::from(place)];
        (column.children, column.targets) = (children, targets);
        place
    }

    /// The type and content of a column for values without parts.
    fn scalar(&self, kind: &ShapeKind) -> (Kind, Content) {
        let Settings { integers, enum_numbers, text_times, spark, .. } = self.settings;
        match kind {
            ShapeKind::Boolean => (Kind::Boolean, Content::Value),
            ShapeKind::Null | ShapeKind::Record { .. } => (Kind::Boolean, Content::There),
            ShapeKind::Integer { range, .. } => (integer(range, *integers, *spark), Content::Value),
            ShapeKind::Enumerated { .. } if *enum_numbers => {
                (Kind::Integer { octets: 8, signed: true }, Content::Value)
            }
            ShapeKind::Enumerated { items, .. } => {
                let mut names: Vec<(i64, String)> =
                    items.iter().map(|(name, number)| (*number, name.clone())).collect();
                names.sort();
                (Kind::Text, Content::Names(names))
            }
            ShapeKind::Float { single } => (Kind::Float { single: *single }, Content::Value),
            ShapeKind::Real => (Kind::Float { single: false }, Content::Value),
            ShapeKind::BitString { .. } | ShapeKind::OctetString { .. } => (Kind::Binary, Content::Value),
            ShapeKind::Time(TimeKind::Utc) if !text_times => (Kind::Time, Content::ShortTime),
            ShapeKind::Time(TimeKind::Generalized) if !text_times => (Kind::Time, Content::Value),
            ShapeKind::Open(OpenShape::Opaque) => (Kind::Binary, Content::Value),
            ShapeKind::Open(_) => (Kind::Text, Content::Json),
            _ => (Kind::Text, Content::Value),
        }
    }
}
