//! Writes output files atomically.
//!
//! The bytes go into a temporary file in the same folder, which is renamed once everything has been written
//! to disk. Until then the old file is unchanged, even if the disk fills up or the process is killed. A link
//! of that name is replaced, never followed.

use std::ffi::OsStr;
use std::fs::{File, Metadata, Permissions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::FileError;

/// Folders in which a path may lead through links to something other than a regular file: `/dev/stdout`,
/// `/dev/fd/3`.
const DEVICES: [&str; 2] = ["/dev", "/proc"];

/// A file that is being written.
///
/// If dropped before [`NewFile::finish`], it leaves nothing.
#[derive(Debug)]
pub struct NewFile {
    file: File,
    /// `None` for a device, which is written directly.
    place: Option<Place>,
}

/// A temporary file and its final name.
#[derive(Debug)]
struct Place {
    temporary: PathBuf,
    path: PathBuf,
    /// Whether the temporary file stays if it is not renamed.
    kept: bool,
}

impl NewFile {
    /// Begins a file whose path the user gave. An existing file is kept until [`NewFile::finish`]; a pipe or
    /// device is written directly.
    ///
    /// # Errors
    /// The path is that of a folder or a read-only file, or the folder is not writable.
    pub fn create(path: &Path) -> io::Result<NewFile> {
        match std::fs::symlink_metadata(path).is_ok_and(|there| is_stream(path, &there)) {
            true => Ok(NewFile { file: File::options().write(true).open(path)?, place: None }),
            false => NewFile::regular(path),
        }
    }

    /// Begins a regular file, whose name may come from elsewhere: pipes and devices are not opened.
    fn regular(path: &Path) -> io::Result<NewFile> {
        let permissions = replaceable(std::fs::symlink_metadata(path).ok().as_ref())?;
        let (file, temporary) = beside(path)?;
        let place = Some(Place { temporary, path: path.to_path_buf(), kept: false });
        let made = NewFile { file, place };
        if let Some(permissions) = permissions {
            made.file.set_permissions(permissions)?;
        }
        Ok(made)
    }

    /// Begins a regular file under a given temporary name, which stays if the file is not finished; or continues one
    /// after its first bytes. The temporary file is locked: only one process writes it.
    ///
    /// # Errors
    /// The path is that of a pipe or device. The temporary file is not a regular one, another process writes it, or it
    /// has fewer bytes.
    pub fn continued(path: &Path, temporary: &Path, octets: u64) -> io::Result<NewFile> {
        let there = std::fs::symlink_metadata(path).ok();
        if there.as_ref().is_some_and(|there| is_stream(path, there)) {
            return Err(refused("is a pipe or a device, and only regular files can be continued"));
        }
        let permissions = replaceable(there.as_ref())?;
        let mut file = locked(temporary)?;
        if file.metadata()?.len() < octets {
            return Err(refused("is shorter than before"));
        }
        file.set_len(octets)?;
        file.seek(SeekFrom::Start(octets))?;
        if let Some(permissions) = permissions {
            file.set_permissions(permissions)?;
        }
        let place = Place { temporary: temporary.to_path_buf(), path: path.to_path_buf(), kept: true };
        Ok(NewFile { file, place: Some(place) })
    }

    /// Another handle to the file.
    ///
    /// # Errors
    /// The system has no more handles.
    pub fn handle(&self) -> io::Result<File> {
        self.file.try_clone()
    }

    /// Renames the file.
    ///
    /// # Errors
    /// Not everything could be written; the old file is unchanged.
    pub fn finish(self) -> io::Result<()> {
        self.whole()?.map_or(Ok(()), Place::take)
    }

    /// Writes everything to disk, under the temporary name.
    fn whole(mut self) -> io::Result<Option<Place>> {
        self.file.flush()?;
        if self.place.is_some() {
            self.file.sync_all()?;
        }
        Ok(self.place)
    }
}

impl Write for NewFile {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        self.file.write(octets)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Place {
    fn take(mut self) -> io::Result<()> {
        std::fs::rename(&self.temporary, &self.path)?;
        self.kept = true;
        Ok(())
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if !self.kept {
            let _ = std::fs::remove_file(&self.temporary);
        }
    }
}

/// Replaces a file by these bytes, completely or not at all.
///
/// # Errors
/// Same as for [`NewFile::create`] and [`NewFile::finish`].
pub fn write_file(path: &Path, octets: &[u8]) -> io::Result<()> {
    fill(NewFile::create(path)?, octets)
}

/// Opens or creates a regular file, and locks it.
fn locked(path: &Path) -> io::Result<File> {
    loop {
        if std::fs::symlink_metadata(path).is_ok_and(|there| !there.is_file()) {
            return Err(refused("is not a regular file, and is not written"));
        }
        let file = File::options().write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(refused("is being written by another run")),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        // The process that held the lock may have renamed the file.
        if is_at(&file, path)? {
            return Ok(file);
        }
    }
}

/// Whether an open file is the one of that path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt as _;
    let open = file.metadata()?;
    Ok(std::fs::symlink_metadata(path)
        .is_ok_and(|there| (there.dev(), there.ino()) == (open.dev(), open.ino())))
}

/// The same; an open file can't be renamed here.
#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> io::Result<bool> {
    Ok(path.exists())
}

