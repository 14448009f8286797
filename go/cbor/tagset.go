package cbor

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
)

// TagOptions say how decoders and encoders handle the tag number of a registered type.
type TagOptions struct {
	DecTag DecTagMode
	EncTag EncTagMode
}

// TagSet maps Go types to tag numbers. A set is safe for concurrent use.
type TagSet interface {
	// Add registers a tag number, or nested ones from the outside in, for a type.
	Add(opts TagOptions, contentType reflect.Type, num uint64, nestedNum ...uint64) error

	// Remove removes contentType; it does nothing if contentType is nil or not in the set.
	Remove(contentType reflect.Type)

	snapshot(keep func(TagOptions) bool) *tagRegistry
	shared() *tagRegistry
}

// NewTagSet returns an empty TagSet.
func NewTagSet() TagSet {
	r := new(tagRegistry)
	r.table.Store(&tagTable{})
	return r
}

// tagItem is one entry of a TagSet.
type tagItem struct {
	num         []uint64
	cborTagNum  []byte // the heads of num, ready to be written
	contentType reflect.Type
	opts        TagOptions
}

// tagTable is the immutable contents of a TagSet at one time.
type tagTable struct {
	items   map[reflect.Type]*tagItem
	longest int // chain of tag numbers
}

// tagRegistry is a TagSet: a table that is replaced as a whole, so that readers need no lock.
type tagRegistry struct {
	mu    sync.Mutex
	table atomic.Pointer[tagTable]
}

func (r *tagRegistry) load() *tagTable { return r.table.Load() }

func (r *tagRegistry) shared() *tagRegistry { return r }

// snapshot returns an independent set of the entries that keep accepts.
func (r *tagRegistry) snapshot(keep func(TagOptions) bool) *tagRegistry {
	items := map[reflect.Type]*tagItem{}
	for t, it := range r.load().items {
		if keep(it.opts) {
			items[t] = it
		}
	}
	c := new(tagRegistry)
	c.table.Store(newTagTable(items))
	return c
}

func newTagTable(items map[reflect.Type]*tagItem) *tagTable {
	t := &tagTable{items: items}
	for _, it := range items {
		t.longest = max(t.longest, len(it.num))
	}
	return t
}

// byType returns the entry of a type, or nil.
func (t *tagTable) byType(typ reflect.Type) *tagItem {
	if t == nil {
		return nil
	}
	return t.items[typ]
}

// byNumber returns the type that is tied to this chain of tag numbers, or nil.
func (t *tagTable) byNumber(num []uint64) reflect.Type {
	if t == nil {
		return nil
	}
	for typ, it := range t.items {
		if slices.Equal(it.num, num) {
			return typ
		}
	}
	return nil
}

// Add implements TagSet.
func (r *tagRegistry) Add(opts TagOptions, contentType reflect.Type, num uint64, nestedNum ...uint64) error {
	if contentType == nil {
		return errors.New("cbor: cannot add nil content type to TagSet")
	}
	for contentType.Kind() == reflect.Pointer {
		contentType = contentType.Elem()
	}
	it, err := newTagItem(opts, contentType, append([]uint64{num}, nestedNum...))
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	old := r.load()
	if old.byType(contentType) != nil {
		return errors.New("cbor: content type " + contentType.String() + " already exists in TagSet")
	}
	if old.byNumber(it.num) != nil {
		return fmt.Errorf("cbor: tag number %v already exists in TagSet", it.num)
	}
	r.replace(func(items map[reflect.Type]*tagItem) { items[contentType] = it })
	return nil
}

// Remove implements TagSet.
func (r *tagRegistry) Remove(contentType reflect.Type) {
	if contentType == nil {
		return
	}
	for contentType.Kind() == reflect.Pointer {
		contentType = contentType.Elem()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.load().byType(contentType) != nil {
		r.replace(func(items map[reflect.Type]*tagItem) { delete(items, contentType) })
	}
}

// replace publishes an edited copy of the table; the caller holds the lock.
func (r *tagRegistry) replace(edit func(map[reflect.Type]*tagItem)) {
	items := map[reflect.Type]*tagItem{}
	for t, it := range r.load().items {
		items[t] = it
	}
	edit(items)
	r.table.Store(newTagTable(items))
}

func newTagItem(opts TagOptions, contentType reflect.Type, nums []uint64) (*tagItem, error) {
	if opts.DecTag == DecTagIgnored && opts.EncTag == EncTagNone {
		return nil, errors.New("cbor: cannot add tag with DecTagIgnored and EncTagNone options to TagSet")
	}
	if contentType.PkgPath() == "" || contentType.Kind() == reflect.Interface {
		return nil, errors.New("cbor: can only add named types to TagSet, got " + contentType.String())
	}
	switch contentType {
	case typeTime:
		return nil, errors.New("cbor: cannot add time.Time to TagSet, use EncOptions.TimeTag and DecOptions.TimeTag instead")
	case typeBigInt:
		return nil, errors.New("cbor: cannot add big.Int to TagSet, it's built-in and supported automatically")
	case typeTag, typeRawTag:
		return nil, errors.New("cbor: cannot add " + contentType.String() + " to TagSet")
	}
	switch nums[0] {
	case tagNumRFC3339Time, tagNumEpochTime:
		return nil, errors.New("cbor: cannot add tag number 0 or 1 to TagSet, use EncOptions.TimeTag and DecOptions.TimeTag instead")
	case tagNumUnsignedBignum, tagNumNegativeBignum:
		return nil, errors.New("cbor: cannot add tag number 2 or 3 to TagSet, it's built-in and supported automatically")
	case tagSelfDescribed:
		return nil, errors.New("cbor: cannot add tag number 55799 to TagSet, it's built-in and ignored automatically")
	}
	it := &tagItem{num: nums, contentType: contentType, opts: opts}
	for _, n := range nums {
		it.cborTagNum = appendHead(it.cborTagNum, cborTypeTag, n)
	}
	return it, nil
}
