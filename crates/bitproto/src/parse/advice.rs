//! Advice for what is written in the manner of other languages.

/// Advice for a word before the type of a field.
pub(super) fn before_type(word: &str) -> &'static str {
    match word {
        "optional" | "required" => "fields are always there: remove this word",
        "repeated" => "many of a type are an array of it: `uint8[4] name = 1`",
        _ => "the type comes before the name: `uint8 name = 1`",
    }
}

/// bitproto's way to write what begins with these words in other languages, perhaps with a `=` after a name.
pub(super) fn habit(word: &str, is_definition: bool) -> Option<&'static str> {
    Some(match word {
        "struct" | "class" | "record" | "packet" | "frame" | "union" => {
            "a message is written `message Name {`, with fields such as `uint8 name = 1`"
        }
        "syntax" | "edition" => {
            "this is a line of Protocol Buffers; a bitproto file begins with `proto name`"
        }
        "package" | "namespace" | "module" => "the name of the file is written `proto name`",
        "using" if is_definition => "an alias is written `type Name = uint8[4]`",
        "service" | "rpc" | "extend" | "oneof" => "bitproto describes messages only: remove this",
        "include" | "using" | "use" | "from" => "a file is imported with `import \"file.bitproto\"`",
        "define" | "let" | "static" | "constexpr" | "final" | "var" => {
            "a constant is written `const NAME = 1`"
        }
        "alias" => "an alias is written `type Name = uint8[4]`",
        _ => return None,
    })
}

/// Advice for what follows a complete statement on its line.
pub(super) fn surplus(next: &str, second: &str) -> &'static str {
    match (next, second) {
        ("-", "-") | ("/", _) => "a comment begins with `//`",
        ("[", _) => "fields have no options and no defaults: remove this",
        ("+" | "-" | "*" | "<" | ">" | "|" | "&", _) => {
            "write the number itself: only constants are calculated"
        }
        _ => "remove this",
    }
}

/// What to write for kinds of fields that bitproto does not have.
pub(super) fn missing_kind(word: &str) -> Option<&'static str> {
    Some(match word {
        "oneof" | "union" => {
            "bitproto has no unions: write all fields, and an enum that says which one counts"
        }
        "map" => "bitproto has no maps: write an array of messages with a key and a value",
        "reserved" | "extensions" => {
            "numbers are not reserved: remove this line, or keep a field with that number"
        }
        "unsigned" | "signed" | "long" | "short" => "say how many bits: `uint32`, `int16`",
        "struct" | "class" => "a nested message is written `message Name {`",
        _ => return None,
    })
}
