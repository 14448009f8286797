//! Decoders for messages of other versions.

use wireglot_plan::{LayoutId, LayoutKind};

use super::super::out_of_line::records;
use super::super::steps::Leaf;
use super::super::word_dialect::WordDialect;
use super::word_dialect::Go;
use crate::Writer;

impl Go<'_> {
    /// The records for which these messages need a reader, inner ones first.
    pub fn needed(&self, messages: &[LayoutId]) -> Vec<LayoutId> {
        let layout = self.layout;
        let changing: Vec<LayoutId> = messages.iter().copied().filter(|id| !layout.get(*id).fixed).collect();
        let all = records(layout, &changing).into_iter();
        all.filter(|id| self.has_reader(*id) && layout.get(*id).bits > 0).collect()
    }

    fn has_reader(&self, record: LayoutId) -> bool {
        !self.layout.get(record).fixed || self.apart.has(record)
    }

    /// The name of a record's reader.
    pub fn reader_name(&self, id: LayoutId) -> String {
        self.codec_name("Read", id)
    }

    /// Generates the reader of a record. If the record has a codec and all length prefixes match this
    /// version, the reader uses the codec.
    pub fn reader(&self, id: LayoutId, has_codec: bool, w: &mut Writer) {
        let ty = self.layout.get(id);
        let LayoutKind::Record { fields, extensible } = &ty.kind else { return };
        let head =
            format!("func {}(r *bpReader{}, m *{}) {{", self.reader_name(id), self.stem, self.type_name(id));
        w.open(head);
        if has_codec {
            self.own(id, w);
        }
        if *extensible {
            w.line("begin, around := r.at, r.limit");
            w.line(format!("end := r.open({})", ty.bits));
        }
        for (position, field) in fields.iter().enumerate() {
            let part = format!("m.{}", self.names.field(id, position));
            if !*extensible {
                self.read(field.ty, &part, 0, w);
                continue;
            }
            let mut body = Writer::new();
            self.read(field.ty, &part, 0, &mut body);
            if !body.text().is_empty() {
                w.open("if r.at < r.limit {");
                w.append(body);
                w.close("}");
            }
        }
        if *extensible {
            w.open("if r.err == nil && end > begin {");
            w.line("r.at = end");
            w.close("}");
            w.line("r.limit = around");
        }
        w.close("}");
        w.line("");
    }

    /// Reads a record of this version with its codec, and returns.
    fn own(&self, id: LayoutId, w: &mut Writer) {
        let (ty, stem) = (self.layout.get(id), &self.stem);
        w.open(format!("if r.has({}) {{", ty.bits));
        w.line(format!("var part [{}]byte", ty.octets()));
        w.line(format!("bpCut{stem}(part[:], r.s, r.at, {})", ty.bits));
        if !ty.fixed {
            w.open(format!("if {}(part[:]) {{", self.codec_name("IsSame", id)));
        }
        w.line(match ty.module == self.module {
            true => "m.get(part[:])".to_string(),
            false => format!("{}(m, part[:])", self.codec_name("Get", id)),
        });
        w.line(format!("r.at += {}", ty.bits));
        w.line("return");
        if !ty.fixed {
            w.close("}");
        }
        w.close("}");
    }

    fn read(&self, id: LayoutId, part: &str, depth: usize, w: &mut Writer) {
        let base = self.layout.base(id);
        let ty = self.layout.get(base);
        match &ty.kind {
            LayoutKind::Record { .. } if ty.bits == 0 => {}
            LayoutKind::Record { .. } if self.has_reader(base) => {
                w.line(format!("{}(r, &{part})", self.reader_name(base)));
            }
            LayoutKind::Record { fields, .. } => {
                for (position, field) in fields.iter().enumerate() {
                    self.read(field.ty, &format!("{part}.{}", self.names.field(base, position)), depth, w);
                }
            }
            LayoutKind::Array { element, count, extensible } => {
                let i = self.counter(depth);
                if !*extensible {
                    w.open(format!("for {i} := 0; {i} < {count}; {i}++ {{"));
                    self.read(*element, &format!("{part}[{i}]"), depth + 1, w);
                    w.close("}");
                    return;
                }
                let sent = format!("sent{depth}");
                w.open("{");
                w.line(format!("{sent} := r.count({count})"));
                w.open(format!("for {i} := 0; {i} < {sent} && {i} < {count}; {i}++ {{"));
                self.read(*element, &format!("{part}[{i}]"), depth + 1, w);
                w.close("}");
                let each = self.layout.get(*element);
                if each.fixed {
                    w.line(format!("r.skip({sent}-{count}, {})", each.bits));
                } else {
                    w.open(format!("for {i} := {count}; {i} < {sent} && r.err == nil; {i}++ {{"));
                    w.line(format!("var skipped{depth} {}", self.type_name(*element)));
                    self.read(*element, &format!("skipped{depth}"), depth + 1, w);
                    w.close("}");
                }
                w.close("}");
            }
            _ => {
                let leaf = Leaf { place: Vec::new(), written: id, ty, bit: 0 };
                let value = self.value(&leaf, &format!("r.take({})", ty.bits), 0, true);
                w.line(format!("{part} = {value}"));
            }
        }
    }
}

