//! A chart as a table in Markdown.

use super::table::Table;
use super::Chart;

pub(super) fn print(chart: &Chart) -> String {
    let table = Table::new(chart, &[]);
    let mut out = format!("### {}\n\n", escaped(&chart.title));
    if let Some(doc) = &chart.doc {
        out.push_str(&format!("{}\n\n", doc.trim()));
    }
    out.push_str(&format!("{}. {}\n", chart.size(), chart.order));
    if table.rows.is_empty() {
        return out;
    }
    rows(&table, &mut out);
    if let Some(note) = chart.footnote() {
        out.push_str(&format!("\n\\{note}\n"));
    }
    for names in chart.names() {
        out.push_str(&format!("\n{}:\n", escaped(&names.title())));
        rows(&Table::of_names(names), &mut out);
    }
    out
}

fn rows(table: &Table, out: &mut String) {
    out.push('\n');
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    out.push_str(&line(table.head.iter().map(|cell| cell.to_string()).collect()));
    let rules = (0..table.head.len()).map(|column| if table.is_number(column) { "---:" } else { "---" });
    out.push_str(&line(rules.map(String::from).collect()));
    for row in &table.rows {
        let cell = |(column, text): (usize, &String)| match table.head[column] {
            "name" | "type" | "value" if !text.is_empty() => format!("`{}`", text.replace('|', "\\|")),
            _ => escaped(text),
        };
        out.push_str(&line(row.iter().enumerate().map(cell).collect()));
    }
}

/// Escapes characters that Markdown would interpret.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if "\\`*_[]<>|#".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
