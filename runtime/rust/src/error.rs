//! Errors in data and values.

use core::fmt;

use crate::tlv::Tag;

/// An error in data or in a value: a code, a place, and up to two numbers for the message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What is wrong.
    pub code: ErrorCode,
    /// Where: the bit offset from the start of the input; 0 when writing.
    pub bit: u64,
    /// A number for the message; its meaning depends on the code.
    pub value: u64,
    /// A second number for the message.
    pub other: u64,
}

impl Fault {
    /// A fault at the start of the input.
    pub fn new(code: ErrorCode) -> Fault {
        Fault { code, bit: 0, value: 0, other: 0 }
    }

    /// A fault at the start of the input, with a number.
    pub fn of(code: ErrorCode, value: u64) -> Fault {
        Fault { code, bit: 0, value, other: 0 }
    }

    /// A fault with the number found and the number wanted.
    pub fn between(code: ErrorCode, value: u64, other: u64) -> Fault {
        Fault { code, bit: 0, value, other }
    }

    /// The same fault, `bits` bits later.
    #[must_use]
    pub fn shifted(self, bits: u64) -> Fault {
        Fault { bit: self.bit + bits, ..self }
    }

    /// The same fault, `octets` octets later.
    #[must_use]
    pub fn at_octet(self, octets: usize) -> Fault {
        self.shifted(octets as u64 * 8)
    }

    /// Formats the message without the place.
    pub fn message(&self) -> impl fmt::Display + '_ {
        Message(self)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at octet {}", Message(self), self.bit / 8)?;
        match self.bit % 8 {
            0 => Ok(()),
            bit => write!(f, ", bit {bit}"),
        }
    }
}

impl core::error::Error for Fault {}

struct Message<'f>(&'f Fault);

impl fmt::Display for Message<'_> {
    /// Fills in the code's template: `#` is the value, `~` the value with a sign, `$` the other
    /// number, `@` and `^` the two as tags.
    #[expect(clippy::indexing_slicing, reason = "find found the octet")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fault = self.0;
        let template = match (fault.code, fault.value) {
            // `u64::MAX` means any length that does not fit.
            (ErrorCode::Overrun, u64::MAX) => "a length of 64 bits or more runs past the end",
            (code, _) => code.template(),
        };
        let mut rest = template;
        while let Some(at) = rest.find(['#', '~', '$', '@', '^']) {
            f.write_str(&rest[..at])?;
            match rest.as_bytes()[at] {
                b'#' => write!(f, "{}", fault.value)?,
                b'~' => write!(f, "{}", fault.value as i64)?,
                b'$' => write!(f, "{}", fault.other)?,
                b'@' => write!(f, "{}", Tag::from_bits(fault.value))?,
                _ => write!(f, "{}", Tag::from_bits(fault.other))?,
            }
            let one = rest.as_bytes()[at] == b'#' && fault.value == 1;
            rest = &rest[at + 1..];
            let singular = SINGULARS.iter().find(|(many, _)| one && rest.starts_with(many));
            if let Some((many, one)) = singular {
                f.write_str(one)?;
                rest = &rest[many.len()..];
            }
        }
        f.write_str(rest)
    }
}

/// What follows a number in templates, in the plural, and what follows 1.
const SINGULARS: [(&str, &str); 4] = [
    (" octets are", " octet is"),
    (" octets", " octet"),
    (" elements", " element"),
    (" unused bits", " unused bit"),
];

macro_rules! codes {
    ($($name:ident $word:literal $template:literal)*) => {
        /// What is wrong.
        // A whole word: results pass through many calls, and a processor stalls if it loads in one
        // piece what was stored in two, such as an octet and its padding.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u64)]
        pub enum ErrorCode {
            $(#[doc = $template] $name,)*
        }

        impl ErrorCode {
            /// All codes.
            pub const ALL: &'static [ErrorCode] = &[$(ErrorCode::$name,)*];

            /// The code's stable name, which never changes.
            pub fn word(self) -> &'static str {
                match self {
                    $(ErrorCode::$name => $word,)*
                }
            }

            fn template(self) -> &'static str {
                match self {
                    $(ErrorCode::$name => $template,)*
                }
            }
        }
    };
}

