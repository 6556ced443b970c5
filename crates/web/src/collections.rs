//! Collections of games: what was played in a position, and by whom.

use quevedo_games::{Date, GameTree, PgnResult};
use quevedo_library::{Explorer, Filter, GameNote, GameOrder, GameRecord, Results};
use quevedo_rules::Game;

use crate::ask::{AskExplore, AskRecord, GameFilter};
use crate::position;
use crate::problem::Problem;
use crate::tell::{Code, CollectionFacts, ExploredFacts, ExploredMove, FoundGame, ResultCounts};

/// So many games are listed.
const MOST_GAMES: usize = 15;
/// So many moves are shown.
const MOST_MOVES: usize = 40;

/// A collection under a name.
#[derive(Debug)]
pub struct Collection {
    /// What it is called.
    pub name: String,
    /// Its games.
    pub explorer: Explorer,
}

/// All collections in a line each.
pub(crate) fn list(all: &[Collection]) -> Vec<CollectionFacts> {
    let facts = |one: &Collection| CollectionFacts { name: one.name.clone(), games: one.explorer.games() };
    all.iter().map(facts).collect()
}

fn find(all: &[Collection], number: usize) -> Result<&Explorer, Problem> {
    let missing = || Problem::new(Code::Missing, "there is no such collection");
    all.get(number).map(|collection| &collection.explorer).ok_or_else(missing)
}

/// What was played in a position.
pub(crate) fn explore(all: &[Collection], ask: &AskExplore) -> Result<ExploredFacts, Problem> {
    let explorer = find(all, ask.collection)?;
    let game: Game = position::game(&ask.start, &ask.moves)?;
    let filter = read(&ask.filter)?;
    let fault = |error: quevedo_library::SegmentError| Problem::new(Code::Fault, error.to_string());
    let here = explorer.query(game.board(), &filter).map_err(fault)?;
    let (_, games) =
        explorer.games_with(game.board(), &filter, MOST_GAMES, GameOrder::Strongest).map_err(fault)?;
    let moves = here.moves.iter().take(MOST_MOVES).map(|row| ExploredMove {
        // The page's own notation, in which castling is a king's move.
        uci: game
            .board()
            .parse_san(&row.san)
            .map_or_else(|_| row.uci.to_string(), |mv| game.board().uci(mv).to_string()),
        san: row.san.clone(),
        results: counts(row.results),
        rating: row.mean_rating.map(|rating| rating.round() as u32),
        year: row.last_year,
    });
    Ok(ExploredFacts {
        results: counts(here.results),
        moves: moves.collect(),
        games: games.iter().map(found).collect(),
    })
}

fn read(filter: &GameFilter) -> Result<Filter, Problem> {
    let named = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    let year = |year: Option<u16>| year.map(|year| Date { year: Some(year), month: None, day: None });
    let result = match filter.result.as_str() {
        "" => None,
        text => {
            let fault = || Problem::new(Code::Range, "a result is 1-0, 0-1 or 1/2-1/2");
            Some(text.parse::<PgnResult>().map_err(|_| fault())?)
        }
    };
    let filter = Filter {
        player: named(&filter.player),
        least_rating: filter.least_rating,
        since: year(filter.since),
        until: year(filter.until),
        result,
        ..Filter::default()
    };
    filter.check().map_err(|error| Problem::new(Code::Range, error.to_string()))?;
    Ok(filter)
}

fn counts(results: Results) -> ResultCounts {
    ResultCounts { games: results.games, white: results.white, draws: results.draws, black: results.black }
}

fn found(note: &GameNote) -> FoundGame {
    let game = &note.game;
    let player = |name: &str, rating: Option<u16>| {
        let name = if name.is_empty() { "?" } else { name };
        rating.map_or_else(|| name.to_owned(), |rating| format!("{name} ({rating})"))
    };
    let year = game.date.year.map(|year| year.to_string());
    let event: Vec<String> =
        [Some(game.event.clone()), year].into_iter().flatten().filter(|text| !text.is_empty()).collect();
    FoundGame {
        segment: note.segment,
        number: note.number,
        players: format!(
            "{} - {}",
            player(&game.white, game.white_rating),
            player(&game.black, game.black_rating)
        ),
        event: event.join(", "),
        result: game.result.as_str().to_owned(),
    }
}

