//! `--render`: rules on the command line or in files.

use wireglot_driver::messages::{Message, Rendering, RenderingError};

use crate::output::exit::{note, Failure};

/// Reads rules: `path=renderer`, `Type=renderer`, or `@FILE` with one per line.
///
/// # Errors
/// An unknown renderer, an unknown field, or a file that can't be read. A file may cover several types:
/// fields that this type lacks are reported as a note.
pub fn rendering(of: &dyn Message, asked: &[String]) -> Result<Rendering, Failure> {
    let mut rendering = Rendering::default();
    for words in asked {
        let Some(file) = words.strip_prefix('@') else {
            rendering.add(of, words).map_err(|wrong| Failure::Usage(wrong.told("--render")))?;
            continue;
        };
        let text = std::fs::read_to_string(file);
        let text = text.map_err(|e| Failure::Io(format!("{file}: {e}")))?;
        for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            let place = format!("{file}:{}:", number + 1);
            match if line.is_empty() { Ok(()) } else { rendering.add(of, line) } {
                Err(wrong @ RenderingError::Target(..)) => note(&wrong.told(&place)),
                done => done.map_err(|wrong| Failure::Usage(wrong.told(&place)))?,
            }
        }
    }
    Ok(rendering)
}
