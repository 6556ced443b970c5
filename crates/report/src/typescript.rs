//! The same types as TypeScript, so that a page is checked against what it is told. Only with the feature `ts`.

use ts_rs::{Config, TS};

use crate::score::Fields;
use crate::{
    Analysis, Both, CastlingRooks, Certainty, Chances, DrawClaim, Keys, MaterialCount, Men, OpeningName, Pin,
    Placed, PositionFacts, PvLine, Score, Side, State, WrittenMove,
};

/// One module with every type of this crate.
///
/// `report.ts` beside `Cargo.toml` is what it returns; a test compares them. To make it anew:
/// `QUEVEDO_UPDATE=1 cargo test -p quevedo-report --features ts typescript`.
pub fn typescript() -> String {
    let types = [
        declaration::<Analysis>(),
        declaration::<Both<()>>(),
        declaration::<CastlingRooks>(),
        declaration::<Certainty>(),
        declaration::<Chances>(),
        declaration::<DrawClaim>(),
        declaration::<Keys>(),
        declaration::<MaterialCount>(),
        declaration::<Men>(),
        declaration::<OpeningName>(),
        declaration::<Pin>(),
        declaration::<Placed>(),
        declaration::<PositionFacts>(),
        declaration::<PvLine>(),
        declaration::<Fields>(),
        declaration::<Side>(),
        declaration::<State>(),
        declaration::<WrittenMove>(),
    ];
    format!(
        "// Made by crates/report/src/typescript.rs from the Rust types: do not edit.\n\n{}",
        types.join("\n")
    )
}

/// A score is written as its `Fields`, also among the fields of something else.
impl TS for Score {
    type WithoutGenerics = Fields;
    type OptionInnerType = Score;

    fn name(config: &Config) -> String {
        Fields::name(config)
    }

    fn inline(config: &Config) -> String {
        Fields::inline(config)
    }

    fn inline_flattened(config: &Config) -> String {
        Fields::inline_flattened(config)
    }
}

/// A type with its documentation, a field a line.
fn declaration<T: TS>() -> String {
    let comment = T::docs().unwrap_or_default();
    tidy(&format!("{comment}export {}", T::decl(&Config::new())))
}

/// The same text as people write it: comments of one line, fields indented, nothing behind the last brace's comma.
fn tidy(text: &str) -> String {
    let text = text.replace("/**\n * ", "/** ").replace("\n */", " */");
    let mut tidied = String::new();
    let mut inside = false;
    for line in text.lines() {
        let (fields, closed) = match line.strip_suffix(" };") {
            Some(fields) if inside => (fields, true),
            _ => (line.trim_end(), false),
        };
        let indent = if inside { "  " } else { "" };
        tidied.extend([indent, fields, "\n"]);
        if closed {
            tidied.push_str("};\n");
        }
        inside = (inside || line.ends_with("{ ")) && !closed;
    }
    tidied
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_typescript_beside_the_crate_is_that_of_the_types() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/report.ts");
        if std::env::var_os("QUEVEDO_UPDATE").is_some() {
            std::fs::write(path, typescript()).expect("report.ts can be written");
        }
        let kept = std::fs::read_to_string(path).expect("report.ts");
        assert!(
            kept == typescript(),
            "report.ts is old: see `typescript` for the command that makes it anew"
        );
    }

    #[test]
    fn numbers_are_numbers_and_what_may_be_missing_is_null() {
        let text = typescript();
        assert!(!text.contains("bigint"), "JSON has no bigint");
        assert!(text.contains("expected_answer: WrittenMove | null"), "{text}");
        assert!(text.contains("\"at least\""), "{text}");
    }
}
