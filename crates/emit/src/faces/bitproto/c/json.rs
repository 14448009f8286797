//! JSON of messages: names as in the schema, numbers for all but booleans.

use wireglot_plan::{LayoutId, LayoutKind};

use super::places::{counter, Places};
use crate::Writer;

/// Prints writers of JSON.
pub struct Json<'l> {
    /// How parts are written down.
    pub places: Places<'l>,
}

impl Json<'_> {
    /// What writes a message `m` into `t`.
    pub fn record(&self, id: LayoutId, part: &str, depth: usize, w: &mut Writer) {
        let LayoutKind::Record { fields, .. } = &self.places.layout.resolved(id).kind else { return };
        let base = self.places.layout.base(id);
        if fields.is_empty() {
            w.line("BpJsonText(t, \"{}\");");
            return;
        }
        for (position, field) in fields.iter().enumerate() {
            let before = if position == 0 { "{" } else { "," };
            w.line(format!("BpJsonText(t, \"{before}\\\"{}\\\":\");", field.name));
            let member = self.places.names.field(base, position);
            self.value(field.ty, &format!("{part}{member}"), depth, w);
        }
        w.line("BpJsonText(t, \"}\");");
    }

    fn value(&self, id: LayoutId, part: &str, depth: usize, w: &mut Writer) {
        match &self.places.layout.resolved(id).kind {
            LayoutKind::Record { .. } => self.record(id, &format!("{part}."), depth, w),
            LayoutKind::Array { element, count, .. } => {
                let i = counter(depth);
                w.open(format!("for (size_t {i} = 0; {i} < {count}; {i}++) {{"));
                w.line(format!("BpJsonText(t, {i} == 0 ? \"[\" : \",\");"));
                self.value(*element, &format!("{part}[{i}]"), depth + 1, w);
                w.close("}");
                w.line("BpJsonText(t, \"]\");");
            }
            LayoutKind::Boolean => w.line(format!("BpJsonText(t, {part} ? \"true\" : \"false\");")),
            LayoutKind::Signed => w.line(format!("BpJsonSigned(t, {part});")),
            _ => w.line(format!("BpJsonUnsigned(t, {part});")),
        }
    }
}

/// What all of them share.
pub const TEXT: &str = r#"
    /* Text of at most so many characters; what does not fit is only counted. */
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

/// Numbers.
pub const NUMBERS: &str = r#"
    static void BpJsonUnsigned(struct BpText *t, uint64_t value) {
        char digits[21];
        size_t at = sizeof digits - 1;
        digits[at] = 0;
        do {
            digits[--at] = (char)('0' + (int)(value % 10));
            value /= 10;
        } while (value > 0);
        BpJsonText(t, digits + at);
    }
"#;

/// Numbers below zero.
pub const SIGNED: &str = r#"
    static void BpJsonSigned(struct BpText *t, int64_t value) {
        if (value < 0) BpJsonText(t, "-");
        BpJsonUnsigned(t, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
    }
"#;
