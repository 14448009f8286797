//! How C writes the control of a plan.

use wireglot_model::{Tag, Value};
use wireglot_plan::{
    Check, First, Frame, Leaf, Order, Plan, Repeat, RoutineId, RowsId, Rules, Shape, ShapeId, ShapeKind,
    SlotPresence, Sort,
};

use super::constants::Tables;
use super::leaf::tag as tag_text;
use super::storage::{unit, Layout, Storage};
use super::table::Names;
use super::COptions;
use crate::core::{Dialect, Direction, Fault, Key, Label, Place, Subject};
use crate::Writer;

/// The dialect, for one plan.
pub(super) struct C<'a> {
    pub shape: &'a Shape,
    pub plan: &'a Plan,
    pub layout: &'a Layout<'a>,
    pub names: &'a Names,
    pub options: &'a COptions,
    pub tables: &'a Tables,
    /// Rules of the routine, and of what is contained in it, innermost last.
    pub rules: Vec<Rules>,
    /// Ids of the nested readers or writers, innermost last; none is the routine's own.
    pub nested: Vec<u32>,
}

/// Whether these rules have identifier octets.
pub(super) fn has_tags(rules: Rules) -> bool {
    matches!(rules, Rules::Ber | Rules::Der | Rules::Cer)
}

/// `p->x` for `(*p)`, else `p.x`.
pub(super) fn member(place: &str, name: &str) -> String {
    match place.strip_prefix("(*").and_then(|p| p.strip_suffix(')')) {
        Some(pointer) => format!("{pointer}->{name}"),
        None => format!("{place}.{name}"),
    }
}

/// A pointer to the place.
pub(super) fn address(place: &str) -> String {
    match place.strip_prefix("(*").and_then(|p| p.strip_suffix(')')) {
        Some(pointer) => pointer.to_string(),
        None => format!("&{place}"),
    }
}

impl C<'_> {
    pub(super) fn current_rules(&self) -> Rules {
        self.rules.last().copied().unwrap_or(self.plan.rules)
    }

    /// The reader or writer.
    pub(super) fn codec(&self, way: Direction) -> String {
        let name = if way == Direction::Read { "r" } else { "w" };
        match self.nested.last() {
            Some(id) => format!("{name}{id}"),
            None => name.to_string(),
        }
    }

    pub(super) fn r(&self) -> String {
        self.codec(Direction::Read)
    }

    pub(super) fn w(&self) -> String {
        self.codec(Direction::Write)
    }

    /// A member's place: what it always holds, behind its pointer if it has one.
    fn part(&self, owner: &Place, inside: &str, at: u32, shape: ShapeId) -> Place {
        let text = member(&owner.text, &format!("{inside}{}", self.names.member(owner.shape, at)));
        let shape = self.layout.held(shape);
        match self.layout.by_pointer(owner.shape, at) {
            true => Place { text: format!("(*{text})"), shape },
            false => Place { text, shape },
        }
    }

    /// The name of a routine's function.
    pub(super) fn routine_name(&self, way: Direction, routine: RoutineId) -> String {
        let routine = &self.plan.routines[routine.index()];
        format!("{}_{}_{}", verb(way), routine.rules, self.names.ty(routine.shape))
    }

    /// The name of a function that codes the rows of a table.
    pub(super) fn rows_name(&self, way: Direction, rows: RowsId) -> String {
        let rows = &self.plan.tables[rows.index()];
        format!("{}_{}_{}", verb(way), rows.rules, self.names.table(rows.table))
    }

    /// `NULL` or the list that unknown additions are kept in.
    fn kept_list(&self, record: &Place) -> String {
        match self.kept(record) {
            Some(list) => list,
            None => "NULL".to_string(),
        }
    }

    /// The length of a value, in the unit that sizes count.
    fn length(&self, place: &Place) -> String {
        let text = &place.text;
        match (&self.shape.get(place.shape).kind, self.layout.storage(place.shape)) {
            (_, Storage::Bits(_) | Storage::List(_)) => format!("{text}.count"),
            (ShapeKind::String { kind, .. }, _) if unit(*kind) != 1 => {
                format!("wg_string_length({}, {})", self.slice(place), unit(*kind))
            }
            _ => format!("{text}.size"),
        }
    }

    fn number_between(
        &self,
        place: &Place,
        range: &(Option<wireglot_bigint::BigInt>, Option<wireglot_bigint::BigInt>),
    ) -> String {
        let mut both = Vec::new();
        let ends = [(&range.0, ">="), (&range.1, "<=")];
        for (end, sign) in ends {
            let Some(end) = end else { continue };
            match (self.layout.storage(place.shape), end.to_i128()) {
                (Storage::Integer(width), Some(n)) => {
                    // What the type cannot be below needs no test, and compilers warn of one.
                    if !(sign == ">=" && n == 0 && width.name().starts_with('u')) {
                        both.push(format!("{} {sign} {}", place.text, width.constant(n)));
                    }
                }
                _ => {
                    let octets: String =
                        end.to_twos_complement().iter().map(|o| format!("\\x{o:02x}")).collect();
                    let literal = format!("wg_literal(\"{octets}\", {})", end.to_twos_complement().len());
                    both.push(format!("wg_integer_compare({}, {literal}) {sign} 0", place.text));
                }
            }
        }
        self.join(&both, true)
    }

    fn size_between(&self, place: &Place, lo: u64, hi: Option<u64>) -> String {
        let length = self.length(place);
        match hi {
            Some(hi) if hi == lo => format!("{length} == {lo}"),
            _ => {
                let mut both = Vec::new();
                if lo > 0 {
                    both.push(format!("{length} >= {lo}"));
                }
                both.extend(hi.map(|hi| format!("{length} <= {hi}")));
                self.join(&both, true)
            }
        }
    }
}

