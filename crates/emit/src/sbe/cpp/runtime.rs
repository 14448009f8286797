//! The runtime.

/// The runtime headers, by path below the output folder.
pub const RUNTIME: [(&str, &str); 10] = [
    ("wireglot/sbe/octets.hpp", include_str!("../../../runtime/cpp/octets.hpp")),
    ("wireglot/sbe/walk.hpp", include_str!("../../../runtime/cpp/walk.hpp")),
    ("wireglot/sbe/body.hpp", include_str!("../../../runtime/cpp/body.hpp")),
    ("wireglot/sbe/groups.hpp", include_str!("../../../runtime/cpp/groups.hpp")),
    ("wireglot/sbe/view.hpp", include_str!("../../../runtime/cpp/view.hpp")),
    ("wireglot/sbe/write.hpp", include_str!("../../../runtime/cpp/write.hpp")),
    ("wireglot/sbe/values.hpp", include_str!("../../../runtime/cpp/values.hpp")),
    ("wireglot/sbe/frame.hpp", include_str!("../../../runtime/cpp/frame.hpp")),
    ("wireglot/sbe/meaning.hpp", include_str!("../../../runtime/cpp/meaning.hpp")),
    ("wireglot/sbe/json.hpp", include_str!("../../../runtime/cpp/json.hpp")),
];
