//! Go: the types and methods of bitproto's own compiler, without its library.

mod names;
mod tongue;
mod versions;

use std::collections::{BTreeSet, HashSet};
use std::fmt::Write;

use wireglot_model::Value;
use wireglot_plan::{Layout, LayoutId, LayoutItem, LayoutKind, LayoutType, LayoutValue};
use wireglot_text::cases::{pascal, snake};

use super::apart::Apart;
use super::fixed::{begins, words, Job};
use super::names::Names;
use super::steps::{steps, storage, Unroll};
use super::{Generated, Options};
use crate::{OutputFile, Writer};
use names::length_constant;
use tongue::Go;

/// `X_bp.go` of a module.
pub(super) fn files(layout: &Layout, module: usize, options: &Options) -> Generated {
    let names = Names::new(layout, &names::GoStyle);
    let this = &layout.modules[module];
    let mut file = File {
        go: Go {
            layout,
            names: &names,
            module,
            stem: pascal(&this.stem),
            imports: Default::default(),
            apart: Apart::new(layout),
        },
        called: BTreeSet::new(),
        w: Writer::new(),
    };
    let messages = file.messages(options);
    file.called = file.go.apart.called(layout, &messages);
    for (position, item) in this.items.iter().enumerate() {
        match item {
            LayoutItem::Constant { value, doc, .. } => {
                file.comment(doc);
                file.constant(names.constant(module, position), value);
            }
            LayoutItem::Type(id) => file.declare(*id, options),
        }
    }
    file.codecs();
    file.readers(&messages);
    let text = file.finish();
    let files = vec![OutputFile { name: format!("{}_bp.go", this.stem), text }];
    Generated { files, notes: names.notes }
}

struct File<'l> {
    go: Go<'l>,
    /// Records whose codecs are called by others.
    called: BTreeSet<LayoutId>,
    w: Writer,
}

