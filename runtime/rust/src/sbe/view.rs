//! Views: read a message in place.
//!
//! A view holds its block and, as they become known, the ends of the groups and data after it. Anything of
//! variable length is checked once, when it is first reached.
//!
//! The view of the message keeps the first error. The part with the error, and all parts after it, read as
//! empty.

use core::cell::Cell;

use super::facts::{in_version, Body, Schema, EMPTY_ENTRIES};
use super::octets::{Code, Error};
use super::skip::{pass_newer, walk};

/// Number of parts whose ends a view records, besides the end of the last known one.
pub const ENDS: usize = 6;

/// The first error in a message.
#[derive(Clone, Debug, Default)]
pub struct Fault {
    size: usize,
    found: Cell<Option<Error>>,
}

impl Fault {
    /// No error so far, in a message of `size` bytes.
    #[inline(always)]
    pub fn none(size: usize) -> Fault {
        Fault { size, found: Cell::new(None) }
    }

    /// The first error, if any.
    #[inline(always)]
    pub fn found(&self) -> Option<Error> {
        self.found.get()
    }

    /// Records an error unless there is one; `left` is the rest of the message from the place of the error.
    #[inline(always)]
    pub fn keep(&self, code: Code, left: &[u8]) {
        self.found.set(first(self.found.get(), code, self.size, left.len()));
    }
}

/// The error to keep. Passed and returned by value, so that a `Fault` whose address is never taken, and the
/// view that holds it, can stay in registers.
#[cold]
#[inline(never)]
fn first(found: Option<Error>, code: Code, size: usize, left: usize) -> Option<Error> {
    found.or(Some(Error { code, offset: size - left.min(size) }))
}

/// Known ends of the parts of a body.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known<'a> {
    /// The number of parts whose end is known.
    pub count: usize,
    /// What follows the last of them; empty if it cannot be reached.
    pub next: &'a [u8],
    /// Number of bytes after the end of each of the first parts.
    pub left: [usize; ENDS],
}

/// A block and the parts after it.
#[derive(Clone, Debug, Default)]
pub struct View<'a> {
    /// The block, as the sender wrote it.
    pub block: &'a [u8],
    /// The sender's schema version.
    pub version: u32,
    pub(super) behind: &'a [u8],
    pub(super) prefix: &'a [u8],
    known: Cell<usize>,
    next: Cell<&'a [u8]>,
    left: Cell<[usize; ENDS]>,
}

/// Marks the calling branch as unlikely.
#[cold]
pub(super) fn rare() {}

/// An error, and the rest of the message from its place.
pub type Wrong<'a> = (Code, &'a [u8]);

