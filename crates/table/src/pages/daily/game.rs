//! A person's game of one day: a solo game against three computers, dealt from the day's secret.

use fairness::Secret;
use players::Strength;
use rules::{Edition, EditionId, HouseRules, Ruleset};

use super::DailyRequest;
use super::attempt::{Attempt, AttemptResult};
use super::day::{Day, FIRST_DEAL};
use super::screen::title;
use super::streak::streak_before;
use crate::control::Stamp;
use crate::game_file::PlayedGame;
use crate::ids::{GuildId, Millis};
use crate::input::Clicker;
use crate::intent::{Intent, PanelStep};
use crate::pages::PageIntent;
use crate::refusal::Refusal;
use crate::screen::Screen;
use crate::solo_game::{MovesError, SoloDeal, SoloGame};

const PLAYERS: usize = 4;

/// A person's game of one day.
pub struct DailyGame {
    day: Day,
    solo: SoloGame,
}

/// Returns the deal with this number from a day's secret.
pub(super) fn deal(day: Day, secret: &Secret, number: u32) -> SoloDeal {
    let edition = Edition::built_in(EditionId::ORIGINAL);
    let rules = Ruleset::new(edition, HouseRules::default(), PLAYERS)
        .expect("the original edition is for four players too");
    let later = (number > FIRST_DEAL).then_some(number.into());
    SoloDeal {
        table: day.table(),
        game: day.game_id(),
        secret: secret.clone(),
        shares: later.into_iter().collect(),
        rules,
        strength: Strength::Cat,
    }
}

impl DailyGame {
    /// Deals the game of a day and plays on until the person must act. [`choose_deal`](super::choose_deal) chooses the
    /// number of the deal.
    pub fn begin(day: Day, secret: &Secret, number: u32) -> Self {
        let mut solo = SoloGame::deal(deal(day, secret, number));
        while solo.advance(Strength::Cat) {}
        Self { day, solo }
    }

    /// Replays stored moves.
    ///
    /// # Errors
    /// [`MovesError`] if they cannot be parsed, or the rules do not allow them.
    pub fn replay(day: Day, secret: &Secret, number: u32, moves: &str) -> Result<Self, MovesError> {
        let solo = SoloGame::replay(deal(day, secret, number), moves)?;
        Ok(Self { day, solo })
    }

    /// Makes the person's move, then the computers' moves until the person must act again or the game has ended for
    /// them. The same moves always lead to the same game.
    ///
    /// # Errors
    /// [`Refusal`] if the rules do not allow the move, or the person's game is over. The game is then unchanged.
    pub fn play(&mut self, intent: Intent) -> Result<(), Refusal> {
        self.solo.play(intent)?;
        while self.solo.advance(Strength::Cat) {}
        Ok(())
    }

    /// Returns the moves in their stored form: the ids of the buttons that make them.
    pub fn moves(&self) -> String {
        self.solo.moves()
    }

    /// Returns the stamp of the controls: the day and the number of moves.
    pub fn stamp(&self) -> Stamp {
        self.solo.stamp()
    }

    /// Returns the person's result, or `None` while they play. Their `earlier` attempts determine the streak.
    pub fn result(
        &self,
        earlier: &[Attempt],
        finished_at: Millis,
        guild: Option<GuildId>,
    ) -> Option<AttemptResult> {
        let place = self.solo.place()?;
        let (streak, frozen) = streak_before(self.day, earlier);
        Some(AttemptResult {
            place,
            turns: self.solo.turns(),
            streak: streak + 1,
            frozen,
            finished_at,
            guild,
        })
    }

    /// Returns the row of squares that summarizes the person's game so far.
    pub fn trail(&self) -> String {
        self.solo.trail()
    }

    /// Returns the private screen, with the person's hand at this step of the panel.
    pub fn screen(&self, person: &Clicker, step: PanelStep, refusal: Option<Refusal>) -> Screen {
        self.solo
            .screen(person, &title(self.day), (step, refusal), None)
    }

    /// Returns the screen that shows only the person's death, before their result; `None` if they have not died.
    pub fn death_screen(&self, person: &Clicker) -> Option<Screen> {
        let on = PageIntent::Daily(DailyRequest::Open);
        self.solo.death_screen(person, on)
    }

    /// Returns the whole game for its file, including the secret. If the person has died, computers play the game to
    /// its end. Every time in the file is the time at which the game ended for the person.
    pub fn into_played(self, person: &Clicker, ended: Millis) -> PlayedGame {
        self.solo.into_played(person, ended)
    }
}
