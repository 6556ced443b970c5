//! What a search remembers from node to node and from iteration to iteration.

pub(crate) mod table;

use crate::analogy::Analogies;
use crate::settings::Settings;
use table::Table;

/// All tables of a search.
#[derive(Clone, Debug)]
pub(crate) struct Memory<M> {
    pub(crate) table: Table<M>,
    pub(crate) analogies: Analogies,
}

impl<M: Copy> Memory<M> {
    pub(crate) fn new(settings: &Settings) -> Memory<M> {
        Memory { table: Table::new(settings.table), analogies: Analogies::default() }
    }
}
