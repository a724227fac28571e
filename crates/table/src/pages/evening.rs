//! A table's evening: a page about its series of games, with a picture of how each game ended for each player, and the
//! closest shave. `journal` loads the games from the results.

use rules::Seat;

use crate::control::Stamp;
use crate::ids::UserId;
use crate::pages::PageIntent;
use crate::results::PlayerEnding;
use crate::screen::element::MAX_ALT;
use crate::screen::{
    Accent, Button, Element, EveningPicture, LineEnding, Occupant, Picture, Player, Presence,
    Screen,
};
use crate::text::{Language, List, Message, Name, PlainName, Verbatim};

/// The maximum number of games in the picture. If there are more, only the newest are shown.
pub const EVENING_GAMES: u16 = 8;

/// The players of a game in the series, in the order of their places.
pub type EveningGame = Vec<EveningPlayer>;

/// A player in a game of the series.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "as in PlayerResult")]
pub struct EveningPlayer {
    pub person: Option<UserId>,
    pub name: String,
    pub fate: PlayerEnding,
    pub closest_shave: u32,
}

/// The input of [`evening_page`].
pub struct EveningView<'g> {
    /// The stamp of the table.
    pub stamp: Stamp,
    /// The number of the last of these games, counted from 1 at the table.
    pub game: u16,
    /// The games, oldest first.
    pub games: &'g [EveningGame],
    /// False for the private page, which offers to post the evening.
    pub is_public: bool,
}

/// Returns the page, or the public message, about an evening.
pub fn evening_page(view: &EveningView<'_>, language: &Language) -> Screen {
    let evening = Evening::of(view.games);
    let (game, games) = (view.game, view.games.len() as u16);
    let title = language.translate(&Message::EveningTitle {
        games: games.into(),
    });
    let accent = if view.is_public {
        Accent::Win
    } else {
        Accent::Private
    };
    let post = (!view.is_public).then(|| {
        let show = PageIntent::ShowEvening { game, games };
        Button::labelled(view.stamp, show, &Message::ButtonShowHere, language)
    });
    Screen::new(accent)
        .text(format!("### {title}"))
        .element(Some(evening.picture(language)))
        .lines([evening.wins_line(language), evening.shave_line(language)])
        .buttons(post)
}

/// The players of an evening by descending wins, how each game ended for them, and the closest shave.
struct Evening {
    players: Vec<Player>,
    wins: Vec<u32>,
    games: Vec<Vec<(Seat, LineEnding)>>,
    shave: Option<(Seat, u32)>,
}

impl Evening {
    fn of(games: &[EveningGame]) -> Self {
        let mut scores: Vec<(Player, u32)> = Vec::new();
        for played in games.iter().flatten() {
            let player = played.player();
            let is_won = u32::from(played.fate == PlayerEnding::Won);
            match scores
                .iter_mut()
                .find(|(known, _)| known.is_same_as(&player))
            {
                Some((_, wins)) => *wins += is_won,
                None => scores.push((player, is_won)),
            }
        }
        scores.sort_by_key(|(_, wins)| u32::MAX - wins);
        // The picture shows at most as many players as a table has seats.
        scores.truncate(Seat::COUNT);
        let (mut players, wins): (Vec<Player>, Vec<u32>) = scores.into_iter().unzip();
        Player::mark_lookalikes(players.iter_mut());
        let face = |played: &EveningPlayer| {
            let player = played.player();
            Seat::new(players.iter().position(|known| known.is_same_as(&player))?)
        };
        let ended = |played: &EveningPlayer| Some((face(played)?, played.ending()));
        let ends = games
            .iter()
            .map(|game| game.iter().filter_map(ended).collect());
        let closest = games
            .iter()
            .flatten()
            .max_by_key(|played| played.closest_shave)
            .filter(|played| played.closest_shave > 0);
        Self {
            games: ends.collect(),
            shave: closest.and_then(|played| Some((face(played)?, played.closest_shave))),
            wins,
            players,
        }
    }

