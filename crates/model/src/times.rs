//! Times as texts, by their type: see `runtime/rust/src/times.rs`.

use wireglot_rt::times;
pub use wireglot_rt::times::{canonical_generalized, canonical_time, canonical_utc, days};

use crate::TimeKind;

/// Whether a text is a value of this type.
pub fn is_time(kind: TimeKind, text: &str) -> bool {
    match kind {
        TimeKind::Utc => times::is_utc_time(text),
        TimeKind::Generalized => times::is_generalized_time(text),
        TimeKind::Date => times::is_date(text),
        TimeKind::TimeOfDay => times::is_time_of_day(text),
        TimeKind::DateTime => times::is_date_time(text),
        TimeKind::Duration => times::is_duration(text),
        TimeKind::Time => times::is_time(text),
    }
}
