//! Messages take as much memory as the compiler predicts for their types.
//!
//! There is a single test, so that nothing else in this process allocates memory meanwhile.

mod memory;

use std::path::Path;

use memory::memory;
use wireglot_driver::languages::asn1::cost::cost;
use wireglot_driver::languages::asn1::pipeline::{compile, SchemaFiles};
use wireglot_driver::languages::{Cost, Why};
use wireglot_driver::sources::Host;
use wireglot_driver::{DecodeOptions, Rules, Specification, Tape};

/// A little more than a power of two, so that arenas that double are almost half empty.
const OCTETS: usize = (1 << 17) + (1 << 12);

/// Pages that the process takes for other reasons.
const SLACK: u64 = 2 << 20;

fn repeated(head: &[u8], unit: &[u8]) -> Vec<u8> {
    [head, &unit.repeat(OCTETS / unit.len()), &[0, 0]].concat()
}

/// PER lists in fragments of 64K elements, with this many bytes per element.
fn fragments(octets: usize) -> Vec<u8> {
    let one = [&[0xc4][..], &vec![0x55; octets]].concat();
    [&one.repeat(OCTETS / one.len()), &[0][..]].concat()
}

/// A tree of this depth in PER: one bit for a pair, then its two subtrees.
fn tree(levels: u32) -> Vec<u8> {
    fn bits(levels: u32, out: &mut Vec<bool>) {
        out.push(levels > 0);
        if let Some(less) = levels.checked_sub(1) {
            bits(less, out);
            bits(less, out);
        }
    }
    let mut all = Vec::new();
    bits(levels, &mut all);
    all.chunks(8)
        .map(|octet| octet.iter().enumerate().fold(0, |o, (i, bit)| o | u8::from(*bit) << (7 - i)))
        .collect()
}

/// Type, rules, message, and the reason that the compiler gives.
fn messages() -> Vec<(&'static str, Rules, Vec<u8>, Why)> {
    let octets = |head: &[u8]| [head, &vec![b'x'; OCTETS]].concat();
    let count = OCTETS as u32;
    let counted = |tag: u8| octets(&[&[tag, 0x84][..], &count.to_be_bytes()].concat());
    vec![
        ("Flags", Rules::Uper, fragments(8192), Why::Elements),
        ("Flags", Rules::Aper, fragments(8192), Why::Elements),
        ("Flags", Rules::Oer, octets(&[&[4][..], &count.to_be_bytes()].concat()), Why::Elements),
        ("Flags", Rules::Ber, repeated(&[0x30, 0x80], &[1, 1, 0xff]), Why::Elements),
        ("Lists", Rules::Ber, repeated(&[0x30, 0x80], &[0x30, 0]), Why::Recursion),
        ("Lists", Rules::Uper, fragments(65536), Why::Recursion),
        ("Nothings", Rules::Uper, vec![0xc1, 0xc1, 0xc1, 0], Why::Bounded),
        ("Nothings", Rules::Oer, vec![3, 1, 0, 0], Why::Bounded),
        ("Octets", Rules::Uper, fragments(65536), Why::Contents),
        ("Octets", Rules::Ber, counted(4), Why::Contents),
        ("Text", Rules::Ber, counted(12), Why::Contents),
        ("Text", Rules::Uper, fragments(65536), Why::Contents),
        ("Chain", Rules::Uper, vec![0xff; 30], Why::Bounded),
        ("Chain", Rules::Ber, [&[0x30, 0x80].repeat(200)[..], &[0, 0].repeat(200)].concat(), Why::Bounded),
        ("Tree", Rules::Uper, tree(18), Why::Recursion),
        ("Deep", Rules::Ber, repeated(&[0x30, 0x80], &[0x8f, 0]), Why::Unknown),
    ]
}

#[test]
fn messages_take_no_more_than_was_said() {
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile/Bombs.asn1");
    let files = SchemaFiles { schemas: vec![schema], ..SchemaFiles::default() };
    let mut made = compile(&files, Host::system()).expect("a specification");
    let said: Vec<(Rules, Vec<Cost>)> = Rules::ALL.iter().map(|r| (*r, cost(*r, &mut made))).collect();
    let mut specification = Specification::of(made, false).expect("a specification without errors");
    for (ty, rules, bytes, why) in messages() {
        specification.prepare(rules).expect("a plan");
        let root = specification.shape().root(ty).expect("a type");
        let of_rules = said.iter().find(|(of, _)| *of == rules).map(|(_, costs)| costs).expect("costs");
        let cost = of_rules.iter().find(|cost| cost.root == root).expect("a cost");
        assert_eq!(cost.why, why, "{ty} in {rules}: {cost:?}");
        let Some((before, _)) = memory() else { return };
        let tape = specification.decode(rules, root, &bytes, &DecodeOptions::default());
        let most = memory().expect("memory, as before").1;
        let taken = most.saturating_sub(before) as u64;
        let stated = cost.per_octet * bytes.len() as u64 + cost.fixed;
        let kept = tape.as_ref().map_or(0, Tape::size) as u64;
        println!("{ty} in {rules}: {taken} octets taken, {kept} kept, {stated} stated for {}", bytes.len());
        assert!(
            taken <= stated + SLACK && kept <= stated,
            "{ty} in {rules}: {taken} octets, though {cost:?}"
        );
    }
}
