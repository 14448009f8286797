"""SBE in Python: a module per schema."""

import ast
import shutil
import subprocess
import sys

import records

NEEDS = ("python",)
TYPED = 12  # modules checked by mypy

MAIN = '''
import importlib
import json
import sys

COUNT = {count}
modules = [importlib.import_module(f"s{{index}}") for index in range(COUNT)]


def shown(value):
    return json.dumps({{value._schema_name: value.to_json()}}, ensure_ascii=False)


def part(view, value):
    """Whether a view shows what the value that was read at once holds."""
    for name, shown in ((name, getattr(view, name)) for _, name in value._members):
        whole = getattr(value, name)
        if isinstance(whole, list) and whole and hasattr(whole[0], "_members") or hasattr(shown, "_found"):
            same = shown is not None and len(shown) == len(whole) and all(map(part, shown, whole))
            if same and len(whole):
                same = part(shown[-1], whole[-1])
        else:
            same = repr(bytes(shown) if isinstance(shown, memoryview) else shown) == repr(whole)
        if not same:
            return False
    return True


def columns(module, view):
    """Whether columns hold what the entries do."""
    for name in dir(type(view)):
        group = getattr(view, name) if not name.startswith("_") and isinstance(getattr(type(view), name), property) else None
        if not hasattr(group, "_found"):
            continue
        for field, (_, _, since) in group._columns.items():
            listed = group.column(field).tolist()
            if len(listed) != (len(group) if view._state.version >= since else 0):
                return False
            for entry, one in zip(group, listed):
                there = entry
                for step in field.split("."):
                    there = None if there is None else getattr(there, step)
                if there is not None and there != one and there == there:
                    return False
        if not all(columns(module, entry) for entry in group):
            return False
    return True


def answer(module, octets):
    value, size = module.decode_from(octets)
    kind = type(value)
    view = getattr(module, kind.__name__ + "View")(octets)
    if view.encoded_length() != size or repr(view.to_object()) != repr(value):
        return f"{{size}} another-view {{shown(value)}}"
    if not part(view, value):
        return f"{{size}} another-part {{shown(value)}}"
    if not columns(module, view):
        return f"{{size}} another-column {{shown(value)}}"
    return f"{{size}} {{value.encode().hex()}} {{shown(value)}}"


for line in sys.stdin:
    number, digits = line.rstrip("\\n").split(" ")
    module = modules[int(number)]
    octets = bytes.fromhex(digits)
    try:
        print(answer(module, octets))
    except module.SbeError as problem:
        print(f"error {{problem.code}}")
    sys.stdout.flush()
'''


def generate(wireglot, path, work, name):
    command = [wireglot, "gen", "python", path, "-o", work, "--name", name]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise records.Failed(f"{path}: {done.stderr}")


def build(wireglot, schemas, work):
    """The program."""
    for index, schema in enumerate(schemas):
        generate(wireglot, schema.path, work, f"s{index}")
    (work / "main.py").write_text(MAIN.format(count=len(schemas)))
    # The golden ones come first; checking the types of a few is as good as all.
    typed(work, [f"s{index}.py" for index in range(min(len(schemas), TYPED))])
    return [sys.executable, work / "main.py"]


def check(wireglot, schemas, work):
    """Checks the modules of schemas: each can be imported, and uses what it imports."""
    work.mkdir(parents=True, exist_ok=True)
    wrong = []
    for index, schema in enumerate(schemas):
        generate(wireglot, schema.path, work, f"s{index}")
        if unused := imported_in_vain((work / f"s{index}.py").read_text()):
            wrong.append(f"{schema.path}: imports {', '.join(unused)} in vain")
    program = "".join(f"import s{index}\n" for index in range(len(schemas)))
    done = subprocess.run([sys.executable, "-W", "error", "-c", program], cwd=work, capture_output=True, text=True)
    return wrong if done.returncode == 0 else [*wrong, done.stderr[-6000:]]


def imported_in_vain(text):
    """Names that a module imports and never uses, ignoring annotations in quotes."""
    tree = ast.parse(text)
    imports = [node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))]
    names = {each.asname or each.name for node in imports if getattr(node, "module", "") != "__future__" for each in node.names}
    said = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return sorted(names - said)


def typed(folder, modules):
    """Checks generated code with mypy, if that is available."""
    need = subprocess.run([records.ROOT / "tools" / "need", "mypy"], capture_output=True, text=True)
    if need.returncode != 0:
        return print(f"SBE in python: types are not checked: {need.stderr.strip()}")
    mypy = records.ROOT / "build" / "venv" / "bin" / "mypy"
    command = [mypy, "--strict", "--python-version", "3.10", "--cache-dir", folder / "cache", *modules]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        raise records.Failed(done.stdout[:6000])


def examples(wireglot, work):
    """Checks that the example prints the expected output."""
    here = records.ROOT / "examples" / "sbe-python"
    work.mkdir(parents=True, exist_ok=True)
    shutil.copy(here / "example.py", work)
    generate(wireglot, here.parent / "sbe-cpp" / "orders.xml", work, "orders")
    done = subprocess.run([sys.executable, "example.py"], cwd=work, capture_output=True, text=True)
    wanted = (here / "expected.txt").read_text()
    return [] if done.stdout == wanted else [f"examples/sbe-python prints {done.stdout}{done.stderr}"]
