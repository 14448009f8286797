//! Terminals: where they end, and what the text of a class represents.

use wireglot_grammar::{CharSet, Class, ClassId, ClassKind, Symbol, Token, TokenId, Until};
use wireglot_plan::{ShapeId, ShapeKind, Size};

use super::{address, Protocol};
use crate::analysis::storage::Storage;
use crate::analysis::text::spellings;
use crate::codec::c::statements::context::member;
use crate::codec::c::walk::Place;
use crate::lang::c::text::quoted;
use crate::Writer;

/// An octet as an argument in C; -1 if there is none.
fn octet(octet: Option<u8>) -> String {
    octet.map_or("-1".to_string(), |octet| octet.to_string())
}

/// The bounds of a size, as arguments.
pub fn bounds(size: Size) -> String {
    let hi = size.hi.map_or("SIZE_MAX".to_string(), |hi| format!("{hi}"));
    format!("{}, {hi}", size.lo)
}

/// The conversions that the runtime has for every grammar.
const COMMON: [&str; 10] =
    ["integer", "text", "octets", "lower", "string", "value", "hex", "halves", "ip4", "ip6"];

impl Protocol<'_> {
    pub fn class(&self, id: ClassId) -> Option<&Class> {
        self.text.link.grammar.class(id)
    }

    pub fn token(&self, id: TokenId) -> Option<&Token> {
        self.text.link.grammar.token(id)
    }

    /// Whether a class has a conversion of the protocol's own.
    pub fn is_own(&self, class: &Class) -> bool {
        !COMMON.contains(&class.how.as_str())
    }

    /// The function that finds the end of a class.
    pub fn class_end(&self, id: ClassId) -> String {
        self.asked.borrow_mut().symbols.insert(Symbol::Class(id));
        self.name(&format!("class_{}", id.0))
    }

    /// The function that finds the end of a token that isn't a word of its own.
    pub fn token_end(&self, id: TokenId) -> String {
        self.asked.borrow_mut().symbols.insert(Symbol::Token(id));
        self.name(&format!("token_{}", id.0))
    }

    /// The expression that skips what comes before a terminal.
    pub fn skipped(&self, symbol: Symbol) -> &'static str {
        let (touches, verbatim) = match symbol {
            Symbol::Token(id) => (false, self.token(id).is_some_and(|token| token.verbatim)),
            Symbol::Class(id) => self.class(id).map_or((false, false), |class| {
                let touches = matches!(class.kind, ClassKind::Run { bare: true, .. } | ClassKind::Until(_));
                (touches, class.verbatim)
            }),
        };
        match (touches, verbatim) {
            (true, _) => "t->next",
            (false, true) => "wg_scan_skip_white(t)",
            (false, false) => "wg_scan_skip(t)",
        }
    }

    /// Prints the functions of terminals.
    pub fn symbols(&self, w: &mut Writer) {
        let symbols: Vec<Symbol> = self.asked.borrow().symbols.iter().copied().collect();
        for symbol in symbols {
            match symbol {
                Symbol::Class(id) => self.class_function(w, id),
                Symbol::Token(id) => self.token_function(w, id),
            }
        }
    }

    fn class_function(&self, w: &mut Writer, id: ClassId) {
        let Some(class) = self.class(id) else { return };
        w.line(format!("/* {} */", class.name));
        w.line(format!(
            "static inline const uint8_t *{}(const uint8_t *start, const uint8_t *at, const uint8_t *end)",
            self.name(&format!("class_{}", id.0))
        ));
        w.open("{");
        let sets = self.name("sets");
        let span = self.span(&class.kind);
        match &class.kind {
            ClassKind::Run { first, rest, second, lo, hi, with, like, .. } => {
                let (first, rest) = (self.lexis.bit(first), self.lexis.bit(rest));
                // What comes before a second character of a set of its own is looked at here.
                let before = usize::from(second.is_some());
                let (lo, most) = (lo.saturating_sub(before), hi.saturating_sub(before));
                let hi = if *hi == usize::MAX { "SIZE_MAX".to_string() } else { most.to_string() };
                let run = |at: &str, first: u64| {
                    format!("wg_scan_run({sets}, {span}, start, {at}, end, UINT64_C({first}), UINT64_C({rest}), {lo}, {hi})")
                };
                let run = match second.as_ref().map(|second| run("at + 1", self.lexis.bit(second))) {
                    None => run("at", first),
                    Some(rest) => format!("at < end && ({sets}[*at] & UINT64_C({first})) ? {rest} : NULL"),
                };
                match (with, like) {
                    (None, None) => w.line(format!("return {run};")),
                    _ => {
                        w.line(format!("const uint8_t *const to = {run};"));
                        let mut fits = vec!["to != NULL".to_string()];
                        fits.extend(with.map(|with| format!("wg_scan_has(at, to, {with})")));
                        let like = like.as_ref().map(|like| like.to_ascii_lowercase());
                        fits.extend(
                            like.map(|like| format!("wg_scan_like(at, to, {})", quoted(like.as_bytes()))),
                        );
                        w.line(format!("return {} ? to : NULL;", fits.join(" && ")));
                    }
                }
            }
            ClassKind::Quoted => {
                w.line("(void)start;");
                w.line("return wg_scan_quoted(at, end);");
            }
            ClassKind::Until(until) => {
                let (escape, escaped) = escapes(until);
                let ends = self.lexis.bit(&until.ends);
                w.line(format!(
                    "return wg_scan_until({sets}, {span}, start, at, end, UINT64_C({ends}), {escape}, {escaped});"
                ));
            }
        }
        w.close("}");
        w.line("");
    }

    /// The table that skips the characters of a class, in C.
    pub fn span(&self, class: &ClassKind) -> String {
        match class {
            ClassKind::Run { rest, .. } if !rest.iter().all(|octet| octet.is_ascii()) => "NULL".to_string(),
            _ => format!("&{}[{}]", self.name("spans"), self.lexis.span(class)),
        }
    }

    fn token_function(&self, w: &mut Writer, id: TokenId) {
        let Some(token) = self.token(id) else { return };
        w.line(format!("/* {} */", token.name));
        w.line(format!(
            "static inline const uint8_t *{}(const uint8_t *at, const uint8_t *end)",
            self.name(&format!("token_{}", id.0))
        ));
        w.open("{");
        w.line("const uint8_t *to;");
        for spelling in spellings(token) {
            w.line(format!(
                "to = wg_scan_glue(at, end, {}, {});",
                quoted(spelling.as_bytes()),
                spelling.len()
            ));
            let whole = match token.ends {
                true => format!("to && (to == end || !({}[*to] & WG_SCAN_WORD))", self.name("sets")),
                false => "to".to_string(),
            };
            w.open(format!("if ({whole}) {{"));
            w.line("return to;");
            w.close("}");
        }
        w.line("return NULL;");
        w.close("}");
        w.line("");
    }

    /// Reads a class into a place.
    pub fn get(&self, w: &mut Writer, id: ClassId, place: &Place, found: Option<Symbol>) {
        let Some(class) = self.class(id) else { return };
        let (from, end) = (self.skipped(Symbol::Class(id)), self.class_end(id));
        w.open("{");
        w.line(format!("const uint8_t *const from = {from};"));
        match found == Some(Symbol::Class(id)) {
            true => w.line("const wg_octets text = wg_scan_take_found(t, from);"),
            false => w.line(format!(
                "const wg_octets text = wg_scan_take(t, from, {end}(t->start, from, t->end));"
            )),
        }
        match (self.is_own(class), class.how.as_str()) {
            (true, _) => self.get_own(w, class, place),
            (_, "integer") => self.get_integer(w, class, place),
            _ => {
                let octets = self.octets_of(class);
                let ascii = |set: &CharSet| set.iter().all(|octet| octet.is_ascii());
                let is_ascii =
                    matches!(&class.kind, ClassKind::Run { first, rest, .. } if ascii(first) && ascii(rest));
                self.store(w, &octets, is_ascii, place);
            }
        }
        w.close("}");
    }

    fn get_own(&self, w: &mut Writer, class: &Class, place: &Place) {
        let (protocol, names) = (self.text.word, self.name("names"));
        match self.file.layout.storage(place.shape) {
            Storage::Octets(_, Some(_)) => {
                let (octets, size) = (member(&place.text, "octets"), member(&place.text, "size"));
                w.line(format!("wg_{protocol}_get_{}(t, &{names}, text, {octets}, &{size});", class.how));
            }
            _ => {
                let how = class.how.to_ascii_uppercase();
                let protocol = protocol.to_ascii_uppercase();
                w.line(format!("WG_{protocol}_GET_{how}(t, &{names}, text, {});", address(place)));
            }
        }
    }

    fn get_integer(&self, w: &mut Writer, class: &Class, place: &Place) {
        let (lo, hi) = self.range(place.shape);
        let ty = self.ctype(place.shape);
        w.line(format!("const int64_t number = wg_scan_get_integer(t, text, {lo}, {hi});"));
        if !class.except.is_empty() {
            let is: Vec<String> = class.except.iter().map(|n| format!("number == INT64_C({n})")).collect();
            w.open(format!("if ({}) {{", is.join(" || ")));
            w.line("wg_scan_fail(t, WG_ERROR_VALUE, from);");
            w.close("}");
        }
        w.line(format!("{} = ({ty})number;", place.text));
    }

    /// The range of an INTEGER, limited to the numbers that text can have.
    pub fn range(&self, ty: ShapeId) -> (String, String) {
        let ShapeKind::Integer { range, .. } = &self.file.shape.get(ty).kind else {
            return ("INT64_MIN".to_string(), "INT64_MAX".to_string());
        };
        let end = |n: Option<i64>, none: &str| match n {
            Some(n) if n != i64::MIN => format!("INT64_C({n})"),
            _ => none.to_string(),
        };
        let lo = range.lo.as_ref().and_then(|n| n.to_i64());
        let hi = range.hi.as_ref().and_then(|n| n.to_i64());
        (end(lo, "INT64_MIN"), end(hi, "INT64_MAX"))
    }

    /// The octets that the text of a class represents.
    fn octets_of(&self, class: &Class) -> String {
        let inner = match &class.kind {
            ClassKind::Quoted => "wg_scan_get_inner(text)".to_string(),
            ClassKind::Run { .. } => "text".to_string(),
            ClassKind::Until(until) => {
                let (escape, escaped) = escapes(until);
                let lends = octet(until.lends);
                format!("wg_scan_get_until(t, text, {}, {lends}, {escape}, {escaped})", until.trims)
            }
        };
        let run = matches!(class.kind, ClassKind::Run { .. });
        match class.how.as_str() {
            "lower" | "string" => format!("wg_scan_get_lower(t, {inner})"),
            "value" if run => format!("wg_scan_get_lower(t, {inner})"),
            "hex" => format!("wg_scan_get_hex(t, {inner}, false)"),
            "halves" => format!("wg_scan_get_hex(t, {inner}, true)"),
            "ip4" => format!("wg_scan_get_ip4(t, {inner})"),
            "ip6" => format!("wg_scan_get_ip6(t, {inner})"),
            _ => inner,
        }
    }

    /// Stores octets, of which it may be known that they are ASCII.
    fn store(&self, w: &mut Writer, octets: &str, is_ascii: bool, place: &Place) {
        let (size, ascii) = match &self.file.shape.get(place.shape).kind {
            ShapeKind::OctetString { size, .. } => (*size, false),
            ShapeKind::String { size, .. } => (*size, !is_ascii),
            _ => (Size::default(), false),
        };
        let is_any = size == Size::default() && !ascii;
        let bounds = bounds(size);
        match self.file.layout.storage(place.shape) {
            Storage::Octets(_, Some(_)) => {
                let (to, size) = (member(&place.text, "octets"), member(&place.text, "size"));
                w.line(format!("wg_scan_copy(t, from, {octets}, {bounds}, {ascii}, {to}, &{size});"));
            }
            _ if is_any => w.line(format!("{} = {octets};", place.text)),
            _ => w.line(format!("{} = wg_scan_sized(t, from, {octets}, {bounds}, {ascii});", place.text)),
        }
    }
}

/// The escapes of a text up to a character, as arguments.
pub fn escapes(until: &Until) -> (String, String) {
    let (escape, escaped) = until.escape.unzip();
    (octet(escape), octet(escaped))
}
