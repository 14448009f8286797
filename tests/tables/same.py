"""same.py: compares cells of tables with values in JSON."""

import datetime
import json
import re

import pyarrow as pa

TIME = re.compile(r"(\d+?)(\d\d)(\d\d)(\d\d)(\d\d)?(\d\d)?(?:[.,](\d+))?(Z|[+-]\d{2,4})$")


def same(cell, type_, value, path):
    """Where a cell of a table differs from the value in JSON; None if it does not."""
    if pa.types.is_struct(type_):
        return same_struct(cell, type_, value, path)
    if pa.types.is_list(type_):
        if cell is None or len(cell) != len(value):
            return f"{path}: {cell} for {value}"
        parts = (same(one, type_.value_type, other, f"{path}[{at}]") for at, (one, other) in enumerate(zip(cell, value)))
        return next((told for told in parts if told), None)
    return None if same_leaf(cell, type_, value) else f"{path}: {cell!r} for {value!r}"


def same_leaf(cell, type_, value):
    if pa.types.is_binary(type_) and isinstance(value, list):
        # A set of SBE, as the names of its choices, or an array of octets.
        octets = any(isinstance(one, int) for one in value)
        return cell is not None and (cell == bytes(value) if octets else int.from_bytes(cell).bit_count() == len(value))
    if value is None and not pa.types.is_boolean(type_):
        return cell in (None, "null")  # a null value of SBE; NULL as JSON text
    if pa.types.is_binary(type_):
        wanted = value if isinstance(value, str) else next(iter(value.values()))
        wanted = wanted if isinstance(wanted, str) else wanted["octets"]
        return cell is not None and cell.hex().upper() == wanted.upper()
    if pa.types.is_boolean(type_) and value in (None, {}):
        return cell is True
    if pa.types.is_floating(type_):
        wanted = {"INF": float("inf"), "-INF": float("-inf")}.get(value, value)
        return cell is not None and (cell == float(wanted) or cell != cell and wanted == "NaN")
    if pa.types.is_timestamp(type_):
        return cell is not None and cell == moment(value)
    if pa.types.is_string(type_):
        return cell is not None and (cell == str(value) or parsed(cell) == value)
    return cell == value


def parsed(text):
    try:
        return json.loads(text)
    except ValueError:
        return None


def moment(text):
    """The time that a UTCTime or GeneralizedTime means."""
    year, month, day, hour, minute, second, fraction, zone = TIME.match(text).groups()
    if len(year) == 2:
        year = f"{19 if int(year) >= 50 else 20}{year}"
    unit = 1 if second else 60 if minute else 3600
    made = datetime.datetime(int(year), int(month), int(day), int(hour), int(minute or 0), int(second or 0), 0, datetime.UTC)
    if fraction:
        made += datetime.timedelta(microseconds=int(fraction) * unit * 1_000_000 // 10 ** len(fraction))
    if zone != "Z":
        away = datetime.timedelta(hours=int(zone[1:3]), minutes=int(zone[3:] or 0))
        made += away if zone[0] == "-" else -away
    return made


def same_struct(cell, type_, value, path):
    names = [field.name for field in type_]
    if cell is None or not isinstance(value, dict):
        return f"{path}: {cell} for {value}"
    if names == ["octets", "bits"] and set(value) == {"value", "length"}:
        right = cell["bits"] == value["length"] and cell["octets"].hex().upper() == value["value"].upper()
        return None if right else f"{path}: {cell} for {value}"
    if names[0].rstrip("_") == "choice" and len(value) == 1 and cell[names[0]] == next(iter(value)):
        names = names[1:]
    left = dict(value)
    if names[0] == "identification" and [one["octets"] for one in left.get("$unknown", ())] == [""]:
        del left["$unknown"]  # how the data of an EXTERNAL was encoded, which is no part of the value
    for name in names:
        inner = f"{path}.{name}"
        # Names that differ only in case get a `_`; components of X.208 may have no name.
        known = next((one for one in (name, name.rstrip("_")) if one in left), "" if name.startswith("unnamed") else name)
        there = left.pop(known, KeyError)
        if there is KeyError:
            if cell[name] is not None:
                return f"{inner}: {cell[name]!r} for nothing"
        elif told := same(cell[name], type_.field(name).type, there, inner):
            return told
    return f"{path}: no column for {left}" if left else None
