// Package fuzz holds fuzz targets for package cbor: against the peer that it replaces, for round trips, and for
// the memory that hostile input can cost.
package fuzz

import (
	"fmt"
	"math"
	"math/big"
	"reflect"
	"sort"
	"strings"
	"time"
)

// dump writes v so that equal values of two packages with types of the same names look the same.
func dump(v reflect.Value) string {
	var b strings.Builder
	dumpTo(&b, v, 0)
	return samePaths.Replace(b.String())
}

// samePaths makes names of types of both packages alike.
var samePaths = strings.NewReplacer("github.com/wireglot/wireglot/go/cbor.", "cbor.", "github.com/fxamacker/cbor/v2.", "cbor.")

func dumpTo(b *strings.Builder, v reflect.Value, depth int) {
	if !v.IsValid() {
		b.WriteString("nil")
		return
	}
	if depth > 100 {
		b.WriteString("...")
		return
	}
	t := v.Type()
	switch t {
	case reflect.TypeFor[time.Time]():
		tm := v.Interface().(time.Time)
		fmt.Fprintf(b, "time(%s %d)", tm.UTC().Format(time.RFC3339Nano), tm.Unix())
		return
	case reflect.TypeFor[big.Int]():
		n := v.Interface().(big.Int)
		b.WriteString("big(" + n.String() + ")")
		return
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			b.WriteString("nil")
			return
		}
		b.WriteString("&")
		dumpTo(b, v.Elem(), depth+1)
	case reflect.Slice:
		if v.IsNil() {
			b.WriteString(t.String() + "(nil)")
			return
		}
		fallthrough
	case reflect.Array:
		b.WriteString(t.String() + "[")
		for i := range v.Len() {
			dumpTo(b, v.Index(i), depth+1)
			b.WriteString(",")
		}
		b.WriteString("]")
	case reflect.Map:
		if v.IsNil() {
			b.WriteString(t.String() + "(nil)")
			return
		}
		var pairs []string
		for it := v.MapRange(); it.Next(); {
			var p strings.Builder
			dumpTo(&p, it.Key(), depth+1)
			p.WriteString(":")
			dumpTo(&p, it.Value(), depth+1)
			pairs = append(pairs, p.String())
		}
		sort.Strings(pairs)
		b.WriteString(t.String() + "{" + strings.Join(pairs, ",") + "}")
	case reflect.Struct:
		b.WriteString(t.String() + "{")
		for i := range v.NumField() {
			b.WriteString(t.Field(i).Name + ":")
			dumpTo(b, v.Field(i), depth+1)
			b.WriteString(",")
		}
		b.WriteString("}")
	case reflect.Float32, reflect.Float64:
		f := v.Float()
		if math.IsNaN(f) {
			fmt.Fprintf(b, "%s(NaN)", t)
			return
		}
		fmt.Fprintf(b, "%s(%x)", t, math.Float64bits(f))
	case reflect.String:
		fmt.Fprintf(b, "%s(%q)", t, v.String())
	case reflect.Bool:
		fmt.Fprintf(b, "%v", v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		fmt.Fprintf(b, "%s(%d)", t, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		fmt.Fprintf(b, "%s(%d)", t, v.Uint())
	default:
		b.WriteString(t.String())
	}
}
