//! The pages that explain error codes: those of specifications with a failing and a corrected example, those of
//! data in a few words.

use wireglot_text::names::advice;

/// Each code of errors in specifications with its page, in order of the codes.
const PAGES: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// The pages whose tables list codes of errors in data, by name.
const DATA_PAGES: [(&str, &str); 5] = [
    ("errors.md", include_str!("../errors.md")),
    ("text-errors.md", include_str!("../text-errors.md")),
    ("sbe.md", include_str!("../sbe.md")),
    ("bitproto.md", include_str!("../bitproto.md")),
    ("h248.md", include_str!("../h248.md")),
];

/// The page of a code, in upper or lower case, with or without brackets. For a code of errors in data, it is
/// made of the rows of tables that list the code.
///
/// # Errors
/// There is no such page; the message lists similar codes.
pub fn page(code: &str) -> Result<String, String> {
    let bare = code.trim_matches(['[', ']', ':', ' ']);
    if let Some((_, page)) = PAGES.iter().find(|(name, _)| name.eq_ignore_ascii_case(bare)) {
        return Ok((*page).to_string());
    }
    let found = data_codes().filter(|data| data.code.eq_ignore_ascii_case(bare));
    let pages: Vec<String> = found.map(|data| data.page()).collect();
    if pages.is_empty() {
        let known = PAGES.iter().map(|(name, _)| *name).chain(data_codes().map(|data| data.code));
        return Err(format!("no page explains the code {bare}{}", advice(bare, known)));
    }
    Ok(pages.join("\n"))
}

/// A code of errors in data, as a table describes it.
struct DataCode {
    code: &'static str,
    meaning: &'static str,
    /// What to do about it; empty if the table doesn't say.
    advice: &'static str,
    /// The name of the page with the table.
    source: &'static str,
}

impl DataCode {
    /// Parses the row of a table: code, meaning, and perhaps an example and what to do.
    fn parse(source: &'static str, row: &'static str) -> Option<DataCode> {
        let mut cells = row.trim_matches('|').split('|').map(str::trim);
        let code = cells.next()?.strip_prefix('`')?.strip_suffix('`')?;
        Some(DataCode { code, meaning: cells.next()?, advice: cells.nth(1).unwrap_or_default(), source })
    }

    fn page(&self) -> String {
        let DataCode { code, meaning, advice, source } = self;
        let advice = if advice.is_empty() { String::new() } else { format!("{advice}\n\n") };
        format!(
            "# {code}: {meaning}\n\n{advice}This is an error in data, not in a schema; see docs/{source}.\n"
        )
    }
}

/// The rows of all tables whose first column is headed `code`.
fn data_codes() -> impl Iterator<Item = DataCode> {
    let tables = DATA_PAGES.iter().flat_map(|(source, page)| {
        page.split("\n\n").filter(|part| part.starts_with("| code |")).map(|table| (*source, table))
    });
    tables.flat_map(|(source, table)| table.lines().filter_map(move |row| DataCode::parse(source, row)))
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
    fn a_code_of_data_is_found_on_each_page_that_lists_it() {
        let page = page("short").unwrap_or_default();
        let sources: Vec<&str> =
            ["sbe.md", "bitproto.md"].into_iter().filter(|name| page.contains(name)).collect();
        assert_eq!(sources, ["sbe.md", "bitproto.md"], "{page}");
    }

    #[test]
    fn what_is_in_other_tables_is_not_a_code() {
        assert!(page("standard").is_err());
    }

    #[test]
    fn another_is_refused_with_those_near_to_it() {
        assert_eq!(page("CHANGELOG").err().as_deref(), Some("no page explains the code CHANGELOG"));
        let told = page("A9425").err().unwrap_or_default();
        assert!(told.contains("A0425"), "{told}");
        let told = page("overun").err().unwrap_or_default();
        assert!(told.contains("overrun"), "{told}");
    }
}
