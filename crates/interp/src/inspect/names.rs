//! Names of object identifiers that are met everywhere.

/// Identifiers between points, sorted as text, and what they are called.
const NAMES: &[(&str, &str)] = &[
    ("0.9.2342.19200300.100.1.1", "userId"),
    ("0.9.2342.19200300.100.1.25", "domainComponent"),
    ("1.2.840.10040.4.1", "dsa"),
    ("1.2.840.10045.2.1", "ecPublicKey"),
    ("1.2.840.10045.3.1.7", "prime256v1"),
    ("1.2.840.10045.4.3.2", "ecdsa-with-SHA256"),
    ("1.2.840.10045.4.3.3", "ecdsa-with-SHA384"),
    ("1.2.840.10045.4.3.4", "ecdsa-with-SHA512"),
    ("1.2.840.113549.1.1.1", "rsaEncryption"),
    ("1.2.840.113549.1.1.10", "id-RSASSA-PSS"),
    ("1.2.840.113549.1.1.11", "sha256WithRSAEncryption"),
    ("1.2.840.113549.1.1.12", "sha384WithRSAEncryption"),
    ("1.2.840.113549.1.1.13", "sha512WithRSAEncryption"),
    ("1.2.840.113549.1.1.4", "md5WithRSAEncryption"),
    ("1.2.840.113549.1.1.5", "sha1WithRSAEncryption"),
    ("1.2.840.113549.1.7.1", "id-data"),
    ("1.2.840.113549.1.7.2", "id-signedData"),
    ("1.2.840.113549.1.7.3", "id-envelopedData"),
    ("1.2.840.113549.1.9.1", "emailAddress"),
    ("1.2.840.113549.1.9.3", "contentType"),
    ("1.2.840.113549.1.9.4", "messageDigest"),
    ("1.2.840.113549.1.9.5", "signingTime"),
    ("1.3.101.110", "id-X25519"),
    ("1.3.101.112", "id-Ed25519"),
    ("1.3.132.0.34", "secp384r1"),
    ("1.3.132.0.35", "secp521r1"),
    ("1.3.14.3.2.26", "id-sha1"),
    ("1.3.6.1.2.1.1.1.0", "sysDescr.0"),
    ("1.3.6.1.2.1.1.3.0", "sysUpTime.0"),
    ("1.3.6.1.2.1.1.5.0", "sysName.0"),
    ("1.3.6.1.4.1.11129.2.4.2", "signedCertificateTimestampList"),
    ("1.3.6.1.5.5.7.1.1", "id-pe-authorityInfoAccess"),
    ("1.3.6.1.5.5.7.2.1", "id-qt-cps"),
    ("1.3.6.1.5.5.7.2.2", "id-qt-unotice"),
    ("1.3.6.1.5.5.7.3.1", "id-kp-serverAuth"),
    ("1.3.6.1.5.5.7.3.2", "id-kp-clientAuth"),
    ("1.3.6.1.5.5.7.3.3", "id-kp-codeSigning"),
    ("1.3.6.1.5.5.7.3.4", "id-kp-emailProtection"),
    ("1.3.6.1.5.5.7.3.8", "id-kp-timeStamping"),
    ("1.3.6.1.5.5.7.3.9", "id-kp-OCSPSigning"),
    ("1.3.6.1.5.5.7.48.1", "id-ad-ocsp"),
    ("1.3.6.1.5.5.7.48.2", "id-ad-caIssuers"),
    ("2.16.840.1.101.3.4.2.1", "id-sha256"),
    ("2.16.840.1.101.3.4.2.2", "id-sha384"),
    ("2.16.840.1.101.3.4.2.3", "id-sha512"),
    ("2.23.140.1.2.1", "domain-validated"),
    ("2.23.140.1.2.2", "organization-validated"),
    ("2.5.29.14", "id-ce-subjectKeyIdentifier"),
    ("2.5.29.15", "id-ce-keyUsage"),
    ("2.5.29.17", "id-ce-subjectAltName"),
    ("2.5.29.18", "id-ce-issuerAltName"),
    ("2.5.29.19", "id-ce-basicConstraints"),
    ("2.5.29.31", "id-ce-cRLDistributionPoints"),
    ("2.5.29.32", "id-ce-certificatePolicies"),
    ("2.5.29.32.0", "anyPolicy"),
    ("2.5.29.35", "id-ce-authorityKeyIdentifier"),
    ("2.5.29.37", "id-ce-extKeyUsage"),
    ("2.5.4.10", "organizationName"),
    ("2.5.4.11", "organizationalUnitName"),
    ("2.5.4.12", "title"),
    ("2.5.4.3", "commonName"),
    ("2.5.4.4", "surname"),
    ("2.5.4.42", "givenName"),
    ("2.5.4.5", "serialNumber"),
    ("2.5.4.6", "countryName"),
    ("2.5.4.7", "localityName"),
    ("2.5.4.8", "stateOrProvinceName"),
    ("2.5.4.9", "streetAddress"),
];

/// The name of an object identifier, given as numbers between points.
pub fn oid_name(dotted: &str) -> Option<&'static str> {
    let found = NAMES.binary_search_by_key(&dotted, |(oid, _)| *oid).ok()?;
    Some(NAMES[found].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_can_be_searched() {
        assert!(NAMES.is_sorted_by_key(|(oid, _)| *oid));
        assert_eq!(oid_name("2.5.4.3"), Some("commonName"));
        assert_eq!(oid_name("2.5.4.300"), None);
    }
}
