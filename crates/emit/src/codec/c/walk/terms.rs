//! The terms in which the walk describes what it meets.

use wireglot_model::Tag;
use wireglot_plan::ShapeId;

/// The place of a value in the output language, and its type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// An expression.
    pub text: String,
    /// The type of the value there.
    pub shape: ShapeId,
}

/// What a switch tests.
#[derive(Debug, Clone, Copy)]
pub enum Subject<'a> {
    /// The next tag.
    Tag,
    /// A number that `C::number` declared.
    Local(&'a str),
    /// The alternative that a choice holds.
    Alternative(&'a Place),
    /// The row by which an open type's value was decoded.
    Row(&'a Place),
}

/// The label of a case.
#[derive(Debug, Clone, Copy)]
pub enum Label<'a> {
    /// A tag.
    Tag(Tag),
    /// A number.
    Number(u64),
    /// An alternative of the choice.
    Alternative(&'a Place, u32),
    /// An alternative that the schema does not know.
    Unknown(&'a Place),
    /// A row of the open type's table.
    Row(&'a Place, u32),
    /// An open type's octets, whatever they are.
    Opaque(&'a Place),
}

/// What is wrong with the bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// A mandatory component is missing.
    Missing,
    /// Something that the schema does not know.
    Unknown,
    /// A component comes twice, or after its position.
    Late,
}

/// Which unknown additions are meant.
#[derive(Debug, Clone, Copy)]
pub enum Unknowns<'a> {
    /// Elements with tags, in any position.
    Anywhere,
    /// An element to be read, after as many known additions as this local says.
    At(&'a str),
    /// Elements to be written that came after at least the first number of known additions, and fewer than
    /// the second.
    Between(u32, Option<u32>),
    /// Elements to be written whose tags come after the first and before the second.
    Tags(Option<Tag>, Option<Tag>),
    /// The frames after a bitmap: its id, and the number of known additions.
    Bitmap(u32, u32),
}

/// A value by which an open type's row is found.
#[derive(Debug, Clone)]
pub struct Key {
    /// The key itself, or a local that may or may not hold it yet.
    pub place: Place,
    /// Whether it is such a local, declared by `C::declare_key`.
    pub local: bool,
}
