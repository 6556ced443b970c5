//! The weights of the terms, as (middlegame, endgame). Written by the tuner; see
//! docs/results/tuning.md for the command and the data. Change them there, not here.

pub(super) const PAWN: [(i16, i16); 1] = [(75, 120)];

pub(super) const KNIGHT: [(i16, i16); 1] = [(330, 400)];

pub(super) const BISHOP: [(i16, i16); 1] = [(345, 410)];

pub(super) const ROOK: [(i16, i16); 1] = [(470, 680)];

pub(super) const QUEEN: [(i16, i16); 1] = [(1010, 1250)];

pub(super) const BISHOP_PAIR: [(i16, i16); 9] = [
    (28, 55), (28, 55), (28, 55), (28, 55), (28, 55), (28, 55), (28, 55), (28, 55),
    (28, 55),
];

pub(super) const KNIGHT_PAIR: [(i16, i16); 1] = [(-6, -6)];

pub(super) const ROOK_PAIR: [(i16, i16); 1] = [(-8, -10)];

pub(super) const KNIGHT_WITH_PAWNS: [(i16, i16); 17] = [
    (-10, -20), (-9, -18), (-8, -16), (-7, -14), (-6, -12), (-5, -10), (-4, -8), (-3, -6),
    (-2, -4), (-1, -2), (0, 0), (1, 2), (2, 4), (3, 6), (4, 8), (5, 10),
    (6, 12),
];

pub(super) const ROOK_WITH_PAWNS: [(i16, i16); 17] = [
    (10, 10), (9, 9), (8, 8), (7, 7), (6, 6), (5, 5), (4, 4), (3, 3),
    (2, 2), (1, 1), (0, 0), (-1, -1), (-2, -2), (-3, -3), (-4, -4), (-5, -5),
    (-6, -6),
];

pub(super) const QUEEN_AGAINST_ROOKS: [(i16, i16); 3] = [(0, 20), (0, 0), (-10, -20)];

pub(super) const PAWN_SQUARES: [(i16, i16); 32] = [
    (0, 0), (0, 0), (0, 0), (0, 0),
    (-6, 0), (-2, -2), (2, -4), (6, -6),
    (-3, 4), (1, 2), (5, 0), (9, -2),
    (0, 8), (4, 6), (8, 4), (20, 2),
    (3, 12), (7, 10), (11, 8), (23, 6),
    (6, 16), (10, 14), (14, 12), (18, 10),
    (9, 20), (13, 18), (17, 16), (21, 14),
    (0, 0), (0, 0), (0, 0), (0, 0),
];

pub(super) const KNIGHT_SQUARES: [(i16, i16); 32] = [
    (-45, -35), (-35, -28), (-25, -21), (-15, -14),
    (-34, -27), (-24, -20), (-14, -13), (-4, -6),
    (-23, -19), (-13, -12), (-3, -5), (7, 2),
    (-12, -11), (-2, -4), (8, 3), (18, 10),
    (-10, -11), (0, -4), (10, 3), (20, 10),
    (-17, -19), (-7, -12), (3, -5), (13, 2),
    (-24, -27), (-14, -20), (-4, -13), (6, -6),
    (-31, -35), (-21, -28), (-11, -21), (-1, -14),
];

pub(super) const BISHOP_SQUARES: [(i16, i16); 32] = [
    (-20, -12), (-16, -9), (-12, -6), (-8, -3),
    (-8, -9), (-4, -6), (0, -3), (4, 0),
    (-4, -6), (0, -3), (4, 0), (8, 3),
    (0, -3), (4, 0), (8, 3), (12, 6),
    (0, -3), (4, 0), (8, 3), (12, 6),
    (-4, -6), (0, -3), (4, 0), (8, 3),
    (-8, -9), (-4, -6), (0, -3), (4, 0),
    (-12, -12), (-8, -9), (-4, -6), (0, -3),
];

pub(super) const ROOK_SQUARES: [(i16, i16); 32] = [
    (-8, -5), (-4, -5), (0, -5), (4, -5),
    (-8, -3), (-4, -3), (0, -3), (4, -3),
    (-8, -1), (-4, -1), (0, -1), (4, -1),
    (-8, 1), (-4, 1), (0, 1), (4, 1),
    (-8, 3), (-4, 3), (0, 3), (4, 3),
    (-8, 5), (-4, 5), (0, 5), (4, 5),
    (-3, 7), (1, 7), (5, 7), (9, 7),
    (-8, 9), (-4, 9), (0, 9), (4, 9),
];

