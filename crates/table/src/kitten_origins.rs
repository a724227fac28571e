//! The players publicly known to have put hazards into the draw pile. Derived only from public facts, such as the
//! players who put hazards back and the number of each kind in the pile. Does not track places. `hidden_kittens` tracks
//! the true origins, which are secret until the game is over.

use rules::{ChoiceAnswer, ChoiceKind, Event, Game, LostKitten, Phase, Seat, Title};

/// The player publicly known to have hidden a hazard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hider {
    pub(crate) seat: Seat,
    /// The number of cards drawn after the hazard was hidden and before it was drawn, if that is public.
    pub(crate) cards_ago: Option<u32>,
}

/// The hazards that players have hidden in the pile since the last shuffle, and the last drawn hazard's hider.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct KittenOrigins {
    hidden: Vec<Hidden>,
    /// The player who hid the most recently drawn hazard, if publicly known.
    pub(crate) drawn: Option<Hider>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Hidden {
    title: Title,
    by: Hider,
}

impl KittenOrigins {
    /// Records an event, given the game before it.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "all other events move no hazard of the draw pile"
    )]
    pub(crate) fn observe(&mut self, game: &Game, event: &Event) {
        match event {
            Event::Drew { .. } | Event::DrewFor { .. } => self.count_draw(),
            // The card may be a kitten, which is then buried in secret.
            Event::Lifted { .. } => self.hidden.clear(),
            Event::Barked { .. } => self.drawn = None,
            Event::DrewKitten { card, .. } => {
                self.draw(game, card.title());
                self.count_draw();
            }
            Event::Chosen {
                seat,
                answer: ChoiceAnswer::Place(_),
                ..
            } => self.hide(game, *seat),
            // The kitten may have been drawn secretly long ago, by any player.
            Event::TurnedUp { .. } | Event::WentOff { .. } if game.unresolved().is_none() => {
                self.hidden.clear();
                self.drawn = None;
            }
            Event::Shuffled { .. }
            | Event::KittensRaised { .. }
            | Event::Left {
                kitten: LostKitten::FromPile(_),
                ..
            } => self.hidden.clear(),
            _ => {}
        }
    }

    fn hide(&mut self, game: &Game, seat: Seat) {
        if let Phase::Choice(choice) = game.phase()
            && let ChoiceKind::Place(card) = choice.kind
        {
            let cards_ago = Some(0);
            self.hidden.push(Hidden {
                title: card.title(),
                by: Hider { seat, cards_ago },
            });
        }
    }

    /// Removes a drawn hazard of this title. Its hider is publicly known only if one player hid all hazards of this
    /// title in the pile; otherwise, also forgets who hid the others.
    fn draw(&mut self, game: &Game, title: Title) {
        let in_pile = count_in_pile(game, title);
        let (mut same, others): (Vec<Hidden>, Vec<Hidden>) =
            self.hidden.iter().partition(|hidden| hidden.title == title);
        let first = same.first().map(|hidden| hidden.by.seat);
        let is_known = same.len() == in_pile && same.iter().all(|one| Some(one.by.seat) == first);
        self.drawn = None;
        self.hidden = others;
        if is_known && let Some(one) = same.pop() {
            // If there were several, no one knows which of them was drawn.
            let is_only = same.is_empty();
            same.iter_mut().for_each(|left| left.by.cards_ago = None);
            self.hidden.append(&mut same);
            self.drawn = Some(Hider {
                seat: one.by.seat,
                cards_ago: one.by.cards_ago.filter(|_| is_only),
            });
        }
    }

    fn count_draw(&mut self) {
        for hidden in &mut self.hidden {
            hidden.by.cards_ago = hidden.by.cards_ago.map(|cards| cards + 1);
        }
    }
}

/// Returns the number of hazards of a title that the draw pile contains according to public knowledge. This includes
/// kittens hidden in hands.
fn count_in_pile(game: &Game, title: Title) -> usize {
    let imploding = game.draw_pile().count(Title::ImplodingKitten);
    if title == Title::ExplodingKitten {
        usize::from(game.view(None).kittens_in_pile).saturating_sub(imploding)
    } else {
        game.draw_pile().count(title)
    }
}
