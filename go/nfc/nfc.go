// Package nfc checks CBOR with Unicode Normalization Form C taken into account, which dCBOR
// asks of text. It is a module of its own so that package cbor depends on nothing.
package nfc

import (
	"golang.org/x/text/unicode/norm"

	"github.com/wireglot/wireglot/go/cbor"
)

// Check is [cbor.Check] with the verdict on dCBOR complete.
func Check(data []byte) cbor.Report {
	return cbor.CheckOptions{IsNFC: norm.NFC.IsNormal}.Check(data)
}
