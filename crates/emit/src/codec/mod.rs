//! Values and codecs from plans, a folder a language.

pub mod c;
pub mod rust;
