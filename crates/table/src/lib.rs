//! Values of binary formats as columns: for Arrow, Parquet, CSV, and tools that read these.
//!
//! [`columns`] determines the columns of a type, [`row`] writes a value as a row while it is decoded, and
//! [`store`] puts rows into columns. Each output format has a file of its own here.

#[cfg(feature = "arrow")]
pub mod arrow;
pub mod batching;
#[cfg(feature = "arrow")]
pub mod blobs;
#[cfg(feature = "arrow")]
mod cell;
mod cells;
pub mod columns;
pub mod csv;
#[cfg(feature = "arrow")]
pub mod encoding;
#[cfg(feature = "files")]
pub mod files;
pub mod integers;
mod items;
pub mod kind;
pub mod names;
pub mod provenance;
pub mod rendered;
pub mod row;
pub mod select;
pub mod source;
pub mod store;
pub mod superset;
pub mod tabling;
mod times;
mod unknown;
pub mod valid;
pub mod versions;
