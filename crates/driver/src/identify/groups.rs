//! Splits an input into groups of adjacent parts of the same kind.

use super::{Identifier, Identity, Looks};
use crate::forms::pem::endless_octets;
use crate::forms::{unmarked, Form, Part};

/// Parts of an input of the same kind.
pub struct Group {
    /// The input with only these parts: lines of other groups are blanked, so that line numbers are
    /// preserved.
    pub text: Vec<u8>,
    /// Their identity.
    pub identity: Identity,
}

impl Identifier {
    /// The groups of an input of known form, in order; one group if it has no parts, or only parts of one
    /// kind.
    pub fn groups(&self, form: Form, input: Vec<u8>) -> Vec<Group> {
        let mut kinds: Vec<(Identity, Vec<Part>)> = Vec::new();
        for part in form.parts(input.clone()) {
            let identity = self.part(form, &input, &part);
            match kinds.last_mut() {
                // An unreadable part is reported together with the group before it.
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

impl Identifier {
    /// Identifies a part. One that can't be read to its end is what its beginning looks like.
    fn part(&self, form: Form, input: &[u8], part: &Part) -> Identity {
        let label = Some(part.label.as_str()).filter(|label| !label.is_empty());
        let error = match &part.octets {
            Ok(octets) => return self.identify(octets, label),
            Err(error) => *error,
        };
        let text = unmarked(input).get(part.offset..).unwrap_or_default();
        let text = if form == Form::Pem { text.get(..part.text).unwrap_or(text) } else { &[] };
        match self.identify(&endless_octets(text), label) {
            cut @ Identity::Unknown(Looks::Cut(_)) => cut,
            _ => Identity::Unknown(Looks::Unreadable(error)),
        }
    }
}

/// A text with only some of its parts.
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
