//! The terms of Erlang's Megaco application: those of its ASN.1 modules, with names instead of numbers.

use wireglot_interp::etf::{Dialect, Form, Term, TermWriter};
use wireglot_interp::{Sink, Tape, ValueRef, View};
use wireglot_plan::{Shape, ShapeId, ShapeKind};

use super::{termination, Conversions, Named, Naming, Terminations};

/// The terms of Erlang's Megaco application; with [`Naming::Ids`], those of its binary codecs without names (`native`).
#[derive(Debug, Clone)]
pub struct MegacoTerms {
    conversions: Conversions,
}

impl MegacoTerms {
    /// Terms that convert names with `conversions`.
    pub fn new(conversions: Conversions) -> MegacoTerms {
        MegacoTerms { conversions }
    }
}

/// The components and alternatives that terms write as names: the type, the component, and the kind of name.
const NAMES: [(&str, &str, &str); 19] = [
    ("PropertyParm", "name", "property"),
    ("IndAudPropertyParm", "name", "property"),
    ("RequestedEvent", "pkgdName", "event"),
    ("SecondRequestedEvent", "pkgdName", "event"),
    ("EventSpec", "eventName", "event"),
    ("ObservedEvent", "eventName", "event"),
    ("IndAudEventsDescriptor", "pkgdName", "event"),
    ("IndAudEventBufferDescriptor", "eventName", "event"),
    ("EventParameter", "eventParameterName", "parameter"),
    ("Signal", "signalName", "signal"),
    ("IndAudSignal", "signalName", "signal"),
    ("SigParameter", "sigParameterName", "parameter"),
    ("StatisticsParameter", "statName", "statistic"),
    ("IndAudStatisticsDescriptor", "statName", "statistic"),
    ("PackagesItem", "packageName", "package"),
    ("IndAudPackagesDescriptor", "packageName", "package"),
    ("DigitMapDescriptor", "digitMapName", "dialplan"),
    ("IndAudDigitMapDescriptor", "digitMapName", "dialplan"),
    ("EventDM", "digitMapName", "dialplan"),
];

const TERMINATION: &str = "TerminationID";
const TERMINATION_TUPLE: &str = "megaco_term_id";
const PROFILE: &str = "ServiceChangeProfile";

impl Dialect for MegacoTerms {
    fn is_legacy(&self) -> bool {
        true
    }

    fn form(&self, ty: &str, slot: Option<&str>) -> Option<Form> {
        if self.conversions.naming == Naming::Ids {
            return None;
        }
        match (slot, ty) {
            (Some(slot), _) => {
                let found = NAMES.iter().find(|(owner, name, _)| (*owner, *name) == (ty, slot));
                found.map(|(.., how)| Form::Name(how))
            }
            (None, TERMINATION) => Some(Form::Own(TERMINATION)),
            (None, PROFILE) => Some(Form::Own(PROFILE)),
            _ => None,
        }
    }

    fn around(&self, how: &str, octets: &[u8]) -> Option<Vec<u8>> {
        self.conversions.item(how, octets)
    }

    fn name(&self, how: &str, octets: &[u8], around: Option<&[u8]>) -> Result<String, String> {
        // Lines of SDP are properties of package 0.
        let how = if how == "property" && octets.starts_with(&[0, 0]) { "native" } else { how };
        self.conversions.text(how, octets, around)
    }

    fn octets(&self, how: &str, name: &str, around: Option<&[u8]>) -> Result<Vec<u8>, String> {
        let how = if how == "property" && !name.contains('/') { "native" } else { how };
        match self.conversions.octets(how, name, around)? {
            Named::Number(octets) | Named::Characters(octets, _) => Ok(octets),
        }
    }

    fn write(&self, how: &str, value: ValueRef, out: &mut TermWriter) -> Result<(), String> {
        if how == PROFILE {
            return write_profile(value, out);
        }
        let mut text = Vec::new();
        termination::write(value, self.conversions.terminations, &mut text)?;
        let is_wild = text.iter().any(|octet| matches!(octet, b'*' | b'$'));
        let levels: Vec<&[u8]> = text.split(|octet| *octet == b'/').collect();
        out.tuple(3);
        out.atom(TERMINATION_TUPLE)?;
        out.atom(if is_wild { "true" } else { "false" })?;
        out.list(levels.len(), |out| {
            levels.iter().for_each(|level| out.bytes(level));
            Ok(())
        })
    }

