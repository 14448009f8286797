//! The source file with the codecs of all messages.

use std::collections::BTreeSet;

use wireglot_plan::{Layout, LayoutId, LayoutType};

use super::super::fixed::{begins, words};
use super::super::out_of_line::{records, OutOfLine};
use super::super::steps::{steps, Step, Unroll};
use super::super::word_dialect::Job;
use super::super::words::Word;
use super::super::Options;
use super::bit_access::{called, note, WIDE};
use super::json::{self, Json};
use super::memory::Memory;
use super::names::length_macro;
use super::places::Places;
use super::versions::Versions;
use super::word_dialect::C;
use crate::Writer;

/// Generates `X_bp.c`.
pub fn source(layout: &Layout, module: usize, places: Places, options: &Options) -> Writer {
    let (memory, apart) = (Memory::new(places), OutOfLine::new(layout));
    let mut made = Source::new(places, &memory);
    let messages: Vec<LayoutId> =
        crate::bitproto::names::messages(layout, module).filter(|id| options.wants(layout, *id)).collect();
    let called = apart.called(layout, &messages);
    let versions = Versions { places, apart: &apart };
    versions.needed(&messages).iter().for_each(|id| versions.reader(*id, &mut made.body));
    note(made.body.text(), &mut made.always);
    called.iter().for_each(|id| made.codec(&Record::new(layout, &apart, *id, true)));
    if !options.optimize {
        let json = Json { places };
        records(layout, &messages).iter().for_each(|id| json.writer(*id, &mut made.body));
    }
    for id in messages {
        made.message(&Record::new(layout, &apart, id, called.contains(&id)));
        if !options.optimize {
            made.json(id);
        }
    }
    made.file(&layout.modules[module].stem)
}

/// The codecs of messages and everything they need, all with internal linkage. Generated code for other
/// languages wraps these.
pub fn codecs(layout: &Layout, places: Places, messages: &[LayoutId]) -> Writer {
    let (memory, apart) = (Memory::new(places), OutOfLine::new(layout));
    let mut made = Source::new(places, &memory);
    let versions = Versions { places, apart: &apart };
    versions.needed(messages).iter().for_each(|id| versions.reader(*id, &mut made.body));
    note(made.body.text(), &mut made.always);
    let mut called = apart.called(layout, messages);
    called.extend(messages);
    called.iter().for_each(|id| made.codec(&Record::new(layout, &apart, *id, true)));
    let json = Json { places };
    records(layout, messages).iter().for_each(|id| json.writer(*id, &mut made.body));
    let mut w = Writer::new();
    made.all(&mut w);
    w
}

/// A record and its steps.
struct Record<'l> {
    id: LayoutId,
    ty: &'l LayoutType,
    /// Whether it is out of line and its codec is called.
    called: bool,
    steps: Vec<Step<'l>>,
}

impl<'l> Record<'l> {
    fn new(layout: &'l Layout, apart: &OutOfLine, id: LayoutId, called: bool) -> Record<'l> {
        Record { id, ty: layout.get(id), called, steps: steps(layout, apart, id, Unroll::ButSolid) }
    }
}

struct Source<'l> {
    places: Places<'l>,
    memory: &'l Memory<'l>,
    body: Writer,
    checks: Vec<String>,
    rows: Vec<String>,
    /// Helpers called on all targets, or on those with wide words.
    always: BTreeSet<&'static str>,
}

