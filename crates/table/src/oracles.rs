//! The predictions of people who are out of a game or only watch it: who explodes next, or that no one does for a
//! while. No one else learns of them before the game ends. `handler::oracle` decides which predictions are accepted.

use rules::{Event, Seat};

use crate::entry_limits::{MAX_PREDICTIONS, MAX_REPEATS};
use crate::ids::UserId;
use crate::record::PersonRecord;
use crate::state::State;

/// The open predictions, and people's scores since the table's last ordinary lobby.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Oracles {
    oracles: Vec<Oracle>,
    /// The number of predictions in the running game.
    predictions: u32,
}

/// A person who has made a prediction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Oracle {
    pub(crate) person: PersonRecord,
    pub(crate) score: OracleScore,
    prediction: Option<Prediction>,
    /// The number of this person's predictions in the running game.
    predictions: u8,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct OracleScore {
    pub(crate) right: u32,
    /// The number of predictions that have been decided, right or wrong.
    pub(crate) decided: u32,
}

/// A prediction that is still open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Prediction {
    /// The player who explodes next; `None` predicts that no one does for a while.
    pub(crate) on: Option<Seat>,
    /// The number of cards in the pile at which a prediction that no one explodes comes true.
    pub(crate) until: u8,
    /// True once a kitten has been drawn. The prediction can then no longer be changed.
    pub(crate) stands: bool,
}

impl Oracle {
    fn decide(&mut self, is_right: bool) {
        self.prediction = None;
        self.score.decided += 1;
        self.score.right += u32::from(is_right);
    }
}

impl Oracles {
    fn get(&self, user: UserId) -> Option<&Oracle> {
        self.oracles
            .iter()
            .find(|oracle| oracle.person.user == user)
    }

    pub(crate) fn prediction(&self, user: UserId) -> Option<Prediction> {
        self.get(user)?.prediction
    }

    pub(crate) fn score(&self, user: UserId) -> OracleScore {
        self.get(user)
            .map_or_else(OracleScore::default, |oracle| oracle.score)
    }

    /// Returns true unless this person, or all people together, have predicted too often in the running game.
    pub(crate) fn may_predict(&self, user: UserId) -> bool {
        let own = self.get(user).map_or(0, |oracle| oracle.predictions);
        own < MAX_REPEATS && self.predictions < MAX_PREDICTIONS
    }

    /// Returns the oracle who was right most often and, in a tie, wrong least often; `None` if no one was right.
    pub(crate) fn best(&self) -> Option<&Oracle> {
        let oracles = self.oracles.iter().filter(|oracle| oracle.score.right > 0);
        oracles.min_by_key(|oracle| (u32::MAX - oracle.score.right, oracle.score.decided))
    }

    /// Forgets open predictions and people without a decided prediction, and resets the numbers of predictions.
    pub(crate) fn begin_game(&mut self) {
        self.predictions = 0;
        self.oracles.retain(|oracle| oracle.score.decided > 0);
        for oracle in &mut self.oracles {
            (oracle.prediction, oracle.predictions) = (None, 0);
        }
    }

    /// Adds or changes a prediction, made with this many cards in the pile.
    pub(crate) fn predict(&mut self, person: &PersonRecord, on: Option<Seat>, pile: u8) {
        let prediction = Some(Prediction {
            on,
            until: pile / 2,
            stands: false,
        });
        self.predictions += 1;
        let mut oracles = self.oracles.iter_mut();
        match oracles.find(|oracle| oracle.person.user == person.user) {
            Some(known) => {
                known.prediction = prediction;
                known.predictions = known.predictions.saturating_add(1);
            }
            None => self.oracles.push(Oracle {
                person: person.clone(),
                score: OracleScore::default(),
                prediction,
                predictions: 1,
            }),
        }
    }

    /// Decides the predictions that these events settle, and drops predictions about a player who left.
    pub(crate) fn observe(&mut self, events: &[Event], pile: u8) {
        let is_drawn = |event: &Event| matches!(event, Event::DrewKitten { .. });
        let explodes = |on: Option<Seat>| {
            let is_death = |event: &Event| matches!(event, Event::Exploded { seat, .. } if on.is_none_or(|on| on == *seat));
            events.iter().any(is_death)
        };
        let leaves = |on: Seat| {
            let is_leaver =
                |event: &Event| matches!(event, Event::Left { seat, .. } if on == *seat);
            events.iter().any(is_leaver)
        };
        for oracle in &mut self.oracles {
            let Some(prediction) = &mut oracle.prediction else {
                continue;
            };
            prediction.stands |= events.iter().any(is_drawn);
            match prediction.on {
                on if explodes(None) => oracle.decide(on.is_some() && explodes(on)),
                Some(on) if leaves(on) => oracle.prediction = None,
                None if pile <= prediction.until => oracle.decide(true),
                Some(_) | None => {}
            }
        }
    }
}

impl State {
    pub(crate) fn apply_predicted(&mut self, person: &PersonRecord, on: Option<Seat>) {
        if let Some(pile) = self.pile_height() {
            self.oracles.predict(person, on, pile);
        }
    }

    pub(crate) fn observe_for_oracles(&mut self, events: &[Event]) {
        if let Some(pile) = self.pile_height() {
            self.oracles.observe(events, pile);
        }
    }

    fn pile_height(&self) -> Option<u8> {
        let running = self.running_game()?;
        u8::try_from(running.game.draw_pile().len()).ok()
    }
}
