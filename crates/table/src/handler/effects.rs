//! Derives the effects of an input, among them the answer to the click, the update of the public message, and refreshes
//! of open panels and direct messages. Minimizes requests: panels that look the same are not edited, and an answer that
//! shows the table replaces the update of its message.

use rules::{Phase, Randomness};

use super::dispatch::Reply;
use super::{InputHandler, NewMessage};
use crate::beat::{Beat, BeatProgress};
use crate::effect::{Answer, Effect, MessageUpdate, Transition, Urgency};
use crate::fixed_time_limits::REPOST_AFTER;
use crate::ids::UserId;
use crate::input::{Click, ClickOrigin};
use crate::intent::{OptionPage, PanelStep};
use crate::open_panels::{Panel, PanelContent};
use crate::pages::rules_page;
use crate::panel_summary::PanelSummary;
use crate::record::{CloseReason, Record};
use crate::refusal::Refusal;
use crate::screen::{self, Notice, Screen, TableLink};
use crate::screen_format::ScreenFormat;
use crate::state::Stage;
use crate::user_set::UserSet;
use crate::views;

const REFUSAL: [fn(Screen) -> Answer; 2] = [Answer::Panel, Answer::Refusal];
const NOTE: [fn(Screen) -> Answer; 2] = [Answer::Panel, Answer::Note];
/// The answers to a person who only watches. They are not tracked, so they never displace a player's panel.
const UNTRACKED: [fn(Screen) -> Answer; 2] = [Answer::Obsolete, Answer::Refusal];

