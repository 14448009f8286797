"""The program of a draw in C++: the values of a message, and what each system does to read and to write them.

Raw is what somebody writes by hand who trusts the octets: loads and stores at constant offsets, blocks strided by the
length that the wire says, nothing checked but the version where fields came later.
"""

from schema import CPP

PLAIN = ("number", "enum", "set")


class Code:
    """Lines with their indent."""

    def __init__(self):
        self.lines, self.depth, self.names = [], 0, 0

    def __call__(self, line):
        if line.startswith("}"):
            self.depth -= 1
        self.lines.append("    " * self.depth + line)
        if line.endswith("{"):
            self.depth += 1

    def fresh(self, word):
        self.names += 1
        return f"{word}{self.names}"


def shown(value):
    return value.kind != "constant"


def type_of(value):
    """The type that keeps a value."""
    inner = {"text": "std::string_view", "array": f"std::array<{CPP.get(value.primitive)}, {value.count}>",
             "composite": "struct"}.get(value.kind) or CPP[value.primitive]
    return f"std::optional<{inner}>" if value.optional and value.kind in ("number", "text", "enum") else inner


def null(value):
    """What means null, as an expression."""
    of = CPP[value.primitive]
    if value.null == "nan":
        return f"std::numeric_limits<{of}>::quiet_NaN()"
    if value.null == "-9223372036854775808":
        return "INT64_MIN"
    return f"static_cast<{of}>({value.null}{'u' if value.primitive.startswith('u') else ''})"


def is_there(value, number):
    """Whether a number read is not null."""
    return f"{number} == {number}" if value.null == "nan" else f"{number} != {null(value)}"


class System:
    """What all have in common: a walk over the blocks of a message. A system says how each step is written."""

    def __init__(self, schema, message):
        self.schema, self.message = schema, message
        self.big = "true" if schema.big else "false"

    def code(self):
        code = Code()
        name = self.name
        code(f"namespace in_{name} {{")
        code("IN_PLACE std::uint64_t read(const std::uint8_t* octets, std::size_t size) {")
        self.read(code)
        code("}")
        code("IN_PLACE std::size_t write(const Drawn& v, std::uint8_t* out, std::size_t size) {")
        self.write(code)
        code("}")
        code("}")
        code(f"ROW std::uint64_t run_read_{name}(const draws::Message* first, const draws::Message* last) {{")
        code("std::uint64_t sum = 0;")
        code(f"for (; first != last; ++first) sum += in_{name}::read(first->octets, first->size);")
        code("return sum;")
        code("}")
        code(f"ROW std::size_t run_write_{name}(std::uint8_t* out, std::size_t slot) {{")
        code("std::size_t sum = 0;")
        code(f"for (const auto& each : source) sum += in_{name}::write(each, out, slot), out += slot;")
        code("return sum;")
        code("}")
        return code.lines


