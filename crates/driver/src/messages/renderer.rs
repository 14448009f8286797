//! Human-readable forms of bytes: digits, networks, addresses, times.
//!
//! Each renderer works in both directions. A value that it can't convert losslessly is shown as hexadecimal
//! digits after `0x`, which every renderer reads.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use wireglot_bigint::BigInt;
use wireglot_interp::inspect::oid_name;
use wireglot_plan::OidNames;

use super::number_names::NumberNames;

/// How a value is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Renderer {
    /// Telephone digits, two per octet, the first in the low-order half (3GPP TS 29.002, TBCD-STRING).
    Tbcd,
    /// Mobile country and network code in three octets (3GPP TS 24.008, 10.5.1.3).
    Plmn,
    /// Time stamps of charging records (3GPP TS 32.298, TimeStamp).
    BcdTime,
    /// IPv4 or IPv6 addresses; followed by a mask, networks.
    Ip,
    /// Text in UTF-8 without control characters.
    Text,
    /// What is hardly by chance text: at least four octets of printable ASCII.
    LikelyText,
    /// Object identifiers with their names: well-known ones, and those that the specification gives.
    OidName,
    /// The same for values that may be other text.
    LikelyOid,
    /// UTCTime with seconds and Z as in RFC 5280, 4.1.2.5.1: a year before 50 is 20YY.
    UtcTime,
    /// GeneralizedTime with seconds and Z (RFC 5280, 4.1.2.5.2).
    GeneralizedTime,
    /// Integers as strings where a double cannot hold them, since JavaScript and others would round them.
    Digits,
    /// Integers by name if they have one, otherwise as with `Digits`.
    NumberName,
    /// Integers in whole octets of hexadecimal digits after `0x`, as serial numbers of certificates are written.
    Hex,
}

/// The names that a specification gives.
#[derive(Clone, Copy, Debug)]
pub struct GivenNames<'n> {
    pub oids: &'n OidNames,
    pub numbers: &'n NumberNames,
}

/// The kinds of values that renderers show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Octets,
    Oid,
    Time,
    Integer,
}

/// Renderers by name.
const WORDS: [(&str, Renderer); 11] = [
    ("tbcd", Renderer::Tbcd),
    ("plmn", Renderer::Plmn),
    ("bcd-time", Renderer::BcdTime),
    ("ip", Renderer::Ip),
    ("text", Renderer::Text),
    ("oid-name", Renderer::OidName),
    ("utc-time", Renderer::UtcTime),
    ("generalized-time", Renderer::GeneralizedTime),
    ("digits", Renderer::Digits),
    ("number-name", Renderer::NumberName),
    ("hex", Renderer::Hex),
];

/// TBCD digits by value.
const DIGITS: &[u8; 15] = b"0123456789*#abc";

/// The name of an object identifier.
fn name(value: &str, oids: &OidNames) -> Option<String> {
    oid_name(value).map(String::from).or_else(|| oids.find(value))
}

/// The name of the object identifier at the beginning of a text, in parentheses after a space, and how often this is
/// all that follows. Other text with a name can only be read back if it gets another one.
fn named(text: &str, oids: &OidNames) -> Option<(String, usize)> {
    let (oid, said) = text.split_at(text.find(' ').unwrap_or(text.len()));
    let name = format!(" ({})", name(oid, oids)?);
    let times = said.len() / name.len();
    (name.repeat(times) == said).then_some((name, times))
}

