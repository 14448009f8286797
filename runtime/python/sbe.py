class SbeError(ValueError):
    """An error in a message: `code`, a name that never changes, and the byte offset."""

    def __init__(self, code: str, offset: int, detail: str = "") -> None:
        super().__init__(f"{code} at octet {offset}{': ' if detail else ''}{detail}")
        self.code = code
        self.offset = offset
        self.detail = detail


Octets = Union[bytes, bytearray, memoryview]
_Steps = Tuple[Tuple[int, int], ...]
_Dimension = Tuple[int, int, int, int]  # block length; numbers of entries or bytes, groups, data
_T = TypeVar("_T")
_E = TypeVar("_E", bound="_View")
_EMPTY_ENTRIES = 65536  # maximum number of entries that take no bytes
_DEEP = 64  # maximum nesting depth of a newer sender's unknown groups
_NAN = float("nan")
_INFINITY = float("inf")
_UNWRITABLE = (SbeError, struct.error, TypeError, AttributeError, UnicodeError, OverflowError)


class _Part:
    """A group or data field after a block, and its prefix."""

    def __init__(self, name: str, since: int, size: int, read: Callable[[Octets, int], _Dimension],
                 write: Callable[[_Dimension], bytes], most: int, body: Optional[_Body] = None,
                 text: bool = False, key: str = "") -> None:
        self.name, self.since, self.size, self.read, self.write = name, since, size, read, write
        self.most, self.body, self.text, self.key = most, body, text, key


class _Body:
    """A block and the groups and data after it."""

    def __init__(self, name: str, least: _Steps, groups: Optional[_Steps], data: Optional[_Steps], own: _Dimension,
                 read: Callable[[Octets, int, int, int], Any], write: Callable[[Any], bytes],
                 parts: Tuple[_Part, ...]) -> None:
        self.name, self.least, self.groups, self.data, self.own = name, least, groups, data, own
        self.read, self.write, self.parts = read, write, parts
        self.first = sum(part.body is not None for part in parts)
        self.counted = groups is not None or data is not None
        self.flat = not parts and not self.counted


def _amount(steps: _Steps, version: int) -> int:
    """The amount in a version."""
    amount = steps[0][1]
    for since, more in steps:
        if since <= version:
            amount = more
    return amount


