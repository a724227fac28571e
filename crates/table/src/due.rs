//! Decides which action becomes due next at a table, and when. `handler` carries it out.

use rules::{Game, Phase, Seat, SeatSet, TitleSet};

use crate::auto_pass;
use crate::computer_delay::{self, Tempo};
use crate::fixed_time_limits::{
    FIRST_REPOST_ATTEMPT, HOST_AWAY, LOBBY_IDLE, MAX_REPOST_INTERVAL, OVER_IDLE, PAUSE_END,
};
use crate::ids::Millis;
use crate::record::CloseReason;
use crate::running_game::{RunningGame, Timer};
use crate::state::Stage;
use crate::table::Table;
use crate::vote_rules;
use crate::watch_speed::WatchSpeed;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Due {
    Close(CloseReason),
    TimeOut,
    /// After a death or a rescue, the public message returns to the game or shows its result.
    EndBeat,
    /// A rematch starts with the players who have joined.
    StartRematch,
    /// The host of a lobby is away, so the lobby offers their role to the others.
    OfferHost,
    /// A player has used half of their time, so the open panels begin to offer votes against them.
    OfferVotes,
    /// The player on turn is reminded, because only a quarter of their time is left. Decided in `turn_reminder`.
    Remind,
    ComputerAction(Seat),
    /// The computer that plays this seat considers playing a card on another player's turn.
    OffTurn(Seat),
    /// The table passes for the owner of this seat.
    AutoPass(Seat),
    /// The table retries posting a paused game's message, which Discord refused.
    Repost,
    /// A hand that has not been clicked for a long time is folded while its message can still be edited.
    FoldHand,
}

impl Table {
    /// Returns the next action to become due, and when. While deadlines are suspended, only the result of a finished
    /// game can become due, because it does not depend on anyone acting.
    pub(crate) fn due(&self) -> Option<(Millis, Due)> {
        if self.deadlines_held {
            let beat = self.pending_beat().filter(|_| self.is_over());
            return beat.map(|beat| (beat.until, Due::EndBeat));
        }
        let state = &self.state;
        match &state.stage {
            Stage::Lobby => {
                let close = (
                    state.touched.after(LOBBY_IDLE),
                    Due::Close(CloseReason::LobbyIdle),
                );
                let rematch = state.rematch.as_ref();
                let start = rematch.map(|rematch| (rematch.starts, Due::StartRematch));
                Some(start.unwrap_or_else(|| self.or_offer_host(close)))
            }
            Stage::Playing(running) => {
                let due = match running.timer {
                    Timer::Running { deadline } => self.due_while_running(running, deadline),
                    Timer::Paused {
                        since,
                        channel_unwritable,
                    } => self.due_in_pause(since, channel_unwritable),
                };
                let fold = self.next_fold().map(|at| (at, Due::FoldHand));
                Some(earlier(due, fold))
            }
            Stage::Over(_) => {
                let close = Due::Close(CloseReason::OverIdle);
                Some(self.or_beat((state.touched.after(OVER_IDLE), close)))
            }
            Stage::Closed => None,
        }
    }

    /// Replaces `due` with an offer of the host's role, if that is due earlier, has not been made yet,
    /// and someone could accept it.
    fn or_offer_host(&self, due: (Millis, Due)) -> (Millis, Due) {
        let state = &self.state;
        let at = state.touched.after(HOST_AWAY);
        let mut others = state.seats.iter().filter_map(|(_, seat)| seat.user());
        let is_open = !state.offers_host && others.any(|user| user != state.host);
        earlier(due, is_open.then_some((at, Due::OfferHost)))
    }

    fn due_while_running(&self, running: &RunningGame, deadline: Millis) -> (Millis, Due) {
        let pass = self.next_auto_pass(running);
        let others = [
            pass.map(|(at, seat)| (at, Due::AutoPass(seat))),
            self.votes_offered_at().map(|at| (at, Due::OfferVotes)),
            self.reminder_at(running).map(|at| (at, Due::Remind)),
        ];
        let due = self.due_in_game(running, deadline);
        self.or_beat(others.into_iter().fold(due, earlier))
    }

    pub(crate) fn next_fold(&self) -> Option<Millis> {
        let is_playing = self.is_playing();
        self.open_panels.next_fold().filter(|_| is_playing)
    }

    /// Replaces `due` with the end of the pending beat, if there is one and it does not end later.
    fn or_beat(&self, due: (Millis, Due)) -> (Millis, Due) {
        match self.pending_beat() {
            Some(beat) if beat.until <= due.0 => (beat.until, Due::EndBeat),
            _ => due,
        }
    }

    fn next_auto_pass(&self, running: &RunningGame) -> Option<(Millis, Seat)> {
        running.game.phase().window()?;
        let window = running.limit(self.state.options.time_limits());
        let passes = |seat| {
            self.state.seats.present_at(seat)?;
            let at = match running.auto_pass(seat) {
                Some(auto_pass) => auto_pass.passes_at(running.since, window),
                None if self.has_nothing_to_decide(running, seat) => {
                    auto_pass::passes_alone_at(running.since, window)
                }
                None => return None,
            };
            Some((at, seat))
        };
        running.game.awaited().iter().filter_map(passes).min()
    }

