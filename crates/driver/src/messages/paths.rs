//! Field paths, as in `--select`, `--path` and `--render`.

use std::collections::{HashSet, VecDeque};

use wireglot_plan::{OpenShape, ShapeId, ShapeKind};
use wireglot_text::names::advice;

use super::members::{impossible, is_default};
use super::message::Message;

/// A step of a path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A named part.
    Name(String),
    /// An element of a list.
    Index(usize),
    /// All elements of a list.
    All,
    /// The elements of a list with a member of this name and value.
    Where {
        /// The name of the member.
        member: String,
        /// Its value, as JSON has it without quotation marks, or the name of an object identifier.
        value: String,
    },
}

impl Step {
    /// Whether a value may have any number of parts there.
    pub fn is_several(&self) -> bool {
        matches!(self, Step::All | Step::Where { .. })
    }
}

/// For each step, whether an element in which the member that it names is absent has the value by default.
pub fn by_default(of: &dyn Message, steps: &[Step]) -> Vec<bool> {
    let mut at: Vec<ShapeId> = of.shape().roots.get(of.root()).map(|root| root.shape).into_iter().collect();
    let mut found = Vec::with_capacity(steps.len());
    for step in steps {
        let types = opened(of, &at).unwrap_or_default();
        at = types.iter().filter_map(|shape| under(of, *shape, step)).collect();
        found.push(match step {
            Step::Where { member, value } => {
                let elements = opened(of, &at).unwrap_or_default();
                elements.iter().any(|element| is_default(of.shape(), *element, member, value))
            }
            _ => false,
        });
    }
    found
}

/// Splits `a.b[0].c[*].d[e=1]` into steps.
///
/// # Errors
/// It is not a valid path.
pub fn steps(path: &str) -> Result<Vec<Step>, String> {
    let mut steps = Vec::new();
    for part in at_points(path) {
        let mut rest = part.split('[');
        let name = rest.next().unwrap_or_default();
        if name.is_empty() {
            return Err(format!("{path}: write names with points between, such as a.b[0].c[*]"));
        }
        steps.push(Step::Name(name.to_string()));
        for index in rest {
            steps.push(match index.strip_suffix(']') {
                Some(index) if !index.contains(']') => {
                    bracket(index).map_err(|told| format!("{path}: {told}"))?
                }
                Some(_) => return Err(format!("{path}: a bracket closes nothing")),
                None if index.contains(']') => {
                    return Err(format!("{path}: write a point after the bracket, as in a[0].b"))
                }
                None => return Err(format!("{path}: a bracket is not closed")),
            });
        }
    }
    Ok(steps)
}

/// The parts of a path between the points that are not in brackets.
pub fn at_points(path: &str) -> impl Iterator<Item = &str> {
    outside_brackets(path, '.')
}

/// The paths of a list with commas between that are not in brackets.
pub fn listed(paths: &str) -> impl Iterator<Item = &str> {
    outside_brackets(paths, ',')
}

/// The parts of a text between the characters that are not in brackets.
fn outside_brackets(text: &str, between: char) -> impl Iterator<Item = &str> {
    let mut in_brackets = false;
    text.split(move |c| {
        match c {
            '[' => in_brackets = true,
            ']' => in_brackets = false,
            _ => {}
        }
        c == between && !in_brackets
    })
}

/// The step in a pair of brackets.
fn bracket(index: &str) -> Result<Step, String> {
    if let Some((member, value)) = index.split_once('=') {
        let value = value.trim().trim_matches('"');
        return match !member.trim().is_empty() && !value.is_empty() {
            true => Ok(Step::Where { member: member.trim().to_string(), value: value.to_string() }),
            false => Err(format!("`{index}`: write the name and the value of a member, such as [id=3]")),
        };
    }
    match index {
        "*" | "" => Ok(Step::All),
        _ => index.parse().map(Step::Index).map_err(|_| {
            format!("`{index}` is not an index: write a number, * for all elements, or MEMBER=VALUE")
        }),
    }
}

