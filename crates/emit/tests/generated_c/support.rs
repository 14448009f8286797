//! Generated C behind a pipe, and the interpreter beside it.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, Weak};

use wireglot_driver::languages::asn1::pipeline::{compile, plan, Compiled, SchemaFiles};
use wireglot_driver::sources::Host;
use wireglot_driver::{DecodeOptions, EncodeOptions, OpenTypes, Rules};
use wireglot_emit::{c, c_leaf_beyond, COptions};
use wireglot_interp::json::{JsonWriter, Layout, Spelling};
use wireglot_interp::{stuck, Codec, Tape};
use wireglot_model::TypeId;
use wireglot_plan::{Family, OpenShape, Plan, RecordKind, Shape, ShapeKind, Slot};

use crate::tools::{project, run, scratch, Scratch, STRICT};

/// The rules that generated code is tested under, in the order of the pipe's numbers.
pub const RULES: [Rules; 9] = [
    Rules::Ber,
    Rules::Der,
    Rules::Uper,
    Rules::Aper,
    Rules::Oer,
    Rules::Cuper,
    Rules::Caper,
    Rules::Coer,
    Rules::Cer,
];

/// How many of them there is always code for; for the others where a test is about them.
pub const USUAL: usize = 5;

/// A source file that takes too long with sanitizers, and a second time with paths; the runtime that it calls
/// has them anyway.
const LARGE: usize = 500_000;

fn plain(command: &mut Command) -> &mut Command {
    command.args(["-std=c99", "-O0"]).args(STRICT).arg("-I").arg(project().join("runtime/c/include"))
}

pub fn sanitized(command: &mut Command) -> &mut Command {
    sanitized_at("-O1", command)
}

fn sanitized_at<'c>(level: &str, command: &'c mut Command) -> &'c mut Command {
    command.args(["-std=c99", level, "-g1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]);
    command.args(STRICT).arg("-I").arg(project().join("runtime/c/include"))
}

/// The level at which generated code is run under sanitizers. They see as much without optimisation, in a tenth of the
/// time; `make test-full` sets another one.
fn level() -> String {
    std::env::var("WIREGLOT_LEVEL").unwrap_or_else(|_| "-O0".into())
}

/// The runtime and the pipe's main, compiled for all programs of all tests that run beside one another.
pub struct Runtime {
    objects: Vec<PathBuf>,
    _folder: Scratch,
}

impl Runtime {
    /// Compiles them, unless another test has.
    pub fn compile() -> Arc<Self> {
        static SHARED: Mutex<Weak<Runtime>> = Mutex::new(Weak::new());
        let mut shared = SHARED.lock().unwrap_or_else(|broken| broken.into_inner());
        shared.upgrade().unwrap_or_else(|| {
            let made = Arc::new(Runtime::fresh());
            *shared = Arc::downgrade(&made);
            made
        })
    }

    /// What a program of its own is linked with.
    pub fn alone(&self) -> impl Iterator<Item = &PathBuf> {
        self.objects.iter().filter(|object| !object.ends_with("pipe.o"))
    }

    fn fresh() -> Self {
        let folder = scratch("runtime");
        let support = project().join("crates/emit/tests/generated_c");
        let mut files: Vec<PathBuf> = fs::read_dir(project().join("runtime/c/src"))
            .unwrap()
            .map(|e| e.unwrap().path())
            .filter(|p| p.extension().is_some_and(|e| e == "c"))
            .collect();
        files.push(support.join("pipe.c"));
        files.sort();
        let compiled = files.iter().map(|file| {
            let object = folder.join(file.file_stem().unwrap()).with_extension("o");
            let mut gcc = Command::new("gcc");
            run(sanitized(&mut gcc).arg("-I").arg(&support).arg("-c").arg(file).arg("-o").arg(&object))
                .unwrap();
            object
        });
        Runtime { objects: compiled.collect(), _folder: folder }
    }
}

/// What a decode tolerates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    pub open_types: OpenTypes,
    /// Whether octets that are left over are passed over.
    pub pass_over: bool,
}

impl Reading {
    pub const STRICT: Reading = Reading { open_types: OpenTypes::Strict, pass_over: false };
    pub const KEEPS: Reading = Reading { open_types: OpenTypes::Keep, pass_over: false };
    pub const PASSES_OVER: Reading = Reading { open_types: OpenTypes::Strict, pass_over: true };
    pub const BOTH: Reading = Reading { open_types: OpenTypes::Keep, pass_over: true };
}

