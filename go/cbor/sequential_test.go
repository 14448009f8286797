package cbor

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
)

// configMap is one of a list that does not fit memory.
type configMap struct {
	Kind string            `cbor:"kind"`
	Name string            `cbor:"name"`
	Data map[string]string `cbor:"data"`
}

func newConfigMap(size int) configMap {
	return configMap{"ConfigMap", "settings", map[string]string{"text": strings.Repeat("x", size)}}
}

// writeList writes {"kind": "List", "items": [...]} with n config maps, head by head.
func writeList(w io.Writer, n, size int) error {
	se := NewStreamEncoder(w)
	defer se.Close()
	item := newConfigMap(size)
	err := errors.Join(se.EncodeMapHead(2), se.EncodeString("kind"), se.EncodeString("List"), se.EncodeString("items"), se.EncodeArrayHead(uint64(n)))
	for range n {
		err = errors.Join(err, se.Encode(item), se.Flush())
	}
	return errors.Join(err, se.Flush())
}

// readList reads what writeList has written, and calls what it is given for each config map.
func readList(r io.Reader, each func(m *configMap)) (items int, err error) {
	sd := NewStreamDecoder(r)
	pairs, err := sd.DecodeMapHead()
	for range pairs {
		var key string
		if key, err = sd.DecodeString(); err != nil {
			return 0, err
		}
		if key != "items" {
			if err := sd.Skip(); err != nil {
				return 0, err
			}
			continue
		}
		n, err := sd.DecodeArrayHead()
		if err != nil {
			return 0, err
		}
		for range n {
			var m configMap
			if err := sd.Decode(&m); err != nil {
				return items, err
			}
			items++
			each(&m)
		}
	}
	if _, e := sd.NextType(); err == nil && e != io.EOF {
		return items, e
	}
	return items, err
}

// TestListThroughStreams sends a list through a pipe: no more than a few of its elements are ever in memory.
func TestListThroughStreams(t *testing.T) {
	n, size := 10_000, 100_000
	if testing.Short() {
		n = 300
	}
	r, w := io.Pipe()
	go func() { w.CloseWithError(writeList(w, n, size)) }()
	var top uint64
	seen := 0
	items, err := readList(r, func(m *configMap) {
		if len(m.Data["text"]) != size {
			t.Error(len(m.Data["text"]))
		}
		if seen++; seen%100 != 0 {
			return
		}
		// Only what is in use counts: how much garbage there is depends on how busy the machine is.
		var now runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&now)
		top = max(top, now.HeapAlloc)
	})
	if err != nil || items != n {
		t.Fatal(items, err)
	}
	if top > 24<<20 {
		t.Errorf("%d octets in memory for elements of %d", top, size)
	}
	t.Logf("%d items, at most %d octets in memory", items, top)
}

// TestListIsThatOfTheWhole compares the octets of a list that is written head by head with those of its value.
func TestListIsThatOfTheWhole(t *testing.T) {
	type list struct {
		Kind  string      `cbor:"kind"`
		Items []configMap `cbor:"items"`
	}
	for _, n := range []int{0, 1, 30} {
		var b bytes.Buffer
		if err := writeList(&b, n, 100_000); err != nil {
			t.Fatal(err)
		}
		whole := list{"List", make([]configMap, n)}
		for i := range whole.Items {
			whole.Items[i] = newConfigMap(100_000)
		}
		if want, err := Marshal(whole); err != nil || !bytes.Equal(b.Bytes(), want) {
			t.Errorf("%d items: %v", n, err)
		}
	}
}

// longItems are items longer than what a StreamDecoder checks as a whole, nested in all ways.
func longItems(t *testing.T) map[string][]byte {
	long := "\x5a\x00\x08\x00\x00" + strings.Repeat("y", 1<<19)
	small := strings.Repeat("\x83\x01\x61a\xf6", 1000)
	items := map[string]string{
		"array":                 "\x84" + long + long + long + "\x01",
		"map":                   "\xa2\x61a\x82" + long + long + "\x61b\x83" + long + long + "\x00",
		"tags":                  "\xd8\x64\xd8\x65\x84" + long + "\xc1\x82" + long + long + long + "\x01",
		"deep":                  "\x81\x81\x81\xa1\x00\x83" + long + long + long,
		"indefinite":            "\x9f" + long + "\x9f" + long + long + "\xff" + long + "\xbf\x61a\x9f" + long + long + long + "\xff\xff\xff",
		"many":                  "\x99\x27\x10" + strings.Repeat("\x82"+small[:5]+"\x78\xc8"+strings.Repeat("z", 200), 10_000),
		"many without a length": "\x9f" + strings.Repeat("\x78\xc8"+strings.Repeat("z", 200), 10_000) + "\xff",
	}
	out := map[string][]byte{}
	for name, item := range items {
		if err := mustDec(t, DecOptions{}).Wellformed([]byte(item)); err != nil {
			t.Fatal(name, err)
		}
		out[name] = []byte(item)
	}
	return out
}

