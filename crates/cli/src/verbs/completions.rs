//! `wireglot completions`: prints shell completions.

use clap::Args;
use clap_complete::Shell;

use crate::output::destination::OutputArg;
use crate::output::exit::Done;

/// Print completions for bash, zsh, fish, PowerShell or elvish
///
/// Load them in the running shell, or install them where the shell looks for them.
#[derive(Args)]
#[command(after_help = "Examples:
  wireglot completions bash > wireglot.bash
  wireglot completions zsh > _wireglot
  wireglot completions fish > wireglot.fish
  wireglot completions powershell > wireglot.ps1

To try them: source wireglot.bash. To install them:
  bash         copy the file to ~/.local/share/bash-completion/completions/wireglot
  zsh          copy it to a folder of $fpath, as _wireglot
  fish         copy it to ~/.config/fish/completions/
  PowerShell   add `. path/to/wireglot.ps1` to $PROFILE")]
pub struct Completions {
    /// The shell
    shell: Shell,
    #[command(flatten)]
    output: OutputArg,
}

impl Completions {
    /// Prints the completions for `command`.
    pub fn run(self, mut command: clap::Command) -> Done {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut command, "wireglot", &mut text);
        self.output.write(&text)
    }
}