class Raw(System):
    name = "raw"

    def get(self, primitive, at, offset=0):
        return f"draws::get<{CPP[primitive]}, {self.big}>({at} + {offset})"

    def put(self, primitive, at, offset, value):
        return f"draws::put<{CPP[primitive]}, {self.big}>({at} + {offset}, static_cast<{CPP[primitive]}>({value}));"

    def prefix(self, block, name):
        return next((member for member in block.prefix.members if member.name == name), None)

    def of_prefix(self, block, name, at):
        member = self.prefix(block, name)
        return self.get(member.primitive, at, member.offset)

    def read(self, code):
        code("(void)size;")
        code("std::uint64_t sum = 0;")
        code("const std::uint8_t* at = octets;")
        self.begin(code)
        self.read_block(code, self.message, "length")
        code("return sum;")

    def begin(self, code):
        code(f"const std::size_t length = {self.of_prefix(self.message, 'blockLength', 'at')};")
        if self.prefix(self.message, "version").kind == "number":
            code(f"[[maybe_unused]] const std::uint64_t version = {self.of_prefix(self.message, 'version', 'at')};")
        code(f"at += {self.message.prefix.size};")

    def read_block(self, code, block, length):
        """Reads a block at `at`, and leaves it behind what it has."""
        for field in filter(shown, block.fields):
            self.when(code, field.since, lambda: self.read_value(code, field, "at", field.offset))
        code(f"at += {length};")
        for group in block.groups:
            self.when(code, group.since, lambda: self.read_group(code, group))
        for data in block.data:
            self.when(code, data.since, lambda: self.read_data(code, data))

    def when(self, code, since, inner):
        if since:
            code(f"if (version >= {since}) {{")
        inner()
        if since:
            code("}")

    def read_value(self, code, value, at, offset):
        if value.kind == "composite":
            for member in filter(shown, value.members):
                self.read_value(code, member, at, offset + member.offset)
        elif value.kind == "text":
            if value.optional:
                code(f"if (*({at} + {offset}) != 0) sum += draws::text({at} + {offset}, {value.count}).size();")
            else:
                code(f"sum += draws::text({at} + {offset}, {value.count}).size();")
        elif value.kind == "array":
            width = value.size // value.count
            code(f"for (std::size_t i = 0; i < {value.count}; i++) "
                 f"sum += draws::sum({self.get(value.primitive, at, f'{offset} + i * {width}')});")
        elif value.optional and value.kind != "set":
            number = code.fresh("n")
            code(f"const auto {number} = {self.get(value.primitive, at, offset)};")
            code(f"if ({is_there(value, number)}) sum += draws::sum({number});")
        else:
            code(f"sum += draws::sum({self.get(value.primitive, at, offset)});")

    def read_group(self, code, group):
        length, count = code.fresh("length"), code.fresh("count")
        code(f"const std::size_t {length} = {self.of_prefix(group, 'blockLength', 'at')};")
        code(f"std::uint32_t {count} = static_cast<std::uint32_t>({self.of_prefix(group, 'numInGroup', 'at')});")
        code(f"at += {group.prefix.size};")
        code(f"for (; {count} > 0; {count}--) {{")
        self.read_block(code, group, length)
        code("}")

    def read_data(self, code, data):
        size = code.fresh("size")
        code(f"const std::size_t {size} = {self.get(data.length.primitive, 'at', data.length.offset)};")
        code(f"sum += draws::octets(at + {data.length.size}, {size});")
        code(f"at += {data.length.size} + {size};")

    # Writing

    def write(self, code):
        code("(void)size;")
        code("std::uint8_t* at = out;")
        self.lead(code, self.message, templateId=self.message.id, schemaId=self.schema.id, version=self.schema.version)
        self.write_block(code, self.message, "v")
        code("return static_cast<std::size_t>(at - out);")

    def lead(self, code, block, **numbers):
        numbers |= {"blockLength": block.length, "numGroups": len(block.groups), "numVarDataFields": len(block.data)}
        for member in block.prefix.members:
            if member.kind == "number":
                code(self.put(member.primitive, "at", member.offset, numbers.get(member.name, 0)))
        code(f"at += {block.prefix.size};")

    def gaps(self, values, length):
        """Octets of a block that no field takes, as (offset, size)."""
        taken = sorted(leaf for value in values for leaf in self.leaves(value, 0))
        at = 0
        for offset, size in [*taken, (length, 0)]:
            if offset > at:
                yield at, offset - at
            at = max(at, offset + size)

    def leaves(self, value, at):
        if value.kind == "composite":
            return [leaf for member in value.members for leaf in self.leaves(member, at + value.offset)]
        return [(at + value.offset, value.size)] if shown(value) else []

    def write_block(self, code, block, v):
        for offset, size in self.gaps(block.fields, block.length):
            code(f"std::memset(at + {offset}, 0, {size});")
        for field in filter(shown, block.fields):
            self.write_value(code, field, f"{v}.{field.name}", field.offset)
        code(f"at += {block.length};")
        for group in block.groups:
            each = code.fresh("each")
            self.lead(code, group, numInGroup=f"{v}.{group.name}.size()")
            code(f"for (const auto& {each} : {v}.{group.name}) {{")
            self.write_block(code, group, each)
            code("}")
        for data in block.data:
            name = f"{v}.{data.name}"
            code(self.put(data.length.primitive, "at", data.length.offset, f"{name}.size()"))
            code(f"std::memcpy(at + {data.length.size}, {name}.data(), {name}.size());")
            code(f"at += {data.length.size} + {name}.size();")

    def write_value(self, code, value, v, offset):
        if value.kind == "composite":
            for member in filter(shown, value.members):
                self.write_value(code, member, f"{v}.{member.name}", offset + member.offset)
        elif value.kind == "text":
            text = f"{v}.value_or(std::string_view())" if value.optional else v
            code(f"draws::put_text(at + {offset}, {value.count}, {text});")
        elif value.kind == "array":
            width = value.size // value.count
            code(f"for (std::size_t i = 0; i < {value.count}; i++) "
                 + self.put(value.primitive, "at", f"{offset} + i * {width}", f"{v}[i]"))
        elif value.optional and value.kind != "set":
            code(self.put(value.primitive, "at", offset, f"{v}.value_or({null(value)})"))
        else:
            code(self.put(value.primitive, "at", offset, v))