fn verb(way: Direction) -> &'static str {
    match way {
        Direction::Read => "decode",
        Direction::Write => "encode",
    }
}

impl Dialect for C<'_> {
    // -- places ------------------------------------------------------------

    fn slot(&self, record: &Place, slot: u32) -> Place {
        let ShapeKind::Record { slots, .. } = &self.shape.get(record.shape).kind else {
            return record.clone();
        };
        self.part(record, "", slot, slots[slot as usize].shape)
    }

    fn alternative(&self, choice: &Place, alternative: u32) -> Place {
        let ShapeKind::Choice { alternatives, .. } = &self.shape.get(choice.shape).kind else {
            return choice.clone();
        };
        self.part(choice, "u.", alternative, alternatives[alternative as usize].shape)
    }

    fn row(&self, open: &Place, row: u32) -> Place {
        let Storage::Rows(table) = self.layout.storage(open.shape) else { return open.clone() };
        let Some(shape) = self.shape.table(table).rows[row as usize].shape else { return open.clone() };
        let shape = self.layout.held(shape);
        let text = member(&open.text, &format!("u.{}", self.names.row(table, row)));
        match self.layout.storage(shape).is_struct() {
            true => Place { text: format!("(*{text})"), shape },
            false => Place { text, shape },
        }
    }

    fn begin_storage(&self, w: &mut Writer, place: &Place) -> bool {
        let Some(pointer) = place.text.strip_prefix("(*").and_then(|p| p.strip_suffix(')')) else {
            return false;
        };
        let ty = self.names.held(self.layout, place.shape);
        w.open(format!("if (({pointer} = ({ty} *)wg_new({}, sizeof({ty}))) != NULL) {{", self.r()));
        true
    }

    // -- conditions --------------------------------------------------------

    fn next_bit(&self) -> String {
        format!("wg_bits_get_boolean({})", self.r())
    }

    fn next_is(&self, first: &First) -> String {
        match first {
            First::Any => self.more(),
            First::Tags(tags) => {
                let each: Vec<String> =
                    tags.iter().map(|t| format!("wg_tlv_peek({}) == {}", self.r(), tag_text(*t))).collect();
                self.join(&each, false)
            }
        }
    }

    fn more(&self) -> String {
        format!("wg_tlv_more({})", self.r())
    }

    fn in_bitmap(&self, id: u32, bit: u32) -> String {
        format!("wg_bits_in_bitmap({}, bitmap{id}, {bit})", self.r())
    }

    fn flag(&self, name: &str, index: u32) -> String {
        format!("{name}[{index}]")
    }

    fn once(&self, name: &str, index: u32) -> String {
        format!("wg_once({}, &{name}[{index}])", self.r())
    }

    fn present(&self, record: &Place, slot: u32) -> String {
        member(&record.text, &format!("has_{}", self.names.member(record.shape, slot)))
    }

    fn kept(&self, record: &Place) -> Option<String> {
        match &self.shape.get(record.shape).kind {
            ShapeKind::Record { extensible: true, .. } if self.options.keep_unknown => {
                Some(member(&record.text, "unknown"))
            }
            _ => None,
        }
    }

    fn holds(&self, choice: &Place, alternative: u32) -> String {
        format!("{} == {}", member(&choice.text, "kind"), self.names.constant(choice.shape, alternative))
    }

    fn equals(&self, place: &Place, value: &Value) -> String {
        self.equality(place, value)
    }

    fn satisfies(&self, place: &Place, check: &Check) -> String {
        match check {
            Check::All(list) => {
                self.join(&list.iter().map(|c| self.satisfies(place, c)).collect::<Vec<_>>(), true)
            }
            Check::Any(list) => {
                self.join(&list.iter().map(|c| self.satisfies(place, c)).collect::<Vec<_>>(), false)
            }
            Check::Not(inner) => self.not(&self.satisfies(place, inner)),
            Check::Equal(value) => self.equality(place, value),
            Check::Integer(ranges) => {
                self.join(&ranges.iter().map(|r| self.number_between(place, r)).collect::<Vec<_>>(), false)
            }
            Check::Size(sizes) => {
                let each: Vec<String> =
                    sizes.iter().map(|(lo, hi)| self.size_between(place, *lo, *hi)).collect();
                self.join(&each, false)
            }
            Check::Alphabet(ranges) => {
                let unit = match &self.shape.get(place.shape).kind {
                    ShapeKind::String { kind, .. } => unit(*kind),
                    _ => 1,
                };
                let [spans, count] = self.tables.spans(ranges);
                format!("wg_string_within({}, {unit}, {spans}, {count})", self.slice(place))
            }
            _ => "true".to_string(),
        }
    }

    fn undecided(&self, open: &Place) -> String {
        format!("{} == 0", member(&open.text, "row"))
    }

    fn not(&self, condition: &str) -> String {
        match condition {
            "true" => "false".to_string(),
            "false" => "true".to_string(),
            _ => match condition.strip_prefix('!') {
                Some(inner) if is_simple(inner) => inner.to_string(),
                _ if is_simple(condition) => format!("!{condition}"),
                _ => format!("!({condition})"),
            },
        }
    }

    fn join(&self, conditions: &[String], all: bool) -> String {
        let (neutral, sign) = if all { ("true", " && ") } else { ("false", " || ") };
        let absorbing = if all { "false" } else { "true" };
        let list: Vec<&String> = conditions.iter().filter(|c| *c != neutral).collect();
        match list.as_slice() {
            [] => neutral.to_string(),
            _ if list.iter().any(|c| *c == absorbing) => absorbing.to_string(),
            [one] => one.to_string(),
            list => {
                let other = if all { " || " } else { " && " };
                let each: Vec<String> = list
                    .iter()
                    .map(|c| {
                        if c.contains(other) || c.contains(" ? ") {
                            format!("({c})")
                        } else {
                            c.to_string()
                        }
                    })
                    .collect();
                each.join(sign)
            }
        }
    }

    // -- control -----------------------------------------------------------

    fn begin_if(&self, w: &mut Writer, condition: &str) {
        w.open(format!("if ({condition}) {{"));
    }

    fn begin_else(&self, w: &mut Writer) {
        w.between("} else {");
    }

    fn begin_while(&self, w: &mut Writer, condition: &str) {
        w.open(format!("while ({condition}) {{"));
    }

    fn begin_each(&self, w: &mut Writer, id: u32, list: &Place) -> Place {
        let (text, shape) = (&list.text, self.element(list));
        w.open(format!("for (size_t i{id} = 0; i{id} < {}; i{id}++) {{", member(text, "count")));
        Place { text: format!("{}[i{id}]", member(text, "items")), shape }
    }

    fn begin_switch(&self, w: &mut Writer, subject: Subject) {
        let subject = match subject {
            Subject::Tag => format!("wg_tlv_peek({})", self.r()),
            Subject::Local(name) => name.to_string(),
            Subject::Alternative(choice) => member(&choice.text, "kind"),
            Subject::Row(open) => member(&open.text, "row"),
        };
        w.open(format!("switch ({subject}) {{"));
    }

    fn begin_case(&self, w: &mut Writer, labels: &[Label]) {
        let text = |label: &Label| match label {
            Label::Tag(tag) => tag_text(*tag),
            Label::Number(n) => n.to_string(),
            Label::Alternative(choice, at) => self.names.constant(choice.shape, *at).to_string(),
            Label::Row(open, at) => match self.layout.storage(open.shape) {
                Storage::Rows(table) => self.names.row_constant(table, *at).to_string(),
                _ => at.to_string(),
            },
        };
        match labels {
            [] => w.open("default: {"),
            [rest @ .., last] => {
                rest.iter().for_each(|l| w.line(format!("case {}:", text(l))));
                // Braces, since a case may declare locals.
                w.open(format!("case {}: {{", text(last)));
            }
        }
    }

    fn end_case(&self, w: &mut Writer) {
        w.line("break;");
        w.close("}");
    }

    fn end(&self, w: &mut Writer) {
        w.close("}");
    }

    // -- both ways ---------------------------------------------------------

    fn leaf(&self, w: &mut Writer, way: Direction, leaf: &Leaf, tag: Option<Tag>, place: &Place) {
        self.value_leaf(w, way, leaf, tag, place);
    }

    fn number(&self, w: &mut Writer, way: Direction, leaf: &Leaf, text: &str) {
        w.line(self.plain_number(way, leaf, text));
    }

    fn call(&self, w: &mut Writer, way: Direction, routine: RoutineId, place: &Place) {
        w.line(format!(
            "{}({}, {});",
            self.routine_name(way, routine),
            self.codec(way),
            address(&place.text)
        ));
    }

    fn call_rows(&self, w: &mut Writer, way: Direction, rows: RowsId, place: &Place) {
        w.line(format!("{}({}, {});", self.rows_name(way, rows), self.codec(way), address(&place.text)));
    }

    fn begin_frame(&self, w: &mut Writer, way: Direction, frame: &Frame, id: u32) {
        let codec = self.codec(way);
        match (way, frame) {
            (Direction::Read, Frame::Tlv { tag, .. }) => {
                w.line(format!("wg_frame frame{id};"));
                w.open(format!("if (wg_tlv_enter({codec}, {}, &frame{id})) {{", tag_text(*tag)));
            }
            (Direction::Read, Frame::Open) => {
                w.line(format!("wg_bits_frame frame{id};"));
                w.open(format!("if (wg_bits_enter({codec}, &frame{id})) {{"));
            }
            (Direction::Read, Frame::Tag { tag }) => {
                w.open(format!("if (wg_octets_enter_tag({codec}, {})) {{", tag_text(*tag)));
            }
            (Direction::Write, Frame::Tag { tag }) => {
                w.line(format!("wg_octets_tag({codec}, {});", tag_text(*tag)));
            }
            (Direction::Write, Frame::Tlv { .. }) => {
                w.line(format!("const size_t mark{id} = wg_tlv_mark({codec});"));
            }
            (Direction::Write, Frame::Open) => {
                w.line(format!("const size_t open{id} = wg_bits_open({codec});"));
            }
        }
    }

    fn end_frame(&self, w: &mut Writer, way: Direction, frame: &Frame, id: u32) {
        let codec = self.codec(way);
        match (way, frame) {
            (Direction::Read, Frame::Tlv { .. }) => {
                w.line(format!("wg_tlv_leave({codec}, &frame{id});"));
                w.close("}");
            }
            (Direction::Read, Frame::Open) => {
                w.line(format!("wg_bits_leave({codec}, &frame{id});"));
                w.close("}");
            }
            (Direction::Read, Frame::Tag { .. }) => w.close("}"),
            (Direction::Write, Frame::Tag { .. }) => {}
            (Direction::Write, Frame::Tlv { tag, .. }) => {
                w.line(format!("wg_tlv_close({codec}, {}, mark{id});", tag_text(*tag)));
            }
            (Direction::Write, Frame::Open) => w.line(format!("wg_bits_close({codec}, open{id});")),
        }
    }

    fn begin_contained(
        &mut self,
        w: &mut Writer,
        way: Direction,
        rules: Rules,
        id: u32,
        leaf: &Leaf,
        tag: Option<Tag>,
    ) {
        w.open("{");
        let outer = self.codec(way);
        let strict = rules.canonical();
        let aligned = matches!(rules, Rules::Aper | Rules::Caper);
        match way {
            Direction::Read => {
                w.line(self.string_leaf(way, leaf, tag, &format!("octets{id}")));
                w.line(match has_tags(rules) {
                    true => format!("wg_reader inner{id} = wg_tlv_nested({outer}, octets{id}, {strict});"),
                    false => format!("wg_reader inner{id} = wg_bits_nested({outer}, octets{id}, {aligned});"),
                });
                w.line(format!("wg_reader *const r{id} = &inner{id};"));
            }
            Direction::Write => {
                w.line(match has_tags(rules) {
                    true => format!("wg_writer inner{id} = wg_tlv_inside({outer}, {strict});"),
                    false => format!("wg_writer inner{id} = wg_bits_inside({outer}, {aligned}, {strict});"),
                });
                w.line(format!("wg_writer *const w{id} = &inner{id};"));
            }
        }
        self.nested.push(id);
        self.rules.push(rules);
    }

    fn end_contained(
        &mut self,
        w: &mut Writer,
        way: Direction,
        rules: Rules,
        id: u32,
        leaf: &Leaf,
        tag: Option<Tag>,
    ) {
        self.nested.pop();
        self.rules.pop();
        let outer = self.codec(way);
        let family = if has_tags(rules) { "tlv" } else { "bits" };
        match way {
            Direction::Read => {
                w.line(format!("wg_{family}_finish(r{id});"));
                w.line(format!("wg_nested_done({outer}, r{id});"));
            }
            Direction::Write => {
                w.line(format!("const wg_octets octets{id} = wg_{family}_inside_done({outer}, w{id});"));
                w.line(self.string_leaf(way, leaf, tag, &format!("octets{id}")));
            }
        }
        w.close("}");
    }

    fn begin_repeat(&self, w: &mut Writer, way: Direction, repeat: &Repeat, id: u32, list: &Place) -> Place {
        match way {
            Direction::Read => self.begin_elements(w, repeat, id, list),
            Direction::Write => self.begin_written_elements(w, repeat, id, list),
        }
    }

    fn end_repeat(&self, w: &mut Writer, way: Direction, repeat: &Repeat, id: u32, list: &Place) {
        match way {
            Direction::Read => self.end_elements(w, repeat, id, list),
            Direction::Write => self.end_written_elements(w, repeat, id),
        }
    }

    fn unknown(&self, w: &mut Writer, way: Direction, record: &Place, bitmap: Option<(u32, u32)>) {
        let list = self.kept_list(record);
        let address = if list == "NULL" { list.clone() } else { format!("&{list}") };
        let codec = self.codec(way);
        match (way, bitmap) {
            (Direction::Read, None) => w.line(format!("wg_tlv_get_unknown({codec}, {address});")),
            (Direction::Read, Some((id, known))) => {
                w.line(format!("wg_bits_get_unknown({codec}, bitmap{id}, {known}, {address});"));
            }
            (Direction::Write, _) if list == "NULL" => {}
            (Direction::Write, None) => w.line(format!("wg_tlv_put_unknown({codec}, {list});")),
            (Direction::Write, Some(_)) => w.line(format!("wg_bits_put_unknown({codec}, {list});")),
        }
    }

    fn unknown_alternative(&self, w: &mut Writer, way: Direction, choice: &Place, index: Option<&str>) {
        let codec = self.codec(way);
        let unknown = member(&choice.text, "u.unknown");
        match (way, index, has_tags(self.current_rules())) {
            (Direction::Read, index, _) => {
                let kind = format!("{}_unknown", self.names.ty(choice.shape));
                w.line(format!("{} = {kind};", member(&choice.text, "kind")));
                w.line(match index {
                    Some(index) => format!("wg_bits_get_unknown_alternative({codec}, {index}, &{unknown});"),
                    None => format!("wg_tlv_get_unknown_alternative({codec}, &{unknown});"),
                });
            }
            (Direction::Write, Some(_), _) => {
                w.line(format!("wg_bits_put_unknown_index({codec}, &{unknown});"));
            }
            (Direction::Write, None, true) => w.line(format!("wg_tlv_put_unknown({codec}, &{unknown});")),
            (Direction::Write, None, false) => w.line(format!("wg_bits_put_rest({codec}, {unknown}.value);")),
        }
    }

    fn fail(&self, w: &mut Writer, way: Direction, fault: Fault) {
        let error = match fault {
            Fault::Missing => "WG_ERROR_MISSING",
            Fault::Unknown => "WG_ERROR_UNKNOWN",
        };
        match way {
            Direction::Read => w.line(format!("wg_fail({}, {error});", self.r())),
            Direction::Write => w.line(format!("wg_refuse({}, {error});", self.w())),
        }
    }

    // -- reading -----------------------------------------------------------

    fn read_presence(&self, w: &mut Writer, record: &Place, slot: u32) {
        w.line(format!("{} = {};", self.present(record, slot), self.next_bit()));
    }

    fn read_flag(&self, w: &mut Writer, name: &str) {
        w.line(format!("const bool {name} = {};", self.next_bit()));
    }

    fn flags(&self, w: &mut Writer, name: &str, count: u32) {
        w.line(format!("bool {name}[{}] = {{false}};", count.max(1)));
    }

    fn read_bitmap(&self, w: &mut Writer, id: u32, count: &Leaf) {
        w.line(self.plain_number(Direction::Read, count, &format!("count{id}")));
        w.line(format!("const wg_bitmap bitmap{id} = wg_bits_get_bitmap({}, count{id});", self.r()));
    }

    fn set_present(&self, w: &mut Writer, record: &Place, slot: u32) {
        let ShapeKind::Record { slots, .. } = &self.shape.get(record.shape).kind else { return };
        if !matches!(slots[slot as usize].presence, SlotPresence::Required) {
            w.line(format!("{} = true;", self.present(record, slot)));
        }
    }

    fn set_value(&self, w: &mut Writer, place: &Place, value: &Value) {
        let stored = self.begin_storage(w, place);
        self.set(w, place, value);
        if stored {
            self.end(w);
        }
    }

    fn set_alternative(&self, w: &mut Writer, choice: &Place, alternative: u32) {
        let constant = self.names.constant(choice.shape, alternative);
        w.line(format!("{} = {constant};", member(&choice.text, "kind")));
    }

    fn declare_key(&self, w: &mut Writer, id: u32, shape: ShapeId) -> Place {
        let shape = self.layout.held(shape);
        w.line(format!("const {} *key{id} = NULL;", self.names.held(self.layout, shape)));
        Place { text: format!("(*key{id})"), shape }
    }

    fn set_key(&self, w: &mut Writer, key: &Place, place: &Place) {
        w.line(format!("{} = {};", address(&key.text), address(&place.text)));
    }

    fn find_row(&self, w: &mut Writer, open: &Place, keys: &[Key]) {
        let Storage::Rows(table) = self.layout.storage(open.shape) else { return };
        let row = member(&open.text, "row");
        let known: Vec<String> =
            keys.iter().filter(|k| k.local).map(|k| format!("{} != NULL", address(&k.place.text))).collect();
        let columns = self.shape.table(table).keys.iter().map(|c| self.layout.held(*c));
        let args: Option<Vec<String>> =
            keys.iter().zip(columns).map(|(key, column)| self.key_argument(&key.place, column)).collect();
        match args {
            Some(args) => {
                self.tables.finders.borrow_mut().insert(table);
                let found = format!("row_of_{}({})", self.names.table(table), args.join(", "));
                w.line(match known.is_empty() {
                    true => format!("{row} = {found};"),
                    false => format!("{row} = {} ? {found} : 0;", known.join(" && ")),
                });
            }
            None => self.find_row_here(w, table, &row, keys, &known),
        }
    }

    fn begin_kept(&mut self, w: &mut Writer, id: u32, open: &Place) {
        let outer = self.r();
        let rules = self.current_rules();
        let opaque = member(&open.text, "u.opaque");
        w.line(match has_tags(rules) {
            true => format!("wg_reader inner{id} = wg_tlv_nested({outer}, {opaque}, {});", rules.canonical()),
            false => {
                let aligned = matches!(rules, Rules::Aper | Rules::Caper);
                format!("wg_reader inner{id} = wg_bits_nested({outer}, {opaque}, {aligned});")
            }
        });
        w.line(format!("wg_reader *const r{id} = &inner{id};"));
        self.nested.push(id);
    }

    fn end_kept(&mut self, w: &mut Writer, id: u32) {
        self.nested.pop();
        w.line(format!("wg_nested_done({}, r{id});", self.r()));
    }

    fn begin_any_order(&self, w: &mut Writer, id: u32, order: Order) {
        let sorted = matches!(order, Order::Keyed(Sort::Tag));
        if sorted {
            w.line(format!("wg_tag last{id} = WG_TAG_NONE;"));
        }
        w.open(format!("while ({}) {{", self.more()));
        if sorted {
            w.line(format!("wg_tlv_ascending({}, &last{id});", self.r()));
        }
        self.begin_switch(w, Subject::Tag);
    }

    fn refuse_default(&self, w: &mut Writer, condition: &str) {
        if has_tags(self.current_rules()) {
            w.line(format!("wg_tlv_not_default({}, {condition});", self.r()));
        }
    }

    // -- writing -----------------------------------------------------------

    fn write_bit(&self, w: &mut Writer, condition: &str) {
        w.line(format!("wg_bits_put_boolean({}, {condition});", self.w()));
    }

    fn write_bitmap(&self, w: &mut Writer, count: &Leaf, bits: &[String], record: &Place) {
        let list = self.kept_list(record);
        let total = match list.as_str() {
            "NULL" => bits.len().to_string(),
            list => format!("wg_bits_additions({}, {list})", bits.len()),
        };
        w.line(self.plain_number(Direction::Write, count, &total));
        bits.iter().for_each(|bit| self.write_bit(w, bit));
        if list != "NULL" {
            w.line(format!("wg_bits_put_unknown_bits({}, {}, {list});", self.w(), bits.len()));
        }
    }

    fn begin_sorted(&self, w: &mut Writer, id: u32) {
        w.line(format!("const size_t mark{id} = wg_tlv_mark({});", self.w()));
    }

    fn end_sorted(&self, w: &mut Writer, id: u32) {
        w.line(format!("wg_tlv_sort({}, mark{id}, WG_ORDER_TAG);", self.w()));
    }
}

/// Whether an expression needs no parentheses in front of an operator.
fn is_simple(expression: &str) -> bool {
    let mut depth = 0;
    expression.chars().all(|c| {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        depth > 0 || c != ' '
    })
}