class _State:
    """The message being read, and the sender's version."""

    __slots__ = ("octets", "size", "version")

    def __init__(self, octets: Octets, size: int, version: int) -> None:
        self.octets, self.size, self.version = octets, size, version

    def room(self, at: int, size: int) -> None:
        if self.size - at < size:
            raise SbeError("short", self.size)

    def counts(self, body: _Body, d: _Dimension, at: int) -> None:
        """Checks the numbers of groups and data against the version."""
        for steps, counted in ((body.groups, d[2]), (body.data, d[3])):
            if steps is not None:
                own = _amount(steps, self.version)
                if counted != own and not (self.version > _VERSION and counted > own):
                    raise SbeError("wrong_count", at)

    def open(self, part: _Part, at: int) -> Tuple[int, _Dimension]:
        """Opens a group; returns where its first entry starts, and its dimension."""
        if self.size - at < part.size:
            raise SbeError("short", self.size)
        d = part.read(self.octets, at)
        length, count = d[0], d[1]
        first = at + part.size
        if length * count > self.size - first:
            raise SbeError("short", at)
        body = part.body
        if count and body is not None:
            if length < (body.least[0][1] if len(body.least) == 1 else _amount(body.least, self.version)):
                raise SbeError("short_block", at)
            if not length and count > _EMPTY_ENTRIES:
                raise SbeError("empty_entries", at)
            if body.counted:
                self.counts(body, d, at)
        return first, d

    def data(self, part: _Part, at: int) -> Tuple[int, int]:
        """Where a data field's bytes start and end."""
        self.room(at, part.size)
        length = part.read(self.octets, at)[1]
        at += part.size
        self.room(at, length)
        return at, at + length

    def skip(self, body: _Body, index: int, d: _Dimension, at: int) -> int:
        """Skips a part, and what a newer sender added after it."""
        part = body.parts[index]
        if self.version >= part.since:
            if part.body is None:
                at = self.data(part, at)[1]
            else:
                at, inner = self.open(part, at)
                if part.body.flat:
                    at += inner[0] * inner[1]
                else:
                    for _ in range(inner[1]):
                        at = self.skip_entry(part.body, inner, at)
        return self.newer(body, index + 1, d, at)

    def skip_entry(self, body: _Body, d: _Dimension, at: int) -> int:
        self.room(at, d[0])
        at = self.newer(body, 0, d, at + d[0])
        for index in range(len(body.parts)):
            at = self.skip(body, index, d, at)
        return at

    def newer(self, body: _Body, index: int, d: _Dimension, at: int) -> int:
        """Skips what a newer sender added after the known groups or the known data."""
        if not body.counted or self.version <= _VERSION:
            return at
        if index == body.first and body.groups is not None:
            at = self.newer_groups(d[2] - _amount(body.groups, self.version), at, 0)
        if index == len(body.parts) and body.data is not None:
            at = self.newer_data(d[3] - _amount(body.data, self.version), at)
        return at

    def newer_groups(self, count: int, at: int, deep: int) -> int:
        for _ in range(count):
            if _NEW_GROUP is None:
                raise SbeError("cannot_skip", at)
            begin = at
            at, d = self.open(_NEW_GROUP, at)
            length, entries, groups, data = d
            if not length and entries > _EMPTY_ENTRIES:
                raise SbeError("empty_entries", begin)
            if not groups and not data:
                at += length * entries
                continue
            if deep >= _DEEP:
                raise SbeError("cannot_skip", begin)
            for _ in range(entries):
                self.room(at, length)
                at = self.newer_data(data, self.newer_groups(groups, at + length, deep + 1))
        return at

    def newer_data(self, count: int, at: int) -> int:
        for _ in range(count):
            if _NEW_DATA is None:
                raise SbeError("cannot_skip", at)
            at = self.data(_NEW_DATA, at)[1]
        return at

    def object(self, body: _Body, d: _Dimension, at: int) -> Tuple[Any, int]:
        """The value of the entry or message whose block starts at `at`, and where it ends."""
        length = d[0]
        self.room(at, length)
        value = body.read(self.octets, at, length, self.version)
        at += length
        if body.flat:
            return value, at
        at = self.newer(body, 0, d, at)
        for index, part in enumerate(body.parts):
            if self.version >= part.since:
                found: Any
                if part.body is None:
                    begin, at = self.data(part, at)
                    octets = bytes(self.octets[begin:at])
                    found = octets.decode("latin-1") if part.text else octets
                else:
                    inner = part.body
                    at, entries = self.open(part, at)
                    found = []
                    if inner.flat:
                        read, octets_, length, version = inner.read, self.octets, entries[0], self.version
                        end = at + length * entries[1]
                        found = [read(octets_, one, length, version) for one in range(at, end, length or 1)]
                        if not length:
                            found = [read(octets_, at, 0, version) for _ in range(entries[1])]
                        at = end
                    else:
                        for _ in range(entries[1]):
                            entry, at = self.object(inner, entries, at)
                            found.append(entry)
            else:
                found = None
            setattr(value, part.name, found)
            at = self.newer(body, index + 1, d, at)
        return value, at


def _plain(octets: Octets) -> Octets:
    """Contiguous bytes; TypeError if they are not bytes-like."""
    if isinstance(octets, (bytes, bytearray)):
        return octets
    view = memoryview(octets)
    return view.cast("B") if view.nbytes else b""


