//! Style: eight rules, each of which can be disabled by its code.

use wireglot_diag::Diagnostics;

use crate::faults::Finding;
use crate::tree::{ExprKind, File, Item, ItemKind, Word};
use wireglot_text::cases::{is_upper, pascal, snake};

/// The indentation per level of nesting.
const INDENT: u32 = 4;

/// Warns about style; `off` lists codes that are not reported.
pub fn lint(file: &File, off: &[&str], diagnostics: &mut Diagnostics) {
    Linter { off, diagnostics }.items(&file.items, 0);
}

struct Linter<'a> {
    off: &'a [&'a str],
    diagnostics: &'a mut Diagnostics,
}

impl Linter<'_> {
    fn warn(&mut self, code: &'static str, word: &Word, message: String, hint: String) {
        if !self.off.contains(&code) {
            self.diagnostics.report(&Finding::warning(code, word.span, message).hint(hint));
        }
    }

    fn style(&mut self, code: &'static str, what: &str, word: &Word, case: &str, wanted: String) {
        if word.text != wanted {
            self.warn(code, word, format!("{what} should be in {case}"), format!("write `{wanted}`"));
        }
    }

    fn items(&mut self, items: &[Item], depth: u32) {
        for item in items {
            self.indent(item, depth * INDENT);
            match &item.kind {
                ItemKind::Alias { name, .. } => {
                    self.style("B0502", "alias names", name, "PascalCase", pascal(&name.text));
                }
                ItemKind::Const { name, .. } => self.upper("B0503", "constant names", name),
                ItemKind::Enum { name, items, .. } => {
                    self.style("B0504", "enum names", name, "PascalCase", pascal(&name.text));
                    self.zero(name, items);
                    self.items(items, depth + 1);
                }
                ItemKind::EnumValue { name, .. } => self.upper("B0506", "enum value names", name),
                ItemKind::Message { name, items, .. } => {
                    self.style("B0507", "message names", name, "PascalCase", pascal(&name.text));
                    self.items(items, depth + 1);
                }
                ItemKind::Field { name, .. } => {
                    self.style("B0508", "field names", name, "snake_case", snake(&name.text));
                }
                ItemKind::Proto(_)
                | ItemKind::Import { .. }
                | ItemKind::Option { .. }
                | ItemKind::Broken { .. } => {}
            }
        }
    }

    fn upper(&mut self, code: &'static str, what: &str, name: &Word) {
        if !is_upper(&name.text) {
            let hint = format!("write `{}`", name.text.to_ascii_uppercase());
            self.warn(code, name, format!("{what} should be in UPPER_CASE"), hint);
        }
    }

    /// A statement at the very beginning of its line is always accepted.
    fn indent(&mut self, item: &Item, wanted: u32) {
        let wrong = item.indent.is_some_and(|columns| columns > 0 && columns != wanted);
        if wrong
            && !matches!(item.kind, ItemKind::Proto(_) | ItemKind::Import { .. } | ItemKind::Broken { .. })
        {
            let word = Word { text: String::new(), span: item.first };
            self.warn(
                "B0501",
                &word,
                "the indentation does not show the nesting".into(),
                format!("indent it by {wanted} columns"),
            );
        }
    }

    fn zero(&mut self, name: &Word, items: &[Item]) {
        let is_zero = |item: &Item| match &item.kind {
            ItemKind::EnumValue { value, .. } => matches!(&value.kind, ExprKind::Integer(n) if n.is_zero()),
            _ => false,
        };
        // What could not be read may be it.
        let is_broken = |item: &Item| matches!(item.kind, ItemKind::Broken { .. });
        if !items.iter().any(|item| is_zero(item) || is_broken(item)) {
            let hint = "zero is what a field holds before it is set: name it".to_string();
            self.warn("B0505", name, "this enum has no value 0".into(), hint);
        }
    }
}
