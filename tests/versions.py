#!/usr/bin/env python3
"""versions.py: checks that every part has the version of the workspace."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def read(name):
    return (ROOT / name).read_text()


VERSION = re.search(r'(?m)^version = "(.*)"', read("Cargo.toml"))[1]

# Other places with the version: a file, and the text before the number.
WRITTEN = (
    ("python/wireglot/Cargo.toml", r'(?m)^version = "(.*)"'),
    ("python/wireglot/pyproject.toml", r'(?m)^version = "(.*)"'),
    ("python/bitproto-native/pyproject.toml", r'(?m)^version = "(.*)"'),
    ("packaging/vcpkg/wireglot/vcpkg.json", r'"version": "(.*)"'),
    ("CHANGELOG.md", r"(?m)^## ([\d.]+)"),
    ("crates/cli/tests/cmd/usage.trycmd", r"(?m)^wireglot (\d\S*)$"),
    ("go/compat/fxamacker/go.mod", r"require github.com/wireglot/wireglot/go v(\S+)"),
    ("docs/releasing.md", r"wireglot_([\d.]+)_amd64\.deb"),
)


def found():
    """(place, version) of all occurrences."""
    for name, pattern in WRITTEN:
        versions = re.findall(pattern, read(name))[:1] or ["none"]
        yield from ((name, version) for version in versions)
    for name, version in re.findall(r'(?m)^(wireglot-\w+) = \{.*version = "(.*?)"', read("Cargo.toml")):
        yield f"Cargo.toml, {name}", version
    for name, version in re.findall(r'name = "(wireglot-\w+)"\nversion = "(.*?)"', read("Cargo.lock")):
        yield f"Cargo.lock, {name}", version
    for manifest in sorted([*ROOT.glob("crates/*/Cargo.toml"), ROOT / "runtime/rust/Cargo.toml"]):
        own = re.search(r"(?m)^version\.workspace = true|^version = \"(.*)\"", manifest.read_text())
        yield str(manifest.relative_to(ROOT)), VERSION if own and own[1] is None else own[1] if own else "none"
    conan = read("packaging/conan/conanfile.py")
    yield "packaging/conan/conanfile.py", VERSION if "Cargo.toml" in conan else (re.findall(r'version = "(.*)"', conan) or ["none"])[0]


def main():
    rows = list(found())
    wrong = [(where, version) for where, version in rows if version != VERSION]
    for where, version in wrong:
        print(f"FAIL {where} has version {version}, the workspace {VERSION}")
    print(f"{len(rows) - len(wrong)} passed, {len(wrong)} failed, 0 skipped")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