impl<'a> View<'a> {
    /// A view of the block of `length` bytes at the start of `octets`.
    #[inline(always)]
    pub fn new(prefix: &'a [u8], octets: &'a [u8], length: usize, version: u32) -> Option<View<'a>> {
        let (block, behind) = octets.split_at_checked(length)?;
        Some(View { block, version, behind, prefix, ..View::default() })
    }

    /// A view before the first entry: all its parts end where the first entry starts, so every entry starts
    /// where the one before it ends.
    #[inline(always)]
    pub fn before(prefix: &'a [u8], version: u32, body: &'static Body, first: &'a [u8]) -> View<'a> {
        View {
            prefix,
            version,
            known: Cell::new(body.parts.len()),
            next: Cell::new(first),
            ..View::default()
        }
    }

    /// Moves to another entry of the same group.
    #[inline(always)]
    pub fn enter(&mut self, block: &'a [u8], behind: &'a [u8]) {
        self.block = block;
        self.behind = behind;
        self.known.set(0);
    }

    /// Whether the sender's version has what version `since` added.
    #[inline(always)]
    pub fn has(&self, since: u32) -> bool {
        self.version >= since
    }

    /// Where a part starts; `index` may be one past the last. `None` or empty if it cannot be reached.
    #[inline(always)]
    pub fn start(&self, body: &'static Body, index: usize, fault: &Fault) -> Option<&'a [u8]> {
        // Only parts of a newer version can come between a block and its first known part.
        if index == 0 && (!body.counts() || u64::from(self.version) <= body.schema.version) {
            return Some(self.behind);
        }
        let known = self.known.get();
        if index != 0 && known == index {
            return Some(self.next.get());
        }
        if index != 0 && known > index {
            if let Some(left) = self.left.get().get(index - 1) {
                return self.behind.get(self.behind.len().checked_sub(*left)?..);
            }
        }
        rare();
        if fault.found().is_some() {
            return None;
        }
        let known = Known { count: known, next: self.next.get(), left: self.left.get() };
        let (known, found) = walk(body, index, self.behind, self.prefix, self.version, known);
        self.known.set(known.count);
        self.next.set(known.next);
        self.left.set(known.left);
        match found {
            Ok(at) => Some(at),
            Err((code, left)) => {
                fault.keep(code, left);
                None
            }
        }
    }

    /// Records where a part ends.
    #[inline(always)]
    pub fn ended(&self, body: &'static Body, index: usize, fault: &Fault, mut behind: &'a [u8]) {
        if self.known.get() > index {
            return;
        }
        if body.counts() && u64::from(self.version) > body.schema.version {
            match pass_newer(body, index + 1, behind, self.prefix, self.version) {
                Ok(passed) => behind = passed,
                Err(wrong) => return self.lose(index, fault, wrong),
            }
        }
        self.next.set(behind);
        // The end of the last part is kept as the last known end, if at all.
        if index + 1 < body.parts.len() {
            let mut left = self.left.get();
            if let Some(place) = left.get_mut(index) {
                *place = behind.len();
                self.left.set(left);
            }
        }
        self.known.set(index + 1);
    }

    /// Records that nothing after a part can be reached.
    #[inline(always)]
    pub fn lose(&self, index: usize, fault: &Fault, (code, left): Wrong<'_>) {
        fault.keep(code, left);
        if self.known.get() <= index {
            self.next.set(&[]);
            self.known.set(index + 1);
        }
    }

    /// The data field at `index` of `body`; empty if it is absent or invalid.
    #[inline(always)]
    pub fn data(&self, body: &'static Body, index: usize, fault: &Fault) -> &'a [u8] {
        let Some(part) = body.part(index).filter(|part| self.has(part.since)) else { return &[] };
        let Some(at) = self.start(body, index, fault) else { return &[] };
        let found = at.split_at_checked(part.prefix.size).and_then(|(prefix, octets)| {
            let length = part.prefix.length.read(prefix, part.prefix.big);
            octets.split_at_checked(usize::try_from(length).ok()?)
        });
        match found {
            Some((data, behind)) => {
                self.ended(body, index, fault, behind);
                data
            }
            None => {
                rare();
                self.lose(index, fault, (Code::TooShort, &[]));
                &[]
            }
        }
    }

    /// The length of the message in bytes; reads all of it.
    ///
    /// # Errors
    /// The first error in it.
    #[inline]
    pub fn length(&self, body: &'static Body, fault: &Fault) -> Result<usize, Error> {
        let rest = self.finish(body, fault).map_or(0, <[u8]>::len);
        fault.found().map_or(Ok(fault.size - rest.min(fault.size)), Err)
    }

    /// What follows the whole body; `None` or empty if it is invalid.
    #[inline(always)]
    pub fn finish(&self, body: &'static Body, fault: &Fault) -> Option<&'a [u8]> {
        self.start(body, body.parts.len(), fault)
    }
}

/// How many groups and data fields a newer sender wrote beyond those of the body.
#[inline(always)]
pub fn more(body: &Body, prefix: &[u8], version: u32) -> Result<(u64, u64), Code> {
    let (lead, newer) = (body.prefix, u64::from(version) > body.schema.version);
    let more = |counted: u64, own: usize| match counted.checked_sub(own as u64) {
        Some(0) => Ok(0),
        Some(more) if newer => Ok(more),
        _ => Err(Code::WrongCount),
    };
    let groups = match lead.groups.is_said() {
        true => more(lead.groups.read(prefix, lead.big), in_version(body.groups, version))?,
        false => 0,
    };
    let data = match lead.data.is_said() {
        true => more(lead.data.read(prefix, lead.big), in_version(body.data, version))?,
        false => 0,
    };
    Ok((groups, data))
}

/// A group whose blocks fit into the buffer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Opened<'a> {
    /// Number of entries.
    pub count: usize,
    /// Length of each entry's block in bytes.
    pub length: usize,
    /// The dimension.
    pub prefix: &'a [u8],
    /// What follows the dimension.
    pub entries: &'a [u8],
}

/// Opens the group that starts at `at`.
#[inline(always)]
pub fn open<'a>(entry: &'static Body, at: &'a [u8], version: u32) -> Result<Opened<'a>, Wrong<'a>> {
    let lead = entry.prefix;
    let Some((prefix, entries)) = at.split_at_checked(lead.size) else { return Err((Code::TooShort, &[])) };
    let length = lead.block_length.read(prefix, lead.big);
    let count = lead.count.read(prefix, lead.big);
    match length.checked_mul(count) {
        Some(due) if due <= entries.len() as u64 => {}
        _ => return Err((Code::TooShort, at)),
    }
    if length < in_version(entry.least, version) as u64 && count != 0 {
        return Err((Code::ShortBlock, at));
    }
    if length == 0 && count > EMPTY_ENTRIES {
        return Err((Code::EmptyEntries, at));
    }
    if entry.counts() && count != 0 {
        more(entry, prefix, version).map_err(|code| (code, at))?;
    }
    Ok(Opened { count: count as usize, length: length as usize, prefix, entries })
}

/// The view of the message at the start of `octets`, and the bytes that its block has in every version. Does
/// not look at anything after the block.
#[inline(always)]
pub fn headed<'a, const BASE: usize>(
    body: &'static Body,
    octets: &'a [u8],
) -> Result<(&'a [u8; BASE], View<'a>, Fault), Error> {
    let lead = body.prefix;
    let wrong = |code, offset| Err(Error { code, offset });
    let Some((prefix, rest)) = octets.split_at_checked(lead.size) else {
        return wrong(Code::TooShort, octets.len());
    };
    if lead.schema_id.read(prefix, lead.big) != body.schema.id {
        return wrong(Code::WrongSchema, 0);
    }
    if lead.template_id.read(prefix, lead.big) != body.id {
        return wrong(Code::AnotherMessage, 0);
    }
    let version = u32::try_from(lead.version.read(prefix, lead.big)).unwrap_or(u32::MAX);
    let length = lead.block_length.read(prefix, lead.big);
    if length < in_version(body.least, version) as u64 {
        return wrong(Code::ShortBlock, 0);
    }
    if let Err(code) = more(body, prefix, version) {
        return wrong(code, 0);
    }
    let view = usize::try_from(length).ok().and_then(|length| View::new(prefix, rest, length, version));
    let Some(view) = view else { return wrong(Code::TooShort, octets.len()) };
    match view.block.first_chunk() {
        Some(base) => Ok((base, view, Fault::none(octets.len()))),
        None => wrong(Code::ShortBlock, 0),
    }
}

/// The template id of the message at the start of `octets`.
///
/// # Errors
/// They do not start with a header of this schema.
pub fn template(schema: &Schema, octets: &[u8]) -> Result<u64, Error> {
    let lead = schema.header;
    let Some(prefix) = octets.get(..lead.size) else {
        return Err(Error { code: Code::TooShort, offset: octets.len() });
    };
    match lead.schema_id.read(prefix, lead.big) == schema.id {
        true => Ok(lead.template_id.read(prefix, lead.big)),
        false => Err(Error { code: Code::WrongSchema, offset: 0 }),
    }
}
