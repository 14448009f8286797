//! JSON output of messages: names as in the schema, numbers for everything but booleans.

use wireglot_plan::{LayoutId, LayoutKind};

use super::places::{counter, Places};
use crate::Writer;

/// Generates JSON writers.
pub struct Json<'l> {
    /// Gives the C expressions of parts.
    pub places: Places<'l>,
}

impl Json<'_> {
    /// Generates the JSON writer of a record.
    pub fn writer(&self, id: LayoutId, w: &mut Writer) {
        let LayoutKind::Record { fields, .. } = &self.places.layout.get(id).kind else { return };
        let name = self.places.names.ty(id);
        w.open(format!(
            "static void BpWrite{name}(struct BpText *t, const char *before, const struct {name} *m) {{"
        ));
        w.line("BpJsonText(t, before);");
        if fields.is_empty() {
            w.line("(void)m;");
        }
        for (position, field) in fields.iter().enumerate() {
            let before = if position == 0 { "{" } else { "," };
            let before = format!("\"{before}\\\"{}\\\":\"", field.name);
            let part = format!("m->{}", self.places.names.field(id, position));
            self.value(field.ty, &part, &before, self.places.is_packed_record(id), 0, w);
        }
        w.line(if fields.is_empty() { "BpJsonText(t, \"{}\");" } else { "BpJsonText(t, \"}\");" });
        w.close("}");
        w.line("");
    }

    fn value(&self, id: LayoutId, part: &str, before: &str, packed: bool, depth: usize, w: &mut Writer) {
        let base = self.places.layout.base(id);
        match &self.places.layout.get(base).kind {
            LayoutKind::Record { .. } => {
                let name = self.places.names.ty(base);
                if !packed {
                    w.line(format!("BpWrite{name}(t, {before}, &{part});"));
                    return;
                }
                w.open("{");
                w.line(format!("struct {name} aligned = {part};"));
                w.line(format!("BpWrite{name}(t, {before}, &aligned);"));
                w.close("}");
            }
            LayoutKind::Array { element, count, .. } => {
                let i = counter(depth);
                w.line(format!("BpJsonText(t, {before});"));
                w.open(format!("for (size_t {i} = 0; {i} < {count}; {i}++) {{"));
                let before = format!("{i} == 0 ? \"[\" : \",\"");
                self.value(*element, &format!("{part}[{i}]"), &before, packed, depth + 1, w);
                w.close("}");
                w.line("BpJsonText(t, \"]\");");
            }
            LayoutKind::Boolean => w.line(format!("BpJsonBool(t, {before}, {part});")),
            LayoutKind::Float => {
                let digits = if self.places.layout.get(base).bits == 32 { 9 } else { 17 };
                w.line(format!("BpJsonFloat(t, {before}, {part}, {digits});"));
            }
            LayoutKind::Signed => w.line(format!("BpJsonSigned(t, {before}, {part});")),
            LayoutKind::Enumerated(_) => {
                w.line(format!("BpJsonUnsigned(t, {before}, (uint64_t){part});"));
            }
            _ => w.line(format!("BpJsonUnsigned(t, {before}, {part});")),
        }
    }
}

/// Helpers that all JSON writers need.
pub const TEXT: &str = r#"
    /* Text in a buffer; characters that do not fit are only counted. */
    struct BpText {
        char *s;
        size_t room;
        size_t length;
    };

    static void BpJsonText(struct BpText *t, const char *text) {
        for (; *text != 0; text++) {
            if (t->length < t->room) t->s[t->length] = *text;
            t->length++;
        }
    }
"#;

/// Helpers for floats.
pub const STDIO: &str = "#if __STDC_HOSTED__\n#include <stdio.h>\n#endif";

/// Floats, with enough digits to read back as the same value.
pub const FLOATS: &str = r#"
    static void BpJsonFloat(struct BpText *t, const char *before, double value, int digits) {
        BpJsonText(t, before);
        if (!(value - value >= 0)) {
            BpJsonText(t, value > 0 ? "\"Infinity\"" : value < 0 ? "\"-Infinity\"" : "\"NaN\"");
            return;
        }
    #if __STDC_HOSTED__
        char text[32];
        (void)snprintf(text, sizeof text, "%.*g", digits, value);
        for (char *c = text; *c != 0; c++) {
            if (*c == ',') *c = '.';
        }
        BpJsonText(t, text);
    #else
        (void)digits;
        BpJsonText(t, "null");
    #endif
    }
"#;

/// Numbers.
pub const NUMBERS: &str = r#"
    static void BpJsonUnsigned(struct BpText *t, const char *before, uint64_t value) {
        char digits[21];
        size_t at = sizeof digits - 1;
        digits[at] = 0;
        do {
            digits[--at] = (char)('0' + (int)(value % 10));
            value /= 10;
        } while (value > 0);
        BpJsonText(t, before);
        BpJsonText(t, digits + at);
    }
"#;

/// Negative numbers.
pub const SIGNED: &str = r#"
    static void BpJsonSigned(struct BpText *t, const char *before, int64_t value) {
        BpJsonText(t, before);
        BpJsonUnsigned(t, value < 0 ? "-" : "", value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
    }
"#;

/// Booleans.
pub const BOOLEANS: &str = r#"
    static void BpJsonBool(struct BpText *t, const char *before, bool value) {
        BpJsonText(t, before);
        BpJsonText(t, value ? "true" : "false");
    }
"#;
