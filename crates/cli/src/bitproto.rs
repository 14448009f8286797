//! `wireglot bitproto`: the command line of bitproto's own compiler.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use wireglot_driver::bitproto::{compile, CompileOptions, FaceOptions, Language, Schema};
use wireglot_driver::languages::Compilation;
use wireglot_driver::sources::Host;

use crate::exit::{note, Done, Failure};
use crate::judge::Judgement;
use crate::words::style;

/// Generate C, C++, Go, Python or Rust from a bitproto file
///
/// Takes the arguments of bitproto 1.3.2 and writes the same files with the same
/// names in them, which need no runtime library. The command `bitproto` is this verb.
#[derive(Args)]
#[command(after_help = "Examples:
  wireglot bitproto c buoy.bitproto
  wireglot bitproto go buoy.bitproto out/
  wireglot bitproto -c buoy.bitproto")]
pub struct Bitproto {
    /// The language, unless the file is only checked; the file; and the folder for what is written,
    /// which is that of the file unless told
    #[arg(value_names = ["LANG", "FILE", "OUT"], num_args = 1..=3, required = true)]
    words: Vec<String>,
    /// Says what is wrong with the file, and writes nothing
    #[arg(short, long)]
    check: bool,
    /// Says nothing about style
    #[arg(short = 'q', long)]
    disable_lint: bool,
    /// Says nothing of one rule of style, such as B0508; repeat it for more
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = style)]
    allow: Vec<String>,
    /// The visible form of bitproto's optimization mode; the code is as fast without
    #[arg(short = 'O', long)]
    optimize: bool,
    /// With -O: only these messages get functions
    #[arg(short = 'F', long, value_name = "A,B", value_delimiter = ',')]
    filter_messages: Option<Vec<String>>,
    /// Taken, and without effect: the code is for hosts of either byte order
    #[arg(long, value_name = "ORDER", default_value = "both")]
    endian: Endian,
}

#[derive(Clone, Copy, ValueEnum)]
enum Endian {
    Both,
    Little,
    Big,
}

/// Languages by their words.
const LANGUAGES: &[(&str, Language)] = &[
    ("c", Language::C),
    ("cpp", Language::Cpp),
    ("go", Language::Go),
    ("py", Language::Python),
    ("rust", Language::Rust),
];

/// What the words say.
struct Asked<'a> {
    language: Option<Language>,
    file: &'a Path,
    out: Option<&'a Path>,
}

impl Bitproto {
    pub fn run(self) -> Done {
        // All byte orders are served by the same text.
        let (Endian::Both | Endian::Little | Endian::Big) = self.endian;
        let asked = self.asked()?;
        let allow: Vec<&str> = self.allow.iter().map(String::as_str).collect();
        let fixed = self.optimize && !self.check;
        let options = CompileOptions { fixed, lint: !self.disable_lint, allow: &allow };
        let made = compile(asked.file, options, Host::system())?;
        Judgement::usual(false).tell(&made)?;
        let done = match () {
            () if made.failed(false) => Err(Failure::Schema),
            // Only what is said of style makes a check fail: an old spelling does not.
            () if self.check => match made.diagnostics.sorted().iter().any(|told| style(told.code.0).is_ok())
            {
                true => Err(Failure::Schema),
                false => Ok(()),
            },
            () => self.generate(&made, &asked),
        };
        // The process ends: giving its memory back part by part only takes time.
        std::mem::forget(made);
        done
    }

    fn asked(&self) -> Result<Asked<'_>, Failure> {
        let (first, rest) = self.words.split_first().ok_or_else(no_file)?;
        let language = LANGUAGES.iter().find(|(word, _)| word == first).map(|(_, language)| *language);
        let (file, out) = match (language, rest) {
            (Some(_), [file]) => (file, None),
            (Some(_), [file, out]) => (file, Some(Path::new(out))),
            (None, []) => (first, None),
            (None, [out]) if self.check => (first, Some(Path::new(out))),
            (Some(_), _) => return Err(no_file()),
            (None, _) => {
                let known: Vec<&str> = LANGUAGES.iter().map(|(word, _)| *word).collect();
                let told = format!("`{first}` is no language: there are {}", known.join(", "));
                return Err(Failure::Usage(told));
            }
        };
        Ok(Asked { language, file: Path::new(file), out })
    }

    fn generate(&self, made: &Schema, asked: &Asked) -> Done {
        let Some(language) = asked.language else {
            return Err(Failure::Usage("which language? say c, for example".into()));
        };
        if self.filter_messages.is_some() && !self.optimize {
            return Err(Failure::Usage("-F goes with -O only".into()));
        }
        if self.optimize && matches!(language, Language::Cpp | Language::Python | Language::Rust) {
            return Err(Failure::Usage("this language has no optimization mode: leave -O out".into()));
        }
        let only = self.filter_messages.iter().flatten().map(|name| name.trim());
        let only: Vec<String> = only.filter(|name| !name.is_empty()).map(String::from).collect();
        if let [name, ..] = made.unknown(&only)[..] {
            return Err(Failure::Usage(format!("-F {name}: there is no such message")));
        }
        let generated = made.generate(language, &FaceOptions { optimize: self.optimize, only });
        generated.notes.iter().for_each(|told| note(told));
        let folder = match asked.out {
            Some(out) => out.to_path_buf(),
            None => asked.file.parent().map_or_else(PathBuf::new, Path::to_path_buf),
        };
        if !folder.as_os_str().is_empty() {
            std::fs::create_dir_all(&folder)
                .map_err(|error| Failure::Io(format!("{}: {error}", folder.display())))?;
        }
        for file in &generated.files {
            let path = folder.join(&file.name);
            std::fs::write(&path, &file.text)
                .map_err(|error| Failure::Io(format!("{}: {error}", path.display())))?;
        }
        Ok(())
    }
}

fn no_file() -> Failure {
    Failure::Usage("which file?".into())
}
