//! Reports everything that a command line lacks, with a command line that would work.

use std::ffi::OsString;
use std::path::Path;

use wireglot_driver::built_in;
use wireglot_driver::languages::EXAMPLE_SCHEMA;

use crate::output::shell::in_shell;

/// One missing part.
#[derive(Debug)]
struct Gap {
    what: &'static str,
    option: String,
    choices: String,
}

/// The missing parts, with suggestions.
#[derive(Debug, Default)]
pub struct Missing {
    gaps: Vec<Gap>,
    /// As what the inputs decode.
    pub found: Option<String>,
    /// What is known about the inputs otherwise.
    pub hint: Option<String>,
    /// The options to add for a working command line.
    pub added: Vec<String>,
    /// Sets of options, each of which makes a working command line, instead of those added.
    pub instead: Vec<Vec<String>>,
}

impl Missing {
    /// No schema was named.
    pub fn schema() -> Missing {
        let sets: Vec<String> = built_in::ALL.iter().map(|set| format!("@{}", set.word)).collect();
        let mut missing = Missing::default();
        let choices =
            format!("a schema file, a folder of them, or a set that is built in: {}", sets.join(" "));
        missing.add("the schema", "-s", "FILE", choices, EXAMPLE_SCHEMA);
        missing
    }

    /// Adds a missing option, its possible values and an example.
    pub fn add(&mut self, what: &'static str, option: &str, value: &str, choices: String, example: &str) {
        self.gaps.push(Gap { what, option: format!("{option} {value}"), choices });
        self.added.extend([option.to_string(), example.to_string()]);
    }

    /// Names the missing parts.
    fn sentence(&self) -> String {
        let mut words: Vec<&str> = self.gaps.iter().map(|gap| gap.what).collect();
        words.dedup();
        let verb = if self.gaps.len() == 1 && self.gaps[0].what != "the rules" { "is" } else { "are" };
        let last = words.pop().unwrap_or_default();
        let all =
            if words.is_empty() { last.to_string() } else { format!("{} and {last}", words.join(", ")) };
        format!("{all} {verb} missing")
    }

    /// The full message, with the given command line completed.
    pub fn told(&self, line: &[OsString]) -> String {
        let width = self.gaps.iter().map(|gap| gap.option.len()).max().unwrap_or(0);
        let gaps = self.gaps.iter().map(|gap| format!("  {:width$}  {}\n", gap.option, gap.choices));
        let found = self.found.iter().map(|found| format!("{found}\n"));
        let such = if self.found.is_none() { "For example" } else { "So" };
        let added = std::slice::from_ref(&self.added);
        let lines = if self.instead.is_empty() { added } else { &self.instead };
        let lines: Vec<String> = lines.iter().map(|added| Missing::line(line, added)).collect();
        let hint = self.hint.iter().map(|hint| format!("{hint}\n"));
        let text: String = gaps.chain(found).chain(hint).collect();
        format!("{}\n{text}{such}:\n  {}", self.sentence(), lines.join("\n  "))
    }

    /// The command line in shell syntax, with some options added.
    fn line(line: &[OsString], added: &[String]) -> String {
        let program = line.first().map(|called| Path::new(called).file_stem().unwrap_or_default());
        let mut words = vec![program.unwrap_or_default().to_string_lossy().into_owned()];
        let given: Vec<String> =
            line.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
        // Arguments after `--` are not options.
        let end = given.iter().position(|word| word == "--").unwrap_or(given.len());
        words.extend(given[..end].iter().chain(added).chain(&given[end..]).cloned());
        in_shell(&words)
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::Missing;

    #[test]
    fn a_line_can_be_given_to_a_shell() {
        let line = ["/usr/bin/wireglot", "decode", "my file", "it's", "--", "-x"].map(OsString::from);
        let told = Missing::line(&line, &["-s", "my.schema"].map(String::from));
        assert_eq!(told, "wireglot decode 'my file' 'it'\\''s' -s my.schema -- -x");
    }
}
