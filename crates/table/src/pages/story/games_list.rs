//! The private lists of finished games (a channel's, and the reader's own), with a button that opens each game's story.

use crate::control::NO_TABLE;
use crate::control::Stamp;
use crate::game_file::PlayedGame;
use crate::ids::{Millis, Revision, TableId};
use crate::pages::PageIntent;
use crate::pages::story::{GamesList, StoryPage};
use crate::screen::lobby::count;
use crate::screen::{Accent, Button, Screen};
use crate::text::{Countdown, DeckName, Language, Message, Name, ShownName, Verbatim};

/// A finished game in a list.
pub struct ListedGame {
    pub(crate) table: TableId,
    /// The number of the game at its table, from 1.
    pub(crate) game: u16,
    pub(crate) at: Millis,
    pub(crate) edition: DeckName,
    pub(crate) players: usize,
    /// The name of the winner; `None` if the game was ended without a winner.
    pub(crate) winner: Option<String>,
    /// True if a stand-in won in the winner's seat.
    pub(crate) is_by_stand_in: bool,
}

impl ListedGame {
    /// Creates the entry for game number `game` of a table.
    pub fn new(table: TableId, game: u16, played: &PlayedGame) -> Self {
        Self {
            table,
            game,
            at: played.dealt_at,
            edition: match played.recipe {
                Some(recipe) => DeckName::Recipe(recipe),
                None => played.rules.edition().into(),
            },
            players: played.players.len(),
            winner: played.winner().map(|winner| winner.name.clone().into()),
            is_by_stand_in: played.winning_stand_in().is_some(),
        }
    }

    fn line(&self, number: Verbatim, language: &Language) -> String {
        let Self { at, edition, .. } = *self;
        let (at, players) = (Countdown(at), count(self.players));
        language.translate(&match &self.winner {
            Some(winner) if self.is_by_stand_in => Message::GamesWonStandIn {
                number,
                at,
                edition,
                players,
                winner: Name(ShownName::unmarked(winner)),
            },
            Some(winner) => Message::GamesWon {
                number,
                at,
                edition,
                players,
                winner: Name(ShownName::unmarked(winner)),
            },
            None => Message::GamesStopped {
                number,
                at,
                edition,
                players,
            },
        })
    }

    fn button(&self, number: Verbatim, language: &Language) -> Button {
        let stamp = Stamp {
            table: self.table,
            revision: Revision(0),
        };
        let (game, page) = (self.game, StoryPage::Cards);
        let label = language.translate(&Message::GamesOpen { number });
        Button::new(stamp.button(PageIntent::Story { game, page }), label)
    }
}

/// Returns the list with a button for each of its games and a button that switches to the other list. `has_channel` is
/// false outside servers, where there is no other list.
pub fn games_list(
    list: GamesList,
    games: &[ListedGame],
    has_channel: bool,
    language: &Language,
) -> Screen {
    let (title, other, label) = match list {
        GamesList::Channel => (Message::GamesChannel, GamesList::Own, Message::GamesOwn),
        GamesList::Own => (Message::GamesOwn, GamesList::Channel, Message::GamesChannel),
    };
    let numbers = || (1..).map(|number: u32| Verbatim(number.to_string()));
    let mut lines: Vec<String> = numbers()
        .zip(games)
        .map(|(number, game)| game.line(number, language))
        .collect();
    if games.is_empty() {
        lines.push(language.translate(&Message::GamesNone));
    }
    let buttons = numbers().zip(games);
    let other =
        has_channel.then(|| Button::labelled(NO_TABLE, PageIntent::Games(other), &label, language));
    Screen::new(Accent::Private)
        .text(format!("### {}", language.translate(&title)))
        .text(lines.join("\n"))
        .buttons(buttons.map(|(number, game)| game.button(number, language)))
        .buttons(other)
}
