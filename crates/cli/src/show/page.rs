//! The facts in words, beside and below the board.

use std::io::{self, Write};

use quevedo_report::{CastlingRooks, DrawClaim, MaterialCount, Men, Pin, PositionFacts, State, WrittenMove};
use quevedo_rules::{FIFTY_MOVES, Piece};

use super::drawing::Picture;
use crate::console::{WIDTH, wrap};

/// The space between the board and what stands beside it.
const GAP: &str = "   ";
/// The column in which the facts' names stand.
const NAMES: usize = 13;

/// Writes the whole page.
pub(super) fn write(out: &mut impl Write, picture: &Picture, facts: &PositionFacts) -> io::Result<()> {
    let beside = beside(facts, WIDTH - picture.width - GAP.len());
    let indent = " ".repeat(picture.width);
    for index in 0..picture.lines.len().max(beside.len()) {
        let left = picture.lines.get(index).unwrap_or(&indent);
        let line = format!("{left}{GAP}{}", beside.get(index).map_or("", String::as_str));
        writeln!(out, "{}", line.trim_end())?;
    }
    writeln!(out)?;
    write_moves(out, &facts.legal_moves)?;
    write_names(out, facts)
}

/// The facts that stand beside the board: a headline, then names and values.
fn beside(facts: &PositionFacts, width: usize) -> Vec<String> {
    let mut lines = wrap(&headline(facts), width);
    lines.push(String::new());
    for (name, value) in short_facts(facts) {
        for (index, part) in wrap(&value, width - NAMES).into_iter().enumerate() {
            let name = if index == 0 { name } else { "" };
            lines.push(format!("{name:<NAMES$}{part}"));
        }
    }
    lines
}

fn headline(facts: &PositionFacts) -> String {
    let mover = facts.turn.name();
    match facts.state {
        State::Ongoing => match facts.claim {
            Some(claim) => format!("{mover} to move, who may claim a draw: {}", claim_in_words(claim)),
            None => format!("{mover} to move"),
        },
        State::Checkmate => format!("Checkmate: {} has won", facts.turn.other().name()),
        State::Stalemate => format!("Stalemate: {mover} has no move, the game is drawn"),
        State::DeadPosition => "Drawn: neither side can give mate".to_owned(),
        State::FivefoldRepetition => "Drawn: the same position for the fifth time".to_owned(),
        State::SeventyFiveMoves => "Drawn: 75 moves without a capture or a pawn move".to_owned(),
    }
}

fn claim_in_words(claim: DrawClaim) -> &'static str {
    match claim {
        DrawClaim::ThreefoldRepetition => "the same position for the third time",
        DrawClaim::FiftyMoves => "50 moves without a capture or a pawn move",
    }
}

fn short_facts(facts: &PositionFacts) -> Vec<(&'static str, String)> {
    let mut short = vec![("move", facts.move_number.to_string())];
    if let Some(last) = facts.moves_played.last() {
        short.push(("last move", last.san.clone()));
    }
    if facts.repetitions > 1 {
        short.push(("repeated", format!("here for the {}. time", facts.repetitions)));
    }
    short.push(("fifty moves", format!("{} of {FIFTY_MOVES} plies", facts.halfmove_clock)));
    short.push(("castling", castling(facts)));
    short.push(("en passant", facts.en_passant.clone().unwrap_or_else(|| "none".to_owned())));
    short.push(("check", check(facts)));
    short.extend(pins(facts));
    short.push(("material", material(&facts.material)));
    short.extend(
        facts.opening.as_ref().map(|opening| ("opening", format!("{} {}", opening.eco, opening.name))),
    );
    short
}

fn castling(facts: &PositionFacts) -> String {
    let side = |name: &str, rooks: &CastlingRooks| {
        let rook = |san: &str, square: &Option<String>| {
            let square = square.as_ref()?;
            Some(if rooks.is_standard { san.to_owned() } else { format!("{san} ({square})") })
        };
        let wings: Vec<String> =
            [rook("O-O", &rooks.king_side), rook("O-O-O", &rooks.queen_side)].into_iter().flatten().collect();
        (!wings.is_empty()).then(|| format!("{name} {}", wings.join(" ")))
    };
    let sides = [side("White", &facts.castling.white), side("Black", &facts.castling.black)];
    let sides: Vec<String> = sides.into_iter().flatten().collect();
    if sides.is_empty() { "none".to_owned() } else { sides.join(", ") }
}

fn check(facts: &PositionFacts) -> String {
    match &facts.checkers[..] {
        [] => "no".to_owned(),
        checkers => {
            let men: Vec<String> =
                checkers.iter().map(|checker| format!("the {} on {}", checker.man, checker.square)).collect();
            format!("by {}", men.join(" and "))
        }
    }
}

/// A line for each pinned man.
fn pins(facts: &PositionFacts) -> Vec<(&'static str, String)> {
    if facts.pins.is_empty() {
        return vec![("pinned", "none".to_owned())];
    }
    let pin = |(index, pin): (usize, &Pin)| {
        let words = format!("{} {} by {} {}", pin.pinned.man, pin.pinned.square, pin.by_man, pin.by);
        (if index == 0 { "pinned" } else { "" }, words)
    };
    facts.pins.iter().enumerate().map(pin).collect()
}

/// Who has what more than the other.
fn material(count: &MaterialCount) -> String {
    let (white, black) = (count.men.white, count.men.black);
    let sides = [("White", surplus(white, black)), ("Black", surplus(black, white))];
    let ahead: Vec<String> = sides
        .into_iter()
        .filter(|(_, more)| !more.is_empty())
        .map(|(name, more)| format!("{name} has {} more", more.join(", ")))
        .collect();
    if ahead.is_empty() { "level".to_owned() } else { ahead.join("; ") }
}

fn surplus(own: Men, other: Men) -> Vec<String> {
    let more = |piece: Piece| own.count(piece).saturating_sub(other.count(piece));
    Piece::ALL
        .into_iter()
        .rev()
        .filter(|&piece| more(piece) > 0)
        .map(|piece| format!("{} {piece}{}", more(piece), if more(piece) == 1 { "" } else { "s" }))
        .collect()
}

/// The legal moves, a paragraph for each kind of piece.
fn write_moves(out: &mut impl Write, moves: &[WrittenMove]) -> io::Result<()> {
    match moves.len() {
        0 => writeln!(out, "no legal moves")?,
        1 => writeln!(out, "1 legal move")?,
        count => writeln!(out, "{count} legal moves")?,
    }
    for piece in Piece::ALL.into_iter().rev() {
        let sans: Vec<&str> =
            moves.iter().filter(|mv| mv.piece() == piece).map(|mv| mv.san.as_str()).collect();
        for (index, line) in wrap(&sans.join(" "), WIDTH - NAMES).into_iter().enumerate() {
            let name = if index == 0 { piece.name() } else { "" };
            writeln!(out, "  {name:<11}{line}")?;
        }
    }
    writeln!(out)
}

/// The names that programs have for the position.
fn write_names(out: &mut impl Write, facts: &PositionFacts) -> io::Result<()> {
    let keys = &facts.keys;
    writeln!(out, "{:<NAMES$}{}", "FEN", facts.fen)?;
    writeln!(out, "{:<NAMES$}{}", "Shredder", facts.shredder_fen)?;
    writeln!(out, "{:<NAMES$}Zobrist {}  Polyglot {}", "keys", keys.zobrist, keys.polyglot)?;
    writeln!(out, "{:<NAMES$}pawns   {}  material {}", "", keys.pawns, keys.material)?;
    writeln!(out, "{:<NAMES$}{}", "men", facts.material.name)
}
