//! Playouts, which play a sampled game to its end with the heuristic in all seats. Each seat decides based on its own
//! knowledge, and must not use cards that it could not know.

use rules::{
    Action, Choice, ChoiceAnswer, ChoiceKind, Direction, Event, Game, Hazard, NopeWindow, Pile,
    PileCard, Randomness, Seat, SeatSet, Title, Turn,
};

use crate::{
    heuristic::{self, HeuristicParams},
    knowledge::{Knowledge, is_deadly},
    memory::PLACED_FOR_NEXT_PLAYER,
};

/// The maximum number of actions in one playout, far more than a game usually takes.
const MAX_ACTIONS: usize = 1500;

/// The assumed probability that an unknown card of another hand is a Defuse.
const UNKNOWN_DEFUSE_PROBABILITY: f32 = 0.04;

/// The facts that all seats share in a playout.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayoutNotes {
    /// The assumed number of Exploding Kittens in the draw pile.
    pub(super) kittens: u8,
    /// The last player who put a card back, unless a card has been drawn or the pile shuffled or reordered since.
    pub(super) last_placer: Option<Seat>,
    /// The players who are assumed to hold a Defuse.
    pub(super) defused: SeatSet,
}

impl PlayoutNotes {
    /// Returns the notes on a game that has just been dealt: every player holds a Defuse.
    pub(crate) fn at_start(game: &Game) -> PlayoutNotes {
        PlayoutNotes {
            kittens: game.rules().hazards.count(Title::ExplodingKitten),
            last_placer: None,
            defused: game.living(),
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the notes do not depend on any other event"
    )]
    fn observe(&mut self, event: &Event) {
        match *event {
            Event::DrewKitten { card, .. } => {
                self.kittens -= u8::from(explodes(card) && self.kittens > 0);
                self.last_placer = None;
            }
            Event::Drew { .. } | Event::DrewFor { .. } | Event::Shuffled { .. } => {
                self.last_placer = None;
            }
            Event::ChoiceOpened {
                choice:
                    Choice {
                        kind: ChoiceKind::Place(card),
                        ..
                    },
            } => self.kittens += u8::from(explodes(card)),
            Event::WentOff { kittens, .. } => self.kittens = self.kittens.saturating_sub(kittens),
            Event::KittensRaised { .. } | Event::EndsSwapped { .. } => self.last_placer = None,
            Event::Chosen { seat, answer, .. } => self.observe_answer(seat, answer),
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
            _ => {}
        }
    }

    fn observe_answer(&mut self, seat: Seat, answer: ChoiceAnswer) {
        match answer {
            ChoiceAnswer::Place(_) => self.last_placer = Some(seat),
            ChoiceAnswer::Take(Title::Defuse) => self.defused = self.defused.with(seat),
            ChoiceAnswer::Order(_) => self.last_placer = None,
            ChoiceAnswer::Take(_)
            | ChoiceAnswer::Give(_)
            | ChoiceAnswer::Put(_)
            | ChoiceAnswer::Aim(_)
            | ChoiceAnswer::Stop => {}
        }
    }
}

fn explodes(card: PileCard) -> bool {
    card.title().hazard() == Some(Hazard::Explodes)
}

pub(crate) type SeatParams = [HeuristicParams; Seat::COUNT];

pub(crate) struct Playout<'a, C> {
    pub(crate) game: Game,
    pub(crate) notes: PlayoutNotes,
    pub(crate) params: &'a SeatParams,
    pub(crate) chance: &'a mut C,
    pub(crate) actions: usize,
}

impl<C: Randomness> Playout<'_, C> {
    /// Plays an action. Returns false if it is not legal.
    pub(super) fn play(&mut self, action: Action) -> bool {
        self.actions += 1;
        let notes = &mut self.notes;
        let played = self
            .game
            .play_into(action, self.chance, |_, event| notes.observe(event));
        played.is_ok()
    }

    /// Plays until the game is won or `seat` is out. Returns the result for that seat: 1 for a win, 0 for a loss, or an
    /// equal share of a win if the playout was cut short.
    pub(super) fn finish(&mut self, seat: Seat) -> f32 {
        self.finish_with(seat, |_| None)
    }

    /// Like [`Playout::finish`], but prefers the actions that `choose` returns.
    pub(super) fn finish_with(
        &mut self,
        seat: Seat,
        mut choose: impl FnMut(&mut Self) -> Option<Action>,
    ) -> f32 {
        while self.actions < MAX_ACTIONS {
            if !self.game.living().contains(seat) {
                return 0.0;
            }
            if let Some(winner) = self.game.winner() {
                return f32::from(u8::from(winner == seat));
            }
            let action = choose(self).unwrap_or_else(|| self.next_action());
            if !self.play(action) {
                break;
            }
        }
        1.0 / self.game.living().len().max(1) as f32
    }

    /// Plays until the game is won or [`MAX_ACTIONS`] is reached, and returns the game.
    pub(crate) fn finish_game(mut self, mut observe: impl FnMut(&Event)) -> Game {
        while self.actions < MAX_ACTIONS && self.game.winner().is_none() {
            let action = self.next_action();
            self.actions += 1;
            let notes = &mut self.notes;
            let played = self.game.play_into(action, self.chance, |_, event| {
                notes.observe(event);
                observe(event);
            });
            debug_assert_eq!(played, Ok(()), "{}", action.in_full());
            if played.is_err() {
                break;
            }
        }
        self.game
    }

    fn next_action(&mut self) -> Action {
        if let Some(window) = self.game.phase().window() {
            return self.nope(window).unwrap_or(Action::TimeOut);
        }
        let Some(seat) = self.game.awaited().nth(0) else {
            return Action::TimeOut;
        };
        let legal = self.game.legal(seat);
        let knowledge = PlayoutKnowledge::new(&self.game, &self.notes, seat);
        heuristic::choose(
            &knowledge,
            legal.options(),
            &self.params[seat.index()],
            self.chance,
        )
        .unwrap_or(Action::TimeOut)
    }

    /// Returns the first Nope that a player wants to play, asking clockwise after the owner of the window's top card.
    fn nope(&self, window: &NopeWindow) -> Option<Action> {
        let asked = window.awaited(self.game.living());
        let mut holders = asked
            .clockwise_after(window.top_owner())
            .filter(|&seat| self.game.hand(seat).has(Title::Nope))
            .filter(|&seat| !self.game.blind().contains(seat));
        let seat = holders.find(|&seat| {
            let knowledge = PlayoutKnowledge::new(&self.game, &self.notes, seat);
            heuristic::wants_to_nope(&knowledge, window, &self.params[seat.index()])
        })?;
        Some(Action::Nope {
            seat,
            layer: window.layer(),
        })
    }
}

