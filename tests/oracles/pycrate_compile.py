"""pycrate_compile.py TARGET FILE...: compiles specifications to one Python file."""

import contextlib
import io
import pathlib
import sys

from pycrate_asn1c.asnproc import compile_text, generate_modules
from pycrate_asn1c.generator import PycrateGenerator

target, *files = sys.argv[1:]
with contextlib.redirect_stdout(io.StringIO()):
    compile_text([pathlib.Path(f).read_text(encoding="utf-8", errors="replace") for f in files], filenames=files)
    generate_modules(PycrateGenerator, target)
