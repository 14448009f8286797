"""documents.py: checks that the pages are correct.

- Every `console` block on a page is run by bash as in the project's root, with the built command on the path, and prints
  what the page shows; `? 1` is an exit code, `[..]` on a page matches anything on a line. A block under `<!-- needs
  GLOB -->` is skipped if no such file exists. (The pages in TRYCMD are run by crates/cli/tests/sessions.rs, in folders
  of their own.)
- Every `c` block occurs verbatim in a file under examples, every `go` block of README.md in an example that `go test`
  runs. (Its `python` blocks are run by tests/python/test_documents.py.)
- Every link leads to an existing file, and to a heading in it.
- Every `make` target named on a page exists.
- docs/README.md, the table of contents, leads to every page under docs (docs/codes has its own index).

`--write` updates the output shown on the pages.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
WIREGLOT = pathlib.Path(os.environ.get("WIREGLOT", ROOT / "target" / "release" / "wireglot"))
# Folders of generated or downloaded files.
MADE = {".git", ".peers", "build", "target", "node_modules"}
TRYCMD = {"docs/guide.md", "docs/command.md", "docs/records.md"}
CONSOLE = re.compile(r"(?ms)^(?:<!-- needs (\S+) -->\n\n)?```console\n(.*?)^```$")
C = re.compile(r"(?ms)^```c\n(.*?)^```$")
GO = re.compile(r"(?ms)^```go\n(.*?)^```$")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
MAKE = re.compile(r"(?m)(?:`|^ {4})make ([a-z][a-z -]*)")
SESSION = re.compile(r"(?m)^\$ .*(?:\n> .*)*")


def pages():
    for folder, folders, files in os.walk(ROOT):
        folders[:] = sorted(name for name in folders if name not in MADE)
        paths = (pathlib.Path(folder, name) for name in sorted(files) if name.endswith(".md"))
        # Links are to pages that are met elsewhere.
        yield from (path.relative_to(ROOT) for path in paths if not path.is_symlink())


def copied(folder):
    """Makes a root of links to the project with `build` and `target` of its own, and copies the command: other tests,
    or another run of this one, may write these folders meanwhile, and cargo may build the command."""
    root = folder / "root"
    for made in "target", "build":
        (root / made).mkdir(parents=True)
    for name in {entry.name for entry in ROOT.iterdir()} - MADE:
        (root / name).symlink_to(ROOT / name)
    (root / "build" / "packages").symlink_to(ROOT / "build" / "packages")
    (folder / "bin").mkdir()
    shutil.copy2(WIREGLOT, folder / "bin" / "wireglot")


def run(command, folder):
    """The output of a command, including errors, and its exit code if it is not 0."""
    path = f"{folder / 'bin'}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "COLUMNS": "100", "NO_COLOR": "1"}
    done = subprocess.run(["bash", "-c", command], cwd=folder / "root", env=environment, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.stdout + (f"? {done.returncode}\n" if done.returncode else "")


def rerun(block, folder):
    """A console block with its current output."""
    new = []
    for session in SESSION.findall(block):
        command = "\n".join(line[2:] for line in session.splitlines())
        new.append(session + "\n" + run(command, folder))
    return "".join(new)


def shows(block, today):
    """Whether a page shows the current output."""
    return re.fullmatch(".*".join(map(re.escape, block.split("[..]"))), today) is not None


def anchors(text):
    """The anchors of a page's headings."""
    headings = re.findall(r"(?m)^#+ (.*)$", text)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken_links(page, text):
    for link in LINK.findall(re.sub(r"(?ms)^```.*?^```$|`[^`\n]*`", "", text)):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        target = (ROOT / page.parent / name) if name else ROOT / page
        if not target.exists():
            yield f"{page}: the link {link} leads nowhere"
        elif anchor and anchor not in anchors(target.read_text()):
            yield f"{page}: no heading for the link {link}"


def missing_targets(page, text):
    makefile = (ROOT / "Makefile").read_text()
    for words in MAKE.findall(text):
        for target in re.split(" {2,}", words)[0].split():
            if not re.search(f"(?m)^{target}:|^{target.split('-')[0]}-%:", makefile):
                yield f"{page}: no target {target} in the Makefile"


def left_out():
    """Pages that are missing from the contents."""
    linked = {os.path.normpath(f"docs/{name}") for name in LINK.findall((ROOT / "docs" / "README.md").read_text())}
    for page in pages():
        if page.parts[0] == "docs" and str(page) != "docs/README.md" and str(page.parent) != "docs/codes" and str(page) not in linked:
            yield f"{page}: docs/README.md has no link to it"


def main(folder):
    copied(folder)
    write, passed, skipped, wrong = "--write" in sys.argv, 0, 0, list(left_out())
    examples = "".join(file.read_text() for file in sorted(ROOT.glob("examples/**/*.c")))
    go_examples = "".join(file.read_text() for file in sorted(ROOT.glob("go/*/example_test.go")))
    for page in pages():
        text = (ROOT / page).read_text()
        found = [*broken_links(page, text), *missing_targets(page, text)]
        if str(page) not in TRYCMD:
            found += [f"{page}: no example has\n{code}" for code in C.findall(text) if code not in examples]
            if str(page) == "README.md":
                found += [f"{page}: no example of Go has\n{code}" for code in GO.findall(text) if code not in go_examples]
            for needs, block in CONSOLE.findall(text):
                if needs and not any(ROOT.glob(needs)):
                    print(f"skipped: {page} needs {needs}")
                    skipped += 1
                    continue
                today = rerun(block, folder)
                if shows(block, today):
                    passed += 1
                elif write:
                    text = text.replace(block, today)
                    (ROOT / page).write_text(text)
                else:
                    found.append(f"{page}: prints today\n{today}\nand not\n{block}")
        passed += not found
        wrong += found
    print("".join(f"FAIL {line}\n" for line in wrong) + f"{passed} passed, {len(wrong)} failed, {skipped} skipped")
    return 1 if wrong else 0


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        sys.exit(main(pathlib.Path(folder)))
