//! Messages of the driver worded for a page: without command-line options.

use serde_json::{json, Value};
use wireglot_diag::{Diagnostic, Diagnostics, Label};
use wireglot_driver::diff::Unfit;
use wireglot_driver::inputs::{Damage, Hint, Stopped};
use wireglot_driver::languages::{Refusal, Registry, SchemaLanguage};
use wireglot_driver::messages::{Bad, FieldError, Unwritten};
use wireglot_driver::render::severity_word;
use wireglot_driver::texts::TextError;
use wireglot_driver::Sources;

/// Why a request for a schema is rejected.
pub fn refusal(refusal: Refusal, language: &dyn SchemaLanguage) -> String {
    match refusal {
        Refusal::Feature(feature) => {
            format!("this is for {}; the schema is {}", Registry::default().having(feature), language.name())
        }
        Refusal::Usage(message) => message,
        Refusal::WhichType(_) => "choose a type".into(),
        Refusal::Open(error) => error.to_string(),
    }
}

/// Why an input can't be read.
pub fn stopped(why: Stopped) -> String {
    match why {
        Stopped::Input(error) => error.to_string(),
        Stopped::Unframed(form) => format!("{} say by themselves where a message ends", form.name()),
        _ => "the input is not read".into(),
    }
}

/// Why a side can't be compared.
pub fn unfit(why: Unfit) -> String {
    match why {
        Unfit::Stopped(why) => stopped(why),
        Unfit::Refused(_) => "it has no such text".into(),
        Unfit::Damaged { damage, .. } => bad(&damage.bad),
        Unfit::NotUtf8(error) => error.to_string(),
        Unfit::Wrong { path, message, .. } => with_path(&path, &message),
    }
}

/// The error in a record, with hints.
pub fn damage(damage: &Damage) -> Value {
    let Bad { code, path, message, at, column, .. } = &damage.bad;
    let bit = at.map(|bit| damage.from * 8 + bit);
    let hints: Vec<String> = damage.hints.iter().map(hint).collect();
    json!({ "code": code, "path": path, "message": message, "bit": bit,
        "line": damage.line, "column": column, "hints": hints })
}

fn hint(hint: &Hint) -> String {
    match hint {
        Hint::ReadAs(form) => format!("it was read as {}", form.name()),
        Hint::OtherPrefix(prefix) => format!("with lengths of {} in front it would fit", prefix.word()),
        Hint::Padding(octet) => format!("octets of {octet:02X} in a row may be padding"),
        Hint::LooksLike(form) => format!("this looks like {}", form.name()),
        Hint::Capture => "this is a packet capture".into(),
        Hint::Header => "the records may follow a header".into(),
        Hint::Newer(version) => format!("the message before has version {version}, newer than the schema's"),
        Hint::Framed(packing) => format!("the data looks {}-framed", packing.word().to_uppercase()),
    }
}

/// Why a message can't be processed.
pub fn bad(bad: &Bad) -> String {
    with_path(&bad.path, &bad.message)
}

/// Why a value can't be encoded.
pub fn field(error: &FieldError) -> String {
    with_path(&error.path, &error.message)
}

/// Why a text is not a valid value.
pub fn text(error: &TextError) -> String {
    with_path(&error.path, &error.message)
}

/// Why a text can't be encoded.
pub fn unwritten(why: &Unwritten) -> String {
    match why {
        Unwritten::Text(error) => text(error),
        Unwritten::Value { error, .. } => field(error),
    }
}

fn with_path(path: &str, message: &str) -> String {
    match path {
        "" => message.to_string(),
        path => format!("{path}: {message}"),
    }
}

/// The maximum number of diagnostics shown in an editor.
const MOST: usize = 500;

/// Diagnostics with their positions in the files: lines from 1, columns from 0 in UTF-16 units.
pub fn diagnostics(all: &Diagnostics, sources: &Sources) -> Value {
    let told = |diagnostic: &Diagnostic| {
        let also: Vec<Value> = diagnostic.secondary.iter().map(|label| place(label, sources)).collect();
        json!({ "code": diagnostic.code.0, "severity": severity_word(diagnostic.severity, false),
            "message": diagnostic.message, "at": place(&diagnostic.primary, sources), "also": also,
            "hints": diagnostic.hints })
    };
    all.sorted().into_iter().take(MOST).map(told).collect()
}

fn place(label: &Label, sources: &Sources) -> Value {
    let source = sources.get(label.span.file);
    let spot = |offset: u32| {
        let offset = offset.min(source.text().len() as u32);
        let line = source.place(offset).line;
        let before = source.text().get(source.line_start(line) as usize..offset as usize);
        json!([line, before.unwrap_or_default().encode_utf16().count()])
    };
    json!({ "file": source.name(), "from": spot(label.span.lo), "to": spot(label.span.hi), "text": label.text })
}
