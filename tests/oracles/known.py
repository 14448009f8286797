"""known.tsv: what a peer gets wrong, one case per line: peer, case, clause, reason.

A case is an identifier, or a pattern in which `*` matches any characters. An entry that no run needed is stale, and a
stale entry is a failure.
"""

import fnmatch
import pathlib

FILE = pathlib.Path(__file__).with_name("known.tsv")


class Known:
    def __init__(self, file=FILE):
        self.entries, self.used = {}, set()
        for line in file.read_text().splitlines():
            if line and not line.startswith("#"):
                peer, case, clause, reason = line.split("\t")
                self.entries[peer, case] = (clause, reason)

    def covers(self, peer, case):
        for who, pattern in self.entries:
            if who == peer and fnmatch.fnmatchcase(case, pattern):
                self.used.add((who, pattern))
                return True
        return False

    def stale(self, prefix):
        """Entries for cases that begin with `prefix` and were not needed."""
        return [f"{who} {case}" for who, case in self.unused() if case.startswith(prefix)]

    def stale_but(self, prefix):
        """The other entries that were not needed."""
        return [f"{who} {case}" for who, case in self.unused() if not case.startswith(prefix)]

    def unused(self):
        return [entry for entry in self.entries if entry not in self.used]
