//! Dispatches clicks: recognizes redeliveries and stale or foreign controls, gives absent people their seats back, and
//! calls the handler of the intent. `rules::Game::legal` decides which moves are legal.

use rules::{ChoiceAnswer, Death, DeathCause, Randomness, Seat};

use super::{ATTEMPT_INTERVAL, HOST_SEEN_INTERVAL, InputHandler, NewMessage, TOUCH_INTERVAL};
use crate::computer_setup::ComputerSetup;
use crate::effect::Transition;
use crate::entry_limits::MAX_ENTRIES_BEFORE_DEAL;
use crate::ids::Revision;
use crate::input::{Click, ClickOrigin};
use crate::intent::{Intent, OptionPage, PanelStep};
use crate::options::TableOptions;
use crate::pages::rules_page::RulesView;
use crate::record::Record;
use crate::refusal::Refusal;
use crate::running_game::RunningGame;
use crate::screen::{Notice, Question};
use crate::seats::SeatState;
use crate::state::Stage;

/// The reply to a click, before it is rendered as an [`Answer`](crate::effect::Answer).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    /// Updates the message that was clicked. A command gets this notice instead.
    Follow(Notice),
    Panel(PanelStep),
    /// Shows the private message of a person who only watches.
    Watch,
    Options(OptionPage),
    /// Posts the public message of a new table.
    Opened,
    /// Reposts the public message as the answer to a command.
    Public,
    /// Privately links to the public message.
    Link,
    /// Shows a private notice.
    Note(Notice),
    Ask(Question),
    /// Asks a person in another channel to confirm that they mean this table.
    AskToEnd,
    Rules(RulesView),
    Refuse(Refusal),
}

impl From<Refusal> for Reply {
    fn from(refusal: Refusal) -> Self {
        Self::Refuse(refusal)
    }
}

