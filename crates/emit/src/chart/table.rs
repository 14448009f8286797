//! The rows and columns of a chart's table.

use super::types::{index, one_line};
use super::{Chart, Name, Names, Part};

/// A table: its header and its rows, without empty columns.
pub(super) struct Table {
    pub head: Vec<&'static str>,
    pub rows: Vec<Vec<String>>,
}

/// A column: its header, and the cell for a part and its mark.
type Column = (&'static str, fn(&Part, Option<char>) -> String);

const COLUMNS: [Column; 7] = [
    ("", |_, mark| mark.map(String::from).unwrap_or_default()),
    BITS[0],
    BITS[1],
    BITS[2],
    ("name", |part, _| part.path.clone()),
    ("type", |part, _| part.ty.clone()),
    ("since", |part, _| part.since.map(|since| since.to_string()).unwrap_or_default()),
];

/// Offset and size in bits.
const BITS: [Column; 3] = [
    ("bit", |part, _| place(part, 1)),
    ("octet.bit", |part, _| match part.place.steps.is_empty() {
        true => format!("{}.{}", part.place.first / 8, part.place.first % 8),
        false => String::new(),
    }),
    ("bits", |part, _| part.bits.to_string()),
];

/// Offset and size in bytes.
const OCTETS: [Column; 2] =
    [("offset", |part, _| place(part, 8)), ("octets", |part, _| (part.bits / 8).to_string())];

/// The header of the last column.
const DOC: &str = "what";

impl Table {
    /// The table of a chart. `marks` are those of its picture.
    pub(super) fn new(chart: &Chart, marks: &[(usize, char)]) -> Table {
        let mark = |index: usize| marks.iter().find(|(part, _)| *part == index).map(|(_, sign)| *sign);
        let columns: Vec<Column> = match chart.by_octets {
            true => [&COLUMNS[..1], &OCTETS, &COLUMNS[1 + BITS.len()..]].concat(),
            false => COLUMNS.to_vec(),
        };
        let row = |(index, part): (usize, &Part)| {
            let mut row: Vec<String> = columns.iter().map(|(_, cell)| cell(part, mark(index))).collect();
            row.push(one_line(part.doc.as_deref()));
            row
        };
        let rows: Vec<Vec<String>> = chart.parts.iter().enumerate().map(row).collect();
        Table::without_empty(columns.iter().map(|(head, _)| *head).chain([DOC]).collect(), &rows)
    }

    /// The table of the names of values or bits.
    pub(super) fn of_names(names: &Names) -> Table {
        let row = |name: &Name| vec![name.value.clone(), name.name.clone(), name.doc.clone()];
        let rows: Vec<Vec<String>> = names.all.iter().map(row).collect();
        Table::without_empty(vec![if names.of_bits { "bit" } else { "value" }, "name", DOC], &rows)
    }

    fn without_empty(head: Vec<&'static str>, rows: &[Vec<String>]) -> Table {
        let kept: Vec<usize> =
            (0..head.len()).filter(|column| rows.iter().any(|row| !row[*column].is_empty())).collect();
        Table {
            head: kept.iter().map(|column| head[*column]).collect(),
            rows: rows.iter().map(|row| kept.iter().map(|column| row[*column].clone()).collect()).collect(),
        }
    }

    /// Whether a column contains numbers.
    pub(super) fn is_number(&self, column: usize) -> bool {
        matches!(self.head[column], "bit" | "value" | "octet.bit" | "bits" | "offset" | "octets" | "since")
    }
}

/// An offset in units of `unit` bits: `123 + 12i`, with a star if it may move.
fn place(part: &Part, unit: u64) -> String {
    let mut text = (part.place.first / unit).to_string();
    for (depth, step) in part.place.steps.iter().enumerate() {
        text.push_str(&format!(" + {}{}", step / unit, index(depth)));
    }
    text + if part.place.moves { " *" } else { "" }
}
