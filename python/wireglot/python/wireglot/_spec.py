"""Specifications and their types."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, Union

from . import _wireglot
from ._errors import ArgumentError
from ._inspect import Inspection, Row
from ._records import OnError, Packets, read
from ._records import Source as FileSource

Source = Union[str, "os.PathLike[str]"]

_ENDINGS = {"asn1": ".asn1", "sbe": ".xml", "bitproto": ".bitproto"}


class Difference(NamedTuple):
    """Where two values differ: the path, and both sides as JSON; nothing on a side that has nothing there."""

    path: str
    left: str | None
    right: str | None


class Type(_wireglot.Type):
    """A type of a specification: decodes and encodes its values."""

    __slots__ = ("__weakref__",)

    def __copy__(self) -> Type:
        return self  # nothing about it changes

    def __deepcopy__(self, memo: object) -> Type:
        return self

    def decode_prefix(self, data: Any, rules: str | None = None, **options: Any) -> tuple[Any, bytes]:
        """The value that the octets begin with, and the octets after it."""
        value, taken = self.decode_some(data, rules, **options)
        return value, self.octets(data, rules)[taken:]

    def decode_all(self, data: Any, rules: str | None = None, **options: Any) -> Iterator[Any]:
        """The values that stand one after the other in the octets."""
        data, start = self.octets(data, rules), 0
        while start < len(data):
            value, taken = self.decode_some(data, rules, start, **options)
            if taken == 0:
                return
            yield value
            start += taken

    def read(
        self,
        source: FileSource,
        rules: str | None = None,
        *,
        framing: str | None = None,
        on_error: OnError = "raise",
        packing: str = "raw",
        port: int | Iterable[int] = (),
        ppid: int | Iterable[int] = (),
        meta: bool = False,
        **options: Any,
    ) -> Iterator[Any]:
        """The values of a file of records: a path, or a file that was opened in binary.

        `framing` is what stands around records: nothing; a length of so many bits in front, `"u16be"`; `"hex"`
        or `"base64"` in lines; `"pem"`; or `"pcap"` for a capture of a network, pcap or pcapng. Files compressed
        with gzip or zstd are decompressed. `on_error` is `"raise"`, `"skip"`, or is called with each error.

        In a capture, `packing` is how messages are framed in UDP, TCP and SCTP: `"raw"`, `"tpkt"`, `"sofh"`,
        `"sofh4"`, `"cme"`, `"b3"`, `"u16be"` or `"u32be"`. `port` and `ppid` choose among its traffic, by port and
        by payload protocol identifier. With `meta`, each value comes as a pair: a dictionary with its packet, time
        and addresses, and the value. A capture from a file object is held in memory; one from a path is not.
        """
        packets = Packets(packing, _several(port), _several(ppid), meta)
        return read(self, source, rules, framing, on_error, packets, options)

    def inspect(self, data: Any, rules: str | None = None, **options: Any) -> Inspection:
        """What each bit of some octets is; notebooks show it as a coloured tree."""
        rows, error = self.inspect_rows(data, rules, **options)
        return Inspection(self.octets(data, rules), [Row(*row) for row in rows], error)  # type: ignore[arg-type]

    def diff(self, left: Any, right: Any, rules: str | None = None, **options: Any) -> list[Difference]:
        """Where two values differ, as the standard compares them."""
        return [Difference(*found) for found in self.differences(left, right, rules, **options)]

    def check(self, value: Any, rules: str | None = None, **options: Any) -> None:
        """Raises what is wrong with a value: its types, its constraints, and what the rules cannot write."""
        self.encode(value, rules, **options)

    def sample(self, seed: int = 0, rules: str | None = None, depth: int = 6, **options: Any) -> Any:
        """A random value, the same for the same seed."""
        return self.samples(seed, 1, rules, depth, **options)[0]


class Spec(Mapping[str, Type]):
    """A compiled specification: its types by their names, or by `Module.Name`.

    It can be pickled, and so can its types. The pickle has the text of all files that were compiled, by their names,
    and the arguments of `compile`; loading it compiles them again, without a look at the disk. A process
    keeps the last 8 specifications and types that it loaded, so that it compiles only once what it is sent again and again.
    The text also stays in memory as long as the specification. Pickles are no format for storage: load one with the
    version of the package that made it, and none that comes from somebody else, since Python's pickles can run any code.
    """

    def __init__(self, made: _wireglot.Spec, rules: str | None) -> None:
        self._made = made
        self._rules = rules
        self._types: dict[str, Type] = {}
        self._names: dict[str, None] = {}
        several: set[str] = set()
        for module, name in made.names():
            if module:
                self._names[f"{module}.{name}"] = None
            if name in self._names:
                several.add(name)
            self._names[name] = None
        for name in several:
            del self._names[name]

    @property
    def types(self) -> list[str]:
        """The names of all types; one that several modules have comes with its module alone."""
        short = {name for name in self._names if "." not in name}
        return [name for name in self._names if "." not in name or name.split(".", 1)[1] not in short]

    @property
    def language(self) -> str:
        """The schema language: `asn1`, `sbe` or `bitproto`."""
        return self._made.language

    @property
    def warnings(self) -> list[str]:
        """What was found fault with, although the specification can be used."""
        return self._made.diagnostics.splitlines()

    def __getitem__(self, name: str) -> Type:
        found = self._types.get(name)
        if found is None:
            if name not in self._names:
                raise KeyError(self._unknown(name))
            found = self._types.setdefault(name, Type(self._made, name, self._rules))
        return found

    def _unknown(self, name: object) -> str:
        """Why there is no type of that name."""
        full = [known for known in self._names if known.partition(".")[2] == name]
        if full:
            return f"several modules have a type {name}: {', '.join(full)}"
        import difflib  # only of use for errors

        close = difflib.get_close_matches(str(name), self._names, 3)
        return f"there is no type {name}" + (f"; did you mean {' or '.join(close)}?" if close else "")

    def __iter__(self) -> Iterator[str]:
        return iter(self.types)

    def __len__(self) -> int:
        return len(self.types)

    def __contains__(self, name: object) -> bool:
        return name in self._names

    # A specification is equal to itself alone, as its types are: so functions can be cached by it.
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"<wireglot specification of {len(self)} types>"

    def __reduce__(self) -> tuple[object, ...]:
        return Spec, (self._made, self._rules)

    def __copy__(self) -> Spec:
        return self  # nothing about it changes

    def __deepcopy__(self, memo: object) -> Spec:
        return self


@functools.lru_cache(maxsize=8)
def unpickled(*arguments: Any) -> _wireglot.Spec:
    """A specification from a pickle, compiled again, unless this process has just done so."""
    return _wireglot.compile_again(*arguments)


@functools.lru_cache(maxsize=8)
def unpickled_type(spec: _wireglot.Spec, name: str, rules: str | None) -> Type:
    """A type from a pickle, with the codecs that were prepared for it before."""
    return Type(spec, name, rules)


def _several(given: int | Iterable[int]) -> list[int]:
    return [given] if isinstance(given, int) else list(given)


def _is_text(source: object) -> bool:
    """Whether it is the text of a specification itself; names of files have neither of these."""
    return isinstance(source, str) and ("\n" in source or "::=" in source or source.lstrip().startswith("<"))


def _guess(text: str) -> str:
    start = text.lstrip()
    if start.startswith("<"):
        return "sbe"
    if start.startswith("proto ") or "\nproto " in text and "::=" not in text:
        return "bitproto"
    return "asn1"


def compile(  # noqa: A001
    sources: Source | Iterable[Source] | Mapping[str, str | bytes],
    *,
    include: Source | Iterable[Source] = (),
    rules: str | None = None,
    language: str | None = None,
    clean: bool = False,
    strict: bool = False,
    partial: bool = False,
    contents: str = "open",
) -> Spec:
    """Compiles files, folders, a text, or texts by the names of their files.

    `include` is a folder that is searched for what is imported, or several; `rules` are those of calls that name none,
    `clean` takes modules out of printed specifications, `strict` refuses what is merely tolerated, and
    `partial` uses what is sound of a specification with errors. `contents="octets"` leaves what open types
    and strings with CONTAINING hold as bytes.
    """
    if contents not in ("open", "octets"):
        raise ArgumentError("contents is 'open' or 'octets'")
    texts: list[tuple[str, bytes]] | None = None
    files: list[str]
    if isinstance(sources, Mapping):
        texts = [(os.fspath(name), _octets(name, text)) for name, text in sources.items()]
        files = [name for name, _ in texts]
    elif isinstance(sources, (str, os.PathLike)):
        if _is_text(sources):
            assert isinstance(sources, str)
            name = "text" + _ENDINGS.get(language or _guess(sources), "")
            texts, files = [(name, sources.encode())], [name]
        else:
            files = [os.fspath(sources)]
    else:
        files = [_path(source) for source in _each(sources)]
    if not files:
        raise ArgumentError("there are no files to compile")
    given = [include] if isinstance(include, (str, os.PathLike)) else include
    folders = [os.fspath(folder) for folder in given]
    if texts is not None and len(files) > 1 and not files[0].endswith((".asn1", ".asn")):
        # What these languages import they find by themselves.
        first = language or _guess(texts[0][1].decode("utf-8", "replace"))
        files = files[:1] if first != "asn1" else files
    made = _wireglot.compile(files, texts, folders, language, rules, clean, strict, partial, contents == "octets")
    return Spec(made, rules)


def _each(sources: Any) -> Iterable[Any]:
    """Several files. A file that is open would be taken for its lines, and bytes for numbers."""
    if hasattr(sources, "read") or isinstance(sources, (bytes, bytearray)) or not isinstance(sources, Iterable):
        raise TypeError(f"a path, several, a text or a dictionary of texts is expected, not {type(sources).__name__}")
    return sources


def _path(source: Any) -> str:
    if _is_text(source):
        raise ArgumentError("several texts are given as a dictionary, by the names of their files")
    path: str = os.fspath(source)
    return path


def _octets(name: object, text: Any) -> bytes:
    if not isinstance(text, (str, bytes)):
        raise TypeError(f"{name}: text is expected, as str or bytes, not {type(text).__name__}")
    return text.encode() if isinstance(text, str) else text
