package main

import (
	v295 "fxamacker.v295/cbor"
	ours "github.com/wireglot/wireglot/go/cbor"
	"github.com/wireglot/wireglot/go/cborgen"
)

const msgpName = "msgp (generated)"

// generatedCases compare the code that cborgen writes with reflection and with the code that msgp writes.
func generatedCases() []benchCase {
	records := decoded[[]senML](senml)
	generated := make([]cborgen.SenML, len(records))
	for i, r := range records {
		generated[i] = cborgen.SenML(r)
	}
	same := func() bool { return sameItem(must(ours.Marshal(generated)), must(v295.Marshal(records))) }
	c := decoded[claims](cwt)
	own, msg := cborgen.Claims(c), msgClaims(c)
	packed, err := msg.MarshalMsg(nil)
	if err != nil {
		panic(err)
	}
	times := func(f func()) func(int) {
		return func(n int) {
			for range n {
				f()
			}
		}
	}
	return []benchCase{
		{name: "encode SenML, generated", jobs: []job{
			{oursName, times(func() { must(ours.Marshal(generated)) }), same},
			{v295Name, times(func() { must(v295.Marshal(records)) }), nil},
		}},
		{name: "encode CWT claims, generated", jobs: []job{
			{oursName, times(func() { must(own.AppendCBOR(nil)) }), nil},
			{"wireglot, Marshal", times(func() { must(ours.Marshal(&own)) }), nil},
			{msgpName, times(func() { must(msg.MarshalMsg(nil)) }), nil},
		}},
		{name: "decode CWT claims, generated", jobs: []job{
			{oursName, times(func() {
				if err := new(cborgen.Claims).DecodeCBOR(cwt); err != nil {
					panic(err)
				}
			}), nil},
			{"wireglot, Unmarshal", times(func() {
				if err := ours.Unmarshal(cwt, new(cborgen.Claims)); err != nil {
					panic(err)
				}
			}), nil},
			{msgpName, times(func() {
				if _, err := new(msgClaims).UnmarshalMsg(packed); err != nil {
					panic(err)
				}
			}), nil},
		}},
	}
}
