//! Resolves the targets of `--render`: fields by the ends of their paths, or all fields of a type.

use std::collections::{BTreeMap, BTreeSet};

use wireglot_model::TimeKind;
use wireglot_plan::{KeyColumns, ShapeId, ShapeKind, TableId};
use wireglot_text::names::close_names;

use super::message::Message;
use super::number_names::NumberNames;
use super::paths::{contents, parts};
use super::renderer::{Kind, Renderer};

/// A field that a target refers to.
struct Found {
    /// The names at the end of its path.
    path: Vec<String>,
    shape: ShapeId,
    /// Which part of which type it is; `None` for a type that can be requested.
    place: Option<(ShapeId, usize)>,
    /// How many of these were given; 0 if its type was.
    said: usize,
}

/// The end of the paths of fields that a target refers to.
pub struct Target {
    pub path: Vec<String>,
    pub said: Said,
    /// The names of their numbers.
    pub numbers: NumberNames,
}

/// How specific a target is: the number of field names given, or 0 for a type. A more specific target takes
/// precedence.
pub type Said = usize;

/// The ends of the paths of all fields that a target refers to and the renderer can show.
///
/// # Errors
/// A message: nothing has that name, or nothing that the renderer shows.
pub fn targets(of: &dyn Message, target: &str, renderer: Renderer) -> Result<Vec<Target>, String> {
    let names: Vec<&str> = target.split('.').map(|step| step.split('[').next().unwrap_or_default()).collect();
    let found = found(of, &names);
    if found.is_empty() {
        return Err(unknown(of, &names));
    }
    let mut columns = KeyColumns::default();
    let mut shown: BTreeMap<(Vec<String>, Said), BTreeSet<Names>> = BTreeMap::new();
    for Found { path, shape, place, said } in &found {
        let mut show = |path: &[String], names: Vec<Names>| {
            shown.entry((path.to_vec(), *said)).or_default().extend(names);
        };
        match (renderer, renderer.kind(), &of.shape().get(*shape).kind) {
            (Renderer::NumberName, _, ShapeKind::Integer { named, .. }) => {
                let named = (!named.is_empty()).then_some(Names::Of(*shape));
                let place = place.iter();
                let keys =
                    place.flat_map(|&(record, slot)| columns.of(of.shape(), record, slot as u32).to_vec());
                let names: Vec<Names> = named.into_iter().chain(keys.map(Names::Keys)).collect();
                if !names.is_empty() {
                    show(path, names);
                }
            }
            (_, Kind::Octets, ShapeKind::OctetString { .. } | ShapeKind::Open(_))
            | (_, Kind::Oid, ShapeKind::Oid)
            | (_, Kind::Time, ShapeKind::Time(_))
            | (Renderer::Digits | Renderer::Hex, _, ShapeKind::Integer { .. }) => show(path, Vec::new()),
            // With a fixed size its JSON is the digits alone, otherwise an object with digits and length.
            (_, Kind::Octets, ShapeKind::BitString { .. }) => {
                let value: Vec<String> = path.iter().cloned().chain(["value".to_string()]).collect();
                show(path, Vec::new());
                show(&value, Vec::new());
            }
            _ => {}
        }
    }
    if shown.is_empty() {
        return Err(format!("{target}: this only shows {}", renderer.shows()));
    }
    let target = |((path, said), names): ((Vec<String>, Said), BTreeSet<Names>)| {
        let mut numbers = NumberNames::default();
        for names in names {
            match names {
                Names::Of(integer) => numbers.add_named(of.shape(), integer),
                Names::Keys(column) => numbers.add_keys(of.shape(), column),
            }
        }
        Target { path, said, numbers }
    };
    Ok(shown.into_iter().map(target).collect())
}

/// Where the names of numbers come from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Names {
    /// The named numbers of an INTEGER.
    Of(ShapeId),
    /// A column of a table.
    Keys((TableId, usize)),
}

