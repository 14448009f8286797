//! Identifies inputs of unknown type with the driver, and reports the results on standard error.

use wireglot_driver::forms::{Form, FormError};
use wireglot_driver::identify::{
    in_captures, Flaw, Followed, Group, Identifier, Identity, Known, Looks, OTHER_READER,
};
use wireglot_driver::inputs::{reads_encoded, Damage, InForm, Place};
use wireglot_driver::languages::EXAMPLE_SCHEMA;
use wireglot_driver::Rules;

use crate::output::exit::{note, warn, Failure};
use crate::output::report::Report;
use crate::records::{no_record, Terminal};

/// Guesses the types of inputs. The identifier is created when first needed.
#[derive(Default)]
pub struct Guesses {
    identifier: Option<Identifier>,
    /// The options that name the schemas supplementing the built-in modules.
    own: String,
    /// The types that were reported.
    told: Vec<Told>,
}

/// A type that was reported.
struct Told {
    known: Known,
    /// The first input of the type, and the last.
    first: String,
    last: String,
    /// The number of inputs of the type after the first.
    more: u64,
}

impl Guesses {
    /// Guesses supplemented by the schemas that these options name.
    pub fn beside(own: String) -> Guesses {
        Guesses { own, ..Guesses::default() }
    }

    /// Splits an input into groups of one type each, and reports the types. The first `skip` bytes are not
    /// looked at. Of a requested record, returns only the group that has it.
    pub fn groups(
        &mut self,
        name: &str,
        form: Form,
        octets: Vec<u8>,
        (skip, record): (u64, Option<u64>),
    ) -> Result<Vec<Group>, Failure> {
        let identifier = match self.identifier.take() {
            Some(identifier) => identifier,
            None => Identifier::new()?,
        };
        let groups = self.identifier.insert(identifier).groups(form, octets, skip);
        let groups = of_record(name, groups, record)?;
        for group in &groups {
            if let Identity::Known(known) = &group.identity {
                self.tell(name, known, group.followed.as_ref());
            }
            group.flaws.iter().for_each(|flaw| warn_of(name, flaw));
        }
        Ok(groups)
    }

    /// Reports a type once, but always if something follows the value.
    fn tell(&mut self, name: &str, known: &Known, followed: Option<&Followed>) {
        let but = followed.map_or(String::new(), |followed| format!(", but {followed}"));
        let told = format!("{name} {}{but}: read with {}{}", known.told(), self.own, known.options());
        match self.told.iter_mut().find(|told| told.known.same(known)) {
            _ if followed.is_some() => note(&told),
            Some(told) if told.last == name => {}
            Some(told) => {
                told.more += 1;
                told.last = name.to_string();
            }
            None => {
                note(&told);
                let (first, last) = (name.to_string(), name.to_string());
                self.told.push(Told { known: *known, first, last, more: 0 });
            }
        }
    }

    /// At the end, reports how many other inputs were of each type.
    pub fn end(&self) {
        for Told { first, more, .. } in self.told.iter().filter(|told| told.more > 0) {
            let files = if *more == 1 { "1 more file is" } else { &format!("{more} more files are") };
            note(&format!("{files} of the same type as {first}"));
        }
    }

    /// The type of all parts of an input.
    pub fn only(&mut self, name: &str, form: InForm, octets: &[u8]) -> Result<Known, Failure> {
        let form = form.settle(name, octets, &reads_encoded, &mut Terminal);
        let groups = self.groups(name, form, octets.to_vec(), (0, None))?;
        match groups.as_slice() {
            [Group { identity: Identity::Known(known), .. }] => Ok(*known),
            [Group { identity, .. }] => Err(Failure::Input(not_known(name, form, identity))),
            _ => Err(Failure::Usage(format!(
                "{name} contains values of several types: choose one with -s and -t"
            ))),
        }
    }
}

/// The groups of an input, or the one that has the requested record. A single group may have several records in each
/// part.
fn of_record(name: &str, groups: Vec<Group>, record: Option<u64>) -> Result<Vec<Group>, Failure> {
    let Some(wanted) = record.filter(|_| groups.len() > 1) else { return Ok(groups) };
    let count = groups.last().map_or(0, Group::end);
    let found: Vec<Group> = groups.into_iter().filter(|group| group.has(wanted)).collect();
    match found.is_empty() {
        true => Err(no_record(name, wanted, count)),
        false => Ok(found),
    }
}

