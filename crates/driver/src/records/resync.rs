//! Finds where to continue after an invalid record.

use std::io::{self, Read};
use std::ops::Range;

use super::walk::{Found, LARGE};
use super::{Framing, Prefix, Records, Walk};

/// The maximum number of consecutive lengths followed without decoding.
const CLAIMS: usize = 16;

/// The maximum distance in bytes at which the next good record is looked for in order to doubt the one before
/// it.
const NEAR: usize = 1 << 16;

/// The number of bytes searched for records of any length, as a multiple of the bytes read so far (plus some
/// credit at the start). Beyond it, only short records are looked for.
const AGAIN: u64 = 32;

/// The same multiple for searches within the bytes that one record claims.
const INSIDE: u64 = 16;

/// The size in bytes of a short record.
const FEW: usize = 1 << 12;

/// The number of consecutive records that are not a coincidence.
const RUN: usize = 3;

impl<R: Read> Walk<R> {
    /// Finds a good record that begins within the held record of `held` bytes and ends after it. In that case
    /// the held record lost bytes and took some of the next one's.
    pub(super) fn begins_inside<D: Records>(
        &mut self,
        records: &mut D,
        held: usize,
    ) -> io::Result<Option<usize>> {
        if self.framing.line.is_some() {
            return Ok(None);
        }
        for at in 1..held {
            if let Some(end) = self.good(records, at)? {
                if end > held && self.stands(records, end)? {
                    return Ok(Some(at));
                }
            }
        }
        Ok(None)
    }

