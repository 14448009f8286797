//! Notes on an input, worded for a page.

use wireglot_driver::inputs::{Note, Notes, Told};

/// Notes on an input.
#[derive(Default)]
pub struct Noted(pub Vec<String>);

impl Notes for Noted {
    fn note(&mut self, note: &Note) {
        self.0.push(match note.what {
            Told::Guessed(form) => format!("read as {}", form.name()),
            Told::Wrapped(form) => format!("read as {}, though its lines are full", form.name()),
            Told::RawAsWell(form) => format!("read as it is, though it looks like {}", form.name()),
            Told::TextAsWell(form) => format!("read as {}, though it could be read as it is", form.name()),
            Told::Mark => "a byte order mark at the start is skipped".into(),
            Told::NoLines => "there are no lines".into(),
            Told::NoRecords => "there are no records".into(),
            Told::NoValues => "there are no values".into(),
            Told::Lost(octet) => format!("nothing says where the record at octet {octet} ends"),
        });
    }
}
