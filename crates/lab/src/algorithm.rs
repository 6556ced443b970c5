//! The algorithms by name.

use core::fmt;
use core::str::FromStr;

use crate::settings::Settings;

macro_rules! algorithms {
    ($($(#[doc = $doc:literal])+ $variant:ident = $name:literal, $paper:literal;)+) => {
        /// A way to search a tree.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Algorithm { $($(#[doc = $doc])+ $variant,)+ }

        impl Algorithm {
            /// All of them, in the order of their years.
            pub const ALL: [Algorithm; [$($name),+].len()] = [$(Algorithm::$variant),+];

            /// The name.
            pub const fn name(self) -> &'static str {
                match self { $(Algorithm::$variant => $name,)+ }
            }

            /// Where it is from.
            pub const fn paper(self) -> &'static str {
                match self { $(Algorithm::$variant => $paper,)+ }
            }

            /// What it does, in a line.
            pub const fn about(self) -> &'static str {
                match self { $(Algorithm::$variant => concat!($($doc),+).trim_ascii(),)+ }
            }
        }
    };
}

algorithms! {
    /// Visits every node.
    Minimax = "minimax", "von Neumann and Morgenstern 1944; Shannon 1950, type A";
    /// Leaves out what a refutation makes irrelevant, fail-soft.
    AlphaBeta = "alpha-beta", "Marsland 1991, Fig. 1";
    /// Alpha-beta with a narrow window around an estimate.
    Aspiration = "aspiration", "Marsland 1991, Fig. 3";
    /// Evaluates the first move and tests the others.
    Scout = "scout", "Pearl 1980";
    /// Principal variation search with minimal windows and Reinefeld's rule.
    Pvs = "pvs", "Marsland 1991, Fig. 5";
    /// Minimal window search with a transposition table.
    Mws = "mws", "Marsland 1991, Fig. 7";
    /// Null window search with table, extensions, null move and credit.
    Nws = "nws", "Marsland and Björnsson, Fig. 1";
    /// Tests with a memory, around an estimate.
    Mtdf = "mtdf", "Plaat 1996";
    /// Tests with a memory, from above: the nodes of SSS*.
    Sss = "sss", "Stockman 1979, as MT-SSS* (Plaat 1996)";
}

/// What belongs to the game or to the run rather than to the algorithm.
const COMMON: [&str; 7] =
    ["deepening", "captures-first", "safe-captures", "quiescence", "analogies", "window", "nodes"];

impl Algorithm {
    /// The switches that are on but mean nothing to this algorithm. Alpha-beta, aspiration and PVS obey all
    /// switches; the others stay as their papers have them.
    ///
    /// ```
    /// use quevedo_lab::{Algorithm, Settings};
    ///
    /// let settings: Settings = "killers,captures-first".parse()?;
    /// assert_eq!(Algorithm::Minimax.ignored(&settings), ["killers"]);
    /// assert!(Algorithm::Pvs.ignored(&settings).is_empty());
    /// # Ok::<(), quevedo_lab::SettingError>(())
    /// ```
    pub fn ignored(self, settings: &Settings) -> Vec<&'static str> {
        let obeyed: &[&str] = match self {
            Algorithm::AlphaBeta | Algorithm::Aspiration | Algorithm::Pvs => return Vec::new(),
            Algorithm::Mws => &["table", "replace", "exact-height"],
            Algorithm::Nws => &[
                "table",
                "replace",
                "exact-height",
                "history",
                "killers",
                "check-extension",
                "recapture-extension",
                "null",
                "null-guard",
            ],
            Algorithm::Minimax | Algorithm::Scout | Algorithm::Mtdf | Algorithm::Sss => &[],
        };
        settings.switched().filter(|name| !COMMON.contains(name) && !obeyed.contains(name)).collect()
    }
}

/// A name that no algorithm has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no algorithm called {0:?}; there are {all}", all = Algorithm::ALL.map(Algorithm::name).join(", "))]
pub struct UnknownAlgorithm(pub String);

impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;

    fn from_str(name: &str) -> Result<Algorithm, UnknownAlgorithm> {
        let found = Algorithm::ALL.into_iter().find(|algorithm| algorithm.name() == name);
        found.ok_or_else(|| UnknownAlgorithm(name.to_owned()))
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for algorithm in Algorithm::ALL {
            assert_eq!(algorithm.to_string().parse(), Ok(algorithm));
            assert!(!algorithm.about().is_empty() && !algorithm.paper().is_empty());
        }
        let error = "beam".parse::<Algorithm>().expect_err("no such thing").to_string();
        assert!(error.contains("minimax, alpha-beta"), "{error}");
    }
}
