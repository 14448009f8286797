//! A plan broken on purpose for each rule of the verifier.

use std::sync::Arc;

use wireglot_asn1::{check, lex, parse, resolve};
use wireglot_diag::Diagnostics;
use wireglot_plan::{
    verify, AltArm, Choice, First, Flag, Group, Node, Op, Plan, Presence, Record, RegisterId, RoutineId,
    RowsId, Rules, Select, Shape, ShapeId, ShapeKind, TableId, Target,
};
use wireglot_text::{Source, Sources};

/// Uses every kind of node that has a rule.
const SCHEMA: &str = "Broken DEFINITIONS AUTOMATIC TAGS ::= BEGIN
    ROW ::= CLASS { &id INTEGER UNIQUE, &Type } WITH SYNTAX { &id IS &Type }
    Rows ROW ::= { { 1 IS Inner } | { 2 IS BOOLEAN } }
    Message ::= SEQUENCE {
        id ROW.&id ({Rows}),
        value ROW.&Type ({Rows}{@id}),
        list SEQUENCE OF Inner OPTIONAL,
        choice CHOICE { a NULL, b BOOLEAN },
        ...,
        [[ c NULL, d BOOLEAN ]],
        e NULL
    }
    Inner ::= SEQUENCE { x INTEGER OPTIONAL, small INTEGER (0..7, ...) }
END";

/// The errors in the schema's plan under some rules after `breaks` has changed it.
fn faults(rules: Rules, breaks: fn(&mut Plan, &mut Shape)) -> Vec<String> {
    let (mut sources, mut said) = (Sources::new(), Diagnostics::new());
    let file = sources.add(Source::new("broken.asn1", SCHEMA));
    let tokens = lex::lex(file, sources.get(file).shared(), &mut said);
    let tree = parse::file(Arc::new(tokens), &mut said);
    check::file(&tree, &mut said);
    let model = resolve(&[tree], &mut said);
    let (mut shape, _) = wireglot_lower::shape(&model, None);
    let (mut plan, _) = wireglot_lower::plan(rules, &model, &shape);
    assert_eq!(said.sorted().len(), 0);
    breaks(&mut plan, &mut shape);
    verify(&plan, &shape)
}

/// Shows nodes to `change`, outer ones first, until it accepts one.
fn visit(node: &mut Node, change: &mut dyn FnMut(&mut Op) -> bool) -> bool {
    if change(&mut node.op) {
        return true;
    }
    match &mut node.op {
        Op::Frame(_, body) => visit(body, change),
        Op::Record(record) => visit_group(&mut record.group, change),
        Op::Group(group) => visit_group(group, change),
        Op::Repeat(repeat) => visit(&mut repeat.element, change),
        Op::Choice(choice) => choice.arms.iter_mut().any(|arm| visit(&mut arm.node, change)),
        Op::Contained(contained) => visit(&mut contained.node, change),
        Op::Alt(arms) => arms.iter_mut().any(|arm| visit(&mut arm.node, change)),
        Op::Leaf(_) | Op::Call(_) | Op::Select(_) => false,
    }
}

fn visit_group(group: &mut Group, change: &mut dyn FnMut(&mut Op) -> bool) -> bool {
    let additions = group.additions.iter_mut().flat_map(|additions| &mut additions.items);
    group.items.iter_mut().chain(additions).any(|item| visit(&mut item.node, change))
}

/// Changes the first node in the plan's routines that `change` accepts.
fn change(plan: &mut Plan, mut change: impl FnMut(&mut Op) -> bool) {
    let found = plan.routines.iter_mut().any(|routine| visit(&mut routine.body, &mut change));
    assert!(found, "the plan has no such node");
}

/// Changes the first node of a kind that the closure accepts.
macro_rules! of_kind {
    ($name:ident, $kind:ident, $part:ty) => {
        fn $name(plan: &mut Plan, mut breaks: impl FnMut(&mut $part) -> bool) {
            change(plan, |op| match op {
                Op::$kind(part) => breaks(part),
                _ => false,
            });
        }
    };
}

