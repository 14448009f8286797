//! Messages of a type in any schema language, as every interface uses them.
//!
//! A [`Message`] decodes and encodes. Other operations on values, such as showing selected fields, are
//! implemented here once for all languages.

mod any_version;
mod bad;
mod changing;
mod decoding;
mod drawing;
mod encoding;
mod in_text;
mod json_ends;
mod laying;
mod locate;
mod members;
mod message;
mod number_names;
mod one_of;
mod one_type;
mod paths;
mod readable;
mod renderer;
mod rendering;
mod retelling;
mod samples;
mod select;
mod shown;
mod targets;
mod text;
mod values;

pub use any_version::{farthest, AnyVersion};
pub use bad::{Bad, FieldError, Unwritten};
pub use changing::{changed, Unchanged};
pub use decoding::{Decoding, Finding, Relaying};
pub use drawing::{Drawing, Drawn};
pub use encoding::Encoding;
pub use in_text::InText;
pub use json_ends::{json_value, next_value};
pub use laying::Laying;
pub use locate::{find, locate, token};
pub use members::is_value;
pub use message::{decode_into, Message, MessageRequest, Reading, Writing};
pub use one_of::OneOf;
pub use one_type::{OneType, ANOTHER};
pub use paths::{below, by_default, listed, steps, Step};
pub use rendering::{Rendering, RenderingError, Show};
pub use retelling::Retelling;
pub use samples::{Samples, Undrawn};
pub use select::{FieldPath, Select};
pub use shown::Shown;
pub use text::{MessageText, Reader, Writer};
pub use values::{NotTaken, Take, Values};