    fn picture(&self, language: &Language) -> Element {
        let games = (1..).zip(&self.games);
        let lines = games.map(|(number, ends)| self.game_line(number, ends, language));
        let alt = lines.collect::<Vec<_>>().join("\n");
        let picture = Picture::Evening(EveningPicture {
            people: self.players.iter().map(Player::user).collect(),
            wins: self.wins.clone(),
            games: self.games.clone(),
            shave: self.shave,
        });
        Element::Picture {
            picture,
            alt: alt.chars().take(MAX_ALT).collect(),
        }
    }

    fn game_line(&self, number: u32, ends: &[(Seat, LineEnding)], language: &Language) -> String {
        let players = ends.iter().filter_map(|&(seat, ending)| {
            let player = PlainName(self.players.get(seat.index())?.shown_name());
            Some(Verbatim(language.translate(&match ending {
                LineEnding::Won | LineEnding::StandInWon => Message::EveningWon { player },
                LineEnding::Exploded => Message::EveningExploded { player },
                LineEnding::Imploded => Message::EveningImploded { player },
                LineEnding::Left => Message::EveningLeft { player },
            })))
        });
        let players = List(players.collect());
        language.translate(&Message::EveningGame { number, players })
    }

    fn wins_line(&self, language: &Language) -> Option<String> {
        let winners = self.players.iter().zip(&self.wins);
        let scores = winners
            .filter(|(_, wins)| **wins > 0)
            .map(|(player, &wins)| {
                let player = Name(player.shown_name());
                Verbatim(language.translate(&Message::OverSeriesWins { player, wins }))
            });
        let scores: Vec<_> = scores.collect();
        let is_won = !scores.is_empty();
        is_won.then(|| {
            language.translate(&Message::EveningWins {
                scores: List(scores),
            })
        })
    }

    fn shave_line(&self, language: &Language) -> Option<String> {
        let (seat, percent) = self.shave?;
        let player = Name(self.players.get(seat.index())?.shown_name());
        Some(language.translate(&Message::EveningShave { player, percent }))
    }
}

impl EveningPlayer {
    fn player(&self) -> Player {
        let presence = Presence::Present;
        let person = |user| Occupant::Person { user, presence };
        Player {
            name: self.name.clone(),
            occupant: self
                .person
                .map_or(Occupant::Computer(players::Strength::Cat), person),
            mark: None,
        }
    }

    fn ending(&self) -> LineEnding {
        match self.fate {
            PlayerEnding::Won | PlayerEnding::Survived => LineEnding::Won,
            PlayerEnding::Exploded => LineEnding::Exploded,
            PlayerEnding::Imploded => LineEnding::Imploded,
            PlayerEnding::Left => LineEnding::Left,
        }
    }
}

/// Returns the numbers of the games in the picture, given the last game's number and the length of the series.
pub fn evening_games(game: u16, games: u16) -> std::ops::RangeInclusive<u16> {
    let shown = games.clamp(1, EVENING_GAMES);
    game.saturating_sub(shown - 1).max(1)..=game
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::tests::fixture::{STAMP, english};

    #[test]
    fn an_evening_tells_who_won_who_died_how_and_the_closest_shave() {
        let player = |person: u64, fate, closest_shave| EveningPlayer {
            person: (person > 0).then_some(UserId(person)),
            name: ["Gizmo", "Ada", "*Bob*"][person as usize].to_owned(),
            fate,
            closest_shave,
        };
        let games = [
            vec![
                player(1, PlayerEnding::Won, 20),
                player(0, PlayerEnding::Exploded, 0),
                player(2, PlayerEnding::Left, 5),
            ],
            vec![
                player(2, PlayerEnding::Won, 67),
                player(1, PlayerEnding::Imploded, 9),
                player(0, PlayerEnding::Exploded, 0),
            ],
        ];
        let view = EveningView {
            stamp: STAMP,
            game: 7,
            games: &games,
            is_public: false,
        };
        insta::assert_snapshot!(evening_page(&view, english()));
    }

    #[test]
    fn a_forged_evening_stays_within_its_table_and_short() {
        assert_eq!(evening_games(3, 2), 2..=3);
        assert_eq!(evening_games(3, u16::MAX), 1..=3);
        assert_eq!(evening_games(u16::MAX, u16::MAX).count(), 8);
        assert_eq!(evening_games(5, 0), 5..=5);
        assert_eq!(evening_games(0, 3).count(), 0);
    }
}
