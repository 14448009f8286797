package fuzz

import (
	"bytes"
	"encoding/hex"
	"reflect"
	"testing"

	theirs "github.com/fxamacker/cbor/v2"
	ours "github.com/wireglot/wireglot/go/cbor"
)

// TestSharedTagsAsPeer compares modes with shared tag sets under all options of tags. What differs is EncTagNone: the
// peer writes the tag numbers of a shared set nevertheless.
func TestSharedTagsAsPeer(t *testing.T) {
	inputs := []string{"01", "d83201", "d83301", "d83ad83201", "f6", "d832f6", "6161", "d8326161", "d9d9f7d83201", "c101", "a0", "d832a0", "8101", "d83281d83301"}
	types := []reflect.Type{
		reflect.TypeFor[namedInt](), reflect.TypeFor[namedString](), reflect.TypeFor[asArray](), reflect.TypeFor[[]namedInt](),
		reflect.TypeFor[*namedInt](), reflect.TypeFor[any](), reflect.TypeFor[struct{ A namedInt }](),
	}
	for dec := range 3 {
		for enc := range 2 {
			if dec+enc == 0 {
				continue
			}
			a, b := ours.NewTagSet(), theirs.NewTagSet()
			for i, typ := range []reflect.Type{reflect.TypeFor[namedInt](), reflect.TypeFor[namedString](), reflect.TypeFor[asArray]()} {
				errA := a.Add(ours.TagOptions{DecTag: ours.DecTagMode(dec), EncTag: ours.EncTagMode(enc)}, typ, uint64(50+i))
				errB := b.Add(theirs.TagOptions{DecTag: theirs.DecTagMode(dec), EncTag: theirs.EncTagMode(enc)}, typ, uint64(50+i))
				if errA != nil || errB != nil {
					t.Fatal(errA, errB)
				}
			}
			for shared := range 2 {
				compareTagged(t, a, b, inputs, types, enc == 1 || shared == 0, shared == 1)
			}
		}
	}
}

func compareTagged(t *testing.T, a ours.TagSet, b theirs.TagSet, inputs []string, types []reflect.Type, sameTags, shared bool) {
	t.Helper()
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	da, err := ours.DecOptions{}.DecModeWithTags(a)
	must(err)
	db, err := theirs.DecOptions{}.DecModeWithTags(b)
	must(err)
	ea, err := ours.EncOptions{}.EncModeWithTags(a)
	must(err)
	eb, err := theirs.EncOptions{}.EncModeWithTags(b)
	must(err)
	if shared {
		da, err = ours.DecOptions{}.DecModeWithSharedTags(a)
		must(err)
		db, err = theirs.DecOptions{}.DecModeWithSharedTags(b)
		must(err)
		ea, err = ours.EncOptions{}.EncModeWithSharedTags(a)
		must(err)
		eb, err = theirs.EncOptions{}.EncModeWithSharedTags(b)
		must(err)
	}
	for _, in := range inputs {
		data, err := hex.DecodeString(in)
		must(err)
		for _, typ := range types {
			v, w := reflect.New(typ), reflect.New(typ)
			errA, errB := da.Unmarshal(data, v.Interface()), db.Unmarshal(data, w.Interface())
			if e, f := errorText(errA), errorText(errB); e != f || dump(v.Elem()) != dump(w.Elem()) {
				t.Errorf("shared %v: %s into %s:\n ours   %s %s\n theirs %s %s", shared, in, typ, dump(v.Elem()), e, dump(w.Elem()), f)
			}
			if errA != nil || typ.Kind() == reflect.Interface {
				continue
			}
			x, errA := ea.Marshal(v.Interface())
			y, errB := eb.Marshal(w.Interface())
			if e, f := errorText(errA), errorText(errB); e != f || sameTags && !bytes.Equal(x, y) {
				t.Errorf("shared %v: %v of %s: %x %s, the peer %x %s", shared, v.Elem(), typ, x, e, y, f)
			}
			if untagged, _ := ours.Marshal(v.Interface()); !sameTags && !bytes.Equal(x, untagged) {
				t.Errorf("shared %v: EncTagNone writes %x of %s", shared, x, typ)
			}
		}
	}
}
