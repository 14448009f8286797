//go:build purego

package cbor

import (
	"iter"
	"maps"
	"reflect"
)

// mapLayout has nothing to say without package unsafe. See map_pairs_unsafe.go.
type mapLayout struct{}

func layoutOfMap(reflect.Type) mapLayout { return mapLayout{} }

func pairsOf[M ~map[K]V, K comparable, V any](m M, _ *mapLayout) iter.Seq2[K, V] { return maps.All(m) }

func (e *encoder) pairsAt(p ref, _ *codec) iter.Seq2[ref, ref] {
	return func(yield func(key, value ref) bool) { e.iterate(p, yield) }
}
