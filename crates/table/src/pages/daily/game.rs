//! A person's daily game against three computers, replayed from its moves at every click. Computers
//! act at once, and the person has no time limit for anything they can decide: their turn, a
//! choice, and a Nope window in which they hold a Nope. All randomness comes from the day's secret.

use fairness::{GameChance, GameKey, PickCounts, RandomPick, Secret};
use players::Strength;
use rules::{
    Action, ChoiceAnswer, Deal, Edition, EditionId, Event, Game, HouseRules, Randomness as _,
    Ruleset, Seat, SeatSet, SeenEvent, Title,
};

use super::attempt::{Attempt, AttemptResult, streak_before};
use super::day::Day;
use super::screen::{daily_death, daily_game};
use super::trail::Trail;
use super::trial::FIRST_DEAL;
use crate::beat::{BeatEvent, DeathBeat};
use crate::computer_setup;
use crate::control::{Control, ControlAction, Stamp};
use crate::game_file::{PlayedAction, PlayedGame, RevealedProof};
use crate::game_history::GameHistory;
use crate::ids::{GuildId, Millis, Revision, TableId};
use crate::input::Clicker;
use crate::intent::{Intent, PanelStep};
use crate::kitten_origins::Hider;
use crate::record::PersonRecord;
use crate::refusal::Refusal;
use crate::screen::{BeatView, Outcome, PanelPlace, PanelView, Player, Screen, Standing};
use crate::seats::Seats;

pub(super) const PERSON: Seat = Seat::ALL[0];
const PLAYERS: usize = 4;

/// The revision of all news and hands in a daily game, whose panel is always completely up to date.
const ONLY_REVISION: Revision = Revision(0);

/// A game of one day.
pub struct DailyGame {
    day: Day,
    secret: Secret,
    /// The number of the deal among those of the secret.
    deal: u32,
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
#[error("the stored moves of a daily game cannot be replayed")]
pub struct MovesError;

/// Returns the shares of a day's deal: none for the first, else its number.
fn shares(deal: u32) -> Vec<u64> {
    let later = (deal > FIRST_DEAL).then_some(deal.into());
    later.into_iter().collect()
}

/// Deals a day's game: its key, the number of picks, and the game with its first player and its deal.
pub(super) fn deal(
    day: Day,
    secret: &Secret,
    number: u32,
) -> (GameKey, PickCounts, (Game, Seat, Deal)) {
    let key = GameKey::derive(secret, day.game_id(), &shares(number));
    let edition = Edition::built_in(EditionId::ORIGINAL);
    let rules = Ruleset::new(edition, HouseRules::default(), PLAYERS)
        .expect("the original edition is for four players too");
    let mut counts = PickCounts::default();
    let mut chance = GameChance::new(&key, &mut counts);
    let first = chance.first_seat(PLAYERS);
    let (game, dealt) = Game::deal(rules, first, &mut chance);
    (key, counts, (game, first, dealt))
}

impl DailyGame {
    /// Deals the game of a day and plays until the person must act.
    /// [`choose_deal`](super::choose_deal) chooses the deal.
    pub fn begin(day: Day, secret: &Secret, deal: u32) -> Self {
        let mut daily = Self::deal(day, secret, deal);
        daily.let_others_act();
        daily
    }

    /// Replays stored moves.
    ///
    /// # Errors
    /// [`MovesError`] if the rules do not allow them.
    pub fn replay(day: Day, secret: &Secret, deal: u32, moves: &str) -> Result<Self, MovesError> {
        let mut daily = Self::deal(day, secret, deal);
        for stored in moves.split_whitespace() {
            let control: Control = stored.parse().map_err(|_| MovesError)?;
            let ControlAction::Button(intent) = control.action else {
                return Err(MovesError);
            };
            let seat = daily.next_seat().ok_or(MovesError)?;
            daily.perform(seat, intent).map_err(|_| MovesError)?;
        }
        Ok(daily)
    }

