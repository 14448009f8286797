//! The input of verbs: arguments, schemas and data.

pub mod args;
pub mod capture;
pub mod codec_arg;
pub mod containing;
pub mod contents;
pub mod data;
pub mod guess;
pub mod languages;
pub mod missing;
pub mod other_verbs;
pub mod rendering;
pub mod rules_word;
pub mod senders_options;
pub mod table_args;
pub mod text_args;
pub mod tolerance_args;
pub mod value_parsers;
