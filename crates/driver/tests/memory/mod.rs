//! What a test costs: for tests of which one runs at a time.

/// The memory of the process now and at most since it was last asked; nothing where nobody tells.
pub fn memory() -> Option<(usize, usize)> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let of = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim().trim_end_matches(" kB").parse::<usize>().ok().map(|kilo| kilo << 10)
    };
    let found = of("VmRSS:").zip(of("VmHWM:"));
    std::fs::write("/proc/self/clear_refs", "5").ok()?;
    found
}
