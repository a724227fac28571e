//! The private page that says whether a finished game is proven fair, sent with the game's file.

use crate::game_file::{CheckedGame, PlayedGame};
use crate::pages::story::{StoryPage, StoryReader};
use crate::screen::{Accent, Screen};
use crate::text::{Message, Name, ShownName, Verbatim};

/// Checks `file` in the way a third party would, and returns the page with the verdict.
pub fn story_fair(played: &PlayedGame, file: &str, reader: StoryReader<'_>) -> Screen {
    let checked = CheckedGame::read(file.as_bytes());
    let verdict = match &checked {
        Ok(game) if game.commitment.is_none() => Message::FairUnproven,
        Ok(game) if !game.has_players_share() => Message::FairWatched,
        Ok(_) => Message::FairYes,
        Err(error) => Message::FairNo {
            reason: Verbatim(error.to_string().replace('`', "'")),
        },
    };
    let numbers = played.proof.as_ref().map(|proof| {
        let shares: Vec<_> = proof.shares.iter().map(u64::to_string).collect();
        let commitment = Verbatim(proof.secret.commitment(proof.game).to_string());
        let secret = Verbatim(proof.secret.clone().into());
        let shares = Verbatim(shares.join(" "));
        [
            Message::FairCommitment { commitment },
            Message::FairSecret { secret },
            Message::FairShares { shares },
        ]
    });
    let sum = checked.ok().map(|game| Message::FairSum {
        sum: Verbatim(game.sum),
    });
    let winner = played
        .winner()
        .filter(|_| played.winning_stand_in().is_some());
    let name = winner.map(|winner| String::from(winner.name.clone()));
    let stand_in = name.as_deref().map(|name| Message::OverWonByComputer {
        player: Name(ShownName::unmarked(name)),
    });
    let numbers = numbers.into_iter().flatten().chain(sum);
    let lines: Vec<_> = stand_in.into_iter().chain(numbers).collect();
    fair_page(&verdict, &lines, reader)
}

pub(crate) fn fair_page(
    verdict: &Message<'_>,
    numbers: &[Message<'_>],
    reader: StoryReader<'_>,
) -> Screen {
    let language = reader.language;
    let title = language.translate(&Message::ButtonFair);
    Screen::new(Accent::Private)
        .text(format!("### {title}\n{}", language.translate(verdict)))
        .lines(
            numbers
                .iter()
                .map(|number| Some(language.translate(number))),
        )
        .text(language.translate(&Message::FairFile))
        .buttons([
            reader.story_button(StoryPage::Cards, &Message::ButtonCards),
            reader.story_button(StoryPage::First, &Message::ButtonReplay),
        ])
        .displayed_as(reader.display_mode)
}