codes! {
    // The input ends too early or too late.
    Truncated "truncated" "the input ends too early"
    Overrun "overrun" "length # runs past the end"
    Trailing "trailing" "# octets are left over"
    TrailingBits "trailing_bits" "padding bits are not zero"

    // Identifier and length octets.
    BadTag "bad_tag" "malformed identifier octets"
    BadLength "bad_length" "malformed length octets"
    LengthForm "length_form" "the length is not in its shortest form"
    LengthRange "length_range" "length # is not allowed"
    Indefinite "indefinite" "the indefinite form is not allowed here"
    Definite "definite" "the definite form is not allowed here"
    Primitive "primitive" "the encoding is primitive where it must be constructed"
    Constructed "constructed" "the encoding is constructed where it must be primitive"
    EndOfContents "end_of_contents" "misplaced or malformed end-of-contents octets"
    WrongTag "wrong_tag" "tag @ where ^ is expected"
    NoAlternative "no_alternative" "no alternative begins with tag @"
    Unexpected "unexpected" "an element with tag @ has no place here"
    SegmentTag "segment_tag" "a segment with tag @ in a string of ^"
    SegmentSize "segment_size" "the segments of the string are not of 1000 octets"

    // Components.
    Missing "missing" "a component is missing"
    Duplicate "duplicate" "a component appears twice"
    SetOrder "set_order" "the components are not in canonical order"
    SetOfOrder "set_of_order" "the elements are not in canonical order"
    DefaultPresent "default_present" "the default value is written out"
    UnknownExtension "unknown_extension" "an unknown extension"
    UnknownItem "unknown_item" "~ is not an item of the enumeration"
    UnknownIndex "unknown_index" "there is no item or alternative of index #"
    NoRow "no_row" "no row of the table has this key"
    NotContained "not_contained" "the string does not hold a whole encoding"

    // Leaf values.
    BooleanLength "boolean_length" "a BOOLEAN of # octets"
    BooleanValue "boolean_value" "TRUE is written as # where it must be 255"
    IntegerEmpty "integer_empty" "an INTEGER without octets"
    IntegerForm "integer_form" "the INTEGER is not in its shortest form"
    IntegerRange "integer_range" "the INTEGER ~ is outside its range"
    EnumeratedRange "enumerated_range" "the ENUMERATED does not fit into 64 bits"
    NullLength "null_length" "a NULL of # octets"
    BitsEmpty "bits_empty" "a BIT STRING without its first octet"
    BitsUnused "bits_unused" "# unused bits"
    BitsPadding "bits_padding" "unused bits are not zero"
    BitsTrailing "bits_trailing" "trailing zero bits of a named bit list"
    OidForm "oid_form" "malformed OBJECT IDENTIFIER"
    RealForm "real_form" "malformed REAL"
    RealCanonical "real_canonical" "the REAL is not in canonical form"
    RealExponent "real_exponent" "an exponent beyond 64 bits"
    Character "character" "a character that is not of the type"
    StringLength "string_length" "# octets are not a whole number of characters"
    TimeForm "time_form" "malformed time"
    TimeCanonical "time_canonical" "the time is not in canonical form"
    NotCanonical "not_canonical" "not the canonical encoding of the value"
    SizeRange "size_range" "a length of # is outside the size constraint"

    // Limits.
    LimitDepth "limit_depth" "values nest deeper than #"
    LimitElements "limit_elements" "a list has more than # elements"
    LimitEmptyElements "limit_empty_elements" "more than # values take no bits"
    LimitIntegerOctets "limit_integer_octets" "a number takes more than # octets"
    LimitStringOctets "limit_string_octets" "a string takes more than # octets"
    LimitTotal "limit_total" "the message takes more than # octets"

    // Values to write.
    WrongValue "wrong_value" "the value is not of this type"
    Constraint "constraint" "the value does not satisfy the constraint"
    UnknownRules "unknown_rules" "unknown parts cannot be written under these rules"
    RawValue "raw_value" "the octets that were kept do not hold this value"
    UnknownPlace "unknown_place" "an unknown part that has no place here, or would be read as a known one"
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn messages_show_numbers_and_places() {
        let fault = Fault::of(ErrorCode::Overrun, 300).at_octet(17);
        assert_eq!(fault.to_string(), "length 300 runs past the end at octet 17");
        let fault = Fault::of(ErrorCode::Overrun, u64::MAX);
        assert_eq!(fault.to_string(), "a length of 64 bits or more runs past the end at octet 0");
        let left = |octets| Fault::of(ErrorCode::Trailing, octets).message().to_string();
        assert_eq!((&*left(1), &*left(2)), ("1 octet is left over", "2 octets are left over"));
        let fault = Fault::between(ErrorCode::WrongTag, Tag::new(2, 5).bits(), Tag::new(1, 3).bits());
        assert_eq!(
            fault.shifted(12).to_string(),
            "tag [5] where [APPLICATION 3] is expected at octet 1, bit 4"
        );
    }
}
