//! The lesson: a game against one computer. Its cards let a learner who follows the advice look, skip, Nope, survive,
//! hide the kitten and win. The advice depends only on what the learner sees, so it also helps after other moves.

use fairness::Secret;
use players::Strength;
use rules::{
    Answers, Edition, EditionId, HouseRules, LegalOptions, Phase, PlayerView, Ruleset, Title,
    TitleSet, TurnOptions,
};

use crate::text::{CardName, Message};

/// The number whose two bytes, repeated, form the lesson's secret. A test checks that it is the lowest suitable number.
pub(super) const LESSON: u16 = 597;

pub(super) fn deal() -> (Ruleset, Strength, Secret) {
    let edition = Edition::built_in(EditionId::ORIGINAL);
    let rules = Ruleset::new(edition, HouseRules::default(), 2)
        .expect("the original edition is for two players too");
    (rules, Strength::Kitten, secret(LESSON))
}

pub(super) fn secret(number: u16) -> Secret {
    let [high, low] = number.to_be_bytes();
    Secret::new(std::array::from_fn(
        |at| if at % 2 == 0 { high } else { low },
    ))
}

/// A move that a learner should make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Advice {
    /// Look at the top of the pile.
    Look,
    /// Play this card, because a kitten is on top of the pile.
    Avoid(Title),
    /// Draw the kitten on top and use a Defuse, because no playable card avoids it.
    DrawKitten,
    /// Steal a card, because nothing in hand can avoid or defuse the kitten on top.
    Steal,
    /// Draw the kitten on top and die.
    Die,
    /// Draw a card that is known to be harmless.
    DrawSafely,
    Draw,
    Nope,
    /// Pass in a Nope window, because the play is harmless or the learner cannot Nope it.
    Pass,
    /// Put the kitten back.
    Hide,
}

pub(super) fn advice(view: &PlayerView) -> Option<Advice> {
    match view.legal.as_ref()?.options() {
        LegalOptions::Turn(turn) => Some(on_turn(view, turn)),
        LegalOptions::Window { nope, .. } => Some(match nope {
            Some(_) if is_threatened(view) => Advice::Nope,
            _ => Advice::Pass,
        }),
        LegalOptions::Choice(Answers::Place(_)) => Some(Advice::Hide),
        LegalOptions::Choice(_)
        | LegalOptions::OffTurn(_)
        | LegalOptions::Blind(_)
        | LegalOptions::Nothing => None,
    }
}

fn on_turn(view: &PlayerView, turn: &TurnOptions) -> Advice {
    const AVOIDS: [Title; 3] = [Title::Skip, Title::Attack, Title::Shuffle];
    match view.known_at(0).map(|card| card.title()) {
        Some(top) if TitleSet::HAZARDS.contains(top) => {
            let mut avoids = AVOIDS.into_iter().filter(|title| turn.is_playable(*title));
            avoids
                .next()
                .map_or_else(|| before_kitten(view, turn), Advice::Avoid)
        }
        Some(_) => Advice::DrawSafely,
        None if turn.is_playable(Title::SeeTheFuture) => Advice::Look,
        None => Advice::Draw,
    }
}

/// Returns the advice for a player who cannot avoid the kitten on top.
fn before_kitten(view: &PlayerView, turn: &TurnOptions) -> Advice {
    let held = view
        .hand
        .as_ref()
        .map(|hand| hand.holding(1))
        .unwrap_or(TitleSet::EMPTY);
    let mut pairs = held.and(TitleSet::CATS).iter();
    if held.contains(Title::Defuse) {
        Advice::DrawKitten
    } else if pairs.any(|title| turn.is_playable(title)) {
        Advice::Steal
    } else {
        Advice::Die
    }
}

/// Returns true if the current result of the Nope window works against the viewer.
fn is_threatened(view: &PlayerView) -> bool {
    let Phase::Window(window) = &view.phase else {
        return false;
    };
    let is_aimed = window.play.target() == view.viewer;
    let attacks = window.play.single_title() == Some(Title::Attack);
    let is_stopped = window.nopes.len() % 2 == 1;
    let is_own = Some(window.seat) == view.viewer;
    is_own && is_stopped || !is_own && !is_stopped && (is_aimed || attacks)
}

impl Advice {
    /// An example of each kind of advice.
    #[cfg(any(test, feature = "text-check"))]
    pub(crate) const ALL: [Self; 10] = [
        Self::Look,
        Self::Avoid(Title::Attack),
        Self::DrawKitten,
        Self::Steal,
        Self::Die,
        Self::DrawSafely,
        Self::Draw,
        Self::Nope,
        Self::Pass,
        Self::Hide,
    ];

    /// Returns the sentence that gives this advice, with the card names of this edition.
    pub(crate) fn message(self, edition: EditionId) -> Message<'static> {
        let card = |title| CardName { title, edition };
        match self {
            Self::Look => Message::LessonLook {
                card: card(Title::SeeTheFuture),
            },
            Self::Avoid(title) => Message::LessonAvoid { card: card(title) },
            Self::DrawKitten => Message::LessonDrawKitten {
                card: card(Title::Defuse),
            },
            Self::Steal => Message::LessonSteal,
            Self::Die => Message::LessonDie,
            Self::DrawSafely => Message::LessonDrawSafely,
            Self::Draw => Message::LessonDraw,
            Self::Nope => Message::LessonNope {
                card: card(Title::Nope),
            },
            Self::Pass => Message::LessonPass,
            Self::Hide => Message::LessonHide,
        }
    }
}
