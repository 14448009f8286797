package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"time"
)

// Types like those of Kubernetes' Deployments, with the tags that these have.
type (
	objectMeta struct {
		Name              string            `json:"name,omitempty"`
		Namespace         string            `json:"namespace,omitempty"`
		UID               string            `json:"uid,omitempty"`
		ResourceVersion   string            `json:"resourceVersion,omitempty"`
		Generation        int64             `json:"generation,omitempty"`
		CreationTimestamp *time.Time        `json:"creationTimestamp,omitempty"`
		Labels            map[string]string `json:"labels,omitempty"`
		Annotations       map[string]string `json:"annotations,omitempty"`
	}
	envVar struct {
		Name  string `json:"name"`
		Value string `json:"value,omitempty"`
	}
	containerPort struct {
		Name          string `json:"name,omitempty"`
		HostPort      int32  `json:"hostPort,omitempty"`
		ContainerPort int32  `json:"containerPort"`
		Protocol      string `json:"protocol,omitempty"`
	}
	container struct {
		Name            string            `json:"name"`
		Image           string            `json:"image,omitempty"`
		Command         []string          `json:"command,omitempty"`
		Args            []string          `json:"args,omitempty"`
		Ports           []containerPort   `json:"ports,omitempty"`
		Env             []envVar          `json:"env,omitempty"`
		Limits          map[string]string `json:"limits,omitempty"`
		ImagePullPolicy string            `json:"imagePullPolicy,omitempty"`
		Stdin           bool              `json:"stdin,omitempty"`
	}
	podSpec struct {
		Containers                    []container       `json:"containers"`
		RestartPolicy                 string            `json:"restartPolicy,omitempty"`
		TerminationGracePeriodSeconds *int64            `json:"terminationGracePeriodSeconds,omitempty"`
		NodeSelector                  map[string]string `json:"nodeSelector,omitempty"`
		HostNetwork                   bool              `json:"hostNetwork,omitempty"`
	}
	deployment struct {
		Kind       string     `json:"kind,omitempty"`
		APIVersion string     `json:"apiVersion,omitempty"`
		Metadata   objectMeta `json:"metadata"`
		Spec       struct {
			Replicas *int32            `json:"replicas,omitempty"`
			Selector map[string]string `json:"selector"`
			Template struct {
				Metadata objectMeta `json:"metadata"`
				Spec     podSpec    `json:"spec"`
			} `json:"template"`
		} `json:"spec"`
		Status struct {
			ObservedGeneration int64 `json:"observedGeneration,omitempty"`
			Replicas           int32 `json:"replicas,omitempty"`
			Conditions         []struct {
				Type               string    `json:"type"`
				Status             string    `json:"status"`
				LastTransitionTime time.Time `json:"lastTransitionTime"`
				Message            string    `json:"message,omitempty"`
			} `json:"conditions,omitempty"`
		} `json:"status"`
	}
	deploymentList struct {
		Kind  string       `json:"kind,omitempty"`
		Items []deployment `json:"items"`
	}
	sample struct {
		ID    int      `cbor:"id"`
		Name  string   `cbor:"name"`
		Score float64  `cbor:"score"`
		Tags  []string `cbor:"tags"`
		OK    bool     `cbor:"ok"`
	}
)

// namedRow is a row with a name and a goal for each operation that it is about.
type namedRow struct {
	name  string
	value any // a pointer
	set   string
	goals map[string]float64
}

