//! `wireglot gen`: generates source text.

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use wireglot_driver::generate::{CIntegers, COptions, Output, OutputFile, Product, Wanted};
use wireglot_driver::inputs::InForm;
use wireglot_driver::languages::{Feature, Request, SchemaLanguage};
use wireglot_driver::rules::Notation;
use wireglot_driver::sources::new_file::{write_below, write_file};
use wireglot_driver::texts::Text;
use wireglot_driver::{Rules, Sources};

use crate::input::args::{host, Schema};
use crate::input::languages::{language_of, languages, refused};
use crate::input::missing::{Needs, RulesNeed};
use crate::input::value_parsers;
use crate::output::exit::{complain, note, Done, Failure};
use crate::output::schema_verdict::Judgement;

/// Generate code for types and everything they use
#[derive(Args)]
pub struct Gen {
    #[command(subcommand)]
    language: Language,
}

#[derive(Subcommand)]
enum Language {
    C(C),
    Cpp(Cpp),
    Go(Go),
    Rust(Rust),
    Python(Python),
}

/// C99: for ASN.1, types and codecs; for an SBE schema, views and writers
///
/// For ASN.1, writes one header and one source file, which use the runtime in runtime/c. For an SBE schema,
/// writes only headers, including those of the runtime under wireglot/. The output is reproducible, so you can
/// commit it; --check fails if it is out of date.
#[derive(Args)]
#[command(override_usage = "wireglot gen c [OPTIONS] --rules <RULES> --pdu <TYPES> <SCHEMA>...
       wireglot gen c [OPTIONS] <SCHEMA.xml>")]
#[command(after_help = "Examples:
  wireglot gen c snmp.asn1 -r ber --pdu Message --prefix snmp_ -o generated/
  wireglot gen c orders.xml -o generated/")]
struct C {
    /// Schema files, as with -s; for SBE, only one
    #[arg(value_name = "SCHEMA", conflicts_with = "schemas")]
    messages: Vec<PathBuf>,
    #[command(flatten)]
    schema: Schema,
    /// The encoding rules, separated by commas: ber, der, cer, uper, aper, cuper, caper, oer, coer
    #[arg(short, long, value_name = "RULES", value_delimiter = ',', value_parser = value_parsers::code_rules(), hide_possible_values = true)]
    rules: Vec<Notation>,
    /// The types to generate code for, each Module.Type or Type, separated by commas; may be repeated
    #[arg(long = "pdu", value_name = "TYPES", value_delimiter = ',', value_parser = value_parsers::type_name)]
    pdus: Vec<String>,
    /// A prefix for every name
    #[arg(long, default_value = "", hide_default_value = true)]
    prefix: String,
    /// The C type of unbounded INTEGERs: slice (any size), or i64, which refuses larger numbers. With a name,
    /// only those of that type or component: Message.request-id=i64. May be repeated; the last match wins
    #[arg(long = "int", value_name = "[TYPE=]HOW", default_value = "slice", value_parser = integers)]
    integers: Vec<CIntegers>,
    /// The C type of REAL: the nearest double, or exact contents
    #[arg(long = "real", value_name = "HOW", default_value = "double", value_parser = ["double", "exact"], hide_possible_values = true)]
    reals: String,
    /// What to do with unknown extension additions: keep them in the structs and write them back, or skip them
    /// (not in cer, cuper, caper and coer)
    #[arg(long, value_name = "WHAT", default_value = "keep", value_parser = ["keep", "skip"], hide_possible_values = true)]
    unknown: String,
    /// How to declare strings with CONTAINING, and open types that allow only one type: typed, as that type; or
    /// kept, as a struct that also has room for bytes that don't decode as the type
    #[arg(long, value_name = "HOW", default_value = "typed", value_parser = ["typed", "kept"], hide_possible_values = true)]
    contents: String,
    /// How many files: one header and one source file for the specification, or for each module
    #[arg(long, value_name = "EACH", default_value = "specification", value_parser = ["specification", "module"], hide_possible_values = true)]
    files: String,
    /// Also write NAME_json.h and NAME_json.c, with T_to_json and T_print
    #[arg(long)]
    json: bool,
    /// Also write NAME_path.h and NAME_path.c, with decoders that name the field of an error
    #[arg(long)]
    paths: bool,
    /// The base name of the files; default: the prefix, or the first PDU's name
    #[arg(long, value_parser = stem)]
    name: Option<String>,
    /// The output folder, created if needed
    #[arg(short, long = "out", visible_alias = "output", value_name = "FOLDER", default_value = ".", value_parser = value_parsers::folder)]
    out: PathBuf,
    /// Write nothing, and fail if the files are missing or out of date
    #[arg(long)]
    check: bool,
    /// Write the names of all schema files read, for make and ninja
    #[arg(long, value_name = "FILE", conflicts_with = "check")]
    depfile: Option<PathBuf>,
    /// Write nothing, and print the names of the files
    #[arg(long, conflicts_with_all = ["check", "depfile"])]
    list: bool,
}

