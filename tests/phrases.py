#!/usr/bin/env python3
"""phrases.py: checks that pages and help are worded as a native engineer would word them.

Each phrase below was once common here; next to it is what to write instead. Code and links are ignored. docs/command.md
contains the help of the command, so that is covered too.
"""

import importlib.util
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
_spec = importlib.util.spec_from_file_location("documents", ROOT / "tests" / "documents.py")
documents = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(documents)

PHRASES = {
    r"behind": "after",
    r"whoever": "anyone who; or say you",
    r"(?:is|are|was|were) told": "is reported; says",
    r"(?:unless|else|where|if) told": "default:",
    r"anew": "again",
    r"hangs? on": "depends on",
    r"comes? to stand": "ends up",
    r"borne out": "confirmed",
    r"asks? \S+ behind": "calls only after",
    r"as people (?:call|write) them": "human-readable",
    r"what they reach": "everything they use",
    r"other people's systems": "name the formats",
    r"none in two": "no record spans two",
    r"repeat it(?: for more)?": "may be repeated",
    r"(?:so many|as many) (?:octets|levels)": "N bytes, N levels",
    r"whose parameter nobody gives": "with defaulted parameters",
    r"what is no": "anything that is not",
    r"that there are": "existing; or leave it out",
    r"led by": "starts with",
    r"in front of (?:it|each|a record)": "before",
    r"(?:is|are) mended|mended|mends?": "fixed",
    r"to the letter of": "strictly by",
    r"comes? twice": "appears twice",
    r"(?:octets|bytes) are here": "are present",
    r"is wanted": "is expected",
    r"has not (?:all|any)": "lacks",
    r"taken as --\w+": "read as",
    r"say --?\w+": "use",
    r"takes? (?:every )?tolerances? for": "turns tolerated mistakes into",
}
FORBIDDEN = re.compile("|".join(rf"\b({pattern})\b" for pattern in PHRASES), re.I)
CODE = re.compile(r"(?ms)^(```+).*?^\1$|`[^`\n]*`|\]\([^)]*\)|<!-- written by .*?<!-- end of what it writes -->|^ {4}\S[^\n]*$"
                  # Titles of codes, which are shared by messages and tables.
                  r"|^# [A-Z]\d{4}: [^\n]*|^\| \[[A-Z]\d{4}\][^\n]*")


def found(page):
    text = CODE.sub(lambda match: "\n" * match[0].count("\n"), (ROOT / page).read_text()) if page != pathlib.Path("docs/command.md") \
        else (ROOT / page).read_text()
    for match in FORBIDDEN.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        yield f"{page}:{line}: {match[0]!r}: write {list(PHRASES.values())[match.lastindex - 1]!r}"


def main():
    passed, wrong = 0, []
    for page in documents.pages():
        lines = list(found(page))
        wrong += lines
        passed += not lines
    print("".join(f"FAIL {line}\n" for line in wrong) + f"{passed} passed, {len(wrong)} failed, 0 skipped")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
