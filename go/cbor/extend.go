package cbor

import (
	"fmt"
	"maps"
	"reflect"
)

// Extension changes a mode in a way that EncOptions and DecOptions have no field for; see Extend.
type Extension struct {
	name   string
	typ    reflect.Type
	encode func(c *codec) encodeFunc
	decode func(c *codec) decodeFunc
	plain  bool // no table of strings
}

// Extend returns a copy of mode, an EncMode or DecMode of this package, with extensions.
func Extend[M any](mode M, extensions ...Extension) (M, error) {
	var out any
	switch m := any(mode).(type) {
	case *encMode:
		em, err := m.extended(extensions)
		if err != nil {
			return mode, err
		}
		out = em
	case *decMode:
		dm, err := m.extended(extensions)
		if err != nil {
			return mode, err
		}
		out = dm
	}
	if m, ok := out.(M); ok {
		return m, nil
	}
	return mode, fmt.Errorf("cbor: cannot extend a %T", mode)
}

// EncodeType writes values of type T with encode, ignoring T's methods. It is meant for types from other packages.
// encode must write one item. T must be a named type.
func EncodeType[T any](encode func(e *ItemEncoder, v T) error) Extension {
	return Extension{
		name: "EncodeType",
		typ:  reflect.TypeFor[T](),
		encode: func(c *codec) encodeFunc {
			return func(e *encoder, b []byte, p ref) ([]byte, error) {
				i := ItemEncoder{e, b}
				err := encode(&i, *at[T](p))
				return i.b, err
			}
		},
	}
}

// DecodeType reads values of type T with decode, ignoring T's methods. It is meant for types from other packages.
// decode must read the decoder's next item. T must be a named type.
func DecodeType[T any](decode func(d *ItemDecoder, v *T) error) Extension {
	return Extension{
		name: "DecodeType",
		typ:  reflect.TypeFor[T](),
		decode: func(c *codec) decodeFunc {
			return func(d *decoder, p ref) error {
				return d.handOver(func(i *ItemDecoder) error { return decode(i, at[T](p)) })
			}
		},
	}
}

// WithoutStringTable allocates each text string separately. By default, repeated short strings in values of type any
// share one allocation, and most other short strings, and numbers in values of type any, share allocations of at most 576
// bytes.
func WithoutStringTable() Extension { return Extension{name: "WithoutStringTable", plain: true} }

func (x Extension) check() error {
	if x.typ != nil && x.typ.PkgPath() == "" {
		return fmt.Errorf("cbor: %s wants a type with a name, got %s", x.name, x.typ)
	}
	return nil
}

func (m *encMode) extended(extensions []Extension) (*encMode, error) {
	em, err := makeEncMode(m.opts, m.tags)
	if err != nil {
		return nil, err
	}
	em.custom = maps.Clone(m.custom)
	for _, x := range extensions {
		if err := x.check(); err != nil {
			return nil, err
		}
		if x.encode == nil {
			return nil, fmt.Errorf("cbor: %s does not apply to an EncMode", x.name)
		}
		if em.custom == nil {
			em.custom = map[reflect.Type]func(*codec) encodeFunc{}
		}
		em.custom[x.typ] = x.encode
	}
	return em, nil
}

func (m *decMode) extended(extensions []Extension) (*decMode, error) {
	dm, err := makeDecMode(m.opts, m.tags)
	if err != nil {
		return nil, err
	}
	dm.custom, dm.intern = maps.Clone(m.custom), m.intern
	for _, x := range extensions {
		if err := x.check(); err != nil {
			return nil, err
		}
		switch {
		case x.plain:
			dm.intern = false
		case x.decode != nil:
			if dm.custom == nil {
				dm.custom = map[reflect.Type]func(*codec) decodeFunc{}
			}
			dm.custom[x.typ] = x.decode
		default:
			return nil, fmt.Errorf("cbor: %s does not apply to a DecMode", x.name)
		}
	}
	return dm, nil
}