impl File<'_> {
    fn comment(&mut self, doc: &Option<String>) {
        for line in doc.iter().flat_map(|doc| doc.lines()) {
            self.w.line(format!("// {line}").trim_end());
        }
    }

    fn constant(&mut self, name: &str, value: &Value) {
        let line = match value {
            Value::Boolean(value) => format!("const {name} bool = {value}"),
            Value::String(text) => format!("const {name} string = {}", quoted(text)),
            Value::Integer(number) => match (number.to_i64(), number.to_u64()) {
                (Some(value), _) => format!("const {name} int = {value}"),
                (_, Some(value)) => format!("const {name} uint64 = {value}"),
                _ => format!("const {name} = {number}"),
            },
            _ => return,
        };
        self.w.line(line);
        self.w.line("");
    }

    fn declare(&mut self, id: LayoutId, options: &Options) {
        let ty = self.go.layout.get(id);
        let name = self.go.names.ty(id).to_string();
        match &ty.kind {
            LayoutKind::Alias(inner) => {
                self.comment(&ty.doc);
                self.w.line(format!("type {name} {} // {}bit\n", self.go.type_name(*inner), ty.bits));
            }
            LayoutKind::Enumerated(values) => self.enumeration(id, &name, ty, values),
            LayoutKind::Record { .. } => {
                self.structure(id, &name, ty);
                self.methods(id, &name, ty, options);
            }
            _ => {}
        }
    }

    fn enumeration(&mut self, id: LayoutId, name: &str, ty: &LayoutType, values: &[LayoutValue]) {
        self.comment(&ty.doc);
        let bits = storage(ty.bits);
        self.w.line(format!("type {name} uint{bits} // {}bit\n", ty.bits));
        if !values.is_empty() {
            let rows = values.iter().enumerate().map(|(index, value)| {
                let kind = if index == 0 { name } else { "" };
                let cells = [self.go.names.value(id, index), kind, &format!("= {}", value.value)];
                Row { doc: &value.doc, cells: cells.map(String::from).to_vec() }
            });
            let rows: Vec<Row> = rows.collect();
            self.w.open("const (");
            aligned(&rows, &mut self.w);
            self.w.close(")\n");
        }
        self.w.line("// String returns the name of this enum item.");
        self.w.open(format!("func (v {name}) String() string {{"));
        if !values.is_empty() {
            self.w.line("switch v {");
            for (index, value) in values.iter().enumerate() {
                self.w.line(format!("case {}:", value.value));
                self.w.line(format!("    return \"{}\"", self.go.names.value(id, index)));
            }
            self.w.line("}");
        }
        self.w.line(format!("return \"{name}(\" + strconv.FormatUint(uint64(v), 10) + \")\""));
        self.w.close("}\n");
    }

    fn structure(&mut self, id: LayoutId, name: &str, ty: &LayoutType) {
        let LayoutKind::Record { fields, .. } = &ty.kind else { return };
        self.comment(&ty.doc);
        self.w.open(format!("type {name} struct {{"));
        let mut tags = HashSet::new();
        let rows = fields.iter().enumerate().map(|(position, field)| {
            let mut tag = snake(&pascal(&field.name));
            if !tags.insert(tag.clone()) {
                tag = field.name.clone();
            }
            let member = self.go.names.field(id, position).to_string();
            let bits = self.go.layout.get(field.ty).bits;
            let cells = vec![
                member,
                self.go.type_name(field.ty),
                format!("`json:\"{tag}\"`"),
                format!("// {bits}bit"),
            ];
            Row { doc: &field.doc, cells }
        });
        let rows: Vec<Row> = rows.collect();
        aligned(&rows, &mut self.w);
        self.w.close("}\n");
    }

    fn methods(&mut self, id: LayoutId, name: &str, ty: &LayoutType, options: &Options) {
        let (length, octets) = (length_constant(name), ty.octets().to_string());
        let names = [("name", name), ("length", length.as_str()), ("octets", octets.as_str())];
        self.w.block(&names, COMMON);
        self.w.line("");
        let wanted = options.wants(self.go.layout, id);
        if wanted {
            let (reader, stem) = (self.go.reader_name(id), self.go.stem.clone());
            let names: Vec<(&str, &str)> =
                names.into_iter().chain([("reader", reader.as_str()), ("stem", stem.as_str())]).collect();
            self.w.block(&names, if ty.fixed { FIXED } else { EXTENSIBLE });
            self.w.line("");
        }
        if wanted || self.called.contains(&id) {
            let heads =
                [format!("func (m *{name}) put(s []byte) {{"), format!("func (m *{name}) get(s []byte) {{")];
            self.codec(id, &heads);
        }
    }

    fn codec(&mut self, id: LayoutId, heads: &[String; 2]) {
        self.body(id, &heads[0], Job::Write, "");
        self.body(id, &heads[1], Job::Read, "");
        if !self.go.layout.get(id).fixed {
            let head = format!("func {}(s []byte) bool {{", self.go.codec_name("IsSame", id));
            self.body(id, &head, Job::Check, "return true");
        }
    }

    /// Codecs of records of other modules.
    fn codecs(&mut self) {
        let foreign = |id: &LayoutId| self.go.layout.get(*id).module != self.go.module;
        let called: Vec<LayoutId> = self.called.iter().copied().filter(foreign).collect();
        for id in called {
            let head = |what: &str| {
                format!("func {}(m *{}, s []byte) {{", self.go.codec_name(what, id), self.go.type_name(id))
            };
            let heads = [head("Put"), head("Get")];
            self.codec(id, &heads);
        }
    }

    fn body(&mut self, id: LayoutId, head: &str, job: Job, end: &str) {
        let steps = steps(self.go.layout, &self.go.apart, id, Unroll::ButOctets);
        let octets = self.go.layout.get(id).octets();
        let printed = words(&mut self.go, &steps, octets, job, 1);
        self.w.open(head);
        if octets > 0 {
            self.w.line(format!("_ = s[{}]", octets - 1));
        }
        let text = printed.text();
        let (w, x) = (begins(text, &["w = ", "w |= "]), begins(text, &["x = "]));
        match (w, x) {
            (true, true) => self.w.line("var w, x uint64"),
            (true, false) => self.w.line("var w uint64"),
            _ => {}
        }
        self.w.append(printed);
        if !end.is_empty() {
            self.w.line(end);
        }
        self.w.close("}\n");
    }

    /// The messages that get functions.
    fn messages(&self, options: &Options) -> Vec<LayoutId> {
        let layout = self.go.layout;
        let types = layout.modules[self.go.module].items.iter().filter_map(|item| match item {
            LayoutItem::Type(id) => Some(*id),
            LayoutItem::Constant { .. } => None,
        });
        let is_message = |id: &LayoutId| matches!(layout.get(*id).kind, LayoutKind::Record { .. });
        types.filter(is_message).filter(|id| options.wants(layout, *id)).collect()
    }

    /// Readers of other versions' messages.
    fn readers(&mut self, messages: &[LayoutId]) {
        let needed = self.go.needed(messages);
        needed.iter().for_each(|id| self.go.reader(*id, &mut self.w));
        if !needed.is_empty() {
            self.w.block(&[("stem", &self.go.stem)], versions::READER);
            self.w.line("");
        }
    }

    /// The helpers and the head of the file, which are known last.
    fn finish(mut self) -> String {
        let stem = self.go.stem.clone();
        for (name, block) in HELPERS {
            if self.w.text().contains(&format!("{name}{stem}")) {
                self.w.block(&[("stem", &stem)], block);
                self.w.line("");
            }
        }
        let this = &self.go.layout.modules[self.go.module];
        let mut head = Writer::new();
        head.line("// Code generated by wireglot. DO NOT EDIT.\n");
        let doc = this.text("doc");
        doc.lines().for_each(|line| head.line(format!("// {line}").trim_end()));
        head.line(format!("package {}\n", this.name));
        let body = self.w.text();
        let wanted: Vec<&str> = PACKAGES
            .into_iter()
            .filter(|path| body.contains(&format!("{}.", path.rsplit('/').next().unwrap_or(path))))
            .collect();
        if !wanted.is_empty() {
            head.open("import (");
            wanted.iter().for_each(|path| head.line(format!("\"{path}\"")));
            head.close(")\n");
        }
        for module in self.go.imports.borrow().iter() {
            let imported = &self.go.layout.modules[*module];
            let path = match imported.text("go.package_path") {
                "" => format!("{}_bp", imported.name),
                path => path.to_string(),
            };
            head.line(format!("import {} \"{path}\"\n", self.go.import_name(*module)));
        }
        tabbed(&format!("{}{}", head.text(), body.trim_end()))
    }
}

