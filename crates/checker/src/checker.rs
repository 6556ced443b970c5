//! From JSON to a verdict.

use std::collections::HashMap;
use std::path::Path;

use serde_json::Value;
use shakmaty::fen::Fen;
use shakmaty::{Chess, Color, EnPassantMode, Position};
use shakmaty_syzygy::Tablebase;

use crate::case::Case;
use crate::claims;
use crate::objection::{Objection, Standing};
use crate::schema::Finding;

/// Checks findings; it may have tablebases.
#[derive(Default, Debug)]
pub struct Checker {
    tables: Option<Tablebase<Chess>>,
    /// The code and the first part of the name of an opening, by the first four fields of the FEN.
    openings: HashMap<String, (String, String)>,
}

/// Checks one finding without tablebases.
///
/// # Errors
/// The first fault that is found.
pub fn check(finding: &Value) -> Result<(), Objection> {
    Checker::default().check(finding).map(|_| ())
}

/// What is said where a table is missing: the proof is then not refuted, but counted.
pub const NO_TABLE: &str = "no table for this position";

impl Checker {
    /// A checker with the Syzygy tables of a folder.
    ///
    /// # Errors
    /// Says in words what is wrong.
    pub fn with_tables(folder: &Path) -> std::io::Result<Checker> {
        let mut tables = Tablebase::new();
        tables.add_directory(folder)?;
        Ok(Checker { tables: Some(tables), ..Checker::default() })
    }

    /// The same with names of openings: rows of code, name, moves, moves as UCI writes them, and the position, with tabs between, as
    /// Lichess has them.
    #[must_use]
    pub fn with_openings(mut self, rows: &str) -> Checker {
        for row in rows.lines().skip(1) {
            if let [code, name, _, _, position] = row.split('\t').collect::<Vec<_>>()[..] {
                let family = name.split([':', ',']).next().unwrap_or(name).trim().to_owned();
                self.openings.insert(position.trim().to_owned(), (code.to_owned(), family));
            }
        }
        self
    }

    /// The code and the family of a position's opening, if it has a name.
    pub fn opening(&self, position: &Chess) -> Option<(&str, &str)> {
        let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
        let epd = fen.rsplitn(3, ' ').nth(2)?;
        self.openings.get(epd).map(|(code, family)| (code.as_str(), family.as_str()))
    }

    /// The tables' value of a position for one side: 1, 0 or -1.
    ///
    /// # Errors
    /// Says in words what is wrong.
    pub fn table_value(&self, position: &Chess, side: Color) -> Result<i32, String> {
        let tables = self.tables.as_ref().ok_or(NO_TABLE)?;
        let value = tables.probe_wdl_after_zeroing(position).map_err(|_| NO_TABLE)?;
        let sign = (value as i32).signum();
        Ok(if position.turn() == side { sign } else { -sign })
    }

    /// Checks one finding.
    ///
    /// # Errors
    /// Says in words what is wrong.
    pub fn check(&self, finding: &Value) -> Result<Standing, Objection> {
        let kind = finding["fact"]["kind"].as_str().unwrap_or("?").to_owned();
        let read: Finding = serde::Deserialize::deserialize(finding)
            .map_err(|fault: serde_json::Error| Objection::Form(format!("{kind}: {fault}")))?;
        let falsehood = |why: String| Objection::False { kind: kind.clone(), why };
        let mut untold = None;
        let checked = Case::new(self, &read).map_err(falsehood).and_then(|case| {
            case.walk_proofs().map_err(|(number, why)| Objection::Proof {
                kind: kind.clone(),
                number,
                why,
            })?;
            case.check_frame().and_then(|()| claims::check(&case)).map_err(falsehood)?;
            untold = case.untold();
            Ok(())
        });
        match checked {
            Err(Objection::False { why, .. } | Objection::Proof { why, .. }) if why.ends_with(NO_TABLE) => {
                Ok(Standing::Unchecked(NO_TABLE))
            }
            Err(fault) => Err(fault),
            Ok(()) => Ok(untold.map_or(Standing::Verified, Standing::Unchecked)),
        }
    }
}
