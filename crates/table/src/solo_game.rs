//! One person's private game against computers, replayed from its moves at every click. No player has a time limit:
//! computers act at once, and a game waits for the person unless they can only pass. All randomness comes from the
//! secret of the deal. Does no I/O.
//!
//! The screens are in `screen`; `pages::daily` and `pages::practice` contain the games played this way.

mod screen;
mod trail;

use fairness::{GameChance, GameId, GameKey, PickCounts, RandomPick, Secret};
use players::Strength;
use rules::{
    Action, ChoiceAnswer, Deal, Event, Game, PlayerView, Randomness as _, Ruleset, Seat, SeatSet,
    SeenEvent, Title,
};

use crate::beat::{BeatEvent, DeathBeat};
use crate::computer_setup;
use crate::control::{Control, ControlAction, Stamp};
use crate::game_file::{PlayedAction, PlayedGame, RevealedProof};
use crate::game_history::GameHistory;
use crate::ids::{Millis, Revision, TableId};
use crate::input::Clicker;
use crate::intent::{Intent, PanelStep};
use crate::kitten_origins::Hider;
use crate::pages::PageIntent;
use crate::record::PersonRecord;
use crate::refusal::Refusal;
use crate::screen::{BeatView, Outcome, PanelPlace, PanelView, Player, Screen, Standing};
use crate::seats::Seats;
use crate::text::Message;

use trail::Trail;

#[cfg(any(test, feature = "text-check"))]
pub(crate) use screen::{solo_death, solo_game};

pub(crate) const PERSON: Seat = Seat::ALL[0];

/// The revision of all private news. A constant is enough, because each move that the person decides on marks all
/// earlier news as read.
const ONLY_REVISION: Revision = Revision(0);

/// The values that, together with the moves, determine the course of a game.
#[derive(Clone, Debug)]
pub(crate) struct SoloDeal {
    /// The id that the game's controls contain instead of a table's id. The computers' names depend on it too.
    pub(crate) table: TableId,
    pub(crate) game: GameId,
    pub(crate) secret: Secret,
    /// The numbers that distinguish this deal from others with the same secret.
    pub(crate) shares: Vec<u64>,
    pub(crate) rules: Ruleset,
    pub(crate) strength: Strength,
}

impl SoloDeal {
    /// Deals the cards. Returns the key, the counts of picks so far, and the game with its first player and its deal.
    pub(crate) fn deal(&self) -> (GameKey, PickCounts, (Game, Seat, Deal)) {
        let key = GameKey::derive(&self.secret, self.game, &self.shares);
        let mut counts = PickCounts::default();
        let mut chance = GameChance::new(&key, &mut counts);
        let first = chance.first_seat(self.rules.seats().len());
        let (game, dealt) = Game::deal(self.rules, first, &mut chance);
        (key, counts, (game, first, dealt))
    }
}

pub(crate) struct SoloGame {
    source: SoloDeal,
    key: GameKey,
    counts: PickCounts,
    game: Game,
    history: GameHistory,
    /// The first player and the deal.
    dealt: (Seat, Deal),
    trail: Trail,
    moves: Vec<Intent>,
    /// The events and random picks of each move.
    played: Vec<(Vec<Event>, Vec<RandomPick>)>,
    /// The number of public events before the person's most recent move.
    events_before_move: u64,
}

/// The error for stored moves that cannot be replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the stored moves of a game cannot be replayed")]
pub struct MovesError;

impl SoloGame {
    /// Replays stored moves.
    ///
    /// # Errors
    /// [`MovesError`] if they cannot be parsed, or the rules do not allow them.
    pub(crate) fn replay(source: SoloDeal, moves: &str) -> Result<Self, MovesError> {
        let mut solo = Self::deal(source);
        for stored in moves.split_whitespace() {
            let control: Control = stored.parse().map_err(|_| MovesError)?;
            let ControlAction::Button(intent) = control.action else {
                return Err(MovesError);
            };
            let seat = solo.next_seat().ok_or(MovesError)?;
            solo.perform(seat, intent).map_err(|_| MovesError)?;
        }
        Ok(solo)
    }

    pub(crate) fn deal(source: SoloDeal) -> Self {
        let (key, counts, (game, first, dealt)) = source.deal();
        Self {
            source,
            history: GameHistory::new(&game),
            game,
            key,
            counts,
            dealt: (first, dealt),
            trail: Trail::default(),
            moves: Vec::new(),
            played: Vec::new(),
            events_before_move: 0,
        }
    }

