//! The charts of a message: one for its block, one for the entries of each group, one for each data field.

use wireglot_plan::layout::{Block, LayoutData, LayoutGroup, LayoutMessage, Prefix};
use wireglot_plan::{Layout, LayoutKind};

use super::types::Charter;
use super::Chart;

/// The charts of a message, in wire order. The titles of its parts begin with the name of the message.
pub fn message(layout: &Layout, message: &LayoutMessage) -> Vec<Chart> {
    let mut charts = Vec::new();
    let what = format!("Template id {}. Its block follows `{}`.", message.id, header_name(layout));
    block(layout, &message.name, words(&what, &message.doc), &message.block, &mut charts);
    charts
}

/// The chart of the message header.
pub fn header(layout: &Layout) -> Option<Chart> {
    let header = layout.messages.header.as_ref()?;
    Some(led(layout, header, header_name(layout), Some("Precedes every message.".into())))
}

fn header_name(layout: &Layout) -> String {
    layout.messages.header.as_ref().map_or(String::new(), |header| name(layout, header))
}

/// The name of a prefix's record.
fn name(layout: &Layout, prefix: &Prefix) -> String {
    layout.get(prefix.record).path.join(".")
}

/// The chart of a prefix.
fn led(layout: &Layout, prefix: &Prefix, title: String, doc: Option<String>) -> Chart {
    let mut charter = Charter::new(layout, 0);
    if let LayoutKind::Record { fields, .. } = &layout.get(prefix.record).kind {
        let inside = fields.iter().filter(|field| field.offset < prefix.length * 8);
        inside.for_each(|field| charter.field(field, &[], 0));
    }
    charter.chart(title, doc, prefix.length * 8)
}

fn words(what: &str, doc: &Option<String>) -> Option<String> {
    let parts = [doc.as_deref().unwrap_or_default().trim(), what];
    Some(parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n"))
}

fn block(layout: &Layout, title: &str, doc: Option<String>, block: &Block, charts: &mut Vec<Chart>) {
    let mut charter = Charter::new(layout, 0);
    block.fields.iter().for_each(|field| charter.field(field, &[], 0));
    charts.push(charter.chart(title.to_string(), doc, block.length * 8));
    block.groups.iter().for_each(|group| entries(layout, title, group, charts));
    block.data.iter().for_each(|data| charts.push(octets(layout, title, data)));
}

fn since(version: u64) -> String {
    match version {
        0 => String::new(),
        version => format!(" Since version {version}."),
    }
}

fn entries(layout: &Layout, owner: &str, group: &LayoutGroup, charts: &mut Vec<Chart>) {
    let what = format!(
        "An entry of a group of {owner}, preceded by `{}` ({} bytes).{}",
        name(layout, &group.prefix),
        group.prefix.length,
        since(group.since)
    );
    let title = format!("{owner}.{}", group.name);
    block(layout, &title, words(&what, &group.doc), &group.block, charts);
}

fn octets(layout: &Layout, owner: &str, data: &LayoutData) -> Chart {
    let charset = match data.charset.is_empty() {
        true => String::new(),
        false => format!(", in {}", data.charset),
    };
    let (scalar, bits) = data.element;
    let what = format!(
        "Data of {owner}: that many bytes follow, {}{charset}.{}",
        layout.conventions.word(scalar, bits),
        since(data.since)
    );
    led(layout, &data.prefix, format!("{owner}.{}", data.name), words(&what, &data.doc))
}
