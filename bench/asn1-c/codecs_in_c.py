"""The sides of most rows: generated C, and asn1c's."""

import os
import pathlib
import re
from dataclasses import dataclass

from measures import HERE, ROOT, WIREGLOT, WORK, Unable, c_name, made, run

SHARED = pathlib.Path(os.environ.get("WIREGLOT_SHARED", ROOT.parent / "shared"))
# Where asn1c has what its code needs whatever the schema.
SKELETONS = pathlib.Path("/usr/share/asn1c")


@dataclass
class Part:
    """Messages of one type, of a schema in one file or in several."""

    schema: str | tuple
    type: str
    rules: str
    messages: object
    # Whether asn1c 0.9.28 makes code of it.
    asn1c: bool = True


def schemas_of(part):
    """The files of a schema: patterns below the project, or below the shared folder if they begin so."""
    files = []
    for pattern in (part.schema,) if isinstance(part.schema, str) else part.schema:
        shared = pattern.startswith("shared/")
        found = sorted(SHARED.glob(pattern.removeprefix("shared/")) if shared else ROOT.glob(pattern))
        if not found:
            raise Unable(f"no {pattern}")
        files.append(found[0])
    return files


def options_of(part):
    """The schema as the command takes it."""
    return [word for file in schemas_of(part) for word in ("-s", file)]


class Ours:
    name, version = "wireglot", "0.1.0"
    arena = linked = True

    def __init__(self, part, folder):
        run(WIREGLOT, "gen", "c", *options_of(part), "-r", part.rules, "--pdu", part.type, "--name", "ours", "-o", folder)
        self.folder = folder
        self.define = [f"-DTYPE={c_name(part.type.split('.')[1])}", f"-DRULES={part.rules}", "-include", folder / "ours.h"]

    def build(self, flags, program):
        if program in BUILT:
            return
        BUILT.add(program)
        run("gcc", *flags, f"-I{ROOT}/runtime/c/include", f"-I{self.folder}", *self.define, HERE / "ours.c", HERE / "main.c",
            self.folder / "ours.c", runtime(flags), "-o", program)


def runtime(flags):
    """The runtime as a library, compiled once a run with these flags."""
    folder = made(WORK / c_name("runtime " + " ".join(flags)))
    library = folder / "libwireglot.a"
    if library not in BUILT:
        BUILT.add(library)
        library.unlink(missing_ok=True)
        run("gcc", *flags, f"-I{ROOT}/runtime/c/include", "-c", *sorted((ROOT / "runtime/c/src").glob("*.c")), cwd=folder)
        run("ar", "rcs", library, *sorted(folder.glob("*.o")))
    return library


# Programs of ours that this run made.
BUILT = set()


def built(program, *command):
    """What peers need minutes to compile is kept."""
    if not program.exists():
        run(*command, "-o", program)


class Asn1c:
    name, version, linked = "asn1c", "0.9.28", True

    def __init__(self, part, folder):
        if not (folder / "converter-sample.c").exists():
            run("asn1c", "-fcompound-names", *(["-gen-PER"] if part.rules == "uper" else []),
                *asn1c_schemas(part, folder), cwd=folder)
        self.folder = folder
        name = part.type.split(".")[1]
        self.define = [f"-DTYPE={name.replace('-', '_')}", f"-DUPER={int(part.rules == 'uper')}", "-include",
                       folder / f"{name}.h"]

    def build(self, flags, program):
        sources = included(self.folder, self.define[-1].name)
        own = [file for file in sources if not (SKELETONS / file.name).exists()]
        shared = [SKELETONS / file.name for file in sources if file not in own]
        built(program, "gcc", "-w", *flags, f"-I{self.folder}", *self.define, HERE / "asn1c.c", HERE / "main.c",
              *objects(own, self.folder, flags), *objects(shared, made(WORK / "asn1c"), flags), "-lm")


def objects(sources, folder, flags):
    """Sources compiled once with these flags, in a folder."""
    into = made(folder / c_name(" ".join(flags)))
    found = [into / f"{file.stem}.o" for file in sources]
    missing = [file for file, compiled in zip(sources, found) if not compiled.exists()]
    if missing:
        run("gcc", "-w", *flags, f"-I{folder}", f"-I{SKELETONS}", "-c", *missing, cwd=into)
    return found


def included(folder, header):
    """The files that a header needs, and those need in turn: asn1c writes one for each type of a schema."""
    waiting, seen = [header], {header}
    while waiting:
        name = waiting.pop()
        for file in (folder / name, folder / name.replace(".h", ".c")):
            found = re.findall(r'#include\s*[<"]([^">]+)[">]', file.read_text()) if file.exists() else []
            fresh = [one for one in found if one not in seen and (folder / one).exists()]
            seen.update(fresh)
            waiting += fresh
    return sorted(file for file in (folder / name.replace(".h", ".c") for name in seen) if file.exists())


def asn1c_schemas(part, folder):
    """The schema in words that asn1c 0.9.28 knows: it has no numbers of more than 63 bits."""
    for number, file in enumerate(schemas_of(part)):
        path = folder / f"schema{number}.asn1"
        path.write_text(re.sub(r"INTEGER \(0\.\.18446744073709551615\)", "INTEGER", file.read_text()))
        yield path
