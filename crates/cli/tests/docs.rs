//! The tour in `docs/cli.md` is what the program really prints.

#[test]
fn the_tour_is_true() {
    trycmd::TestCases::new()
        .env("NO_COLOR", "1")
        .case(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/cli.md"));
}
