//! How an application's terms differ from asn1ct's.

use std::fmt::Debug;

use wireglot_plan::{Shape, ShapeId};

use super::{Term, TermWriter};
use crate::{Tape, ValueRef};

/// How a value is written if it differs from asn1ct's form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// An OCTET STRING that is written as a name; the string selects the conversion.
    Name(&'static str),
    /// A value of any type, handled by [`Dialect::write`] and [`Dialect::read`].
    Own(&'static str),
}

/// The terms of an application.
pub trait Dialect: Debug + Send + Sync {
    /// Whether strings of octets and bits are lists, as with asn1ct's `legacy_erlang_types`.
    fn is_legacy(&self) -> bool;

    /// The form of a record's slot or a choice's alternative; without `slot`, that of the type itself.
    fn form(&self, ty: &str, slot: Option<&str>) -> Option<Form>;

    /// The context that a record's slot provides for names in the slots after it.
    fn around(&self, how: &str, octets: &[u8]) -> Option<Vec<u8>>;

    /// The name for octets. `around` is the nearest [`Dialect::around`].
    ///
    /// # Errors
    /// A message.
    fn name(&self, how: &str, octets: &[u8], around: Option<&[u8]>) -> Result<String, String>;

    /// The octets for a name.
    ///
    /// # Errors
    /// A message.
    fn octets(&self, how: &str, name: &str, around: Option<&[u8]>) -> Result<Vec<u8>, String>;

    /// Writes a value.
    ///
    /// # Errors
    /// A message.
    fn write(&self, how: &str, value: ValueRef, out: &mut TermWriter) -> Result<(), String>;

    /// Puts the value of a term on the tape.
    ///
    /// # Errors
    /// A message.
    fn read(&self, how: &str, term: Term<'_>, ty: (&Shape, ShapeId), tape: &mut Tape) -> Result<(), String>;
}

/// The terms of asn1ct itself.
#[derive(Debug, Clone, Copy, Default)]
pub struct Asn1ct;

impl Dialect for Asn1ct {
    fn is_legacy(&self) -> bool {
        false
    }

    fn form(&self, _: &str, _: Option<&str>) -> Option<Form> {
        None
    }

    fn around(&self, _: &str, _: &[u8]) -> Option<Vec<u8>> {
        None
    }

    fn name(&self, how: &str, _: &[u8], _: Option<&[u8]>) -> Result<String, String> {
        Err(format!("nothing converts `{how}`"))
    }

    fn octets(&self, how: &str, _: &str, _: Option<&[u8]>) -> Result<Vec<u8>, String> {
        Err(format!("nothing converts `{how}`"))
    }

    fn write(&self, how: &str, _: ValueRef, _: &mut TermWriter) -> Result<(), String> {
        Err(format!("nothing converts `{how}`"))
    }

    fn read(&self, how: &str, _: Term<'_>, _: (&Shape, ShapeId), _: &mut Tape) -> Result<(), String> {
        Err(format!("nothing converts `{how}`"))
    }
}