/// A specification compiled to all that is compared.
pub struct Subject {
    pub shape: Arc<Shape>,
    pub plans: Vec<Option<Plan>>,
    pub codecs: Vec<Option<Codec>>,
    /// The same with a table for whatever has a known type (`Shape::hold_in_rows`), if it has none by itself.
    rows: Option<(Arc<Shape>, Vec<Option<Plan>>)>,
    /// What C is printed of where that is not what the interpreter runs.
    printed: Option<(Arc<Shape>, Vec<Option<Plan>>)>,
    /// How both read.
    pub reading: Reading,
}

impl Subject {
    /// Compiles schema files as far as these types (`Module.Type`) need them, for the usual rules
    /// and for these, by number.
    pub fn open(
        files: &[PathBuf],
        types: &BTreeSet<&str>,
        also: &BTreeSet<usize>,
    ) -> Result<Subject, String> {
        let files = SchemaFiles { schemas: files.to_vec(), ..SchemaFiles::default() };
        let mut made: Compiled = compile(&files, Host::system()).map_err(|e| format!("{e:?}"))?;
        let mut roots: Vec<TypeId> = types
            .iter()
            .filter_map(|name| name.split_once('.'))
            .filter_map(|(module, name)| made.model.find(Some(module), name))
            .collect();
        // What is sound can be used although there are errors elsewhere.
        if made.shape.is_none() {
            let unusable = made.model.unusable();
            roots.retain(|root| !unusable.contains(root));
        }
        let shape = Arc::new(wireglot_lower::shape(&made.model, Some(&roots)).0);
        let plans = planned(&mut made, &shape, also);
        let codecs =
            plans.iter().map(|p| p.as_ref().and_then(|p| Codec::new(shape.clone(), p).ok())).collect();
        let mut subject =
            Subject { shape, plans, codecs, rows: None, printed: None, reading: Reading::STRICT };
        if !subject.keeps_alike() {
            let mut rows = wireglot_lower::shape(&made.model, Some(&roots)).0;
            rows.hold_in_rows();
            let rows = Arc::new(rows);
            let plans = planned(&mut made, &rows, also);
            subject.rows = Some((rows, plans));
        }
        Ok(subject)
    }

    /// The same where whatever has a known type is printed as a struct with room for other octets; nothing
    /// where all types have that room already.
    pub fn in_rows(mut self) -> Option<Subject> {
        let (shape, plans) = self.rows.take()?;
        self.printed = Some((shape, plans));
        Some(self)
    }

    /// Prints C that holds all that the interpreter does, and starts it behind a pipe.
    pub fn start(&self, name: &str, runtime: &Runtime) -> Result<Pipe, String> {
        self.start_as(name, runtime, COptions { exact_reals: true, ..COptions::default() })
    }

    /// The same with these choices.
    pub fn start_as(&self, name: &str, runtime: &Runtime, options: COptions) -> Result<Pipe, String> {
        let folder = scratch(name);
        let printed = self.printed.as_ref();
        let (shape, plans) = printed.map_or((&self.shape, &self.plans), |(shape, plans)| (shape, plans));
        let plans: Vec<&Plan> = plans.iter().flatten().collect();
        let options = COptions { name: "generated".into(), json: true, paths: true, ..options };
        let files = c(shape, &plans, &options);
        for file in &files {
            fs::write(folder.join(&file.name), &file.text).unwrap();
        }
        let apart = ["generated_json.c", "generated_path.c"];
        let codecs = files.iter().filter(|f| f.name.ends_with(".c") && !apart.contains(&f.name.as_str()));
        let large = codecs.clone().map(|file| file.text.len()).sum::<usize>() >= LARGE;
        let headers: Vec<&str> =
            files.iter().filter(|f| f.name.ends_with(".h")).map(|file| file.text.as_str()).collect();
        fs::write(folder.join("roots.c"), self.roots(&headers.concat(), !large)).unwrap();
        let support = project().join("crates/emit/tests/generated_c");
        let program = folder.join("pipe");
        let mut objects = Vec::new();
        let level = level();
        let mut sources: Vec<&str> = codecs.map(|file| file.name.as_str()).collect();
        sources.extend(&["generated_json.c", "roots.c", "generated_path.c"][..if large { 2 } else { 3 }]);
        for file in sources {
            let object = folder.join(file).with_extension("o");
            let compile = |gcc: &mut Command, object: &Path| {
                gcc.arg("-I").arg(&support).arg("-I").arg(&*folder).arg("-c").arg(folder.join(file));
                run(gcc.arg("-o").arg(object))
            };
            let mut gcc = Command::new("gcc");
            // What keeps the way is the same decoder again.
            if large || file == "generated_path.c" {
                compile(plain(&mut gcc), &object)?;
            } else {
                compile(sanitized_at(&level, &mut gcc), &object)?;
                // Of some things only an optimizer warns.
                if level == "-O0" {
                    compile(plain(&mut Command::new("gcc")).arg("-O1"), &folder.join("optimized.o"))?;
                }
            }
            objects.push(object);
        }
        let mut gcc = Command::new("gcc");
        run(sanitized(&mut gcc).args(objects).args(&runtime.objects).arg("-o").arg(&program))?;
        let mut child = Command::new(&program)
            .env("ASAN_OPTIONS", "detect_leaks=0")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let from = BufReader::new(child.stdout.take().unwrap());
        let reading = Reading::STRICT;
        Ok(Pipe { child, from, _folder: folder, beyond: false, kept: 0, reading })
    }

