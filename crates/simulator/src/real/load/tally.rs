//! Counts and latencies of the clicks in one period of load.

use std::fmt;
use std::time::Duration;

use super::live_table::ClickKind;
use crate::times::Times;

#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub(super) sent_for: Duration,
    answer_times: Vec<Duration>,
    pub(super) shown_times: Vec<Duration>,
    /// The waiting times for the coach's reviews.
    pub(super) review_times: Vec<Duration>,
    moves: usize,
    looks: usize,
    pub(super) unanswered: usize,
    /// Clicks that were not sent, because there was nothing to click or the sandbox rejected the click.
    pub(super) not_sent: usize,
    /// Moves that the table's message did not show by the end of the period.
    pub(super) not_shown: usize,
}

impl Tally {
    pub(super) fn count_answer(&mut self, kind: ClickKind, time: Duration) {
        self.answer_times.push(time);
        self.moves += usize::from(kind == ClickKind::Move);
        self.looks += usize::from(kind == ClickKind::Look);
    }

    /// Returns the number of clicks that were sent.
    pub(super) fn clicks(&self) -> usize {
        self.answer_times.len() + self.unanswered
    }

    pub(super) fn answered_a_second(&self) -> f64 {
        self.answer_times.len() as f64 / self.sent_for.as_secs_f64().max(f64::MIN_POSITIVE)
    }

    /// Returns the time within which 99 of 100 clicks were answered; `None` if there were no answers, or if a click was
    /// not answered.
    pub(super) fn p99(&self) -> Option<Duration> {
        let all_answered = self.unanswered == 0 && !self.answer_times.is_empty();
        all_answered.then(|| Times::of(&self.answer_times).at(0.99))
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let answered = self.answer_times.len();
        let (moves, looks) = (self.moves, self.looks);
        writeln!(
            formatter,
            "clicks a second: {:.1} ({answered} answered: {moves} moves, {looks} looks at a hand, {} in lobbies)",
            self.answered_a_second(),
            answered - moves - looks,
        )?;
        let (unanswered, not_sent) = (self.unanswered, self.not_sent);
        writeln!(
            formatter,
            "clicks without an answer: {unanswered}; overtaken by an edit and not sent: {not_sent}"
        )?;
        let times = Times::of(&self.answer_times);
        writeln!(formatter, "due to answered: {times}")?;
        let times = Times::of(&self.shown_times);
        write!(
            formatter,
            "due to shown in the table's message: {times} ({} moves; {} not shown at the end)",
            times.count(),
            self.not_shown
        )?;
        let times = Times::of(&self.review_times);
        if times.count() > 0 {
            write!(
                formatter,
                "\nasked to reviewed: {times} ({} reviews)",
                times.count()
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_with_an_unanswered_click_is_not_sustained() {
        let mut tally = Tally::default();
        assert_eq!(tally.p99(), None);
        tally.count_answer(ClickKind::Move, Duration::from_millis(3));
        assert_eq!(tally.p99(), Some(Duration::from_millis(3)));
        tally.unanswered += 1;
        assert_eq!(tally.p99(), None);
    }
}