/// The steps of a path in a message; the path may start with the message's name.
///
/// # Errors
/// No value can have this path.
pub fn below(of: &dyn Message, path: &str) -> Result<Vec<Step>, String> {
    let mut steps = steps(path)?;
    let Some(root) = of.shape().roots.get(of.root()) else { return Ok(steps) };
    let named = |name: &str| steps.first() == Some(&Step::Name(name.to_string()));
    if named(&root.reference) && !parts(of, root.shape).iter().any(|(part, _)| named(part)) {
        steps.remove(0);
    }
    check(of, root.shape, &steps, path)?;
    Ok(steps)
}

/// The named parts of a type, if it has any.
pub fn parts(of: &dyn Message, shape: ShapeId) -> Vec<(&str, ShapeId)> {
    match &of.shape().get(shape).kind {
        ShapeKind::Record { slots, .. } => {
            slots.iter().map(|slot| (slot.name.as_str(), slot.shape)).collect()
        }
        ShapeKind::Choice { alternatives, .. } => {
            alternatives.iter().map(|one| (one.name.as_str(), one.shape)).collect()
        }
        _ => Vec::new(),
    }
}

/// The type contained in a string, if values are shown decoded.
pub fn contents(of: &dyn Message, mut shape: ShapeId) -> ShapeId {
    // This ends: the model has been checked to have no type that only contains itself.
    for _ in 0..of.shape().types.len() {
        shape = match &of.shape().get(shape).kind {
            ShapeKind::OctetString { contains: Some(held), .. }
            | ShapeKind::BitString { contains: Some(held), .. } => held.shape,
            _ => break,
        };
    }
    shape
}

/// Whether the field at a path from a type depends on the alternative of a CHOICE, or on what an open type holds.
pub fn is_chosen(of: &dyn Message, shape: ShapeId, steps: &[Step]) -> bool {
    let mut at = shape;
    for step in steps {
        at = contents(of, at);
        if matches!(of.shape().get(at).kind, ShapeKind::Choice { .. } | ShapeKind::Open(_)) {
            return true;
        }
        let Some(next) = under(of, at, step) else { return true };
        at = next;
    }
    false
}

/// Whether values can have such a path, as far as the type alone determines.
fn check(of: &dyn Message, shape: ShapeId, steps: &[Step], path: &str) -> Result<(), String> {
    // The types that a value may have there.
    let mut at = vec![shape];
    let mut before = "the value";
    for step in steps {
        let Some(types) = opened(of, &at) else { return Ok(()) };
        let mut seen = HashSet::new();
        at = types
            .iter()
            .filter_map(|shape| under(of, *shape, step))
            .filter(|one| seen.insert(*one))
            .collect();
        if at.is_empty() {
            return Err(format!("{path}: {}", missing(of, &types, step, before)));
        }
        if let Step::Where { member, value } = step {
            let elements = opened(of, &at).unwrap_or_default();
            let members = elements.iter().filter_map(|element| part(of, *element, member));
            let members: Vec<ShapeId> = members.map(|member| contents(of, member)).collect();
            if let Some(told) = impossible(of.shape(), &members, value) {
                return Err(format!("{path}: `{member}` {told}"));
            }
        }
        if let Step::Name(name) = step {
            before = name;
        }
    }
    Ok(())
}

/// The types of decoded values: for an open type those of all rows of its table. `None` if a type is known only from
/// the value.
fn opened(of: &dyn Message, shapes: &[ShapeId]) -> Option<Vec<ShapeId>> {
    let (mut left, mut seen, mut types) = (shapes.to_vec(), HashSet::new(), Vec::new());
    let mut tables = HashSet::new();
    left.reverse();
    while let Some(shape) = left.pop() {
        let shape = contents(of, shape);
        if !seen.insert(shape) {
            continue;
        }
        match &of.shape().get(shape).kind {
            ShapeKind::Open(OpenShape::Opaque) => return None,
            ShapeKind::Open(OpenShape::Fixed(held)) => left.push(*held),
            ShapeKind::Open(OpenShape::Keyed { table, .. }) if tables.insert(*table) => {
                left.extend(of.shape().table(*table).rows.iter().rev().filter_map(|row| row.shape));
            }
            ShapeKind::Open(OpenShape::Keyed { .. }) => {}
            _ => types.push(shape),
        }
    }
    Some(types)
}

