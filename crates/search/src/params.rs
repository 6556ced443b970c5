//! The numbers of the search that can be tuned: one table, from which the struct, the hidden UCI
//! options, the tuner's list and the documentation come.

/// A parameter as data.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The name that a user types.
    pub name: &'static str,
    /// What it does.
    pub summary: &'static str,
    /// Its value in the playing search.
    pub default: i32,
    /// The least value that makes sense.
    pub min: i32,
    /// The greatest value that makes sense.
    pub max: i32,
    /// How far a tuner should step.
    pub step: i32,
}

macro_rules! params {
    ($($(#[doc = $doc:literal])* $name:ident = $default:literal in $min:literal ..= $max:literal step $step:literal;)*) => {
        /// The search's numbers. Margins are in hundredths of a pawn, reductions in 1024ths of a ply.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Params { $($(#[doc = $doc])* pub $name: i32,)* }

        impl Params {
            /// The playing search's values.
            pub const DEFAULT: Params = Params { $($name: {
                assert!($min <= $default && $default <= $max, "a default outside of its range");
                $default
            },)* };

            /// All parameters as data.
            pub const TABLE: &[Parameter] = &[$(Parameter {
                name: stringify!($name),
                summary: concat!($($doc,)*).trim_ascii(),
                default: $default,
                min: $min,
                max: $max,
                step: $step,
            },)*];

            /// The value of the parameter with this name.
            pub fn get(&self, name: &str) -> Option<i32> {
                match name { $(stringify!($name) => Some(self.$name),)* _ => None }
            }

            /// Sets the parameter with this name, if it exists and the value is in its range.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) if ($min..=$max).contains(&value) => { self.$name = value; true })*
                    _ => false,
                }
            }
        }
    };
}

