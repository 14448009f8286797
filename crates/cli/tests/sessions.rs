//! Sessions of the command as transcripts: `cmd/*.trycmd`, each next to the folder it runs in, and the pages
//! of `docs` that show the command at work.

#[test]
fn sessions_print_what_their_transcripts_say() {
    let cases = trycmd::TestCases::new();
    // Independent of the terminal on which the tests run.
    cases.env("COLUMNS", "100").env("NO_COLOR", "1");
    cases.case("tests/cmd/*.trycmd");
    cases.case("../../docs/guide.md").case("../../docs/command.md").case("../../docs/records.md");
}
