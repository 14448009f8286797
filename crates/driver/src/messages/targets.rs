//! Resolves the targets of `--render`: fields by the ends of their paths, or all fields of a type.

use std::collections::{BTreeMap, BTreeSet};

use wireglot_model::TimeKind;
use wireglot_plan::{ShapeId, ShapeKind};
use wireglot_text::names::close_names;

use super::message::Message;
use super::paths::{contents, parts};
use super::renderer::{Kind, Renderer};

/// A field that a target refers to.
struct Found {
    /// The names at the end of its path.
    path: Vec<String>,
    shape: ShapeId,
    /// How many of these were given; 0 if its type was.
    said: usize,
}

/// How specific a target is: the number of field names given, or 0 for a type. A more specific target takes
/// precedence.
pub type Said = usize;

/// The ends of the paths of all fields that a target refers to and the renderer can show.
///
/// # Errors
/// A message: nothing has that name, or nothing that the renderer shows.
pub fn targets(
    of: &dyn Message,
    target: &str,
    renderer: Renderer,
) -> Result<Vec<(Vec<String>, Said)>, String> {
    let names: Vec<&str> = target.split('.').map(|step| step.split('[').next().unwrap_or_default()).collect();
    let found = found(of, &names);
    if found.is_empty() {
        return Err(unknown(of, &names));
    }
    let mut shown = BTreeSet::new();
    for Found { path, shape, said } in &found {
        match (renderer.kind(), &of.shape().get(*shape).kind) {
            (Kind::Octets, ShapeKind::OctetString { .. } | ShapeKind::Open(_))
            | (Kind::Oid, ShapeKind::Oid)
            | (Kind::Time, ShapeKind::Time(_))
            | (Kind::Integer, ShapeKind::Integer { .. }) => {
                shown.insert((path.clone(), *said));
            }
            // With a fixed size its JSON is the digits alone, otherwise an object with digits and length.
            (Kind::Octets, ShapeKind::BitString { .. }) => {
                let value = path.iter().cloned().chain(["value".to_string()]).collect();
                shown.extend([(path.clone(), *said), (value, *said)]);
            }
            _ => {}
        }
    }
    match shown.is_empty() {
        true => Err(format!("{target}: this shows {} only", renderer.kind().words())),
        false => Ok(shown.into_iter().collect()),
    }
}

/// All field names with a human-readable form, and that form. A name shared by fields of different kinds is
/// left out, since its values could not be read back.
pub fn readable(of: &dyn Message) -> Vec<(String, Renderer)> {
    let mut forms: BTreeMap<&str, BTreeSet<Form>> = BTreeMap::new();
    let mut see = |name, shape| forms.entry(name).or_default().extend(form(of, shape));
    of.shape().roots.iter().for_each(|root| see(root.reference.as_str(), root.shape));
    for index in 0..of.shape().types.len() {
        parts(of, ShapeId(index as u32)).into_iter().for_each(|(name, shape)| see(name, shape));
    }
    // Members of the objects that represent bit strings and unknown extensions.
    ["value", "octets", "bits"].into_iter().for_each(|name| drop(forms.remove(name)));
    let one = |(name, forms): (&str, BTreeSet<Form>)| {
        let renderer = match (forms.first()?, forms.len()) {
            (Form::Octets, 1) => Renderer::Text,
            (Form::Oid, 1) => Renderer::OidName,
            (Form::Utc, 1) => Renderer::UtcTime,
            (Form::Generalized, 1) => Renderer::GeneralizedTime,
            (Form::Integer, 1) => Renderer::Digits,
            _ => return None,
        };
        Some((name.to_string(), renderer))
    };
    forms.into_iter().filter_map(one).collect()
}

/// The kind of JSON of a value without parts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Form {
    Octets,
    Oid,
    Utc,
    Generalized,
    Integer,
    Text,
}

/// The form of a type or of the elements of its lists; `None` if it has parts, or is neither text nor an
/// integer.
fn form(of: &dyn Message, shape: ShapeId) -> Option<Form> {
    Some(match &of.shape().get(elements(of, shape)).kind {
        ShapeKind::OctetString { .. } => Form::Octets,
        ShapeKind::Oid => Form::Oid,
        ShapeKind::Time(TimeKind::Utc) => Form::Utc,
        ShapeKind::Time(TimeKind::Generalized) => Form::Generalized,
        ShapeKind::Integer { .. } => Form::Integer,
        ShapeKind::Record { .. }
        | ShapeKind::Choice { .. }
        | ShapeKind::Boolean
        | ShapeKind::Null
        | ShapeKind::Real
        | ShapeKind::Float { .. } => return None,
        _ => Form::Text,
    })
}

fn found(of: &dyn Message, names: &[&str]) -> Vec<Found> {
    let Some((first, rest)) = names.split_first() else { return Vec::new() };
    let mut starts = Vec::new();
    for root in &of.shape().roots {
        // Paths start with the name of the type.
        if of.shape().roots.len() == 1 && root.reference == **first {
            starts.push((first.to_string(), root.shape, false));
        }
    }
    for index in 0..of.shape().types.len() {
        for (part, shape) in parts(of, ShapeId(index as u32)) {
            if part == *first || is(of, shape, first) {
                starts.push((part.to_string(), shape, part == *first));
            }
        }
    }
    let ends = starts.into_iter().filter_map(|(start, shape, is_name)| {
        let mut path = vec![start];
        let mut at = elements(of, shape);
        for name in rest {
            if matches!(of.shape().get(at).kind, ShapeKind::Open(_)) {
                path.push(name.to_string());
                continue;
            }
            let below = parts(of, at).into_iter().find(|(part, _)| part == name)?.1;
            path.push(name.to_string());
            at = elements(of, below);
        }
        let said = if is_name || !rest.is_empty() { names.len() } else { 0 };
        Some(Found { path, shape: at, said })
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
fn elements(of: &dyn Message, mut shape: ShapeId) -> ShapeId {
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
    let parts: BTreeSet<&str> = types
        .flat_map(|index| parts(of, ShapeId(index as u32)))
        .flat_map(|(part, shape)| std::iter::once(part).chain(of.references(shape)))
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
