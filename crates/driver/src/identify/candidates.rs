//! The well-known types that an input may be, and the evidence for each in a value.

use serde_json::Value;

use super::evidence::{self, Sure};

/// A well-known type.
#[derive(Debug)]
pub struct Candidate {
    /// Its human-readable name.
    pub name: &'static str,
    /// The set of built-in modules that defines it.
    pub set: &'static str,
    /// The type with its module.
    pub ty: &'static str,
    /// The PEM labels that identify it.
    pub labels: &'static [&'static str],
    /// Whether its standard requires DER.
    pub canonical: bool,
    /// The evidence in a value of the type that it is really meant; `None` if there is none.
    pub evidence: fn(&Value) -> Option<Sure>,
}

/// The types that have so many parts that no other value decodes far as one of them by chance.
const DEEP: [&str; 7] = [
    "PKIX.Certificate",
    "PKIX.CertificateList",
    "PKIX.CertificationRequest",
    "CMS.ContentInfo",
    "CMS.PFX",
    "CMS.OCSPResponse",
    "CMS.TimeStampResp",
];

impl Candidate {
    /// Whether a value that decodes as this type up to an error is likely to be of it.
    pub fn is_deep(&self) -> bool {
        DEEP.contains(&self.ty)
    }
}

const fn row(
    name: &'static str,
    set: &'static str,
    ty: &'static str,
    labels: &'static [&'static str],
    evidence: fn(&Value) -> Option<Sure>,
) -> Candidate {
    // PKCS and CMS are encoded in BER, as are the protocols.
    let canonical = matches!(set.as_bytes(), b"pkix" | b"ocsp" | b"tsp");
    Candidate { name, set, ty, labels, canonical, evidence }
}

/// A name with its article.
pub fn article(name: &str) -> String {
    let vowel = name.starts_with(['A', 'E', 'I', 'O', 'U', 'X', 'a', 'e', 'i', 'o', 'u']);
    // Abbreviations spelt out letter by letter that begin with a vowel sound.
    let spelt = ["RSA", "SNMP", "LDAP"].iter().any(|letters| name.starts_with(letters));
    let an = (vowel && !name.starts_with("Unix")) || spelt;
    format!("{} {name}", if an { "an" } else { "a" })
}

/// The candidate that a PEM label names.
pub fn labelled(label: &str) -> Option<&'static Candidate> {
    ALL.iter().find(|candidate| candidate.labels.contains(&label))
}

/// The name of certificates.
pub const CERTIFICATE: &str = "X.509 certificate";

/// All candidates; if two match, the earlier one is more informative.
pub const ALL: &[Candidate] = &[
    row(CERTIFICATE, "pkix", "PKIX.Certificate", &["CERTIFICATE", "X509 CERTIFICATE"], evidence::certificate),
    row("certificate revocation list", "pkix", "PKIX.CertificateList", &["X509 CRL"], evidence::crl),
    row(
        "certificate request (PKCS #10)",
        "pkix",
        "PKIX.CertificationRequest",
        &["CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST"],
        evidence::request,
    ),
    row("public key", "pkix", "PKIX.SubjectPublicKeyInfo", &["PUBLIC KEY"], evidence::public_key),
    row("private key (PKCS #8)", "pkix", "PKIX.PrivateKeyInfo", &["PRIVATE KEY"], evidence::private_key),
    row(
        "encrypted private key (PKCS #8)",
        "pkix",
        "PKIX.EncryptedPrivateKeyInfo",
        &["ENCRYPTED PRIVATE KEY"],
        evidence::encrypted_key,
    ),
    row("RSA private key (PKCS #1)", "pkix", "PKIX.RSAPrivateKey", &["RSA PRIVATE KEY"], evidence::rsa_key),
    row(
        "RSA public key (PKCS #1)",
        "pkix",
        "PKIX.RSAPublicKey",
        &["RSA PUBLIC KEY"],
        evidence::rsa_public_key,
    ),
    row("EC private key (RFC 5915)", "pkix", "PKIX.ECPrivateKey", &["EC PRIVATE KEY"], evidence::ec_key),
    row("DSA private key", "pkix", "PKIX.DSAPrivateKey", &["DSA PRIVATE KEY"], evidence::dsa_key),
    row("EC parameters", "pkix", "PKIX.ECParameters", &["EC PARAMETERS"], evidence::nothing),
    row("DSA parameters", "pkix", "PKIX.Dss-Parms", &["DSA PARAMETERS"], evidence::dsa_parameters),
    row("Diffie-Hellman parameters", "pkix", "PKIX.DHParameter", &["DH PARAMETERS"], evidence::dh_parameters),
    row(
        "X9.42 Diffie-Hellman parameters",
        "pkix",
        "PKIX.DomainParameters",
        &["X9.42 DH PARAMETERS"],
        evidence::nothing,
    ),
    row("PKCS #12 store", "pkcs", "CMS.PFX", &["PKCS12"], evidence::always),
    row("time stamp", "tsp", "CMS.TimeStampToken", &[], evidence::always),
    row("CMS or PKCS #7 message", "cms", "CMS.ContentInfo", &["CMS", "PKCS7"], evidence::content),
    row("time stamp response", "tsp", "CMS.TimeStampResp", &[], evidence::time_stamp_response),
    row("time stamp request", "tsp", "CMS.TimeStampReq", &[], evidence::time_stamp_request),
    row("OCSP request", "ocsp", "CMS.OCSPRequest", &["OCSP REQUEST"], evidence::ocsp_request),
    row("OCSP response", "ocsp", "CMS.OCSPResponse", &["OCSP RESPONSE"], evidence::ocsp_response),
    row("SNMP message, version 1 or 2c", "snmp", "SNMP.Message", &[], evidence::snmp),
    row("SNMP message, version 3", "snmp", "SNMPv3.MessageV3", &[], evidence::snmp3),
    row("LDAP message", "ldap", "LDAP.LDAPMessage", &[], evidence::ldap),
    row("Kerberos message", "kerberos", "Kerberos.KerberosMessage", &[], evidence::kerberos),
];
