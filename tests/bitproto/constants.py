"""Constants at the limits of number types, and beyond all of them: the code must still compile without warnings."""

import records

LIMITS = (1 << 31, 1 << 32, 1 << 63, 1 << 64, 1 << 127, 1 << 128)


def schemas(folder, everything):
    numbers = [number + step for number in LIMITS for step in (-1, 0)]
    lines = [f"const NUMBER_{at} = {number}" for at, number in enumerate(numbers)]
    lines += ["", "message Held {", "    bool held = 1", "}"]
    path = folder / "constants.bitproto"
    path.write_text("\n".join(["proto constants", "", *lines]) + "\n")
    schema = records.Schema(path)
    value = {"held": True}
    schema.records = [records.Record({"id": "constants", "message": "Held", "bytes": "01"}, value, value)]
    return [schema]
