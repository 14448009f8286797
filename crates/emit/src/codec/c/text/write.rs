//! Functions that write.

use std::collections::BTreeSet;

use wireglot_grammar::link::{BoundBranch, BoundKind, BoundValue, Place as Step};
use wireglot_grammar::{Class, ClassId, ClassKind, Direction, Layout, Symbol, TokenId};
use wireglot_plan::{ShapeId, ShapeKind, Size};

use super::class::{bounds, escapes};
use super::expr::Expr;
use super::holds::Written;
use super::{address, Protocol};
use crate::analysis::storage::Storage;
use crate::analysis::text::place_type;
use crate::codec::c::statements::context::member;
use crate::codec::c::walk::Place;
use crate::lang::c::lines::{mentions, name_unused};
use crate::lang::c::text::quoted;
use crate::Writer;

/// A text being assembled, both compact and laid out.
#[derive(Default)]
struct Run {
    compact: String,
    pretty: Vec<Layout>,
}

impl Protocol<'_> {
    /// The lists that writers go through, by the type that contains them.
    pub fn all_lists(&self) -> Vec<(ShapeId, Vec<Step>)> {
        let link = self.text.link;
        let mut lists = Vec::new();
        let mut entries: Vec<(ShapeId, u32)> =
            self.bodies.entries.iter().map(|(ty, node, _)| (*ty, *node)).collect();
        // A rule that can contain itself is visited by itself.
        let endless = self.bodies.order.iter().filter(|body| self.bodies.is_endless(**body));
        entries.extend(endless.filter_map(|body| self.bodies.ty(*body).zip(link.body(*body))));
        while let Some((ty, node)) = entries.pop() {
            let Some(bound) = link.node(node) else { continue };
            match &bound.kind {
                BoundKind::At(steps, _) => {
                    if let Some((Step::Add(_) | Step::Join(_) | Step::Only(_), path)) = steps.split_last() {
                        let list = (ty, path.to_vec());
                        if !lists.contains(&list) {
                            lists.push(list);
                        }
                    }
                }
                // A rule called with the value of another one has the lists of that one.
                BoundKind::Call(_, body) if !self.bodies.is_endless(*body) => {
                    entries.extend(link.body(*body).map(|inner| (ty, inner)));
                }
                BoundKind::Seq(parts) => entries.extend(parts.iter().map(|part| (ty, *part))),
                BoundKind::Alt(branches) => entries.extend(branches.iter().map(|b| (ty, b.node))),
                BoundKind::Opt(inner) | BoundKind::Some(inner, _) | BoundKind::Deeper(_, inner) => {
                    entries.push((ty, *inner));
                }
                _ => {}
            }
        }
        lists
    }

    /// The counter of written elements for the list at a path.
    pub fn counter(&self, ty: ShapeId, steps: &[Step]) -> Option<usize> {
        let (_, path) = steps.split_last()?;
        let mine = self.lists.iter().filter(|(owner, _)| *owner == ty);
        mine.enumerate().find(|(_, (_, known))| known == path).map(|(index, _)| index)
    }

    fn counters(&self, ty: ShapeId) -> usize {
        self.lists.iter().filter(|(owner, _)| *owner == ty).count()
    }

    fn put_parameters(&self, ty: ShapeId) -> String {
        let value = match self.file.layout.storage(ty) {
            Storage::Nothing => String::new(),
            _ => format!(", const {} *v", self.ctype(ty)),
        };
        let counters = if self.counters(ty) > 0 { ", size_t *n" } else { "" };
        format!("wg_text_pen *w{value}{counters}")
    }

    pub fn writers(&self, w: &mut Writer) {
        let link = self.text.link;
        let mut functions = Writer::new();
        self.put_function(&mut functions, &self.name("put"), link.ty, link.root);
        let mut heads = Writer::new();
        let mut printed = BTreeSet::new();
        loop {
            let next = self.asked.borrow().puts.iter().find(|body| !printed.contains(*body)).copied();
            let Some(body) = next else { break };
            printed.insert(body);
            let (Some(ty), Some(node)) = (self.bodies.ty(body), link.body(body)) else { continue };
            let name = self.function("put", body);
            heads.line(format!("static void {name}({});", self.put_parameters(ty)));
            self.put_function(&mut functions, &name, ty, node);
        }
        heads.line("");
        w.append(heads);
        w.append(functions);
        self.encoders(w);
    }

    fn put_function(&self, w: &mut Writer, name: &str, ty: ShapeId, node: u32) {
        let place = Place { text: "(*v)".to_string(), shape: ty };
        let mut body = Writer::new();
        self.asked.borrow_mut().numbers = 0;
        self.put_node(&mut body, node, &place, "n");
        w.line(format!("static void {name}({})", self.put_parameters(ty)));
        w.open("{");
        let mut parameters = vec!["w"];
        if !matches!(self.file.layout.storage(ty), Storage::Nothing) {
            parameters.push("v");
        }
        if self.counters(ty) > 0 {
            parameters.push("n");
        }
        name_unused(w, &body, &parameters);
        w.append(body);
        w.close("}");
        w.line("");
    }

    fn encoders(&self, w: &mut Writer) {
        let ty = self.text.link.ty;
        for (_, encoder, pretty) in self.signatures() {
            w.line(encoder);
            w.open("{");
            w.line("wg_text_pen pen, *const w = &pen;");
            if self.counters(ty) > 0 {
                w.line(format!("size_t n[{}] = {{0}};", self.counters(ty)));
            }
            w.line(format!("wg_text_pen_begin(w, {pretty}, buffer, capacity);"));
            w.line(format!(
                "{}(w, value{});",
                self.name("put"),
                if self.counters(ty) > 0 { ", n" } else { "" }
            ));
            let leaves = self.leaves(ty, "(*value)");
            w.line(format!("return wg_text_pen_result(w, {leaves}, encoding);"));
            w.close("}");
            w.line("");
        }
    }

    pub fn put_node(&self, w: &mut Writer, id: u32, place: &Place, counters: &str) {
        let link = self.text.link;
        let Some(bound) = link.node(id) else { return };
        let holding = self.holding.take();
        match &bound.kind {
            BoundKind::Nothing => {}
            BoundKind::Token(token) => self.put_tokens(w, &[*token]),
            BoundKind::Class(class) => self.put(w, *class, place),
            BoundKind::Value(value) => self.put_value(w, value, place),
            BoundKind::Call(rule, body) => {
                let value = match self.file.layout.storage(place.shape) {
                    Storage::Nothing => String::new(),
                    _ => format!(", {}", address(place)),
                };
                let n = if self.counters(place.shape) > 0 { format!(", {counters}") } else { String::new() };
                self.asked.borrow_mut().puts.insert(*body);
                w.line(format!("{}(w{value}{n});", self.function("put", *body)));
                if Some(*rule) == link.grammar.version {
                    let number = &place.text;
                    w.line(format!(
                        "w->version = {number} < 0 || {number} > 255 ? 255 : (unsigned){number};"
                    ));
                }
            }
            BoundKind::At(steps, inner) => {
                let (part, there) =
                    self.find(place, steps, &self.written(place, steps, Written::Counted(counters)));
                if !holding.unwrap_or(Expr::Always).implies(&there) {
                    there.not().open(w, "if");
                    w.line("wg_text_pen_fail(w, WG_ERROR_VALUE);");
                    w.line("return;");
                    w.close("}");
                }
                self.enter(w, steps, *inner, place, &part, counters, |w, part, inside| {
                    self.put_node(w, *inner, part, inside);
                });
            }
            BoundKind::Seq(parts) => {
                self.holding.replace(holding);
                self.put_all(w, parts, place, counters);
                self.holding.take();
            }
            BoundKind::Alt(branches) => self.put_alternative(w, branches, place, counters),
            BoundKind::Opt(inner) => {
                let yes = self.holds(*inner, place, Written::Counted(counters)).yes();
                yes.open(w, "if");
                self.holding.replace(Some(yes));
                self.put_node(w, *inner, place, counters);
                let passed = self.passes(*inner);
                if !passed.is_empty() {
                    w.between("} else {");
                    passed.into_iter().for_each(|token| {
                        let bit = self.passed_bit(token);
                        w.line(format!("wg_text_pen_passed(w, UINT64_C({bit}));"));
                    });
                }
                w.close("}");
            }
            BoundKind::Some(item, separator) => self.put_list(w, *item, *separator, place, counters),
            BoundKind::Deeper(by, inner) => {
                w.line(format!("wg_text_pen_deeper(w, {by});"));
                self.holding.replace(holding);
                self.put_node(w, *inner, place, counters);
                w.line(format!("wg_text_pen_deeper(w, {});", -by));
            }
        }
    }

    /// Writes parts in sequence; adjacent tokens are written at once.
    fn put_all(&self, w: &mut Writer, parts: &[u32], place: &Place, counters: &str) {
        let mut tokens = Vec::new();
        for part in parts {
            match self.text.link.node(*part).map(|bound| &bound.kind) {
                Some(BoundKind::Token(token)) => tokens.push(*token),
                _ => {
                    self.put_tokens(w, &std::mem::take(&mut tokens));
                    self.put_node(w, *part, place, counters);
                }
            }
        }
        self.put_tokens(w, &tokens);
    }

    /// Enters a part: counts it, and gives it counters and a surrounding name of its own.
    #[allow(clippy::too_many_arguments)]
    pub fn enter(
        &self,
        w: &mut Writer,
        steps: &[Step],
        inner: u32,
        from: &Place,
        part: &Place,
        counters: &str,
        then: impl FnOnce(&mut Writer, &Place, &str),
    ) {
        let number = self.number();
        let keeps = self.needs_around(inner) && !(steps.len() == 1 && self.has_class(inner));
        let is_struct = self.file.layout.storage(part.shape).is_struct();
        let is_element = part.text.contains('[');
        let is_list = matches!(steps.last(), Some(Step::Add(_) | Step::Join(_) | Step::Only(_)));
        let own = steps.last().and_then(|step| place_type(*step)).map_or(0, |ty| self.counters(ty));
        w.scoped(keeps || own > 0 || (is_element && (is_struct || is_list)), |w| {
            if keeps {
                w.line(format!("const uint64_t around{number} = w->around;"));
            }
            let mut part = part.clone();
            if is_struct && is_element {
                let ty = self.ctype(part.shape);
                w.line(format!("const {ty} *const part{number} = {};", address(&part)));
                part.text = format!("(*part{number})");
            }
            // The value of an element that isn't a struct is read before the next one is due.
            if is_list && !is_struct && is_element {
                let ty = self.ctype(part.shape);
                w.line(format!("const {ty} part{number} = {};", part.text));
                part.text = format!("part{number}");
            }
            match steps.last() {
                Some(Step::Add(_) | Step::Join(_) | Step::Only(_)) => {
                    w.line(format!("{}++;", self.written(from, steps, Written::Counted(counters))));
                }
                Some(Step::Bit(_)) => w.line("w->leaves++;"),
                _ => {}
            }
            let inside = format!("n{number}");
            let mut body = Writer::nested(w.depth());
            then(&mut body, &part, &inside);
            if own > 0 && mentions(&body, &inside) {
                w.line(format!("size_t {inside}[{own}] = {{0}};"));
            }
            w.append(body);
            if keeps {
                w.line(format!("w->around = around{number};"));
            }
        });
    }

    fn put_alternative(&self, w: &mut Writer, branches: &[BoundBranch], place: &Place, counters: &str) {
        let written = Written::Counted(counters);
        let write: Vec<&BoundBranch> = branches.iter().filter(|b| b.direction != Direction::Read).collect();
        let holds: Vec<_> =
            write.iter().map(|b| (self.writes(b), self.holds(b.node, place, written))).collect();
        let yes =
            write.iter().zip(&holds).map(|(b, (version, holds))| (b.node, version.clone().and(holds.yes())));
        let neutral = write
            .iter()
            .zip(&holds)
            .map(|(b, (version, holds))| (b.node, version.clone().and(holds.is_neutral())));
        let mut open = false;
        for (node, is) in yes.chain(neutral).filter(|(_, is)| *is != Expr::Never) {
            match (open, is == Expr::Always) {
                (false, true) => return self.put_node(w, node, place, counters),
                (true, true) => {
                    w.between("} else {");
                    self.put_node(w, node, place, counters);
                    w.close("}");
                    return;
                }
                (false, false) => is.open(w, "if"),
                (true, false) => {
                    w.back();
                    is.open(w, "} else if");
                }
            }
            open = true;
            self.holding.replace(Some(is));
            self.put_node(w, node, place, counters);
        }
        match open {
            true => {
                w.between("} else {");
                w.line("wg_text_pen_fail(w, WG_ERROR_VALUE);");
                w.close("}");
            }
            false => w.line("wg_text_pen_fail(w, WG_ERROR_VALUE);"),
        }
    }

    fn put_value(&self, w: &mut Writer, value: &BoundValue, place: &Place) {
        match value {
            BoundValue::Empty => {}
            BoundValue::Copy((slot, ty), _) => {
                let to = self.slot(place, *slot, *ty);
                w.line(format!("w->leaves += {};", self.leaves(*ty, &to.text)));
            }
            _ => w.line("w->leaves++;"),
        }
    }

    /// Writes adjacent tokens.
    pub fn put_tokens(&self, w: &mut Writer, tokens: &[TokenId]) {
        let mut run = Run::default();
        for token in tokens.iter().filter_map(|id| self.token(*id)) {
            run.compact.push_str(&token.short);
            run.pretty.extend(token.pretty.iter().cloned());
        }
        if tokens.is_empty() {
            return;
        }
        let put = |w: &mut Writer, text: &str| {
            if !text.is_empty() {
                w.line(format!("wg_text_pen_put(w, {}, {});", quoted(text.as_bytes()), text.len()));
            }
        };
        let same = matches!(run.pretty.as_slice(), [Layout::Text(text)] if *text == run.compact);
        if same {
            return put(w, &run.compact);
        }
        w.open("if (w->pretty) {");
        let mut text = String::new();
        for piece in &run.pretty {
            match piece {
                Layout::Text(more) => text.push_str(more),
                Layout::Line => {
                    put(w, &std::mem::take(&mut text));
                    w.line("wg_text_pen_line(w);");
                }
                Layout::Deeper => w.line("w->level++;"),
                Layout::Back => w.line("wg_text_pen_deeper(w, -1);"),
            }
        }
        put(w, &text);
        if !run.compact.is_empty() {
            w.between("} else {");
            put(w, &run.compact);
        }
        w.close("}");
    }

    /// The keywords that an omitted part could have begun with, and that what follows could also begin with.
    fn passes(&self, node: u32) -> Vec<TokenId> {
        let link = self.text.link;
        let Some(bound) = link.node(node) else { return Vec::new() };
        let looks = link.analysis.looks(bound.origin);
        let words = looks.filter_map(|look| match look.first {
            Symbol::Token(id) if self.token(id).is_some_and(|token| token.is_word) => Some(id),
            _ => None,
        });
        words.filter(|token| self.is_taken_by_classes(*token)).collect()
    }

    /// Whether a text that begins with a keyword may be of a class that is written where keywords are
    /// omitted.
    fn is_taken_by_classes(&self, token: TokenId) -> bool {
        let is_glue = self.token(token).is_some_and(|token| !token.ends);
        let classes = &self.text.link.grammar.classes;
        is_glue && classes.iter().any(|class| matches!(class.kind, ClassKind::Until(_)))
    }

    fn passed_bit(&self, token: TokenId) -> u64 {
        let passed = &mut self.asked.borrow_mut().passed;
        let at = passed.iter().position(|known| *known == token.0).unwrap_or_else(|| {
            passed.push(token.0);
            passed.len() - 1
        });
        1 << (at % 64)
    }

    fn put(&self, w: &mut Writer, id: ClassId, place: &Place) {
        let Some(class) = self.class(id) else { return };
        let keeps_from = !self.reads_back(class, place) || matches!(class.kind, ClassKind::Until(_));
        let is_text = !self.is_own(class) && !matches!(class.how.as_str(), "integer" | "string");
        w.scoped(keeps_from || is_text, |w| {
            if keeps_from {
                w.line("const uint8_t *const from = w->next;");
            }
            self.put_class(w, id, class, place);
        });
    }

    fn put_class(&self, w: &mut Writer, id: ClassId, class: &Class, place: &Place) {
        let is_own = self.is_own(class);
        match (is_own, class.how.as_str()) {
            (true, how) => self.put_own(w, how, place),
            (_, "integer") => {
                let (lo, hi) = self.range(place.shape);
                w.line(format!("wg_text_pen_integer(w, (int64_t){}, {lo}, {hi});", place.text));
            }
            (_, "string") => w.line("wg_text_pen_fail(w, WG_ERROR_VALUE);"),
            (_, how) => {
                let slice = self.slice(place);
                w.line(format!("const wg_octets octets = {slice};"));
                self.put_octets(w, id, how);
                let (ShapeKind::OctetString { size, .. } | ShapeKind::String { size, .. }) =
                    self.file.shape.get(place.shape).kind
                else {
                    return;
                };
                if size != Size::default() {
                    w.line(format!("wg_text_pen_size(w, octets.size, {});", bounds(size)));
                }
            }
        }
        if !self.reads_back(class, place) {
            w.open("if (w->error == WG_OK) {");
            w.line(format!("wg_text_pen_reads_back(w, {}(w->start, from, w->next));", self.class_end(id)));
            w.close("}");
        }
        if let ClassKind::Until(_) = class.kind {
            w.open("if (w->passed_at == from && w->passed) {");
            w.line(format!("{}(w, from);", self.name("passed")));
            w.close("}");
        }
        let leaves = if is_own { self.leaves(place.shape, &place.text) } else { "1".to_string() };
        w.line(format!("w->leaves += {leaves};"));
    }

    /// Whether any text written for a class is known to read back as that class.
    fn reads_back(&self, class: &Class, place: &Place) -> bool {
        let ClassKind::Run { first, rest, second: None, lo, hi, with: None, like: None, .. } = &class.kind
        else {
            return false;
        };
        let digits = (b'0'..=b'9').all(|digit| first.has(digit) && rest.has(digit));
        match (class.how.as_str(), &self.file.shape.get(place.shape).kind) {
            ("integer", ShapeKind::Integer { range, .. }) if !self.is_own(class) => {
                let most = range.hi.as_ref().map_or(usize::MAX, |most| most.to_string().len());
                digits && *lo <= 1 && most <= *hi
            }
            ("ip4", _) if !self.is_own(class) => digits && rest.has(b'.') && *lo <= 7 && *hi >= 15,
            _ => false,
        }
    }

    fn put_own(&self, w: &mut Writer, how: &str, place: &Place) {
        let (protocol, names) = (self.text.word, self.name("names"));
        match self.file.layout.storage(place.shape) {
            Storage::Octets(_, Some(_)) => {
                let (octets, size) = (member(&place.text, "octets"), member(&place.text, "size"));
                w.line(format!("wg_{protocol}_put_{how}(w, &{names}, {octets}, {size});"));
            }
            _ => {
                let (how, protocol) = (how.to_ascii_uppercase(), protocol.to_ascii_uppercase());
                w.line(format!("WG_{protocol}_PUT_{how}(w, &{names}, {});", address(place)));
            }
        }
    }

    fn put_octets(&self, w: &mut Writer, id: ClassId, how: &str) {
        let Some(class) = self.class(id) else { return };
        match (how, &class.kind) {
            ("hex" | "halves", _) => w.line("wg_text_pen_hex(w, octets);"),
            ("ip4" | "ip6", _) => w.line(format!("wg_text_pen_{how}(w, octets);")),
            (_, ClassKind::Quoted) => w.line("wg_text_pen_quoted(w, octets);"),
            (_, ClassKind::Run { .. }) => {
                if how == "value" {
                    w.line("wg_text_pen_small(w, octets);");
                }
                w.line("wg_text_pen_octets(w, octets);");
            }
            (_, ClassKind::Until(until)) => {
                let (escape, escaped) = escapes(until);
                let ends = self.lexis.bit(&until.ends);
                let is_escaped = |octet: u8| until.escape.is_some_and(|(_, escaped)| escaped == octet);
                let all = until.ends.iter().all(is_escaped);
                let fits = format!(
                    "wg_text_pen_fits_until({}, {}, octets, UINT64_C({ends}), {all}, {}, {escape}, {escaped})",
                    self.name("sets"),
                    self.span(&class.kind),
                    until.trims
                );
                w.open(format!("if (!{fits}) {{"));
                w.line("wg_text_pen_fail(w, WG_ERROR_VALUE);");
                w.close("}");
                w.line(format!("wg_text_pen_escaped(w, octets, {escape}, {escaped});"));
            }
        }
    }

    /// Prints the function that refuses a text that begins with a keyword that could have come there.
    pub fn passed_function(&self, w: &mut Writer) {
        let classes = &self.text.link.grammar.classes;
        if !classes.iter().any(|class| matches!(class.kind, ClassKind::Until(_))) {
            return;
        }
        w.line(format!("static void {}(wg_text_pen *w, const uint8_t *from)", self.name("passed")));
        w.open("{");
        let passed = self.asked.borrow().passed.clone();
        for (at, token) in passed.iter().enumerate() {
            let end = self.token_end(TokenId(*token));
            w.open(format!("if (w->passed & UINT64_C({}) && {end}(from, w->next)) {{", 1u64 << (at % 64)));
            w.line("wg_text_pen_fail(w, WG_ERROR_VALUE);");
            w.close("}");
        }
        if passed.is_empty() {
            w.line("(void)w;");
            w.line("(void)from;");
        }
        w.close("}");
        w.line("");
    }
}
