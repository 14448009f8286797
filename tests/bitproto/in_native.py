"""Runs vectors through generated Python with the native module."""

import pathlib
import subprocess
import sys
import sysconfig

import in_python
import records

SOURCE = records.ROOT / "python" / "bitproto-native" / "src"
WARNINGS = ["-Wall", "-Wextra", "-Wconversion", "-Werror"]


def build(into, *flags):
    """Builds the native module into a folder."""
    into.mkdir(parents=True, exist_ok=True)
    module = into / "wireglot_bitproto_native.abi3.so"
    include = f"-I{sysconfig.get_path('include')}"
    sources = sorted(SOURCE.glob("*.c"))
    subprocess.run(["gcc", "-std=c99", "-O2", *WARNINGS, *flags, "-fPIC", "-shared", include, *sources, "-o", module],
                   check=True)
    return into


def run(wireglot, schemas, work):
    """Builds and runs everything; returns the failures."""
    native = build(work / "native")
    edges = pathlib.Path(__file__).with_name("native_edges.py")
    done = subprocess.run([sys.executable, edges, native], capture_output=True, text=True)
    wrong = [] if done.returncode == 0 else [done.stderr]
    return wrong + in_python.run(wireglot, schemas, work, native)


if __name__ == "__main__":
    build(pathlib.Path(sys.argv[1]))
