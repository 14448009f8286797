//! The values that the constraints of a chain allow (X.680 49 to 52).

use std::collections::HashMap;
use std::rc::Rc;

use wireglot_bigint::BigInt;
use wireglot_model::{
    Bound, ComponentConstraint, Constraint, End, Kind, Members, Model, PresenceConstraint, Set, TypeId, Value,
};
use wireglot_plan::{Check, ComponentCheck, RealForm};

use super::alphabet::Alphabets;
use super::simplify::{
    anything, both, either, integer_hull, is_anything, not, parts, size_hull, sizes_of, width,
};
use crate::fault::Fault;

/// The effect of a chain of constraints.
#[derive(Debug)]
pub(crate) struct Limits {
    /// Holds for the values of the extension root.
    pub root: Rc<Check>,
    /// Holds for all values: an extensible constraint forbids nothing (X.680 52.8), unless another
    /// one follows (50.8).
    pub allowed: Rc<Check>,
}

/// Computes limits, each link of a chain once.
pub(crate) struct LimitsOf<'m> {
    model: &'m Model,
    known: HashMap<TypeId, Rc<Limits>>,
    alphabets: Alphabets,
    free: Rc<Limits>,
    /// The nesting depth of types whose constraints are being computed.
    depth: u32,
    /// The cost of all checks so far, as the number of tests they contain and of comparisons of
    /// two.
    cost: usize,
    /// Errors in constraints.
    pub faults: Vec<Fault>,
}

/// Maximum nesting depth of constrained components: WITH COMPONENT on elements that have one
/// themselves, and so on. (The front end limits contained subtypes further.)
const DEEPEST_INNER: u32 = 200;

/// The maximum cost of all checks of a specification. Each link of a chain has all tests of the
/// links before it, and a contained subtype those of its type. This stops long chains as well as
/// chains that double with each link.
const MOST_COST: usize = 1 << 18;

/// The set of an extensible constraint that is wanted.
#[derive(Clone, Copy, PartialEq)]
enum View {
    Root,
    Allowed,
}

/// The context in which a set expression is read.
struct Parent<'a> {
    /// The end of the chain.
    base: TypeId,
    /// The extension root of the parent type, which MIN and MAX refer to.
    root: &'a Check,
}

