//! The source file: the codec of every message.

use wireglot_plan::{Layout, LayoutId, LayoutType};

use super::super::apart::{records, Apart};
use super::super::fixed::{begins, one_by_one, words, Job};
use super::super::steps::{steps, Step, Unroll};
use super::super::Options;
use super::json::{self, Json};
use super::memory::Memory;
use super::names::length_macro;
use super::places::Places;
use super::tongue::C;
use super::versions::{self, Versions};
use crate::Writer;

/// The text of `X_bp.c`.
pub fn source(layout: &Layout, module: usize, places: Places, options: &Options) -> Writer {
    let (memory, apart) = (Memory::new(places), Apart::new(layout));
    let mut made =
        Source { places, memory: &memory, body: Writer::new(), checks: Vec::new(), rows: Vec::new() };
    let messages: Vec<LayoutId> =
        super::messages(layout, module).filter(|id| options.wants(layout, *id)).collect();
    let called = apart.called(layout, &messages);
    let versions = Versions { places, apart: &apart };
    versions.needed(&messages).iter().for_each(|id| versions.reader(*id, &mut made.body));
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

/// The codecs of messages and what they need, all of it known to one file only: what
/// faces of other languages wrap.
pub fn codecs(layout: &Layout, places: Places, messages: &[LayoutId]) -> Writer {
    let (memory, apart) = (Memory::new(places), Apart::new(layout));
    let mut made =
        Source { places, memory: &memory, body: Writer::new(), checks: Vec::new(), rows: Vec::new() };
    let versions = Versions { places, apart: &apart };
    versions.needed(messages).iter().for_each(|id| versions.reader(*id, &mut made.body));
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
    /// It stands apart, and something calls its codec.
    called: bool,
    /// For targets that move words.
    short: Vec<Step<'l>>,
    /// For others.
    looped: Vec<Step<'l>>,
}

impl<'l> Record<'l> {
    fn new(layout: &'l Layout, apart: &Apart, id: LayoutId, called: bool) -> Record<'l> {
        let of = |unroll| steps(layout, apart, id, unroll);
        Record { id, ty: layout.get(id), called, short: of(Unroll::ButSolid), looped: of(Unroll::Nothing) }
    }
}

struct Source<'l> {
    places: Places<'l>,
    memory: &'l Memory<'l>,
    body: Writer,
    checks: Vec<String>,
    rows: Vec<String>,
}

impl<'l> Source<'l> {
    /// What those that hold the record call.
    fn codec(&mut self, record: &Record<'l>) {
        let name = self.places.names.ty(record.id);
        let encode = format!("static int BpEncode{name}(const struct {name} *m, unsigned char *s)");
        self.function(&encode, record, Job::Write, "return 0;");
        self.same(record, name);
    }

    /// The decoder for messages of this version, and whether octets are one.
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

    /// A function's body by words, and one by one for other targets.
    fn function(&mut self, head: &str, record: &Record<'l>, job: Job, end: &str) {
        let mut tongue = C {
            places: self.places,
            memory: self.memory,
            message: record.id,
            checks: Vec::new(),
            rows: Vec::new(),
        };
        let wide = words(&mut tongue, &record.short, record.ty.octets(), job, 1);
        let portable = one_by_one(&mut tongue, &record.looped, job);
        self.checks.extend(tongue.checks);
        self.rows.extend(tongue.rows);
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
        self.all(&mut w);
        w
    }

    /// Helpers, checks of places, and the functions.
    fn all(self, w: &mut Writer) {
        w.block(&[], WIDE);
        w.line("");
        helpers(self.body.text(), w);
        if !self.checks.is_empty() {
            let mut checks = self.checks;
            checks.sort();
            checks.dedup();
            w.line("// Moves of several members rely on these places.");
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

/// What the compiler is to see as true.
fn place(name: &str, check: &str, w: &mut Writer) {
    w.line(format!("typedef char Bp{name}[({check}) ? 1 : -1];"));
}

/// The helpers that a text calls, and those that they call.
fn helpers(text: &str, w: &mut Writer) {
    let (mut all, mut wide) = (text.to_string(), wide_only(text));
    let mut wanted = Vec::new();
    for (name, block) in HELPERS.iter().rev() {
        let call = format!("{name}(");
        if all.contains(&call) {
            all.push_str(block);
            let always = wide.contains(&call);
            if always {
                wide.push_str(block);
            }
            wanted.push((*block, always));
        }
    }
    for (block, always) in wanted.into_iter().rev() {
        if !always {
            w.line("#if !BITPROTO_WIDE");
        }
        w.block(&[], block);
        if !always {
            w.line("#endif");
        }
        w.line("");
    }
}

/// A text without what stands between `#else` and `#endif`.
fn wide_only(text: &str) -> String {
    let mut out = String::new();
    let mut portable = false;
    for line in text.lines() {
        match line.trim() {
            "#else" => portable = true,
            "#endif" => portable = false,
            _ if portable => {}
            _ => {
                out.push_str(line);
                out.push('\n');
            }
        }
    }
    out
}

/// Helpers and their text; each needs only those above it.
const HELPERS: [(&str, &str); 17] = [
    ("BpAt", AT),
    ("BpIsBig", IS_BIG),
    ("BpGet", GET),
    ("BpPut", PUT),
    ("BpGetLong", GET_LONG),
    ("BpPutLong", PUT_LONG),
    ("BpCut", CUT),
    ("BpPaste", PASTE),
    ("BpTake", versions::READER),
    ("BpLead", versions::LEAD),
    ("BpOpen", versions::OPEN),
    ("BpCount", versions::COUNT),
    ("BpSkip", versions::SKIP),
    ("BpJsonText", json::TEXT),
    ("BpJsonUnsigned", json::NUMBERS),
    ("BpJsonSigned", json::SIGNED),
    ("BpJsonBool", json::BOOLEANS),
];

const WIDE: &str = "
    // Whether words of eight bytes are moved: on 64-bit little-endian targets.
    #ifndef BITPROTO_WIDE
    #if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && UINTPTR_MAX > 0xffffffffu
    #define BITPROTO_WIDE 1
    #elif defined(_M_X64) || defined(_M_ARM64)
    #define BITPROTO_WIDE 1
    #else
    #define BITPROTO_WIDE 0
    #endif
    #endif
";

const AT: &str = "
    // Where so many bits stand, as one number: it takes one register to hand over.
    #ifndef BpAt
    #define BpAt(bit, bits) ((uint32_t)(bit) << 7 | (uint32_t)(bits))
    #endif
";

const GET: &str = "
    // The integer of at most 32 bits at a place.
    static uint32_t BpGet(const unsigned char *s, uint32_t at) {
        unsigned bits = (unsigned)(at & 127u), have = 8 - (unsigned)(at >> 7 & 7u);
        uint32_t value;
        s += at >> 10;
        value = (uint32_t)*s >> (8 - have);
        while (have < bits) {
            value |= (uint32_t)*++s << have;
            have += 8;
        }
        return value & UINT32_MAX >> (32 - bits);
    }
";

const GET_LONG: &str = "
    static uint64_t BpGetLong(const unsigned char *s, uint32_t at) {
        uint32_t low = BpGet(s, (at & ~127u) | 32u);
        return low | (uint64_t)BpGet(s, at + (32u << 7) - 32u) << 32;
    }
";

const PUT: &str = "
    // Writes the lowest bits of an integer at a place. What the last byte holds above
    // them is zero; what the first one holds below them stays.
    static void BpPut(unsigned char *s, uint32_t at, uint32_t value) {
        unsigned bits = (unsigned)(at & 127u), phase = (unsigned)(at >> 7 & 7u), done = 8 - phase;
        value &= UINT32_MAX >> (32 - bits);
        s += at >> 10;
        *s = (unsigned char)((phase > 0 ? *s : 0u) | (value << phase & 0xffu));
        for (value >>= done; done < bits; done += 8) {
            *++s = (unsigned char)(value & 0xffu);
            value >>= 8;
        }
    }
";

const PUT_LONG: &str = "
    static void BpPutLong(unsigned char *s, uint32_t at, uint64_t value) {
        BpPut(s, (at & ~127u) | 32u, (uint32_t)(value & UINT32_MAX));
        BpPut(s, at + (32u << 7) - 32u, (uint32_t)(value >> 32));
    }
";

const IS_BIG: &str = "
    // Whether the highest octet of an integer comes first.
    static int BpIsBig(void) {
        const uint16_t one = 1;
        return *(const unsigned char *)&one == 0;
    }
";

const CUT: &str = "
    // Copies what stands at a place, so that it begins with an octet. Where the place
    // says so, it is integers of so many octets each, to be in the order of the target.
    static void BpCut(unsigned char *part, const unsigned char *s, uint32_t at, size_t bits) {
        unsigned phase = (unsigned)(at >> 7 & 7u);
        size_t octets = (bits + 7) >> 3, last = (phase + bits - 1) >> 3, o = 0;
        size_t flip = BpIsBig() ? (at & 127u) - 1u : 0;
        s += at >> 10;
    #if BITPROTO_WIDE
        for (; phase > 0 && o + 8 <= last; o += 8) {
            uint64_t w;
            memcpy(&w, s + o, 8);
            w = w >> phase | (uint64_t)s[o + 8] << (64 - phase);
            memcpy(part + o, &w, 8);
        }
    #elif defined(__ARM_FEATURE_UNALIGNED) && !defined(__ARM_BIG_ENDIAN)
        for (; phase > 0 && o + 4 <= last; o += 4) {
            uint32_t w;
            memcpy(&w, s + o, 4);
            w = w >> phase | (uint32_t)s[o + 4] << (32 - phase);
            memcpy(part + o, &w, 4);
        }
    #endif
        for (; o < octets; o++) {
            unsigned pair = s[o];
            if (o < last) pair |= (unsigned)s[o + 1] << 8;
            part[o ^ flip] = (unsigned char)(pair >> phase & 0xffu);
        }
    }
";

const PASTE: &str = "
    // The reverse. What the last byte holds above the part is zero; what the first one
    // holds below it stays.
    static void BpPaste(unsigned char *s, uint32_t at, const unsigned char *part, size_t bits) {
        unsigned phase = (unsigned)(at >> 7 & 7u);
        size_t octets = (bits + 7) >> 3, o = 0;
        size_t flip = BpIsBig() ? (at & 127u) - 1u : 0;
        uint32_t rest;
        s += at >> 10;
        rest = phase > 0 ? *s : 0u;
    #if defined(__ARM_FEATURE_UNALIGNED) && !defined(__ARM_BIG_ENDIAN)
        for (; o + 4 <= octets; o += 4) {
            uint32_t w;
            memcpy(&w, part + o, 4);
            rest |= w << phase;
            memcpy(s + o, &rest, 4);
            rest = w >> 1 >> (31 - phase);
        }
    #endif
        for (; o < octets; o++) {
            rest |= (uint32_t)part[o ^ flip] << phase;
            s[o] = (unsigned char)(rest & 0xffu);
            rest >>= 8;
        }
        if ((phase + bits - 1) >> 3 == octets) s[o] = (unsigned char)rest;
    }
";

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
