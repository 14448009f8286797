//! Views of group entries, and iteration over them. Groups and entries are values of at most four words: Go
//! keeps those in registers, and larger ones in memory.

use wireglot_model::sbe::{Prefix, Role};

use super::super::facts;
use super::names::Node;
use super::tables::least;
use super::views::{row, Kind};
use super::File;
use crate::lang::go::text::{columns, comment, function};

impl File<'_> {
    /// The view of entries, and the iteration over them.
    pub(super) fn entries(&mut self, node: &Node, kind: Kind) {
        let Some(group) = node.group else { return };
        let Node { view, cursor, .. } = node;
        let message = self.message_of(node).view.clone();
        comment(&mut self.w, &format!("{view} is a view of an entry of {}.", group.name), &group.notes.doc);
        self.w.open(format!("type {view} struct {{"));
        let rows = self.fields_of_entry(node, kind, &message);
        columns(&mut self.w, &rows);
        self.w.close("}\n");
        let bound = [("view", view.as_str()), ("cursor", cursor), ("message", &message)];
        let find = if kind == Kind::Flat { ", and gives access to them by index" } else { "" };
        self.w.line(format!("// {cursor} ranges over the entries of a group{find}."));
        self.w.block(
            &bound,
            "
            type $cursor$ struct {
                m     *$message$
                first int
                count int
                block int
            }
            ",
        );
        self.w.line("");
        let there = if group.notes.since > 0 { "g.count >= 0" } else { "true" };
        self.w.line("// Present reports whether the sender's version has the group.");
        let receiver = if group.notes.since > 0 { format!("g {cursor}") } else { cursor.clone() };
        function(&mut self.w, &format!("({receiver}) Present() bool"), &format!("return {there}"));
        self.w.line("// Len returns the number of entries.");
        let count = if group.notes.since > 0 { "max(g.count, 0)" } else { "g.count" };
        function(&mut self.w, &format!("(g {cursor}) Len() int"), &format!("return {count}"));
        self.octets_of_entry(node, kind);
        match kind {
            Kind::Flat => self.flat(node),
            Kind::Eager => self.eager(node),
            Kind::Deep | Kind::Message => self.deep(node),
        }
    }

    fn fields_of_entry(&self, node: &Node, kind: Kind, message: &str) -> Vec<Vec<String>> {
        let mut rows = match kind {
            Kind::Flat => vec![row(&["octets", "[]byte"])],
            Kind::Eager => vec![row(&["octets", "[]byte"]), row(&["data", "int"])],
            _ => vec![row(&["m", &format!("*{message}")]), row(&["at", "int"]), row(&["block", "int"])],
        };
        match kind {
            Kind::Flat | Kind::Eager if self.has_late(node) => rows.push(row(&["version", "uint64"])),
            Kind::Deep if self.is_counted(node) => {
                rows.extend([row(&["begin", "int"]), row(&["prefix", "int"])]);
            }
            _ => {}
        }
        rows
    }

    /// The block of an entry: the part that all senders write, and the whole block.
    fn octets_of_entry(&mut self, node: &Node, kind: Kind) {
        let view = &node.view;
        let always = least(&facts::least(self.blocks, node.body));
        let part = match kind {
            Kind::Deep => format!("v.m.octets[v.at : v.at+{always}]"),
            _ => "v.octets".into(),
        };
        function(
            &mut self.w,
            &format!("(v {view}) p() *[{always}]byte"),
            &format!("return (*[{always}]byte)({part})"),
        );
        if self.has_late(node) {
            let all = match kind {
                Kind::Deep => "v.m.octets[v.at : v.at+v.block]",
                Kind::Eager => &format!("v.octets[:v.data-{}]", first_prefix(node)),
                _ => "v.octets",
            };
            function(&mut self.w, &format!("(v {view}) q() []byte"), &format!("return {all}"));
        }
    }

    /// The head of the function that iterates over all entries.
    fn ranged(&mut self, node: &Node) {
        let Node { view, cursor, .. } = node;
        self.w.line("// All yields the entries in order.");
        self.w.open(format!("func (g {cursor}) All() func(yield func({view}) bool) {{"));
        self.w.open(format!("return func(yield func({view}) bool) {{"));
    }

    /// Yields an entry, and returns if the consumer stops.
    fn given(&mut self, entry: &str) {
        self.w.open(format!("if !yield({entry}) {{"));
        self.w.line("return");
        self.w.close("}");
    }

    fn flat(&mut self, node: &Node) {
        let Node { view, cursor, .. } = node;
        let version = if self.has_late(node) { ", g.m.version" } else { "" };
        self.ranged(node);
        self.w.line("rest, block := g.m.behind(g.first), uint(g.block)");
        self.w.open("for left := g.count; left > 0 && uint(len(rest)) >= block; left-- {");
        self.given(&format!("{view}{{rest[:block]{version}}}"));
        self.w.line("rest = rest[block:len(rest):len(rest)]");
        self.w.close("}");
        self.w.close("}");
        self.w.close("}\n");
        let none = if version.is_empty() { "" } else { ", 0" };
        let bound =
            [("view", view.as_str()), ("cursor", cursor.as_str()), ("version", version), ("none", none)];
        self.w.block(
            &bound,
            "
            // At returns an entry; one of zeros if the index is out of range.
            func (g $cursor$) At(index int) $view$ {
                if index < 0 || index >= g.count {
                    return $view${sbeZeros[:]$none$}
                }
                return $view${g.m.behind(g.first + index*g.block)[:g.block]$version$}
            }
            ",
        );
        self.w.line("");
    }

    fn eager(&mut self, node: &Node) {
        let view = &node.view;
        let version = if self.has_late(node) { ", g.m.version" } else { "" };
        self.ranged(node);
        self.w.line("rest, left := g.m.behind(g.first), g.count");
        let size = first_prefix(node);
        self.w.line(format!(
            "data := max(uint64(g.block)+{size}, {size}) // never less, but the compiler does not know that"
        ));
        self.w.open("for ; left > 0; left-- {");
        self.w.line("end := data");
        for (index, data) in node.body.data.iter().enumerate() {
            if index > 0 {
                self.w.line(format!("end += {}", data.length.size));
            }
            self.broken_off();
            match self.length(&data.length, "rest", "end") {
                Some((load, 8)) => {
                    self.w.line(format!("length{index} := uint64({load})"));
                    self.w.open(format!("if length{index} > uint64(len(rest))-end {{"));
                    self.w.line("break");
                    self.w.close("}");
                    self.w.line(format!("end += length{index}"));
                }
                Some((load, _)) => {
                    self.w.line(format!("end += uint64({load})"));
                    self.broken_off();
                }
                None => {
                    self.w.line(format!("end += {}", data.length.constant(Role::Length).unwrap_or(0)));
                    self.broken_off();
                }
            }
        }
        self.given(&format!("{view}{{rest[:end], int(data){version}}}"));
        self.w.line("rest = rest[end:len(rest):len(rest)]");
        self.w.close("}");
        self.w.line("g.passed(left, len(g.m.octets)-len(rest))");
        self.w.close("}");
        self.w.close("}\n");
        self.passed(node);
    }

    /// Ends the iteration if an entry extends past the end of the data.
    fn broken_off(&mut self) {
        self.w.open("if end > uint64(len(rest)) {");
        self.w.line("break");
        self.w.close("}");
    }

    /// An expression that loads the length of data whose prefix ends at `end`, and the size of the length in
    /// bytes.
    pub(super) fn length(&self, prefix: &Prefix, octets: &str, end: &str) -> Option<(String, u64)> {
        let part = prefix.part(Role::Length)?;
        let size = part.primitive.size();
        let place = |back: u64| if back > 0 { format!("{end}-{back}") } else { end.into() };
        let (from, to) = (place(prefix.size - part.offset), place(prefix.size - part.offset - size));
        let (from, to) = if size == 1 { (from, to) } else { (format!("{from} "), format!(" {to}")) };
        Some((self.order.load(part.primitive, octets, &from, &to), size))
    }

    fn deep(&mut self, node: &Node) {
        let Node { view, cursor, table, .. } = node;
        let counted = self.is_counted(node);
        let parts = node.body.groups.len() + node.body.data.len();
        self.ranged(node);
        self.w.line("at, left := g.first, g.count");
        self.w.open("for ; left > 0 && len(g.m.octets)-at >= g.block; left-- {");
        if counted {
            let size = node.group.map_or(0, |group| group.dimension.size);
            self.w.line(format!("prefix := g.first - {size}"));
            self.w.line(format!("begin := g.m.passNewer(&{table}, 0, prefix, at+g.block)"));
            self.w.open("if begin < 0 {");
            self.w.line("return");
            self.w.close("}");
            self.w.line(format!("entry := {view}{{g.m, at, g.block, begin, prefix}}"));
        } else {
            self.w.line(format!("entry := {view}{{g.m, at, g.block}}"));
        }
        self.given("entry");
        self.w.open(format!("if at = entry.start({parts}); at < 0 {{"));
        self.w.line("return");
        self.w.close("}");
        self.w.close("}");
        self.w.line("g.passed(left, at)");
        self.w.close("}");
        self.w.close("}\n");
        self.passed(node);
        let size = parts + 1 + usize::from(counted);
        self.w.line(
            "// Where a part begins; the end counts as the part after the last. -1 if it can't be reached.",
        );
        self.w.open(format!("func (v {view}) start(part int) int {{"));
        self.w.line(format!("starts := &v.m.of{cursor}"));
        let begin = if counted { "v.begin" } else { "v.at + v.block" };
        self.w.open(format!("if begin := {begin}; starts[0] != begin {{"));
        let prefix = if counted { format!(", {}: v.prefix", parts + 1) } else { String::new() };
        self.w.line(format!("*starts = [{size}]int{{begin{prefix}}}"));
        self.w.close("}");
        self.w.open("if at := starts[part]; at != 0 {");
        self.w.line("return at");
        self.w.close("}");
        let prefix = if counted { "v.prefix" } else { "0" };
        self.w.line(format!("return v.m.reach(&{table}, part, {prefix}, starts[:])"));
        self.w.close("}\n");
    }

    /// The function that ends an iteration: tells the owner of the group where the group ends.
    fn passed(&mut self, node: &Node) {
        let (Some(group), Some((owner, part))) = (node.group, node.owner) else { return };
        let cursor = &node.cursor;
        let owner = self.names.nodes[owner].clone();
        let starts = match owner.message {
            Some(_) => "g.m.starts".to_string(),
            None => format!("g.m.of{}", owner.cursor),
        };
        let end = match self.is_counted(&owner) {
            true => {
                let parts = owner.body.groups.len() + owner.body.data.len();
                let prefix = match owner.message {
                    Some(_) => "0".to_string(),
                    None => format!("{starts}[{}]", parts + 1),
                };
                format!("g.m.passNewer(&{}, {}, {prefix}, end)", owner.table, part + 1)
            }
            false => "end".into(),
        };
        let bound = [
            ("cursor", cursor.as_str()),
            ("starts", &starts),
            ("part", &part.to_string()),
            ("next", &(part + 1).to_string()),
            ("size", &group.dimension.size.to_string()),
            ("end", &end),
        ];
        self.w.block(
            &bound,
            "
            // Records where the group ends, or an error if the buffer ends before its last entry.
            func (g $cursor$) passed(left, end int) {
                if left > 0 {
                    g.m.short()
                } else if $starts$[$part$] == g.first-$size$ {
                    $starts$[$next$] = $end$
                }
            }
            ",
        );
        self.w.line("");
    }
}

/// Size of the first data prefix in bytes.
fn first_prefix(node: &Node) -> u64 {
    node.body.data.first().map_or(0, |data| data.length.size)
}
