//! A position in an input from which another run can continue.

use serde_json::{json, Value};

use crate::forms::Form;
use crate::records::WalkState;

/// A position between two records of an input, from which another run can continue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpoint {
    /// The form of the input.
    pub(super) form: Form,
    /// The form that the input looks like, unless a hint has been given.
    pub(super) looks: Option<Form>,
    pub(super) walk: WalkState,
}

impl Checkpoint {
    /// Whether reading can start in the middle of an input of that form.
    pub(super) fn has_positions(form: &Form) -> bool {
        matches!(form, Form::Raw | Form::HexLines | Form::Base64Lines)
    }

    /// The number of the next record, from 1.
    pub fn record(&self) -> u64 {
        self.walk.number
    }

    /// The offset of that record.
    pub fn offset(&self) -> u64 {
        self.walk.offset
    }

    /// The offset at which the input is to be opened; text is always read from its beginning.
    pub fn opens_at(&self) -> u64 {
        match self.form {
            Form::Raw => self.walk.offset,
            _ => 0,
        }
    }

    /// The position as JSON.
    pub fn to_json(&self) -> Value {
        json!({ "form": self.form.word(), "looks": self.looks.map(Form::word), "walk": self.walk.to_json() })
    }

    /// Reads a position from JSON; `None` if it is not one.
    pub fn of_json(json: &Value) -> Option<Checkpoint> {
        let form = |name: &str| json.get(name)?.as_str()?.parse().ok();
        let looks = form("looks");
        let form = form("form").filter(Checkpoint::has_positions)?;
        Some(Checkpoint { form, looks, walk: WalkState::of_json(json.get("walk")?)? })
    }
}
