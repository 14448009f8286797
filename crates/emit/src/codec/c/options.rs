//! Options of C output.

use wireglot_plan::{ShapeKind, ShapeType};

/// Options of the output.
#[derive(Debug, Clone)]
pub struct COptions {
    /// The name of the files, without extension; include guards are derived from it.
    pub name: String,
    /// A prefix of every type, constant and function, e.g. `snmp_`.
    pub prefix: String,
    /// Whether extension additions that the schema does not know are kept and written again; otherwise they
    /// are skipped.
    pub keep_unknown: bool,
    /// Whether strings with CONTAINING, and open types that allow only one type, have room for bytes that don't
    /// decode as that type.
    pub keep_contents: bool,
    /// Strings of at most this many octets are arrays in their struct, longer ones slices.
    pub inline_octets: u64,
    /// Lists of at most this many numbers or slices are arrays in their struct.
    pub inline_elements: u64,
    /// How INTEGERs whose bounds don't determine a C type are held, by the types that contain them; the last
    /// match applies. Without a match they are slices.
    pub integers: Vec<CIntegers>,
    /// Whether REALs are held as their contents octets; otherwise as the nearest double.
    pub exact_reals: bool,
    /// Whether each module has files of its own.
    pub by_module: bool,
    /// Whether to generate two more files, for writing values as JSON.
    pub json: bool,
    /// Whether to generate two more files, with decoders that report where in a value they stopped.
    pub paths: bool,
}

impl COptions {
    /// Whether a type has a member for unknown additions.
    pub fn keeps_unknown(&self, kind: &ShapeKind) -> bool {
        self.keep_unknown && matches!(kind, ShapeKind::Record { extensible: true, .. })
    }
}

impl Default for COptions {
    fn default() -> COptions {
        COptions {
            name: "codec".to_string(),
            prefix: String::new(),
            keep_unknown: true,
            keep_contents: false,
            inline_octets: 32,
            inline_elements: 16,
            integers: Vec::new(),
            exact_reals: false,
            by_module: false,
            json: false,
            paths: false,
        }
    }
}

/// How some INTEGERs are held.
#[derive(Debug, Clone)]
pub struct CIntegers {
    /// `Type` or `Type.component`, optionally after `Module.`: an INTEGER of that name, and those written in
    /// place inside it. Empty for all.
    pub name: String,
    /// As `int64_t`, and decoders refuse what doesn't fit; otherwise as a slice.
    pub i64: bool,
}

impl CIntegers {
    /// Whether it applies to a type.
    pub(super) fn names(&self, ty: &ShapeType) -> bool {
        let inside = |name: &str| {
            let rest = name.strip_prefix(self.name.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        self.name.is_empty() || inside(&ty.name) || inside(&format!("{}.{}", ty.module, ty.name))
    }
}