impl<C: Randomness> InputHandler<'_, C> {
    pub(crate) fn click(mut self, click: &Click) -> Transition {
        let reply = self.reply(click);
        self.finish(Some((click, reply)))
    }

    /// Handles a command that asks for a new table in this table's channel.
    pub(crate) fn reopen(
        mut self,
        click: &Click,
        options: TableOptions,
        computers: ComputerSetup,
    ) -> Transition {
        let reply = if self.table.state.applied.contains(click.interaction) {
            Reply::Follow(Notice::Done)
        } else {
            self.new_table(click, Some((options, computers)))
                .unwrap_or_else(Reply::Refuse)
        };
        self.note_preferences(&click.person);
        self.finish(Some((click, reply)))
    }

    fn reply(&mut self, click: &Click) -> Reply {
        if self.table.state.applied.contains(click.interaction) {
            return Reply::Follow(Notice::Done);
        }
        if let Some(refusal) = self.refuse_foreign(click.origin) {
            return refusal.into();
        }
        if let Err(refusal) = self.check_direct(click) {
            return refusal.into();
        }
        if self.table.is_closed() {
            return Refusal::Closed.into();
        }
        if self.has_left_too_often(click) {
            return Refusal::TooOften.into();
        }
        if let Some(refusal) = self.refuse_unwritable(click) {
            return refusal.into();
        }
        self.note_activity(click);
        let reply = match self.unseen_step(click) {
            Some(step) => {
                self.shows_step_again = self.is_current(click.origin);
                self.told = Some(Notice::TapAgain);
                Reply::Panel(step)
            }
            None => self.dispatch(click).unwrap_or_else(Reply::Refuse),
        };
        self.note_preferences(&click.person);
        self.touch(click, &reply);
        reply
    }

    fn refuse_foreign(&self, origin: ClickOrigin) -> Option<Refusal> {
        let stamp = origin.stamp()?;
        (stamp.table != self.table.state.id).then_some(Refusal::MovedOn)
    }

    /// Returns false for a control made before the current deal, because its choice may mean something else now.
    pub(super) fn is_of_this_game(&self, origin: ClickOrigin) -> bool {
        let running = self.table.state.running_game();
        let dealt = running.map(|running| running.first_revision);
        let stamp = origin.stamp();
        stamp.is_none_or(|stamp| Some(stamp.revision) >= dealt)
    }

    fn dispatch(&mut self, click: &Click) -> Result<Reply, Refusal> {
        match click.intent {
            Intent::Join => self.join(&click.person),
            Intent::Remove(user) => self.remove(click, user),
            Intent::SetDoor { closed } => self.set_door(click, closed),
            Intent::LetIn(user) => self.let_in(click, user),
            Intent::HandOver(user) => self.hand_over(click, user),
            Intent::TakeOver => self.take_over(&click.person),
            Intent::CallPlayers => self.call_players(&click.person),
            Intent::Leave { confirmed } => {
                let confirmed = confirmed && self.is_of_this_game(click.origin);
                self.leave(&click.person, confirmed)
            }
            Intent::AddComputer(strength) => self.add_computer(&click.person, strength),
            Intent::RemoveComputer => self.remove_computer(&click.person),
            Intent::PlayNow => self.play_now(&click.person),
            Intent::Start => self.start(&click.person),
            Intent::OpenOptions(page) => self.open_options(&click.person, page),
            Intent::CloseOptions => Ok(Reply::Link),
            Intent::SetOption(value) => self.set_option(&click.person, value),
            Intent::PostTable => Ok(self.post_table(click)),
            Intent::Rules(card) => {
                let own = (&self.table.state.options).into();
                let view = RulesView::at_table(own, card, &self.table.config.editions);
                Ok(Reply::Rules(view))
            }
            Intent::End { confirmed } => {
                let confirmed = confirmed && self.is_of_this_game(click.origin);
                self.end(&click.person, confirmed)
            }
            Intent::EndIn { channel, confirmed } => {
                self.end_from_elsewhere(&click.person, channel, confirmed)
            }
            Intent::VoteAway(against) => self.vote_away(click, against),
            Intent::AutoPass(wanted) => self.set_auto_pass(click, wanted),
            Intent::WatchAt(speed) => self.set_watch_speed(&click.person, speed),
            Intent::Rematch => self.rematch(click),
            Intent::NewTable => self.new_table(click, None),
            Intent::Predict(on) => self.predict(click, on),
            Intent::OpenHand if self.is_watcher(click) => Ok(Reply::Watch),
            Intent::OpenHand => {
                self.seat_in_game(click)?;
                Ok(Reply::Panel(PanelStep::Hand))
            }
            Intent::Show(PanelStep::Hand) if self.watches(click) => Ok(Reply::Link),
            Intent::Show(step) => {
                let seat = self.seat_in_game(click)?;
                Ok(Reply::Panel(self.available_step(seat, step)))
            }
            Intent::Draw
            | Intent::Play(_)
            | Intent::Nope { .. }
            | Intent::Pass
            | Intent::Answer(_)
            | Intent::PickBlindly
            | Intent::PlaceAnywhere => self.play(click),
        }
    }

    /// Returns the panel step to show again if a tap makes a choice too soon after that step was sent. Such a tap was
    /// probably meant for a control that the step replaced.
    fn unseen_step(&self, click: &Click) -> Option<PanelStep> {
        let (ClickOrigin::Panel(_) | ClickOrigin::Direct { .. }) = click.origin else {
            return None;
        };
        let seat = self.seat_in_game(click).ok()?;
        let seen_after = self.table.config.min_tap_delay;
        let panels = &self.table.open_panels;
        let step = panels.unseen_step(click.person.id, self.now, seen_after)?;
        chooses(click.intent).then(|| self.available_step(seat, step))
    }

    /// Returns true for a person who may end the running game but has no seat. The cancel button of the confirmation
    /// shows the hand, so such a person gets a link to the table instead.
    fn watches(&self, click: &Click) -> bool {
        let (state, person) = (&self.table.state, &click.person);
        let may_end = state.host == person.id || person.may_manage;
        self.table.is_playing() && may_end && state.seats.seat_of(person.id).is_none()
    }

    pub(super) fn seat_in_game(&self, click: &Click) -> Result<Seat, Refusal> {
        let state = &self.table.state;
        match &state.stage {
            Stage::Lobby => Err(Refusal::NotStarted),
            Stage::Over(_) => Err(Refusal::GameOver),
            Stage::Closed => Err(Refusal::Closed),
            Stage::Playing(_) => {
                let seat = state.seats.seat_of(click.person.id);
                seat.ok_or(Refusal::NotSeated)
            }
        }
    }

    /// Returns true if the control was made for the current revision. Always true for commands.
    pub(super) fn is_current(&self, origin: ClickOrigin) -> bool {
        let stamp = origin.stamp();
        stamp.is_none_or(|stamp| stamp.revision == self.table.state.revision)
    }

    /// During a game, restores the seat of the person who clicked and clears the votes against them, unless they leave.
    /// If they left on purpose, only a click that shows an intention to play restores the seat.
    fn note_activity(&mut self, click: &Click) {
        let state = &self.table.state;
        let Some(seat) = state.seats.seat_of(click.person.id) else {
            return;
        };
        let has_votes = |running: &RunningGame| !running.votes(seat).is_empty();
        let returns = if state.seats.has_left(seat) {
            self.may_return(seat, click)
        } else {
            let is_marked = state.seats.get(seat).is_some_and(SeatState::is_marked);
            is_marked || state.running_game().is_some_and(has_votes)
        };
        if state.running_game().is_none() {
            return;
        }
        if returns && !matches!(click.intent, Intent::Leave { .. }) {
            self.record(Record::Returned { seat });
        }
    }

    /// Returns true if a person who left would return to their seat, but has reached the limit of repeated actions.
    fn has_left_too_often(&self, click: &Click) -> bool {
        let state = &self.table.state;
        let seat = state.seats.seat_of(click.person.id);
        let has_left = |seat: &Seat| state.seats.has_left(*seat);
        let returns = seat
            .filter(has_left)
            .is_some_and(|seat| self.may_return(seat, click));
        self.table.is_playing() && returns && !state.may_repeat(click.person.id)
    }

    fn may_return(&self, seat: Seat, click: &Click) -> bool {
        means_to_play(click.intent) && !self.is_out_for_good(seat)
    }

    /// Refuses most clicks at a table whose message Discord refused, because no one would see their effect. Tries to
    /// post again if the bot may post or the click was made in a direct message, unless the last attempt was recent.
    fn refuse_unwritable(&mut self, click: &Click) -> Option<Refusal> {
        let refusal = self.table.unwritable()?;
        if is_served_unseen(click.intent) {
            return None;
        }
        let may_post = click.may_post || matches!(click.origin, ClickOrigin::Direct { .. });
        let last_attempt = self.table.message_posted_at;
        let is_new = last_attempt.is_none_or(|at| self.now.since(at) >= ATTEMPT_INTERVAL);
        if may_post && is_new {
            self.new_message = NewMessage::Replace;
        }
        Some(Refusal::CannotWrite(refusal))
    }

    /// Returns true if the seat was removed from the game when its owner left.
    pub(super) fn is_out_for_good(&self, seat: Seat) -> bool {
        let left = |death: &Death| death.seat == seat && death.cause == DeathCause::Left;
        let running = self.table.state.running_game();
        running.is_some_and(|running| running.game.deaths().iter().any(left))
    }

    /// Restarts the idle timeout of a finished table, or of a lobby whose host clicked. Does nothing if the click was
    /// refused, the timeout was restarted recently, or the table has no room for another game.
    fn touch(&mut self, click: &Click, reply: &Reply) {
        let state = &self.table.state;
        let is_due = match state.stage {
            Stage::Lobby if click.person.id == state.host => {
                state.offers_host || self.now.since(state.touched) >= HOST_SEEN_INTERVAL
            }
            Stage::Over(_) => self.now.since(state.touched) >= TOUCH_INTERVAL,
            Stage::Lobby | Stage::Playing(_) | Stage::Closed => false,
        };
        let has_room = state.version < MAX_ENTRIES_BEFORE_DEAL;
        if is_due && has_room && !matches!(reply, Reply::Refuse(_)) {
            self.record(Record::Touched);
        }
    }

    /// Returns the revision of the clicked private message or, after a click elsewhere, of the person's last panel.
    pub(super) fn shown_revision(&self, click: &Click) -> Option<Revision> {
        match click.origin {
            ClickOrigin::Panel(stamp) | ClickOrigin::Direct { stamp, .. } => Some(stamp.revision),
            ClickOrigin::Command | ClickOrigin::Table(_) => {
                self.table.open_panels.panel_revision(click.person.id)
            }
        }
    }
}

