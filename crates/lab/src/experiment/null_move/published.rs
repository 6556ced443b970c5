//! The figures of the paper.

/// A row of a published table: its depth or suite, and its figures for R = 1, 2, 3 and verified R = 3; `None`
/// where the paper has none.
pub(super) type Row = (&'static str, [Option<u64>; 4]);

/// Table 1: nodes, 138 positions of Neishtadt.
pub(super) const TABLE_1: [Row; 2] = [
    ("9", [Some(1_652_668_804), Some(603_549_661), Some(267_208_422), Some(449_744_588)]),
    ("10", [Some(11_040_766_367), Some(1_892_829_685), Some(862_153_828), Some(1_449_589_289)]),
];

/// Table 2: solved, 138 positions of Neishtadt.
pub(super) const TABLE_2: [Row; 2] =
    [("9", [Some(64), Some(62), Some(53), Some(60)]), ("10", [Some(71), Some(66), Some(65), Some(71)])];

/// Table 3: nodes, 869 positions of ECM.
pub(super) const TABLE_3: [Row; 3] = [
    ("9", [None, Some(5_374_275_763), Some(2_483_951_601), Some(4_848_596_820)]),
    ("10", [None, Some(16_952_333_579), Some(7_920_812_800), Some(14_439_185_304)]),
    ("11", [None, Some(105_488_197_524), Some(24_644_668_194), Some(51_080_338_048)]),
];

/// Table 4: nodes, 999 positions of WCS.
pub(super) const TABLE_4: [Row; 3] = [
    ("8", [None, Some(783_461_647), Some(533_282_695), Some(906_225_552)]),
    ("9", [None, Some(3_742_064_688), Some(1_316_719_980), Some(2_539_057_043)]),
    ("10", [None, Some(11_578_143_939), Some(4_871_295_877), Some(7_889_544_754)]),
];

/// Table 5: solved, 999 positions of WCS.
pub(super) const TABLE_5: [Row; 3] = [
    ("8", [None, Some(762), Some(760), Some(782)]),
    ("9", [None, Some(838), Some(812), Some(838)]),
    ("10", [None, Some(850), Some(849), Some(866)]),
];

/// Table 6: solved mates in 4 at depth 8, in 5 at depth 10.
pub(super) const TABLE_6: [Row; 2] = [
    ("\"Mate in 4\", 434 positions, depth 8", [Some(433), Some(385), Some(379), Some(431)]),
    ("\"Mate in 5\", 353 positions, depth 10", [Some(347), Some(292), Some(286), Some(340)]),
];