var namedRows = []namedRow{
	{"[]float64 of 10,000", floats(10_000), "typed", map[string]float64{"encode": 1.3, "decode": 0, "check": 1}},
	{"[]int64 of 10,000", filled[[]int64](10_000), "typed", map[string]float64{"encode": 0, "decode": 0}},
	{"[]struct of 1,000", filled[[]sample](1_000), "typed", map[string]float64{"encode": 1.5, "decode": 0, "check": 1, "refuse": 1}},
	{"list of 50 Deployments", deployments(50), "typed", map[string]float64{"encode": 1.3, "decode": 1.5, "check": 1, "refuse": 1}},
	{"list of 50 Deployments", deployments(50), "any", map[string]float64{"encode": 0, "decode": 0}},
	{"list of 50 Deployments", deployments(50), "strict", map[string]float64{"encode": 0, "decode": 0}},
	{"[][]byte of 64 KB", chunks(16, 64<<10), "typed", map[string]float64{"encode": 1, "decode": 1, "check": 1}},
	{"[]time.Time of 1,000", filled[[]time.Time](1_000), "typed", map[string]float64{"encode": 0, "decode": 0}},
	{"map[int64][]string of 200", filled[map[int64][]string](200), "typed", map[string]float64{"encode": 0, "decode": 0}},
	{"map[int64][]string of 200", filled[map[int64][]string](200), "strict", map[string]float64{"encode": 0, "decode": 0}},
	{"map[string]int of 20", filled[map[string]int](20), "strict", map[string]float64{"encode": 0, "decode": 0}},
	{"small struct", filled[sample](3), "typed", map[string]float64{"encode": 0, "decode": 0, "check": 1, "refuse": 1}},
}

func floats(n int) any {
	v := make([]float64, n)
	for i := range v {
		v[i] = math.Sin(float64(i))
	}
	return &v
}

func chunks(n, size int) any {
	v := make([][]byte, n)
	for i := range v {
		v[i] = make([]byte, size)
	}
	return &v
}

// filled draws a value; its outermost slice or map has n elements, those within have few.
func filled[T any](n int) any {
	v := new(T)
	f := filler{r: rand.New(rand.NewPCG(1, 2)), length: span{4, 24}, count: span{n, n}, left: n}
	rv := reflect.ValueOf(v).Elem()
	f.fill(rv)
	few := filler{r: f.r, length: f.length, count: span{1, 4}, left: 1 << 30}
	switch rv.Kind() {
	case reflect.Slice:
		for i := range rv.Len() {
			few.fill(rv.Index(i))
		}
	case reflect.Map:
		for _, key := range rv.MapKeys() {
			e := reflect.New(rv.Type().Elem()).Elem()
			few.fill(e)
			rv.SetMapIndex(key, e)
		}
	}
	return v
}

func deployments(n int) any {
	list := deploymentList{Kind: "DeploymentList"}
	f := filler{r: rand.New(rand.NewPCG(3, 4)), length: span{4, 40}, count: span{1, 5}, left: 1 << 30}
	for range n {
		var d deployment
		f.fill(reflect.ValueOf(&d).Elem())
		list.Items = append(list.Items, d)
	}
	return &list
}

// named measures the rows with names.
func (f *flags) named() error {
	sets := optionSets()
	for n, row := range namedRows {
		d, err := draw(n, reflect.ValueOf(row.value))
		if err == nil {
			err = d.check(sets)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", row.name, err)
		}
		for i := range sets {
			for j := range operations {
				op := &operations[j]
				goal, wanted := row.goals[op.name]
				if sets[i].name != row.set || !wanted {
					continue
				}
				c := measure(&d, op, &sets[i], f.rounds, f.slice)
				verdict := ""
				switch {
				case goal > 0 && c.ratio >= goal:
					verdict = fmt.Sprintf("goal %.1f: met", goal)
				case goal > 0:
					verdict = fmt.Sprintf("goal %.1f: MISSED", goal)
				}
				fmt.Printf("%-28s %-8s %-8s %6.2f  %-18s %10.0f ns, peer %10.0f  allocations %.0f, peer %.0f  octets %.0f, peer %.0f\n",
					row.name, row.set, op.name, c.ratio, verdict, c.nanos, c.nanosPeer, c.allocs, c.allocs2, c.bytes, c.bytes2)
			}
		}
	}
	return nil
}
