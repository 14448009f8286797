//! `wireglot bitproto`: the command line of bitproto's own compiler.

use std::path::{Path, PathBuf};

use clap::{Args, Parser, ValueEnum};
use wireglot_driver::generate::{Output, Product, Wanted};
use wireglot_driver::languages::{Compilation, Request, SchemaLanguage};
use wireglot_driver::sources::new_file::write_below;

use crate::input::args::host;
use crate::input::languages::{languages, refused};
use crate::input::value_parsers::style;
use crate::output::exit::{note, Done, Failure};
use crate::output::schema_verdict::Judgement;

/// Generate C, C++, Go, Python or Rust from a bitproto file
///
/// Takes the same arguments as bitproto 1.3.2, and writes the same files with the same names in the code. The
/// code needs no runtime library. The command `bitproto` is an alias for this verb.
#[derive(Args)]
#[command(after_help = "Examples:
  wireglot bitproto c buoy.bitproto
  wireglot bitproto go buoy.bitproto out/
  wireglot bitproto -c buoy.bitproto")]
pub struct Bitproto {
    /// The language, except with -c; the file; and the output folder, by default the file's own
    #[arg(value_names = ["LANG", "FILE", "OUT"], num_args = 1..=3, required = true)]
    words: Vec<String>,
    /// Check the file, and write nothing
    #[arg(short, long)]
    check: bool,
    /// Allow schemas to include and import any file, not only from their own folder
    #[arg(long)]
    allow_outside: bool,
    /// Don't check style
    #[arg(short = 'q', long)]
    disable_lint: bool,
    /// Don't check this style rule, such as B0508; may be repeated
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = style)]
    allow: Vec<String>,
    /// Use the names of bitproto's optimization mode; the code is just as fast without it
    #[arg(short = 'O', long)]
    optimize: bool,
    /// With -O: only these messages get functions
    #[arg(short = 'F', long, value_name = "A,B", value_delimiter = ',')]
    filter_messages: Option<Vec<String>>,
    /// Accepted for compatibility; the code works on hosts of either byte order
    #[arg(long, value_name = "ORDER", default_value = "both")]
    endian: Endian,
}

#[derive(Clone, Copy, ValueEnum)]
enum Endian {
    Both,
    Little,
    Big,
}

/// The schema language whose own compiler this replaces.
const WORD: &str = "bitproto";

/// The meaning of the arguments.
struct Asked<'a> {
    output: Option<&'static Output>,
    file: &'a Path,
    out: Option<&'a Path>,
}

impl Bitproto {
    pub fn run(self) -> Done {
        // The same code serves all byte orders.
        let (Endian::Both | Endian::Little | Endian::Big) = self.endian;
        let language =
            languages().named(WORD).ok_or_else(|| Failure::Usage(format!("there is no {WORD}")))?;
        let asked = self.asked(language)?;
        let (fixed, schema) = (self.optimize && !self.check, asked.file.to_path_buf());
        let request = Request {
            schemas: std::slice::from_ref(&schema),
            fixed,
            lint: !self.disable_lint,
            allow: &self.allow,
            ..Request::default()
        };
        let mut made = language.compile(&request, host(self.allow_outside, &[]))?;
        Judgement::usual(false).tell(&*made)?;
        let done = match () {
            () if made.failed(false) => Err(Failure::Schema),
            // Only style makes a check fail; an old spelling does not.
            () if self.check => {
                match made.diagnostics().sorted().iter().any(|told| style(told.code.0).is_ok()) {
                    true => Err(Failure::Schema),
                    false => Ok(()),
                }
            }
            () => self.generate(language, &mut *made, &asked),
        };
        // The process is about to end, so freeing the memory would only take time.
        std::mem::forget(made);
        done
    }

    fn asked(&self, language: &dyn SchemaLanguage) -> Result<Asked<'_>, Failure> {
        let (first, rest) = self.words.split_first().ok_or_else(no_file)?;
        let all = language.outputs().iter().filter(|output| output.product == Product::Original);
        // `gen` calls it python.
        let word = if first == "python" { "py" } else { first };
        let output = all.clone().find(|output| output.word == word);
        let (file, out) = match (output, rest) {
            (Some(_), [file]) => (file, None),
            (Some(_), [file, out]) => (file, Some(Path::new(out))),
            (None, []) => (first, None),
            (None, [out]) if self.check => (first, Some(Path::new(out))),
            (Some(_), _) => return Err(no_file()),
            (None, _) => {
                let known: Vec<&str> = all.map(|output| output.word).collect();
                let told = format!("`{first}` is not a language; there are {}", known.join(", "));
                return Err(Failure::Usage(told));
            }
        };
        Ok(Asked { output, file: Path::new(file), out })
    }

    fn generate(&self, language: &dyn SchemaLanguage, made: &mut dyn Compilation, asked: &Asked) -> Done {
        let Some(output) = asked.output else {
            return Err(Failure::Usage("which language? say c, for example".into()));
        };
        if self.filter_messages.is_some() && !self.optimize {
            return Err(Failure::Usage("-F goes with -O only".into()));
        }
        let only = self.filter_messages.iter().flatten().map(|name| name.trim());
        let only: Vec<String> = only.filter(|name| !name.is_empty()).map(String::from).collect();
        let wanted = Wanted { types: &only, optimize: self.optimize, ..Wanted::new(output) };
        let generated = made.generate(&wanted);
        let generated = generated.map_err(|refusal| refused("gen", language, asked.file, refusal))?;
        generated.notes.iter().for_each(|told| note(told));
        let folder = match asked.out {
            Some(out) => out.to_path_buf(),
            None => asked.file.parent().map_or_else(PathBuf::new, Path::to_path_buf),
        };
        let files = generated.files.iter().map(|file| (Path::new(&file.name), file.text.as_bytes()));
        write_below(&folder, files)?;
        Ok(())
    }
}

fn no_file() -> Failure {
    Failure::Usage("which file?".into())
}

/// bitproto's own command line, when the command is called by that name.
#[derive(Parser)]
#[command(name = "bitproto", version, max_term_width = 100)]
pub struct OriginalCommand {
    #[command(flatten)]
    verb: Bitproto,
}

impl OriginalCommand {
    pub fn run(self) -> Done {
        self.verb.run()
    }
}

/// Whether a process called by that path acts as bitproto's own compiler.
pub fn is_original(called: &Path) -> bool {
    called.file_stem().is_some_and(|stem| stem == WORD)
}
