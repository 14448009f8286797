//! Decoders for messages of other versions. They follow all length prefixes, skip what a newer sender
//! appended, and set what an older one did not send to zero.

use wireglot_plan::{LayoutField, LayoutId, LayoutKind};

use super::super::out_of_line::{records, OutOfLine};
use super::places::{counter, Places};
use crate::Writer;

/// Generates readers for records that differ between versions.
pub struct Versions<'l> {
    /// Gives the C expressions of parts.
    pub places: Places<'l>,
    /// Records that have readers even if all versions are the same.
    pub apart: &'l OutOfLine,
}

/// An array to read.
struct Array {
    element: LayoutId,
    count: u64,
    extensible: bool,
    /// Whether its elements may be unaligned.
    packed: bool,
}

impl Versions<'_> {
    /// The records for which these messages need a reader, inner ones first.
    pub fn needed(&self, messages: &[LayoutId]) -> Vec<LayoutId> {
        let layout = self.places.layout;
        let changing: Vec<LayoutId> = messages.iter().copied().filter(|id| !layout.get(*id).fixed).collect();
        let all = records(layout, &changing).into_iter();
        all.filter(|id| self.has_reader(*id) && layout.get(*id).bits > 0).collect()
    }

    fn has_reader(&self, record: LayoutId) -> bool {
        !self.places.layout.get(record).fixed || self.apart.has(record)
    }

    /// Generates the reader of a record.
    pub fn reader(&self, id: LayoutId, w: &mut Writer) {
        let ty = self.places.layout.get(id);
        let LayoutKind::Record { fields, extensible } = &ty.kind else { return };
        let name = self.places.names.ty(id);
        let mut body = Writer::new();
        for (position, field) in fields.iter().enumerate() {
            match extensible {
                true => self.optional(id, position, field, &mut body),
                false => {
                    let part = format!("m->{}", self.places.names.field(id, position));
                    self.value(field.ty, &part, self.places.is_packed_record(id), 0, &mut body);
                }
            }
        }
        w.open(format!("static void BpRead{name}(struct BpReader *r, struct {name} *m) {{"));
        if *extensible {
            w.line("size_t begin = r->at, around = r->limit;");
            w.line(format!("size_t end = BpOpen(r, {});", ty.bits));
        }
        if !body.text().contains("m->") {
            w.line("(void)m;");
        }
        w.append(body);
        if *extensible {
            w.line("if (r->error == 0 && end > begin) r->at = end;");
            w.line("r->limit = around;");
        }
        w.close("}");
        w.line("");
    }

    /// Reads a field that an older sender may not have sent.
    fn optional(&self, id: LayoutId, position: usize, field: &LayoutField, w: &mut Writer) {
        let mut body = Writer::new();
        let part = format!("m->{}", self.places.names.field(id, position));
        self.value(field.ty, &part, self.places.is_packed_record(id), 0, &mut body);
        match body.text().lines().count() {
            0 => {}
            1 => w.line(format!("if (r->at < r->limit) {}", body.text().trim())),
            _ => {
                w.open("if (r->at < r->limit) {");
                w.append(body);
                w.close("}");
            }
        }
    }

    /// Reads a part, which may be unaligned if it is inside a packed record.
    fn value(&self, id: LayoutId, part: &str, packed: bool, depth: usize, w: &mut Writer) {
        let base = self.places.layout.base(id);
        let ty = self.places.layout.get(base);
        let name = self.places.type_name(id);
        match &ty.kind {
            LayoutKind::Record { .. } if ty.bits == 0 => {}
            LayoutKind::Record { .. } if self.has_reader(base) => self.call(base, part, packed, w),
            LayoutKind::Record { fields, .. } => {
                let packed = packed || self.places.is_packed_record(base);
                for (position, field) in fields.iter().enumerate() {
                    let part = format!("{part}.{}", self.places.names.field(base, position));
                    self.value(field.ty, &part, packed, depth, w);
                }
            }
            LayoutKind::Array { element, count, extensible } => {
                let array = Array { element: *element, count: *count, extensible: *extensible, packed };
                self.array(&array, part, depth, w);
            }
            LayoutKind::Boolean => w.line(format!("{part} = BpTake(r, 1) != 0;")),
            LayoutKind::Float => {
                w.line(format!("{part} = BpFloat{0}((uint{0}_t)BpTake(r, {0}));", ty.bits));
            }
            LayoutKind::Signed if ty.bits < super::super::steps::storage(ty.bits) => {
                let sign = format!("0x{:x}u", 1u64 << (ty.bits - 1));
                w.line(format!("{part} = ({name})((BpTake(r, {}) ^ {sign}) - {sign});", ty.bits));
            }
            _ => w.line(format!("{part} = ({name})BpTake(r, {});", ty.bits)),
        }
    }

    fn call(&self, record: LayoutId, part: &str, packed: bool, w: &mut Writer) {
        let name = self.places.names.ty(record);
        if !packed {
            w.line(format!("BpRead{name}(r, &{part});"));
            return;
        }
        w.open("{");
        w.line(format!("struct {name} aligned = {part};"));
        w.line(format!("BpRead{name}(r, &aligned);"));
        w.line(format!("{part} = aligned;"));
        w.close("}");
    }

    fn array(&self, array: &Array, part: &str, depth: usize, w: &mut Writer) {
        let Array { element, count, extensible, packed } = *array;
        let i = counter(depth);
        let mut body = Writer::new();
        self.value(element, &format!("{part}[{i}]"), packed, depth + 1, &mut body);
        if !extensible {
            w.open(format!("for (size_t {i} = 0; {i} < {count}; {i}++) {{"));
            w.append(body);
            w.close("}");
            return;
        }
        let sent = format!("sent{depth}");
        w.open("{");
        w.line(format!("size_t {sent} = BpCount(r, {count});"));
        w.open(format!("for (size_t {i} = 0; {i} < {sent} && {i} < {count}; {i}++) {{"));
        w.append(body);
        w.close("}");
        let ty = self.places.layout.get(element);
        if ty.fixed {
            w.line(format!("if ({sent} > {count}) BpSkip(r, {sent} - {count}, {});", ty.bits));
        } else {
            w.open(format!("for (size_t {i} = {count}; {i} < {sent} && r->error == 0; {i}++) {{"));
            w.line(format!("{} skipped{depth};", self.places.type_name(element)));
            self.value(element, &format!("skipped{depth}"), false, depth + 1, w);
            w.line(format!("(void)skipped{depth};"));
            w.close("}");
        }
        w.close("}");
    }
}

