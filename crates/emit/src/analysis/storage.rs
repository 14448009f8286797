//! How values of a type are held in memory in languages with structs and arrays; the same for all rules.

use std::collections::{HashMap, HashSet};

use wireglot_model::StringKind;
use wireglot_plan::{
    Arg, Contents, Leaf, OpenShape, Range, RecordKind, Shape, ShapeId, ShapeKind, ShapeType, Size, TableId,
};

use super::parts::Parts;

/// How a value is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Storage {
    /// Not stored: NULL.
    Nothing,
    /// A boolean.
    Boolean,
    /// A machine integer.
    Integer(Width),
    /// An integer of any size, as bytes.
    Big,
    /// A 64-bit binary floating-point number.
    Double,
    /// The number of an ENUMERATED value.
    Enumerated(Width),
    /// A slice of bits, or an array of that many bytes.
    Bits(Option<u64>),
    /// A slice of bytes, or an array of that many.
    Octets(Slice, Option<u64>),
    /// The runtime's struct for EXTERNAL.
    External,
    /// A struct with members.
    Record,
    /// One of several members, with a selector.
    Choice,
    /// Elements with a count: an array of that many, otherwise a pointer.
    List(Option<u64>),
    /// The contents of an open type, by a row of its table, and the index of that row.
    Rows(TableId),
}

/// The contents of a byte slice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slice {
    /// An OCTET STRING.
    Octets,
    /// An OBJECT IDENTIFIER.
    Oid,
    /// Characters.
    Text,
    /// Contents octets of a REAL.
    Real,
    /// An encoding.
    Any,
}

/// A type about which nothing is known: constants can't be stored in it or compared with it.
pub const ANY: Storage = Storage::Octets(Slice::Any, None);

/// Machine integer types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    I32,
    U32,
    I64,
    U64,
}

impl Width {
    /// The smallest and the largest number of the type.
    fn ends(self) -> (i128, i128) {
        match self {
            Width::I32 => (i128::from(i32::MIN), i128::from(i32::MAX)),
            Width::U32 => (0, i128::from(u32::MAX)),
            Width::I64 => (i128::from(i64::MIN), i128::from(i64::MAX)),
            Width::U64 => (0, i128::from(u64::MAX)),
        }
    }

    /// Whether a number fits the type.
    pub fn holds(self, value: i128) -> bool {
        let (least, greatest) = self.ends();
        least <= value && value <= greatest
    }

    /// Whether all numbers of another type fit this one.
    pub fn holds_all(self, other: Width) -> bool {
        let (least, greatest) = other.ends();
        self.holds(least) && self.holds(greatest)
    }

    /// Whether all numbers of the type are at least this value.
    pub fn all_from(self, value: i128) -> bool {
        value <= self.ends().0
    }

    /// Whether all numbers of the type are at most this value.
    pub fn all_upto(self, value: i128) -> bool {
        self.ends().1 <= value
    }
}

impl Storage {
    /// Whether a value is held in an array of bytes.
    pub fn is_array(self) -> bool {
        matches!(self, Storage::Bits(Some(_)) | Storage::Octets(_, Some(_)))
    }

    /// Whether a value is held in a struct generated for the schema.
    pub fn is_struct(self) -> bool {
        matches!(self, Storage::Record | Storage::Choice | Storage::List(_) | Storage::Rows(_))
    }
}

/// Storage options.
pub struct Options<'a> {
    /// Strings of at most this many bytes are arrays in their struct; longer ones are slices.
    pub inline_octets: u64,
    /// Lists of at most this many numbers or slices are arrays in their struct.
    pub inline_elements: u64,
    /// Whether REALs are held as their contents octets rather than as doubles.
    pub exact_reals: bool,
    /// Whether an INTEGER without usable bounds is held as a 64-bit integer anyway.
    pub is_i64: &'a dyn Fn(&ShapeType) -> bool,
}