of_kind!(call, Call, RoutineId);
of_kind!(record, Record, Record);
of_kind!(choice, Choice, Choice);
of_kind!(select, Select, Select);
of_kind!(alternatives, Alt, Vec<AltArm>);

/// Turns the types of a kind into NULL.
fn null(shape: &mut Shape, is: fn(&ShapeKind) -> bool) {
    shape.types.iter_mut().filter(|ty| is(&ty.kind)).for_each(|ty| ty.kind = ShapeKind::Null);
}

/// A rule of the verifier, the encoding rules under which it applies, and a change that breaks it.
type Broken = (&'static str, Rules, fn(&mut Plan, &mut Shape));

const BROKEN: &[Broken] = &[
    ("one root for each of the shape's", Rules::Ber, |plan, _| drop(plan.roots.pop())),
    ("a routine's shape is in range", Rules::Ber, |plan, _| plan.routines[0].shape = ShapeId(999)),
    ("a table is in range", Rules::Ber, |plan, _| plan.tables[0].table = TableId(999)),
    ("one node for each row", Rules::Ber, |plan, _| drop(plan.tables[0].rows.pop())),
    ("a row has a node if it has a type", Rules::Ber, |plan, _| plan.tables[0].rows[0] = None),
    ("a row has a value for each key", Rules::Ber, |plan, shape| {
        let table = plan.tables[0].table.index();
        shape.tables[table].rows[0].keys.clear();
    }),
    ("a called routine is in range", Rules::Ber, |plan, _| {
        call(plan, |routine| {
            *routine = RoutineId(999);
            true
        });
    }),
    ("a called routine codes the type of the current value", Rules::Ber, |plan, _| {
        let others: Vec<ShapeId> = plan.routines.iter().map(|routine| routine.shape).collect();
        call(plan, |routine| {
            let other = others.iter().position(|shape| *shape != others[routine.index()]);
            *routine = RoutineId(other.unwrap() as u32);
            true
        });
    }),
    ("a repeat codes a list", Rules::Ber, |_, shape| {
        null(shape, |kind| matches!(kind, ShapeKind::List { .. }))
    }),
    ("a select's rows are in range", Rules::Ber, |plan, _| {
        select(plan, |select| {
            select.rows = RowsId(999);
            true
        })
    }),
    ("a select's register belongs to a record around it", Rules::Ber, |plan, _| {
        select(plan, |select| {
            select.registers[0] = RegisterId(999);
            true
        });
    }),
    ("a select has a register for each key", Rules::Ber, |plan, _| {
        select(plan, |select| {
            select.registers.push(select.registers[0]);
            true
        });
    }),
    ("an alternative way has another", Rules::Uper, |plan, _| {
        alternatives(plan, |arms| {
            arms.truncate(1);
            true
        });
    }),
    ("a record node codes a record", Rules::Ber, |_, shape| {
        null(shape, |kind| matches!(kind, ShapeKind::Record { .. }));
    }),
    ("a register's number is below the routine's count", Rules::Ber, |plan, _| {
        plan.routines.iter_mut().for_each(|routine| routine.registers = 0);
    }),
    ("an item sets each register", Rules::Ber, |plan, _| {
        record(plan, |record| record.registers.iter_mut().map(|register| register.path.clear()).count() > 0);
    }),
    ("each slot of a record is coded once", Rules::Uper, |plan, _| {
        record(plan, |record| record.group.items.pop().is_some());
    }),
    ("each slot of a record is coded once", Rules::Ber, |plan, _| {
        record(plan, |record| {
            let again = record.group.items[0].clone();
            record.group.items.push(again);
            true
        });
    }),
    ("each flag is looked at", Rules::Uper, |plan, _| {
        record(plan, |record| {
            record.group.flags.push(Flag::Slot(0));
            true
        });
    }),
    ("each flag is looked at", Rules::Uper, |plan, _| {
        record(plan, |record| {
            record.group.flags.contains(&Flag::Additions) && record.group.additions.take().is_some()
        });
    }),
    ("an item's presence can be known", Rules::Uper, |plan, _| {
        record(plan, |record| {
            record.group.items[0].presence = Presence::Flag(999);
            true
        });
    }),
    ("an item's presence can be known", Rules::Uper, |plan, _| {
        record(plan, |record| {
            record.group.items[0].presence = Presence::Bitmap(0);
            true
        });
    }),
    ("additions have the bits of the bitmap in turn", Rules::Uper, |plan, _| {
        record(plan, |record| {
            record.group.additions.iter_mut().map(|additions| additions.items.reverse()).count() > 0
        });
    }),
    ("an addition has a frame of its own", Rules::Uper, |plan, _| {
        record(plan, |record| {
            let Some(additions) = &mut record.group.additions else { return false };
            additions.items[0].node.op = Op::Leaf(additions.count.clone());
            true
        });
    }),
    ("a group's node is a group", Rules::Uper, |plan, _| {
        record(plan, |record| {
            let Some(additions) = &mut record.group.additions else { return false };
            let leaf = Op::Leaf(additions.count.clone());
            let group = additions.items.iter_mut().find(|item| item.target == Target::Group);
            let Op::Frame(_, body) = &mut group.unwrap().node.op else { return false };
            body.op = leaf;
            true
        });
    }),
    ("a group's node is a group", Rules::Uper, |plan, _| {
        record(plan, |record| {
            record.group.items[0].target = Target::Group;
            true
        });
    }),
    ("a choice node codes a choice", Rules::Ber, |_, shape| {
        null(shape, |kind| matches!(kind, ShapeKind::Choice { .. }));
    }),
    ("each alternative of a choice has one arm", Rules::Uper, |plan, _| {
        choice(plan, |choice| choice.arms.pop().is_some())
    }),
    ("each alternative of a choice has one arm", Rules::Uper, |plan, _| {
        choice(plan, |choice| {
            choice.arms[0].alternative = choice.arms[1].alternative;
            true
        });
    }),
    ("tags are sorted and differ", Rules::Ber, |plan, _| {
        choice(plan, |choice| {
            let First::Tags(tags) = &mut choice.arms[0].first else { panic!("arms of BER have tags") };
            tags.push(tags[0]);
            true
        });
    }),
    ("tags are sorted and differ", Rules::Ber, |plan, _| {
        change(plan, |op| {
            let Op::Record(Record { group, .. }) = op else { return false };
            let tags = group.items.iter_mut().find_map(|item| match &mut item.presence {
                Presence::Peek(First::Tags(tags)) => Some(tags),
                _ => None,
            });
            tags.map(|tags| tags.push(tags[0])).is_some()
        });
    }),
];

#[test]
fn a_sound_plan_keeps_every_rule() {
    for rules in Rules::ALL {
        assert_eq!(faults(rules, |_, _| {}), [""; 0], "{rules}");
    }
}

#[test]
fn a_broken_plan_is_told_by_the_rule_that_it_breaks() {
    for (number, (rule, rules, breaks)) in BROKEN.iter().enumerate() {
        let found = faults(*rules, *breaks);
        let named = found.iter().any(|fault| fault.ends_with(&format!("not so: {rule}")));
        assert!(named, "break {number}, {rule}: {found:#?}");
    }
}

/// Every rule must have a broken plan; otherwise nothing shows that it is checked.
#[test]
fn every_rule_has_a_broken_plan() {
    let source = include_str!("../src/verify.rs");
    let calls = source.split(".expect(").skip(1);
    let mut rules: Vec<&str> = calls.filter_map(|call| call.split('"').nth(1)).collect();
    assert!(rules.len() > 25, "{rules:?}");
    rules.retain(|rule| !BROKEN.iter().any(|(broken, ..)| broken == rule));
    assert_eq!(rules, [""; 0]);
}
