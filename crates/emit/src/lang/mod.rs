//! What a language of output is, whatever is printed in it: words, names, literals, comments.

pub mod c;
pub mod cpp;
pub mod go;
pub mod python;
pub mod rust;