    /// A table of the decoders and encoders that the header declares, by root.
    fn roots(&self, header: &str, paths: bool) -> String {
        let mut out = String::from(
            "#include \"generated_json.h\"\n#include \"generated_path.h\"\n#include \"pipe.h\"\n",
        );
        let names: Vec<&str> = header
            .lines()
            .filter_map(|l| l.strip_prefix("wg_result ")?.split_once('('))
            .filter_map(|(function, _)| function.rsplit_once("_decode_"))
            .filter(|(_, rules)| RULES.iter().any(|r| r.word() == *rules))
            .map(|(name, _)| name)
            .collect();
        let mut roots: Vec<&str> = Vec::new();
        for name in names {
            if roots.last() != Some(&name) {
                roots.push(name);
            }
        }
        let mut table = String::new();
        for name in &roots {
            let (mut decode, mut encode, mut trace, mut most) =
                (String::new(), String::new(), String::new(), String::new());
            for rules in RULES {
                let constant = format!("{name}_max_size_{rules}");
                let known = header.contains(&format!("#define {constant} "));
                let _ = write!(most, "{}, ", if known { &constant } else { "0" });
                if !header.contains(&format!(" {name}_decode_{rules}(")) {
                    decode += "NULL, ";
                    encode += "NULL, ";
                    trace += "NULL, ";
                    continue;
                }
                let _ = writeln!(
                    out,
                    "static wg_result {name}_d_{rules}(void *v, const uint8_t *d, size_t n, wg_arena *a)\n\
                     {{\n    return {name}_decode_{rules}(({name} *)v, d, n, a);\n}}\n\
                     static wg_result {name}_e_{rules}(const void *v, uint8_t *b, size_t n, wg_octets *o)\n\
                     {{\n    return {name}_encode_{rules}((const {name} *)v, b, n, o);\n}}"
                );
                if paths {
                    let _ = writeln!(
                        out,
                        "static wg_result {name}_t_{rules}(void *v, const uint8_t *d, size_t n, wg_arena *a, wg_path *p)\n\
                         {{\n    return {name}_decode_{rules}_path(({name} *)v, d, n, a, p);\n}}"
                    );
                }
                let _ = write!(decode, "{name}_d_{rules}, ");
                let _ = write!(encode, "{name}_e_{rules}, ");
                let _ = match paths {
                    true => write!(trace, "{name}_t_{rules}, "),
                    false => write!(trace, "NULL, "),
                };
            }
            let _ = writeln!(
                out,
                "static wg_violation {name}_v_check(const void *v)\n\
                 {{\n    return {name}_check((const {name} *)v);\n}}\n\
                 static bool {name}_same(const void *a, const void *b)\n\
                 {{\n    return {name}_equal((const {name} *)a, (const {name} *)b);\n}}"
            );
            for function in ["to_json", "print"] {
                let _ = writeln!(
                    out,
                    "static wg_error {name}_s_{function}(const void *v, wg_json *t)\n\
                     {{\n    return {name}_{function}((const {name} *)v, t);\n}}"
                );
            }
            let _ = writeln!(
                table,
                "    {{sizeof({name}), {{{decode}}}, {{{encode}}}, {name}_v_check, {{{most}}}, {name}_same, {{{name}_s_to_json, {name}_s_print}}, {{{trace}}}}},"
            );
        }
        let _ = write!(out, "const struct pipe_root pipe_roots[] = {{\n{table}}};\n");
        out
    }

