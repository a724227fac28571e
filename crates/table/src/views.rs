//! Builds the views from which screens are rendered. In a running game, their cards come from `rules::Game::view`,
//! which hides all cards that the viewer may not know.

use std::sync::Arc;

use fairness::GameId;
use rules::{Game, Hand, Seat, SeatSet};

use crate::beat::Beat;
use crate::direct_hand::DirectMessage;
use crate::display_mode::DisplayMode;
use crate::finished_game::FinishedGame;
use crate::fixed_time_limits::LOBBY_IDLE;
use crate::game_file::SHOWN_SUM;
use crate::ids::{Millis, UserId};
use crate::intent::PanelStep;
use crate::oracles::OracleScore;
use crate::proof::Proof;
use crate::record::CloseReason;
use crate::refusal::Refusal;
use crate::remarks;
use crate::running_game::RunningGame;
use crate::screen::{
    self, BeatView, EndQuestionView, GameOverView, LobbyView, OptionsView, OracleView, PanelPlace,
    PanelView, Player, RematchView, Screen, TableView, VoteTally, WatcherView,
};
use crate::state::{Stage, State};
use crate::table::Table;
use crate::text::Language;
use crate::vote_rules;

impl Table {
    /// Renders the public message in the table's language. `closing` is the reason shown on the
    /// screen of a closed table.
    pub(crate) fn public_screen(&self, closing: Option<&CloseReason>) -> Screen {
        let state = &self.state;
        let language = Language::of(state.options.language);
        let screen = match &state.stage {
            Stage::Lobby => screen::lobby(&lobby(self), language),
            Stage::Playing(running) => screen::table(&table(self, running), language),
            Stage::Over(finished) => match self.pending_beat() {
                Some(beat) => self.last_beat(beat, language),
                None => screen::game_over(&over(self, finished), language),
            },
            Stage::Closed => {
                let why = closing.unwrap_or(&CloseReason::Abandoned);
                let last_game = (state.games > 0).then(|| (state.stamp(), state.games as u16));
                let players = state.seats.to_view();
                screen::closed_table(why, &players, last_game, state.has_counted, language)
            }
        };
        match proof_line(state) {
            // A death is shown alone.
            Some(line) if self.pending_beat().is_none() => screen.text(line),
            Some(_) | None => screen,
        }
    }

    fn last_beat(&self, beat: Beat, language: &Language) -> Screen {
        let state = &self.state;
        let players = state.seats.to_view();
        let view = BeatView {
            stamp: state.stamp(),
            display_mode: state.options.display_mode,
            event: beat.event,
            edition: state.options.edition,
            players: &players,
            cards: None,
        };
        screen::last_beat(&view, language)
    }
}

/// The number of characters of a commitment shown in public messages: few enough for people to write down.
const SHOWN_COMMITMENT: usize = 10;

/// Returns the fairness line of the public message, which is the same in every language. It shows the beginning of the
/// commitment and, after a game, of its checksum. A result also shows the next commitment, because a rematch may start
/// without a lobby. `None` during a game, and at a table without proofs.
fn proof_line(state: &State) -> Option<String> {
    let proof = state.proof.as_deref()?;
    let shown = |lock: char, proof: &Proof| {
        let commitment = proof.secret.commitment(proof.game).to_string();
        format!("{lock} {}", &commitment[..SHOWN_COMMITMENT])
    };
    let parts = match &state.stage {
        Stage::Playing(_) => return None,
        Stage::Lobby => vec![shown('🔒', proof)],
        Stage::Over(_) | Stage::Closed => {
            let is_over = matches!(state.stage, Stage::Over(_));
            let sum = proof.game_sum();
            let next = state.next_proof.as_ref().filter(|_| is_over);
            [
                Some(shown('🔓', proof)),
                sum.map(|sum| format!("🔗 {}", &sum[..SHOWN_SUM])),
                next.map(|next| shown('🔒', next)),
            ]
            .into_iter()
            .flatten()
            .collect()
        }
    };
    Some(format!("-# {}", parts.join(" ")))
}

