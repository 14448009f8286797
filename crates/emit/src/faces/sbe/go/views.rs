//! Views of messages and of the entries of their groups, and what walks the entries.

use wireglot_model::blocks::{Data, Group, Prefix, Role};

use super::super::facts;
use super::names::Node;
use super::tables::least;
use super::text::{columns, comment, function, quoted};
use super::value::Place;
use super::File;

/// Data that a walk looks for when it comes to an entry with nothing else behind its block.
const EAGER: usize = 8;

/// What kind of view a body gets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Of a message.
    Message,
    /// Of entries of one size.
    Flat,
    /// Of entries with a few data, which are all looked at when an entry is come to.
    Eager,
    /// Of entries whose parts are looked at when they are asked for.
    Deep,
}

impl Kind {
    fn place(self, view: &str) -> Place {
        let by = if self == Kind::Flat { "" } else { "*" };
        let receiver = format!("(v {by}{view})");
        match self {
            Kind::Message => {
                Place { receiver, always: "v.p", all: "v.q", version: "v.version", is_late: false }
            }
            Kind::Flat => {
                Place { receiver, always: "v.p()", all: "v.q()", version: "v.version", is_late: false }
            }
            _ => Place { receiver, always: "v.p()", all: "v.q()", version: "v.s.version", is_late: false },
        }
    }

    /// What all views of a message share.
    fn state(self) -> &'static str {
        if self == Kind::Message {
            "v"
        } else {
            "v.s"
        }
    }
}

fn row(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_string()).collect()
}

