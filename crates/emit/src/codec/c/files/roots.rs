//! The public functions of a root: its decoder and its encoder.

use wireglot_plan::{Node, Plan};

use crate::analysis::max_size::MaxSize;
use crate::analysis::rules::{compares, family, has_end_marks, refuses_forms};
use crate::codec::c::constants::Tables;
use crate::codec::c::files::file::File;
use crate::codec::c::statements::context::C;
use crate::codec::c::walk::{read_node, write_node, Place, Unit};
use crate::lang::c::lines::{mentions, name_unused};
use crate::Writer;

/// The maximum size, in octets, for which a constant is printed.
const MOST: u64 = i32::MAX as u64;

impl<'a> File<'a> {
    /// Prints the maximum size of an encoding, in octets, if there is one.
    pub fn most(&self, w: &mut Writer, plan: &Plan, at: usize) {
        let most = MaxSize::new(self.shape, plan, self.layout).root(at).filter(|most| *most <= MOST);
        if let Some(most) = most {
            w.line(format!("#define {}_max_size_{} {most}u", self.names.root(at), plan.rules));
        }
    }

    pub fn decoder(&self, plan: &Plan, at: usize) -> String {
        let name = self.names.root(at);
        let (ending, path) = if self.paths { ("_path", ", wg_path *path") } else { ("", "") };
        format!(
            "wg_result {name}_decode_{}{ending}({name} *value, const uint8_t *data, size_t size, wg_arena *arena{path})",
            plan.rules
        )
    }

    pub fn encoder(&self, plan: &Plan, at: usize) -> String {
        let name = self.names.root(at);
        format!(
            "wg_result {name}_encode_{}(const {name} *value, uint8_t *buffer, size_t capacity, wg_octets *encoding)",
            plan.rules
        )
    }

    /// CER, canonical PER and OER: prints the function that writes a root. The decoder calls it as well, to
    /// compare what it read with the only valid encoding. Returns its name.
    fn again(&self, w: &mut Writer, c: &mut C<'a>, node: &Node, place: &Place, at: usize) -> String {
        let (plan, root) = (c.plan, self.names.root(at));
        let name = format!("again_{}_{root}", plan.rules);
        let mut body = Writer::new();
        write_node(Unit { shape: self.shape, plan }, c, &mut body, plan.rules, node, place);
        w.line(format!("static void {name}(wg_writer *w, const {root} *value)"));
        w.open("{");
        name_unused(w, &body, &["w", "value"]);
        w.append(body);
        w.close("}");
        w.line("");
        name
    }

    /// The public decoder of a root; `again` writes the decoded value, for comparison with the input.
    pub fn root_decoder(
        &self,
        w: &mut Writer,
        plan: &'a Plan,
        tables: &'a Tables,
        at: usize,
        again: Option<&String>,
    ) {
        let Some(node) = plan.roots.get(at) else { return };
        let mut c = self.context(plan, tables);
        let (place, unit) = (self.root_place(at), Unit { shape: self.shape, plan });
        let rules = plan.rules;
        let family = family(rules);
        let switch = if rules.packs_bits() { rules.aligned() } else { refuses_forms(rules) };
        let cer = has_end_marks(plan.rules);
        w.line(self.decoder(plan, at));
        w.open("{");
        w.line("wg_reader reader, *const r = &reader;");
        let arena = if self.paths { "&tracing.arena" } else { "arena" };
        if self.paths {
            w.line("wg_tracing tracing;");
        }
        let holds = plan.tables.iter().any(|rows| rows.rows.iter().any(Option::is_some));
        if holds {
            // A second pass finds out what is wrong with the value of an open type.
            w.line("const size_t used = arena ? arena->used : 0;");
            w.line("bool keeping = false;");
            w.open("do {");
        }
        if self.paths {
            let root = &self.shape.roots[at].reference;
            w.line(format!("wg_path_begin(&tracing, arena, path, \"{root}\");"));
        }
        c.clear_all(w, &place);
        w.line(format!("wg_{family}_reader(r, data, size, {switch}, {arena});"));
        if rules.canonical() && rules.packs_bits() {
            w.line("r->strict = true;");
        }
        if cer {
            w.line("r->cer = true;");
        }
        if holds {
            w.line("r->keeping = keeping;");
        }
        read_node(unit, &mut c, w, plan.rules, node, self.shape.roots[at].shape, &place);
        w.line(format!("wg_{family}_finish(r);"));
        if let Some(again) = again {
            w.line("wg_writer writer;");
            let family = if cer { "tlv" } else { "bits" };
            w.open(format!("if (wg_{family}_begin_again(r, &writer)) {{"));
            w.line(format!("{again}(&writer, value);"));
            w.line(format!("wg_{family}_end_again(r, &writer);"));
            w.close("}");
        }
        if holds {
            w.close(format!("}} while (wg_again_keeping(r, {arena}, used, &keeping));"));
        }
        if self.paths && compares(plan.rules) {
            // If the encoding as a whole isn't canonical, the error has no place in the value.
            w.open("if (reader.error == WG_OK) {");
            let name = self.names.root(at);
            w.line(format!("return {name}_decode_{}(value, data, size, arena);", plan.rules));
            w.close("}");
        }
        if self.paths {
            w.line("wg_path_end(&tracing, arena);");
        }
        w.line("return wg_reader_result(r);");
        w.close("}");
        w.line("");
    }

