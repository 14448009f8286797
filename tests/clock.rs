//! Time for tests that bound it: that which the test's own thread was given, not that of the wall, since tests
//! run beside one another and beside whatever else a machine does.

use std::time::{Duration, Instant};

/// A clock that a test starts and reads on one thread.
pub struct Clock {
    processor: Option<Duration>,
    wall: Instant,
}

impl Clock {
    /// A clock that begins now.
    pub fn start() -> Self {
        Clock { processor: processor_time(), wall: Instant::now() }
    }

    /// The time that the thread has run since; that of the wall where the system does not tell.
    pub fn elapsed(&self) -> Duration {
        match (self.processor, processor_time()) {
            // Where nothing is counted it stays at zero.
            (Some(before), Some(now)) if !now.is_zero() => now.saturating_sub(before),
            _ => self.wall.elapsed(),
        }
    }
}

/// How long this thread has run on a processor, as far as Linux has counted: a new thread has zero.
fn processor_time() -> Option<Duration> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}
