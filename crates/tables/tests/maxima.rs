//! The longest mates of all endings of three and four men are the published ones.

use quevedo_tables::{Ending, Library, Metric, Unwatched, generate};
use quevedo_testkit::is_full_run;

/// The longest mates in moves with White to move and with Black to move, as the chess database Scid lists
/// them from Nalimov's tables: `tcl/windows/tb.tcl` of <https://github.com/benini/scid>.
const SCID: [(&str, u16, u16); 35] = [
    ("KQK", 10, 0),
    ("KRK", 16, 0),
    ("KBK", 0, 0),
    ("KNK", 0, 0),
    ("KPK", 28, 0),
    ("KQKQ", 13, 13),
    ("KQKR", 35, 19),
    ("KQKB", 17, 0),
    ("KQKN", 21, 0),
    ("KQKP", 28, 29),
    ("KRKR", 19, 19),
    ("KRKB", 29, 0),
    ("KRKN", 40, 1),
    ("KRKP", 26, 43),
    ("KBKB", 1, 1),
    ("KBKN", 1, 1),
    ("KBKP", 1, 29),
    ("KNKN", 1, 1),
    ("KNKP", 7, 29),
    ("KPKP", 33, 33),
    ("KQQK", 4, 0),
    ("KQRK", 6, 0),
    ("KQBK", 8, 0),
    ("KQNK", 9, 0),
    ("KQPK", 10, 0),
    ("KRRK", 7, 0),
    ("KRBK", 16, 0),
    ("KRNK", 16, 0),
    ("KRPK", 16, 0),
    ("KBBK", 19, 0),
    ("KBNK", 33, 0),
    ("KBPK", 31, 0),
    ("KNNK", 1, 0),
    ("KNPK", 27, 0),
    ("KPPK", 32, 0),
];

/// What the short run makes: three men, and some of four.
const SHORT: [&str; 10] = ["KQK", "KRK", "KBK", "KNK", "KPK", "KQKQ", "KRKN", "KQQK", "KBBK", "KBNK"];

#[test]
fn the_longest_mates_are_the_published_ones() {
    let mut library = Library::new(Metric::Mate);
    let mut checked = 0;
    for ending in (3..=4).flat_map(Ending::all_with) {
        let name = ending.to_string();
        if !is_full_run()
            && !SHORT.contains(&name.as_str())
            && !SHORT[..].iter().any(|short| leads_to(short, ending))
        {
            continue;
        }
        let table = generate(ending, Metric::Mate, &library, &Unwatched).expect("a table");
        let moves = table.longest_to_move().map(|plies| plies.div_ceil(2));
        let published =
            SCID.iter().find(|(known, ..)| *known == name).map(|&(_, white, black)| [white, black]);
        assert_eq!(Some(moves), published, "{name}");
        library.add(table);
        checked += 1;
    }
    assert!(checked == if is_full_run() { 35 } else { 10 }, "{checked}");
}

fn leads_to(name: &str, ending: Ending) -> bool {
    name.parse::<Ending>().expect("an ending").with_successors().contains(&ending)
}