pub(super) const QUEEN_SQUARES: [(i16, i16); 32] = [
    (-6, -20), (-4, -14), (-3, -8), (-2, -2),
    (-4, -14), (-2, -8), (-1, -2), (0, 4),
    (-2, -8), (0, -2), (1, 4), (2, 10),
    (0, -2), (2, 4), (3, 10), (4, 16),
    (0, -2), (2, 4), (3, 10), (4, 16),
    (-2, -8), (0, -2), (1, 4), (2, 10),
    (-8, -14), (-6, -8), (-5, -2), (-4, 4),
    (-10, -20), (-8, -14), (-7, -8), (-6, -2),
];

pub(super) const KING_SQUARES: [(i16, i16); 32] = [
    (25, -45), (35, -35), (5, -25), (-12, -15),
    (-2, -32), (-2, -22), (-22, -12), (-37, -2),
    (-14, -19), (-14, -9), (-34, 1), (-49, 11),
    (-26, -6), (-26, 4), (-46, 14), (-61, 24),
    (-38, -4), (-38, 6), (-58, 16), (-73, 26),
    (-50, -13), (-50, -3), (-70, 7), (-85, 17),
    (-62, -22), (-62, -12), (-82, -2), (-97, 8),
    (-74, -31), (-74, -21), (-94, -11), (-109, -1),
];

pub(super) const ISOLATED_OPPOSED: [(i16, i16); 4] = [(-6, -6), (-8, -10), (-10, -12), (-10, -12)];

pub(super) const ISOLATED_EXPOSED: [(i16, i16); 4] = [(-14, -14), (-18, -18), (-20, -20), (-20, -20)];

pub(super) const DOUBLED: [(i16, i16); 4] = [(-10, -28), (-10, -28), (-10, -28), (-10, -28)];

pub(super) const DOUBLED_SUPPORTED: [(i16, i16); 1] = [(-4, -14)];

pub(super) const BACKWARD_OPPOSED: [(i16, i16); 8] = [
    (-6, -8), (-6, -8), (-6, -8), (-6, -8), (-6, -8), (-6, -8), (-6, -8), (-6, -8),
];

pub(super) const BACKWARD_EXPOSED: [(i16, i16); 8] = [
    (-16, -14), (-16, -14), (-16, -14), (-16, -14), (-16, -14), (-16, -14), (-16, -14), (-16, -14),
];

pub(super) const PHALANX: [(i16, i16); 8] = [
    (0, 0), (3, 0), (9, 4), (12, 8), (24, 20), (45, 50), (70, 90), (0, 0),
];

pub(super) const SUPPORTED: [(i16, i16); 8] = [
    (0, 0), (0, 0), (10, 6), (9, 6), (14, 12), (30, 30), (60, 60), (0, 0),
];

pub(super) const LEVER: [(i16, i16); 8] = [
    (-4, -4), (-2, -2), (0, 0), (2, 2), (4, 4), (6, 6), (8, 8), (10, 10),
];

pub(super) const CANDIDATE: [(i16, i16); 8] = [
    (0, 0), (0, 4), (2, 8), (6, 14), (12, 28), (25, 50), (0, 0), (0, 0),
];

pub(super) const RAMMED: [(i16, i16); 8] = [
    (0, -2), (0, -2), (0, -2), (0, -2), (0, -2), (0, -2), (0, -2), (0, -2),
];

pub(super) const PASSED: [(i16, i16); 8] = [
    (0, 0), (-5, 5), (-8, 10), (-5, 25), (15, 50), (45, 95), (90, 160), (0, 0),
];

pub(super) const PASSED_FILE: [(i16, i16); 4] = [(6, 10), (2, 6), (-4, -4), (-6, -8)];

pub(super) const PASSED_BLOCKED: [(i16, i16); 8] = [
    (0, 0), (0, 0), (0, -2), (0, -8), (-5, -16), (-10, -35), (-20, -60), (0, 0),
];

