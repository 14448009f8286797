package main

import (
	theirs "github.com/fxamacker/cbor/v2"
	ours "github.com/wireglot/wireglot/go/cbor"
)

// system is a library under one set of options.
type system struct {
	marshal    func(v any) ([]byte, error)
	unmarshal  func(data []byte, v any) error
	wellformed func(data []byte) error
}

// optionSet is a set of options in both libraries.
type optionSet struct {
	name         string
	any          bool // values of type any on both ways
	ours, theirs system
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func oursUnder(enc ours.EncOptions, dec ours.DecOptions) system {
	e, d := must(enc.EncMode()), must(dec.DecMode())
	return system{e.Marshal, d.Unmarshal, d.Wellformed}
}

func theirsUnder(enc theirs.EncOptions, dec theirs.DecOptions) system {
	e, d := must(enc.EncMode()), must(dec.DecMode())
	return system{e.Marshal, d.Unmarshal, d.Wellformed}
}

// largest has limits that no draw reaches.
const largest = 1 << 24

func optionSets() []optionSet {
	od := ours.DecOptions{MaxArrayElements: largest, MaxMapPairs: largest}
	td := theirs.DecOptions{MaxArrayElements: largest, MaxMapPairs: largest}
	oe, te := ours.EncOptions{}, theirs.EncOptions{}
	sets := []optionSet{
		{"typed", false, oursUnder(oe, od), theirsUnder(te, td)},
		{"any", true, oursUnder(oe, od), theirsUnder(te, td)},
	}
	// What a strict protocol asks for: deterministic output; no duplicate keys, indefinite lengths or NaN in the input.
	od.DupMapKey, td.DupMapKey = ours.DupMapKeyEnforcedAPF, theirs.DupMapKeyEnforcedAPF
	od.UTF8, td.UTF8 = ours.UTF8RejectInvalid, theirs.UTF8RejectInvalid
	od.IndefLength, td.IndefLength = ours.IndefLengthForbidden, theirs.IndefLengthForbidden
	sets = append(sets, optionSet{"strict", false, oursUnder(ours.CoreDetEncOptions(), od), theirsUnder(theirs.CoreDetEncOptions(), td)})
	sets = append(sets, optionSet{"strict any", true, oursUnder(ours.CanonicalEncOptions(), od), theirsUnder(theirs.CanonicalEncOptions(), td)})
	return sets
}
