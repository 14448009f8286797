//! Extension markers and addition groups: X.680 20.1, 25.1, 27 and 29.1.

use super::Faults;
use crate::faults::CheckKind;
use crate::tree::{AdditionGroup, ComponentItem, Components, EnumerationItem, Type, TypeKind};

/// Checks the body of a type, but not the types inside it.
pub(super) fn type_(ty: &Type, faults: &mut Faults) {
    match &ty.kind {
        TypeKind::Enumerated(items) => enumeration(items, faults),
        TypeKind::Sequence(body) | TypeKind::Set(body) => components(body, faults),
        TypeKind::Choice(body) => alternatives(body, faults),
        _ => {}
    }
}

/// Allows one marker, and requires an item before it.
fn enumeration(items: &[EnumerationItem], faults: &mut Faults) {
    let mut markers = items.iter().filter_map(|item| match item {
        EnumerationItem::Extension(marker) => Some(marker.span),
        EnumerationItem::Item(..) => None,
    });
    let Some(first) = markers.next() else { return };
    if let Some(second) = markers.next() {
        faults.report(second, CheckKind::MarkerTwice(1, first));
    }
    if matches!(items.first(), Some(EnumerationItem::Extension(_))) {
        faults.report(first, CheckKind::EmptyRoot("an ENUMERATED"));
    }
}

/// Allows at most two markers, and groups only between them.
fn components(body: &Components, faults: &mut Faults) {
    let regions = body.regions();
    if let (Some(first), Some(third)) =
        (regions.marker, regions.second_root.iter().find(|item| is_marker(item)))
    {
        faults.report(third.span(), CheckKind::MarkerTwice(2, first.span));
    }
    groups(body, faults);
}

/// The same, but requires an alternative before the first marker and allows none after the second.
fn alternatives(body: &Components, faults: &mut Faults) {
    let regions = body.regions();
    if let (Some(marker), []) = (regions.marker, regions.root) {
        faults.report(marker.span, CheckKind::EmptyRoot("a CHOICE"));
    }
    if let Some(behind) = regions.second_root.first() {
        faults.report(behind.span(), CheckKind::BehindMarkers);
    }
    groups(body, faults);
}

fn is_marker(item: &ComponentItem) -> bool {
    matches!(item, ComponentItem::Extension(_))
}

/// Groups are among the additions, and their version numbers ascend from 2.
fn groups(body: &Components, faults: &mut Faults) {
    let regions = body.regions();
    for group in regions.root.iter().chain(regions.second_root).filter_map(group) {
        faults.report(group.span, CheckKind::GroupInRoot);
    }
    let mut before: Option<&AdditionGroup> = None;
    let mut least = 2u64;
    for group in regions.additions.iter().filter_map(group) {
        if let Some(other) = before.filter(|other| other.version.is_some() != group.version.is_some()) {
            faults.report(group.span, CheckKind::VersionMissing(other.span));
            return;
        }
        before = Some(group);
        let Some(version) = &group.version else { continue };
        // A number that does not fit into 64 bits still counts as ascending.
        let number = version.text.parse().unwrap_or(u64::MAX);
        if number < least {
            faults.report(version.span, CheckKind::VersionOrder(least.to_string()));
        }
        least = number.saturating_add(1).max(least);
    }
}

fn group(item: &ComponentItem) -> Option<&AdditionGroup> {
    match item {
        ComponentItem::Group(group) => Some(group),
        _ => None,
    }
}