impl Renderer {
    /// The names of all renderers.
    pub fn words() -> impl Iterator<Item = &'static str> {
        WORDS.iter().map(|(word, _)| *word)
    }

    /// The renderer of that name.
    pub fn of_word(word: &str) -> Option<Renderer> {
        WORDS.iter().find(|(known, _)| *known == word).map(|(_, renderer)| *renderer)
    }

    /// The kind of value that it shows.
    pub fn kind(self) -> Kind {
        match self {
            Renderer::OidName | Renderer::LikelyOid => Kind::Oid,
            Renderer::UtcTime | Renderer::GeneralizedTime => Kind::Time,
            Renderer::Digits | Renderer::NumberName | Renderer::Hex => Kind::Integer,
            _ => Kind::Octets,
        }
    }

    /// The types that it applies to, in terms of the schema language.
    pub fn shows(self) -> &'static str {
        match (self, self.kind()) {
            (Renderer::NumberName, _) => "INTEGER whose numbers have names",
            (_, Kind::Octets) => "OCTET STRING or BIT STRING",
            (_, Kind::Oid) => "OBJECT IDENTIFIER",
            (_, Kind::Time) => "UTCTime or GeneralizedTime",
            (_, Kind::Integer) => "INTEGER",
        }
    }

    /// Converts the JSON form of a value to the human-readable form.
    pub fn show(self, value: &str, names: GivenNames) -> Option<String> {
        if self == Renderer::OidName {
            return name(value, names.oids).map(|name| format!("{value} ({name})"));
        }
        if self == Renderer::LikelyOid {
            return named(value, names.oids).map(|(name, _)| format!("{value}{name}"));
        }
        if self.kind() == Kind::Time {
            return self.show_time(value).filter(|shown| self.read_time(shown).as_deref() == Some(value));
        }
        if self == Renderer::Hex {
            return show_hex(value);
        }
        if self.kind() == Kind::Integer {
            let name = names.numbers.name(value).filter(|_| self == Renderer::NumberName).map(String::from);
            return name.or_else(|| (whole(value) && !is_exact(value)).then(|| value.to_string()));
        }
        let octets = from_hex(value)?;
        let shown = self.show_octets(&octets);
        let back = |shown: &String| self.read_octets(shown).as_deref() == Some(&octets[..]);
        Some(shown.filter(back).unwrap_or_else(|| format!("0x{value}")))
    }

    /// Converts the human-readable form back to the JSON form.
    pub fn read(self, shown: &str, names: GivenNames) -> Option<String> {
        if self == Renderer::OidName {
            let Some((value, said)) = shown.split_once(" (") else { return Some(shown.into()) };
            let said = said.strip_suffix(')')?;
            return name(value, names.oids).filter(|name| name == said).map(|_| value.to_string());
        }
        if self == Renderer::LikelyOid {
            let shown_name = named(shown, names.oids).filter(|(_, times)| *times > 0);
            let value = shown_name.and_then(|(name, _)| shown.strip_suffix(&name));
            return Some(value.unwrap_or(shown).to_string());
        }
        if self.kind() == Kind::Time {
            return self.read_time(shown);
        }
        if self == Renderer::Hex {
            return read_hex(shown);
        }
        if self.kind() == Kind::Integer {
            let number = names.numbers.number(shown).filter(|_| self == Renderer::NumberName);
            return number.or(Some(shown).filter(|shown| whole(shown))).map(String::from);
        }
        match shown.strip_prefix("0x") {
            Some(digits) => from_hex(digits).map(|octets| to_hex(&octets)),
            None => self.read_octets(shown).map(|octets| to_hex(&octets)),
        }
    }

    fn show_octets(self, octets: &[u8]) -> Option<String> {
        match self {
            Renderer::Tbcd => show_tbcd(octets),
            Renderer::Plmn => show_plmn(octets),
            Renderer::BcdTime => show_bcd_time(octets),
            Renderer::Ip => {
                address(octets).map(|address| address.to_string()).or_else(|| show_network(octets))
            }
            Renderer::LikelyText if octets.len() < LIKELY || !octets.is_ascii() => None,
            _ => {
                let text = String::from_utf8(octets.to_vec()).ok();
                text.filter(|text| !text.starts_with("0x") && !text.chars().any(char::is_control))
            }
        }
    }

    fn read_octets(self, shown: &str) -> Option<Vec<u8>> {
        match self {
            Renderer::Tbcd => read_tbcd(shown),
            Renderer::Plmn => read_plmn(shown),
            Renderer::BcdTime => read_bcd_time(shown),
            Renderer::Ip => match shown.split_once('/') {
                None => shown.parse().ok().map(octets_of),
                Some((address, mask)) => read_network(address.parse().ok()?, mask),
            },
            _ => (!shown.chars().any(char::is_control)).then(|| shown.as_bytes().to_vec()),
        }
    }

    /// `2023-01-02T03:04:05Z`; values in other forms are unchanged.
    fn show_time(self, value: &str) -> Option<String> {
        let digits = value.strip_suffix('Z').filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()))?;
        let (year, rest) = match (self, digits.len()) {
            (Renderer::UtcTime, 12) => {
                let century = if &digits[..2] < "50" { "20" } else { "19" };
                (format!("{century}{}", &digits[..2]), &digits[2..])
            }
            (Renderer::GeneralizedTime, 14) => (digits[..4].to_string(), &digits[4..]),
            _ => return None,
        };
        let part = |at: usize| &rest[at..at + 2];
        Some(format!("{year}-{}-{}T{}:{}:{}Z", part(0), part(2), part(4), part(6), part(8)))
    }

    fn read_time(self, shown: &str) -> Option<String> {
        let marks = [(4, b'-'), (7, b'-'), (10, b'T'), (13, b':'), (16, b':'), (19, b'Z')];
        let octets = shown.as_bytes();
        if octets.len() != 20 || marks.iter().any(|(at, mark)| octets[*at] != *mark) {
            // A time that is not converted.
            return Some(shown.to_string());
        }
        let digits: String = shown.chars().filter(char::is_ascii_digit).collect();
        match (self, digits.len()) {
            (Renderer::GeneralizedTime, 14) => Some(format!("{digits}Z")),
            (_, 14) if ("1950".."2050").contains(&&digits[..4]) => Some(format!("{}Z", &digits[2..])),
            _ => None,
        }
    }
}