fn fill(mut file: NewFile, octets: &[u8]) -> io::Result<()> {
    file.write_all(octets)?;
    file.finish()
}

/// Replaces a file that was read to produce these bytes; its permissions are kept.
///
/// # Errors
/// The path is that of a link, whose target may be anywhere, or of a pipe. Otherwise the same as for
/// [`write_file`].
pub fn rewrite(path: &Path, octets: &[u8]) -> io::Result<()> {
    match std::fs::symlink_metadata(path)?.is_symlink() {
        true => Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "is a symbolic link, and links are not followed when writing: name the file that it points to",
        )),
        false => fill(NewFile::regular(path)?, octets),
    }
}

/// Writes files with relative names into a folder. Creates the folder and subfolders as needed. No file is
/// renamed before all have been written.
///
/// # Errors
/// A name leads out of the folder, by `..` or a link to a folder, or is that of a pipe. Otherwise the same as
/// for [`write_file`].
pub fn write_below<'f>(
    folder: &Path,
    files: impl IntoIterator<Item = (&'f Path, &'f [u8])>,
) -> Result<(), FileError> {
    let mut whole = Vec::new();
    for (name, octets) in files {
        let path = folder.join(name);
        let at = |error| FileError { path: path.clone(), error };
        make_folders(folder, name)?;
        let mut file = NewFile::regular(&path).map_err(at)?;
        file.write_all(octets).map_err(at)?;
        whole.push((file.whole().map_err(at)?, path));
    }
    for (place, path) in whole {
        place.map_or(Ok(()), Place::take).map_err(|error| FileError { path, error })?;
    }
    Ok(())
}

/// Creates a folder, and the subfolders that a file name needs.
fn make_folders(folder: &Path, name: &Path) -> Result<(), FileError> {
    let failed = |path: &Path, error| FileError { path: path.to_path_buf(), error };
    if folder.is_file() {
        return Err(failed(folder, refused("is a file, not a folder")));
    }
    if !folder.as_os_str().is_empty() {
        std::fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
    }
    let mut below = folder.to_path_buf();
    for part in name.parent().unwrap_or(Path::new("")).components() {
        let Component::Normal(part) = part else {
            return Err(failed(name, refused("the name leads out of the folder")));
        };
        below.push(part);
        match std::fs::symlink_metadata(&below) {
            Ok(there) if there.is_dir() => {}
            Ok(_) => {
                return Err(failed(&below, refused("is not a folder, and links to folders are not followed")))
            }
            Err(_) => std::fs::create_dir(&below).map_err(|error| failed(&below, error))?,
        }
    }
    match name.file_name() {
        Some(_) => Ok(()),
        None => Err(failed(name, refused("is not a file name"))),
    }
}

fn refused(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, what)
}

/// Whether this can only be written directly: a pipe, a device, or a link to one where such links are usual.
fn is_stream(path: &Path, there: &Metadata) -> bool {
    let usual = DEVICES.iter().any(|folder| path.starts_with(folder));
    !there.is_file() && !there.is_dir() && (usual || !there.is_symlink())
}

/// The permissions of a file to be replaced; `None` if there is none to keep.
fn replaceable(there: Option<&Metadata>) -> io::Result<Option<Permissions>> {
    let Some(there) = there.filter(|there| !there.is_symlink()) else { return Ok(None) };
    match there {
        folder if folder.is_dir() => Err(io::Error::new(io::ErrorKind::IsADirectory, "is a folder")),
        other if !other.is_file() => {
            Err(refused("is a pipe or a device, and only regular files are written"))
        }
        file if file.permissions().readonly() => {
            Err(io::Error::new(io::ErrorKind::PermissionDenied, "is read-only"))
        }
        file => Ok(Some(file.permissions())),
    }
}

/// A new file in the same folder, with a unique name.
fn beside(path: &Path) -> io::Result<(File, PathBuf)> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    if path.file_name().is_none_or(OsStr::is_empty) {
        return Err(refused("is not a file name"));
    }
    loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let temporary = path.with_file_name(format!(".wireglot-{}-{number}.tmp", std::process::id()));
        match File::create_new(&temporary) {
            // A killed process with the same id left it.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => return Ok((made?, temporary)),
        }
    }
}
