package cbor

import (
	"bufio"
	"errors"
	"io"
)

// TokenReader reads items one head at a time; its memory only depends on their nesting. Read strings through
// Contents, in pieces if needed; the caller has to check that text is UTF-8. Decode reads a whole item that fits in
// memory.
type TokenReader struct {
	r    *bufio.Reader
	dm   *decMode
	open []tokenFrame
	left uint64 // octets of the current string that have not been read
	tag  bool   // a tag number waits for its content
	item []byte // what Decode has read of its item
	keep bool   // what is read goes to item
}

// tokenFrame is an open array, map or string of indefinite length: items to come, or items so far if indefinite.
type tokenFrame struct {
	kind       TokenKind
	indefinite bool
	n          uint64
}

// NewTokenReader returns a TokenReader that reads from r. Items may be nested 65535 deep. The limits of the default
// mode apply to Decode, but not to tokens.
func NewTokenReader(r io.Reader) *TokenReader {
	return &TokenReader{r: bufio.NewReader(r), dm: defaultDecMode}
}

// Depth returns the number of open arrays, maps and strings of indefinite length.
func (t *TokenReader) Depth() int { return len(t.open) }

// Next reads the next token. It skips unread contents of a string. At the end of the stream, between items, the error
// is io.EOF.
func (t *TokenReader) Next() (Token, error) {
	if t.left > 0 {
		if err := t.discard(); err != nil {
			return Token{}, err
		}
	}
	if n := len(t.open); n > 0 && !t.open[n-1].indefinite && t.open[n-1].n == 0 && !t.tag {
		t.open = t.open[:n-1]
		return Token{Kind: TokenEnd}, nil
	}
	h, err := t.head()
	if err != nil {
		return Token{}, err
	}
	return t.token(h)
}

func (t *TokenReader) discard() error {
	if t.keep {
		return t.keepContents()
	}
	_, err := io.CopyN(io.Discard, t.r, int64(min(t.left, 1<<62)))
	t.left = 0
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// head reads a head.
func (t *TokenReader) head() (head, error) {
	var room [9]byte
	b, err := t.r.ReadByte()
	if err != nil {
		if err == io.EOF && (len(t.open) > 0 || t.tag) {
			err = io.ErrUnexpectedEOF
		}
		return head{}, err
	}
	room[0] = b
	size := 1
	if info := b & additionalInformationMask; info >= 24 && info <= 27 {
		size += 1 << (info - 24)
	}
	if _, err := io.ReadFull(t.r, room[1:size]); err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return head{}, err
	}
	if t.keep {
		t.item = append(t.item, room[:size]...)
	}
	h, ok := readHead(room[:size], 0)
	if !ok {
		return h, invalidInfo(h.typ(), h.info())
	}
	return h, nil
}

// token checks that a token may stand here and notes it.
func (t *TokenReader) token(h head) (Token, error) {
	n := len(t.open)
	if h.initial == itemBreak {
		if n == 0 || !t.open[n-1].indefinite || t.tag || t.open[n-1].kind == TokenMap && t.open[n-1].n%2 == 1 {
			return Token{}, errUnexpectedBreak
		}
		t.open = t.open[:n-1]
		return Token{Kind: TokenEnd}, nil
	}
	tok := Token{Kind: TokenKind(h.initial >> 5), Indefinite: h.indefinite(), Arg: h.arg}
	if n > 0 && (t.open[n-1].kind == TokenBytes || t.open[n-1].kind == TokenText) {
		if tok.Kind != t.open[n-1].kind || tok.Indefinite {
			of := cborType(t.open[n-1].kind << 5)
			return Token{}, &SyntaxError{"cbor: wrong element type " + h.typ().String() + " for indefinite-length " + of.String()}
		}
		t.left = h.arg
		return tok, nil
	}
	if tok.Kind != TokenTag && n > 0 {
		if f := &t.open[n-1]; f.indefinite {
			f.n++
		} else {
			f.n--
		}
	}
	t.tag = tok.Kind == TokenTag
	switch tok.Kind {
	case TokenUint, TokenNegint, TokenTag:
		if tok.Indefinite {
			return Token{}, invalidInfo(h.typ(), h.info())
		}
	case TokenBytes, TokenText:
		if !tok.Indefinite {
			t.left = h.arg
			return tok, nil
		}
		return tok, t.push(tokenFrame{kind: tok.Kind, indefinite: true})
	case TokenArray, TokenMap:
		if h.arg > 1<<62 {
			return Token{}, errors.New("cbor: " + h.typ().String() + " is too long")
		}
		items := h.arg
		if tok.Kind == TokenMap {
			items *= 2
		}
		return tok, t.push(tokenFrame{tok.Kind, tok.Indefinite, items})
	default:
		if err := t.dm.acceptPrimitive(h); err != nil {
			return Token{}, err
		}
		if h.initial >= itemFloat16 && h.initial <= itemFloat64 {
			return Token{Kind: TokenFloat, Arg: h.arg, Float: floatOf(h)}, nil
		}
	}
	return tok, nil
}