/// C++17 for an SBE schema: headers with views and writers
///
/// Writes NAME.hpp, NAME_values.hpp with the messages as structs, and the headers of the runtime under
/// wireglot/. The output is reproducible, so you can commit it; --check fails if it is out of date.
#[derive(Args)]
#[command(after_help = "Example:
  wireglot gen cpp orders.xml -o generated/")]
struct Cpp {
    #[command(flatten)]
    face: Face,
    /// The namespace, such as acme.orders; default: the schema's package
    #[arg(long, default_value = "", hide_default_value = true)]
    namespace: String,
}

/// Go for an SBE schema: a package with views and writers
///
/// Writes one file for the schema, and shared code in sbe_*.go. Together they are a package without
/// dependencies. The output is reproducible, so you can commit it; --check fails if it is out of date.
#[derive(Args)]
#[command(after_help = "Example:
  wireglot gen go orders.xml -o orders/")]
struct Go {
    #[command(flatten)]
    face: Face,
    /// The name of the package; default: the schema's
    #[arg(long, default_value = "", hide_default_value = true)]
    package: String,
}

/// Rust, no_std: for ASN.1, types and codecs; for an SBE schema, views and writers
///
/// For ASN.1, writes a module NAME with the types, and inside it one module of codecs for each set of rules;
/// they use the crate wireglot-rt. For an SBE schema, writes one module for the schema, and the shared module
/// `wireglot_sbe` next to it. The output is reproducible, so you can commit it; --check fails if it is out of
/// date.
#[derive(Args)]
#[command(override_usage = "wireglot gen rust [OPTIONS] --rules <RULES> --pdu <TYPES> <SCHEMA>...
       wireglot gen rust [OPTIONS] <SCHEMA.xml>")]
#[command(after_help = "Examples:
  wireglot gen rust snmp.asn1 -r ber --pdu Message -o src/
  wireglot gen rust orders.xml -o src/generated/")]
struct Rust {
    /// Schema files, as with -s; for SBE, only one
    #[arg(value_name = "SCHEMA", conflicts_with = "schemas")]
    messages: Vec<PathBuf>,
    #[command(flatten)]
    schema: Schema,
    /// The encoding rules, separated by commas: ber, der, uper, aper, oer
    #[arg(short, long, value_name = "RULES", value_delimiter = ',', value_parser = value_parsers::plan_rules(), hide_possible_values = true)]
    rules: Vec<Rules>,
    /// The types to generate code for, each Module.Type or Type, separated by commas; may be repeated
    #[arg(long = "pdu", value_name = "TYPES", value_delimiter = ',', value_parser = value_parsers::type_name)]
    pdus: Vec<String>,
    /// The name of the module; default: the name of the first schema file
    #[arg(long, value_parser = stem)]
    name: Option<String>,
    /// The output folder, created if needed
    #[arg(short, long = "out", visible_alias = "output", value_name = "FOLDER", default_value = ".", value_parser = value_parsers::folder)]
    out: PathBuf,
    /// Write nothing, and fail if the files are missing or out of date
    #[arg(long)]
    check: bool,
    /// Write the names of all schema files read, for make and ninja
    #[arg(long, value_name = "FILE", conflicts_with = "check")]
    depfile: Option<PathBuf>,
}

