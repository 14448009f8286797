package fuzz

import (
	"bytes"
	"errors"
	"io"
	"math"
	"reflect"
	"testing"

	ours "github.com/wireglot/wireglot/go/cbor"
)

// pieces hands out n octets at a time.
type pieces struct {
	data []byte
	n    int
}

func (p *pieces) Read(b []byte) (int, error) {
	if len(p.data) == 0 {
		return 0, io.EOF
	}
	n := copy(b[:min(len(b), p.n)], p.data)
	p.data = p.data[n:]
	return n, nil
}

// checkTokens copies an item token by token, and decodes it in the middle of a list: both must agree with Check.
func checkTokens(t *testing.T, data []byte) {
	t.Helper()
	wellFormed := ours.Check(data).WellFormed
	var out bytes.Buffer
	err := copyTokens(ours.NewTokenReader(bytes.NewReader(data)), ours.NewTokenWriter(&out))
	var tooDeep *ours.MaxNestedLevelError
	if errors.As(err, &tooDeep) {
		return
	}
	if (err == nil) != wellFormed {
		t.Fatalf("%x: read by tokens: %v, well-formed: %v", data, err, wellFormed)
	}
	if err != nil {
		return
	}
	// Floats are written as binary64.
	if again := out.Bytes(); ours.Check(data).Preferred && len(again) == len(data) && !bytes.Equal(again, data) || !ours.Check(again).WellFormed {
		t.Fatalf("%x was copied to %x", data, again)
	}
	list := append(append([]byte{0x83, 0x01}, data...), 0x02)
	r := ours.NewTokenReader(&pieces{list, 3})
	var raw, want ours.RawMessage
	if _, err := r.Next(); err != nil {
		t.Fatal(err)
	}
	var first, last int
	errFirst, err, errLast := r.Decode(&first), r.Decode(&raw), r.Decode(&last)
	wantErr := ours.Unmarshal(data, &want)
	if errFirst != nil || errLast != nil || last != 2 || errorText(err) != errorText(wantErr) || !bytes.Equal(raw, want) {
		t.Fatalf("%x in a list: %x %v, wanted %x %v (%v, %v)", data, raw, err, want, wantErr, errFirst, errLast)
	}
}

// copyTokens copies one item; what follows is an error.
func copyTokens(r *ours.TokenReader, w *ours.TokenWriter) error {
	for tag := false; ; {
		tok, err := r.Next()
		if err != nil {
			return err
		}
		if err := copyToken(r, w, tok); err != nil {
			return err
		}
		if tag = tok.Kind == ours.TokenTag; r.Depth() == 0 && !tag {
			break
		}
	}
	// The ends of containers of definite length take no octets: what is open was closed by them.
	if _, err := r.Next(); err != io.EOF {
		return errors.New("octets follow")
	}
	return w.Flush()
}

func copyToken(r *ours.TokenReader, w *ours.TokenWriter, tok ours.Token) error {
	n := int(min(tok.Arg, math.MaxInt32))
	if tok.Indefinite {
		n = -1
	}
	switch tok.Kind {
	case ours.TokenUint:
		w.Uint(tok.Arg)
	case ours.TokenNegint:
		w.Negint(tok.Arg)
	case ours.TokenBytes, ours.TokenText:
		if tok.Indefinite {
			w.Chunks(tok.Kind)
			return nil
		}
		b, err := io.ReadAll(r.Contents())
		if err != nil {
			return err
		}
		if tok.Kind == ours.TokenBytes {
			w.Bytes(b)
		} else {
			w.Text(string(b))
		}
	case ours.TokenArray:
		w.Array(n)
	case ours.TokenMap:
		w.Map(n)
	case ours.TokenTag:
		w.Tag(tok.Arg)
	case ours.TokenFloat:
		w.Float(tok.Float)
	case ours.TokenEnd:
		w.End()
	default:
		w.Simple(ours.SimpleValue(tok.Arg))
	}
	return nil
}

// checkStream reads items from a stream in pieces: values, errors and octets must be those of UnmarshalFirst.
func checkStream(t *testing.T, data []byte, piece int) {
	t.Helper()
	dec := ours.NewDecoder(&pieces{data, piece})
	rest := data
	for range 4 {
		var v, w any
		err := dec.Decode(&v)
		after, wantErr := ours.UnmarshalFirst(rest, &w)
		if errorText(err) != errorText(wantErr) && !(wantErr != nil && len(rest) == 0) {
			t.Fatalf("%x in pieces of %d: %v, wanted %v", rest, piece, err, wantErr)
		}
		if err != nil {
			return
		}
		if read := len(data) - len(after); dec.NumBytesRead() != read || dump(reflect.ValueOf(&v).Elem()) != dump(reflect.ValueOf(&w).Elem()) {
			t.Fatalf("%x in pieces of %d: %v after %d octets, wanted %v after %d", data, piece, v, dec.NumBytesRead(), w, read)
		}
		rest = after
	}
}

// FuzzStream reads data by tokens and from a stream in pieces.
func FuzzStream(f *testing.F) {
	for i, s := range seeds() {
		f.Add(s, uint8(i))
	}
	f.Fuzz(func(t *testing.T, data []byte, piece uint8) {
		checkTokens(t, data)
		checkStream(t, data, int(piece)%40+1)
	})
}

// TestVectorsStreamed does so with the shared vectors.
func TestVectorsStreamed(t *testing.T) {
	all := seeds()
	if len(all) == 0 {
		t.Skip("the shared vectors are not there")
	}
	for i, s := range all {
		checkTokens(t, s)
		checkStream(t, s, i%7+1)
		checkStream(t, append(bytes.Clone(s), all[(i+1)%len(all)]...), i%3+1)
	}
}
