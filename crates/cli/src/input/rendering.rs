//! `--render`, as it was asked for: in words, or in files of them.

use wireglot_driver::messages::{Message, Rendering, RenderingError};

use crate::output::exit::{note, Failure};

/// What was asked for: `path=renderer`, `Type=renderer`, or `@FILE` with one of these a line.
///
/// # Errors
/// A renderer that there is not, a field that there is not, or a file that can't be read. A file may
/// be one for several types: what this one has not is told as a note.
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
