//! What only encoders of C have.

use wireglot_plan::{Family, Leaf};

use super::dialect::C;
use crate::core::{Coding, Direction, Place, Writing};
use crate::Writer;

impl Writing for C<'_> {
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
