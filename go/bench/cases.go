package main

import (
	"encoding/hex"
	"strings"

	v210 "github.com/fxamacker/cbor/v2"
)

// benchCase is a row: the jobs of several systems.
type benchCase struct {
	name string
	jobs []job
}

func unhex(s string) []byte {
	b, err := hex.DecodeString(s)
	if err != nil {
		panic(err)
	}
	return b
}

const (
	hexBytes  = "581a0102030405060708090a0b0c0d0e0f101112131415161718191a"
	hexText   = "782b54686520717569636b2062726f776e20666f78206a756d7073206f76657220746865206c617a7920646f67"
	hexInts   = "981a0102030405060708090a0b0c0d0e0f101112131415161718181819181a"
	hexMap    = "ad616161416162614261636143616461446165614561666146616761476168614861696149616a614a616c614c616d614d616e614e"
	hexChunks = "5f410141024103410441054106410741084109410a410b410c410d410e410f4110411141124113411441154116411741184119411aff"
	hexTexts  = "7f61546168616561206171617561696163616b612061626172616f6177616e61206166616f61786120616a6175616d617061736120616f61766165617261206174616861656120616c6161617a617961206164616f6167ff"
	hexItems  = "f51bffffffffffffffff3903e7fbc010666666666666" + hexBytes + hexText + hexInts + hexMap
)

// fields are the items of hexItems, one by one.
var fields = []string{"f5", "1bffffffffffffffff", "3903e7", "fbc010666666666666", hexBytes, hexText, hexInts, hexMap}

// object puts the items under keys.
func object(keys ...string) []byte {
	var b strings.Builder
	b.WriteString("a8")
	for i, k := range keys {
		b.WriteString(k + fields[i])
	}
	return unhex(b.String())
}

var (
	byName = object("6154", "625549", "6149", "6146", "6142", "6153", "64536c6369", "634d7373")
	byInt  = object("01", "02", "03", "04", "05", "06", "07", "08")
	inRow  = unhex("88" + hexItems)

	cwt   = unhex("a70175636f61703a2f2f61732e6578616d706c652e636f6d02656572696b77037818636f61703a2f2f6c696768742e6578616d706c652e636f6d041a5612aeb0051a5610d9f0061a5610d9f007420b71")
	senml = unhex("87a721781b75726e3a6465763a6f773a3130653230373361303130383030363a22fb41d303a15b00106223614120050067766f6c7461676501615602fb405e066666666666a3006763757272656e74062402fb3ff3333333333333a3006763757272656e74062302fb3ff4cccccccccccda3006763757272656e74062202fb3ff6666666666666a3006763757272656e74062102f93e00a3006763757272656e74062002fb3ff999999999999aa3006763757272656e74060002fb3ffb333333333333")
)

var coseKeys = []struct {
	name string
	data []byte
}{
	{"COSE 128-bit symmetric key", unhex("a42050231f4c4d4d3051fdc2ec0a3851d5b3830104024c53796d6d6574726963313238030a")},
	{"COSE 256-bit symmetric key", unhex("a4205820403697de87af64611c1d32a05dab0fe1fcb715a86ab435f1ec99192d795693880104024c53796d6d6574726963323536030a")},
	{"COSE ECDSA P256 key", unhex("a72358206c1382765aec5358f117733d281c1c7bdc39884d04a45a1e6c67c858bc206c1922582060f7f1a780d8a783bfb7a2dd6b2796e8128dbbcef9d3d168db9529971a36e7b9215820143329cce7868e416927599cf65a34f3ce2ffda55a7eca69ed8919a394d42f0f2001010202524173796d6d657472696345434453413235360326")},
}

