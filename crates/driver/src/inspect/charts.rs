//! Converts a chart, the layout of a message's fields, to spans for the HTML viewer.

use wireglot_emit::chart::{Chart, Name, Names, Part as ChartPart, Role};
use wireglot_interp::inspect::{Annotation, Part};

/// The number of spans after which the remaining elements of an array share one span.
const MOST: usize = 100_000;

/// The spans of a message's parts, in order and without gaps. Each array element has its own; a record or an array
/// of records starts with a header span of no bits that names it.
pub fn spans(chart: &Chart) -> Vec<Annotation> {
    let mut laid = Laid { spans: Vec::new(), end: 0 };
    laid.block(&chart.parts, &mut Vec::new());
    laid.fill(chart.bits);
    laid.spans
}

/// The spans so far, and the bit after the last.
struct Laid {
    spans: Vec<Annotation>,
    end: u64,
}

impl Laid {
    /// Adds adjacent parts; `elements` are the indexes of the enclosing array elements.
    fn block(&mut self, parts: &[ChartPart], elements: &mut Vec<u64>) {
        let mut rest = parts;
        while let Some((part, behind)) = rest.split_first() {
            let deeper = behind.iter().take_while(|inner| inner.place.steps.len() > elements.len()).count();
            let (inside, others) = behind.split_at(deeper);
            rest = others;
            match inside.first().and_then(|inner| inner.place.steps.get(elements.len())) {
                Some(&step) if step > 0 => self.array(part, inside, step, elements),
                _ => self.part(part, elements),
            }
        }
    }

    fn array(&mut self, part: &ChartPart, inside: &[ChartPart], step: u64, elements: &mut Vec<u64>) {
        let count = part.bits / step;
        self.header(part, elements);
        for element in 0..count {
            if self.spans.len() >= MOST {
                let first = place(part, elements) + element * step;
                let why = format!("elements {element} to {}, laid out like those before", count - 1);
                let path = path(part, elements);
                self.add(first, (count - element) * step, Part::Value, path, part.ty.clone(), why);
                return;
            }
            elements.push(element);
            self.block(inside, elements);
            elements.pop();
        }
    }

    fn part(&mut self, part: &ChartPart, elements: &[u64]) {
        match part.role {
            Role::Group => self.header(part, elements),
            Role::Lead => {
                // A size or count belongs to the part that follows it.
                let path = path(part, elements).trim_end_matches('\'').to_string();
                let path = if path == "message" { String::new() } else { path };
                self.add(place(part, elements), part.bits, Part::Length, path, part.ty.clone(), note(part));
            }
            Role::Box => {
                let path = path(part, elements);
                self.add(place(part, elements), part.bits, Part::Value, path, part.ty.clone(), note(part));
            }
        }
    }

    /// Adds the header span of a part that has parts.
    fn header(&mut self, part: &ChartPart, elements: &[u64]) {
        let path = path(part, elements);
        self.add(place(part, elements), 0, Part::Header, path, part.ty.clone(), note(part));
    }

    fn add(&mut self, bit: u64, bits: u64, part: Part, path: String, ty: String, why: String) {
        self.fill(bit);
        self.end = self.end.max(bit + bits);
        self.spans.push(span(bit, bits, part, path, ty, why));
    }

    /// Adds padding up to `bit` if nothing covers it.
    fn fill(&mut self, bit: u64) {
        if bit > self.end {
            let gap =
                span(self.end, bit - self.end, Part::Padding, String::new(), String::new(), "unused".into());
            self.spans.push(gap);
            self.end = bit;
        }
    }
}

fn span(bit: u64, bits: u64, part: Part, path: String, ty: String, why: String) -> Annotation {
    let depth = path.matches(['.', '[']).count() as u32;
    Annotation { bit, bits, depth, part, path, ty, value: None, known: true, why }
}

/// The first bit of a part in the given array elements.
fn place(part: &ChartPart, elements: &[u64]) -> u64 {
    part.place.first
        + part.place.steps.iter().zip(elements).map(|(step, element)| step * element).sum::<u64>()
}