class Source(Raw):
    """The values of messages, read by hand before anything is measured."""

    def structs(self):
        code = Code()
        self.struct(code, "Drawn", self.message)
        code("std::vector<Drawn> source;")
        return code.lines

    def struct(self, code, name, block):
        code(f"struct {name} {{")
        types = {group.name: code.fresh("Of") for group in block.groups}
        for group in block.groups:
            self.struct(code, types[group.name], group)
        for field in filter(shown, block.fields):
            self.member(code, field)
        for group in block.groups:
            code(f"std::vector<{types[group.name]}> {group.name};")
        for data in block.data:
            code(f"std::string_view {data.name};")
        code("};")

    def member(self, code, value):
        if value.kind == "composite":
            code("struct {")
            for member in filter(shown, value.members):
                self.member(code, member)
            code(f"}} {value.name};")
        else:
            code(f"{type_of(value)} {value.name}{{}};")

    def code(self):
        code = Code()
        code("Drawn kept(const std::uint8_t* at) {")
        code("Drawn v;")
        self.begin(code)
        self.keep(code, self.message, "v", "length")
        code("return v;")
        code("}")
        return code.lines

    def keep(self, code, block, v, length):
        for field in filter(shown, block.fields):
            self.when(code, field.since, lambda: self.keep_value(code, field, f"{v}.{field.name}", field.offset))
        code(f"at += {length};")
        for group in block.groups:
            self.when(code, group.since, lambda: self.keep_group(code, group, f"{v}.{group.name}"))
        for data in block.data:
            self.when(code, data.since, lambda: self.keep_data(code, data, f"{v}.{data.name}"))

    def keep_group(self, code, group, v):
        inner, count, each = code.fresh("length"), code.fresh("count"), code.fresh("each")
        code(f"const std::size_t {inner} = {self.of_prefix(group, 'blockLength', 'at')};")
        code(f"const std::size_t {count} = {self.of_prefix(group, 'numInGroup', 'at')};")
        code(f"at += {group.prefix.size};")
        code(f"{v}.resize({count});")
        code(f"for (auto& {each} : {v}) {{")
        self.keep(code, group, each, inner)
        code("}")

    def keep_data(self, code, data, v):
        code(f"{v} = {{reinterpret_cast<const char*>(at) + {data.length.size}, "
             f"static_cast<std::size_t>({self.get(data.length.primitive, 'at', data.length.offset)})}};")
        code(f"at += {data.length.size} + {v}.size();")

    def keep_value(self, code, value, v, offset):
        if value.kind == "composite":
            for member in filter(shown, value.members):
                self.keep_value(code, member, f"{v}.{member.name}", offset + member.offset)
        elif value.kind == "text":
            code(f"{v} = draws::text(at + {offset}, {value.count});")
            if value.optional:
                code(f"if ({v}->empty()) {v} = std::nullopt;")
        elif value.kind == "array":
            width = value.size // value.count
            code(f"for (std::size_t i = 0; i < {value.count}; i++) "
                 f"{v}[i] = {self.get(value.primitive, 'at', f'{offset} + i * {width}')};")
        else:
            code(f"{v} = {self.get(value.primitive, 'at', offset)};")
            if value.optional and value.kind != "set":
                code(f"if (!({is_there(value, f'(*{v})')})) {v} = std::nullopt;")


