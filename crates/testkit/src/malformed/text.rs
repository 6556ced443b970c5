//! Breaking the text: each way makes the result no FEN of any position.

use super::Flaw;
use crate::Random;

/// The fields with this flaw put together, if it is one of texts and can be brought about here.
pub(super) fn break_text(random: &mut Random, mut fields: [String; 6], flaw: Flaw) -> Option<String> {
    match flaw {
        Flaw::Empty => return Some(" ".repeat(random.below(20))),
        Flaw::Garbage => return Some(garbage(random)),
        Flaw::Huge => return Some(huge(random, &fields)),
        Flaw::FieldCount => return Some(wrong_number_of_fields(random, &fields)),
        Flaw::RankCount => fields[0] = wrong_number_of_ranks(random, &fields[0]),
        Flaw::RankLength => fields[0] = wrong_rank(random, &fields[0])?,
        Flaw::PieceLetter => fields[0] = with_wrong_letter(random, &fields[0])?,
        Flaw::Side => fields[1] = String::from(random.pick(&SIDES)),
        Flaw::CastlingField => fields[2] = wrong_castling(random, &fields[2]),
        Flaw::EnPassantField => fields[3] = String::from(random.pick(&SQUARES)),
        Flaw::HalfmoveField => fields[4] = String::from(random.pick(&NUMBERS)),
        Flaw::FullmoveField => fields[5] = String::from(random.pick(&NUMBERS)),
        _ => return None,
    }
    Some(fields.join(" "))
}

const SIDES: [&str; 12] = ["x", "ww", "wb", "-", "1", "0", "s", "W/B", "é", "♔", "\0", "w\u{301}"];
const SQUARES: [&str; 15] =
    ["e9", "i3", "e", "6", "33", "ee", "3e", "--", "*", "a0", "e3e4", "e3-", "é3", "♙", "\0\0"];
const NUMBERS: [&str; 14] =
    ["-1", "+1", "x", "-", "1.5", "0x10", "1e2", "3,", "??", "half", "99999999999999999999", "٣", "½", "1\0"];
const LETTERS: [char; 14] = ['x', '0', '9', '*', '-', '.', '?', 'é', 'К', '♞', '\\', '\0', '\u{200b}', '😀'];

/// Words without a slash in the first, which therefore has one rank at most.
fn garbage(random: &mut Random) -> String {
    const WORDS: [&str; 10] =
        ["hello", "startpos", "e2e4", "KQkq", "-", "{\"fen\"", "日本", "w", "\u{feff}", "1.e4"];
    let words: Vec<&str> = (0..=random.below(8)).map(|_| random.pick(&WORDS)).collect();
    words.join(" ")
}

/// About a megabyte of one field or of fields.
fn huge(random: &mut Random, fields: &[String; 6]) -> String {
    const LENGTH: usize = 1 << 20;
    let mut fields = fields.clone();
    match random.below(5) {
        0 => fields[0] = "8/".repeat(LENGTH / 2),
        1 => fields[0] = "p".repeat(LENGTH),
        2 => fields[2] = "♞".repeat(LENGTH / 3),
        3 => fields[5] = "9".repeat(LENGTH),
        _ => fields[5].push_str(&" 1".repeat(LENGTH / 2)),
    }
    fields.join(" ")
}

fn wrong_number_of_fields(random: &mut Random, fields: &[String; 6]) -> String {
    let mut fields = fields.to_vec();
    match random.below(3) {
        0 => fields.truncate(1 + random.below(5)),
        1 => drop(fields.remove(random.below(5))),
        _ => fields.push(random.pick(&["1", "-", "x", "é", "w"]).to_owned()),
    }
    fields.join(" ")
}

fn wrong_number_of_ranks(random: &mut Random, placement: &str) -> String {
    let mut ranks: Vec<&str> = placement.split('/').collect();
    let place = random.below(ranks.len());
    match random.below(4) {
        0 => drop(ranks.remove(place)),
        1 => ranks.truncate(1 + random.below(7)),
        2 => ranks.insert(place, ""),
        _ => (0..=random.below(3)).for_each(|_| ranks.insert(place, "8")),
    }
    ranks.join("/")
}

/// One rank with more or fewer squares than eight.
fn wrong_rank(random: &mut Random, placement: &str) -> Option<String> {
    let mut ranks: Vec<String> = placement.split('/').map(str::to_owned).collect();
    let place = random.below(ranks.len());
    let rank = &mut ranks[place];
    match random.below(3) {
        0 => rank.insert(random.below(rank.len()), random.pick(&['p', 'N', 'b', 'Q'])),
        1 => drop(rank.remove(random.below(rank.len()))),
        _ => rank.push(random.pick(&['1', '2', '7', '8'])),
    }
    let length: u32 = rank.chars().map(|letter| letter.to_digit(10).unwrap_or(1)).sum();
    (length != 8).then(|| ranks.join("/"))
}

fn with_wrong_letter(random: &mut Random, placement: &str) -> Option<String> {
    let place = random.below(placement.len());
    let wrong = random.pick(&LETTERS);
    let (before, after) = placement.split_at(place);
    let rest = after.strip_prefix(|letter| letter != '/')?;
    Some(format!("{before}{wrong}{rest}"))
}

/// A letter too many: one that means nothing here, or one that is there already.
fn wrong_castling(random: &mut Random, castling: &str) -> String {
    let place = random.below(castling.len() + 1);
    let (before, after) = castling.split_at(place);
    match after.chars().next() {
        Some(letter) if random.one_in(2) => format!("{before}{letter}{after}"),
        _ => format!("{before}{}{after}", random.pick(&['x', 'i', 'Z', '1', ',', '/', 'é', '♖', '\0'])),
    }
}
