package fuzz

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"testing"
	"testing/iotest"

	theirs "github.com/fxamacker/cbor/v2"
	ours "github.com/wireglot/wireglot/go/cbor"
)

var ourDec, theirDec = decModes()
var ourEnc, theirEnc = encModes()

// sameDecode decodes data into each type under each mode with both packages.
func sameDecode(t *testing.T, data []byte, types, modes []int) {
	for _, m := range modes {
		a, b := ourDec[m], theirDec[m]
		if e, f := errorText(a.Wellformed(data)), errorText(b.Wellformed(data)); e != f {
			t.Fatalf("mode %d: Wellformed(%x):\n ours   %s\n theirs %s", m, data, e, f)
		}
		for _, i := range types {
			v, w := reflect.New(ourTypes[i]), reflect.New(theirTypes[i])
			restA, errA := a.UnmarshalFirst(data, v.Interface())
			restB, errB := b.UnmarshalFirst(data, w.Interface())
			compare(t, data, i, m, errA, errB, v, w)
			if !bytes.Equal(restA, restB) {
				t.Fatalf("mode %d: UnmarshalFirst(%x) into %s: rest %x, want %x", m, data, ourTypes[i], restA, restB)
			}
			if errA == nil {
				sameEncode(t, data, v.Elem().Interface(), w.Elem().Interface())
			} else if x := ours.ExplainMode(a, data, v.Interface(), errA); x.Offset < 0 || x.Offset > len(data) || x.Path != "" && x.Offset == 0 {
				t.Fatalf("mode %d: UnmarshalFirst(%x) into %s: %v", m, data, ourTypes[i], x)
			}
			// The second time around the destination is not zero.
			if err := a.Unmarshal(data, v.Interface()); true {
				compare(t, data, i, m, err, b.Unmarshal(data, w.Interface()), v, w)
			}
			// Interfaces that hold a value keep it at times.
			hold(v.Elem(), 0)
			hold(w.Elem(), 0)
			errA, errB = a.Unmarshal(data, v.Interface()), b.Unmarshal(data, w.Interface())
			compare(t, data, i, m, errA, errB, v, w)
			hold(v.Elem(), 0)
			hold(w.Elem(), 0)
			sameStream(t, data, i, m, v, w)
		}
	}
}

