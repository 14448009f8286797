//! C99: the files, names and functions of the original bitproto compiler, for any target.

mod bit_access;
mod header;
mod json;
mod memory;
mod names;
mod places;
mod source;
mod versions;
mod word_dialect;

use wireglot_plan::Layout;

pub(super) use names::RESERVED;
pub(super) use places::{counter, Places};
pub(super) use source::codecs;

use super::names::Names;
use super::{Generated, Options};
use crate::OutputFile;

/// `X_bp.h` and `X_bp.c` for a module.
pub(super) fn files(layout: &Layout, module: usize, options: &Options) -> Generated {
    let mut names = Names::new(layout, &names::CStyle);
    names::notes(layout, module, &mut names);
    let places = Places { layout, names: &names, packing: true };
    let stem = &layout.modules[module].stem;
    let header = header::header(layout, module, places, options);
    let source = source::source(layout, module, places, options);
    let files = [("h", header), ("c", source)]
        .map(|(ending, w)| OutputFile { name: format!("{stem}_bp.{ending}"), text: w.into_text() });
    Generated { files: files.to_vec(), notes: names.notes }
}
