//! Runtime calls for leaves.

use wireglot_model::{StringKind, Tag, TimeKind};
use wireglot_plan::{Arg, Bits, Leaf, Octets, ShapeKind};

use crate::analysis::rules::takes_octets;
use crate::analysis::storage::is_beyond;
use crate::analysis::storage::{unit, Storage, Width};
use crate::analysis::Direction;
use crate::codec::c::constants::literal;
use crate::codec::c::statements::context::alone;
use crate::codec::c::statements::context::{member, C};
use crate::codec::c::statements::packs::pack;
use crate::codec::c::statements::tags::tag;
use crate::codec::c::walk::Place;
use crate::Writer;

/// The runtime's name for the characters of an OER string.
fn text(kind: StringKind) -> &'static str {
    match kind {
        StringKind::Utf8 => "WG_TEXT_UTF8",
        StringKind::Bmp => "WG_TEXT_BMP",
        StringKind::Universal => "WG_TEXT_UNIVERSAL",
        StringKind::Numeric => "WG_TEXT_NUMERIC",
        StringKind::Printable => "WG_TEXT_PRINTABLE",
        StringKind::Ia5 => "WG_TEXT_IA5",
        StringKind::Visible => "WG_TEXT_VISIBLE",
        _ => "WG_TEXT_ESCAPED",
    }
}

