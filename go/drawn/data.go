package main

import (
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"time"
)

// filler draws values. What a value may hold is bounded: each draw has so many elements to spend.
type filler struct {
	r      *rand.Rand
	length span // of strings
	count  span // of slices and maps
	left   int  // elements that may still be made
	nils   int  // one pointer, slice or map in so many is nil
}

// elements draws how many elements a slice or map has.
func (f *filler) elements() int {
	n := min(f.count.draw(f.r), f.left)
	f.left -= n
	return n
}

// integer draws one with a number of bits that is uniform.
func (f *filler) integer(bits int) uint64 { return f.r.Uint64() >> (64 - 1 - f.r.IntN(bits)) }

func (f *filler) float() float64 {
	switch f.r.IntN(4) {
	case 0:
		return float64(f.r.IntN(1000))
	case 1:
		return float64(float32(f.r.NormFloat64()))
	}
	return f.r.NormFloat64() * math.Pow(10, float64(f.r.IntN(9)-4))
}

func (f *filler) text() string {
	s := word(f.r, f.length)
	if f.r.IntN(16) == 0 {
		s += "é漢😀"
	}
	return s
}

func (f *filler) bytes() []byte {
	b := make([]byte, f.length.draw(f.r))
	for i := range b {
		b[i] = byte(f.r.Uint32())
	}
	return b
}

// any draws what a value of type any holds.
func (f *filler) any(depth int) any {
	n := 10
	if depth == 0 {
		n = 7
	}
	switch f.r.IntN(n) {
	case 0:
		return f.r.IntN(2) == 0
	case 1, 2:
		return f.integer(63)
	case 3:
		return -1 - int64(f.integer(62))
	case 4:
		return f.float()
	case 5:
		return f.bytes()
	case 6, 7:
		return f.text()
	case 8:
		s := make([]any, f.elements())
		for i := range s {
			s[i] = f.any(depth - 1)
		}
		return s
	}
	m := map[any]any{}
	for range f.elements() {
		m[f.text()] = f.any(depth - 1)
	}
	return m
}

// fill sets v.
func (f *filler) fill(v reflect.Value) {
	switch v.Type() {
	case reflect.TypeFor[time.Time]():
		v.Set(reflect.ValueOf(time.Unix(int64(f.integer(31)), 0).UTC()))
		return
	case reflect.TypeFor[big.Int]():
		v.Addr().Interface().(*big.Int).Lsh(big.NewInt(int64(1+f.integer(60))), uint(f.r.IntN(100)))
		return
	}
	nilable := f.nils > 0 && f.r.IntN(f.nils) == 0
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(f.r.IntN(2) == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n := int64(f.integer(v.Type().Bits() - 1))
		v.SetInt(n ^ -int64(f.r.IntN(2)))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(f.integer(v.Type().Bits()))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(f.float())
	case reflect.String:
		v.SetString(f.text())
	case reflect.Interface:
		v.Set(reflect.ValueOf(f.any(3)))
	case reflect.Pointer:
		if !nilable {
			v.Set(reflect.New(v.Type().Elem()))
			f.fill(v.Elem())
		}
	case reflect.Slice:
		f.slice(v, nilable)
	case reflect.Array:
		for i := range v.Len() {
			f.fill(v.Index(i))
		}
	case reflect.Map:
		f.mapping(v, nilable)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				f.fill(v.Field(i))
			}
		}
	}
}

func (f *filler) slice(v reflect.Value, isNil bool) {
	switch {
	case isNil:
	case v.Type().Elem().Kind() == reflect.Uint8:
		v.SetBytes(f.bytes())
	default:
		n := f.elements()
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			f.fill(v.Index(i))
		}
	}
}

func (f *filler) mapping(v reflect.Value, isNil bool) {
	if isNil {
		return
	}
	v.Set(reflect.MakeMap(v.Type()))
	for range f.elements() {
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		switch {
		case key.Kind() != reflect.Interface:
			f.fill(key)
		case f.r.IntN(2) == 0:
			key.Set(reflect.ValueOf(f.text()))
		default:
			key.Set(reflect.ValueOf(f.integer(40)))
		}
		f.fill(value)
		v.SetMapIndex(key, value)
	}
}
