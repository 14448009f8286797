//! The direct road of BER and DER: definite lengths, identifiers of one octet, components in their order.

mod make;
mod path;
mod read;
mod write;

use wireglot_rt::Limits;

use crate::direct::path::{Bounds, FastPath};
use crate::json::text::Text;
pub(crate) use make::make;
use path::Road;

impl FastPath for Road {
    fn read(&self, octets: &[u8], limits: &Limits, lossless: bool, out: &mut Text) -> Option<usize> {
        read::read(self, octets, limits, lossless, out)
    }

    fn write(&self, text: &str, bounds: &Bounds, out: &mut Vec<u8>) -> Option<usize> {
        write::write(self, text, bounds, out)
    }
}
