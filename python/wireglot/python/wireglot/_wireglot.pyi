from collections.abc import Iterator, Sequence
from typing import Any

from ._errors import DecodeError

__version__: str
RULES: list[str]

class Spec:
    language: str
    diagnostics: str
    def names(self) -> list[tuple[str, str]]: ...

class Type:
    name: str
    def __init__(self, spec: Spec, name: str, rules: str | None) -> None: ...
    def decode(self, data: Any, rules: str | None = None, **options: Any) -> Any: ...
    def decode_some(
        self, data: Any, rules: str | None = None, start: int = 0, **options: Any
    ) -> tuple[Any, int]: ...
    def encode(self, value: Any, rules: str | None = None, **options: Any) -> bytes: ...
    def describe(self, rules: str | None) -> list[dict[str, Any]]: ...
    def samples(
        self, seed: int = 0, count: int = 1, rules: str | None = None, depth: int = 6, **options: Any
    ) -> list[Any]: ...
    def convert(self, data: Any, source: str, target: str, **options: Any) -> Any: ...
    def inspect_rows(
        self, data: Any, rules: str | None = None, **options: Any
    ) -> tuple[list[tuple[Any, ...]], Exception | None]: ...
    def differences(
        self, left: Any, right: Any, rules: str | None = None, **options: Any
    ) -> list[tuple[str, str | None, str | None]]: ...

class Scan:
    def __init__(
        self,
        type_: Type,
        versions: list[tuple[str | None, Type]],
        files: Sequence[tuple[str, tuple[int, int | None] | None, object]],
        rules: str | None,
        laid: dict[str, Any],
        provenance: list[tuple[str, str]],
        select: list[str] | None,
        only: list[str] | None,
        table: dict[str, Any],
        options: dict[str, Any] | None,
    ) -> None: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...
    def __arrow_c_schema__(self) -> object: ...
    def batches(self) -> Iterator[Batch]: ...
    def names(self) -> list[str]: ...
    def parts(self, count: int) -> list[tuple[int, tuple[int, int | None] | None]]: ...
    def damages(self) -> list[tuple[str, str, str]]: ...

class Batch:
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...
    def __len__(self) -> int: ...

class Column:
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...
    def __arrow_c_schema__(self) -> object: ...
    def __len__(self) -> int: ...
    def damages(self) -> list[tuple[int, str, str]]: ...

class Unpacked:
    def __init__(self, file: object) -> None: ...
    def read(self, size: int) -> bytes: ...

class CapturedUnits:
    def __init__(
        self,
        type_: Type,
        source: object,
        rules: str | None,
        packing: str,
        ports: list[int],
        protocols: list[int],
        options: dict[str, Any] | None,
    ) -> None: ...
    def __iter__(self) -> Iterator[tuple[str, int | None, bytes, bool, DecodeError | None]]: ...
    def __next__(self) -> tuple[str, int | None, bytes, bool, DecodeError | None]: ...

def compile_again(*arguments: Any) -> Spec: ...
def identify(data: Any) -> list[tuple[str, str, str, str, bool, bytes]]: ...
def decode_arrow(
    column: object,
    type_: Type,
    rules: str | None,
    select: list[str] | None,
    on_error: str,
    errors: str | None,
    table: dict[str, Any],
    options: dict[str, Any] | None,
) -> Column: ...
def encode_arrow(
    column: object,
    type_: Type,
    rules: str | None,
    on_error: str,
    table: dict[str, Any],
    options: dict[str, Any] | None,
) -> Column: ...
def command(line: list[str]) -> int: ...
def compile(
    files: list[str],
    texts: list[tuple[str, bytes]] | None,
    include: list[str],
    language: str | None,
    rules: str | None,
    clean: bool,
    strict: bool,
    partial: bool,
    closed: bool,
) -> Spec: ...
