//! Random messages of a layout: encodings decode to the same value, and the same seed gives the same
//! messages.

use std::path::{Path, PathBuf};

use wireglot_driver::json::Layout;
use wireglot_driver::languages::{Feature, Registry, Request};
use wireglot_driver::messages::{Message, MessageRequest, Reading, Writing};
use wireglot_driver::sources::Host;
use wireglot_driver::texts::{to_json, JSON};
use wireglot_driver::{Limits, SampleOptions, Tape};

/// The number of messages drawn per type.
const EACH: usize = 25;

/// The schemas in the bitproto and SBE tests, in all their folders.
fn schemas() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut waiting = vec![root.join("vectors"), root.join("crates/cli/tests"), root.join("examples")];
    let mut found = Vec::new();
    while let Some(folder) = waiting.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match path.is_dir() {
                true => waiting.push(path),
                false if path.extension().is_some_and(|e| e == "bitproto" || e == "xml") => found.push(path),
                false => {}
            }
        }
    }
    found.sort();
    found
}

/// The messages of a schema: each of its types, or all at once; none if it has errors.
fn messages(schema: &Path) -> Vec<Box<dyn Message>> {
    let registry = Registry::default();
    let language = registry.of(schema).expect("a language");
    assert!(language.features().contains(&Feature::Samples));
    let schemas = [schema.to_path_buf()];
    let request = Request { schemas: &schemas, ..Request::default() };
    let compiled = || language.compile(&request, Host::system()).expect("a file");
    let asked = |name| MessageRequest { name, ..MessageRequest::default() };
    if compiled().failed(false) {
        return Vec::new();
    }
    match language.features().contains(&Feature::Typed) {
        false => compiled().message(&asked(None)).into_iter().collect(),
        true => {
            let charts = compiled().charts(None).unwrap_or_default();
            charts.iter().filter_map(|chart| compiled().message(&asked(Some(&chart.title))).ok()).collect()
        }
    }
}

/// The encodings and JSON of random messages.
fn drawn(message: &dyn Message, seed: u64) -> Result<Vec<(Vec<u8>, String)>, String> {
    let options = SampleOptions { seed, ..SampleOptions::default() };
    let mut samples = message.samples(None, &options).map_err(|refusal| format!("{refusal:?}"))?;
    let mut all = Vec::new();
    for _ in 0..EACH {
        let Ok(tape) = samples.draw() else { return Ok(all) };
        let value = tape.root().ok_or("no value")?;
        let mut octets = Vec::new();
        let told = |error| format!("{error:?}: {}", to_json(message.shape(), value));
        message.encode(value, &Writing::default(), &mut octets).map_err(told)?;
        let mut back = Tape::new();
        message.decode(&octets, &Reading::default(), &mut back).map_err(|bad| format!("{bad:?}"))?;
        let back = back.root().ok_or("nothing comes back")?;
        let (sent, read) = (to_json(message.shape(), value), to_json(message.shape(), back));
        if sent != read {
            return Err(format!("{sent} came back as {read}"));
        }
        all.push((octets.clone(), text_of(message, &octets)?));
    }
    Ok(all)
}

/// The JSON of an encoding, which is checked to encode to the same bytes.
fn text_of(message: &dyn Message, octets: &[u8]) -> Result<String, String> {
    let form = message.text(JSON).map_err(|refusal| format!("{refusal:?}"))?;
    let mut writer = form.writer(Layout::Compact);
    message.decode_text(octets, &Reading::default(), &mut writer).map_err(|bad| format!("{bad:?}"))?;
    let text = String::from_utf8_lossy(writer.octets()).into_owned();
    let (mut reader, mut tape) = (form.reader(None, Limits::default()), Tape::new());
    let mut again = Vec::new();
    let read =
        message.encode_text(text.as_str().into(), &mut reader, &mut tape, &Writing::default(), &mut again);
    read.map_err(|error| format!("{error:?}: {text}"))?;
    match again == octets {
        true => Ok(text),
        false => Err(format!("{text} is {again:02x?} and was {octets:02x?}")),
    }
}

#[test]
fn what_is_drawn_of_a_layout_comes_back() {
    let (mut wrong, mut types, mut several) = (Vec::new(), 0, 0);
    for schema in schemas() {
        for message in messages(&schema) {
            types += 1;
            match drawn(&*message, 1) {
                Ok(made) => {
                    assert_eq!(drawn(&*message, 1).as_ref(), Ok(&made), "{}", schema.display());
                    several += usize::from(drawn(&*message, 2).is_ok_and(|other| other != made));
                }
                Err(told) => wrong.push(format!("{}: {told}", schema.display())),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        types > 40 && several * 10 > types * 8,
        "{several} of {types} types have other values by another seed"
    );
}