// decodeCases are the rows of the peer's benchmark for decoding.
func decodeCases() []benchCase {
	cases := []benchCase{
		decodeCase[any]("bool to any", unhex("f5")),
		decodeCase[bool]("bool to bool", unhex("f5")),
		decodeCase[any]("positive int to any", unhex("1bffffffffffffffff")),
		decodeCase[uint64]("positive int to uint64", unhex("1bffffffffffffffff")),
		decodeCase[any]("negative int to any", unhex("3903e7")),
		decodeCase[int64]("negative int to int64", unhex("3903e7")),
		decodeCase[any]("float to any", unhex("fbc010666666666666")),
		decodeCase[float64]("float to float64", unhex("fbc010666666666666")),
		decodeCase[any]("bytes to any", unhex(hexBytes)),
		decodeCase[[]byte]("bytes to []byte", unhex(hexBytes)),
		decodeCase[any]("bytes in chunks to any", unhex(hexChunks)),
		decodeCase[[]byte]("bytes in chunks to []byte", unhex(hexChunks)),
		decodeCase[any]("text to any", unhex(hexText)),
		decodeCase[string]("text to string", unhex(hexText)),
		decodeCase[any]("text in chunks to any", unhex(hexTexts)),
		decodeCase[string]("text in chunks to string", unhex(hexTexts)),
		decodeCase[any]("array to any", unhex(hexInts)),
		decodeCase[[]int]("array to []int", unhex(hexInts)),
		decodeCase[any]("indefinite array to any", unhex("9f"+hexInts[4:]+"ff")),
		decodeCase[[]int]("indefinite array to []int", unhex("9f"+hexInts[4:]+"ff")),
		decodeCase[any]("map to any", unhex(hexMap)),
		decodeCase[map[string]any]("map to map[string]any", unhex(hexMap)),
		decodeCase[map[string]string]("map to map[string]string", unhex(hexMap)),
		decodeCase[any]("indefinite map to any", unhex("bf"+hexMap[2:]+"ff")),
		decodeCase[map[string]any]("indefinite map to map[string]any", unhex("bf"+hexMap[2:]+"ff")),
		decodeCase[map[string]string]("indefinite map to map[string]string", unhex("bf"+hexMap[2:]+"ff")),
		decodeCase[map[string]any]("object to map[string]any", byName),
		decodeCase[t1]("object to struct", byName),
		decodeCase[map[int]any]("object to map[int]any", byInt),
		decodeCase[t2]("object to struct keyasint", byInt),
		decodeCase[[]any]("row to []any", inRow),
		decodeCase[t3]("row to struct toarray", inRow),
	}
	for _, k := range coseKeys {
		cases = append(cases, decodeCase[rawKey](k.name, k.data))
	}
	return append(cases, decodeCase[claims]("CWT claims", cwt), decodeCase[[]senML]("SenML", senml))
}

// decoded returns data as a T.
func decoded[T any](data []byte) T {
	var v T
	if err := v210.Unmarshal(data, &v); err != nil {
		panic(err)
	}
	return v
}

// encodeCases are the rows of the peer's benchmark for encoding.
func encodeCases() []benchCase {
	values := []any{true, uint(18446744073709551615), -1000, -4.1, decoded[[]byte](unhex(hexBytes)), decoded[string](unhex(hexText)), decoded[[]int](unhex(hexInts)), decoded[map[string]string](unhex(hexMap))}
	named, numbered := map[string]any{}, map[int]any{}
	for i, n := range []string{"T", "UI", "I", "F", "B", "S", "Slci", "Mss"} {
		named[n] = values[i]
		numbered[i+1] = values[i]
	}
	cases := []benchCase{
		encodeCase("bool", true),
		encodeCase("positive int", uint64(18446744073709551615)),
		encodeCase("negative int", int64(-1000)),
		encodeCase("float", -4.1),
		encodeCase("bytes", values[4]),
		encodeCase("text", values[5]),
		encodeCase("[]int", values[6]),
		encodeCase("map[string]string", values[7]),
		encodeCase("map[string]any", named),
		encodeCase("struct", decoded[t1](byName)),
		encodeCase("map[int]any", numbered),
		encodeCase("struct keyasint", decoded[t2](byInt)),
		encodeCase("[]any", values),
		encodeCase("struct toarray", decoded[t3](inRow)),
	}
	for _, k := range coseKeys {
		cases = append(cases, encodeCase(k.name, decoded[rawKey](k.data)))
	}
	return append(cases, encodeCase("CWT claims", decoded[claims](cwt)), encodeCase("SenML", decoded[[]senML](senml)))
}
