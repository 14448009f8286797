//! Stores values without parts.

use wireglot_plan::{Shape, ShapeId, ShapeKind};

use super::{Draft, Kind, Misplaced, Unnumbered};

/// A place in a draft, to be filled by a conversion.
#[derive(Debug)]
pub struct Spot<'d> {
    pub(crate) draft: &'d mut Draft,
    pub(crate) shape: &'d Shape,
    pub(crate) id: u32,
    pub(crate) at: usize,
}

impl Spot<'_> {
    /// The expected type.
    pub fn shape(&self) -> ShapeId {
        self.draft.get(self.id).map_or(ShapeId(0), |item| item.shape)
    }

    fn done(&self, done: Result<(), Misplaced>) -> Result<(), String> {
        match done {
            Ok(()) => Ok(()),
            Err(Misplaced::Twice | Misplaced::Other(_)) => Err("this appears twice".into()),
            Err(Misplaced::Kind | Misplaced::Many) => {
                Err(format!("this is not a value of `{}`", self.shape.get(self.shape()).name))
            }
        }
    }

    /// Stores a BOOLEAN.
    ///
    /// # Errors
    /// The place has a different type, or already has a value. This applies to all of these methods.
    pub fn boolean(&mut self, value: bool) -> Result<(), String> {
        self.typed(|kind| matches!(kind, ShapeKind::Boolean))?;
        let done = self.draft.leaf(self.id, Kind::Boolean(value));
        self.done(done)
    }

    /// Stores a NULL.
    ///
    /// # Errors
    /// As [`Spot::boolean`].
    pub fn null(&mut self) -> Result<(), String> {
        self.typed(|kind| matches!(kind, ShapeKind::Null))?;
        let done = self.draft.leaf(self.id, Kind::Null);
        self.done(done)
    }

    /// Stores an INTEGER, which must be within the bounds of its type.
    ///
    /// # Errors
    /// As [`Spot::boolean`].
    pub fn integer(&mut self, value: i64) -> Result<(), String> {
        let ShapeKind::Integer { range, .. } = &self.shape.get(self.shape()).kind else {
            return self.done(Err(Misplaced::Kind));
        };
        let (lo, hi) =
            (range.lo.as_ref().and_then(|n| n.to_i64()), range.hi.as_ref().and_then(|n| n.to_i64()));
        if lo.is_some_and(|lo| value < lo) || hi.is_some_and(|hi| value > hi) {
            let bound = |n: Option<i64>| n.map_or("...".into(), |n| n.to_string());
            return Err(format!("{value} is not from {} to {}", bound(lo), bound(hi)));
        }
        let done = self.draft.leaf(self.id, Kind::Integer(value));
        self.done(done)
    }

    /// Stores an ENUMERATED, given by the name of its item.
    ///
    /// # Errors
    /// As [`Spot::boolean`].
    pub fn item(&mut self, name: &str) -> Result<(), String> {
        let ShapeKind::Enumerated { items, .. } = &self.shape.get(self.shape()).kind else {
            return self.done(Err(Misplaced::Kind));
        };
        let Some((_, number)) = items.iter().find(|(item, _)| item == name) else {
            return Err(format!("there is no item `{name}`"));
        };
        let done = self.draft.leaf(self.id, Kind::Enumerated(*number));
        self.done(done)
    }

    /// Stores an OCTET STRING or a character string, depending on the type.
    ///
    /// # Errors
    /// As [`Spot::boolean`].
    pub fn octets(&mut self, octets: &[u8]) -> Result<(), String> {
        self.sized(octets, true)
    }

    /// Stores the characters of a name that has no number, for a reason. Such a value has the wrong size, so no
    /// other encoding can contain it.
    ///
    /// # Errors
    /// As [`Spot::boolean`].
    pub fn name(&mut self, name: &[u8], why: String) -> Result<(), String> {
        self.sized(name, false)?;
        self.draft.unnumbered.push(Unnumbered { part: self.id, at: self.at, why });
        Ok(())
    }

    fn sized(&mut self, octets: &[u8], fits: bool) -> Result<(), String> {
        let (size, text) = match &self.shape.get(self.shape()).kind {
            ShapeKind::OctetString { size, .. } => (*size, false),
            ShapeKind::String { size, .. } => (*size, true),
            _ => return self.done(Err(Misplaced::Kind)),
        };
        let length = octets.len() as u64;
        if fits && (length < size.lo || size.hi.is_some_and(|hi| length > hi)) {
            let most = size.hi.map_or("any number of".into(), |hi| hi.to_string());
            return Err(format!("{length} characters or octets: it has from {} to {most}", size.lo));
        }
        if text && !octets.is_ascii() {
            return Err("a character of this string is not ASCII".into());
        }
        let start = self.draft.octets.len() as u32;
        self.draft.octets.extend_from_slice(octets);
        let end = self.draft.octets.len() as u32;
        let kind = if text { Kind::Text(start, end) } else { Kind::Octets(start, end) };
        let done = self.draft.leaf(self.id, kind);
        self.done(done)
    }

    /// The place of a component.
    ///
    /// # Errors
    /// As [`Spot::boolean`].
    pub fn slot(&mut self, name: &str) -> Result<Spot<'_>, String> {
        let ShapeKind::Record { slots, .. } = &self.shape.get(self.shape()).kind else {
            return Err("this is not a record".into());
        };
        let found = slots.iter().enumerate().find(|(_, slot)| slot.name == name);
        let (index, slot) = found.ok_or_else(|| format!("there is no component `{name}`"))?;
        match self.draft.slot(self.id, index as u32, slot.shape, self.at) {
            Ok((id, _)) => Ok(Spot { draft: self.draft, shape: self.shape, id, at: self.at }),
            Err(_) => Err("this appears twice".into()),
        }
    }

    /// The place of a new element.
    ///
    /// # Errors
    /// As [`Spot::boolean`].
    pub fn element(&mut self) -> Result<Spot<'_>, String> {
        let ShapeKind::List { element, .. } = self.shape.get(self.shape()).kind else {
            return Err("this is not a list".into());
        };
        match self.draft.add(self.id, element, self.at) {
            Ok((id, _)) => Ok(Spot { draft: self.draft, shape: self.shape, id, at: self.at }),
            Err(_) => Err("this is not a list".into()),
        }
    }

    /// Stores a list of strings of one octet each.
    ///
    /// # Errors
    /// As [`Spot::boolean`].
    pub fn fill(&mut self, octets: &[u8]) -> Result<(), String> {
        self.draft.exists(self.id, self.shape);
        octets.iter().try_for_each(|octet| self.element()?.octets(&[*octet]))
    }

    fn typed(&self, is: impl Fn(&ShapeKind) -> bool) -> Result<(), String> {
        match is(&self.shape.get(self.shape()).kind) {
            true => Ok(()),
            false => self.done(Err(Misplaced::Kind)),
        }
    }
}
