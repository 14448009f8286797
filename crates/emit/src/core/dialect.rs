//! What a language must be able to say.

use wireglot_model::{Tag, Value};
use wireglot_plan::{
    Check, Extent, First, Flag, Frame, Leaf, Order, Repeat, RoutineId, RowsId, Rules, ShapeId,
};

use crate::Writer;

/// Reading bytes into values or writing values as bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Bytes to values.
    Read,
    /// Values to bytes.
    Write,
}

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
    /// A number that [`Coding::number`] declared.
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
    /// Whether it is such a local, declared by [`Reading::declare_key`].
    pub local: bool,
}

/// Where values are. Places are expressions.
pub trait Places {
    /// A slot of a record.
    fn slot(&self, record: &Place, slot: u32) -> Place;
    /// The value of a choice that holds this alternative.
    fn alternative(&self, choice: &Place, alternative: u32) -> Place;
    /// The value of an open type that holds this row.
    fn row(&self, open: &Place, row: u32) -> Place;
    /// Makes storage for a place that needs some; whether that opened a block.
    fn begin_storage(&self, w: &mut Writer, place: &Place) -> bool;
}

/// What branches look at, as expressions of the language.
pub trait Conditions {
    /// The next bit.
    fn next_bit(&self) -> String;
    /// The next tag is one of these.
    fn next_is(&self, first: &First) -> String;
    /// The frame has more.
    fn more(&self) -> String;
    /// The frame has more, behind which nothing but its end comes: that finds out where there is none.
    fn rest(&self) -> String;
    /// The bitmap's bit is set.
    fn in_bitmap(&self, id: u32, bit: u32) -> String;
    /// A flag that [`Reading::flags`] declared is set.
    fn flag(&self, name: &str, index: u32) -> String;
    /// The flag is not set; sets it, and complains if it was.
    fn once(&self, name: &str, index: u32) -> String;
    /// An item stands behind those that [`Reading::begin_in_order`]'s local has seen; complains if not.
    fn in_order(&self, name: &str, item: u32) -> String;
    /// A slot that may be missing is there.
    fn present(&self, record: &Place, slot: u32) -> String;
    /// Unknown additions were kept; `None` where they never are.
    fn kept(&self, record: &Place) -> Option<String>;
    /// A choice holds this alternative.
    fn holds(&self, choice: &Place, alternative: u32) -> String;
    /// A value is equal to a constant.
    fn equals(&self, place: &Place, value: &Value) -> String;
    /// A value satisfies a test.
    fn satisfies(&self, place: &Place, check: &Check) -> String;
    /// The row of an open type is not known yet.
    fn undecided(&self, open: &Place) -> String;
    /// The same, and that it was not read before and kept for what is wrong with it.
    fn waits(&self, open: &Place) -> String;
    /// An open type holds the octets or bits of the string around it.
    fn is_string_alone(&self, leaf: &Leaf, open: &Place) -> String;
    /// Not.
    fn not(&self, condition: &str) -> String;
    /// And, or; of nothing: true, false.
    fn join(&self, conditions: &[String], all: bool) -> String;
}

/// Statements that branch and repeat; what begins a block is ended by `end` or `end_case`.
pub trait Control {
    /// If.
    fn begin_if(&self, w: &mut Writer, condition: &str);
    /// Else.
    fn begin_else(&self, w: &mut Writer);
    /// While.
    fn begin_while(&self, w: &mut Writer, condition: &str);
    /// For each element of a list that is in memory; its place.
    fn begin_each(&self, w: &mut Writer, id: u32, list: &Place) -> Place;
    /// Switch.
    fn begin_switch(&self, w: &mut Writer, subject: Subject);
    /// Case; without labels, the default.
    fn begin_case(&self, w: &mut Writer, labels: &[Label]);
    /// End of a case.
    fn end_case(&self, w: &mut Writer);
    /// End of any other block.
    fn end(&self, w: &mut Writer);
}

