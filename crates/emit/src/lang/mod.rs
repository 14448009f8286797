//! Output languages, independent of the generated code: reserved words, names, literals, comments and lines.

pub mod c;
pub mod cpp;
pub mod go;
pub mod python;
pub mod rust;
pub mod scope;
pub mod text;
