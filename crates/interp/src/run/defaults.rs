//! Defaults as canonical rules with tags write them, and what is one.

use wireglot_plan::Rules;

use super::tlv_write::TlvWriter;
use super::write::{Runs, Writes, Writing};
use crate::canonical::Times;
use crate::linked::program::Item;
use crate::linked::Linked;
use crate::{DecodeOptions, EncodeOptions};

/// Whether octets that were read strictly are an encoding of an item's default.
pub(crate) fn is_default(
    linked: &Linked,
    runs: &'static Runs,
    item: &Item,
    rules: Rules,
    octets: &[u8],
) -> bool {
    let Some(position) = item.default else { return false };
    if default_octets(linked, runs, item, rules) == Some(octets) {
        return true;
    }
    if !linked.defaults().is_loose(position) {
        return false;
    }
    // What is in it was read strictly before: once more is enough, however deep it lies.
    let options = DecodeOptions { strict: Some(false), defaults: false, ..DecodeOptions::default() };
    let tape = (runs.read_back)(linked, &item.step, rules, octets, &options);
    let value = tape.as_ref().and_then(|tape| tape.root());
    value.is_some_and(|value| linked.defaults().is(position, linked.shape(), value, Times::Instants))
}

/// The encoding of an item's default under canonical rules.
pub(crate) fn default_octets<'c>(
    linked: &'c Linked,
    runs: &'static Runs,
    item: &'c Item,
    rules: Rules,
) -> Option<&'c [u8]> {
    let default = item.default.and_then(|position| linked.defaults().at(position))?;
    let octets = item.default_octets.get_or_init(|| {
        if !rules.has_tags() {
            return Box::default();
        }
        let options = EncodeOptions { checks: false, ..EncodeOptions::default() };
        let mut writing = Writing::new(linked, &options, runs);
        let mut writer = TlvWriter::new(&mut writing, rules.canonical_form());
        match writer.value(&item.step, default) {
            Ok(()) => writer.octets().into(),
            Err(_) => Box::default(),
        }
    });
    Some(octets)
}
