//! Constant tables at the beginning of the source file.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

use wireglot_plan::TableId;

use crate::lang::c::text::{hex, number};
use crate::Writer;

/// A lookup: whether a row of a table has given values in these columns.
pub type Lookup = (TableId, Vec<u32>);

/// The constant tables of a source file, each printed once.
#[derive(Debug, Default)]
pub struct Tables {
    rows: RefCell<Vec<String>>,
    /// The number of a row by its type and text.
    numbers: RefCell<HashMap<(String, String), usize>>,
    /// Tables whose rows are searched by key.
    pub finders: RefCell<BTreeSet<TableId>>,
    /// Lookups in tables.
    pub lookups: RefCell<BTreeSet<Lookup>>,
    /// Checks of each element: the list's type, and the condition under which an element is refused.
    each: RefCell<Vec<(String, String)>>,
    each_numbers: RefCell<HashMap<(String, String), usize>>,
}

impl Tables {
    fn table(&self, ty: &str, kind: &str, list: &[String]) -> [String; 2] {
        if list.is_empty() {
            return ["NULL".to_string(), "0".to_string()];
        }
        let body = format!("[{}] = {{{}}};", list.len(), list.join(", "));
        let mut rows = self.rows.borrow_mut();
        let mut numbers = self.numbers.borrow_mut();
        let number = *numbers.entry((ty.to_string(), body)).or_insert_with_key(|(ty, body)| {
            let number = rows.len() + 1;
            rows.push(format!("static const {ty} {kind}{number}{body}"));
            number
        });
        [format!("{kind}{number}"), list.len().to_string()]
    }

    /// A table of numbers and its length.
    pub fn numbers(&self, list: &[i64]) -> [String; 2] {
        self.table("int64_t", "numbers", &list.iter().map(|n| number(*n)).collect::<Vec<_>>())
    }

    /// A table of code points and its length.
    pub fn characters(&self, list: &[u32]) -> [String; 2] {
        self.table("uint32_t", "characters", &list.iter().map(|c| format!("0x{c:02x}")).collect::<Vec<_>>())
    }

    /// A table of ranges of code points and its length.
    pub fn spans(&self, list: &[(u32, u32)]) -> [String; 2] {
        let span = |(lo, hi): &(u32, u32)| format!("{{0x{lo:02x}, 0x{hi:02x}}}");
        self.table("wg_span", "spans", &list.iter().map(span).collect::<Vec<_>>())
    }

    /// A table of ranges of numbers and its length.
    pub fn ranges(&self, list: &[(i64, i64)]) -> [String; 2] {
        let range = |(lo, hi): &(i64, i64)| format!("{{{}, {}}}", number(*lo), number(*hi));
        self.table("wg_range", "ranges", &list.iter().map(range).collect::<Vec<_>>())
    }

    /// The ranges of the mantissa, the base and the exponent of a REAL.
    pub fn form(&self, parts: [&[(i64, i64)]; 3]) -> String {
        let [mantissa, base, exponent] = parts.map(|ranges| self.ranges(ranges));
        let (pointers, counts) =
            ([&mantissa[0], &base[0], &exponent[0]], [&mantissa[1], &base[1], &exponent[1]]);
        let row = format!(
            "{{{}, {}}}",
            pointers.map(String::as_str).join(", "),
            counts.map(String::as_str).join(", ")
        );
        let [name, _] = self.table("wg_real_form", "forms", &[row]);
        name
    }

    /// The function that checks each element of a list.
    pub fn each(&self, list: &str, bad: &str) -> String {
        let mut each = self.each.borrow_mut();
        let mut numbers = self.each_numbers.borrow_mut();
        let number = *numbers.entry((list.to_string(), bad.to_string())).or_insert_with_key(|key| {
            each.push(key.clone());
            each.len()
        });
        format!("each{number}")
    }

    /// Prints the functions that check each element.
    pub fn eaches(&self, w: &mut Writer) {
        for (at, (list, bad)) in self.each.borrow().iter().enumerate() {
            let number = (at + 1).to_string();
            w.block(
                &[("number", &number), ("list", list), ("bad", bad)],
                r#"
                static bool each$number$(const $list$ *v)
                {
                    for (size_t i = 0; i < v->count; i++) {
                        if ($bad$) {
                            return false;
                        }
                    }
                    return true;
                }
                "#,
            );
            w.line("");
        }
    }

    /// Tables whose rows are searched by key.
    pub fn finders(&self) -> BTreeSet<TableId> {
        self.finders.borrow().clone()
    }

    /// Lookups in tables.
    pub fn lookups(&self) -> BTreeSet<Lookup> {
        self.lookups.borrow().clone()
    }

    /// The definitions of the tables.
    pub fn lines(&self) -> Vec<String> {
        self.rows.borrow().clone()
    }
}

/// Octets as a constant slice.
pub fn literal(octets: &[u8]) -> String {
    format!("wg_literal({}, {})", hex(octets), octets.len())
}
