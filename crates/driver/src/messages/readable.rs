//! `--render readable`: chooses a human-readable form for each field by its name.
//!
//! Rules match names, since they also read values back. If fields of different kinds share a name, the
//! parent's name decides; if that doesn't help, the values stay as they are.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use wireglot_model::TimeKind;
use wireglot_plan::{KeyColumns, OpenShape, ShapeId, ShapeKind, TableId};

use super::message::Message;
use super::number_names::NumberNames;
use super::paths::parts;
use super::renderer::Renderer;
use super::targets::elements;

/// A form for all fields whose paths end in the given names.
pub struct Readable {
    pub path: Vec<String>,
    pub renderer: Renderer,
    pub numbers: Arc<NumberNames>,
}

/// What OCTET STRINGs are whose type or name is one of these.
const KNOWN: [(&str, Form); 8] = [
    ("IpAddress", Form::Address),
    ("iPAddress", Form::Address),
    ("LDAPString", Form::Words),
    ("AttributeValue", Form::Words),
    ("AssertionValue", Form::Words),
    ("LDAPOID", Form::Words),
    ("DisplayString", Form::Words),
    ("SnmpAdminString", Form::Words),
];

/// Members of the JSON objects that represent bit strings and unknown extensions.
const ESCAPES: [&str; 3] = ["value", "octets", "bits"];

/// Members of these that are numbers.
const NUMBERS: [&str; 5] = ["length", "index", "insertion", "addition", "bitmap"];

/// A record with more parents than this gets no rules by parent name.
const FEW: usize = 64;

/// The kind of JSON of a value without parts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Form {
    Octets,
    Address,
    Words,

    Oid,
    /// An open type that may be an OBJECT IDENTIFIER.
    LikelyOid,
    Utc,
    Generalized,
    Integer,
    Real,
    Text,
}

/// All fields that a rule refers to.
#[derive(Default)]
struct Fields {
    forms: BTreeSet<Form>,
    /// Types with named numbers.
    integers: BTreeSet<ShapeId>,
    /// Columns of tables with their keys.
    columns: BTreeSet<(TableId, usize)>,
    /// Whether one of them is an INTEGER without names.
    nameless: bool,
}

/// The names of the numbers of fields, by their types and the columns of tables that they are keys of.
type Known = HashMap<(BTreeSet<ShapeId>, BTreeSet<(TableId, usize)>), Arc<NumberNames>>;

/// The form that suits all of the fields.
enum Suits {
    /// They have parts, or need no other form.
    Nothing,
    One(Renderer, Arc<NumberNames>),
    /// They differ; there may still be a weaker form that suits all of them.
    Differs(Option<(Renderer, Arc<NumberNames>)>),
}

/// The rules for all fields with a human-readable form, those with longer paths first.
pub fn readable(of: &dyn Message) -> Vec<Readable> {
    let mut fields: BTreeMap<&str, Fields> = BTreeMap::new();
    let (mut columns, oids) = (KeyColumns::default(), tables_of_oids(of));
    for root in &of.shape().roots {
        let named = fields.entry(root.reference.as_str()).or_default();
        named.add(of, root.shape, &[], &root.reference, &oids);
    }
    for (record, slot, name, shape) in all_parts(of) {
        let keys = columns.of(of.shape(), record, slot as u32);
        fields.entry(name).or_default().add(of, shape, keys, name, &oids);
    }
    ESCAPES.into_iter().for_each(|name| drop(fields.remove(name)));
    let (mut rules, mut differing) = (Vec::new(), HashSet::new());
    let mut known = Known::new();
    for (name, fields) in &fields {
        let suits = match fields.suit(of, name, &mut known) {
            Suits::Nothing => None,
            Suits::One(renderer, numbers) => Some((renderer, numbers)),
            Suits::Differs(least) => {
                differing.insert(*name);
                least
            }
        };
        rules.extend(suits.map(|(renderer, numbers)| rule(&[name], renderer, numbers)));
    }
    let mut longer: Vec<Readable> = below_parents(of, &differing);
    longer.extend(rules);
    longer
}