/// A line of a block, in cells, and the comment above it.
struct Row<'l> {
    doc: &'l Option<String>,
    cells: Vec<String>,
}

/// Prints rows with their cells below each other, as gofmt has them: a comment begins
/// the columns anew.
fn aligned(rows: &[Row], w: &mut Writer) {
    let mut rest = rows;
    while let Some((first, behind)) = rest.split_first() {
        let together = behind.iter().position(|row| row.doc.is_some()).unwrap_or(behind.len()) + 1;
        for line in first.doc.iter().flat_map(|doc| doc.lines()) {
            w.line(format!("// {line}").trim_end());
        }
        let (section, next) = rest.split_at(together);
        let columns = first.cells.len();
        let width = |column: usize| section.iter().map(|row| row.cells[column].chars().count()).max();
        let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
        for row in section {
            let out = w.begin();
            for (cell, &width) in row.cells.iter().zip(&widths).filter(|(_, width)| **width > 0) {
                let _ = write!(out, "{cell:width$} ");
            }
            out.truncate(out.trim_end().len());
            w.end();
        }
        rest = next;
    }
}

/// Indentation by tabs; a line that is several statements becomes several lines.
fn tabbed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let body = line.trim_start_matches(' ');
        let depth = (line.len() - body.len()) / 4;
        let tabs = "\t".repeat(depth);
        match body.strip_suffix(" { return false }") {
            Some(test) => out.push_str(&format!("{tabs}{test} {{\n{tabs}\treturn false\n{tabs}}}\n")),
            None if body.contains("; ") && body.ends_with(')') && body.contains("] = byte(") => {
                body.split("; ").for_each(|part| out.push_str(&format!("{tabs}{part}\n")));
            }
            None => out.push_str(&format!("{tabs}{body}\n")),
        }
    }
    out
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if c.is_control() => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Packages that files may need.
const PACKAGES: [&str; 5] = ["encoding/binary", "encoding/json", "errors", "io", "strconv"];

/// Helpers by their names; each may need those below it.
const HELPERS: [(&str, &str); 6] = [
    ("bpBit", BIT),
    ("bpGet", GET),
    ("bpPut", PUT),
    ("bpCut", CUT),
    ("bpPaste", PASTE),
    ("errBadAhead", BAD_AHEAD),
];

const COMMON: &str = r#"
    // Number of bytes to serialize struct $name$
    const $length$ uint32 = $octets$

    // Size returns the number of bytes that Encode makes.
    func (m *$name$) Size() uint32 { return $octets$ }

    // Returns string representation for struct $name$.
    func (m *$name$) String() string {
    	v, _ := json.Marshal(m)
    	return string(v)
    }
"#;

const FIXED: &str = r#"
    // Encode struct $name$ to bytes buffer.
    func (m *$name$) Encode() []byte {
    	s := make([]byte, $octets$)
    	m.put(s)
    	return s
    }

    // EncodeTo encodes struct $name$ into the first bytes of s. It fails with
    // io.ErrUnexpectedEOF where s is too short.
    func (m *$name$) EncodeTo(s []byte) error {
    	if len(s) < $octets$ {
    		return io.ErrUnexpectedEOF
    	}
    	m.put(s)
    	return nil
    }

    // Decode struct $name$ from s, which must not be shorter than Size.
    func (m *$name$) Decode(s []byte) {
    	m.get(s)
    }

    // DecodeFrom decodes struct $name$ from s. It fails with io.ErrUnexpectedEOF where
    // s is too short.
    func (m *$name$) DecodeFrom(s []byte) error {
    	if len(s) < $octets$ {
    		return io.ErrUnexpectedEOF
    	}
    	m.get(s)
    	return nil
    }

    // DecodePadded decodes struct $name$ from s; missing bytes are zero.
    func (m *$name$) DecodePadded(s []byte) error {
    	var all [$octets$]byte
    	copy(all[:], s)
    	m.get(all[:])
    	return nil
    }
