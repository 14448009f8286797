//! Restricts the files that a schema may include to its own folder, folders given on the command line, and
//! folders below these. A schema may come from an untrusted source, so it must not read files from elsewhere.

use std::io;
use std::path::{Path, PathBuf};

use super::{Host, Includes, SchemaFolder};

/// The folders that the files of one compilation may come from.
pub struct Home<'h> {
    all: &'h dyn SchemaFolder,
    /// `None` if any folder is allowed.
    roots: Option<Vec<PathBuf>>,
}

impl<'h> Home<'h> {
    /// The folders for the given schemas, which are files or folders.
    pub fn of<'p>(host: Host<'h>, schemas: impl IntoIterator<Item = &'p Path>) -> Home<'h> {
        let all = host.folder;
        let roots = match host.includes {
            Includes::Anywhere => None,
            Includes::Below(folders) => {
                let own = schemas.into_iter().map(|schema| folder_of(all, schema));
                let roots = own.chain(folders.iter().map(PathBuf::as_path));
                Some(roots.filter_map(|root| all.identity(root).ok()).collect())
            }
        };
        Home { all, roots }
    }

    /// The canonical path of a file that may be included.
    ///
    /// # Errors
    /// It does not exist, is outside the folders, or is not a regular file: a folder, a pipe, a device.
    pub fn admit(&self, path: &Path) -> io::Result<PathBuf> {
        let real = self.all.identity(path)?;
        if !self.holds(&real) {
            let what = "it is outside of the schema's folder and of other folders that were given";
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, what));
        }
        match self.all.is_file(&real) {
            true => Ok(real),
            false => Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file")),
        }
    }

    /// Whether a canonical path is below one of the folders.
    fn holds(&self, real: &Path) -> bool {
        self.roots.as_ref().is_none_or(|roots| roots.iter().any(|root| real.starts_with(root)))
    }
}

/// The folder that contains a schema, or the schema folder itself.
fn folder_of<'p>(all: &dyn SchemaFolder, schema: &'p Path) -> &'p Path {
    match schema.parent() {
        _ if all.is_folder(schema) => schema,
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
