package fuzz

import (
	"reflect"
	"testing"

	theirs "github.com/fxamacker/cbor/v2"
	ours "github.com/wireglot/wireglot/go/cbor"
)

// numbers returns the names of the fields of a struct of options that are numbers.
func numbers(t reflect.Type) (names []string) {
	for i := range t.NumField() {
		if f := t.Field(i); f.Type.ConvertibleTo(reflect.TypeFor[int]()) {
			names = append(names, f.Name)
		}
	}
	return names
}

// eachPair sets two options of both packages to all small values, valid or not.
func eachPair(o, p reflect.Value, check func(first, second string, m, n int64)) {
	names := numbers(o.Type())
	for i, first := range names {
		for _, second := range names[i+1:] {
			for m := range int64(6) {
				for n := range int64(6) {
					for _, v := range []reflect.Value{o, p} {
						v.SetZero()
						set(v.FieldByName(first), m-1)
						set(v.FieldByName(second), n-1)
					}
					check(first, second, m-1, n-1)
				}
			}
		}
	}
}

// TestOptionErrorsAsPeer makes modes of all pairs of options.
func TestOptionErrorsAsPeer(t *testing.T) {
	made := 0
	report := func(first, second string, m, n int64, a, b error) {
		if made++; errorText(a) != errorText(b) {
			t.Errorf("%s: %d, %s: %d: %s, the peer %s", first, m, second, n, errorText(a), errorText(b))
		}
	}
	var eo ours.EncOptions
	var ep theirs.EncOptions
	eachPair(reflect.ValueOf(&eo).Elem(), reflect.ValueOf(&ep).Elem(), func(first, second string, m, n int64) {
		_, a := eo.EncMode()
		_, b := ep.EncMode()
		report(first, second, m, n, a, b)
		_, a = eo.EncModeWithTags(ours.NewTagSet())
		_, b = ep.EncModeWithTags(theirs.NewTagSet())
		report(first, second, m, n, a, b)
	})
	tag := func() (ours.TagSet, theirs.TagSet) {
		a, b := ours.NewTagSet(), theirs.NewTagSet()
		_ = a.Add(ours.TagOptions{DecTag: ours.DecTagRequired}, reflect.TypeFor[namedInt](), 22)
		_ = b.Add(theirs.TagOptions{DecTag: theirs.DecTagRequired}, reflect.TypeFor[namedInt](), 22)
		return a, b
	}
	setA, setB := tag()
	var do ours.DecOptions
	var dp theirs.DecOptions
	eachPair(reflect.ValueOf(&do).Elem(), reflect.ValueOf(&dp).Elem(), func(first, second string, m, n int64) {
		_, a := do.DecMode()
		_, b := dp.DecMode()
		report(first, second, m, n, a, b)
		_, a = do.DecModeWithTags(setA)
		_, b = dp.DecModeWithTags(setB)
		report(first, second, m, n, a, b)
	})
	for _, typ := range []reflect.Type{reflect.TypeFor[int](), reflect.TypeFor[[]int](), reflect.TypeFor[[]namedByte](), reflect.TypeFor[namedBytes](), reflect.TypeFor[map[int]int](), reflect.TypeFor[[2]byte]()} {
		_, a := ours.DecOptions{DefaultMapType: typ}.DecMode()
		_, b := theirs.DecOptions{DefaultMapType: typ}.DecMode()
		report("DefaultMapType", typ.String(), 0, 0, a, b)
		_, a = ours.DecOptions{DefaultByteStringType: typ}.DecMode()
		_, b = theirs.DecOptions{DefaultByteStringType: typ}.DecMode()
		report("DefaultByteStringType", typ.String(), 0, 0, a, b)
	}
	t.Logf("%d modes", made)
}

type namedByte byte
