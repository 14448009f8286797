#![no_main]

#[path = "../targets.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|octets: &[u8]| targets::codec(wireglot_plan::Rules::Coer, octets));
