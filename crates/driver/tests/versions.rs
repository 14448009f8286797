//! Compares the verdict of `compat` on two versions with what happens when one encodes and the other decodes.

use std::collections::{BTreeMap, HashSet};

use wireglot_bitproto::resolve::{resolve, Options, Parsed};
use wireglot_bitproto::{lex, parse};
use wireglot_diag::Diagnostics;
use wireglot_interp::layout::{decode, encode, Reading};
use wireglot_interp::{Sink, Tape, ValueRef, View};
use wireglot_lower::layout;
use wireglot_model::Model;
use wireglot_plan::compat::{typed, Finding, Trouble};
use wireglot_plan::{Layout, LayoutId, LayoutKind, Shape};
use wireglot_text::{Source, Sources};

/// Pseudorandom numbers, the same in every run (xorshift64*).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() >> 33) as usize % n
    }
}

#[derive(Clone)]
struct Message {
    extensible: bool,
    fields: Vec<Field>,
}

#[derive(Clone)]
struct Field {
    name: String,
    ty: String,
    /// The number of elements, and whether the array is extensible.
    array: Option<(usize, bool)>,
}

/// A type for a field of message `at`: a basic type, or an earlier message.
fn ty(random: &mut Random, at: usize) -> String {
    match random.below(8) {
        0 => "bool".into(),
        1 => "byte".into(),
        2 | 3 => format!("int{}", 1 + random.below(20)),
        4 | 5 if at > 0 => format!("M{}", random.below(at)),
        _ => format!("uint{}", 1 + random.below(20)),
    }
}

fn field(random: &mut Random, at: usize, name: String) -> Field {
    let array = (random.below(4) == 0).then(|| (1 + random.below(3), random.below(2) == 0));
    Field { name, ty: ty(random, at), array }
}

fn schema(random: &mut Random) -> Vec<Message> {
    (0..1 + random.below(4))
        .map(|at| Message {
            extensible: random.below(2) == 0,
            fields: (0..random.below(5)).map(|n| field(random, at, format!("f{n}"))).collect(),
        })
        .collect()
}

/// Another version: one to three changes, compatible or not.
fn changed(random: &mut Random, old: &[Message]) -> Vec<Message> {
    let mut new = old.to_vec();
    for change in 0..1 + random.below(3) {
        let at = random.below(new.len());
        let message = &mut new[at];
        let any = if message.fields.is_empty() { None } else { Some(random.below(message.fields.len())) };
        match (random.below(9), any) {
            (0..=2, _) => message.fields.push(field(random, at, format!("g{change}"))),
            (3, _) => message.extensible = !message.extensible,
            (4, Some(n)) => drop(message.fields.remove(n)),
            (5, Some(n)) => message.fields[n].ty = ty(random, at),
            (6, Some(n)) => message.fields[n].name = format!("h{change}"),
            (7, Some(n)) => {
                let count = 1 + random.below(3);
                message.fields[n].array = message.fields[n].array.map(|(_, extensible)| (count, extensible));
            }
            (8, Some(n)) => message.fields.swap(n, 0),
            _ => {}
        }
    }
    new
}

fn text(schema: &[Message]) -> String {
    let mut text = String::from("proto example\n");
    for (at, message) in schema.iter().enumerate() {
        text.push_str(&format!("message M{at}{} {{\n", if message.extensible { "'" } else { "" }));
        for (n, Field { name, ty, array }) in message.fields.iter().enumerate() {
            let array =
                array.map(|(count, extensible)| format!("[{count}]{}", if extensible { "'" } else { "" }));
            text.push_str(&format!("    {ty}{} {name} = {}\n", array.unwrap_or_default(), n + 1));
        }
        text.push_str("}\n");
    }
    text
}

/// A version of a schema and its last message.
struct Version {
    layout: Layout,
    shape: Shape,
    message: LayoutId,
}