/// Warns of an encoding that the standard of its type does not allow.
fn warn_of(name: &str, Flaw { part, bad }: &Flaw) {
    let record = part.map(|(number, _)| number);
    let place = Place { record, line: part.map(|(_, line)| line), ..Place::of(name) };
    let mut bad = bad.clone();
    bad.message = format!("not {}: {}", Rules::default().canonical_form().word().to_uppercase(), bad.message);
    warn(&Report::of_damage(&place, &Damage::of_input(bad)).sentence());
}

/// Whether an input is of a type that is not known since it is damaged.
pub fn is_damaged(identity: &Identity) -> bool {
    matches!(identity, Identity::Unknown(Looks::Cut(_) | Looks::Unreadable(_)))
}

/// Whether an input is of a format that the command does not read.
pub fn is_of_others(identity: &Identity) -> bool {
    matches!(identity, Identity::Unknown(Looks::Cbor | Looks::Cose(_) | Looks::Encrypted))
}

/// Reports that an input is not of a well-known type, and what it looks like.
pub fn tell_unknown(name: &str, identity: &Identity) {
    match identity {
        Identity::Known(_) | Identity::Unknown(Looks::Nothing | Looks::Unreadable(_)) => {}
        Identity::Unknown(Looks::Cut(cut)) => note(&format!("{name} looks like {cut}")),
        Identity::Several(several) => {
            note(&format!("{name} may be one of several types: choose with {}", choices(several)));
        }
        Identity::Unknown(looks) => {
            note(&format!(
                "{name} is not of a well-known type; it looks like {looks}. Name its type with -s FILE -t TYPE"
            ));
        }
    }
}

/// The error for a part of unknown type.
pub fn part_not_known(place: &Place, form: Form, identity: &Identity) -> String {
    // What can't be read names its line and column.
    let is_named = !matches!(identity, Identity::Unknown(Looks::Unreadable(_)));
    not_known(&if is_named { place.to_string() } else { place.file.clone() }, form, identity)
}

/// The error for an input of unknown type: what is needed to decode it.
pub fn not_known(name: &str, form: Form, identity: &Identity) -> String {
    match identity {
        Identity::Several(several) => {
            format!("{name} may be one of several types: choose with {}", choices(several))
        }
        Identity::Known(_) => format!("{name} could not be read"),
        Identity::Unknown(Looks::Capture(kind)) => {
            let known = in_captures().join("\n  ");
            format!(
                "{name} is a packet capture ({kind}). Say which messages it carries: \
                 --pcap -s SCHEMA -t TYPE -r RULES; --port and --ppid choose among its traffic. \
                 Options for well-known protocols:\n  {known}"
            )
        }
        Identity::Unknown(Looks::Cut(cut)) => {
            let shown = if form == Form::Pem { "" } else { "; wireglot inspect shows them" };
            format!("{name} looks like {cut}{shown}")
        }
        Identity::Unknown(looks @ Looks::Packet(headers)) => {
            let skip = headers.map(|octets| format!("; to skip its headers, add --skip {octets}"));
            let packets = ". Packets are read from captures, as tcpdump -w writes them";
            format!("{name} looks like {looks}{}", skip.unwrap_or_else(|| packets.to_string()))
        }
        Identity::Unknown(looks @ (Looks::Cbor | Looks::Cose(_))) => {
            format!("{name} looks like {looks}, {OTHER_READER}")
        }
        Identity::Unknown(Looks::Encrypted) => format!("{name} is encrypted (Proc-Type: 4,ENCRYPTED)"),
        Identity::Unknown(Looks::Nothing) => format!("{name} is empty"),
        Identity::Unknown(Looks::Unreadable(error)) => {
            let FormError { spot, message } = error;
            format!("{name}:{}:{}: {message} (read as --in {})", spot.line, spot.column, form.word())
        }
        Identity::Unknown(looks) => {
            let rules = Rules::default().word();
            let form = if form == Form::Raw { String::new() } else { format!(" --in {}", form.word()) };
            format!(
                "{name} is not of a well-known type; it looks like {looks}. Say what it is: \
                 -s SCHEMA -t TYPE -r RULES, such as -s {EXAMPLE_SCHEMA} -t Module.Type -r {rules}{form}"
            )
        }
    }
}

/// The command-line options for each of several types.
pub fn choices(several: &[Known]) -> String {
    let all: Vec<String> =
        several.iter().map(|known| format!("{} ({})", known.options(), known.candidate.name)).collect();
    all.join(", or ")
}
