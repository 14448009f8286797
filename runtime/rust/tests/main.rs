//! The base of generated code, by hand: what it reads is written again, and what it refuses is refused.

mod bits;
mod octets;
mod tlv;
mod values;

use wireglot_rt::codec::{Enumerated, Result};

/// Octets from hexadecimal digits.
fn hex(digits: &str) -> Vec<u8> {
    assert!(digits.len().is_multiple_of(2), "{digits}: half an octet");
    (0..digits.len()).step_by(2).map(|at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap()).collect()
}

/// Reads octets, writes the value again, and compares; each truncation is refused.
macro_rules! same {
    ($clause:literal, $module:ident, $rules:ident, $digits:expr, |$r:ident| $read:expr, |$w:ident, $value:ident| $write:expr) => {{
        use wireglot_rt::codec::{$module, Rules};
        let octets = crate::hex(&$digits);
        let limits = wireglot_rt::Limits::default();
        let $value = match $module::decode(&octets, Rules::$rules, &limits, |$r| $read) {
            Ok(value) => value,
            Err(fault) => panic!("{}: {}: {fault}", $clause, $digits),
        };
        let again = $module::encode(Rules::$rules, |$w| $write);
        assert_eq!(again.as_ref(), Ok(&octets), "{}", $clause);
        for cut in 0..octets.len() {
            let part = $module::decode(&octets[..cut], Rules::$rules, &limits, |$r| $read);
            assert!(part.is_err(), "{}: {} cut after {cut}", $clause, $digits);
        }
    }};
}

/// Octets that are refused with a code.
macro_rules! refused {
    ($clause:literal, $module:ident, $rules:ident, $digits:expr, $code:ident, |$r:ident| $read:expr) => {{
        use wireglot_rt::codec::{$module, Rules};
        let octets = crate::hex(&$digits);
        let limits = wireglot_rt::Limits::default();
        let done = $module::decode(&octets, Rules::$rules, &limits, |$r| $read.map(|_| ()));
        assert_eq!(done.map_err(|fault| fault.code), Err(wireglot_rt::ErrorCode::$code), "{}", $clause);
    }};
}

/// Values that are not written.
macro_rules! unwritten {
    ($clause:literal, $module:ident, $rules:ident, $code:ident, |$w:ident| $write:expr) => {{
        use wireglot_rt::codec::{$module, Rules};
        let done = $module::encode(Rules::$rules, |$w| $write);
        assert_eq!(done.map_err(|fault| fault.code), Err(wireglot_rt::ErrorCode::$code), "{}", $clause);
    }};
}

/// Octets that are refused because of a limit.
macro_rules! limited {
    ($what:literal, $module:ident, $rules:ident, $digits:expr, $limit:ident, $most:expr, $code:ident, |$r:ident| $read:expr) => {{
        use wireglot_rt::codec::{$module, Rules};
        let octets = crate::hex(&$digits);
        for (most, wanted) in [($most, Ok(())), ($most - 1, Err(wireglot_rt::ErrorCode::$code))] {
            let limits = wireglot_rt::Limits { $limit: most, ..wireglot_rt::Limits::default() };
            let done = $module::decode(&octets, Rules::$rules, &limits, |$r| $read.map(|_| ()));
            assert_eq!(done.map_err(|fault| fault.code), wanted, "{}", $what);
        }
    }};
}

pub(crate) use {limited, refused, same, unwritten};

/// An ENUMERATED with the items 0, 5 and 300, that keeps others if it is extensible.
#[derive(Debug, PartialEq)]
struct Item<const EXTENSIBLE: bool> {
    number: Option<i64>,
    index: Option<u64>,
}

const ITEMS: [i64; 3] = [0, 5, 300];

impl<const EXTENSIBLE: bool> Enumerated for Item<EXTENSIBLE> {
    fn from_number(number: i64) -> Option<Self> {
        (EXTENSIBLE || ITEMS.contains(&number)).then_some(Item { number: Some(number), index: None })
    }

    fn number(&self) -> Option<i64> {
        self.number
    }

    fn from_index(index: u64) -> Option<Self> {
        EXTENSIBLE.then_some(Item { number: None, index: Some(index) })
    }

    fn index(&self) -> Option<u64> {
        self.index
    }
}

fn item<const EXTENSIBLE: bool>(number: i64) -> Item<EXTENSIBLE> {
    Item { number: Some(number), index: None }
}

/// What a reader gives, without its value.
fn done<T>(result: Result<T>) -> Result<()> {
    result.map(|_| ())
}
