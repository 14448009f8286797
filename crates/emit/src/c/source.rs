//! The files: header, source, and the functions in them.

use wireglot_plan::{Node, Plan, RoutineId, RowsId, Rules, Shape};

use super::check::Checks;
use super::compare::Equals;
use super::constants::Tables;
use super::declare::Declare;
use super::dialect::{family, has_tags, C};
use super::most::Most;
use super::reach::{reach, Printed, Reached};
use super::storage::{Layout, Storage};
use super::table::Names;
use super::COptions;
use crate::core::{read_node, write_node, Control, Direction, Label, Place, Places, Subject, Unit};
use crate::{OutputFile, Writer};

/// What the runtime's headers must say for the output to compile.
const RUNTIME_VERSION: u32 = 1;

/// The greatest number of octets that a constant tells of.
const MOST: u64 = i32::MAX as u64;

pub(super) fn files(shape: &Shape, plans: &[&Plan], options: &COptions) -> Vec<OutputFile> {
    let layout = Layout::new(shape, options);
    let names = Names::new(shape, &layout, options);
    let file = File { shape, plans, options, layout: &layout, names: &names, paths: false };
    let hash = file.hash();
    let finish = |w: Writer| w.finish().unwrap_or_default();
    let mut files = vec![
        OutputFile { name: format!("{}.h", options.name), text: finish(file.header(hash)) },
        OutputFile { name: format!("{}.c", options.name), text: finish(file.source(hash)) },
    ];
    files.extend(file.apart(hash));
    files
}

#[derive(Clone, Copy)]
pub(super) struct File<'a> {
    pub shape: &'a Shape,
    pub plans: &'a [&'a Plan],
    pub options: &'a COptions,
    pub layout: &'a Layout<'a>,
    pub names: &'a Names,
    /// Whether what is printed are decoders that keep the way to what they read.
    pub paths: bool,
}

