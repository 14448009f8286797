//! Prefixes of messages, groups and data: their numbers, wherever a schema puts them.

use wireglot_model::sbe::{Prefix, Primitive, Role};

use super::File;
use crate::lang::c::lines::{returning, statement};
use crate::lang::c::text::quoted;
use crate::lang::cpp::text::number_type;

/// The functions of a prefix, by the role of the number.
const NUMBERS: [(Role, &str); 8] = [
    (Role::BlockLength, "block_length"),
    (Role::TemplateId, "template_id"),
    (Role::SchemaId, "schema_id"),
    (Role::Version, "version"),
    (Role::NumInGroup, "count"),
    (Role::NumGroups, "groups"),
    (Role::NumVarDataFields, "data"),
    (Role::Length, "length"),
];

impl File<'_> {
    pub(super) fn prefixes(&mut self) {
        let all: Vec<(&Prefix, String)> =
            self.names.prefixes().map(|(prefix, name)| (prefix, name.clone())).collect();
        for (prefix, name) in all {
            self.w
                .line(format!("// The prefix described by the composite `{}`.", self.composite_name(prefix)));
            self.w.open(format!("struct {name} {{"));
            self.w.line(format!("static constexpr std::size_t size = {};", prefix.size));
            for (role, word) in [(Role::NumGroups, "has_groups"), (Role::NumVarDataFields, "has_data")] {
                self.w.line(format!("static constexpr bool {word} = {};", says(prefix, role)));
            }
            if says(prefix, Role::TemplateId) {
                let plain = is_plain(prefix, self.blocks.big_endian);
                self.w.line(format!("static constexpr bool is_plain = {plain};"));
            }
            for (role, word) in NUMBERS {
                self.number(prefix, role, word);
            }
            self.lead(prefix);
            self.w.close("};");
            self.w.line("");
        }
    }

    fn composite_name(&self, prefix: &Prefix) -> String {
        self.blocks.get(prefix.composite).name.chars().filter(|c| !c.is_control() && *c != '\\').collect()
    }

    fn number(&mut self, prefix: &Prefix, role: Role, word: &str) {
        let counts = matches!(role, Role::NumGroups | Role::NumVarDataFields);
        if let Some(part) = prefix.part(role) {
            let ty = number_type(part.primitive);
            let head = format!("static {ty} {word}(const wg::Octet *at) noexcept");
            let read = format!("wg::{}<{ty}>(at + {})", self.values().order(), part.offset);
            returning(&mut self.w, &head, &read);
        } else if let Some(number) = prefix.constant(role).or(counts.then_some(0)) {
            let ty = number_type(narrowest(number));
            let head = format!("static constexpr {ty} {word}(const wg::Octet *) noexcept");
            returning(&mut self.w, &head, &number.to_string());
        }
    }

    /// The functions that write a prefix.
    fn lead(&mut self, prefix: &Prefix) {
        let order = self.values().order();
        let counter = prefix.part(Role::Length).or(prefix.part(Role::NumInGroup));
        let most =
            counter.map_or(0, |part| part.max.min(part.primitive.range().map_or(0, |(_, max)| max as u64)));
        if says(prefix, Role::Length) || says(prefix, Role::NumInGroup) {
            self.w.line(format!("static constexpr std::uint64_t most = {most}u;"));
        }
        let put = |role: Role, number: &str| {
            prefix.part(role).map(|part| {
                let ty = number_type(part.primitive);
                let at = part.offset;
                format!("wg::put_{order}<{ty}>(at + {at}, static_cast<{ty}>({number}));")
            })
        };
        if says(prefix, Role::Length) {
            let line = put(Role::Length, "length");
            let at = if line.is_none() && !has_gaps(prefix) { "" } else { "at" };
            let head = format!(
                "static void lead(wg::Octet *{at}, [[maybe_unused]] std::uint64_t length) noexcept {{"
            );
            self.w.open(head);
            if has_gaps(prefix) {
                self.w.line("std::memset(at, 0, size);");
            }
            line.into_iter().for_each(|line| statement(&mut self.w, &line));
            self.w.close("}");
            return;
        }
        let numbers = [
            (Role::BlockLength, "Facts::block_length"),
            (Role::TemplateId, "Facts::id"),
            (Role::SchemaId, "Facts::Schema::id"),
            (Role::Version, "Facts::Schema::version"),
            (Role::NumGroups, "Facts::groups(UINT32_MAX)"),
            (Role::NumVarDataFields, "Facts::data(UINT32_MAX)"),
        ];
        let lines: Vec<String> = numbers.into_iter().filter_map(|(role, number)| put(role, number)).collect();
        let at = if lines.is_empty() && !has_gaps(prefix) { "" } else { "at" };
        self.w.open(format!("template <class Facts> static void lead(wg::Octet *{at}) noexcept {{"));
        if has_gaps(prefix) {
            self.w.line("std::memset(at, 0, size);");
        }
        lines.iter().for_each(|line| statement(&mut self.w, line));
        self.w.close("}");
        if says(prefix, Role::NumInGroup) {
            match put(Role::NumInGroup, "count") {
                Some(line) => {
                    self.w.open("static void put_count(wg::Octet *at, std::uint64_t count) noexcept {");
                    statement(&mut self.w, &line);
                    self.w.close("}");
                }
                None => self.w.line("static void put_count(wg::Octet *, std::uint64_t) noexcept {}"),
            }
        }
    }

    /// Properties of the whole schema.
    pub(super) fn schema(&mut self) {
        let blocks = self.blocks;
        self.w.line("// The schema.");
        self.w.open("struct Schema_ {");
        self.w.line(format!(
            "static constexpr std::string_view package = {};",
            quoted(blocks.package.as_bytes())
        ));
        self.w.line(format!("static constexpr std::uint64_t id = {};", blocks.id));
        self.w.line(format!("static constexpr std::uint64_t version = {};", blocks.version));
        let semantic = quoted(blocks.semantic_version.as_bytes());
        self.w.line(format!("static constexpr std::string_view semantic_version = {semantic};"));
        let header =
            blocks.header.as_ref().map_or(String::new(), |header| self.names.prefix(header).to_string());
        self.w.line(format!("using Header = schema_::{header};"));
        let led = [
            ("Dimension", "has_dimension", &blocks.default_dimension),
            ("Data", "has_data", &blocks.default_data),
        ];
        for (alias, word, prefix) in led {
            self.w.line(format!("static constexpr bool {word} = {};", prefix.is_some()));
            let ty = prefix.as_ref().map(|prefix| format!("schema_::{}", self.names.prefix(prefix)));
            self.w.line(format!("using {alias} = {};", ty.unwrap_or_else(|| "void".into())));
        }
        self.w.close("};");
        self.w.line("");
    }
}