"#;

const EXTENSIBLE: &str = r#"
    // Encode struct $name$ to bytes buffer.
    func (m *$name$) Encode() []byte {
    	s := make([]byte, $octets$)
    	m.put(s)
    	return s
    }

    // EncodeTo encodes struct $name$ into the first bytes of s. It fails with
    // io.ErrUnexpectedEOF where s is too short.
    func (m *$name$) EncodeTo(s []byte) error {
    	if len(s) < $octets$ {
    		return io.ErrUnexpectedEOF
    	}
    	m.put(s)
    	return nil
    }

    // Decode struct $name$ from s; it panics where DecodeFrom fails.
    func (m *$name$) Decode(s []byte) {
    	if err := m.DecodeFrom(s); err != nil {
    		panic(err)
    	}
    }

    // DecodeFrom decodes struct $name$ from s, which any version of it may have been
    // written to. It fails with io.ErrUnexpectedEOF where s is too short, and where a
    // leading size cannot be.
    func (m *$name$) DecodeFrom(s []byte) error {
    	return m.decode(s, len(s))
    }

    // DecodePadded decodes struct $name$ from s; missing bytes are zero.
    func (m *$name$) DecodePadded(s []byte) error {
    	if len(s) < $octets$ {
    		return m.decode(s, $octets$)
    	}
    	return m.decode(s, len(s))
    }

    func (m *$name$) decode(s []byte, room int) error {
    	if len(s) >= $octets$ && bpIsSame$stem$_$name$(s) {
    		m.get(s)
    		return nil
    	}
    	r := bpReader$stem${s: s, limit: room * 8}
    	*m = $name${}
    	$reader$(&r, m)
    	return r.err
    }
"#;

const BIT: &str = "
    func bpBit$stem$(b bool) (bit uint64) {
    	if b {
    		bit = 1
    	}
    	return bit
    }
";

const GET: &str = "
    // bpGet$stem$ reads the integer of so many bits at a bit.
    func bpGet$stem$(s []byte, bit, bits int) uint64 {
    	octet, have := bit>>3, 8-bit&7
    	w := uint64(s[octet]) >> (bit & 7)
    	for have < bits {
    		octet++
    		w |= uint64(s[octet]) << have
    		have += 8
    	}
    	return w & ((1<<64 - 1) >> (64 - bits))
    }
";

const PUT: &str = "
    // bpPut$stem$ writes the lowest bits of w at a bit. What the last byte holds above
    // them is zero; what the first one holds below them stays.
    func bpPut$stem$(s []byte, bit, bits int, w uint64) {
    	octet, phase := bit>>3, bit&7
    	w &= (1<<64 - 1) >> (64 - bits)
    	below := s[octet] & (1<<phase - 1)
    	s[octet] = below | byte(w<<phase)
    	for done := 8 - phase; done < bits; done += 8 {
    		octet++
    		s[octet] = byte(w >> done)
    	}
    }
";

const CUT: &str = "
    // bpCut$stem$ copies what stands at a bit, so that it begins with a byte.
    func bpCut$stem$(part, s []byte, bit, bits int) {
    	s = s[bit>>3 : (bit+bits+7)>>3]
    	bit &= 7
    	o := 0
    	for ; o+8 < len(s); o += 8 {
    		w := binary.LittleEndian.Uint64(s[o:])>>bit | uint64(s[o+8])<<(64-bit)
    		binary.LittleEndian.PutUint64(part[o:], w)
    	}
    	for ; o < len(part); o++ {
    		part[o] = s[o] >> bit
    		if o+1 < len(s) {
    			part[o] |= s[o+1] << (8 - bit)
    		}
    	}
    }
";

const PASTE: &str = "
    // bpPaste$stem$ does the reverse. What the last byte holds above the part is zero;
    // what the first one holds below it stays.
    func bpPaste$stem$(s []byte, bit int, part []byte, bits int) {
    	s = s[bit>>3 : (bit+bits+7)>>3]
    	bit &= 7
    	rest := uint64(s[0]) & (1<<bit - 1)
    	o := 0
    	for ; o+8 <= len(part); o += 8 {
    		w := binary.LittleEndian.Uint64(part[o:])
    		binary.LittleEndian.PutUint64(s[o:], rest|w<<bit)
    		rest = w >> (64 - bit)
    	}
    	for ; o < len(part); o++ {
    		rest |= uint64(part[o]) << bit
    		s[o] = byte(rest)
    		rest >>= 8
    	}
    	if o < len(s) {
    		s[o] = byte(rest)
    	}
    }
";

const BAD_AHEAD: &str = r#"
    var errBadAhead$stem$ = errors.New("bad_ahead: a leading size cannot be")
"#;
