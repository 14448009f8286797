package fuzz

import (
	"flag"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	theirs "github.com/fxamacker/cbor/v2"
	ours "github.com/wireglot/wireglot/go/cbor"
)

var (
	comparisonsWanted = flag.Int("comparisons", 300_000, "comparisons that TestDifferential makes")
	differentialSeed  = flag.Uint64("differential.seed", 1, "seed of TestDifferential")
)

// comparisons counts results that were compared.
var comparisons int

// optionSets is how many sets of options TestDifferential draws.
const optionSets = 400

// TestDifferential decodes drawn items, some of them damaged, into all types under drawn options, encodes what comes out
// under drawn options, and compares values, octets and errors with the peer.
func TestDifferential(t *testing.T) {
	wanted := *comparisonsWanted
	if testing.Short() {
		wanted = min(wanted, 20_000)
	}
	r := rand.New(rand.NewPCG(*differentialSeed, 1))
	firstDec, firstEnc := len(ourDec), len(ourEnc)
	defer func() {
		ourDec, theirDec, ourEnc, theirEnc = ourDec[:firstDec], theirDec[:firstDec], ourEnc[:firstEnc], theirEnc[:firstEnc]
	}()
	for range optionSets / 2 {
		drawDecMode(t, r)
	}
	encA, encB := ourEnc, theirEnc
	for range optionSets / 2 {
		a, b := drawEncMode(t, r)
		encA, encB = append(encA, a), append(encB, b)
	}
	corpus, start, before := seeds(), time.Now(), comparisons
	for comparisons-before < wanted {
		data := (&drawer{r: r, left: 40}).item(nil, 4)
		if n := len(corpus); n > 0 && r.IntN(4) == 0 {
			data = append([]byte{}, corpus[r.IntN(n)]...)
		}
		if r.IntN(3) == 0 {
			data = damage(r, data)
		}
		if len(data) == 0 {
			continue
		}
		i, m := r.IntN(len(encA)), r.IntN(len(ourDec))
		ourEnc, theirEnc = encA[i:i+1], encB[i:i+1]
		sameDecode(t, data, []int{r.IntN(len(ourTypes)), r.IntN(len(ourTypes))}, []int{m})
		sameDiagnose(t, data)
	}
	t.Logf("%d comparisons of %d sets of options and %d types in %v", comparisons-before, len(ourDec)+len(encA), len(ourTypes), time.Since(start).Round(time.Second))
}

// drawOptions sets some options of a and b, which are pointers to the structs of either package, to the same values.
func drawOptions(r *rand.Rand, a, b any, most int) {
	x, y := reflect.ValueOf(a).Elem(), reflect.ValueOf(b).Elem()
	for i := range x.NumField() {
		f, g := x.Field(i), y.FieldByName(x.Type().Field(i).Name)
		if r.IntN(3) > 0 || f.Type().PkgPath() == "" || f.Kind() != reflect.Int && f.Kind() != reflect.Uint8 {
			continue // options that are no enumeration
		}
		n := int64(r.IntN(most))
		set(f, n)
		set(g, n)
	}
}

// drawDecMode adds a mode of either package.
func drawDecMode(t *testing.T, r *rand.Rand) {
	for {
		var o ours.DecOptions
		var p theirs.DecOptions
		drawOptions(r, &o, &p, 4)
		if r.IntN(4) == 0 {
			o.MaxNestedLevels, o.MaxArrayElements, o.MaxMapPairs = 4+r.IntN(5), 16+r.IntN(8), 16+r.IntN(8)
			p.MaxNestedLevels, p.MaxArrayElements, p.MaxMapPairs = o.MaxNestedLevels, o.MaxArrayElements, o.MaxMapPairs
		}
		if r.IntN(6) == 0 {
			o.DefaultMapType = reflect.TypeFor[map[string]any]()
			p.DefaultMapType = o.DefaultMapType
		}
		a, errA := o.DecMode()
		b, errB := p.DecMode()
		if errorText(errA) != errorText(errB) {
			t.Fatalf("%+v: %v, the peer %v", o, errA, errB)
		}
		if errA == nil {
			ourDec, theirDec = append(ourDec, a), append(theirDec, b)
			return
		}
	}
}

// drawEncMode returns a mode of either package that sorts maps, without which their octets are those of chance.
func drawEncMode(t *testing.T, r *rand.Rand) (ours.EncMode, theirs.EncMode) {
	for {
		var o ours.EncOptions
		var p theirs.EncOptions
		drawOptions(r, &o, &p, 5)
		o.Sort = ours.SortMode(1 + r.IntN(2))
		p.Sort = theirs.SortMode(o.Sort)
		a, errA := o.EncMode()
		b, errB := p.EncMode()
		if errorText(errA) != errorText(errB) {
			t.Fatalf("%+v: %v, the peer %v", o, errA, errB)
		}
		if errA == nil {
			return a, b
		}
	}
}

