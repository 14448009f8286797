//! Which files of a folder are read.

use std::path::PathBuf;

use wireglot_driver::languages::asn1::pipeline::{compile, SchemaFiles};
use wireglot_driver::languages::{Registry, Request};
use wireglot_driver::sources::disk::Disk;
use wireglot_driver::sources::snapshot::Recorder;
use wireglot_driver::sources::{Host, Includes, SchemaFolder};

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

/// What a language compiles from a snapshot of a folder, as types; and the files of the snapshot.
#[cfg(unix)]
fn from_snapshot(word: &str, request: &Request) -> (Vec<String>, Vec<PathBuf>) {
    let language = Registry::default().named(word).expect("a language");
    let types = |folder: &dyn SchemaFolder| {
        let host = Host { folder, includes: Includes::Below(request.folders), ..Host::system() };
        let made = language.compile(request, host).expect("the files can be read");
        assert!(!made.failed(true), "{}", made.tell(true, true, 9));
        let names = made.types().into_iter().map(|ty| ty.name).collect::<Vec<_>>();
        (names, made.sources().iter().map(|(_, source)| source.name().to_string()).collect::<Vec<_>>())
    };
    let recorder = Recorder::new(&Disk);
    let (first, names) = types(&recorder);
    let mut kept = recorder.into_snapshot();
    kept.keep_only(names.iter().map(String::as_str));
    // From a snapshot of the snapshot too: what is compiled again can be kept again.
    let recorder = Recorder::new(&kept);
    assert_eq!((types(&recorder).0, types(&kept).0), (first.clone(), first.clone()));
    (first, kept.texts.into_keys().collect())
}

#[test]
#[cfg(unix)]
fn a_compilation_can_be_repeated_from_a_snapshot_of_what_it_used() {
    let folder = folder("snapshot");
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        std::fs::write(&path, text).expect("it can be written");
        path
    };
    let main = write("own/main.asn1", "M DEFINITIONS ::= BEGIN IMPORTS P FROM Poses; F ::= P END");
    let poses = write("modules/poses.asn1", "Poses DEFINITIONS ::= BEGIN P ::= BOOLEAN END");
    write("modules/other.asn1", "Other DEFINITIONS ::= BEGIN O ::= BOOLEAN END");
    write("own/beside.asn1", "Beside DEFINITIONS ::= BEGIN O ::= BOOLEAN END");
    write("own/notes.txt", "prose");
    let link = folder.join("own/link.asn1");
    let _ = std::fs::remove_file(&link);
    std::os::unix::fs::symlink(&poses, &link).expect("a link can be made");
    let (schemas, folders) = ([main.clone()], [folder.join("modules")]);
    let request = Request { schemas: &schemas, folders: &folders, ..Request::default() };
    let (types, files) = from_snapshot("asn1", &request);
    assert!(types.contains(&"F".to_string()), "{types:?}");
    // Neither the modules beside it nor those of the other folder that nothing imports.
    assert_eq!(files.len(), 2, "{files:?}");
    let whole = [folder.join("own")];
    let (types, files) =
        from_snapshot("asn1", &Request { schemas: &whole, folders: &folders, ..Request::default() });
    assert_eq!((types.len(), files.len()), (3, 3), "{types:?} {files:?}");

    let bits = write(
        "bits/a.bitproto",
        "proto a\n\nimport \"../bits/lib/b.bitproto\"\n\nmessage M {\n    b.T t = 1\n}\n",
    );
    write("bits/lib/b.bitproto", "proto b\n\ntype T = uint12\n");
    let (types, files) = from_snapshot("bitproto", &Request { schemas: &[bits], ..Request::default() });
    assert_eq!((types, files.len()), (vec!["M".to_string()], 2));
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}
