//! Compiles SBE schemas from XML to the model, including all included files.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use wireglot_diag::Diagnostics;
use wireglot_emit::chart::{self, Chart};
use wireglot_emit::sbe as face;
use wireglot_interp::inspect::{self, Annotated};
use wireglot_interp::layout::{self as run, LayoutError, LayoutJson};
use wireglot_interp::{Sink, ValueRef};
use wireglot_model::sbe::MessageSchema;
use wireglot_plan::layout::LayoutMessage;
use wireglot_plan::{Layout, Shape};
use wireglot_sbe::faults::Finding;
use wireglot_sbe::xml::{Attribute, Element};
use wireglot_sbe::{encoding, include, resolve, xml};
use wireglot_text::{FileId, Source, Sources};

use crate::open_error::{Faulty, OpenError};
use crate::sources::home::Home;
use crate::sources::{without_number, FileError, Host, SchemaFolder, Times};

pub use face::{Generated, Language, Options as FaceOptions};
pub use wireglot_interp::layout::Decoded;
pub use wireglot_sbe::faults::CODES;

/// The extension of message schemas.
pub const EXTENSION: &str = "xml";

/// The maximum number of files that a schema may include, directly or indirectly.
const INCLUDED: usize = 1000;

/// The maximum size of included files in bytes; a file that is included repeatedly counts each time.
const INCLUDED_OCTETS: usize = 64 << 20;

/// Whether a file name has the extension of message schemas.
pub fn is_sbe(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == EXTENSION)
}

/// The output of the stages for a schema and its included files.
#[derive(Debug)]
pub struct Schema {
    /// All files.
    pub sources: Sources,
    /// The diagnostics.
    pub diagnostics: Diagnostics,
    /// The resolved schema. Sound only if no error was reported.
    pub model: MessageSchema,
    /// The layout; empty if an error was reported.
    pub layout: Layout,
    /// The shape of values, built on demand.
    shape: OnceLock<Shape>,
    /// How long each stage took.
    pub times: Times,
}

/// Compiles a schema and everything it includes.
///
/// # Errors
/// The file cannot be read. An unreadable included file is a diagnostic.
pub fn compile(path: &Path, host: Host) -> Result<Schema, FileError> {
    compile_beside(Sources::new(), path, host)
}

/// The same, in addition to the sources of another schema.
pub(crate) fn compile_beside(sources: Sources, path: &Path, host: Host) -> Result<Schema, FileError> {
    let mut made = Schema {
        sources,
        diagnostics: Diagnostics::new(),
        model: MessageSchema::default(),
        layout: Layout::default(),
        shape: OnceLock::new(),
        times: Times::by(host.clock),
    };
    let failed = |error| FileError { path: path.to_path_buf(), error };
    let octets = host.folder.read(path).map_err(failed)?;
    let Schema { sources, diagnostics, model, layout, times, .. } = &mut made;
    let open = vec![real(host.folder, path)];
    let home = Home::of(host, [path]);
    let (folder, included) = (host.folder, Included::default());
    let mut reader = Reader { folder, home, sources, diagnostics, open, included };
    match times.of("parse", || reader.parse(path, &octets, 0)) {
        Ok(root) => *model = times.of("resolve", || resolve::resolve(&root, diagnostics)),
        Err(fault) => diagnostics.report(&fault),
    }
    if !diagnostics.failed(false) {
        *layout = times.of("layout", || wireglot_lower::layout::sbe(model));
    }
    Ok(made)
}

fn real(all: &dyn SchemaFolder, path: &Path) -> PathBuf {
    all.identity(path).unwrap_or_else(|_| path.to_path_buf())
}

impl Schema {
    /// Returns the schema if it has no errors.
    pub(crate) fn sound(self, strict: bool) -> Result<Schema, OpenError> {
        match self.diagnostics.failed(strict) {
            true => Err(OpenError::Schema(Faulty::new(self.sources, self.diagnostics, strict))),
            false => Ok(self),
        }
    }

    /// The shape of values.
    pub fn shape(&self) -> &Shape {
        self.shape.get_or_init(|| wireglot_lower::layout::shape(&self.layout))
    }

    /// Decodes the message at the start of `octets` into a sink.
    ///
    /// # Errors
    /// The bytes are not a message of the schema, or an invalid one.
    pub fn decode<'s>(&'s self, octets: &'s [u8], sink: &mut impl Sink) -> Result<Decoded<'s>, LayoutError> {
        run::decode_message(&self.layout, octets, sink)
    }

