//! The picture of a training: the losses, epoch by epoch.

use quevedo_chart::{Panel, Picture};
use quevedo_train::network::EpochRecord;

/// What a curve shows.
type Loss = fn(&EpochRecord) -> f64;

/// Draws the loss on the positions that were learnt from and on those held out as an SVG picture.
pub(super) fn draw(history: &[EpochRecord], title: &str) -> String {
    let mut picture = Picture::new(900.0, 420.0, title);
    let panel = Panel {
        left: 90.0,
        top: 60.0,
        width: 770.0,
        height: 310.0,
        across: (1.0, history.len().max(2) as f64),
        upward: range(history),
    };
    panel.draw_grid(&mut picture, true);
    let curves: [(&str, &str, &str, Loss); 2] = [
        ("line", "dot", "learnt", |record| record.learnt),
        ("second", "second-dot", "held out", |record| record.held_out),
    ];
    for (place, (class, dot, name, loss)) in curves.into_iter().enumerate() {
        let points: Vec<(f64, f64)> = history
            .iter()
            .filter(|record| loss(record).is_finite())
            .map(|record| panel.place(f64::from(record.epoch), loss(record)))
            .collect();
        let Some(&last) = points.last() else { continue };
        picture.path(class, points, false);
        picture.dot(dot, last);
        let value = history.last().map_or(0.0, loss);
        let right = panel.left + panel.width - 190.0 * (1 - place) as f64;
        picture.dot(dot, (right - 150.0, panel.top - 10.0));
        picture.text(right, panel.top - 6.0, "text", "end", &format!("{name} {value:.6}"));
    }
    picture.text(panel.left, panel.top - 6.0, "faint", "start", "mean squared error");
    let bottom = picture.height() - 12.0;
    picture.text(panel.left + panel.width, bottom, "faint", "end", "epochs");
    picture.finished()
}

/// From the lowest loss to a little more than the course after the first epochs, which would flatten the rest.
fn range(history: &[EpochRecord]) -> (f64, f64) {
    let losses = |records: &[EpochRecord]| -> Vec<f64> {
        let both = records.iter().flat_map(|record| [record.learnt, record.held_out]);
        both.filter(|loss| loss.is_finite()).collect()
    };
    let low = losses(history).into_iter().fold(f64::INFINITY, f64::min);
    let late = &history[(history.len() / 10).min(history.len().saturating_sub(2))..];
    let high = losses(late).into_iter().fold(f64::NEG_INFINITY, f64::max);
    if low <= high {
        (low - (high - low) * 0.05 - 1e-6, high + (high - low) * 0.1 + 1e-6)
    } else {
        (0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_of_any_kind_can_be_drawn() {
        let record = |epoch: u32, held_out: f64| EpochRecord {
            epoch,
            learnt: 1.0 / f64::from(epoch),
            held_out,
            rate: 0.001,
        };
        for history in [
            Vec::new(),
            vec![record(1, f64::NAN)],
            (1..=30).map(|epoch| record(epoch, 1.1 / f64::from(epoch))).collect(),
        ] {
            let svg = draw(&history, "a <net>");
            assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n") && !svg.contains("NaN"));
            assert!(svg.contains("a &lt;net&gt;"));
            assert_eq!(svg.contains("held out 0.036667"), history.len() == 30, "{svg}");
        }
    }
}
