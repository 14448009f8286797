//! Writes HTML pages to files.

use std::fs::File;
use std::path::Path;

use wireglot_driver::inspect::page::{is_page, Page};
use wireglot_driver::sources::new_file;

use super::exit::{Done, Failure};

/// Refuses to overwrite a file that is not such a page, such as an input named after the option by mistake.
pub fn only_over_pages(file: &Path) -> Done {
    let at = |error| Failure::Io(format!("{}: {error}", file.display()));
    match std::fs::metadata(file) {
        Ok(there) if there.is_file() && there.len() > 0 => {}
        _ => return Ok(()),
    }
    match is_page(File::open(file).map_err(at)?).map_err(at)? {
        true => Ok(()),
        false => Err(Failure::Usage(format!(
            "--html {0}: {0} exists and is not a page that wireglot wrote: choose another name, or remove it",
            file.display()
        ))),
    }
}

/// Writes a page to a file, completely or not at all.
pub fn write_page(file: &Path, page: &Page) -> Done {
    let mut text = Vec::new();
    page.write(&mut text)?;
    new_file::write_file(file, &text).map_err(|error| Failure::Io(format!("{}: {error}", file.display())))
}