/// Storage of all types of a shape.
pub struct Layout<'a> {
    pub shape: &'a Shape,
    storage: Vec<Storage>,
    /// Members by their owners, held by pointer because they lead back to these.
    pointers: HashMap<ShapeId, HashSet<u32>>,
    /// Structs, each after those it holds by value.
    pub order: Vec<ShapeId>,
    /// Types used only as parts of the associated type of EXTERNAL, which is held in the runtime's struct.
    pub hidden: HashSet<ShapeId>,
    /// Types whose values can contain or be contained in a recursive type. Only these have unbounded depth,
    /// so decoders count it.
    pub endless: HashSet<ShapeId>,
}

impl<'a> Layout<'a> {
    pub fn new(shape: &'a Shape, options: &Options) -> Layout<'a> {
        let ids = (0..shape.types.len() as u32).map(ShapeId);
        let storage = ids.map(|id| storage_of(shape, held(shape, id), options)).collect();
        let endless = endless(shape);
        let (pointers, order, hidden) = (HashMap::new(), Vec::new(), within_externals(shape));
        let mut layout = Layout { shape, storage, pointers, order, hidden, endless };
        layout.find_pointers();
        layout
    }

    /// How a value of the type is held.
    pub fn storage(&self, id: ShapeId) -> Storage {
        self.storage[id.index()]
    }

    /// The type a value is actually held as: the only possible contents of an open type or a string.
    pub fn held(&self, id: ShapeId) -> ShapeId {
        held(self.shape, id)
    }

    /// Whether a type has a member held by pointer.
    pub fn has_pointer(&self, owner: ShapeId) -> bool {
        self.pointers.contains_key(&owner)
    }

    /// Whether a member is held by pointer.
    pub fn by_pointer(&self, owner: ShapeId, member: u32) -> bool {
        self.pointers.get(&owner).is_some_and(|members| members.contains(&member))
    }

    /// The types of a struct's members.
    pub fn members(&self, id: ShapeId) -> Vec<ShapeId> {
        match &self.shape.get(id).kind {
            ShapeKind::Record { slots, .. } => slots.iter().map(|s| self.held(s.shape)).collect(),
            ShapeKind::Choice { alternatives, .. } => {
                alternatives.iter().map(|a| self.held(a.shape)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether anything is stored for an alternative of a choice.
    pub fn has_union(&self, choice: ShapeId) -> bool {
        let ShapeKind::Choice { alternatives, extensible } = &self.shape.get(choice).kind else {
            return false;
        };
        let is_stored = |shape: ShapeId| self.storage(self.held(shape)) != Storage::Nothing;
        *extensible || alternatives.iter().any(|alternative| is_stored(alternative.shape))
    }

    /// Whether values need no arena memory, except in rare forms; a list of them then grows in place.
    pub fn is_flat(&self, id: ShapeId) -> bool {
        match self.storage(id) {
            Storage::Record | Storage::Choice => {
                let mut members = self.members(id).into_iter().enumerate();
                members.all(|(at, member)| !self.by_pointer(id, at as u32) && self.is_flat(member))
            }
            Storage::List(None) | Storage::Rows(_) => false,
            _ => !matches!(self.shape.get(id).kind, ShapeKind::Time(_)),
        }
    }

    /// Walks the by-value members depth first, without recursion in this code. A member that leads to a
    /// struct still open is held by pointer.
    fn find_pointers(&mut self) {
        #[derive(Clone, Copy, PartialEq)]
        enum Mark {
            New,
            Open,
            Done,
        }
        let count = self.shape.types.len();
        let mut marks = vec![Mark::New; count];
        for start in (0..count as u32).map(ShapeId).filter(|id| !self.hidden.contains(id)).collect::<Vec<_>>()
        {
            let mut stack = Vec::new();
            let mut next = Some(start);
            while next.is_some() || !stack.is_empty() {
                // Members are looked up once for each struct: some have very many.
                if let Some(id) = next.take() {
                    let is_own = self.held(id) == id && self.storage(id).is_struct();
                    if marks[id.index()] == Mark::New && is_own {
                        marks[id.index()] = Mark::Open;
                        stack.push((id, self.members(id).into_iter().enumerate()));
                    }
                    continue;
                }
                let Some((id, members)) = stack.last_mut() else { break };
                match members.next() {
                    Some((_, member)) if !self.storage(member).is_struct() => {}
                    Some((at, member)) => match marks[member.index()] {
                        Mark::Open => {
                            self.pointers.entry(*id).or_default().insert(at as u32);
                        }
                        Mark::New => next = Some(member),
                        Mark::Done => {}
                    },
                    None => {
                        marks[id.index()] = Mark::Done;
                        self.order.push(*id);
                        stack.pop();
                    }
                }
            }
        }
    }
}

/// Types whose values can be at any depth or contain values at any depth: those that lead to a recursive
/// type, also through lists and open types, and those that a recursive type leads to.
fn endless(shape: &Shape) -> HashSet<ShapeId> {
    let parts = Parts::of(shape);
    let inwards: Vec<Vec<usize>> = (0..parts.count()).map(|place| parts.at(place)).collect();
    let mut outwards = vec![Vec::new(); inwards.len()];
    for (place, inward) in inwards.iter().enumerate() {
        inward.iter().for_each(|part| outwards[*part].push(place));
    }
    let mut endless = without_ends(&inwards, &outwards);
    endless.extend(without_ends(&outwards, &inwards));
    endless.into_iter().filter_map(|place| parts.ty(place)).collect()
}

/// What remains after repeatedly removing what leads nowhere.
fn without_ends(forth: &[Vec<usize>], back: &[Vec<usize>]) -> HashSet<usize> {
    let mut left: Vec<usize> = forth.iter().map(Vec::len).collect();
    let mut ends: Vec<usize> = (0..left.len()).filter(|place| left[*place] == 0).collect();
    while let Some(end) = ends.pop() {
        for &before in &back[end] {
            left[before] -= 1;
            if left[before] == 0 {
                ends.push(before);
            }
        }
    }
    (0..left.len()).filter(|place| left[*place] > 0).collect()
}

/// Types used only by EXTERNAL.
fn within_externals(shape: &Shape) -> HashSet<ShapeId> {
    let parts = Parts::of(shape);
    let is_external = |place: &usize| {
        let kind = parts.ty(*place).map(|id| &shape.get(id).kind);
        matches!(kind, Some(ShapeKind::Record { kind: RecordKind::External, .. }))
    };
    let reached = |mut stack: Vec<usize>| {
        let mut seen = HashSet::new();
        while let Some(place) = stack.pop() {
            if seen.insert(place) && !is_external(&place) {
                stack.extend(parts.at(place));
            }
        }
        seen
    };
    let externals = (0..parts.count()).filter(is_external);
    let mut hidden = reached(externals.flat_map(|place| parts.at(place)).collect());
    if !hidden.is_empty() {
        let tables =
            shape.tables.iter().flat_map(|t| t.rows.iter().filter_map(|r| r.shape).chain(t.keys.clone()));
        let seen = shape.roots.iter().map(|root| root.shape).chain(tables).map(ShapeId::index);
        let seen = reached(seen.collect());
        hidden.retain(|place| !seen.contains(place));
    }
    hidden.into_iter().filter_map(|place| parts.ty(place)).collect()
}

/// Follows open types and strings with only one possible contents type.
fn held(shape: &Shape, id: ShapeId) -> ShapeId {
    let mut at = id;
    for _ in 0..shape.types.len() {
        at = match &shape.get(at).kind {
            ShapeKind::Open(OpenShape::Fixed(inner)) => *inner,
            ShapeKind::BitString { contains: Some(Contents { shape, .. }), .. }
            | ShapeKind::OctetString { contains: Some(Contents { shape, .. }), .. } => *shape,
            _ => break,
        };
    }
    at
}

fn storage_of(shape: &Shape, id: ShapeId, options: &Options) -> Storage {
    let inline = |octets: Option<u64>| octets.filter(|n| *n > 0 && *n <= options.inline_octets);
    let ends = |size: &Size, unit: u64| inline(size.hi.and_then(|hi| hi.checked_mul(unit)));
    match &shape.get(id).kind {
        ShapeKind::Boolean => Storage::Boolean,
        ShapeKind::Null => Storage::Nothing,
        ShapeKind::Integer { range, .. } => match width(range) {
            Some(width) => Storage::Integer(width),
            None if (options.is_i64)(shape.get(id)) => Storage::Integer(Width::I64),
            None => Storage::Big,
        },
        ShapeKind::Enumerated { items, .. } => {
            let narrow = items.iter().all(|(_, n)| i32::try_from(*n).is_ok());
            Storage::Enumerated(if narrow { Width::I32 } else { Width::I64 })
        }
        ShapeKind::BitString { size, .. } => Storage::Bits(inline(size.hi.map(|hi| hi.div_ceil(8)))),
        ShapeKind::OctetString { size, .. } => Storage::Octets(Slice::Octets, ends(size, 1)),
        ShapeKind::Oid | ShapeKind::RelativeOid => Storage::Octets(Slice::Oid, None),
        ShapeKind::OidIri | ShapeKind::RelativeOidIri => Storage::Octets(Slice::Text, None),
        ShapeKind::Real if options.exact_reals => Storage::Octets(Slice::Real, None),
        ShapeKind::Real | ShapeKind::Float { .. } => Storage::Double,
        ShapeKind::String { kind, size } => Storage::Octets(
            Slice::Text,
            ends(size, u64::from(unit(*kind).max(1)) * if unit(*kind) == 0 { 4 } else { 1 }),
        ),
        ShapeKind::Time(_) => Storage::Octets(Slice::Text, None),
        ShapeKind::Record { kind: RecordKind::External, .. } => Storage::External,
        ShapeKind::Record { .. } => Storage::Record,
        ShapeKind::Choice { .. } => Storage::Choice,
        ShapeKind::List { element, size, .. } => {
            let element = storage_of_element(shape, *element, options);
            Storage::List(
                size.hi.filter(|hi| *hi > 0 && *hi <= options.inline_elements && !element.is_struct()),
            )
        }
        ShapeKind::Open(OpenShape::Keyed { table, .. }) => Storage::Rows(*table),
        ShapeKind::Open(_) => ANY,
    }
}

/// Whether a type is an INTEGER whose bounds fit no machine integer.
pub fn is_open_integer(kind: &ShapeKind) -> bool {
    matches!(kind, ShapeKind::Integer { range, .. } if width(range).is_none())
}

/// Enough to decide whether the element is a struct; does not follow lists of lists.
fn storage_of_element(shape: &Shape, id: ShapeId, options: &Options) -> Storage {
    let id = held(shape, id);
    match &shape.get(id).kind {
        ShapeKind::List { .. } => Storage::List(None),
        _ => storage_of(shape, id, options),
    }
}

/// Bytes of a character in memory; 0 if they vary (UTF-8).
pub fn unit(kind: StringKind) -> u32 {
    match kind {
        StringKind::Utf8 => 0,
        StringKind::Bmp => 2,
        StringKind::Universal => 4,
        _ => 1,
    }
}

/// The smallest C type for a range.
fn width(range: &Range) -> Option<Width> {
    let lo = range.lo.as_ref()?.to_i128()?;
    let hi = range.hi.as_ref()?.to_i128()?;
    [Width::I32, Width::U32, Width::I64, Width::U64]
        .into_iter()
        .find(|w| w.ends().0 <= lo && hi <= w.ends().1)
}

/// Whether a leaf has a bound that its storage cannot represent.
pub fn is_beyond(leaf: &Leaf, storage: Storage) -> bool {
    let Storage::Integer(width) = storage else { return false };
    leaf.args().iter().any(|(_, arg)| match arg {
        Arg::Bound(Some(bound)) => !bound.to_i128().is_some_and(|bound| width.holds(bound)),
        _ => false,
    })
}
