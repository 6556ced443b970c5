//! Who somebody is, however the name is written.

/// A player's family name (letters and digits, in small letters) and initial. `Tal, M`, `Mikhail Tal` and `TAL, Mikhail` are one.
///
/// ```
/// use quevedo_games::player_identity;
///
/// assert_eq!(player_identity("Tal, Mikhail"), player_identity("M. TAL"));
/// assert_ne!(player_identity("Polgar, Z"), player_identity("Polgar, J"));
/// ```
pub fn player_identity(name: &str) -> (String, Option<char>) {
    let name = name.to_lowercase();
    let (family, given) = match name.split_once(',') {
        Some((family, given)) => (family.trim(), given.trim()),
        None => name.trim().rsplit_once(' ').map_or((name.trim(), ""), |(given, family)| (family, given)),
    };
    let family = family.chars().filter(|letter| letter.is_alphanumeric()).collect();
    (family, given.chars().find(|letter| letter.is_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_one_player() {
        for name in ["Tal, Mikhail", "Tal,M", "Mikhail Tal", "TAL, M.", "Mikhail  Tal"] {
            assert_eq!(player_identity(name), ("tal".to_owned(), Some('m')), "{name}");
        }
        assert_ne!(player_identity("Tal"), player_identity("Tal, M"));
        assert_ne!(player_identity("Polgar, Z"), player_identity("Polgar, J"));
        assert_eq!(player_identity("?"), (String::new(), None));
    }
}
