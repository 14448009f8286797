//! The compiler pipeline: each stage is one named call.
//!
//! text -> tokens -> tree -> (check) -> model -> shape; and for a set of rules, the verified plan.

use std::collections::{HashSet, VecDeque};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use wireglot_asn1::tree::File;
use wireglot_asn1::{check, clean, lex, parse, resolve_among, smi};
use wireglot_diag::Diagnostics;
use wireglot_model::{Model, TypeId};
use wireglot_plan::{verify, OpenShape, Plan, Rules, Shape, ShapeKind};
use wireglot_text::{FileId, Source, Sources, Span};

use super::folders::{split_files, Folders, EXTENSIONS};
use super::own_objects::take_own_objects;
use crate::built_in;
use crate::faults::{Unresolved, Unsound};
use crate::read::read_schema;
use crate::sources::home::Home;
use crate::sources::{FileError, Host, SchemaFolder, Times};

/// What to compile.
#[derive(Debug, Clone, Default)]
pub struct SchemaFiles {
    /// Schema files, and folders whose schema files are all compiled.
    pub schemas: Vec<PathBuf>,
    /// Folders that are searched for modules which the schemas import.
    pub folders: Vec<PathBuf>,
    /// Whether the files are printed specifications, from which the modules are extracted.
    pub clean: bool,
}

/// The output of the stages, as far as they ran.
#[derive(Debug, Default)]
pub struct Compiled {
    /// All files.
    pub sources: Sources,
    /// The diagnostics.
    pub diagnostics: Diagnostics,
    /// The files' trees, in the order of the files.
    pub trees: Vec<File>,
    /// The modules of the files that were given; other modules are only imported.
    pub given: Arc<HashSet<String>>,
    /// The built-in modules among the others: their types are not offered.
    pub unoffered: Arc<HashSet<String>>,
    /// The resolved modules. Sound only if no error was reported.
    pub model: Arc<Model>,
    /// The shape of values; `None` if an error was reported.
    pub shape: Option<Arc<Shape>>,
    /// Files skipped in schema folders, since they contain no schemas.
    pub passed_over: Vec<PathBuf>,
    /// How long each stage took.
    pub times: Times,
}

impl Compiled {
    /// A copy for another message that shares the model and the shape. Trees and diagnostics, which messages
    /// do not need, are left out.
    pub fn again(&self) -> Compiled {
        let mut sources = Sources::new();
        self.sources.iter().for_each(|(_, source)| {
            sources.add(Source::new(source.name(), source.text()));
        });
        Compiled {
            sources,
            diagnostics: Diagnostics::new(),
            trees: Vec::new(),
            given: self.given.clone(),
            unoffered: self.unoffered.clone(),
            model: self.model.clone(),
            shape: self.shape.clone(),
            passed_over: Vec::new(),
            times: self.times.clone(),
        }
    }
}

/// Compiles schemas as far as errors allow.
///
/// # Errors
/// A file can't be read.
pub fn compile(files: &SchemaFiles, host: Host) -> Result<Compiled, FileError> {
    let mut made = Compiled { times: Times::by(host.clock), ..Compiled::default() };
    let elsewhere = parse_all(&mut made, files, host)?;
    let Compiled { diagnostics, trees, model, times, sources, .. } = &mut made;
    let mut resolved = times.of("resolve", || resolve_among(trees, &elsewhere, diagnostics));
    diagnostics.add_hints(|diagnostic| {
        let mut places = diagnostic.secondary.iter().map(|label| sources.get(label.span.file).name());
        let built_in = places.find(|name| built_in::is_named(Path::new(name)))?;
        let own = Path::new(sources.get(diagnostic.primary.span.file).name());
        (!built_in::is_named(own)).then(|| {
            format!("`{built_in}` comes with wireglot, but is used only if you give no such module (-s, -I)")
        })
    });
    take_own_objects(&mut resolved, sources);
    *model = Arc::new(resolved);
    reshape(&mut made);
    Ok(made)
}

/// Makes the shape of all types, unless there were errors.
pub fn reshape(made: &mut Compiled) {
    let Compiled { diagnostics, model, shape, times, .. } = made;
    if !diagnostics.failed(false) {
        let (made, faults): (Shape, Diagnostics) = times.of("shape", || wireglot_lower::shape(model, None));
        diagnostics.extend(faults);
        *shape = Some(Arc::new(made));
    }
}

/// Rebuilds the shape for these types and everything they use.
pub fn narrow(made: &mut Compiled, roots: &[TypeId]) {
    let Compiled { diagnostics, model, shape, times, .. } = made;
    let (narrowed, faults) = times.of("shape", || wireglot_lower::shape(model, Some(roots)));
    diagnostics.extend(faults);
    *shape = Some(Arc::new(narrowed));
}

/// The shape of those types that are sound although the specification has errors elsewhere; `None` if there
/// are no such types.
pub fn sound_part(made: &Compiled) -> Option<Shape> {
    let model = &made.model;
    let all = model.modules.iter().flat_map(|module| &module.types).copied();
    let unusable = model.unusable();
    let sound: Vec<TypeId> = all.filter(|id| !unusable.contains(id)).collect();
    let (shape, faults) = wireglot_lower::shape(model, Some(&sound));
    (!faults.failed(false)).then_some(shape)
}

