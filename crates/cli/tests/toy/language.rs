//! A minimal schema language: `Pair left right` is a message of two bytes.

use std::path::Path;

use wireglot_diag::Diagnostics;
use wireglot_driver::chart::{Chart, Offset, Part, Role};
use wireglot_driver::generate::{Generated, Output, OutputFile, Product, Wanted};
use wireglot_driver::inspect::{self, Annotated, Annotation};
use wireglot_driver::languages::FormatError;
use wireglot_driver::languages::{Compilation, Feature, Refusal, Request, SchemaLanguage};
use wireglot_driver::messages::{Bad, FieldError, Message, MessageRequest, Reading, Writing};
use wireglot_driver::sources::{FileError, Host, Times};
use wireglot_driver::vectors::{Bench, Outcome, Record, Runner, Verdict};
use wireglot_driver::{ErrorCode, Fault, Sources, Tape, ValueRef, View};
use wireglot_interp::Sink;
use wireglot_plan::{
    JerForm, RecordKind, Shape, ShapeId, ShapeKind, ShapeRoot, ShapeType, Slot, SlotPresence,
};
use wireglot_text::{FileId, Source, Span};

pub struct Toy;

impl SchemaLanguage for Toy {
    fn word(&self) -> &'static str {
        "toy"
    }

    fn name(&self) -> &'static str {
        "Toy"
    }

    fn claims(&self, path: &Path) -> bool {
        path.extension().is_some_and(|extension| extension == "toy")
    }

    fn features(&self) -> &'static [Feature] {
        &[Feature::Charts, Feature::Format, Feature::Typed, Feature::Select]
    }

    fn outputs(&self) -> &'static [Output] {
        &[Output { word: "c", product: Product::Code }]
    }

    fn vectors(&self) -> &'static [(&'static str, Runner)] {
        &[("toy", vector)]
    }

    fn format(&self, _: FileId, text: &str, _: &mut Diagnostics) -> Option<Result<String, FormatError>> {
        Some(Ok(text.split_whitespace().collect::<Vec<&str>>().join(" ") + "\n"))
    }

    fn compile(&self, request: &Request, host: Host) -> Result<Box<dyn Compilation>, FileError> {
        let path = &request.schemas[0];
        let read = host.folder.read(path).map_err(|error| FileError { path: path.clone(), error })?;
        let text = String::from_utf8_lossy(&read).into_owned();
        let names: Vec<String> = text.split_whitespace().map(String::from).collect();
        let mut sources = Sources::new();
        sources.add(Source::new(path.display().to_string(), text));
        let (diagnostics, times) = (Diagnostics::new(), Times::by(host.clock));
        Ok(Box::new(Made { sources, diagnostics, times, names }))
    }
}

/// The names of a message and its fields.
struct Made {
    sources: Sources,
    diagnostics: Diagnostics,
    times: Times,
    names: Vec<String>,
}

impl Compilation for Made {
    fn sources(&self) -> &Sources {
        &self.sources
    }

    fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }

    fn times(&self) -> &Times {
        &self.times
    }

    fn charts(&self, _: Option<&str>) -> Result<Vec<Chart>, Refusal> {
        let part = |(at, name): (usize, &String)| Part {
            path: name.clone(),
            place: Offset { first: at as u64 * 8, steps: Vec::new(), moves: false },
            bits: 8,
            ty: "octet".into(),
            role: Role::Box,
            since: None,
            doc: None,
            names: None,
        };
        let parts: Vec<Part> = self.names[1..].iter().enumerate().map(part).collect();
        let (title, bits) = (self.names[0].clone(), parts.len() as u64 * 8);
        Ok(vec![Chart { title, doc: None, bits, order: "octet by octet", by_octets: true, parts }])
    }

    fn generate(&mut self, wanted: &Wanted) -> Result<Generated, Refusal> {
        let fields: String =
            self.names[1..].iter().map(|name| format!("    unsigned char {name};\n")).collect();
        let (name, text) =
            (format!("{}.h", wanted.stem), format!("struct {} {{\n{fields}}};\n", self.names[0]));
        Ok(Generated { files: vec![OutputFile { name, text }], notes: Vec::new() })
    }

    fn message(self: Box<Self>, _: &MessageRequest) -> Result<Box<dyn Message>, Refusal> {
        let [record, octet] = [ShapeId(0), ShapeId(1)];
        let ty = |kind| ShapeType {
            name: self.names[0].clone(),
            module: "toy".into(),
            kind,
            jer: JerForm::default(),
            checks: Vec::new(),
            span: Span::default(),
            doc: None,
        };
        let slot = |name: &String| Slot {
            name: name.clone(),
            shape: octet,
            presence: SlotPresence::Required,
            addition: None,
            needed: true,
            span: Span::default(),
            doc: None,
        };
        let slots = self.names[1..].iter().map(slot).collect();
        let fields = ShapeKind::Record { kind: RecordKind::Sequence, slots, extensible: false };
        let number = ShapeKind::Integer { range: Default::default(), named: Vec::new() };
        let root = ShapeRoot { module: "toy".into(), reference: self.names[0].clone(), shape: record };
        let shape = Shape { types: vec![ty(fields), ty(number)], roots: vec![root], ..Shape::default() };
        Ok(Box::new(Octets { shape, names: self.names }))
    }
}

struct Octets {
    shape: Shape,
    names: Vec<String>,
}

impl Message for Octets {
    fn name(&self) -> &str {
        &self.names[0]
    }

    fn shape(&self) -> &Shape {
        &self.shape
    }

    fn decode(&self, octets: &[u8], _: &Reading, tape: &mut Tape) -> Result<usize, Bad> {
        let fields = octets.get(..self.names.len() - 1).ok_or(Fault::new(ErrorCode::Truncated))?;
        tape.begin_record(ShapeId(0));
        for (index, octet) in fields.iter().enumerate() {
            tape.slot(index as u32);
            tape.integer(ShapeId(1), i64::from(*octet));
        }
        tape.end_record(ShapeId(0));
        Ok(fields.len())
    }

    fn encode(&self, value: ValueRef, _: &Writing, out: &mut Vec<u8>) -> Result<(), FieldError> {
        let View::Record(record) = value.view() else { return Ok(()) };
        for (index, field) in record.slots() {
            let octet = match field.view() {
                View::Integer(number) => u8::try_from(number).ok(),
                _ => None,
            };
            let path = format!("{}.{}", self.names[0], self.names[index as usize + 1]);
            let message = "this is no octet".to_string();
            out.push(octet.ok_or(FieldError { code: "range", path, message })?);
        }
        Ok(())
    }

    fn inspect(&self, octets: &[u8], _: &Reading) -> Annotated {
        let span = |(at, (octet, name)): (usize, (&u8, &String))| Annotation {
            bit: at as u64 * 8,
            bits: 8,
            depth: 1,
            part: inspect::Part::Value,
            path: format!("{}.{name}", self.names[0]),
            ty: "octet".into(),
            value: Some(octet.to_string()),
            known: true,
            why: String::new(),
        };
        let spans = octets.iter().zip(&self.names[1..]).enumerate().map(span).collect();
        Annotated { spans, error: None }
    }
}

fn vector(_: &mut Bench, record: &Record) -> Vec<Outcome> {
    let verdict = match record.octets("bytes") {
        Some(_) => Verdict::Passed,
        None => Verdict::missed("record", "no bytes", "", "bytes"),
    };
    vec![Outcome { id: record.text("id").unwrap_or("?").into(), rules: "toy".into(), verdict }]
}