impl<'a> File<'a> {
    /// FNV-1a over what was compiled.
    fn hash(&self) -> u64 {
        let mut text = wireglot_plan::dump_shape(self.shape);
        self.plans.iter().for_each(|p| text += &wireglot_plan::dump_plan(p, self.shape));
        text.bytes().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3))
    }

    pub(super) fn guard(&self) -> String {
        let of = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' };
        format!("{}_H", self.options.name.chars().map(of).collect::<String>())
    }

    fn dialect(&self, plan: &'a Plan, tables: &'a Tables) -> C<'a> {
        C {
            shape: self.shape,
            plan,
            layout: self.layout,
            names: self.names,
            options: self.options,
            tables,
            paths: self.paths,
            rules: vec![plan.rules],
            nested: Vec::new(),
        }
    }

    // -- header --------------------------------------------------------------

    fn header(&self, hash: u64) -> Writer {
        let mut w = Writer::new();
        let guard = self.guard();
        let modules: Vec<&str> = {
            let mut list: Vec<&str> = self.shape.roots.iter().map(|r| r.module.as_str()).collect();
            list.dedup();
            list
        };
        let stamp = format!("{guard}_{hash:016X}");
        w.block(
            &[
                ("guard", &guard),
                ("stamp", &stamp),
                ("modules", &modules.join(", ")),
                ("version", &RUNTIME_VERSION.to_string()),
            ],
            r#"
            /* Types, decoders and encoders of $modules$.
             *
             * Written by wireglot; changes will be lost. Slices point into the input or the arena: both must
             * live as long as the values. Every function may be called from any thread.
             */
            #ifndef $guard$
            #define $guard$

            #include "wireglot/core.h"

            #if WG_RUNTIME_VERSION != $version$
            #error "this file was written for another version of the wireglot runtime"
            #endif

            /* The specification that this was written from: header and source must agree. */
            #define $stamp$ 1

            #ifdef __cplusplus
            extern "C" {
            #endif

            "#,
        );
        w.line("");
        Declare { shape: self.shape, layout: self.layout, names: self.names, options: self.options }
            .all(&mut w);
        for (at, _) in self.shape.roots.iter().enumerate() {
            for plan in self.plans {
                w.line(format!("{};", self.decoder(plan, at)));
                w.line(format!("{};", self.encoder(plan, at)));
                self.most(&mut w, plan, at);
            }
            w.line(format!("{};", Checks::signature(self.names.root(at))));
            w.line(format!("{};", Equals::signature(self.names.root(at))));
        }
        w.block(
            &[],
            r#"

            #ifdef __cplusplus
            }
            #endif

            #endif
            "#,
        );
        w
    }

    /// The most octets of an encoding, where there is such a number.
    fn most(&self, w: &mut Writer, plan: &Plan, at: usize) {
        let most = Most::new(self.shape, plan, self.layout).root(at).filter(|most| *most <= MOST);
        if let Some(most) = most {
            w.line(format!("#define {}_max_size_{} {most}u", self.names.root(at), plan.rules));
        }
    }

    pub(super) fn decoder(&self, plan: &Plan, at: usize) -> String {
        let name = self.names.root(at);
        let (ending, path) = if self.paths { ("_path", ", wg_path *path") } else { ("", "") };
        format!(
            "wg_result {name}_decode_{}{ending}({name} *value, const uint8_t *data, size_t size, wg_arena *arena{path})",
            plan.rules
        )
    }

    fn encoder(&self, plan: &Plan, at: usize) -> String {
        let name = self.names.root(at);
        format!(
            "wg_result {name}_encode_{}(const {name} *value, uint8_t *buffer, size_t capacity, wg_octets *encoding)",
            plan.rules
        )
    }

    // -- source --------------------------------------------------------------

    fn source(&self, hash: u64) -> Writer {
        let tables = Tables::default();
        let mut body = Writer::new();
        let mut checked = Vec::new();
        if let Some(plan) = self.plans.first() {
            let checks = Checks::new(self.dialect(plan, &tables));
            checked.extend((0..self.shape.roots.len()).map(|at| checks.asks(at)));
            checks.all(&mut body);
            Equals::new(self.dialect(plan, &tables)).all(&mut body);
        }
        let mut printed = Printed::default();
        for plan in self.plans {
            let reached = printed.fresh(plan, reach(plan));
            self.prototypes(&mut body, plan, &tables, &reached, &[Direction::Read, Direction::Write]);
            for way in [Direction::Read, Direction::Write] {
                self.functions(&mut body, plan, &tables, &reached, way);
            }
            for (at, checked) in checked.iter().enumerate() {
                self.root(&mut body, plan, &tables, at, *checked);
            }
        }
        let mut w = Writer::new();
        let stamp = format!("{}_{hash:016X}", self.guard());
        w.block(
            &[("name", &self.options.name), ("stamp", &stamp)],
            r#"
            /* Written by wireglot; changes will be lost. */
            #include "$name$.h"

            #include <string.h>

            #include "wireglot/bits_fast.h"
            #include "wireglot/constraints.h"
            #include "wireglot/octets.h"
            #include "wireglot/tlv_fast.h"

            #ifndef $stamp$
            #error "this file and its header were written from different specifications"
            #endif
            "#,
        );
        w.line("");
        self.tables_and_finders(&mut w, &tables);
        w.append(body);
        w
    }

    /// What the functions of a file look at.
    pub(super) fn tables_and_finders(&self, w: &mut Writer, tables: &'a Tables) {
        let mut finders = Writer::new();
        if let Some(plan) = self.plans.first() {
            let c = self.dialect(plan, tables);
            tables.finders().into_iter().for_each(|table| c.row_finder(&mut finders, table));
            tables.lookups().iter().for_each(|lookup| c.lookup(&mut finders, lookup));
            tables.eaches(&mut finders);
        }
        let lines = tables.lines();
        lines.iter().for_each(|l| w.line(l));
        if !lines.is_empty() {
            w.line("");
        }
        w.append(finders);
    }

    /// The functions of a plan that its roots reach.
    pub(super) fn functions(
        &self,
        w: &mut Writer,
        plan: &'a Plan,
        tables: &'a Tables,
        reached: &Reached,
        way: Direction,
    ) {
        reached.routines.iter().for_each(|id| self.routine(w, plan, tables, way, *id, reached));
        reached.rows.iter().for_each(|id| self.rows(w, plan, tables, way, *id));
    }

    pub(super) fn prototypes(
        &self,
        w: &mut Writer,
        plan: &'a Plan,
        tables: &'a Tables,
        reached: &Reached,
        ways: &[Direction],
    ) {
        let c = self.dialect(plan, tables);
        let mut any = false;
        for way in ways.iter().copied() {
            for id in &reached.routines {
                let ty = self.names.held(self.layout, plan.routines[id.index()].shape);
                w.line(format!("{};", signature(way, &c.routine_name(way, *id), &ty)));
                any = true;
            }
            for id in &reached.rows {
                let ty = self.names.table(plan.tables[id.index()].table);
                w.line(format!("{};", signature(way, &c.rows_name(way, *id), ty)));
                any = true;
            }
        }
        if any {
            w.line("");
        }
    }

    fn routine(
        &self,
        w: &mut Writer,
        plan: &'a Plan,
        tables: &'a Tables,
        way: Direction,
        id: RoutineId,
        reached: &Reached,
    ) {
        let routine = &plan.routines[id.index()];
        let mut c = self.dialect(plan, tables);
        c.rules = vec![routine.rules];
        let place = Place { text: "(*v)".to_string(), shape: routine.shape };
        let mut body = Writer::new();
        let unit = Unit { shape: self.shape, plan };
        let guarded = way == Direction::Read && reached.guarded.contains(&id);
        if guarded {
            body.block(&[], "if (!wg_descend(r)) {\n    return;\n}");
        }
        match way {
            Direction::Read => read_node(unit, &mut c, &mut body, routine.rules, &routine.body, &place),
            Direction::Write => write_node(unit, &mut c, &mut body, routine.rules, &routine.body, &place),
        }
        if guarded {
            body.line("wg_ascend(r);");
        }
        let ty = self.names.held(self.layout, routine.shape);
        function(w, &signature(way, &c.routine_name(way, id), &ty), way, body);
    }

    /// Codes an open type's value by its row.
    fn rows(&self, w: &mut Writer, plan: &'a Plan, tables: &'a Tables, way: Direction, id: RowsId) {
        let rows = &plan.tables[id.index()];
        let mut c = self.dialect(plan, tables);
        c.rules = vec![rows.rules];
        let Some(open) = (0..self.shape.types.len() as u32)
            .map(wireglot_plan::ShapeId)
            .find(|s| self.layout.storage(*s) == Storage::Rows(rows.table))
        else {
            return;
        };
        let place = Place { text: "(*v)".to_string(), shape: open };
        let unit = Unit { shape: self.shape, plan };
        let mut body = Writer::new();
        c.begin_switch(&mut body, Subject::Row(&place));
        for (at, node) in rows.rows.iter().enumerate() {
            let Some(node) = node else { continue };
            let at = at as u32;
            c.begin_case(&mut body, &[Label::Row(&place, at)]);
            let value = c.row(&place, at);
            match way {
                Direction::Read => {
                    let stored = c.begin_storage(&mut body, &value);
                    read_node(unit, &mut c, &mut body, rows.rules, node, &value);
                    if stored {
                        c.end(&mut body);
                    }
                }
                Direction::Write => write_node(unit, &mut c, &mut body, rows.rules, node, &value),
            }
            c.end_case(&mut body);
        }
        c.begin_case(&mut body, &[]);
        let rest = if has_tags(rows.rules) { "any" } else { "rest" };
        let family = family(rows.rules);
        body.line(match way {
            Direction::Read => c.keep_opaque(&place, &format!("wg_{family}_get_{rest}(r)")),
            Direction::Write => format!("wg_{family}_put_{rest}(w, {});", c.opaque(&place)),
        });
        c.end_case(&mut body);
        c.end(&mut body);
        function(w, &signature(way, &c.rows_name(way, id), self.names.table(rows.table)), way, body);
    }

    /// CER, canonical PER and OER: what writes a root, which a decoder calls as well, to compare what was
    /// read with its one encoding. Returns its name.
    fn again(&self, w: &mut Writer, c: &mut C<'a>, node: &Node, place: &Place, at: usize) -> String {
        let (plan, root) = (c.plan, self.names.root(at));
        let name = format!("again_{}_{root}", plan.rules);
        let mut body = Writer::new();
        write_node(Unit { shape: self.shape, plan }, c, &mut body, plan.rules, node, place);
        w.line(format!("static void {name}(wg_writer *w, const {root} *value)"));
        w.open("{");
        for parameter in ["w", "value"] {
            if !mentions(&body, parameter) {
                w.line(format!("(void){parameter};"));
            }
        }
        w.append(body);
        w.close("}");
        w.line("");
        name
    }

    /// The public decoder of a root; `again` writes what was read, to be compared.
    pub(super) fn root_decoder(
        &self,
        w: &mut Writer,
        plan: &'a Plan,
        tables: &'a Tables,
        at: usize,
        again: Option<&String>,
    ) {
        let Some(node) = plan.roots.get(at) else { return };
        let mut c = self.dialect(plan, tables);
        let (place, unit) = (self.root_place(at), Unit { shape: self.shape, plan });
        let (family, switch) = reader_of(plan.rules);
        let cer = plan.rules == Rules::Cer;
        w.line(self.decoder(plan, at));
        w.open("{");
        w.line("wg_reader reader, *const r = &reader;");
        let arena = if self.paths { "&tracing.arena" } else { "arena" };
        if self.paths {
            let root = &self.shape.roots[at].reference;
            w.line("wg_tracing tracing;");
            w.line(format!("wg_path_begin(&tracing, arena, path, \"{root}\");"));
        }
        w.line("wg_clear(value, sizeof *value);");
        w.line(format!("wg_{family}_reader(r, data, size, {switch}, {arena});"));
        if plan.rules.canonical() && family == "bits" {
            w.line("r->strict = true;");
        }
        if cer {
            w.line("r->cer = true;");
        }
        read_node(unit, &mut c, w, plan.rules, node, &place);
        w.line(format!("wg_{family}_finish(r);"));
        if let Some(again) = again {
            w.line("wg_writer writer;");
            let family = if cer { "tlv" } else { "bits" };
            w.open(format!("if (wg_{family}_begin_again(r, &writer)) {{"));
            w.line(format!("{again}(&writer, value);"));
            w.line(format!("wg_{family}_end_again(r, &writer);"));
            w.close("}");
        }
        if self.paths && compares(plan.rules) {
            // What is no canonical encoding as a whole has no place in the value.
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
    fn root(&self, w: &mut Writer, plan: &'a Plan, tables: &'a Tables, at: usize, checked: bool) {
        let Some(node) = plan.roots.get(at) else { return };
        let mut c = self.dialect(plan, tables);
        let (place, unit) = (self.root_place(at), Unit { shape: self.shape, plan });
        let (strict, aligned) = (plan.rules.canonical(), plan.rules.aligned());
        let family = family(plan.rules);
        let cer = plan.rules == Rules::Cer;
        let again = compares(plan.rules).then(|| self.again(w, &mut c, node, &place, at));
        self.root_decoder(w, plan, tables, at, again.as_ref());
        w.line(self.encoder(plan, at));
        w.open("{");
        w.line("wg_writer writer, *const w = &writer;");
        match family {
            "bits" => w.line(format!("wg_bits_writer(w, buffer, capacity, {aligned}, {strict});")),
            family => w.line(format!("wg_{family}_writer(w, buffer, capacity, {strict});")),
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
        if checked {
            w.open(format!("if (!WG_CHECKS || wg_satisfied(w, {}_check(value))) {{", self.names.root(at)));
        }
        w.append(body);
        if checked {
            w.close("}");
        }
        if family != "tlv" {
            w.line(format!("wg_{family}_complete(w);"));
        }
        w.line(format!("*encoding = wg_{family}_written(w);"));
        w.line("return wg_writer_result(w);");
        w.close("}");
        w.line("");
    }
}

/// The family of the runtime's functions, and what its reader asks of the rules.
fn reader_of(rules: Rules) -> (&'static str, bool) {
    match family(rules) {
        "bits" => ("bits", rules.aligned()),
        family => (family, rules.canonical() && rules != Rules::Cer),
    }
}

/// Whether a decoder writes what it read once more, to compare it with the one encoding that a value has:
/// those of DER see to that as they read.
pub(super) fn compares(rules: Rules) -> bool {
    rules.canonical() && rules != Rules::Der
}

fn signature(way: Direction, name: &str, ty: &str) -> String {
    match way {
        Direction::Read => format!("static void {name}(wg_reader *r, {ty} *v)"),
        Direction::Write => format!("static void {name}(wg_writer *w, const {ty} *v)"),
    }
}

/// A function; parameters that its body does not use are named in it.
fn function(w: &mut Writer, signature: &str, way: Direction, body: Writer) {
    w.line(signature);
    w.open("{");
    let codec = if way == Direction::Read { "r" } else { "w" };
    for parameter in [codec, "v"] {
        if !mentions(&body, parameter) {
            w.line(format!("(void){parameter};"));
        }
    }
    w.append(body);
    w.close("}");
    w.line("");
}

/// Whether a word stands in the text.
pub(super) fn mentions(body: &Writer, word: &str) -> bool {
    body.text().split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|w| w == word)
}