/// Python for an SBE schema: values and views
///
/// Writes one self-contained module, which works with numpy but doesn't need it. The output is reproducible, so
/// you can commit it; --check fails if it is out of date.
#[derive(Args)]
#[command(after_help = "Example:
  wireglot gen python orders.xml -o generated/")]
struct Python {
    #[command(flatten)]
    face: Face,
}

/// What code for message schemas is made of, and where it goes.
#[derive(Args)]
struct Face {
    /// The message schema, as with -s
    #[arg(value_name = "SCHEMA.xml", required_unless_present = "named")]
    schema: Option<PathBuf>,
    /// The message schema
    #[arg(id = "named", short = 's', long = "schema", value_name = "FILE", conflicts_with = "schema")]
    named: Option<PathBuf>,
    /// Allow schemas to include and import any file, not only from their own folder
    #[arg(long)]
    allow_outside: bool,
    /// Turn tolerated violations of the standard into errors; warnings that are only advice remain
    #[arg(long)]
    strict: bool,
    /// The base name of the schema's file; default: the schema's name
    #[arg(long, value_parser = stem)]
    name: Option<String>,
    /// The output folder, created if needed
    #[arg(short, long = "out", visible_alias = "output", value_name = "FOLDER", default_value = ".", value_parser = value_parsers::folder)]
    out: PathBuf,
    /// Write nothing, and fail if the files are missing or out of date
    #[arg(long)]
    check: bool,
    /// Write the names of all schema files read, for make and ninja
    #[arg(long, value_name = "FILE", conflicts_with = "check")]
    depfile: Option<PathBuf>,
}

impl Face {
    fn run(self, word: &str, space: &str) -> Done {
        let language = language_of(self.file())?;
        self.run_in(language, word, space)
    }

    /// The file of the schema.
    fn file(&self) -> &Path {
        self.schema.as_deref().or(self.named.as_deref()).unwrap_or(Path::new(""))
    }

    fn run_in(self, language: &'static dyn SchemaLanguage, word: &str, space: &str) -> Done {
        let schema = self.file().to_path_buf();
        let output = output_of(language, word, &schema)?;
        let request = Request { schemas: std::slice::from_ref(&schema), ..Request::default() };
        let mut made = language.compile(&request, host(self.allow_outside, &[]))?;
        Judgement::usual(self.strict).demand(&*made)?;
        let stem = schema.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let (stem, name) = (stem.as_deref().unwrap_or_default(), self.name.as_deref());
        let wanted = Wanted { strict: self.strict, name, stem, space, ..Wanted::new(output) };
        let generated = made.generate(&wanted);
        let generated = generated.map_err(|refusal| refused("gen", language, &schema, refusal))?;
        generated.notes.iter().for_each(|told| note(told));
        deliver(&self.out, self.check, &generated.files)?;
        self.depfile.map_or(Ok(()), |depfile| {
            depend(&depfile, &self.out, &generated.files, &sources_of(made.sources()))
        })
    }
}

/// Requires the schema, and types and rules unless its language has none; returns the language in that case.
fn needs<T>(
    schema: &Schema,
    pdus: &[String],
    rules: &[T],
    words: Vec<&'static str>,
) -> Result<Option<&'static dyn SchemaLanguage>, Failure> {
    let (ty, form) = (pdus.is_empty().then_some("--pdu"), InForm::Auto);
    let need = [RulesNeed { option: "-r", example: Rules::default().word(), reads: false, words }];
    let rules = if rules.is_empty() { &need[..] } else { &[] };
    if schema.is_unsaid() {
        Needs { schema, ty, rules, said: (None, None), inputs: &[], form }.met()?;
    }
    let language = schema.language()?;
    if !language.features().contains(&Feature::Rules) {
        return Ok(Some(language));
    }
    Needs { schema, ty, rules, said: (None, None), inputs: &[], form }.met()?;
    Ok(None)
}

