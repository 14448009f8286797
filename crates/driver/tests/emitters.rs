//! Inside `emit`: languages and analyses know no product, products don't know each other, and what a dialect of plans
//! must say stays small.

use std::path::{Path, PathBuf};

/// Folders, and those that a file in them may not name.
const APART: [(&str, &[&str]); 6] = [
    ("lang", &["analysis", "codec", "sbe", "bitproto", "chart"]),
    ("analysis", &["lang", "codec", "sbe", "bitproto", "chart"]),
    ("codec/c", &["codec::rust", "sbe", "bitproto", "chart"]),
    ("codec/rust", &["codec::c", "sbe", "bitproto", "chart"]),
    ("sbe", &["codec", "bitproto", "chart"]),
    ("bitproto", &["codec", "sbe", "chart"]),
];

/// Methods of all traits of `codec`, at most.
const METHODS: usize = 45;

/// The types of nodes of a plan: no method of a trait of `codec` takes one.
const NODES: [&str; 10] =
    ["Op", "Node", "Record", "Group", "Item", "Choice", "Repeat", "Select", "Contained", "AltArm"];

fn folder(below: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../emit/src").join(below)
}

/// The sources below a folder: name and text.
fn sources(below: &str) -> Vec<(String, String)> {
    let (mut found, mut due) = (Vec::new(), vec![folder(below)]);
    while let Some(folder) = due.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of sources").flatten() {
            let path = entry.path();
            if path.is_dir() {
                due.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push((path.display().to_string(), super::layers::read(&path)));
            }
        }
    }
    assert!(!found.is_empty(), "{below}: no sources");
    found
}

/// What a text names that it may not.
fn named(text: &str, others: &[&str]) -> Vec<String> {
    let lines = text.lines().map(str::trim).filter(|line| !line.starts_with("//"));
    let places: Vec<String> = others.iter().map(|other| format!("crate::{other}::")).collect();
    let wrong = lines.filter(|line| places.iter().any(|place| line.contains(place.as_str())));
    wrong.map(str::to_string).collect()
}

/// Methods in the traits of a text: their heads.
fn methods(text: &str) -> Vec<String> {
    let (mut found, mut inside, mut head) = (Vec::new(), false, String::new());
    for line in text.lines() {
        if ["pub trait ", "trait ", "pub(super) trait "].iter().any(|start| line.starts_with(start)) {
            inside = true;
        } else if line == "}" {
            inside = false;
        } else if inside && (!head.is_empty() || line.trim_start().starts_with("fn ")) {
            head += line.trim();
            if line.contains([';', '{']) {
                found.push(std::mem::take(&mut head));
            }
        }
    }
    found
}

fn takes_node(method: &str) -> bool {
    // What iterators give is no node.
    let method = method.replace("<Item =", "");
    let words: Vec<&str> = method.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    NODES.iter().any(|node| words.contains(node))
}

#[test]
fn products_do_not_know_each_other() {
    let mut wrong = Vec::new();
    for (below, others) in APART {
        for (name, text) in sources(below) {
            wrong.extend(named(&text, others).into_iter().map(|line| format!("{name}: {line}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_dialect_says_little() {
    let all: Vec<String> = sources("codec").iter().flat_map(|(_, text)| methods(text)).collect();
    assert!(!all.is_empty() && all.len() <= METHODS, "{} methods: {all:?}", all.len());
    let nodes: Vec<&String> = all.iter().filter(|method| takes_node(method)).collect();
    assert!(nodes.is_empty(), "{nodes:?}");
}

/// Both tests can fail.
#[test]
fn wrong_sources_are_caught() {
    assert_eq!(
        named("use crate::codec::c::names;\n// crate::sbe::x", &["codec", "sbe"]),
        ["use crate::codec::c::names;"]
    );
    let text = "pub trait A {\n    fn a(&self, node: &Node);\n    fn b(\n        &self,\n        nodes: u32,\n    );\n}\nimpl A for B {\n    fn c() {}\n}";
    let methods = methods(text);
    assert_eq!(methods, ["fn a(&self, node: &Node);", "fn b(&self,nodes: u32,);"]);
    assert_eq!([takes_node(&methods[0]), takes_node(&methods[1])], [true, false]);
}