/// An integer in decimal digits as `0x1F`, or `-0x1F`.
fn show_hex(value: &str) -> Option<String> {
    let (sign, digits) = value.strip_prefix('-').map_or(("", value), |digits| ("-", digits));
    let number = BigInt::from_decimal(digits).filter(|number| number.to_string() == digits)?;
    let magnitude = if number.is_zero() { vec![0] } else { number.magnitude() };
    Some(format!("{sign}0x{}", to_hex(&magnitude)))
}

fn read_hex(shown: &str) -> Option<String> {
    let (sign, rest) = shown.strip_prefix('-').map_or(("", shown), |rest| ("-", rest));
    match rest.strip_prefix("0x") {
        Some(digits) => from_hex(digits).map(|octets| format!("{sign}{}", BigInt::from_unsigned(&octets))),
        None => Some(shown.to_string()).filter(|shown| whole(shown)),
    }
}

/// The fewest octets that are likely to be text if they are printable.
const LIKELY: usize = 4;

/// The address that octets are.
fn address(octets: &[u8]) -> Option<IpAddr> {
    match octets.len() {
        4 => <[u8; 4]>::try_from(octets).ok().map(|octets| Ipv4Addr::from(octets).into()),
        16 => <[u8; 16]>::try_from(octets).ok().map(|octets| Ipv6Addr::from(octets).into()),
        _ => None,
    }
}

fn octets_of(address: IpAddr) -> Vec<u8> {
    match address {
        IpAddr::V4(address) => address.octets().to_vec(),
        IpAddr::V6(address) => address.octets().to_vec(),
    }
}

/// An address with a mask (RFC 5280, section 4.2.1.10), as the number of bits of the mask if they come first.
fn show_network(octets: &[u8]) -> Option<String> {
    let (first, last) = octets.split_at(octets.len() / 2);
    let (address, mask) = (address(first)?, address(last)?);
    let bits: u32 = last.iter().map(|octet| octet.count_ones()).sum();
    match mask_of(bits, last.len()) == last {
        true => Some(format!("{address}/{bits}")),
        false => Some(format!("{address}/{mask}")),
    }
}

fn read_network(address: IpAddr, mask: &str) -> Option<Vec<u8>> {
    let mut octets = octets_of(address);
    let mask = match mask.parse::<u32>() {
        Ok(bits) if bits as usize <= octets.len() * 8 => mask_of(bits, octets.len()),
        Ok(_) => return None,
        Err(_) => octets_of(mask.parse().ok()?),
    };
    (mask.len() == octets.len()).then(|| {
        octets.extend(mask);
        octets
    })
}

/// A mask of that many leading bits.
fn mask_of(bits: u32, octets: usize) -> Vec<u8> {
    let octet = |at: usize| match (bits as usize).saturating_sub(at * 8) {
        left @ 0..8 => !(0xff_u8 >> left),
        _ => 0xff,
    };
    (0..octets).map(octet).collect()
}

