//! Adds the types inside strings that a specification describes only in prose, such as RRC messages in S1AP.
//!
//! A string then has the type that `OCTET STRING (CONTAINING Type ENCODED BY rules)` would give it (X.682 11).

use std::collections::HashSet;

use wireglot_model::{Addition, Component, Constraint, Element, Kind, Members, Model, Set, Type, TypeId};
use wireglot_plan::Rules;

use super::outer_values::outer_values;
use super::specification::{only_one, split_name};
use super::string_places::{keeps_octets, members, members_of, Place};
use crate::names::close_names;

/// Gives strings a contained type. `string` is `Type` or `Type.component`, optionally after `Module.`, or a component name in
/// any type. For a list, it means the elements. Strings that already have a contained type keep it; those with a
/// constraint on their value stay strings, since contents can't be compared with it.
///
/// # Errors
/// Says what is wrong: there is no such string or type, several modules define the type, or no string is left.
pub fn contain(
    model: &mut Model,
    given: &HashSet<String>,
    string: &str,
    held: &str,
    rules: Option<Rules>,
) -> Result<(), String> {
    let mut places = places(model, string)?;
    let (module, reference) = split_name(held);
    let all = model.modules.iter().flat_map(|module| module.types.iter().map(move |id| (module, *id)));
    let grounds = all.filter_map(|(module, id)| {
        let name = model.ty(id).name.as_ref().filter(|name| name.arguments.is_empty())?;
        Some((module.name.as_str(), name.reference.as_str()))
    });
    only_one(held, grounds, given).map_err(|unknown| unknown.to_string())?;
    let found = model.find(module, reference).ok_or_else(|| no_type(model, held))?;
    if is_string(&model.ty(model.base(found)).kind) {
        return Err(format!("{held} is itself a string: give the type of its contents"));
    }
    let mut kept = String::new();
    places.retain(|place| {
        let own = keeps_octets(model, at(model, *place)).map(String::from);
        let why = own.or_else(|| {
            outer_values(model, *place).map(|outer| {
                format!("a constraint on its value in {outer}, which contents can't be compared with")
            })
        });
        why.inspect(|why| kept.clone_from(why)).is_none()
    });
    if places.is_empty() {
        return Err(format!("{string} already has {kept}"));
    }
    for place in places {
        let encoded_by = rules.map(|rules| rules.identifier().iter().map(|arc| (*arc).into()).collect());
        put(model, place, Set::Contents { containing: Some(found), encoded_by });
    }
    model.close_chains();
    Ok(())
}

/// All places where a string is used, without duplicates.
fn places(model: &Model, string: &str) -> Result<Vec<Place>, String> {
    let names: Vec<&str> = string.split('.').map(|step| step.split('[').next().unwrap_or_default()).collect();
    let starts: Vec<(Vec<Place>, &[&str])> = match names.as_slice() {
        [module, name, rest @ ..] if model.modules.iter().any(|known| known.name == **module) => {
            vec![(named(model, Some(module), name), rest)]
        }
        [name, rest @ ..] => {
            let types = named(model, None, name);
            match types.is_empty() {
                true => vec![(parts(model, name), rest)],
                false => vec![(types, rest)],
            }
        }
        [] => Vec::new(),
    };
    let mut found = Vec::new();
    for (places, rest) in starts {
        let below = |mut place: Place| {
            for name in rest {
                let record = model.base(at(model, list_elements(model, place)));
                place = members(model, record)?
                    .all()
                    .position(|part| part.name == *name)
                    .map(|at| Place::Part(record, at))?;
            }
            Some(list_elements(model, place))
        };
        found.extend(places.into_iter().filter_map(below));
    }
    if found.is_empty() {
        let mut known: Vec<&str> =
            model.types.iter().filter_map(|ty| Some(ty.name.as_ref()?.reference.as_str())).collect();
        known.extend(
            model
                .types
                .iter()
                .filter_map(|ty| members_of(&ty.kind))
                .flat_map(Members::all)
                .map(|part| part.name.as_str()),
        );
        known.sort_unstable();
        known.dedup();
        let missing = names.iter().find(|name| known.binary_search(name).is_err()).copied();
        return Err(match missing.map(|missing| (missing, close_names(missing, known))) {
            Some((missing, close)) if close.is_empty() => {
                format!("there is no type or component `{missing}`")
            }
            Some((missing, close)) => {
                format!("there is no type or component `{missing}`; did you mean {}?", close.join(" or "))
            }
            None => format!("no field matches {string}: write Type.component"),
        });
    }
    found.retain(|place| is_string(&model.ty(model.base(at(model, *place))).kind));
    found.sort_unstable();
    found.dedup();
    match found.is_empty() {
        true => Err(format!(
            "{string} is not an OCTET STRING or BIT STRING: only these can contain another value"
        )),
        false => Ok(found),
    }
}