/// The output for the named target language.
fn output_of(
    language: &'static dyn SchemaLanguage,
    word: &str,
    file: &Path,
) -> Result<&'static Output, Failure> {
    languages().output(language, Product::Code, word, file).map_err(|none| {
        let (code, original) = (none.words(Product::Code), none.words(Product::Original));
        if !file.exists() {
            return Failure::Io(format!("{}: there is no such file", file.display()));
        }
        let (verb, shown) = (language.word(), file.display());
        // The same target language may have a shorter name there.
        let same = original.iter().find(|own| **own == word || own.len() > 1 && word.starts_with(**own));
        if let (None, Some(own)) = (code.first(), same) {
            let told = format!("gen {word} doesn't read {verb} files: write `wireglot {verb} {own} {shown}`");
            return Failure::Usage(told);
        }
        let there = match (code.first(), original.is_empty()) {
            (Some(first), _) => format!("; it has {}: `wireglot gen {first} {shown}`", code.join(", ")),
            (None, false) => format!("; `wireglot {verb}` has {}", original.join(", ")),
            (None, true) => String::new(),
        };
        Failure::Usage(format!("gen {word}: {none}{there}"))
    })
}

/// Writes files into a folder, or reports which of them are missing or out of date.
fn deliver(out: &Path, check: bool, files: &[OutputFile]) -> Done {
    if check {
        let stale = files.iter().filter(|file| !is_current(&out.join(&file.name), &file.text)).count();
        return if stale > 0 { Err(Failure::Data) } else { Ok(()) };
    }
    write_below(out, files.iter().map(|file| (Path::new(&file.name), file.text.as_bytes())))?;
    for file in files {
        note(&format!("{}: {} lines", out.join(&file.name).display(), file.text.lines().count()));
    }
    Ok(())
}

impl Gen {
    pub fn run(self) -> Done {
        match self.language {
            Language::C(c) => c.run(),
            Language::Cpp(cpp) => cpp.face.run("cpp", &cpp.namespace),
            Language::Go(go) => go.face.run("go", &go.package),
            Language::Rust(rust) => rust.run(),
            Language::Python(python) => python.face.run("python", ""),
        }
    }
}

