//! Lines of nonsense that look like commands.

use crate::Random;

/// A line of words from a list, sometimes cut, repeated, or with a few bytes replaced by others.
pub fn garbled_line(random: &mut Random, words: &[&str]) -> Vec<u8> {
    let mut line = Vec::new();
    for _ in 0..=random.below(6) {
        line.extend_from_slice(random.pick(words).as_bytes());
        line.extend_from_slice(random.pick(&[" ", "  ", "\t", "\u{a0}", "\0", "\n"]).as_bytes());
    }
    if random.one_in(3) {
        for _ in 0..=random.below(4) {
            let place = random.below(line.len());
            line[place] = random.below(256) as u8;
        }
    }
    if random.one_in(8) {
        line.truncate(random.below(line.len()));
    }
    if random.one_in(200) {
        line = line.repeat(1000);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_of_many_kinds() {
        let mut random = Random::new(1);
        let lines: Vec<Vec<u8>> = (0..2000).map(|_| garbled_line(&mut random, &["go", "stop"])).collect();
        assert!(lines.iter().any(|line| line.starts_with(b"go ")));
        assert!(lines.iter().any(|line| str::from_utf8(line).is_err()));
        assert!(lines.iter().any(Vec::is_empty) && lines.iter().any(|line| line.len() > 5000));
    }
}
