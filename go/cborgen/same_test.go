package cborgen

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/wireglot/wireglot/go/cbor"
)

// nothing is a type that no value has: a mode extended by it has the default options and uses no generated code.
type nothing struct{}

// modes returns the default modes, and ones that do the same by reflection. indef allows the option toindefarray.
func modes(t testing.TB, indef bool) (em, byFields cbor.EncMode, dm, intoFields cbor.DecMode) {
	t.Helper()
	var o cbor.EncOptions
	if indef {
		o.ToIndefArrayStructTag = cbor.ToIndefArrayStructTagAllowed
	}
	em, err := o.EncMode()
	if err == nil {
		byFields, err = cbor.Extend(em, cbor.EncodeType(func(*cbor.ItemEncoder, nothing) error { return nil }))
	}
	if err == nil {
		dm, err = cbor.DecOptions{}.DecMode()
	}
	if err == nil {
		intoFields, err = cbor.Extend(dm, cbor.DecodeType(func(*cbor.ItemDecoder, *nothing) error { return nil }))
	}
	if err != nil {
		t.Fatal(err)
	}
	return em, byFields, dm, intoFields
}

var generatedTypes = []reflect.Type{
	reflect.TypeFor[Claims](), reflect.TypeFor[SenML](), reflect.TypeFor[Mixed](), reflect.TypeFor[Row](), reflect.TypeFor[Named](),
	reflect.TypeFor[Outer](), reflect.TypeFor[Indefinite](), reflect.TypeFor[Open](), reflect.TypeFor[Both](), reflect.TypeFor[Many](),
	reflect.TypeFor[Zeros](), reflect.TypeFor[Timed](), reflect.TypeFor[Inherits](), reflect.TypeFor[Tagged](), reflect.TypeFor[Spread](), reflect.TypeFor[[]Spread](), reflect.TypeFor[map[string]*Outer](),
	reflect.TypeFor[struct {
		Named // promotes the generated methods, which write no X
		X     int
	}](),
}

// fill sets v to a random value.
func fill(v reflect.Value, r *rand.Rand, depth int) {
	n := r.IntN(4)
	if depth > 3 {
		n = 0
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt([]int64{0, -1, 23, 24, 127, -128, r.Int64(), -r.Int64()}[r.IntN(8)] >> (64 - v.Type().Bits()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint([]uint64{0, 1, 23, 24, 255, math.MaxUint64, r.Uint64()}[r.IntN(7)] >> (64 - v.Type().Bits()))
	case reflect.Float32, reflect.Float64:
		v.SetFloat([]float64{0, math.Copysign(0, -1), 1.5, math.Inf(-1), math.NaN(), float64(r.Float32()), math.MaxFloat32}[r.IntN(7)])
	case reflect.String:
		v.SetString([]string{"", "a", "a string of more than twenty-three octets", "\u00e9", string(make([]byte, 300))}[r.IntN(5)])
	case reflect.Slice:
		if n > 0 {
			v.Set(reflect.MakeSlice(v.Type(), n-1, n-1))
		}
		for i := range v.Len() {
			fill(v.Index(i), r, depth+1)
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), r, depth+1)
		}
	case reflect.Map:
		if n > 0 {
			v.Set(reflect.MakeMap(v.Type()))
			// One pair, so that there is but one order.
			k, e := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			fill(k, r, depth+1)
			fill(e, r, depth+1)
			if k.Comparable() && (k.Kind() != reflect.Interface || !k.IsNil()) {
				v.SetMapIndex(k, e)
			}
		}
	case reflect.Pointer:
		if n > 1 {
			v.Set(reflect.New(v.Type().Elem()))
			fill(v.Elem(), r, depth+1)
		}
	case reflect.Interface:
		v.Set(reflect.ValueOf([]any{"text", uint64(7), int64(-7), true, 1.5, []any{"x"}, []byte{1}}[r.IntN(7)]))
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(time.Unix(int64(n)*1e8, 0)))
			return
		}
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				fill(v.Field(i), r, depth+1)
			}
		}
	}
}

func text(err error) string { return fmt.Sprintf("%T %[1]v", err) }

// damage changes an item so that it is still something like it.
func damage(data []byte, r *rand.Rand) []byte {
	data = bytes.Clone(data)
	for range r.IntN(3) {
		if len(data) == 0 {
			break
		}
		i := r.IntN(len(data))
		switch r.IntN(5) {
		case 0:
			data[i] = byte(r.Uint32())
		case 1:
			data[i] ^= 0x20 // another case, or another sign
		case 2:
			data = data[:i]
		case 3: // one more pair or element: a head counts it where it hits one
			data[i]++
			data = append(data, 0x61, 'z', 0x01)
		case 4:
			data = append(data[:i:i], append([]byte{[]byte{0xf6, 0xf7, 0x00, 0x60, 0x40, 0xc1, 0xa0, 0x80}[r.IntN(8)]}, data[i+1:]...)...)
		}
	}
	return data
}