impl<'m> LimitsOf<'m> {
    pub(crate) fn new(model: &'m Model) -> LimitsOf<'m> {
        let all = Rc::new(anything());
        let free = Rc::new(Limits { root: all.clone(), allowed: all });
        LimitsOf {
            model,
            known: HashMap::new(),
            alphabets: Alphabets::default(),
            free,
            depth: 0,
            cost: 0,
            faults: Vec::new(),
        }
    }

    /// The limits of a type, from all links of its chain.
    pub(crate) fn of(&mut self, ty: TypeId) -> Rc<Limits> {
        let model = self.model;
        let (mut links, mut at) = (Vec::new(), ty);
        let mut limits = loop {
            if self.exhausted() {
                return self.free.clone();
            }
            at = model.past_references(at).0;
            if let Some(known) = self.known.get(&at) {
                break known.clone();
            }
            match &model.ty(at).kind {
                Kind::Constrained { inner, constraint } => {
                    links.push((at, constraint));
                    at = *inner;
                }
                kind => match kind.inner() {
                    Some(inner) => at = inner,
                    None => break self.free.clone(),
                },
            }
        };
        if links.is_empty() {
            return limits;
        }
        if self.depth == DEEPEST_INNER {
            // Reported once, since each type above it has the same error.
            if self.faults.is_empty() {
                self.faults.push(Fault::DeepConstraint { span: model.ty(ty).span });
            }
            return limits;
        }
        // A type that refers to itself sees itself unconstrained.
        for (link, _) in &links {
            self.known.insert(*link, self.free.clone());
        }
        self.depth += 1;
        let base = model.base(at);
        for (link, constraint) in links.into_iter().rev() {
            limits = Rc::new(self.apply(&limits, base, constraint));
            if self.exhausted() && self.faults.is_empty() {
                self.faults.push(Fault::ManyConstraints { span: model.ty(link).span });
            }
            self.known.insert(link, limits.clone());
        }
        self.depth -= 1;
        limits
    }

    /// Adds a serial constraint to what the parent allows.
    fn apply(&mut self, parent: &Limits, base: TypeId, constraint: &Constraint) -> Limits {
        let within = Parent { base, root: &parent.root };
        let set = self.set(&constraint.root, &within, View::Root);
        let root = self.narrowed(&parent.root, set);
        let allowed = if !extensible(constraint) {
            root.clone()
        } else if constraint.extension.is_some() {
            parent.allowed.clone()
        } else {
            let set = self.set(&constraint.root, &within, View::Allowed);
            self.narrowed(&parent.allowed, set)
        };
        Limits { root, allowed }
    }

    /// Adds to the cost; returns whether it is still within the maximum.
    fn afford(&mut self, cost: usize) -> bool {
        self.cost = self.cost.saturating_add(cost);
        !self.exhausted()
    }

    /// Whether the maximum cost has been exceeded.
    pub(crate) fn exhausted(&self) -> bool {
        self.cost > MOST_COST
    }

    /// A parent's check combined with a further set.
    fn narrowed(&mut self, parent: &Rc<Check>, set: Check) -> Rc<Check> {
        if is_anything(&set) {
            return parent.clone();
        }
        match self.afford(parts(parent) + parts(&set)) {
            true => Rc::new(self.meet((**parent).clone(), set)),
            false => self.free.root.clone(),
        }
    }

    /// Both checks.
    fn meet(&mut self, a: Check, b: Check) -> Check {
        match self.afford(width(&a).saturating_mul(width(&b))) {
            true => both(a, b),
            false => a,
        }
    }

    /// What the values in the root of a contained subtype satisfy.
    fn contained(&mut self, ty: TypeId) -> Check {
        let limits = self.of(ty);
        match self.afford(parts(&limits.root)) {
            true => (*limits.root).clone(),
            false => anything(),
        }
    }

    /// A constraint inside another one, or on a component.
    fn constraint(&mut self, constraint: &Constraint, parent: &Parent, view: View) -> Check {
        match view {
            View::Allowed if constraint.extension.is_some() => anything(),
            _ => self.set(&constraint.root, parent, view),
        }
    }

    fn set(&mut self, set: &Set, parent: &Parent, view: View) -> Check {
        match set {
            Set::Union(list) => either(list.iter().map(|s| self.set(s, parent, view)).collect()),
            Set::Intersection(list) => list.iter().fold(anything(), |all, s| {
                let next = self.set(s, parent, view);
                self.meet(all, next)
            }),
            Set::Except(a, b) => {
                let excluded = self.without(b, parent);
                let from = self.set(a, parent, view);
                self.meet(from, excluded)
            }
            Set::AllExcept(a) => self.without(a, parent),
            Set::Nested(constraint) => self.constraint(constraint, parent, view),
            Set::Value(value) => self.value(value),
            Set::Range(lo, hi) => self.range(lo, hi, parent),
            Set::Contained(ty) => self.contained(*ty),
            Set::Size(constraint) => match self.size(constraint, parent, view) {
                Check::Integer(list) => Check::Size(sizes_of(list)),
                other => other,
            },
            Set::Alphabet(constraint) => match view {
                View::Allowed if constraint.extension.is_some() => anything(),
                _ => self.alphabets.check(self.model, parent.base, parent.root, constraint),
            },
            Set::Element(constraint) => match &self.model.ty(parent.base).kind {
                Kind::SequenceOf(element) | Kind::SetOf(element) => {
                    wrap(self.on_component(element.ty, constraint, view), Check::Element)
                }
                _ => anything(),
            },
            Set::Components { partial, list } => self.components(*partial, list, parent.base, view),
            // A type constraint and CONTAINING describe the contents; tables are checked with the
            // enclosing types; the rest is only recorded.
            Set::Type(_)
            | Set::Contents { .. }
            | Set::Table { .. }
            | Set::Pattern(_)
            | Set::Settings(_)
            | Set::UserDefined(_) => anything(),
        }
    }

    /// The complement of a set. If part of the set is only recorded, what it excludes is unknown.
    fn without(&mut self, set: &Set, parent: &Parent) -> Check {
        match self.set(set, parent, View::Root) {
            all if is_anything(&all) || recorded_only(set) => anything(),
            check => not(check),
        }
    }

    fn value(&self, value: &Value) -> Check {
        match value {
            Value::Integer(v) => Check::Integer(vec![(Some(v.clone()), Some(v.clone()))]),
            other => Check::Equal(other.clone()),
        }
    }

    fn range(&self, lo: &Bound, hi: &Bound, parent: &Parent) -> Check {
        match &self.model.ty(parent.base).kind {
            Kind::Integer(_) => integer_range(lo, hi, parent.root),
            Kind::Real => {
                let end = |bound: &Bound| match &bound.end {
                    End::Value(Value::Real(v)) => Some((v.clone(), bound.open)),
                    _ => None,
                };
                Check::Real(end(lo), end(hi))
            }
            _ => anything(),
        }
    }

    /// SIZE: a constraint on a non-negative number; MAX refers to the parent's maximum size.
    fn size(&mut self, constraint: &Constraint, parent: &Parent, view: View) -> Check {
        let hull = size_hull(parent.root);
        let root = Check::Integer(vec![(Some(BigInt::from(hull.lo)), hull.hi.map(BigInt::from))]);
        if view == View::Allowed && constraint.extension.is_some() {
            return anything();
        }
        self.sizes(&constraint.root, &root, view)
    }

    /// A set of sizes: the governor is INTEGER regardless of the constrained type.
    fn sizes(&mut self, set: &Set, root: &Check, view: View) -> Check {
        match set {
            Set::Union(list) => either(list.iter().map(|s| self.sizes(s, root, view)).collect()),
            Set::Intersection(list) => list.iter().fold(anything(), |all, s| {
                let next = self.sizes(s, root, view);
                self.meet(all, next)
            }),
            Set::Except(a, b) => {
                let excluded = not(self.sizes(b, root, View::Root));
                let from = self.sizes(a, root, view);
                self.meet(from, excluded)
            }
            Set::AllExcept(a) => not(self.sizes(a, root, View::Root)),
            Set::Nested(c) if view == View::Allowed && c.extension.is_some() => anything(),
            Set::Nested(c) => self.sizes(&c.root, root, view),
            Set::Value(value) => self.value(value),
            Set::Range(lo, hi) => integer_range(lo, hi, root),
            Set::Contained(ty) => self.contained(*ty),
            _ => anything(),
        }
    }

    /// A constraint on the value of a component or element, in addition to its own.
    fn on_component(&mut self, ty: TypeId, constraint: &Constraint, view: View) -> Check {
        let limits = self.of(ty);
        let parent = Parent { base: self.model.base(ty), root: &limits.root };
        self.constraint(constraint, &parent, view)
    }

    /// WITH COMPONENTS (X.680 51.8). In a full specification, components not listed are absent, and
    /// those listed without a presence constraint are present.
    fn components(&mut self, partial: bool, list: &[ComponentConstraint], base: TypeId, view: View) -> Check {
        let model = self.model;
        if let Kind::Real = model.ty(base).kind {
            return self.real_form(list, view);
        }
        let Some((members, choice)) = members(model, base) else { return anything() };
        let listed: HashMap<&str, &ComponentConstraint> = list.iter().map(|c| (c.name.as_str(), c)).collect();
        let mut out = Vec::new();
        for (slot, component) in members.all().enumerate() {
            let optional = choice || !matches!(component.presence, wireglot_model::Presence::Required);
            let (check, presence) = match listed.get(component.name.as_str()) {
                Some(said) => {
                    let constraint = said.constraint.as_ref();
                    let check = constraint.map(|c| self.on_component(component.ty, c, view));
                    let unsaid = match partial || choice || !optional {
                        true => PresenceConstraint::Optional,
                        false => implied(&component.presence),
                    };
                    (check, said.presence.unwrap_or(unsaid))
                }
                None if !partial && optional => (None, absent(&component.presence)),
                None => continue,
            };
            let check = check.filter(|c| !is_anything(c));
            if check.is_some() || presence != PresenceConstraint::Optional {
                out.push(ComponentCheck { slot: slot as u32, check, presence });
            }
        }
        wrap_components(out)
    }

    /// WITH COMPONENTS on a REAL applies to its associated type (X.680 21.5).
    fn real_form(&mut self, list: &[ComponentConstraint], view: View) -> Check {
        let mut part = |name: &str| {
            let said = list.iter().find(|c| c.name == name).and_then(|c| c.constraint.as_ref());
            match said.map(|constraint| self.integers(constraint, view)) {
                Some(Check::Integer(ranges)) => ranges,
                _ => vec![(None, None)],
            }
        };
        let form = RealForm { mantissa: part("mantissa"), base: part("base"), exponent: part("exponent") };
        Check::RealForm(Box::new(form))
    }

    /// The only constraint on an INTEGER.
    fn integers(&mut self, constraint: &Constraint, view: View) -> Check {
        match view {
            View::Allowed if constraint.extension.is_some() => anything(),
            _ => self.sizes(&constraint.root, &anything(), view),
        }
    }
}

/// What a full specification implies for a listed component (X.680 51.8.10).
fn implied(presence: &wireglot_model::Presence) -> PresenceConstraint {
    match presence {
        wireglot_model::Presence::Optional => PresenceConstraint::Present,
        _ => PresenceConstraint::Optional,
    }
}

/// What a full specification implies for a component that is not listed: one with DEFAULT has a
/// value either way.
fn absent(presence: &wireglot_model::Presence) -> PresenceConstraint {
    match presence {
        wireglot_model::Presence::Default(_) => PresenceConstraint::Optional,
        _ => PresenceConstraint::Absent,
    }
}

fn wrap(check: Check, outer: impl FnOnce(Box<Check>) -> Check) -> Check {
    match is_anything(&check) {
        true => check,
        false => outer(Box::new(check)),
    }
}

fn wrap_components(list: Vec<ComponentCheck>) -> Check {
    match list.is_empty() {
        true => anything(),
        false => Check::Components(list),
    }
}

/// The members of a SEQUENCE, SET or CHOICE or of an associated type, and
/// whether they are alternatives.
pub(crate) fn members(model: &Model, base: TypeId) -> Option<(&Members, bool)> {
    match &model.ty(base).kind {
        Kind::Sequence(members) | Kind::Set(members) => Some((members, false)),
        Kind::Choice(members) => Some((members, true)),
        Kind::External(ty) | Kind::EmbeddedPdv(ty) | Kind::CharacterString(ty) => {
            match &model.ty(model.base(*ty)).kind {
                Kind::Sequence(members) => Some((members, false)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// A range of INTEGER; MIN and MAX are the bounds of the parent's root.
fn integer_range(lo: &Bound, hi: &Bound, root: &Check) -> Check {
    let hull = integer_hull(root);
    let lo = integer_end(lo, &hull.lo, &hull.hi, 1);
    let hi = integer_end(hi, &hull.lo, &hull.hi, -1);
    Check::Integer(super::ranges::normalise(vec![(lo, hi)]))
}

/// The bound of a range of INTEGER; `inward` is the step for an exclusive bound.
pub(crate) fn integer_end(
    bound: &Bound,
    min: &Option<BigInt>,
    max: &Option<BigInt>,
    inward: i64,
) -> Option<BigInt> {
    let at = match &bound.end {
        End::Min => min.clone(),
        End::Max => max.clone(),
        End::Value(Value::Integer(v)) => Some(v.clone()),
        End::Value(_) => None,
    };
    match bound.open {
        true => at.map(|v| v.plus(&BigInt::from(inward))),
        false => at,
    }
}

/// Whether a constraint has an extension marker, itself or inside its set.
pub(crate) fn extensible(constraint: &Constraint) -> bool {
    constraint.extension.is_some() || extensible_set(&constraint.root)
}

fn extensible_set(set: &Set) -> bool {
    match set {
        Set::Union(list) | Set::Intersection(list) => list.iter().any(extensible_set),
        Set::Except(a, _) => extensible_set(a),
        Set::Nested(c) | Set::Size(c) | Set::Alphabet(c) | Set::Element(c) => extensible(c),
        Set::Components { list, .. } => list.iter().filter_map(|c| c.constraint.as_ref()).any(extensible),
        _ => false,
    }
}

/// Whether a set depends on something that is never checked.
fn recorded_only(set: &Set) -> bool {
    let within = |constraint: &Constraint| recorded_only(&constraint.root);
    match set {
        Set::Union(list) | Set::Intersection(list) => list.iter().any(recorded_only),
        Set::Except(a, b) => recorded_only(a) || recorded_only(b),
        Set::AllExcept(a) => recorded_only(a),
        Set::Nested(c) | Set::Element(c) => within(c),
        Set::Components { list, .. } => list.iter().filter_map(|c| c.constraint.as_ref()).any(within),
        Set::Type(_)
        | Set::Contents { .. }
        | Set::Table { .. }
        | Set::Pattern(_)
        | Set::Settings(_)
        | Set::UserDefined(_) => true,
        Set::Value(_) | Set::Range(..) | Set::Contained(_) | Set::Size(_) | Set::Alphabet(_) => false,
    }
}
