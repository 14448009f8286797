//! One set of columns for several versions of a type.
//!
//! Columns of the same name are one column, in every depth. A column that a version lacks is null in its rows, and
//! comes after those of the versions before. If two versions have different types, the column gets a type that holds the
//! values of both without loss; if there is none, they are in conflict, which matters only if the column is selected.

use std::collections::{HashMap, HashSet};

use wireglot_driver::messages::Message;
use wireglot_driver::{Shape, ShapeKind};

use crate::columns::{Column, Columns, Place, Target};
use crate::kind::{Content, Kind};
use crate::names::unique;
use crate::provenance::{self, Source};
use crate::select::{self, Output};

/// Maximum number of columns of the versions before and of another one: places have 16 bits, and selected fields and
/// provenance add some.
const MOST: usize = 60_000;

/// The columns of a version.
pub struct Version<'v> {
    /// The name of the version, in errors.
    pub name: &'v str,
    /// The shape of its values.
    pub shape: &'v Shape,
    /// Its columns.
    pub columns: Columns,
}

/// Two versions have different types for a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The column.
    pub place: Place,
    /// The column's path, both versions, and their types.
    pub message: String,
}

/// The columns of several versions.
#[derive(Clone, Debug)]
pub struct Superset {
    /// The same columns, in the same places, for each version: only their targets and contents are those of the version.
    /// Columns that a version lacks have no target.
    pub views: Vec<Columns>,
    /// The names of the versions, in errors.
    pub names: Vec<String>,
    /// Columns without a common type.
    pub conflicts: Vec<Conflict>,
}

impl Superset {
    /// The columns of some versions, of which the first determines names and order.
    ///
    /// # Errors
    /// A message: there are too many columns, or the values themselves have different types.
    pub fn of(versions: Vec<Version>) -> Result<Superset, String> {
        let mut versions = versions.into_iter();
        let Some(first) = versions.next() else {
            return Ok(Superset { views: Vec::new(), names: Vec::new(), conflicts: Vec::new() });
        };
        let places = (0..first.columns.all.len() as Place).map(Some).collect();
        let mut merger = Merger {
            all: first.columns.all.clone(),
            from: (0..first.columns.all.len() as Place).map(|place| vec![(0, place)]).collect(),
            versions: vec![Merged { version: first, places }],
            conflicts: Vec::new(),
        };
        for version in versions {
            merger.add(version)?;
        }
        Ok(merger.finish())
    }
    /// The columns with some paths, or all of them. Other columns are not stored.
    ///
    /// # Errors
    /// A message: no version has a path, or a column has no common type.
    pub fn outputs(&mut self, of: &[&dyn Message], paths: Option<&[String]>) -> Result<Vec<Output>, String> {
        let outputs = match (paths, self.views.first()) {
            (Some(paths), _) => {
                let of = self.names.iter().map(String::as_str).zip(of.iter().copied());
                select::select_in(&of.collect::<Vec<_>>(), &mut self.views, paths)?
            }
            (None, Some(columns)) => select::all(columns),
            (None, None) => Vec::new(),
        };
        let needed =
            |conflict: &&Conflict| self.views.iter().all(|columns| columns.get(conflict.place).needed);
        match self.conflicts.iter().find(needed) {
            Some(Conflict { place: 0, message }) => Err(format!("{message}: there is no common table")),
            Some(conflict) => Err(format!("{}; select other columns", conflict.message)),
            None => Ok(outputs),
        }
    }

    /// Keeps only the columns with these names, in this order.
    ///
    /// # Errors
    /// A message: there is no column of a name.
    pub fn keep(&mut self, outputs: &mut Vec<Output>, names: &[String]) -> Result<(), String> {
        let named = |name: &String| outputs.iter().find(|output| output.name == *name).cloned();
        let kept = names.iter().map(|name| named(name).ok_or_else(|| format!("there is no column `{name}`")));
        *outputs = kept.collect::<Result<_, _>>()?;
        self.views.iter_mut().for_each(|columns| select::prune(columns, outputs));
        Ok(())
    }

    /// Adds columns that say where rows come from.
    ///
    /// # Errors
    /// A message: there is another column of that name.
    pub fn add_provenance(
        &mut self,
        outputs: &mut Vec<Output>,
        wanted: &[(Source, &str)],
    ) -> Result<(), String> {
        let before = outputs.clone();
        for columns in &mut self.views {
            outputs.clone_from(&before);
            provenance::add(columns, outputs, wanted)?;
        }
        Ok(())
    }
}

