//! Well-known modules that ship with Wireglot, so that you need not look for them: `-s @pkix`.
//!
//! Their files are in `modules/` of this crate and embedded in the command. A path that begins with `@` names
//! a set of modules; a file of that name is reached as `./@name`. Imports find them too, if no file at hand defines the
//! module.

use std::io;
use std::path::{Path, PathBuf};

use crate::names::close_names;

/// A named set of modules.
#[derive(Debug, Clone, Copy)]
pub struct BuiltIn {
    /// The name, without the `@`.
    pub word: &'static str,
    /// A description for human readers.
    pub about: &'static str,
    /// The names of its modules, without those that are only imported.
    pub modules: &'static [&'static str],
}

/// All sets, in the order in which lists show them.
pub const ALL: [BuiltIn; 8] = [
    BuiltIn { word: "pkix", about: "X.509 certificates, CRLs, requests, keys", modules: &["PKIX"] },
    BuiltIn { word: "pkcs", about: "PKCS #1, #5, #7, #8, #10 and #12", modules: &["PKIX", "CMS"] },
    BuiltIn { word: "cms", about: "CMS and PKCS #7", modules: &["CMS"] },
    BuiltIn { word: "ocsp", about: "OCSP requests and responses", modules: &["CMS"] },
    BuiltIn { word: "tsp", about: "time stamps", modules: &["CMS"] },
    BuiltIn { word: "snmp", about: "SNMP versions 1 to 3", modules: &["SNMP", "SNMPv3"] },
    BuiltIn { word: "ldap", about: "LDAP version 3", modules: &["LDAP"] },
    BuiltIn { word: "kerberos", about: "Kerberos version 5", modules: &["Kerberos"] },
];

/// The modules and their text.
const MODULES: [(&str, &str); 9] = [
    ("PKIX", include_str!("../modules/PKIX.asn1")),
    ("CMS", include_str!("../modules/CMS.asn1")),
    ("SNMP", include_str!("../modules/SNMP.asn1")),
    ("SNMPv3", include_str!("../modules/SNMPv3.asn1")),
    ("SNMPv2-SMI", include_str!("../modules/SNMPv2-SMI.asn1")),
    ("RFC1155-SMI", include_str!("../modules/RFC1155-SMI.asn1")),
    ("RFC1213-MIB", include_str!("../modules/RFC1213-MIB.asn1")),
    ("LDAP", include_str!("../modules/LDAP.asn1")),
    ("Kerberos", include_str!("../modules/Kerberos.asn1")),
];

/// The path of the built-in module of that name, if there is one.
pub(crate) fn module(name: &str) -> Option<PathBuf> {
    MODULES.iter().find(|(known, _)| *known == name).map(|(known, _)| PathBuf::from(format!("@{known}.asn1")))
}

/// The text of the module at a path made by [`module`].
pub(crate) fn text(path: &Path) -> Option<&'static str> {
    let name = path.to_str()?.strip_prefix('@')?.strip_suffix(".asn1")?;
    MODULES.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// The files of a set and their text; empty if there is no such set.
pub fn texts(word: &str) -> impl Iterator<Item = (String, &'static str)> + '_ {
    let modules = ALL.iter().filter(move |set| set.word == word).flat_map(|set| set.modules);
    let of = |name: &&str| MODULES.iter().find(|(known, _)| known == name);
    modules.filter_map(of).map(|(name, text)| (format!("{name}.asn1"), *text))
}

/// Whether a path names a built-in set.
pub fn is_named(path: &Path) -> bool {
    path.to_str().is_some_and(|path| path.starts_with('@'))
}

/// The files of the set that a path names; `None` if it is an ordinary file path.
///
/// # Errors
/// There is no such set; the message lists those that exist.
pub(crate) fn files(path: &Path) -> Option<io::Result<Vec<PathBuf>>> {
    let word = path.to_str()?.strip_prefix('@')?;
    if text(path).is_some() {
        return Some(Ok(vec![path.to_path_buf()]));
    }
    let Some(set) = ALL.iter().find(|set| set.word == word) else {
        let all: Vec<String> = ALL.iter().map(|set| format!("@{}", set.word)).collect();
        let wanted = format!("@{word}");
        let near = close_names(&wanted, all.iter().map(String::as_str));
        let near = near.first().map(|near| format!("; did you mean {near}?")).unwrap_or_default();
        let message =
            format!("no modules of that name come with wireglot: there are {}{near}", all.join(", "));
        return Some(Err(io::Error::new(io::ErrorKind::NotFound, message)));
    };
    Some(Ok(set.modules.iter().filter_map(|name| module(name)).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_set_has_its_modules() {
        for set in ALL {
            let word = format!("@{}", set.word);
            let files = files(Path::new(&word)).expect("a set").expect("its files");
            assert_eq!(files.len(), set.modules.len(), "{word}");
            assert!(files.iter().all(|file| text(file).is_some()), "{word}");
        }
    }

    #[test]
    fn a_word_that_is_none_gets_the_nearest() {
        let told = files(Path::new("@pkxi")).expect("a word").expect_err("none").to_string();
        assert!(told.contains("@pkix, @pkcs") && told.contains("did you mean"), "{told}");
        assert!(files(Path::new("./@pkix")).is_none());
    }
}
