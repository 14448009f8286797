//! Encodings of defaults under canonical rules with tags.

use wireglot_plan::Rules;

use super::tlv_write::TlvWriter;
use super::write::{Runs, Writes, Writing};
use crate::canonical::Times;
use crate::linked::program::Item;
use crate::linked::Linked;
use crate::{DecodeOptions, EncodeOptions, Fault};

/// Whether octets that were read strictly are an encoding of an item's default.
pub(crate) fn is_default(
    linked: &Linked,
    runs: &'static Runs,
    item: &Item,
    rules: Rules,
    octets: &[u8],
) -> Result<bool, Fault> {
    let Some(position) = item.default else { return Ok(false) };
    if default_octets(linked, runs, item, rules)? == Some(octets) {
        return Ok(true);
    }
    if !linked.defaults().is_loose(position) {
        return Ok(false);
    }
    // The contents were read strictly before. Not checking them again keeps the time linear,
    // however deep they nest.
    let options = DecodeOptions { strict: Some(false), defaults: false, ..DecodeOptions::default() };
    let tape = (runs.read_back)(linked, &item.step, rules, octets, &options);
    let value = tape.as_ref().and_then(|tape| tape.root());
    Ok(value.is_some_and(|value| linked.defaults().is(position, linked.shape(), value, Times::Instants)))
}

/// The encoding of an item's default under canonical rules, if it has one.
///
/// # Errors
/// The default can't be encoded, so that there is nothing to compare with.
pub(crate) fn default_octets<'c>(
    linked: &'c Linked,
    runs: &'static Runs,
    item: &'c Item,
    rules: Rules,
) -> Result<Option<&'c [u8]>, Fault> {
    let default = item.default.and_then(|position| linked.defaults().at(position));
    let Some(default) = default.filter(|_| rules.has_tags()) else { return Ok(None) };
    let octets = item.default_octets.get_or_init(|| {
        let options = EncodeOptions { checks: false, ..EncodeOptions::default() };
        let mut writing = Writing::new(linked, &options, runs);
        writing.by_itself = true;
        let mut writer = TlvWriter::new(&mut writing, rules.canonical_form());
        writer.value(&item.step, default).map(|()| writer.octets().into())
    });
    match octets {
        Ok(octets) => Ok(Some(octets)),
        Err(fault) => Err(*fault),
    }
}