fn compile(text: &str) -> Version {
    let (mut sources, mut diagnostics, mut model) = (Sources::new(), Diagnostics::new(), Model::default());
    let file = sources.add(Source::new("example", text.to_string()));
    let tokens = lex::lex(file, text, &mut diagnostics);
    let tree = parse::parse(file, text, &tokens, &mut diagnostics);
    let files = [Parsed { tree, imports: Vec::new() }];
    resolve(&files, Options::default(), &mut model, &mut diagnostics);
    assert!(!diagnostics.failed(false), "{:?}\n{text}", diagnostics.sorted());
    let layout = layout::bitproto(&model, &[]);
    let named = (0..layout.types.len() as u32).map(LayoutId).filter(|id| !layout.get(*id).path.is_empty());
    let message = named.max_by_key(|id| layout.get(*id).path.clone()).expect("a message");
    Version { shape: layout::shape(&layout), layout, message }
}

/// Puts a random value on a tape.
fn value(random: &mut Random, layout: &Layout, id: LayoutId, tape: &mut Tape) {
    let (ty, shape) = (layout.resolved(id), layout.shape(id));
    match &ty.kind {
        LayoutKind::Boolean => tape.boolean(shape, random.below(2) == 1),
        LayoutKind::Signed => {
            let shift = 64 - ty.bits as u32;
            tape.integer(shape, ((random.next() << shift) as i64) >> shift);
        }
        LayoutKind::Array { element, count, .. } => {
            tape.begin_list(shape);
            (0..*count).for_each(|_| value(random, layout, *element, tape));
            tape.end_list(shape);
        }
        LayoutKind::Record { fields, .. } => {
            tape.begin_record(shape);
            for (slot, field) in (0..).zip(fields) {
                tape.slot(slot);
                value(random, layout, field.ty, tape);
            }
            tape.end_record(shape);
        }
        _ => tape.integer(shape, (random.next() >> (64 - ty.bits as u32)) as i64),
    }
}

/// The numbers in a value by path, and those paths with `[]` for any index.
fn leaves(layout: &Layout, id: LayoutId, value: ValueRef, path: (String, String), out: &mut Leaves) {
    match (&layout.resolved(id).kind, value.view()) {
        (LayoutKind::Record { fields, .. }, View::Record(record)) => {
            for (slot, value) in record.slots() {
                let field = &fields[slot as usize];
                let name = &field.name;
                let path = (format!("{}.{name}", path.0), format!("{}.{name}", path.1));
                leaves(layout, field.ty, value, path, out);
            }
        }
        (LayoutKind::Array { element, .. }, View::List(list)) => {
            for (index, value) in list.iter().enumerate() {
                let path = (format!("{}[{index}]", path.0), format!("{}[]", path.1));
                leaves(layout, *element, value, path, out);
            }
        }
        (_, View::Boolean(value)) => drop(out.insert(path.0, (path.1, i128::from(value)))),
        (_, View::Integer(value)) => drop(out.insert(path.0, (path.1, value.into()))),
        (_, other) => panic!("{other:?}"),
    }
}

type Leaves = BTreeMap<String, (String, i128)>;

/// Whether shared fields are equal, and fields that the sender lacks are zero for the reader, unless the
/// sender has them under another name.
fn understood(sent: &Leaves, read: &Leaves, renamed: &HashSet<&str>) -> bool {
    read.iter().all(|(path, (any, value))| match sent.get(path) {
        Some((_, sent)) => sent == value,
        None => *value == 0 || renamed.contains(any.as_str()),
    })
}