/// Returns the line with the game's whole commitment, shown with the explanation of a hand.
pub(crate) fn commitment_line(state: &State) -> Option<String> {
    let proof = state.proof.as_deref()?;
    let GameId { table, game, .. } = proof.game;
    let commitment = proof.secret.commitment(proof.game);
    Some(format!("-# 🔒 {table}.{game} {commitment}"))
}

/// Returns the players in a lobby and the people at its door, who are marked as if they had the next seats.
fn people_of(state: &State) -> (Vec<Player>, Vec<Player>) {
    let mut players = state.seats.to_view();
    let seated = players.len();
    players.extend(state.door.knocking.iter().map(Player::at_the_door));
    Player::mark_lookalikes(players.iter_mut());
    let knocking = players.split_off(seated);
    (players, knocking)
}

fn lobby(table: &Table) -> LobbyView {
    let state = &table.state;
    let (players, knocking) = people_of(state);
    LobbyView {
        stamp: state.stamp(),
        options: state.options,
        editions: Arc::clone(&table.config.editions),
        players,
        host: state.host,
        closes: state.touched.after(LOBBY_IDLE),
        rematch: state.rematch.as_ref().map(|rematch| RematchView {
            asked: rematch.asked_players(),
            starts: rematch.starts,
        }),
        is_door_closed: state.door.is_closed,
        knocking,
        offers_host: state.offers_host,
        has_called: state.has_called,
    }
}

pub(crate) fn options(table: &Table, preference: DisplayMode) -> OptionsView {
    let state = &table.state;
    let (players, knocking) = people_of(state);
    OptionsView {
        stamp: state.stamp(),
        display_mode: preference | state.options.display_mode,
        options: state.options,
        editions: Arc::clone(&table.config.editions),
        players,
        host: state.host,
        is_door_closed: state.door.is_closed,
        knocking,
    }
}

fn table(table: &Table, running: &RunningGame) -> TableView {
    let state = &table.state;
    TableView {
        stamp: state.stamp(),
        display_mode: state.options.display_mode,
        players: state.seats.to_view(),
        game: running.game.view(None),
        beat: table.pending_beat().map(|beat| beat.event),
        events: running.history.event_feed(),
        remarks: remarks::remarks(state, running),
        votes: vote_counts(state, running),
        deadline: running.deadline(),
        turn_reason: running.history.turns.reason(),
        watch_speed: state.watch_speed,
        calls_to_windows: state.options.pace.reminds(),
    }
}

pub(crate) fn watcher(shown: &Table, user: UserId) -> Option<WatcherView> {
    let running = shown.state.running_game()?;
    Some(WatcherView {
        table: table(shown, running),
        oracle: oracle(&shown.state, user),
        may_sit_down: shown.check_latecomer(user).is_ok(),
    })
}

fn oracle(state: &State, user: UserId) -> OracleView {
    OracleView {
        prediction: state.oracles.prediction(user),
        score: state.oracles.score(user),
    }
}

pub(crate) fn panel(
    state: &State,
    running: &RunningGame,
    seat: Seat,
    preference: DisplayMode,
    now: Millis,
    step: PanelStep,
    refusal: Option<Refusal>,
) -> PanelView {
    PanelView {
        stamp: state.stamp(),
        display_mode: preference | state.options.display_mode,
        players: state.seats.to_view(),
        seat,
        game: running.game.view(Some(seat)),
        news: running.history.news(seat),
        refusal,
        deadline: running.deadline(),
        turn_reason: running.history.turns.reason(),
        step,
        has_auto_pass: running.auto_pass(seat).is_some(),
        is_first_hand: false,
        hint: None,
        notice: None,
        commitment: commitment_line(state),
        overdue: overdue_seats(state, running, seat, now),
        oracle: dead_oracle(state, running, seat),
        ghost_hands: ghost_hands(state, running, seat),
        place: PanelPlace::Table {
            direct: direct_message(state, seat),
        },
    }
}

