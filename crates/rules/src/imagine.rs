//! A game that a player imagines: what he sees, and a guess at what he does not. For computer
//! players that think ahead; it takes nothing but a view, so that it cannot leak.

use crate::{
    game::{Death, Game, Known, Origin},
    hand::Hand,
    phase::Phase,
    pile::Pile,
    seat::{Seat, SeatSet},
    title::Title,
    view::PlayerView,
};

/// What a viewer guesses of what he cannot see.
#[derive(Clone, Debug)]
pub struct Guess {
    /// The others' hands by seat; the viewer's own is taken from his view.
    pub hands: [Hand; Seat::MOST],
    /// What lies face down before the dead.
    pub aside: [Hand; Seat::MOST],
    /// The draw pile. What the viewer knows of it must be there: nothing else is taken from his view.
    pub pile: Pile,
    /// How many cards from the top each of the others has seen.
    pub looked: [u8; Seat::MOST],
    /// The kitten that another has put back and still knows of: whose, and its place, 0 being the
    /// top.
    pub kitten: Option<(Seat, u8)>,
}

impl Game {
    /// The game that looks to the viewer like `view` and is otherwise as he guesses. None for a
    /// spectator, for a game that is over, and for a guess whose numbers of cards are not those of
    /// the view.
    pub fn imagine(view: &PlayerView, guess: &Guess) -> Option<Game> {
        let viewer = view.viewer?;
        let mut hands = guess.hands;
        let mut aside = guess.aside;
        match view.living().contains(viewer) {
            true => hands[viewer.index()] = view.hand?,
            false => aside[viewer.index()] = view.hand?,
        }
        let face_up = view.seats.iter().filter(|seat| seat.face_up.is_some());
        let mut game = Game {
            rules: view.rules,
            origin: Origin::ByHand,
            turn: view.turn?,
            living: view.living(),
            phase: view.phase.clone(),
            hands,
            known: [Known::default(); Seat::MOST],
            draw_pile: guess.pile.clone(),
            discard: view.discard.clone(),
            deaths: view.deaths().collect(),
            aside,
            face_up: face_up.map(|seat| seat.seat).collect::<SeatSet>(),
            out: Hand::EMPTY,
            cards: Hand::EMPTY,
        };
        game.know(view, guess);
        game.cards = game.all_cards();
        game.agrees_with(view).then_some(game)
    }

    fn know(&mut self, view: &PlayerView, guess: &Guess) {
        let high = self.draw_pile.len() as u8;
        for (known, looked) in self.known.iter_mut().zip(guess.looked) {
            known.look = (high.saturating_sub(looked), high);
        }
        let from_bottom = |place: u8| high.checked_sub(place + 1);
        if let Some((seat, place)) = guess.kitten {
            self.known[seat.index()].kitten = from_bottom(place);
        }
        if let Some(viewer) = view.viewer {
            let seen = view.look.len() as u8;
            self.known[viewer.index()] = Known {
                look: (high.saturating_sub(seen), high),
                kitten: view.own_kitten.and_then(from_bottom),
            };
        }
    }

    fn all_cards(&self) -> Hand {
        let mut all = self.draw_pile.counts();
        all.add_all(&self.discard.counts());
        let heaps = self.hands.iter().chain(&self.aside);
        heaps.for_each(|heap| all.add_all(heap));
        let waiting = usize::from(matches!(self.phase, Phase::Placing { .. }));
        let lying_about = self.face_up.len() + waiting;
        (0..lying_about).for_each(|_| all.add(Title::ExplodingKitten));
        all
    }

    fn agrees_with(&self, view: &PlayerView) -> bool {
        self.draw_pile.len() == usize::from(view.pile_count)
            && self.draw_pile.count(Title::ExplodingKitten) == usize::from(view.kittens_in_pile)
            && view.seats.iter().all(|seat| {
                self.hand(seat.seat).total() == seat.cards
                    && self.aside(seat.seat).total() == seat.aside
            })
    }
}

impl PlayerView {
    /// Who is out, the first to go first.
    fn deaths(&self) -> impl Iterator<Item = Death> {
        (0..self.seats.len()).filter_map(|order| {
            self.seats.iter().find_map(|seat| match seat.died {
                Some((place, fate)) if place == order => Some(Death {
                    seat: seat.seat,
                    fate,
                }),
                _ => None,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Edition, EditionId, HouseRules, Ruleset, Seeded, simulation::Policy};

    /// A guess that happens to be right.
    fn truth(game: &Game) -> Guess {
        Guess {
            hands: game.hands,
            aside: game.aside,
            pile: game.draw_pile.clone(),
            looked: [0; Seat::MOST],
            kitten: None,
        }
    }

    #[test]
    fn a_right_guess_gives_a_game_that_every_viewer_sees_as_his_own() {
        for edition in EditionId::ALL {
            let rules = Ruleset::new(Edition::built_in(edition), HouseRules::default(), 2);
            let mut chance = Seeded::new(5);
            let (mut game, _) = Game::deal(rules.unwrap(), Seat::ALL[0], &mut chance);
            while let Some(action) = Policy::Random.choose(&game, &mut chance) {
                for viewer in game.rules().seats().iter() {
                    let view = game.view(Some(viewer));
                    let imagined = Game::imagine(&view, &truth(&game)).unwrap();
                    assert_eq!(imagined.view(Some(viewer)), view);
                    assert_eq!(imagined.check_invariants(), Ok(()));
                }
                game.play(action, &mut chance).unwrap();
            }
            assert_eq!(
                Game::imagine(&game.view(Some(Seat::ALL[0])), &truth(&game)),
                None
            );
        }
    }

    #[test]
    fn a_guess_with_a_card_too_many_is_none() {
        let rules = Ruleset::new(
            Edition::built_in(EditionId::Original),
            HouseRules::default(),
            3,
        );
        let (game, _) = Game::deal(rules.unwrap(), Seat::ALL[0], &mut Seeded::new(5));
        let view = game.view(Some(Seat::ALL[1]));
        let mut guess = truth(&game);
        guess.hands[2].add(Title::Skip);
        assert_eq!(Game::imagine(&view, &guess), None);
        assert_eq!(Game::imagine(&game.view(None), &truth(&game)), None);
    }
}
