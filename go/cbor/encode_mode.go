package cbor

import (
	"bytes"
	"io"
	"reflect"
	"sync"
	"sync/atomic"
)

// EncMode encodes with options that are fixed when it is created. Modes are safe for concurrent use.
type EncMode interface {
	// Marshal is like the function Marshal, with the options of the mode.
	Marshal(v any) ([]byte, error)

	// NewEncoder returns an Encoder that writes to w.
	NewEncoder(w io.Writer) *Encoder

	// NewStreamEncoder returns a StreamEncoder that writes to w.
	NewStreamEncoder(w io.Writer) *StreamEncoder

	// EncOptions returns the options of the mode.
	EncOptions() EncOptions
}

// UserBufferEncMode is an EncMode that can also write to the caller's buffer.
type UserBufferEncMode interface {
	EncMode

	// MarshalToBuffer is like the function MarshalToBuffer, with the options of the mode.
	MarshalToBuffer(v any, buf *bytes.Buffer) error

	userBuffer()
}

// encMode is the EncMode of this package.
type encMode struct {
	opts   EncOptions
	tags   *tagRegistry // nil for a mode without tags
	table  atomic.Pointer[codecTable]
	check  *decMode                                 // checks what Marshalers return
	custom map[reflect.Type]func(*codec) encodeFunc // see Extend
	plain  bool                                     // no option bears on integers, text, bytes and Booleans
	text   byte                                     // the major type of Go strings
	large  atomic.Bool                              // the last values for marshalTree were not small, or held what takes an encoder; a hint that all goroutines share

	inTag0 func() *encMode // the mode for the content of tag 0: text stays text
	inBig  func() *encMode // the mode for the content of tags 2 and 3: byte strings stay untagged
}

func newEncMode(opts EncOptions, tags *tagRegistry) (UserBufferEncMode, error) {
	em, err := makeEncMode(opts, tags)
	if err != nil {
		return nil, err
	}
	return em, nil
}

func makeEncMode(opts EncOptions, tags *tagRegistry) (*encMode, error) {
	if err := opts.check(); err != nil {
		return nil, err
	}
	em := &encMode{opts: opts, tags: tags, text: opts.textType()}
	check, err := makeDecMode(DecOptions{
		MaxNestedLevels:  maxMaxNestedLevels,
		MaxArrayElements: maxMaxArrayElements,
		MaxMapPairs:      maxMaxMapPairs,
		IndefLength:      opts.IndefLength,
		TagsMd:           opts.TagsMd,
	}, nil)
	if err != nil {
		return nil, err
	}
	em.check = check
	em.plain = opts.String == StringToTextString && opts.ByteSliceLaterFormat == ByteSliceLaterFormatNone
	em.table.Store(em.newTable())
	em.addVariants()
	return em, nil
}

// textType returns the major type of Go strings.
func (opts *EncOptions) textType() byte {
	if opts.String == StringToByteString {
		return byte(cborTypeByteString)
	}
	return byte(cborTypeTextString)
}

// addVariants adds the modes for the content of tags. Those of tags within tags add up.
func (em *encMode) addVariants() {
	em.inTag0 = em.variant(func(o *EncOptions) { o.String = StringToTextString })
	em.inBig = em.variant(func(o *EncOptions) { o.ByteSliceLaterFormat = ByteSliceLaterFormatNone })
}

// variant returns a function that makes, once, a mode with changed options.
func (em *encMode) variant(change func(*EncOptions)) func() *encMode {
	return sync.OnceValue(func() *encMode {
		opts := em.opts
		change(&opts)
		if opts.String == em.opts.String && opts.ByteSliceLaterFormat == em.opts.ByteSliceLaterFormat {
			return em
		}
		v := &encMode{opts: opts, text: opts.textType(), tags: em.tags, custom: em.custom, check: em.check}
		v.addVariants()
		v.table.Store(v.newTable())
		return v
	})
}

func (em *encMode) newTable() *codecTable {
	var tags *tagTable
	if em.tags != nil {
		tags = em.tags.load()
	}
	return newCodecTable(tags, em.buildCodec)
}

