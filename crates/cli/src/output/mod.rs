//! The output of verbs: values, errors and exit codes.

pub mod cost;
pub mod destination;
pub mod excerpt;
pub mod exit;
pub mod missing;
pub mod page;
pub mod plain;
pub mod report;
pub mod schema_verdict;
pub mod shell;
pub mod table;
