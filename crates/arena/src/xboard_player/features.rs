//! What `XBoard` engines say that they can do.

/// The features that matter to a referee, with the protocol's defaults.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(clippy::struct_excessive_bools)] // the protocol's own switches
pub(super) struct Features {
    pub(super) ping: bool,
    pub(super) setboard: bool,
    pub(super) san: bool,
    pub(super) usermove: bool,
    pub(super) time: bool,
    pub(super) memory: bool,
    pub(super) smp: bool,
    pub(super) chess960: bool,
    pub(super) done: Option<bool>,
    options: Vec<String>,
}

impl Default for Features {
    fn default() -> Features {
        Features {
            ping: false,
            setboard: false,
            san: false,
            usermove: false,
            time: true,
            memory: false,
            smp: false,
            chess960: false,
            done: None,
            options: Vec::new(),
        }
    }
}

impl Features {
    /// Reads what follows the word `feature`, and returns the names of what was understood.
    pub(super) fn take(&mut self, text: &str) -> Vec<String> {
        let mut names = Vec::new();
        for (name, value) in pairs(text) {
            let on = value == "1";
            match name {
                "ping" => self.ping = on,
                "setboard" => self.setboard = on,
                "san" => self.san = on,
                "usermove" => self.usermove = on,
                "time" => self.time = on,
                "memory" => self.memory = on,
                "smp" => self.smp = on,
                "variants" => {
                    self.chess960 = value.split(',').any(|variant| variant.trim() == "fischerandom");
                }
                "done" => self.done = Some(on),
                "option" => {
                    let name = value.split_once(" -").map_or(value, |(name, _)| name);
                    self.options.push(name.trim().to_owned());
                }
                _ => {}
            }
            names.push(name.to_owned());
        }
        names
    }

    /// A slow engine may still tell what it can do when the game has begun.
    pub(super) fn take_late(&mut self, line: &str) {
        if let Some(text) = line.strip_prefix("feature ") {
            self.take(text);
        }
    }

    pub(super) fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|known| known.eq_ignore_ascii_case(name))
    }
}

/// `name=value` with values that may stand in quotation marks.
fn pairs(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = text;
    core::iter::from_fn(move || {
        let (name, after) = rest.trim_start().split_once('=')?;
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(' ').unwrap_or((after, "")),
        };
        rest = after;
        Some((name.trim(), value))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_read() {
        let mut features = Features::default();
        let names = features.take(
            "ping=1 setboard=1 san=0 usermove=1 time=1 myname=\"A b=c 1.0\" \
             variants=\"normal,fischerandom\" option=\"Playing Style -combo a /// b\" done=0",
        );
        assert_eq!(names.len(), 9);
        assert!(
            features.ping && features.setboard && features.usermove && !features.san && features.chess960
        );
        assert!(features.has_option("playing style"));
        assert_eq!(features.done, Some(false));
        features.take("done=1");
        assert_eq!(features.done, Some(true));
    }

    #[test]
    fn odd_texts_do_no_harm() {
        for text in ["", "=", "a", "a=", "a=\"", "=\"\"=", "\"", "a=\"b c"] {
            Features::default().take(text);
        }
    }
}
