//! Constraints as set expressions (X.680 49 to 51, X.682 9 and 11).

use std::collections::{HashMap, HashSet};

use wireglot_diag::Diagnostics;
use wireglot_model as model;
use wireglot_model::{ComponentConstraint, Constraint, Kind, Set, TypeId};
use wireglot_text::Span;

use super::scope::Scope;
use super::Resolver;
use crate::faults::{LegalKind, ResolveKind, SyntaxKind, ValueForm};
use crate::parse;
use crate::token::{Keyword, TokenKind};
use crate::tree::{self, ConstraintKind, ElementSet, ElementSetKind, ElementSetSpecs};

/// Forms of constraint that apply only to some types (X.680 table 9).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Range,
    Size,
    Alphabet,
    Element,
    Components,
    Pattern,
    Settings,
    Contents,
}

impl Form {
    fn text(self) -> &'static str {
        match self {
            Form::Range => "a value range",
            Form::Size => "SIZE",
            Form::Alphabet => "FROM",
            Form::Element => "WITH COMPONENT",
            Form::Components => "WITH COMPONENTS",
            Form::Pattern => "PATTERN",
            Form::Settings => "SETTINGS",
            Form::Contents => "CONTAINING or ENCODED BY",
        }
    }

    fn fits(self, kind: &Kind) -> bool {
        use model::TimeKind::{Generalized, Utc};
        let text = matches!(kind, Kind::String(_) | Kind::Time(Utc | Generalized));
        match self {
            Form::Range => text || matches!(kind, Kind::Integer(_) | Kind::Real | Kind::Time(_)),
            Form::Size => {
                text || matches!(
                    kind,
                    Kind::BitString(_)
                        | Kind::OctetString
                        | Kind::CharacterString(_)
                        | Kind::SequenceOf(_)
                        | Kind::SetOf(_)
                )
            }
            Form::Alphabet | Form::Pattern => text || matches!(kind, Kind::CharacterString(_)),
            Form::Element => matches!(kind, Kind::SequenceOf(_) | Kind::SetOf(_)),
            Form::Components => matches!(
                kind,
                Kind::Sequence(_)
                    | Kind::Set(_)
                    | Kind::Choice(_)
                    | Kind::Real
                    | Kind::External(_)
                    | Kind::EmbeddedPdv(_)
                    | Kind::CharacterString(_)
            ),
            Form::Settings => matches!(kind, Kind::Time(_)),
            Form::Contents => matches!(kind, Kind::BitString(_) | Kind::OctetString),
        }
    }
}

impl<'t> Resolver<'t> {
    /// Reads the constraint of a constrained type.
    pub(super) fn read_constraint(&mut self, id: TypeId, constraint: &'t tree::Constraint, scope: &Scope) {
        let Some(parent) = self.constrained_inner(id) else { return };
        if let ConstraintKind::Table(braced, keys) = &constraint.kind {
            if self.read_table(id, parent, braced, keys, scope) {
                return;
            }
        }
        let read = self.constraint(constraint, parent, scope);
        if let Some(Constraint { root: Set::Table { set, .. }, .. }) = &read {
            self.open_types.tables.insert(id, Some(*set));
        }
        self.put_constraint(id, read);
    }

    /// Reads a value set as the constraint of its governor.
    pub(super) fn read_elements(&mut self, id: TypeId, set: &'t ElementSetSpecs, scope: &Scope) {
        let Some(parent) = self.constrained_inner(id) else { return };
        let read = self.specs(set, parent, scope).map(|(root, extension)| Constraint {
            root,
            extension,
            exception: None,
            span: set.span,
        });
        self.put_constraint(id, read);
    }