/// A version, and where its columns went.
struct Merged<'v> {
    version: Version<'v>,
    /// For each of its columns, the place among all; `None` if it is in a column that is in conflict.
    places: Vec<Option<Place>>,
}

struct Merger<'v> {
    all: Vec<Column>,
    /// For each of these columns, the versions that have it, and its place there.
    from: Vec<Vec<(usize, Place)>>,
    versions: Vec<Merged<'v>>,
    conflicts: Vec<Conflict>,
}

impl<'v> Merger<'v> {
    fn add(&mut self, version: Version<'v>) -> Result<(), String> {
        let first = &self.versions[0].version;
        if first.columns.in_row != version.columns.in_row {
            let (record, value) = match first.columns.in_row {
                true => (version.name, first.name),
                false => (first.name, version.name),
            };
            return Err(format!(
                "the type has components in {record}, but is a single value in {value}: there is no common table"
            ));
        }
        if self.all.len() + version.columns.all.len() > MOST {
            return Err(format!("the versions have more than {MOST} columns together"));
        }
        let places = vec![None; version.columns.all.len()];
        self.versions.push(Merged { version, places });
        self.merge(0, 0);
        Ok(())
    }

    /// The version being added.
    fn last(&mut self) -> &mut Merged<'v> {
        let last = self.versions.len() - 1;
        &mut self.versions[last]
    }

    fn own(&self, place: Place) -> &Column {
        self.versions[self.versions.len() - 1].version.columns.get(place)
    }

    /// Merges a column of the last version, with everything in it, into one of the same name.
    fn merge(&mut self, place: Place, own: Place) {
        let from = &self.from[usize::from(place)];
        let last = &self.versions[self.versions.len() - 1].version;
        let types = from.iter().filter_map(|(version, at)| kind_of(&self.versions[*version].version, *at));
        let theirs = Side { column: &self.all[usize::from(place)], of: types.collect() };
        let ours = Side { column: last.columns.get(own), of: kind_of(last, own).into_iter().collect() };
        let Some((kind, content)) = common(&theirs, &ours) else {
            let (before, now) = (theirs.words(), ours.words());
            let other = from.first().map_or("", |(version, _)| self.versions[*version].version.name);
            let (path, last) = (self.path(place), last.name);
            let message = format!("`{path}` is {before} in {other}, but {now} in {last}");
            self.conflicts.push(Conflict { place, message });
            // So that paths of both versions lead to it; nothing in it is common.
            self.last().places[usize::from(own)] = Some(place);
            return;
        };
        let at = (self.versions.len() - 1, own);
        self.from[usize::from(place)].push(at);
        let nullable = self.own(own).nullable;
        let column = &mut self.all[usize::from(place)];
        (column.kind, column.content) = (kind, content);
        column.nullable |= nullable;
        if column.alternatives.is_empty() {
            column.alternatives =
                self.versions[self.versions.len() - 1].version.columns.get(own).alternatives.clone();
        }
        self.last().places[usize::from(own)] = Some(place);
        self.children(place, own);
    }

    /// Merges the columns in a column.
    fn children(&mut self, place: Place, own: Place) {
        let before = self.all[usize::from(place)].children.clone();
        let own_children = self.own(own).children.clone();
        let same = self.same_names(&before, &own_children);
        let mut met = vec![false; before.len()];
        let names = before.iter().map(|at| self.all[usize::from(*at)].name.to_lowercase());
        let mut taken: HashSet<String> = names.collect();
        for (child, same) in own_children.into_iter().zip(same) {
            match same {
                Some(at) => {
                    met[at] = true;
                    self.merge(before[at], child);
                }
                None => {
                    let added = self.copy(child, place);
                    let column = &mut self.all[usize::from(added)];
                    column.nullable = true;
                    column.name = unique(std::mem::take(&mut column.name), &mut taken);
                    self.all[usize::from(place)].children.push(added);
                }
            }
        }
        for (child, _) in before.iter().zip(met).filter(|(_, met)| !met) {
            self.all[usize::from(*child)].nullable = true;
        }
        if let Some(which) = self.own(own).which {
            let which = self.versions[self.versions.len() - 1].places[usize::from(which)];
            let column = &mut self.all[usize::from(place)];
            column.which = column.which.or(which);
        }
    }

    /// For each column of the last version, which of the others is the same: one of the same name, or else one whose name
    /// differs in its case only, or by the naming of columns.
    fn same_names(&self, before: &[Place], own: &[Place]) -> Vec<Option<usize>> {
        let mut same = vec![None; own.len()];
        let mut met = vec![false; before.len()];
        let exact = |column: &Column| column.part.clone();
        let folded = |column: &Column| column.name.to_lowercase();
        for name in [&exact as &dyn Fn(&Column) -> String, &folded] {
            let mut named: HashMap<String, usize> = HashMap::with_capacity(before.len());
            for (index, at) in before.iter().enumerate().filter(|(index, _)| !met[*index]) {
                named.entry(name(&self.all[usize::from(*at)])).or_insert(index);
            }
            for (own, same) in own.iter().zip(&mut same).filter(|(_, same)| same.is_none()) {
                *same = named.remove(&name(self.own(*own)));
                if let Some(index) = *same {
                    met[index] = true;
                }
            }
        }
        same
    }

    /// Adds a column of the last version, with everything in it.
    fn copy(&mut self, own: Place, parent: Place) -> Place {
        let place = self.all.len() as Place;
        let (children, targets) = (Vec::new(), Vec::new());
        let column = Column { parent: Some(parent), children, targets, which: None, ..self.own(own).clone() };
        self.all.push(column);
        self.from.push(vec![(self.versions.len() - 1, own)]);
        self.last().places[usize::from(own)] = Some(place);
        for child in self.own(own).children.clone() {
            let added = self.copy(child, place);
            self.all[usize::from(place)].children.push(added);
        }
        let which = self.own(own).which;
        let which = which.and_then(|which| self.versions[self.versions.len() - 1].places[usize::from(which)]);
        self.all[usize::from(place)].which = which;
        place
    }

    /// The dotted path of a column, or the name of the type if it is the row.
    fn path(&self, place: Place) -> String {
        let around = std::iter::successors(Some(place), |place| self.all[usize::from(*place)].parent);
        let mut names: Vec<&str> = around.map(|place| self.all[usize::from(place)].part.as_str()).collect();
        names.reverse();
        names.get(1..).filter(|names| !names.is_empty()).map_or("row".to_string(), |names| names.join("."))
    }

    fn finish(self) -> Superset {
        let views = self.versions.iter().map(|merged| self.view(merged)).collect();
        let names = self.versions.iter().map(|merged| merged.version.name.to_string()).collect();
        Superset { views, names, conflicts: self.conflicts }
    }

    /// All columns, as rows of a version fill them.
    fn view(&self, Merged { version, places }: &Merged) -> Columns {
        let target = |target: &Target| match target {
            Target::Column(place) => places[usize::from(*place)].map_or(Target::Nowhere, Target::Column),
            Target::Nowhere => Target::Nowhere,
        };
        let none = Vec::new();
        let mut all: Vec<Column> = self
            .all
            .iter()
            .map(|column| Column {
                targets: none.clone(),
                shape: None,
                alternatives: Vec::new(),
                which: None,
                ..column.clone()
            })
            .collect();
        for (own, place) in version.columns.all.iter().zip(places) {
            let Some(place) = place else { continue };
            let column = &mut all[usize::from(*place)];
            if own.kind == column.kind {
                column.content = own.content.clone();
            } else if matches!(own.kind, Kind::Integer { .. }) {
                column.own_kind = Some(own.kind);
            }
            column.targets = own.targets.iter().map(target).collect();
            column.which = own.which.and_then(|which| places[usize::from(which)]);
            (column.part, column.shape) = (own.part.clone(), own.shape);
            column.alternatives.clone_from(&own.alternatives);
        }
        Columns { all, ..version.columns.clone() }
    }
}