// hold puts something into each empty interface of v.
func hold(v reflect.Value, depth int) {
	if depth > 10 || !v.CanSet() {
		return
	}
	switch v.Kind() {
	case reflect.Interface:
		if v.NumMethod() == 0 {
			v.Set(reflect.ValueOf("old"))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			hold(v.Elem(), depth+1)
		} else if v.Type().Elem().Kind() != reflect.Struct {
			v.Set(reflect.New(v.Type().Elem()))
			hold(v.Elem(), depth+1)
		}
	case reflect.Slice:
		if v.IsNil() && v.Type().Elem().Kind() != reflect.Struct {
			v.Set(reflect.MakeSlice(v.Type(), 2, 4))
		}
		for i := range v.Len() {
			hold(v.Index(i), depth+1)
		}
	case reflect.Array:
		for i := range v.Len() {
			hold(v.Index(i), depth+1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			hold(v.Field(i), depth+1)
		}
	}
}

// sameStream decodes data, twice, from a stream into values that are not zero, and into nothing.
func sameStream(t *testing.T, data []byte, i, m int, v, w reflect.Value) {
	t.Helper()

	data = append(bytes.Clone(data), data...)
	a, b := ourDec[m].NewDecoder(bytes.NewReader(data)), theirDec[m].NewDecoder(bytes.NewReader(data))
	for _, into := range []bool{false, true, false, true} {
		var errA, errB error
		if into {
			errA, errB = a.Decode(v.Interface()), b.Decode(w.Interface())
		} else {
			errA, errB = a.Decode(nil), b.Decode(nil)
		}
		compare(t, data, i, m, errA, errB, v, w)
		if n, o := a.NumBytesRead(), b.NumBytesRead(); n != o {
			t.Fatalf("mode %d: Decode(%x) into %s: read %d, want %d", m, data, ourTypes[i], n, o)
		}
	}
	a, b = ourDec[m].NewDecoder(bytes.NewReader(data)), theirDec[m].NewDecoder(iotest.OneByteReader(bytes.NewReader(data)))
	for range 3 {
		e, f := errorText(a.Skip()), errorText(b.Skip())
		if n, o := a.NumBytesRead(), b.NumBytesRead(); e != f || n != o {
			t.Fatalf("mode %d: Skip(%x): %s, read %d, want %s, %d", m, data, e, n, f, o)
		}
	}
}

func compare(t *testing.T, data []byte, i, m int, errA, errB error, v, w reflect.Value) {
	t.Helper()
	comparisons++
	if e, f := errorText(errA), errorText(errB); e != f {
		t.Fatalf("mode %d: Unmarshal(%x) into %s:\n ours   %s\n theirs %s", m, data, ourTypes[i], e, f)
	}
	if p, q := dump(v.Elem()), dump(w.Elem()); p != q {
		t.Fatalf("mode %d: Unmarshal(%x) into %s: %s\n ours   %s\n theirs %s", m, data, ourTypes[i], errorText(errA), p, q)
	}
}

func errorText(err error) string {
	if err == nil {
		return "no error"
	}
	return samePaths.Replace(reflect.TypeOf(err).String() + ": " + err.Error())
}

// sameEncode encodes what was decoded with both packages.
func sameEncode(t *testing.T, data []byte, v, w any) {
	t.Helper()
	for m := range ourEnc {
		comparisons++
		a, errA := ourEnc[m].Marshal(v)
		b, errB := theirEnc[m].Marshal(w)
		// Of several faulty pairs of a map, the peer reports the one that Go's random order brings first.
		for range 100 {
			if errA == nil || errB == nil || errorText(errA) == errorText(errB) {
				break
			}
			_, errB = theirEnc[m].Marshal(w)
		}
		if e, f := errorText(errA), errorText(errB); e != f {
			t.Fatalf("encoding mode %d, value of %x as %T:\n ours   %s\n theirs %s", m, data, v, e, f)
		}
		if !bytes.Equal(a, b) {
			if len(a) == len(b) && !ours.Check(a).Valid && !ours.Check(b).Valid {
				continue // pointers as keys can be equal once written: their order is that of Go's map
			}
			t.Fatalf("encoding mode %d, value of %x as %T:\n ours   %x\n theirs %x", m, data, v, a, b)
		}
	}
}

func sameDiagnose(t *testing.T, data []byte) {
	t.Helper()
	a, errA := ours.Diagnose(data)
	b, errB := theirs.Diagnose(data)
	if e, f := errorText(errA), errorText(errB); e != f || a != b {
		t.Fatalf("Diagnose(%x):\n ours   %s %s\n theirs %s %s", data, a, e, b, f)
	}
}

// FuzzDecode compares values, errors and their texts with the peer's.
func FuzzDecode(f *testing.F) {
	for i, s := range seeds() {
		f.Add(s, uint8(i), uint8(i/7))
	}
	f.Fuzz(func(t *testing.T, data []byte, typ, mode uint8) {
		sameDiagnose(t, data)
		sameDecode(t, data, []int{int(typ) % len(ourTypes)}, []int{int(mode) % len(ourDec)})
	})
}

// TestVectorsAsPeer runs all types over the shared vectors.
func TestVectorsAsPeer(t *testing.T) {
	all := seeds()
	if len(all) == 0 {
		t.Skip("the shared vectors are not there")
	}
	for i, s := range all {
		sameDiagnose(t, s)
		for j := range ourTypes {
			if testing.Short() && (i+j)%5 != 0 {
				continue
			}
			sameDecode(t, s, []int{j}, []int{(i + j) % len(ourDec)})
		}
	}
}

// TestDamagedVectorsAsPeer changes single octets of the vectors.
func TestDamagedVectorsAsPeer(t *testing.T) {
	all := seeds()
	if len(all) == 0 {
		t.Skip("the shared vectors are not there")
	}
	r := rand.New(rand.NewPCG(1, 2))
	rounds := 200_000
	if testing.Short() {
		rounds = 20_000
	}
	for range rounds {
		s := bytes.Clone(all[r.IntN(len(all))])
		for range r.IntN(3) + 1 {
			switch r.IntN(4) {
			case 0:
				if len(s) > 0 {
					s[r.IntN(len(s))] = byte(r.Uint32())
				}
			case 1:
				if len(s) > 0 {
					i := r.IntN(len(s))
					s = append(s[:i], s[i+1:]...)
				}
			case 2:
				i := r.IntN(len(s) + 1)
				o := all[r.IntN(len(all))]
				if len(o) < 100 {
					s = append(s[:i:i], append(bytes.Clone(o), s[i:]...)...)
				}
			case 3:
				o := all[r.IntN(len(all))]
				if len(o) < 100 {
					s = append([]byte{0x82}, append(bytes.Clone(o), s...)...)
				}
			}
		}
		sameDiagnose(t, s)
		sameDecode(t, s, []int{r.IntN(len(ourTypes)), r.IntN(len(ourTypes))}, []int{r.IntN(len(ourDec))})
	}
}
