package main

import (
	"encoding/binary"

	real "bench/real_logic/study"
	ours "bench/wireglot/study"
)

var le = binary.LittleEndian

var studyReaders = []reader{{"raw", rawStudy}, {"wireglot", ourStudy}, {"real_logic string", realStudy}, {"real_logic copy", realStudyCopy}}

// Makes messages: of each group and data ten, or up to 20 and 32.
type maker struct {
	state  uint64
	random bool
	out    []byte
}

func (m *maker) next() uint32 {
	m.state = m.state*6364136223846793005 + 1442695040888963407
	return uint32(m.state >> 32)
}

func (m *maker) count(most uint32) int {
	if m.random {
		return int(m.next() % (most + 1))
	}
	return 10
}

func (m *maker) level() {
	for i := 0; i < 5; i++ {
		m.out = le.AppendUint32(m.out, m.next())
	}
}

func (m *maker) data() {
	count := m.count(32)
	m.out = le.AppendUint32(m.out, uint32(count))
	for ; count > 0; count-- {
		m.out = append(m.out, byte(m.next()))
	}
}

func (m *maker) group(entry func()) {
	count := m.count(20)
	m.out = le.AppendUint16(m.out, 20)
	m.out = le.AppendUint16(m.out, uint16(count))
	for ; count > 0; count-- {
		m.level()
		entry()
	}
}

func (m *maker) message() []byte {
	m.out = append(m.out[:0], 20, 0, 1, 0, 7, 0, 1, 0)
	m.level()
	m.group(func() {})
	m.group(m.data)
	m.group(func() { m.group(m.data) })
	m.data()
	return m.out
}

func sumOf(octets []byte) uint64 {
	var sum uint64
	for _, octet := range octets {
		sum += uint64(octet)
	}
	return sum
}

func sumOfText(text string) uint64 {
	var sum uint64
	for i := 0; i < len(text); i++ {
		sum += uint64(text[i])
	}
	return sum
}

// One message for all of ours, too: what ranges over entries with groups holds it, so that Go puts it on the heap.
var ourMessage ours.Study

func ourStudy(octets []byte) uint64 {
	m := &ourMessage
	if m.Wrap(octets) != nil {
		return 0
	}
	sum := uint64(m.A()) + uint64(m.B()) + uint64(m.C()) + uint64(m.D()) + uint64(m.E())
	for flat := range m.FlatGroup().All() {
		sum += uint64(flat.A()) + uint64(flat.B()) + uint64(flat.C()) + uint64(flat.D()) + uint64(flat.E())
	}
	for nested := range m.NestedGroup().All() {
		sum += uint64(nested.A()) + uint64(nested.B()) + uint64(nested.C()) + uint64(nested.D()) + uint64(nested.E())
		sum += sumOf(nested.Data())
	}
	for outer := range m.NestedGroup2().All() {
		sum += uint64(outer.A()) + uint64(outer.B()) + uint64(outer.C()) + uint64(outer.D()) + uint64(outer.E())
		for inner := range outer.NestedGroup().All() {
			sum += uint64(inner.A()) + uint64(inner.B()) + uint64(inner.C()) + uint64(inner.D()) + uint64(inner.E())
			sum += sumOf(inner.Data())
		}
	}
	sum += sumOf(m.Data())
	if m.Err() != nil {
		return 0
	}
	return sum
}

// One message for all, as it is on the heap wherever it is declared.
var realMessage real.Study

func realBegin(octets []byte) *real.Study {
	var header real.MessageHeader
	header.Wrap(octets, 0, 1, uint64(len(octets)))
	return realMessage.WrapForDecode(octets, 8, uint64(header.BlockLength()), uint64(header.Version()), uint64(len(octets)))
}

func realStudy(octets []byte) uint64 {
	m := realBegin(octets)
	sum := uint64(m.A()) + uint64(m.B()) + uint64(m.C()) + uint64(m.D()) + uint64(m.E())
	for g := m.Flat_group(); g.HasNext(); {
		g.Next()
		sum += uint64(g.A()) + uint64(g.B()) + uint64(g.C()) + uint64(g.D()) + uint64(g.E())
	}
	for g := m.Nested_group(); g.HasNext(); {
		g.Next()
		sum += uint64(g.A()) + uint64(g.B()) + uint64(g.C()) + uint64(g.D()) + uint64(g.E())
		sum += sumOfText(g.Data())
	}
	for o := m.Nested_group2(); o.HasNext(); {
		o.Next()
		sum += uint64(o.A()) + uint64(o.B()) + uint64(o.C()) + uint64(o.D()) + uint64(o.E())
		for g := o.Nested_group(); g.HasNext(); {
			g.Next()
			sum += uint64(g.A()) + uint64(g.B()) + uint64(g.C()) + uint64(g.D()) + uint64(g.E())
			sum += sumOfText(g.Data())
		}
	}
	return sum + sumOfText(m.Data())
}

var room [1024]byte

func realStudyCopy(octets []byte) uint64 {
	m := realBegin(octets)
	sum := uint64(m.A()) + uint64(m.B()) + uint64(m.C()) + uint64(m.D()) + uint64(m.E())
	for g := m.Flat_group(); g.HasNext(); {
		g.Next()
		sum += uint64(g.A()) + uint64(g.B()) + uint64(g.C()) + uint64(g.D()) + uint64(g.E())
	}
	for g := m.Nested_group(); g.HasNext(); {
		g.Next()
		sum += uint64(g.A()) + uint64(g.B()) + uint64(g.C()) + uint64(g.D()) + uint64(g.E())
		sum += sumOf(room[:g.GetData(room[:])])
	}
	for o := m.Nested_group2(); o.HasNext(); {
		o.Next()
		sum += uint64(o.A()) + uint64(o.B()) + uint64(o.C()) + uint64(o.D()) + uint64(o.E())
		for g := o.Nested_group(); g.HasNext(); {
			g.Next()
			sum += uint64(g.A()) + uint64(g.B()) + uint64(g.C()) + uint64(g.D()) + uint64(g.E())
			sum += sumOf(room[:g.GetData(room[:])])
		}
	}
	return sum + sumOf(room[:m.GetData(room[:])])
}

// What hand-written Go without any thought of damage can do: it panics on it.
func rawStudy(octets []byte) uint64 {
	var sum uint64
	block := int(le.Uint16(octets))
	at := 8
	level := func() {
		p := (*[20]byte)(octets[at:])
		sum += uint64(le.Uint32(p[0:4])) + uint64(le.Uint32(p[4:8])) + uint64(le.Uint32(p[8:12]))
		sum += uint64(le.Uint32(p[12:16])) + uint64(le.Uint32(p[16:20]))
	}
	data := func() {
		count := int(le.Uint32(octets[at:]))
		at += 4
		sum += sumOf(octets[at : at+count])
		at += count
	}
	dimension := func() (int, int) {
		length, count := int(le.Uint16(octets[at:])), int(le.Uint16(octets[at+2:]))
		at += 4
		return length, count
	}
	nested := func() {
		length, count := dimension()
		for ; count > 0; count-- {
			level()
			at += length
			data()
		}
	}
	level()
	at += block
	length, count := dimension()
	for ; count > 0; count-- {
		level()
		at += length
	}
	nested()
	length, count = dimension()
	for ; count > 0; count-- {
		level()
		at += length
		nested()
	}
	data()
	return sum
}
