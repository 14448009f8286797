//! Schemas in memory.

use std::collections::BTreeMap;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::{no_clock, one_thread, Host, Includes, SchemaFolder};

/// Files by path; the paths imply the folders.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    files: BTreeMap<PathBuf, Vec<u8>>,
}

impl Memory {
    /// No files.
    pub fn new() -> Memory {
        Memory::default()
    }

    /// Adds a file, replacing any with the same path.
    pub fn add(&mut self, path: impl AsRef<Path>, octets: impl Into<Vec<u8>>) {
        self.files.insert(plain(path.as_ref()), octets.into());
    }

    /// A host with these files and no clock.
    pub fn host(&self) -> Host<'_> {
        Host { folder: self, clock: no_clock, threads: one_thread, includes: Includes::Below(&[]) }
    }
}

impl SchemaFolder for Memory {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.files.get(&plain(path)).cloned().ok_or_else(not_there)
    }

    fn is_file(&self, path: &Path) -> bool {
        self.files.contains_key(&plain(path))
    }

    fn is_folder(&self, path: &Path) -> bool {
        let folder = plain(path);
        self.files.keys().any(|file| *file != folder && file.starts_with(&folder))
    }

    fn files(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let plain = plain(folder);
        let inside = self.files.keys().filter(|file| file.parent() == Some(plain.as_path()));
        match self.is_folder(folder) {
            true => Ok(inside.filter_map(|file| Some(folder.join(file.file_name()?))).collect()),
            false => Err(not_there()),
        }
    }

    fn identity(&self, path: &Path) -> io::Result<PathBuf> {
        let plain = plain(path);
        match self.is_file(&plain) || self.is_folder(&plain) {
            true => Ok(plain),
            false => Err(not_there()),
        }
    }
}

pub(super) fn not_there() -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, "no such file")
}

/// A path without `.` components, and without `..` if it can be resolved.
fn plain(path: &Path) -> PathBuf {
    let mut made = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if made.file_name().is_some() => {
                made.pop();
            }
            part => made.push(part),
        }
    }
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_by_any_path_to_them() {
        let mut memory = Memory::new();
        memory.add("a/one.asn1", "1");
        memory.add("./a/b/two.asn1", "2");
        assert_eq!(memory.read(Path::new("a/b/../one.asn1")).unwrap(), b"1");
        assert_eq!(memory.identity(Path::new("./a/./one.asn1")).unwrap(), Path::new("a/one.asn1"));
        assert!(memory.is_folder(Path::new("a/b")) && !memory.is_folder(Path::new("a/one.asn1")));
        assert_eq!(memory.files(Path::new("a")).unwrap(), [PathBuf::from("a/one.asn1")]);
        assert!(memory.read(Path::new("one.asn1")).is_err() && memory.files(Path::new("c")).is_err());
    }
}