/// Statements that code values, either way.
pub trait Coding {
    /// A value without parts, in a frame with that tag.
    fn leaf(&self, w: &mut Writer, way: Direction, leaf: &Leaf, tag: Option<Tag>, place: &Place);
    /// A number that is no value: read into the local `text`, or written from the expression `text`.
    fn number(&self, w: &mut Writer, way: Direction, leaf: &Leaf, text: &str);
    /// Runs a routine.
    fn call(&self, w: &mut Writer, way: Direction, routine: RoutineId, place: &Place);
    /// Codes an open type by the row that it holds.
    fn call_rows(&self, w: &mut Writer, way: Direction, rows: RowsId, place: &Place);
    /// Enters a frame: opens a block when reading.
    fn begin_frame(&self, w: &mut Writer, way: Direction, frame: &Frame, id: u32);
    /// Leaves it.
    fn end_frame(&self, w: &mut Writer, way: Direction, frame: &Frame, id: u32);
    /// A string that holds an open type of which nothing is known, but under which rules: by itself.
    fn string_alone(
        &self,
        w: &mut Writer,
        way: Direction,
        rules: Rules,
        leaf: &Leaf,
        tag: Option<Tag>,
        open: &Place,
    );
    /// Begins a string's contents; what follows codes them under `rules`.
    fn begin_contained(
        &mut self,
        w: &mut Writer,
        way: Direction,
        rules: Rules,
        id: u32,
        leaf: &Leaf,
        tag: Option<Tag>,
    );
    /// Ends them.
    fn end_contained(
        &mut self,
        w: &mut Writer,
        way: Direction,
        rules: Rules,
        id: u32,
        leaf: &Leaf,
        tag: Option<Tag>,
    );
    /// Begins the elements of a list; the place of one.
    fn begin_repeat(
        &mut self,
        w: &mut Writer,
        way: Direction,
        repeat: &Repeat,
        id: u32,
        list: &Place,
    ) -> Place;
    /// Ends them.
    fn end_repeat(&mut self, w: &mut Writer, way: Direction, repeat: &Repeat, id: u32, list: &Place);
    /// Additions that the schema does not know.
    fn unknown(&self, w: &mut Writer, way: Direction, record: &Place, which: Unknowns);
    /// An alternative that the schema does not know; `index` is a local when reading one without tag.
    fn unknown_alternative(&self, w: &mut Writer, way: Direction, choice: &Place, index: Option<&str>);

    /// The bits at the front of a record end here; OER fills up their last octet (X.696 16.2).
    fn end_flags(&self, w: &mut Writer, way: Direction);

    /// Complains.
    fn fail(&self, w: &mut Writer, way: Direction, fault: Fault);
}

/// Statements that only a reader has.
pub trait Reading {
    /// How many bits in front of a record are read at once.
    const FLAGS: u32;
    /// Looks at so many bits, of which all that is read next is taken.
    fn look_ahead(&mut self, w: &mut Writer, id: u32, bits: u32);
    /// What is read next is taken from what was looked at under this id, or no more.
    fn set_ahead(&mut self, ahead: Option<u32>);
    /// Goes back to what was not taken; its id.
    fn step_back(&mut self, w: &mut Writer) -> Option<u32>;
    /// Whether a component is in memory of its own, which a reader takes first.
    fn is_apart(&self, record: &Place, slot: u32) -> bool;
    /// Opens a block one level deeper, if levels of the type are counted: whether it did.
    fn begin_level(&self, w: &mut Writer, shape: ShapeId) -> bool;
    /// Closes it.
    fn end_level(&self, w: &mut Writer);
    /// Opens a block inside of the frame of a tag before a dummy reference, or, where that stands in
    /// place of the tag `inner`, in front of it.
    fn begin_frame_before_dummy(&self, w: &mut Writer, tag: Tag, inner: Tag, id: u32);
    /// Closes it.
    fn end_frame_before_dummy(&self, w: &mut Writer, id: u32);
    /// Reads the bits up front into the flags of their slots, or into the local `additions`; `id` is of
    /// the local that holds them all.
    fn read_flags(&self, w: &mut Writer, id: u32, record: &Place, flags: &[Flag], additions: &str);
    /// Declares flags that are not set.
    fn flags(&self, w: &mut Writer, name: &str, count: u32);
    /// Declares the local that knows which items may come next.
    fn begin_in_order(&self, w: &mut Writer, name: &str);
    /// Reads a bitmap.
    fn read_bitmap(&self, w: &mut Writer, id: u32, count: &Leaf);
    /// Says that a slot is there.
    fn set_present(&self, w: &mut Writer, record: &Place, slot: u32);
    /// Gives a slot its default.
    fn set_value(&self, w: &mut Writer, place: &Place, value: &Value);
    /// What follows reads a slot of a record or an alternative of a choice: for who keeps the way.
    fn begin_part(&self, _w: &mut Writer, _owner: &Place, _at: u32) {}
    /// What follows reads the current element of a list, that which `id` counts.
    fn begin_element(&self, _w: &mut Writer, _id: u32, _list: &Place) {}
    /// The same of an element that is in memory, which [`Control::begin_each`] came to.
    fn begin_known_element(&self, _w: &mut Writer, _id: u32) {}
    /// Ends a part or an element.
    fn end_part(&self, _w: &mut Writer) {}
    /// Remembers where an open type begins, or a string that contains one.
    fn begin_held(&self, w: &mut Writer, id: u32);
    /// Opens a block behind it: where it does not decode and is kept, once more from its start.
    fn end_held(&self, w: &mut Writer, id: u32, open: &Place);
    /// Reads the string by itself, there.
    fn keep_string(&self, w: &mut Writer, rules: Rules, leaf: &Leaf, tag: Option<Tag>, open: &Place);
    /// Closes the block: it is kept.
    fn kept_held(&self, w: &mut Writer, id: u32);
    /// Says which alternative a choice holds.
    fn set_alternative(&self, w: &mut Writer, choice: &Place, alternative: u32);
    /// Declares a key that is not known yet; its local.
    fn declare_key(&self, w: &mut Writer, id: u32, shape: ShapeId) -> Place;
    /// Remembers the key that was just read.
    fn set_key(&self, w: &mut Writer, key: &Place, place: &Place);
    /// Finds the row of an open type; a key that is not known yet finds none.
    fn find_row(&self, w: &mut Writer, open: &Place, keys: &[Key]);
    /// Reads again what an open type kept when its key was not known.
    fn begin_kept(&mut self, w: &mut Writer, id: u32, open: &Place);
    /// Ends that.
    fn end_kept(&mut self, w: &mut Writer, id: u32);
    /// Begins items in any order: opens a loop and a switch over tags.
    fn begin_any_order(&self, w: &mut Writer, id: u32, order: Order);
    /// Refuses a value that canonical rules leave out.
    fn refuse_default(&self, w: &mut Writer, condition: &str);
}

