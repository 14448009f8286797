//! Generated views: the same accessors for every order, always checked.

use study_wireglot::study::Study;

use crate::{all, All};

pub const ALL: [All; 5] = all!(top_level_fields, flat_group, nested_group, nested_group2, whole_message);

macro_rules! fields {
    ($view:expr) => {
        u64::from($view.a())
            + u64::from($view.b())
            + u64::from($view.c())
            + u64::from($view.d())
            + u64::from($view.e())
    };
}

#[inline(always)]
fn octets(data: &[u8]) -> u64 {
    data.iter().map(|octet| u64::from(*octet)).sum()
}

#[inline(always)]
fn flat(message: &Study) -> u64 {
    message.flat_group().map(|entry| fields!(entry)).sum()
}

#[inline(always)]
fn nested(message: &Study) -> u64 {
    let mut sum = 0;
    let mut group = message.nested_group();
    while let Some(entry) = group.advance() {
        sum += fields!(entry) + octets(entry.data());
    }
    sum
}

#[inline(always)]
fn nested2(message: &Study) -> u64 {
    let mut sum = 0;
    let mut group = message.nested_group2();
    while let Some(entry) = group.advance() {
        sum += fields!(entry);
        let mut inner = entry.nested_group();
        while let Some(entry) = inner.advance() {
            sum += fields!(entry) + octets(entry.data());
        }
    }
    sum
}

/// Nothing of a damaged message counts.
#[inline(always)]
fn read(octets: &[u8], what: impl Fn(&Study) -> u64) -> u64 {
    let Ok(message) = Study::wrap(octets) else { return 0 };
    let sum = fields!(message) + what(&message);
    if message.status().is_ok() { sum } else { 0 }
}

fn top_level_fields(octets: &[u8]) -> u64 {
    Study::wrap(octets).map_or(0, |message| fields!(message))
}

fn flat_group(octets: &[u8]) -> u64 {
    read(octets, flat)
}

fn nested_group(octets: &[u8]) -> u64 {
    read(octets, |message| flat(message) + nested(message))
}

fn nested_group2(octets: &[u8]) -> u64 {
    read(octets, |message| flat(message) + nested(message) + nested2(message))
}

fn whole_message(all: &[u8]) -> u64 {
    read(all, |message| flat(message) + nested(message) + nested2(message) + octets(message.data()))
}