impl<C: Randomness> InputHandler<'_, C> {
    pub(crate) fn finish(mut self, click: Option<(&Click, Reply)>) -> Transition {
        self.ping_after_beat();
        let opened = click.as_ref();
        self.tell_refused_hands(opened.and_then(|(click, reply)| opens_panel(click, reply)));
        let closing = self.closing();
        let mut update = self.message_update(closing.as_ref());
        self.replace_old_message(&mut update);
        self.note_called(update);
        let entry = self.take_entry();
        let mut effects = Vec::new();
        let (mut answered_with_panel, mut answered_with_hand) = (None, None);
        if let Some((click, reply)) = click {
            let person = &click.person;
            let panels = &mut self.table.open_panels;
            panels.set_format(person.id, person.format());
            let refuses = matches!(reply, Reply::Refuse(_));
            let answer = self.answer(click, reply, &mut update, closing.as_ref());
            let own_mode = person.preferences.display_mode;
            let answer = answer.displayed_as(own_mode | self.table.state.options.display_mode);
            let is_panel = matches!(answer, Answer::Panel(_));
            answered_with_panel = is_panel.then_some(person.id);
            let answer = if self.has_to_see_panel(person.id, update) {
                below_the_table(answer, refuses)
            } else {
                answer
            };
            answered_with_hand = matches!(answer, Answer::Hand(..)).then_some(click.person.id);
            effects.push(Effect::Answer {
                reply: click.reply,
                answer,
            });
        }
        effects.extend(self.player_call.take().map(Effect::CallPlayers));
        let explained = self.hand_explained_to;
        effects.extend(explained.map(|user| Effect::HandExplained { user, at: self.now }));
        if let Some(update) = update {
            if update.is_post() {
                self.table.message_posted_at = Some(self.now);
            }
            let update = Effect::UpdateMessage {
                screen: self.table.public_screen(closing.as_ref()),
                update,
                urgency: self.urgency(update),
            };
            effects.insert(self.place_of_update(&effects), update);
        }
        let is_posted = update.is_some_and(MessageUpdate::is_post);
        self.refresh_panels(
            answered_with_panel,
            is_posted,
            closing.as_ref(),
            &mut effects,
        );
        self.fold_hands(&mut effects);
        self.show_hands(answered_with_hand, &mut effects);
        self.request_choices(&mut effects);
        if self.table.pending_beat().is_some() {
            let revision = self.table.state.revision;
            self.table.beat_progress = Some((revision, BeatProgress::Shown));
        }
        if entry.is_some() && self.table.is_closed() {
            effects.push(Effect::Close);
        }
        Transition { entry, effects }
    }

    /// Until the game is over, replaces the public message instead of editing it if it is old and edited often.
    fn replace_old_message(&mut self, update: &mut Option<MessageUpdate>) {
        if *update != Some(MessageUpdate::Edit) || self.table.is_closed() || self.table.is_over() {
            return;
        }
        self.table.edits.add(self.now);
        let posted_at = self.table.message_posted_at;
        let is_old = posted_at.is_some_and(|at| self.now.since(at) >= REPOST_AFTER);
        if is_old && self.table.edits.are_often(self.now) {
            let ping = UserSet::EMPTY;
            *update = Some(MessageUpdate::Replace { ping });
        }
    }

    /// Returns true if the player's panel must appear below the table's message, because the message is reposted or the
    /// game waits for that player.
    fn has_to_see_panel(&self, user: UserId, update: Option<MessageUpdate>) -> bool {
        let is_player = self.table.is_playing() && self.table.state.seats.seat_of(user).is_some();
        let is_posted = update.is_some_and(MessageUpdate::is_post);
        is_player && (is_posted || self.is_awaited(user))
    }

    /// Returns the position of the message update among the effects: before an answer that must appear below it.
    fn place_of_update(&self, effects: &[Effect]) -> usize {
        let is_panel_below = |effect: &Effect| {
            let is_below =
                |answer: &Answer| matches!(answer, Answer::PanelBelow(_) | Answer::RefusalBelow(_));
            matches!(effect, Effect::Answer { answer, .. } if is_below(answer))
        };
        effects
            .iter()
            .position(is_panel_below)
            .unwrap_or(effects.len())
    }

    /// If this input ended a beat during which the turn passed, treats the turn as passed in this input, because the
    /// player on turn has not been pinged yet.
    fn ping_after_beat(&mut self) {
        if let Some(beat) = self.ended_beat() {
            self.turn_passed_to = self.turn_passed_to.or(beat.turn_passed_to);
        }
    }

    /// Returns the beat that this input ended, if the game is running and not paused.
    pub(super) fn ended_beat(&self) -> Option<Beat> {
        let running = self.table.state.running_game();
        let is_running = running.is_some_and(|running| running.deadline().is_some());
        let is_over = is_running && self.table.pending_beat().is_none();
        self.before.beat.filter(|_| is_over)
    }

    /// Returns how to update the public message; `None` if it needs no update.
    fn message_update(&self, closing: Option<&CloseReason>) -> Option<MessageUpdate> {
        if self.table.is_closed() {
            let last_update = if self.before.is_playing {
                MessageUpdate::EditOrPost
            } else {
                MessageUpdate::Edit
            };
            let has_shown_end = self.before.is_over && self.before.beat.is_none();
            let shows_end = closing.is_some() && !has_shown_end;
            return shows_end.then_some(last_update);
        }
        let ping = self.called();
        match self.new_message {
            NewMessage::Append => Some(MessageUpdate::Append { ping }),
            NewMessage::Replace => Some(MessageUpdate::Replace { ping }),
            NewMessage::NotNeeded | NewMessage::IfLost | NewMessage::UnlessPosted
                if !ping.is_empty() =>
            {
                Some(MessageUpdate::Replace { ping })
            }
            NewMessage::IfLost => Some(MessageUpdate::Edit),
            NewMessage::UnlessPosted => Some(MessageUpdate::EditOrPost),
            NewMessage::NotNeeded => self
                .records
                .iter()
                .any(|record| self.changes_message(record))
                .then_some(MessageUpdate::Edit),
        }
    }

    /// Returns how soon people need this update, based on public information only.
    fn urgency(&self, update: MessageUpdate) -> Urgency {
        let state = &self.table.state;
        let running = match &state.stage {
            Stage::Lobby => return Urgency::Routine,
            Stage::Over(_) | Stage::Closed => return Urgency::Urgent,
            Stage::Playing(running) => running,
        };
        let has_window = matches!(running.game.phase(), Phase::Window(_));
        let posts = update.is_post() || update == MessageUpdate::EditOrPost;
        if state.seats.has_no_people() && !posts {
            Urgency::Unattended
        } else if posts || has_window || self.turn_passed_to.is_some() {
            Urgency::Urgent
        } else {
            Urgency::Routine
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "an unnecessary update only shows the same content again"
    )]
    fn changes_message(&self, record: &Record) -> bool {
        match record {
            Record::NewsRead { .. }
            | Record::ChannelUnwritable
            | Record::AutoPass { .. }
            | Record::Predicted { .. }
            | Record::RemindersSet { .. }
            | Record::DirectHand { .. } => false,
            // A finished game shows no deadline, but must show the result if the extension cut the last beat short.
            Record::DeadlinesExtended { .. } => !self.table.is_over() || self.before.beat.is_some(),
            Record::Touched => self.table.state.stage == Stage::Lobby,
            _ => true,
        }
    }

    /// Renders the answer to a click. Clears `update` if the answer itself updates the public message.
    fn answer(
        &mut self,
        click: &Click,
        reply: Reply,
        update: &mut Option<MessageUpdate>,
        closing: Option<&CloseReason>,
    ) -> Answer {
        let language = click.person.language();
        match reply {
            Reply::Follow(notice) => self.clicked_message(click, notice, update, closing),
            Reply::Panel(step) => self.panel_answer(click, step, None),
            Reply::Watch => private_answer(click.origin, self.watcher_screen(click), UNTRACKED),
            Reply::Options(page) => self.options_answer(click, page),
            Reply::Opened => {
                *update = None;
                Answer::Public(self.table.public_screen(closing))
            }
            // The update posts the table anyway, and unlike an answer, it can ping the person whose turn begins.
            Reply::Public if update.is_some_and(|update| !update.ping().is_empty()) => {
                Answer::Note(screen::notice(Notice::TablePosted, language))
            }
            Reply::Public => {
                *update = None;
                self.table.message_posted_at = Some(self.now);
                Answer::Public(self.table.public_screen(closing))
            }
            Reply::Link => {
                let notice = Notice::TableAt(self.table_link(click));
                private_answer(click.origin, screen::notice(notice, language), NOTE)
            }
            Reply::Note(notice) => {
                private_answer(click.origin, screen::notice(notice, language), NOTE)
            }
            Reply::Ask(question) => {
                let stamp = self.table.state.stamp();
                Answer::Refusal(screen::question(question, stamp, language))
            }
            Reply::AskToEnd => {
                let view = views::end_question(&self.table.state);
                Answer::Refusal(screen::end_question(&view, language))
            }
            Reply::Rules(page) => {
                let rules = rules_page::rules(&page, &self.table.config, language);
                let commitment = views::commitment_line(&self.table.state);
                let is_running = self.table.is_playing();
                Answer::Note(match commitment.filter(|_| is_running) {
                    Some(line) => rules.text(line),
                    None => rules,
                })
            }
            Reply::Refuse(refusal) => self.refusal_answer(click, refusal),
        }
    }

    fn table_link(&self, click: &Click) -> TableLink {
        TableLink {
            guild: self.table.guild(),
            channel: self.table.channel(),
            message: click.table_message,
        }
    }

    /// Renders the message that was clicked, or the notice for a command.
    fn clicked_message(
        &mut self,
        click: &Click,
        notice: Notice,
        update: &mut Option<MessageUpdate>,
        closing: Option<&CloseReason>,
    ) -> Answer {
        match click.origin {
            ClickOrigin::Table(_) => match update {
                Some(MessageUpdate::Replace { .. } | MessageUpdate::Append { .. }) => {
                    Answer::Acknowledge
                }
                Some(MessageUpdate::Edit | MessageUpdate::EditOrPost) | None => {
                    *update = None;
                    Answer::Table(self.table.public_screen(closing))
                }
            },
            // The game has just ended: the public message shows it, and the hand is deleted.
            ClickOrigin::Panel(_) if self.table.is_over() => Answer::Acknowledge,
            ClickOrigin::Panel(_) => self.clicked_panel(click, notice),
            // The game may just have ended; the last screen follows.
            ClickOrigin::Direct { .. } if !self.table.is_playing() => Answer::Acknowledge,
            ClickOrigin::Direct { .. } => self.panel_answer(click, PanelStep::Hand, None),
            ClickOrigin::Command => Answer::Note(screen::notice(notice, click.person.language())),
        }
    }

    fn clicked_panel(&mut self, click: &Click, notice: Notice) -> Answer {
        let language = click.person.language();
        match &self.table.state.stage {
            Stage::Playing(_) => {
                let is_told = matches!(notice, Notice::Voted | Notice::VotedAway);
                self.told = is_told.then_some(notice);
                self.panel_answer(click, PanelStep::Hand, None)
            }
            // The table's message shows the change.
            Stage::Over(_) | Stage::Lobby | Stage::Closed if notice == Notice::Done => {
                Answer::Acknowledge
            }
            Stage::Over(_) | Stage::Lobby | Stage::Closed => {
                Answer::Panel(screen::notice(notice, language))
            }
        }
    }

    /// Renders the person's own panel, or a refusal if they have no seat in a running game.
    fn panel_answer(&mut self, click: &Click, step: PanelStep, refusal: Option<Refusal>) -> Answer {
        let user = click.person.id;
        let state = &self.table.state;
        let Some((running, seat)) = state.running_game().zip(state.seats.seat_of(user)) else {
            let language = click.person.language();
            let refusal = refusal.unwrap_or(Refusal::NotSeated);
            let sentence = screen::refusal(&refusal, language);
            return private_answer(click.origin, sentence, REFUSAL);
        };
        if !self.shows_step_again {
            self.table.open_panels.step_sent(user, step, self.now);
        }
        if let ClickOrigin::Direct { message, .. } = click.origin {
            return self.direct_answer(click, message, step, refusal);
        }
        let is_new = !click.person.preferences.hand_explained;
        let is_noted = self.table.open_panels.is_first_hand(user);
        let refusal = refusal
            .or_else(|| self.refusal_to_tell(user))
            .or_else(|| self.unwritable());
        let format = click.person.format();
        let mut view = views::panel(
            state,
            running,
            seat,
            format.display_mode,
            self.now,
            step,
            refusal,
        );
        view.is_first_hand = is_noted || is_new;
        view.notice = self.told;
        self.table
            .open_panels
            .add_hint(&mut view, user, running.since);
        let panel = screen::panel(&view, format.language());
        let shows_hand = screen::shows_hand(&view);
        if shows_hand && is_new && !is_noted {
            self.table.open_panels.note_first_hand(user);
            self.hand_explained_to = Some(user);
        }
        let content = if step == PanelStep::Explained && shows_hand {
            PanelContent::ExplainedHand
        } else {
            PanelContent::Hand
        };
        self.remember_panel(user, format, content);
        Answer::Panel(panel)
    }

    fn options_answer(&mut self, click: &Click, page: OptionPage) -> Answer {
        let format = click.person.format();
        let view = views::options(self.table, format.display_mode);
        self.remember_panel(click.person.id, format, PanelContent::Options);
        Answer::Panel(screen::options(&view, page, format.language()))
    }

    fn remember_panel(&mut self, user: UserId, format: ScreenFormat, content: PanelContent) {
        let state = &self.table.state;
        let hand = state.running_game().zip(state.seats.seat_of(user));
        let shown = hand.map(|(running, seat)| PanelSummary::of(state, running, seat));
        let panel = Panel {
            shown_at: self.now,
            format,
            revision: self.table.state.revision,
            content,
            shown,
        };
        self.table.open_panels.panel_shown(user, panel);
    }

    /// Renders a refusal. Players also get their updated hand if they clicked on a private message, if the control was
    /// out of date, or if Discord refuses the table's message.
    fn refusal_answer(&mut self, click: &Click, refusal: Refusal) -> Answer {
        let state = &self.table.state;
        let is_playing =
            state.running_game().is_some() && state.seats.seat_of(click.person.id).is_some();
        let on_panel = matches!(
            click.origin,
            ClickOrigin::Panel(_) | ClickOrigin::Direct { .. }
        );
        let shows_hand = matches!(refusal, Refusal::MovedOn | Refusal::CannotWrite(_));
        if is_playing && (on_panel || shows_hand) {
            return self.panel_answer(click, PanelStep::Hand, Some(refusal));
        }
        let language = click.person.language();
        let is_of_earlier_game = matches!(refusal, Refusal::MovedOn | Refusal::NotOver);
        let sentence = if is_of_earlier_game {
            screen::earlier_game(self.table_link(click), self.table.is_playing(), language)
        } else {
            screen::refusal(&refusal, language)
        };
        let answers = if self.is_watcher(click) {
            UNTRACKED
        } else {
            REFUSAL
        };
        private_answer(click.origin, sentence, answers)
    }

    /// Refreshes the open panels that have changed, except the panel that answers the click. A panel that its owner
    /// must see moves below the table's message. Without a running game, deletes the panels instead.
    fn refresh_panels(
        &mut self,
        answered: Option<UserId>,
        is_posted: bool,
        closing: Option<&CloseReason>,
        effects: &mut Vec<Effect>,
    ) {
        let state = &self.table.state;
        let Some(running) = state.running_game() else {
            // When a channel is deleted, its panels are deleted with it.
            if closing.is_some() || !self.table.is_closed() {
                self.finish_panels(answered, effects);
            }
            return;
        };
        let is_written_as_before = self.table.unwritable() == self.before.unwritable;
        let seats = state.seats.iter();
        let readers = seats.filter_map(|(seat, seat_state)| {
            let user = seat_state.user().filter(|user| answered != Some(*user))?;
            let format = self.table.open_panels.editable(user, self.now)?;
            (!state.seats.has_left(seat)).then_some((seat, user, format))
        });
        for (seat, user, format) in readers.collect::<Vec<_>>() {
            let now = PanelSummary::of(state, running, seat);
            let shown = self.table.open_panels.shown(user);
            let told = self.refusal_to_tell(user);
            let is_awaited = self.is_awaited(user);
            let gets_offer = self.offers_votes && !is_awaited;
            let looks_same = shown.is_some_and(|shown| !now.differs_from(&shown));
            let is_same = looks_same && told.is_none() && !(is_awaited && is_posted);
            if is_same && !gets_offer && is_written_as_before {
                continue;
            }
            let below = is_awaited || shown.is_none_or(|shown| now.has_new_cards(&shown));
            let step = self.table.open_panels.step(user);
            self.table.open_panels.step_sent(user, step, self.now);
            self.table.open_panels.hand_shown(user, now);
            let mut view = views::panel(
                state,
                running,
                seat,
                format.display_mode,
                self.now,
                step,
                told.or_else(|| self.unwritable()),
            );
            view.is_first_hand = self.table.open_panels.is_first_hand(user);
            self.table
                .open_panels
                .add_hint(&mut view, user, running.since);
            effects.push(Effect::RefreshPanel {
                user,
                screen: screen::panel(&view, format.language()),
                below,
            });
        }
    }
}

