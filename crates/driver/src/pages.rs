//! The pages that explain error codes, with a failing and a corrected example.

use wireglot_text::names::advice;

/// Each code with its page, in order of the codes.
const PAGES: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// The page of a code, in upper or lower case, with or without brackets.
///
/// # Errors
/// There is no such page; the message lists similar codes.
pub fn page(code: &str) -> Result<&'static str, String> {
    let bare = code.trim_matches(['[', ']', ':', ' ']);
    let found = PAGES.iter().find(|(name, _)| name.eq_ignore_ascii_case(bare));
    found.map(|(_, page)| *page).ok_or_else(|| {
        let near = advice(bare, PAGES.iter().map(|(name, _)| *name));
        format!("no fault of a specification has the code {bare}{near}")
    })
}

#[cfg(test)]
mod tests {
    use super::page;

    #[test]
    fn a_code_is_found_as_it_is_printed_and_as_people_write_it() {
        for written in ["A0425", "a0425", "[A0425]", "A0425:"] {
            let page = page(written).unwrap_or_default();
            assert!(page.starts_with("# A0425: "), "{written}");
        }
    }

    #[test]
    fn another_is_refused_with_those_near_to_it() {
        assert_eq!(page("README").err().as_deref(), Some("no fault of a specification has the code README"));
        let told = page("A9425").err().unwrap_or_default();
        assert!(told.contains("A0425"), "{told}");
    }
}
