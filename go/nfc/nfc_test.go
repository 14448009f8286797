package nfc

import (
	"fmt"
	"testing"
)

func TestText(t *testing.T) {
	rows := map[string]bool{"plain": true, "\u00c5": true, "A\u030a": false, "\u212b": false, "e\u0301": false}
	for text, want := range rows {
		data := append([]byte{0x60 | byte(len(text))}, text...)
		if got := Check(data); got.DCBOR != want || got.NFCUnknown {
			t.Errorf("%q: %+v, wanted %v", text, got, want)
		}
	}
}

func ExampleCheck() {
	r := Check([]byte("\x63A\u030a"))
	fmt.Println(r.Deterministic, r.DCBOR)
	fmt.Println(r.Findings[0])
	// Output:
	// true false
	// offset 0: not dCBOR: the text is not in Normalization Form C
}
