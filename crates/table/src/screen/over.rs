//! The public end of a game: who won, how the others fared, a few numbers, and what next.

use rules::Seat;

use super::lobby::count;
use super::part::{Accent, Button, Screen, Style};
use super::view::{Escape, Fate, OverView, Placed};
use super::{Emoji, Sign};
use crate::intent::Intent;
use crate::text::{Language, Message, Name};

/// The end as everybody sees it.
pub fn over(view: &OverView, language: &Language) -> Screen {
    let places = view
        .placing
        .iter()
        .enumerate()
        .map(|(index, placed)| line(view, index, *placed, language));
    Screen::new(Accent::Win)
        .text(heading(view, language))
        .text(places.collect::<Vec<_>>().join("\n"))
        .line()
        .text(numbers(view, language))
        .buttons(buttons(view, language))
}

fn heading(view: &OverView, language: &Language) -> String {
    let won = |placed: &&Placed| matches!(placed.fate, Fate::Won | Fate::WonByComputer);
    let winner = view.placing.iter().find(won);
    let title = winner.map(|placed| {
        language.say(&Message::OverTitle {
            player: name(view, placed.seat),
        })
    });
    format!(
        "## {} {}",
        Emoji::Sign(Sign::Winner).unicode(),
        title.unwrap_or_default()
    )
}

fn line(view: &OverView, index: usize, placed: Placed, language: &Language) -> String {
    let player = name(view, placed.seat);
    let (emoji, message) = match placed.fate {
        Fate::Won => (Emoji::Sign(Sign::Winner), Message::OverWon { player }),
        Fate::WonByComputer => (
            Emoji::Sign(Sign::Winner),
            Message::OverWonByComputer { player },
        ),
        Fate::Exploded => (
            Emoji::Card(rules::Title::ExplodingKitten),
            Message::OverExploded { player },
        ),
        Fate::Left => (Emoji::Sign(Sign::Leave), Message::OverLeft { player }),
    };
    format!(
        "{}. {} {}",
        index + 1,
        emoji.unicode(),
        language.say(&message)
    )
}

fn numbers(view: &OverView, language: &Language) -> String {
    let tally = &view.tally;
    let chain = Message::OverChain {
        nopes: u32::from(tally.longest_chain),
    };
    let mut figures = vec![
        language.say(&Message::OverTurns { turns: tally.turns }),
        language.say(&Message::OverNopes { nopes: tally.nopes }),
    ];
    // With one Nope at a time there is no chain to speak of.
    figures.extend((tally.longest_chain > 1).then(|| language.say(&chain)));
    let escape = tally
        .closest_escape
        .map(|escape| language.say(&closest(view, escape)));
    [Some(figures.join(" · ")), escape]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join("\n")
}

fn closest(view: &OverView, escape: Escape) -> Message<'_> {
    let percent = percent(usize::from(escape.kittens), usize::from(escape.cards));
    Message::OverEscape {
        player: name(view, escape.seat),
        percent,
    }
}

fn buttons(view: &OverView, language: &Language) -> [Button; 3] {
    let button =
        |intent, label: Message<'_>| Button::new(view.stamp.button(intent), language.say(&label));
    [
        button(Intent::Rematch, Message::ButtonRematch)
            .emoji(Sign::Rematch)
            .style(Style::Success),
        button(Intent::NewTable, Message::ButtonNewTable).emoji(Sign::NewTable),
        button(Intent::Rules, Message::ButtonRules).emoji(Sign::Rules),
    ]
}

fn name(view: &OverView, seat: Seat) -> Name<'_> {
    Name(
        view.people
            .get(seat.index())
            .map_or("", |person| person.name.as_str()),
    )
}

/// So many of a hundred, rounded, but 0 and 100 only when it is exactly that.
pub(super) fn percent(part: usize, whole: usize) -> u32 {
    match (part, whole) {
        (0, _) | (_, 0) => 0,
        (part, whole) if part >= whole => 100,
        (part, whole) => count((part * 100 + whole / 2) / whole).clamp(1, 99),
    }
}