/// Statements that only a writer has.
pub trait Writing {
    /// How many bits can be packed.
    const PACK: u32;
    /// Before anything is written of a value that has parts: may refuse it. `leaves` are those that write slots of
    /// a record, where no condition but that they are there stands around them.
    fn check_value(&self, w: &mut Writer, place: &Place, leaves: &[(u32, &Leaf)]);
    /// The same of what an alternative holds, if that has no parts.
    fn check_alternative(&self, w: &mut Writer, choice: &Place, alternative: u32, leaf: Option<&Leaf>);
    /// The same of an element.
    fn check_element(&self, w: &mut Writer, list: &Place, element: &Place, leaf: Option<&Leaf>);
    /// Writes bits.
    fn write_bits(&self, w: &mut Writer, conditions: &[String]);
    /// Writes a bitmap: these bits, then those of unknown additions.
    fn write_bitmap(&self, w: &mut Writer, count: &Leaf, bits: &[String], record: &Place);
    /// Remembers where items that are sorted later begin.
    fn begin_sorted(&self, w: &mut Writer, id: u32);
    /// Sorts them.
    fn end_sorted(&self, w: &mut Writer, id: u32);
    /// How many bits a leaf always takes, wherever it begins, where it can be packed; else `None`.
    fn packs(&self, leaf: &Leaf, place: &Place) -> Option<u32>;
    /// Begins bits that are put together before they are written: no more than [`Writing::PACK`].
    fn begin_pack(&self, w: &mut Writer, id: u32);
    /// Writes what was packed, where there is no room for so many bits more.
    fn make_room(&self, w: &mut Writer, id: u32, bits: u32);
    /// Packs bits.
    fn pack_bits(&self, w: &mut Writer, id: u32, conditions: &[String]);
    /// Packs a number that is a constant, of so many bits.
    fn pack_number(&self, w: &mut Writer, id: u32, number: u32, bits: u32);
    /// Packs a leaf.
    fn pack_leaf(&self, w: &mut Writer, id: u32, leaf: &Leaf, place: &Place);
    /// Writes what was packed.
    fn end_pack(&self, w: &mut Writer, id: u32);
    /// Writes what was packed together with the length of the list that is written next.
    fn pack_length(&mut self, id: u32);
    /// How many bits the length in front of a list takes, wherever it begins, if there are less than 128 elements.
    fn length_bits(&self, extent: &Extent) -> Option<u32>;
}

/// How one language writes the control of a plan: a trait a concept. Conditions and
/// places are expressions; everything else prints statements. `id` makes the names of
/// locals unique in a routine.
pub trait Dialect: Places + Conditions + Control + Coding + Reading + Writing {}

impl<D: Places + Conditions + Control + Coding + Reading + Writing> Dialect for D {}