/// The path of a part, with element numbers in place of the chart's letters.
fn path(part: &ChartPart, elements: &[u64]) -> String {
    let mut path = String::new();
    let mut numbers = elements.iter();
    for piece in part.path.split_inclusive(['[', ']']) {
        match piece.strip_suffix(']') {
            Some(letter) => path.push_str(&numbers.next().map_or(letter.to_string(), u64::to_string)),
            None => path.push_str(piece),
        }
        path.push_str(if piece.ends_with(']') { "]" } else { "" });
    }
    path
}

/// The remarks on a part: its description, the names of its values, since which version it exists, and whether it
/// can move.
fn note(part: &ChartPart) -> String {
    let doc = part.doc.as_deref().unwrap_or_default();
    let doc = doc.split_whitespace().collect::<Vec<_>>().join(" ");
    let since = part.since.map(|since| format!("since version {since}"));
    let moves = part
        .place
        .moves
        .then(|| "follows a part that may grow: another version may have it elsewhere".into());
    let all = [Some(doc).filter(|doc| !doc.is_empty()), part.names.as_ref().map(listed), since, moves];
    all.into_iter().flatten().collect::<Vec<String>>().join("; ")
}

/// The names of values or bits, on one line.
fn listed(names: &Names) -> String {
    let all = names.all.iter().map(|Name { value, name, .. }| format!("{value} {name}"));
    format!("{}: {}", names.title(), all.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use wireglot_emit::chart::Offset;

    fn part(path: &str, first: u64, steps: &[u64], bits: u64, role: Role) -> ChartPart {
        let place = Offset { first, steps: steps.to_vec(), moves: false };
        ChartPart {
            path: path.into(),
            place,
            bits,
            ty: "t".into(),
            role,
            since: None,
            doc: None,
            names: None,
        }
    }

    fn chart(bits: u64, parts: Vec<ChartPart>) -> Chart {
        Chart { title: "M".into(), doc: None, bits, order: "", by_octets: false, parts }
    }

    fn told(chart: &Chart) -> Vec<String> {
        let all = spans(chart);
        all.iter()
            .map(|span| format!("{}+{} {} {}", span.bit, span.bits, span.part.word(), span.path))
            .collect()
    }

    #[test]
    fn each_element_has_its_place() {
        let parts = vec![
            part("message'", 0, &[], 16, Role::Lead),
            part("list'", 16, &[], 16, Role::Lead),
            part("list", 32, &[], 24, Role::Box),
            part("list[i].inner", 32, &[12], 8, Role::Box),
            part("list[i].inner[j].x", 32, &[12, 4], 4, Role::Box),
            part("list[i].y", 40, &[12], 3, Role::Box),
            part("last", 58, &[], 2, Role::Box),
        ];
        let expected = [
            "0+16 length ",
            "16+16 length list",
            "32+0 header list",
            "32+0 header list[0].inner",
            "32+4 value list[0].inner[0].x",
            "36+4 value list[0].inner[1].x",
            "40+3 value list[0].y",
            "43+1 padding ",
            "44+0 header list[1].inner",
            "44+4 value list[1].inner[0].x",
            "48+4 value list[1].inner[1].x",
            "52+3 value list[1].y",
            "55+3 padding ",
            "58+2 value last",
            "60+4 padding ",
        ];
        assert_eq!(told(&chart(64, parts)), expected);
    }

    #[test]
    fn large_arrays_are_cut_short() {
        let parts = vec![
            part("a", 0, &[], u64::from(u32::MAX) * 8, Role::Box),
            part("a[i].x", 0, &[8], 8, Role::Box),
            part("b", u64::from(u32::MAX) * 8, &[], 8, Role::Box),
        ];
        let all = spans(&chart(u64::from(u32::MAX) * 8 + 8, parts));
        assert!(all.len() < MOST + 10);
        assert_eq!(all.last().map(|span| span.path.as_str()), Some("b"));
        let bits: u64 = all.iter().map(|span| span.bits).sum();
        assert_eq!(bits, u64::from(u32::MAX) * 8 + 8);
    }
}