    /// Finds a record within the held one, or shortly after it unless `leads_on`, whose stated length leads
    /// to the next good record. `None` if the length after the held record leads there.
    pub(super) fn claimed_near<D: Records>(
        &mut self,
        records: &mut D,
        held: usize,
        leads_on: bool,
    ) -> io::Result<Option<usize>> {
        if self.framing.line.is_some() || self.is_weak() {
            // With weak lengths, some position would always lead there.
            return Ok(None);
        }
        let mut next = None;
        for at in held + 1..held + NEAR {
            if !self.need(at + 1)? {
                return Ok(None);
            }
            if let Some(end) = self.good(records, at)? {
                if self.stands(records, end)? {
                    next = Some(at);
                    break;
                }
            }
        }
        if next.is_none() || self.arrives(records, held, next)? {
            return Ok(None);
        }
        // Farther away, more bytes would look like a length that leads there.
        let near = self.sizes.short();
        let soon = held.saturating_add(if leads_on { 0 } else { near }).min(next.unwrap_or(0));
        // The last bytes of the held record are its own if what follows begins like another record.
        let own = if self.begins_like_one(records, held)? { 0 } else { near };
        for at in (held.saturating_sub(own).max(1)..held).chain(held + 1..soon) {
            let other = self.is_filling(held, at) || self.is_stub(records, held..at);
            if !other && self.is_kin(records, at)? && self.arrives(records, at, next)? {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// Whether the length prefix after the held record leads to a good record, directly or through others. If
    /// so, the frames are intact, whatever their contents.
    pub(super) fn leads_on<D: Records>(&mut self, records: &mut D, held: usize) -> io::Result<bool> {
        let Some(prefix) = self.framing.prefix else { return Ok(false) };
        let most = self.sizes.twice();
        // With short prefixes, a few consecutive ones would always lead there.
        let claims = if self.is_weak() { 1 } else { RUN };
        let mut at = held;
        for _ in 0..claims {
            let claim = self.claim(records, at)?;
            let Some(next) = claim.filter(|next| *next > at + prefix.octets() && next - at <= most) else {
                return Ok(false);
            };
            if let Some(end) = self.good(records, next)? {
                return self.stands(records, end);
            }
            at = next;
        }
        Ok(false)
    }

    /// Whether a record seems to begin at a position, judging by its stated length, which must be similar to
    /// those seen. Not used with length prefixes, since too many bytes look like one.
    fn begins_like_one<D: Records>(&mut self, records: &mut D, at: usize) -> io::Result<bool> {
        if self.framing.prefix.is_some() {
            return Ok(false);
        }
        let (least, most) = self.sizes.bounds(0, true);
        let claim = self.claim(records, at)?.and_then(|next| next.checked_sub(at));
        Ok(claim.is_some_and(|octets| (least..=most).contains(&octets)) && self.is_kin(records, at)?)
    }

    /// Whether a good record is certain, so that an error must be in what follows it.
    fn stands<D: Records>(&mut self, records: &mut D, end: usize) -> io::Result<bool> {
        Ok(!self.is_weak() || self.confirmed(records, end)?)
    }

    /// Whether length prefixes are so short that many bytes look like one.
    fn is_weak(&self) -> bool {
        self.framing.prefix.is_some_and(|prefix| prefix.octets() < 2)
    }

    /// Whether the bytes between two positions look like padding: all have the same value.
    fn is_filling(&self, from: usize, to: usize) -> bool {
        match self.slice(&(from..to.max(from))) {
            [] => false,
            [one] => matches!(one, 0 | 0xff),
            between => between.iter().all(|octet| Some(octet) == between.first()),
        }
    }

    /// Whether `octets` begin like a kind of record that has been seen or is listed.
    fn is_known<D: Records>(&self, records: &D, octets: &[u8]) -> bool {
        self.seen.has(records.kind(octets)) || records.lists(octets)
    }

    /// Whether the bytes at a position are of a kind that may occur.
    fn is_kin<D: Records>(&mut self, records: &D, at: usize) -> io::Result<bool> {
        let body = at + self.framing.prefix.map_or(0, Prefix::octets);
        let there = self.need(body + 1)?;
        let octets = self.feed.window().get(body..).unwrap_or_default();
        Ok(there && (!self.seen.any() || self.is_known(records, octets)))
    }

    /// Whether some bytes look like the beginning of a truncated record: its length, as far as present, is
    /// plausible, and its kind may occur.
    fn is_stub<D: Records>(&self, records: &D, place: Range<usize>) -> bool {
        let stub = self.slice(&place);
        if stub.is_empty() {
            return false;
        }
        let Some(prefix) = self.framing.prefix else {
            let ends = matches!(records.extent(stub), Some(Ok(octets)) if octets <= stub.len());
            return !ends && self.is_known(records, stub);
        };
        // A complete prefix is enough evidence to accept a length unlike those seen.
        let body = stub.get(prefix.octets()..);
        let (least, most) = self.sizes.bounds(prefix.octets(), body.is_some());
        let body = body.unwrap_or_default();
        let known = body.is_empty() || !self.is_weak() || self.is_known(records, body);
        known && prefix.may_begin(stub, least, most)
    }

    /// Finds a good record so soon after the held one that the bytes between them are hardly another record,
    /// even a truncated one; `None` if they look like the beginning of one.
    pub(super) fn begins_soon<D: Records>(
        &mut self,
        records: &mut D,
        held: usize,
    ) -> io::Result<Option<usize>> {
        if self.framing.line.is_some() {
            return Ok(None);
        }
        for at in held + 1..held.saturating_add(self.sizes.short()) {
            if !self.need(at + 1)? {
                return Ok(None);
            }
            if let Some(end) = self.good(records, at)? {
                if self.stands(records, end)? {
                    let other = self.is_filling(held, at) || self.is_stub(records, held..at);
                    return Ok((!other).then_some(at));
                }
            }
        }
        Ok(None)
    }

    /// The offset from the window's start, where there is an invalid record, at which to continue.
    pub(super) fn next_boundary<D: Records>(&mut self, records: &mut D) -> io::Result<usize> {
        let claim = self.claim(records, 0)?.filter(|claim| *claim > 0);
        if let Some(claim) = claim {
            if self.framing.line.is_some() {
                return Ok(claim);
            }
            let told = self.ends(claim)? || self.good(records, claim)?.is_some();
            if told && !self.takes_others(records, claim)? {
                return Ok(claim);
            }
        }
        let stop = self.block_end(0)?;
        if !self.tells_ends(records) {
            self.lost = stop.is_none();
            return Ok(stop.unwrap_or(0));
        }
        let start = self.feed.offset();
        let found = self.scan(records, stop)?;
        // If the scan dropped bytes, the claimed end is before the window.
        let claim = claim.filter(|_| self.feed.offset() == start);
        let arrived = match claim {
            Some(claim) => self.arrives(records, claim, found)?.then_some(claim),
            None => None,
        };
        Ok(arrived.or(found).or(stop).unwrap_or(self.feed.window().len()))
    }

    /// Whether an invalid record of the claimed size contains good records, although another begins where it
    /// ends.
    fn takes_others<D: Records>(&mut self, records: &mut D, claim: usize) -> io::Result<bool> {
        // If records state their own length, it confirms the prefix, however short that is.
        if self.is_weak() && records.extent(&[]).is_none() {
            return Ok(false);
        }
        // The contents of a record may look like another one. Without length prefixes, only those count that
        // are long enough and end where it does, or where the padding of the block begins.
        let framed = self.framing.prefix.is_some();
        for at in 1..claim {
            let Some(end) = self.good(records, at)?.filter(|end| *end <= claim) else { continue };
            let last = end == claim || (self.framing.block.is_some() && self.ends(end)?);
            if framed || (last && !self.sizes.are_above(end - at)) {
                return Ok(true);
            }
        }
        Ok(!framed && self.sizes.are_below(claim) && self.goes_on_inside(records, 0..claim)?)
    }

    /// Whether frames or the records themselves show where they end.
    pub(super) fn tells_ends<D: Records>(&self, records: &D) -> bool {
        let Framing { prefix, line, .. } = self.framing;
        prefix.is_some() || line.is_some() || records.extent(self.feed.window()).is_some()
    }

    /// Whether many good records lie within the range claimed by one.
    pub(super) fn goes_on_inside<D: Records>(
        &mut self,
        records: &mut D,
        taken: Range<usize>,
    ) -> io::Result<bool> {
        if !self.seen.any() {
            return Ok(false);
        }
        // After too many large claims, further ones are not believed.
        self.farthest = self.farthest.max(self.feed.offset() + (taken.end + LARGE) as u64);
        let inside = self.inside.saturating_add(taken.len() as u64);
        if inside > self.farthest.saturating_mul(INSIDE) {
            return Ok(true);
        }
        self.inside = inside;
        for from in taken.start + 1..taken.end {
            let mut place = from;
            for _ in 0..RUN {
                match self.good_within(records, place..taken.end) {
                    Some(next) => place = next,
                    None => break,
                }
                if place > taken.start + LARGE {
                    return Ok(false);
                }
            }
            if place > from && self.good_within(records, place..taken.end).is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The end of a good record at the start of a range and within it.
    fn good_within<D: Records>(&mut self, records: &mut D, range: Range<usize>) -> Option<usize> {
        let at = range.start;
        let octets = self.feed.window().get(range)?;
        if let Some(prefix) = self.framing.prefix {
            let (from, length) = (prefix.octets(), prefix.read(octets)?);
            let body = octets.get(from..from.checked_add(length)?).filter(|body| !body.is_empty())?;
            return (records.probe(body) == Some(length)).then_some(at + from + length);
        }
        if octets.is_empty() || !self.is_known(records, octets) {
            return None;
        }
        let octets = match records.extent(octets) {
            Some(extent) => octets.get(..extent.ok()?)?,
            None => octets,
        };
        let taken = records.probe(octets).filter(|taken| *taken > 0)?;
        Some(at + taken)
    }

    /// Whether this many bytes at a position may be searched; limits repeated searches of large records.
    fn may_look(&mut self, at: usize, octets: usize) -> bool {
        let behind = self.feed.offset() + (at + LARGE) as u64;
        let may =
            self.looked <= behind.saturating_mul(AGAIN) || octets <= self.sizes.twice().clamp(FEW, NEAR);
        self.looked = self.looked.saturating_add(if may { octets as u64 } else { 0 });
        may
    }

    /// The end of the record at a position within the input, as its frame or stated length claims, right or
    /// wrong.
    pub(super) fn claim<D: Records>(&mut self, records: &mut D, at: usize) -> io::Result<Option<usize>> {
        let most = self.credible();
        match self.found(records, at, most)? {
            Found::End | Found::Broken(_) => Ok(None),
            Found::Padding(octets) => Ok(Some(at + octets)),
            Found::Body(_, Some(next)) => Ok(Some(next)),
            Found::Body(body, None) => self.own_end(records, at, body.start, most),
        }
    }

    /// The maximum size believed where no record is known to begin. With a larger one, much of the input
    /// would be read ahead and searched repeatedly.
    fn credible(&self) -> usize {
        self.sizes.twice().max(LARGE).min(self.most)
    }

    /// The end of the record at a position by its own stated length, if it is within the input and the record
    /// is not longer than `most`.
    pub(super) fn own_end<D: Records>(
        &mut self,
        records: &mut D,
        at: usize,
        from: usize,
        most: usize,
    ) -> io::Result<Option<usize>> {
        let stop = self.block_end(at)?;
        let header = at + LARGE;
        loop {
            let till = self.feed.window().len().min(header);
            match records.extent(self.slice(&(at..till))) {
                Some(Ok(octets)) => {
                    let end = from.saturating_add(octets);
                    let fits = octets <= most && stop.is_none_or(|stop| end <= stop);
                    return Ok((fits && self.need_of(records, at, end)?).then_some(end));
                }
                Some(Err(refused)) if refused.short && till < header && self.feed.grow()? => {}
                _ => return Ok(None),
            }
        }
    }

    /// The end of a good record at a position.
    fn good<D: Records>(&mut self, records: &mut D, at: usize) -> io::Result<Option<usize>> {
        let Found::Body(body, next) = self.found(records, at, self.credible())? else { return Ok(None) };
        if self.seen.any() && !self.is_known(records, self.slice(&body)) {
            return Ok(None);
        }
        let end = match next {
            Some(next) => next,
            None => match self.claim(records, at)? {
                Some(end) => end,
                None => return Ok(None),
            },
        };
        let body = body.start..body.end.min(end);
        // A record's stated length must agree with its frame.
        let extent = records.extent(self.slice(&body)).map(Result::ok);
        if extent.is_some_and(|extent| extent != Some(body.len())) || !self.may_look(at, body.len()) {
            return Ok(None);
        }
        let whole = records.probe(self.slice(&body)) == Some(body.len()) && !body.is_empty();
        Ok(whole.then_some(end))
    }

    /// Whether the input or block ends at a position, or padding begins there.
    fn ends(&mut self, at: usize) -> io::Result<bool> {
        if !self.need(at + 1)? {
            return Ok(true);
        }
        let Some(stop) = self.block_end(at)? else { return Ok(self.padding(at, None).is_some()) };
        let block = self.framing.block.unwrap_or(1) as u64;
        let place = self.feed.offset().saturating_sub(self.framing.skip) + at as u64;
        Ok(place.is_multiple_of(block) || self.padding(at, Some(stop)).is_some())
    }

    /// Whether what follows confirms that a record ends at a position: nothing, a good record, or records
    /// whose lengths lead to one.
    fn confirmed<D: Records>(&mut self, records: &mut D, at: usize) -> io::Result<bool> {
        Ok(self.ends(at)? || self.good(records, at)?.is_some() || self.arrives(records, at, None)?)
    }

    /// Whether lengths lead from one position to another, or to a good record or the end.
    fn arrives<D: Records>(&mut self, records: &mut D, from: usize, to: Option<usize>) -> io::Result<bool> {
        let mut at = from;
        for _ in 0..CLAIMS {
            let done = match to {
                Some(to) => at == to,
                None => at > from && (self.ends(at)? || self.good(records, at)?.is_some()),
            };
            if done {
                return Ok(true);
            }
            let kin = self.is_kin(records, at)? || self.ends(at)?;
            match self.claim(records, at)?.filter(|next| *next > at && to.is_none_or(|to| *next <= to)) {
                Some(next) if kin => at = next,
                _ => return Ok(false),
            }
        }
        Ok(false)
    }

    /// The first position after the window's start with a good record that is confirmed by what follows;
    /// failing that, the first good record. Bytes far before it are dropped.
    fn scan<D: Records>(&mut self, records: &mut D, stop: Option<usize>) -> io::Result<Option<usize>> {
        let mut weak: Option<(usize, usize)> = None;
        let mut at = 1;
        loop {
            if at > 4 * LARGE && weak.is_none() && stop.is_none() {
                self.pass(at);
                at = 0;
            }
            if let Some((found, _)) = weak.filter(|(_, end)| at >= *end) {
                return Ok(Some(found));
            }
            if stop.is_some_and(|stop| at >= stop) || !self.need(at + 1)? {
                return Ok(weak.map(|(found, _)| found));
            }
            if let Some(end) = self.good(records, at)? {
                if self.confirmed(records, end)? {
                    return Ok(Some(at));
                }
                weak = weak.or(Some((at, end)));
            }
            at += 1;
        }
    }
}
