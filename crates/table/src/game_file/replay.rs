//! The chance of a game that is played again: from its proof, or else as it is told.

use fairness::{DrawCounts, Drawn, GameChance, GameId, GameKey, Outcome, Purpose, Secret};
use rules::{Action, Chance as _, ChoiceAnswer, Events, Game, Ruleset, Seat};

/// All that a game's chance follows from.
pub(crate) struct RevealedProof {
    pub(crate) game: GameId,
    pub(crate) secret: Secret,
    pub(crate) shares: Vec<u64>,
}

/// How the place of a kitten is picked by somebody who puts it back in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Placing {
    ByPlayer,
    ByChance,
}

impl Placing {
    /// Returns how it was for an action in which this was drawn first.
    pub(super) fn of(first: Option<Purpose>) -> Self {
        match first == Some(Purpose::Place) {
            false => Self::ByPlayer,
            true => Self::ByChance,
        }
    }
}

/// Returns the place at which an action puts a kitten back.
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

/// The chance of a game, and how much was drawn from it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ReplayedChance {
    /// None without a proof.
    key: Option<GameKey>,
    counts: DrawCounts,
}

impl ReplayedChance {
    pub(super) fn new(proof: Option<&RevealedProof>) -> Self {
        Self {
            key: proof.map(|proof| GameKey::derive(&proof.secret, proof.game, &proof.shares)),
            counts: DrawCounts::default(),
        }
    }

    /// Returns true if there is no proof, and outcomes are only told.
    pub(super) fn is_told(&self) -> bool {
        self.key.is_none()
    }

    /// Lets `play` draw, and returns what was drawn. `told` holds the outcomes of a game without a proof.
    pub(super) fn draw<T>(
        &mut self,
        told: Vec<Outcome>,
        play: impl FnOnce(&mut GameChance<'_>) -> T,
    ) -> (T, Vec<Drawn>) {
        let mut chance = match &self.key {
            Some(key) => GameChance::new(key, &mut self.counts),
            None => GameChance::told(told, &mut self.counts),
        };
        let played = play(&mut chance);
        (played, chance.into_drawn())
    }

    /// Plays an action. Somebody who lets chance place their kitten draws before it.
    ///
    /// # Errors
    /// The reason why the rules refuse the action.
    pub(super) fn play(
        &mut self,
        game: &mut Game,
        action: Action,
        placing: Placing,
        told: Vec<Outcome>,
    ) -> (Result<Events, String>, Vec<Drawn>) {
        self.draw(told, |chance| {
            if let (Placing::ByChance, Some(place)) = (placing, place_of(action))
                && chance.place(game.draw_pile().len() as u8) != place
            {
                return Err("chance gave another place".to_owned());
            }
            let played = game.play(action, chance);
            played.map_err(|illegal| format!("against the rules: {illegal}"))
        })
    }

    /// Deals a game, to a random first seat unless one is chosen.
    pub(super) fn deal(
        &mut self,
        rules: Ruleset,
        chosen: Option<Seat>,
        told: Vec<Outcome>,
    ) -> (Game, Vec<Drawn>) {
        self.draw(told, |chance| {
            let first = chosen.unwrap_or_else(|| chance.first_seat(rules.players()));
            Game::deal(rules, first, chance).0
        })
    }
}