/// The type after a step from a type that is not open.
fn under(of: &dyn Message, shape: ShapeId, step: &Step) -> Option<ShapeId> {
    match (step, &of.shape().get(shape).kind) {
        (Step::Index(_) | Step::All, ShapeKind::List { element, .. }) => Some(*element),
        (Step::Where { member, .. }, ShapeKind::List { element, .. }) => {
            let has = |types: Vec<ShapeId>| types.iter().any(|shape| part(of, *shape, member).is_some());
            opened(of, &[*element]).is_none_or(has).then_some(*element)
        }
        (Step::Name(name), _) => part(of, shape, name),
        _ => None,
    }
}

/// The type of a named part.
fn part(of: &dyn Message, shape: ShapeId, name: &str) -> Option<ShapeId> {
    parts(of, shape).into_iter().find(|(part, _)| *part == name).map(|(_, shape)| shape)
}

/// The error for a step from any of some types that are not open, after a name.
fn missing(of: &dyn Message, types: &[ShapeId], step: &Step, before: &str) -> String {
    let elements = types.iter().filter_map(|shape| match &of.shape().get(*shape).kind {
        ShapeKind::List { element, .. } => Some(*element),
        _ => None,
    });
    let elements: Vec<ShapeId> = elements.collect();
    let in_elements = opened(of, &elements).unwrap_or_default();
    match step {
        Step::Index(_) | Step::All => format!("`{before}` is not a list"),
        Step::Where { .. } if elements.is_empty() => format!("`{before}` is not a list"),
        Step::Where { member, .. } => no_part(of, &in_elements, member, before),
        Step::Name(name) if !elements.is_empty() && elements.len() == types.len() => {
            format!("`{name}` is in a list: put [*] or an index before it")
        }
        Step::Name(name) if in_elements.iter().any(|shape| part(of, *shape, name).is_some()) => {
            format!("`{name}` is in a list: put [*] or an index before it")
        }
        Step::Name(name) => no_part(of, types, name, before),
    }
}

/// The error for a part that none of some types has.
fn no_part(of: &dyn Message, types: &[ShapeId], name: &str, before: &str) -> String {
    let mut names: Vec<&str> =
        types.iter().flat_map(|shape| parts(of, *shape)).map(|(name, _)| name).collect();
    if types.len() > 1 {
        names.sort_unstable();
        names.dedup();
    }
    let deeper = match types {
        [only] => deeper(of, *only, name),
        _ => Vec::new(),
    };
    match deeper.as_slice() {
        [] if names.is_empty() => format!("there is no `{name}`: `{before}` has no parts"),
        [] => format!("there is no `{name}`{}", advice(name, names)),
        paths => format!("there is no `{name}` here, but {}", paths.join(" and ")),
    }
}

/// A few paths to parts of that name deeper in a type, the nearest first.
fn deeper(of: &dyn Message, shape: ShapeId, name: &str) -> Vec<String> {
    const FEW: usize = 3;
    let (mut met, mut found) = (HashSet::from([shape]), Vec::new());
    let mut queue = VecDeque::from([(shape, String::new())]);
    while let Some((shape, path)) = queue.pop_front().filter(|_| found.len() < FEW) {
        let dot = if path.is_empty() { "" } else { "." };
        for (part, inner) in parts(of, shape) {
            let mut path = format!("{path}{dot}{part}");
            if part == name {
                found.push(path);
                break;
            }
            let mut inner = contents(of, inner);
            while let ShapeKind::List { element, .. } = &of.shape().get(inner).kind {
                path.push_str("[*]");
                if !met.insert(inner) {
                    break;
                }
                inner = contents(of, *element);
            }
            if met.insert(inner) {
                queue.push_back((inner, path));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_have_names_and_indices() {
        let name = |name: &str| Step::Name(name.into());
        assert_eq!(
            steps("a.b[2].c[*]").unwrap(),
            [name("a"), name("b"), Step::Index(2), name("c"), Step::All]
        );
        let of = |value: &str| Step::Where { member: "b".into(), value: value.into() };
        assert_eq!(steps("a[b=2.5.29].c").unwrap(), [name("a"), of("2.5.29"), name("c")]);
        assert_eq!(steps("a[b = \"x y\"]").unwrap(), [name("a"), of("x y")]);
        for wrong in ["", "a..b", "a[", "a[b=1]]", "a[0]b", "a[x]", "a[=1]", "a[b=]", "a[b=1.2"] {
            assert!(steps(wrong).is_err(), "{wrong}");
        }
    }
}
