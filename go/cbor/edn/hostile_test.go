package edn

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// Deep or long input ends in an error or a result, in time that grows with its length.
func TestHostileInput(t *testing.T) {
	n := 1 << 17
	if testing.Short() {
		n = 1 << 16
	}
	texts := map[string]string{
		"arrays":       strings.Repeat("[", n),
		"maps":         strings.Repeat("{1:", n),
		"tags":         strings.Repeat("1(", n),
		"embedded":     strings.Repeat("<<", n),
		"joined":       strings.Repeat(`"a"+`, n) + `"a"`,
		"gaps":         "h'" + strings.Repeat("00 ... ", n) + "'",
		"digits":       strings.Repeat("9", n),
		"comments":     strings.Repeat("/ / ", n),
		"backquotes":   strings.Repeat("`", n),
		"fences":       "``" + strings.Repeat("` ", n),
		"escape":       `"` + strings.Repeat(`\u{0`, n),
		"chunk errors": strings.Repeat("(_ ", n),
	}
	for name, text := range texts {
		start := time.Now()
		_, err := Parse(text)
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("%s: took %v", name, took)
		}
		if name != "joined" && name != "gaps" && err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	for _, initial := range []byte{0x81, 0x9f, 0xa1, 0xbf, 0xc1, 0x5f, 0x9b, 0xbb} {
		if _, err := Format(bytes.Repeat([]byte{initial}, n)); err == nil {
			t.Errorf("%#x: accepted", initial)
		}
	}
}

// FuzzRoundTrip: what Format prints, Parse reads back to the octet, and what Parse takes is
// well-formed.
func FuzzRoundTrip(f *testing.F) {
	f.Add([]byte{0xa1, 0x19, 0x00, 0x01, 0x5f, 0xff}, `[_ 1_1, "a"_0, 2(h'00'), 1.5_3]`)
	f.Add([]byte{0xfb, 0x7f, 0xf8, 0, 0, 0, 0, 0, 1}, "(_ 'a' 'b') ")
	f.Fuzz(func(t *testing.T, data []byte, text string) {
		if printed, err := Format(data); err == nil {
			if back, err := Parse(printed); err != nil || !bytes.Equal(back, data) {
				t.Fatalf("%x prints as %q, reads as %x, %v", data, printed, back, err)
			}
		}
		if encoded, err := Parse(text); err == nil {
			if _, err := Format(encoded); err != nil {
				t.Fatalf("%q gives %x: %v", text, encoded, err)
			}
		}
	})
}