// drawer draws items.
type drawer struct {
	r    *rand.Rand
	left int // items that may still be drawn
}

// words are names of fields of the types, in various spellings, and others.
var words = []string{"A", "B", "C", "D", "E", "F", "G", "H", "T", "N", "U", "X", "Y", "Z", "a", "b", "i", "K", "L", "P", "Q", "V", "", "é", "other", "text longer than what fits into one head"}

func (d *drawer) head(b []byte, major byte, n uint64) []byte {
	size := d.r.IntN(12)
	switch {
	case size == 0 && n < 1<<32:
		return append(b, major|26, byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
	case n < 24:
		return append(b, major|byte(n))
	case n < 1<<8:
		return append(b, major|24, byte(n))
	case n < 1<<16:
		return append(b, major|25, byte(n>>8), byte(n))
	case n < 1<<32:
		return append(b, major|26, byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
	}
	return append(b, major|27, byte(n>>56), byte(n>>48), byte(n>>40), byte(n>>32), byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
}

func (d *drawer) string(b []byte, major byte) []byte {
	text := words[d.r.IntN(len(words))]
	switch d.r.IntN(8) {
	case 0:
		text = "2024-02-29T12:30:00.5+01:00"
	case 1:
		text = string([]byte{0xff, 0x41})
	case 2:
		b = append(b, major|31)
		for range d.r.IntN(3) {
			b = append(d.head(b, major, uint64(len(text))), text...)
		}
		return append(b, 0xff)
	}
	return append(d.head(b, major, uint64(len(text))), text...)
}

// item appends an item with at most depth levels in it.
func (d *drawer) item(b []byte, depth int) []byte {
	d.left--
	kind := d.r.IntN(12)
	if depth == 0 || d.left <= 0 {
		kind = d.r.IntN(7)
	}
	number := d.r.Uint64() >> d.r.IntN(64)
	switch kind {
	case 0, 1:
		return d.head(b, byte(d.r.IntN(2))<<5, number)
	case 2:
		return d.string(b, 0x40)
	case 3:
		return d.string(b, 0x60)
	case 4:
		f := [...]float64{0, 1.5, -2, math.Inf(1), math.NaN(), 1e300, 65504, 3.4e38, float64(number)}[d.r.IntN(9)]
		n := math.Float64bits(f)
		return append(b, 0xfb, byte(n>>56), byte(n>>48), byte(n>>40), byte(n>>32), byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
	case 5:
		return append(b, [...]byte{0xf4, 0xf5, 0xf6, 0xf7, 0xe0, 0xf3}[d.r.IntN(6)])
	case 6:
		return append(b, 0xf9, byte(number>>8), byte(number))
	case 7, 8:
		n := d.r.IntN(5)
		indefinite := d.r.IntN(5) == 0
		if indefinite {
			b = append(b, 0x9f)
		} else {
			b = d.head(b, 0x80, uint64(n))
		}
		for range n {
			b = d.item(b, depth-1)
		}
		if indefinite {
			b = append(b, 0xff)
		}
		return b
	case 9, 10:
		n := d.r.IntN(6)
		indefinite := d.r.IntN(5) == 0
		if indefinite {
			b = append(b, 0xbf)
		} else {
			b = d.head(b, 0xa0, uint64(n))
		}
		for range n {
			switch d.r.IntN(6) {
			case 0:
				b = d.item(b, depth-1)
			case 1:
				b = d.head(b, byte(d.r.IntN(2))<<5, uint64(d.r.IntN(4)))
			case 2:
				b = d.string(b, 0x40)
			default:
				b = d.string(b, 0x60)
			}
			b = d.item(b, depth-1)
		}
		if indefinite {
			b = append(b, 0xff)
		}
		return b
	}
	tag := [...]uint64{0, 1, 2, 3, 21, 22, 23, 24, 100, 55799, number}[d.r.IntN(11)]
	return d.item(d.head(b, 0xc0, tag), depth-1)
}

// damage changes, drops or adds octets.
func damage(r *rand.Rand, data []byte) []byte {
	for range 1 + r.IntN(2) {
		if len(data) == 0 {
			return data
		}
		switch i := r.IntN(len(data)); r.IntN(4) {
		case 0:
			data[i] = byte(r.Uint32())
		case 1:
			data = data[:i]
		case 2:
			data = append(data[:i], data[i+1:]...)
		default:
			data = append(data[:i], append([]byte{byte(r.Uint32())}, data[i:]...)...)
		}
	}
	return data
}
