//! Compiles bitproto files to layouts.
//!
//! text -> tokens -> tree -> model -> layout, including all imported files.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use wireglot_bitproto::resolve::{resolve, Options, Parsed};
use wireglot_bitproto::tree::{File, ItemKind};
use wireglot_bitproto::{lex, lint, parse};
use wireglot_diag::Diagnostics;
use wireglot_emit::bitproto as face;
use wireglot_emit::chart::Chart;
use wireglot_interp::inspect::{self, Annotated};
use wireglot_interp::layout::{self as run, LayoutError, LayoutJson, Oversized, Reading};
use wireglot_interp::{Sink, ValueRef};
use wireglot_model::Model;
use wireglot_plan::{Layout, LayoutId, LayoutItem, LayoutKind, Shape};
use wireglot_text::Sources;

use crate::names::close_names;
use crate::open_error::{Faulty, OpenError, UnknownName};
use crate::read::read_schema;
use crate::sources::home::Home;
use crate::sources::{without_number, FileError, Host, Times};

pub use face::{Generated, Language, Options as FaceOptions};

/// The extension of bitproto files.
pub const EXTENSION: &str = "bitproto";

/// The maximum number of files that a schema may import, directly or indirectly.
const IMPORTED: usize = 1000;

/// Whether a file name has the bitproto extension.
pub fn is_bitproto(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == EXTENSION)
}

/// Options for compiling a file.
#[derive(Debug, Clone, Copy, Default)]
pub struct CompileOptions<'a> {
    /// Extensible types are errors.
    pub fixed: bool,
    /// Check style too.
    pub lint: bool,
    /// Style codes, such as `B0508`, that are not reported.
    pub allow: &'a [&'a str],
}

/// The style rules: code and title, in order.
pub fn styles() -> impl Iterator<Item = (&'static str, &'static str)> {
    wireglot_bitproto::faults::CODES.iter().copied().filter(|(code, _)| code.starts_with("B05"))
}

/// The output of the stages for a file and its imports.
#[derive(Debug)]
pub struct Schema {
    /// All files.
    pub sources: Sources,
    /// The diagnostics.
    pub diagnostics: Diagnostics,
    /// The resolved files. Sound only if no error was reported.
    pub model: Model,
    /// The layout; empty if an error was reported.
    pub layout: Layout,
    /// The shape of values, built on demand.
    shape: OnceLock<Shape>,
    /// How long each stage took.
    pub times: Times,
}

/// Compiles a file and everything it imports.
///
/// # Errors
/// The file cannot be read. An unreadable imported file is a diagnostic.
pub fn compile(path: &Path, options: CompileOptions, host: Host) -> Result<Schema, FileError> {
    compile_beside(Sources::new(), path, options, host)
}

/// Compiles a file in addition to existing sources, so that one report can refer to both.
pub(crate) fn compile_beside(
    sources: Sources,
    path: &Path,
    options: CompileOptions,
    host: Host,
) -> Result<Schema, FileError> {
    let mut made = Schema {
        sources,
        diagnostics: Diagnostics::new(),
        model: Model::default(),
        layout: Layout::default(),
        shape: OnceLock::new(),
        times: Times::by(host.clock),
    };
    let files = parse_all(&mut made, path, host)?;
    let Schema { sources, diagnostics, model, layout, times, .. } = &mut made;
    times.of("resolve", || resolve(&files, Options { fixed: options.fixed }, model, diagnostics));
    if options.lint {
        times.of("lint", || lint::lint(&files[0].tree, options.allow, diagnostics));
    }
    if !diagnostics.failed(false) {
        let stem = |module: &wireglot_model::Module| stem(sources.get(module.span.file).name());
        let stems: Vec<String> = model.modules.iter().map(stem).collect();
        *layout = times.of("layout", || wireglot_lower::layout::bitproto(model, &stems));
    }
    Ok(made)
}

/// A file's name without folder and extension.
fn stem(path: &str) -> String {
    Path::new(path).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}