/// Whether a text is an integer in digits.
fn whole(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// Whether a double can hold this integer and all below it.
fn is_exact(digits: &str) -> bool {
    const EXACT: i64 = 1 << 53;
    digits.parse::<i64>().is_ok_and(|number| (-EXACT..=EXACT).contains(&number))
}

fn show_tbcd(octets: &[u8]) -> Option<String> {
    let mut text = String::new();
    for (at, octet) in octets.iter().enumerate() {
        for (half, digit) in [octet & 15, octet >> 4].into_iter().enumerate() {
            match DIGITS.get(usize::from(digit)) {
                Some(digit) => text.push(char::from(*digit)),
                // Filler occurs only in the last half-octet.
                None if half == 1 && at + 1 == octets.len() => {}
                None => return None,
            }
        }
    }
    Some(text)
}

fn read_tbcd(shown: &str) -> Option<Vec<u8>> {
    let digit = |octet: u8| DIGITS.iter().position(|digit| *digit == octet).map(|at| at as u8);
    let digits: Option<Vec<u8>> = shown.bytes().map(digit).collect();
    Some(digits?.chunks(2).map(|pair| pair[0] | pair.get(1).copied().unwrap_or(15) << 4).collect())
}

fn show_plmn(octets: &[u8]) -> Option<String> {
    let [a, b, c] = octets else { return None };
    let digits = [a & 15, a >> 4, b & 15, c & 15, c >> 4, b >> 4];
    let text = |digits: &[u8]| -> Option<String> {
        digits.iter().map(|digit| char::from_digit(u32::from(*digit), 10)).collect()
    };
    let network = if digits[5] == 15 { &digits[3..5] } else { &digits[3..] };
    Some(format!("{}-{}", text(&digits[..3])?, text(network)?))
}

fn read_plmn(shown: &str) -> Option<Vec<u8>> {
    let (country, network) = shown.split_once('-')?;
    let digits = |text: &str| -> Option<Vec<u8>> {
        text.chars().map(|c| c.to_digit(10).map(|digit| digit as u8)).collect()
    };
    let (country, network) = (digits(country)?, digits(network)?);
    let third = match (country.len(), network.len()) {
        (3, 2) => 15,
        (3, 3) => network[2],
        _ => return None,
    };
    Some(vec![country[0] | country[1] << 4, country[2] | third << 4, network[0] | network[1] << 4])
}

fn bcd(octet: u8) -> Option<String> {
    (octet >> 4 < 10 && octet & 15 < 10).then(|| format!("{octet:02x}"))
}

fn show_bcd_time(octets: &[u8]) -> Option<String> {
    let [year, month, day, hour, minute, second, sign @ (b'+' | b'-'), hours, minutes] = octets else {
        return None;
    };
    Some(format!(
        "{}-{}-{} {}:{}:{} {}{}:{}",
        bcd(*year)?,
        bcd(*month)?,
        bcd(*day)?,
        bcd(*hour)?,
        bcd(*minute)?,
        bcd(*second)?,
        char::from(*sign),
        bcd(*hours)?,
        bcd(*minutes)?
    ))
}

fn read_bcd_time(shown: &str) -> Option<Vec<u8>> {
    let marks = [(2, b'-'), (5, b'-'), (8, b' '), (11, b':'), (14, b':'), (17, b' '), (21, b':')];
    let octets = shown.as_bytes();
    if octets.len() != 24 || !shown.is_ascii() || marks.iter().any(|(at, mark)| octets[*at] != *mark) {
        return None;
    }
    let sign = octets[18];
    let part = |at: usize| -> Option<u8> {
        let digits = &shown[at..at + 2];
        let both = digits.bytes().all(|b| b.is_ascii_digit());
        both.then(|| u8::from_str_radix(digits, 16).ok()).flatten()
    };
    let mut made = Vec::with_capacity(9);
    for at in [0, 3, 6, 9, 12, 15] {
        made.push(part(at)?);
    }
    made.push(sign);
    made.extend([part(19)?, part(22)?]);
    matches!(sign, b'+' | b'-').then_some(made)
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(2) || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).ok()).collect()
}

