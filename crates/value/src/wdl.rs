//! The chances that a score means.

/// Chances of the side to move, in thousandths; they add up to 1000.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wdl {
    /// Chance to win.
    pub win: u16,
    /// Chance to draw.
    pub draw: u16,
    /// Chance to lose.
    pub loss: u16,
}

impl Wdl {
    /// The expected points of the side to move, 0 to 1.
    pub fn expectation(self) -> f64 {
        f64::from(self.win) / 1000.0 + f64::from(self.draw) / 2000.0
    }
}

/// How scores become chances: the chance to win is a logistic curve whose middle and steepness depend
/// on how much material is left, the chance to lose is the same curve seen from the other side.
///
/// The coefficients are cubic polynomials of the material (78 pawns' worth at the start).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WdlModel {
    /// The score at which half of the games are won, by material.
    pub middle: [f64; 4],
    /// How fast chances change with the score, by material.
    pub spread: [f64; 4],
}

impl WdlModel {
    /// The chances of a score when men worth `material` pawns (1, 3, 3, 5, 9) are on the board.
    pub fn chances(&self, score: crate::Score, material: u32) -> Wdl {
        if score.is_won() {
            return Wdl { win: 1000, draw: 0, loss: 0 };
        }
        if score.is_lost() {
            return Wdl { win: 0, draw: 0, loss: 1000 };
        }
        let phase = f64::from(material.clamp(17, 78)) / 58.0;
        let polynomial = |c: &[f64; 4]| ((c[0] * phase + c[1]) * phase + c[2]) * phase + c[3];
        let (middle, spread) = (polynomial(&self.middle), polynomial(&self.spread).max(1.0));
        let chance = |score: f64| 1000.0 / (1.0 + ((middle - score) / spread).exp());
        let hundredths = f64::from(score.raw());
        let win = chance(hundredths).round() as u16;
        let loss = (chance(-hundredths).round() as u16).min(1000 - win);
        Wdl { win, draw: 1000 - win - loss, loss }
    }
}

impl Default for WdlModel {
    /// A first fit, to be replaced by one on our own games (`quevedo` issue "The network", point 5):
    /// half of the games won at +150 with all men, +110 with few; a spread of 70 hundredths.
    fn default() -> WdlModel {
        WdlModel { middle: [0.0, 0.0, 40.0, 98.0], spread: [0.0, 0.0, 0.0, 70.0] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ply, Score};

    #[test]
    fn chances_add_up_and_grow_with_the_score() {
        let model = WdlModel::default();
        let mut last = 0;
        for hundredths in -1000..=1000 {
            for material in [0, 20, 58, 78, 200] {
                let chances = model.chances(Score::cp(hundredths), material);
                assert_eq!(chances.win + chances.draw + chances.loss, 1000);
                let mirrored = model.chances(Score::cp(-hundredths), material);
                assert!(chances.win.abs_diff(mirrored.loss) <= 1);
            }
            let win = model.chances(Score::cp(hundredths), 58).win;
            assert!(win >= last);
            last = win;
        }
        assert_eq!(model.chances(Score::mate_in(Ply::new(3)), 30).win, 1000);
        assert_eq!(model.chances(Score::mated_in(Ply::new(3)), 30).loss, 1000);
    }
}