fn named(model: &Model, module: Option<&str>, name: &str) -> Vec<Place> {
    let modules = model.modules.iter().filter(|known| module.is_none_or(|module| module == known.name));
    let types = modules.flat_map(|module| &module.types).copied();
    let is = |id: &TypeId| model.ty(*id).name.as_ref().is_some_and(|own| own.reference == name);
    types.filter(is).map(Place::Named).collect()
}

/// The components and alternatives of that name in all types.
fn parts(model: &Model, name: &str) -> Vec<Place> {
    let ids = (0..model.types.len() as u32).map(TypeId);
    let of = |id: TypeId| {
        let all = members(model, id).into_iter().flat_map(Members::all).enumerate();
        all.filter(|(_, part)| part.name == name).map(move |(at, _)| Place::Part(id, at))
    };
    ids.flat_map(of).collect()
}

/// The innermost elements if the place holds a list; otherwise the place itself.
fn list_elements(model: &Model, mut place: Place) -> Place {
    for _ in 0..model.types.len() {
        let base = model.base(at(model, place));
        match model.ty(base).kind {
            Kind::SequenceOf(_) | Kind::SetOf(_) if place != Place::Elements(base) => {
                place = Place::Elements(base)
            }
            _ => break,
        }
    }
    place
}

/// The type at a place.
fn at(model: &Model, place: Place) -> TypeId {
    match place {
        Place::Named(id) => id,
        Place::Part(record, part) => {
            members(model, record).and_then(|all| all.all().nth(part)).map_or(record, |part| part.ty)
        }
        Place::Elements(list) => match &model.ty(list).kind {
            Kind::SequenceOf(element) | Kind::SetOf(element) => element.ty,
            _ => list,
        },
    }
}

/// Adds a constraint to the type at a place.
fn put(model: &mut Model, place: Place, root: Set) {
    let inner = at(model, place);
    let Type { module, span, .. } = *model.ty(inner);
    let constraint = Box::new(Constraint { root, extension: None, exception: None, span });
    let more = TypeId(model.types.len() as u32);
    match place {
        // The name stays with the outermost link.
        Place::Named(id) => {
            let ty = &mut model.types[id.index()];
            let kind = std::mem::replace(&mut ty.kind, Kind::Constrained { inner: more, constraint });
            model.types.push(Type { kind, name: None, module, span, doc: None });
        }
        Place::Part(record, part) => {
            let kind = Kind::Constrained { inner, constraint };
            model.types.push(Type { kind, name: None, module, span, doc: None });
            if let Some(part) = part_mut(&mut model.types[record.index()].kind, part) {
                part.ty = more;
            }
        }
        Place::Elements(list) => {
            let kind = Kind::Constrained { inner, constraint };
            model.types.push(Type { kind, name: None, module, span, doc: None });
            if let Kind::SequenceOf(Element { ty, .. }) | Kind::SetOf(Element { ty, .. }) =
                &mut model.types[list.index()].kind
            {
                *ty = more;
            }
        }
    }
}

/// A component by its number in source order.
fn part_mut(kind: &mut Kind, part: usize) -> Option<&mut Component> {
    let (Kind::Sequence(members) | Kind::Set(members) | Kind::Choice(members)) = kind else { return None };
    let additions = members.additions.iter_mut().flatten().flat_map(|addition| match addition {
        Addition::Component(component) => std::slice::from_mut(component).iter_mut(),
        Addition::Group(group) => group.components.iter_mut(),
    });
    members.root.iter_mut().chain(additions).chain(&mut members.root2).nth(part)
}

fn is_string(kind: &Kind) -> bool {
    matches!(kind, Kind::OctetString | Kind::BitString(_))
}

fn no_type(model: &Model, name: &str) -> String {
    let types = model.modules.iter().flat_map(|module| &module.types);
    let names: Vec<&str> =
        types.filter_map(|id| Some(model.ty(*id).name.as_ref()?.reference.as_str())).collect();
    let reference = name.rsplit('.').next().unwrap_or(name);
    match close_names(reference, names).as_slice() {
        [] => format!("there is no type {name}: give its module with -s too"),
        close => format!("there is no type {name}; did you mean {}?", close.join(" or ")),
    }
}
