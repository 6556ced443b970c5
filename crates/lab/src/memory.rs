//! What a search remembers from node to node and from iteration to iteration.

pub(crate) mod history;
pub(crate) mod killers;
pub(crate) mod refutation;
pub(crate) mod root;
pub(crate) mod table;

use history::History;
use killers::Killers;
use refutation::Refutations;
use root::RootMoves;
use table::Table;

use crate::analogy::Analogies;
use crate::settings::Settings;

/// All tables of a search.
#[derive(Clone, Debug)]
pub(crate) struct Memory<M> {
    pub(crate) table: Table<M>,
    pub(crate) killers: Killers<M>,
    pub(crate) history: History,
    pub(crate) refutations: Refutations<M>,
    pub(crate) root: RootMoves<M>,
    pub(crate) analogies: Analogies,
}

impl<M: Copy + Eq> Memory<M> {
    pub(crate) fn new(settings: &Settings) -> Memory<M> {
        Memory {
            table: Table::new(settings.table, settings.replacement),
            killers: Killers::new(),
            history: History::new(),
            refutations: Refutations::new(),
            root: RootMoves::new(),
            analogies: Analogies::default(),
        }
    }
}