impl<C: Randomness> InputHandler<'_, C> {
    /// Deletes the players' open panels, except the panel of `answered`, because the public message shows the end of
    /// the game.
    fn finish_panels(&mut self, answered: Option<UserId>, effects: &mut Vec<Effect>) {
        for &user in &self.before.players {
            self.table.open_panels.remove(user);
            if answered != Some(user) {
                effects.push(Effect::DeletePanel { user });
            }
        }
    }

    /// Replaces hands that have not been clicked for a long time with a single line, from which their owners can open a
    /// new hand.
    fn fold_hands(&mut self, effects: &mut Vec<Effect>) {
        let stamp = self.table.state.stamp();
        for (user, format) in std::mem::take(&mut self.folded) {
            let screen = screen::folded_hand(stamp, format.language());
            effects.push(Effect::RefreshPanel {
                user,
                screen: screen.displayed_as(format.display_mode),
                below: false,
            });
        }
    }
}

fn below_the_table(answer: Answer, refuses: bool) -> Answer {
    match (answer, refuses) {
        (Answer::Panel(screen), true) => Answer::RefusalBelow(screen),
        (Answer::Panel(screen), false) => Answer::PanelBelow(screen),
        (other, _) => other,
    }
}

/// Returns an answer that only the person who clicked sees: `replacing` if they clicked a private message in the
/// channel, otherwise `new`.
fn private_answer(
    origin: ClickOrigin,
    screen: Screen,
    [replacing, new]: [fn(Screen) -> Answer; 2],
) -> Answer {
    match origin {
        ClickOrigin::Panel(_) => replacing(screen),
        ClickOrigin::Table(_) | ClickOrigin::Command | ClickOrigin::Direct { .. } => new(screen),
    }
}

/// Returns the person who clicked, if this kind of reply shows them their hand panel. Ignores refusals.
fn opens_panel(click: &Click, reply: &Reply) -> Option<UserId> {
    let on_panel = matches!(click.origin, ClickOrigin::Panel(_));
    let opens = match reply {
        Reply::Panel(_) => !matches!(click.origin, ClickOrigin::Direct { .. }),
        Reply::Follow(_) => on_panel,
        Reply::Options(_)
        | Reply::Watch
        | Reply::Opened
        | Reply::Public
        | Reply::Link
        | Reply::Note(_)
        | Reply::Ask(_)
        | Reply::AskToEnd
        | Reply::Rules(_)
        | Reply::Refuse(_) => false,
    };
    opens.then_some(click.person.id)
}
