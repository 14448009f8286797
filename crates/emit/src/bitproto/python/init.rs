//! Constructors of messages. Parts that are not passed are created; small messages are created inline, which
//! saves calls.

use wireglot_plan::{LayoutField, LayoutId, LayoutKind};

use super::file::File;
use super::Locals;

impl File<'_> {
    /// Generates the constructor of a message.
    pub fn init(&mut self, id: LayoutId, fields: &[LayoutField]) {
        let mut head = String::from("def __init__(self");
        let (mut body, mut used) = (Vec::new(), Vec::new());
        let mut locals = Locals::default();
        for (position, field) in fields.iter().enumerate() {
            let name = self.names.field(id, position);
            let hint = self.hint(field.ty);
            let held = self.held(id, position, field, "self");
            let mut lines = Vec::new();
            let made = self.making(field.ty, &mut locals, &mut lines);
            used.extend(lines.iter().chain([&made]).flat_map(|text| roots(text)));
            if !made.ends_with([')', ']']) && lines.is_empty() {
                head.push_str(&format!(", {name}: {hint} = {made}"));
                body.push(format!("{held} = {name}"));
                continue;
            }
            head.push_str(&format!(", {name}: Optional[{hint}] = None"));
            if lines.is_empty() {
                body.push(format!("{held} = {made} if {name} is None else {name}"));
            } else {
                body.push(format!("if {name} is None:"));
                body.extend(lines.into_iter().map(|line| format!("    {line}")));
                body.push(format!("    {name} = {made}"));
                body.push(format!("{held} = {name}"));
            }
        }
        // A field of the same name would hide the name used to create a value.
        if (0..fields.len()).any(|position| used.iter().any(|word| word == self.names.field(id, position))) {
            return;
        }
        self.w.open(format!("{head}) -> None:"));
        body.iter().for_each(|line| self.w.line(line));
        if body.is_empty() {
            self.w.line("pass");
        }
        self.w.close("");
    }

    /// A new value of a type; `lines` receives the lines that create its parts.
    fn making(&self, id: LayoutId, locals: &mut Locals, lines: &mut Vec<String>) -> String {
        let base = self.layout.base(id);
        match &self.layout.get(base).kind {
            LayoutKind::Record { fields, .. } if !fields.is_empty() && !self.apart.has(base) => {
                let local = locals.next();
                lines.push(format!("{local} = _new({})", self.type_of(base)));
                for (position, field) in fields.iter().enumerate() {
                    let made = match &self.layout.resolved(field.ty).kind {
                        LayoutKind::Enumerated(values) => {
                            values.first().map_or("0".into(), |value| value.value.to_string())
                        }
                        _ => self.making(field.ty, locals, lines),
                    };
                    lines.push(format!("{} = {made}", self.held(base, position, field, &local)));
                }
                local
            }
            LayoutKind::Array { element, count, .. } if self.parts(id) > 0 => {
                let all: Vec<String> = (0..*count).map(|_| self.making(*element, locals, lines)).collect();
                format!("[{}]", all.join(", "))
            }
            _ => self.fresh(base),
        }
    }
}

/// The first name of each dotted name in a text.
fn roots(text: &str) -> Vec<String> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let words = text.split(|c| !is_word(c)).filter(|word| !word.is_empty());
    words.filter_map(|word| word.split('.').next()).map(String::from).collect()
}