fn way(random: &mut Random, sender: &Version, reader: &Version, pad: bool) -> Result<bool, String> {
    let findings = typed((&sender.layout, sender.message), (&reader.layout, reader.message), pad);
    let breaks = findings.iter().any(|finding| finding.trouble.breaks());
    let is_renamed = |finding: &&Finding| finding.trouble == Trouble::Renamed;
    let renamed: HashSet<&str> =
        findings.iter().filter(is_renamed).map(|finding| finding.reader.path.as_str()).collect();
    // The values of a renamed field are not compared, so its findings do not show. A length prefix is the
    // same in all messages, so a misread one may go unnoticed.
    let shows = |finding: &&Finding| match finding.trouble {
        Trouble::LeadMet | Trouble::LeadWanted => false,
        _ => finding.trouble.breaks() && !renamed.contains(finding.reader.path.as_str()),
    };
    let shown = findings.iter().any(|finding| shows(&finding));
    let mut all_well = true;
    for _ in 0..40 {
        let (mut tape, mut octets) = (Tape::new(), Vec::new());
        value(random, &sender.layout, sender.message, &mut tape);
        let value = tape.root().expect("a value");
        encode((&sender.layout, &sender.shape), sender.message, value, &mut octets)
            .expect("a value of the type");
        let (mut sent, mut read) = (Leaves::new(), Leaves::new());
        let root = || {
            let name = reader.layout.get(reader.message).path.join(".");
            (name.clone(), name)
        };
        leaves(&sender.layout, sender.message, value, root(), &mut sent);
        let mut tape = Tape::new();
        let decoded = decode(&reader.layout, reader.message, &octets, Reading { pad }, &mut tape);
        let well = decoded.is_ok() && {
            leaves(&reader.layout, reader.message, tape.root().expect("a value"), root(), &mut read);
            understood(&sent, &read, &renamed)
        };
        if !well && !breaks {
            return Err(format!(
                "nothing was found, and yet {sent:?} is read as {read:?}, {decoded:?}: {findings:#?}"
            ));
        }
        all_well &= well;
    }
    match shown && all_well {
        true => Err(format!("all is understood, and yet: {findings:#?}")),
        false => Ok(breaks),
    }
}

#[test]
fn versions_understand_each_other_where_nothing_is_found() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut counts = [0usize; 2];
    for round in 0..1500 {
        let old = schema(&mut random);
        let new = changed(&mut random, &old);
        let texts = [text(&old), text(&new)];
        let [old, new] = [compile(&texts[0]), compile(&texts[1])];
        for (sender, reader) in [(&old, &new), (&new, &old)] {
            for pad in [false, true] {
                match way(&mut random, sender, reader, pad) {
                    Ok(breaks) => counts[usize::from(breaks)] += 1,
                    Err(told) => panic!("round {round}, pad {pad}: {told}\n{}\n{}", texts[0], texts[1]),
                }
            }
        }
    }
    let [good, broken] = counts;
    assert!(good > 1000 && broken > 1000, "{good} good and {broken} broken: too few of a kind");
}

/// The indented block after a line of a page.
fn example(page: &str, line: &str) -> String {
    let lines = page.lines().skip_while(|l| !l.starts_with(line)).skip(1).skip_while(|l| l.is_empty());
    let block = lines.take_while(|l| l.starts_with("    "));
    block.map(|l| l.strip_prefix("    ").unwrap_or("").to_string() + "\n").collect()
}

#[test]
fn every_code_has_a_page_that_shows_it() {
    use wireglot_driver::compat::Pair;
    use wireglot_driver::languages::{bitproto, sbe};
    use wireglot_driver::sources::Host;
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/codes");
    let scratch = std::env::temp_dir().join(format!("wireglot-versions-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).expect("a folder");
    for (code, _) in wireglot_driver::faults::CODES.iter().filter(|(code, _)| code.starts_with("D03")) {
        let page = std::fs::read_to_string(folder.join(format!("{code}.md"))).unwrap_or_default();
        let said = |old: &str, new: &str| {
            let xml = example(&page, old).starts_with('<');
            let extension = if xml { "xml" } else { "bitproto" };
            let [old, new] = [("old", old), ("new", new)].map(|(name, line)| {
                let path = scratch.join(format!("{code}-{name}.{extension}"));
                std::fs::write(&path, example(&page, line)).expect("a file");
                path
            });
            let pair = Pair { old: &old, new: &new, only: None, pad: false };
            let versions = match xml {
                true => sbe::compat::compare(&pair, Host::system()).expect("files"),
                false => bitproto::compat::compare(&pair, Host::system()).expect("files"),
            };
            assert!(versions.faults.is_empty(), "{code}: {}", versions.tell(true));
            versions.tell(true)
        };
        let told = said("Failing example, old", "Failing example, new");
        let word = if page.contains("\nSeverity: error.") { "error" } else { "warning" };
        assert!(told.contains(&format!("{word}[{code}]")), "{code}: {told}");
        let mended = said("Fixed, old", "Fixed, new");
        assert!(mended.is_empty(), "{code}: mended, and yet {mended}");
    }
    std::fs::remove_dir_all(&scratch).expect("the folder");
}
