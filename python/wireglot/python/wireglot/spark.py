# mypy: disable-error-code="import-not-found,import-untyped,misc"
# pyright: reportMissingImports=false, reportMissingModuleSource=false
# Spark and Arrow are no dependencies of this package: where its types are checked, they need not be there.
"""Files of records as a data source of Spark 4.1 and newer, and of everything that takes its data sources, such as Sail.

`register(spark)` makes `spark.read.format("wireglot")` and `spark.readStream.format("wireglot")` known; docs/tables.md lists
the options. `from_wireglot` and `to_wireglot` decode and encode a column of messages.
"""

from __future__ import annotations

import datetime
import fnmatch
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pyspark.sql.datasource import DataSource, DataSourceReader, DataSourceStreamReader, InputPartition

from ._column import decode_arrow, encode_arrow
from ._errors import ArgumentError
from ._files import Path, exists, file_size, in_folder, is_folder, local, modified
from ._scan import Scan, paths_of, scan
from ._spec import Type, compile

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import Column
    from pyspark.sql.types import StructType

__all__ = ["WireglotDataSource", "from_wireglot", "register", "to_wireglot"]

_MODES = ("PERMISSIVE", "DROPMALFORMED", "FAILFAST")
#: Options that are words of `wireglot.scan`, and those of them that are numbers.
_LAID = ("framing", "names", "integers", "times", "enums")
_NUMBERS = ("block", "pad", "skip")
_ENDINGS = (".asn1", ".asn", ".xml", ".bitproto")
#: Octets of a part of a file, unless `splitOctets` says otherwise.
_SPLIT = 64 << 20


def register(spark: Any) -> None:
    """Makes `spark.read.format("wireglot")` known to a session."""
    spark.dataSource.register(WireglotDataSource)


def from_wireglot(
    column: Any, spec: str | Iterable[str], type: str, rules: str | None = None, **words: Any  # noqa: A002
) -> Column:
    """A column of messages as a column of structs: their values.

    `spec` are the files of the specification, which goes to the workers. `words` are those of `wireglot.decode_arrow`;
    a message that is wrong is null, unless they say `on_error="raise"`.
    """
    import pyarrow
    from pyspark.sql.functions import arrow_udf
    from pyspark.sql.pandas.types import from_arrow_schema

    type_ = _compiled([spec] if isinstance(spec, str) else spec, type)
    words = {"on_error": "null", "profile": "spark", **words}

    def decode(octets: pyarrow.Array) -> pyarrow.Array:
        return pyarrow.array(decode_arrow(octets, type_, rules, **words))

    made = decode(pyarrow.array([], pyarrow.binary())).type
    decode.__annotations__ = {"octets": pyarrow.Array, "return": pyarrow.Array}
    return arrow_udf(decode, from_arrow_schema(pyarrow.schema(list(made))))(column)


def to_wireglot(
    column: Any, spec: str | Iterable[str], type: str, rules: str | None = None, **words: Any  # noqa: A002
) -> Column:
    """The way back: a column of structs as a column of messages.

    `words` are those of `wireglot.encode_arrow`; a value that can't be encoded ends the job, unless they say
    `on_error="null"`.
    """
    import pyarrow
    from pyspark.sql.functions import arrow_udf

    type_ = _compiled([spec] if isinstance(spec, str) else spec, type)

    def encode(values: pyarrow.Array) -> pyarrow.Array:
        return pyarrow.array(encode_arrow(values, type_, rules, **words))

    encode.__annotations__ = {"values": pyarrow.Array, "return": pyarrow.Array}
    return arrow_udf(encode, "binary")(column)


class _Part(InputPartition):
    """A part of a file."""

    def __init__(self, path: str, start: int, end: int | None) -> None:
        self.path, self.start, self.end = path, start, end