/// Rules for ambiguous names, one per parent name.
fn below_parents(of: &dyn Message, differing: &HashSet<&str>) -> Vec<Readable> {
    if differing.is_empty() {
        return Vec::new();
    }
    let parents = parents(of);
    let mut fields: BTreeMap<(&str, &str), Fields> = BTreeMap::new();
    let (mut columns, oids) = (KeyColumns::default(), tables_of_oids(of));
    for (record, slot, name, shape) in all_parts(of).filter(|(_, _, name, _)| differing.contains(name)) {
        let keys = columns.of(of.shape(), record, slot as u32);
        for parent in parents.get(&record).into_iter().filter(|parents| parents.len() <= FEW).flatten() {
            fields.entry((parent, name)).or_default().add(of, shape, keys, name, &oids);
        }
    }
    let mut known = Known::new();
    let one = |((parent, name), fields): ((&str, &str), Fields)| match fields.suit(of, name, &mut known) {
        Suits::Nothing => None,
        Suits::One(renderer, numbers) | Suits::Differs(Some((renderer, numbers))) => {
            Some(rule(&[parent, name], renderer, numbers))
        }
        Suits::Differs(None) => None,
    };
    fields.into_iter().filter_map(one).collect()
}

fn rule(path: &[&str], renderer: Renderer, numbers: Arc<NumberNames>) -> Readable {
    Readable { path: path.iter().map(|name| name.to_string()).collect(), renderer, numbers }
}

/// The parts of all types: the type, which part of it, its name and its type.
fn all_parts(of: &dyn Message) -> impl Iterator<Item = (ShapeId, usize, &str, ShapeId)> {
    let ids = (0..of.shape().types.len()).map(|index| ShapeId(index as u32));
    ids.flat_map(move |id| {
        parts(of, id).into_iter().enumerate().map(move |(at, (name, shape))| (id, at, name, shape))
    })
}

/// The names of the parts that contain a type, and those of the types that can be requested.
fn parents(of: &dyn Message) -> HashMap<ShapeId, BTreeSet<&str>> {
    let mut parents: HashMap<ShapeId, BTreeSet<&str>> = HashMap::new();
    let roots = of.shape().roots.iter().map(|root| (root.reference.as_str(), root.shape));
    let (mut seen, mut opened) = (HashSet::new(), HashMap::<TableId, HashSet<&str>>::new());
    let mut left: Vec<(&str, ShapeId)> = roots.collect();
    left.extend(all_parts(of).map(|(_, _, name, shape)| (name, shape)));
    while let Some((name, shape)) = left.pop() {
        let shape = elements(of, shape);
        match &of.shape().get(shape).kind {
            _ if !seen.insert((name, shape)) => {}
            ShapeKind::Open(OpenShape::Fixed(held)) => left.push((name, *held)),
            ShapeKind::Open(OpenShape::Keyed { table, .. }) => {
                // One parent too many is enough, so a table's rows are visited for a few names only.
                let names = opened.entry(*table).or_default();
                if names.len() <= FEW && names.insert(name) {
                    left.extend(
                        of.shape().table(*table).rows.iter().filter_map(|row| Some((name, row.shape?))),
                    );
                }
            }
            _ => drop(parents.entry(shape).or_default().insert(name)),
        }
    }
    parents
}

impl Fields {
    /// Adds a field: its type, the columns of tables that it is a key of, and its name.
    fn add(
        &mut self,
        of: &dyn Message,
        shape: ShapeId,
        columns: &[(TableId, usize)],
        name: &str,
        oids: &HashSet<TableId>,
    ) {
        let ty = elements(of, shape);
        let kind = &of.shape().get(ty).kind;
        let may_be_oid =
            matches!(kind, ShapeKind::Open(OpenShape::Keyed { table, .. }) if oids.contains(table));
        let Some(mut form) = may_be_oid.then_some(Form::LikelyOid).or_else(|| form(kind)) else { return };
        if form == Form::Octets {
            form = known(of, [shape, ty], name).unwrap_or(form);
        }
        self.forms.insert(form);
        if form != Form::Integer {
            return;
        }
        let named = matches!(&of.shape().get(ty).kind, ShapeKind::Integer { named, .. } if !named.is_empty());
        self.nameless |= !named && columns.is_empty();
        self.columns.extend(columns);
        if named {
            self.integers.insert(ty);
        }
    }

