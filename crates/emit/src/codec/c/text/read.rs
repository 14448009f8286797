//! Functions that read.

use std::collections::BTreeSet;

use wireglot_grammar::link::{BoundBranch, BoundKind, BoundValue};
use wireglot_grammar::{Direction, Symbol, TokenId, Versions};
use wireglot_plan::ShapeId;

use super::{address, Protocol};
use crate::analysis::storage::Storage;
use crate::analysis::text::{by_branch, tests, Test};
use crate::codec::c::statements::context::member;
use crate::codec::c::walk::Place;
use crate::lang::c::lines::name_unused;
use crate::Writer;

impl Protocol<'_> {
    /// The name of the function for a rule and a type.
    pub fn function(&self, what: &str, body: u32) -> String {
        let rule = self.bodies.rule(body).and_then(|rule| self.text.link.grammar.production(rule));
        let rule = rule.map_or_else(String::new, |rule| rule.name.replace('-', "_"));
        self.name(&format!("{what}_{rule}_{body}"))
    }

    /// The parameters of a function besides the text: the value, and which of its slots have come.
    fn get_parameters(&self, ty: ShapeId) -> String {
        let value = match self.file.layout.storage(ty) {
            Storage::Nothing => String::new(),
            _ => format!(", {} *v", self.ctype(ty)),
        };
        let seen = if self.tracked.contains(&ty) { ", uint32_t *seen" } else { "" };
        format!("wg_scan *t{value}{seen}")
    }

    pub fn readers(&self, w: &mut Writer) {
        let link = self.text.link;
        let mut functions = Writer::new();
        functions.line(format!("static void {}({})", self.name("get"), self.get_parameters(link.ty)));
        self.get_function(&mut functions, link.ty, link.root, None);
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
            self.get_function(&mut functions, ty, node, Some(body));
        }
        heads.line("");
        w.append(heads);
        w.append(functions);
        self.decoders(w);
    }

    /// Prints the body of a function that reads a whole message, or the body of a rule.
    fn get_function(&self, w: &mut Writer, ty: ShapeId, node: u32, rule: Option<u32>) {
        let endless = rule.is_some_and(|body| self.bodies.is_endless(body));
        w.open("{");
        let place = Place { text: "(*v)".to_string(), shape: ty };
        let mut body = Writer::new();
        let seen = if self.tracked.contains(&ty) { "seen" } else { "" };
        self.asked.borrow_mut().numbers = 0;
        match self.text.link.node(node).map(|bound| &bound.kind) {
            Some(BoundKind::Seq(parts)) if rule.is_some_and(|body| self.is_head(body)) => {
                self.get_head(&mut body, parts, &place, seen);
            }
            _ => self.get_node(&mut body, node, &place, seen),
        }
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

    /// Whether the parts of a rule before its last one are the head of a message.
    fn is_head(&self, body: u32) -> bool {
        let head = self.text.link.grammar.head;
        head.is_some() && self.bodies.rule(body) == head
    }

    /// Reads the head of a message, and the rest unless only the head is wanted.
    fn get_head(&self, w: &mut Writer, parts: &[u32], place: &Place, seen: &str) {
        for (at, part) in parts.iter().enumerate() {
            if at + 1 == parts.len() {
                w.open("if (wg_scan_peeks(t)) {");
                w.line("return;");
                w.close("}");
            }
            self.get_node(w, *part, place, seen);
        }
    }

    /// Prints the function that reads the head of a message.
    fn peek(&self, w: &mut Writer) {
        let Some(signature) = self.peek_signature() else { return };
        w.line(signature);
        w.open("{");
        w.line("wg_scan reading, *const t = &reading;");
        let tracked = self.tracked.contains(&self.text.link.ty);
        if tracked {
            w.line("uint32_t seen = 0;");
        }
        w.line("wg_clear(value, sizeof *value);");
        w.line(format!("wg_scan_begin(t, &{}, data, size, arena);", self.name("lexis")));
        w.line("t->peeks = true;");
        w.line(format!("{}(t, value{});", self.name("get"), if tracked { ", &seen" } else { "" }));
        w.line("return wg_scan_peeked(t);");
        w.close("}");
        w.line("");
    }

    fn decoders(&self, w: &mut Writer) {
        let link = self.text.link;
        let tracked = self.tracked.contains(&link.ty);
        self.peek(w);
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

    pub fn get_node(&self, w: &mut Writer, id: u32, place: &Place, seen: &str) {
        let link = self.text.link;
        let Some(bound) = link.node(id) else { return };
        let found = self.found.take();
        match &bound.kind {
            BoundKind::Nothing => {}
            BoundKind::Token(token) => self.get_token(w, *token, found),
            BoundKind::Class(class) => self.get(w, *class, place, found),
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
            BoundKind::At(steps, inner) => {
                self.found.set(found);
                self.get_at(w, steps, *inner, place, seen);
            }
            BoundKind::Seq(parts) => {
                self.found.set(found);
                parts.iter().for_each(|part| self.get_node(w, *part, place, seen));
            }
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
            BoundKind::Deeper(_, inner) => {
                self.found.set(found);
                self.get_node(w, *inner, place, seen);
            }
        }
    }

    fn get_list(&self, w: &mut Writer, id: u32, inner: u32, separator: TokenId, place: &Place, seen: &str) {
        let link = self.text.link;
        let two = link.node(id).is_some_and(|node| link.analysis.needs_two(node.origin));
        let number = self.number();
        w.open("for (;;) {");
        w.line(format!("const uint8_t *end{number};"));
        self.get_node(w, inner, place, seen);
        w.line(format!("end{number} = {};", self.end_or_null(separator)));
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
        w.line(format!("wg_scan_move(t, end{number});"));
        w.close("}");
    }

    /// The end of a token if it comes next, otherwise `NULL`.
    fn end_or_null(&self, id: TokenId) -> String {
        let (end, is) = self.terminal(Symbol::Token(id));
        match end == is {
            true => end,
            false => format!("{is} ? {end} : NULL"),
        }
    }

    fn get_token(&self, w: &mut Writer, id: TokenId, found: Option<Symbol>) {
        let Some(token) = self.token(id) else { return };
        match (token.is_gap, token.is_blank) {
            (true, _) => w.line("wg_scan_need_gap(t);"),
            (_, true) => {}
            _ => match (self.lexis.numbers(id), token.long.as_bytes(), token.verbatim) {
                ([_], ..) if found == Some(Symbol::Token(id)) => w.line("wg_scan_pass_found(t);"),
                ([number], ..) => w.line(format!("wg_scan_pass_word(t, wg_scan_word(t) == {number}u);")),
                ([], [mark], false) if !token.is_word => w.line(format!("wg_scan_mark(t, {mark});")),
                _ => w.line(format!("wg_scan_pass(t, {});", self.end_or_null(id))),
            },
        }
    }

    /// The end of a terminal if it comes next, and whether it does.
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
                let end = format!("{}(t->start, {skipped}, t->end)", self.class_end(id));
                (end.clone(), format!("{end} != NULL"))
            }
        }
    }

    /// The function that tests whether a terminal comes after a place.
    fn symbol_at(&self, symbol: Symbol) -> String {
        self.asked.borrow_mut().behind.insert(symbol);
        match symbol {
            Symbol::Token(id) => self.name(&format!("token_{}_at", id.0)),
            Symbol::Class(id) => self.name(&format!("class_{}_at", id.0)),
        }
    }

    /// Prints those functions.
    pub fn behind(&self, w: &mut Writer) {
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
                    let end = self.class_end(id);
                    functions.line(format!("return {end}(t->start, {skipped}, t->end) != NULL;"))
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

    /// Prints the choice among alternatives, and what each does.
    fn decide(
        &self,
        w: &mut Writer,
        looks: &[Test],
        then: impl Fn(&mut Writer, usize),
        otherwise: Option<&dyn Fn(&mut Writer)>,
    ) {
        let groups: Vec<(Vec<u16>, usize, Vec<Test>)> = by_branch(looks, &self.lexis)
            .into_iter()
            .map(|(branch, group)| (self.words(&group), branch, group))
            .collect();
        self.decide_among(w, &groups, &then, otherwise);
    }

    /// Prints runs of keywords as a `switch`, everything else as a chain of conditions.
    fn decide_among(
        &self,
        w: &mut Writer,
        groups: &[(Vec<u16>, usize, Vec<Test>)],
        then: &dyn Fn(&mut Writer, usize),
        otherwise: Option<&dyn Fn(&mut Writer)>,
    ) {
        const FEWEST: usize = 3;
        let words = |from: usize| groups[from..].iter().take_while(|(words, ..)| !words.is_empty()).count();
        if words(0) >= FEWEST {
            return self.switch_on_word(w, groups.split_at(words(0)), then, otherwise);
        }
        for (at, (_, branch, group)) in groups.iter().enumerate() {
            if at > 0 && words(at) >= FEWEST {
                w.between("} else {");
                self.switch_on_word(w, groups[at..].split_at(words(at)), then, otherwise);
                return w.close("}");
            }
            let is: Vec<String> = group.iter().map(|test| self.test(test, group.len() == 1)).collect();
            if at == 0 {
                w.open_if("if", &is, " ||");
            } else {
                w.back();
                w.open_if("} else if", &is, " ||");
            }
            if let [only] = group.as_slice() {
                self.found.set(Some(only.first));
            }
            then(w, *branch);
            self.found.set(None);
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

    #[allow(clippy::type_complexity)]
    fn switch_on_word(
        &self,
        w: &mut Writer,
        (cases, rest): (&[(Vec<u16>, usize, Vec<Test>)], &[(Vec<u16>, usize, Vec<Test>)]),
        then: &dyn Fn(&mut Writer, usize),
        otherwise: Option<&dyn Fn(&mut Writer)>,
    ) {
        let mut printed = BTreeSet::new();
        w.open("switch (wg_scan_word(t)) {");
        for (words, branch, group) in cases {
            let new: Vec<u16> = words.iter().copied().filter(|word| printed.insert(*word)).collect();
            let Some((last, others)) = new.split_last() else { continue };
            others.iter().for_each(|word| w.line(format!("case {word}u:")));
            w.open(format!("case {last}u: {{"));
            if let [only] = group.as_slice() {
                self.found.set(Some(only.first));
            }
            then(w, *branch);
            self.found.set(None);
            w.line("break;");
            w.close("}");
        }
        w.open("default: {");
        self.decide_among(w, rest, then, otherwise);
        w.line("break;");
        w.close("}");
        w.close("}");
    }

    /// The numbers of keywords that choose a branch in every version; empty if anything else does.
    fn words(&self, group: &[Test]) -> Vec<u16> {
        let mut words = Vec::new();
        for test in group {
            let numbers = test.words(&self.lexis);
            if numbers.is_empty() || test.second.is_some() || version_is(test.versions, "t").is_some() {
                return Vec::new();
            }
            words.extend_from_slice(numbers);
        }
        words
    }

    /// Whether a test holds; if it is the only one of a branch, the end of a class is kept for its reader.
    fn test(&self, test: &Test, is_only: bool) -> String {
        let (end, mut is) = self.terminal(test.first);
        if let (Symbol::Class(_), true, None) = (test.first, is_only, test.second) {
            is = format!("(t->found = {end}) != NULL");
        }
        let mut all: Vec<String> = version_is(test.versions, "t").into_iter().collect();
        all.push(is);
        if let Some(second) = test.second {
            all.push(format!("{}(t, {end})", self.symbol_at(second)));
        }
        match all.as_slice() {
            [one] => one.clone(),
            all if is_only => all.join(" && "),
            all => format!("({})", all.join(" && ")),
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
                // A value that is already present is kept.
                let is: Vec<String> = is.into_iter().chain(self.is_free(place, *slot, &to, seen)).collect();
                w.open(format!("if ({}) {{", if is.is_empty() { "true".into() } else { is.join(" && ") }));
                self.mark_slot_seen(w, place, *slot, seen);
                w.line(format!("{} = {};", to.text, from.text));
                w.close("}");
            }
        }
    }

    /// The part at a path of slots and first elements, and whether it is present.
    pub fn follow(&self, place: &Place, path: &[Option<u32>]) -> (Place, Option<String>) {
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

/// Whether a message has one of these versions; `None` if it always has.
pub fn version_is(versions: Versions, of: &str) -> Option<String> {
    let mut is = Vec::new();
    if versions.since == versions.until {
        return Some(format!("{of}->version == {}", versions.since));
    }
    if versions.since > 0 {
        is.push(format!("{of}->version >= {}", versions.since));
    }
    if versions.until < u8::MAX {
        is.push(format!("{of}->version <= {}", versions.until));
    }
    (!is.is_empty()).then(|| is.join(" && "))
}
