//! The versions in which parts came and were deprecated.

use std::collections::BTreeMap;

use super::Resolver;
use crate::faults::Finding;
use crate::xml::Element;

impl Resolver<'_> {
    /// Compares the versions of an element with each other and with that of the schema, if it is known.
    pub(super) fn check_versions(&mut self, element: &Element, since: u64, deprecated: Option<u64>) {
        let version = self.schema.version;
        if self.is_versioned && since > version {
            let message = format!("this was added in version {since}, but the schema has version {version}");
            let fault = Finding::error("S0405", element.place("sinceVersion"), message);
            self.report(fault.hint(format!("raise the version of the schema to {since}")));
            return;
        }
        let Some(deprecated) = deprecated else { return };
        let place = element.place("deprecated");
        if deprecated < since {
            let message = format!(
                "this was deprecated in version {deprecated}, before it was added in version {since}"
            );
            let fault = Finding::tolerance("S0413", place, message);
            self.report(fault.hint(format!("write a version from {since} on")));
        } else if self.is_versioned && deprecated > version {
            let message =
                format!("this is deprecated in version {deprecated}, but the schema has version {version}");
            let fault = Finding::tolerance("S0413", place, message);
            self.report(fault.hint("raise the version of the schema, or write an earlier version here"));
        }
    }

    /// Reports parts of a body before older ones: a reader of an earlier version looks for these where the new ones
    /// are. `since` is the version of each part, 0 if it came with the body, which came in version `all`.
    pub(super) fn check_order(&mut self, parts: &[(&Element, u64)], all: u64) {
        // The last part of each version or an earlier one.
        let mut last: BTreeMap<u64, usize> = BTreeMap::new();
        parts.iter().enumerate().for_each(|(index, (_, since))| {
            last.insert(*since, index);
        });
        let mut latest = 0;
        for index in last.values_mut() {
            latest = latest.max(*index);
            *index = latest;
        }
        for (index, (element, since)) in parts.iter().enumerate() {
            if *since > self.schema.version {
                continue;
            }
            let older = last.range(..*since).next_back().filter(|(_, older)| **older > index);
            let Some((older, than)) = older.and_then(|(_, older)| Some((parts.get(*older)?, *since))) else {
                continue;
            };
            let (name, last) = (element.value("name"), older.0.value("name"));
            let version = older.1.max(all);
            let message = format!(
                "`{name}` was added in version {than}, but `{last}` after it is older (version {version})"
            );
            let place = match element.attribute("sinceVersion") {
                Some(attribute) => attribute.span,
                None => element.place("type"),
            };
            let fault = Finding::tolerance("S0412", place, message).also(older.0.place("name"), "older");
            let block = match element.name.as_str() {
                "field" => "add new fields at the end of their block",
                "group" => "add new groups after all existing groups",
                _ => "add new data after all existing data",
            };
            self.report(fault.hint(format!("move it after `{last}`: {block}")));
        }
    }
}