func (t *TokenReader) push(f tokenFrame) error {
	if len(t.open) >= maxMaxNestedLevels {
		return &MaxNestedLevelError{maxMaxNestedLevels}
	}
	t.open = append(t.open, f)
	return nil
}

// Contents returns a reader for the contents of the string or chunk that Next returned last.
func (t *TokenReader) Contents() io.Reader { return (*tokenContents)(t) }

type tokenContents TokenReader

func (c *tokenContents) Read(b []byte) (int, error) {
	if c.left == 0 {
		return 0, io.EOF
	}
	if uint64(len(b)) > c.left {
		b = b[:c.left]
	}
	n, err := c.r.Read(b)
	c.left -= uint64(n)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// errNoItem is returned by Decode where no item begins.
var errNoItem = errors.New("cbor: no item begins here")

// Decode decodes the next item into the value that v points to, as Unmarshal does. So you can decode the elements of
// an array of any length one by one. It is an error at the end of an array, map or string of indefinite length; call
// Next for that token.
func (t *TokenReader) Decode(v any) error {
	if t.left > 0 {
		if err := t.discard(); err != nil {
			return err
		}
	}
	if n := len(t.open); n > 0 && !t.tag {
		f := &t.open[n-1]
		if f.kind == TokenBytes || f.kind == TokenText || !f.indefinite && f.n == 0 {
			return errNoItem
		}
		if b, err := t.r.Peek(1); err == nil && b[0] == itemBreak && f.indefinite {
			return errNoItem
		}
	}
	t.item, t.keep = t.item[:0], true
	err := t.whole()
	t.keep = false
	if err != nil {
		return err
	}
	if cap(t.item) > bufferLimit {
		item := t.item
		t.item = nil
		return t.dm.Unmarshal(item, v)
	}
	return t.dm.Unmarshal(t.item, v)
}

// whole reads tokens to the end of an item.
func (t *TokenReader) whole() error {
	for depth := len(t.open); ; {
		if _, err := t.Next(); err != nil {
			return err
		}
		if t.left > 0 {
			if err := t.keepContents(); err != nil {
				return err
			}
		}
		for n := len(t.open); n > depth && !t.open[n-1].indefinite && t.open[n-1].n == 0 && !t.tag; n-- {
			t.open = t.open[:n-1]
		}
		if len(t.open) == depth && !t.tag {
			return nil
		}
	}
}

// keepContents reads the contents of a string. The room for it grows with what is there, not with what is claimed.
func (t *TokenReader) keepContents() error {
	for t.left > 0 {
		n := int(min(t.left, tokenBuffer))
		at := len(t.item)
		t.item = append(t.item, make([]byte, n)...)
		if _, err := io.ReadFull(t.r, t.item[at:]); err != nil {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return err
		}
		t.left -= uint64(n)
	}
	return nil
}

// Skip skips the rest of the array, map or string of indefinite length that was opened last, including its end.
func (t *TokenReader) Skip() error {
	for depth := len(t.open); depth > 0 && len(t.open) >= depth; {
		if _, err := t.Next(); err != nil {
			return err
		}
	}
	return nil
}