    fn deal(day: Day, secret: &Secret, number: u32) -> Self {
        let (key, counts, (game, first, dealt)) = deal(day, secret, number);
        Self {
            day,
            secret: secret.clone(),
            deal: number,
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

    /// Makes the person's move, then those of the computers, until the person must act again or the
    /// game has ended for them. The same moves always lead to the same game.
    ///
    /// # Errors
    /// [`Refusal`] if the rules do not allow the move. The game is then unchanged.
    pub fn play(&mut self, intent: Intent) -> Result<(), Refusal> {
        if self.next_seat() != Some(PERSON) {
            return Err(Refusal::GameOver);
        }
        self.perform(PERSON, intent)?;
        self.let_others_act();
        Ok(())
    }

    /// Returns the moves in their stored form: the ids of the buttons that make them.
    pub fn moves(&self) -> String {
        let stored = self.moves.iter().zip(0..).map(|(intent, step)| {
            let (table, revision) = (TableId(0), Revision(step));
            Stamp { table, revision }.button(*intent).to_string()
        });
        stored.collect::<Vec<_>>().join(" ")
    }

    /// Returns the day and the number of moves, for the controls of its screen.
    pub fn stamp(&self) -> Stamp {
        self.day.stamp(self.moves.len() as u32)
    }

    /// Returns the person's result, or `None` while they play. Their `earlier` attempts determine the streak.
    pub fn result(
        &self,
        earlier: &[Attempt],
        finished_at: Millis,
        guild: Option<GuildId>,
    ) -> Option<AttemptResult> {
        if !self.is_over() {
            return None;
        }
        let mut deaths = self.game.deaths().iter();
        let died = deaths.position(|death| death.seat == PERSON);
        let outlived = died.unwrap_or(PLAYERS - 1);
        let (streak, frozen) = streak_before(self.day, earlier);
        Some(AttemptResult {
            place: (PLAYERS - outlived) as u8,
            turns: self.history.stats.turns,
            streak: streak + 1,
            frozen,
            finished_at,
            guild,
        })
    }

    /// Returns the row of squares that tells the person's game so far.
    pub fn trail(&self) -> String {
        self.trail.row()
    }

    /// Returns the private screen, with the hand at this step.
    pub fn screen(&self, person: &Clicker, step: PanelStep, refusal: Option<Refusal>) -> Screen {
        let format = person.format();
        let view = PanelView {
            stamp: self.stamp(),
            display_mode: format.display_mode,
            players: self.players(person),
            seat: PERSON,
            game: self.game.view(Some(PERSON)),
            news: self.history.news(PERSON),
            refusal,
            deadline: None,
            turn_reason: self.history.turn_reason(),
            step,
            has_auto_pass: false,
            is_first_hand: false,
            hint: None,
            commitment: None,
            overdue: SeatSet::EMPTY,
            place: PanelPlace::Daily,
        };
        daily_game(
            &view,
            self.day,
            &self.events_since_last_move(),
            format.language(),
        )
    }

    /// Returns the screen that shows the person's death alone, before their result; `None` if they have not died.
    pub fn death_screen(&self, person: &Clicker) -> Option<Screen> {
        let mut deaths = self.game.deaths().iter();
        let order = deaths.position(|death| death.seat == PERSON)?;
        let killer = self.history.killer_of(PERSON);
        let hidden = killer.map(|seat| Hider {
            seat,
            cards_ago: None,
        });
        let death = DeathBeat {
            seat: PERSON,
            by: Title::ExplodingKitten,
            order,
            hider: self.history.known_hider().or(hidden),
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
            edition: EditionId::ORIGINAL,
            players: &players,
            cards: None,
        };
        let risk = chart.lines.first().map_or(0, |line| line.risk);
        Some(daily_death(&view, self.day, risk, format.language()))
    }

    /// Returns the whole game for its file, including the secret. If the person has died, computers
    /// play it to its end. All times in it are the time at which the game ended for the person.
    pub fn into_played(mut self, person: &Clicker, ended: Millis) -> PlayedGame {
        while self.game.winner().is_none()
            && let Some(seat) = self.game.awaited().without(PERSON).iter().next()
            && let Some(intent) = self.choose_for_computer(seat)
            && self.perform(seat, intent).is_ok()
        {}
        let proof = RevealedProof {
            game: self.day.game_id(),
            shares: shares(self.deal),
            secret: self.secret.clone(),
        };
        let (players, rules) = (self.players(person), *self.game.rules());
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
        for _ in 1..PLAYERS {
            let name = computer_setup::next_name(self.day.table(), &seats);
            seats.add_computer(name, Strength::Cat);
        }
        seats.to_view()
    }

    /// Returns the public events since just before the person's most recent move, oldest first.
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

    /// Returns true if the person can only pass.
    fn must_pass(&self) -> bool {
        let legal = self.game.legal(PERSON);
        legal.can_pass() && legal.can_nope().is_none()
    }

    fn let_others_act(&mut self) {
        while let Some(seat) = self.next_seat() {
            let intent = match seat == PERSON {
                false => self.choose_for_computer(seat),
                true if self.must_pass() => Some(Intent::Pass),
                true => return,
            };
            let performed = intent.map(|intent| self.perform(seat, intent));
            if performed != Some(Ok(())) {
                debug_assert!(false, "a computer has no legal move");
                return;
            }
        }
    }

    /// Returns a computer's choice. Each choice draws from its own random stream, so that it does
    /// not affect any other outcome.
    fn choose_for_computer(&self, seat: Seat) -> Option<Intent> {
        let computer = self.history.computer(seat, Strength::Cat)?;
        let mut shares = shares(self.deal);
        shares.push(self.moves.len() as u64);
        let key = GameKey::derive(&self.secret, self.day.game_id(), &shares);
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
