package main

import (
	"math"

	real "bench/real_logic/baseline"
	ours "bench/wireglot/car"
)

var carReaders = []reader{{"wireglot", ourCar}, {"real_logic string", realCar}, {"real_logic copy", realCarCopy}}

var ourMade ours.Car

func ourCar(octets []byte) uint64 {
	m := &ourMade
	if m.Wrap(octets) != nil {
		return 0
	}
	sum := m.SerialNumber() + uint64(m.ModelYear()) + uint64(m.Available()) + uint64(m.Code()) + uint64(m.Extras())
	for _, number := range m.SomeNumbers() {
		sum += uint64(number)
	}
	sum += sumOf(m.VehicleCode())
	engine := m.Engine()
	sum += uint64(engine.Capacity()) + uint64(engine.NumCylinders()) + uint64(engine.MaxRpm())
	sum += sumOf(engine.ManufacturerCode()) + uint64(engine.Efficiency()) + uint64(engine.Booster().HorsePower())
	for fuel := range m.FuelFigures().All() {
		sum += uint64(fuel.Speed()) + uint64(math.Float32bits(fuel.Mpg())) + sumOf(fuel.UsageDescription())
	}
	for performance := range m.PerformanceFigures().All() {
		sum += uint64(performance.OctaneRating())
		for acceleration := range performance.Acceleration().All() {
			sum += uint64(acceleration.Mph()) + uint64(math.Float32bits(acceleration.Seconds()))
		}
	}
	sum += sumOf(m.Manufacturer()) + sumOf(m.Model()) + sumOf(m.ActivationCode())
	if m.Err() != nil {
		return 0
	}
	return sum
}

var realMade real.Car

func realCarBlock(octets []byte) uint64 {
	var header real.MessageHeader
	header.Wrap(octets, 0, 0, uint64(len(octets)))
	m := realMade.WrapForDecode(octets, 8, uint64(header.BlockLength()), uint64(header.Version()), uint64(len(octets)))
	sum := m.SerialNumber() + uint64(m.ModelYear()) + uint64(m.AvailableRaw()) + uint64(m.CodeRaw())
	sum += uint64(m.Extras().RawValue())
	for index := uint64(0); index < 4; index++ {
		sum += uint64(m.SomeNumbersIndex(index))
	}
	sum += sumOf(m.VehicleCode())
	engine := m.Engine()
	sum += uint64(engine.Capacity()) + uint64(engine.NumCylinders()) + uint64(engine.MaxRpm())
	sum += sumOf(engine.ManufacturerCode()) + uint64(engine.Efficiency()) + uint64(engine.Booster().HorsePower())
	return sum
}

func realPerformance(m *real.Car) uint64 {
	var sum uint64
	for g := m.PerformanceFigures(); g.HasNext(); {
		g.Next()
		sum += uint64(g.OctaneRating())
		for a := g.Acceleration(); a.HasNext(); {
			a.Next()
			sum += uint64(a.Mph()) + uint64(math.Float32bits(a.Seconds()))
		}
	}
	return sum
}

func realCar(octets []byte) uint64 {
	sum := realCarBlock(octets)
	m := &realMade
	for g := m.FuelFigures(); g.HasNext(); {
		g.Next()
		sum += uint64(g.Speed()) + uint64(math.Float32bits(g.Mpg())) + sumOfText(g.UsageDescription())
	}
	sum += realPerformance(m)
	return sum + sumOfText(m.Manufacturer()) + sumOfText(m.Model()) + sumOfText(m.ActivationCode())
}

func realCarCopy(octets []byte) uint64 {
	sum := realCarBlock(octets)
	m := &realMade
	for g := m.FuelFigures(); g.HasNext(); {
		g.Next()
		sum += uint64(g.Speed()) + uint64(math.Float32bits(g.Mpg())) + sumOf(room[:g.GetUsageDescription(room[:])])
	}
	sum += realPerformance(m)
	sum += sumOf(room[:m.GetManufacturer(room[:])]) + sumOf(room[:m.GetModel(room[:])])
	return sum + sumOf(room[:m.GetActivationCode(room[:])])
}
