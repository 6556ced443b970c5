//! The list of checks.

mod ending;
mod greeting;
mod limits;
mod position;
mod report;

use super::{Check, Complaint};

/// What a check found.
type Checked = Result<(), Complaint>;

macro_rules! checks {
    ($($name:literal $talk:path: $summary:literal;)*) => {
        /// All checks, from the first word to the last.
        pub(super) const ALL: &[Check] = &[$(Check { name: $name, summary: $summary, talk: $talk },)*];
    };
}

checks! {
    "greeting" greeting::greeting: "uci is answered with id name, id author and uciok";
    "options" greeting::options: "option lines have a name, a type, and a default within their range";
    "standard-options" greeting::standard_options: "options that UCI defines have the type that it gives them";
    "ready" greeting::ready: "isready is answered with readyok";
    "unknown-words" greeting::unknown_words: "unknown commands, empty lines and odd spaces do no harm";
    "set-option" greeting::set_option: "setoption takes names in any case; bad names and values do no harm";
    "new-game" greeting::new_game: "ucinewgame is accepted before, between and after searches";
    "depth" limits::depth: "go depth ends by itself with one legal bestmove";
    "nodes" limits::nodes: "go nodes ends by itself with one legal bestmove";
    "movetime" limits::movetime: "go movetime ends in time with one legal bestmove";
    "mate" limits::mate: "go mate finds a mate and ends by itself";
    "clock" limits::clock: "go with both clocks, increments and movestogo ends in time";
    "one-clock" limits::one_clock: "go wtime 100 alone ends in time, and so does btime for Black";
    "no-time" limits::no_time: "with a millisecond left there is still a legal bestmove";
    "searchmoves" limits::search_moves: "searchmoves at the end of go limits the choice";
    "infinite" limits::infinite: "go infinite says no bestmove before stop, even when all is clear";
    "ready-searching" limits::ready_searching: "isready is answered while a search is going on";
    "stop" limits::stop: "stop is answered with one bestmove, at once, again and again";
    "stop-idle" limits::stop_idle: "stop and ponderhit without a search are ignored";
    "ponder" limits::ponder: "go ponder waits for ponderhit, and then answers in time";
    "ponder-stop" limits::ponder_stop: "go ponder can be stopped";
    "mated-root" position::mated_root: "a checkmated position gets an answer without a move";
    "stalemate-root" position::stalemate_root: "a stalemated position gets an answer without a move";
    "moves" position::moves: "castling, en passant and promotion are understood and written as UCI wants";
    "long-game" position::long_game: "a position after 600 plies is understood";
    "chess960" position::chess960: "with UCI_Chess960 castling is king takes rook, in and out";
    "illegal-position" position::illegal: "illegal positions and moves do not end the engine";
    "info" report::info: "info lines have integers, and lines of legal moves";
    "multipv" report::multi_pv: "MultiPV gives as many different first moves";
    "mate-line" report::mate_line: "a mate score comes with the whole line to the mate";
    "mated-line" report::mated_line: "so does a score of being mated";
    "wdl" report::wdl: "with UCI_ShowWDL there is wdl, which sums to 1000, and not without";
    "quit" ending::quit: "quit ends the engine";
    "quit-searching" ending::quit_searching: "quit ends the engine also during a search";
    "end-of-input" ending::end_of_input: "the end of its input ends the engine";
    "end-of-input-searching" ending::end_of_input_searching: "the end of its input ends the engine also during a search";
}
