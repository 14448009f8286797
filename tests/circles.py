#!/usr/bin/env python3
"""circles.py: small trees of files for testing tools/circles."""

import pathlib
import subprocess
import sys
import tempfile

TOOL = pathlib.Path(__file__).resolve().parent.parent / "tools" / "circles"

# A description of the tree, its files, and the circle in it.
TREES = [
    ("two files that use one another", {
        "lib.rs": "mod a; mod b;",
        "a.rs": "use crate::b::B; pub struct A; pub fn a(_: B) {}",
        "b.rs": "pub struct B; pub fn b(_: crate::a::A) {}",
    }, ["a.rs", "b.rs"]),
    ("modules and re-exports are no uses", {
        "lib.rs": "mod a; mod b; pub use a::A; pub use b::*;",
        "a.rs": "pub struct A;",
        "b.rs": "use crate::A; pub struct B(A);",
    }, []),
    ("a circle through a re-export", {
        "lib.rs": "mod a; mod b; pub use a::A; pub use b::B as Renamed;",
        "a.rs": "use crate::Renamed; pub struct A; fn a(_: Renamed) {}",
        "b.rs": "use crate::A; pub struct B(A);",
    }, ["a.rs", "b.rs"]),
    ("a circle through globs", {
        "lib.rs": "mod a; mod b; pub use a::*; pub use b::*;",
        "a.rs": "use crate::*; pub struct A; fn a(_: B) {}",
        "b.rs": "use super::*; pub struct B(A);",
    }, ["a.rs", "b.rs"]),
    ("a parent and its child", {
        "lib.rs": "mod a;",
        "a/mod.rs": "mod child; pub struct A; pub fn a() { child::run(&A) }",
        "a/child.rs": "use super::A; pub(super) fn run(_: &A) {}",
    }, ["a/child.rs", "a/mod.rs"]),
    ("a parent that only lists its children", {
        "lib.rs": "mod a;",
        "a/mod.rs": "mod one; mod two; pub use one::One; use two::run;",
        "a/one.rs": "pub struct One; pub fn one() { super::run() }",
        "a/two.rs": "pub fn run() {}",
    }, []),
    ("a private import that children use is theirs", {
        "lib.rs": "mod a;",
        "a.rs": "mod one; mod two; use one::One;",
        "a/one.rs": "pub struct One;",
        "a/two.rs": "use super::One; pub fn two(_: One) {}",
    }, []),
    ("an associated function counts where it is written", {
        "lib.rs": "mod a; mod b; mod c;",
        "a.rs": "pub struct A; fn a() { A::new() }",
        "b.rs": "use crate::a::A; impl A { pub fn new() {} }",
        "c.rs": "use crate::a::A; fn c() { A::new() }",
    }, ["a.rs", "b.rs"]),
    ("a trait whose methods alone are used", {
        "lib.rs": "mod a; mod b;",
        "a.rs": "use crate::b::Speaks; pub struct A; fn a(a: &A) { a.speak() }",
        "b.rs": "use crate::a::A; pub trait Speaks { fn speak(&self); } impl Speaks for A { fn speak(&self) {} }",
    }, ["a.rs", "b.rs"]),
    ("a macro", {
        "lib.rs": "#[macro_use] mod a; mod b;",
        "a.rs": "macro_rules! one { () => { 1 } } fn a() -> u8 { crate::b::B }",
        "b.rs": "pub const B: u8 = one!();",
    }, ["a.rs", "b.rs"]),
    ("tests, comments and strings are left out", {
        "lib.rs": "mod a; mod b;",
        "a.rs": '// crate::b::B\n/* /* */ crate::b::B */ pub struct A; const S: &str = "crate::b::B"; #[cfg(test)] mod tests { use crate::b::B; }',
        "b.rs": "use crate::a::A; pub struct B(A); #[test] fn t() {}",
    }, []),
    ("a field and a method of the same name", {
        "lib.rs": "mod a; mod b;",
        "a.rs": "pub struct A { pub run: u8 } pub fn a(a: A) -> u8 { a.run() + A { run: 1 }.run } impl A { fn run(&self) -> u8 { 1 } }",
        "b.rs": "use crate::a::*; pub fn run(a: A) {}",
    }, []),
    ("three files, the circle through a nested import", {
        "lib.rs": "mod a; mod b; mod c;",
        "a.rs": "use crate::{b::{self, B}, c}; pub struct A; fn a(_: B) { b::b(); c::c() }",
        "b.rs": "pub struct B; pub fn b() {}",
        "c.rs": "pub fn c() { let _ = crate::a::A; }",
    }, ["a.rs", "c.rs"]),
]


def run(files, exceptions=""):
    """The exit code and the output lines of the tool for a crate named `tree`."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name, "tree")
        for path, text in files.items():
            (folder / "src" / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / "src" / path).write_text(text)
        (folder / "exceptions").write_text(exceptions)
        done = subprocess.run([TOOL, folder, "--exceptions", folder / "exceptions"], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr


def wrong(files, circle):
    code, output = run(files)
    named = {word for line in output.splitlines() if line.startswith("  ") for word in line.split() if word.endswith(".rs")}
    if code != bool(circle) or named != set(circle):
        yield output


def wrong_exceptions():
    files = TREES[0][1]
    if run(files, "tree/b.rs\ttree/a.rs\tfor the test\n")[0] != 0:
        yield "an exception does not spare an edge"
    for stale in ["tree/a.rs\ttree/lib.rs\tno such use\n", "tree/c.rs\ttree/a.rs\tin no circle\n"]:
        tree = {**files, "lib.rs": "mod a; mod b; mod c;", "c.rs": "use crate::a::A; struct C(A);"}
        code, output = run(tree, "tree/b.rs\ttree/a.rs\tfor the test\n" + stale)
        if code != 1 or "no longer needed" not in output:
            yield f"a stale exception is not told: {stale}{output}"


def main():
    found = [(name, list(wrong(files, circle))) for name, files, circle in TREES] + [("exceptions", list(wrong_exceptions()))]
    for name, faults in found:
        print("".join(f"FAIL {name}: {fault}\n" for fault in faults), end="")
    failed = sum(bool(faults) for _, faults in found)
    print(f"{len(found) - failed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