    /// The form that suits all of the fields; `name` is the last name of their paths.
    fn suit(&self, of: &dyn Message, name: &str, known: &mut Known) -> Suits {
        let plain = Arc::default();
        let Some(form) = self.forms.first() else { return Suits::Nothing };
        let are_octets = |form: &Form| matches!(form, Form::Octets | Form::Address | Form::Words);
        if self.forms.len() > 1 {
            let likely = self.forms.iter().all(are_octets).then_some((Renderer::LikelyText, plain));
            return Suits::Differs(likely);
        }
        let renderer = match form {
            Form::Octets => Renderer::LikelyText,
            Form::Address => Renderer::Ip,
            Form::Words => Renderer::Text,
            Form::Oid => Renderer::OidName,
            Form::LikelyOid => Renderer::LikelyOid,
            Form::Utc => Renderer::UtcTime,
            Form::Generalized => Renderer::GeneralizedTime,
            Form::Integer => return self.suit_numbers(of, name, known),
            Form::Real | Form::Text => return Suits::Nothing,
        };
        Suits::One(renderer, plain)
    }

    fn suit_numbers(&self, of: &dyn Message, name: &str, known: &mut Known) -> Suits {
        // Many names may be those of keys of one table.
        let numbers = known.entry((self.integers.clone(), self.columns.clone())).or_insert_with(|| {
            let mut numbers = NumberNames::default();
            self.integers.iter().for_each(|integer| numbers.add_named(of.shape(), *integer));
            self.columns.iter().for_each(|column| numbers.add_keys(of.shape(), *column));
            Arc::new(numbers)
        });
        let numbers = Arc::clone(numbers);
        match (numbers.is_empty() || NUMBERS.contains(&name), self.nameless, numbers.is_ambiguous()) {
            (true, ..) => Suits::One(Renderer::Digits, Arc::default()),
            (_, true, _) => Suits::Differs(Some((Renderer::Digits, Arc::default()))),
            (_, _, true) => Suits::Differs(Some((Renderer::NumberName, numbers))),
            _ => Suits::One(Renderer::NumberName, numbers),
        }
    }
}

/// What an OCTET STRING of some types and a name is known to be.
fn known(of: &dyn Message, types: [ShapeId; 2], name: &str) -> Option<Form> {
    // The references to a tagged type end at its tag, but its shape has its name.
    let names = types.map(|ty| of.shape().get(ty).name.as_str());
    let references: Vec<&str> =
        types.into_iter().flat_map(|ty| of.references(ty)).chain(names).chain([name]).collect();
    KNOWN.into_iter().find(|(known, _)| references.contains(known)).map(|(_, form)| form)
}

/// The tables whose open types may be an OBJECT IDENTIFIER or a list of them, such as the extended key usage of a
/// certificate.
fn tables_of_oids(of: &dyn Message) -> HashSet<TableId> {
    let is_oid = |ty: ShapeId| matches!(of.shape().get(elements(of, ty)).kind, ShapeKind::Oid);
    let tables = of.shape().tables.iter().zip((0..).map(TableId));
    let found = tables.filter(|(table, _)| table.rows.iter().filter_map(|row| row.shape).any(is_oid));
    found.map(|(_, id)| id).collect()
}

/// The form of a type; `None` if it has parts, or is neither text nor a number.
fn form(kind: &ShapeKind) -> Option<Form> {
    Some(match kind {
        ShapeKind::OctetString { .. } => Form::Octets,
        ShapeKind::Oid => Form::Oid,
        ShapeKind::Time(TimeKind::Utc) => Form::Utc,
        ShapeKind::Time(TimeKind::Generalized) => Form::Generalized,
        ShapeKind::Integer { .. } => Form::Integer,
        // INF is text in JSON.
        ShapeKind::Real | ShapeKind::Float { .. } => Form::Real,
        ShapeKind::Record { .. } | ShapeKind::Choice { .. } | ShapeKind::Boolean | ShapeKind::Null => {
            return None
        }
        _ => Form::Text,
    })
}
