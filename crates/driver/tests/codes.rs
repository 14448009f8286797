//! Every code of the driver has its page.

use std::path::Path;

#[test]
fn every_code_has_its_page() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/codes");
    for (code, title) in wireglot_driver::faults::CODES {
        let page = std::fs::read_to_string(folder.join(format!("{code}.md"))).unwrap_or_default();
        assert!(page.starts_with(&format!("# {code}: {title}\n")), "{code} has no page with its title");
    }
}
