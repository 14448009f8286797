//! `wireglot explain`: prints the page of an error code.

use clap::Args;
use wireglot_driver::pages::page;

use crate::output::destination::OutputArg;
use crate::output::exit::{Done, Failure};

/// Explain an error code, with an example and its fix
///
/// Error messages about schemas have a code, such as error[A0425]. The pages are the same as in docs/codes.
/// Codes of errors in data, such as overrun, are those of --on-error report; docs/errors.md and
/// docs/text-errors.md list them.
#[derive(Args)]
#[command(after_help = "Examples:
  wireglot explain A0425
  wireglot explain s0209 b0408
  wireglot explain overrun")]
pub struct Explain {
    /// The code from the message; may be repeated
    #[arg(required = true, value_name = "CODE")]
    codes: Vec<String>,
    #[command(flatten)]
    output: OutputArg,
}

impl Explain {
    pub fn run(self) -> Done {
        let pages = self.codes.iter().map(|code| page(code)).collect::<Result<Vec<_>, _>>();
        let pages = pages.map_err(Failure::Usage)?;
        self.output.write(pages.join("\n").as_bytes())
    }
}
