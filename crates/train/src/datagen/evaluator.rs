//! What players evaluate with.

use core::fmt;
use std::sync::Arc;

use quevedo_eval::AnyEvaluator;
use quevedo_search::{Searcher, Table};

/// What makes the evaluation of each player, and what files call it.
#[derive(Clone)]
pub struct NewEvaluator {
    name: String,
    make: Arc<dyn Fn() -> AnyEvaluator + Send + Sync>,
}

impl NewEvaluator {
    /// Such evaluators under this name.
    pub fn new(
        name: impl Into<String>,
        make: impl Fn() -> AnyEvaluator + Send + Sync + 'static,
    ) -> NewEvaluator {
        NewEvaluator { name: name.into(), make: Arc::new(make) }
    }

    /// The classical evaluation.
    pub fn classical() -> NewEvaluator {
        NewEvaluator::new("classical", AnyEvaluator::classical)
    }

    /// The name, which tells evaluations apart.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A search of one thread that evaluates so.
    pub(super) fn pool(&self, table: Arc<Table>) -> Box<dyn Searcher> {
        let make = Arc::clone(&self.make);
        quevedo_search::player(table, Box::new(move || make()))
    }
}

impl fmt::Debug for NewEvaluator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NewEvaluator({})", self.name)
    }
}
