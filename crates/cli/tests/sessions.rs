//! Sessions of the command, as transcripts: `cmd/*.trycmd`, each beside the folder it runs in.

#[test]
fn sessions_print_what_their_transcripts_say() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd");
}