class Wireglot(System):
    """Generated views and writers, `status` asked for each message."""
    name = "wireglot"

    def read(self, code):
        code(f"const auto made = ours::{self.message.name}::wrap({{octets, size}});")
        code("if (!made) return 0;")
        code("const auto& m = *made;")
        code("std::uint64_t sum = 0;")
        self.read_block(code, self.message, "m")
        code("return ours::wg::status(m) ? 0 : sum;")

    def read_block(self, code, block, m):
        for field in filter(shown, block.fields):
            self.read_value(code, field, f"{m}.{field.name}()")
        for group in block.groups:
            each = code.fresh("each")
            code(f"for (const auto& {each} : {m}.{group.name}()) {{")
            self.read_block(code, group, each)
            code("}")
        for data in block.data:
            text = code.fresh("data")
            code(f"const auto {text} = {m}.{data.name}();")
            code(f"sum += draws::octets({text}.data(), {text}.size());")

    def read_value(self, code, value, v):
        got = code.fresh("n")
        # Not const: gcc keeps what is const in memory.
        code(f"auto {got} = {v};")
        if value.since or (value.optional and value.kind in ("number", "text", "enum")):
            code(f"if ({got}) {{")
            self.add(code, value, f"(*{got})")
            code("}")
        else:
            self.add(code, value, got)

    def add(self, code, value, v):
        if value.kind == "composite":
            for member in filter(shown, value.members):
                self.read_value(code, member, f"{v}.{member.name}()")
        elif value.kind == "array":
            code(f"for (const auto number : {v}) sum += draws::sum(number);")
        elif value.kind == "set":
            code(f"sum += draws::sum({v}.bits());")
        elif value.kind == "enum":
            code(f"sum += draws::sum(static_cast<{CPP[value.primitive]}>({v}));")
        else:
            code(f"sum += draws::sum({v});")

    def write(self, code):
        view = f"ours::{self.message.name}"
        code(f"{view}::Writer w({{out, size}});")
        self.write_block(code, self.message, "w", "v", view)
        code("const auto written = ours::wg::finish(w);")
        code("return written ? *written : 0;")

    def write_block(self, code, block, w, v, view):
        """Writes a block through `w`, whose view has the type."""
        for field in filter(shown, block.fields):
            self.write_value(code, field, w, f"{v}.{field.name}", view)
        for group in block.groups:
            writer, each, entry = code.fresh("group"), code.fresh("each"), code.fresh("entry")
            code(f"auto {writer} = {w}.{group.name}({v}.{group.name}.size());")
            code(f"for (const auto& {each} : {v}.{group.name}) {{")
            code(f"auto {entry} = {writer}.next();")
            inner = code.fresh("View")
            code(f"using {inner} = ours::wg::EntryOf<std::decay_t<decltype(std::declval<const {view}&>().{group.name}())>>;")
            self.write_block(code, group, entry, each, inner)
            code("}")
        for data in block.data:
            name = f"{v}.{data.name}"
            code(f"{w}.{data.name}({name if data.data.primitive == 'char' else f'ours::wg::Octets({name})'});")

    def write_value(self, code, value, w, v, view):
        if value.kind == "composite":
            part, inner = code.fresh("part"), code.fresh("View")
            code(f"auto {part} = {w}.{value.name}();")
            code(f"using {inner} = ours_bare<decltype(std::declval<const {view}&>().{value.name}())>;")
            for member in filter(shown, value.members):
                self.write_value(code, member, part, f"{v}.{member.name}", inner)
        elif value.kind in ("enum", "set"):
            of = f"ours_bare<decltype(std::declval<const {view}&>().{value.name}())>"
            if value.optional and value.kind == "enum":
                code(f"{w}.{value.name}({v} ? std::optional<{of}>(static_cast<{of}>(*{v})) : std::nullopt);")
            else:
                code(f"{w}.{value.name}(static_cast<{of}>({v}));")
        else:
            code(f"{w}.{value.name}({v});")