/// Returns true for intents that an accidental second tap must not carry out. A Nope, a pass and the end of a Shuffle
/// are exempt, because they may be a race between players.
fn chooses(intent: Intent) -> bool {
    let is_race = matches!(
        intent,
        Intent::Nope { .. } | Intent::Pass | Intent::Answer(ChoiceAnswer::Stop)
    );
    let is_part_of_choice = matches!(
        intent,
        Intent::Show(PanelStep::Naming { .. } | PanelStep::Order(_))
            | Intent::VoteAway(_)
            | Intent::AutoPass(_)
    );
    (intent.is_move() && !is_race) || is_part_of_choice
}

/// Returns true for requests that make sense even if the table's message cannot be shown.
fn is_served_unseen(intent: Intent) -> bool {
    matches!(
        intent,
        Intent::Leave { .. } | Intent::End { .. } | Intent::EndIn { .. } | Intent::Rules(_)
    )
}

fn means_to_play(intent: Intent) -> bool {
    !matches!(
        intent,
        Intent::Leave { .. }
            | Intent::End { .. }
            | Intent::EndIn { .. }
            | Intent::PostTable
            | Intent::Predict(_)
            | Intent::Rules(_)
            | Intent::OpenOptions(_)
            | Intent::CloseOptions
            | Intent::SetOption(_)
            | Intent::AddComputer(_)
            | Intent::RemoveComputer
    )
}
