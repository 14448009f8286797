//! The names of records.

use wireglot_plan::ShapeType;

/// Where a value is, as asn1ct names the records that types without a name have: `Type_component_SEQOF`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Name<'n> {
    outer: Option<&'n Name<'n>>,
    step: &'n str,
}

impl<'n> Name<'n> {
    /// The name of the outermost value.
    pub fn root(name: &'n str) -> Name<'n> {
        Name { outer: None, step: name }
    }

    /// The name of a part of this value.
    pub fn part<'p>(&'p self, step: &'p str) -> Name<'p> {
        Name { outer: Some(self), step }
    }

    /// The elements of a list.
    pub fn elements(&self, set: bool) -> Name<'_> {
        self.part(if set { "SETOF" } else { "SEQOF" })
    }

    /// The name for values of a type at this position: the type's own, if it has one.
    pub fn of(self, ty: &'n ShapeType) -> Name<'n> {
        match is_named(ty) {
            true => Name::root(&ty.name),
            false => self,
        }
    }

    /// The name as text.
    pub fn text(&self) -> String {
        match self.outer {
            Some(outer) => format!("{}_{}", outer.text(), self.step),
            None => self.step.to_string(),
        }
    }
}

/// Whether a type has a name, and is not an instance of a parameterized type, for which asn1ct has several names.
pub(super) fn is_named(ty: &ShapeType) -> bool {
    !ty.name.contains(['.', '[', '{'])
}
