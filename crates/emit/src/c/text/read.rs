//! Functions that read.

use std::collections::BTreeSet;

use wireglot_grammar::link::{BoundBranch, BoundKind, BoundValue};
use wireglot_grammar::{Direction, Symbol, TokenId, Versions};
use wireglot_plan::ShapeId;

use super::{address, Protocol};
use crate::c::dialect::member;
use crate::c::routines::name_unused;
use crate::c::storage::Storage;
use crate::core::Place;
use crate::text::{tests, Test};
use crate::Writer;

impl Protocol<'_> {
    /// The name of a function for a rule and a type.
    pub(super) fn function(&self, what: &str, body: u32) -> String {
        let rule = self.bodies.rule(body).and_then(|rule| self.text.link.grammar.production(rule));
        let rule = rule.map_or_else(String::new, |rule| rule.name.replace('-', "_"));
        self.name(&format!("{what}_{rule}_{body}"))
    }

    /// What a function takes beside the text: the value, and what is known of its slots.
    fn get_parameters(&self, ty: ShapeId) -> String {
        let value = match self.file.layout.storage(ty) {
            Storage::Nothing => String::new(),
            _ => format!(", {} *v", self.ctype(ty)),
        };
        let seen = if self.tracked.contains(&ty) { ", uint32_t *seen" } else { "" };
        format!("wg_scan *t{value}{seen}")
    }

    pub(super) fn readers(&self, w: &mut Writer) {
        let link = self.text.link;
        let mut functions = Writer::new();
        functions.line(format!("static void {}({})", self.name("get"), self.get_parameters(link.ty)));
        self.get_function(&mut functions, link.ty, link.root, false);
        let mut heads = Writer::new();
        let mut printed = BTreeSet::new();
        loop {
            let next = self.asked.borrow().gets.iter().find(|body| !printed.contains(*body)).copied();
            let Some(body) = next else { break };
            printed.insert(body);
            let (Some(ty), Some(node)) = (self.bodies.ty(body), link.body(body)) else { continue };
            let head = format!("static void {}({})", self.function("get", body), self.get_parameters(ty));
            heads.line(format!("{head};"));
            functions.line(head);
            self.get_function(&mut functions, ty, node, self.bodies.is_endless(body));
        }
        heads.line("");
        w.append(heads);
        w.append(functions);
        self.decoders(w);
    }

    fn get_function(&self, w: &mut Writer, ty: ShapeId, node: u32, endless: bool) {
        w.open("{");
        let place = Place { text: "(*v)".to_string(), shape: ty };
        let mut body = Writer::new();
        let seen = if self.tracked.contains(&ty) { "seen" } else { "" };
        self.get_node(&mut body, node, &place, seen);
        let mut parameters = vec!["t"];
        if !matches!(self.file.layout.storage(ty), Storage::Nothing) {
            parameters.push("v");
        }
        if !seen.is_empty() {
            parameters.push("seen");
        }
        name_unused(w, &body, &parameters);
        if endless {
            w.open("if (!wg_scan_descend(t)) {");
            w.line("return;");
            w.close("}");
        }
        w.append(body);
        if endless {
            w.line("t->depth++;");
        }
        w.close("}");
        w.line("");
    }

    fn decoders(&self, w: &mut Writer) {
        let link = self.text.link;
        let tracked = self.tracked.contains(&link.ty);
        for (decoder, _, _) in self.signatures() {
            w.line(decoder);
            w.open("{");
            w.line("wg_scan reading, *const t = &reading;");
            w.line("bool goes_on;");
            if tracked {
                w.line("uint32_t seen = 0;");
            }
            w.line("wg_clear(value, sizeof *value);");
            w.line(format!("wg_scan_begin(t, &{}, data, size, arena);", self.name("lexis")));
            w.line(format!("{}(t, value{});", self.name("get"), if tracked { ", &seen" } else { "" }));
            // Another message may follow.
            w.line("goes_on = false;");
            let looks = tests(link, &[(link.root, Versions::ALL)], link.root);
            let looks: Vec<Test> = looks.into_iter().map(Test::by_first).collect();
            self.decide(w, &looks, |w, _| w.line("goes_on = true;"), None);
            w.line("wg_scan_end(t, goes_on);");
            if tracked {
                self.all_seen(w, link.ty, "seen");
            }
            w.line("return wg_scan_result(t);");
            w.close("}");
            w.line("");
        }
    }

    pub(super) fn get_node(&self, w: &mut Writer, id: u32, place: &Place, seen: &str) {
        let link = self.text.link;
        let Some(bound) = link.node(id) else { return };
        match &bound.kind {
            BoundKind::Nothing => {}
            BoundKind::Token(token) => self.get_token(w, *token),
            BoundKind::Class(class) => self.get(w, *class, place),
            BoundKind::Value(value) => self.get_value(w, value, place, seen),
            BoundKind::Call(rule, body) => {
                let value = match self.file.layout.storage(place.shape) {
                    Storage::Nothing => String::new(),
                    _ => format!(", {}", address(place)),
                };
                let seen =
                    if self.tracked.contains(&place.shape) { format!(", {seen}") } else { String::new() };
                self.asked.borrow_mut().gets.insert(*body);
                w.line(format!("{}(t{value}{seen});", self.function("get", *body)));
                if Some(*rule) == link.grammar.version {
                    let number = &place.text;
                    w.line(format!(
                        "t->version = {number} < 0 || {number} > 255 ? 255 : (unsigned){number};"
                    ));
                }
            }
            BoundKind::At(steps, inner) => self.get_at(w, steps, *inner, place, seen),
            BoundKind::Seq(parts) => parts.iter().for_each(|part| self.get_node(w, *part, place, seen)),
            BoundKind::Alt(branches) => self.get_alternative(w, id, branches, place, seen),
            BoundKind::Opt(inner) => {
                let looks = tests(link, &[(*inner, Versions::ALL)], id);
                self.decide(w, &looks, |w, _| self.get_node(w, *inner, place, seen), None);
            }
            BoundKind::Some(inner, None) => {
                let number = self.number();
                w.open("for (;;) {");
                w.line(format!("const uint8_t *const from{number} = t->next;"));
                w.line(format!("bool more{number} = false;"));
                self.get_node(w, *inner, place, seen);
                w.open(format!("if (t->next != from{number}) {{"));
                let looks = tests(link, &[(*inner, Versions::ALL)], id);
                self.decide(w, &looks, |w, _| w.line(format!("more{number} = true;")), None);
                w.close("}");
                w.open(format!("if (!more{number}) {{"));
                w.line("break;");
                w.close("}");
                w.close("}");
            }
            BoundKind::Some(inner, Some(separator)) => self.get_list(w, id, *inner, *separator, place, seen),
            BoundKind::Deeper(_, inner) => self.get_node(w, *inner, place, seen),
        }
    }

    fn get_list(&self, w: &mut Writer, id: u32, inner: u32, separator: TokenId, place: &Place, seen: &str) {
        let link = self.text.link;
        let two = link.node(id).is_some_and(|node| link.analysis.needs_two(node.origin));
        let number = self.number();
        w.open("for (;;) {");
        w.line(format!("const uint8_t *end{number};"));
        self.get_node(w, inner, place, seen);
        let (end, is) = self.terminal(Symbol::Token(separator));
        w.line(format!("end{number} = {is} ? {end} : NULL;"));
        w.open(format!("if (!end{number}) {{"));
        w.line("break;");
        w.close("}");
        if two {
            let looks = tests(link, &[(inner, Versions::ALL)], id);
            let firsts: BTreeSet<(Symbol, (u8, u8))> =
                looks.iter().map(|test| (test.first, (test.versions.since, test.versions.until))).collect();
            let any = firsts.into_iter().map(|(symbol, (since, until))| {
                let version = version_is(Versions { since, until }, "t");
                let is = format!("{}(t, end{number})", self.symbol_at(symbol));
                version.map_or(is.clone(), |version| format!("({version} && {is})"))
            });
            w.open(format!("if (!({})) {{", any.collect::<Vec<_>>().join(" || ")));
            w.line("break;");
            w.close("}");
        }
        w.line(format!("t->next = end{number};"));
        w.close("}");
    }

    fn get_token(&self, w: &mut Writer, id: TokenId) {
        let Some(token) = self.token(id) else { return };
        match (token.is_gap, token.is_blank) {
            (true, _) => w.line("wg_scan_need_gap(t);"),
            (_, true) => {}
            _ => match (self.lexis.numbers(id), token.long.as_bytes(), token.verbatim) {
                ([number], ..) => w.line(format!("wg_scan_pass_word(t, wg_scan_word(t) == {number}u);")),
                ([], [mark], false) if !token.is_word => w.line(format!("wg_scan_mark(t, {mark});")),
                _ => {
                    let (end, is) = self.terminal(Symbol::Token(id));
                    w.line(format!("wg_scan_pass(t, {is} ? {end} : NULL);"));
                }
            },
        }
    }

    /// Where a terminal that comes next ends, and whether it does.
    fn terminal(&self, symbol: Symbol) -> (String, String) {
        let skipped = self.skipped(symbol);
        match symbol {
            Symbol::Token(id) => {
                let numbers = self.lexis.numbers(id);
                let mark = self.token(id).filter(|token| !token.is_word && token.long.len() == 1);
                match (numbers, mark) {
                    ([], Some(mark)) => {
                        let mark = mark.long.bytes().next().unwrap_or_default();
                        (format!("{skipped} + 1"), format!("wg_scan_is_mark({skipped}, t->end, {mark})"))
                    }
                    ([], None) => {
                        let end = format!("{}({skipped}, t->end)", self.token_end(id));
                        (end.clone(), end)
                    }
                    (numbers, _) => {
                        let is: Vec<String> =
                            numbers.iter().map(|n| format!("wg_scan_word(t) == {n}u")).collect();
                        let is = is.join(" || ");
                        ("t->word_end".to_string(), if numbers.len() > 1 { format!("({is})") } else { is })
                    }
                }
            }
            Symbol::Class(id) => {
                let end = format!("{}({skipped}, t->end)", self.class_end(id));
                (end.clone(), format!("{end} != NULL"))
            }
        }
    }

    /// A function that says whether a terminal comes behind a place.
    fn symbol_at(&self, symbol: Symbol) -> String {
        self.asked.borrow_mut().behind.insert(symbol);
        match symbol {
            Symbol::Token(id) => self.name(&format!("token_{}_at", id.0)),
            Symbol::Class(id) => self.name(&format!("class_{}_at", id.0)),
        }
    }

    /// Those functions.
    pub(super) fn behind(&self, w: &mut Writer) {
        let symbols: Vec<Symbol> = self.asked.borrow().behind.iter().copied().collect();
        let mut functions = Writer::new();
        for symbol in symbols {
            functions.line(format!(
                "static bool {}(const wg_scan *t, const uint8_t *from)",
                self.symbol_at(symbol)
            ));
            functions.open("{");
            let skipped = match self.skipped(symbol) {
                "wg_scan_skip(t)" => "wg_scan_skip_from(t, from)",
                "wg_scan_skip_white(t)" => "wg_scan_white_from(t, from)",
                _ => "from",
            };
            match symbol {
                Symbol::Class(id) => {
                    functions.line(format!("return {}({skipped}, t->end) != NULL;", self.class_end(id)))
                }
                Symbol::Token(id) => match self.lexis.numbers(id) {
                    [] => {
                        functions.line(format!("return {}({skipped}, t->end) != NULL;", self.token_end(id)))
                    }
                    numbers => {
                        functions.line("const uint8_t *end;");
                        functions
                            .line(format!("const unsigned word = wg_scan_word_from(t, {skipped}, &end);"));
                        let is: Vec<String> = numbers.iter().map(|n| format!("word == {n}u")).collect();
                        functions.line(format!("return {};", is.join(" || ")));
                    }
                },
            }
            functions.close("}");
            functions.line("");
        }
        self.symbols(w);
        w.append(functions);
    }

    fn get_alternative(&self, w: &mut Writer, id: u32, branches: &[BoundBranch], place: &Place, seen: &str) {
        let link = self.text.link;
        let read: Vec<&BoundBranch> = branches.iter().filter(|b| b.direction != Direction::Write).collect();
        let alternatives: Vec<(u32, Versions)> = read.iter().map(|b| (b.node, b.versions)).collect();
        let nullable = |branch: &&&BoundBranch| {
            link.node(branch.node).is_some_and(|node| link.analysis.is_nullable(node.origin))
        };
        let nothing: Vec<&&BoundBranch> = read.iter().filter(nullable).collect();
        let looks = tests(link, &alternatives, id);
        let otherwise = |w: &mut Writer| {
            let mut closed = false;
            let mut open = 0;
            for branch in &nothing {
                match version_is(branch.versions, "t") {
                    _ if closed => {}
                    None => {
                        self.get_node(w, branch.node, place, seen);
                        closed = true;
                    }
                    Some(version) => {
                        w.open(format!("if ({version}) {{"));
                        self.get_node(w, branch.node, place, seen);
                        w.between("} else {");
                        open += 1;
                    }
                }
            }
            if !closed {
                w.line("wg_scan_unexpected(t);");
            }
            (0..open).for_each(|_| w.close("}"));
        };
        let branch = |w: &mut Writer, at: usize| {
            if let Some(branch) = read.get(at) {
                self.get_node(w, branch.node, place, seen);
            }
        };
        self.decide(w, &looks, branch, Some(&otherwise));
    }

    /// Prints what chooses among alternatives, and what is done then.
    fn decide(
        &self,
        w: &mut Writer,
        looks: &[Test],
        then: impl Fn(&mut Writer, usize),
        otherwise: Option<&dyn Fn(&mut Writer)>,
    ) {
        // Tests for the same branch that stand next to one another are one.
        let mut groups: Vec<(usize, Vec<Test>)> = Vec::new();
        for test in looks {
            match groups.last_mut() {
                Some((branch, tests)) if *branch == test.branch => tests.push(*test),
                _ => groups.push((test.branch, vec![*test])),
            }
        }
        for (at, (branch, group)) in groups.iter().enumerate() {
            let is: Vec<String> = group.iter().map(|test| self.test(test)).collect();
            let is = is.join(" || ");
            match at {
                0 => w.open(format!("if ({is}) {{")),
                _ => w.between(format!("}} else if ({is}) {{")),
            }
            then(w, *branch);
        }
        if let Some(otherwise) = otherwise {
            match groups.is_empty() {
                true => return otherwise(w),
                false => w.between("} else {"),
            }
            otherwise(w);
        }
        if !groups.is_empty() {
            w.close("}");
        }
    }

    fn test(&self, test: &Test) -> String {
        let (end, is) = self.terminal(test.first);
        let mut all: Vec<String> = version_is(test.versions, "t").into_iter().collect();
        all.push(is);
        if let Some(second) = test.second {
            all.push(format!("{}(t, {end})", self.symbol_at(second)));
        }
        match all.as_slice() {
            [one] => one.clone(),
            _ => format!("({})", all.join(" && ")),
        }
    }

    fn get_value(&self, w: &mut Writer, value: &BoundValue, place: &Place, seen: &str) {
        let at = &place.text;
        match value {
            BoundValue::Boolean(value) => w.line(format!("{at} = {value};")),
            BoundValue::Null | BoundValue::Empty => {}
            BoundValue::Number(number) => {
                let ty = self.ctype(place.shape);
                w.line(format!("{at} = ({ty})INT64_C({number});"));
            }
            BoundValue::Item(number, _) => w.line(format!("{at} = {number};")),
            BoundValue::Copy((slot, ty), path) => {
                let (from, is) = self.follow(place, path);
                let to = self.slot(place, *slot, *ty);
                // What is there already stays.
                let is: Vec<String> = is.into_iter().chain(self.is_free(place, *slot, &to, seen)).collect();
                w.open(format!("if ({}) {{", if is.is_empty() { "true".into() } else { is.join(" && ") }));
                self.mark_slot_seen(w, place, *slot, seen);
                w.line(format!("{} = {};", to.text, from.text));
                w.close("}");
            }
        }
    }

    /// The part at a path of slots and first elements, and whether it is there.
    pub(super) fn follow(&self, place: &Place, path: &[Option<u32>]) -> (Place, Option<String>) {
        let mut at = place.clone();
        let mut is: Vec<String> = Vec::new();
        for step in path {
            let members = self.file.shape.get(at.shape);
            at = match (step, &members.kind) {
                (Some(slot), wireglot_plan::ShapeKind::Record { slots, .. }) => {
                    is.extend(self.flag(&at, *slot));
                    let ty = slots.get(*slot as usize).map_or(at.shape, |slot| slot.shape);
                    self.slot(&at, *slot, ty)
                }
                (_, wireglot_plan::ShapeKind::List { element, .. }) => {
                    is.push(format!("{} > 0", member(&at.text, "count")));
                    Place { text: format!("{}[0]", member(&at.text, "items")), shape: *element }
                }
                _ => at,
            };
        }
        (at, (!is.is_empty()).then(|| is.join(" && ")))
    }
}

/// Whether a message is of one of some versions; `None` if it always is.
pub(super) fn version_is(versions: Versions, of: &str) -> Option<String> {
    let mut is = Vec::new();
    if versions.since > 0 {
        is.push(format!("{of}->version >= {}", versions.since));
    }
    if versions.until < u8::MAX {
        is.push(format!("{of}->version <= {}", versions.until));
    }
    (!is.is_empty()).then(|| is.join(" && "))
}
