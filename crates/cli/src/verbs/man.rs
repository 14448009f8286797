//! `wireglot man`: writes the manual.

use std::path::{Path, PathBuf};

use clap::Args;
use clap_mangen::Man as Page;
use wireglot_driver::sources::new_file::write_below;

use crate::output::exit::Done;

/// Write the manual pages, one for the command and one for each verb
///
/// They contain the same text as --help.
#[derive(Args)]
#[command(after_help = "Examples:
  wireglot man man1
  man -l man1/wireglot-decode.1

To install them, copy them to ~/.local/share/man/man1.")]
pub struct Man {
    /// The output folder, created if needed
    folder: PathBuf,
}

impl Man {
    /// Writes the pages of `command`.
    pub fn run(self, command: clap::Command) -> Done {
        let mut command = command.disable_help_subcommand(true);
        command.build();
        self.pages(&command)
    }

    /// Writes the page of a verb, and those of its subcommands.
    fn pages(&self, command: &clap::Command) -> Done {
        let mut text = Vec::new();
        Page::new(command.clone()).render(&mut text)?;
        // For example wireglot-gen-c.
        let name = command.get_display_name().unwrap_or(command.get_name());
        let page = format!("{name}.1");
        write_below(&self.folder, [(Path::new(&page), &text[..])])?;
        command.get_subcommands().filter(|verb| !verb.is_hide_set()).try_for_each(|verb| self.pages(verb))
    }
}
