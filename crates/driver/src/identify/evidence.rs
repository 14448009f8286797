//! Evidence that a value which decodes as a type is really of that type: identifiers and numbers unlikely to
//! occur in others.
//!
//! Tags and lengths alone prove little: many types are a SEQUENCE of two integers. Without further evidence
//! the result is `None`, so that no type is named by chance.

use serde_json::Value;

/// The degree of certainty that bytes are of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sure {
    /// Begins like the type, or is labelled as it, but has an error.
    Damaged,
    /// Other types may look like this.
    Likely,
    /// Has identifiers or a structure that no other type has.
    Certain,
}

type Verdict = Option<Sure>;

fn certain(holds: bool) -> Verdict {
    holds.then_some(Sure::Certain)
}

fn likely(holds: bool) -> Verdict {
    holds.then_some(Sure::Likely)
}

/// The string at a path.
fn text<'v>(value: &'v Value, path: &str) -> &'v str {
    value.pointer(path).and_then(Value::as_str).unwrap_or_default()
}

/// The number at a path, of any size, as digits.
fn number(value: &Value, path: &str) -> String {
    match value.pointer(path) {
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}

fn small(value: &Value, path: &str) -> Option<i64> {
    number(value, path).parse().ok()
}

/// The approximate size in bits of a positive number, from its number of digits.
fn bits(value: &Value, path: &str) -> usize {
    let digits = number(value, path);
    if digits.starts_with('-') {
        return 0;
    }
    digits.len() * 332 / 100
}

fn is_odd(value: &Value, path: &str) -> bool {
    number(value, path).ends_with(['1', '3', '5', '7', '9'])
}

/// The number of bytes in the hexadecimal string at a path.
fn octets(value: &Value, path: &str) -> usize {
    text(value, path).len() / 2
}

/// Identifiers of key algorithms.
const KEYS: [&str; 10] = [
    "1.2.840.113549.1.1.1",
    "1.2.840.113549.1.1.7",
    "1.2.840.113549.1.1.10",
    "1.2.840.10045.2.",
    "1.2.840.10040.4.1",
    "1.2.840.10046.2.1",
    "1.2.840.113549.1.3.1",
    "1.3.101.11",
    "2.16.840.1.101.3.4.3.",
    "2.16.840.1.101.3.4.4.",
];

/// Identifiers of digest algorithms.
const DIGESTS: [&str; 5] =
    ["1.3.14.3.2.26", "2.16.840.1.101.3.4.2.", "1.2.840.113549.2.", "1.3.36.3.2.", "1.2.156.10197.1.401"];

fn among(identifier: &str, known: &[&str]) -> bool {
    known.iter().any(|known| match known.ends_with('.') || *known == "1.3.101.11" {
        true => identifier.starts_with(known),
        false => identifier == *known,
    })
}

fn key(value: &Value, path: &str) -> bool {
    among(text(value, path), &KEYS)
}

fn digest(value: &Value, path: &str) -> bool {
    among(text(value, path), &DIGESTS)
}

/// Decoding as the type is evidence enough.
pub fn always(_: &Value) -> Verdict {
    Some(Sure::Certain)
}

/// Decoding as the type proves nothing: only a PEM label identifies it.
pub fn nothing(_: &Value) -> Verdict {
    None
}

pub fn certificate(value: &Value) -> Verdict {
    certain(
        text(value, "/tbsCertificate/signature/algorithm") == text(value, "/signatureAlgorithm/algorithm"),
    )
    .or(Some(Sure::Likely))
}

pub fn crl(value: &Value) -> Verdict {
    certain(text(value, "/tbsCertList/signature/algorithm") == text(value, "/signatureAlgorithm/algorithm"))
        .or(Some(Sure::Likely))
}

pub fn request(value: &Value) -> Verdict {
    certain(key(value, "/certificationRequestInfo/subjectPKInfo/algorithm/algorithm")).or(Some(Sure::Likely))
}

pub fn public_key(value: &Value) -> Verdict {
    certain(key(value, "/algorithm/algorithm"))
}

pub fn private_key(value: &Value) -> Verdict {
    certain(key(value, "/privateKeyAlgorithm/algorithm"))
}

pub fn encrypted_key(value: &Value) -> Verdict {
    let algorithm = text(value, "/encryptionAlgorithm/algorithm");
    certain(algorithm.starts_with("1.2.840.113549.1.5.") || algorithm.starts_with("1.2.840.113549.1.12.1."))
}

/// A product has as many bits as its factors together.
pub fn rsa_key(value: &Value) -> Verdict {
    let [n, p, q] = ["/modulus", "/prime1", "/prime2"].map(|path| bits(value, path));
    let product = n.abs_diff(p + q) <= 8;
    certain(n >= 500 && product && is_odd(value, "/modulus") && is_odd(value, "/publicExponent"))
}

/// The public exponents in use.
const EXPONENTS: [&str; 5] = ["3", "17", "257", "65537", "4294967297"];

pub fn rsa_public_key(value: &Value) -> Verdict {
    let exponent = number(value, "/publicExponent");
    likely(
        bits(value, "/modulus") >= 500 && is_odd(value, "/modulus") && EXPONENTS.contains(&exponent.as_str()),
    )
}

pub fn ec_key(value: &Value) -> Verdict {
    let length = octets(value, "/privateKey");
    certain(
        (14..=72).contains(&length)
            && (value.get("parameters").is_some() || value.get("publicKey").is_some()),
    )
}

fn dsa(value: &Value) -> bool {
    let [p, q, g] = ["/p", "/q", "/g"].map(|path| bits(value, path));
    p >= 500 && (155..=264).contains(&q) && g <= p + 4 && is_odd(value, "/p") && is_odd(value, "/q")
}

pub fn dsa_key(value: &Value) -> Verdict {
    certain(dsa(value) && bits(value, "/x") <= bits(value, "/q") + 4)
}

pub fn dsa_parameters(value: &Value) -> Verdict {
    likely(dsa(value) && bits(value, "/g") > 100)
}

pub fn dh_parameters(value: &Value) -> Verdict {
    let base = small(value, "/base");
    likely(bits(value, "/prime") >= 500 && is_odd(value, "/prime") && matches!(base, Some(2 | 3 | 5)))
}

/// CMS, PKCS #7 and S/MIME content types, each with its identifier.
pub fn content(value: &Value) -> Verdict {
    let ty = text(value, "/contentType");
    let known = ["1.2.840.113549.1.7.", "1.2.840.113549.1.9.16.1."].iter().any(|arc| ty.starts_with(arc));
    certain(known && value.get("content").is_some_and(|content| !content.is_null()))
}

pub fn time_stamp_response(value: &Value) -> Verdict {
    if value.get("timeStampToken").is_some() {
        return Some(Sure::Certain);
    }
    likely(small(value, "/status/status") == Some(2) && value.pointer("/status/failInfo").is_some())
}

pub fn time_stamp_request(value: &Value) -> Verdict {
    certain(
        digest(value, "/messageImprint/hashAlgorithm/algorithm")
            && octets(value, "/messageImprint/hashedMessage") >= 16,
    )
}

pub fn ocsp_request(value: &Value) -> Verdict {
    let first = "/tbsRequest/requestList/0/reqCert";
    certain(
        digest(value, &format!("{first}/hashAlgorithm/algorithm"))
            && octets(value, &format!("{first}/issuerNameHash")) >= 16
            && octets(value, &format!("{first}/issuerKeyHash")) >= 16,
    )
}

pub fn ocsp_response(value: &Value) -> Verdict {
    certain(text(value, "/responseBytes/responseType") == "1.3.6.1.5.5.7.48.1.1")
}

/// Each version has its own PDUs.
pub fn snmp(value: &Value) -> Verdict {
    let data = value.get("data").and_then(Value::as_object);
    let kind = data.and_then(|data| data.keys().next()).map(String::as_str).unwrap_or_default();
    let old = ["get-request", "get-next-request", "response", "set-request"];
    let known = match small(value, "/version") {
        Some(0) => old.contains(&kind) || kind == "trap",
        Some(1) => !kind.is_empty() && kind != "trap",
        _ => false,
    };
    certain(known)
}

pub fn snmp3(value: &Value) -> Verdict {
    certain(small(value, "/msgVersion") == Some(3))
}

/// Certain only for operations with something that occurs nowhere else: the version of a bind, names with `=`, object
/// identifiers in text. Tags of the others may occur in any value.
pub fn ldap(value: &Value) -> Verdict {
    let (kind, operation) = value.get("protocolOp").and_then(Value::as_object)?.iter().next()?;
    // Names and object identifiers are octet strings, shown in hexadecimal digits.
    let has = |path: &str, octet: &[u8]| text(operation, path).as_bytes().chunks(2).any(|pair| pair == octet);
    let is_name = |path: &str| text(operation, path).is_empty() || has(path, b"3D");
    let sure = match kind.as_str() {
        "bindRequest" => small(operation, "/version") == Some(3),
        "searchRequest" => is_name("/baseObject"),
        "searchResEntry" => has("/objectName", b"3D"),
        "modifyRequest" => has("/object", b"3D"),
        "addRequest" | "modDNRequest" | "compareRequest" => has("/entry", b"3D"),
        "extendedReq" => has("/requestName", b"2E"),
        _ => operation.get("resultCode").is_some() && is_name("/matchedDN"),
    };
    Some(if sure { Sure::Certain } else { Sure::Likely })
}

/// The message type occurs twice: as a tag, and in the message.
pub fn kerberos(value: &Value) -> Verdict {
    let (kind, message) = value.as_object()?.iter().next()?;
    let numbers = [
        ("as-req", 10),
        ("as-rep", 11),
        ("tgs-req", 12),
        ("tgs-rep", 13),
        ("ap-req", 14),
        ("ap-rep", 15),
        ("krb-safe", 20),
        ("krb-priv", 21),
        ("krb-cred", 22),
        ("krb-error", 30),
    ];
    match numbers.iter().find(|(known, _)| known == kind) {
        Some((_, number)) => {
            certain(small(message, "/msg-type") == Some(*number) && small(message, "/pvno") == Some(5))
        }
        None => certain(kind == "ticket" && small(message, "/tkt-vno") == Some(5)),
    }
}
