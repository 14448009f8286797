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

// An unknown field is reported with its key, the struct and the place.
func ExampleExplainMode() {
	type limits struct {
		CPU int `cbor:"cpu"`
	}
	type pod struct {
		Limits limits `cbor:"limits"`
	}
	mode, _ := cbor.DecOptions{ExtraReturnErrors: cbor.ExtraDecErrorUnknownField}.DecMode()
	data, _ := cbor.Marshal(map[string]any{"limits": map[string]int{"cpus": 2}})
	var p pod
	x := cbor.ExplainMode(mode, data, &p, mode.Unmarshal(data, &p))
	fmt.Println(x.Struct.Name(), x.Key, x.Path, x.Offset)
	// Output: limits cpus ["limits"]{"cpus"} 9
}

func ExampleConvertTypedArray() {
	a, err := cbor.ConvertTypedArray[uint8]([]float64{1, 2, 250})
	b, _ := cbor.Marshal(a)
	fmt.Printf("%x %v\n", b, err)
	_, err = cbor.ConvertTypedArray[uint8]([]float64{0.5})
	fmt.Println(err)
	// Output:
	// d840430102fa <nil>
	// cbor: element 0, 0.5, is no uint8
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

func ExampleDecodeType() {
	mode, _ := cbor.DecOptions{}.DecMode()
	mode, err := cbor.Extend(mode, cbor.DecodeType(func(d *cbor.ItemDecoder, u *url.URL) error {
		var s string
		if err := d.Decode(&s); err != nil {
			return err
		}
		return u.UnmarshalBinary([]byte(s))
	}))
	if err != nil {
		panic(err)
	}
	data, _ := cbor.Marshal("https://example.com/path")
	var u url.URL
	fmt.Println(mode.Unmarshal(data, &u), u.Path)
	// Output: <nil> /path
}

func ExampleWithoutStringTable() {
	mode, _ := cbor.DecOptions{}.DecMode()
	mode, err := cbor.Extend(mode, cbor.WithoutStringTable())
	data, _ := cbor.Marshal([]string{"short", "short"})
	var v any
	fmt.Println(err, mode.Unmarshal(data, &v), v)
	// Output: <nil> <nil> [short short]
}

func ExampleClearCaches() {
	data, _ := cbor.Marshal([]string{"secret"})
	var v any
	_ = cbor.Unmarshal(data, &v)
	cbor.ClearCaches() // no decoder remembers the text
	fmt.Println(v)
	// Output: [secret]
}

// chain marshals itself: an array of its name and of the next link. The inner link is written in place.
type chain struct {
	name string
	next *chain
}

func (c *chain) MarshalCBORTo(e *cbor.ItemEncoder) error {
	if c.next == nil {
		return e.Encode([]any{c.name})
	}
	return e.Encode([]any{c.name, c.next})
}

func (c *chain) UnmarshalCBORFrom(d *cbor.ItemDecoder) error {
	var link struct {
		_    struct{} `cbor:",toarray"`
		Name string
		Next *chain
	}
	err := d.Decode(&link)
	c.name, c.next = link.Name, link.Next
	return err
}

func ExampleMarshalerTo() {
	b, err := cbor.Marshal(&chain{"a", &chain{"b", &chain{"c", nil}}})
	d, _ := cbor.Diagnose(b)
	fmt.Println(d, err)
	// Output: ["a", ["b", ["c"]]] <nil>
}

func ExampleUnmarshalerFrom() {
	data := []byte{0x82, 0x61, 'a', 0x82, 0x61, 'b', 0xf6}
	var c chain
	fmt.Println(cbor.Unmarshal(data, &c), c.name, c.next.name)
	// Output: <nil> a b
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

func ExampleTokenReader_Decode() {
	data, _ := cbor.Marshal([]map[string]int{{"i": 0}, {"i": 1}})
	r := cbor.NewTokenReader(bytes.NewReader(data))
	list, _ := r.Next()
	for range list.Arg {
		var one map[string]int
		fmt.Println(r.Decode(&one), one)
	}
	// Output:
	// <nil> map[i:0]
	// <nil> map[i:1]
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

// A list that does not fit memory goes out and comes in element by element.
func ExampleStreamEncoder() {
	var network bytes.Buffer
	out := cbor.NewStreamEncoder(&network)
	defer out.Close()
	if err := out.EncodeArrayHead(3); err != nil {
		fmt.Println(err)
	}
	for i := range 3 {
		if err := errors.Join(out.Encode(map[string]int{"n": i}), out.Flush()); err != nil {
			fmt.Println(err)
		}
	}

	in := cbor.NewStreamDecoder(&network)
	n, err := in.DecodeArrayHead()
	for range n {
		var element map[string]int
		if err := in.Decode(&element); err != nil {
			fmt.Println(err)
		}
		fmt.Println(element)
	}
	fmt.Println(in.NumBytesDecoded(), err)
	// Output:
	// map[n:0]
	// map[n:1]
	// map[n:2]
	// 13 <nil>
}
