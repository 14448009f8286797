package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	v295 "fxamacker.v295/cbor"
	v210 "github.com/fxamacker/cbor/v2"
	ours "github.com/wireglot/wireglot/go/cbor"
	pure "wireglot.purego/cbor"
)

// pods returns objects as Kubernetes keeps them, with distinct names, as Go values.
func pods() (all []map[string]any) {
	root := os.Getenv("WIREGLOT_SHARED")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared")
	}
	f, err := os.Open(filepath.Join(root, "vectors", "cbor", "go-bench", "pods.jsonl"))
	if err != nil {
		fmt.Fprintln(os.Stderr, "the rows of pods are left out:", err)
		return nil
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<22)
	for lines.Scan() {
		var pod map[string]any
		d := json.NewDecoder(bytes.NewReader(lines.Bytes()))
		d.UseNumber()
		if err := d.Decode(&pod); err != nil {
			panic(err)
		}
		all = append(all, integers(pod).(map[string]any))
	}
	return all[:min(64, len(all))]
}

// integers replaces the numbers of JSON by integers.
func integers(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k, e := range v {
			v[k] = integers(e)
		}
	case []any:
		for i, e := range v {
			v[i] = integers(e)
		}
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return n
		}
		f, _ := v.Float64()
		return f
	}
	return v
}

type wide struct {
	Alpha, Bravo, Charlie, Delta, Echo, Foxtrot, Golf, Hotel, India, Juliett, Kilo, Lima int
	Mike, November, Oscar, Papa                                                          string
}

// keyed encodes a map with its keys in the order of keys.
func keyed(keys []string, values map[string]any) []byte {
	b := []byte{0xb8, byte(len(keys))}
	for _, k := range keys {
		key, _ := ours.Marshal(k)
		value, _ := ours.Marshal(values[k])
		b = append(append(b, key...), value...)
	}
	return b
}

// rotating has a system decode one document after the other.
func rotating(name string, docs [][]byte, fresh func() any, decode map[string]func([]byte, any) error) benchCase {
	c := benchCase{name: "decode " + name}
	for _, s := range []string{oursName, pureName, v295Name, v210Name} {
		i, run := 0, decode[s]
		c.jobs = append(c.jobs, job{s, func(n int) {
			for range n {
				if err := run(docs[i%len(docs)], fresh()); err != nil {
					panic(err)
				}
				i++
			}
		}, func() bool {
			v, w := fresh(), fresh()
			return run(docs[0], v) == nil && v210.Unmarshal(docs[0], w) == nil && sameItem(must(ours.Marshal(v)), must(ours.Marshal(w)))
		}})
	}
	return c
}

func must(b []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return b
}

// defaultMap returns decoding into the given map type wherever the destination is of type any.
func defaultMap(t reflect.Type) map[string]func([]byte, any) error {
	a, err := ours.DecOptions{DefaultMapType: t}.DecMode()
	if err != nil {
		panic(err)
	}
	b, _ := v295.DecOptions{DefaultMapType: t}.DecMode()
	c, _ := v210.DecOptions{DefaultMapType: t}.DecMode()
	p, _ := pure.DecOptions{DefaultMapType: t}.DecMode()
	return map[string]func([]byte, any) error{oursName: a.Unmarshal, pureName: p.Unmarshal, v295Name: b.Unmarshal, v210Name: c.Unmarshal}
}

// hardCases are rows that do not flatter.
func hardCases() (cases []benchCase) {
	plain := map[string]func([]byte, any) error{oursName: ours.Unmarshal, pureName: pure.Unmarshal, v295Name: v295.Unmarshal, v210Name: v210.Unmarshal}
	if all := pods(); all != nil {
		var docs [][]byte
		for _, p := range all {
			docs = append(docs, must(v210.Marshal(p)))
		}
		cases = append(cases,
			rotating("64 pods to map[string]any", docs, func() any { return new(any) }, defaultMap(reflect.TypeFor[map[string]any]())),
			rotating("64 pods to map[any]any", docs, func() any { return new(any) }, plain),
			deterministicPods(all))
	}
	cases = append(cases, rotating("strings that never come twice", uniqueDocs(), func() any { return new(any) }, plain))
	cases = append(cases, structCases(plain)...)
	return append(cases, streamCase(1<<20, 512), streamCase(1<<20, 1), streamCase(10<<20, 512), streamCase(10<<20, 1))
}

