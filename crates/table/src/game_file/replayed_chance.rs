//! The randomness of a replayed game, either derived from its proof or taken from its recorded outcomes.

use fairness::{
    GameChance, GameId, GameKey, PickCounts, Purpose, RandomOutcome, RandomPick, Secret,
};
use rules::{Action, ChoiceAnswer, Events, Game, Randomness as _, Ruleset, Seat};

/// The inputs from which a game's randomness is derived.
pub(crate) struct RevealedProof {
    pub(crate) game: GameId,
    pub(crate) secret: Secret,
    pub(crate) shares: Vec<u64>,
}

/// How a kitten's place is picked when its player puts it back before the deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Placing {
    ByPlayer,
    ByChance,
}

impl Placing {
    /// Returns how the place was picked, given the purpose of the action's first pick.
    pub(super) fn of(first: Option<Purpose>) -> Self {
        if first == Some(Purpose::Place) {
            Self::ByChance
        } else {
            Self::ByPlayer
        }
    }
}

fn place_of(action: Action) -> Option<u8> {
    match action {
        Action::Choose {
            answer: ChoiceAnswer::Place(place),
            ..
        } => Some(place),
        Action::Choose { .. }
        | Action::Play { .. }
        | Action::Nope { .. }
        | Action::Pass { .. }
        | Action::Draw { .. }
        | Action::PickBlindly { .. }
        | Action::Leave { .. }
        | Action::TimeOut => None,
    }
}

/// The randomness of a game, and the number of picks so far.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ReplayedChance {
    /// `None` if the game has no proof.
    key: Option<GameKey>,
    counts: PickCounts,
}

impl ReplayedChance {
    pub(super) fn new(proof: Option<&RevealedProof>) -> Self {
        Self {
            key: proof.map(|proof| GameKey::derive(&proof.secret, proof.game, &proof.shares)),
            counts: PickCounts::default(),
        }
    }

    /// Returns true if there is no proof: the outcomes are recorded rather than derived.
    pub(super) fn is_recorded(&self) -> bool {
        self.key.is_none()
    }

    /// Runs `play` with a source of randomness, and returns its result and the picks it made. `recorded` contains the
    /// outcomes if the game has no proof.
    pub(super) fn draw<T>(
        &mut self,
        recorded: Vec<RandomOutcome>,
        play: impl FnOnce(&mut GameChance<'_>) -> T,
    ) -> (T, Vec<RandomPick>) {
        let mut chance = match &self.key {
            Some(key) => GameChance::new(key, &mut self.counts),
            None => GameChance::from_outcomes(recorded, &mut self.counts),
        };
        let played = play(&mut chance);
        (played, chance.into_picks())
    }

    /// Plays an action. If the player leaves the place of their kitten to chance, the place is picked first.
    ///
    /// # Errors
    /// The rules refuse the action, or the random place differs from the action's place.
    pub(super) fn play(
        &mut self,
        game: &mut Game,
        action: Action,
        placing: Placing,
        recorded: Vec<RandomOutcome>,
    ) -> (Result<Events, String>, Vec<RandomPick>) {
        self.draw(recorded, |chance| {
            if let (Placing::ByChance, Some(place)) = (placing, place_of(action))
                && chance.place(game.draw_pile().len() as u8) != place
            {
                return Err("the random place is a different one".to_owned());
            }
            let played = game.play(action, chance);
            played.map_err(|illegal| format!("illegal: {illegal}"))
        })
    }

    /// Deals a game, with a random first seat unless `chosen` is given.
    pub(super) fn deal(
        &mut self,
        rules: Ruleset,
        chosen: Option<Seat>,
        recorded: Vec<RandomOutcome>,
    ) -> (Game, Vec<RandomPick>) {
        self.draw(recorded, |chance| {
            let first = chosen.unwrap_or_else(|| chance.first_seat(rules.players()));
            Game::deal(rules, first, chance).0
        })
    }
}
