package cbor

import (
	"bytes"
	"math"
	"math/big"
	"strings"
	"testing"
	"time"
)

// TestSmallTrees encodes values of type any by themselves, where small ones take no encoder, and within others, where they do.
func TestSmallTrees(t *testing.T) {
	text := func(n int) string { return string(bytes.Repeat([]byte{'x'}, n)) }
	leaves := []any{
		nil, true, false, 0, -1, int64(math.MinInt64), uint64(math.MaxUint64), uint(23), 1.5, math.NaN(), math.Inf(1), 1e300,
		"", "a", text(23), text(24), text(170), text(180), text(300), []byte(nil), []byte{}, []byte("ab"), bytes.Repeat([]byte{1}, 190),
		time.Unix(1, 0), int8(3), []any(nil), []any{}, map[any]any(nil), map[any]any{}, map[string]any(nil), map[string]any{},
		map[string]string(nil), map[string]string{}, map[string]string{"a": "b"}, Tag{1, 2}, RawMessage{0xf5},
	}
	for name, opts := range map[string]EncOptions{
		"default": {}, "sorted": CoreDetEncOptions(), "by length": CanonicalEncOptions(),
		"others": {NilContainers: NilContainerAsEmpty, String: StringToByteString, ByteSliceLaterFormat: ByteSliceLaterFormatBase64, NaNConvert: NaNConvertNone},
	} {
		em := mustEnc(t, opts)
		for _, x := range leaves {
			for _, y := range leaves[:12] {
				for _, v := range []any{
					x, []any{x}, []any{x, y, x}, []any{[]any{x, []any{y}}}, map[any]any{"k": x}, map[string]any{"k": x},
					map[any]any{"k": []any{x, y}, "j": 1, uint64(2): map[string]any{text(30): x, "b": y, "c": true}},
					map[string]any{"kk": []any{x, y}, "j": map[any]any{1: x}, text(24): y},
				} {
					alone, err := em.Marshal(v)
					within, err2 := em.Marshal(struct {
						_ struct{} `cbor:",toarray"`
						V any
					}{V: v})
					if (err == nil) != (err2 == nil) || err == nil && !sameItems(t, alone, within[1:]) {
						t.Errorf("%s, %v: %x, %v; within another %x, %v", name, v, alone, err, within, err2)
					}
				}
			}
		}
	}
}

