//! Files, and the functions in them.

pub mod file;
pub mod headers;
pub mod roots;
pub mod routines;
pub mod side_files;
pub mod source;
pub mod worklist;
