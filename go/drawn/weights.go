package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
)

// weights say how often each of a number of words is drawn.
type weights struct {
	words []string
	share []float64
	total float64
}

// parseWeights reads "word=number,word=number".
func parseWeights(s string, known map[string]bool) (w weights, err error) {
	for _, part := range strings.Split(s, ",") {
		word, number, _ := strings.Cut(strings.TrimSpace(part), "=")
		n, err := strconv.ParseFloat(number, 64)
		if err != nil || n < 0 || math.IsInf(n, 0) {
			return w, fmt.Errorf("%q is not of the form word=number", part)
		}
		if known != nil && !known[word] {
			return w, fmt.Errorf("%q is not known", word)
		}
		w.words, w.share, w.total = append(w.words, word), append(w.share, n), w.total+n
	}
	if w.total <= 0 {
		return w, fmt.Errorf("%q: nothing can be drawn", s)
	}
	return w, nil
}

// draw returns one of the words that may be drawn, or an empty one if none may.
func (w weights) draw(r *rand.Rand, may func(word string) bool) string {
	total := 0.0
	for i, word := range w.words {
		if may == nil || may(word) {
			total += w.share[i]
		}
	}
	at := r.Float64() * total
	for i, word := range w.words {
		if may == nil || may(word) {
			if at -= w.share[i]; at < 0 {
				return word
			}
		}
	}
	return ""
}

// span is a range of sizes that are drawn log-uniformly.
type span struct{ lo, hi int }

func parseSpan(s string) (span, error) {
	a, b, _ := strings.Cut(s, "-")
	lo, errA := strconv.Atoi(a)
	hi, errB := strconv.Atoi(b)
	if errA != nil || errB != nil || lo < 0 || hi < lo {
		return span{}, fmt.Errorf("%q is not of the form 0-100", s)
	}
	return span{lo, hi}, nil
}

func (s span) draw(r *rand.Rand) int {
	lo, hi := math.Log(float64(s.lo+1)), math.Log(float64(s.hi+2))
	return min(s.hi, int(math.Exp(lo+r.Float64()*(hi-lo)))-1)
}
