//! Methods of messages, and the codecs they call.

use wireglot_plan::{LayoutId, LayoutType};

use super::super::fixed::{begins, words};
use super::super::steps::{steps, Unroll};
use super::super::word_dialect::Job;
use super::super::Options;
use super::names::length_constant;
use super::File;

impl File<'_> {
    pub(super) fn methods(&mut self, id: LayoutId, name: &str, ty: &LayoutType, options: &Options) {
        let (length, octets) = (length_constant(name), ty.octets().to_string());
        let names = [("name", name), ("length", length.as_str()), ("octets", octets.as_str())];
        self.w.block(&names, COMMON);
        self.w.line("");
        let wanted = options.wants(self.go.layout, id);
        if wanted {
            let (reader, stem) = (self.go.reader_name(id), self.go.stem.clone());
            let names: Vec<(&str, &str)> =
                names.into_iter().chain([("reader", reader.as_str()), ("stem", stem.as_str())]).collect();
            self.w.block(&names, ENCODE);
            self.w.line("");
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

    /// Generates codecs for records of other modules.
    pub(super) fn codecs(&mut self) {
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
}

const COMMON: &str = r#"
    // Number of bytes to serialize struct $name$
    const $length$ uint32 = $octets$

    // Size returns the number of bytes that Encode returns.
    func (m *$name$) Size() uint32 { return $octets$ }

    // Returns string representation for struct $name$.
    func (m *$name$) String() string {
    	v, _ := json.Marshal(m)
    	return string(v)
    }
"#;

const ENCODE: &str = r#"
    // Encode struct $name$ to bytes buffer.
    func (m *$name$) Encode() []byte {
    	s := new([$octets$]byte)
    	m.put(s[:])
    	return s[:]
    }

    // EncodeTo encodes struct $name$ into the first bytes of s. It fails with
    // io.ErrUnexpectedEOF if s is too short.
    func (m *$name$) EncodeTo(s []byte) error {
    	if len(s) < $octets$ {
    		return io.ErrUnexpectedEOF
    	}
    	m.put(s)
    	return nil
    }
"#;

const FIXED: &str = r#"
    // Decode struct $name$ from s, which must not be shorter than Size.
    func (m *$name$) Decode(s []byte) {
    	m.get(s)
    }

    // DecodeFrom decodes struct $name$ from s. It fails with io.ErrUnexpectedEOF if
    // s is too short.
    func (m *$name$) DecodeFrom(s []byte) error {
    	if len(s) < $octets$ {
    		return io.ErrUnexpectedEOF
    	}
    	m.get(s)
    	return nil
    }

    // DecodePadded decodes struct $name$ from s; missing bytes count as zero.
    func (m *$name$) DecodePadded(s []byte) error {
    	var all [$octets$]byte
    	copy(all[:], s)
    	m.get(all[:])
    	return nil
    }
"#;

const EXTENSIBLE: &str = r#"
    // Decode struct $name$ from s; it panics if DecodeFrom fails.
    func (m *$name$) Decode(s []byte) {
    	if err := m.DecodeFrom(s); err != nil {
    		panic(err)
    	}
    }

    // DecodeFrom decodes struct $name$ from s, which any version may have written.
    // It fails with io.ErrUnexpectedEOF if s is too short, and also if a length prefix is invalid.
    func (m *$name$) DecodeFrom(s []byte) error {
    	return m.decode(s, len(s))
    }

    // DecodePadded decodes struct $name$ from s; missing bytes count as zero.
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
