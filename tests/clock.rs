//! A clock for tests with time limits: it measures the CPU time of the test's own thread rather than
//! wall-clock time, since tests run in parallel and next to other processes.

use std::time::{Duration, Instant};

/// A clock that is started and read on one thread.
pub struct Clock {
    processor: Option<Duration>,
    wall: Instant,
}

impl Clock {
    /// Starts a clock.
    pub fn start() -> Self {
        Clock { processor: processor_time(), wall: Instant::now() }
    }

    /// The CPU time of the thread since the start; wall-clock time if the system does not report it.
    pub fn elapsed(&self) -> Duration {
        match (self.processor, processor_time()) {
            // If the system does not count, it stays at zero.
            (Some(before), Some(now)) if !now.is_zero() => now.saturating_sub(before),
            _ => self.wall.elapsed(),
        }
    }
}

/// The CPU time of this thread so far, as counted by Linux; a new thread has zero.
fn processor_time() -> Option<Duration> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}
