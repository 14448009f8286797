//! Selects columns.

use wireglot_driver::messages::{FieldPath, Message, Step};

use crate::columns::{Column, Columns, Place, Target};
use crate::kind::{Content, Kind};

/// A column of the table, which may come from deep inside values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// Its name.
    pub name: String,
    /// The column with its values.
    pub place: Place,
    /// The enclosing lists, outermost first. With any, the column is a list of lists of values.
    pub lists: Vec<Place>,
}

/// All columns of the row.
pub fn all(columns: &Columns) -> Vec<Output> {
    let row = columns.get(0);
    let output =
        |place: &Place| Output { name: columns.get(*place).name.clone(), place: *place, lists: Vec::new() };
    row.children.iter().map(output).collect()
}

/// The columns with some paths. A path may have a name before it: `cell=location.cell`. Other columns are not
/// stored. Paths to parts that have no column of their own (by index, or in open types) get a column of text.
///
/// # Errors
/// A message: no value can have the path.
pub fn select(of: &dyn Message, columns: &mut Columns, paths: &[String]) -> Result<Vec<Output>, String> {
    select_in(&[("", of)], std::slice::from_mut(columns), paths)
}

/// The same for several versions of a type, each with its name in errors, whose columns have the same places. At least
/// one must have each path.
///
/// # Errors
/// A message: no value of any version can have the path, or it leads to a column in one and into one in another.
pub fn select_in(
    of: &[(&str, &dyn Message)],
    views: &mut [Columns],
    paths: &[String],
) -> Result<Vec<Output>, String> {
    let mut outputs: Vec<Output> = Vec::new();
    for path in paths.iter().map(|path| path.trim()) {
        let (name, path) = match path.split_once('=').filter(|(name, _)| !name.contains('[')) {
            Some((name, path)) => (name.trim(), path.trim()),
            None => (path, path),
        };
        if name.is_empty() && !path.is_empty() {
            return Err(format!("={path}: put a name before the equals sign, or leave it out"));
        }
        if outputs.iter().any(|output| output.name.eq_ignore_ascii_case(name)) {
            return Err(format!(
                "two columns are called `{name}`: put another name before one, such as x={path}"
            ));
        }
        let (place, lists) = find_in(of, views, (name, path))?;
        outputs.push(Output { name: name.to_string(), place, lists });
    }
    views.iter_mut().for_each(|columns| prune(columns, &outputs));
    Ok(outputs)
}

/// The column at a path in those versions that have it, and the lists that it is in. A field without a column of its own
/// gets one.
fn find_in(
    of: &[(&str, &dyn Message)],
    views: &mut [Columns],
    (name, path): (&str, &str),
) -> Result<(Place, Vec<Place>), String> {
    let fields: Vec<Result<FieldPath, String>> =
        of.iter().map(|(_, message)| FieldPath::new(*message, path)).collect();
    if !fields.iter().any(Result::is_ok) {
        let wrong = fields
            .iter()
            .zip(of)
            .filter_map(|(field, (version, _))| Some((*version, field.as_ref().err()?.as_str())));
        return Err(in_versions(wrong));
    }
    let found: Vec<_> = fields
        .iter()
        .zip(views.iter())
        .map(|(field, columns)| field.as_ref().ok().map(|field| find(columns, field.steps())))
        .collect();
    let mut there: Vec<_> = found.iter().flatten().collect();
    there.dedup();
    match there[..] {
        [Some(place)] => Ok(place.clone()),
        [None] | [] => Ok((add(views, name, fields), Vec::new())),
        _ => {
            let what = |found: &Option<Option<_>>| match found {
                Some(Some(_)) => "a column in",
                Some(None) => "part of one in",
                None => "not in",
            };
            let each: Vec<String> = found
                .iter()
                .zip(of)
                .map(|(found, (version, _))| format!("{} {version}", what(found)))
                .collect();
            Err(format!("{path} is {}: select what contains it, or other columns", each.join(", ")))
        }
    }
}

/// What is wrong in each version, said once if it is the same in all.
pub fn in_versions<'w>(wrong: impl Iterator<Item = (&'w str, &'w str)>) -> String {
    let wrong: Vec<_> = wrong.collect();
    match wrong[..] {
        [(_, first), ref others @ ..] if others.iter().all(|(_, other)| *other == first) => first.to_string(),
        _ => wrong.iter().map(|(version, told)| format!("{version}: {told}")).collect::<Vec<_>>().join("; "),
    }
}

/// Adds a column with the text of a field of those versions that have it.
fn add(views: &mut [Columns], name: &str, fields: Vec<Result<FieldPath, String>>) -> Place {
    let mut place = 0;
    for (columns, field) in views.iter_mut().zip(fields) {
        place = columns.all.len() as Place;
        columns.all.push(Column::new(name, Kind::Text, Content::Value, Some(0), true));
        if let Ok(field) = field {
            columns.fields.push((field, place));
        }
    }
    place
}

/// The column at a path, and the lists that it is in; `None` if the path leads into a column.
fn find(columns: &Columns, steps: &[Step]) -> Option<(Place, Vec<Place>)> {
    let mut place = if columns.in_row { columns.get(0).children[0] } else { 0 };
    let mut lists = Vec::new();
    for step in steps {
        let column = columns.get(place);
        place = match (step, column.kind) {
            (Step::All, Kind::List) => {
                lists.push(place);
                column.children[0]
            }
            (Step::Name(name), Kind::Struct) => child(columns, column, name)?,
            _ => return None,
        };
    }
    Some((place, lists))
}

fn child(columns: &Columns, column: &Column, name: &str) -> Option<Place> {
    let is = |target: &&Target| matches!(target, Target::Column(place) if columns.get(*place).part == *name);
    match column.targets.iter().find(is)? {
        Target::Column(place) => Some(*place),
        Target::Nowhere => None,
    }
}

/// Removes everything that the outputs do not need.
pub(crate) fn prune(columns: &mut Columns, outputs: &[Output]) {
    let mut needed = vec![false; columns.all.len()];
    for output in outputs {
        // The column itself and everything nested in it.
        let whole = |place: Place| {
            std::iter::successors(Some(place), |place| columns.get(*place).parent)
                .any(|at| at == output.place)
        };
        (0..columns.all.len() as Place).filter(|place| whole(*place)).for_each(|place| {
            needed[usize::from(place)] = true;
        });
        let around = std::iter::successors(Some(output.place), |place| columns.get(*place).parent);
        around.for_each(|place| needed[usize::from(place)] = true);
    }
    for (column, &is_needed) in columns.all.iter_mut().zip(&needed) {
        column.needed = is_needed;
        for target in &mut column.targets {
            if matches!(target, Target::Column(place) if !needed[usize::from(*place)]) {
                *target = Target::Nowhere;
            }
        }
        column.which = column.which.filter(|which| needed[usize::from(*which)]);
    }
    let is_needed = |place: Place| needed[usize::from(place)];
    columns.provenance.retain(|(_, place)| is_needed(*place));
    columns.fields.retain(|(_, place)| is_needed(*place));
}
