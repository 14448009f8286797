//! Identifies inputs without a schema as well-known types.

use serde_json::{json, Value};
use wireglot_driver::built_in;
use wireglot_driver::forms::Form;
use wireglot_driver::identify::{Group, Identifier, Identity, Known};
use wireglot_driver::inputs::{reads_encoded, InForm};

use crate::inputs::form;
use crate::noted::Noted;
use crate::question::{Answer, Answered, Question};
use crate::schemas::Schemas;

/// Guesses types; the identifier is created when first needed.
#[derive(Default)]
pub struct Guesses {
    identifier: Option<Identifier>,
}

impl Guesses {
    /// Splits an input into groups of one type: returns the type of each, the text of the group, and how many
    /// lines come before it. Also returns whether the open schemas stand beside those types.
    pub fn guess(&mut self, schemas: Option<&Schemas>, question: &Question) -> Answered {
        let (octets, name) = (question.octets(0)?, question.said("name").unwrap_or("input"));
        let form: Form = form(question)?.settle(name, octets, &reads_encoded, &mut Noted::default());
        let identifier = match self.identifier.take() {
            Some(identifier) => identifier,
            None => Identifier::new().map_err(|error| error.to_string())?,
        };
        let identifier = self.identifier.insert(identifier);
        let groups = identifier.groups(form, octets.to_vec(), 0);
        let beside =
            schemas.is_some_and(|schemas| schemas.are_beside(identifier, InForm::Known(form), octets));
        let told: Value = groups.iter().map(told).collect();
        let json = json!({ "groups": told, "beside": beside });
        let text = |group: Group| group.text;
        Ok(Answer { json, sections: groups.into_iter().map(text).collect() })
    }
}

fn told(group: &Group) -> Value {
    let lines = group.before.lines;
    match &group.identity {
        Identity::Known(known) => json!({ "known": told_known(known), "lines": lines }),
        Identity::Several(several) => {
            json!({ "several": several.iter().map(told_known).collect::<Value>(), "lines": lines })
        }
        Identity::Unknown(looks) => json!({ "looks": looks.to_string(), "lines": lines }),
    }
}

fn told_known(known: &Known) -> Value {
    json!({ "told": known.told(), "name": known.candidate.name, "set": known.candidate.set,
        "type": known.candidate.ty, "rules": known.rules.word() })
}

/// The sets of built-in modules; given the name of one, its files.
pub fn library(question: &Question) -> Answered {
    match question.said("set") {
        None => {
            let told = built_in::ALL.iter().map(|set| json!([set.word, set.about]));
            Ok(Answer::of(told.collect()))
        }
        Some(word) => {
            let (names, texts): (Vec<String>, Vec<Vec<u8>>) =
                built_in::texts(word).map(|(name, text)| (name, text.as_bytes().to_vec())).unzip();
            Ok(Answer { json: json!(names), sections: texts })
        }
    }
}