    /// Decodes the message at the start of `octets` to JSON on one line.
    ///
    /// # Errors
    /// The bytes are not a message of the schema, or an invalid one.
    pub fn to_json<'s>(&'s self, octets: &'s [u8]) -> Result<(Decoded<'s>, String), LayoutError> {
        let mut json = LayoutJson::new(self.shape(), self.layout.conventions);
        let decoded = self.decode(octets, &mut json)?;
        Ok((decoded, json.into_text()))
    }

    /// Generates source text from a schema without errors.
    pub fn generate(&self, language: Language, options: &FaceOptions) -> Generated {
        face::generate(&self.model, language, options)
    }

    /// Annotates the bytes of consecutive messages, in spans that take up to `most` bytes as JSON.
    pub fn inspect(&self, octets: &[u8], most: usize) -> Annotated {
        inspect::messages(&self.layout, self.shape(), octets, most)
    }

    /// The layout charts of the header and of each message with its groups and data, or only those of one
    /// message.
    pub fn charts(&self, only: Option<&str>) -> Vec<Chart> {
        let layout = &self.layout;
        let messages = layout.messages.all.iter().flat_map(|message| chart::message(layout, message));
        let mut charts: Vec<Chart> = chart::header(layout).into_iter().chain(messages).collect();
        if let Some(only) = only {
            let inner = format!("{only}.");
            charts.retain(|chart| chart.title == only || chart.title.starts_with(&inner));
        }
        charts
    }

    /// Encodes a value from a tape as a message of the given schema version.
    ///
    /// # Errors
    /// It is not a value of the message. Nothing is written then.
    pub fn encode(
        &self,
        message: &LayoutMessage,
        version: u64,
        value: ValueRef,
        out: &mut Vec<u8>,
    ) -> Result<(), LayoutError> {
        run::encode_message((&self.layout, self.shape()), message, version, value, out)
    }

    /// Encodes the first value of a text as a message of the given schema version. If no message is named,
    /// the value is an object with one member, which has the name of its message. Returns where the value
    /// ends.
    ///
    /// # Errors
    /// The text is not JSON, or not a value of the message. Nothing is written then.
    pub fn from_json(
        &self,
        message: Option<&LayoutMessage>,
        version: u64,
        text: &str,
        out: &mut Vec<u8>,
    ) -> Result<usize, LayoutError> {
        run::encode_message_json((&self.layout, self.shape()), message, version, text, out)
    }
}

struct Reader<'s> {
    folder: &'s dyn SchemaFolder,
    home: Home<'s>,
    sources: &'s mut Sources,
    diagnostics: &'s mut Diagnostics,
    /// The files being read, outermost first.
    open: Vec<PathBuf>,
    included: Included,
}

/// What has been included so far.
#[derive(Default)]
struct Included {
    files: usize,
    octets: usize,
}

impl Reader<'_> {
    /// Parses a file and its included files into one tree; `depth` elements enclose it.
    fn parse(&mut self, path: &Path, octets: &[u8], depth: usize) -> Result<Element, Finding> {
        let file = self.add(path, octets);
        let text = self.sources.get(file).shared();
        let mut root = xml::parse(file, &text)?;
        let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
        let mut faults = Vec::new();
        include::expand(&mut root, depth, &mut |href, depth| self.fetch(&folder, href, depth), &mut faults);
        faults.iter().for_each(|fault| self.diagnostics.report(fault));
        Ok(root)
    }

    /// Reads the file that an `href` names, relative to the folder of the including file.
    fn fetch(&mut self, folder: &Path, href: &Attribute, depth: usize) -> Result<Element, Finding> {
        let path = folder.join(&href.value);
        let refused = |why: String| {
            Finding::error("S0104", href.span, format!("cannot include `{}`: {why}", href.value))
        };
        if self.included.files == INCLUDED {
            return Err(refused(format!("{INCLUDED} files are included already")));
        }
        if href.value.contains("://") {
            return Err(refused("only local files are".to_string()));
        }
        let known = self
            .home
            .admit(&path)
            .map_err(|error| refused(without_number(&error.to_string()).to_string()))?;
        if self.open.contains(&known) {
            return Err(Finding::error("S0105", href.span, "this file is being read already"));
        }
        self.included.files += 1;
        let octets = self
            .folder
            .read(&known)
            .map_err(|error| refused(without_number(&error.to_string()).to_string()))?;
        self.included.octets = self.included.octets.saturating_add(octets.len());
        if self.included.octets > INCLUDED_OCTETS {
            return Err(refused(format!("more than {INCLUDED_OCTETS} bytes are included in all")));
        }
        self.open.push(known);
        let root = self.parse(&path, &octets, depth);
        self.open.pop();
        root
    }

    /// Adds a file in the encoding that it declares.
    fn add(&mut self, path: &Path, octets: &[u8]) -> FileId {
        let (text, reading) = encoding::decode(octets);
        let file = self.sources.add(Source::new(path.display().to_string(), text));
        if let Some(fault) = reading.check(file, self.sources.get(file).text()) {
            self.diagnostics.report(&fault);
        }
        file
    }
}
