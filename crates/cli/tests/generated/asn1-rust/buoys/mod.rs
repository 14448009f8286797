// Written by wireglot 0.1.0. Do not edit.

//! Types of a specification; codecs are in the modules below.

#![forbid(unsafe_code)]
#![allow(dead_code, clippy::all)]

pub mod ber;
pub mod uper;

use wireglot_rt::codec::{Cow, Vec};
use wireglot_rt::codec as rt;

/// `Report` of module Buoys.
///
/// What a buoy sends each minute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<'a> {
    /// `buoy`.
    pub buoy: i64,
    /// `name`.
    pub name: Option<Cow<'a, str>>,
    /// `sea`. `None` means its default.
    pub sea: Option<Sea>,
    /// `fix`.
    pub fix: Fix,
    /// `heights`.
    pub heights: Vec<i64>,
    /// `drift`.
    pub drift: Vec<Fix>,
    /// `payload`.
    pub payload: Cow<'a, [u8]>,
    /// `lamp`.
    pub lamp: Option<bool>,
    /// `charge`.
    pub charge: Option<i64>,
    /// `note`.
    pub note: Option<Note<'a>>,
}

/// `Field` of module Buoys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field<'a> {
    /// `kind`.
    pub kind: rt::Integer<'a>,
    /// `value`.
    pub value: KindsIdType<'a>,
}

/// `Sea` of module Buoys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sea {
    /// `unknown`, 0.
    UnknownItem,
    /// `calm`, 1.
    Calm,
    /// `rough`, 2.
    Rough,
    /// An item from a later version, by its number.
    Unknown(i64),
    /// An item from a later version, by its index in the additions (PER).
    UnknownIndex(u64),
}

impl rt::Enumerated for Sea {
    fn from_number(number: i64) -> Option<Self> {
        match number {
            0 => Some(Sea::UnknownItem),
            1 => Some(Sea::Calm),
            2 => Some(Sea::Rough),
            _ => Some(Sea::Unknown(number)),
        }
    }

    fn number(&self) -> Option<i64> {
        match self {
            Sea::UnknownItem => Some(0),
            Sea::Calm => Some(1),
            Sea::Rough => Some(2),
            Sea::Unknown(number) => Some(*number),
            Sea::UnknownIndex(_) => None,
        }
    }

    fn from_index(index: u64) -> Option<Self> {
        Some(Sea::UnknownIndex(index))
    }

    fn index(&self) -> Option<u64> {
        match self {
            Sea::UnknownIndex(index) => Some(*index),
            _ => None,
        }
    }
}

/// `Fix` of module Buoys.
///
/// In 1/100000 degrees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// `latitude`.
    pub latitude: i64,
    /// `longitude`.
    pub longitude: i64,
}

/// `Note` of module Buoys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note<'a> {
    /// `text`.
    Text(Cow<'a, str>),
    /// `number`.
    Number(rt::Integer<'a>),
    /// `flags`.
    Flags(rt::BitString<'a>),
    /// `notes`.
    Notes(Vec<Note<'a>>),
    /// An alternative from a later version.
    Unknown(rt::Unknown<'a>),
}

/// The value of an open type, chosen by Kinds(&id).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KindsId<'a> {
    /// The raw bytes, if no object gives the type.
    Opaque(rt::Opaque<'a>),
}

/// The value of an open type, chosen by Kinds(&id, &Type).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KindsIdType<'a> {
    /// The type given by object 1 of the set.
    X(Fix),
    /// The type given by object 2 of the set.
    XItem(Sea),
    /// The raw bytes, if no object gives the type.
    Opaque(rt::Opaque<'a>),
}
