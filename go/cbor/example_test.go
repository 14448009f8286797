package cbor_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/url"
	"reflect"

	"github.com/wireglot/wireglot/go/cbor"
)

func Example() {
	type point struct {
		X int `cbor:"x"`
		Y int `cbor:"y,omitempty"`
	}
	b, err := cbor.Marshal(point{X: 1})
	fmt.Printf("%x %v\n", b, err)
	var p point
	err = cbor.Unmarshal(b, &p)
	fmt.Println(p, err)
	// Output:
	// a1617801 <nil>
	// {1 0} <nil>
}

func ExampleEncOptions_EncMode() {
	em, err := cbor.CoreDetEncOptions().EncMode()
	if err != nil {
		panic(err)
	}
	b, _ := em.Marshal(map[string]any{"b": 1.5, "a": []int{1, 2}})
	d, _ := cbor.Diagnose(b)
	fmt.Println(d)
	// Output: {"a": [1, 2], "b": 1.5}
}

func ExampleAppendMarshal() {
	buf := make([]byte, 0, 64)
	buf, _ = cbor.AppendMarshal(buf, "one")
	buf, _ = cbor.AppendMarshal(buf, 2)
	fmt.Printf("%x\n", buf)
	// Output: 636f6e6502
}

func ExampleExplain() {
	data, _ := cbor.Marshal(map[string][]any{"list": {1, "two"}})
	var v map[string][]int
	err := cbor.Unmarshal(data, &v)
	fmt.Println(err)
	fmt.Println(cbor.Explain(data, &v, err).Path)
	// Output:
	// cbor: cannot unmarshal UTF-8 text string into Go value of type int
	// ["list"][1]
}

func ExampleUnmarshal_unknown() {
	type message struct {
		ID   int            `cbor:"id"`
		Rest map[string]any `cbor:",unknown"`
	}
	data, _ := cbor.Marshal(map[string]any{"id": 7, "new": true})
	var m message
	_ = cbor.Unmarshal(data, &m)
	fmt.Println(m.ID, m.Rest)
	back, _ := cbor.Marshal(m)
	fmt.Println(len(back) == len(data))
	// Output:
	// 7 map[new:true]
	// true
}

func ExampleExtend() {
	mode, _ := cbor.EncOptions{}.EncMode()
	mode, err := cbor.Extend(mode, cbor.EncodeType(func(e *cbor.ItemEncoder, u url.URL) error { return e.Encode(u.String()) }))
	if err != nil {
		panic(err)
	}
	u, _ := url.Parse("https://example.com")
	b, _ := mode.Marshal(u)
	d, _ := cbor.Diagnose(b)
	fmt.Println(d)
	// Output: "https://example.com"
}

func ExampleTokenReader() {
	data, _ := cbor.Marshal(map[string]any{"name": "x"})
	r := cbor.NewTokenReader(bytes.NewReader(data))
	for {
		t, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		switch t.Kind {
		case cbor.TokenText:
			s, _ := io.ReadAll(r.Contents())
			fmt.Printf("text %s\n", s)
		case cbor.TokenMap:
			fmt.Println("map of", t.Arg)
		case cbor.TokenEnd:
			fmt.Println("end")
		}
	}
	// Output:
	// map of 1
	// text name
	// text x
	// end
}

func ExampleTokenWriter() {
	var out bytes.Buffer
	w := cbor.NewTokenWriter(&out)
	w.Array(-1)
	for i := range 3 {
		w.Value(map[string]int{"i": i})
	}
	w.End()
	fmt.Println(w.Flush())
	d, _ := cbor.Diagnose(out.Bytes())
	fmt.Println(d)
	// Output:
	// <nil>
	// [_ {"i": 0}, {"i": 1}, {"i": 2}]
}

func ExampleTypedArray() {
	b, _ := cbor.Marshal(cbor.TypedArray[uint16]{1, 2})
	fmt.Printf("%x\n", b)
	var a cbor.TypedArray[uint16]
	fmt.Println(cbor.Unmarshal(b, &a), a)
	// Output:
	// d8454401000200
	// <nil> [1 2]
}

func ExampleTagSet() {
	type celsius float64
	tags := cbor.NewTagSet()
	if err := tags.Add(cbor.TagOptions{EncTag: cbor.EncTagRequired, DecTag: cbor.DecTagRequired}, reflect.TypeFor[celsius](), 1000); err != nil {
		panic(err)
	}
	em, _ := cbor.EncOptions{ShortestFloat: cbor.ShortestFloat16}.EncModeWithTags(tags)
	b, _ := em.Marshal(celsius(21.5))
	d, _ := cbor.Diagnose(b)
	fmt.Println(d)
	// Output: 1000(21.5)
}

func ExampleEncoder_StartIndefiniteArray() {
	var out bytes.Buffer
	e := cbor.NewEncoder(&out)
	_ = e.StartIndefiniteArray()
	for i := range 3 {
		_ = e.Encode(i)
	}
	fmt.Println(e.EndIndefinite())
	fmt.Printf("%x\n", out.Bytes())
	// Output:
	// <nil>
	// 9f000102ff
}
