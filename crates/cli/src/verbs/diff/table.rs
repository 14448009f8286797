//! Prints differences as a table or as lines of JSON.

use std::io::Write;
use std::path::Path;

use serde_json::{json, Value};
use wireglot_driver::diff::Difference;

use crate::output::destination::{Destination, OutputArg};
use crate::output::exit::Failure;
use crate::output::plain::plain;

/// The maximum number of characters of a value shown in the table.
const VALUE: usize = 30;

/// The number of characters shown before the first difference in long values.
const BEFORE: usize = 10;

/// Characters that the column of paths has at most: one that is longer moves what comes behind it.
const PATH: usize = 100;

/// Prints differences.
pub struct Table {
    names: [String; 2],
    /// Whether PDUs are numbered.
    several: bool,
    json: bool,
    /// Buffered lines: a path and two values, and whether each value exists.
    rows: Vec<([String; 3], [bool; 2])>,
    count: usize,
    out: Destination,
}

impl Table {
    pub fn new(
        left: &Path,
        right: &Path,
        several: bool,
        json: bool,
        output: &OutputArg,
    ) -> Result<Table, Failure> {
        let names = [left, right].map(|path| match path.to_str() {
            Some("-") => "standard input".to_string(),
            _ => path.display().to_string(),
        });
        let out = if json { output.open()? } else { output.open_for_tables()? };
        Ok(Table { names, several, json, rows: Vec::new(), count: 0, out })
    }

    /// Adds the differences of a PDU, numbered from 1.
    pub fn add(&mut self, pdu: usize, differences: Vec<Difference>) -> Result<(), Failure> {
        self.count += differences.len();
        if self.json {
            for difference in &differences {
                writeln!(self.out, "{}", object(pdu, difference))?;
            }
            return Ok(());
        }
        self.rows.extend(differences.into_iter().map(|Difference { path, left, right }| {
            let there = [left.is_some(), right.is_some()];
            let [left, right] = shown(left.as_deref().unwrap_or("-"), right.as_deref().unwrap_or("-"));
            let path = if self.several { format!("{pdu}: {path}") } else { path };
            ([path, left, right], there)
        }));
        Ok(())
    }

    /// Prints the table; returns whether there was any difference.
    pub fn finish(mut self) -> Result<bool, Failure> {
        let out = &mut self.out;
        if self.json || self.rows.is_empty() {
            self.out.finish()?;
            return Ok(self.count > 0);
        }
        let title = ["field".to_string(), cut_front(&self.names[0]), cut_front(&self.names[1])];
        let width = |column: usize| {
            let cells = self.rows.iter().map(|(cells, _)| &cells[column]).chain([&title[column]]);
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let (path, value) = (width(0).min(PATH), width(1));
        let [field, left, right] = &title;
        writeln!(out, "\u{1b}[1m{field:path$}  {left:value$}  {right}\u{1b}[0m")?;
        for ([field, left, right], there) in &self.rows {
            let colour = |there: bool, colour: &'static str| if there { colour } else { "\u{1b}[2m" };
            let (one, other) = (colour(there[0], "\u{1b}[31m"), colour(there[1], "\u{1b}[32m"));
            writeln!(out, "{field:path$}  {one}{left:value$}\u{1b}[0m  {other}{right}\u{1b}[0m")?;
        }
        let plural = if self.count == 1 { "" } else { "s" };
        writeln!(out, "{} difference{plural}", self.count)?;
        self.out.finish()?;
        Ok(true)
    }
}

fn object(pdu: usize, difference: &Difference) -> Value {
    let mut object = json!({"pdu": pdu, "path": difference.path});
    for (side, value) in [("left", &difference.left), ("right", &difference.right)] {
        if let Some(value) = value.as_deref().and_then(|text| serde_json::from_str(text).ok()) {
            object[side] = value;
        }
    }
    object
}

/// Two values truncated to the column width so that the first difference is visible.
fn shown(left: &str, right: &str) -> [String; 2] {
    let [left, right] = [left, right].map(|value| plain(value).chars().collect::<Vec<char>>());
    let same = left.iter().zip(&right).take_while(|(a, b)| a == b).count();
    let longest = left.len().max(right.len());
    let from = if longest <= VALUE || same <= BEFORE { 0 } else { same - BEFORE };
    [cut(&left, from), cut(&right, from)]
}

fn cut(value: &[char], from: usize) -> String {
    let lead = if from > 0 { "..." } else { "" };
    let rest = value.get(from..).unwrap_or_default();
    let room = VALUE - lead.len();
    match rest.len() > room {
        true => format!("{lead}{}...", rest[..room - 3].iter().collect::<String>()),
        false => format!("{lead}{}", rest.iter().collect::<String>()),
    }
}

/// Truncates the beginning of a long name.
fn cut_front(name: &str) -> String {
    let count = name.chars().count();
    match count > VALUE {
        true => format!("...{}", name.chars().skip(count - VALUE + 3).collect::<String>()),
        false => name.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn the_first_difference_shows() {
        let long = "x".repeat(50);
        assert_eq!(shown("7", "8"), ["7", "8"]);
        assert_eq!(shown(&format!("{long}a"), &format!("{long}b")), ["...xxxxxxxxxxa", "...xxxxxxxxxxb"]);
        assert_eq!(shown(&long, "-")[0].len(), 30);
    }
}
