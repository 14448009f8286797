//! A snapshot of the files that a compilation uses, so that it can be repeated elsewhere: in another process, or
//! after the files have changed.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::memory::not_there;
use super::SchemaFolder;

/// What a folder answered, by path. What it didn't find is not in here, and isn't found in here either.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// The text of files.
    pub texts: BTreeMap<PathBuf, Vec<u8>>,
    /// Paths that lead to files.
    pub files: BTreeSet<PathBuf>,
    /// Folders, each with its files, if they were listed.
    pub folders: BTreeMap<PathBuf, Option<Vec<PathBuf>>>,
    /// Canonical paths.
    pub identities: BTreeMap<PathBuf, PathBuf>,
}

impl Snapshot {
    /// Drops files without a source of that name: a search for a module reads all files of a folder, and few of
    /// them are compiled.
    pub fn keep_only<'n>(&mut self, names: impl Iterator<Item = &'n str>) {
        let named: Vec<PathBuf> = names.map(PathBuf::from).collect();
        // A language may read a file by its canonical path.
        let real = named.iter().filter_map(|path| self.identities.get(path).cloned());
        let kept: BTreeSet<PathBuf> = real.chain(named.iter().cloned()).collect();
        let is_kept = |path: &PathBuf, real: Option<&PathBuf>| {
            kept.contains(path) || real.is_some_and(|real| kept.contains(real))
        };
        let listed = self.folders.values().flatten().flatten().chain(self.texts.keys());
        let is_dropped = |path: &&PathBuf| !is_kept(path, self.identities.get(*path));
        let dropped: BTreeSet<PathBuf> = listed.filter(is_dropped).cloned().collect();
        self.texts.retain(|path, _| !dropped.contains(path));
        self.files.retain(|path| !dropped.contains(path));
        self.folders.values_mut().flatten().for_each(|files| files.retain(|path| !dropped.contains(path)));
        self.identities.retain(|path, _| !dropped.contains(path));
    }
}

impl SchemaFolder for Snapshot {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.texts.get(path).cloned().ok_or_else(not_there)
    }

    fn is_file(&self, path: &Path) -> bool {
        self.files.contains(path)
    }

    fn is_folder(&self, path: &Path) -> bool {
        self.folders.contains_key(path)
    }

    fn files(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        self.folders.get(folder).cloned().flatten().ok_or_else(not_there)
    }

    fn identity(&self, path: &Path) -> io::Result<PathBuf> {
        self.identities.get(path).cloned().ok_or_else(not_there)
    }
}

/// Takes a snapshot of what is asked of a folder.
pub struct Recorder<'f> {
    of: &'f dyn SchemaFolder,
    made: Mutex<Snapshot>,
}

impl<'f> Recorder<'f> {
    /// Records the answers of this folder.
    pub fn new(of: &'f dyn SchemaFolder) -> Recorder<'f> {
        Recorder { of, made: Mutex::default() }
    }

    /// The answers so far.
    pub fn into_snapshot(self) -> Snapshot {
        self.made.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn made(&self) -> MutexGuard<'_, Snapshot> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SchemaFolder for Recorder<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let octets = self.of.read(path)?;
        self.made().texts.insert(path.to_path_buf(), octets.clone());
        Ok(octets)
    }

    fn is_file(&self, path: &Path) -> bool {
        let found = self.of.is_file(path);
        if found {
            self.made().files.insert(path.to_path_buf());
        }
        found
    }

    fn is_folder(&self, path: &Path) -> bool {
        let found = self.of.is_folder(path);
        if found {
            self.made().folders.entry(path.to_path_buf()).or_default();
        }
        found
    }

    fn files(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let files = self.of.files(folder)?;
        self.made().folders.insert(folder.to_path_buf(), Some(files.clone()));
        Ok(files)
    }

    fn identity(&self, path: &Path) -> io::Result<PathBuf> {
        let real = self.of.identity(path)?;
        self.made().identities.insert(path.to_path_buf(), real.clone());
        Ok(real)
    }
}
