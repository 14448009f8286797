//! Values and codecs generated from plans, in a folder per language.

pub mod c;
pub mod rust;
