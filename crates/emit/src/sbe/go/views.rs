//! Views of messages, and the kind of view for each body.

use wireglot_model::sbe::{Prefix, Role};

use super::super::facts;
use super::names::Node;
use super::tables::least;
use super::value::Place;
use super::File;
use crate::lang::go::text::{columns, comment, quoted_octets as quoted};

/// The maximum number of data fields that iteration finds when it reaches an entry that has only data after
/// its block.
const EAGER: usize = 8;

/// The kind of view of a body.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A message.
    Message,
    /// Entries of a fixed size.
    Flat,
    /// Entries with a few data fields, which are all found when the entry is reached.
    Eager,
    /// Entries whose parts are found when they are accessed.
    Deep,
}

impl Kind {
    /// The receiver of a view's methods.
    pub(super) fn receiver(self, view: &str) -> String {
        let by = if self == Kind::Message { "*" } else { "" };
        format!("(v {by}{view})")
    }

    fn place(self, view: &str) -> Place {
        let (always, all, version) = match self {
            Kind::Message => ("v.p", "v.q", "v.version"),
            Kind::Flat | Kind::Eager => ("v.p()", "v.q()", "v.version"),
            Kind::Deep => ("v.p()", "v.q()", "v.m.version"),
        };
        Place { receiver: self.receiver(view), always, all, version, is_late: false }
    }

    /// The state shared by all views of a message.
    pub(super) fn state(self) -> &'static str {
        if self == Kind::Message {
            "v"
        } else {
            "v.m"
        }
    }
}

pub(super) fn row(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_string()).collect()
}

impl File<'_> {
    /// The prefix of a body.
    pub(super) fn prefix_of<'n>(&'n self, node: &Node<'n>) -> Option<&'n Prefix> {
        match node.group {
            Some(group) => Some(&group.dimension),
            None => self.blocks.header.as_ref(),
        }
    }

    pub(super) fn is_counted(&self, node: &Node) -> bool {
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

    /// Whether a block has fields that were added after it.
    pub(super) fn has_late(&self, node: &Node) -> bool {
        let mut fields = node.body.fields.iter().filter(|field| !facts::is_constant(&field.presence));
        fields.any(|field| field.notes.since > 0 || self.is_late(field.encoding))
    }

    /// The view of a body and its accessors.
    pub(super) fn view(&mut self, node: &Node) {
        let kind = self.kind(node);
        match kind {
            Kind::Message => self.message(node),
            _ => self.entries(node, kind),
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
        comment(
            &mut self.w,
            &format!("{view} is a view of the message {}.", message.name),
            &message.notes.doc,
        );
        self.w.open(format!("type {view} struct {{"));
        let mut rows = vec![row(&["sbeState"]), row(&["p", &format!("*[{always}]byte")])];
        rows.extend(late.then(|| row(&["q", "[]byte"])));
        rows.push(row(&["starts", &format!("[{}]int", parts + 1)]));
        let deep = self.deep_in(node);
        rows.extend(deep.iter().map(|(field, size)| row(&[field, &format!("[{size}]int")])));
        columns(&mut self.w, &rows);
        self.w.close("}\n");
        let forget = |file: &mut Self, start: &str| {
            file.w.line(format!("v.starts = [{}]int{{{start}}}", parts + 1));
            for (field, size) in &deep {
                file.w.line(format!("v.{field} = [{size}]int{{}}"));
            }
        };
        self.w.line(
            "// Wrap makes v a view of the message at the start of octets and ignores what follows it.",
        );
        self.w.open(format!("func (v *{view}) Wrap(octets []byte) error {{"));
        if let Some(own) = facts::header_octets(self.blocks, message) {
            let own = quoted(&own);
            self.w.line(format!("const own = {own} // the header as this version writes it"));
            let whole = size + node.body.block_length;
            self.w.open(format!("if len(octets) >= {whole} && string(octets[:{size}]) == own {{"));
            self.w.line(
                "v.octets, v.version, v.fault = octets[:len(octets):len(octets)], SbeSchemaVersion, SbeOK",
            );
            self.w.line(format!("v.p = (*[{always}]byte)(octets[{size}:])"));
            if late {
                self.w.line(format!("v.q = octets[{size}:{whole}]"));
            }
            forget(self, &whole.to_string());
            self.w.line("return nil");
            self.w.close("}");
        }
        self.w.line(format!("block := v.begin(octets, {}, &{table})", message.id));
        self.w.open("if block < 0 {");
        forget(self, "-1");
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
                forget(self, &format!("v.passNewer(&{table}, 0, 0, {size}+block)"));
                self.w.line("return v.Err()");
            }
            false => {
                forget(self, &format!("{size} + block"));
                self.w.line("return nil");
            }
        }
        self.w.close("}\n");
        self.w.line(
            "// Where a part begins; the end counts as the part after the last. -1 if it can't be reached.",
        );
        self.w.open(format!("func (v *{view}) start(part int) int {{"));
        self.w.open("if at := v.starts[part]; at != 0 {");
        self.w.line("return at");
        self.w.close("}");
        self.w.line(format!("return v.reach(&{table}, part, 0, v.starts[:])"));
        self.w.close("}\n");
        self.w.block(
            &[("view", view), ("parts", &parts.to_string())],
            "
            // EncodedLength reads the whole message and returns its length in bytes with the header.
            func (v *$view$) EncodedLength() (int, error) {
                end := v.start($parts$)
                if v.fault != SbeOK {
                    return 0, v.Err()
                }
                return end, nil
            }

            // Validate checks the whole message.
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

            // MarshalJSON returns the message as JSON.
            func (v *$view$) MarshalJSON() ([]byte, error) {
                return v.AppendJSON(nil)
            }
            ",
        );
        self.w.line("");
    }

    /// The message that contains a body.
    pub(super) fn message_of<'n>(&'n self, node: &'n Node<'n>) -> &'n Node<'n> {
        let mut message = node;
        while let Some(owner) = message.owner.and_then(|(owner, _)| self.names.nodes.get(owner)) {
            message = owner;
        }
        message
    }

    /// The state that a message keeps for entries whose parts are found on access: the offsets of the parts
    /// of one entry. Returns its name for each group, and the number of integers in it.
    fn deep_in(&self, node: &Node) -> Vec<(String, usize)> {
        let mut found = Vec::new();
        for child in &node.children {
            let child = &self.names.nodes[*child];
            if self.kind(child) == Kind::Deep {
                let parts = child.body.groups.len() + child.body.data.len();
                let size = parts + 1 + usize::from(self.is_counted(child));
                found.push((format!("of{}", child.cursor), size));
            }
            found.extend(self.deep_in(child));
        }
        found
    }
}
