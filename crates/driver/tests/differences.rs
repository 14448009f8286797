//! It is an error if two values can't be compared.

use wireglot_driver::inspect::Annotated;
use wireglot_driver::messages::{Bad, FieldError, Message, Reading, Writing};
use wireglot_driver::{Tape, ValueRef};
use wireglot_interp::Sink;
use wireglot_model::Value;
use wireglot_plan::{
    JerForm, RecordKind, Shape, ShapeId, ShapeKind, ShapeRoot, ShapeType, Slot, SlotPresence,
};
use wireglot_text::Span;

/// Messages of one byte, whose shape has a default that is not a value of its type.
struct Octets(Shape);

impl Message for Octets {
    fn name(&self) -> &str {
        "Octet"
    }

    fn shape(&self) -> &Shape {
        &self.0
    }

    fn decode(&self, octets: &[u8], _: &Reading, tape: &mut Tape) -> Result<usize, Bad> {
        let [octet, ..] = octets else { return Err(Bad::frame("truncated", "there is no octet")) };
        Sink::begin_record(tape, ShapeId(0));
        Sink::slot(tape, 0);
        Sink::integer(tape, ShapeId(1), i64::from(*octet));
        Sink::end_record(tape, ShapeId(0));
        Ok(1)
    }

    fn encode(&self, _: ValueRef, _: &Writing, _: &mut Vec<u8>) -> Result<(), FieldError> {
        Ok(())
    }

    fn inspect(&self, _: &[u8], _: &Reading) -> Annotated {
        Annotated { spans: Vec::new(), error: None }
    }
}

fn octets(presence: SlotPresence) -> Octets {
    let ty = |name: &str, kind| ShapeType {
        name: name.into(),
        module: "M".into(),
        kind,
        jer: JerForm::default(),
        checks: Vec::new(),
        span: Span::default(),
        doc: None,
    };
    let slot = Slot {
        name: "number".into(),
        shape: ShapeId(1),
        presence,
        addition: None,
        needed: true,
        span: Span::default(),
        doc: None,
    };
    let record = ShapeKind::Record { kind: RecordKind::Sequence, slots: vec![slot], extensible: false };
    let number = ShapeKind::Integer { range: Default::default(), named: Vec::new() };
    let types = vec![ty("Octet", record), ty("Number", number)];
    let root = ShapeRoot { module: "M".into(), reference: "Octet".into(), shape: ShapeId(0) };
    Octets(Shape { types, roots: vec![root], ..Shape::default() })
}

#[test]
fn a_default_of_another_type_is_no_equality() {
    let tape = |of: &Octets, octet| {
        let mut tape = Tape::new();
        of.decode(&[octet], &Reading::default(), &mut tape).expect("an octet");
        tape
    };
    let sound = octets(SlotPresence::Required);
    let (one, two) = (tape(&sound, 1), tape(&sound, 2));
    let (one, two) = (one.root().expect("a value"), two.root().expect("a value"));
    let found = sound.differences(one, two, 1000).expect("a shape without defaults");
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].path, "Octet.number");
    let refused = sound.differences(one, two, 10).expect_err("more than ten octets");
    assert_eq!((refused.code, refused.path.as_str()), ("limit_output", "Octet"));
    let unsound = octets(SlotPresence::Default(0, Value::Boolean(true)));
    let refused = unsound.differences(one, two, 1000).expect_err("no number is TRUE");
    assert_eq!((refused.code, refused.path.as_str()), ("default", "M.Number"));
}
