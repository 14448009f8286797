package edn_test

import (
	"fmt"

	"github.com/wireglot/wireglot/go/cbor/edn"
)

func ExampleParse() {
	data, err := edn.Parse(`{1: "text", "ip": ip'192.0.2.42', / open / 3: [_ 1.5, 0x10]}`)
	fmt.Printf("%x %v\n", data, err)
	_, err = edn.Parse("[1,\n 2, nil]")
	fmt.Println(err)
	// Output:
	// a301647465787462697044c000022a039ff93e0010ff <nil>
	// edn: line 2, column 5: unknown word `nil`
}

func ExampleFormat() {
	text, err := edn.Format([]byte{0x9f, 0x19, 0x00, 0x01, 0x5f, 0x41, 0x61, 0xff, 0xfa, 0x3f, 0xc0, 0x00, 0x00, 0xff})
	fmt.Println(text, err)
	// Output: [_ 1_1, (_ h'61'), 1.5_2] <nil>
}

func ExampleParseSequence() {
	data, err := edn.ParseSequence(`1, [2], "three"`)
	fmt.Printf("%x %v\n", data, err)
	text, _ := edn.FormatSequence(data)
	fmt.Println(text)
	// Output:
	// 018102657468726565 <nil>
	// 1, [2], "three"
}