def _begin(octets: Octets, template: int, body: _Body) -> Tuple[_State, _Dimension]:
    """Reads and checks the header of a message."""
    octets = _plain(octets)
    size = len(octets)
    if size < _HEADER_SIZE:
        raise SbeError("short", size)
    found, schema, version, d = _read_header(octets)
    if schema != _SCHEMA_ID:
        raise SbeError("wrong_schema", 0)
    if found != template:
        raise SbeError("another_message", 0)
    state = _State(octets, size, version)
    if d[0] < _amount(body.least, version):
        raise SbeError("short_block", 0)
    if body.counted:
        state.counts(body, d, 0)
    state.room(_HEADER_SIZE, d[0])
    return state, d


def _template(octets: Octets) -> int:
    """The template id of the message at the start of `octets`."""
    octets = _plain(octets)
    if len(octets) < _HEADER_SIZE:
        raise SbeError("short", len(octets))
    found, schema, _, _ = _read_header(octets)
    if schema != _SCHEMA_ID:
        raise SbeError("wrong_schema", 0)
    return found


def _decoded(octets: Octets, template: int, body: _Body) -> Tuple[Any, int]:
    """The value of the message at the start of `octets`, and its length in bytes."""
    state, d = _begin(octets, template, body)
    return state.object(body, d, _HEADER_SIZE)


def _padded(octets: Octets, at: int, length: int, blank: bytes) -> bytes:
    """The block of an older sender, extended with later fields as null or zero."""
    return bytes(octets[at:at + length]) + blank[length:]


def _within(octets: Octets, at: int, end: int, size: int) -> bytes:
    """The bytes of a composite in a block that ends at `end`, padded with NULs."""
    return bytes(octets[at:min(at + size, end)]).ljust(size, b"\0")


def _text(octets: bytes) -> str:
    """The characters up to the first NUL."""
    return octets.split(b"\0", 1)[0].decode("latin-1")


def _text_or_null(octets: bytes) -> Optional[str]:
    return None if octets[0] == 0 else _text(octets)


def _fit(text: str, size: int) -> bytes:
    """Encodes characters, of which at most `size` fit."""
    octets = text.encode("latin-1")
    if len(octets) > size:
        raise SbeError("too_many", 0, f"{len(octets)} characters where {size} fit")
    return octets


def _char(text: str) -> bytes:
    octets = text.encode("latin-1")
    if len(octets) != 1:
        raise SbeError("value", 0, "one character is due")
    return octets


def _list(values: Sequence[_T], size: int) -> Sequence[_T]:
    if len(values) != size:
        raise SbeError("wrong_count", 0, f"{len(values)} elements where {size} are due")
    return values


def _wrong(body: _Body, value: Any, at: int, problem: Exception) -> SbeError:
    """The error for a value that cannot be written: that of the first field that fails even if all others are unset."""
    if isinstance(value, _Value):
        for _, name in value._members:
            alone = type(value)()
            try:
                setattr(alone, name, getattr(value, name))
                body.write(alone)
            except _UNWRITABLE as found:
                return _named(name, at, found)
    return _named(body.name, at, problem)


def _named(name: str, at: int, problem: Exception) -> SbeError:
    """The error, with the name of the field or message."""
    code, detail = (problem.code, problem.detail) if isinstance(problem, SbeError) else ("value", str(problem))
    return SbeError(code, at, f"{name}: {detail}")


def _write(body: _Body, value: Any, out: bytearray) -> None:
    """Writes an entry or message without its prefix."""
    try:
        out += body.write(value)
    except _UNWRITABLE as problem:
        raise _wrong(body, value, len(out), problem) from problem
    for part in body.parts:
        content = getattr(value, part.name)
        if part.body is None:
            try:
                octets: Octets = (content or "").encode("latin-1") if part.text else _plain(content or b"")
            except _UNWRITABLE as problem:
                raise _named(part.name, len(out), problem) from problem
            if len(octets) > part.most:
                raise SbeError("too_many", len(out), f"{len(octets)} octets of {part.name}")
            out += part.write((0, len(octets), 0, 0))
            out += octets
        else:
            entries = content or ()
            if len(entries) > part.most:
                raise SbeError("too_many", len(out), f"{len(entries)} entries of {part.name}")
            own = part.body.own
            out += part.write((own[0], len(entries), own[2], own[3]))
            for entry in entries:
                _write(part.body, entry, out)


