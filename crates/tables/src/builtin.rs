//! The tables of three men, part of the program. Made by
//! `quevedo tables generate --men 3 --metric dtm,dtz --folder crates/tables/data`.

/// The files: distances to mate, and to the next capture or pawn move.
pub(crate) const FILES: [&[u8]; 10] = [
    include_bytes!("../data/KQK.dtm"),
    include_bytes!("../data/KRK.dtm"),
    include_bytes!("../data/KBK.dtm"),
    include_bytes!("../data/KNK.dtm"),
    include_bytes!("../data/KPK.dtm"),
    include_bytes!("../data/KQK.dtz"),
    include_bytes!("../data/KRK.dtz"),
    include_bytes!("../data/KBK.dtz"),
    include_bytes!("../data/KNK.dtz"),
    include_bytes!("../data/KPK.dtz"),
];
