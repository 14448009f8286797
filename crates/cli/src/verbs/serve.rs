//! `wireglot serve`: serves the page on this machine, with the user's schemas in it.

mod connections;
mod site;

use std::io::Write;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;
use wireglot_driver::built_in;
use wireglot_driver::languages::Request;
use wireglot_driver::rules::Notation;

use crate::input::args::Schema;
use crate::input::rules_word::RulesWord;
use crate::input::value_parsers;
use crate::output::exit::{note, Done, Failure};
use site::{packed_files, Site};

/// Serve the browser page on this machine, with your schemas in it
///
/// Prints a link for a browser on this machine. The page decodes in the browser: your data is not sent anywhere, not
/// even to this command. Requests without the random token of the link are refused, and only the page and the schemas
/// are served. Ctrl-C stops it.
#[derive(Args)]
#[command(after_help = "Examples:
  wireglot serve
  wireglot serve -s s1ap/ -t S1AP-PDU -r aper
  wireglot serve -s orders.xml --port 8080")]
pub struct Serve {
    #[command(flatten)]
    schema: Schema,
    /// The type to select when the page opens: Module.Type or Type
    #[arg(short = 't', long = "type", value_name = "TYPE")]
    name: Option<String>,
    /// The encoding rules to select: ber der cer uper aper cuper caper oer coer
    #[arg(short, long, value_name = "RULES", value_parser = value_parsers::shown_rules(), hide_possible_values = true)]
    rules: Option<RulesWord>,
    /// The port; default: a free one
    #[arg(long, value_name = "PORT", default_value_t = 0, hide_default_value = true)]
    port: u16,
}

impl Serve {
    pub fn run(self) -> Done {
        let page = packed_files();
        if page.is_empty() {
            return Err(Failure::Usage(
                "this command was built without the page: run `make web` and build it again, or put web/dist on any \
                 web server"
                    .into(),
            ));
        }
        let schemas = self.schemas()?;
        let at = |error| Failure::Io(format!("port {}: {error}", self.port));
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, self.port)).map_err(at)?;
        let port = listener.local_addr().map_err(at)?.port();
        let token = token()?;
        let mut out = anstream::stdout();
        writeln!(out, "http://127.0.0.1:{port}/{token}/#files")?;
        out.flush()?;
        note("open this link in a browser on this machine; Ctrl-C stops it");
        connections::serve(&listener, &Site::new(port, &token, page, schemas));
        Ok(())
    }

    /// The JSON that the page fetches when it opens: the schemas with their imports (name, text, path for the command
    /// line), and the selected type and rules.
    fn schemas(&self) -> Result<Vec<u8>, Failure> {
        let rules = match self.rules.map(|word| word.0) {
            Some(Notation::Binary(rules)) => rules.word(),
            Some(Notation::Text(text)) => {
                return Err(Failure::Usage(format!("-r {}: the page shows binary encodings", text.word)));
            }
            None => "",
        };
        let mut files = Vec::new();
        if !self.schema.is_unsaid() {
            let made = self.schema.compile(Request::default())?;
            // The page has the built-in modules as well: they are only shown if there is nothing else.
            let sources = made.sources().iter().map(|(_, source)| source);
            let (built_in, own): (Vec<_>, Vec<_>) =
                sources.partition(|source| built_in::is_named(Path::new(source.name())));
            let all = if own.is_empty() { built_in } else { own };
            let shared = shared_folder(all.iter().map(|source| Path::new(source.name())));
            for source in all {
                let path = Path::new(source.name());
                let name = path.strip_prefix(&shared).unwrap_or(path).display().to_string();
                files.push(json!([name.trim_start_matches('@'), source.text(), source.name()]));
            }
        }
        Ok(json!({ "files": files, "type": self.name, "rules": rules }).to_string().into_bytes())
    }
}

/// The common parent folder of all files, which their names omit.
fn shared_folder<'p>(paths: impl Iterator<Item = &'p Path>) -> PathBuf {
    let mut shared: Option<PathBuf> = None;
    for folder in paths.filter_map(Path::parent) {
        let before = shared.unwrap_or_else(|| folder.to_path_buf());
        let same = before.components().zip(folder.components()).take_while(|(one, other)| one == other);
        shared = Some(same.map(|(part, _)| part).collect());
    }
    shared.unwrap_or_default()
}

/// 128 random bits as hexadecimal digits.
fn token() -> Result<String, Failure> {
    let mut octets = [0; 16];
    getrandom::fill(&mut octets).map_err(|error| Failure::Io(format!("no random numbers: {error}")))?;
    Ok(octets.iter().map(|octet| format!("{octet:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_from_the_folder_that_they_share() {
        let shared = |paths: &[&str]| shared_folder(paths.iter().map(Path::new)).display().to_string();
        assert_eq!(shared(&["/a/b/c.asn1", "/a/b/d/e.asn1"]), "/a/b");
        assert_eq!(shared(&["a.asn1", "b/c.asn1"]), "");
        assert_eq!(shared(&["x/a.asn1"]), "x");
        assert_eq!(shared(&[]), "");
    }
}
