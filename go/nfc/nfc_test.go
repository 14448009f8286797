package nfc

import "testing"

func TestText(t *testing.T) {
	rows := map[string]bool{"plain": true, "\u00c5": true, "A\u030a": false, "\u212b": false, "e\u0301": false}
	for text, want := range rows {
		data := append([]byte{0x60 | byte(len(text))}, text...)
		if got := Check(data); got.DCBOR != want || got.NFCUnknown {
			t.Errorf("%q: %+v, wanted %v", text, got, want)
		}
	}
}
