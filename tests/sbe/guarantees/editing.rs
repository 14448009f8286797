//! Generated Rust: setting fields of existing messages in place.

mod study;
mod wireglot_sbe;

use study::{Study, StudyFlatGroupWriter, StudyNestedGroupWriter, StudyWriter};
use wireglot_sbe::{Code, Error};

/// A message with two entries in a flat group, and one entry in a group with data.
fn written(version: u8) -> Result<Vec<u8>, Error> {
    let mut octets = vec![0; 256];
    let mut w = StudyWriter::new(&mut octets);
    w.flat_group(2).add().add();
    w.nested_group(1).add().data("text");
    let size = w.finish()?;
    octets.truncate(size);
    octets[6] = version;
    Ok(octets)
}

/// Checks that nothing is set, and why.
fn refused(octets: &mut [u8], code: Code, what: &str, set: impl FnOnce(&mut StudyWriter<'_>)) {
    let before = octets.to_vec();
    let place = Study::wrap(octets).expect(what).place();
    let mut w = StudyWriter::edit(octets, place);
    set(&mut w);
    assert_eq!(w.status().map_err(|error| error.code), Err(code), "{what}");
    assert_eq!(before, octets, "{what}");
}

fn main() -> Result<(), Error> {
    let mut octets = written(1)?;
    let (message, flat, nested) = {
        let view = Study::wrap(&octets)?;
        let flat = view.flat_group().next().map(|entry| entry.place());
        let nested = view.nested_group().advance().map(|entry| entry.place());
        (view.place(), flat.expect("an entry"), nested.expect("an entry with data"))
    };
    let mut w = StudyWriter::edit(&mut octets, message);
    w.a(1);
    StudyFlatGroupWriter::edit(&mut w, flat).b(2);
    StudyNestedGroupWriter::edit(&mut w, nested).e(3);
    w.status()?;
    let view = Study::wrap(&octets)?;
    assert_eq!(view.a(), 1);
    assert_eq!(view.flat_group().next().map(|entry| entry.b()), Some(2));
    assert_eq!(view.nested_group().advance().map(|entry| entry.e()), Some(3));

    let other = written(1)?;
    let view = Study::wrap(&other)?;
    let (message, flat) = (view.place(), view.flat_group().next().map(|entry| entry.place()));
    let mut w = StudyWriter::edit(&mut octets, message);
    w.a(9);
    assert_eq!(w.status().map_err(|error| error.code), Err(Code::NoRoom), "a view of other octets");
    assert_eq!(Study::wrap(&octets)?.a(), 1, "a view of other octets");
    refused(&mut octets, Code::NoRoom, "an entry of another message", |w| {
        StudyFlatGroupWriter::edit(w, flat.expect("an entry")).a(9);
    });
    refused(&mut octets, Code::WrongOrder, "a group", |w| drop(w.flat_group(1)));
    refused(&mut octets, Code::WrongOrder, "data", |w| {
        w.data("x");
    });
    refused(&mut written(0)?, Code::ShortBlock, "a message of an older version", |w| {
        w.a(9);
    });
    Ok(())
}
