//! Answers lines of `type from to bytes` with the results of generated code.

#![allow(dead_code)]

use std::io::{BufRead, Write};

use wireglot_rt::Fault;

mod schema;

fn octets(hex: &str) -> Vec<u8> {
    (0..hex.len() / 2).map(|at| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).unwrap_or(0)).collect()
}

fn answer(name: &str, from: &str, to: &str, octets: &[u8]) -> Result<Vec<u8>, Fault> {
    match (name, from, to) {
        // ARMS
        _ => panic!("no {name} from {from} to {to}"),
    }
}

fn main() {
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let mut words = line.split(' ');
        let mut word = || words.next().unwrap_or_default();
        let (name, from, to, hex) = (word(), word(), word(), word());
        let line = match answer(name, from, to, &octets(hex)) {
            Ok(octets) => octets.iter().map(|octet| format!("{octet:02x}")).collect::<String>(),
            Err(fault) => format!("!{} {fault}", fault.code.word()),
        };
        writeln!(out, "{line}").expect("the other end reads");
    }
}