fn dead_oracle(state: &State, running: &RunningGame, seat: Seat) -> Option<OracleView> {
    let user = state.seats.get(seat)?.user()?;
    let is_dead = !running.game.living().contains(seat);
    is_dead.then(|| oracle(state, user))
}

/// Returns the hands that a seat's owner may see as a ghost; empty if the owner is alive or ghosts are off.
pub(crate) fn ghost_hands(state: &State, running: &RunningGame, seat: Seat) -> Vec<(Seat, Hand)> {
    if state.options.ghosts {
        hands_for_the_dead(&running.game, seat)
    } else {
        Vec::new()
    }
}

/// Returns each living player's hand as its owner sees it; empty if `seat` is alive.
pub(crate) fn hands_for_the_dead(game: &Game, seat: Seat) -> Vec<(Seat, Hand)> {
    let living = game.living();
    if living.contains(seat) {
        return Vec::new();
    }
    let hand = |seat| Some((seat, game.view(Some(seat)).hand?));
    living.iter().filter_map(hand).collect()
}

fn direct_message(state: &State, seat: Seat) -> Option<DirectMessage> {
    let user = state.seats.get(seat)?.user()?;
    state.direct_hands.get(&user)?.message()
}

fn vote_counts(state: &State, running: &RunningGame) -> Vec<VoteTally> {
    let counts = running.game.awaited().iter().map(|against| {
        let (votes, needed) = vote_rules::count(state, running, against);
        VoteTally {
            against,
            cast: votes,
            needed,
        }
    });
    counts.filter(|tally| tally.cast > 0).collect()
}

/// Returns the seats that the owner of a seat may vote against now; empty once the owner is out of the game.
fn overdue_seats(state: &State, running: &RunningGame, seat: Seat, now: Millis) -> SeatSet {
    let is_slow = now >= running.half_time(state.options.time_limits());
    if is_slow && running.game.living().contains(seat) {
        vote_rules::votable_seats(state, running, seat)
    } else {
        SeatSet::EMPTY
    }
}

/// Returns a finished game's players and best oracle. An oracle without a seat is marked as if they had the next seat.
fn players_and_oracle(state: &State) -> (Vec<Player>, Option<(Player, OracleScore)>) {
    let mut players = state.seats.to_view();
    let Some(best) = state.oracles.best() else {
        return (players, None);
    };
    let is_best = |player: &&Player| player.user() == Some(best.person.user);
    let oracle = match players.iter().find(is_best).cloned() {
        Some(seated) => Some(seated),
        None => {
            players.push(Player::at_the_door(&best.person));
            Player::mark_lookalikes(players.iter_mut());
            players.pop()
        }
    };
    (players, oracle.map(|oracle| (oracle, best.score)))
}

fn over(table: &Table, finished: &FinishedGame) -> GameOverView {
    let state = &table.state;
    let ratings = table
        .ratings
        .as_ref()
        .filter(|(game, _)| *game == state.games);
    let (players, oracle) = players_and_oracle(state);
    GameOverView {
        stamp: state.stamp(),
        // A table is closed long before the number of its games overflows.
        game: state.games as u16,
        display_mode: state.options.display_mode,
        players,
        standings: finished.standings.clone(),
        stats: finished.stats,
        awards: finished.awards.clone(),
        series: state.series.score().to_vec(),
        series_games: state.series.games(),
        oracle,
        ratings: ratings.map_or_else(Vec::new, |(_, changes)| changes.clone()),
        chart: Arc::clone(&finished.chart),
    }
}

/// Returns the details that a person in another channel needs before they end this table.
pub(crate) fn end_question(state: &State) -> EndQuestionView {
    EndQuestionView {
        stamp: state.stamp(),
        channel: state.channel,
        players: state.seats.to_view(),
        opened: state.opened,
        counts: state.counts_if_ended(),
    }
}
