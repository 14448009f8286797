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
