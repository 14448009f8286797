package cbor

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

func TestTokens(t *testing.T) {
	var out bytes.Buffer
	w := NewTokenWriter(&out)
	w.Array(-1)
	for i := range 10_000 {
		w.Map(2)
		w.Text("id")
		w.Int(int64(-i))
		w.Text("v")
		w.Value([]any{true, 1.5, nil})
	}
	w.End()
	for range 0 {
		w.End()
	}
	if err := w.Flush(); err == nil {
		t.Fatal("open maps were not noticed")
	}
	out.Reset()
	w = NewTokenWriter(&out)
	w.Tag(100)
	w.Array(3)
	w.Chunks(TokenBytes)
	w.Bytes([]byte("ab"))
	w.Bytes(nil)
	w.End()
	w.Map(1)
	w.Uint(1)
	w.Float(2.5)
	w.End()
	w.Null()
	w.End()
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if d, err := Diagnose(out.Bytes()); err != nil || d != "100([(_ h'6162', h''), {1: 2.5}, null])" {
		t.Fatalf("%s, %v", d, err)
	}
	r := NewTokenReader(bytes.NewReader(out.Bytes()))
	var kinds []string
	for {
		tok, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		s := fmt.Sprint(tok.Kind)
		if tok.Kind == TokenBytes && !tok.Indefinite {
			b, _ := io.ReadAll(r.Contents())
			s += ":" + string(b)
		}
		kinds = append(kinds, s)
	}
	if got := strings.Join(kinds, " "); got != "tag array bytes bytes:ab bytes: end map uint float end simple end" {
		t.Error(got)
	}
	for n := range out.Len() {
		r := NewTokenReader(bytes.NewReader(out.Bytes()[:n]))
		var err error
		for err == nil {
			_, err = r.Next()
		}
		if n > 0 && err != io.ErrUnexpectedEOF {
			t.Errorf("cut off at %d: %v", n, err)
		}
	}
}

// TestTokenWriterRefuses: what would not be well-formed is an error.
func TestTokenWriterRefuses(t *testing.T) {
	for i, write := range []func(w *TokenWriter){
		func(w *TokenWriter) { w.Chunks(TokenBytes); w.Value(RawMessage{0x5f, 0xff}); w.End() },
		func(w *TokenWriter) { w.Chunks(TokenBytes); w.Value("a"); w.End() },
		func(w *TokenWriter) { w.Chunks(TokenBytes); w.Chunks(TokenBytes); w.End(); w.End() },
		func(w *TokenWriter) { w.Chunks(TokenBytes); w.Tag(1); w.Bytes(nil); w.End() },
		func(w *TokenWriter) { w.Chunks(TokenUint); w.End() },
		func(w *TokenWriter) { w.Chunks(TokenArray); w.End() },
		func(w *TokenWriter) { w.Value(RawMessage{0x42, 0x00}) },
	} {
		w := NewTokenWriter(io.Discard)
		if write(w); w.Flush() == nil {
			t.Errorf("%d: accepted", i)
		}
	}
	var out bytes.Buffer
	w := NewTokenWriter(&out)
	w.Chunks(TokenText)
	w.Value("a")
	w.End()
	if err := w.Flush(); err != nil || out.String() != "\x7faa\xff" {
		t.Errorf("%x, %v", out.Bytes(), err)
	}
}

// TestTokenReaderDepth: items may be nested as deep as its documentation says.
func TestTokenReaderDepth(t *testing.T) {
	r := NewTokenReader(bytes.NewReader(bytes.Repeat([]byte{0x81}, maxMaxNestedLevels+1)))
	for range maxMaxNestedLevels {
		if _, err := r.Next(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := r.Next(); !errors.As(err, new(*MaxNestedLevelError)) {
		t.Error(err)
	}
}

// trickle hands out one octet at a time and counts the calls.
type trickle struct {
	data  []byte
	calls int
}

func (r *trickle) Read(b []byte) (int, error) {
	r.calls++
	if len(r.data) == 0 {
		return 0, io.EOF
	}
	b[0] = r.data[0]
	r.data = r.data[1:]
	return 1, nil
}

func TestStreamReadsNoFurtherThanItMust(t *testing.T) {
	items := [][]byte{{0x82, 0x01, 0x62, 'a', 'b'}, {0x9f, 0xbf, 0x01, 0x02, 0xff, 0xff}, {0x5f, 0x41, 0x00, 0xff}, {0xd8, 0x64, 0x18, 0x19}}
	r := &trickle{data: bytes.Join(items, nil)}
	dec := NewDecoder(r)
	total := 0
	for _, item := range items {
		total += len(item)
		var v any
		if err := dec.Decode(&v); err != nil {
			t.Fatal(err)
		}
		if r.calls != total || dec.NumBytesRead() != total {
			t.Errorf("%d reads and %d octets, want %d", r.calls, dec.NumBytesRead(), total)
		}
	}
	if err := dec.Decode(new(any)); err != io.EOF {
		t.Errorf("%v at the end", err)
	}
}

// widest is a writer that forgets what it gets, but for the longest piece.
type widest struct{ piece, total int }

func (w *widest) Write(b []byte) (int, error) {
	w.piece, w.total = max(w.piece, len(b)), w.total+len(b)
	return len(b), nil
}

// TestListsStream writes and reads a list of 10,000 objects in memory for one.
func TestListsStream(t *testing.T) {
	object := map[string]any{"id": 1, "text": strings.Repeat("x", 1000), "list": []any{1, 2.5, nil}}
	one, err := Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	var out widest
	w, e := NewTokenWriter(&out), NewEncoder(&out)
	w.Array(10_000)
	if err := e.StartIndefiniteArray(); err != nil {
		t.Fatal(err)
	}
	for range 10_000 {
		w.Value(object)
		if err := e.Encode(object); err != nil {
			t.Fatal(err)
		}
	}
	w.End()
	if err := errors.Join(w.Flush(), e.EndIndefinite()); err != nil || out.total < 20_000*len(one) {
		t.Fatalf("%d octets, %v", out.total, err)
	}
	if most := tokenBuffer + len(one); out.piece > most || cap(w.buf) > 2*most {
		t.Errorf("pieces of %d octets, a buffer of %d, wanted at most %d", out.piece, cap(w.buf), most)
	}
	repeated := io.MultiReader(bytes.NewReader([]byte{0x9f}), &again{one, 10_000, 0}, bytes.NewReader([]byte{0xff}))
	r := NewTokenReader(repeated)
	if tok, err := r.Next(); err != nil || tok.Kind != TokenArray {
		t.Fatal(tok, err)
	}
	n := 0
	for ; ; n++ {
		var v struct {
			ID   int
			Text string
		}
		if err := r.Decode(&v); err == errNoItem {
			break
		} else if err != nil || v.ID != 1 || len(v.Text) != 1000 {
			t.Fatal(v, err)
		}
	}
	if tok, err := r.Next(); n != 10_000 || err != nil || tok.Kind != TokenEnd || cap(r.item) > 2*(tokenBuffer+len(one)) {
		t.Errorf("%d objects, then %v, %v; a buffer of %d", n, tok, err, cap(r.item))
	}
}

// again reads the same data n times.
type again struct {
	data  []byte
	n, at int
}

func (r *again) Read(b []byte) (int, error) {
	if r.at == len(r.data) {
		r.n, r.at = r.n-1, 0
	}
	if r.n == 0 {
		return 0, io.EOF
	}
	n := copy(b, r.data[r.at:])
	r.at += n
	return n, nil
}
