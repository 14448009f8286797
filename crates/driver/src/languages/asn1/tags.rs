//! Bytes without a schema, of which only tags and lengths are known.

use wireglot_interp::inspect::{unplanned, Annotated, Stop};
use wireglot_interp::{Tape, ValueRef};
use wireglot_plan::{Rules, Shape};

use crate::messages::{Bad, FieldError, Message, Reading, Writing};

/// Tag-length-value encodings.
#[derive(Default)]
pub struct Tags {
    nothing: Shape,
}

impl Message for Tags {
    fn name(&self) -> &str {
        ""
    }

    fn shape(&self) -> &Shape {
        &self.nothing
    }

    fn has_own_json(&self) -> bool {
        true
    }

    fn ends_with_input(&self) -> bool {
        true
    }

    fn names_all(&self, _: Option<Rules>) -> bool {
        false
    }

    fn decode(&self, octets: &[u8], reading: &Reading, _: &mut Tape) -> Result<usize, Bad> {
        match self.inspect(octets, reading).error {
            Some(Stop { code, message, bit, path }) => {
                Err(Bad { code, path, message, at: Some(bit), ..Bad::default() })
            }
            None if octets.is_empty() => Err(Bad::default()),
            None => Ok(octets.len()),
        }
    }

    fn encode(&self, _: ValueRef, _: &Writing, _: &mut Vec<u8>) -> Result<(), FieldError> {
        let message = "nothing is written without a specification".to_string();
        Err(FieldError { code: "value", path: String::new(), message })
    }

    fn inspect(&self, octets: &[u8], reading: &Reading) -> Annotated {
        unplanned(octets, reading.most_spans(octets.len()))
    }
}