    /// Returns true for the only person at the table if they hold no Nope. An early pass reveals that they hold none,
    /// but computers do not use this knowledge, and spectators gain nothing from it. Returns false for a player who
    /// cannot see their own hand, because the pass would reveal that it contains no Nope.
    fn has_nothing_to_decide(&self, running: &RunningGame, seat: Seat) -> bool {
        let is_alone = self.state.seats.only_person() == Some(seat);
        let can_see = !running.game.blind().contains(seat);
        is_alone && can_see && running.game.legal(seat).can_nope().is_none()
    }

    /// Returns when open panels start to offer a vote against a slow player; `None` if no panel's owner may vote, or
    /// the panels already offer it.
    pub(crate) fn votes_offered_at(&self) -> Option<Millis> {
        let running = self.state.running_game()?;
        let from = running.half_time(self.state.options.time_limits());
        let is_new = self.votes_offered_from.is_none_or(|offered| offered < from);
        let may_vote = |seat| !vote_rules::votable_seats(&self.state, running, seat).is_empty();
        let readers = self.open_panels.readers(from);
        let mut seats = readers.filter_map(|user| self.state.seats.seat_of(user));
        (is_new && seats.any(may_vote)).then_some(from)
    }

    /// Returns the end of a pause or, for a game whose message Discord refused, the next attempt to post it if that
    /// is earlier.
    fn due_in_pause(&self, since: Millis, channel_unwritable: bool) -> (Millis, Due) {
        let end = since.after(PAUSE_END);
        match self.next_repost_attempt(since) {
            attempt if channel_unwritable && attempt < end => (attempt, Due::Repost),
            _ => (end, Due::Close(CloseReason::Abandoned)),
        }
    }

    /// Returns when to retry posting the message of a game paused since `since`. The interval equals the sum of all
    /// earlier intervals plus [`FIRST_REPOST_ATTEMPT`], so it doubles each time, up to [`MAX_REPOST_INTERVAL`].
    fn next_repost_attempt(&self, since: Millis) -> Millis {
        let last = self
            .message_posted_at
            .map_or(since, |posted| posted.max(since));
        let interval = last.since(since).after(FIRST_REPOST_ATTEMPT);
        last.after(interval.min(MAX_REPOST_INTERVAL))
    }

    /// Returns the action of the computer that acts first, if it acts before the deadline or no deadline applies;
    /// otherwise the timeout at the deadline.
    fn due_in_game(&self, running: &RunningGame, deadline: Millis) -> (Millis, Due) {
        let since = running.since;
        let limits = self.state.options.time_limits();
        let limit = running.limit(limits);
        let tempo = self.tempo(running);
        let acts = |seat| {
            let delay = computer_delay::delay(tempo, self.state.id, since, limit, limits, seat);
            (since.after(delay), seat)
        };
        let seats = &self.state.seats;
        let awaited = running.game.awaited();
        let asked = awaited.or(self.off_turn(running));
        let computers = asked
            .iter()
            .filter(|&seat| seats.computer_at(seat).is_some());
        let first = computers
            .map(acts)
            .min_by_key(|&(at, seat)| (at, awaited.contains(seat)));
        match first {
            // Deadlines exist for people. If computers play for everyone, a window stays open long enough to read, even
            // past its deadline.
            Some((at, seat)) if at < deadline || !tempo.has_deadlines() => {
                let is_awaited = awaited.contains(seat);
                let due = if is_awaited {
                    Due::ComputerAction(seat)
                } else {
                    Due::OffTurn(seat)
                };
                (at, due)
            }
            _ => (deadline, Due::TimeOut),
        }
    }

    /// Returns the players who, judging from public knowledge, may play a card on another player's current turn and
    /// have not yet considered doing so.
    fn off_turn(&self, running: &RunningGame) -> SeatSet {
        let game = &running.game;
        let turn = game.turn().filter(|_| *game.phase() == Phase::Turn);
        match turn.filter(|_| has_cards_for_any_turn(game)) {
            Some(turn) => {
                let considered = self.pending_searches.considered(self.state.revision);
                game.living().without(turn.seat).minus(considered)
            }
            None => SeatSet::EMPTY,
        }
    }

    /// Returns the speed of a game in which only computers act: the host's choice if no person has a seat; otherwise
    /// the fast speed, because the people who could still play are away.
    fn watch_speed(&self) -> WatchSpeed {
        if self.state.seats.has_no_people() {
            self.state.watch_speed
        } else {
            WatchSpeed::Fast
        }
    }

    fn tempo(&self, running: &RunningGame) -> Tempo {
        let present = self.state.seats.present();
        if self.state.is_outlived() {
            Tempo::Outlived
        } else if running.game.living().minus(present) == running.game.living() {
            Tempo::ComputersOnly(self.watch_speed())
        } else if self.state.seats.only_person().is_some() {
            Tempo::WithOnePerson
        } else {
            Tempo::WithPeople
        }
    }
}

/// Returns `other` if it is due before `due`; otherwise returns `due`.
fn earlier(due: (Millis, Due), other: Option<(Millis, Due)>) -> (Millis, Due) {
    other.filter(|(at, _)| *at < due.0).unwrap_or(due)
}

/// Returns true if the game's rules include cards that can be played on any player's turn.
fn has_cards_for_any_turn(game: &Game) -> bool {
    !game.rules().titles().and(TitleSet::ANY_TURN).is_empty()
}
