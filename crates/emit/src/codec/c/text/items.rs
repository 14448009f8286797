//! Writes lists: an item for each part of a value that is one.

use wireglot_grammar::link::{BoundKind, Place as Step};
use wireglot_grammar::{Direction, TokenId};

use super::expr::Expr;
use super::holds::Written;
use super::Protocol;
use crate::codec::c::walk::Place;
use crate::Writer;

/// A list being written: its separator, and the local that says whether it has any item yet.
struct List<'l> {
    separator: Option<TokenId>,
    any: &'l str,
}

impl Protocol<'_> {
    pub fn put_list(
        &self,
        w: &mut Writer,
        item: u32,
        separator: Option<TokenId>,
        place: &Place,
        counters: &str,
    ) {
        let any = format!("any{}", self.number());
        w.open("{");
        w.line(format!("bool {any} = false;"));
        self.items(w, item, &List { separator, any: &any }, place, counters);
        w.open(format!("if (!{any}) {{"));
        w.line("wg_text_pen_fail(w, WG_ERROR_VALUE);");
        w.close("}");
        w.close("}");
    }

    fn separate(&self, w: &mut Writer, list: &List) {
        if let Some(separator) = list.separator {
            w.open(format!("if ({}) {{", list.any));
            self.put_tokens(w, &[separator]);
            w.close("}");
        }
        w.line(format!("{} = true;", list.any));
    }

    fn items(&self, w: &mut Writer, id: u32, list: &List, place: &Place, counters: &str) {
        let link = self.text.link;
        let Some(bound) = link.node(id) else { return };
        match &bound.kind {
            BoundKind::Alt(branches) if bound.placed => {
                let placed = |node: u32| link.node(node).is_some_and(|node| node.placed);
                let write: Vec<_> = branches.iter().filter(|b| b.direction != Direction::Read).collect();
                let plain = write.iter().filter(|branch| !placed(branch.node)).count();
                let other = format!("other{}", self.number());
                if plain > 1 {
                    w.line(format!("bool {other} = false;"));
                }
                for branch in write {
                    let mut is = self.writes(branch);
                    let is_plain = !placed(branch.node) && plain > 1;
                    if is_plain {
                        is = is.and(Expr::of(format!("!{other}")));
                    }
                    w.open(match is {
                        Expr::Always => "{".to_string(),
                        is => format!("if ({}) {{", is.text()),
                    });
                    if is_plain {
                        w.line(format!("const uint8_t *const {other}_from = w->next;"));
                    }
                    self.items(w, branch.node, list, place, counters);
                    if is_plain {
                        w.line(format!("{other} = {other} || w->next != {other}_from;"));
                    }
                    w.close("}");
                }
            }
            BoundKind::Call(_, body) if bound.placed => {
                if let Some(body) = link.body(*body) {
                    self.items(w, body, list, place, counters);
                }
            }
            BoundKind::Deeper(by, inner) if bound.placed => {
                w.line(format!("wg_text_pen_deeper(w, {by});"));
                self.items(w, *inner, list, place, counters);
                w.line(format!("wg_text_pen_deeper(w, {});", -by));
            }
            BoundKind::At(steps, inner) => self.parts(w, steps, *inner, list, place, counters),
            BoundKind::Seq(_) => self.groups(w, id, list, place, counters),
            _ => {
                let is = self.holds(id, place, Written::Counted(counters)).no().not();
                if is != Expr::Never {
                    w.open(format!("if ({}) {{", is.text()));
                    self.separate(w, list);
                    self.put_node(w, id, place, counters);
                    w.close("}");
                }
            }
        }
    }

    /// Writes an item for a part, or for each element of a list.
    fn parts(&self, w: &mut Writer, steps: &[Step], inner: u32, list: &List, place: &Place, counters: &str) {
        let link = self.text.link;
        let is_list = matches!(steps.last(), Some(Step::Add(_) | Step::Join(_) | Step::Only(_)));
        let is_bit = matches!(steps.last(), Some(Step::Bit(_)));
        let placed = link.node(inner).is_some_and(|node| node.placed);
        let (part, there) = self.find(place, steps, &self.written(place, steps, Written::Counted(counters)));
        w.open(format!("{} ({}) {{", if is_list { "while" } else { "if" }, there.text()));
        if is_list {
            w.open("if (w->error != WG_OK) {");
            w.line("break;");
            w.close("}");
        }
        self.enter(w, steps, inner, place, &part, counters, |w, part, inside| {
            if placed {
                return self.items(w, inner, list, part, inside);
            }
            let is = self.holds(inner, part, Written::Counted(inside)).no().not();
            let checked = is != Expr::Always;
            if checked {
                w.open(format!("if ({}) {{", is.text()));
            }
            self.separate(w, list);
            self.put_node(w, inner, part, inside);
            if checked && is_bit {
                w.between("} else {");
                w.line("w->leaves--;");
            }
            if checked {
                w.close("}");
            }
        });
        w.close("}");
    }

    /// Writes an item that takes parts in sequence, again and again while there are any.
    fn groups(&self, w: &mut Writer, id: u32, list: &List, place: &Place, counters: &str) {
        let yes = self.holds(id, place, Written::Counted(counters)).yes();
        if yes == Expr::Never {
            return;
        }
        let takes = self.takes(id);
        let number = self.number();
        w.open(format!("{} ({}) {{", if takes { "while" } else { "if" }, yes.text()));
        if takes {
            w.line(format!("const uint8_t *const from{number} = w->next;"));
        }
        self.separate(w, list);
        self.put_node(w, id, place, counters);
        if takes {
            w.open(format!("if (w->next == from{number}) {{"));
            w.line("break;");
            w.close("}");
        }
        w.close("}");
    }

    /// Whether an item takes the next element of a list each time.
    fn takes(&self, id: u32) -> bool {
        let link = self.text.link;
        let Some(BoundKind::Seq(parts)) = link.node(id).map(|node| &node.kind) else { return false };
        parts.iter().any(|part| {
            let kind = link.node(*part).map(|node| &node.kind);
            matches!(kind, Some(BoundKind::At(steps, _)) if matches!(steps.last(), Some(Step::Add(_))))
        })
    }
}