/// Helpers that all these readers need.
pub const READER: &str = r#"
    // bpReader$stem$ reads a message that another version may have written. After the
    // first error, everything reads as zero.
    type bpReader$stem$ struct {
    	s       []byte // the bytes present; those after them read as zero
    	at      int    // number of bits read
    	limit   int    // where the innermost extensible message ends
    	foreign bool   // a length prefix differs from what this version writes
    	err     error
    }

    func (r *bpReader$stem$) fail(err error) {
    	if r.err == nil {
    		r.err = err
    	}
    	r.limit = r.at
    }

    func (r *bpReader$stem$) short() error {
    	if r.foreign {
    		return errBadAhead$stem$
    	}
    	return io.ErrUnexpectedEOF
    }

    // has reports whether the message has that many more bits.
    func (r *bpReader$stem$) has(bits int) bool {
    	return r.limit-r.at >= bits && len(r.s)*8-r.at >= bits
    }

    func (r *bpReader$stem$) take(bits int) uint64 {
    	if r.limit-r.at < bits {
    		r.fail(r.short())
    		return 0
    	}
    	octet, phase := r.at>>3, r.at&7
    	r.at += bits
    	var w uint64
    	if len(r.s)-octet > 8 {
    		w = binary.LittleEndian.Uint64(r.s[octet:])>>phase | uint64(r.s[octet+8])<<(64-phase)
    	} else {
    		for have := -phase; have < bits && octet < len(r.s); have += 8 {
    			if have < 0 {
    				w = uint64(r.s[octet]) >> -have
    			} else {
    				w |= uint64(r.s[octet]) << have
    			}
    			octet++
    		}
    	}
    	return w & ((1<<64 - 1) >> (64 - bits))
    }

    // lead reads a length or count prefix; absent is true if it was not sent at all.
    func (r *bpReader$stem$) lead(own int) (lead int, absent bool) {
    	missing := r.at+16 > len(r.s)*8
    	lead = int(r.take(16))
    	if r.err != nil || missing && lead == 0 {
    		return 0, true
    	}
    	r.foreign = r.foreign || lead != own
    	return lead, false
    }

    // open opens an extensible message; own is its size in bits in this version. It returns
    // its end, or 0 if there is nothing to read.
    func (r *bpReader$stem$) open(own int) int {
    	begin, room := r.at, r.limit-r.at
    	size, absent := r.lead(own)
    	switch {
    	case r.err != nil:
    		return 0
    	case absent:
    		if own > room {
    			own = room
    		}
    		r.at = begin + own
    		r.limit = r.at
    		return 0
    	case size < 16:
    		r.fail(errBadAhead$stem$)
    		return 0
    	case size > room:
    		r.fail(r.short())
    		return 0
    	}
    	r.limit = begin + size
    	return r.limit
    }

    func (r *bpReader$stem$) count(own int) int {
    	count, _ := r.lead(own)
    	return count
    }

    // skip skips any elements that this version does not have.
    func (r *bpReader$stem$) skip(count, bits int) {
    	if count <= 0 || r.err != nil {
    		return
    	}
    	if count*bits > r.limit-r.at {
    		r.fail(errBadAhead$stem$)
    		return
    	}
    	r.at += count * bits
    }
"#;
