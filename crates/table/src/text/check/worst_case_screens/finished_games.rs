//! The lists of finished games and the page about a game's proof, with texts of maximum length.

use rules::EditionId;

use super::extremes::{DEADLINE, LONGEST_NAME, STAMP, ScreenVisitor};
use crate::display_mode::DisplayMode;
use crate::pages::story::{self, GamesList, ListedGame, StoryReader};
use crate::text::{Language, Message, Verbatim};

pub(super) fn visit_finished_games(language: &Language, visit: &mut ScreenVisitor<'_>) {
    for list in [GamesList::Channel, GamesList::Own] {
        for games in [
            Vec::new(),
            listed_games(None),
            listed_games(Some(LONGEST_NAME)),
        ] {
            let screen = story::games_list(list, &games, true, language);
            visit("a list of games", &screen);
        }
    }
    let reader = StoryReader {
        stamp: STAMP,
        game: u16::MAX,
        may_show_moments: true,
        display_mode: DisplayMode::Pictures,
        language,
    };
    let reason = Verbatim("9".repeat(420));
    for verdict in [
        Message::FairYes,
        Message::FairWatched,
        Message::FairUnproven,
        Message::FairNo { reason },
    ] {
        let page = story::fair_page(&verdict, &numbers(), reader);
        visit("the proof of a game", &page);
    }
}

fn listed_games(winner: Option<&str>) -> Vec<ListedGame> {
    let editions = EditionId::all().cycle().take(10);
    let listed = (u16::MAX - 10..u16::MAX)
        .zip(editions)
        .map(|(game, edition)| ListedGame {
            table: STAMP.table,
            game,
            at: DEADLINE,
            edition: edition.into(),
            players: 9,
            winner: winner.map(str::to_owned),
            is_by_stand_in: game % 2 == 0,
        });
    listed.collect()
}

fn numbers() -> [Message<'static>; 4] {
    let [commitment, secret] = [64, 64].map(|digits| Verbatim("9".repeat(digits)));
    let shares = Verbatim(vec![u64::MAX.to_string(); 10].join(" "));
    [
        Message::FairCommitment { commitment },
        Message::FairSecret { secret },
        Message::FairShares { shares },
        Message::FairSum {
            sum: Verbatim("9".repeat(28)),
        },
    ]
}