impl<'l> Source<'l> {
    fn new(places: Places<'l>, memory: &'l Memory<'l>) -> Source<'l> {
        let always = BTreeSet::new();
        Source { places, memory, body: Writer::new(), checks: Vec::new(), rows: Vec::new(), always }
    }

    /// Generates the functions that codecs of containing records call.
    fn codec(&mut self, record: &Record<'l>) {
        let name = self.places.names.ty(record.id);
        let encode = format!("static int BpEncode{name}(const struct {name} *m, unsigned char *s)");
        self.function(&encode, record, Job::Write, "return 0;");
        self.same(record, name);
    }

    /// Generates the decoder for messages of this version, and the check for that version.
    fn same(&mut self, record: &Record<'l>, name: &str) {
        let same = format!("static int BpSame{name}(struct {name} *m, const unsigned char *s)");
        self.function(&same, record, Job::Read, "return 0;");
        if !record.ty.fixed {
            let is_same = format!("static int BpIsSame{name}(const unsigned char *s, size_t most)");
            self.function(&is_same, record, Job::Check, "return 1;");
        }
    }

    fn message(&mut self, record: &Record<'l>) {
        let name = self.places.names.ty(record.id);
        let length = length_macro(name);
        let names = [("name", name), ("length", length.as_str())];
        if record.called {
            self.body.block(&names, ENCODER);
            self.body.line("");
        } else {
            let encode = format!("int Encode{name}(struct {name} *m, unsigned char *s)");
            self.function(&encode, record, Job::Write, "return 0;");
        }
        match (record.called, record.ty.fixed) {
            (true, true) => self.body.block(&names, DECODER),
            (false, true) => {
                let decode = format!("int Decode{name}(struct {name} *m, unsigned char *s)");
                self.function(&decode, record, Job::Read, "return 0;");
            }
            (called, false) => {
                if !called {
                    self.same(record, name);
                }
                self.body.block(&names, DECODERS);
            }
        }
        if record.called || !record.ty.fixed {
            self.body.line("");
        }
    }

    /// Generates a function body with words of eight bytes, and one with four for other targets.
    fn function(&mut self, head: &str, record: &Record<'l>, job: Job, end: &str) {
        let mut dialect = C {
            places: self.places,
            memory: self.memory,
            message: record.id,
            checks: Vec::new(),
            rows: Vec::new(),
            word: Word::WIDE,
        };
        let wide = words(&mut dialect, &record.steps, record.ty.octets(), job, 1);
        dialect.word = Word::NARROW;
        let portable = words(&mut dialect, &record.steps, record.ty.octets(), job, 1);
        self.checks.extend(dialect.checks);
        self.rows.extend(dialect.rows);
        note(wide.text(), &mut self.always);
        let w = &mut self.body;
        w.open(format!("{head} {{"));
        if head.contains("*m") && !wide.text().contains("m->") && !portable.text().contains("m->") {
            w.line("(void)m;");
        }
        if job == Job::Check && !wide.text().contains("> most)") {
            w.line("(void)most;");
        }
        if wide.text().is_empty() && portable.text().is_empty() {
            w.line("(void)s;");
        } else if wide.text() == portable.text() {
            w.append(portable);
        } else {
            w.margin("#if BITPROTO_WIDE");
            let w_used = begins(wide.text(), &["w = ", "w |= ", "memcpy(&w,"]);
            match (w_used, begins(wide.text(), &["memcpy(&x,", "x = "])) {
                (true, true) => w.line("uint64_t w, x;"),
                (true, false) => w.line("uint64_t w;"),
                _ => {}
            }
            w.append(wide);
            w.margin("#else");
            if begins(portable.text(), &["w = "]) {
                w.line("uint32_t w;");
            }
            w.append(portable);
            w.margin("#endif");
        }
        w.line(end);
        w.close("}");
        w.line("");
    }

    fn json(&mut self, id: LayoutId) {
        self.body.block(&[("name", self.places.names.ty(id))], JSON);
        self.body.line("");
    }

    fn file(self, stem: &str) -> Writer {
        let mut w = Writer::new();
        w.line("// Code generated by wireglot. DO NOT EDIT.\n");
        w.line(format!("#include \"{stem}_bp.h\"\n"));
        if self.body.text().contains("BpJsonFloat(") {
            w.line(json::STDIO);
            w.line("");
        }
        self.all(&mut w);
        w
    }

    /// Writes helpers, checks of offsets, and the functions.
    fn all(self, w: &mut Writer) {
        w.block(&[], WIDE);
        w.line("");
        called(self.body.text(), &self.always, w);
        if !self.checks.is_empty() {
            let mut checks = self.checks;
            checks.sort();
            checks.dedup();
            w.line("// Copying several members at once relies on these offsets.");
            w.line("#if BITPROTO_WIDE");
            checks.iter().enumerate().for_each(|(index, check)| place(&format!("Place{index}"), check, w));
            w.line("#endif\n");
        }
        let mut rows = self.rows;
        rows.sort();
        rows.dedup();
        rows.iter().enumerate().for_each(|(index, check)| place(&format!("Row{index}"), check, w));
        if !rows.is_empty() {
            w.line("");
        }
        w.append(self.body);
    }
}

/// Writes a compile-time assertion.
fn place(name: &str, check: &str, w: &mut Writer) {
    w.line(format!("typedef char Bp{name}[({check}) ? 1 : -1];"));
}

const ENCODER: &str = "
    int Encode$name$(struct $name$ *m, unsigned char *s) {
        return BpEncode$name$(m, s);
    }
";

const DECODER: &str = "
    int Decode$name$(struct $name$ *m, unsigned char *s) {
        return BpSame$name$(m, s);
    }
";

const JSON: &str = "
    int Json$name$_n(const struct $name$ *m, char *s, size_t n) {
        struct BpText text = {s, n > 0 ? n - 1 : 0, 0};
        BpWrite$name$(&text, \"\", m);
        if (n > 0) s[text.length < text.room ? text.length : text.room] = 0;
        return (int)text.length;
    }

    int Json$name$(struct $name$ *m, char *s) {
        return Json$name$_n(m, s, SIZE_MAX);
    }
";

const DECODERS: &str = "
    static int BpDecode$name$(struct $name$ *m, const unsigned char *s, size_t n, size_t room) {
        struct BpReader r = {s, n, 0, 0, 0, 0};
        if (n >= $length$ && BpIsSame$name$(s, n > 8191 ? 65535 : n * 8)) return BpSame$name$(m, s);
        r.limit = room > SIZE_MAX / 8 ? SIZE_MAX : room * 8;
        memset(m, 0, sizeof *m);
        BpRead$name$(&r, m);
        return r.error;
    }

    int Decode$name$(struct $name$ *m, unsigned char *s) {
        return BpDecode$name$(m, s, SIZE_MAX, SIZE_MAX);
    }

    int Decode$name$_n(struct $name$ *m, const unsigned char *s, size_t n) {
        return BpDecode$name$(m, s, n, n);
    }

    int Decode$name$_pad(struct $name$ *m, const unsigned char *s, size_t n) {
        return BpDecode$name$(m, s, n, n < $length$ ? $length$ : n);
    }
";
