//! A walk over JSON text: flat, without recursion, so that no nesting is too deep for it.

use super::cursor::{Cursor, Kind, SyntaxError};

/// What is noted on the way.
pub(super) trait Notes {
    /// A value without parts, from `start` to `end`.
    fn scalar(&mut self, kind: Kind, start: usize, end: usize);
    /// An array or object opens at `start`.
    fn open(&mut self, kind: Kind, start: usize);
    /// The innermost closes before `end`.
    fn close(&mut self, end: usize);
}

/// Nothing is.
impl Notes for () {
    fn scalar(&mut self, _: Kind, _: usize, _: usize) {}
    fn open(&mut self, _: Kind, _: usize) {}
    fn close(&mut self, _: usize) {}
}

/// Passes over the value that begins at the cursor. `open` is memory for the brackets that close
/// what is open.
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