def _encoded(value: Any, template: int, body: _Body) -> bytes:
    """Encodes a message with its header."""
    out = bytearray(_write_header(template, body.own))
    try:
        _write(body, value, out)
    except SbeError:
        raise
    except _UNWRITABLE as problem:
        raise _named(body.name, len(out), problem) from problem
    return bytes(out)


def _choices(value: IntFlag) -> List[Any]:
    """The names of the choices in a set, then the numbers of set bits that have no name."""
    rest = int(value)
    for each in type(value).__members__.values():
        rest &= ~int(each)
    names: List[Any] = cast(Any, value).choices()
    return names + [bit for bit in range(rest.bit_length()) if rest >> bit & 1]


def _json(value: Any) -> Any:
    """A value as JSON represents it."""
    if isinstance(value, _Value):
        return {key: _json(getattr(value, name)) for key, name in value._members}
    if isinstance(value, (list, tuple)):
        return [_json(each) for each in value]
    if isinstance(value, (bytes, bytearray)):
        return value.hex()
    if isinstance(value, IntFlag):
        return _choices(value)
    if isinstance(value, IntEnum):
        return cast(Any, value).schema_name()
    if isinstance(value, float):
        if value != value:
            return "NaN"
        if value in (_INFINITY, -_INFINITY):
            return "Infinity" if value > 0 else "-Infinity"
    return value


class _Value:
    """The base of messages, entries and composites."""

    _members: ClassVar[Tuple[Tuple[str, str], ...]] = ()

    def to_json(self) -> Dict[str, Any]:
        """The value as JSON represents it, for json.dumps."""
        found: Dict[str, Any] = _json(self)
        return found


class Column(Sequence[_T]):
    """One field of every entry of a group, in place: nothing is copied.

    numpy.asarray(column) is a view of the same bytes, as is column.numpy(). Numbers are as they were sent: null
    values are not replaced.
    """

    __slots__ = ("_octets", "_at", "_stride", "_count", "_kind", "_made")

    def __init__(self, octets: Octets, at: int, stride: int, count: int, kind: Tuple[str, str, int]) -> None:
        self._octets, self._at, self._stride, self._count, self._kind = octets, at, stride, count, kind
        self._made: Any = None

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> _T: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[_T]: ...

    def __getitem__(self, index: Union[int, slice]) -> Union[_T, Sequence[_T]]:
        if isinstance(index, slice):
            return self.tolist()[index]
        if index < 0:
            index += self._count
        if not 0 <= index < self._count:
            raise IndexError(index)
        found: _T = struct.unpack_from(self._kind[0], self._octets, self._at + index * self._stride)[0]
        return found

    def _unpacked(self) -> Tuple[_T, ...]:
        if not self._count:
            return ()
        key = (self._kind[0], self._stride, self._count)
        made = _columns.get(key)
        if made is None:
            order, form = key[0][0], key[0][1:]
            one = f"{form}{self._stride - self._kind[2]}x" * (self._count - 1) + form
            made = struct.Struct(order + one).unpack_from
            if len(_columns) < 4096 and self._count <= 1024:
                _columns[key] = made
        return made(self._octets, self._at)

    def __iter__(self) -> Iterator[_T]:
        return iter(self._unpacked())

    def tolist(self) -> List[_T]:
        """All values."""
        return list(self._unpacked())

    def sum(self) -> _T:
        """The sum of all values; uses numpy if it is installed and there are many values."""
        made = self._made
        if made is None and self._count >= 48 and _numpy is not None:
            made = self.numpy()
        if made is not None:
            total = _reduced(made)
            found: Any = float(total) if self._kind[0][1] in "fd" else int(total)
            return cast(_T, found)
        values: Tuple[Any, ...] = self._unpacked()
        return cast(_T, sum(values))

    def numpy(self) -> Any:
        """A numpy array over the same bytes."""
        if _numpy is None:
            raise ImportError("numpy is not here")
        if self._made is None:
            kind = self._kind[1]
            made = _dtypes.get(kind)
            if made is None:
                made = _dtypes[kind] = _numpy.dtype(kind)
            self._made = _array((self._count,), made, self._octets, self._at, (self._stride,))
        return self._made

    @property
    def __array_interface__(self) -> Dict[str, Any]:
        return {"version": 3, "typestr": self._kind[1], "shape": (self._count,), "strides": (self._stride,),
                "data": self._octets, "offset": self._at}


