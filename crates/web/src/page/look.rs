//! Questions about collections of games and the laboratory.

use std::sync::Arc;

use super::{Page, aside};
use crate::ask::Ask;
use crate::collections;
use crate::laboratory;
use crate::problem::Problem;
use crate::tell::{Code, Tell};

impl Page {
    /// Answers what is about looking around.
    pub(super) async fn look(&mut self, ask: Ask) -> Result<Option<Tell>, Problem> {
        let id = ask.id();
        let hall = Arc::clone(&self.hall);
        Ok(Some(match ask {
            Ask::Explore(ask) => {
                let explored = aside(move || collections::explore(&hall.collections, &ask)).await?;
                Tell::Explored { id, explored: Box::new(explored) }
            }
            Ask::Record(ask) => {
                Tell::Pgn { id, pgn: aside(move || collections::record(&hall.collections, &ask)).await? }
            }
            Ask::Experiment(ask) => match ask.name {
                None => Tell::Experiments { id, experiments: aside(|| Ok(laboratory::list())).await? },
                Some(name) => {
                    let experiment = aside(move || laboratory::experiment(&name)).await?;
                    Tell::Experiment { id, experiment: Box::new(experiment) }
                }
            },
            Ask::Grow(ask) => {
                self.tree = None;
                let busy = || Problem::new(Code::Busy, "another tree is being grown; try again");
                let turn = hall.growing.acquire().await.map_err(|_| busy())?;
                let (visited, tree) = aside(move || laboratory::grow(&ask)).await?;
                drop(turn);
                self.tree = Some(Arc::new(visited));
                Tell::Grown { id, tree: Box::new(tree) }
            }
            Ask::Branches(ask) => {
                let none = || Problem::new(Code::Missing, "no tree has been grown");
                let tree = self.tree.as_ref().ok_or_else(none)?;
                Tell::Branches { id, branches: laboratory::branches(tree, ask.node)? }
            }
            _ => return Err(Problem::new(Code::Message, "this question has no answer")),
        }))
    }
}
