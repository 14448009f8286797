//! Lists the pages that explain error codes, so that the command can embed them.

use std::path::Path;
use std::{env, fs};

fn main() {
    let home = env::var("CARGO_MANIFEST_DIR").expect("cargo says where the crate is");
    let out = env::var("OUT_DIR").expect("cargo says where to write");
    let folder = Path::new(&home).join("codes");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut codes: Vec<String> = fs::read_dir(&folder)
        .expect("the pages of codes are there")
        .filter_map(|page| page.ok()?.file_name().to_str()?.strip_suffix(".md").map(str::to_owned))
        .filter(|name| name != "README")
        .collect();
    codes.sort();
    let mut rows = String::from("[\n");
    for code in codes {
        let page = folder.join(format!("{code}.md"));
        rows += &format!("    ({code:?}, include_str!({:?})),\n", page.display().to_string());
    }
    rows += "]\n";
    fs::write(Path::new(&out).join("pages.rs"), rows).expect("the list can be written");
}