/// A column, and the types of the values that it is for.
struct Side<'s> {
    column: &'s Column,
    of: Vec<&'s ShapeKind>,
}

fn kind_of<'s>(version: &'s Version, place: Place) -> Option<&'s ShapeKind> {
    version.columns.get(place).shape.map(|shape| &version.shape.get(shape).kind)
}

impl Side<'_> {
    fn is_all(&self, of: fn(&ShapeKind) -> bool) -> bool {
        !self.of.is_empty() && self.of.iter().all(|kind| of(kind))
    }

    fn is_integer(&self) -> bool {
        self.is_all(|kind| matches!(kind, ShapeKind::Integer { .. }))
    }

    fn is_record(&self) -> bool {
        self.is_all(|kind| matches!(kind, ShapeKind::Record { .. }))
    }

    fn is_bits(&self) -> bool {
        self.is_all(|kind| matches!(kind, ShapeKind::BitString { .. }))
    }

    /// Its type in words.
    fn words(&self) -> &'static str {
        match self.is_bits() {
            true => "a BIT STRING",
            false => words(self.column),
        }
    }

    /// Its type and content, if some condition holds.
    fn if_only(&self, holds: bool) -> Option<(Kind, Content)> {
        holds.then(|| (self.column.kind, self.column.content.clone()))
    }
}

