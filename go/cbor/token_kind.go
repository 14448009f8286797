package cbor

import "strconv"

// TokenKind is the kind of a Token.
type TokenKind uint8

const (
	// TokenUint is an integer of major type 0, in Token.Arg.
	TokenUint TokenKind = iota
	// TokenNegint is an integer of major type 1: -1 - Token.Arg.
	TokenNegint
	// TokenBytes is a byte string, or a chunk of one, of Token.Arg bytes.
	TokenBytes
	// TokenText is a text string, or a chunk of one, of Token.Arg bytes.
	TokenText
	// TokenArray opens an array of Token.Arg elements.
	TokenArray
	// TokenMap opens a map of Token.Arg pairs.
	TokenMap
	// TokenTag is the tag number Token.Arg; its content follows.
	TokenTag
	// TokenSimple is the simple value Token.Arg, including Booleans and null.
	TokenSimple
	// TokenFloat is a float, in Token.Float.
	TokenFloat
	// TokenEnd closes an array or map, or a string of indefinite length.
	TokenEnd
)

var tokenNames = [...]string{"uint", "negint", "bytes", "text", "array", "map", "tag", "simple", "float", "end"}

// String returns the name of the kind: uint, negint, bytes, text, array, map, tag, simple, float or end.
func (k TokenKind) String() string {
	if int(k) < len(tokenNames) {
		return tokenNames[k]
	}
	return "TokenKind(" + strconv.Itoa(int(k)) + ")"
}

// Token is the head of an item or chunk, or an end.
type Token struct {
	Kind       TokenKind
	Indefinite bool    // the array, map or string has no length; TokenEnd closes it
	Arg        uint64  // see TokenKind
	Float      float64 // value of a TokenFloat
}

// Int returns the value of an integer; ok is false for other tokens, or if int64 is too small.
func (t Token) Int() (n int64, ok bool) {
	if t.Kind > TokenNegint || t.Arg > 1<<63-1 {
		return 0, false
	}
	if t.Kind == TokenNegint {
		return ^int64(t.Arg), true
	}
	return int64(t.Arg), true
}
