//! Splits an input into groups of adjacent parts of the same type.

use wireglot_interp::DecodeOptions;

use super::looks::{encoded, first_encoded};
use super::{Followed, Identifier, Identity, Known, Looks};
use crate::forms::pem::{endless_octets, is_encrypted};
use crate::forms::{unmarked, Form, Part};
use crate::inputs::{Before, Place};
use crate::messages::Bad;

/// Parts of an input of the same type.
pub struct Group {
    /// The input; of several groups, its text from the first to the last of these parts.
    pub text: Vec<u8>,
    /// Their identity, or that of the first if it is of unknown type.
    pub identity: Identity,
    /// The line where the first of them begins, from 1.
    line: usize,
    /// The lines and identities of the others, if the first is of unknown type.
    others: Vec<(usize, Identity)>,
    /// Whether it is all of the input.
    pub is_whole: bool,
    /// The parts and lines of other groups before the text.
    pub before: Before,
    /// The number of these parts.
    pub parts: u64,
    /// What follows the value in the first of these parts.
    pub followed: Option<Followed>,
    /// Violations of the canonical rules that the standard of the type requires.
    pub flaws: Vec<Flaw>,
}

impl Group {
    /// A whole input.
    pub fn whole(text: Vec<u8>, identity: Identity) -> Group {
        Group {
            text,
            identity,
            line: 1,
            others: Vec::new(),
            is_whole: true,
            before: Before::default(),
            parts: 1,
            followed: None,
            flaws: Vec::new(),
        }
    }

    /// Whether it has the part of a number, from 1.
    pub fn has(&self, number: u64) -> bool {
        (self.before.records + 1..=self.end()).contains(&number)
    }

    /// The number of its last part, from 1.
    pub fn end(&self) -> u64 {
        self.before.records + self.parts
    }

    /// Whether a part is one of the group.
    fn takes(&self, part: &Part, identity: &Identity) -> bool {
        let is_known = |identity: &Identity| matches!(identity, Identity::Known(_));
        let is_reported = part.octets.is_err() && (is_known(&self.identity) || !is_known(identity));
        is_reported || self.identity.same(identity)
    }

    /// Adds a part that begins in a line.
    fn join(&mut self, line: usize, identity: Identity) {
        match (&mut self.identity, identity) {
            (Identity::Known(known), Identity::Known(other)) => {
                known.sure = known.sure.max(other.sure);
                if !other.rules.canonical() {
                    known.rules = other.rules;
                }
            }
            (Identity::Known(_), _) => {}
            (_, identity) => self.others.push((line, identity)),
        }
    }

    /// The parts of a group of unknown type: their places in the input, and what each is.
    pub fn unknown_parts(&self, name: &str) -> impl Iterator<Item = (Place, &Identity)> {
        let name = name.to_string();
        let is_only = self.is_whole && self.parts == 1;
        let first = std::iter::once((self.line, &self.identity));
        let others = self.others.iter().map(|(line, identity)| (*line, identity));
        (self.before.records + 1..).zip(first.chain(others)).map(move |(number, (line, identity))| {
            let place = Place::of(&name);
            match is_only {
                true => (place, identity),
                false => (Place { line: Some(line), record: Some(number), ..place }, identity),
            }
        })
    }
}

/// A violation of the canonical rules.
pub struct Flaw {
    /// The number and the line of the part, from 1, if there are several.
    pub part: Option<(u64, usize)>,
    /// The violation.
    pub bad: Bad,
}

impl Identifier {
    /// The groups of an input of known form, in order; one group if it has no parts, or only parts of one
    /// type. A damaged part is of the type that it looks like, or else of the only type that the others are of. The
    /// first `skip` bytes of an input are not looked at, or of each of several dumps.
    pub fn groups(&self, form: Form, input: Vec<u8>, skip: u64) -> Vec<Group> {
        let skip = if form.part().is_none() { skip } else { 0 };
        let parts: Vec<Part> = form.parts(input.clone()).into_iter().map(|part| part.without(skip)).collect();
        if parts.is_empty() {
            return vec![Group::whole(input, self.identify(&[], None))];
        }
        let identities = self.identities(form, &input, &parts);
        let mut groups: Vec<(Group, Vec<&Part>)> = Vec::new();
        let several = parts.len() > 1;
        for (number, (part, (identity, followed))) in (1..).zip(parts.iter().zip(identities)) {
            let flaw = self.flaw(&identity, part);
            match groups.last_mut() {
                // An unreadable part is reported together with the group before it, unless only its label says what
                // it is.
                Some((last, parts)) if last.takes(part, &identity) => {
                    last.join(part.line, identity);
                    last.parts += 1;
                    parts.push(part);
                }
                _ => {
                    let before = Before { records: number - 1, lines: part.line - 1 };
                    let (whole, line) = (Group::whole(Vec::new(), identity), part.line);
                    let group = Group { before, followed, line, is_whole: false, ..whole };
                    groups.push((group, vec![part]));
                }
            }
            let flaw = flaw.map(|bad| Flaw { part: several.then_some((number, part.line)), bad });
            if let Some((group, _)) = groups.last_mut() {
                group.flaws.extend(flaw);
            }
        }
        match <[_; 1]>::try_from(groups) {
            Ok([(group, _)]) => {
                vec![Group { text: input, before: Before::default(), is_whole: true, ..group }]
            }
            Err(groups) => groups
                .into_iter()
                .map(|(group, parts)| Group { text: between(unmarked(&input), &parts), ..group })
                .collect(),
        }
    }

