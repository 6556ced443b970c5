//! Who holds whom, in words: the tactical structure of the position.

use std::io::{self, Write};

use quevedo_rules::{Board, Square};
use quevedo_tutor::Structure;

use crate::console::{WIDTH, wrap};

/// The column in which the facts' names stand.
const NAMES: usize = 13;

/// Writes what there is of the structure; nothing where nobody holds anybody.
pub(super) fn write(out: &mut impl Write, board: &Board, structure: &Structure) -> io::Result<()> {
    let man = |square: Square| {
        board.man_at(square).map_or_else(
            || square.to_string(),
            |man| format!("{} {} {square}", man.color().name(), man.piece().name()),
        )
    };
    let piece = |square: Square| {
        board
            .piece_at(square)
            .map_or_else(|| square.to_string(), |piece| format!("{} {square}", piece.name()))
    };
    let pieces =
        |squares: &[Square]| squares.iter().map(|&square| piece(square)).collect::<Vec<_>>().join(", ");
    let men = |squares: &[Square]| squares.iter().map(|&square| man(square)).collect::<Vec<_>>();
    let is_attacked =
        |square: &Square| board.man_at(*square).is_some_and(|man| board.is_attacked(*square, !man.color()));
    let pins = structure
        .pins
        .iter()
        .map(|pin| format!("{} by {} before its {}", man(pin.held), piece(pin.pinner), piece(pin.behind)));
    let forks =
        structure.forks.iter().map(|fork| format!("{} attacks {}", man(fork.by), pieces(&fork.targets)));
    let overloads =
        structure.overloads.iter().map(|it| format!("{} guards {}", man(it.guard), pieces(&it.duties)));
    let batteries =
        structure.batteries.iter().map(|it| format!("{} behind {}", man(it.rear), piece(it.front)));
    let rows: [(&str, Vec<String>); 6] = [
        ("held", pins.collect()),
        ("hanging", men(&structure.hanging)),
        // A man that nobody guards and nobody attacks is for programs.
        ("loose", men(&structure.loose.iter().copied().filter(is_attacked).collect::<Vec<_>>())),
        ("two attacks", forks.collect()),
        ("overloaded", overloads.collect()),
        ("batteries", batteries.collect()),
    ];
    if rows.iter().all(|(_, all)| all.is_empty()) {
        return Ok(());
    }
    writeln!(out)?;
    for (name, all) in rows.into_iter().filter(|(_, all)| !all.is_empty()) {
        for (index, line) in wrap(&all.join("; "), WIDTH - NAMES).into_iter().enumerate() {
            let name = if index == 0 { name } else { "" };
            writeln!(out, "{name:<NAMES$}{line}")?;
        }
    }
    Ok(())
}
