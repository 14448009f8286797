//! How inputs are opened.

use std::path::Path;
use std::process::Command;

#[test]
fn nothing_of_a_pipe_is_lost() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd/paths.in");
    let decode = "\"$0\" decode -s calls.asn1 -t Call -r uper --prefix u16be --lines --select seconds";
    for pipe in ["<(cat calls.u16)", "<(gzip -c calls.u16)", "- <calls.u16"] {
        let script = format!("{decode} {pipe}");
        let run = Command::new("bash")
            .args(["-c", &script, env!("CARGO_BIN_EXE_wireglot")])
            .current_dir(&folder)
            .output();
        let done = run.expect("bash runs");
        let shown = String::from_utf8_lossy(&done.stdout).into_owned();
        assert_eq!(shown.lines().count(), 4, "{pipe}: {shown}{}", String::from_utf8_lossy(&done.stderr));
        assert!(shown.starts_with("{\"seconds\":61}\n"), "{pipe}: {shown}");
    }
}
