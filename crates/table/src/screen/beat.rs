//! Screens about a single death or rescue, with a picture, such as the table's message during a beat.

use rules::{EditionId, Hazard, Title};

use super::element::{Accent, Button, Screen};
use super::game_context::join_lines;
use super::view::{BeatEvent, DeathBeat, Player};
use super::{Emoji, Icon, epitaph};
use crate::control::Stamp;
use crate::display_mode::DisplayMode;
use crate::intent::Intent;
use crate::kitten_origins::Hider;
use crate::text::{CardName, Language, Message, Name, ShownName};

/// The input for a screen about a death or a rescue.
pub(crate) struct BeatView<'v> {
    pub(crate) stamp: Stamp,
    pub(crate) display_mode: DisplayMode,
    pub(crate) event: BeatEvent,
    pub(crate) edition: EditionId,
    pub(crate) players: &'v [Player],
    /// The line about the cards that a blind player turned up just before the event, if any.
    pub(crate) cards: Option<String>,
}

/// Returns the message for the beat between the last death and the game's result.
pub(crate) fn last_beat(view: &BeatView<'_>, language: &Language) -> Screen {
    let (rules, label) = (Intent::Rules(None), Message::ButtonRules);
    let button = Button::labelled(view.stamp, rules, &label, language);
    event(view, language)
        .buttons([button.emoji(Icon::Rules)])
        .displayed_as(view.display_mode)
}

/// Returns a screen that shows only the event, without buttons.
pub(super) fn event(view: &BeatView<'_>, language: &Language) -> Screen {
    let (picture, card, lines) = match view.event {
        BeatEvent::Death(death) => (picture_of(death), death.by, death_lines(view, death)),
        BeatEvent::Rescue(seat) => {
            let kitten = card_name(view, Title::ExplodingKitten);
            let player = name(view, seat.index());
            let message = Message::BeatRescue { player, kitten };
            (Title::Defuse.into(), Title::Defuse, vec![message])
        }
    };
    alone(view, (picture, card), &lines, language)
}

/// Returns the screen about the reader's own death in a solo game, without buttons. `percent` is the risk of the draw
/// that killed them.
pub(crate) fn own_death(view: &BeatView<'_>, percent: u32, language: &Language) -> Screen {
    let BeatEvent::Death(death) = view.event else {
        return event(view, language);
    };
    let kitten = card_name(view, death.by);
    let hider = death.hider.map(|hider| {
        if hider.seat == death.seat {
            Message::DailyDeathOwn
        } else {
            hider_message(view, hider)
        }
    });
    let lines: Vec<_> = [Message::DailyDeath { kitten, percent }]
        .into_iter()
        .chain(hider)
        .collect();
    alone(view, (picture_of(death), death.by), &lines, language)
}

/// Returns a screen with the picture, these lines (the first as a heading), any epitaph, and `view.cards`.
fn alone(
    view: &BeatView<'_>,
    (picture, card): (Emoji, Title),
    lines: &[Message<'_>],
    language: &Language,
) -> Screen {
    let card = card_name(view, card);
    let alt = language.translate(&Message::AltStake { card });
    let mut texts = lines
        .iter()
        .map(|line| language.translate_for(view.edition, line));
    let heading = texts.next().map(|text| format!("## {picture} {text}"));
    let epitaph = epitaph_line(view, language);
    let text = join_lines(
        [heading]
            .into_iter()
            .chain(texts.map(Some))
            .chain([epitaph]),
    );
    Screen::new(Accent::Explosion)
        .illustrated(text, picture, alt)
        .lines([view.cards.clone()])
}

fn picture_of(death: DeathBeat) -> Emoji {
    match death.by.hazard() {
        Some(Hazard::Implodes) => death.by.into(),
        Some(Hazard::Explodes) | None => Icon::Explosion.into(),
    }
}

/// Returns the lines about a death: its cause, the kitten's hider if publicly known, and the number of times that the
/// hider has killed this player if [`is_told`] returns true for it.
fn death_lines<'v>(view: &BeatView<'v>, death: DeathBeat) -> Vec<Message<'v>> {
    let (player, kitten) = (name(view, death.seat.index()), card_name(view, death.by));
    let how = match death.by.hazard() {
        Some(Hazard::Implodes) => Message::BeatImploded { player, kitten },
        Some(Hazard::Explodes) | None => Message::BeatDeath { player, kitten },
    };
    let hider = death.hider.map(|hider| hider_message(view, hider));
    let killer = death.hider.filter(|_| is_told(death.times));
    let feud = killer.map(|killer| Message::BeatFeud {
        killer: name(view, killer.seat.index()),
        victim: name(view, death.seat.index()),
        times: death.times,
    });
    [how].into_iter().chain(hider).chain(feud).collect()
}

/// Returns true if it is worth mentioning that one player's kittens have killed another this many times.
pub(super) fn is_told(times: u32) -> bool {
    matches!(times, 2 | 3) || times > 0 && times.is_multiple_of(5)
}

fn hider_message<'v>(view: &BeatView<'v>, hider: Hider) -> Message<'v> {
    let player = name(view, hider.seat.index());
    match hider.cards_ago {
        Some(cards) => Message::BeatHiddenAgo { player, cards },
        None => Message::BeatHidden { player },
    }
}

fn epitaph_line(view: &BeatView<'_>, language: &Language) -> Option<String> {
    let BeatEvent::Death(death) = view.event else {
        return None;
    };
    let is_implosion = death.by.hazard() == Some(Hazard::Implodes);
    let words = language.translate(&epitaph::message(
        view.stamp.table,
        death.first,
        death.order,
        is_implosion,
    ));
    Some(format!("{} *{words}*", Emoji::Icon(Icon::Dead)))
}

fn card_name(view: &BeatView<'_>, title: Title) -> CardName {
    let edition = view.edition;
    CardName { title, edition }
}

fn name<'v>(view: &BeatView<'v>, seat: usize) -> Name<'v> {
    let player = view.players.get(seat);
    Name(player.map_or_else(ShownName::default, Player::shown_name))
}