pub(super) const PASSED_FREE: [(i16, i16); 8] = [
    (0, 0), (0, 0), (0, 0), (0, 4), (0, 10), (10, 20), (20, 35), (0, 0),
];

pub(super) const PASSED_SAFE_STEP: [(i16, i16); 8] = [
    (0, 0), (0, 0), (0, 2), (0, 5), (2, 10), (8, 20), (15, 35), (0, 0),
];

pub(super) const PASSED_SAFE_PATH: [(i16, i16); 8] = [
    (0, 0), (0, 0), (0, 2), (2, 6), (6, 15), (15, 35), (25, 50), (0, 0),
];

pub(super) const PASSED_HELPED: [(i16, i16); 8] = [
    (0, 0), (0, 0), (2, 2), (4, 5), (8, 10), (12, 15), (15, 20), (0, 0),
];

pub(super) const PASSED_OWN_KING: [(i16, i16); 8] = [
    (0, 0), (0, 0), (0, -1), (0, -4), (0, -7), (0, -10), (0, -10), (0, 0),
];

pub(super) const PASSED_THEIR_KING: [(i16, i16); 8] = [
    (0, 0), (0, 0), (0, 2), (0, 6), (0, 12), (0, 18), (0, 20), (0, 0),
];

pub(super) const PASSED_ROOK_BEHIND: [(i16, i16); 1] = [(0, 10)];

pub(super) const PASSED_ROOK_AGAINST: [(i16, i16); 1] = [(0, -10)];

pub(super) const PASSED_UNSTOPPABLE: [(i16, i16); 1] = [(0, 300)];

pub(super) const KNIGHT_MOBILITY: [(i16, i16); 9] = [
    (-50, -70), (-23, -36), (-12, -22), (-4, -11), (3, -2), (9, 5), (14, 12), (20, 18),
    (25, 25),
];

pub(super) const BISHOP_MOBILITY: [(i16, i16); 14] = [
    (-40, -60), (-16, -30), (-6, -18), (0, -9), (7, -1), (12, 5), (17, 11), (22, 17),
    (26, 22), (30, 27), (34, 32), (38, 36), (41, 40), (45, 45),
];

pub(super) const ROOK_MOBILITY: [(i16, i16); 15] = [
    (-40, -70), (-22, -32), (-15, -17), (-9, -5), (-5, 4), (-1, 13), (2, 21), (5, 28),
    (9, 35), (12, 42), (14, 48), (17, 54), (20, 59), (22, 64), (25, 70),
];

pub(super) const QUEEN_MOBILITY: [(i16, i16); 28] = [
    (-35, -80), (-20, -47), (-14, -33), (-10, -23), (-6, -14), (-2, -6), (0, 0), (3, 6),
    (5, 12), (8, 18), (10, 23), (12, 28), (15, 33), (17, 37), (19, 42), (20, 46),
    (22, 50), (24, 54), (26, 58), (27, 62), (29, 66), (31, 69), (32, 73), (34, 76),
    (35, 80), (37, 83), (38, 86), (40, 90),
];

pub(super) const KNIGHT_OUTPOST: [(i16, i16); 4] = [(5, 0), (18, 12), (10, 5), (32, 22)];

pub(super) const KNIGHT_NEAR_OUTPOST: [(i16, i16); 1] = [(12, 6)];

pub(super) const KNIGHT_BEHIND_PAWN: [(i16, i16); 1] = [(8, 4)];

pub(super) const KNIGHT_FROM_KING: [(i16, i16); 8] = [
    (6, 0), (4, 0), (2, 0), (0, 0), (-2, 0), (-4, 0), (-6, 0), (-8, 0),
];

pub(super) const BISHOP_OUTPOST: [(i16, i16); 2] = [(8, 4), (22, 14)];

pub(super) const BISHOP_BEHIND_PAWN: [(i16, i16); 1] = [(6, 4)];

pub(super) const BISHOP_OWN_PAWNS: [(i16, i16); 9] = [
    (8, 12), (5, 7), (2, 2), (-1, -3), (-4, -8), (-7, -13), (-10, -18), (-13, -23),
    (-16, -28),
];

