//! The words in which the walk tells what it meets.

use wireglot_model::Tag;
use wireglot_plan::ShapeId;

/// Where a value is, as the language writes it, and its type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// An expression.
    pub text: String,
    /// The type of what it denotes.
    pub shape: ShapeId,
}

/// What a switch looks at.
#[derive(Debug, Clone, Copy)]
pub enum Subject<'a> {
    /// The next tag.
    Tag,
    /// A number that `C::number` declared.
    Local(&'a str),
    /// The alternative that a choice holds.
    Alternative(&'a Place),
    /// The row that an open type's value was decoded by.
    Row(&'a Place),
}

/// What a case of a switch stands for.
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
    /// A component that must be there is not.
    Missing,
    /// The schema does not know this.
    Unknown,
    /// A component comes again, or behind its place.
    Late,
}

/// Which additions that the schema does not know.
#[derive(Debug, Clone, Copy)]
pub enum Unknowns<'a> {
    /// Elements with tags, wherever they stand.
    Anywhere,
    /// An element to be read, behind as many known additions as this local says.
    At(&'a str),
    /// Elements to be written, that stood behind at least so many known additions and less than so many.
    Between(u32, Option<u32>),
    /// Elements to be written whose tags stand behind the one and before the other.
    Tags(Option<Tag>, Option<Tag>),
    /// The frames behind a bitmap: its id, and how many it knows.
    Bitmap(u32, u32),
}

/// A value that an open type's row is found by.
#[derive(Debug, Clone)]
pub struct Key {
    /// The key itself, or a local that may or may not hold it yet.
    pub place: Place,
    /// Whether it is such a local, declared by `C::declare_key`.
    pub local: bool,
}