/// Whether a header begins like the standard one: block length, template id, schema id and version, two bytes
/// each, little-endian. Views then read all four at once.
fn is_plain(header: &Prefix, big_endian: bool) -> bool {
    let numbers = [Role::BlockLength, Role::TemplateId, Role::SchemaId, Role::Version];
    !big_endian
        && (0..).step_by(2).zip(numbers).all(|(offset, role)| {
            header.part(role).is_some_and(|part| part.offset == offset && part.primitive == Primitive::Uint16)
        })
}

/// Whether there are gaps between the numbers of a prefix, which are cleared. Without gaps compilers combine constant
/// numbers into one store.
fn has_gaps(prefix: &Prefix) -> bool {
    let numbers: u64 = prefix.parts.iter().map(|(_, part)| part.primitive.size()).sum();
    numbers < prefix.size
}

/// Whether a prefix has a number, on the wire or as a constant.
pub fn says(prefix: &Prefix, role: Role) -> bool {
    prefix.part(role).is_some() || prefix.constant(role).is_some()
}

fn narrowest(number: u64) -> Primitive {
    match number {
        0..=0xff => Primitive::Uint8,
        0x100..=0xffff => Primitive::Uint16,
        0x1_0000..=0xffff_ffff => Primitive::Uint32,
        _ => Primitive::Uint64,
    }
}
