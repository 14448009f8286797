//! The source file: the codec of every message.

use wireglot_plan::{Layout, LayoutId};

use super::super::steps::steps;
use super::super::Options;
use super::json::{self, Json};
use super::memory::Memory;
use super::names::length_macro;
use super::places::Places;
use super::portable::{At, Portable};
use super::versions::{self, Versions};
use super::wide::{Job, Wide};
use crate::Writer;

/// The text of `X_bp.c`.
pub fn source(layout: &Layout, module: usize, places: Places, options: &Options) -> Writer {
    let memory = Memory::new(layout);
    let packed = layout.modules[module].number("c.struct_packing_alignment") > 0;
    let mut made =
        Source { layout, places, memory: &memory, options, body: Writer::new(), checks: Vec::new() };
    let versions = Versions { places, packed };
    let mut needed = Vec::new();
    let messages: Vec<LayoutId> =
        super::messages(layout, module).filter(|id| options.wants(layout, *id)).collect();
    messages.iter().for_each(|id| versions.needed(*id, &mut needed));
    needed.iter().for_each(|id| versions.reader(*id, &mut made.body));
    messages.iter().for_each(|id| made.message(*id));
    made.file(&layout.modules[module].stem)
}

struct Source<'l> {
    layout: &'l Layout,
    places: Places<'l>,
    memory: &'l Memory<'l>,
    options: &'l Options,
    body: Writer,
    checks: Vec<String>,
}

/// The two ways of one function's body.
struct Ways {
    wide: Writer,
    portable: Writer,
}