/// Reads and parses all files, in the order in which they are first named.
fn parse_all(made: &mut Schema, path: &Path, host: Host) -> Result<Vec<Parsed>, FileError> {
    let failed = |error| FileError { path: path.to_path_buf(), error };
    let real = host.folder.identity(path).map_err(failed)?;
    let home = Home::of(host, [path]);
    let mut known = HashMap::from([(real, 0)]);
    let mut paths = vec![path.to_path_buf()];
    let mut trees = vec![parse_one(made, path, host).map_err(failed)?];
    let mut files = Vec::new();
    while let Some(tree) = trees.get(files.len()) {
        let folder = paths[files.len()].parent().unwrap_or(Path::new("")).to_path_buf();
        let wanted: Vec<PathBuf> = tree.items.iter().filter_map(imported).map(|p| folder.join(p)).collect();
        let mut imports = Vec::new();
        for path in wanted {
            imports.push(import(made, host, &home, &path, &mut known, &mut paths, &mut trees));
        }
        files.push(imports);
    }
    Ok(trees.into_iter().zip(files).map(|(tree, imports)| Parsed { tree, imports }).collect())
}

fn imported(item: &wireglot_bitproto::tree::Item) -> Option<&str> {
    match &item.kind {
        ItemKind::Import { path, .. } => Some(&path.text),
        _ => None,
    }
}

/// The index of an imported file, which is read if it has not been.
fn import(
    made: &mut Schema,
    host: Host,
    home: &Home,
    path: &Path,
    known: &mut HashMap<PathBuf, usize>,
    paths: &mut Vec<PathBuf>,
    trees: &mut Vec<File>,
) -> Result<usize, String> {
    let real = home.admit(path).map_err(|error| without_number(&error.to_string()).to_string())?;
    if let Some(&index) = known.get(&real) {
        return Ok(index);
    }
    if known.len() > IMPORTED {
        return Err(format!("{IMPORTED} files are imported already"));
    }
    trees.push(parse_one(made, path, host).map_err(|error| error.to_string())?);
    paths.push(path.to_path_buf());
    known.insert(real, trees.len() - 1);
    Ok(trees.len() - 1)
}

fn parse_one(made: &mut Schema, path: &Path, host: Host) -> std::io::Result<File> {
    let Schema { sources, diagnostics, times, .. } = made;
    let file = times.of("read", || read_schema(host, path, sources, diagnostics))?;
    let text = sources.get(file).shared();
    let tokens = times.of("lex", || lex::lex(file, &text, diagnostics));
    Ok(times.of("parse", || parse::parse(file, &text, &tokens, diagnostics)))
}

impl Schema {
    /// Returns the schema if it has no errors.
    pub(crate) fn sound(self, strict: bool) -> Result<Schema, OpenError> {
        match self.diagnostics.failed(strict) {
            true => Err(OpenError::Schema(Faulty::new(self.sources, self.diagnostics, strict))),
            false => Ok(self),
        }
    }

    /// The module of the file itself; the others are imported.
    pub fn module(&self) -> usize {
        self.layout.modules.len().saturating_sub(1)
    }

    /// Finds a type of the file by its dotted name, or `module.Type` for an imported one.
    ///
    /// # Errors
    /// Nothing has that name.
    pub fn find(&self, name: &str) -> Result<LayoutId, UnknownName> {
        let named = || {
            (0..self.layout.types.len() as u32)
                .map(LayoutId)
                .filter(|id| !self.layout.get(*id).path.is_empty())
        };
        let own = |id: &LayoutId| self.layout.get(*id).module == self.module();
        let short = |id: &LayoutId| self.layout.get(*id).path.join(".");
        let long = |id: &LayoutId| {
            format!("{}.{}", self.layout.modules[self.layout.get(*id).module].name, short(id))
        };
        let found = named().filter(own).find(|id| short(id) == name);
        found.or_else(|| named().find(|id| long(id) == name)).ok_or_else(|| {
            let names: Vec<String> = named().filter(own).map(|id| short(&id)).collect();
            let close = close_names(name, names.iter().map(String::as_str));
            UnknownName {
                name: name.to_string(),
                close: close.into_iter().map(String::from).collect(),
                reason: None,
                several: false,
            }
        })
    }

