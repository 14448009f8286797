//! Tables that readers and writers use, and the functions that they call.

use super::Protocol;
use crate::analysis::text::hash_table;
use crate::lang::c::text::quoted;
use crate::Writer;

/// The maximum length of a line in a table.
const LINE: usize = 110;

/// The multiplier of the runtime's hash over a name.
const STEP: u64 = 0x100_0000_01b3;

impl Protocol<'_> {
    pub fn tables(&self, w: &mut Writer) {
        let sets: Vec<String> = self.lexis.table().iter().map(|bits| format!("UINT64_C({bits})")).collect();
        self.array(w, "uint64_t", "sets", &sets);
        let spans = self.lexis.spans.iter().map(|span| {
            let octets: Vec<String> = span.iter().map(u8::to_string).collect();
            format!("{{{{{}}}}}", octets.join(", "))
        });
        self.array(w, "wg_charset", "spans", &spans.collect::<Vec<_>>());
        let keywords = self.lexis.spellings.iter().map(|(spelling, number)| {
            let head = crate::analysis::text::head(spelling);
            format!("{{UINT64_C({head}), {}, {}, {number}}}", quoted(spelling.as_bytes()), spelling.len())
        });
        self.array(w, "wg_keyword", "keywords", &keywords.collect::<Vec<_>>());
        let (slots, shift) = self.lexis.index();
        self.array(w, "uint16_t", "index", &numbers(&slots));
        let longest = self.lexis.spellings.iter().map(|(spelling, _)| spelling.len()).max().unwrap_or(0);
        let spans = self.name("spans");
        let grammar = &self.text.link.grammar;
        let span = |at: usize, set: &wireglot_grammar::CharSet| match set.iter().all(|octet| octet.is_ascii())
        {
            true => format!("&{spans}[{at}]"),
            false => "NULL".to_string(),
        };
        let (space, word) = (span(0, &grammar.space), span(1, &grammar.word));
        w.line(format!(
            "static const wg_lexis {} = {{{}, {space}, {word}, {}, {}, {longest}, {shift}}};",
            self.name("lexis"),
            self.name("sets"),
            self.name("keywords"),
            self.name("index")
        ));
        w.line("");
        if self.text.converts {
            self.names(w);
        }
    }

    fn array(&self, w: &mut Writer, ty: &str, name: &str, items: &[String]) {
        w.open(format!("static const {ty} {}[{}] = {{", self.name(name), items.len().max(1)));
        let items = if items.is_empty() { &["{0}".to_string()][..] } else { items };
        let mut line = String::new();
        for item in items {
            if !line.is_empty() && line.len() + item.len() > LINE {
                w.line(std::mem::take(&mut line));
            }
            let space = if line.is_empty() { "" } else { " " };
            line.push_str(&format!("{space}{item},"));
        }
        w.line(line);
        w.close("};");
        w.line("");
    }

    fn names(&self, w: &mut Writer) {
        let rows = self.text.names.iter().map(|row| {
            let name = quoted(row.name.as_bytes());
            let (head, size) = (name_head(&row.name), row.name.len());
            format!(
                "{{UINT64_C({}), UINT64_C({head}), {}, {size}, {}, {name}}}",
                row.space, row.number, row.marks
            )
        });
        self.array(w, "wg_name", "name_rows", &rows.collect::<Vec<_>>());
        let by_name = self.text.names.iter().map(|row| {
            row.space.wrapping_mul(STEP) ^ name_head(&row.name).wrapping_add(row.name.len() as u64)
        });
        let (by_name, shift) = hash_table(&by_name.collect::<Vec<_>>());
        let by_number =
            self.text.names.iter().map(|row| row.space.wrapping_mul(STEP) ^ u64::from(row.number));
        let (by_number, _) = hash_table(&by_number.collect::<Vec<_>>());
        self.array(w, "uint16_t", "by_name", &numbers(&by_name));
        self.array(w, "uint16_t", "by_number", &numbers(&by_number));
        w.line(format!(
            "static const wg_names {} = {{{}, {}, {}, {shift}}};",
            self.name("names"),
            self.name("name_rows"),
            self.name("by_name"),
            self.name("by_number")
        ));
        w.line("");
    }

    /// Prints the functions that others call.
    pub fn asked_functions(&self, w: &mut Writer) {
        let (mut values, mut passed) = (Writer::new(), Writer::new());
        self.value_functions(&mut values);
        self.passed_function(&mut passed);
        self.behind(w);
        let plain: Vec<u32> = self.asked.borrow().plain.iter().copied().collect();
        for id in plain {
            w.line(format!("static bool {}(wg_octets octets)", self.name(&format!("plain_{id}"))));
            w.open("{");
            let end = self.name(&format!("class_{id}"));
            w.line("const uint8_t *const to = octets.data + octets.size;");
            w.line(format!(
                "return octets.size > 0 && {end}(octets.data, octets.data, to) == to && wg_scan_is_small(octets);"
            ));
            w.close("}");
            w.line("");
        }
        w.append(values);
        w.append(passed);
    }
}

/// The first eight characters of a name in lower case, packed as the runtime packs them.
fn name_head(name: &str) -> u64 {
    let octets = name.bytes().take(8).enumerate();
    octets.fold(0, |head, (at, octet)| head | u64::from(octet.to_ascii_lowercase()) << (8 * at))
}

fn numbers(slots: &[u16]) -> Vec<String> {
    slots.iter().map(u16::to_string).collect()
}