impl<'l> Source<'l> {
    fn wide(&self, id: LayoutId) -> Wide<'l> {
        let (places, memory) = (self.places, self.memory);
        Wide { places, memory, message: id, w: Writer::new(), checks: Vec::new() }
    }

    fn message(&mut self, id: LayoutId) {
        let ty = self.layout.get(id);
        let name = self.places.names.ty(id).to_string();
        let (unrolled, looped) = (steps(self.layout, id, true), steps(self.layout, id, false));
        let portable = Portable { places: self.places, pointer: "s" };

        let mut wide = self.wide(id);
        wide.write(&unrolled, ty.octets());
        let ways = self.ways(wide, |w| portable.write(&looped, &At::start(), w));
        self.function(&format!("int Encode{name}(struct {name} *m, unsigned char *s)"), ways, "return 0;");

        let mut wide = self.wide(id);
        wide.read(&unrolled, ty.octets(), Job::Read);
        let ways = self.ways(wide, |w| portable.read(&looped, &At::start(), w));
        if ty.fixed {
            self.function(
                &format!("int Decode{name}(struct {name} *m, unsigned char *s)"),
                ways,
                "return 0;",
            );
        } else {
            let head = format!("static int BpSame{name}(struct {name} *m, const unsigned char *s)");
            self.function(&head, ways, "return 0;");
            let mut wide = self.wide(id);
            wide.read(&unrolled, ty.octets(), Job::Check);
            let ways = self.ways(wide, |w| portable.check(&looped, &At::start(), w));
            self.function(&format!("static int BpIsSame{name}(const unsigned char *s)"), ways, "return 1;");
            self.body.block(&[("name", &name), ("length", &length_macro(&name))], DECODERS);
            self.body.line("");
        }
        if !self.options.optimize {
            self.json(id, &name);
        }
    }

    fn ways(&mut self, wide: Wide, portable: impl FnOnce(&mut Writer)) -> Ways {
        self.checks.extend(wide.checks);
        let mut w = Writer::new();
        portable(&mut w);
        Ways { wide: wide.w, portable: w }
    }

    fn function(&mut self, head: &str, ways: Ways, end: &str) {
        let w = &mut self.body;
        w.open(format!("{head} {{"));
        let text = ways.wide.text().to_string();
        let all = format!("{text}{}", ways.portable.text());
        if head.contains("*m") && !all.contains("m->") {
            w.line("(void)m;");
        }
        if all.is_empty() {
            w.line("(void)s;");
        } else if text == ways.portable.text() {
            w.append(ways.portable);
        } else {
            w.line("#if BITPROTO_WIDE");
            match (text.contains("&w,") || text.contains("w ="), text.contains("&x,")) {
                (true, true) => w.line("uint64_t w, x;"),
                (true, false) => w.line("uint64_t w;"),
                _ => {}
            }
            w.append(ways.wide);
            w.line("#else");
            w.append(ways.portable);
            w.line("#endif");
        }
        w.line(end);
        w.close("}");
        w.line("");
    }

    fn json(&mut self, id: LayoutId, name: &str) {
        let mut fields = Writer::new();
        Json { places: self.places }.record(id, "m->", 0, &mut fields);
        let w = &mut self.body;
        w.open(format!("int Json{name}_n(const struct {name} *m, char *s, size_t n) {{"));
        w.line("struct BpText text = {s, n > 0 ? n - 1 : 0, 0}, *t = &text;");
        if !fields.text().contains("m->") {
            w.line("(void)m;");
        }
        w.append(fields);
        w.line("if (n > 0) s[t->length < t->room ? t->length : t->room] = 0;");
        w.line("return (int)t->length;");
        w.close("}");
        w.line("");
        w.open(format!("int Json{name}(struct {name} *m, char *s) {{"));
        w.line(format!("return Json{name}_n(m, s, SIZE_MAX);"));
        w.close("}");
        w.line("");
    }

    fn file(self, stem: &str) -> Writer {
        let mut w = Writer::new();
        w.line("// Code generated by wireglot. DO NOT EDIT.");
        w.line("");
        w.line(format!("#include \"{stem}_bp.h\"\n"));
        w.block(&[], WIDE);
        w.line("");
        helpers(self.body.text(), &mut w);
        if !self.checks.is_empty() {
            let mut checks = self.checks;
            checks.sort();
            checks.dedup();
            w.line("#if BITPROTO_WIDE");
            w.line("// Moves of whole words rely on these places of members.");
            for (index, check) in checks.iter().enumerate() {
                w.line(format!("typedef char BpPlace{index}[({check}) ? 1 : -1];"));
            }
            w.line("#endif\n");
        }
        w.append(self.body);
        w
    }
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
const HELPERS: [(&str, &str); 10] = [
    ("BpGet", GET),
    ("BpPut", PUT),
    ("BpTake", versions::READER),
    ("BpLead", versions::LEAD),
    ("BpOpen", versions::OPEN),
    ("BpCount", versions::COUNT),
    ("BpSkip", versions::SKIP),
    ("BpJsonText", json::TEXT),
    ("BpJsonUnsigned", json::NUMBERS),
    ("BpJsonSigned", json::SIGNED),
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

const GET: &str = "
    // The integer of so many bits at a bit.
    static uint64_t BpGet(const unsigned char *s, size_t bit, unsigned bits) {
        unsigned have = 8 - (unsigned)(bit & 7);
        uint64_t value;
        s += bit >> 3;
        value = (uint64_t)*s >> (bit & 7);
        while (have < bits) {
            value |= (uint64_t)*++s << have;
            have += 8;
        }
        return value & UINT64_MAX >> (64 - bits);
    }
";

const PUT: &str = "
    // Writes the lowest bits of an integer at a bit. What the last byte holds above
    // them is zero; what the first one holds below them stays.
    static void BpPut(unsigned char *s, size_t bit, unsigned bits, uint64_t value) {
        unsigned phase = (unsigned)(bit & 7), done = 8 - phase;
        value &= UINT64_MAX >> (64 - bits);
        s += bit >> 3;
        *s = (unsigned char)((phase > 0 ? *s : 0u) | (unsigned)(value << phase & 0xffu));
        while (done < bits) {
            *++s = (unsigned char)(value >> done & 0xffu);
            done += 8;
        }
    }
";

const DECODERS: &str = "
    static int BpDecode$name$(struct $name$ *m, const unsigned char *s, size_t n, size_t room) {
        struct BpReader r = {s, n, 0, 0, 0, 0};
        if (n >= $length$ && BpIsSame$name$(s)) return BpSame$name$(m, s);
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
