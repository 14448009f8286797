package fuzz

import (
	"bytes"
	"testing"
)

// TestLimitsAsPeer has arrays, maps and nesting at the limits of a mode and one beyond, in either kind of length.
func TestLimitsAsPeer(t *testing.T) {
	var types []int
	for i := range ourTypes {
		types = append(types, i)
	}
	const limited = 4 // the mode with small limits
	for _, n := range []int{15, 16, 17, 18} {
		for _, element := range []string{"\x01", "\x18\x20", "\x61a", "\x80", "\xa0", "\xf6", "\xfa\x00\x00\x00\x00", "\x41\x00"} {
			array := bytes.Repeat([]byte(element), n)
			sameDecode(t, append([]byte{0x80 | byte(n)}, array...), types, []int{limited})
			sameDecode(t, append(append([]byte{0x9f}, array...), 0xff), types, []int{limited})
			sameDecode(t, append(append([]byte{0x81, 0x9f}, array...), 0xff), types, []int{limited})
			var pairs []byte
			for i := range n {
				pairs = append(append(pairs, 0x61, 'a'+byte(i)), element...)
			}
			sameDecode(t, append([]byte{0xa0 | byte(n)}, pairs...), types, []int{limited})
			sameDecode(t, append(append([]byte{0xbf}, pairs...), 0xff), types, []int{limited})
			sameDecode(t, append(append([]byte{0x81, 0xbf}, pairs...), 0xff), types, []int{limited})
		}
	}
	for n := range 7 {
		for _, open := range []string{"\x81", "\x9f", "\xa1\x01", "\xbf\x61A", "\xa1", "\xc1", "\xd8\x64\x81"} {
			data := append(bytes.Repeat([]byte(open), n), 0x01)
			sameDecode(t, data, types, []int{limited})
			sameDecode(t, append(data, bytes.Repeat([]byte{0xff}, n)...), types, []int{limited})
		}
	}
}
