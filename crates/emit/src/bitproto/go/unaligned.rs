//! Helpers for values and messages that are not byte-aligned.

/// Helpers by name; each may need those below it.
pub const HELPERS: [(&str, &str); 6] = [
    ("bpBit", BIT),
    ("bpGet", GET),
    ("bpPut", PUT),
    ("bpCut", CUT),
    ("bpPaste", PASTE),
    ("errBadAhead", BAD_AHEAD),
];

const BIT: &str = "
    func bpBit$stem$(b bool) (bit uint64) {
    	if b {
    		bit = 1
    	}
    	return bit
    }
";

const GET: &str = "
    // bpGet$stem$ reads an integer at a bit offset.
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
    // bpPut$stem$ writes the lowest bits of w at a bit offset. It clears the bits
    // above them in the last byte and keeps the bits below them in the first byte.
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
    // bpCut$stem$ copies bits so that they start at a byte boundary.
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
    // bpPaste$stem$ does the reverse. It clears the bits above the part in the last
    // byte and keeps the bits below it in the first byte.
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
    var errBadAhead$stem$ = errors.New("bad_ahead: invalid size prefix")
"#;
