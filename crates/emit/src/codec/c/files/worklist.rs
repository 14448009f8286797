//! Functions that are in a file because others call them: which ones, and in what order.

use std::collections::{BTreeMap, BTreeSet};

use wireglot_plan::{ShapeId, TableId};

use crate::analysis::modules::Part;
use crate::codec::c::names::Names;
use crate::codec::c::statements::context::C;
use crate::lang::c::lines::name_unused;
use crate::Writer;

/// Identifies a function by what it handles.
pub trait Callee: Copy + Ord {
    /// The name that its function is named after.
    fn name(self, names: &Names) -> &str;

    /// Whether its function is in the file of a part.
    fn stands_in(self, part: Part) -> bool;
}

/// Values that have a struct.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Values {
    /// Values of a type.
    Type(ShapeId),
    /// Values of open types, by the row of this table.
    Rows(TableId),
}

impl Callee for Values {
    fn name(self, names: &Names) -> &str {
        match self {
            Values::Type(id) => names.ty(id),
            Values::Rows(table) => names.table(table),
        }
    }

    fn stands_in(self, part: Part) -> bool {
        match self {
            Values::Type(id) => part.has(id),
            Values::Rows(table) => part.has_table(table),
        }
    }
}

/// The functions called, and those already printed.
pub struct Worklist<K> {
    printed: BTreeMap<K, Writer>,
    waiting: BTreeSet<K>,
}

impl<K: Callee> Worklist<K> {
    pub fn new() -> Worklist<K> {
        Worklist { printed: BTreeMap::new(), waiting: BTreeSet::new() }
    }

    /// Records that a function is called: it will be printed.
    pub fn call(&mut self, callee: K) {
        if !self.printed.contains_key(&callee) {
            self.waiting.insert(callee);
        }
    }
}

/// The functions of one kind in a file, and those of roots, which are public.
pub trait Functions<'a>: Sized {
    /// What the functions handle.
    type Callee: Callee;

    /// Functions of at most this many lines that only this file calls are inline: a call takes as long as
    /// they do.
    const SHORT: usize;

    /// The parameters that some bodies don't use.
    const PARAMETERS: [&'static str; 2];

    fn c(&self) -> &C<'a>;
    fn part(&self) -> Part<'a>;
    fn worklist(&mut self) -> &mut Worklist<Self::Callee>;
    fn signature_of(&self, callee: Self::Callee) -> String;

    /// Prints the function of a root.
    fn root(&mut self, w: &mut Writer, at: usize);

    /// The statements of a function, except the last one.
    fn body(&mut self, callee: Self::Callee) -> Writer;

    /// Collects the functions of the file; prints those of roots.
    fn fill(&mut self, roots: &mut Writer) {
        let part = self.part();
        for at in (0..self.c().shape.roots.len()).filter(|at| part.has_root(*at)) {
            self.root(roots, at);
        }
        while let Some(callee) = self.worklist().waiting.pop_first() {
            if callee.stands_in(part) {
                self.worklist().printed.insert(callee, Writer::new());
                let body = self.body(callee);
                self.worklist().printed.insert(callee, body);
            }
        }
    }

    /// The functions of all parts together.
    fn reached(mut self) -> BTreeSet<Self::Callee> {
        self.fill(&mut Writer::new());
        std::mem::take(&mut self.worklist().printed).into_keys().collect()
    }

    /// Prints declarations of functions.
    fn prototypes<'b>(&self, w: &mut Writer, callees: impl Iterator<Item = &'b Self::Callee>)
    where
        Self::Callee: 'b,
    {
        let mut any = false;
        for callee in callees {
            w.line(format!("{};", self.signature_of(*callee)));
            any = true;
        }
        if any {
            w.line("");
        }
    }

    /// Prints the functions, those of roots last. `others` are those that other files may call.
    fn all(mut self, w: &mut Writer, others: &BTreeSet<Self::Callee>) {
        let mut roots = Writer::new();
        self.worklist().waiting.extend(others);
        self.fill(&mut roots);
        let printed = std::mem::take(&mut self.worklist().printed);
        if let Part::Whole = self.part() {
            self.prototypes(w, printed.keys());
        }
        for (callee, body) in printed {
            let signature = self.signature_of(callee);
            match signature.strip_prefix("static ") {
                Some(rest) if body.text().lines().count() <= Self::SHORT => {
                    w.line(format!("static inline {rest}"));
                }
                _ => w.line(signature),
            }
            w.open("{");
            name_unused(w, &body, &Self::PARAMETERS);
            w.append(body);
            w.line("return true;");
            w.close("}");
            w.line("");
        }
        w.append(roots);
    }
}

/// The linkage of internal functions: other files may call those of a module.
pub fn linkage(part: Part) -> &'static str {
    match part {
        Part::Whole => "static ",
        Part::Module(..) => "",
    }
}