_columns: Dict[Tuple[str, int, int], Callable[[Octets, int], Tuple[Any, ...]]] = {}
try:
    _numpy: Any = import_module("numpy")
    _array, _reduced = _numpy.ndarray, _numpy.add.reduce
except ImportError:
    _numpy = None
_dtypes: Dict[str, Any] = {}


class _View:
    """A block in place, and the groups and data after it."""

    __slots__ = ("_state", "_at", "_d", "_starts")
    _body: ClassVar[_Body]

    def __init__(self, state: _State, at: int, d: _Dimension) -> None:
        self._state, self._at, self._d = state, at, d
        self._starts: Optional[List[int]] = None

    def _start(self, part: int) -> int:
        """Where a part starts; `part` may be one past the last."""
        starts = self._starts
        if starts is None:
            starts = self._starts = [self._state.newer(self._body, 0, self._d, self._at + self._d[0])]
        while len(starts) <= part:
            starts.append(self._state.skip(self._body, len(starts) - 1, self._d, starts[-1]))
        return starts[part]

    def _data(self, part: int) -> memoryview:
        begin, end = self._state.data(self._body.parts[part], self._start(part))
        return memoryview(self._state.octets)[begin:end]

    def to_object(self) -> Any:
        """Decodes all of it into a value."""
        return self._state.object(self._body, self._d, self._at)[0]


class Group(Sequence[_E]):
    """The entries of a group, as views."""

    __slots__ = ("_state", "_at", "_d", "_view", "_starts")
    _columns: ClassVar[Dict[str, Tuple[int, Tuple[str, str, int], int]]] = {}

    def __init__(self, state: _State, part: _Part, at: int, view: Type[_E]) -> None:
        self._state, self._view = state, view
        self._at, self._d = state.open(part, at)
        self._starts: Optional[List[int]] = None

    def __len__(self) -> int:
        return self._d[1]

    def _found(self) -> List[int]:
        """Where the entries start."""
        if self._starts is None:
            at, starts, body = self._at, [], self._view._body
            for _ in range(self._d[1]):
                starts.append(at)
                at = self._state.skip_entry(body, self._d, at)
            self._starts = starts
        return self._starts

    @overload
    def __getitem__(self, index: int) -> _E: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[_E]: ...

    def __getitem__(self, index: Union[int, slice]) -> Union[_E, Sequence[_E]]:
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(len(self)))]
        if index < 0:
            index += self._d[1]
        if not 0 <= index < self._d[1]:
            raise IndexError(index)
        flat = self._view._body.flat
        return self._view(self._state, self._at + index * self._d[0] if flat else self._found()[index], self._d)

    def __iter__(self) -> Iterator[_E]:
        body = self._view._body
        at = self._at
        for _ in range(self._d[1]):
            entry = self._view(self._state, at, self._d)
            yield entry
            at = at + self._d[0] if body.flat else entry._start(len(body.parts))

    def _column(self, name: str) -> Column[Any]:
        offset, kind, since = self._columns[name]
        d, state = self._d, self._state
        # A field that the sender's version does not have is an empty column.
        return Column(state.octets, self._at + offset, d[0], d[1] if state.version >= since else 0, kind)