    /// The messages of the file, in source order.
    pub fn messages(&self) -> Vec<LayoutId> {
        let module = self.layout.modules.get(self.module());
        let types = module.into_iter().flat_map(|module| &module.items).filter_map(|item| match item {
            LayoutItem::Type(id) => Some(*id),
            LayoutItem::Constant { .. } => None,
        });
        types.filter(|id| self.is_message(*id)).collect()
    }

    /// The types that messages have as fields, or as elements of fields.
    pub fn used_in_others(&self) -> HashSet<LayoutId> {
        let mut waiting = Vec::new();
        for message in self.messages() {
            if let LayoutKind::Record { fields, .. } = &self.layout.get(message).kind {
                waiting.extend(fields.iter().map(|field| field.ty));
            }
        }
        let mut used = HashSet::new();
        while let Some(id) = waiting.pop() {
            if !used.insert(id) {
                continue;
            }
            match &self.layout.get(id).kind {
                LayoutKind::Alias(inner) => waiting.push(*inner),
                LayoutKind::Array { element, .. } => waiting.push(*element),
                _ => {}
            }
        }
        used
    }

    /// Whether a type is a message.
    pub fn is_message(&self, ty: LayoutId) -> bool {
        matches!(self.layout.get(ty).kind, LayoutKind::Record { .. })
    }

    /// The layout chart of a message.
    pub fn chart(&self, message: LayoutId) -> Chart {
        wireglot_emit::chart::typed(&self.layout, self.module(), message)
    }

    /// The shape of values.
    pub fn shape(&self) -> &Shape {
        self.shape.get_or_init(|| wireglot_lower::layout::shape(&self.layout))
    }

    /// Decodes a value into a sink.
    ///
    /// # Errors
    /// The bytes are not an encoding of the type.
    pub fn decode(
        &self,
        ty: LayoutId,
        octets: &[u8],
        pad: bool,
        sink: &mut impl Sink,
    ) -> Result<usize, LayoutError> {
        run::decode(&self.layout, ty, octets, Reading { pad }, sink)
    }

    /// Decodes a value to JSON on one line; also returns its size in bytes.
    ///
    /// # Errors
    /// The bytes are not an encoding of the type.
    pub fn to_json(&self, ty: LayoutId, octets: &[u8], pad: bool) -> Result<(String, usize), LayoutError> {
        let mut json = LayoutJson::new(self.shape(), self.layout.conventions);
        let size = self.decode(ty, octets, pad, &mut json)?;
        Ok((json.into_text(), size))
    }

    /// Encodes a value from a tape.
    ///
    /// # Errors
    /// It is not a value of the type.
    pub fn encode(&self, ty: LayoutId, value: ValueRef, out: &mut Vec<u8>) -> Result<(), LayoutError> {
        run::encode((&self.layout, self.shape()), ty, value, out)
    }

    /// Encodes the first value of a text; returns where it ends.
    ///
    /// # Errors
    /// The text is not JSON, or not a value of the type.
    pub fn from_json(
        &self,
        ty: LayoutId,
        text: &str,
        oversized: Oversized,
        out: &mut Vec<u8>,
    ) -> Result<usize, LayoutError> {
        run::encode_json((&self.layout, self.shape()), ty, text, oversized, out)
    }

    /// Annotates the bytes of a value, in spans that take up to `most` bytes as JSON.
    pub fn inspect(&self, ty: LayoutId, octets: &[u8], most: usize) -> Annotated {
        inspect::typed(&self.layout, self.shape(), ty, octets, most)
    }

    /// Those names that are not messages of the file.
    pub fn unknown<'n>(&self, names: &'n [String]) -> Vec<&'n str> {
        let known: Vec<&String> =
            self.messages().into_iter().filter_map(|id| self.layout.get(id).path.last()).collect();
        names.iter().filter(|name| !known.contains(name)).map(String::as_str).collect()
    }

    /// Generates code in a target language.
    pub fn generate(&self, language: Language, options: &FaceOptions) -> Generated {
        face::generate(&self.layout, self.module(), language, options)
    }
}