    /// Makes the person's move. The same moves always lead to the same game.
    ///
    /// # Errors
    /// [`Refusal`] if the person need not act now, or the rules do not allow the move. The game is then unchanged.
    pub(crate) fn play(&mut self, intent: Intent) -> Result<(), Refusal> {
        if self.next_seat() != Some(PERSON) {
            return Err(Refusal::GameOver);
        }
        self.perform(PERSON, intent)
    }

    /// Makes one move for a computer of this strength, or passes for the person if they can do nothing else. Returns
    /// false once the person must act or the game has ended for them.
    pub(crate) fn advance(&mut self, strength: Strength) -> bool {
        let Some(seat) = self.next_seat() else {
            return false;
        };
        let intent = if seat != PERSON {
            self.choose_for_computer(seat, strength)
        } else if self.must_pass() {
            Some(Intent::Pass)
        } else {
            return false;
        };
        let is_done = intent.is_some_and(|intent| self.perform(seat, intent).is_ok());
        debug_assert!(is_done, "a computer has no legal move");
        is_done
    }

    /// Returns the moves in their stored form: the ids of the buttons that make them.
    pub(crate) fn moves(&self) -> String {
        let stored = self.moves.iter().zip(0..).map(|(intent, step)| {
            let (table, revision) = (TableId(0), Revision(step));
            Stamp { table, revision }.button(*intent).to_string()
        });
        stored.collect::<Vec<_>>().join(" ")
    }

    /// Returns the stamp of the controls on the game's screen: the deal and the number of moves.
    pub(crate) fn stamp(&self) -> Stamp {
        Stamp {
            table: self.source.table,
            revision: Revision(self.moves.len() as u32),
        }
    }

    /// Returns the person's place, counted from 1; `None` while they are still playing.
    pub(crate) fn place(&self) -> Option<u8> {
        let mut deaths = self.game.deaths().iter();
        let died = deaths.position(|death| death.seat == PERSON);
        let players = self.game.rules().seats().len();
        let outlived = died.unwrap_or(players - 1);
        self.is_over().then_some((players - outlived) as u8)
    }

    /// Returns the number of turns so far, by all players.
    pub(crate) fn turns(&self) -> u32 {
        self.history.stats.turns
    }

    pub(crate) fn trail(&self) -> String {
        self.trail.row()
    }

    pub(crate) fn view(&self) -> PlayerView {
        self.game.view(Some(PERSON))
    }

    /// Returns the private screen with this title, the hand at this step, and the advice for the person, if any.
    pub(crate) fn screen(
        &self,
        person: &Clicker,
        title: &Message<'_>,
        (step, refusal): (PanelStep, Option<Refusal>),
        advice: Option<&Message<'_>>,
    ) -> Screen {
        let format = person.format();
        let view = PanelView {
            stamp: self.stamp(),
            display_mode: format.display_mode,
            players: self.players(person),
            seat: PERSON,
            game: self.view(),
            news: self.history.news(PERSON),
            refusal,
            deadline: None,
            turn_reason: self.history.turns.reason(),
            step,
            has_auto_pass: false,
            is_first_hand: false,
            hint: None,
            notice: None,
            commitment: None,
            overdue: SeatSet::EMPTY,
            oracle: None,
            ghost_hands: Vec::new(),
            place: PanelPlace::Solo,
        };
        let events = self.events_since_last_move();
        screen::solo_game(&view, (title, advice), &events, format.language())
    }

    /// Returns the screen with only the person's death and a button to their result; `None` if they have not died.
    pub(crate) fn death_screen(&self, person: &Clicker, on: PageIntent) -> Option<Screen> {
        let deaths = self.game.deaths();
        let order = deaths.iter().position(|death| death.seat == PERSON)?;
        let killer = self.history.hidden_kittens.killer_of(PERSON);
        let hidden = killer.map(|seat| Hider {
            seat,
            cards_ago: None,
        });
        let death = DeathBeat {
            seat: PERSON,
            by: self.killed_by()?,
            order,
            first: deaths[0].seat,
            hider: self.history.kitten_origins.drawn.or(hidden),
            times: 0,
        };
        let standing = Standing {
            seat: PERSON,
            outcome: Outcome::Exploded,
            hidden_by: None,
        };
        let chart = self.history.chart(&[standing]);
        let (format, players) = (person.format(), self.players(person));
        let view = BeatView {
            stamp: self.stamp(),
            display_mode: format.display_mode,
            event: BeatEvent::Death(death),
            edition: self.source.rules.edition(),
            players: &players,
            cards: None,
        };
        let risk = chart.lines.first().map_or(0, |line| line.risk);
        Some(screen::solo_death(&view, risk, on, format.language()))
    }

