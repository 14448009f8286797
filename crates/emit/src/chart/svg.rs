//! A chart as a picture.

use super::grid::Grid;
use super::{Chart, Role};

/// Pixels: the width of a bit, the height of a row, and the margins around them.
const BIT: u64 = 24;
const ROW: u64 = 36;
const LEFT: u64 = 64;
const TOP: u64 = 64;
const MARGIN: u64 = 16;
/// Pixels: the width of a label character, and the height of a legend line.
const CHARACTER: u64 = 7;
const LINE: u64 = 18;

/// Colours of the boxes, by top-level field.
const TINTS: [&str; 6] = ["#dbe9f6", "#e3f1da", "#fdebd0", "#efe0f3", "#fbdfe0", "#d9f0ee"];
/// The colour of length prefixes.
const LEAD: &str = "#e8e8e8";

pub(super) fn print(chart: &Chart, width: u64) -> String {
    let mut grid = Grid::new(chart, width);
    let labels = grid.labels(|bits| (bits * BIT).saturating_sub(4) as usize / CHARACTER as usize);
    let bottom = TOP + grid.rows.len() as u64 * ROW;
    let legend = grid.marks.len() as u64 + u64::from(chart.footnote().is_some());
    let (wide, high) = (LEFT + width * BIT + MARGIN, bottom + MARGIN + legend * LINE + MARGIN / 2);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\" viewBox=\"0 0 {wide} {high}\" \
         font-family=\"DejaVu Sans Mono, Consolas, monospace\" font-size=\"11\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
    );
    let title = format!("{}: {}", chart.title, chart.size());
    text(&mut out, LEFT, 22, "font-size=\"15\" font-weight=\"bold\"", &title);
    text(&mut out, LEFT, 40, "fill=\"#555555\"", chart.order);
    ruler(&grid, &mut out);
    let tints = tints(chart);
    (0..grid.rows.len()).for_each(|row| boxes(chart, &grid, row, &tints, &mut out));
    edges(&grid, &mut out);
    for (row, run, label) in &labels {
        let (x, y) = (LEFT + (run.lo + run.hi) * BIT / 2, TOP + *row as u64 * ROW + ROW / 2 + 4);
        text(&mut out, x, y, "text-anchor=\"middle\"", label);
    }
    let mut y = bottom + MARGIN + 6;
    for (part, sign) in &grid.marks {
        let part = &chart.parts[*part];
        text(&mut out, LEFT, y, "", &format!("{sign}  {}: {}, bit {}", part.path, part.ty, part.place.first));
        y += LINE;
    }
    if chart.footnote().is_some() {
        let note = "Behind a part that may grow, a sender of another version may have the boxes elsewhere.";
        text(&mut out, LEFT, y, "fill=\"#555555\"", note);
    }
    out.push_str("</svg>\n");
    out
}

fn text(out: &mut String, x: u64, y: u64, more: &str, words: &str) {
    let space = if more.is_empty() { "" } else { " " };
    let words = escaped(words);
    out.push_str(&format!("<text x=\"{x}\" y=\"{y}\"{space}{more} xml:space=\"preserve\">{words}</text>\n"));
}

/// The bit numbers above, and the first byte of each row.
fn ruler(grid: &Grid, out: &mut String) {
    let grey = "fill=\"#777777\" font-size=\"9\" text-anchor=\"middle\"";
    (0..grid.width).for_each(|bit| text(out, LEFT + bit * BIT + BIT / 2, TOP - 6, grey, &bit.to_string()));
    for (index, row) in grid.rows.iter().enumerate() {
        let place = match (row.first % 8, row.stands_for) {
            (_, 2..) => "...".to_string(),
            (0, _) => format!("octet {}", row.first / 8),
            (bit, _) => format!("{}.{bit}", row.first / 8),
        };
        let y = TOP + index as u64 * ROW + ROW / 2 + 3;
        text(out, LEFT - 8, y, "fill=\"#777777\" font-size=\"9\" text-anchor=\"end\"", &place);
    }
}

/// The colour of each part.
fn tints(chart: &Chart) -> Vec<&'static str> {
    let mut seen: Vec<&str> = Vec::new();
    let mut tints = Vec::with_capacity(chart.parts.len());
    for part in &chart.parts {
        let field = part.path.split(['.', '[', '\'']).next().unwrap_or_default();
        if seen.last() != Some(&field) {
            seen.push(field);
        }
        tints.push(if part.role == Role::Lead { LEAD } else { TINTS[seen.len() % TINTS.len()] });
    }
    tints
}

fn boxes(chart: &Chart, grid: &Grid, row: usize, tints: &[&str], out: &mut String) {
    for run in grid.runs(row) {
        let Some(index) = run.part else { continue };
        let part = &chart.parts[index];
        let (x, y) = (LEFT + run.lo * BIT, TOP + row as u64 * ROW);
        let (wide, tint) = ((run.hi - run.lo) * BIT, tints[index]);
        let told = format!("{}: {}, bit {}, {} long", part.path, part.ty, part.place.first, part.bits);
        out.push_str(&format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{ROW}\" fill=\"{tint}\"><title>{}</title></rect>\n",
            escaped(&told)
        ));
    }
}

/// The lines between boxes; dashed at the sides of a row that represents several.
fn edges(grid: &Grid, out: &mut String) {
    let mut path = String::new();
    let mut dashed = String::new();
    for row in 0..=grid.rows.len() {
        let y = TOP + row as u64 * ROW;
        for bit in 0..grid.width {
            if row.checked_sub(1).and_then(|above| grid.at(above, bit)) != grid.at(row, bit) {
                path.push_str(&format!("M{} {y}h{BIT}", LEFT + bit * BIT));
            }
        }
        let Some(this) = grid.rows.get(row) else { continue };
        let sides = if this.stands_for > 1 { &mut dashed } else { &mut path };
        for run in grid.runs(row).iter().filter(|run| run.part.is_some()) {
            sides.push_str(&format!("M{} {y}v{ROW}", LEFT + run.lo * BIT));
            sides.push_str(&format!("M{} {y}v{ROW}", LEFT + run.hi * BIT));
        }
    }
    out.push_str(&format!("<path d=\"{path}\" fill=\"none\" stroke=\"#333333\"/>\n"));
    if !dashed.is_empty() {
        let style = "fill=\"none\" stroke=\"#333333\" stroke-dasharray=\"4 4\"";
        out.push_str(&format!("<path d=\"{dashed}\" {style}/>\n"));
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