/// The type of a column that holds the values of two others; `None` if there is none without loss.
fn common(one: &Side, other: &Side) -> Option<(Kind, Content)> {
    let (a, b) = (one.column, other.column);
    match ((a.kind, &a.content), (b.kind, &b.content)) {
        // JSON text isn't the text itself.
        ((_, Content::Json), (_, Content::Json)) => one.if_only(true),
        ((_, Content::Json), _) | (_, (_, Content::Json)) => None,
        // An empty SEQUENCE is a boolean until a version has components in it.
        ((Kind::Boolean, Content::There), (Kind::Struct, Content::Value)) => other.if_only(one.is_record()),
        ((Kind::Struct, Content::Value), (Kind::Boolean, Content::There)) => one.if_only(other.is_record()),
        // A BIT STRING whose size is fixed in one version.
        ((Kind::Binary, _), (Kind::Struct, Content::Bits)) => other.if_only(one.is_bits()),
        ((Kind::Struct, Content::Bits), (Kind::Binary, _)) => one.if_only(other.is_bits()),
        ((Kind::Struct | Kind::Boolean, x), (_, y)) if a.kind == b.kind => one.if_only(x == y),
        ((Kind::Binary, _), (Kind::Binary, _)) => one.if_only(one.is_bits() == other.is_bits()),
        _ if a.kind == b.kind => one.if_only(true),
        ((Kind::Float { .. }, _), (Kind::Float { .. }, _)) => {
            Some((Kind::Float { single: false }, Content::Value))
        }
        ((Kind::Text, _), _) | (_, (Kind::Text, _)) => {
            (one.is_integer() && other.is_integer()).then_some((Kind::Text, Content::Value))
        }
        _ => Some((wider(a.kind, b.kind)?, Content::Value)),
    }
}

/// The narrowest type for the integers of two others.
fn wider(one: Kind, other: Kind) -> Option<Kind> {
    match (one, other) {
        (Kind::Decimal, Kind::Integer { .. }) | (Kind::Integer { .. }, Kind::Decimal) => Some(Kind::Decimal),
        (Kind::Integer { octets: a, signed: x }, Kind::Integer { octets: b, signed: y }) => {
            if x == y {
                return Some(Kind::Integer { octets: a.max(b), signed: x });
            }
            let (signed, unsigned) = if x { (a, b) } else { (b, a) };
            Some(match signed.max(unsigned.saturating_mul(2)) {
                octets @ ..=8 => Kind::Integer { octets, signed: true },
                _ => Kind::Decimal,
            })
        }
        _ => None,
    }
}

/// A column type in words.
fn words(column: &Column) -> &'static str {
    match (column.kind, &column.content) {
        (_, Content::Choice) => "a CHOICE",
        (_, Content::Bits) => "a BIT STRING",
        (_, Content::Json) => "JSON text",
        (_, Content::There) => "present or absent",
        (Kind::Boolean, _) => "a boolean",
        (Kind::Integer { .. } | Kind::Decimal, _) => "an integer",
        (Kind::Float { .. }, _) => "a float",
        (Kind::Text, _) => "text",
        (Kind::Binary, _) => "binary",
        (Kind::Time, _) => "a timestamp",
        (Kind::Struct, _) => "a struct",
        (Kind::List, _) => "a list",
    }
}
