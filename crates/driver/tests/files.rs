//! Which files of a folder are read.

use std::path::PathBuf;

use wireglot_driver::languages::asn1::pipeline::{compile, SchemaFiles};
use wireglot_driver::sources::Host;

/// A folder used by this test only.
fn folder(name: &str) -> PathBuf {
    let folder =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("files-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

#[test]
fn an_import_from_a_built_in_module_says_that_it_is_one() {
    let folder = folder("built-in");
    let file = folder.join("own.asn1");
    let text = "Own DEFINITIONS ::= BEGIN IMPORTS ContentInfo, Nonsense FROM CMS; T ::= ContentInfo END\n";
    std::fs::write(&file, text).expect("it can be written");
    let of = |schemas: Vec<PathBuf>| {
        let made = compile(&SchemaFiles { schemas, ..SchemaFiles::default() }, Host::system());
        made.expect("the files can be read").diagnostics
    };
    let built_in = of(vec![file.clone()]);
    let [fault] = built_in.sorted()[..] else { panic!("{built_in:?}") };
    assert_eq!((fault.code.0, fault.secondary.len()), ("A0303", 1));
    assert!(fault.hints.iter().any(|hint| hint.contains("`@CMS.asn1` comes with wireglot")), "{fault:?}");

    let own = folder.join("cms.asn1");
    std::fs::write(&own, "CMS DEFINITIONS ::= BEGIN ContentInfo ::= NULL END\n").expect("it can be written");
    let given = of(vec![file, own]);
    let [fault] = given.sorted()[..] else { panic!("{given:?}") };
    assert!(fault.code.0 == "A0303" && !fault.hints.iter().any(|hint| hint.contains('@')), "{fault:?}");
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn a_file_counts_once_by_whatever_path_it_is_given() {
    let folder = folder("once");
    let file = folder.join("shape.asn1");
    std::fs::write(&file, "Shape DEFINITIONS ::= BEGIN Side ::= Missing END\n").expect("it can be written");
    let mut schemas = vec![file.clone(), file.clone(), folder.join(".").join("shape.asn1"), folder.clone()];
    #[cfg(unix)]
    {
        let link = folder.join("same.asn1");
        let _ = std::fs::remove_file(&link);
        std::os::unix::fs::symlink(&file, &link).expect("a link can be made");
        schemas.push(link);
    }
    let made = compile(&SchemaFiles { schemas, ..SchemaFiles::default() }, Host::system())
        .expect("the files can be read");
    let codes: Vec<&str> = made.diagnostics.sorted().iter().map(|d| d.code.0).collect();
    assert_eq!((made.given.len(), codes.as_slice()), (1, &["A0301"][..]));
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}
