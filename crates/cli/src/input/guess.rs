//! Identifies inputs of unknown type with the driver, and reports the results on standard error.

use wireglot_driver::forms::{Form, FormError};
use wireglot_driver::identify::{in_captures, Group, Identifier, Identity, Known, Looks};
use wireglot_driver::inputs::{reads_encoded, InForm};
use wireglot_driver::Rules;

use crate::output::exit::{note, Failure};
use crate::records::Terminal;

/// Guesses the types of inputs. The identifier is created when first needed.
#[derive(Default)]
pub struct Guesses {
    identifier: Option<Identifier>,
    /// The options that name the schemas supplementing the built-in modules.
    own: String,
}

impl Guesses {
    /// Guesses supplemented by the schemas that these options name.
    pub fn beside(own: String) -> Guesses {
        Guesses { own, ..Guesses::default() }
    }

    /// Splits an input into groups of one type each, and reports the types.
    pub fn groups(
        &mut self,
        name: &str,
        form: Form,
        octets: Vec<u8>,
        untyped: bool,
    ) -> Result<Vec<Group>, Failure> {
        if untyped {
            return Ok(vec![Group { text: octets, identity: Identity::Unknown(Looks::Unknown) }]);
        }
        let identifier = match self.identifier.take() {
            Some(identifier) => identifier,
            None => Identifier::new()?,
        };
        let groups = self.identifier.insert(identifier).groups(form, octets);
        for group in &groups {
            if let Identity::Known(known) = &group.identity {
                tell_known(name, &self.own, known);
            }
        }
        Ok(groups)
    }
}

impl Guesses {
    /// The type of all parts of an input.
    pub fn only(&mut self, name: &str, form: InForm, octets: &[u8]) -> Result<Known, Failure> {
        let form = form.settle(name, octets, &reads_encoded, &mut Terminal);
        let groups = self.groups(name, form, octets.to_vec(), false)?;
        match groups.as_slice() {
            [Group { identity: Identity::Known(known), .. }] => Ok(*known),
            [Group { identity, .. }] => Err(not_known(name, form, identity)),
            _ => {
                Err(Failure::Usage(format!("{name} holds values of several types: say which with -s and -t")))
            }
        }
    }
}

fn tell_known(name: &str, own: &str, known: &Known) {
    note(&format!("{name} {}: read with {own}{}", known.told(), known.options()));
}

/// Reports that an input is not of a well-known type, and what it looks like.
pub fn tell_unknown(name: &str, identity: &Identity) {
    match identity {
        Identity::Known(_) | Identity::Unknown(Looks::Nothing | Looks::Unreadable(_)) => {}
        Identity::Unknown(Looks::Cut(cut)) => note(&format!("{name} looks like {cut}")),
        Identity::Unknown(Looks::Near(near)) => {
            note(&format!("{name} looks like {near}: say {} to see its parts", near.options));
        }
        Identity::Several(several) => {
            note(&format!("{name} may be one of several types: say which with {}", choices(several)));
        }
        Identity::Unknown(looks) => {
            note(&format!(
                "{name} is not of a well-known type; it looks like {looks}. Name its type with -s FILE -t TYPE"
            ));
        }
    }
}

/// The error for an input of unknown type: what is needed to decode it.
pub fn not_known(name: &str, form: Form, identity: &Identity) -> Failure {
    Failure::Input(match identity {
        Identity::Several(several) => {
            format!("{name} may be one of several types: say which with {}", choices(several))
        }
        Identity::Known(_) => format!("{name} could not be read"),
        Identity::Unknown(Looks::Capture(kind)) => {
            let known = in_captures().join("\n  ");
            format!(
                "{name} is a capture of a network ({kind}). Say which messages it carries: \
                 --pcap -s SCHEMA -t TYPE -r RULES; --port and --ppid choose among its traffic. \
                 Options for well-known protocols:\n  {known}"
            )
        }
        Identity::Unknown(Looks::Cut(cut)) => {
            let shown = if form == Form::Pem { "" } else { "; wireglot inspect shows them" };
            format!("{name} looks like {cut}{shown}")
        }
        Identity::Unknown(Looks::Near(near)) => {
            format!("{name} looks like {near}; see wireglot inspect {} {name}", near.options)
        }
        Identity::Unknown(looks @ Looks::Packet) => {
            format!("{name} looks like {looks}. Packets are read from captures, as tcpdump -w writes them")
        }
        Identity::Unknown(Looks::Unreadable(error)) => {
            let FormError { spot, message } = error;
            format!("{name}:{}:{}: {message} (read as --in {})", spot.line, spot.column, form.word())
        }
        Identity::Unknown(looks) => {
            let rules = Rules::default().word();
            let form = if form == Form::Raw { String::new() } else { format!(" --in {}", form.word()) };
            format!(
                "{name} is not of a well-known type; it looks like {looks}. Say what it is: \
                 -s SCHEMA -t TYPE -r RULES, such as -s schema.txt -t Module.Type -r {rules}{form}"
            )
        }
    })
}

/// The command-line options for each of several types.
pub fn choices(several: &[Known]) -> String {
    let all: Vec<String> =
        several.iter().map(|known| format!("{} ({})", known.options(), known.candidate.name)).collect();
    all.join(", or ")
}