impl C {
    fn run(mut self) -> Done {
        self.schema.add(std::mem::take(&mut self.messages));
        if !begins_names(&self.prefix) {
            let what = "names in C begin with a letter or _ and go on with letters, digits and _";
            return Err(Failure::Usage(format!("--prefix {}: {what}", self.prefix)));
        }
        if let Some(language) = needs(&self.schema, &self.pdus, &self.rules, value_parsers::code_words())? {
            let integers = self.integers.iter().any(|one| one.i64 || !one.name.is_empty());
            self.schema.demand(&[
                ("--rules", Feature::Rules, !self.rules.is_empty()),
                ("--pdu", Feature::Rules, !self.pdus.is_empty()),
                ("--int", Feature::Rules, integers),
                ("--real", Feature::Rules, self.reals != "double"),
                ("--unknown", Feature::Rules, self.unknown != "keep"),
                ("--contents", Feature::Rules, self.contents != "typed"),
                ("--files", Feature::Rules, self.files != "specification"),
                ("--json", Feature::Rules, self.json),
                ("--paths", Feature::Rules, self.paths),
                ("--list", Feature::Rules, self.list),
            ])?;
            let (name, out, check, depfile) = (self.name, self.out, self.check, self.depfile);
            let Schema { strict, allow_outside, .. } = self.schema;
            let (schema, named) = (Some(self.schema.first().to_path_buf()), None);
            let face = Face { schema, named, allow_outside, strict, name, out, check, depfile };
            return face.run_in(language, "c", self.prefix.trim_end_matches('_'));
        }
        let (rules, texts) = notations(&self.rules);
        if rules.is_empty() {
            let what = "-r: code for text uses the structs of binary rules: name one of these, too";
            return Err(Failure::Usage(what.into()));
        }
        let (name, prefix) = (self.file_name(), self.prefix.clone());
        let (integers, json, paths) = (self.integers, self.json, self.paths);
        let (exact_reals, keep_unknown) = (self.reals == "exact", self.unknown == "keep");
        let options = COptions {
            name,
            prefix,
            integers,
            exact_reals,
            keep_unknown,
            keep_contents: self.contents == "kept",
            by_module: self.files == "module",
            json,
            paths,
            ..COptions::default()
        };
        let language = self.schema.language()?;
        let output = output_of(language, "c", self.schema.first())?;
        let mut made = self.schema.compile(Request::default())?;
        self.schema.judgement(false).demand(&*made)?;
        let sources = sources_of(made.sources());
        let (strict, types) = (self.schema.strict, &self.pdus[..]);
        let c = Some(&options);
        let wanted = Wanted { strict, rules: &rules, texts: &texts, types, c, ..Wanted::new(output) };
        let generated = made.generate(&wanted).map_err(|refusal| self.schema.refused("gen", refusal))?;
        let files = generated.files;
        if self.list {
            let paths = files.iter().map(|file| self.out.join(&file.name).display().to_string() + "\n");
            return Ok(std::io::stdout().lock().write_all(paths.collect::<String>().as_bytes())?);
        }
        deliver(&self.out, self.check, &files)?;
        if !self.check {
            note(&c_runtime(&self.out, &files));
        }
        self.depfile.map_or(Ok(()), |depfile| depend(&depfile, &self.out, &files, &sources))
    }

    fn file_name(&self) -> String {
        let first = self.pdus.first().map(|pdu| pdu.rsplit('.').next().unwrap_or(pdu));
        let name = self.name.clone().or(Some(self.prefix.trim_end_matches('_').to_string()));
        let name = name.filter(|name| !name.is_empty());
        name.unwrap_or_else(|| first.unwrap_or("generated").to_lowercase().replace('-', "_"))
    }
}

impl Rust {
    fn run(mut self) -> Done {
        self.schema.add(std::mem::take(&mut self.messages));
        let (name, out, check, depfile) = (self.name, self.out, self.check, self.depfile);
        let words = Rules::ALL.map(Rules::word).to_vec();
        if let Some(language) = needs(&self.schema, &self.pdus, &self.rules, words)? {
            self.schema.demand(&[
                ("--rules", Feature::Rules, !self.rules.is_empty()),
                ("--pdu", Feature::Rules, !self.pdus.is_empty()),
            ])?;
            let Schema { strict, allow_outside, .. } = self.schema;
            let (schema, named) = (Some(self.schema.first().to_path_buf()), None);
            let face = Face { schema, named, allow_outside, strict, name, out, check, depfile };
            return face.run_in(language, "rust", "");
        }
        let mut rules = self.rules;
        let mut seen = HashSet::new();
        rules.retain(|rules| seen.insert(*rules));
        let language = self.schema.language()?;
        let output = output_of(language, "rust", self.schema.first())?;
        let mut made = self.schema.compile(Request::default())?;
        self.schema.judgement(false).demand(&*made)?;
        let sources = sources_of(made.sources());
        let stem = self.schema.first().file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let stem = name.or(stem).unwrap_or_default();
        let (strict, types) = (self.schema.strict, &self.pdus[..]);
        let wanted = Wanted { strict, rules: &rules, types, stem: &stem, ..Wanted::new(output) };
        let generated = made.generate(&wanted).map_err(|refusal| self.schema.refused("gen", refusal))?;
        deliver(&out, check, &generated.files)?;
        if !check {
            note(&format!("the code uses the crate wireglot-rt, which is runtime/rust in {REPOSITORY}"));
        }
        depfile.map_or(Ok(()), |depfile| depend(&depfile, &out, &generated.files, &sources))
    }
}