    fn killed_by(&self) -> Option<Title> {
        let mut events = self.played.iter().flat_map(|(events, _)| events);
        events.find_map(|event| {
            let Event::Exploded { seat, by, .. } = *event else {
                return None;
            };
            (seat == PERSON).then_some(by)
        })
    }

    /// Returns the whole game for its file, including the secret. If the person has died, computers finish the game
    /// first. All timestamps in the file are `ended`.
    pub(crate) fn into_played(mut self, person: &Clicker, ended: Millis) -> PlayedGame {
        while self.game.winner().is_none()
            && let Some(seat) = self.game.awaited().without(PERSON).iter().next()
            && let Some(intent) = self.choose_for_computer(seat, self.source.strength)
            && self.perform(seat, intent).is_ok()
        {}
        let (players, rules) = (self.players(person), *self.game.rules());
        let proof = RevealedProof {
            game: self.source.game,
            shares: self.source.shares,
            secret: self.source.secret,
        };
        let actions = self.played.into_iter().map(|(events, drawn)| {
            let drawn = drawn.iter().map(|drawn| drawn.purpose).collect();
            PlayedAction::new(ended, events, drawn)
        });
        PlayedGame::without_table(
            proof,
            rules,
            self.dealt,
            &players,
            (ended, actions.collect()),
        )
    }

    fn players(&self, person: &Clicker) -> Vec<Player> {
        let mut seats = Seats::default();
        seats.add_person(&PersonRecord {
            user: person.id,
            name: person.name.clone(),
        });
        for _ in 1..self.source.rules.seats().len() {
            let name = computer_setup::next_name(self.source.table, &seats);
            seats.add_computer(name, self.source.strength);
        }
        seats.to_view()
    }

    /// Returns the public events of the person's most recent move and all later ones, oldest first.
    fn events_since_last_move(&self) -> Vec<SeenEvent> {
        let feed = self.history.numbered_event_feed();
        let recent = feed.filter(|(number, _)| *number >= self.events_before_move);
        recent.map(|(_, event)| event.clone()).collect()
    }

    fn is_over(&self) -> bool {
        self.game.winner().is_some() || !self.game.living().contains(PERSON)
    }

    /// Returns the next player to act: the awaited computers in seat order, then the person. `None`
    /// once the game has ended for the person.
    fn next_seat(&self) -> Option<Seat> {
        let awaited = self.game.awaited();
        let computer = awaited.without(PERSON).iter().next();
        let next = computer.or_else(|| awaited.contains(PERSON).then_some(PERSON));
        next.filter(|_| !self.is_over())
    }

    fn must_pass(&self) -> bool {
        let legal = self.game.legal(PERSON);
        legal.can_pass() && legal.can_nope().is_none()
    }

    /// Returns a computer's move. The choice of each move has its own random stream, so it affects no other outcome.
    fn choose_for_computer(&self, seat: Seat, strength: Strength) -> Option<Intent> {
        let computer = self.history.computer(seat, strength)?;
        let mut shares = self.source.shares.clone();
        shares.push(self.moves.len() as u64);
        let key = GameKey::derive(&self.source.secret, self.source.game, &shares);
        let mut counts = PickCounts::default();
        let chance = &mut GameChance::new(&key, &mut counts);
        let action = computer.choose(&self.game.view(Some(seat)), chance)?;
        Intent::of_action(action)
    }

    fn perform(&mut self, seat: Seat, intent: Intent) -> Result<(), Refusal> {
        let place = |place| Action::Choose {
            seat,
            answer: ChoiceAnswer::Place(place),
        };
        let is_anywhere = intent == Intent::PlaceAnywhere;
        let action = if is_anywhere {
            place(0)
        } else {
            intent.action(seat).ok_or(Refusal::MovedOn)?
        };
        self.game.check(&action)?;
        if seat == PERSON && !self.must_pass() {
            let newest = self.history.numbered_event_feed().last();
            self.events_before_move = newest.map_or(0, |(number, _)| number + 1);
            self.history.mark_news_read(PERSON, ONLY_REVISION);
        }
        let mut chance = GameChance::new(&self.key, &mut self.counts);
        let action = if is_anywhere {
            place(chance.place(self.game.view(None).pile_count))
        } else {
            action
        };
        let (history, trail, mut events) = (&mut self.history, &mut self.trail, Vec::new());
        self.game
            .play_unchecked(action, &mut chance, |game, event| {
                history.observe(game, event, SeatSet::EMPTY, ONLY_REVISION);
                trail.observe(game, event, PERSON);
                events.push(event.clone());
            });
        self.moves.push(intent);
        self.played.push((events, chance.into_picks()));
        Ok(())
    }
}