    /// Whether what they stand for holds octets of which nothing is known.
    pub fn has_unknown(&self, root: usize, from: usize, bytes: &[u8]) -> bool {
        let Some(codec) = &self.codecs[from] else { return true };
        let mut tape = Tape::new();
        let _ = codec.decode(root, bytes, &self.reading(), &mut tape);
        let other = if RULES[from].family() == Family::Tlv { Rules::Uper } else { Rules::Ber };
        tape.root().is_none_or(|value| stuck(&self.shape, "", value, RULES[from], other).is_some())
    }

    /// What the interpreter makes of bytes, and how it writes the value by each of the rules, or why it
    /// does not: it refuses what breaks a constraint, and what it kept as octets from other encoding rules.
    pub fn interpret(
        &self,
        root: usize,
        from: usize,
        bytes: &[u8],
    ) -> Option<Result<Vec<Option<Written>>, String>> {
        let codec = self.codecs[from].as_ref()?;
        let mut tape = Tape::new();
        if let Err(error) = codec.decode(root, bytes, &self.reading(), &mut tape) {
            return Some(Err(error.to_string()));
        }
        let value = tape.root()?;
        let write = |(to, codec): (usize, &Option<Codec>)| {
            let codec = codec.as_ref()?;
            if let Some(path) = stuck(&self.shape, "", value, RULES[from], RULES[to]) {
                return Some(Err(format!("{path}: octets of {}", RULES[from])));
            }
            let mut out = Vec::new();
            let written = codec.encode(root, value, &EncodeOptions::default(), &mut out);
            Some(written.map(|_| out).map_err(|error| error.to_string()))
        };
        Some(Ok(self.codecs.iter().enumerate().map(write).collect()))
    }
}

impl Subject {
    fn reading(&self) -> DecodeOptions {
        let Reading { open_types, pass_over } = self.reading;
        DecodeOptions { open_types, pass_over, trailing: pass_over, ..DecodeOptions::default() }
    }

    /// How many open types the interpreter keeps, and at how many places it passes over octets.
    pub fn kept(&self, root: usize, from: usize, bytes: &[u8]) -> Option<usize> {
        let mut tape = Tape::new();
        let taken = self.codecs[from].as_ref()?.decode(root, bytes, &self.reading(), &mut tape).ok()?;
        Some(tape.kept() + usize::from(taken < bytes.len()))
    }

    /// Whether there is any open type with a table.
    pub fn has_tables(&self) -> bool {
        let keyed = |kind: &ShapeKind| matches!(kind, ShapeKind::Open(OpenShape::Keyed { .. }));
        self.shape.types.iter().any(|ty| keyed(&ty.kind))
    }

    /// Whether generated code keeps what the interpreter does, without tables of one row: else it has no place
    /// for the octets of strings with CONTAINING, and of open types that can be of one type alone.
    pub fn keeps_alike(&self) -> bool {
        let keyed = |id: wireglot_plan::ShapeId| {
            matches!(self.shape.get(id).kind, ShapeKind::Open(OpenShape::Keyed { .. }))
        };
        self.shape.types.iter().all(|ty| match &ty.kind {
            ShapeKind::OctetString { contains: Some(contents), .. }
            | ShapeKind::BitString { contains: Some(contents), .. } => keyed(contents.shape),
            ShapeKind::Open(OpenShape::Fixed(_)) => false,
            _ => true,
        })
    }

    /// Where the interpreter stops: the path, and the octet.
    pub fn stop(&self, root: usize, from: usize, bytes: &[u8]) -> Option<(String, u64)> {
        let codec = self.codecs[from].as_ref()?;
        let error = codec.decode(root, bytes, &self.reading(), &mut Tape::new()).err()?;
        Some((error.path, error.fault.bit / 8))
    }

    /// Whether components of a type may come in another order than that of the schema: those of a SET, and
    /// without tags additions in front of a second root.
    pub fn has_other_orders(&self, rules: Rules) -> bool {
        let tags = rules.family() == Family::Tlv;
        self.shape.types.iter().any(|ty| match &ty.kind {
            ShapeKind::Record { kind: RecordKind::Set, .. } => true,
            ShapeKind::Record { slots, .. } => {
                let pairs = |pair: &[Slot]| pair[0].addition.is_some() && pair[1].addition.is_none();
                !tags && slots.windows(2).any(pairs)
            }
            _ => false,
        })
    }

