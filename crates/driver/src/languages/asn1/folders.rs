//! Folders that are searched for imported modules.
//!
//! A folder is indexed when the first module is looked up in it. Only the headers of its files are read;
//! nothing is parsed. A file counts if its extension is one of [`EXTENSIONS`].

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use wireglot_asn1::lex;
use wireglot_asn1::token::{Keyword, TokenKind, TokenList};
use wireglot_diag::Diagnostics;
use wireglot_text::Sources;

use crate::read::add_schema;
use crate::sources::home::Home;
use crate::sources::{FileError, Host, SchemaFolder};

/// Extensions of files that may hold ASN.1, in lower case.
pub const EXTENSIONS: &[&str] = &["asn", "asn1", "asn-1", "a1", "mib", "txt"];

/// Whether a file's extension is used for ASN.1 only.
pub fn is_schema_name(path: &Path) -> bool {
    let ending = path.extension().and_then(|e| e.to_str()).unwrap_or("").to_ascii_lowercase();
    ending != "txt" && EXTENSIONS.contains(&ending.as_str())
}

/// Folders and their indexes.
pub struct Folders<'h> {
    host: Host<'h>,
    home: &'h Home<'h>,
    folders: Vec<Folder>,
}

#[derive(Debug)]
struct Folder {
    path: PathBuf,
    /// Maps module names to files; `None` before the first lookup.
    modules: Option<HashMap<String, PathBuf>>,
}

impl<'h> Folders<'h> {
    /// Creates a search over folders, in this order.
    pub fn new(host: Host<'h>, home: &'h Home<'h>, paths: impl IntoIterator<Item = PathBuf>) -> Folders<'h> {
        let folders = paths.into_iter().map(|path| Folder { path, modules: None }).collect();
        Folders { host, home, folders }
    }

    /// The file that defines a module, from the first folder that has one.
    pub fn find(&mut self, module: &str) -> Result<Option<PathBuf>, FileError> {
        for folder in &mut self.folders {
            if folder.modules.is_none() {
                let found = index(self.host.folder, self.home, &folder.path);
                folder.modules = Some(found.map_err(|error| FileError { path: folder.path.clone(), error })?);
            }
            if let Some(path) = folder.modules.as_ref().and_then(|m| m.get(module)) {
                return Ok(Some(path.clone()));
            }
        }
        Ok(None)
    }
}

impl Folders<'_> {
    /// The modules of all folders that have been searched, sorted.
    pub fn modules(&self) -> Vec<String> {
        let indexes = self.folders.iter().filter_map(|folder| folder.modules.as_ref());
        let mut names: Vec<String> = indexes.flat_map(|modules| modules.keys().cloned()).collect();
        names.sort();
        names.dedup();
        names
    }
}

/// The schema files of a folder, sorted by name, except links that lead out of it.
pub fn schema_files(all: &dyn SchemaFolder, home: &Home, folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = all.files(folder)?;
    files.retain(|path| {
        let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("").to_ascii_lowercase();
        EXTENSIONS.contains(&extension.as_str()) && home.admit(path).is_ok()
    });
    files.sort();
    Ok(files)
}

/// Maps modules to the files of a folder. If several files define a module, the one named after it wins,
/// otherwise the first by name.
fn index(all: &dyn SchemaFolder, home: &Home, folder: &Path) -> io::Result<HashMap<String, PathBuf>> {
    let mut modules: HashMap<String, PathBuf> = HashMap::new();
    for path in schema_files(all, home, folder)? {
        let octets = all.read(&path)?;
        for module in defined_modules(&octets) {
            let named_after = path.file_stem().is_some_and(|stem| stem == module.as_str());
            if named_after || !modules.contains_key(&module) {
                modules.insert(module, path.clone());
            }
        }
    }
    Ok(modules)
}

/// Splits the files of a schema folder into those that are read and those that are skipped, both sorted by
/// name. A file is skipped if its extension is not a schema extension, or is ambiguous and the file has no
/// module. A file whose module has errors is read.
pub fn split_files(
    all: &dyn SchemaFolder,
    home: &Home,
    folder: &Path,
) -> io::Result<(Vec<PathBuf>, Vec<PathBuf>)> {
    let mut taken = schema_files(all, home, folder)?;
    let mut passed = all.files(folder)?;
    passed.retain(|path| taken.binary_search(path).is_err());
    let is_prose =
        |path: &PathBuf| !is_schema_name(path) && all.read(path).is_ok_and(|text| !has_module(&text));
    passed.extend(taken.extract_if(.., |path| is_prose(path)));
    passed.sort();
    Ok((taken, passed))
}

/// Whether a file may contain a module.
fn has_module(octets: &[u8]) -> bool {
    octets.windows(11).any(|word| word == b"DEFINITIONS")
}

/// The names of the modules that a file defines, found before DEFINITIONS.
fn defined_modules(octets: &[u8]) -> Vec<String> {
    if !has_module(octets) {
        return Vec::new();
    }
    let mut sources = Sources::new();
    let mut unheard = Diagnostics::new();
    let file = add_schema("", octets, &mut sources, &mut unheard);
    let tokens = Arc::new(lex::lex(file, sources.get(file).shared(), &mut unheard));
    let all = tokens.tokens();
    let definitions =
        all.iter().enumerate().filter(|(_, t)| t.kind == TokenKind::Keyword(Keyword::Definitions));
    definitions.filter_map(|(at, _)| module_before(&tokens, at)).collect()
}

/// The module reference before the DEFINITIONS at `at`, skipping an object identifier and an IRI.
fn module_before(tokens: &TokenList, at: usize) -> Option<String> {
    let all = tokens.tokens();
    let mut at = at.checked_sub(1)?;
    if all[at].kind == TokenKind::CString {
        at = at.checked_sub(1)?;
    }
    if all[at].kind == TokenKind::RBrace {
        at = (tokens.partner(all[at])? as usize).checked_sub(1)?;
    }
    match all[at].kind {
        TokenKind::Upper => tokens.word(all[at]).map(|w| w.to_string()),
        _ => None,
    }
}
