//! Tests of the filter: what comes out, and that nothing depends on how the bytes come in.

use super::*;
use proptest::prelude::*;

/// A reader that gives a few bytes at a time.
struct Drops<'a> {
    bytes: &'a [u8],
    size: usize,
}

impl Read for Drops<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let size = self.size.min(into.len()).min(self.bytes.len());
        let (now, later) = self.bytes.split_at(size);
        into[..size].copy_from_slice(now);
        self.bytes = later;
        Ok(size)
    }
}

fn sift_with(bytes: &[u8], keep: Keep, size: usize) -> Vec<u8> {
    let mut out = Vec::new();
    Sieve::new(Drops { bytes, size }, keep).read_to_end(&mut out).expect("bytes can be read");
    out
}

/// What comes out, with notes written `<so>` and tags of places as `<offset line>`.
fn sift(text: &str) -> String {
    let out = String::from_utf8(sift_with(text.as_bytes(), Keep::Everything, usize::MAX)).expect("text");
    let out =
        out.replace("{\u{1}}", "|").replace("[\u{1} ", "<").replace("{\u{1}", "<").replace("\"]\n", ">");
    out.trim().to_owned()
}

#[test]
fn words_are_sifted() {
    for (text, sifted) in [
        ("1. e4 e5 2.Nf3 Nc6 1-0", "<\"0 1>|e4 e5 Nf3 Nc6 1-0"),
        ("1. e4! e5 $14 !? 1/2", "<\"0 1>|e4 ! e5 $14 !? 1/2-1/2"),
        ("1. Sf3 Nf6++ *", "<\"0 1>|<Sf3}<Nf6++}*"),
        ("1. e4 (1. d4 {x} d5) c5 *", "<\"0 1>|e4 (d4 {x}d5 )c5 *"),
        ("1. e4 ; a } b\n1... e5 *", "<\"0 1>|e4 { a ) b}e5 *"),
        ("1. e4\n%escape e9\n e5 % *", "<\"0 1>|e4 e5 *"),
        ("1. e4 +- e5 ∞ *", "<\"0 1>|e4 $18 e5 $13 *"),
        ("1. e8(Q)+ exd6e.p. e.p. *", "<\"0 1>|e8=Q exd6 *"),
        ("1. e4 ) } 1-0) 1-0", "<\"0 1>|e4 1-0"),
        ("1. e4 (1. d4 1-0) e5 0-1", "<\"0 1>|e4 (d4 )e5 0-1"),
        ("1. e4 {\u{1}no note} *", "<\"0 1>|e4 { no note}*"),
        ("1. e4 0000 *", "<\"0 1>|e4 <0000}*"),
    ] {
        assert_eq!(sift(text), sifted, "{text}");
    }
}

#[test]
fn games_begin_where_the_standard_says() {
    let starts = |text: &str| sift(text).matches('<').count();
    for (text, games) in [
        ("", 0),
        (" \n\n", 0),
        ("; only a comment\n", 0),
        ("{only a comment}", 0),
        ("*", 1),
        ("1. e4 *\n\n1. d4 *", 2),
        ("1. e4 * 1. d4 *", 2),
        ("1. e4 *\n1. d4 *", 2),
        ("1. e4 1-0 {comment} 1-0 words $1", 1),
        ("1. e4 1-0\n\n{comment} 1. d4", 2),
        ("1. e4\n\n1... e5\n\n2. d4 *", 1),
        ("{comment}\n\n1. e4\n\n *", 1),
        ("1. e4\n\n1. d4 *", 2),
        ("[A \"1\"]\n[B \"2\"]\n\n[C \"3\"]\n\n1. e4 *", 1),
        ("[A \"1\"]\n\n[A \"1\"]\n\n*", 2),
        ("[A \"1\"]\n\n1. e4 *\n[A \"1\"]\n*", 2),
        ("[A \"1\"]\n\n1. e4\n[A \"1\"]\n*", 2),
        ("[A \"1\"]\n\n1. e4 * [A \"1\"] *", 2),
        ("[A \"1\"] 1. e4 {[A \"1\"]\n\n[A \"2\"]} *", 1),
        ("; comment\n[A \"1\"]\n; comment\n[B \"1\"]\n\n; comment\n1. e4 *", 1),
        ("[A \"1\"]\r\r1. e4 *\r\r[A \"2\"]\r\r1. e4 *", 2),
        ("[A \"1\"]\r\n\r\n1. e4 *\r\n\r\n[A \"2\"]\r\n\r\n1. e4 *", 2),
    ] {
        assert_eq!(starts(text), games, "{text:?} gives {:?}", sift(text));
    }
}

#[test]
fn places_are_exact() {
    let text = "\u{feff}\n\n[A \"1\"]\n\n1. e4 {a\nb} *\n\n\n[A \"2\"]\n\n*\n";
    let sifted = sift(text);
    assert!(sifted.starts_with("<\"5 3>"), "{sifted}");
    let second = text.find("[A \"2\"]").expect("it is there");
    assert!(sifted.contains(&format!("<\"{second} 9>")), "{sifted}");
}

#[test]
fn comments_before_a_game_are_its_own_or_nobodys() {
    assert_eq!(sift("; a\n; b }\n1. e4 *"), "<\"10 3>|{ a  b ) }e4 *");
    assert_eq!(sift("{ a } 1. e4 *"), "<\"6 1>|{ a  }e4 *");
    assert_eq!(sift("; a\n[A \"1\"]\n\n*"), "<\"4 2>[A \"1>|*");
}

#[test]
fn the_main_line_alone() {
    let text = "[A \"1\"]\n\n{c} 1. e4 $1 (1. Sf3 (x) y) e5! ; c\n2. Sf3 1-0";
    let out = sift_with(text.as_bytes(), Keep::MainLine, usize::MAX);
    let out = String::from_utf8(out).expect("text");
    assert_eq!(out, "\n\n[\u{1} \"0 1\"]\n[A \"1\"]\n{\u{1}}e4 e5 {\u{1}Sf3}1-0 ");
}

#[test]
fn open_comments_are_noted() {
    assert!(sift("1. e4 { no end").ends_with("{ no end}<!}"));
    assert!(sift("{ no end").ends_with("|{ no end}<!}"));
    assert!(sift("1. e4 ; no end").ends_with("{ no end}"));
}

#[test]
fn notes_are_told_from_comments() {
    assert_eq!(Note::of(b"\x01"), Some(Note::Movetext));
    assert_eq!(Note::of(b"\x01!"), Some(Note::OpenComment));
    assert_eq!(Note::of(b"\x01Sf3"), Some(Note::Word(b"Sf3")));
    assert_eq!((Note::of(b""), Note::of(b"Sf3")), (None, None));
    assert_eq!(place_of(b"Event", b"1 2"), None);
    assert_eq!(place_of(b"\x01", b"10 2"), Some(Place { number: 0, offset: 10, line: 2 }));
}

proptest! {
    /// However the bytes are cut, the same comes out. The text is longer than the buffer, so that
    /// every kind of word meets its end.
    #[test]
    fn pieces_do_not_matter(
        text in r#"([(){};%!?$\[\]"\\.,*\r\n \x01]|[A-Za-z0-9=+#-]{1,5}|1-0|\n\n|\[Event "|"\]\n|1\. ){0,60}"#,
        size in 1usize..9_000,
        repeats in 1usize..600,
    ) {
        let text = text.repeat(repeats);
        for keep in [Keep::Everything, Keep::MainLine] {
            let whole = sift_with(text.as_bytes(), keep, usize::MAX);
            prop_assert!(sift_with(text.as_bytes(), keep, size) == whole);
        }
    }
}
