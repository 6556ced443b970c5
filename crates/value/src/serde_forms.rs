//! Numbers that come from files, checked before they are values.
//!
//! A [`Score`] is its [raw](Score::raw) number, a [`Ply`] and a [`Depth`](crate::Depth) are numbers, a
//! [`Bound`](crate::Bound) is `"exact"`, `"lower"` or `"upper"`, a [`Verdict`](crate::Verdict) is `{"cp":36}`,
//! `{"mate":3}` or `{"table":-5}`, and chances and models are their fields.

use crate::{MAX_PLY, Ply, Score, Wdl};

impl From<Score> for i32 {
    fn from(score: Score) -> i32 {
        score.raw()
    }
}

impl TryFrom<i32> for Score {
    type Error = String;

    fn try_from(number: i32) -> Result<Score, String> {
        Score::from_raw(number).ok_or_else(|| format!("{number} is no score"))
    }
}

impl From<Ply> for u16 {
    fn from(ply: Ply) -> u16 {
        ply.index() as u16
    }
}

impl TryFrom<u16> for Ply {
    type Error = String;

    fn try_from(number: u16) -> Result<Ply, String> {
        if usize::from(number) > MAX_PLY {
            return Err(format!("ply {number} is beyond the last one, {MAX_PLY}"));
        }
        Ok(Ply::new(usize::from(number)))
    }
}

/// Chances as somebody wrote them down.
#[derive(serde::Deserialize)]
pub(crate) struct Chances {
    win: u16,
    draw: u16,
    loss: u16,
}

impl TryFrom<Chances> for Wdl {
    type Error = String;

    fn try_from(Chances { win, draw, loss }: Chances) -> Result<Wdl, String> {
        let sum = u32::from(win) + u32::from(draw) + u32::from(loss);
        if sum != 1000 {
            return Err(format!("chances in thousandths add up to 1000, not {sum}"));
        }
        Ok(Wdl { win, draw, loss })
    }
}

#[cfg(test)]
mod tests {
    use core::fmt::Debug;

    use serde::Serialize;
    use serde::de::DeserializeOwned;

    use super::*;
    use crate::{Bound, Depth, Verdict, WdlModel};

    #[allow(clippy::needless_pass_by_value)]
    fn is_written_as<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, text: &str) {
        assert_eq!(serde_json::to_string(&value).expect("a text"), text);
        assert_eq!(serde_json::from_str::<T>(text).expect("a value"), value);
    }

    #[test]
    fn every_type_round_trips() {
        is_written_as(Score::mate_in(Ply::new(3)), "31997");
        is_written_as(Score::cp(-35), "-35");
        is_written_as(Ply::new(7), "7");
        is_written_as(Depth(-1), "-1");
        is_written_as(Bound::Lower, "\"lower\"");
        is_written_as(Verdict::Centipawns(36), "{\"cp\":36}");
        is_written_as(Verdict::Mate(-2), "{\"mate\":-2}");
        is_written_as(Verdict::Table(5), "{\"table\":5}");
        is_written_as(Wdl { win: 500, draw: 300, loss: 200 }, "{\"win\":500,\"draw\":300,\"loss\":200}");
        let model = serde_json::to_string(&WdlModel::NETWORK).expect("a text");
        assert_eq!(serde_json::from_str::<WdlModel>(&model).expect("a model"), WdlModel::NETWORK);
    }

    #[test]
    fn what_is_no_value_is_refused() {
        assert!(serde_json::from_str::<Score>("32002").is_err());
        assert!(serde_json::from_str::<Score>("-40000").is_err());
        assert!(serde_json::from_str::<Ply>("241").is_err());
        assert!(serde_json::from_str::<Wdl>("{\"win\":500,\"draw\":300,\"loss\":201}").is_err());
        assert!(serde_json::from_str::<Bound>("\"Exact\"").is_err());
    }
}