// codecs returns the codecs of the mode, made anew if a shared TagSet has changed.
func (em *encMode) codecs() *codecTable {
	if em.tags == nil {
		return em.table.Load()
	}
	return em.taggedCodecs()
}

func (em *encMode) taggedCodecs() *codecTable {
	t := em.table.Load()
	if em.tags.load() != t.tags {
		t = em.newTable()
		em.table.Store(t)
	}
	return t
}

var defaultEncMode = func() *encMode {
	em, err := makeEncMode(EncOptions{}, nil)
	if err != nil {
		panic(err)
	}
	return em
}()

func (em *encMode) Marshal(v any) ([]byte, error) {
	// Types without a name have neither tags nor methods, so the commonest ones need no codec.
	switch s := v.(type) {
	case nil:
		return append(make([]byte, 0, 1), itemNull), nil
	case string:
		return em.marshalText(s), nil
	case uint64:
		return marshalHead(byte(cborTypePositiveInt), s), nil
	case int64:
		return marshalInt(s), nil
	case int:
		return marshalInt(int64(s)), nil
	case float64:
		if s-s == 0 {
			return em.marshalFloat64(s), nil
		}
	case bool:
		return appendBool(make([]byte, 0, 1), s), nil
	case []byte:
		if b := em.marshalBytes(s); b != nil {
			return b, nil
		}
	case []any:
		return em.marshalAnySlice(s, v)
	case map[any]any:
		if len(s) == 0 {
			return em.empty(make([]byte, 0, 1), cborTypeMap, s == nil), nil
		}
		return em.marshalContainer(v)
	case map[string]any:
		if len(s) == 0 {
			return em.empty(make([]byte, 0, 1), cborTypeMap, s == nil), nil
		}
		return em.marshalContainer(v)
	}
	table := em.codecs()
	c := table.find(v)
	if c.leaf != leafNone {
		if b := em.marshalLeaf(c, v); b != nil {
			return b, nil
		}
	}
	e := encoderPool.Get().(*encoder)
	if e.table != table {
		e.em, e.table = em, table
	}
	b, err := e.held(c, e.buf[:0], v)
	if err != nil {
		e.release(b)
		return nil, err
	}
	out := copyOf(b)
	e.release(b)
	return out, nil
}

func (em *encMode) MarshalToBuffer(v any, buf *bytes.Buffer) error {
	if buf == nil {
		return errNilBuffer
	}
	e := em.newEncoder()
	b, err := e.any(buf.AvailableBuffer(), v)
	buf.Write(b)
	e.release(nil)
	return err
}

func (em *encMode) NewEncoder(w io.Writer) *Encoder { return &Encoder{w: w, em: em} }

func (em *encMode) EncOptions() EncOptions { return em.opts }

func (em *encMode) userBuffer() {}

// Marshal returns the encoding of v with the default options. The package documentation has the rules for each Go
// type.
func Marshal(v any) ([]byte, error) { return defaultEncMode.Marshal(v) }

// MarshalToBuffer appends the encoding of v to buf, with the default options. After an error, buf may contain part of
// it.
func MarshalToBuffer(v any, buf *bytes.Buffer) error { return defaultEncMode.MarshalToBuffer(v, buf) }

// AppendMarshal appends the encoding of v to dst, with the default options, and returns the extended slice. It
// doesn't allocate if dst has enough capacity, all of which it may overwrite. After an error, the result is dst.
func AppendMarshal(dst []byte, v any) ([]byte, error) { return defaultEncMode.AppendMarshal(dst, v) }

// AppendMarshal is the function AppendMarshal under the options of the mode.
func (em *encMode) AppendMarshal(dst []byte, v any) ([]byte, error) {
	e := em.newEncoder()
	b, err := e.any(dst, v)
	e.release(nil)
	if err != nil {
		return dst, err
	}
	return b, nil
}

// NewEncoder returns an Encoder that writes to w, with the default options.
func NewEncoder(w io.Writer) *Encoder { return defaultEncMode.NewEncoder(w) }
