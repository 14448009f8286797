//! What can be chosen about C.

use wireglot_plan::ShapeType;

/// What can be chosen about the output.
#[derive(Debug, Clone)]
pub struct COptions {
    /// The name of the files, without ending; also what include guards are made of.
    pub name: String,
    /// Stands in front of every type, constant and function, e.g. `snmp_`.
    pub prefix: String,
    /// Whether extension additions that the schema does not know are kept and
    /// written again; else they are skipped.
    pub keep_unknown: bool,
    /// Strings of at most this many octets are arrays in their struct, longer ones slices.
    pub inline_octets: u64,
    /// Lists of at most this many numbers or slices are arrays in their struct.
    pub inline_elements: u64,
    /// How INTEGERs whose bounds give them no C type are held, by the types that they stand in; of two that
    /// speak of the same one, the later counts. Else they are slices.
    pub integers: Vec<CIntegers>,
    /// Whether REALs are held as their contents octets; else as double, the nearest one.
    pub exact_reals: bool,
    /// Whether each module has files of its own.
    pub by_module: bool,
    /// Whether two more files say how values are written as JSON.
    pub json: bool,
    /// Whether two more files have decoders that say where in a value they stopped.
    pub paths: bool,
}

impl Default for COptions {
    fn default() -> COptions {
        COptions {
            name: "codec".to_string(),
            prefix: String::new(),
            keep_unknown: true,
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
    /// `Type`, `Type.component` or one of them behind `Module.`: an INTEGER of that name, and those that are
    /// written in place inside of it. Empty for all.
    pub name: String,
    /// As `int64_t`, of which a decoder refuses what does not fit; else as a slice.
    pub i64: bool,
}

impl CIntegers {
    /// Whether it speaks of a type.
    pub(super) fn names(&self, ty: &ShapeType) -> bool {
        let inside = |name: &str| {
            let rest = name.strip_prefix(self.name.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        self.name.is_empty() || inside(&ty.name) || inside(&format!("{}.{}", ty.module, ty.name))
    }
}