params! {
    /// Half-width of the first aspiration window.
    aspiration_width = 14 in 5..=60 step 4;
    /// Least depth with an aspiration window.
    aspiration_depth = 4 in 1..=8 step 1;
    /// Least depth of an iteration whose root moves are ordered by the size of their subtrees.
    root_ordering_depth = 6 in 2..=20 step 2;
    /// Sacrifices of the root are deepened alone up to so many plies behind the iteration.
    sacrifice_behind = 7 in 2..=12 step 1;
    /// At most one node of so many is spent on that.
    sacrifice_share = 8 in 4..=64 step 4;
    /// Half-width of the window around a sacrifice's own score.
    sacrifice_window = 50 in 10..=200 step 10;
    /// A sacrifice that is better than the best move by so much is searched before it.
    sacrifice_gain = 30 in 0..=200 step 10;
    /// How much a failed window widens, in per cent of its width.
    aspiration_growth = 50 in 10..=200 step 15;
    /// A window wider than this is opened completely.
    aspiration_widest = 600 in 200..=2000 step 100;
    /// A search that fails high is repeated less deep, by at most so many plies.
    aspiration_reduction = 3 in 0..=5 step 1;
    /// Least depth at which a move that another thread is searching is put off.
    deferral_depth = 2 in 1..=20 step 1;
    /// Greatest depth at which it is: threads that divide larger subtrees find too little of each other's work.
    deferral_deepest = 9 in 1..=100 step 1;
    /// What a thread's vote counts beyond its score above the worst, for each ply of its depth.
    vote_base = 14 in 1..=100 step 4;

    /// From this halfmove clock on the table, which does not know it, is not believed.
    table_halfmoves = 90 in 50..=100 step 4;
    /// How much deeper than it was asked for the answer of a tablebase counts: it needs no search at all.
    endgame_depth = 6 in 0..=20 step 2;
    /// In a known draw, what men count that are still there, in per cent of their worth in exchanges.
    lean_material = 25 in 0..=100 step 5;
    /// In a known draw, what a pawn counts for each rank that it has advanced.
    lean_advance = 3 in 0..=20 step 1;
    /// Evaluations fade by the halfmove clock divided by this.
    damping_halfmoves = 220 in 110..=1000 step 20;

    /// Greatest depth for razoring.
    razor_depth = 3 in 0..=6 step 1;
    /// How far below alpha the evaluation must be, at depth 0.
    razor_base = 260 in 50..=600 step 40;
    /// How much further for each ply.
    razor_slope = 220 in 50..=500 step 30;

    /// Greatest depth for reverse futility.
    reverse_futility_depth = 7 in 2..=12 step 1;
    /// Margin above beta for each ply.
    reverse_futility_slope = 72 in 30..=150 step 8;
    /// Less margin when the position is improving.
    reverse_futility_improving = 60 in 0..=150 step 10;

    /// Least depth for a null move.
    null_depth = 3 in 1..=6 step 1;
    /// Plies that every null move is reduced by.
    null_base = 4 in 2..=6 step 1;
    /// One more ply of reduction for so many plies of depth.
    null_divisor = 4 in 2..=8 step 1;
    /// One more ply of reduction for so much evaluation above beta.
    null_eval_divisor = 190 in 80..=400 step 20;
    /// The evaluation may be this far below beta for each ply of depth.
    null_slack = 12 in 0..=40 step 4;
    /// The evaluation must be this far above beta, less the slack.
    null_margin = 120 in 0..=300 step 15;
    /// At most so many plies of reduction for the evaluation.
    null_eval_most = 3 in 0..=6 step 1;
    /// Quarters of the depth in which no null move is tried while one is verified.
    null_verify_quarters = 3 in 1..=4 step 1;
    /// Least depth at which a cut-off is verified.
    null_verify_depth = 14 in 8..=20 step 1;

    /// Least depth for `ProbCut`.
    probcut_depth = 5 in 3..=8 step 1;
    /// Margin above beta.
    probcut_margin = 190 in 80..=350 step 15;
    /// Less margin when the position is improving.
    probcut_improving = 50 in 0..=150 step 10;
    /// Plies that the test is less deep.
    probcut_reduction = 4 in 2..=6 step 1;
    /// A table entry at most so many plies less deep can speak against it.
    probcut_table_depth = 3 in 0..=6 step 1;

    /// Least depth for the reduction of nodes without a table move.
    iir_depth = 4 in 2..=8 step 1;

    /// Late-move pruning: moves at depth 0.
    lmp_base = 10 in 1..=30 step 2;
    /// Late-move pruning: in 1024ths, how the number of moves grows with the depth squared.
    lmp_slope = 900 in 300..=2000 step 80;
    /// Late-move pruning: the number of moves is divided by this if the position is not improving.
    lmp_not_improving = 2 in 1..=4 step 1;
    /// Greatest reduced depth for futility pruning.
    futility_depth = 8 in 3..=12 step 1;
    /// Futility margin at depth 0.
    futility_base = 95 in 20..=250 step 15;
    /// Futility margin for each ply.
    futility_slope = 85 in 30..=180 step 10;
    /// One hundredth of a pawn of futility margin for so much history.
    futility_history = 128 in 40..=400 step 20;
    /// Greatest reduced depth for history pruning.
    history_prune_depth = 5 in 1..=8 step 1;
    /// History below which a quiet move is not searched, for each ply.
    history_prune_slope = -3300 in -8000..=-500 step 300;
    /// Exchange loss that a quiet move may have, for each squared ply of reduced depth.
    see_quiet_slope = -22 in -60..=-5 step 4;
    /// Exchange loss that a capture may have, for each ply.
    see_capture_slope = -105 in -250..=-30 step 12;
    /// One hundredth of a pawn of that loss for so much history of a capture.
    see_capture_history = 32 in 10..=200 step 5;

    /// Least depth for late-move reductions.
    lmr_depth = 2 in 1..=8 step 1;
    /// Late-move reduction of the first move at depth 1.
    lmr_base = 700 in 0..=2000 step 100;
    /// Divisor of ln(depth) * ln(move number).
    lmr_divisor = 2150 in 1200..=4000 step 120;
    /// Less reduction in nodes of the principal variation.
    lmr_pv = 1050 in 0..=2500 step 120;
    /// Less for a move of the root, in 1024ths of a ply.
    lmr_root = 0 in 0..=8192 step 256;
    /// More reduction where a cut-off is expected.
    lmr_cut_node = 1750 in 0..=3000 step 150;
    /// More reduction if the position is not improving.
    lmr_not_improving = 700 in 0..=2000 step 120;
    /// Less reduction for killers and counter moves.
    lmr_refutation = 950 in 0..=2500 step 120;
    /// Less reduction for a move that gives check.
    lmr_check = 900 in 0..=2500 step 120;
    /// One ply less reduction for so much history of a quiet move.
    lmr_history = 8200 in 3000..=20000 step 600;
    /// One ply less reduction for so much history of a capture.
    lmr_capture_history = 16384 in 4000..=40000 step 1200;
    /// Captures are reduced by the usual amount divided by this, before their history counts.
    lmr_capture_divisor = 2 in 1..=6 step 1;
    /// More reduction if the table move is a capture.
    lmr_table_capture = 900 in 0..=2500 step 120;
    /// More reduction if the next ply has had many cut-offs.
    lmr_cutoffs = 850 in 0..=2500 step 120;
    /// How many cut-offs are many.
    lmr_cutoffs_many = 3 in 0..=10 step 1;

    /// Least depth for singular extensions.
    singular_depth = 6 in 4..=10 step 1;
    /// A table entry may be so many plies less deep than the node.
    singular_table_depth = 3 in 0..=6 step 1;
    /// How far below the table's score the others must be, in 16ths for each ply.
    singular_margin = 16 in 6..=48 step 3;
    /// The test for a singular move has this part of the depth, as a divisor.
    singular_divisor = 2 in 1..=4 step 1;
    /// How much further below for a double extension.
    double_margin = 18 in 0..=60 step 5;
    /// At most so many double extensions in a line.
    double_limit = 8 in 0..=20 step 2;

    /// Greatest depth at which a check is extended.
    check_extension_depth = 8 in 0..=20 step 2;
    /// Greatest depth at which a recapture is extended.
    recapture_extension_depth = 5 in 0..=20 step 2;

    /// Quiescence: margin of delta pruning.
    delta_margin = 130 in 40..=350 step 20;
    /// Quiescence: what a captured man counts in delta pruning, in per cent of its worth in exchanges.
    delta_gain = 160 in 100..=300 step 15;
    /// Quiescence: in check, quiet evasions after so many moves are not tried.
    quiescence_evasions = 3 in 1..=10 step 1;
    /// Quiescence: exchange loss below which a capture is not tried.
    quiescence_see = -40 in -150..=50 step 15;

    /// History bonus for each ply.
    history_bonus_slope = 160 in 50..=400 step 20;
    /// History bonus taken off.
    history_bonus_offset = 90 in 0..=400 step 20;
    /// Least history bonus.
    history_bonus_min = 20 in 0..=200 step 10;
    /// Greatest history bonus.
    history_bonus_max = 1700 in 500..=4000 step 150;

    /// Weight of the pawn correction, in 1024ths.
    correction_pawn = 1024 in 0..=3000 step 120;
    /// Weight of each side's non-pawn correction, in 1024ths.
    correction_non_pawn = 800 in 0..=3000 step 120;

    /// Time: the part of the remaining time used for a move, in 1024ths, without increment.
    time_fraction = 26 in 10..=80 step 4;
    /// Time: the part of the increment used, in per cent.
    time_increment = 75 in 30..=110 step 6;
    /// Time: the most that a move may use, as a multiple of its share, in per cent.
    time_hard = 420 in 150..=900 step 40;
    /// Time: the part of the remaining time that a single move may use at most, in per cent.
    time_hard_share = 55 in 20..=85 step 5;
    /// Time: the same for the last move before a time control, in per cent.
    time_last_share = 90 in 50..=95 step 5;
    /// Time: kept back from the clock, in milliseconds, for a machine that stands still for a moment.
    time_reserve = 200 in 0..=1000 step 50;
    /// Time: below so many reserves, in per cent, no move takes more than its share.
    time_calm = 300 in 100..=1000 step 50;
    /// Time: the part used of an even share of the time up to the control, in per cent.
    time_control_share = 95 in 60..=110 step 5;
    /// Time: at most so many moves to the control are reckoned with.
    time_moves_most = 50 in 10..=100 step 5;
    /// Time: a mate is enough if the iteration was so many times deeper than it is long.
    time_mate_depths = 2 in 1..=10 step 1;
    /// Patience, in per cent of the share, when the best move has just changed.
    patience_unstable = 135 in 100..=200 step 8;
    /// Less patience for each iteration that keeps the best move, in per cent.
    patience_stable_step = 8 in 0..=11 step 1;
    /// At most so many iterations with the same best move count.
    patience_stable_most = 8 in 1..=20 step 1;
    /// The score is compared with that of so many iterations before.
    patience_iterations = 3 in 1..=8 step 1;
    /// Patience when all nodes go to the best move, in per cent.
    patience_nodes_base = 50 in 30..=100 step 5;
    /// More patience as nodes go to other moves, in per cent.
    patience_nodes_slope = 160 in 0..=300 step 15;
    /// The most patience for nodes on other moves, in per cent.
    patience_nodes_max = 170 in 100..=300 step 10;
    /// Less patience for a rising score, at most so many per cent.
    patience_rise = 15 in 0..=40 step 3;
    /// More patience for a falling score, one per cent for each hundredth of a pawn, at most so many.
    patience_fall = 50 in 0..=150 step 8;
}

