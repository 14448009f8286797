"""The `wireglot` command: the same code as the binary of that name, in the library that the package has anyway."""

from __future__ import annotations

import signal
import sys

from ._wireglot import command


def main() -> None:
    """Runs the command and ends the process with its exit code."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    sys.stdout.flush()
    sys.exit(command(["wireglot", *sys.argv[1:]]))
