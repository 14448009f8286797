//! Walks over JSON text without recursion, so that nesting may be arbitrarily deep.

use super::cursor::{Cursor, Kind, SyntaxError};

/// What the walk reports.
pub(super) trait Notes {
    /// A value without parts, from `start` to `end`.
    fn scalar(&mut self, kind: Kind, start: usize, end: usize);
    /// An array or object opens at `start`.
    fn open(&mut self, kind: Kind, start: usize);
    /// The innermost array or object closes before `end`.
    fn close(&mut self, end: usize);
}

/// Ignores everything.
impl Notes for () {
    fn scalar(&mut self, _: Kind, _: usize, _: usize) {}
    fn open(&mut self, _: Kind, _: usize) {}
    fn close(&mut self, _: usize) {}
}

/// Skips the value at the cursor. `open` is scratch memory for the brackets that close what is
/// open.
pub(super) fn walk(
    cursor: &mut Cursor<'_>,
    open: &mut Vec<u8>,
    notes: &mut impl Notes,
) -> Result<(), SyntaxError> {
    open.clear();
    loop {
        let kind = cursor.kind()?;
        let start = cursor.at;
        let mut more = false;
        match kind {
            Kind::Object | Kind::Array => {
                let close = if kind == Kind::Object { b'}' } else { b']' };
                notes.open(kind, start);
                more = cursor.enter(close)?;
                match more {
                    true => open.push(close),
                    false => notes.close(cursor.at),
                }
            }
            kind => scalar(cursor, kind, notes)?,
        }
        while !more {
            let Some(&close) = open.last() else { return Ok(()) };
            more = cursor.more(close)?;
            if !more {
                open.pop();
                notes.close(cursor.at);
            }
        }
        if open.last() == Some(&b'}') {
            cursor.white();
            let start = cursor.at;
            let name = cursor.name()?;
            let end = start + name.raw.len() + 2;
            notes.scalar(if name.escaped { Kind::EscapedString } else { Kind::String }, start, end);
        }
    }
}

fn scalar(cursor: &mut Cursor<'_>, kind: Kind, notes: &mut impl Notes) -> Result<(), SyntaxError> {
    let start = cursor.at;
    let mut kind = kind;
    match kind {
        Kind::Null => cursor.word("null")?,
        Kind::True => cursor.word("true")?,
        Kind::False => cursor.word("false")?,
        Kind::Number => {
            cursor.number()?;
        }
        _ if cursor.string()?.escaped => kind = Kind::EscapedString,
        _ => {}
    }
    notes.scalar(kind, start, cursor.at);
    Ok(())
}
