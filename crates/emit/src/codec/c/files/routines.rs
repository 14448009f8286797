//! The functions that the public ones call: for types, and for open types by their rows.

use wireglot_plan::{Plan, RoutineId, RowsId};

use crate::analysis::reach::Reached;
use crate::analysis::rules::family;
use crate::analysis::storage::Storage;
use crate::analysis::Direction;
use crate::codec::c::constants::Tables;
use crate::codec::c::files::file::File;
use crate::codec::c::files::worklist::linkage;
use crate::codec::c::statements::context::member;
use crate::codec::c::walk::{pack_node, read_node, write_node, Fault, Label, Place, Subject, Unit};
use crate::lang::c::lines::name_unused;
use crate::Writer;

impl<'a> File<'a> {
    /// Prints the functions of a plan that its roots reach.
    pub fn functions(
        &self,
        w: &mut Writer,
        plan: &'a Plan,
        tables: &'a Tables,
        reached: &Reached,
        way: Direction,
    ) {
        reached.routines(way).iter().for_each(|id| self.routine(w, plan, tables, way, *id));
        reached.rows.iter().for_each(|id| self.rows(w, plan, tables, way, *id));
    }

    pub fn prototypes(
        &self,
        w: &mut Writer,
        plan: &'a Plan,
        tables: &'a Tables,
        reached: &Reached,
        ways: &[Direction],
    ) {
        let c = self.context(plan, tables);
        let mut any = false;
        for way in ways.iter().copied() {
            for id in reached.routines(way) {
                let ty = self.names.held(self.layout, plan.routines[id.index()].shape);
                let name = c.routine_name(way, *id);
                let signature = match way {
                    Direction::Write if c.is_packed(*id) => self.packing_signature(&name, &ty),
                    _ => self.signature(way, &name, &ty),
                };
                w.line(format!("{signature};"));
                any = true;
            }
            for id in &reached.rows {
                let ty = self.names.table(plan.tables[id.index()].table);
                w.line(format!("{};", self.signature(way, &c.rows_name(way, *id), ty)));
                any = true;
            }
        }
        if any {
            w.line("");
        }
    }

    fn signature(&self, way: Direction, name: &str, ty: &str) -> String {
        let linkage = linkage(self.part);
        match way {
            Direction::Read => format!("{linkage}void {name}(wg_reader *r, {ty} *v)"),
            Direction::Write => format!("{linkage}void {name}(wg_writer *w, const {ty} *v)"),
        }
    }

    /// The signature of a function that packs values.
    fn packing_signature(&self, name: &str, ty: &str) -> String {
        format!("{}wg_pack {name}(wg_writer *w, wg_pack pack, const {ty} *v)", linkage(self.part))
    }

    fn routine(&self, w: &mut Writer, plan: &'a Plan, tables: &'a Tables, way: Direction, id: RoutineId) {
        let routine = &plan.routines[id.index()];
        let mut c = self.context(plan, tables);
        c.rules = vec![routine.rules];
        let place = Place { text: "(*v)".to_string(), shape: routine.shape };
        let mut body = Writer::new();
        let unit = Unit { shape: self.shape, plan };
        let (name, ty) = (c.routine_name(way, id), self.names.held(self.layout, routine.shape));
        if way == Direction::Write && c.is_packed(id) {
            pack_node(unit, &mut c, &mut body, routine.rules, &routine.body, &place);
            return function(w, &self.packing_signature(&name, &ty), way, body);
        }
        match way {
            Direction::Read => {
                read_node(unit, &mut c, &mut body, routine.rules, &routine.body, routine.shape, &place);
            }
            Direction::Write => write_node(unit, &mut c, &mut body, routine.rules, &routine.body, &place),
        }
        function(w, &self.signature(way, &name, &ty), way, body);
    }

    /// Prints the function that codes an open type's value by its row.
    fn rows(&self, w: &mut Writer, plan: &'a Plan, tables: &'a Tables, way: Direction, id: RowsId) {
        let rows = &plan.tables[id.index()];
        let mut c = self.context(plan, tables);
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
        let bare = (0..rows.rows.len()).filter(|at| rows.rows[*at].is_none());
        // A string with a table of one row keeps its bytes itself (`Shape::hold_in_rows`).
        let in_string = self.shape.table(rows.table).keys.is_empty() && self.shape.is_in_string(rows.table);
        let holds = way == Direction::Read && !in_string && rows.rows.iter().any(Option::is_some);
        if holds {
            c.begin_held(&mut body, 0);
        }
        c.begin_switch(&mut body, Subject::Row(&place));
        for (at, node) in rows.rows.iter().enumerate() {
            let Some(node) = node else { continue };
            let at = at as u32;
            c.begin_case(&mut body, &[Label::Row(&place, at)]);
            let value = c.row(&place, at);
            match way {
                Direction::Read => {
                    let raw = self.shape.table(rows.table).rows[at as usize].shape.unwrap_or(value.shape);
                    let level = c.begin_level(&mut body, open);
                    let stored = c.begin_storage(&mut body, &value);
                    read_node(unit, &mut c, &mut body, rows.rules, node, raw, &value);
                    if stored {
                        c.end(&mut body);
                    }
                    if level {
                        c.end_level(&mut body);
                    }
                }
                Direction::Write => write_node(unit, &mut c, &mut body, rows.rules, node, &value),
            }
            c.end_case(&mut body);
        }
        // Decoders find no other rows; encoders must not rely on that.
        let opaque: Vec<Label> = std::iter::once(Label::Opaque(&place))
            .chain(bare.map(|at| Label::Number(at as u64 + 1)))
            .collect();
        c.begin_case(&mut body, if way == Direction::Read { &[] } else { &opaque });
        let rest = if rows.rules.has_tags() { "any" } else { "rest" };
        let family = family(rows.rules);
        body.line(match way {
            Direction::Read => c.keep_opaque(&place, &format!("wg_{family}_get_{rest}(r)")),
            Direction::Write => format!("wg_{family}_put_{rest}(w, {});", c.opaque(&place)),
        });
        c.end_case(&mut body);
        if way == Direction::Write {
            c.begin_case(&mut body, &[]);
            c.fail(&mut body, way, Fault::Unknown);
            c.end_case(&mut body);
        }
        c.end(&mut body);
        if holds {
            c.end_field(&mut body);
            c.end_held(&mut body, 0, &place);
            body.line(c.keep_opaque(&place, &format!("wg_{family}_get_{rest}(r)")));
            body.line(format!("{} |= WG_RULES_KEPT;", member(&place.text, "rules")));
            c.kept_held(&mut body, 0);
        }
        function(w, &self.signature(way, &c.rows_name(way, id), self.names.table(rows.table)), way, body);
    }
}

/// Prints a function; marks parameters that its body doesn't use.
fn function(w: &mut Writer, signature: &str, way: Direction, body: Writer) {
    w.line(signature);
    w.open("{");
    let codec = if way == Direction::Read { "r" } else { "w" };
    name_unused(w, &body, &[codec, "v"]);
    w.append(body);
    w.close("}");
    w.line("");
}