class WireglotC(System):
    """Generated C, its status asked for each message."""
    name = "wireglot_c"

    @property
    def top(self):
        return f"ours_{self.message.name.lower()}"

    def read(self, code):
        code(f"{self.top} m;")
        code(f"if ({self.top}_wrap(&m, octets, size).code != WG_SBE_OK) return 0;")
        code("std::uint64_t sum = 0;")
        self.read_block(code, self.message, "&m", self.top)
        code(f"return {self.top}_status(&m).code == WG_SBE_OK ? sum : 0;")

    def read_block(self, code, block, m, word):
        for field in filter(shown, block.fields):
            self.read_value(code, field, m, word)
        for group in block.groups:
            each, inner = code.fresh("each"), f"{word}_{group.name}"
            code(f"auto {each} = {word}_open_{group.name}({m});")
            code(f"while ({inner}_next(&{each})) {{")
            self.read_block(code, group, f"&{each}", inner)
            code("}")
        for data in block.data:
            text = code.fresh("data")
            code(f"const auto {text} = {word}_{data.name}({m});")
            code(f"sum += draws::octets({text}.data, {text}.size);")

    def read_value(self, code, value, m, word):
        got, may_lack = f"{word}_{value.name}({m})", value.since or (value.optional and value.kind in PLAIN[:2] + ("text",))
        if may_lack:
            code(f"if ({word}_has_{value.name}({m})) {{")
        if value.kind == "composite":
            part = code.fresh("part")
            code(f"const auto {part} = {got};")
            for member in filter(shown, value.members):
                self.read_value(code, member, part, f"ours_{value.type.lower()}")
        elif value.kind == "array":
            code(f"for (std::size_t i = 0; i < {value.count}; i++) sum += draws::sum({word}_{value.name}({m}, i));")
        elif value.kind == "text":
            code(f"sum += {got}.size;")
        else:
            code(f"sum += draws::sum(static_cast<{CPP[value.primitive]}>({got}));")
        if may_lack:
            code("}")

    def write(self, code):
        code(f"{self.top}_writer w;")
        code(f"{self.top}_begin(&w, out, size);")
        self.write_block(code, self.message, "&w", "v", self.top)
        code(f"return {self.top}_finish(&w);")

    def write_block(self, code, block, w, v, word):
        for field in filter(shown, block.fields):
            self.write_value(code, field, w, f"{v}.{field.name}", word)
        for group in block.groups:
            writer, each, inner = code.fresh("group"), code.fresh("each"), f"{word}_{group.name}"
            code(f"auto {writer} = {word}_write_{group.name}({w}, {v}.{group.name}.size());")
            code(f"for (const auto& {each} : {v}.{group.name}) {{")
            code(f"{inner}_add(&{writer});")
            self.write_block(code, group, f"&{writer}", each, inner)
            code("}")
        for data in block.data:
            code(f"{word}_set_{data.name}({w}, {v}.{data.name}.data(), {v}.{data.name}.size());")

    def write_value(self, code, value, w, v, word):
        put = f"{word}_set_{value.name}"
        if value.kind == "composite":
            part = code.fresh("part")
            code(f"const auto {part} = {put}({w});")
            for member in filter(shown, value.members):
                self.write_value(code, member, part, f"{v}.{member.name}", f"ours_{value.type.lower()}")
            return
        if value.kind == "array":
            code(f"for (std::size_t i = 0; i < {value.count}; i++) {put}({w}, i, {v}[i]);")
            return
        optional = value.optional and value.kind != "set"
        got = f"(*{v})" if optional else v
        if value.kind == "text":
            code(f"{f'if ({v}) ' if optional else ''}{put}({w}, {got}.data(), {got}.size());")
        else:
            code(f"{f'if ({v}) ' if optional else ''}{put}({w}, {got});")


