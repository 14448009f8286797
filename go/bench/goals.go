package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// goal is what a row is to reach.
type goal struct {
	ratio float64 // the cost of the peer, or the limit, over ours
	peer  string  // v2.9.5 unless it says otherwise
	limit float64 // a figure instead of a peer
}

// readGoals reads a section of bench/goals.toml, which is a table of tables on one line each:
//
//	"case" = { goal = 1.5, peer = "other" }
func readGoals(file, section string) (map[string]goal, []string, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	goals := map[string]goal{}
	var order []string
	inside := false
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		switch {
		case strings.HasPrefix(line, "["):
			inside = line == "["+section+"]"
		case inside && strings.HasPrefix(line, `"`):
			name, g, err := parseGoal(line)
			if err != nil {
				return nil, nil, fmt.Errorf("%s:%d: %w", file, n, err)
			}
			if _, twice := goals[name]; twice {
				return nil, nil, fmt.Errorf("%s:%d: %q stands here twice", file, n, name)
			}
			goals[name] = g
			order = append(order, name)
		}
	}
	return goals, order, lines.Err()
}

func parseGoal(line string) (name string, g goal, err error) {
	name, rest, ok := strings.Cut(line[1:], `"`)
	table, _, closed := strings.Cut(rest, "}")
	_, table, opened := strings.Cut(table, "{")
	if !ok || !closed || !opened {
		return name, g, fmt.Errorf("expected \"case\" = { goal = ... }, found %s", line)
	}
	g.peer = v295Name
	for _, pair := range splitPairs(table) {
		key, value, _ := strings.Cut(pair, "=")
		value = strings.TrimSpace(value)
		switch strings.TrimSpace(key) {
		case "goal":
			g.ratio, err = strconv.ParseFloat(value, 64)
		case "limit":
			g.limit, err = strconv.ParseFloat(value, 64)
		case "peer":
			g.peer, err = strconv.Unquote(value)
		}
		if err != nil {
			return name, g, err
		}
	}
	return name, g, nil
}

// splitPairs splits at the commas outside of quotes.
func splitPairs(table string) (pairs []string) {
	quoted := false
	return strings.FieldsFunc(table, func(r rune) bool {
		if r == '"' {
			quoted = !quoted
		}
		return r == ',' && !quoted
	})
}
