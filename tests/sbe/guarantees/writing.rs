//! Rust's guarantees for writing: fields without an entry, and more entries than a count can express, are
//! errors.

mod counted;
mod study;
mod wireglot_sbe;

use wireglot_sbe::{Code, Error};

/// Whether a message could not be finished for this reason.
fn is(ended: Result<usize, Error>, code: Code) -> bool {
    ended.err().is_some_and(|error| error.code == code)
}

fn orders(room: &mut [u8]) {
    let mut writer = study::StudyWriter::new(room);
    writer.nested_group2(0).a(3);
    assert!(is(writer.finish(), Code::WrongOrder), "a field before the first entry");

    let mut writer = study::StudyWriter::new(room);
    writer.nested_group2(0).nested_group(0).add();
    assert!(is(writer.finish(), Code::WrongOrder), "a group before the first entry");

    let mut writer = study::StudyWriter::new(&mut room[..8]);
    writer.a(1);
    assert!(is(writer.finish(), Code::NoRoom), "the first error stays");

    let mut writer = study::StudyWriter::new(room);
    writer.data(&[0; 1025]);
    assert!(is(writer.finish(), Code::TooMany), "more data than its length may say");

    let mut writer = study::StudyWriter::new(room);
    writer.nested_group2(1).add().a(3);
    assert!(writer.finish().is_ok(), "a field of an entry");
}

fn counts(room: &mut [u8]) {
    let mut writer = counted::OrderWriter::new(room);
    let mut legs = writer.legs(0);
    for _ in 0..256 {
        legs.add();
    }
    assert!(is(writer.finish(), Code::TooMany), "more entries than their count may say");

    let mut writer = counted::OrderWriter::new(room);
    writer.legs(256);
    assert!(is(writer.finish(), Code::TooMany), "more entries than their count may announce");
}

fn main() {
    let mut room = [0; 2048];
    orders(&mut room);
    counts(&mut room);
}