// sameItems tells whether two items are equal but for the order of maps.
func sameItems(t *testing.T, a, b []byte) bool {
	sorted := func(b []byte) []byte {
		var v any
		dm := mustDec(t, DecOptions{MapKeyByteString: MapKeyByteStringAllowed, TimeTagToAny: TimeTagToRFC3339Nano})
		if err := dm.Unmarshal(b, &v); err != nil {
			t.Fatal(err)
		}
		out, err := mustEnc(t, EncOptions{Sort: SortBytewiseLexical}).Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	return len(a) == len(b) && (bytes.Equal(a, b) || bytes.Equal(sorted(a), sorted(b)))
}

// TestTreeOfManySizes switches between small values, large ones and others.
func TestTreeOfManySizes(t *testing.T) {
	for round := range 200 {
		for _, v := range []any{[]any{round}, map[any]any{"a": make([]any, round*3)}, []any{time.Unix(int64(round), 0)}} {
			got, err := Marshal(v)
			want, err2 := AppendMarshal(nil, v)
			if err != nil || err2 != nil || !bytes.Equal(got, want) {
				t.Fatalf("%v: %x %v, %x %v", v, got, err, want, err2)
			}
		}
	}
}

// A value is encoded the same by itself, in a list and in a map, each of which writes scalars in its own loop.
func TestAnyInListsAndMaps(t *testing.T) {
	values := []any{nil, true, false, 0, -1, int64(1) << 40, int64(-300), uint64(1) << 63, uint(70_000), int8(-5), 1.5, 1e300, 0.1, math.NaN(), math.Inf(-1), float32(2.5),
		"", "short", strings.Repeat("x", 24), strings.Repeat("y", 255), strings.Repeat("z", 256), strings.Repeat("w", 70_000), "\xff",
		[]byte(nil), []byte{}, []byte("octets"), bytes.Repeat([]byte{1}, 300), []any(nil), []any{}, []any{1, "a"}, map[any]any(nil), map[any]any{}, map[any]any{1: 2},
		map[string]any(nil), map[string]any{}, map[string]any{"k": nil}, map[string]string{"a": "b"}, []string{"c"}, RawMessage{0x01}, ByteString("s"), big.NewInt(5), SimpleValue(40)}
	for _, o := range []EncOptions{{}, {ShortestFloat: ShortestFloat16}, {NilContainers: NilContainerAsEmpty}, {ByteSliceLaterFormat: ByteSliceLaterFormatBase64}, {String: StringToByteString}, {Sort: SortBytewiseLexical}} {
		em, err := o.EncMode()
		if err != nil {
			t.Fatal(err)
		}
		long := []any{}
		want := appendHead(nil, cborTypeArray, uint64(3*len(values)))
		for range 3 {
			for _, v := range values {
				alone, err := em.Marshal(v)
				if err != nil {
					t.Fatal(err)
				}
				long, want = append(long, v), append(want, alone...)
				if got, err := em.Marshal([]any{v}); err != nil || !bytes.Equal(got, append([]byte{0x81}, alone...)) {
					t.Errorf("%+v: %T in a list: %x, %v, not %x", o, v, got, err, alone)
				}
				if got, err := em.Marshal(map[any]any{1: v}); err != nil || !bytes.Equal(got, append([]byte{0xa1, 1}, alone...)) {
					t.Errorf("%+v: %T in a map: %x, %v, not %x", o, v, got, err, alone)
				}
			}
		}
		if got, err := em.Marshal(long); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%+v: a long list differs from its values, %v", o, err)
		}
		for _, beside := range []any{[]any{1}, []any(nil), map[string]any{}, map[any]any(nil), map[any]any{1: 2}, int8(5), "x"} {
			alone, err := em.Marshal(beside)
			if err != nil {
				t.Fatal(err)
			}
			turns, want := []any{}, appendHead(nil, cborTypeArray, uint64(2*len(values)))
			for _, v := range values {
				b, _ := em.Marshal(v)
				turns, want = append(turns, v, beside), append(append(want, b...), alone...)
			}
			if got, err := em.Marshal(turns); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%+v: a list of values in turn with %#v differs from them, %v", o, beside, err)
			}
		}
	}
}

// A list comes out the same however much room there is for it, and whatever the room held before.
func TestListsInAnyRoom(t *testing.T) {
	list := []any{
		1, "ab", []any{uint64(1000), []any{}, "c"}, map[any]any{}, strings.Repeat("x", 30), nil, map[any]any{"k": 2.5}, true, []byte("octets"),
		[]any(nil), uint(7), int64(-1 << 40), map[string]any{"k": int8(1)}, math.NaN(), map[any]any(nil), []byte(nil),
	}
	for name, opts := range map[string]EncOptions{"default": {}, "shortest": CoreDetEncOptions(), "others": {ByteSliceLaterFormat: ByteSliceLaterFormatBase16}} {
		em := mustEnc(t, opts).(*encMode)
		for n := range len(list) + 1 {
			want := appendHead(nil, cborTypeArray, uint64(n))
			for _, v := range list[:n] {
				b, err := em.Marshal(v)
				if err != nil {
					t.Fatal(err)
				}
				want = append(want, b...)
			}
			if got, err := em.Marshal(list[:n]); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s, the first %d: %x, %v, not %x", name, n, got, err, want)
			}
			for room := range len(want) + maxHeadSize {
				dst := bytes.Repeat([]byte{0xee}, room)[:0]
				if got, err := em.AppendMarshal(dst, list[:n]); err != nil || !bytes.Equal(got, want) {
					t.Errorf("%s, the first %d, room for %d: %x, %v, not %x", name, n, room, got, err, want)
				}
				var buf bytes.Buffer
				buf.Write(bytes.Repeat([]byte{0xee}, room))
				buf.Reset()
				bad := append(append([]any{}, list[:n]...), []any{1, make(chan int)})
				if err := em.MarshalToBuffer(bad, &buf); err == nil || !bytes.HasPrefix(append(want[1:], 0x82, 1), buf.Bytes()[min(1, buf.Len()):]) {
					t.Errorf("%s, the first %d and a channel, room for %d: %x, %v", name, n, room, buf.Bytes(), err)
				}
			}
		}
	}
}
