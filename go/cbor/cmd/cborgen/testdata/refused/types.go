// Package refused has types that no code can be generated for.
package refused

type Generic[T any] struct{ V T }

type Number int

type Writer struct{ A int }

func (Writer) MarshalCBOR() ([]byte, error) { return nil, nil }

type Fields struct {
	C map[string]chan int
	F func() `cbor:"f"`
	N int    `cbor:"one,keyasint"`
	G complex64
	H map[int]uintptr
	H chan int `cbor:"-"`
	c chan int
}

type Arrays struct {
	_ struct{} `cbor:",toarray,toindefarray"`
}
