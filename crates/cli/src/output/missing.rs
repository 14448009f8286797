//! What a command line leaves out: all of it at once, with a command line that has it.

use std::ffi::OsString;
use std::path::Path;

use wireglot_driver::built_in;

/// One of several things that are missing.
#[derive(Debug)]
struct Gap {
    what: &'static str,
    option: String,
    choices: String,
}

/// What is missing, and what would do.
#[derive(Debug, Default)]
pub struct Missing {
    gaps: Vec<Gap>,
    /// What inputs read as.
    pub found: Option<String>,
    /// Options that a working command line has beside those that were given.
    added: Vec<String>,
}

impl Missing {
    /// No schema was named.
    pub fn schema() -> Missing {
        let sets: Vec<String> = built_in::ALL.iter().map(|set| format!("@{}", set.word)).collect();
        let mut missing = Missing::default();
        let choices =
            format!("a schema file, a folder of them, or a set that is built in: {}", sets.join(" "));
        missing.add("the schema", "-s", "FILE", choices, "schema.txt");
        missing
    }

    /// Something is missing: an option with a value, which may be one of several, such as this.
    pub fn add(&mut self, what: &'static str, option: &str, value: &str, choices: String, example: &str) {
        self.gaps.push(Gap { what, option: format!("{option} {value}"), choices });
        self.added.extend([option.to_string(), example.to_string()]);
    }

    /// What is missing, in a few words.
    fn sentence(&self) -> String {
        let mut words: Vec<&str> = self.gaps.iter().map(|gap| gap.what).collect();
        words.dedup();
        let verb = if self.gaps.len() == 1 && self.gaps[0].what != "the rules" { "is" } else { "are" };
        let last = words.pop().unwrap_or_default();
        let all =
            if words.is_empty() { last.to_string() } else { format!("{} and {last}", words.join(", ")) };
        format!("{all} {verb} missing")
    }

    /// All of it, with a command line that has it: the one that was given, and more.
    pub fn told(&self, line: &[OsString]) -> String {
        let width = self.gaps.iter().map(|gap| gap.option.len()).max().unwrap_or(0);
        let gaps = self.gaps.iter().map(|gap| format!("  {:width$}  {}\n", gap.option, gap.choices));
        let found = self.found.iter().map(|found| format!("{found}\n"));
        let such = if self.found.is_none() { "For example" } else { "So" };
        let text: String = gaps.chain(found).collect();
        format!("{}\n{text}{such}:\n  {}", self.sentence(), self.line(line))
    }

    /// The command line, for a shell.
    fn line(&self, line: &[OsString]) -> String {
        let program = line.first().map(|called| Path::new(called).file_stem().unwrap_or_default());
        let mut words = vec![program.unwrap_or_default().to_string_lossy().into_owned()];
        let given: Vec<String> =
            line.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
        // What stands behind `--` is no option.
        let end = given.iter().position(|word| word == "--").unwrap_or(given.len());
        words.extend(given[..end].iter().chain(&self.added).chain(&given[end..]).map(|word| quoted(word)));
        words.join(" ")
    }
}

/// A word as shells take it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./,=:@%+".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::Missing;

    #[test]
    fn a_line_can_be_given_to_a_shell() {
        let line = ["/usr/bin/wireglot", "decode", "my file", "it's", "--", "-x"].map(OsString::from);
        let told = Missing::schema().line(&line);
        assert_eq!(told, "wireglot decode 'my file' 'it'\\''s' -s schema.txt -- -x");
    }
}
