//! Making a segment of games.

use std::collections::HashSet;
use std::io::{self, Write};

use serde::Serialize;

use crate::game::GameRecord;
use crate::names::Names;
use crate::order::{self, NO_MOVE};
use crate::segment::{self, Columns, GAMES_IN_BLOCK, Occurrence, Posting};
use crate::theme::Themes;

/// The most games of one segment. More of them go into several, so that memory stays small: about 1.7 KB a game.
pub const MOST_GAMES: u32 = 1 << 20;

/// A position counts up to this ply; nobody looks for what comes after.
const MOST_PLIES: usize = 1024;

/// By how many first bits of their keys occurrences are kept apart while they come in.
const PART_BITS: u32 = 8;

/// Takes games in and writes a segment.
#[derive(Debug)]
pub struct Builder {
    known: HashSet<u64>,
    names: Names,
    columns: Columns,
    blocks: Vec<Vec<u8>>,
    games: u32,
    parts: Vec<Vec<Occurrence>>,
    places: Vec<u8>,
    themes: Themes,
    postings: Vec<Posting>,
}

/// What a segment holds.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
pub struct Summary {
    /// Games.
    pub games: u32,
    /// Positions: each game's first meeting with each.
    pub positions: u64,
    /// Different positions that occur in two games or more.
    pub shared_positions: u64,
}

impl Builder {
    /// Begins a segment that leaves out the games with these identities (see [`Explorer::identities`](crate::Explorer::identities)).
    pub fn new(known: HashSet<u64>) -> Builder {
        Builder {
            known,
            names: Names::default(),
            columns: Columns::default(),
            blocks: Vec::new(),
            games: 0,
            parts: vec![Vec::new(); 1 << PART_BITS],
            places: Vec::new(),
            themes: Themes::default(),
            postings: Vec::new(),
        }
    }

    /// How many games it has taken in.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// Whether it has all the games that a segment may have.
    pub fn is_full(&self) -> bool {
        self.games >= MOST_GAMES
    }

    /// Takes a game in, unless it is there already: `false` then.
    pub fn add(&mut self, game: &GameRecord) -> bool {
        let identity = game.identity();
        if !self.known.insert(identity) {
            return false;
        }
        let number = self.games;
        self.games += 1;
        let names = [&game.white, &game.black, &game.event, &game.site].map(|name| self.names.number(name));
        self.columns.push(game, names, identity);
        self.places.clear();
        let mut board = game.start;
        self.themes.begin(&board);
        for (ply, &mv) in game.moves.iter().enumerate() {
            let place = order::place(&board, mv);
            self.meet(board.key().0, number, ply, place);
            self.places.push(place);
            let mover = board.piece_at(mv.from());
            board.make(mv);
            if let Some(mover) = mover.filter(|_| ply < MOST_PLIES) {
                self.themes.play(mover, mv, &board, ply as u16 + 1);
            }
        }
        let posting = |stay: &crate::theme::Stay| Posting {
            key: stay.key,
            game: number,
            ply: stay.ply,
            is_turned: stay.is_turned,
        };
        self.postings.extend(self.themes.stays().iter().map(posting));
        self.meet(board.key().0, number, game.moves.len(), NO_MOVE);
        if (number as usize).is_multiple_of(GAMES_IN_BLOCK) {
            self.blocks.push(Vec::new());
        }
        if let Some(block) = self.blocks.last_mut() {
            segment::put_game(block, &game.start, &self.places);
        }
        true
    }

    fn meet(&mut self, key: u64, game: u32, ply: usize, place: u8) {
        if ply <= MOST_PLIES {
            let part = (key >> (64 - PART_BITS)) as usize;
            self.parts[part].push(Occurrence { key, game, ply: ply as u16, place });
        }
    }

    /// Writes the segment, and gives back the identities of all games that are known now.
    ///
    /// # Errors
    /// If writing fails.
    pub fn finish(self, out: &mut dyn Write) -> io::Result<(Summary, HashSet<u64>)> {
        let names = self.names.bytes();
        let (positions, shared_positions) =
            segment::write(out, &self.blocks, &self.columns, &names, self.games, self.parts, self.postings)?;
        Ok((Summary { games: self.games, positions, shared_positions }, self.known))
    }
}
