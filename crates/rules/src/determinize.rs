//! Determinization: builds a complete game from a player's view and a guess at the hidden cards. The searching computer
//! player samples the guesses: see `search/determinization.rs` in the `players` crate. The view must be the only input
//! from the real game, or hidden cards could leak.

use crate::{
    choice::ChoiceKind,
    game::{Death, Game, PileKnowledge, StartKind},
    hand::Hand,
    pile::{DrawPile, PileCard},
    seat::{Seat, SeatSet},
    title::Title,
    view::PlayerView,
};

/// A guess at everything that a viewer cannot see.
#[derive(Clone, Debug)]
pub struct Guess {
    /// The hands by seat. The hand of a living viewer is taken from the view, unless the viewer is blind.
    pub hands: [Hand; Seat::COUNT],
    /// The face-down cards in front of dead players, by seat (`travel`). A dead viewer's are taken from the view.
    pub face_down: [Hand; Seat::COUNT],
    /// The draw pile. Must contain the cards that the viewer knows; they are not taken from the view.
    pub pile: DrawPile,
    /// The number of cards from the top that each other player has seen.
    pub looked: [u8; Seat::COUNT],
    /// Another player who still knows where they put back a kitten, and that place, counted from 0 at the top.
    pub kitten: Option<(Seat, u8)>,
    /// The cards that other players have put in for a Garbage Collection or a Potluck, by seat.
    pub put: [Option<Title>; Seat::COUNT],
    /// The card that another player is burying.
    pub buried: Option<PileCard>,
    /// The cards of the stash, which no player sees.
    pub stash: Hand,
}

impl Game {
    /// Combines the view and the guess into a game. `None` for a spectator's view, a finished game, or a guess that
    /// contradicts the view, for example in a card count. Does not check the cards that the viewer knows in the pile.
    pub fn determinize(view: &PlayerView, guess: &Guess) -> Option<Game> {
        let viewer = view.viewer?;
        let mut hands = guess.hands;
        let mut face_down = guess.face_down;
        if view.living().contains(viewer) {
            hands[viewer.index()] = view.hand.unwrap_or(hands[viewer.index()])
        } else {
            face_down[viewer.index()] = view.hand?
        }
        let mut put = guess.put;
        put[viewer.index()] = view.own_put;
        let mut marked = [Hand::EMPTY; Seat::COUNT];
        let mut claimed_by = [None; Seat::COUNT];
        for seat in &view.seats {
            marked[seat.seat.index()] = seat.marked;
            claimed_by[seat.seat.index()] = seat.claimed_by;
        }
        let barking = view.seats.iter().filter(|seat| seat.barks);
        let face_up = view.seats.iter().filter(|seat| seat.face_up.is_some());
        let mut game = Game {
            rules: view.rules,
            start_kind: StartKind::ByHand,
            turn: view.turn?,
            direction: view.direction,
            living: view.living(),
            phase: view.phase.clone(),
            hands,
            known: [PileKnowledge::default(); Seat::COUNT],
            raised: view.raised,
            draw_pile: guess.pile.clone(),
            discard: view.discard.clone(),
            deaths: view.deaths().collect(),
            face_down,
            face_up: face_up.map(|seat| seat.seat).collect::<SeatSet>(),
            removed: Hand::EMPTY,
            cards: Hand::EMPTY,
            marked,
            blind: view.blind,
            put,
            unresolved: view.unresolved,
            buried: view.buried.or(guess.buried),
            claimed_by,
            barking: barking.map(|seat| seat.seat).collect(),
            tower: view.tower,
            stash: guess.stash,
        };
        game.set_pile_knowledge(view, guess);
        game.cards = game.all_cards();
        game.agrees_with(view).then_some(game)
    }

    fn set_pile_knowledge(&mut self, view: &PlayerView, guess: &Guess) {
        let high = self.draw_pile.len() as u8;
        for (known, looked) in self.known.iter_mut().zip(guess.looked) {
            known.look = (high.saturating_sub(looked), high);
        }
        let from_bottom = |place: u8| high.checked_sub(place + 1);
        if let Some((seat, place)) = guess.kitten {
            self.known[seat.index()].placed_card = from_bottom(place);
        }
        if let Some(viewer) = view.viewer {
            let seen = view.look.len() as u8;
            self.known[viewer.index()] = PileKnowledge {
                look: (high.saturating_sub(seen), high),
                placed_card: view
                    .own_placed_card
                    .and_then(|(place, _)| from_bottom(place)),
            };
        }
    }

    fn agrees_with(&self, view: &PlayerView) -> bool {
        self.draw_pile.len() == usize::from(view.pile_count)
            && self.hazards_in_pile_as_seen_by(view.viewer) == usize::from(view.kittens_in_pile)
            && self.imploding_as_seen_by(view.viewer) == view.imploding
            && self.draw_pile.open_top() == view.open_top
            && self.stash.total() == view.stash
            && self.buried.is_some() == (view.phase.choice() == Some(ChoiceKind::Bury))
            && view.seats.iter().all(|seat| {
                self.hand(seat.seat).total() == seat.cards
                    && seat.marked.is_within(self.hand(seat.seat))
                    && self.put(seat.seat).is_some() == seat.has_put
                    && self.face_down(seat.seat).total() == seat.face_down
            })
    }
}

impl PlayerView {
    /// Returns the eliminated players in the order of elimination.
    fn deaths(&self) -> impl Iterator<Item = Death> {
        (0..self.seats.len()).filter_map(|order| {
            self.seats.iter().find_map(|seat| match seat.died {
                Some((place, cause)) if place == order => Some(Death {
                    seat: seat.seat,
                    cause,
                }),
                _ => None,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Edition, EditionId, HouseRules, Ruleset, SeededChance, simulation::random_action};

    fn correct_guess(game: &Game) -> Guess {
        Guess {
            hands: game.hands,
            face_down: game.face_down,
            pile: game.draw_pile.clone(),
            looked: [0; Seat::COUNT],
            kitten: None,
            put: game.put,
            buried: game.buried,
            stash: game.stash,
        }
    }

    #[test]
    fn a_right_guess_gives_a_game_with_the_same_view() {
        for edition in EditionId::with_drafts() {
            let rules = Ruleset::new(Edition::built_in(edition), HouseRules::default(), 2);
            let mut chance = SeededChance::new(5);
            let (mut game, _) = Game::deal(rules.unwrap(), Seat::ALL[0], &mut chance);
            while let Some(action) = random_action(&game, &mut chance) {
                for viewer in game.rules().seats().iter() {
                    let view = game.view(Some(viewer));
                    let determinized = Game::determinize(&view, &correct_guess(&game)).unwrap();
                    assert_eq!(determinized.view(Some(viewer)), view);
                    assert_eq!(determinized.check_invariants(), Ok(()));
                }
                game.play(action, &mut chance).unwrap();
            }
            assert_eq!(
                Game::determinize(&game.view(Some(Seat::ALL[0])), &correct_guess(&game)),
                None
            );
        }
    }

    #[test]
    fn a_guess_with_a_card_too_many_gives_no_game() {
        let rules = Ruleset::new(
            Edition::built_in(EditionId::ORIGINAL),
            HouseRules::default(),
            3,
        );
        let (game, _) = Game::deal(rules.unwrap(), Seat::ALL[0], &mut SeededChance::new(5));
        let view = game.view(Some(Seat::ALL[1]));
        let mut guess = correct_guess(&game);
        guess.hands[2].add(Title::Skip);
        assert_eq!(Game::determinize(&view, &guess), None);
        assert_eq!(
            Game::determinize(&game.view(None), &correct_guess(&game)),
            None
        );
    }
}
