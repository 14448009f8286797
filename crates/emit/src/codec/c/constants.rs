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
    /// Comparisons of lists with constants.
    same_lists: RefCell<Vec<SameList>>,
    same_list_numbers: RefCell<HashMap<SameList, usize>>,
}

/// Compares a list with a constant.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SameList {
    /// The list's type.
    pub ty: String,
    /// The number of elements.
    pub count: usize,
    /// Whether elements may come in any order.
    pub in_any_order: bool,
    pub test: ListTest,
}

/// Compares an element of a list with an element of the constant.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ListTest {
    /// The condition that an element differs from element `i` of the constant, for all of them.
    Each(String),
    /// The condition that they are equal, for each element of the constant.
    Cases(Vec<String>),
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

    /// A table of constants of a C type.
    pub fn constants(&self, ty: &str, rows: &[String]) -> String {
        let [name, _] = self.table(ty, "constants", rows);
        name
    }

    /// The function that compares a list with a constant.
    pub fn same_list(&self, list: SameList) -> String {
        let mut lists = self.same_lists.borrow_mut();
        let mut numbers = self.same_list_numbers.borrow_mut();
        let number = *numbers.entry(list).or_insert_with_key(|list| {
            lists.push(list.clone());
            lists.len()
        });
        format!("same{number}")
    }

    /// Prints the functions that compare lists with constants. Those of lists in lists were added first.
    pub fn same_lists(&self, w: &mut Writer) {
        for (at, list) in self.same_lists.borrow().iter().enumerate() {
            list.print(w, &format!("same{}", at + 1));
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

impl SameList {
    fn print(&self, w: &mut Writer, name: &str) {
        let at = if self.in_any_order { "at" } else { "i" };
        let differs = match &self.test {
            ListTest::Each(differs) => differs.clone(),
            ListTest::Cases(cases) => {
                self.print_cases(w, name, cases);
                format!("!{name}_part(v, {at}, i)")
            }
        };
        let (count, flags) = (self.count.to_string(), self.count.div_ceil(8).to_string());
        let names: [(&str, &str); 5] =
            [("name", name), ("list", &self.ty), ("count", &count), ("flags", &flags), ("differs", &differs)];
        let block = match self.in_any_order {
            false => {
                r#"
                static bool $name$(const $list$ *v)
                {
                    if (v->count != $count$) {
                        return false;
                    }
                    for (size_t i = 0; i < $count$; i++) {
                        if ($differs$) {
                            return false;
                        }
                    }
                    return true;
                }
                "#
            }
            true => {
                r#"
                static bool $name$(const $list$ *v)
                {
                    uint8_t found[$flags$] = {0};
                    if (v->count != $count$) {
                        return false;
                    }
                    for (size_t i = 0; i < $count$; i++) {
                        size_t at = 0;
                        while (at < $count$ && ((found[at / 8] & (1u << (at % 8))) != 0 || $differs$)) {
                            at++;
                        }
                        if (at == $count$) {
                            return false;
                        }
                        found[at / 8] = (uint8_t)(found[at / 8] | (1u << (at % 8)));
                    }
                    return true;
                }
                "#
            }
        };
        w.block(&names, block);
        w.line("");
    }

    /// Prints the function that compares an element with one of the constants.
    fn print_cases(&self, w: &mut Writer, name: &str, cases: &[String]) {
        w.line(format!("static bool {name}_part(const {} *v, size_t at, size_t i)", self.ty));
        w.open("{");
        w.line("switch (i) {");
        for (i, case) in cases.iter().enumerate() {
            w.line(format!("case {i}:"));
            w.line(format!("    return {case};"));
        }
        w.line("default:");
        w.line("    return false;");
        w.line("}");
        w.close("}");
        w.line("");
    }
}

/// Octets as an initializer of a constant slice.
pub fn octets_row(octets: &[u8]) -> String {
    format!("{{(const uint8_t *){}, {}}}", hex(octets), octets.len())
}

/// Octets as a constant slice.
pub fn literal(octets: &[u8]) -> String {
    format!("wg_literal({}, {})", hex(octets), octets.len())
}
