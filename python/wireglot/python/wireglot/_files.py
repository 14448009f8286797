"""Files by path, and by an address that fsspec opens, such as `s3://bucket/calls.ber`."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from typing import Any, Union

from ._errors import ArgumentError

Path = Union[str, "os.PathLike[str]"]

# A letter alone is a drive of Windows. `::` chains file systems, as in `simplecache::s3://bucket/calls.ber`.
_ADDRESS = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.-]+::)*[A-Za-z][A-Za-z0-9+.-]+://")


class Remote:
    """A file that fsspec reads, in ranges."""

    __slots__ = ("_fs", "_path", "address")

    def __init__(self, address: str, options: Mapping[str, Any] | None) -> None:
        self.address = address
        self._fs, self._path = _system(address, options)

    def size(self) -> int:
        size = self._fs.size(self._path)
        if size is None:
            raise OSError(f"{self.address}: its size is unknown, so it can't be read in ranges")
        return int(size)

    def read_at(self, start: int, end: int) -> bytes:
        """The bytes of a range: all, since file systems return fewer only at the end."""
        return bytes(self._fs.cat_file(self._path, start=start, end=end))


def _system(address: str, options: Mapping[str, Any] | None) -> tuple[Any, str]:
    """The file system of an address, and the path there."""
    try:
        from fsspec.core import url_to_fs  # type: ignore[import-untyped, import-not-found, unused-ignore]
    except ImportError:
        raise ImportError(f"{address}: reading from there needs fsspec: pip install fsspec") from None
    try:
        system, path = url_to_fs(address, **(options or {}))
    except (ImportError, ValueError) as error:
        # A file system that isn't known, or the package of which isn't installed.
        raise type(error)(f"{address}: {error}") from None
    return system, path


def local(path: Path) -> str | None:
    """The path of a local file, also of one given as `file://`; `None` for other addresses."""
    text = os.fspath(path)
    if text.startswith("file://") and "::" not in text:
        path = text.removeprefix("file://")
        return path[1:] if re.match(r"/[A-Za-z]:[/\\]", path) else path
    return None if _ADDRESS.match(text) else text


def opened(path: Path, options: Mapping[str, Any] | None) -> tuple[str, Remote | None]:
    """The name of a file, and what reads it, if the operating system can't."""
    there = local(path)
    if there is None:
        address = os.fspath(path)
        return address, Remote(address, options)
    if options:
        raise ArgumentError("storage_options are for addresses that fsspec opens, such as s3://bucket/calls.ber")
    return there, None


def exists(path: str, options: Mapping[str, Any] | None) -> bool:
    """Whether there is a file or folder."""
    there = local(path)
    if there is not None:
        return os.path.exists(there)
    system, inner = _system(path, options)
    return bool(system.exists(inner))


def file_size(path: str, options: Mapping[str, Any] | None) -> int:
    """The size of a file in bytes."""
    there = local(path)
    return os.path.getsize(there) if there is not None else Remote(path, options).size()


def is_folder(path: str, options: Mapping[str, Any] | None) -> bool:
    """Whether a path is that of a folder."""
    there = local(path)
    if there is not None:
        return os.path.isdir(there)
    system, inner = _system(path, options)
    return bool(system.isdir(inner))


def in_folder(folder: str, deep: bool, options: Mapping[str, Any] | None) -> Iterator[tuple[str, list[str]]]:
    """The files of a folder in order, each with the names on the way to it; with `deep`, also those of its folders."""
    there = local(folder)
    if there is None:
        system, inner = _system(folder, options)
        for path in sorted(system.find(inner, maxdepth=None if deep else 1)):
            below = path[len(inner.rstrip("/")) :].strip("/").split("/")
            yield system.unstrip_protocol(path), below
        return
    for at, folders, names in os.walk(there):
        folders[:] = sorted(folders) if deep else []
        below = os.path.relpath(at, there).split(os.sep) if at != there else []
        for name in sorted(names):
            yield os.path.join(at, name), [*below, name]


def modified(path: str, options: Mapping[str, Any] | None) -> float:
    """When a file was changed: seconds since 1970."""
    there = local(path)
    if there is not None:
        return os.path.getmtime(there)
    system, inner = _system(path, options)
    try:
        return float(system.modified(inner).timestamp())
    except NotImplementedError:
        raise OSError(f"{path}: this file system doesn't say when a file was changed") from None
