//! The chances that a score means.

use crate::Score;

/// Chances of the side to move, in thousandths; they add up to 1000.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "crate::serde_forms::Chances")
)]
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[doc(alias = "win rate model")]
pub struct WdlModel {
    /// The score at which half of the games are won, by material.
    pub middle: [f64; 4],
    /// How fast chances change with the score, by material.
    pub spread: [f64; 4],
}

impl WdlModel {
    /// The material of about move 32, in pawns: what a pawn is worth is said for it.
    pub const USUAL_MATERIAL: u32 = 58;

    /// The model of scores by the classical evaluation, fitted to 381 games of 10,000 nodes a move
    /// (docs/training-data.md has the commands).
    pub const CLASSICAL: WdlModel = WdlModel {
        middle: [-559.375, 1703.511, -1790.088, 752.024],
        spread: [-95.536, 320.159, -351.849, 192.463],
    };

    /// The model of scores by the built-in network, fitted to as many of its games.
    pub const NETWORK: WdlModel = WdlModel {
        middle: [-517.762, 1638.099, -1828.586, 828.785],
        spread: [-16.452, 19.400, -16.928, 108.026],
    };

    /// The score that wins half of the games at about move 32.
    pub fn pawn(&self) -> f64 {
        self.curve(WdlModel::USUAL_MATERIAL).0
    }

    /// The middle and the spread of the curve at this material.
    pub fn curve(&self, material: u32) -> (f64, f64) {
        let phase = f64::from(material) / f64::from(WdlModel::USUAL_MATERIAL);
        let polynomial = |c: &[f64; 4]| ((c[0] * phase + c[1]) * phase + c[2]) * phase + c[3];
        (polynomial(&self.middle), polynomial(&self.spread))
    }

    /// The score as users should see it, whatever the scale of the evaluation: 100 hundredths win half of
    /// the games at about move 32. Mates and table wins stay what they are.
    pub fn shown(&self, score: Score) -> Score {
        if score.is_decided() {
            return score;
        }
        Score::cp((f64::from(score.raw()) * 100.0 / self.pawn()).round() as i32)
    }

    /// The chances of a score (not of what is [shown](WdlModel::shown) for it) when men worth `material`
    /// pawns (1, 3, 3, 5, 9) are on the board.
    pub fn chances(&self, score: Score, material: u32) -> Wdl {
        if score.is_won() {
            return Wdl { win: 1000, draw: 0, loss: 0 };
        }
        if score.is_lost() {
            return Wdl { win: 0, draw: 0, loss: 1000 };
        }
        let (middle, spread) = self.curve(material.clamp(17, 78));
        let spread = spread.max(1.0);
        let chance = |score: f64| 1000.0 / (1.0 + ((middle - score) / spread).exp());
        let hundredths = f64::from(score.raw());
        let win = chance(hundredths).round() as u16;
        let loss = (chance(-hundredths).round() as u16).min(1000 - win);
        Wdl { win, draw: 1000 - win - loss, loss }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ply;

    #[test]
    fn chances_add_up_and_grow_with_the_score() {
        for model in [WdlModel::CLASSICAL, WdlModel::NETWORK] {
            chances_of_a_model_add_up(model);
        }
    }

    fn chances_of_a_model_add_up(model: WdlModel) {
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

    #[test]
    fn what_is_shown_as_a_pawn_wins_half_of_the_games() {
        let model = WdlModel { middle: [0.0, 10.0, 20.0, 90.0], spread: [0.0, 0.0, 0.0, 60.0] };
        assert_eq!(model.shown(Score::cp(120)), Score::cp(100));
        assert_eq!(model.shown(Score::cp(-30)), Score::cp(-25));
        assert_eq!(model.chances(Score::cp(120), 58).win, 500);
        let mate = Score::mated_in(Ply::new(4));
        assert_eq!(model.shown(mate), mate);
        assert_eq!(model.shown(Score::DRAW), Score::DRAW);
    }
}
