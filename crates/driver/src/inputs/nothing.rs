//! Empty inputs.

use crate::forms::Form;

use super::damage::{Damage, Hint};
use super::notes::Told;
use crate::messages::Bad;

/// The error for an input without a PDU where at least one is expected. Files of records and lists of lines
/// may be empty; that is only a note.
pub(super) fn of_nothing(form: Form, several: bool) -> Result<Damage, Told> {
    let message = match form {
        Form::HexLines | Form::Base64Lines => return Err(Told::NoLines),
        _ if several => return Err(Told::NoRecords),
        Form::Raw => "the input is empty",
        Form::Pem => "there is no PEM block in it",
        _ => "there are no octets in it",
    };
    let damage = Damage::of_input(Bad { code: "empty", message: message.into(), ..Bad::default() });
    let hints = if form == Form::Raw { Vec::new() } else { vec![Hint::ReadAs(form)] };
    Ok(Damage { hints, ..damage })
}
