package main

import (
	"math"
	"testing"
)

// TestDraws compares both libraries on the draws of one seed, under the recorded weights and under others.
func TestDraws(t *testing.T) {
	for _, args := range [][]string{
		{"-seed", "1", "-draws", "150"},
		{"-seed", "2", "-draws", "60", "-kinds", "any=5,map=5,struct=2,slice=2,string=1,float=1", "-keys", "any=1,string=1,float=1,bool=1", "-depths", "3=1,6=1", "-total", "1-500"},
		{"-seed", "3", "-draws", "30", "-depths", "0=1", "-length", "0-20000", "-nils", "0", "-kinds", "string=1,bytes=1,big=1,time=1,any=1"},
	} {
		f := parseFlags(append(args, "-check"))
		if err := run(f); err != nil {
			t.Errorf("%q: %v", args, err)
		}
	}
}

// TestSameDraws draws twice, and in another order.
func TestSameDraws(t *testing.T) {
	f := parseFlags([]string{"-seed", "7"})
	plans, err := f.plans()
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{5, 3} {
		a, errA := plans[0].draw(n)
		b, errB := plans[0].draw(n)
		if errA != nil || errB != nil || a.value.Type() != b.value.Type() || len(a.data) != len(b.data) {
			t.Errorf("draw %d differs: %v %v", n, errA, errB)
		}
	}
}

func TestWrongFlags(t *testing.T) {
	for _, args := range [][]string{{"-kinds", "int"}, {"-kinds", "chan=1"}, {"-kinds", "int=0"}, {"-count", "5-1"}, {"-seed", "x"}, {"-tags", "xml=1"}} {
		f := parseFlags(args)
		if _, err := f.plans(); err == nil {
			t.Errorf("%q: no error", args)
		}
	}
}

func TestDistribution(t *testing.T) {
	var costs []cost
	for i := range 11 {
		costs = append(costs, cost{draw: i, typ: "main.named", ratio: math.Pow(2, float64(i-5)), allocs: float64(i), allocs2: 5, bytes: 1, bytes2: 3})
	}
	d := distribute(1, "typed", "encode", costs)
	if math.Abs(d.Geometric-1) > 1e-9 || d.Median != 1 || d.P10 != 1.0/16 || d.P90 != 16 || d.Worst != 1.0/32 || d.WorstDraw != 0 || d.MoreAlloc != 5 || d.Memory != 2 {
		t.Errorf("%+v", d)
	}
}
