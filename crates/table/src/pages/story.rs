//! The story of a finished game (its cards revealed on one page, a replay of its steps, and the proof that it was
//! fair), and the lists of finished games. A story is computed anew for each click. No step may give away later events,
//! and there is no story of a running game: see [`PlayedGame`].

mod cards;
mod fair;
mod games_list;
mod layout;
mod page;
mod step;
#[cfg(test)]
mod tests;
mod walk;

use rules::{Event, Game, Seat};

use crate::control::Stamp;
use crate::display_mode::DisplayMode;
use crate::game_file::PlayedGame;
use crate::ids::UserId;
use crate::record::RecordError;
use crate::screen::{Occupant, Player, Presence, Screen};
use crate::text::Language;
#[cfg(any(test, feature = "text-check"))]
pub(crate) use fair::fair_page;
pub use fair::story_fair;
pub use games_list::{ListedGame, games_list};
pub use page::{GamesList, StoryPage};
pub(crate) use walk::{Jump, JumpKind, Walk};

/// The story of a finished game.
pub struct Story {
    dealt: Game,
    pub(crate) players: Vec<Player>,
    pub(crate) events: Vec<Event>,
    /// For each step, the number of events up to its end. Step 0 is the deal.
    ends: Vec<usize>,
}

/// The reader of a page, and the game that its controls refer to.
#[derive(Clone, Copy)]
pub struct StoryReader<'l> {
    /// The stamp of the game's table; the revision does not matter.
    pub stamp: Stamp,
    /// The number of the game at its table, from 1.
    pub game: u16,
    /// True if the game was played in a channel, so that its moments can be posted there.
    pub may_show_moments: bool,
    /// The reader's display mode.
    pub display_mode: DisplayMode,
    /// The reader's language.
    pub language: &'l Language,
}

/// The person who posts a step publicly.
#[derive(Clone, Copy)]
pub enum Sharer<'a> {
    /// The player in this seat.
    Player(Seat),
    /// A person with this name who did not play.
    Watcher(&'a str),
}

impl Story {
    /// Returns the story of a game.
    ///
    /// # Errors
    /// [`RecordError::Impossible`] if the deal violates the rules.
    pub fn of(played: &PlayedGame) -> Result<Self, RecordError> {
        let dealt = Game::from_deal(played.rules, played.first, &played.dealt);
        let mut players: Vec<_> = played
            .players
            .iter()
            .map(|player| Player {
                name: player.name.clone().into(),
                occupant: player.strength().map_or(SOMEBODY, Occupant::Computer),
                mark: None,
            })
            .collect();
        let absent = played.winning_stand_in();
        if let Some(player) = absent.and_then(|seat| players.get_mut(seat.index())) {
            player.occupant = Occupant::Person {
                user: UserId(0),
                presence: Presence::Left,
            };
        }
        Player::mark_lookalikes(players.iter_mut());
        let actions = played.actions.iter().map(|action| &action.events[..]);
        let dealt = dealt.map_err(|_| RecordError::Impossible)?;
        Ok(Self::new(dealt, players, actions))
    }

    /// Returns the story of these actions, starting from the deal. A pass that does not close a window does not count
    /// as a step.
    pub(crate) fn new<'e>(
        dealt: Game,
        players: Vec<Player>,
        actions: impl Iterator<Item = &'e [Event]>,
    ) -> Self {
        let (mut events, mut ends) = (Vec::new(), vec![0]);
        for action in actions {
            events.extend_from_slice(action);
            let is_pass = |event: &Event| matches!(event, Event::Passed { .. });
            if !action.iter().all(is_pass) {
                ends.push(events.len());
            }
        }
        ends.truncate(usize::from(u16::MAX));
        Self {
            dealt,
            players,
            events,
            ends,
        }
    }

    /// Returns the number of the last step. Step 0 is the deal.
    pub fn last_step(&self) -> u16 {
        (self.ends.len() - 1) as u16
    }

    /// Renders a page. Falls back to the cards for [`StoryPage::Fair`], which [`story_fair`] renders.
    pub fn screen(&self, page: StoryPage, reader: StoryReader<'_>) -> Screen {
        match page {
            StoryPage::Cards | StoryPage::Fair => cards::story_cards(self, reader),
            StoryPage::First => step::story_step(self, 0, reader),
            StoryPage::Step(step) => step::story_step(self, step, reader),
            StoryPage::Last => step::story_step(self, self.last_step(), reader),
        }
    }

    /// Returns the public post of a step, with a button that opens it. The reader is the person who posts it.
    pub fn moment(&self, step: u16, reader: StoryReader<'_>, by: Sharer<'_>) -> Screen {
        step::story_moment(self, step, reader, by)
    }

    /// Returns the state after a step, or after the last step if there are fewer steps.
    pub(crate) fn at(&self, step: u16) -> Walk<'_> {
        let mut walk = Walk::new(&self.dealt);
        let mut from = 0;
        for (number, end) in (0..=step).zip(&self.ends) {
            walk.take(number, &self.events[from..*end]);
            from = *end;
        }
        walk
    }
}

/// A placeholder for every person, because stories contain no user ids.
const SOMEBODY: Occupant = Occupant::Person {
    user: UserId(0),
    presence: Presence::Present,
};