fn to_hex(octets: &[u8]) -> String {
    octets.iter().map(|octet| format!("{octet:02X}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_octets_are_shown_they_come_back() {
        let mut numbers = NumberNames::default();
        numbers.add("20".into(), "twenty");
        let names = GivenNames { oids: &OidNames::default(), numbers: &numbers };
        let mut state = 7u64;
        let mut next = |most: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % most
        };
        for round in 0..20_000 {
            // Digits, signs and printable characters are more frequent than in random bytes.
            let octets: Vec<u8> = (0..next(20))
                .map(|_| match round % 4 {
                    0 => next(256) as u8,
                    1 => (next(10) << 4 | next(10)) as u8,
                    2 => (next(95) + 0x20) as u8,
                    _ => b"0x+-\x2b\xf0"[next(6) as usize],
                })
                .collect();
            let value = to_hex(&octets);
            let all = WORDS.into_iter().chain([("likely", Renderer::LikelyText)]);
            for (word, renderer) in all {
                let shown = renderer.show(&value, names);
                let back = shown.as_ref().map(|shown| renderer.read(shown, names));
                assert!(back.is_none_or(|back| back.as_ref() == Some(&value)), "{word}: {value}, {shown:?}");
            }
            let text: String = octets.iter().map(|octet| char::from(*octet)).collect();
            for renderer in
                [Renderer::UtcTime, Renderer::GeneralizedTime, Renderer::OidName, Renderer::LikelyOid]
            {
                let shown = renderer.show(&text, names).unwrap_or_else(|| text.clone());
                assert!(renderer.read(&shown, names).is_none_or(|back| back == text), "{text}, {shown}");
            }
        }
    }

    #[test]
    fn what_is_shown_is_read_back() {
        let mut numbers = NumberNames::default();
        numbers.add("59".into(), "id-Global-ENB-ID");
        let names = GivenNames { oids: &OidNames::default(), numbers: &numbers };
        let rows = [
            (Renderer::Tbcd, "62202143658709F1", "260212345678901"),
            (Renderer::Tbcd, "26024321", "62203412"),
            (Renderer::Tbcd, "260243F1", "6220341"),
            (Renderer::Tbcd, "", ""),
            (Renderer::Tbcd, "1F22", "0x1F22"),
            (Renderer::Plmn, "62F220", "262-02"),
            (Renderer::Plmn, "130014", "310-410"),
            (Renderer::Plmn, "6AF220", "0x6AF220"),
            (Renderer::BcdTime, "2103040506072B0100", "21-03-04 05:06:07 +01:00"),
            (Renderer::BcdTime, "2103040506072A0100", "0x2103040506072A0100"),
            (Renderer::Ip, "C0000201", "192.0.2.1"),
            (Renderer::Ip, "20010DB8000000000000000000000001", "2001:db8::1"),
            (Renderer::Ip, "C00002", "0xC00002"),
            (Renderer::Ip, "0A000000FF000000", "10.0.0.0/8"),
            (Renderer::Ip, "0A000000FFFFFFFF", "10.0.0.0/32"),
            (Renderer::Ip, "0A000000FF00FF00", "10.0.0.0/255.0.255.0"),
            (
                Renderer::Ip,
                "20010DB8000000000000000000000000FFFFFFFFFFFE00000000000000000000",
                "2001:db8::/47",
            ),
            (Renderer::LikelyText, "4D534331", "MSC1"),
            (Renderer::LikelyText, "4D5343", "0x4D5343"),
            (Renderer::LikelyText, "4DC3BC6C6C6572", "0x4DC3BC6C6C6572"),
            (Renderer::Text, "4DC3BC6C6C6572", "Müller"),
            (Renderer::Text, "4DFC6C6C6572", "0x4DFC6C6C6572"),
            (Renderer::Text, "4D0A", "0x4D0A"),
            (Renderer::OidName, "2.5.4.3", "2.5.4.3 (commonName)"),
            (Renderer::LikelyOid, "2.5.4.3", "2.5.4.3 (commonName)"),
            (Renderer::LikelyOid, "2.5.4.3 (commonName)", "2.5.4.3 (commonName) (commonName)"),
            (Renderer::LikelyOid, "2.5.4.3 (surname)", "2.5.4.3 (surname)"),
            (Renderer::LikelyOid, "A3 (test)", "A3 (test)"),
            (Renderer::UtcTime, "230102030405Z", "2023-01-02T03:04:05Z"),
            (Renderer::UtcTime, "510102030405Z", "1951-01-02T03:04:05Z"),
            (Renderer::GeneralizedTime, "20510102030405Z", "2051-01-02T03:04:05Z"),
            (Renderer::Digits, "9007199254740993", "9007199254740993"),
            (Renderer::NumberName, "59", "id-Global-ENB-ID"),
            (Renderer::NumberName, "9007199254740993", "9007199254740993"),
            (Renderer::Hex, "9007199254740993", "0x20000000000001"),
            (Renderer::Hex, "0", "0x00"),
            (Renderer::Hex, "-5", "-0x05"),
            (Renderer::Text, "4D5343", "MSC"),
            (Renderer::Text, "00FF", "0x00FF"),
            (Renderer::Text, "30783030", "0x30783030"),
        ];
        for (renderer, value, shown) in rows {
            assert_eq!(renderer.show(value, names).as_deref().unwrap_or(value), shown, "{value}");
            assert_eq!(renderer.read(shown, names).as_deref(), Some(value), "{shown}");
        }
    }
}