fn found(of: &dyn Message, names: &[&str]) -> Vec<Found> {
    let Some((first, rest)) = names.split_first() else { return Vec::new() };
    let mut starts = Vec::new();
    for root in &of.shape().roots {
        // Paths start with the name of the type.
        if of.shape().roots.len() == 1 && root.reference == **first {
            starts.push((first.to_string(), root.shape, None, false));
        }
    }
    for index in 0..of.shape().types.len() {
        let id = ShapeId(index as u32);
        let references = of.part_references(id);
        for (at, (part, shape)) in parts(of, id).into_iter().enumerate() {
            let is_named = || references.get(at).is_some_and(|references| references.contains(first));
            let is_of_type = || is(of, shape, first) || is_named();
            if part == *first || is_of_type() {
                starts.push((part.to_string(), shape, Some((id, at)), part == *first));
            }
        }
    }
    let ends = starts.into_iter().filter_map(|(start, shape, mut place, is_name)| {
        let mut path = vec![start];
        let mut at = elements(of, shape);
        for name in rest {
            if matches!(of.shape().get(at).kind, ShapeKind::Open(_)) {
                path.push(name.to_string());
                continue;
            }
            let parts = parts(of, at);
            let slot = parts.iter().position(|(part, _)| part == name)?;
            path.push(name.to_string());
            (place, at) = (Some((at, slot)), elements(of, parts[slot].1));
        }
        let said = if is_name || !rest.is_empty() { names.len() } else { 0 };
        Some(Found { path, shape: at, place, said })
    });
    ends.collect()
}

/// Built-in types of the language by name.
const BUILT_IN: [(&str, fn(&ShapeKind) -> bool); 6] = [
    ("INTEGER", |kind| matches!(kind, ShapeKind::Integer { .. })),
    ("OBJECT IDENTIFIER", |kind| matches!(kind, ShapeKind::Oid)),
    ("OCTET STRING", |kind| matches!(kind, ShapeKind::OctetString { .. })),
    ("BIT STRING", |kind| matches!(kind, ShapeKind::BitString { .. })),
    ("UTCTime", |kind| matches!(kind, ShapeKind::Time(TimeKind::Utc))),
    ("GeneralizedTime", |kind| matches!(kind, ShapeKind::Time(TimeKind::Generalized))),
];

/// Whether a type, or the elements of its lists, has that name.
fn is(of: &dyn Message, shape: ShapeId, name: &str) -> bool {
    let built_in = BUILT_IN.iter().find(|(known, _)| *known == name).map(|(_, is)| is);
    let named = |shape| match built_in {
        Some(is) => is(&of.shape().get(shape).kind),
        None => of.references(shape).contains(&name),
    };
    named(shape) || elements(of, shape) != shape && named(elements(of, shape))
}

/// The innermost elements of lists, and contents of strings.
pub fn elements(of: &dyn Message, mut shape: ShapeId) -> ShapeId {
    for _ in 0..of.shape().types.len() {
        shape = match &of.shape().get(shape).kind {
            ShapeKind::List { element, .. } => *element,
            _ => match contents(of, shape) {
                held if held != shape => held,
                _ => break,
            },
        };
    }
    shape
}

/// The error message for an unknown target.
fn unknown(of: &dyn Message, names: &[&str]) -> String {
    let types = 0..of.shape().types.len();
    let types = types.map(|index| ShapeId(index as u32));
    let written = types.clone().flat_map(|id| of.part_references(id)).flatten();
    let parts: BTreeSet<&str> = types
        .flat_map(|id| parts(of, id))
        .flat_map(|(part, shape)| std::iter::once(part).chain(of.references(shape)))
        .chain(written)
        .collect();
    let all = parts.iter().copied();
    let root = of.shape().roots.first().map_or("", |root| root.reference.as_str());
    let is_missing = |(at, name): &(usize, &&str)| !parts.contains(**name) && (*at > 0 || **name != root);
    let missing = names.iter().enumerate().find(is_missing).map(|(_, name)| name);
    let missing = missing.or(names.last()).copied().unwrap_or_default();
    match (parts.contains(missing), close_names(missing, all).as_slice()) {
        (true, _) => format!("there is no such path in {root}, though there is a `{missing}`"),
        (_, []) => format!("there is no field or type `{missing}` in {root}"),
        (_, close) => {
            format!("there is no field or type `{missing}` in {root}; did you mean {}?", close.join(" or "))
        }
    }
}