// TestAsByFields has generated code and reflection do the same: equal bytes, equal values, equal errors.
func TestAsByFields(t *testing.T) {
	rounds := 2000
	if testing.Short() {
		rounds = 300
	}
	for _, typ := range generatedTypes {
		em, byFields, dm, intoFields := modes(t, typ == reflect.TypeFor[Indefinite]())
		r := rand.New(rand.NewPCG(5, 8))
		for i := range rounds {
			v := reflect.New(typ)
			fill(v.Elem(), r, 0)
			got, err := em.Marshal(v.Interface())
			want, wantErr := byFields.Marshal(v.Interface())
			if !bytes.Equal(got, want) || text(err) != text(wantErr) {
				t.Fatalf("%s: %+v\n got %x %v\nwant %x %v", typ, v.Elem(), got, err, want, wantErr)
			}
			data := damage(want, r)
			a, b := reflect.New(typ), reflect.New(typ)
			if i%2 == 0 {
				seed := r.Uint64()
				fill(a.Elem(), rand.New(rand.NewPCG(seed, 1)), 0)
				fill(b.Elem(), rand.New(rand.NewPCG(seed, 1)), 0)
			}
			err, wantErr = dm.Unmarshal(data, a.Interface()), intoFields.Unmarshal(data, b.Interface())
			if text(err) != text(wantErr) || !reflect.DeepEqual(a.Interface(), b.Interface()) && !sameBytes(a.Interface(), b.Interface()) {
				t.Fatalf("%s from %x:\n got %v, wanted %v%s", typ, data, err, wantErr, differing(a.Elem(), b.Elem()))
			}
		}
	}
}

// differing shows the fields of structs that differ.
func differing(a, b reflect.Value) (out string) {
	if a.Kind() != reflect.Struct {
		return fmt.Sprintf("\n got %+v\nwant %+v", a, b)
	}
	for i := range a.NumField() {
		if x, y := a.Field(i), b.Field(i); x.CanInterface() && !reflect.DeepEqual(x.Interface(), y.Interface()) {
			out += fmt.Sprintf("\n%s:\n got %#v\nwant %#v", a.Type().Field(i).Name, x, y)
		}
	}
	return out
}

// TestIndefiniteNeedsItsOption: under the default options the option toindefarray is an error, by either way.
func TestIndefiniteNeedsItsOption(t *testing.T) {
	_, want := cbor.Marshal(struct {
		_ struct{} `cbor:",toindefarray"`
		A int
	}{A: 1})
	_, err := (&Indefinite{A: 1}).AppendCBOR(nil)
	if err == nil || want == nil {
		t.Errorf("%v, %v", err, want)
	}
}

// FuzzAsByFields does the same with any input.
func FuzzAsByFields(f *testing.F) {
	em, byFields, dm, intoFields := modes(f, true)
	r := rand.New(rand.NewPCG(7, 7))
	for i, typ := range generatedTypes {
		for range 20 {
			v := reflect.New(typ)
			fill(v.Elem(), r, 0)
			if data, err := byFields.Marshal(v.Interface()); err == nil {
				f.Add(data, uint8(i))
			}
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, i uint8) {
		typ := generatedTypes[int(i)%len(generatedTypes)]
		a, b := reflect.New(typ), reflect.New(typ)
		err, wantErr := dm.Unmarshal(data, a.Interface()), intoFields.Unmarshal(data, b.Interface())
		if text(err) != text(wantErr) || !reflect.DeepEqual(a.Interface(), b.Interface()) && !sameBytes(a.Interface(), b.Interface()) {
			t.Fatalf("%s from %x:\n got %v, wanted %v%s", typ, data, err, wantErr, differing(a.Elem(), b.Elem()))
		}
		got, err := em.Marshal(a.Interface())
		want, wantErr := byFields.Marshal(b.Interface())
		if text(err) != text(wantErr) || len(got) != len(want) {
			t.Fatalf("%+v\n got %x %v\nwant %x %v", a.Elem(), got, err, want, wantErr)
		}
	})
}

// TestCycle: a value that holds itself is an error by either way, not a stack overflow.
func TestCycle(t *testing.T) {
	v := &Mixed{}
	v.Next = v
	var unsupported *cbor.UnsupportedValueError
	if _, err := cbor.Marshal(v); !errors.As(err, &unsupported) {
		t.Errorf("Marshal: %v", err)
	}
	if _, err := v.AppendCBOR(nil); !errors.As(err, &unsupported) {
		t.Errorf("AppendCBOR: %v", err)
	}
}