    /// The set in the braces of an assignment; if they hold a value instead, its name is at fault.
    pub(super) fn value_set_body(
        &mut self,
        ty: TypeId,
        body: &'t tree::Braced,
        scope: &Scope,
    ) -> Option<&'t ElementSetSpecs> {
        let mut heard = Diagnostics::new();
        let set = parse::set(body, &mut heard);
        let name = self.model.ty(ty).name.as_ref().map(|name| parse::lower(&name.reference));
        if let (false, Some(name), Some(governor)) = (heard.is_empty(), name, self.constrained_inner(ty)) {
            let kind = tree::ValueKind::Braced(body.clone());
            let value = self.keep_value(tree::Value { span: body.span, kind })?;
            let (read, sound) = self.attempt(body.span, |this| this.value(value, governor, scope));
            if read.is_some() && sound {
                self.fault(self.model.ty(ty).span, ResolveKind::ValueOfSet("a value", name.to_string()));
                self.types.poison.insert(ty);
                return None;
            }
        }
        self.faults.extend(heard);
        self.keep_set(set)
    }

    /// A value set that is a parameter or a setting, as the type that it constrains.
    pub(super) fn value_set_argument(
        &mut self,
        set: &'t ElementSetSpecs,
        governor: TypeId,
        scope: &Scope,
    ) -> TypeId {
        if let Some(ElementSet { kind: ElementSetKind::Type(ty, _), .. }) = &set.root {
            if set.extension.is_none() {
                return self.ty(ty, scope);
            }
        }
        let id = self.slot(Kind::Null, scope, set.span);
        self.constrain(id, governor, set.span);
        self.queues.deferred.push_back(super::state::deferred::Deferred::Elements {
            ty: id,
            set,
            scope: scope.clone(),
        });
        id
    }

    /// One constraint on values of `parent`.
    fn constraint(
        &mut self,
        constraint: &'t tree::Constraint,
        parent: TypeId,
        scope: &Scope,
    ) -> Option<Constraint> {
        let base = self.base(parent)?;
        let span = constraint.span;
        let (root, extension) = match &constraint.kind {
            ConstraintKind::Subtype(specs) => self.deeper(span, |this| this.specs(specs, parent, scope))?,
            ConstraintKind::Table(braced, keys) => match self.field(parent) {
                Some((class, field)) => {
                    let (set, keys) = self.relation(class, braced, keys, scope)?;
                    (Set::Table { set, field, keys }, None)
                }
                None if self.is_set_in_braces(braced, scope) => {
                    self.fault(span, LegalKind::SetInBraces);
                    (self.set_now(braced, parent, scope)?, None)
                }
                None => {
                    let kind = tree::ValueKind::Braced(braced.clone());
                    let value = self.keep_value(tree::Value { span: braced.span, kind })?;
                    (Set::Value(self.value(value, parent, scope)?), None)
                }
            },
            ConstraintKind::Contents(containing, encoded_by) => {
                self.applies(Form::Contents, base, span)?;
                let containing = containing.as_ref().map(|ty| self.ty(ty, scope));
                let encoded_by = match encoded_by {
                    Some(value) => Some(self.oid_value(value, scope)?),
                    None => None,
                };
                (Set::Contents { containing, encoded_by }, None)
            }
            ConstraintKind::UserDefined(braced) => {
                (Set::UserDefined(format!("{{{}}}", braced.tokens.text())), None)
            }
            ConstraintKind::Error => return None,
        };
        let exception = constraint.exception.as_ref().map(|e| self.text_of(scope.module, e.span));
        Some(Constraint { root, extension, exception, span })
    }

    fn oid_value(&mut self, value: &'t tree::Value, scope: &Scope) -> Option<Vec<wireglot_bigint::BigInt>> {
        let governor = self.oid_type();
        match self.value(value, governor, scope)? {
            model::Value::Oid(arcs) => Some(arcs),
            _ => None,
        }
    }

    /// The text of a span, as written.
    pub(super) fn text_of(&self, module: model::ModuleId, span: Span) -> String {
        let tokens = self.names.tables[module.index()].tokens;
        let text = tokens.text().get(span.lo as usize..span.hi as usize);
        text.filter(|_| span.file == tokens.file()).unwrap_or("!").to_owned()
    }

    /// The root and extension of a set.
    fn specs(
        &mut self,
        specs: &'t ElementSetSpecs,
        parent: TypeId,
        scope: &Scope,
    ) -> Option<(Set, Option<Option<Set>>)> {
        let root = match &specs.root {
            Some(set) => self.set(set, parent, scope),
            None => Some(Set::Union(Vec::new())),
        };
        let extension = match (&specs.extension, &specs.additional) {
            (None, _) => None,
            (Some(_), None) => Some(None),
            (Some(_), Some(set)) => Some(Some(self.set(set, parent, scope)?)),
        };
        Some((root?, extension))
    }

    fn sets(&mut self, list: &'t [ElementSet], parent: TypeId, scope: &Scope) -> Option<Vec<Set>> {
        // All are read, so that every fault is reported.
        let read: Vec<Option<Set>> = list.iter().map(|set| self.set(set, parent, scope)).collect();
        read.into_iter().collect()
    }

    /// One set expression over values of `parent`.
    fn set(&mut self, set: &'t ElementSet, parent: TypeId, scope: &Scope) -> Option<Set> {
        let base = self.base(parent)?;
        let span = set.span;
        let read = match &set.kind {
            ElementSetKind::Union(list) => Set::Union(self.sets(list, parent, scope)?),
            ElementSetKind::Intersection(list) => Set::Intersection(self.sets(list, parent, scope)?),
            ElementSetKind::Except(all, but) => {
                let all = self.set(all, parent, scope);
                let but = self.set(but, parent, scope);
                Set::Except(Box::new(all?), Box::new(but?))
            }
            ElementSetKind::AllExcept(but) => Set::AllExcept(Box::new(self.set(but, parent, scope)?)),
            // NULL is a type and a value, but alone it is no value of an open type.
            ElementSetKind::Value(tree::Value { kind: tree::ValueKind::Null, .. })
                if matches!(self.model.ty(base).kind, Kind::Open(_) | Kind::Any(_)) =>
            {
                Set::Type(self.slot(Kind::Null, scope, span))
            }
            ElementSetKind::Value(value) => Set::Value(self.value(value, parent, scope)?),
            ElementSetKind::Type(ty, _) => self.contained(ty, base, span, scope)?,
            ElementSetKind::Range(low, high) => {
                self.three_dots(low, high, base, scope)?;
                self.applies(Form::Range, base, span)?;
                self.numbers_of_text(low, high, base, (span, scope))?;
                let low = self.bound(low, parent, scope)?;
                Set::Range(low, self.bound(high, parent, scope)?)
            }
            ElementSetKind::Size(inner) => {
                self.applies(Form::Size, base, span)?;
                let sizes = self.integer_type();
                Set::Size(Box::new(self.constraint(inner, sizes, scope)?))
            }
            ElementSetKind::From(inner) => {
                self.applies(Form::Alphabet, base, span)?;
                Set::Alphabet(Box::new(self.constraint(inner, parent, scope)?))
            }
            ElementSetKind::WithComponent(inner) => {
                self.applies(Form::Element, base, span)?;
                let (Kind::SequenceOf(element) | Kind::SetOf(element)) = &self.model.ty(base).kind else {
                    return None;
                };
                let element = element.ty;
                Set::Element(Box::new(self.constraint(inner, element, scope)?))
            }
            ElementSetKind::WithComponents(inner) => {
                self.applies(Form::Components, base, span)?;
                self.inner(inner, base, scope)?
            }
            ElementSetKind::Pattern(value) => {
                self.applies(Form::Pattern, base, span)?;
                Set::Pattern(self.pattern(value, parent, scope)?)
            }
            ElementSetKind::Settings(text) => {
                self.applies(Form::Settings, base, span)?;
                Set::Settings(text.text.to_string())
            }
            ElementSetKind::Error => return None,
        };
        Some(read)
    }

    /// Reports a form of constraint that does not apply to the type.
    fn applies(&mut self, form: Form, base: TypeId, span: Span) -> Option<()> {
        if form.fits(&self.model.ty(base).kind) {
            return Some(());
        }
        let ty = self.type_word(base);
        let hint = self.misplaced_size(form, span);
        let values = (&self.model.ty(base).kind).into();
        self.fault(span, LegalKind::DoesNotApply(form.text(), ty, values, hint));
        None
    }

    /// Where SIZE belongs that is written after the element of a SEQUENCE OF or SET OF.
    fn misplaced_size(&self, form: Form, span: Span) -> Option<String> {
        if form != Form::Size || !self.has_few_faults() {
            return None;
        }
        let table = self.names.tables.iter().find(|table| table.tokens.file() == span.file)?;
        let tokens = &table.tokens.tokens;
        let at = tokens.partition_point(|token| token.lo < span.lo);
        let kind = |back: usize| at.checked_sub(back).and_then(|i| tokens.get(i)).map(|token| token.kind);
        let of = TokenKind::Keyword(Keyword::Of);
        // `OF Type (`, `OF name Type (`
        let back = match (kind(2)?, kind(3)?, kind(4)) {
            (TokenKind::Upper | TokenKind::Keyword(_), word, _) if word == of => 3,
            (TokenKind::Upper | TokenKind::Keyword(_), TokenKind::Lower, Some(word)) if word == of => 4,
            _ => return None,
        };
        let list = tokens.get(at.checked_sub(back + 1)?)?;
        let word = match list.kind {
            TokenKind::Keyword(Keyword::Set) => "SET",
            TokenKind::Keyword(Keyword::Sequence) => "SEQUENCE",
            _ => return None,
        };
        let text = |lo: u32, hi: u32| table.tokens.text.get(lo as usize..hi as usize);
        let size = text(span.lo, span.hi)?;
        let element = text(tokens.get(at - back + 1)?.lo, tokens.get(at - 2)?.hi)?;
        Some(format!(
            "this constrains the element; for the number of elements, write `{word} ({size}) OF {element}`"
        ))
    }

    /// Reports `0...5`, which X.680 12.9 reads as `0.` and `..`; only REAL has such numbers.
    fn three_dots(
        &mut self,
        low: &'t tree::Endpoint,
        high: &'t tree::Endpoint,
        base: TypeId,
        scope: &Scope,
    ) -> Option<()> {
        let tree::Bound::Value(value) = &low.bound else { return Some(()) };
        let is_real = matches!(self.model.ty(base).kind, Kind::Real);
        let tree::ValueKind::Real { text, negative } = &value.kind else { return Some(()) };
        let Some(number) = text.strip_suffix('.').filter(|_| !is_real) else { return Some(()) };
        let sign = if *negative { "-" } else { "" };
        let hint = format!("write `{sign}{number}..{}`", self.text_of(scope.module, high.span));
        let dots = Span { lo: value.span.hi - 1, hi: value.span.hi + 2, ..value.span };
        self.fault(dots, SyntaxKind::Mistaken("a range has two full stops".into(), hint.into()));
        None
    }

    /// Reports a range of numbers where there is text.
    fn numbers_of_text(
        &mut self,
        low: &tree::Endpoint,
        high: &tree::Endpoint,
        base: TypeId,
        (span, scope): (Span, &Scope),
    ) -> Option<()> {
        let is_number = |end: &tree::Endpoint| match &end.bound {
            tree::Bound::Value(value) => matches!(value.kind, tree::ValueKind::Number { .. }),
            _ => false,
        };
        if !matches!(self.model.ty(base).kind, Kind::String(_)) || !is_number(low) && !is_number(high) {
            return Some(());
        }
        let ty = self.type_word(base);
        let hint = format!("a range of lengths is written `(SIZE ({}))`", self.text_of(scope.module, span));
        self.fault(span, LegalKind::DoesNotApply("a range of numbers", ty, ValueForm::Other, Some(hint)));
        None
    }

    /// A type among values: a type constraint on an open type, otherwise a contained subtype, which must have
    /// the same built-in type (X.680 51.3.1).
    fn contained(&mut self, ty: &'t tree::Type, base: TypeId, span: Span, scope: &Scope) -> Option<Set> {
        let id = self.ty(ty, scope);
        let contained = self.base(id)?;
        let (parent, own) = (&self.model.ty(base).kind, &self.model.ty(contained).kind);
        if matches!(parent, Kind::Open(_) | Kind::Any(_)) {
            return Some(Set::Type(id));
        }
        if std::mem::discriminant(parent) != std::mem::discriminant(own) {
            let (has, wanted) = (self.type_word(contained), self.type_word(base));
            self.fault(span, LegalKind::OtherType(has, wanted));
            return None;
        }
        Some(Set::Contained(id))
    }

    fn bound(&mut self, end: &'t tree::Endpoint, parent: TypeId, scope: &Scope) -> Option<model::Bound> {
        let open = end.open;
        let end = match &end.bound {
            tree::Bound::Min => model::End::Min,
            tree::Bound::Max => model::End::Max,
            tree::Bound::Value(value) => model::End::Value(self.value(value, parent, scope)?),
        };
        Some(model::Bound { end, open })
    }

    /// PATTERN takes a string, whatever the characters of the parent.
    fn pattern(&mut self, value: &'t tree::Value, parent: TypeId, scope: &Scope) -> Option<model::Value> {
        match &value.kind {
            tree::ValueKind::CString(text) => Some(model::Value::String(text.to_string())),
            _ => self.value(value, parent, scope),
        }
    }

    /// WITH COMPONENTS (X.680 51.8).
    fn inner(&mut self, inner: &'t tree::InnerConstraints, base: TypeId, scope: &Scope) -> Option<Set> {
        // Each constraint reads the names of all components.
        if let (Some(first), Kind::Sequence(members) | Kind::Set(members) | Kind::Choice(members)) =
            (inner.items.first(), &self.model.ty(base).kind)
        {
            let count =
                members.root.len() + members.root2.len() + members.additions.as_ref().map_or(0, Vec::len);
            if !self.may_copy(count, first.span) {
                return None;
            }
        }
        let names = self.inner_names(base)?;
        let mut types = HashMap::with_capacity(names.len());
        for (name, ty) in &names {
            types.entry(name.as_str()).or_insert(*ty);
        }
        let mut seen = HashSet::with_capacity(inner.items.len());
        let mut list = Vec::with_capacity(inner.items.len());
        let mut sound = true;
        for item in &inner.items {
            let Some(ty) = types.get(&*item.name.text) else {
                let close = self.near(&item.name.text, names.iter().map(|(n, _)| n.as_str()));
                self.fault(item.name.span, LegalKind::NoMember(item.name.text.to_string(), close));
                sound = false;
                continue;
            };
            if !seen.insert(&*item.name.text) {
                self.fault(item.name.span, LegalKind::MemberTwice(item.name.text.to_string()));
                continue;
            }
            let constraint = match &item.constraint {
                Some(constraint) => match self.constraint(constraint, *ty, scope) {
                    Some(read) => Some(read),
                    None => {
                        sound = false;
                        continue;
                    }
                },
                None => None,
            };
            let presence = item.presence.map(|(presence, _)| match presence {
                tree::PresenceConstraint::Present => model::PresenceConstraint::Present,
                tree::PresenceConstraint::Absent => model::PresenceConstraint::Absent,
                tree::PresenceConstraint::Optional => model::PresenceConstraint::Optional,
            });
            list.push(ComponentConstraint {
                name: item.name.text.to_string(),
                constraint,
                presence,
                span: item.span,
            });
        }
        sound.then_some(Set::Components { partial: inner.partial, list })
    }

    /// The components that WITH COMPONENTS may name, and their types.
    fn inner_names(&mut self, base: TypeId) -> Option<Vec<(String, TypeId)>> {
        match &self.model.ty(base).kind {
            Kind::Sequence(members) | Kind::Set(members) | Kind::Choice(members) => {
                Some(members.all().map(|c| (c.name.clone(), c.ty)).collect())
            }
            Kind::External(inner) | Kind::EmbeddedPdv(inner) | Kind::CharacterString(inner) => {
                let inner = self.base(*inner)?;
                self.inner_names(inner)
            }
            Kind::Real => {
                let number = self.integer_type();
                Some(["mantissa", "base", "exponent"].map(|name| (name.to_owned(), number)).to_vec())
            }
            _ => None,
        }
    }

    /// Whether a group is just the name of a value set.
    fn is_set_in_braces(&mut self, braced: &tree::Braced, scope: &Scope) -> bool {
        let [token] = braced.tokens.tokens() else { return false };
        let list = braced.tokens.list();
        let Some(text) = list.word(*token).cloned() else { return false };
        let name = tree::Name { text, span: list.span(*token) };
        let reference = tree::Reference { span: name.span, module: None, name, arguments: None };
        match self.dummy(&reference, scope) {
            Some(actual) => matches!(actual, Some(super::state::parameters::Actual::ValueSet(_))),
            None => match self.symbol(&reference.name.text, scope) {
                Some(super::state::names::Symbol::Definition(id)) => {
                    self.sort(id) == super::state::names::Sort::ValueSet
                }
                _ => false,
            },
        }
    }

    /// Reads an unnamed set in parentheses immediately.
    pub(super) fn set_now(&mut self, body: &tree::Braced, governor: TypeId, scope: &Scope) -> Option<Set> {
        let set = parse::set(body, &mut self.faults);
        let set = self.keep_set(set)?;
        let (root, extension) = self.specs(set, governor, scope)?;
        Some(match extension {
            None => root,
            Some(_) => Set::Nested(Box::new(Constraint { root, extension, exception: None, span: set.span })),
        })
    }
}