class RealLogic(System):
    """Real Logic's flyweights, forward as they are meant to be used."""
    name = "real_logic"

    @property
    def space(self):
        return "::" + self.schema.package.replace(".", "::")

    @staticmethod
    def lower(name):
        return name[:1].lower() + name[1:]

    @staticmethod
    def upper(name):
        return name[:1].upper() + name[1:]

    def read(self, code):
        space = self.space
        code("const auto buffer = reinterpret_cast<char*>(const_cast<std::uint8_t*>(octets));")
        code(f"{space}::MessageHeader header;")
        code("header.wrap(buffer, 0, 0, size);")
        code(f"{space}::{self.upper(self.message.name)} m;")
        code(f"m.wrapForDecode(buffer, {space}::MessageHeader::encodedLength(), header.blockLength(), header.version(), size);")
        code("std::uint64_t sum = 0;")
        self.read_block(code, self.message, "m")
        code("return sum;")

    def read_block(self, code, block, m):
        for field in filter(shown, block.fields):
            name = self.lower(field.name)
            if field.since:
                code(f"if ({m}.{name}InActingVersion()) {{")
            self.read_value(code, field, m)
            if field.since:
                code("}")
        for group in block.groups:
            each = code.fresh("each")
            code(f"auto& {each} = {m}.{self.lower(group.name)}();")
            code(f"while ({each}.hasNext()) {{")
            code(f"{each}.next();")
            self.read_block(code, group, each)
            code("}")
        for data in block.data:
            text = code.fresh("data")
            code(f"const auto {text} = {m}.get{self.upper(data.name)}AsStringView();")
            code(f"sum += draws::octets({text}.data(), {text}.size());")

    def read_value(self, code, value, m):
        name = self.lower(value.name)
        if value.kind == "composite":
            part = code.fresh("part")
            code(f"auto& {part} = {m}.{name}();")
            for member in filter(shown, value.members):
                self.read_value(code, member, part)
        elif value.kind == "text":
            code(f"sum += {m}.get{self.upper(value.name)}AsStringView().size();")
        elif value.kind == "array":
            code(f"for (std::uint64_t i = 0; i < {value.count}; i++) sum += draws::sum({m}.{name}(i));")
        elif value.kind == "set":
            code(f"sum += draws::sum({m}.{name}().rawValue());")
        else:
            got = f"{m}.{name}Raw()" if value.kind == "enum" else f"{m}.{name}()"
            if value.optional:
                number = code.fresh("n")
                code(f"const auto {number} = {got};")
                code(f"if ({is_there(value, number)}) sum += draws::sum({number});")
            else:
                code(f"sum += draws::sum({got});")

    def write(self, code):
        code(f"{self.space}::{self.upper(self.message.name)} w;")
        code("w.wrapAndApplyHeader(reinterpret_cast<char*>(out), 0, size);")
        self.write_block(code, self.message, "w", "v")
        code("return static_cast<std::size_t>(w.sbePosition());")

    def write_block(self, code, block, w, v):
        for field in filter(shown, block.fields):
            self.write_value(code, field, w, f"{v}.{field.name}")
        for group in block.groups:
            writer, each = code.fresh("group"), code.fresh("each")
            count = next(member for member in group.prefix.members if member.name == "numInGroup")
            code(f"auto& {writer} = {w}.{self.lower(group.name)}Count("
                 f"static_cast<{CPP[count.primitive]}>({v}.{group.name}.size()));")
            code(f"for (const auto& {each} : {v}.{group.name}) {{")
            code(f"{writer}.next();")
            self.write_block(code, group, writer, each)
            code("}")
        for data in block.data:
            name = f"{v}.{data.name}"
            code(f"{w}.put{self.upper(data.name)}({name}.data(), "
                 f"static_cast<{CPP[data.length.primitive]}>({name}.size()));")

    def write_value(self, code, value, w, v):
        name = self.lower(value.name)
        if value.kind == "composite":
            part = code.fresh("part")
            code(f"auto& {part} = {w}.{name}();")
            for member in filter(shown, value.members):
                self.write_value(code, member, part, f"{v}.{member.name}")
        elif value.kind == "text":
            text = f"{v}.value_or(std::string_view())" if value.optional else v
            code(f"{w}.put{self.upper(value.name)}({text});")
        elif value.kind == "array":
            code(f"for (std::uint64_t i = 0; i < {value.count}; i++) {w}.{name}(i, {v}[i]);")
        elif value.kind == "set":
            code(f"{w}.{name}().rawValue({v});")
        elif value.kind == "enum":
            number = f"{v}.value_or({null(value)})" if value.optional else v
            code(f"{w}.{name}(static_cast<std::decay_t<decltype({w}.{name}())>>({number}));")
        else:
            code(f"{w}.{name}({f'{v}.value_or({null(value)})' if value.optional else v});")


def program(schema, message, ours, peers, own_names):
    """The text of a program: `ours` is what generated headers are called, `peers` are those of Real Logic's code.

    C has names of another form where the schema's have capitals within: it is only asked about names that are drawn."""
    kinds = (Raw, Wireglot, WireglotC) if own_names else (Raw, Wireglot)
    source, systems = Source(schema, message), [each(schema, message) for each in kinds]
    lines = ['#include "program.hpp"', f'#include "{ours}.hpp"', *([f'#include "{ours}.h"'] if own_names else []),
             *(f'#include "{peer}"' for peer in peers),
             "template <class T> struct OursBare { using type = T; };",
             "template <class T> struct OursBare<std::optional<T>> { using type = T; };",
             "template <class T> using ours_bare = typename OursBare<std::decay_t<T>>::type;",
             "namespace {", *source.structs(), *source.code(), "}"]
    if peers:
        systems.append(RealLogic(schema, message))
    for system in systems:
        lines += system.code()
    rows = ", ".join(f'{{"{each.name}", run_read_{each.name}, run_write_{each.name}}}' for each in systems)
    return "\n".join([*lines, f"const draws::System systems[] = {{{rows}}};",
                      "int main(int argc, char** argv) {",
                      f"    draws::Program program(argv[2], systems, {len(systems)});",
                      "    for (const auto& each : program.messages) source.push_back(kept(each.octets));",
                      "    return program.run(argc, argv);", "}", ""])
