//! A chart as boxes in plain text, in the style of RFCs, with a table below.

use super::grid::{Grid, Run};
use super::table::Table;
use super::Chart;

pub(super) fn print(chart: &Chart, width: u64) -> String {
    let mut grid = Grid::new(chart, width);
    // A box of n bits is 2n - 1 characters wide inside; from three bits on it has a space on each side.
    let labels = grid.labels(|bits| if bits < 3 { bits as usize * 2 - 1 } else { bits as usize * 2 - 3 });
    let mut out = format!("{}: {}\n", chart.title, chart.size());
    chart
        .doc
        .iter()
        .flat_map(|doc| doc.lines())
        .for_each(|line| out.push_str(&format!("  {}\n", line.trim())));
    if !grid.rows.is_empty() {
        out.push('\n');
        ruler(width.min(chart.bits.max(1)), &mut out);
        for row in 0..grid.rows.len() {
            line(&border(&grid, row), &mut out);
            let here = labels.iter().filter(|(at, ..)| *at == row);
            line(&content(&grid, row, here.map(|(_, run, label)| (*run, label.as_str()))), &mut out);
        }
        line(&border(&grid, grid.rows.len()), &mut out);
    }
    out.push_str(&format!("\n{}\n", chart.order));
    table(&Table::new(chart, &grid.marks), &mut out);
    if let Some(note) = chart.footnote() {
        out.push_str(&format!("\n{note}\n"));
    }
    for names in chart.names() {
        out.push_str(&format!("\n{}:\n", names.title()));
        table(&Table::of_names(names), &mut out);
    }
    out
}

fn line(characters: &[char], out: &mut String) {
    let text: String = characters.iter().collect();
    out.push_str(text.trim_end());
    out.push('\n');
}

/// The bit numbers: tens above ones.
fn ruler(width: u64, out: &mut String) {
    if width > 10 {
        let tens = |bit: u64| if bit.is_multiple_of(10) { (bit / 10 % 10).to_string() } else { " ".into() };
        let tens: String = (0..width).map(|bit| format!(" {}", tens(bit))).collect();
        out.push_str(&format!("{}\n", tens.trim_end()));
    }
    let ones: String = (0..width).map(|bit| format!(" {}", bit % 10)).collect();
    out.push_str(&format!("{ones}\n"));
}

/// The line above a row, drawn where the boxes above and below differ.
fn border(grid: &Grid, row: usize) -> Vec<char> {
    let mut text = vec![' '; grid.width as usize * 2 + 1];
    for bit in 0..grid.width {
        let above = row.checked_sub(1).and_then(|row| grid.at(row, bit));
        if above != grid.at(row, bit) {
            let at = bit as usize * 2;
            text[at] = '+';
            text[at + 1] = '-';
            text[at + 2] = '+';
        }
    }
    // The sides of boxes that span several rows.
    for edge in 0..=grid.width {
        let at = edge as usize * 2;
        let side = |row: usize| {
            let left = edge.checked_sub(1).and_then(|bit| grid.at(row, bit));
            left != if edge < grid.width { grid.at(row, edge) } else { None }
        };
        if text[at] == ' ' && row > 0 && (side(row - 1) || row < grid.rows.len() && side(row)) {
            text[at] = '|';
        }
    }
    text
}

/// A row with the labels of its boxes.
fn content<'t>(grid: &Grid, row: usize, labels: impl Iterator<Item = (Run, &'t str)>) -> Vec<char> {
    let mut text = vec![' '; grid.width as usize * 2 + 1];
    let side = if grid.rows[row].stands_for > 1 { '/' } else { '|' };
    for run in grid.runs(row).iter().filter(|run| run.part.is_some()) {
        text[run.lo as usize * 2] = side;
        text[run.hi as usize * 2] = side;
    }
    for (run, label) in labels {
        let room = (run.hi - run.lo) as usize * 2 - 1;
        let length = label.chars().count();
        let start = run.lo as usize * 2 + 1 + room.saturating_sub(length) / 2;
        label.chars().zip(&mut text[start..]).for_each(|(c, place)| *place = c);
    }
    text
}

fn table(table: &Table, out: &mut String) {
    if table.rows.is_empty() {
        return;
    }
    let width = |column: usize| {
        let cells = table.rows.iter().map(|row| row[column].chars().count());
        cells.max().unwrap_or(0).max(table.head[column].len())
    };
    let widths: Vec<usize> = (0..table.head.len()).map(width).collect();
    out.push('\n');
    let mut line = |cells: &mut dyn Iterator<Item = &str>| {
        let padded = cells.enumerate().map(|(column, cell)| match table.is_number(column) {
            true => format!("{cell:>0$}", widths[column]),
            false => format!("{cell:<0$}", widths[column]),
        });
        let text = padded.collect::<Vec<_>>().join("  ");
        out.push_str(&format!("{}\n", text.trim_end()));
    };
    line(&mut table.head.iter().copied());
    for row in &table.rows {
        line(&mut row.iter().map(String::as_str));
    }
}