    fn read(&self, how: &str, term: Term<'_>, ty: (&Shape, ShapeId), tape: &mut Tape) -> Result<(), String> {
        match how {
            PROFILE => read_profile(term, ty, tape),
            _ => read_termination(term, self.conversions.terminations, ty, tape),
        }
    }
}

/// Reads `{megaco_term_id, ContainsWildcards, Levels}`.
fn read_termination(
    term: Term<'_>,
    terminations: Terminations,
    (shape, ty): (&Shape, ShapeId),
    tape: &mut Tape,
) -> Result<(), String> {
    let text = term.tuple().filter(|parts| parts.len() == 3).and_then(|mut parts| {
        parts.next()?.atom().filter(|name| *name == TERMINATION_TUPLE)?;
        let levels = parts.nth(1)?.list()?.map(|level| String::from_utf8(level.bytes()?.into()).ok());
        Some(levels.collect::<Option<Vec<String>>>()?.join("/"))
    });
    let text =
        text.ok_or_else(|| format!("a tuple `{TERMINATION_TUPLE}` is expected, not {}", term.what()))?;
    let (wildcards, id) = termination::resolved(&text, terminations)?;
    let [(wild, ShapeKind::List { element, .. }), (octets, _)] = slots(shape, ty)? else {
        return Err(unlike(TERMINATION));
    };
    tape.begin_record(ty);
    tape.slot(0);
    tape.begin_list(wild);
    wildcards.iter().for_each(|field| tape.octet_string(*element, &[*field]));
    tape.end_list(wild);
    tape.slot(1);
    tape.octet_string(octets, &id);
    tape.end_record(ty);
    Ok(())
}

/// Writes `resgw/1` as `{'ServiceChangeProfile', "resgw", 1}`.
fn write_profile(value: ValueRef, out: &mut TermWriter) -> Result<(), String> {
    let Some(View::String(text)) = value.slot(0).map(ValueRef::view) else { return Err(unlike(PROFILE)) };
    let number = |version: &str| version.parse().ok().filter(|number: &u8| number.to_string() == version);
    let parts = text.split_once('/').and_then(|(name, version)| Some((name, number(version)?)));
    let (name, version) = parts.ok_or("a profile is a name, `/` and a version")?;
    out.tuple(3);
    out.atom(PROFILE)?;
    out.bytes(name.as_bytes());
    out.integer(i64::from(version));
    Ok(())
}

fn read_profile(term: Term<'_>, (shape, ty): (&Shape, ShapeId), tape: &mut Tape) -> Result<(), String> {
    let parts = term.tuple().filter(|parts| parts.len() == 3).and_then(|mut parts| {
        parts.next()?.atom().filter(|name| *name == PROFILE)?;
        let name = String::from_utf8(parts.next()?.bytes()?.into()).ok()?;
        Some(format!("{name}/{}", u8::try_from(parts.next()?.number()?).ok()?))
    });
    let text =
        parts.ok_or_else(|| format!("`{{'{PROFILE}', Name, Version}}` is expected, not {}", term.what()))?;
    let [(name, _)] = slots(shape, ty)?;
    tape.begin_record(ty);
    tape.slot(0);
    tape.string(name, &text);
    tape.end_record(ty);
    Ok(())
}

/// The types of the first components of a record.
fn slots<const N: usize>(shape: &Shape, ty: ShapeId) -> Result<[(ShapeId, &ShapeKind); N], String> {
    let ty = shape.get(ty);
    let ShapeKind::Record { slots, .. } = &ty.kind else { return Err(unlike(&ty.name)) };
    let slots = slots.iter().take(N).map(|slot| (slot.shape, &shape.get(slot.shape).kind));
    <[_; N]>::try_from(slots.collect::<Vec<_>>()).map_err(|_| unlike(&ty.name))
}

fn unlike(name: &str) -> String {
    format!("`{name}` differs from the type in MEDIA-GATEWAY-CONTROL")
}
