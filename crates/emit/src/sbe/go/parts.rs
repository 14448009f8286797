//! Functions that open groups and read data of a message or an entry.

use wireglot_model::sbe::{Data, Group, Role};

use super::names::Node;
use super::views::Kind;
use super::File;
use crate::lang::go::text::{comment, function};

impl File<'_> {
    pub(super) fn group(&mut self, node: &Node, kind: Kind, group: &Group, given: &str, index: usize) {
        let Some(child) = node.children.get(index) else { return };
        let entry = &self.names.nodes[*child];
        let (cursor, entry_kind) = (entry.cursor.clone(), self.kind(entry));
        let state = kind.state();
        comment(&mut self.w, &format!("{given} is the group {}.", group.name), &group.notes.doc);
        self.w.open(format!("func {} {given}() {cursor} {{", kind.receiver(&node.view)));
        if group.notes.since > 0 {
            self.w.open(format!("if {state}.version < {} {{", group.notes.since));
            self.w.line(format!("return {cursor}{{m: {state}, count: -1}}"));
            self.w.close("}");
        }
        let which = self.prefix(&group.dimension);
        self.w.line(format!("o := {state}.open{which}(&{}Parts[{index}], v.start({index}))", node.table));
        if entry_kind == Kind::Flat {
            self.w.open("if o.at >= 0 {");
            self.ended(node, kind, index, "o.at + o.block*o.count");
            self.w.close("}");
        }
        self.w.line(format!("return {cursor}{{{state}, o.at, o.count, o.block}}"));
        self.w.close("}\n");
    }

    /// Records the end of a part.
    fn ended(&mut self, node: &Node, kind: Kind, index: usize, end: &str) {
        let next = index + 1;
        let (state, prefix) = (kind.state(), if kind == Kind::Message { "0" } else { "v.prefix" });
        let starts = match kind {
            Kind::Message => "v.starts".to_string(),
            _ => format!("v.m.of{}", node.cursor),
        };
        self.w.line(match self.is_counted(node) {
            true => {
                let end = end.replace(" + ", "+");
                format!("{starts}[{next}] = {state}.passNewer(&{}, {next}, {prefix}, {end})", node.table)
            }
            false => format!("{starts}[{next}] = {end}"),
        });
    }

    pub(super) fn data(&mut self, node: &Node, kind: Kind, data: &Data, given: &str, index: usize) {
        let what = match data.notes.since {
            0 => format!("{given} is the data {}.", data.name),
            since => {
                format!("{given} is the data {}, if it is present: added in version {since}.", data.name)
            }
        };
        comment(&mut self.w, &what, &data.notes.doc);
        if kind == Kind::Eager {
            return self.data_of_eager(node, given, index);
        }
        let state = kind.state();
        let (results, ok) = match data.notes.since {
            0 => ("[]byte", ""),
            _ => ("([]byte, bool)", ", true"),
        };
        self.w.open(format!("func {} {given}() {results} {{", kind.receiver(&node.view)));
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
        self.ended(node, kind, index, "end");
        self.w.line(format!("return {state}.octets[at:end:end]{ok}"));
        self.w.close("}\n");
    }

    /// Data of an entry whose end is known.
    fn data_of_eager(&mut self, node: &Node, given: &str, index: usize) {
        let all = &node.body.data;
        let head = format!("(v {}) {given}() []byte", node.view);
        if all.len() == 1 {
            let text = "return v.octets[v.data:len(v.octets):len(v.octets)]";
            return function(&mut self.w, &head, text);
        }
        let length = |file: &Self, index: usize| match all.get(index).map(|data| &data.length) {
            Some(prefix) => match file.length(prefix, "v.octets", "begin") {
                Some((load, _)) => format!("int({load})"),
                None => prefix.constant(Role::Length).unwrap_or(0).to_string(),
            },
            None => "0".into(),
        };
        self.w.open(format!("func {head} {{"));
        self.w.line("begin := v.data");
        for (before, data) in all.iter().skip(1).take(index).enumerate() {
            let length = length(self, before);
            self.w.line(format!("begin += {length}"));
            self.w.line(format!("begin += {}", data.length.size));
        }
        match index + 1 == all.len() {
            true => self.w.line("return v.octets[begin:len(v.octets):len(v.octets)]"),
            false => {
                let length = length(self, index);
                self.w.line("end := begin");
                self.w.line(format!("end += {length}"));
                self.w.line("return v.octets[begin:end:end]");
            }
        }
        self.w.close("}\n");
    }
}