func deterministicPods(all []map[string]any) benchCase {
	c := benchCase{name: "encode 64 pods, deterministic"}
	a, _ := ours.CoreDetEncOptions().EncMode()
	b, _ := v295.CoreDetEncOptions().EncMode()
	p, _ := pure.CoreDetEncOptions().EncMode()
	d, _ := v210.CoreDetEncOptions().EncMode()
	for _, s := range []struct {
		name    string
		marshal func(any) ([]byte, error)
	}{{oursName, a.Marshal}, {pureName, p.Marshal}, {v295Name, b.Marshal}, {v210Name, d.Marshal}} {
		i := 0
		c.jobs = append(c.jobs, job{s.name, func(n int) {
			for range n {
				must(s.marshal(all[i%len(all)]))
				i++
			}
		}, func() bool { return bytes.Equal(must(s.marshal(all[0])), must(d.Marshal(all[0]))) }})
	}
	return c
}

func uniqueDocs() (docs [][]byte) {
	r := rand.New(rand.NewPCG(7, 7))
	for range 512 {
		m := map[string]any{}
		for range 20 {
			m[fmt.Sprintf("%016x", r.Uint64())] = fmt.Sprintf("%020x", r.Uint64())
		}
		docs = append(docs, must(v210.Marshal(m)))
	}
	return docs
}

func structCases(plain map[string]func([]byte, any) error) []benchCase {
	values, keys := map[string]any{}, []string{}
	t := reflect.TypeFor[wide]()
	for i := range t.NumField() {
		f := t.Field(i)
		keys = append(keys, f.Name)
		values[f.Name] = i * 7
		if f.Type.Kind() == reflect.String {
			values[f.Name] = strings.Repeat(f.Name, 2)
		}
	}
	r := rand.New(rand.NewPCG(3, 3))
	var shuffled, unknown, folded [][]byte
	for range 64 {
		ks := append([]string{}, keys...)
		r.Shuffle(len(ks), func(i, j int) { ks[i], ks[j] = ks[j], ks[i] })
		shuffled = append(shuffled, keyed(ks, values))
		more := map[string]any{}
		var us []string
		for i, k := range keys {
			us = append(us, k)
			more[k] = values[k]
			if i%3 != 2 && len(us) < 23 {
				u := fmt.Sprintf("unknown%d", i)
				if r.IntN(10) < 7 {
					us = append(us, u)
					more[u] = i
				}
			}
		}
		unknown = append(unknown, keyed(us, more))
		lower := map[string]any{}
		var ls []string
		for _, k := range keys {
			ls = append(ls, strings.ToLower(k))
			lower[strings.ToLower(k)] = values[k]
		}
		folded = append(folded, keyed(ls, lower))
	}
	fresh := func() any { return new(wide) }
	return []benchCase{
		rotating("struct, keys shuffled", shuffled, fresh, plain),
		rotating("struct, 30 % unknown keys", unknown, fresh, plain),
		rotating("struct, case-folded keys", folded, fresh, plain),
	}
}

// slowReader hands out at most n octets at a time.
type slowReader struct {
	data []byte
	n    int
}

func (r *slowReader) Read(b []byte) (int, error) {
	if len(r.data) == 0 {
		return 0, io.EOF
	}
	n := copy(b[:min(len(b), r.n)], r.data)
	r.data = r.data[n:]
	return n, nil
}

// streamCase compares reading an item piece by piece with Unmarshal of it: here the peer is ourselves.
func streamCase(size, piece int) benchCase {
	var items []any
	for n := 0; n < size; n += 1000 {
		m := map[string]any{}
		for i := range 20 {
			m[fmt.Sprintf("key%02d", i)] = []any{i * n, fmt.Sprintf("value %d of %d", i, n), float64(i) / 3, true}
		}
		items = append(items, m)
	}
	mode, err := ours.DecOptions{MaxArrayElements: 1 << 20}.DecMode()
	if err != nil {
		panic(err)
	}
	data := must(ours.Marshal(items))
	c := benchCase{name: fmt.Sprintf("stream %d MiB in reads of %d", size>>20, piece)}
	c.jobs = []job{
		{oursName, func(n int) {
			for range n {
				var v any
				if err := mode.NewDecoder(&slowReader{data, piece}).Decode(&v); err != nil {
					panic(err)
				}
			}
		}, nil},
		{wholeName, func(n int) {
			for range n {
				var v any
				if err := mode.Unmarshal(data, &v); err != nil {
					panic(err)
				}
			}
		}, nil},
	}
	return c
}