/// Helpers that all these readers need.
pub const READER: &str = "
    /* Reads a message that another version may have written. After the first error,
       everything reads as zero. */
    struct BpReader {
        const unsigned char *s;
        size_t octets; /* number of bytes present; those after them read as zero */
        size_t at;     /* number of bits read */
        size_t limit;  /* where the innermost extensible message ends */
        int foreign;   /* a length prefix differs from what this version writes */
        int error;
    };

    static uint64_t BpFail(struct BpReader *r, int error) {
        if (r->error == 0) r->error = error;
        r->limit = r->at;
        return 0;
    }

    static uint64_t BpTake(struct BpReader *r, unsigned bits) {
        size_t octet = r->at >> 3;
        unsigned phase = (unsigned)(r->at & 7), have = 0;
        uint64_t value = 0;
        if (r->limit - r->at < bits) {
            return BpFail(r, r->foreign ? BITPROTO_BAD_AHEAD : BITPROTO_SHORT);
        }
        r->at += bits;
    #if BITPROTO_WIDE
        if (octet < r->octets && r->octets - octet > 8) {
            memcpy(&value, r->s + octet, 8);
            value >>= phase;
            if (phase + bits > 64) value |= (uint64_t)r->s[octet + 8] << (64 - phase);
            return value & UINT64_MAX >> (64 - bits);
        }
    #endif
        while (have < bits) {
            uint64_t next = octet < r->octets ? (uint64_t)r->s[octet] >> phase : 0;
            value |= next << have;
            have += 8 - phase;
            phase = 0;
            octet++;
        }
        return value & UINT64_MAX >> (64 - bits);
    }

";

/// Reads a length prefix.
pub const LEAD: &str = "
    // Reads a length prefix; sets *absent if it was not sent at all.
    static size_t BpLead(struct BpReader *r, size_t own, int *absent) {
        int missing = r->octets < 65536 && r->at + 16 > r->octets * 8;
        size_t lead = (size_t)BpTake(r, 16);
        *absent = r->error != 0 || (missing && lead == 0);
        if (!*absent && lead != own) r->foreign = 1;
        return lead;
    }
";

/// Reads the length prefix of an extensible message.
pub const OPEN: &str = "
    /* Opens an extensible message; `own` is its size in bits in this version. Returns its
       end, or 0 if there is nothing to read. */
    static size_t BpOpen(struct BpReader *r, size_t own) {
        size_t begin = r->at, room = r->limit - r->at;
        int absent;
        size_t size = BpLead(r, own, &absent);
        if (absent) {
            size_t end = begin + (room < own ? room : own);
            if (r->error == 0) r->at = end;
            r->limit = r->at;
            return 0;
        }
        if (size < 16 || size > room) {
            int error = size < 16 || r->foreign ? BITPROTO_BAD_AHEAD : BITPROTO_SHORT;
            return (size_t)BpFail(r, error);
        }
        r->limit = begin + size;
        return r->limit;
    }
";

/// Reads the length prefix of an extensible array.
pub const COUNT: &str = "
    static size_t BpCount(struct BpReader *r, size_t own) {
        int absent;
        size_t count = BpLead(r, own, &absent);
        return absent ? 0 : count;
    }
";

/// Skips elements.
pub const SKIP: &str = "
    static void BpSkip(struct BpReader *r, size_t count, size_t bits) {
        if (bits > 0 && count > (r->limit - r->at) / bits) {
            (void)BpFail(r, BITPROTO_BAD_AHEAD);
        } else {
            r->at += count * bits;
        }
    }
";
