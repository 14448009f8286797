//! Views of the entries of groups, and what walks them.

use wireglot_model::blocks::Role;

use super::super::facts;
use super::names::Node;
use super::tables::least;
use super::text::{columns, comment, function};
use super::views::{row, Kind};
use super::File;

impl File<'_> {
    pub(super) fn flat(&mut self, node: &Node) {
        let Some(group) = node.group else { return };
        let Node { view, cursor, .. } = node;
        let always = least(&facts::least(self.blocks, node.body));
        let late = self.has_late(node);
        comment(&mut self.w, &format!("{view} shows an entry of {}.", group.name), &group.notes.doc);
        self.w.open(format!("type {view} struct {{"));
        let mut rows = vec![row(&["octets", "[]byte"]), row(&["at", "int"])];
        if late {
            rows.extend([row(&["block", "int"]), row(&["version", "uint64"])]);
        }
        columns(&mut self.w, &rows);
        self.w.close("}\n");
        let (of, block) = if late { (", g.block, g.version", "") } else { ("", "block   int") };
        let bound = [("view", view.as_str()), ("cursor", cursor), ("of", of)];
        self.w.block(
            &bound,
            "
            // $cursor$ walks the entries of a group, and finds them by their index.
            type $cursor$ struct {
                $view$
                first   int
                next    int
                count   int
                left    int
            ",
        );
        if !late {
            self.w.line(format!("    {block}"));
        }
        self.w.line("    present bool");
        self.w.line("}\n");
        let block = format!("return (*[{always}]byte)(v.octets[v.at:])");
        function(&mut self.w, &format!("(v {view}) p() *[{always}]byte"), &block);
        if late {
            let head = format!("(v {view}) q() []byte");
            function(&mut self.w, &head, "return v.octets[v.at : v.at+v.block]");
        }
        self.w.block(
            &bound,
            "
            // Next goes to the next entry, the first at first, and says whether there is one.
            func (g *$cursor$) Next() bool {
                if g.left == 0 {
                    return false
                }
                g.left--
                g.at = g.next
                g.next += g.block
                return true
            }

            // At is an entry; one of zeros where there is none.
            func (g *$cursor$) At(index int) $view$ {
                if uint(index) >= uint(g.count) {
                    var none $view$
                    none.octets = sbeZeros[:]
                    return none
                }
                return $view${g.octets, g.first + index*g.block$of$}
            }
            ",
        );
        self.w.line("");
        self.common(cursor);
    }

    /// What is told of every group.
    fn common(&mut self, cursor: &str) {
        self.w.line("// Present says whether the sender's version has the group.");
        function(&mut self.w, &format!("(g *{cursor}) Present() bool"), "return g.present");
        self.w.line("// Len is how many entries there are.");
        function(&mut self.w, &format!("(g *{cursor}) Len() int"), "return g.count");
    }

    pub(super) fn deep(&mut self, node: &Node, kind: Kind) {
        let (Some(group), Some((owner, part))) = (node.group, node.owner) else { return };
        let Node { view, cursor, table, .. } = node;
        let always = least(&facts::least(self.blocks, node.body)).to_string();
        let parts = node.body.groups.len() + node.body.data.len();
        let owner = &self.names.nodes[owner];
        let (owner_view, owner_table) = (owner.view.clone(), owner.table.clone());
        let (owner_is_counted, owner_is_message) = (self.is_counted(owner), owner.message.is_some());
        comment(&mut self.w, &format!("{view} shows an entry of {}.", group.name), &group.notes.doc);
        let bound = [
            ("view", view.as_str()),
            ("cursor", cursor),
            ("always", &always),
            ("parts", &parts.to_string()),
            ("starts", &(parts + 1).to_string()),
            ("owner", &owner_view),
            ("part", &part.to_string()),
            ("next", &(part + 1).to_string()),
            ("table", table),
        ];
        self.w.block(
            &bound,
            "
            type $view$ struct {
                s      *sbeState
                octets []byte
                at     int
                block  int
                prefix int
                known  int
                starts [$starts$]int
            }

            // $cursor$ walks the entries of a group.
            type $cursor$ struct {
                $view$
                owner   *$owner$
                count   int
                left    int
                present bool
            }

            // Nothing can be reached from here on.
            func (g *$cursor$) cut() bool {
                g.s.short()
                g.left, g.prefix = 0, -1
                return false
            }
            ",
        );
        self.w.line("");
        self.common(cursor);
        let block = format!("return (*[{always}]byte)(v.octets[v.at:])");
        function(&mut self.w, &format!("(v *{view}) p() *[{always}]byte"), &block);
        if self.has_late(node) {
            let head = format!("(v *{view}) q() []byte");
            function(&mut self.w, &head, "return v.octets[v.at : v.at+v.block]");
        }
        // What the owner learns when all entries are passed.
        self.w.open(format!("func (g *{cursor}) done(at int) {{"));
        self.w.open(format!(
            "if o := g.owner; g.prefix >= 0 && o.known == {part} && o.starts[{part}] == g.prefix {{"
        ));
        self.w.line(format!("o.known = {}", part + 1));
        let prefix = if owner_is_message { "0" } else { "o.prefix" };
        self.w.line(match owner_is_counted {
            true => format!("o.starts[{0}] = g.s.passNewer(&{owner_table}, {0}, {prefix}, at)", part + 1),
            false => format!("o.starts[{}] = at", part + 1),
        });
        self.w.close("}");
        self.w.close("}\n");
        match kind {
            Kind::Eager => self.next_eager(node, parts),
            _ => {
                self.start(node, "v.s.reach", "v.prefix");
                self.next_deep(node, &bound);
            }
        }
    }

    fn next_deep(&mut self, node: &Node, bound: &[(&str, &str)]) {
        self.w.block(
            bound,
            "
            // Next goes to the next entry, the first at first, and says whether there is one.
            func (g *$cursor$) Next() bool {
                at := g.starts[$parts$]
                if g.known != $parts$ {
                    if at = g.start($parts$); at < 0 {
                        g.left = 0
                        return false
                    }
                }
                if g.left == 0 {
                    g.done(at)
                    return false
                }
                if len(g.octets)-at < g.block {
                    return g.cut()
                }
                g.left--
                g.at = at
                g.known = 0
            ",
        );
        let (start, there) = match self.is_counted(node) {
            true => (format!("g.s.passNewer(&{}, 0, g.prefix, at+g.block)", node.table), "g.starts[0] >= 0"),
            false => ("at + g.block".into(), "true"),
        };
        self.w.line(format!("    g.starts[0] = {start}"));
        self.w.line(format!("    return {there}"));
        self.w.line("}\n");
    }

    fn next_eager(&mut self, node: &Node, parts: usize) {
        self.w.line("// Next goes to the next entry, the first at first, and says whether there is one.");
        self.w.open(format!("func (g *{}) Next() bool {{", node.cursor));
        self.w.line(format!("at := g.starts[{parts}]"));
        self.w.open("if g.left == 0 {");
        self.w.line("g.done(at)");
        self.w.line("return false");
        self.w.close("}");
        self.w.line("b := g.octets");
        self.w.line("start0 := at + g.block");
        for (index, data) in node.body.data.iter().enumerate() {
            let size = data.length.size;
            let next = index + 1;
            self.w.line(format!("begin{index} := start{index} + {size}"));
            self.w.open(format!("if begin{index} > len(b) {{"));
            self.w.line("return g.cut()");
            self.w.close("}");
            let Some(part) = data.length.part(Role::Length) else {
                let fixed = data.length.constant(Role::Length).unwrap_or(0);
                self.w.line(format!("length{index} := uint64({fixed})"));
                self.length_checked(index, next);
                continue;
            };
            let from = format!("begin{index}-{}", size - part.offset);
            let to = match size - part.offset - part.primitive.size() {
                0 => format!("begin{index}"),
                behind => format!("begin{index}-{behind}"),
            };
            let from = if part.primitive.size() == 1 { from } else { format!("{from} ") };
            let to = if part.primitive.size() == 1 { to } else { format!(" {to}") };
            let load = self.order.load(part.primitive, "b", &from, &to);
            self.w.line(format!("length{index} := uint64({load})"));
            self.length_checked(index, next);
        }
        self.w.line("g.left--");
        self.w.line("g.at = at");
        self.w.line(format!("g.known = {parts}"));
        for index in 0..=parts {
            self.w.line(format!("g.starts[{index}] = start{index}"));
        }
        self.w.line("return true");
        self.w.close("}\n");
    }

    fn length_checked(&mut self, index: usize, next: usize) {
        self.w.open(format!("if length{index} > uint64(len(b)-begin{index}) {{"));
        self.w.line("return g.cut()");
        self.w.close("}");
        self.w.line(format!("start{next} := begin{index} + int(length{index})"));
    }
}