/// Where the runtimes are.
const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");

/// What C code needs besides its own files, and a command line that compiles it.
fn c_runtime(out: &Path, files: &[OutputFile]) -> String {
    let sources = files.iter().filter(|file| file.name.ends_with(".c"));
    let sources: Vec<String> = sources.map(|file| out.join(&file.name).display().to_string()).collect();
    format!(
        "the code uses the runtime, which is runtime/c in {REPOSITORY}; compile both with your own code: \
         cc -std=c99 -Iruntime/c/include -I{} {} runtime/c/src/*.c main.c",
        out.display(),
        sources.join(" ")
    )
}

/// Rules and text forms, without duplicates.
fn notations(all: &[Notation]) -> (Vec<Rules>, Vec<Text>) {
    let (mut rules, mut texts) = (Vec::new(), Vec::new());
    for notation in all {
        match notation {
            Notation::Binary(one) if !rules.contains(one) => rules.push(*one),
            Notation::Text(one) if !texts.contains(one) => texts.push(*one),
            _ => {}
        }
    }
    (rules, texts)
}

/// Parses the representation of INTEGERs: of all types, or of one.
fn integers(text: &str) -> Result<CIntegers, String> {
    let (name, how) = text.rsplit_once('=').unwrap_or(("", text));
    let i64 = match how {
        "i64" => true,
        "slice" => false,
        _ => return Err("an INTEGER is slice or i64; for one type or component, write TYPE=i64".to_string()),
    };
    Ok(CIntegers { name: name.to_string(), i64 })
}

/// Whether names in C can start with this prefix.
fn begins_names(prefix: &str) -> bool {
    let word = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    !prefix.starts_with(|c: char| c.is_ascii_digit()) && prefix.bytes().all(word)
}

/// Checks that a name is valid for files and include guards on every platform.
fn stem(name: &str) -> Result<String, String> {
    let fits = |b: u8| b.is_ascii_alphanumeric() || b"_-.".contains(&b);
    match name.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_') && name.bytes().all(fits) {
        true => Ok(name.to_string()),
        false => {
            Err("a name has letters, digits, _, - and ., and doesn't begin with one of the last two"
                .to_string())
        }
    }
}

/// The files that have been read.
fn sources_of(sources: &Sources) -> Vec<PathBuf> {
    sources.iter().map(|(_, source)| PathBuf::from(source.name())).collect()
}

/// Writes the dependencies on schemas as a make rule.
fn depend(depfile: &Path, out: &Path, made: &[OutputFile], schemas: &[PathBuf]) -> Done {
    let at = |path: &Path, error: std::io::Error| Failure::Io(format!("{}: {error}", path.display()));
    let absolute = |path: &Path| {
        let path = std::path::absolute(path).map_err(|error| at(path, error))?;
        let text = path.display().to_string();
        Ok(text.replace('\\', "/").replace('$', "$$").replace('#', "\\#").replace(' ', "\\ "))
    };
    let made: Result<Vec<String>, Failure> =
        made.iter().map(|file| absolute(&out.join(&file.name))).collect();
    let schemas: Result<Vec<String>, Failure> = schemas.iter().map(|path| absolute(path)).collect();
    let rule = format!("{}: \\\n  {}\n", made?.join(" \\\n"), schemas?.join(" \\\n  "));
    write_file(depfile, rule.as_bytes()).map_err(|error| at(depfile, error))
}

/// Whether a file has the given contents; reports it if not.
fn is_current(path: &Path, text: &str) -> bool {
    let why = match std::fs::read(path) {
        Ok(there) if there == text.as_bytes() => return true,
        Ok(_) => "is out of date",
        Err(_) => "is missing",
    };
    complain(&format!("{} {why}: run this without --check to write it", path.display()));
    false
}
