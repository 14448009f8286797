//! Views: what is in a message, read where it stands.
//!
//! A view holds its block and, as they become known, the ends of the groups and data behind it.
//! Whatever is of variable length is checked once, when it is first reached.
//!
//! Damage is kept by the view of the message: the parts that it hits, and all behind them, are empty.

use core::cell::Cell;

use super::facts::{in_version, Body, Schema, EMPTY_ENTRIES};
use super::octets::{Code, Error};
use super::skip::{pass_newer, walk};

/// Ends of parts that a view keeps, those of the first ones; that of the last one known it keeps too.
pub const ENDS: usize = 6;

/// What was found wrong with a message.
#[derive(Clone, Debug, Default)]
pub struct Fault {
    size: usize,
    found: Cell<Option<Error>>,
}

impl Fault {
    /// Nothing so far, with a message of so many octets.
    #[inline(always)]
    pub fn none(size: usize) -> Fault {
        Fault { size, found: Cell::new(None) }
    }

    /// What was found first.
    #[inline(always)]
    pub fn found(&self) -> Option<Error> {
        self.found.get()
    }

    /// Keeps the first one, with the octets that are left where it shows.
    #[inline(always)]
    pub fn keep(&self, code: Code, left: &[u8]) {
        self.found.set(first(self.found.get(), code, self.size, left.len()));
    }
}

/// What was found first. It is handed over and comes back: a fault whose address nobody has, and with it the
/// view that holds it, can be kept in registers.
#[cold]
#[inline(never)]
fn first(found: Option<Error>, code: Code, size: usize, left: usize) -> Option<Error> {
    found.or(Some(Error { code, offset: size - left.min(size) }))
}

/// What is known of the parts of a body.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known<'a> {
    /// How many of them.
    pub count: usize,
    /// What stands behind the last of them; nothing if it cannot be reached.
    pub next: &'a [u8],
    /// What stands behind the first ones takes so many octets.
    pub left: [usize; ENDS],
}

/// A block with parts behind it.
#[derive(Clone, Debug, Default)]
pub struct View<'a> {
    /// The block, as the sender has it.
    pub block: &'a [u8],
    /// The version of the sender.
    pub version: u32,
    pub(super) behind: &'a [u8],
    pub(super) prefix: &'a [u8],
    known: Cell<usize>,
    next: Cell<&'a [u8]>,
    left: Cell<[usize; ENDS]>,
}

/// Says of the way that leads here that it is seldom taken.
#[cold]
pub(super) fn rare() {}

/// What is wrong, and what is left where it shows.
pub type Wrong<'a> = (Code, &'a [u8]);

impl<'a> View<'a> {
    /// A view of a block that the octets begin with.
    #[inline(always)]
    pub fn new(prefix: &'a [u8], octets: &'a [u8], length: usize, version: u32) -> Option<View<'a>> {
        let (block, behind) = octets.split_at_checked(length)?;
        Some(View { block, version, behind, prefix, ..View::default() })
    }

    /// A view of no entry yet: one whose parts all end where the first entry begins, so that each entry begins
    /// where the one before ends.
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

    /// Goes to another entry of the same group.
    #[inline(always)]
    pub fn enter(&mut self, block: &'a [u8], behind: &'a [u8]) {
        self.block = block;
        self.behind = behind;
        self.known.set(0);
    }

    /// Whether the sender's version has what came with a version.
    #[inline(always)]
    pub fn has(&self, since: u32) -> bool {
        self.version >= since
    }

    /// What begins with a part, the end being the one behind the last; none or nothing if it cannot be reached.
    #[inline(always)]
    pub fn start(&self, body: &'static Body, index: usize, fault: &Fault) -> Option<&'a [u8]> {
        // Only what is newer stands between a block and what is known of it.
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

    /// Keeps what stands behind a part.
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
        // The end of the last part is the last one known, if any.
        if index + 1 < body.parts.len() {
            let mut left = self.left.get();
            if let Some(place) = left.get_mut(index) {
                *place = behind.len();
                self.left.set(left);
            }
        }
        self.known.set(index + 1);
    }

    /// Keeps that nothing behind a part can be reached.
    #[inline(always)]
    pub fn lose(&self, index: usize, fault: &Fault, (code, left): Wrong<'_>) {
        fault.keep(code, left);
        if self.known.get() <= index {
            self.next.set(&[]);
            self.known.set(index + 1);
        }
    }

    /// Data that is a part of a body; empty if it is damaged or absent.
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

    /// Octets that a message takes, all of it being looked at.
    ///
    /// # Errors
    /// What was found wrong with it first.
    #[inline]
    pub fn length(&self, body: &'static Body, fault: &Fault) -> Result<usize, Error> {
        let rest = self.finish(body, fault).map_or(0, <[u8]>::len);
        fault.found().map_or(Ok(fault.size - rest.min(fault.size)), Err)
    }

    /// Octets behind the whole body; none or nothing if it is damaged.
    #[inline(always)]
    pub fn finish(&self, body: &'static Body, fault: &Fault) -> Option<&'a [u8]> {
        self.start(body, body.parts.len(), fault)
    }
}

/// How many groups and data a newer sender wrote behind those that a body has.
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

/// A group whose entries' blocks would be there: how many there are, octets of each, its dimension, and
/// what stands behind that.
#[derive(Clone, Copy, Debug, Default)]
pub struct Opened<'a> {
    /// Entries.
    pub count: usize,
    /// Octets of the block of each.
    pub length: usize,
    /// The dimension.
    pub prefix: &'a [u8],
    /// What stands behind it.
    pub entries: &'a [u8],
}

/// Opens the group that begins there.
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

/// The view of a message that begins the octets, with the octets that its block has in every version. What
/// is behind the block is not looked at.
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

/// The template id of the message that begins the octets.
///
/// # Errors
/// They begin with no header of the schema.
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
