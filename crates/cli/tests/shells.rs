//! Shells and pipes: completions, the manual, colours, and outputs that end early.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::shared;

fn wireglot() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wireglot"));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide.in");
    // Independent of the environment in which the tests run.
    command.current_dir(folder).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env_remove("CLICOLOR");
    command
}

fn run(words: &[&str]) -> Output {
    wireglot().args(words).output().expect("the command runs")
}

/// All verbs listed by `--help`.
fn verbs() -> Vec<String> {
    let help = String::from_utf8(run(&["--help"]).stdout).expect("it is UTF-8");
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let words = listed.take_while(|line| !line.is_empty()).filter_map(|line| line.split_whitespace().next());
    words.filter(|verb| *verb != "help").map(str::to_string).collect()
}

#[test]
fn every_shell_completes_every_verb() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let done = run(&["completions", shell]);
        assert!(done.status.success(), "{shell}");
        let text = String::from_utf8(done.stdout).expect("it is UTF-8");
        for verb in verbs() {
            assert!(text.contains(&verb), "{shell}: {verb}");
        }
    }
}

#[test]
fn bash_completes_verbs_options_and_words() {
    let script = String::from_utf8(run(&["completions", "bash"]).stdout).expect("it is UTF-8");
    let rows: [(&[&str], &str); 8] = [
        (&["conv"], "convert"),
        (&["com"], "compat completions"),
        (&["gen", "cp"], "cpp"),
        (&["inspect", "--rec"], "--record"),
        (&["decode", "--rules", "cu"], "cuper"),
        (&["encode", "--out", "hex"], "hex hex-lines"),
        (&["convert", "--prefix", "u16"], "u16be u16le"),
        (&["decode", "--on-error", "re"], "report"),
    ];
    for (words, wanted) in rows {
        let (at, last, before) = (words.len(), words[words.len() - 1], words.iter().rev().nth(1));
        let (words, before) = (words.join(" "), before.unwrap_or(&"wireglot"));
        let asked = format!(
            "\nCOMP_WORDS=(wireglot {words}); COMP_CWORD={at}; _wireglot wireglot {last} {before}; echo ${{COMPREPLY[@]}}"
        );
        let done = Command::new("bash").args(["--norc", "-c", &(script.clone() + &asked)]).output();
        let Ok(done) = done else { return shared::skip("there is no bash") };
        assert_eq!(String::from_utf8_lossy(&done.stdout).trim(), wanted, "{words}: {done:?}");
    }
}

#[test]
fn every_verb_has_a_page_of_the_manual() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("man-{}", std::process::id()));
    let done = run(&["man", &folder.display().to_string()]);
    assert!(done.status.success() && done.stdout.is_empty(), "{done:?}");
    for verb in verbs() {
        let page = std::fs::read_to_string(folder.join(format!("wireglot-{verb}.1"))).expect(&verb);
        assert!(page.contains(".SH NAME") && page.contains(".SH DESCRIPTION"), "{verb}");
    }
    assert!(folder.join("wireglot-gen-c.1").exists() && folder.join("wireglot.1").exists());
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn colours_come_where_they_are_wanted() {
    let colours = |variables: &[(&str, &str)]| {
        let mut command = wireglot();
        command.args(["check", "-s", "missing.asn1"]).envs(variables.iter().copied());
        command.output().expect("the command runs").stderr.contains(&0x1b)
    };
    assert!(!colours(&[]), "into a pipe");
    assert!(!colours(&[("NO_COLOR", "1")]));
    assert!(colours(&[("CLICOLOR_FORCE", "1")]));
}

/// A reader that goes away after the first bytes is not an error, and nothing is printed.
#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_is_no_error() {
    let many = ["sample", "-s", "rocket.asn1", "-t", "Flight", "--count", "100000"];
    for words in [&many[..], &["completions", "bash"], &["decode", "--help"]] {
        let mut child = wireglot()
            .args(words)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command runs");
        drop(child.stdout.take());
        let done = child.wait_with_output().expect("it ends");
        assert!(done.stderr.is_empty(), "{words:?}: {}", String::from_utf8_lossy(&done.stderr));
        assert_ne!(done.status.code(), Some(101), "{words:?}");
    }
}

/// A full disk is not a success.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let decode = ["decode", "-s", "rocket.asn1", "-t", "Flight", "-r", "ber", "flight.ber"];
    let said = [&["--help"][..], &["--version"], &["gen", "c", "--help"], &["help", "decode"]];
    for words in [&decode[..], &["completions", "bash"]].into_iter().chain(said) {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
        let done = wireglot().args(words).stdout(full).output().expect("the command runs");
        assert_eq!(done.status.code(), Some(2), "{words:?}");
        assert!(String::from_utf8_lossy(&done.stderr).contains("No space left"), "{words:?}: {done:?}");
    }
}
