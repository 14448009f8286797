//! State kept between requests: the schema files, the compiled schemas, and the open input.

use serde_json::json;
use wireglot_driver::sources::memory::Memory;

use crate::guesses::{self, Guesses};
use crate::inputs::Input;
use crate::question::{Answer, Answered, Question};
use crate::schemas::{Opened, Schemas};
use crate::values::{self, Pdu};

/// Handles requests.
#[derive(Default)]
pub struct Desk {
    files: Memory,
    schemas: Option<Schemas>,
    opened: Option<Opened>,
    input: Option<Input>,
    guesses: Guesses,
}

/// The requests by name.
const ASKED: &[(&str, fn(&mut Desk, &Question) -> Answered)] = &[
    ("files", Desk::files),
    ("compile", Desk::compile),
    ("guess", |desk, question| desk.guesses.guess(desk.schemas.as_ref(), question)),
    ("library", |_, question| guesses::library(question)),
    ("open", Desk::open),
    ("input", Desk::input),
    ("record", |desk, question| desk.read()?.record(desk.opened()?, question)),
    ("convert", |desk, question| values::convert(&desk.pdu(question)?, question)),
    ("change", |desk, question| values::change(&desk.pdu(question)?, question)),
    ("encode", |desk, question| values::encode(desk.opened()?, question)),
    ("sample", |desk, question| values::sample(desk.opened()?, question)),
    ("compare", |desk, question| values::compare(desk.opened()?, question)),
];

impl Desk {
    /// Handles a request: `{"do": word, ...}` and bytes. The answer is `{"done": ...}` and bytes, or
    /// `{"refused": why}`.
    pub fn answer(&mut self, sections: &[&[u8]]) -> Vec<Vec<u8>> {
        let (json, sections) = match self.answered(sections) {
            Ok(Answer { json, sections }) => (json!({ "done": json }), sections),
            Err(why) => (json!({ "refused": why }), Vec::new()),
        };
        std::iter::once(json.to_string().into_bytes()).chain(sections).collect()
    }

    fn answered(&mut self, sections: &[&[u8]]) -> Answered {
        let question = Question::of(sections)?;
        let word = question.word("do")?;
        let (_, act) =
            ASKED.iter().find(|(known, _)| *known == word).ok_or("nothing is known by that word")?;
        act(self, &question)
    }

    /// Replaces all schema files: takes paths, and bytes for each.
    fn files(&mut self, question: &Question) -> Answered {
        self.files = Memory::new();
        for (path, octets) in question.words("paths").iter().zip(question.all_octets()) {
            self.files.add(path, *octets);
        }
        Ok(Answer::default())
    }

    fn compile(&mut self, question: &Question) -> Answered {
        (self.schemas, self.opened, self.input) = (None, None, None);
        let Some((schemas, answer)) = Schemas::compile(&self.files, question)? else {
            return Ok(Answer::default());
        };
        self.schemas = Some(schemas);
        Ok(answer)
    }

    fn open(&mut self, question: &Question) -> Answered {
        (self.opened, self.input) = (None, None);
        let (opened, answer) = Opened::open(self.schemas.as_ref(), &self.files, question)?;
        self.opened = Some(opened);
        Ok(answer)
    }

    fn input(&mut self, question: &Question) -> Answered {
        self.input = None;
        let (input, answer) = Input::read(self.opened()?, question)?;
        self.input = Some(input);
        Ok(answer)
    }

    fn opened(&self) -> Result<&Opened, String> {
        self.opened.as_ref().ok_or_else(|| "no type is open".to_string())
    }

    fn read(&self) -> Result<&Input, String> {
        self.input.as_ref().ok_or_else(|| "no input is open".to_string())
    }

    /// The message of a record.
    fn pdu(&self, question: &Question) -> Result<Pdu<'_>, String> {
        let octets = self.read()?.message(question.number("record").unwrap_or(1))?;
        Ok(Pdu { octets, opened: self.opened()?, schemas: self.schemas.as_ref(), files: &self.files })
    }
}