    fn root_place(&self, at: usize) -> Place {
        let shape = self.layout.held(self.shape.roots[at].shape);
        Place { text: "(*value)".to_string(), shape }
    }

    /// The public functions of a root.
    pub fn root(&self, w: &mut Writer, plan: &'a Plan, tables: &'a Tables, at: usize, checked: bool) {
        let Some(node) = plan.roots.get(at) else { return };
        let mut c = self.context(plan, tables);
        let (place, unit) = (self.root_place(at), Unit { shape: self.shape, plan });
        let (strict, aligned) = (plan.rules.canonical(), plan.rules.aligned());
        let family = family(plan.rules);
        let cer = has_end_marks(plan.rules);
        let again = compares(plan.rules).then(|| self.again(w, &mut c, node, &place, at));
        self.root_decoder(w, plan, tables, at, again.as_ref());
        w.line(self.encoder(plan, at));
        w.open("{");
        w.line("wg_writer writer, *const w = &writer;");
        match plan.rules.packs_bits() {
            true => w.line(format!("wg_bits_writer(w, buffer, capacity, {aligned}, {strict});")),
            false => w.line(format!("wg_{family}_writer(w, buffer, capacity, {strict});")),
        }
        if cer {
            w.line("w->cer = &wg_cer_forms;");
        }
        let mut body = Writer::new();
        match &again {
            Some(again) => body.line(format!("{again}(w, value);")),
            None => write_node(unit, &mut c, &mut body, plan.rules, node, &place),
        }
        if !checked && !mentions(&body, "value") {
            w.line("(void)value;");
        }
        let raw = self.shape.roots[at].shape;
        let along = checked && self.inline_checks.holds(plan.rules, self.layout, raw);
        let (check, first) = (
            format!("{}_check(value)", self.names.root(at)),
            if along { "WG_CHECKS_FIRST" } else { "WG_CHECKS" },
        );
        if checked {
            w.open(format!("if (!{first} || wg_satisfied(w, {check})) {{"));
        }
        w.append(body);
        if checked {
            w.close("}");
        }
        if along {
            w.open("if (WG_CHECKS_ALONG && w->error != WG_OK) {");
            w.line(format!("wg_refuse_whole(w, {check});"));
            w.close("}");
        }
        if plan.rules.packs_bits() {
            w.line("return wg_bits_end(w, encoding);");
        } else {
            if !plan.rules.has_tags() {
                w.line(format!("wg_{family}_complete(w);"));
            }
            w.line(format!("*encoding = wg_{family}_written(w);"));
            w.line("return wg_writer_result(w);");
        }
        w.close("}");
        w.line("");
    }
}
