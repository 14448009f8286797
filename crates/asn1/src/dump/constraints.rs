//! Constraints and sets.

use super::Page;
use crate::tree::{
    AtStart, Bound, Constraint, ConstraintKind, ElementSet, ElementSetKind, ElementSetSpecs, Endpoint,
};

impl Page {
    pub(super) fn constraint(&mut self, constraint: &Constraint) {
        self.node(constraint.span, "constraint", |p| {
            p.constraint_kind(&constraint.kind);
            constraint.exception.iter().for_each(|e| p.exception(e));
        });
    }

    fn constraint_kind(&mut self, kind: &ConstraintKind) {
        match kind {
            ConstraintKind::Subtype(specs) => self.specs(specs),
            ConstraintKind::Table(set, notations) => {
                self.node(set.span, format!("table {}", self.squeezed(set.span)), |p| {
                    for notation in notations {
                        let start = match notation.start {
                            AtStart::Outermost => "outermost".to_string(),
                            AtStart::Enclosing(level) => format!("{level} levels out"),
                        };
                        let path: Vec<&str> = notation.path.iter().map(|name| &*name.text).collect();
                        p.line(notation.span, format!("at {start}: {}", path.join(".")));
                    }
                });
            }
            ConstraintKind::Contents(ty, rules) => {
                ty.iter().for_each(|ty| self.ty(ty));
                if let Some(rules) = rules {
                    self.node(rules.span, "encoded by", |p| p.value(rules));
                }
            }
            ConstraintKind::UserDefined(braced) => {
                self.line(braced.span, format!("constrained by {}", self.squeezed(braced.span)));
            }
            ConstraintKind::Error => {}
        }
    }

    fn specs(&mut self, specs: &ElementSetSpecs) {
        specs.root.iter().for_each(|set| self.element_set(set));
        if let Some(extension) = specs.extension {
            self.line(extension, "...");
        }
        specs.additional.iter().for_each(|set| self.element_set(set));
    }

    fn element_set(&mut self, set: &ElementSet) {
        let span = set.span;
        match &set.kind {
            ElementSetKind::Union(list) => {
                self.node(span, "union", |p| list.iter().for_each(|s| p.element_set(s)))
            }
            ElementSetKind::Intersection(list) => {
                self.node(span, "intersection", |p| list.iter().for_each(|s| p.element_set(s)));
            }
            ElementSetKind::Except(set, excluded) => self.node(span, "except", |p| {
                p.element_set(set);
                p.element_set(excluded);
            }),
            ElementSetKind::AllExcept(excluded) => self.node(span, "all except", |p| p.element_set(excluded)),
            ElementSetKind::Value(value) => self.value(value),
            ElementSetKind::Type(ty, includes) => {
                self.node(span, if *includes { "includes" } else { "type" }, |p| p.ty(ty));
            }
            ElementSetKind::Range(lower, upper) => self.node(span, "range", |p| {
                p.endpoint(lower);
                p.endpoint(upper);
            }),
            ElementSetKind::Size(inner) => self.node(span, "size", |p| p.constraint_kind(&inner.kind)),
            ElementSetKind::From(inner) => self.node(span, "from", |p| p.constraint_kind(&inner.kind)),
            ElementSetKind::WithComponent(inner) => {
                self.node(span, "with component", |p| p.constraint_kind(&inner.kind));
            }
            ElementSetKind::WithComponents(inner) => {
                let head = if inner.partial { "with components, partial" } else { "with components" };
                self.node(inner.span, head, |p| {
                    for item in &inner.items {
                        let presence =
                            item.presence.map_or(String::new(), |(presence, _)| format!(" {presence:?}"));
                        p.node(item.span, format!("{}{presence}", item.name.text), |p| {
                            item.constraint.iter().for_each(|c| p.constraint_kind(&c.kind));
                        });
                    }
                });
            }
            ElementSetKind::Pattern(value) => self.node(span, "pattern", |p| p.value(value)),
            ElementSetKind::Settings(text) => self.line(span, format!("settings {:?}", text.text)),
            ElementSetKind::Error => self.line(span, "error"),
        }
    }

    fn endpoint(&mut self, endpoint: &Endpoint) {
        let open = if endpoint.open { "less than " } else { "" };
        match &endpoint.bound {
            Bound::Min => self.line(endpoint.span, format!("{open}MIN")),
            Bound::Max => self.line(endpoint.span, format!("{open}MAX")),
            Bound::Value(value) if endpoint.open => self.node(endpoint.span, "open", |p| p.value(value)),
            Bound::Value(value) => self.value(value),
        }
    }
}
