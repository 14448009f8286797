//! Reads the messages that `main dump` wrote, with generated Rust of ours and of Real Logic, by turns:
//!
//!     rust FOLDER ROUNDS     a line for each row and round: data scenario reader nanoseconds-a-message right

mod ours;
mod real_logic;

use std::hint::black_box;
use std::time::Instant;

const SLOT: usize = 0x4000;
const SUMS: usize = 5;
const MESSAGES: usize = 1000;
/// Seconds that a turn takes at least.
const TURN: f64 = 1e-3;

const SCENARIOS: [&str; SUMS] =
    ["top_level_fields", "flat_group", "nested_group", "nested_group2", "whole_message"];

/// Sums what a scenario reads of a message.
pub type Read = fn(&[u8]) -> u64;
/// The same over all messages, so that loop and reader are one unit.
pub type All = fn(&[Vec<u8>]) -> u64;

/// What sums over all messages for each scenario.
#[macro_export]
macro_rules! all {
    ($($read:ident),*) => {
        [$(|messages: &[Vec<u8>]| {
            messages.iter().map(|octets| $read(octets)).fold(0, u64::wrapping_add)
        }),*]
    };
}

struct Data {
    name: String,
    messages: Vec<Vec<u8>>,
    sums: [u64; SUMS],
}

fn data(folder: &str, name: &str) -> Data {
    let octets = std::fs::read(format!("{folder}/{name}.slots")).expect("the messages are there");
    let slots = octets.chunks_exact(SLOT + 8 * SUMS).take(MESSAGES);
    let mut made = Data { name: name.into(), messages: Vec::new(), sums: [0; SUMS] };
    for slot in slots {
        let (message, sums) = slot.split_at(SLOT);
        made.messages.push(message.to_vec());
        for (sum, octets) in made.sums.iter_mut().zip(sums.chunks_exact(8)) {
            *sum = sum.wrapping_add(u64::from_le_bytes(octets.try_into().expect("eight octets")));
        }
    }
    made
}

fn timed(read: All, messages: &[Vec<u8>], times: usize) -> f64 {
    let start = Instant::now();
    for _ in 0..times {
        black_box(read(black_box(messages)));
    }
    start.elapsed().as_secs_f64() / times as f64
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let [_, folder, rounds] = &words[..] else { panic!("rust FOLDER ROUNDS") };
    let rounds: usize = rounds.parse().expect("a number of rounds");
    let readers: [(&str, [All; SUMS]); 2] = [("wireglot_rust", ours::ALL), ("real_logic_rust", real_logic::ALL)];
    for name in ["fixed", "random"] {
        let data = data(folder, name);
        for (scenario, word) in SCENARIOS.iter().enumerate() {
            let right = readers.map(|(_, all)| all[scenario](&data.messages) == data.sums[scenario]);
            let times = (TURN / timed(readers[0].1[scenario], &data.messages, 3)).max(1.0) as usize;
            for round in 0..rounds {
                for turn in 0..readers.len() {
                    // Whoever comes first in a round pays for what the others left in the caches.
                    let at = (turn + round) % readers.len();
                    let taken = timed(readers[at].1[scenario], &data.messages, times);
                    let nanoseconds = taken * 1e9 / data.messages.len() as f64;
                    println!("{} {word} {} {nanoseconds:.4} {}", data.name, readers[at].0, u8::from(right[at]));
                }
            }
        }
    }
}
