//! Annotates each token of a text.

use std::ops::Range;

use wireglot_grammar::Symbol;
use wireglot_interp::inspect::{Annotated, Annotation, Part, SpanList, Stop};
use wireglot_interp::json::{JsonWriter, Layout, Spelling};
use wireglot_interp::notation::type_text;
use wireglot_plan::ShapeKind;

use super::trace::{Token, Trace};
use super::{ReadError, Reader, Run};
use crate::draft::Draft;

/// A message, annotated token by token.
#[derive(Debug)]
pub struct Tokens {
    /// All octets up to the end: keywords and marks, values, white space and comments. Text that could not be
    /// read has a span of its own.
    pub spans: Annotated,
    /// The length of the message in octets; up to the error, if there is one.
    pub taken: usize,
    /// The error, if any.
    pub error: Option<ReadError>,
}

impl Reader<'_> {
    /// Reads the message at the start of a text like [`Reader::read`], and annotates each token, as far as it
    /// can be read and the spans take up to `most` bytes as JSON.
    pub fn tokens(&self, text: &[u8], draft: &mut Draft, most: usize) -> Tokens {
        let mut run = Run::new(self, text, draft);
        run.trace = Some(Trace::default());
        let wrong = run.whole().err();
        let (trace, at) = (run.trace.take().unwrap_or_default(), run.scan.at);
        let lacking = || self.lacking(text, draft, &mut wireglot_interp::Discard);
        let error = wrong.or_else(lacking);
        let taken = error.as_ref().map_or(at, |error| error.offset.max(at).min(text.len()));
        let mut spans = Spans { reader: self, draft, text, list: SpanList::new(most) };
        trace.tokens.iter().for_each(|token| spans.token(token));
        spans.gap(taken);
        let stop = error.as_ref().map(|error| Stop {
            code: error.code,
            message: error.to_string(),
            bit: error.offset as u64 * 8,
            path: error.path.clone(),
        });
        let spans = spans.list.finish(taken as u64 * 8, stop);
        Tokens { spans, taken, error }
    }
}

/// The spans under construction.
struct Spans<'s> {
    reader: &'s Reader<'s>,
    draft: &'s Draft,
    text: &'s [u8],
    list: SpanList,
}

impl Spans<'_> {
    fn end(&self) -> usize {
        (self.list.end() / 8) as usize
    }

    fn add(&mut self, octets: Range<usize>, part: Part, what: (String, String, Option<String>, String)) {
        let (path, ty, value, why) = what;
        let depth = path.matches(['.', '[']).count() as u32;
        let (bit, bits) = (octets.start as u64 * 8, octets.len() as u64 * 8);
        if bits > 0 || value.is_some() {
            self.list.push(Annotation { bit, bits, depth, part, path, ty, value, known: true, why });
        }
    }

    /// Adds spans for white space and comments up to `to`.
    fn gap(&mut self, to: usize) {
        let grammar = self.reader.link.grammar;
        while let Some(gap) =
            self.text.get(self.end()..to).filter(|gap| !gap.is_empty() && !self.list.is_full())
        {
            let (start, blank) = (self.end(), |octet: &&u8| grammar.space.has(**octet));
            let (octets, why) = match gap.iter().take_while(blank).count() {
                0 => {
                    let line = gap.iter().position(|octet| matches!(octet, b'\n' | b'\r'));
                    (line.unwrap_or(gap.len()).max(1), "a comment")
                }
                white => (white, "white space"),
            };
            let nothing = (String::new(), String::new(), None, why.to_string());
            self.add(start..start + octets, Part::Padding, nothing);
        }
    }

    fn token(&mut self, token: &Token) {
        let (grammar, shape) = (self.reader.link.grammar, self.reader.shape);
        self.gap(token.octets.start);
        let rule = token.rule.and_then(|rule| grammar.production(rule)).map_or("", |rule| rule.name.as_str());
        let class = match token.symbol {
            Symbol::Class(id) => grammar.class(id),
            Symbol::Token(_) => None,
        };
        let mut why = class.map_or_else(String::new, |class| format!("{} ", class.name));
        why.push_str(&format!("in {rule}"));
        let bit = token.bit.and_then(|bit| self.bit(token.part, bit));
        if let Some(bit) = bit {
            why = format!("sets {bit}, {why}");
        }
        let path = self.draft.path(shape, token.part);
        let ends = class.is_none()
            && self.text.get(token.octets.clone()).is_some_and(|text| matches!(text, b"}" | b"]"));
        let ty = || self.draft.shape_of(token.part).map_or_else(String::new, |ty| type_text(shape, ty));
        let what = match (token.says, ends) {
            (true, _) => (Part::Value, (path, ty(), self.value(token.part), why)),
            (false, _) if bit.is_some() => (Part::Value, (path, ty(), None, why)),
            (false, true) => (Part::End, (path, String::new(), None, why)),
            (false, false) => (Part::Header, (path, String::new(), None, why)),
        };
        self.add(token.octets.clone(), what.0, what.1);
    }

    fn bit(&self, part: u32, bit: u32) -> Option<&str> {
        let shape = self.reader.shape;
        let ShapeKind::BitString { named, .. } = &shape.get(self.draft.shape_of(part)?).kind else {
            return None;
        };
        named.iter().find(|(_, known)| *known == bit).map(|(name, _)| name.as_str())
    }

    /// The value of a part, as `decode` prints it.
    fn value(&self, part: u32) -> Option<String> {
        let shape = self.reader.shape;
        let mut json = JsonWriter::new(shape, Spelling::Json, Layout::Compact);
        self.draft.play_part(part, shape, &mut json).ok()?;
        Some(json.text().to_string())
    }
}
