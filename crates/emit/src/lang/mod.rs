//! What a language of output is, whatever is printed in it: its words, names, literals, comments and lines.

pub mod c;
pub mod cpp;
pub mod go;
pub mod python;
pub mod rust;
pub mod scope;
pub mod text;
