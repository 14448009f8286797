//! An input in groups: what stands side by side in it and is of one kind.

use super::{Identifier, Identity};
use crate::forms::{Form, Part};

/// Parts of an input that are of one kind.
pub struct Group {
    /// The input with nothing but them: lines of other groups are empty, so that lines keep their numbers.
    pub text: Vec<u8>,
    /// What they are.
    pub identity: Identity,
}

impl Identifier {
    /// The groups of an input whose form is known, in their order; one where it has no parts, or is of one kind.
    pub fn groups(&self, form: Form, input: Vec<u8>) -> Vec<Group> {
        let mut kinds: Vec<(Identity, Vec<Part>)> = Vec::new();
        for part in form.parts(input.clone()) {
            let label = Some(part.label.as_str()).filter(|label| !label.is_empty());
            let octets = part.octets.as_deref().unwrap_or_default();
            let identity = self.identify(octets, label);
            match kinds.last_mut() {
                // What can't be read is told with what it stands behind.
                Some((last, parts)) if part.octets.is_err() || last.same(&identity) => parts.push(part),
                _ => kinds.push((identity, vec![part])),
            }
        }
        match <[_; 1]>::try_from(kinds) {
            Ok([(identity, _)]) => vec![Group { text: input, identity }],
            Err(kinds) if kinds.is_empty() => {
                let identity = self.identify(&[], None);
                vec![Group { text: input, identity }]
            }
            Err(kinds) => {
                let group = |(identity, parts): (Identity, Vec<Part>)| Group {
                    text: alone(&input, &parts),
                    identity,
                };
                kinds.into_iter().map(group).collect()
            }
        }
    }
}

/// A text with some of its parts alone.
fn alone(text: &[u8], parts: &[Part]) -> Vec<u8> {
    let mut alone = Vec::with_capacity(text.len());
    let mut parts = parts.iter().peekable();
    let (mut number, mut left) = (0, 0);
    for line in text.split_inclusive(|octet| *octet == b'\n') {
        number += 1;
        if let Some(part) = parts.next_if(|part| part.line == number) {
            left = part.text.max(1);
        }
        match left {
            0 => alone.extend(line.iter().filter(|octet| **octet == b'\n')),
            _ => alone.extend(line),
        }
        left = left.saturating_sub(line.len());
    }
    alone
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_others_are_empty() {
        let text =
            b"x\n-----BEGIN A-----\nAAAA\n-----END A-----\ny\n-----BEGIN B-----\nAAAA\n-----END B-----\n";
        let parts = Form::Pem.parts(text.to_vec());
        assert_eq!(parts.iter().map(|part| part.label.as_str()).collect::<Vec<_>>(), ["A", "B"]);
        let second = alone(text, &parts[1..]);
        assert_eq!(second, b"\n\n\n\n\n-----BEGIN B-----\nAAAA\n-----END B-----\n");
        assert_eq!(Form::Pem.parts(second)[0].line, 6);
    }
}
