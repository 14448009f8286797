//! Real Logic's flyweights, forward: each group takes its parent and gives it back.

use study_real_logic::message_header_codec::MessageHeaderDecoder;
use study_real_logic::study_codec::StudyDecoder;
use study_real_logic::{Decoder, ReadBuf};

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

macro_rules! data {
    ($view:expr) => {{
        let place = $view.data_decoder();
        octets($view.data_slice(place))
    }};
}

#[inline(always)]
fn wrapped(octets: &[u8]) -> StudyDecoder<'_> {
    let header = MessageHeaderDecoder::default().wrap(ReadBuf::new(octets), 0);
    StudyDecoder::default().header(header, 0)
}

#[inline(always)]
fn flat(message: StudyDecoder<'_>) -> (u64, StudyDecoder<'_>) {
    let mut sum = 0;
    let mut group = message.flat_group_decoder();
    while let Ok(Some(_)) = group.advance() {
        sum += fields!(group);
    }
    (sum, group.parent().expect("the message"))
}

#[inline(always)]
fn nested(message: StudyDecoder<'_>) -> (u64, StudyDecoder<'_>) {
    let mut sum = 0;
    let mut group = message.nested_group_decoder();
    while let Ok(Some(_)) = group.advance() {
        sum += fields!(group) + data!(group);
    }
    (sum, group.parent().expect("the message"))
}

#[inline(always)]
fn nested2(message: StudyDecoder<'_>) -> (u64, StudyDecoder<'_>) {
    let mut sum = 0;
    let mut group = message.nested_group_2_decoder();
    while let Ok(Some(_)) = group.advance() {
        sum += fields!(group);
        let mut inner = group.nested_group_decoder();
        while let Ok(Some(_)) = inner.advance() {
            sum += fields!(inner) + data!(inner);
        }
        group = inner.parent().expect("the entry");
    }
    (sum, group.parent().expect("the message"))
}

fn top_level_fields(octets: &[u8]) -> u64 {
    let message = wrapped(octets);
    fields!(message)
}

fn flat_group(octets: &[u8]) -> u64 {
    let message = wrapped(octets);
    fields!(message) + flat(message).0
}

fn nested_group(octets: &[u8]) -> u64 {
    let message = wrapped(octets);
    let mut sum = fields!(message);
    let (more, message) = flat(message);
    sum += more;
    sum + nested(message).0
}

fn nested_group2(octets: &[u8]) -> u64 {
    let message = wrapped(octets);
    let mut sum = fields!(message);
    let (more, message) = flat(message);
    sum += more;
    let (more, message) = nested(message);
    sum += more;
    sum + nested2(message).0
}

fn whole_message(all: &[u8]) -> u64 {
    let message = wrapped(all);
    let mut sum = fields!(message);
    let (more, message) = flat(message);
    sum += more;
    let (more, message) = nested(message);
    sum += more;
    let (more, mut message) = nested2(message);
    sum += more;
    sum + data!(message)
}
