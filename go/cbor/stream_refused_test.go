package cbor

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// TestDecoderPassesOverRefusedItems reads streams in which a mode refuses items for other reasons than limits.
func TestDecoderPassesOverRefusedItems(t *testing.T) {
	rejected, err := NewSimpleValueRegistryFromDefaults(WithRejectedSimpleValue(5))
	if err != nil {
		t.Fatal(err)
	}
	dm, err := DecOptions{NaN: NaNDecodeForbidden, IndefLength: IndefLengthForbidden, TagsMd: TagsForbidden, SimpleValues: rejected, MaxNestedLevels: 4}.DecMode()
	if err != nil {
		t.Fatal(err)
	}
	refused := []string{"\xf9\x7e\x00", "\x82\x01\xf9\x7e\x00", "\x9f\x01\xff", "\xc1\x01", "\x81\xc1\x9f\xe5\xff", "\xe5", "\x5f\x41a\xff", "\x81\x78\xff" + strings.Repeat("a", 255)}
	for _, item := range refused {
		for _, one := range []bool{false, true} {
			var r io.Reader = strings.NewReader("\x01" + item + "\x02")
			if one {
				r = iotest.OneByteReader(r)
			}
			d := dm.NewDecoder(r)
			var first, second, third any
			if err := d.Decode(&first); err != nil || first != uint64(1) {
				t.Fatalf("%x: %v %v", item, first, err)
			}
			wanted := dm.Wellformed([]byte(item))
			if err := d.Decode(&second); (err == nil) != (wanted == nil) || err != nil && err.Error() != wanted.Error() || d.NumBytesRead() != 1+len(item) {
				t.Errorf("%x: %v, read %d", item, err, d.NumBytesRead())
			}
			if err := d.Decode(&third); err != nil || third != uint64(2) {
				t.Errorf("behind %x: %v %v", item, third, err)
			}
		}
	}
	for _, item := range []string{"\xf9\x7e", "\x82\xf9\x7e\x00\x1c", "\x9f", "\x81\x81\x81\x81\x81\xe5"} {
		d := dm.NewDecoder(strings.NewReader(item))
		var v any
		for range 2 {
			if err := d.Decode(&v); err == nil || d.NumBytesRead() != 0 {
				t.Errorf("%x: %v, read %d", item, err, d.NumBytesRead())
			}
		}
		if err := d.Skip(); err == nil || d.NumBytesRead() != 0 {
			t.Errorf("Skip %x: %v, read %d", item, err, d.NumBytesRead())
		}
	}
}

// TestDecoderPassesOverLongRefusedItem does so for an item that is decoded while it comes.
func TestDecoderPassesOverLongRefusedItem(t *testing.T) {
	dm, err := DecOptions{NaN: NaNDecodeForbidden, MaxArrayElements: 1 << 20}.DecMode()
	if err != nil {
		t.Fatal(err)
	}
	numbers := make([]float64, 100_000)
	long, err := Marshal(numbers)
	if err != nil {
		t.Fatal(err)
	}
	copy(long[len(long)-9:], "\xfb\x7f\xf8\x00\x00\x00\x00\x00\x01")
	d := dm.NewDecoder(iotest.HalfReader(bytes.NewReader(append(long, 0x02))))
	var v, next any
	if err := d.Decode(&v); err == nil || v != nil || d.NumBytesRead() != len(long) {
		t.Errorf("%v, read %d of %d", err, d.NumBytesRead(), len(long))
	}
	if err := d.Decode(&next); err != nil || next != uint64(2) {
		t.Errorf("behind it: %v %v", next, err)
	}
}