/// The knowledge of a seat in a playout: its hand (even while it is blind), the other cards that it would know, and
/// cheap guesses about everything else.
struct PlayoutKnowledge<'a> {
    game: &'a Game,
    notes: &'a PlayoutNotes,
    seat: Seat,
}

impl<'a> PlayoutKnowledge<'a> {
    fn new(game: &'a Game, notes: &'a PlayoutNotes, seat: Seat) -> PlayoutKnowledge<'a> {
        PlayoutKnowledge { game, notes, seat }
    }

    fn guess_kitten_probability(&self, place: u8) -> f32 {
        let look = self.game.look(self.seat);
        let seen = look.iter().filter(|&&card| explodes(card)).count() as u8;
        let cards = self.pile_count().saturating_sub(look.len() as u8).max(1);
        let shuffled = f32::from(self.notes.kittens.saturating_sub(seen)) / f32::from(cards);
        match self.notes.last_placer {
            Some(by) if by != self.seat && place == 0 => {
                PLACED_FOR_NEXT_PLAYER + (1.0 - PLACED_FOR_NEXT_PLAYER) * shuffled
            }
            _ => shuffled.min(1.0),
        }
    }
}

impl Knowledge for PlayoutKnowledge<'_> {
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

    fn window(&self) -> Option<&NopeWindow> {
        self.game.phase().window()
    }

    fn direction(&self) -> Direction {
        self.game.direction()
    }

    fn kitten_probability(&self, place: u8) -> f32 {
        match self.known_card(place) {
            Some(card) => f32::from(u8::from(is_deadly(card))),
            None => self.guess_kitten_probability(place),
        }
    }

    fn known_card(&self, place: u8) -> Option<PileCard> {
        let own = self
            .game
            .own_placed_card(self.seat)
            .filter(|&(own, _)| own == place)
            .map(|(_, card)| card);
        own.or_else(|| self.game.look(self.seat).get(usize::from(place)).copied())
            .or_else(|| {
                let open = self.game.draw_pile().open_top().filter(|_| place == 0);
                open.map(PileCard::up)
            })
    }

    fn defuse_probability(&self, seat: Seat) -> f32 {
        if self.notes.defused.contains(seat) {
            1.0
        } else {
            (UNKNOWN_DEFUSE_PROBABILITY * f32::from(self.cards(seat))).min(0.9)
        }
    }

    fn mate_probability(&self) -> f32 {
        let discarded = self.game.discard().count(Title::BarkingKitten);
        if discarded > 0 || !self.game.barking().is_empty() {
            return 0.0;
        }
        let others = self.living().without(self.seat).iter();
        let cards: u32 = others.map(|seat| u32::from(self.cards(seat))).sum();
        let elsewhere = u32::from(self.pile_count() + self.stash());
        cards as f32 / (cards + elsewhere).max(1) as f32
    }

    fn claimed_by(&self, seat: Seat) -> Option<Seat> {
        self.game.claimed_by(seat)
    }

    fn barking(&self) -> SeatSet {
        self.game.barking()
    }

    fn robbed_stash(&self) -> Option<Seat> {
        self.game.tower().filter(|_| self.stash() > 0)
    }

    fn stash(&self) -> u8 {
        self.game.stash().total()
    }

    fn buried(&self) -> Option<Title> {
        let own = self.game.turn().is_some_and(|turn| turn.seat == self.seat);
        let card = self.game.buried().filter(|_| own);
        card.map(PileCard::title)
    }

    /// Playouts do not track robberies.
    fn robbed(&self) -> SeatSet {
        SeatSet::EMPTY
    }
}
