//! What opens groups, and reads data, of a message or an entry.

use wireglot_model::blocks::{Data, Group};

use super::names::Node;
use super::text::comment;
use super::views::Kind;
use super::File;

impl File<'_> {
    pub(super) fn group(&mut self, node: &Node, kind: Kind, group: &Group, given: &str, index: usize) {
        let Some(child) = node.children.get(index) else { return };
        let entry = &self.names.nodes[*child];
        let (cursor, entry_kind) = (entry.cursor.clone(), self.kind(entry));
        let (late, parts) = (self.has_late(entry), entry.body.groups.len() + entry.body.data.len());
        let state = kind.state();
        comment(&mut self.w, &format!("{given} is the group {}.", group.name), &group.notes.doc);
        self.w.open(format!("func (v *{}) {given}() {cursor} {{", node.view));
        self.w.line(format!("var g {cursor}"));
        match entry_kind {
            Kind::Flat => self.w.line("g.octets = sbeZeros[:]"),
            _ => {
                self.w.line(format!("g.s = {}", if kind == Kind::Message { "&v.sbeState" } else { "v.s" }));
                self.w.line("g.octets = sbeZeros[:]");
                self.w.line("g.prefix, g.known = -1, -1");
            }
        }
        if group.notes.since > 0 {
            self.w.open(format!("if {state}.version < {} {{", group.notes.since));
            self.w.line("return g");
            self.w.close("}");
        }
        self.w.line("g.present = true");
        self.w.line(format!("at := v.start({index})"));
        self.w.open("if at < 0 {");
        self.w.line("return g");
        self.w.close("}");
        let which = self.prefix(&group.dimension);
        self.w.line(format!("o := {state}.open{which}(&{}Parts[{index}], at)", node.table));
        self.w.open("if o.at < 0 {");
        self.w.line("return g");
        self.w.close("}");
        match entry_kind {
            Kind::Flat => {
                self.w.line("end := o.at + o.block*o.count");
                self.w.line(
                    "g.first, g.next, g.count, g.left, g.block = o.at, o.at, o.count, o.count, o.block",
                );
                self.w.open("if o.count > 0 {");
                self.w.line("g.octets, g.at = v.octets, o.at");
                self.w.close("}");
                if late {
                    self.w.line(format!("g.version = {state}.version"));
                }
                self.ended(node, kind, index);
            }
            _ => {
                self.w.line("g.owner, g.prefix = v, at");
                self.w.line("g.count, g.left, g.block = o.count, o.count, o.block");
                if entry_kind == Kind::Deep {
                    if parts > 0 {
                        self.w.open(format!("for i := range g.starts[:{parts}] {{"));
                        self.w.line("g.starts[i] = -1");
                        self.w.close("}");
                    }
                    self.w.line(format!("g.known = {parts}"));
                }
                self.w.line(format!("g.starts[{parts}] = o.at"));
                self.w.open("if o.count > 0 {");
                self.w.line("g.octets, g.at = v.octets, o.at");
                self.w.close("}");
            }
        }
        self.w.line("return g");
        self.w.close("}\n");
    }

    /// Keeps where a part was found to end.
    fn ended(&mut self, node: &Node, kind: Kind, index: usize) {
        let next = index + 1;
        let prefix = if kind == Kind::Message { "0" } else { "v.prefix" };
        self.w.open(format!("if v.known == {index} {{"));
        self.w.line(format!("v.known = {next}"));
        self.w.line(match self.is_counted(node) {
            true => {
                format!(
                    "v.starts[{next}] = {}.passNewer(&{}, {next}, {prefix}, end)",
                    kind.state(),
                    node.table
                )
            }
            false => format!("v.starts[{next}] = end"),
        });
        self.w.close("}");
    }

    pub(super) fn data(&mut self, node: &Node, kind: Kind, data: &Data, given: &str, index: usize) {
        let what = match data.notes.since {
            0 => format!("{given} is the data {}.", data.name),
            since => format!("{given} is the data {}, if it is there: since version {since}.", data.name),
        };
        comment(&mut self.w, &what, &data.notes.doc);
        if kind == Kind::Eager {
            let next = index + 1;
            self.w.open(format!("func (v *{}) {given}() []byte {{", node.view));
            self.w.open(format!("if v.known != {} {{", node.body.data.len()));
            self.w.line("return nil");
            self.w.close("}");
            let size = data.length.size;
            self.w.line(format!(
                "return v.octets[v.starts[{index}]+{size} : v.starts[{next}] : v.starts[{next}]]"
            ));
            return self.w.close("}\n");
        }
        let state = kind.state();
        let (results, ok) = match data.notes.since {
            0 => ("[]byte", ""),
            _ => ("([]byte, bool)", ", true"),
        };
        self.w.open(format!("func (v *{}) {given}() {results} {{", node.view));
        if data.notes.since > 0 {
            self.w.open(format!("if {state}.version < {} {{", data.notes.since));
            self.w.line("return nil, false");
            self.w.close("}");
        }
        let which = self.prefix(&data.length);
        self.w.line(format!("at, end := {state}.data{which}(v.start({index}))"));
        self.w.open("if end < 0 {");
        self.w.line(format!("return nil{ok}"));
        self.w.close("}");
        self.ended(node, kind, index);
        self.w.line(format!("return v.octets[at:end:end]{ok}"));
        self.w.close("}\n");
    }
}