impl File<'_> {
    /// What leads a body.
    pub(super) fn prefix_of<'n>(&'n self, node: &Node<'n>) -> Option<&'n Prefix> {
        match node.group {
            Some(group) => Some(&group.dimension),
            None => self.blocks.header.as_ref(),
        }
    }

    fn is_counted(&self, node: &Node) -> bool {
        let says = |prefix: &Prefix, role| prefix.part(role).is_some() || prefix.constant(role).is_some();
        let prefix = self.prefix_of(node);
        prefix.is_some_and(|prefix| says(prefix, Role::NumGroups) || says(prefix, Role::NumVarDataFields))
    }

    pub(super) fn kind(&self, node: &Node) -> Kind {
        let data = &node.body.data;
        let early = !data.is_empty() && data.len() <= EAGER && data.iter().all(|data| data.notes.since == 0);
        match node.group {
            None => Kind::Message,
            Some(_) if node.is_flat() => Kind::Flat,
            Some(_) if node.body.groups.is_empty() && early && !self.is_counted(node) => Kind::Eager,
            Some(_) => Kind::Deep,
        }
    }

    /// Whether a block has fields that came later than it.
    fn has_late(&self, node: &Node) -> bool {
        let mut fields = node.body.fields.iter().filter(|field| !facts::is_constant(&field.presence));
        fields.any(|field| field.notes.since > 0 || self.is_late(field.encoding))
    }

    /// The view of a body, with all that stands in it.
    pub(super) fn view(&mut self, node: &Node) {
        let kind = self.kind(node);
        match kind {
            Kind::Message => self.message(node),
            Kind::Flat => self.flat(node),
            Kind::Eager | Kind::Deep => self.deep(node, kind),
        }
        let place = kind.place(&node.view);
        for (field, given) in node.body.fields.iter().zip(node.fields()) {
            self.accessor(&place, given, field.encoding, &field.presence, &field.notes, field.offset);
        }
        for (index, (group, given)) in node.body.groups.iter().zip(node.groups()).enumerate() {
            self.group(node, kind, group, given, index);
        }
        for (index, (data, given)) in node.body.data.iter().zip(node.data()).enumerate() {
            self.data(node, kind, data, given, node.body.groups.len() + index);
        }
        self.json(node, &place.receiver);
    }

    fn message(&mut self, node: &Node) {
        let Some(message) = node.message else { return };
        let Node { view, table, .. } = node;
        let always = least(&facts::least(self.blocks, node.body));
        let late = self.has_late(node);
        let parts = node.body.groups.len() + node.body.data.len();
        let size = self.blocks.header.as_ref().map_or(0, |header| header.size);
        self.w.line(format!("// The message {} on the wire.", message.name));
        self.w.open("const (");
        let constants = [("TemplateID", message.id), ("BlockLength", node.body.block_length)];
        let rows = constants.map(|(word, number)| vec![format!("{view}{word}"), format!("= {number}")]);
        columns(&mut self.w, &rows);
        self.w.close(")\n");
        comment(&mut self.w, &format!("{view} shows the message {}.", message.name), &message.notes.doc);
        self.w.open(format!("type {view} struct {{"));
        let mut rows = vec![row(&["sbeState"]), row(&["p", &format!("*[{always}]byte")])];
        rows.extend(late.then(|| row(&["q", "[]byte"])));
        rows.extend([row(&["known", "int"]), row(&["starts", &format!("[{}]int", parts + 1)])]);
        columns(&mut self.w, &rows);
        self.w.close("}\n");
        self.w.line("// Wrap shows the message that begins the octets. What is behind it is not looked at.");
        self.w.open(format!("func (v *{view}) Wrap(octets []byte) error {{"));
        if let Some(own) = facts::header_octets(self.blocks, message) {
            let own = quoted(&own);
            self.w.line(format!("const own = {own} // the header of this version's senders"));
            let whole = size + node.body.block_length;
            self.w.open(format!("if len(octets) >= {whole} && string(octets[:{size}]) == own {{"));
            self.w.line("v.octets, v.version, v.fault = octets, SbeSchemaVersion, SbeOK");
            self.w.line(format!("v.p = (*[{always}]byte)(octets[{size}:])"));
            if late {
                self.w.line(format!("v.q = octets[{size}:{whole}]"));
            }
            self.w.line("v.known = 0");
            self.w.line(format!("v.starts[0] = {whole}"));
            self.w.line("return nil");
            self.w.close("}");
        }
        self.w.line(format!("block := v.begin(octets, {}, &{table})", message.id));
        self.w.line("v.known = 0");
        self.w.open("if block < 0 {");
        self.w.line("v.starts[0] = -1");
        self.w.line(format!("v.p = (*[{always}]byte)(sbeZeros[:])"));
        if late {
            self.w.line("v.q = nil");
        }
        self.w.line("return v.Err()");
        self.w.close("}");
        self.w.line(format!("v.p = (*[{always}]byte)(octets[{size}:])"));
        if late {
            self.w.line(format!("v.q = octets[{size} : {size}+block]"));
        }
        match self.is_counted(node) {
            true => {
                self.w.line(format!("v.starts[0] = v.passNewer(&{table}, 0, 0, {size}+block)"));
                self.w.line("return v.Err()");
            }
            false => {
                self.w.line(format!("v.starts[0] = {size} + block"));
                self.w.line("return nil");
            }
        }
        self.w.close("}\n");
        self.start(node, "v.reach", "0");
        self.w.block(
            &[("view", view), ("parts", &parts.to_string())],
            "
            // EncodedLength is how many octets the message takes with its header, all of it being looked at.
            func (v *$view$) EncodedLength() (int, error) {
                end := v.start($parts$)
                if v.fault != SbeOK {
                    return 0, v.Err()
                }
                return end, nil
            }

            // Validate looks at the whole message.
            func (v *$view$) Validate() error {
                _, err := v.EncodedLength()
                return err
            }

            // AppendJSON appends the message as JSON.
            func (v *$view$) AppendJSON(out []byte) ([]byte, error) {
                begin := len(out)
                out = v.appendJSON(out)
                if err := v.Validate(); err != nil {
                    return out[:begin], err
                }
                return out, nil
            }

            // MarshalJSON is the message as JSON.
            func (v *$view$) MarshalJSON() ([]byte, error) {
                return v.AppendJSON(nil)
            }
            ",
        );
        self.w.line("");
    }

    /// The function that says where a part begins.
    fn start(&mut self, node: &Node, reach: &str, prefix: &str) {
        self.w.open(format!("func (v *{}) start(part int) int {{", node.view));
        self.w.open("if part <= v.known {");
        self.w.line("return v.starts[part]");
        self.w.close("}");
        self.w.line(format!("return {reach}(&{}, part, {prefix}, &v.known, v.starts[:])", node.table));
        self.w.close("}\n");
    }

    fn flat(&mut self, node: &Node) {
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

    fn deep(&mut self, node: &Node, kind: Kind) {
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

    fn group(&mut self, node: &Node, kind: Kind, group: &Group, given: &str, index: usize) {
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

    fn data(&mut self, node: &Node, kind: Kind, data: &Data, given: &str, index: usize) {
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
