//! The private messages of people who only watch a running game.

use rules::Seat;

use super::extremes::{DEADLINE, LONGEST_ORACLE, ScreenVisitor};
use super::sample_game::SampleGame;
use crate::oracles::Prediction;
use crate::screen::{self, OracleView, WatcherView};
use crate::text::Language;

impl SampleGame {
    pub(super) fn visit_watchers(&self, language: &Language, visit: &mut ScreenVisitor<'_>) {
        let until = self.game.view(None).pile_count / 2;
        for on in [None, Some(Seat::ALL[0])] {
            for stands in [None, Some(false), Some(true)] {
                let prediction = stands.map(|stands| Prediction { on, until, stands });
                let score = LONGEST_ORACLE.score;
                let view = WatcherView {
                    table: self.table_view(Some(DEADLINE)),
                    oracle: OracleView { prediction, score },
                    may_sit_down: true,
                };
                visit("a watcher's message", &screen::watcher(&view, language));
            }
        }
    }
}
