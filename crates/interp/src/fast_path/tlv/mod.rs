//! The fast path of BER and DER: definite lengths, identifiers of one octet, components in their order.

mod make;
mod path;
mod read;
mod write;

use wireglot_rt::Limits;

use crate::fast_path::path::{Bounds, FastPath};
use crate::json::text::Text;
pub(crate) use make::make;
use path::Path;

impl FastPath for Path {
    fn read(&self, octets: &[u8], limits: &Limits, lossless: bool, out: &mut Text) -> Option<usize> {
        read::read(self, octets, limits, lossless, out)
    }

    fn write(&self, text: &str, bounds: &Bounds, out: &mut Vec<u8>) -> Option<usize> {
        write::write(self, text, bounds, out)
    }
}
