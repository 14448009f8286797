#!/usr/bin/env python3
"""Checks that results reused by tools/kept are what the compiler would give: any change that could affect the verdict
runs it again."""

import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCE = '#include "part.h"\n/* fall */\nint main(void) { return PART; }\n'
HEADER = "#define PART 0\n"


class Bench:
    """Compiler stand-ins with a cache of their own, and a new folder for each run, as in tests."""

    def __init__(self, work):
        self.work, self.runs = work, 0
        self.real = {**os.environ, "WIREGLOT_CACHE": str(work / "store"), "PATH": without_stand_ins()}
        subprocess.run([ROOT / "tools" / "kept", "install", work / "bin"], env=self.real, check=True)
        self.front = {**self.real, "PATH": f"{work / 'bin'}:{self.real['PATH']}"}

    def kept(self):
        return len(list((self.work / "store").glob("??/*")))

    def asked(self, source=SOURCE, header=HEADER, words=("-c", "-O1"), **settings):
        """Whether a run called the compiler, and its result."""
        self.runs += 1
        with tempfile.TemporaryDirectory() as folder:
            place = pathlib.Path(folder)
            (place / "main.c").write_text(source)
            (place / "part.h").write_text(header)
            before = self.kept()
            told = ["gcc", *words, "-I", place, place / "main.c", "-o", place / "made"]
            done = subprocess.run(told, env={**self.front, **settings}, capture_output=True, text=True)
            made = (place / "made").read_bytes() if (place / "made").exists() else None
        return self.kept() > before, done.returncode, done.stderr, made


def without_stand_ins():
    """The path without the stand-ins of the enclosing test run."""
    return ":".join(part for part in os.environ["PATH"].split(":") if part != str(ROOT / "build" / "kept"))


def cases(bench):
    """The expectations, and whether each is met."""
    first = bench.asked()
    yield "the first run asks", first[0] and first[1] == 0
    again = bench.asked()
    yield "the same in another folder does not", not again[0] and again[1:] == first[1:]
    yield "other text does", bench.asked(source=SOURCE + "int more;\n")[0]
    yield "another comment does", bench.asked(source=SOURCE.replace("fall", "fallthrough"))[0]
    yield "another header does", bench.asked(header="#define PART 1\n")[0]
    yield "a macro that nothing uses does", bench.asked(header=HEADER + "#define MORE 1\n")[0]
    yield "another flag does", bench.asked(words=("-c", "-O2"))[0]
    program = bench.asked(words=("-O1",))
    yield "a program is linked once", program[0] and not bench.asked(words=("-O1",))[0]
    for name in ("what fails", "what warns"):
        source, words = ("int main(void) { return none; }\n", ("-c",)) if name == "what fails" else (SOURCE + "static int no;\n", ("-c", "-Wall"))
        runs = [bench.asked(source=source, words=words) for _ in range(2)]
        yield f"{name} is not kept", not any(kept for kept, *_ in runs) and all(said for _, _, said, _ in runs) and runs[0][1] == runs[1][1]
    for name, line in {"a warning of a directive": "#warning one\n", "words after a directive": "#ifdef A\n#endif A\n"}.items():
        bench.asked(source=SOURCE + line.replace("#warning one", "").replace("#endif A", "#endif"), words=("-c", "-Werror"))
        yield f"{name} is asked of the compiler", bench.asked(source=SOURCE + line, words=("-c", "-Werror"))[1] != 0
    yield "settings that its text does not show go to the compiler", bench.asked(words=("-O1", "-g"), COMPILER_PATH="/none")[0] is False


def main():
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(pathlib.Path(folder))
        if not (bench.work / "bin" / "gcc").exists():
            print("skipped: nothing is kept here\n0 passed, 0 failed, 1 skipped")
            return 0
        found = list(cases(bench))
    wrong = [what for what, right in found if not right]
    print("".join(f"FAIL {what}\n" for what in wrong) + f"{len(found) - len(wrong)} passed, {len(wrong)} failed, 0 skipped")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
