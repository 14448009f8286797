//! Branches and loops in C.

use crate::analysis::storage::Storage;
use crate::codec::c::statements::context::{member, C};
use crate::codec::c::statements::tags::tag as tag_text;
use crate::codec::c::walk::{Label, Place, Subject};
use crate::lang::c::expr::Expr;
use crate::Writer;

impl C<'_> {
    /// Begins an `if`.
    pub fn begin_if(&self, w: &mut Writer, condition: &Expr) {
        w.open(format!("if ({condition}) {{"));
    }

    /// Begins an `else`.
    pub fn begin_else(&self, w: &mut Writer) {
        w.between("} else {");
    }

    /// Begins a `while`.
    pub fn begin_while(&self, w: &mut Writer, condition: &Expr) {
        w.open(format!("while ({condition}) {{"));
    }

    /// Begins a loop over the elements of a list in memory; returns the place of the current one.
    pub fn begin_each(&self, w: &mut Writer, id: u32, list: &Place) -> Place {
        let (text, shape) = (&list.text, self.element(list));
        w.open(format!("for (size_t i{id} = 0; i{id} < {}; i{id}++) {{", member(text, "count")));
        Place { text: format!("{}[i{id}]", member(text, "items")), shape }
    }

    /// Begins a `switch`.
    pub fn begin_switch(&self, w: &mut Writer, subject: Subject) {
        let subject = match subject {
            Subject::Tag => format!("wg_{}_peek({})", self.family(), self.r()),
            Subject::Local(name) => name.to_string(),
            Subject::Alternative(choice) => member(&choice.text, "kind"),
            Subject::Row(open) => member(&open.text, "row"),
        };
        w.open(format!("switch ({subject}) {{"));
    }

    /// Begins a `case`; the default if there are no labels.
    pub fn begin_case(&self, w: &mut Writer, labels: &[Label]) {
        let text = |label: &Label| match label {
            Label::Tag(tag) => tag_text(*tag),
            Label::Number(n) => n.to_string(),
            Label::Alternative(choice, at) => self.names.constant(choice.shape, *at).to_string(),
            Label::Unknown(choice) => format!("{}_unknown", self.names.ty(choice.shape)),
            Label::Opaque(open) => match self.layout.storage(open.shape) {
                Storage::Rows(table) => format!("{}_opaque", self.names.table(table)),
                _ => "0".to_string(),
            },
            Label::Row(open, at) => match self.layout.storage(open.shape) {
                Storage::Rows(table) => self.names.row_constant(table, *at).to_string(),
                _ => at.to_string(),
            },
        };
        match labels {
            [] => w.open("default: {"),
            [rest @ .., last] => {
                rest.iter().for_each(|l| w.line(format!("case {}:", text(l))));
                // In braces, since a case may declare locals.
                w.open(format!("case {}: {{", text(last)));
            }
        }
    }

    /// Ends a case.
    pub fn end_case(&self, w: &mut Writer) {
        w.line("break;");
        w.close("}");
    }

    /// Ends any other block.
    pub fn end(&self, w: &mut Writer) {
        w.close("}");
    }
}