class _Options:
    """What was asked for, in Spark's spelling, whatever its case."""

    def __init__(self, options: Mapping[str, str]) -> None:
        self.said = {name.lower(): value for name, value in options.items()}

    def get(self, name: str, default: str | None = None) -> str | None:
        return self.said.get(name.lower(), default)

    def demand(self, name: str, what: str) -> str:
        value = self.get(name)
        if not value:
            raise ArgumentError(f'{what}: .option("{name}", ...)')
        return value

    def is_true(self, name: str) -> bool:
        return (self.get(name) or "false").lower() == "true"

    def several(self, name: str) -> list[str]:
        """A value, or a JSON list of them."""
        value = self.get(name)
        if not value:
            return []
        if value.lstrip().startswith("["):
            return [str(one) for one in json.loads(value)]
        return [value]

    def time(self, name: str) -> float | None:
        """A time as Spark has them, in UTC unless it says a zone: seconds since 1970."""
        value = self.get(name)
        if not value:
            return None
        when = datetime.datetime.fromisoformat(value.replace("Z", "+00:00"))
        return (when if when.tzinfo else when.replace(tzinfo=datetime.timezone.utc)).timestamp()


class _Source:
    """What is read, and how: goes to the workers with its specification."""

    def __init__(self, options: _Options) -> None:
        files = options.several("spec")
        if not files:
            raise ArgumentError('say where the specification is: .option("spec", "calls.asn1")')
        name = options.demand("type", "say which type the records have")
        self.type = _compiled(files, name)
        self.rules = options.get("rules")
        self.mode = (options.get("mode") or "PERMISSIVE").upper()
        if self.mode not in _MODES:
            raise ArgumentError(f"mode is one of {', '.join(_MODES)}, not {self.mode}")
        self.provenance = [word.strip() for word in (options.get("provenance") or "").split(",") if word.strip()]
        self.corrupt = options.get("columnNameOfCorruptRecord")
        self.select = [path for path in paths_of(options.get("select") or "") or () if path] or None
        self.words: dict[str, Any] = {word: options.get(word) for word in _LAID if options.get(word)}
        for word in _NUMBERS:
            if number := options.get(word):
                self.words[word] = int(number, 0)
        self.missing, self.unreadable = options.is_true("ignoreMissingFiles"), options.is_true("ignoreCorruptFiles")
        self.split = int(options.get("splitOctets") or 0)
        self.versions = _versions(options.get("versions"), name)
        self.storage = _storage(options)

    def scan(self, paths: Sequence[Path], part: tuple[int, int | None] | None = None) -> Scan:
        how = {"FAILFAST": "raise", "DROPMALFORMED": "skip", "PERMISSIVE": "null"}[self.mode]
        made = scan(
            paths,
            self.type,
            self.rules,
            select=self.select,
            versions=self.versions,
            storage_options=self.storage if any(local(path) is None for path in paths) else None,
            on_error=how,
            error_column=self.corrupt if self.mode == "PERMISSIVE" else None,
            provenance=self.provenance,
            profile="spark",
            **self.words,
        )
        return made if part is None else made.part(part)

    def schema(self) -> StructType:
        import pyarrow
        from pyspark.sql.pandas.types import from_arrow_schema

        return from_arrow_schema(pyarrow.schema(self.scan([])))

    def parts(self, paths: Iterable[str]) -> list[_Part]:
        """Parts of files that are read apart from one another."""
        made: list[_Part] = []
        for path in paths:
            is_local = local(path) is not None
            try:
                size = file_size(path, self.storage)
                # Splitting reads the file, which would load one that is far away twice.
                split = self.split or (_SPLIT if is_local else size)
                parts = self.scan([path]).splits(max(1, -(-size // max(split, 1))))
            except OSError:
                if self.missing and not exists(path, self.storage) or self.unreadable:
                    continue
                raise
            made.extend(_Part(path, *(part.range or (0, None))) for part in parts)
        return made

    def read(self, part: _Part) -> Iterator[pyarrow.RecordBatch]:
        import pyarrow

        found = self.scan([part.path], (part.start, part.end))
        try:
            yield from pyarrow.RecordBatchReader.from_stream(found)
        except OSError:
            if self.missing and not exists(part.path, self.storage) or self.unreadable:
                return
            raise


def _compiled(files: Iterable[str], name: str) -> Type:
    """A type of a specification: of files, or of all files in folders. Each worker compiles it once (see `Spec`)."""
    all_files: list[str] = []
    for file in files:
        names = [file]
        if os.path.isdir(file):
            names = sorted(os.path.join(file, name) for name in os.listdir(file) if name.lower().endswith(_ENDINGS))
        all_files.extend(names)
    return compile(all_files)[name]


class _Folder:
    """Files and folders, and which files of them are wanted."""

    def __init__(self, options: _Options) -> None:
        self.paths = options.several("path") + options.several("paths")
        self.glob = options.get("pathGlobFilter")
        self.deep = options.is_true("recursiveFileLookup")
        self.after, self.before = options.time("modifiedAfter"), options.time("modifiedBefore")
        self.missing = options.is_true("ignoreMissingFiles")
        self.storage = _storage(options)
        if not self.paths:
            raise ArgumentError('say what to read: .load("/data/calls")')

    def files(self) -> list[str]:
        found: list[str] = []
        for path in self.paths:
            path = local(path) or path
            if is_folder(path, self.storage):
                found.extend(self._in(path))
            elif not self.missing or exists(path, self.storage):
                found.append(path)
        return found

    def _in(self, folder: str) -> Iterator[str]:
        for path, names in in_folder(folder, self.deep, self.storage):
            if not any(map(_hidden, names)) and self._wanted(path, names[-1]):
                yield path

    def _wanted(self, path: str, name: str) -> bool:
        if self.glob and not fnmatch.fnmatchcase(name, self.glob):
            return False
        if self.after is None and self.before is None and local(path) is None:
            return True  # each question takes a request
        try:
            changed = modified(path, self.storage)
        except FileNotFoundError:
            return False  # it was there a moment ago
        return (self.after is None or changed > self.after) and (self.before is None or changed < self.before)


def _versions(said: str | None, name: str) -> list[tuple[str | None, Type]]:
    """The type in other versions of the specification, each with its pattern of files, if it has one: a file or folder, or JSON."""
    if not said:
        return []
    made = json.loads(said) if said.lstrip().startswith(("[", "{")) else [said]
    items = list(made.items()) if isinstance(made, dict) else [(None, version) for version in made]
    return [(files, _compiled([one] if isinstance(one, str) else one, name)) for files, one in items]


def _storage(options: _Options) -> dict[str, Any] | None:
    """What fsspec needs to open files: a JSON object."""
    said = json.loads(options.get("storageOptions") or "null")
    if said is not None and not isinstance(said, dict):
        raise ArgumentError('storageOptions is a JSON object, such as {"anon": true}')
    return said


def _hidden(name: str) -> bool:
    """Files that Spark passes over: those that begin so are being written, or are no data."""
    return name.startswith(("_", "."))


class WireglotDataSource(DataSource):
    """The data source `wireglot`."""

    def __init__(self, options: dict[str, str]) -> None:
        super().__init__(options)
        self._options = _Options(options)

    @classmethod
    def name(cls) -> str:
        return "wireglot"

    def schema(self) -> StructType:
        return _Source(self._options).schema()

    def reader(self, schema: StructType) -> DataSourceReader:
        return _Reader(_Source(self._options), _Folder(self._options))

    def streamReader(self, schema: StructType) -> DataSourceStreamReader:  # noqa: N802
        return _StreamReader(_Source(self._options), _Folder(self._options))


class _Reader(DataSourceReader):
    """Reads what is there."""

    def __init__(self, source: _Source, folder: _Folder) -> None:
        self._source, self._folder = source, folder

    def partitions(self) -> list[InputPartition]:
        parts: list[InputPartition] = []
        parts.extend(self._source.parts(self._folder.files()))
        return parts

    def read(self, partition: InputPartition) -> Iterator[Any]:
        # Where there are no parts, Spark asks for none of them.
        return self._source.read(partition) if isinstance(partition, _Part) else iter(())


class _StreamReader(DataSourceStreamReader):
    """Reads a folder that files are moved into, each file once.

    Its offset is the list of files that were read: what is no longer in the folder is forgotten.
    """

    def __init__(self, source: _Source, folder: _Folder) -> None:
        self._source, self._folder = source, folder

    def initialOffset(self) -> dict[str, Any]:  # noqa: N802
        return {"files": []}

    def latestOffset(self) -> dict[str, Any]:  # noqa: N802
        return {"files": self._folder.files()}

    def partitions(self, start: dict[str, Any], end: dict[str, Any]) -> list[InputPartition]:
        before = set(start["files"])
        parts: list[InputPartition] = []
        parts.extend(self._source.parts(path for path in end["files"] if path not in before))
        return parts

    def read(self, partition: InputPartition) -> Iterator[Any]:
        # Where there are no parts, Spark asks for none of them.
        return self._source.read(partition) if isinstance(partition, _Part) else iter(())

    def commit(self, end: dict[str, Any]) -> None:
        pass
