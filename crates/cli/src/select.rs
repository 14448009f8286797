//! `--select`: the values of some fields instead of whole ones.

use wireglot_driver::json::Spelling;
use wireglot_driver::{ShapeId, ShapeKind, Specification, ValueRef, View};

use crate::exit::Failure;

/// Fields that are wanted, each under its path.
pub struct Select {
    fields: Vec<Field>,
}

struct Field {
    path: String,
    steps: Vec<Step>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Name(String),
    Index(usize),
    /// All elements of a list.
    All,
}

impl Select {
    /// Fields of a root by their paths, which may begin with the root's name; nothing for none.
    ///
    /// # Errors
    /// A path that no value can have.
    pub fn new(of: &Specification, root: usize, paths: &[String]) -> Result<Option<Select>, Failure> {
        let Some(root) = of.shape().roots.get(root) else { return Ok(None) };
        let mut fields = Vec::new();
        for path in paths {
            let mut steps = steps(path).map_err(Failure::Usage)?;
            let first = steps.first();
            if first == Some(&Step::Name(root.reference.clone())) && !has(of, root.shape, &root.reference) {
                steps.remove(0);
            }
            check(of, root.shape, &steps, path).map_err(Failure::Usage)?;
            fields.push(Field { path: path.clone(), steps });
        }
        Ok(if fields.is_empty() { None } else { Some(Select { fields }) })
    }

    /// Appends an object with what a value has of the fields.
    pub fn write(&self, of: &Specification, value: ValueRef, out: &mut Vec<u8>) {
        out.push(b'{');
        let mut any = false;
        for field in &self.fields {
            let mut found = Vec::new();
            find(of, value, &field.steps, &mut found);
            let several = field.steps.contains(&Step::All);
            if found.is_empty() && !several {
                continue;
            }
            if any {
                out.push(b',');
            }
            any = true;
            let values: Vec<String> =
                found.into_iter().map(|value| of.to_json(value, Spelling::Json)).collect();
            let text = if several { format!("[{}]", values.join(",")) } else { values.concat() };
            out.extend_from_slice(serde_json::json!(field.path).to_string().as_bytes());
            out.push(b':');
            out.extend_from_slice(text.as_bytes());
        }
        out.push(b'}');
    }
}

/// `a.b[0].c[*]` in steps.
fn steps(path: &str) -> Result<Vec<Step>, String> {
    let mut steps = Vec::new();
    for part in path.split('.') {
        let mut rest = part.split('[');
        let name = rest.next().unwrap_or_default();
        if name.is_empty() {
            return Err(format!("--select {path}: write names with points between, such as a.b[0].c[*]"));
        }
        steps.push(Step::Name(name.to_string()));
        for index in rest {
            let index = index.strip_suffix(']');
            steps.push(match index {
                Some("*" | "") => Step::All,
                Some(index) => {
                    let number =
                        index.parse().map_err(|_| format!("--select {path}: `{index}` is no index"))?;
                    Step::Index(number)
                }
                None => return Err(format!("--select {path}: a bracket is open")),
            });
        }
    }
    Ok(steps)
}

/// The parts of a type by their names, if it has parts.
fn parts(of: &Specification, shape: ShapeId) -> Option<Vec<(&str, ShapeId)>> {
    match &of.shape().get(shape).kind {
        ShapeKind::Record { slots, .. } => {
            Some(slots.iter().map(|slot| (slot.name.as_str(), slot.shape)).collect())
        }
        ShapeKind::Choice { alternatives, .. } => {
            Some(alternatives.iter().map(|one| (one.name.as_str(), one.shape)).collect())
        }
        _ => None,
    }
}

fn has(of: &Specification, shape: ShapeId, name: &str) -> bool {
    parts(of, shape).is_some_and(|parts| parts.iter().any(|(part, _)| *part == name))
}

/// Whether values can have such a path, as far as the type alone says.
fn check(of: &Specification, mut shape: ShapeId, steps: &[Step], path: &str) -> Result<(), String> {
    for step in steps {
        let kind = &of.shape().get(shape).kind;
        shape = match (step, kind) {
            (Step::Index(_) | Step::All, ShapeKind::List { element, .. }) => *element,
            (Step::Name(name), ShapeKind::Record { .. } | ShapeKind::Choice { .. }) => {
                let parts = parts(of, shape).unwrap_or_default();
                match parts.iter().find(|(part, _)| part == name) {
                    Some((_, shape)) => *shape,
                    None => {
                        let names: Vec<&str> = parts.iter().map(|(name, _)| *name).collect();
                        let names = names.join(", ");
                        return Err(format!("--select {path}: there is no `{name}`; there are {names}"));
                    }
                }
            }
            (Step::Name(name), ShapeKind::List { .. }) => {
                return Err(format!("--select {path}: `{name}` is in a list: put [*] or an index before it"));
            }
            // What a value of it holds shows in the value alone.
            _ => return Ok(()),
        };
    }
    Ok(())
}

fn find<'v>(of: &Specification, value: ValueRef<'v>, steps: &[Step], found: &mut Vec<ValueRef<'v>>) {
    let Some((step, rest)) = steps.split_first() else { return found.push(value) };
    match (value.view(), step) {
        (View::Open(_, inner) | View::Contained(_, inner), _) => find(of, inner, steps, found),
        (View::List(list), Step::Index(index)) => {
            if let Some(element) = list.iter().nth(*index) {
                find(of, element, rest, found);
            }
        }
        (View::List(list), Step::All) => list.iter().for_each(|element| find(of, element, rest, found)),
        (View::Record(_) | View::Choice(..), Step::Name(name)) => {
            let parts = parts(of, value.shape()).unwrap_or_default();
            let index = parts.iter().position(|(part, _)| part == name);
            if let Some(inner) = index.and_then(|index| value.child(index as u32)) {
                find(of, inner, rest, found);
            }
        }
        _ => {}
    }
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