    /// A value as the interpreter writes JSON, on one line and indented.
    pub fn json(&self, root: usize, from: usize, bytes: &[u8]) -> Option<[String; 2]> {
        let codec = self.codecs[from].as_ref()?;
        let options = self.reading();
        let text = |layout| {
            let mut writer = JsonWriter::new(&self.shape, Spelling::Json, layout);
            codec.decode(root, bytes, &options, &mut writer).ok()?;
            Some(writer.text().to_string())
        };
        Some([text(Layout::Compact)?, text(Layout::Indented)?])
    }
}

/// The plans of a shape for the usual rules and for these, as far as there is C for them.
fn planned(made: &mut Compiled, shape: &Arc<Shape>, also: &BTreeSet<usize>) -> Vec<Option<Plan>> {
    made.shape = Some(shape.clone());
    let plans = RULES.iter().enumerate().map(|(number, rules)| {
        if number >= USUAL && !also.contains(&number) {
            return None;
        }
        let before = made.diagnostics.failed(false);
        let plan = plan(*rules, made);
        plan.filter(|plan| before == made.diagnostics.failed(false) && c_leaf_beyond(plan).is_none())
    });
    plans.collect()
}

/// An encoding, or why there is none.
pub type Written = Result<Vec<u8>, String>;

/// Generated code that waits for requests.
pub struct Pipe {
    child: Child,
    from: BufReader<ChildStdout>,
    _folder: Scratch,
    /// Whether the last value took more octets than its type says it may.
    pub beyond: bool,
    /// How many open types it kept of the last one, and at how many places it passed over octets.
    pub kept: usize,
    /// How it reads.
    pub reading: Reading,
}

/// What generated code answered.
#[derive(Debug, PartialEq, Eq)]
pub enum Answer {
    /// It refused the bytes: code and octet, and where in the value that is.
    Refused(String, String),
    /// The value written by each of the rules asked for, or the code of an error; and as JSON, on one
    /// line and indented.
    Written(Vec<Written>, [String; 2]),
}

impl Pipe {
    /// Decodes and encodes again.
    pub fn ask(&mut self, root: usize, from: usize, to: &[usize], bytes: &[u8]) -> Result<Answer, String> {
        let to: Vec<String> = to.iter().map(usize::to_string).collect();
        let Reading { open_types, pass_over } = self.reading;
        let how = u8::from(open_types == OpenTypes::Strict) + 2 * u8::from(pass_over);
        let input = self.child.stdin.as_mut().unwrap();
        let sent = writeln!(input, "{how} {root} {from} {} {}", to.join(","), hex(bytes));
        let mut line = String::new();
        if sent.is_err() || self.from.read_line(&mut line).unwrap_or(0) == 0 {
            let mut complaint = String::new();
            if let Some(mut stderr) = self.child.stderr.take() {
                let _ = std::io::Read::read_to_string(&mut stderr, &mut complaint);
            }
            return Err(complaint.lines().take(12).collect::<Vec<_>>().join("\n"));
        }
        let line = line.trim_end();
        self.beyond = false;
        if let Some(error) = line.strip_prefix("error ") {
            let mut words = error.splitn(3, ' ');
            let mut word = || words.next().unwrap_or_default();
            let fault = format!("{} {}", word(), word());
            return Ok(Answer::Refused(fault, word().to_string()));
        }
        let mut parts = line.splitn(3, '\t');
        let written = parts.next().unwrap_or_default();
        self.beyond = written.contains('~');
        let written = written.replace('~', "");
        let (kept, written) = written.strip_prefix("ok ").unwrap_or("").split_once(' ').unwrap_or_default();
        self.kept = kept.parse().unwrap_or_default();
        let each = written.split(' ');
        let each = each.map(|text| match text.strip_prefix('!') {
            Some(code) => Err(code.to_string()),
            None => Ok(octets(text)),
        });
        let each = each.collect();
        let mut text = || parts.next().unwrap_or_default().replace('\u{1}', "\n");
        Ok(Answer::Written(each, [text(), text()]))
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        // Closing its input lets it exit normally, which is when a coverage build writes its counts.
        let _ = self.child.wait();
    }
}

/// Octets as text.
pub fn hex(octets: &[u8]) -> String {
    octets.iter().map(|o| format!("{o:02x}")).collect()
}

/// Text as octets.
pub fn octets(hex: &str) -> Vec<u8> {
    hex.as_bytes()
        .chunks(2)
        .map(|p| u8::from_str_radix(std::str::from_utf8(p).unwrap(), 16).unwrap())
        .collect()
}