// readAll reads the next item head by head and returns it as it was.
func readAll(sd *StreamDecoder, out []byte) ([]byte, error) {
	typ, err := sd.NextType()
	if err != nil {
		return out, err
	}
	elements := func(n uint64) error {
		for range n {
			if out, err = readAll(sd, out); err != nil {
				return err
			}
		}
		return nil
	}
	switch typ {
	case ArrayType:
		n, err := sd.DecodeArrayHead()
		if err != nil {
			return out, err
		}
		out = appendHead(out, cborTypeArray, n)
		return out, elements(n)
	case MapType:
		n, err := sd.DecodeMapHead()
		if err != nil {
			return out, err
		}
		out = appendHead(out, cborTypeMap, n)
		return out, elements(2 * n)
	case TagType:
		n, err := sd.DecodeTagNumber()
		if err != nil {
			return out, err
		}
		out = appendHead(out, cborTypeTag, n)
		return out, elements(1)
	}
	item, err := sd.DecodeRawBytes()
	return append(out, item...), err
}

// TestLongItems reads items that are too long to be checked as a whole, in all ways and pieces.
func TestLongItems(t *testing.T) {
	for name, item := range longItems(t) {
		data := append(bytes.Clone(item), "\x81\x07"...)
		for how, read := range map[string]func(sd *StreamDecoder) ([]byte, error){
			"skip":    func(sd *StreamDecoder) ([]byte, error) { return item, sd.Skip() },
			"raw":     (*StreamDecoder).DecodeRawBytes,
			"by head": func(sd *StreamDecoder) ([]byte, error) { return readAll(sd, nil) },
			"type, skip": func(sd *StreamDecoder) ([]byte, error) {
				_, err := sd.NextType()
				return item, errors.Join(err, sd.Skip())
			},
		} {
			for source, r := range map[string]io.Reader{"at once": bytes.NewReader(data), "halves": iotest.HalfReader(bytes.NewReader(data))} {
				sd := NewStreamDecoder(r)
				got, err := read(sd)
				if strings.Contains(name, "indefinite") || strings.Contains(name, "without") {
					if how == "by head" {
						continue // such items are only passed over
					}
				}
				if err != nil || !bytes.Equal(got, item) {
					t.Errorf("%s, %s, %s: %v, %d octets of %d", name, how, source, err, len(got), len(item))
					continue
				}
				if sd.NumBytesDecoded() != len(item) {
					t.Errorf("%s, %s, %s: %d octets, not %d", name, how, source, sd.NumBytesDecoded(), len(item))
				}
				if rest, err := readAll(sd, nil); err != nil || string(rest) != "\x81\x07" {
					t.Errorf("%s, %s, %s: %x, %v behind it", name, how, source, rest, err)
				}
				if _, err := sd.NextType(); err != io.EOF {
					t.Errorf("%s, %s, %s: %v at the end", name, how, source, err)
				}
			}
		}
		for _, cut := range []int{1, len(item) / 3, len(item) - 1} {
			sd := NewStreamDecoder(bytes.NewReader(item[:cut]))
			if err := sd.Skip(); err != io.ErrUnexpectedEOF {
				t.Errorf("%s, cut at %d: %v", name, cut, err)
			}
			if err := sd.DecodeNil(); err != io.ErrUnexpectedEOF {
				t.Errorf("%s, cut at %d: %v once more", name, cut, err)
			}
		}
	}
}

// TestLongNesting has arrays around a long one: each octet is looked at a bounded number of times.
func TestLongNesting(t *testing.T) {
	dm := mustDec(t, DecOptions{MaxNestedLevels: 65535})
	const depth = 60_000
	data := append(bytes.Repeat([]byte{0x81}, depth), "\x82\x5a\x00\x40\x00\x00"...)
	data = append(append(data, make([]byte, 1<<22)...), 0x00)
	sd := dm.NewStreamDecoder(bytes.NewReader(data))
	for range depth {
		if n, err := sd.DecodeArrayHead(); n != 1 || err != nil {
			t.Fatal(n, err)
		}
	}
	if err := sd.Skip(); err != nil {
		t.Fatal(err)
	}
	deeper := append(bytes.Repeat([]byte{0x81}, 65536), data...)
	sd = dm.NewStreamDecoder(bytes.NewReader(deeper))
	if err := sd.Skip(); !errors.As(err, new(*MaxNestedLevelError)) {
		t.Error(err)
	}
}

// TestStreamEncoderOrder mixes what a StreamEncoder and the Encoder in it write.
func TestStreamEncoderOrder(t *testing.T) {
	var b bytes.Buffer
	se := NewStreamEncoder(&b)
	err := errors.Join(se.StartIndefiniteMap(), se.EncodeString("a"), se.EncodeArrayHead(1), se.EncodeTagHead(100), se.Encode(1.5), se.EndIndefinite())
	if err != nil || b.Len() != 0 {
		t.Fatal(err, b.Len())
	}
	if err := se.Flush(); err != nil || b.String() != "\xbf\x61a\x81\xd8\x64\xfb\x3f\xf8\x00\x00\x00\x00\x00\x00\xff" {
		t.Errorf("%x %v", b.Bytes(), err)
	}
	se.Close()
	se.Close()
	for _, err := range []error{se.Flush(), se.EncodeNil(), se.Encode(1), se.StartIndefiniteArray()} {
		if err != ErrStreamClosed {
			t.Error(err)
		}
	}
}