pub(super) const BISHOP_FIXED_PAWNS: [(i16, i16); 1] = [(-4, -6)];

pub(super) const BISHOP_THEIR_PAWNS: [(i16, i16); 1] = [(-2, -3)];

pub(super) const BISHOP_LONG_DIAGONAL: [(i16, i16); 1] = [(20, 8)];

pub(super) const BISHOP_FROM_KING: [(i16, i16); 8] = [
    (3, 0), (2, 0), (1, 0), (0, 0), (-1, 0), (-2, 0), (-3, 0), (-4, 0),
];

pub(super) const BISHOP_TRAPPED: [(i16, i16); 1] = [(-90, -90)];

pub(super) const ROOK_OPEN_FILE: [(i16, i16); 1] = [(35, 12)];

pub(super) const ROOK_HALF_OPEN_FILE: [(i16, i16); 1] = [(14, 8)];

pub(super) const ROOK_CLOSED_FILE: [(i16, i16); 1] = [(-8, -4)];

pub(super) const ROOK_SEVENTH: [(i16, i16); 1] = [(5, 25)];

pub(super) const ROOKS_DOUBLED: [(i16, i16); 1] = [(8, 4)];

pub(super) const ROOK_ON_QUEEN_FILE: [(i16, i16); 1] = [(6, 4)];

pub(super) const ROOK_TRAPPED: [(i16, i16); 2] = [(-45, -10), (-20, -5)];

pub(super) const QUEEN_XRAYED: [(i16, i16); 1] = [(-25, -10)];

pub(super) const QUEEN_INFILTRATED: [(i16, i16); 1] = [(0, 10)];

pub(super) const SHELTER_FRONT: [(i16, i16); 32] = [
    (-24, 0), (22, 0), (12, 0), (2, 0), (-4, 0), (-6, 0), (-10, 0), (-10, 0),
    (-24, 0), (22, 0), (12, 0), (2, 0), (-4, 0), (-6, 0), (-10, 0), (-10, 0),
    (-24, 0), (22, 0), (12, 0), (2, 0), (-4, 0), (-6, 0), (-10, 0), (-10, 0),
    (-24, 0), (22, 0), (12, 0), (2, 0), (-4, 0), (-6, 0), (-10, 0), (-10, 0),
];

pub(super) const SHELTER_SIDE: [(i16, i16); 32] = [
    (-10, 0), (11, 0), (6, 0), (1, 0), (-2, 0), (-3, 0), (-5, 0), (-5, 0),
    (-16, 0), (17, 0), (9, 0), (1, 0), (-3, 0), (-4, 0), (-8, 0), (-8, 0),
    (-10, 0), (11, 0), (6, 0), (1, 0), (-2, 0), (-3, 0), (-5, 0), (-5, 0),
    (-10, 0), (11, 0), (6, 0), (1, 0), (-2, 0), (-3, 0), (-5, 0), (-5, 0),
];

pub(super) const STORM_FREE: [(i16, i16); 32] = [
    (0, 0), (-10, 0), (-40, 0), (-18, 0), (-4, 0), (0, 0), (0, 0), (0, 0),
    (0, 0), (-10, 0), (-40, 0), (-18, 0), (-4, 0), (0, 0), (0, 0), (0, 0),
    (0, 0), (-10, 0), (-40, 0), (-18, 0), (-4, 0), (0, 0), (0, 0), (0, 0),
    (0, 0), (-10, 0), (-40, 0), (-18, 0), (-4, 0), (0, 0), (0, 0), (0, 0),
];

pub(super) const STORM_BLOCKED: [(i16, i16); 8] = [
    (0, 0), (0, 0), (-4, -8), (-2, -2), (0, 0), (0, 0), (0, 0), (0, 0),
];

pub(super) const KING_TO_PAWN: [(i16, i16); 8] = [
    (0, 0), (0, -6), (0, -12), (0, -18), (0, -24), (0, -30), (0, -36), (0, -42),
];

pub(super) const KING_GUARDS: [(i16, i16); 9] = [
    (-12, 0), (-6, 0), (0, 0), (6, 0), (12, 0), (18, 0), (18, 0), (18, 0),
    (18, 0),
];

pub(super) const CASTLING: [(i16, i16); 1] = [(12, 0)];

