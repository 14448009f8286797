"""Draws of `make bench-sbe-draws`, and their programs."""

import os
import pathlib
import random
import re
import struct
import subprocess

import drawing
import messages
import schema
import systems

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WIREGLOT = pathlib.Path(os.environ.get("WIREGLOT", ROOT / "target" / "release" / "wireglot"))
JAR = ROOT / "build" / "packages" / "sbe-all" / "sbe-all-1.38.1.jar"
PUBLIC = ROOT.parent / "shared" / "vectors" / "sbe"
COMPILERS = {"gcc": "g++", "clang": "clang++"}
MESSAGES = 24


class Failed(Exception):
    """A command failed."""


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode != 0:
        raise Failed(f"{command[0]}: {done.stderr[:300]}")
    return done.stdout


class Draw:
    """A message of a schema, and octets of it."""

    def __init__(self, name, text, seed, wanted=None):
        self.name, self.text, self.seed, self.is_drawn = name, text, seed, wanted is None
        self.schema = schema.read(text)
        self.message = next(each for each in self.schema.messages if wanted in (None, each.name))

    def octets(self):
        chance = random.Random(self.seed)
        version = chance.randint(0, self.schema.version) if chance.random() < 0.3 else self.schema.version
        drawn = messages.Messages(self.schema, self.seed, version)
        made = [drawn.message(self.message) for _ in range(MESSAGES)]
        return b"".join(struct.pack("<I", len(each)) + each for each in made)

    def write(self, folder, peer):
        """The code of all systems, and messages."""
        (folder / "drawn.xml").write_text(self.text)
        run(WIREGLOT, "gen", "cpp", folder / "drawn.xml", "--name", "drawn", "--namespace", "ours", "-o", folder)
        run(WIREGLOT, "gen", "c", folder / "drawn.xml", "--name", "drawn", "--prefix", "ours_", "-o", folder)
        peers = []
        if peer:
            try:
                run("java", "--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED", "-Dsbe.target.language=Cpp",
                    f"-Dsbe.output.dir={folder}/peer", "-jar", JAR, folder / "drawn.xml")
                inner = next(each.parent for each in (folder / "peer").rglob("MessageHeader.h"))
                peers = [inner / "MessageHeader.h", inner / f"{systems.RealLogic.upper(self.message.name)}.h"]
            except (Failed, StopIteration):
                peers = []
        text = systems.program(self.schema, self.message, "drawn", peers, self.is_drawn)
        (folder / "program.cpp").write_text(text)
        (folder / "messages").write_bytes(self.octets())


def drawn(seed, weights, shares):
    return Draw(str(seed), drawing.Drawn(seed, weights, shares).xml(), seed)


def public(pattern):
    """Messages of the schemas that the shared vectors have."""
    for path in sorted([*PUBLIC.glob("schemas/fix-*.xml"), *PUBLIC.glob("schemas/car/*.xml"), *PUBLIC.glob("schemas-public/**/*.xml")]):
        try:
            text = path.read_text()
            if "sbeppc_errors" in str(path) or not re.search(pattern, str(path)):
                continue
            names = [each.name for each in schema.read(text).messages]
        except (schema.Unsupported, KeyError, TypeError, ValueError, AttributeError, schema.xml.ParseError, StopIteration):
            continue
        for name in names:
            yield Draw(f"{path.relative_to(PUBLIC)}:{name}", text, 1, name)


class Program:
    """The program of a draw that was written to a folder, by one compiler at one level."""

    def __init__(self, folder, compiler, level):
        self.folder, self.binary = folder, folder / f"{compiler}-{level}"
        peers = [f"-I{each}" for each in (folder / "peer").rglob("*") if each.is_dir()]
        run(COMPILERS[compiler], "-std=c++20", f"-O{level}", "-w", f"-I{HERE}", f"-I{folder}", *peers,
            folder / "program.cpp", "-o", self.binary)

    def times(self, rounds):
        """The least nanoseconds a message by (way, system), and rows that read or write otherwise than raw ones."""
        least, wrong = {}, []
        for line in run(self.binary, "rounds", self.folder / "messages", rounds).splitlines():
            way, system, *taken = line.removeprefix("wrong ").split()
            if not taken:
                wrong.append((way, system))
            else:
                least[way, system] = min(float(taken[1]), least.get((way, system), float("inf")))
        return least, wrong

    def instructions(self, library=True):
        """Instructions a message by (way, system), those of the C library among them or not."""
        out = self.folder / "callgrind.out"
        run("valgrind", "--tool=callgrind", "--compress-strings=no", f"--callgrind-out-file={out}",
            "--toggle-collect=run_*", self.binary, "count", self.folder / "messages")
        found, function, other, calling = {}, None, False, False
        for line in out.read_text().splitlines():
            if line.startswith("fn="):
                function, other, calling = line[3:], False, False
            elif line.startswith("cob="):
                other = True
            elif line.startswith("calls="):
                calling = True
            elif re.match(r"[\d+*-]", line):
                if library or not (calling and other):
                    found[function] = found.get(function, 0) + int((line.split() + ["0"])[1])
                if calling:
                    other = calling = False
        rows = {}
        for function, count in found.items():
            if match := re.fullmatch(r"run_(read|write)_(\w+)", function or ""):
                rows[match.groups()] = count / MESSAGES
        return rows