/// Reports the open types that no object set resolves, and returns their number.
pub fn report_unresolved(made: &mut Compiled) -> usize {
    let Some(shape) = &made.shape else { return 0 };
    let open = shape.types.iter().filter(|ty| matches!(ty.kind, ShapeKind::Open(OpenShape::Opaque)));
    let faults: Vec<Unresolved> =
        open.map(|ty| Unresolved { span: ty.span, name: ty.name.clone() }).collect();
    faults.iter().for_each(|fault| made.diagnostics.report(fault));
    faults.len()
}

/// The plan for a set of rules. It may be run if the diagnostics have no error.
pub fn plan(rules: Rules, made: &mut Compiled) -> Option<Plan> {
    let Compiled { diagnostics, model, shape, times, .. } = made;
    let shape = shape.as_ref()?;
    let (plan, faults) = times.of("plan", || wireglot_lower::plan(rules, model, shape));
    if !faults.failed(false) {
        let wrong = times.of("verify", || verify(&plan, shape));
        let span = Span { file: FileId(0), lo: 0, hi: 0 };
        wrong.into_iter().for_each(|what| diagnostics.report(&Unsound { span, what }));
    }
    diagnostics.extend(faults);
    Some(plan)
}

/// Reads and parses all files, including those of imported modules. Returns all modules of the folders that
/// were searched.
fn parse_all(made: &mut Compiled, files: &SchemaFiles, host: Host) -> Result<Vec<String>, FileError> {
    let homes = files.schemas.iter().chain(&files.folders);
    let home = Home::of(host, homes.map(PathBuf::as_path));
    let mut folders = Folders::new(host, &home, files.folders.iter().cloned());
    let mut waiting = expand(&files.schemas, host.folder, &home, &mut made.passed_over)?;
    let given = waiting.len();
    while let Some(path) = waiting.pop_front() {
        add_file(made, path, files.clean, host)?;
        if waiting.is_empty() {
            waiting = imported_files(&made.trees, &mut folders)?;
        }
    }
    let names = |tree: &File| -> Vec<String> {
        tree.modules.iter().map(|module| module.name.text.to_string()).collect()
    };
    made.given = Arc::new(made.trees.iter().take(given).flat_map(names).collect());
    let built_in = |tree: &&File| built_in::is_named(Path::new(made.sources.get(tree.file).name()));
    made.unoffered = Arc::new(made.trees.iter().skip(given).filter(built_in).flat_map(names).collect());
    Ok(folders.modules())
}

/// Reads and parses one file. Cleaning replaces text by blanks of the same length, so positions are those of
/// the file.
fn add_file(made: &mut Compiled, path: PathBuf, clean: bool, host: Host) -> Result<(), FileError> {
    let Compiled { sources, diagnostics, trees, times, .. } = made;
    let file = times.of("read", || read_schema(host, &path, sources, diagnostics));
    let file = file.map_err(|error| FileError { path, error })?;
    let mut text = sources.get(file).shared();
    if clean {
        text = times.of("clean", || Arc::from(clean::clean(&text)));
    }
    let tokens = times.of("lex", || lex::lex(file, text, diagnostics));
    let mut tree = times.of("parse", || parse::file(Arc::new(tokens), diagnostics));
    smi::keep_identifiers(&mut tree, diagnostics);
    times.of("check", || check::file(&tree, diagnostics));
    trees.push(tree);
    Ok(())
}

/// Replaces folders by the schema files in them; each file occurs once, whatever paths lead to it. Files
/// skipped in folders are added to `passed`.
fn expand(
    schemas: &[PathBuf],
    all: &dyn SchemaFolder,
    home: &Home,
    passed: &mut Vec<PathBuf>,
) -> Result<VecDeque<PathBuf>, FileError> {
    let mut files = VecDeque::new();
    for path in schemas {
        if let Some(found) = built_in::files(path) {
            files.extend(found.map_err(|error| FileError { path: path.clone(), error })?);
            continue;
        }
        match all.is_folder(path) {
            true => {
                let found = split_files(all, home, path).and_then(|(found, others)| match found.is_empty() {
                    true => Err(no_schemas()),
                    false => Ok((found, others)),
                });
                let (found, others) = found.map_err(|error| FileError { path: path.clone(), error })?;
                files.extend(found);
                passed.extend(others);
            }
            false => files.push_back(path.clone()),
        }
    }
    let mut taken = HashSet::new();
    files.retain(|path| taken.insert(all.identity(path).unwrap_or_else(|_| path.clone())));
    Ok(files)
}

/// The error for a schema folder without schemas.
fn no_schemas() -> io::Error {
    let endings: Vec<String> = EXTENSIONS.iter().map(|ending| format!(".{ending}")).collect();
    let message = format!("no schema files are in it: their names end in {}", endings.join(", "));
    io::Error::new(io::ErrorKind::NotFound, message)
}

/// The files that define modules which are imported but not read yet: in the folders, else built-in ones.
fn imported_files(trees: &[File], folders: &mut Folders) -> Result<VecDeque<PathBuf>, FileError> {
    let modules = || trees.iter().flat_map(|tree| &tree.modules);
    let known: HashSet<&str> = modules().map(|m| &*m.name.text).collect();
    let mut wanted = HashSet::new();
    let mut files = VecDeque::new();
    for import in modules().flat_map(|m| &m.imports) {
        let name = &*import.module.text;
        if known.contains(name) || !wanted.insert(name) {
            continue;
        }
        let found = folders.find(name)?.or_else(|| built_in::module(name));
        if let Some(path) = found.filter(|path| !files.contains(path)) {
            files.push_back(path);
        }
    }
    Ok(files)
}
