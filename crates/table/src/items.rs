//! Items of rows that do not come from the events of a decode.

use crate::columns::Place;

/// Adds a number of 64 bits to a row.
pub fn number(row: &mut Vec<u8>, place: Place, number: Option<u64>) {
    if let Some(number) = number {
        row.extend_from_slice(&place.to_le_bytes());
        row.extend_from_slice(&number.to_le_bytes());
    }
}

/// Adds text or binary data to a row.
pub fn octets(row: &mut Vec<u8>, place: Place, octets: Option<&[u8]>) {
    if let Some(octets) = octets {
        row.extend_from_slice(&place.to_le_bytes());
        row.extend_from_slice(&(octets.len() as u32).to_le_bytes());
        row.extend_from_slice(octets);
    }
}