    /// The identity of each part, and what follows a value in it.
    fn identities(&self, form: Form, input: &[u8], parts: &[Part]) -> Vec<(Identity, Option<Followed>)> {
        let mut identities: Vec<(Identity, Option<Followed>)> = Vec::new();
        for part in parts {
            let identity = self.part(form, input, part);
            let followed = match &identity {
                Identity::Unknown(Looks::Near(_, followed)) => *followed,
                _ => None,
            };
            let meant = self.meant(&identity, label(part));
            identities.push((meant.map_or(identity, Identity::Known), followed));
        }
        let Some(only) = only(&identities) else { return identities };
        let is_open = |part: &Part| label(part).is_none();
        for ((identity, _), _) in identities.iter_mut().zip(parts).filter(|(_, part)| is_open(part)) {
            match identity {
                Identity::Several(several) => {
                    if let Some(known) = several.iter().find(|known| known.same(&only)).copied() {
                        *identity = Identity::Known(known);
                    }
                }
                Identity::Unknown(_) => *identity = Identity::Known(self.bad(only.candidate)),
                Identity::Known(_) => {}
            }
        }
        identities
    }

    /// Identifies a part. One that can't be read to its end is what its beginning looks like.
    fn part(&self, form: Form, input: &[u8], part: &Part) -> Identity {
        let text = unmarked(input).get(part.offset..).unwrap_or_default();
        let text = if form == Form::Pem { text.get(..part.text).unwrap_or(text) } else { &[] };
        if is_encrypted(text) {
            return Identity::Unknown(Looks::Encrypted);
        }
        let error = match &part.octets {
            Ok(octets) => return self.identify(octets, label(part)),
            Err(error) => error.clone(),
        };
        match self.identify(&endless_octets(text), label(part)) {
            cut @ Identity::Unknown(Looks::Cut(_)) => cut,
            _ => Identity::Unknown(Looks::Unreadable(error)),
        }
    }

    /// The first violation of the canonical rules that the standard of a part's type requires.
    fn flaw(&self, identity: &Identity, part: &Part) -> Option<Bad> {
        let Identity::Known(known) = identity else { return None };
        if !known.candidate.canonical || known.rules == self.canonical {
            return None;
        }
        let root = self.specification.shape().root(known.candidate.ty)?;
        let octets = part.octets.as_ref().ok()?;
        let first = octets.get(..first_encoded(octets)).filter(|_| encoded(octets) == octets.len())?;
        let error =
            self.specification.decode(self.canonical, root, first, &DecodeOptions::default()).err()?;
        Some(Bad::from(error))
    }
}

/// The label of a part.
fn label(part: &Part) -> Option<&str> {
    Some(part.label.as_str()).filter(|label| !label.is_empty())
}

/// The type of all parts whose type is known, if it is the same.
fn only(identities: &[(Identity, Option<Followed>)]) -> Option<Known> {
    let mut known = identities.iter().filter_map(|(identity, _)| match identity {
        Identity::Known(known) => Some(known),
        Identity::Several(_) | Identity::Unknown(_) => None,
    });
    let first = *known.next()?;
    known.all(|known| known.candidate.ty == first.candidate.ty).then_some(first)
}

/// A text from the first to the last of these parts.
fn between(text: &[u8], parts: &[&Part]) -> Vec<u8> {
    let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return Vec::new() };
    text.get(first.offset..last.offset + last.text).unwrap_or_default().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identify::Sure;

    /// Messages of SNMP, a truncated one, and one that is no digits.
    #[test]
    fn damaged_parts_are_of_the_type_of_the_others() {
        let message =
            "302902010004067075626c6963a01c02047ad0b7e8020100020100300e300c06082b060102010101000500";
        let lines = format!("{message}\n{}\nzz\n{message}\n", &message[..40]);
        let identifier = Identifier::new().unwrap();
        let groups = |text: &str| identifier.groups(Form::HexLines, text.as_bytes().to_vec(), 0);
        match groups(&lines).as_slice() {
            [Group {
                identity: Identity::Known(known),
                before: Before { records: 0, lines: 0 },
                parts: 4,
                ..
            }] => {
                assert_eq!((known.candidate.ty, known.sure), ("SNMP.Message", Sure::Certain));
            }
            groups => panic!("{} groups", groups.len()),
        }
        let key = "3059301306072a8648ce3d020106082a8648ce3d0301070342000400";
        assert!(groups(&format!("{key}\n{}\n", &message[..40])).iter().all(|group| group.before.records < 2));
        assert_eq!(groups("zz\n").len(), 1);
    }

    #[test]
    fn text_is_from_the_first_to_the_last_part() {
        let text =
            b"x\n-----BEGIN A-----\nAAAA\n-----END A-----\ny\n-----BEGIN B-----\nAAAA\n-----END B-----\n";
        let parts = Form::Pem.parts(text.to_vec());
        assert_eq!(parts.iter().map(|part| part.label.as_str()).collect::<Vec<_>>(), ["A", "B"]);
        let second = between(text, &[&parts[1]]);
        assert_eq!(second, b"-----BEGIN B-----\nAAAA\n-----END B-----\n");
        assert_eq!(
            Form::Pem.parts(second)[0].clone().after(parts[1].line - 1),
            Part { offset: 0, ..parts[1].clone() }
        );
    }
}
