package cbor

import (
	"reflect"
	"sync"
	"sync/atomic"
)

// codec is what one mode knows about one Go type, made when the type is first met. A mode for decoding fills
// in dec, a mode for encoding enc; the rest serves both.
type codec struct {
	typ    reflect.Type
	size   uintptr
	direct bool // an interface holds values of the type in its data word
	view   memoryView

	pointerWord typeWord // of slices and maps that are decoded

	elem *codec // of what a pointer points to, or of elements

	// For decoding.
	dec     decodeFunc // decodes the next item, whatever it is
	body    decodeFunc // decodes the next item, which is well-formed and no tag
	fill    *fillTable // what body does with each kind of item
	pure    bool       // decoding runs no code of the user
	pointer bool       // the type is a pointer, and null makes it nil
	target  *codec     // of what a pointer points to; nil for all other types, also those with elements
	maker   *maker     // of what a pointer points to
	text    bool       // values can be seen as strings
	whole   wholeFunc  // decodes inputs that are one item without contents; nil for types with tags
	scalar  bool       // whole takes most such items
	tag     *tagItem   // tag numbers registered for the type

	// For encoding.
	enc     encodeFunc
	leaf    leafKind
	pairs   mapLayout           // of a map
	empty   emptyFunc           // tells whether omitempty drops a value
	zero    emptyFunc           // tells whether omitzero drops a value
	taken   map[string]struct{} // the encoded keys of a struct that also writes the pairs of an unknown map
	tagSelf bool                // registered tag numbers go in front, although the type marshals itself
}

// codecTable maps types to codecs: immutable tables of which the first is replaced when there are more types, so that
// lookups take no lock.
type codecTable struct {
	mu    sync.Mutex
	slots atomic.Pointer[codecSlots]
	build func(b *codecBuilder, c *codec) // fills in the codec of c.typ
	done  func(c *codec)                  // completes it once those of all types it reaches exist; may be nil
	tags  *tagTable                       // the registered tags that the codecs were made for
}

func newCodecTable(tags *tagTable, build func(*codecBuilder, *codec)) *codecTable {
	t := &codecTable{build: build, tags: tags}
	t.slots.Store(newCodecSlots(nil))
	return t
}

// codecBuilder makes the codecs of a type and of all types that it reaches. They are published together, when
// all are complete, so that recursive types need no further care.
type codecBuilder struct {
	table *codecTable
	fresh map[reflect.Type]*codec
}

// of returns the codec of t, which may still be incomplete.
func (b *codecBuilder) of(t reflect.Type) *codec {
	if c := b.table.slots.Load().findAll(keyOfType(t)); c != nil {
		return c
	}
	if c := b.fresh[t]; c != nil {
		return c
	}
	c := &codec{typ: t, size: t.Size(), direct: heldDirectly(t), view: viewOf(t)}
	b.fresh[t] = c
	b.table.build(b, c)
	return c
}

// fewCodecs is how many codecs are kept in one table at least.
const fewCodecs = 256

// findAll is find in s and in the older tables.
func (s *codecSlots) findAll(k typeKey) *codec {
	for ; s != nil; s = s.older {
		if c := s.find(k); c != nil {
			return c
		}
	}
	return nil
}

// of returns the codec of t.
func (t *codecTable) of(typ reflect.Type) *codec {
	if c := t.slots.Load().find(keyOfType(typ)); c != nil {
		return c
	}
	return t.add(typ)
}

// find returns the codec of the type of v, which is not nil.
func (t *codecTable) find(v any) *codec {
	key, _ := unpack(v)
	if c := t.slots.Load().find(key); c != nil {
		return c
	}
	return t.add(reflect.TypeOf(v))
}

// add returns the codec of a type that is in an older table or in none.
func (t *codecTable) add(typ reflect.Type) *codec {
	if c := t.slots.Load().older.findAll(keyOfType(typ)); c != nil {
		return c
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	b := &codecBuilder{table: t, fresh: map[reflect.Type]*codec{}}
	c := b.of(typ)
	if len(b.fresh) > 0 {
		if t.done != nil {
			for _, f := range b.fresh {
				t.done(f)
			}
		}
		t.slots.Store(t.slots.Load().with(b.fresh))
	}
	return c
}
