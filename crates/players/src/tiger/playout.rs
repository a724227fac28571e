//! Playing an imagined game to its end, quickly: everyone sensible, and nobody cheating.

use rules::{Action, Chance, Event, Game, Phase, Pile, Seat, SeatSet, Title, Turn, Window};

use crate::{
    cat::{self, Habits},
    outlook::Outlook,
};

/// The most actions played in one imagined game; no real one lasts as long.
const MOST_ACTIONS: usize = 1500;

/// How likely a kitten just put back by another is believed to lie where it hurts.
const PUT_WHERE_IT_HURTS: f32 = 0.6;

/// How likely one unknown card of another's hand is a Defuse.
const LOOSE_DEFUSE: f32 = 0.04;

/// What all in an imagined game have seen, as far as the quick play cares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Notes {
    /// The kittens in the pile.
    pub(super) kittens: u8,
    /// Who has just put a kitten back.
    pub(super) fresh: Option<Seat>,
    /// Who has a Defuse for all one knows.
    pub(super) defused: SeatSet,
}

impl Notes {
    fn note(&mut self, event: &Event) {
        match *event {
            Event::DrewKitten { .. } => {
                self.kittens = self.kittens.saturating_sub(1);
                self.fresh = None;
            }
            Event::Drew { .. } | Event::Shuffled { .. } => self.fresh = None,
            Event::Placed { seat, .. } => {
                self.kittens += 1;
                self.fresh = Some(seat);
            }
            Event::Defused { seat } => self.defused = self.defused.without(seat),
            Event::Asked {
                from,
                to,
                title: Title::Defuse,
                hit,
            } => {
                self.defused = self.defused.without(from);
                if hit {
                    self.defused = self.defused.with(to);
                }
            }
            Event::Took {
                seat,
                title: Title::Defuse,
            } => self.defused = self.defused.with(seat),
            _ => {}
        }
    }
}

/// An imagined game that goes on.
pub(super) struct Playout<'a, C> {
    pub(super) game: Game,
    pub(super) notes: Notes,
    pub(super) chance: &'a mut C,
    /// Actions played so far.
    pub(super) actions: usize,
}

impl<C: Chance> Playout<'_, C> {
    /// Does this; false where the rules do not allow it.
    pub(super) fn play(&mut self, action: Action) -> bool {
        self.actions += 1;
        let notes = &mut self.notes;
        let played = self
            .game
            .play_into(action, self.chance, |event| notes.note(&event));
        played.is_ok()
    }

    /// Plays to the end, or until `seat` is out: what it is worth to that seat, 0 to 1.
    pub(super) fn finish(&mut self, seat: Seat) -> f32 {
        while self.actions < MOST_ACTIONS {
            if !self.game.living().contains(seat) {
                return 0.0;
            }
            if let Some(winner) = self.game.winner() {
                return f32::from(u8::from(winner == seat));
            }
            let action = self.next();
            if !self.play(action) {
                break;
            }
        }
        1.0 / self.game.living().len().max(1) as f32
    }

    fn next(&mut self) -> Action {
        if let Phase::Window(window) = self.game.phase() {
            return self.nope(window).unwrap_or(Action::TimeOut);
        }
        let Some(seat) = self.game.awaited().nth(0) else {
            return Action::TimeOut;
        };
        let legal = self.game.legal(seat);
        let mind = Mind::new(&self.game, &self.notes, seat);
        cat::choose(&mind, legal.options(), &Habits::SENSIBLE, self.chance)
            .unwrap_or(Action::TimeOut)
    }

    /// The first Nope that somebody wants to play, clockwise from the owner of the card on top.
    fn nope(&self, window: &Window) -> Option<Action> {
        let asked = window.awaited(self.game.living());
        let mut holders = asked
            .clockwise_after(window.top_owner())
            .filter(|&seat| self.game.hand(seat).has(Title::Nope));
        let seat = holders.find(|&seat| {
            let mind = Mind::new(&self.game, &self.notes, seat);
            cat::wants_to_nope(&mind, window, &Habits::SENSIBLE)
        })?;
        Some(Action::Nope {
            seat,
            layer: window.layer(),
        })
    }
}

/// The outlook of a seat of an imagined game: what it would know there, and guesses that cost
/// little.
struct Mind<'a> {
    game: &'a Game,
    notes: &'a Notes,
    seat: Seat,
}

impl<'a> Mind<'a> {
    fn new(game: &'a Game, notes: &'a Notes, seat: Seat) -> Mind<'a> {
        Mind { game, notes, seat }
    }

    fn guess(&self, place: u8) -> f32 {
        let look = self.game.look(self.seat);
        let seen = look
            .iter()
            .filter(|&&title| title == Title::ExplodingKitten)
            .count() as u8;
        let cards = self.pile_count().saturating_sub(look.len() as u8).max(1);
        let mixed = f32::from(self.notes.kittens.saturating_sub(seen)) / f32::from(cards);
        match self.notes.fresh {
            Some(by) if by != self.seat && place == 0 => {
                PUT_WHERE_IT_HURTS + (1.0 - PUT_WHERE_IT_HURTS) * mixed
            }
            _ => mixed.min(1.0),
        }
    }
}

impl Outlook for Mind<'_> {
    fn seat(&self) -> Seat {
        self.seat
    }

    fn hand(&self) -> &rules::Hand {
        self.game.hand(self.seat)
    }

    fn living(&self) -> SeatSet {
        self.game.living()
    }

    fn cards(&self, seat: Seat) -> u8 {
        self.game.hand(seat).total()
    }

    fn discard(&self) -> &Pile {
        self.game.discard()
    }

    fn pile_count(&self) -> u8 {
        self.game.draw_pile().len() as u8
    }

    fn kittens(&self) -> u8 {
        self.notes.kittens
    }

    fn turn(&self) -> Turn {
        self.game.turn().unwrap_or(Turn::normal(self.seat))
    }

    fn window(&self) -> Option<&Window> {
        match self.game.phase() {
            Phase::Window(window) => Some(window),
            _ => None,
        }
    }

    fn peril(&self, place: u8) -> f32 {
        if self.game.own_kitten(self.seat) == Some(place) {
            return 1.0;
        }
        match self.game.look(self.seat).get(usize::from(place)) {
            Some(&title) => f32::from(u8::from(title == Title::ExplodingKitten)),
            None => self.guess(place),
        }
    }

    fn knows_top(&self) -> bool {
        self.game.own_kitten(self.seat) == Some(0) || !self.game.look(self.seat).is_empty()
    }

    fn defuse_odds(&self, seat: Seat) -> f32 {
        match self.notes.defused.contains(seat) {
            true => 1.0,
            false => (LOOSE_DEFUSE * f32::from(self.cards(seat))).min(0.9),
        }
    }
}
