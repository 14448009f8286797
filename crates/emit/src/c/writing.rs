//! What only encoders of C have.

use wireglot_plan::{Family, Leaf};

use super::conditions::is_simple;
use super::dialect::C;
use super::reading::FLAGS;
use crate::core::{Coding, Direction, Place, Writing};
use crate::Writer;

impl Writing for C<'_> {
    fn write_bits(&self, w: &mut Writer, conditions: &[String]) {
        if let [condition] = conditions {
            return w.line(format!("wg_bits_put_boolean({}, {condition});", self.w()));
        }
        for some in conditions.chunks(FLAGS) {
            let bit = |(at, condition): (usize, &String)| {
                let value = 1 << (some.len() - 1 - at);
                match condition.as_str() {
                    "false" => None,
                    "true" => Some(format!("{value}u")),
                    condition if is_simple(condition) => Some(format!("({condition} ? {value}u : 0u)")),
                    condition => Some(format!("(({condition}) ? {value}u : 0u)")),
                }
            };
            let bits: Vec<String> = some.iter().enumerate().filter_map(bit).collect();
            let bits = if bits.is_empty() { "0".to_string() } else { bits.join(" | ") };
            w.line(format!("wg_bits_put_flags({}, {bits}, {});", self.w(), some.len()));
        }
    }

    fn write_bitmap(&self, w: &mut Writer, count: &Leaf, bits: &[String], record: &Place) {
        let list = self.kept_list(record);
        let total = match list.as_str() {
            "NULL" => bits.len().to_string(),
            list => format!("wg_bits_additions({}, {list})", bits.len()),
        };
        w.line(self.plain_number(Direction::Write, count, &total));
        if !bits.is_empty() {
            self.write_bits(w, bits);
        }
        if list != "NULL" {
            w.line(format!("wg_bits_put_unknown_bits({}, {}, {list});", self.w(), bits.len()));
        }
        if self.current_rules().family() == Family::Octets {
            self.end_flags(w, Direction::Write);
        }
    }

    fn begin_sorted(&self, w: &mut Writer, id: u32) {
        w.line(format!("const size_t mark{id} = wg_tlv_mark({});", self.w()));
    }

    fn end_sorted(&self, w: &mut Writer, id: u32) {
        w.line(format!("wg_tlv_sort({}, mark{id}, WG_ORDER_TAG);", self.w()));
    }
}
