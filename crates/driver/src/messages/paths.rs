//! Field paths, as in `--select`, `--path` and `--render`.

use std::collections::{HashSet, VecDeque};

use wireglot_plan::{ShapeId, ShapeKind};
use wireglot_text::names::advice;

use super::message::Message;

/// A step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A named part.
    Name(String),
    /// An element of a list.
    Index(usize),
    /// All elements of a list.
    All,
}

/// Splits `a.b[0].c[*]` into steps.
///
/// # Errors
/// It is not a valid path.
pub fn steps(path: &str) -> Result<Vec<Step>, String> {
    let mut steps = Vec::new();
    for part in path.split('.') {
        let mut rest = part.split('[');
        let name = rest.next().unwrap_or_default();
        if name.is_empty() {
            return Err(format!("{path}: write names with points between, such as a.b[0].c[*]"));
        }
        steps.push(Step::Name(name.to_string()));
        for index in rest {
            let index = index.strip_suffix(']');
            steps.push(match index {
                Some("*" | "") => Step::All,
                Some(index) => {
                    let number = index.parse().map_err(|_| format!("{path}: `{index}` is not an index"))?;
                    Step::Index(number)
                }
                None => return Err(format!("{path}: a bracket is open")),
            });
        }
    }
    Ok(steps)
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

/// Whether values can have such a path, as far as the type alone determines.
fn check(of: &dyn Message, mut shape: ShapeId, steps: &[Step], path: &str) -> Result<(), String> {
    let mut before = "the value";
    for step in steps {
        shape = contents(of, shape);
        shape = match (step, &of.shape().get(shape).kind) {
            // The contents are known only from the value.
            (_, ShapeKind::Open(_)) => return Ok(()),
            (Step::Index(_) | Step::All, ShapeKind::List { element, .. }) => *element,
            (Step::Index(_) | Step::All, _) => return Err(format!("{path}: `{before}` is not a list")),
            (Step::Name(name), ShapeKind::List { .. }) => {
                return Err(format!("{path}: `{name}` is in a list: put [*] or an index before it"));
            }
            (Step::Name(name), ShapeKind::Record { .. } | ShapeKind::Choice { .. }) => {
                let parts = parts(of, shape);
                let found = parts.iter().find(|(part, _)| part == name);
                let names = parts.iter().map(|(name, _)| *name);
                let told = || match deeper(of, shape, name).as_slice() {
                    [] => format!("{path}: there is no `{name}`{}", advice(name, names)),
                    paths => format!("{path}: there is no `{name}` here, but {}", paths.join(" and ")),
                };
                found.ok_or_else(told)?.1
            }
            (Step::Name(name), _) => {
                return Err(format!("{path}: there is no `{name}`: `{before}` has no parts"));
            }
        };
        if let Step::Name(name) = step {
            before = name;
        }
    }
    Ok(())
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
        for wrong in ["", "a..b", "a[", "a[x]"] {
            assert!(steps(wrong).is_err(), "{wrong}");
        }
    }
}
