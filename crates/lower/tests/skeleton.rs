//! A hand-built SNMP message, without a front end: tags become frames, and an untagged CHOICE of
//! tagged alternatives is read by tag.

use wireglot_bigint::BigInt;
use wireglot_model::{
    Component, Element, Kind, Members, Model, Module, ModuleId, Name, Presence, Tag, TagClass, Tagging, Type,
    TypeId,
};
use wireglot_plan::{Frame, Op, Rules};
use wireglot_text::Span;

fn add(model: &mut Model, name: Option<&str>, kind: Kind) -> TypeId {
    let name = name.map(|n| Name { reference: n.to_string(), arguments: String::new() });
    let id = model.add_type(Type {
        kind,
        name: name.clone(),
        module: ModuleId(0),
        span: Span::default(),
        doc: None,
    });
    if name.is_some() {
        model.modules[0].types.push(id);
    }
    id
}

fn component(name: &str, ty: TypeId) -> Component {
    Component { name: name.to_string(), ty, presence: Presence::Required, span: Span::default(), doc: None }
}

fn members(list: &[(&str, TypeId)]) -> Members {
    Members { root: list.iter().map(|(n, t)| component(n, *t)).collect(), ..Members::default() }
}

fn snmp() -> Model {
    let mut m = Model::default();
    m.modules.push(Module {
        name: "SNMP".into(),
        oid: None,
        types: vec![],
        values: vec![],
        imports: Vec::new(),
        span: Span::default(),
    });
    let integer = add(&mut m, None, Kind::Integer(vec![("version-1".into(), BigInt::zero())]));
    let octets = add(&mut m, None, Kind::OctetString);
    let oid = add(&mut m, None, Kind::Oid);
    let null = add(&mut m, None, Kind::Null);
    let counter = add(&mut m, None, Kind::Integer(vec![]));
    let tag = Tag { class: TagClass::Application, number: 1 };
    let counter =
        add(&mut m, Some("Counter"), Kind::Tagged { tag, tagging: Tagging::Implicit, inner: counter });
    let syntax = members(&[("number", integer), ("string", octets), ("empty", null), ("counter", counter)]);
    let syntax = add(&mut m, Some("ObjectSyntax"), Kind::Choice(syntax));
    let bind = add(&mut m, Some("VarBind"), Kind::Sequence(members(&[("name", oid), ("value", syntax)])));
    let binds = add(&mut m, Some("VarBindList"), Kind::SequenceOf(Element { ty: bind, name: None }));
    let pdu =
        add(&mut m, None, Kind::Sequence(members(&[("request-id", integer), ("variable-bindings", binds)])));
    let tag = Tag { class: TagClass::Context, number: 0 };
    let get =
        add(&mut m, Some("GetRequest-PDU"), Kind::Tagged { tag, tagging: Tagging::Implicit, inner: pdu });
    let pdus = add(&mut m, Some("PDUs"), Kind::Choice(members(&[("get-request", get)])));
    let message = members(&[("version", integer), ("community", octets), ("data", pdus)]);
    add(&mut m, Some("Message"), Kind::Sequence(message));
    m
}

#[test]
fn snmp_lowers_to_ber() {
    let model = snmp();
    let (shape, faults) = wireglot_lower::shape(&model, None);
    assert!(faults.is_empty());
    let (plan, faults) = wireglot_lower::plan(Rules::Ber, &model, &shape);
    assert!(faults.is_empty());
    let root = shape.root("SNMP.GetRequest-PDU").unwrap();
    let Op::Frame(Frame::Tlv { tag, .. }, body) = &plan.roots[root].op else { panic!() };
    assert_eq!(tag.to_string(), "[0]");
    let Op::Call(routine) = body.op else { panic!() };
    assert_eq!(plan.routines[routine.index()].shape, shape.roots[root].shape);
}

#[test]
fn every_rule_set_lowers_the_same_shape() {
    let model = snmp();
    let (shape, _) = wireglot_lower::shape(&model, None);
    for rules in Rules::ALL {
        let (plan, faults) = wireglot_lower::plan(rules, &model, &shape);
        assert!(faults.is_empty());
        assert_eq!(wireglot_plan::verify(&plan, &shape), [""; 0]);
    }
}
