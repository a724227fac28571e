//! News for one player about an event that moved or showed cards, for the player's private screens. Derived from the
//! event as the player sees it: see [`redact()`](crate::redact()).

use crate::{choice::ChoiceAnswer, event::Look, redact::SeenEvent, seat::Seat, title::Title};

/// News about an event for one player, usually hidden from most other players.
#[derive(Clone, PartialEq, Eq)]
pub enum PrivateNews {
    /// The player saw these cards on the draw pile, top first.
    Saw(Look),
    /// The player drew and kept this card.
    Drew(Title),
    /// The player drew this card to bury it.
    Lifted(Title),
    /// The player drew this card, but another player got it.
    DrewFor(Title, Seat),
    /// The player stole this card from another player, or got it from the stash that replaces that player's hand.
    Stole(Title, Seat),
    /// Another player stole this card.
    WasRobbed(Title, Seat),
    /// The player demanded a title from another player.
    Demanded {
        /// The title demanded.
        title: Title,
        /// The player who was asked.
        of: Seat,
        /// True if the player asked had such a card.
        hit: bool,
    },
    /// Another player demanded this title and got it.
    HandedOver(Title, Seat),
    /// Another player gave this card, or drew it for the player.
    Got(Title, Seat),
    /// The player gave this card to another player.
    Gave(Title, Seat),
    /// The player put this card into the draw pile.
    Put(Title),
}

crate::redacted_debug! { PrivateNews {
    Saw, Drew, Lifted, DrewFor, Stole, WasRobbed, Demanded, HandedOver, Got, Gave, Put,
} }

impl PrivateNews {
    /// Returns the cards seen on the draw pile; `None` unless the news is [`PrivateNews::Saw`].
    pub fn look(&self) -> Option<&Look> {
        let PrivateNews::Saw(look) = self else {
            return None;
        };
        Some(look)
    }

    /// Returns true if the news reveals a card that entered the player's hand.
    pub fn tells_held_card(&self) -> bool {
        match self {
            PrivateNews::Drew(_)
            | PrivateNews::Stole(..)
            | PrivateNews::Got(..)
            | PrivateNews::Demanded { hit: true, .. } => true,
            PrivateNews::Saw(_)
            | PrivateNews::Lifted(_)
            | PrivateNews::DrewFor(..)
            | PrivateNews::WasRobbed(..)
            | PrivateNews::Demanded { hit: false, .. }
            | PrivateNews::HandedOver(..)
            | PrivateNews::Gave(..)
            | PrivateNews::Put(_) => false,
        }
    }
}

impl SeenEvent {
    /// Returns the private news in this event for the viewer at seat `own`, if any.
    pub fn private_news(&self, own: Seat) -> Option<PrivateNews> {
        match *self {
            SeenEvent::Saw {
                seat, ref titles, ..
            } => titles.clone().filter(|_| seat == own).map(PrivateNews::Saw),
            // The event contains the title only for viewers who may know it.
            SeenEvent::Drew { title, .. } => title.map(PrivateNews::Drew),
            SeenEvent::Lifted { title, .. } => title.map(PrivateNews::Lifted),
            SeenEvent::StashRobbed { from, title, .. } => Some(PrivateNews::Stole(title?, from)),
            SeenEvent::DrewFor {
                seat, to, title, ..
            } => {
                let [got, drew] = [PrivateNews::Got, PrivateNews::DrewFor];
                between(own, (seat, to), got(title?, seat), drew(title?, to))
            }
            SeenEvent::Stolen { from, to, title } => {
                let [stole, robbed] = [PrivateNews::Stole, PrivateNews::WasRobbed];
                between(own, (from, to), stole(title?, from), robbed(title?, to))
            }
            SeenEvent::Asked {
                from,
                to,
                title,
                hit,
            } => asked(own, (from, to), title, hit),
            SeenEvent::Chosen {
                seat,
                owner,
                answer,
                ..
            } => answered(own, (seat, owner), answer?),
            SeenEvent::Played { .. }
            | SeenEvent::Noped { .. }
            | SeenEvent::Passed { .. }
            | SeenEvent::WindowClosed { .. }
            | SeenEvent::Fizzled { .. }
            | SeenEvent::ChoiceOpened { .. }
            | SeenEvent::Shuffled
            | SeenEvent::MarkRemoved { .. }
            | SeenEvent::Marked { .. }
            | SeenEvent::Cursed { .. }
            | SeenEvent::CurseEnded { .. }
            | SeenEvent::TurnedUp { .. }
            | SeenEvent::WentOff { .. }
            | SeenEvent::EndsSwapped { .. }
            | SeenEvent::KittensRaised { .. }
            | SeenEvent::Stacked { .. }
            | SeenEvent::Claimed { .. }
            | SeenEvent::BarkedInVain { .. }
            | SeenEvent::ClaimUsed { .. }
            | SeenEvent::TowerWorn { .. }
            | SeenEvent::StashDiscarded { .. }
            | SeenEvent::Barked { .. }
            | SeenEvent::TurnsAdded(_)
            | SeenEvent::DrewKitten { .. }
            | SeenEvent::Defused { .. }
            | SeenEvent::Exploded { .. }
            | SeenEvent::Lapsed { .. }
            | SeenEvent::Left { .. }
            | SeenEvent::TimedOut { .. }
            | SeenEvent::DirectionTurned { .. }
            | SeenEvent::TurnBegan(_)
            | SeenEvent::Won { .. } => None,
        }
    }
}

/// Selects the news about a card that moved from one player to another: `taker` if the viewer got it, `giver` if the
/// viewer lost it, otherwise `None`.
fn between(
    own: Seat,
    (from, to): (Seat, Seat),
    taker: PrivateNews,
    giver: PrivateNews,
) -> Option<PrivateNews> {
    if own == to {
        Some(taker)
    } else {
        (own == from).then_some(giver)
    }
}

fn asked(own: Seat, (from, to): (Seat, Seat), title: Title, hit: bool) -> Option<PrivateNews> {
    if own == to {
        let of = from;
        return Some(PrivateNews::Demanded { title, of, hit });
    }
    (own == from && hit).then_some(PrivateNews::HandedOver(title, to))
}

fn answered(own: Seat, (seat, owner): (Seat, Seat), answer: ChoiceAnswer) -> Option<PrivateNews> {
    match answer {
        ChoiceAnswer::Give(title) => {
            let [got, gave] = [PrivateNews::Got, PrivateNews::Gave];
            between(own, (seat, owner), got(title, seat), gave(title, owner))
        }
        ChoiceAnswer::Put(title) => Some(PrivateNews::Put(title)),
        ChoiceAnswer::Place(_)
        | ChoiceAnswer::Take(_)
        | ChoiceAnswer::Stop
        | ChoiceAnswer::Order(_)
        | ChoiceAnswer::Aim(_) => None,
    }
}