/// Numbers of what all threads share (tables and records) and of the picker, which knows no profile. They are tuned by
/// building the program anew.
pub mod fixed {
    /// What a captured man counts in the order of captures, as a multiple of its worth in exchanges (MVV).
    pub const MVV_FACTOR: i32 = 16;
    /// The part of a capture's record that counts in the same order, as a divisor.
    pub const CAPTURE_RECORD_DIVISOR: i32 = 4;
    /// A capture may lose one hundredth of a pawn for so much promise and still come early...
    pub const GOOD_CAPTURE_DIVISOR: i32 = 64;
    /// ... but no more than this.
    pub const GOOD_CAPTURE_SLACK: i32 = 20;
    /// What each search that has begun since takes from an entry's worth, in plies.
    pub const TABLE_AGEING: i32 = 8;
    /// A bound does not replace a result of the same search that is deeper by more than this.
    pub const TABLE_KEEP_DEEPER: i32 = 3;
    /// The same for an entry on a principal variation: so many plies more.
    pub const TABLE_KEEP_PV: i32 = 2;
    /// Different pawn structures in the history by pawns.
    pub const PAWN_STRUCTURES: usize = 512;
    /// Different keys in each table of corrections.
    pub const CORRECTIONS: usize = 16_384;
    /// A full record of a correction means this many hundredths of a pawn.
    pub const CORRECTION_SCALE: i32 = 128;
    /// An error counts with the depth of the search that found it, up to so many plies...
    pub const CORRECTION_DEEPEST: i32 = 16;
    /// ... divided by this.
    pub const CORRECTION_SLOWNESS: i32 = 128;
    /// No result changes a correction by more than its full size divided by this.
    pub const CORRECTION_STEP: i32 = 4;
    /// The depth of a table entry that has nothing but an evaluation.
    pub const EVALUATION_DEPTH: i32 = -6;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_found_by_name_and_kept_in_range() {
        let mut params = Params::DEFAULT;
        for parameter in Params::TABLE {
            assert_eq!(params.get(parameter.name), Some(parameter.default));
            assert!(parameter.step > 0 && parameter.min < parameter.max, "{}", parameter.name);
            assert!(params.set(parameter.name, parameter.max));
            assert!(!params.set(parameter.name, parameter.max + 1));
            assert_eq!(params.get(parameter.name), Some(parameter.max));
        }
        assert_eq!(params.get("nonsense"), None);
        assert!(!params.set("nonsense", 1));
    }
}
