package fuzz

import "testing"

// TestNestedTagsAsPeer has built-in tags with wrong contents inside of other tags, where some types never look.
func TestNestedTagsAsPeer(t *testing.T) {
	var types, modes []int
	for i := range ourTypes {
		types = append(types, i)
	}
	for i := range ourDec {
		modes = append(modes, i)
	}
	for _, outer := range []string{"\xd8\x64", "\xc1", "\xc0", "\xd5", "\xd9\xd9\xf7", "\xc2", "\x81\xd8\x64", "\xa1\x61b\xd8\x64", "\xa1\x01\xc1"} {
		for _, inner := range []string{"\xc0\x01", "\xc1\x61x", "\xc2\x01", "\xc3\x61x", "\xd8\x00\xd8\x2d\x20", "\xc1\xc0\x01", "\xd8\x64\xc2\x01", "\xd9\xd9\xf7\xc0\x01", "\xd9\xd9\xf7\x01", "\xd5\x01"} {
			sameDecode(t, []byte(outer+inner), types, modes)
			sameDiagnose(t, []byte(outer+inner))
		}
	}
}