pub(super) const DANGER_BASE: [(i16, i16); 1] = [(-20, -10)];

pub(super) const DANGER_ATTACKERS: [(i16, i16); 4] = [(45, 15), (35, 10), (45, 15), (45, 20)];

pub(super) const DANGER_RING: [(i16, i16); 1] = [(20, 5)];

pub(super) const DANGER_WEAK: [(i16, i16); 1] = [(40, 10)];

pub(super) const DANGER_SAFE_CHECKS: [(i16, i16); 4] = [(90, 30), (60, 20), (110, 30), (85, 30)];

pub(super) const DANGER_OTHER_CHECKS: [(i16, i16); 1] = [(12, 3)];

pub(super) const DANGER_NO_QUEEN: [(i16, i16); 1] = [(-200, -60)];

pub(super) const DANGER_PINNED: [(i16, i16); 1] = [(20, 5)];

pub(super) const DANGER_OPEN_FILES: [(i16, i16); 1] = [(25, 0)];

pub(super) const DANGER_STORM: [(i16, i16); 1] = [(15, 0)];

pub(super) const DANGER_WING: [(i16, i16); 1] = [(4, 0)];

pub(super) const DANGER_WING_TWICE: [(i16, i16); 1] = [(6, 0)];

pub(super) const DANGER_WING_GUARD: [(i16, i16); 1] = [(-4, 0)];

pub(super) const DANGER_KNIGHT_GUARD: [(i16, i16); 1] = [(-25, -5)];

pub(super) const DANGER_PAWNS: [(i16, i16); 1] = [(15, 0)];

pub(super) const THREAT_BY_PAWN: [(i16, i16); 4] = [(55, 35), (55, 45), (75, 35), (70, 30)];

pub(super) const THREAT_BY_MINOR: [(i16, i16); 5] = [
    (4, 10), (22, 20), (25, 22), (45, 40), (42, 50),
];

pub(super) const THREAT_BY_ROOK: [(i16, i16); 5] = [
    (2, 15), (20, 25), (22, 30), (0, 15), (40, 25),
];

pub(super) const THREAT_BY_KING: [(i16, i16); 1] = [(15, 35)];

pub(super) const THREAT_BY_QUEEN: [(i16, i16); 1] = [(5, 10)];

pub(super) const THREAT_HANGING: [(i16, i16); 1] = [(28, 20)];

pub(super) const THREAT_HANGING_PAWN: [(i16, i16); 1] = [(8, 18)];

pub(super) const THREAT_COMMITTED: [(i16, i16); 1] = [(5, 5)];

pub(super) const THREAT_PUSH: [(i16, i16); 1] = [(18, 14)];

pub(super) const THREAT_KNIGHT_ON_QUEEN: [(i16, i16); 1] = [(8, 6)];

pub(super) const THREAT_SLIDER_ON_QUEEN: [(i16, i16); 1] = [(20, 8)];

pub(super) const THREAT_RESTRICTED: [(i16, i16); 1] = [(3, 3)];

pub(super) const PINNED: [(i16, i16); 5] = [
    (-5, -5), (-15, -12), (-15, -12), (-20, -15), (-30, -20),
];

pub(super) const SPACE: [(i16, i16); 9] = [
    (0, 0), (0, 0), (0, 0), (1, 0), (1, 0), (2, 0), (3, 0), (3, 0),
    (3, 0),
];

pub(super) const CENTRE_CONTROL: [(i16, i16); 1] = [(4, 0)];

pub(super) const TEMPO: [(i16, i16); 1] = [(22, 18)];

pub(super) const COMPLEXITY_BASE: [(i16, i16); 1] = [(0, -70)];

pub(super) const COMPLEXITY_PAWNS: [(i16, i16); 1] = [(0, 6)];

pub(super) const COMPLEXITY_WINGS: [(i16, i16); 1] = [(0, 30)];

pub(super) const COMPLEXITY_PAWN_ENDING: [(i16, i16); 1] = [(0, 40)];

pub(super) const COMPLEXITY_PASSED: [(i16, i16); 1] = [(0, 4)];

pub(super) const COMPLEXITY_OUTFLANKING: [(i16, i16); 1] = [(0, 8)];