impl C<'_> {
    /// The string at a place, as a slice.
    pub fn slice(&self, place: &Place) -> String {
        let text = &place.text;
        match self.layout.storage(place.shape) {
            Storage::Bits(Some(_)) => {
                format!("wg_bits_of({}, {})", member(text, "octets"), member(text, "count"))
            }
            Storage::Octets(_, Some(_)) => {
                format!("wg_octets_of({}, {})", member(text, "octets"), member(text, "size"))
            }
            Storage::Rows(_) => self.opaque(place),
            _ => alone(text).to_string(),
        }
    }

    /// The octets of an open type that no row decodes, with their rules.
    pub fn opaque(&self, open: &Place) -> String {
        let (octets, rules) = (member(&open.text, "u.opaque"), member(&open.text, "rules"));
        format!("wg_any_of({octets}, {rules})")
    }

    /// Stores such octets; `any` is an expression.
    pub fn keep_opaque(&self, open: &Place, any: &str) -> String {
        let (octets, rules) = (member(&open.text, "u.opaque"), member(&open.text, "rules"));
        format!("{octets} = wg_any_octets({any}, &{rules});")
    }

    /// The name of the routine.
    fn word(leaf: &Leaf, storage: Storage) -> &'static str {
        match (leaf.name(), storage) {
            ("real", Storage::Double) => "double",
            ("float", Storage::Double) => "double_field",
            (name, _) => name,
        }
    }

    /// The suffix of the routine's name, if it depends on how the value is held.
    fn suffix(leaf: &Leaf, storage: Storage) -> String {
        match (leaf.name(), storage) {
            ("integer" | "enumerated", Storage::Integer(w) | Storage::Enumerated(w)) => {
                format!("_{}", w.suffix())
            }
            ("integer" | "enumerated", _) => "_big".to_string(),
            _ => String::new(),
        }
    }

    /// The arguments that the plan determines.
    fn arguments(&self, leaf: &Leaf, place: Option<&Place>, storage: Storage) -> Vec<String> {
        let mut out = Vec::new();
        if leaf.name() == "known_multiplier" {
            let unit = match place.map(|p| &self.shape.get(p.shape).kind) {
                Some(ShapeKind::String { kind, .. }) => unit(*kind).max(1),
                _ => 1,
            };
            out.push(unit.to_string());
        }
        if let Leaf::Octets(Octets::String { kind, .. }) = leaf {
            out.push(text(*kind).to_string());
        }
        let args = leaf.args();
        let bounds: Vec<_> =
            args.iter().filter_map(|(_, a)| if let Arg::Bound(b) = a { Some(b) } else { None }).collect();
        if let [lo, hi] = bounds.as_slice() {
            out.push(match (lo, hi) {
                (Some(_), Some(_)) => "WG_BETWEEN".to_string(),
                (Some(_), None) => "WG_FROM".to_string(),
                _ => "WG_UNBOUNDED".to_string(),
            });
            let both = lo.is_some();
            for bound in [lo, hi] {
                let bound = bound.as_ref().filter(|_| both);
                out.push(match (storage, bound) {
                    (Storage::Integer(width), bound) => {
                        width.constant(bound.and_then(|b| b.to_i128()).unwrap_or(0))
                    }
                    (_, Some(bound)) => literal(&bound.to_twos_complement()),
                    (_, None) => "wg_literal(\"\", 0)".to_string(),
                });
            }
        }
        for (name, arg) in &args {
            match arg {
                Arg::Bound(_) => {}
                Arg::Integer(n) => out.push(n.to_string()),
                Arg::Length(Some(n)) if *name == "bits" || *name == "top" => out.push(format!("{n}u")),
                Arg::Length(Some(n)) => out.push(n.to_string()),
                Arg::Length(None) => out.push("WG_NO_BOUND".to_string()),
                Arg::Switch(on) => out.push(on.to_string()),
                Arg::Numbers(list) => out.extend(self.tables.numbers(list)),
                Arg::Characters(list) => out.extend(self.tables.characters(list)),
            }
        }
        out
    }

    /// `wg_family_get_name(r, tag, arguments`, without the closing parenthesis.
    pub fn routine(
        &self,
        way: Direction,
        leaf: &Leaf,
        outer: Option<Tag>,
        place: Option<&Place>,
        storage: Storage,
    ) -> String {
        let (verb, from) = match way {
            Direction::Read if *leaf == Leaf::Bits(Bits::Null) => ("get", self.r()),
            Direction::Read => self.reads(),
            Direction::Write => self.writes(),
        };
        self.routine_that(verb, vec![from], leaf, outer, place, storage)
    }

    /// The same with a given verb and first arguments.
    fn routine_that(
        &self,
        verb: &str,
        mut args: Vec<String>,
        leaf: &Leaf,
        outer: Option<Tag>,
        place: Option<&Place>,
        storage: Storage,
    ) -> String {
        args.extend(outer.map(tag));
        args.extend(self.arguments(leaf, place, storage));
        format!(
            "wg_{}_{verb}_{}{}({}",
            leaf.family(),
            Self::word(leaf, storage),
            Self::suffix(leaf, storage),
            args.join(", ")
        )
    }

    /// The time type for which canonical rules without tags have a form of their own; the plan has only its
    /// characters, as basic rules write them.
    fn instant(&self, leaf: &Leaf, place: &Place) -> Option<&'static str> {
        let kind = &self.shape.get(place.shape).kind;
        match (leaf, kind) {
            _ if !self.current_rules().canonical() => None,
            (Leaf::Bits(_), ShapeKind::Time(TimeKind::Utc)) => Some("utc_time"),
            (Leaf::Bits(_), ShapeKind::Time(TimeKind::Generalized)) => Some("generalized_time"),
            _ => None,
        }
    }

    /// Whether the runtime has a function that reads a string into an array.
    fn copies(&self, leaf: &Leaf) -> bool {
        match leaf.name() {
            "octet_string" => !takes_octets(self.current_rules()),
            "bit_string" => self.current_rules().packs_bits(),
            _ => false,
        }
    }

    pub fn value_leaf(
        &mut self,
        w: &mut Writer,
        way: Direction,
        leaf: &Leaf,
        outer: Option<Tag>,
        place: &Place,
    ) {
        let storage = self.layout.storage(place.shape);
        if let (Direction::Write, Some(id)) = (way, self.packed.take()) {
            let args = vec![self.w(), pack(id)];
            let call = self.routine_that("join", args, leaf, outer, Some(place), storage);
            return w.line(format!("{call}, {});", self.slice(place)));
        }
        if is_beyond(leaf, storage) {
            return self.wide_leaf(w, way, leaf, outer, place);
        }
        let in_array = matches!(storage, Storage::Bits(Some(_)) | Storage::Octets(_, Some(_)));
        let copies = way == Direction::Read && in_array && self.copies(leaf);
        let call = match copies && self.ahead.is_none() {
            true => self.routine_that("copy", vec![self.codec(way)], leaf, outer, Some(place), storage),
            false => self.routine(way, leaf, outer, Some(place), storage),
        };
        let text = &place.text;
        if storage == Storage::Nothing {
            return w.line(format!("{call});"));
        }
        if way == Direction::Write {
            let instant = self.instant(leaf, place).map(|name| format!("wg_bits_put_{name}({}", self.w()));
            return w.line(format!("{}, {});", instant.unwrap_or(call), self.slice(place)));
        }
        w.line(match storage {
            Storage::Bits(Some(_)) | Storage::Octets(_, Some(_)) => {
                let (how, length) = match storage {
                    Storage::Bits(_) => ("wg_copy_bits", "count"),
                    _ => ("wg_copy_octets", "size"),
                };
                match copies {
                    true => format!("{call}, {text}.octets, sizeof {text}.octets, &{text}.{length});"),
                    false => format!(
                        "{how}({}, {call}), {text}.octets, sizeof {text}.octets, &{text}.{length});",
                        self.codec(way)
                    ),
                }
            }
            Storage::Rows(_) => self.keep_opaque(place, &format!("{call})")),
            _ => format!("{} = {call});", alone(text)),
        });
    }

    /// The call that packs a leaf.
    pub fn packed_leaf(&self, pack: &str, leaf: &Leaf, place: &Place) -> String {
        let args = vec![self.w(), format!("&{pack}")];
        let storage = self.layout.storage(place.shape);
        let call = self.routine_that("pack", args, leaf, None, Some(place), storage);
        format!("{call}, {});", self.slice(place))
    }

    /// A number whose field has bounds beyond its C type: coded by way of its octets.
    fn wide_leaf(&self, w: &mut Writer, way: Direction, leaf: &Leaf, outer: Option<Tag>, place: &Place) {
        let call = self.routine(way, leaf, outer, Some(place), Storage::Big);
        let text = alone(&place.text);
        match way {
            Direction::Read => w.line(format!("{text} = wg_integer_fitting({}, {call}));", self.r())),
            Direction::Write => {
                w.open("{");
                w.line("uint8_t octets[WG_INTEGER_OCTETS];");
                w.line(format!("{call}, wg_integer_from_i64({text}, octets));"));
                w.close("}");
            }
        }
    }

    /// The string around a contained value: read into, or written from, the expression `text`.
    pub fn string_leaf(&self, way: Direction, leaf: &Leaf, outer: Option<Tag>, text: &str) -> String {
        let bits = leaf.name() == "bit_string";
        let call = self.routine(way, leaf, outer, None, Storage::Nothing);
        match (way, bits) {
            (Direction::Read, true) => {
                format!("wg_octets {text} = wg_whole_octets({}, {call}));", self.codec(way))
            }
            (Direction::Read, false) => format!("wg_octets {text} = {call});"),
            (Direction::Write, true) => format!("{call}, wg_bits_of({text}.data, 8 * {text}.size));"),
            (Direction::Write, false) => format!("{call}, {text});"),
        }
    }

    /// The same for the string itself, kept in the place of an open type.
    pub fn string_value(
        &self,
        way: Direction,
        rules: &str,
        leaf: &Leaf,
        outer: Option<Tag>,
        open: &Place,
    ) -> String {
        let call = self.routine(way, leaf, outer, None, Storage::Nothing);
        let kind = if leaf.name() == "bit_string" { "bits" } else { "string" };
        match way {
            Direction::Read => self.keep_opaque(open, &format!("wg_any_of_{kind}({call}), {rules})")),
            Direction::Write => format!("{call}, wg_{kind}_of_any({}));", self.opaque(open)),
        }
    }

    /// A number that isn't a value of the schema.
    pub fn plain_number(&self, way: Direction, leaf: &Leaf, text: &str) -> String {
        let storage = match leaf.name() {
            "integer" => Storage::Integer(Width::U32),
            _ => Storage::Nothing,
        };
        let call = self.routine(way, leaf, None, None, storage);
        let ty = match leaf.name() {
            "integer" | "small_number" => "uint32_t",
            _ => "size_t",
        };
        match way {
            Direction::Read => format!("{ty} {text} = {call});"),
            Direction::Write => format!("{call}, {text});"),
        }
    }
}