/// A game as PGN.
pub(crate) fn record(all: &[Collection], ask: &AskRecord) -> Result<String, Problem> {
    let explorer = find(all, ask.collection)?;
    let missing = || Problem::new(Code::Missing, "there is no such game");
    let segment = explorer.segments().get(ask.segment).ok_or_else(missing)?;
    if ask.number >= segment.games() {
        return Err(missing());
    }
    let game = segment.game(ask.number).map_err(|error| Problem::new(Code::Fault, error.to_string()))?;
    write(&game)
}

fn write(game: &GameRecord) -> Result<String, Problem> {
    let mut tree = GameTree::from_board(game.start);
    let elo = |rating: Option<u16>| rating.map(|rating| rating.to_string()).unwrap_or_default();
    for (name, value) in [
        ("Event", game.event.clone()),
        ("Site", game.site.clone()),
        ("Date", game.date.to_string()),
        ("White", game.white.clone()),
        ("Black", game.black.clone()),
        ("Result", game.result.as_str().to_owned()),
        ("WhiteElo", elo(game.white_rating)),
        ("BlackElo", elo(game.black_rating)),
    ] {
        if !value.is_empty() {
            tree.headers_mut().set(name, &value);
        }
    }
    let mut at = tree.root();
    for &mv in &game.moves {
        at = tree.add_move(at, mv).map_err(|error| Problem::new(Code::Fault, error.to_string()))?;
    }
    Ok(tree.to_pgn())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::Arc;

    use quevedo_library::{Builder, Segment};
    use quevedo_rules::Board;

    use super::*;

    fn collection() -> Collection {
        let mut builder = Builder::new(HashSet::new());
        for (moves, white, result) in
            [("e4 e5 Nf3", "Ada", "1-0"), ("e4 c5", "Bob", "0-1"), ("d4 d5", "Ada", "1/2-1/2")]
        {
            let mut game = Game::default();
            for word in moves.split(' ') {
                game.play(game.board().parse_san(word).expect("a move")).expect("legal");
            }
            builder.add(&GameRecord {
                start: Board::start(),
                moves: game.moves().to_vec(),
                result: result.parse().expect("a result"),
                white: white.to_owned(),
                black: "Eve".to_owned(),
                white_rating: Some(2000),
                black_rating: None,
                date: "1999.01.02".parse().expect("a date"),
                event: "Open".to_owned(),
                site: String::new(),
            });
        }
        let mut file = tempfile::tempfile().expect("a file");
        builder.finish(&mut file).expect("written");
        let explorer = Explorer::new(vec![Segment::open(Arc::new(file)).expect("a segment")]);
        Collection { name: "mine".to_owned(), explorer }
    }

    #[test]
    fn a_position_is_explored_and_a_game_opened() {
        let all = [collection()];
        assert_eq!(list(&all), [CollectionFacts { name: "mine".to_owned(), games: 3 }]);
        let ask = |moves: &[&str], filter| AskExplore {
            id: 1,
            collection: 0,
            start: "startpos".to_owned(),
            moves: moves.iter().map(|&mv| mv.to_owned()).collect(),
            filter,
        };
        let first = explore(&all, &ask(&[], GameFilter::default())).expect("moves");
        assert_eq!((first.results.games, first.moves[0].san.as_str()), (3, "e4"));
        assert_eq!((first.moves[0].results.white, first.moves[0].results.black), (1, 1));
        let ada = GameFilter { player: "ada".to_owned(), ..GameFilter::default() };
        let after = explore(&all, &ask(&["e4"], ada)).expect("moves");
        assert_eq!((after.moves.len(), after.games[0].players.as_str()), (1, "Ada (2000) - Eve"));
        let game = &after.games[0];
        let record = AskRecord { id: 1, collection: 0, segment: game.segment, number: game.number };
        assert!(super::record(&all, &record).expect("a game").contains("2. Nf3 1-0"));
        assert!(super::record(&all, &AskRecord { number: 99, ..record }).is_err());
        assert!(explore(&all, &AskExplore { collection: 1, ..ask(&[], GameFilter::default()) }).is_err());
        let wrong = GameFilter { result: "2-0".to_owned(), ..GameFilter::default() };
        assert_eq!(explore(&all, &ask(&[], wrong)).expect_err("a problem").code, Code::Range);
    }
}
