//! Hands as direct messages: which people want them, and when the messages are edited. A hand's last screen is shown
//! when the game ends, or when its owner turns direct messages off or loses their seat. The bot sends the messages.
//!
//! A hand is sent only to the owner of its seat, and only until they leave. Its message is edited only when the text or
//! a usable control changes, which saves requests during other players' turns.

use rules::Randomness;

use super::InputHandler;
use crate::direct_hand::{
    Delivery, DirectHand, DirectHandRecord, DirectMessage, HandId, HandPlace,
};
use crate::display_mode::DisplayMode;
use crate::effect::{Answer, Effect};
use crate::ids::UserId;
use crate::input::{Click, ClickOrigin, Clicker};
use crate::intent::{Intent, PanelStep};
use crate::record::Record;
use crate::refusal::Refusal;
use crate::screen::{self, Departure, DirectHandEnd, DirectHandEndView, Screen, TableLink};
use crate::screen_format::ScreenFormat;
use crate::state::{Stage, State};
use crate::views;

impl<C: Randomness> InputHandler<'_, C> {
    /// Records changed preferences of a person with a seat: how they receive and read their hand, and their reminders.
    pub(super) fn note_preferences(&mut self, person: &Clicker) {
        if person.are_preferences_current {
            let direct = person.preferences.direct_hand;
            self.set_direct_hand(person.id, person.format(), direct);
            self.set_reminders(person.id, person.preferences.reminders_off);
        }
    }

    pub(crate) fn set_reminders(&mut self, user: UserId, off: bool) {
        let state = &self.table.state;
        let has_changed = state.unreminded.contains(&user) != off;
        let has_seat = state.seats.seat_of(user).is_some() && !self.table.is_closed();
        if has_changed && has_seat && state.may_repeat(user) {
            self.record(Record::RemindersSet { user, off });
        }
    }

    /// Called when a person has changed their preferences for hands outside of this table.
    pub(crate) fn preferences_changed(&mut self, user: UserId, format: ScreenFormat, direct: bool) {
        self.table.open_panels.set_format(user, format);
        self.set_direct_hand(user, format, direct);
    }

    /// Records that a person wants their hand as a direct message in this format, or does not want it. They can always
    /// turn it off, even after they have reached the limit of repeated changes.
    fn set_direct_hand(&mut self, user: UserId, format: ScreenFormat, direct: bool) {
        let state = &self.table.state;
        if self.table.is_closed() || state.seats.seat_of(user).is_none() {
            return;
        }
        let known = state.direct_hands.get(&user).map(|hand| hand.format);
        let change = match (direct, known) {
            (true, known) if known != Some(format) && state.may_repeat(user) => {
                DirectHandRecord::wanted(format)
            }
            (false, Some(_)) => DirectHandRecord::Unwanted,
            _ => return,
        };
        self.record(Record::DirectHand { user, change });
    }

    /// Records the direct message that shows a hand, unless the hand is obsolete or the message is already recorded.
    pub(crate) fn hand_posted(&mut self, hand: HandId, message: DirectMessage) {
        let posted = Delivery::Posted(message);
        if self.is_present_hand(hand, |delivery| delivery != posted) {
            let (user, change) = (hand.user, DirectHandRecord::Posted(message));
            self.record(Record::DirectHand { user, change });
        }
    }

    pub(crate) fn hand_refused(&mut self, hand: HandId) {
        let is_new = |delivery| !matches!(delivery, Delivery::Refused { .. });
        if self.is_present_hand(hand, is_new) {
            let (user, change) = (hand.user, DirectHandRecord::Refused);
            self.record(Record::DirectHand { user, change });
        }
    }

    fn is_present_hand(&self, hand: HandId, fits: impl Fn(Delivery) -> bool) -> bool {
        let state = &self.table.state;
        let wanted = state.direct_hands.get(&hand.user);
        let is_present = state.games == hand.game && !self.table.is_closed();
        is_present && wanted.is_some_and(|wanted| fits(wanted.delivery))
    }

    /// Marks people whom direct messages cannot reach as informed, if this input shows them a panel: the answer to the
    /// click, or an edit of their open panel.
    pub(super) fn tell_refused_hands(&mut self, answered_with_panel: Option<UserId>) {
        if !self.table.is_playing() {
            return;
        }
        let refused = Delivery::Refused { told: false };
        let mut refused_hands = self.table.state.direct_hands.clone();
        refused_hands.retain(|_, hand| hand.delivery == refused);
        for user in refused_hands.into_keys() {
            let is_open = self.table.open_panels.editable(user, self.now).is_some();
            if is_open || answered_with_panel == Some(user) {
                let change = DirectHandRecord::RefusalTold;
                self.record(Record::DirectHand { user, change });
                self.shown_refusals.push(user);
            }
        }
    }

    /// Returns the refusal that this input shows above a person's hand, if any.
    pub(super) fn refusal_to_tell(&self, user: UserId) -> Option<Refusal> {
        let is_told = self.shown_refusals.contains(&user);
        is_told.then_some(Refusal::NoDirectMessages)
    }

    /// Returns the refusal shown above each hand while the table's message cannot be posted.
    pub(super) fn unwritable(&self) -> Option<Refusal> {
        self.table.unwritable().map(Refusal::CannotWrite)
    }

    /// Refuses a click on a direct message if a hand has no such control, or if the person has no seat.
    pub(super) fn check_direct(&self, click: &Click) -> Result<(), Refusal> {
        let ClickOrigin::Direct { .. } = click.origin else {
            return Ok(());
        };
        if self.table.state.seats.seat_of(click.person.id).is_none() {
            Err(Refusal::NotSeated)
        } else if is_in_a_hand(click.intent) {
            Ok(())
        } else {
            Err(Refusal::OnlyAtTheTable)
        }
    }

    /// Renders the answer to a click on a direct message: the hand or, if the message is obsolete, its last screen.
    pub(super) fn direct_answer(
        &mut self,
        click: &Click,
        message: u64,
        step: PanelStep,
        refusal: Option<Refusal>,
    ) -> Answer {
        let user = click.person.id;
        let format = click.person.format();
        let hand = self.table.state.direct_hands.get(&user).copied();
        let end = match hand.filter(|hand| hand.is_reachable()) {
            None => DirectHandEnd::Unwanted,
            Some(hand) => match hand.message() {
                Some(other) if other.message != message => DirectHandEnd::Elsewhere(other),
                _ => {
                    let hand = DirectHand { format, ..hand };
                    let screen = self.direct_screen(user, hand, step, refusal);
                    let shown = self
                        .direct_screen(user, hand, PanelStep::Hand, self.unwritable())
                        .map(|shown| (user, key(&shown)));
                    self.table.direct_shown.extend(shown);
                    return match screen {
                        Some(screen) => Answer::Hand(self.hand_id(user), screen),
                        None => Answer::Acknowledge,
                    };
                }
            },
        };
        Answer::Obsolete(self.direct_hand_end(end, format))
    }

    fn hand_id(&self, user: UserId) -> HandId {
        let game = self.table.state.games;
        HandId { user, game }
    }

    /// Renders a person's direct message during a game; `None` if no game is running or they have no seat.
    fn direct_screen(
        &self,
        user: UserId,
        hand: DirectHand,
        step: PanelStep,
        refusal: Option<Refusal>,
    ) -> Option<Screen> {
        let state = &self.table.state;
        let running = state.running_game()?;
        let seat = state.seats.seat_of(user)?;
        let format = hand.format;
        if state.seats.has_left(seat) {
            let departure = if self.is_out_for_good(seat) {
                Departure::ForGood
            } else if running.game.living().contains(seat) {
                Departure::StandIn
            } else {
                Departure::Dead
            };
            return Some(self.direct_hand_end(DirectHandEnd::Left(departure), format));
        }
        let has_controls = self.table.config.direct_controls;
        // Without buttons, the cards are listed in words.
        let display_mode = if has_controls {
            format.display_mode
        } else {
            DisplayMode::TextFirst
        };
        let view = views::panel(state, running, seat, display_mode, self.now, step, refusal)
            .in_direct_message(table_link(state), has_controls);
        Some(screen::panel(&view, format.language()))
    }

    fn direct_hand_end(&self, end: DirectHandEnd, format: ScreenFormat) -> Screen {
        let screen = end_screen(&self.table.state, end, format);
        if self.table.config.direct_controls {
            screen
        } else {
            screen.without_controls()
        }
    }

    /// Updates the hands that have changed, and replaces the hands of a game that is over. Skips the hand of
    /// `answered`, because the answer to their click already shows it.
    pub(super) fn show_hands(&mut self, answered: Option<UserId>, effects: &mut Vec<Effect>) {
        if self.table.is_playing() {
            self.show_running_hands(answered, effects);
            self.finish_unwanted_hands(effects);
        } else if self.table.shows_last_death() {
            // The hands must not reveal the winner before the table does.
        } else if self.before.is_playing || self.before.beat.is_some() || self.finish_hands {
            let end = self.end_of_hands();
            for (user, hand) in self.before.direct_hands.clone() {
                self.finish_hand(user, hand, end.clone(), effects);
            }
            self.table.direct_shown.clear();
        }
    }

    fn show_running_hands(&mut self, answered: Option<UserId>, effects: &mut Vec<Effect>) {
        for (user, hand) in self.table.state.direct_hands.clone() {
            if answered == Some(user) || !hand.is_reachable() {
                continue;
            }
            let refusal = self.unwritable();
            let Some(screen) = self.direct_screen(user, hand, PanelStep::Hand, refusal) else {
                continue;
            };
            let key = key(&screen);
            if self.table.direct_shown.insert(user, key) == Some(key) {
                continue;
            }
            effects.push(Effect::ShowHand {
                hand: self.hand_id(user),
                urgent: self.is_awaited(user),
                place: self.place_of(hand),
                screen,
            });
        }
    }

    /// Returns true if the game waits for this person's turn or choice, not just for a pass.
    pub(super) fn is_awaited(&self, user: UserId) -> bool {
        let state = &self.table.state;
        let running = state.running_game();
        let seat = state.seats.seat_of(user);
        running.zip(seat).is_some_and(|(running, seat)| {
            !matches!(running.game.phase(), rules::Phase::Window(_))
                && running.game.awaited().contains(seat)
        })
    }

    fn place_of(&self, hand: DirectHand) -> HandPlace {
        match hand.message() {
            Some(message) => HandPlace::Known(message),
            None if self.dealt => HandPlace::New,
            None => HandPlace::Unknown,
        }
    }

    /// Finishes the messages of people who no longer want them or no longer have a seat.
    fn finish_unwanted_hands(&mut self, effects: &mut Vec<Effect>) {
        for (user, hand) in self.before.direct_hands.clone() {
            let wants = self.table.state.direct_hands.contains_key(&user);
            if self.before.is_playing && !wants {
                self.table.direct_shown.remove(&user);
                self.finish_hand(user, hand, DirectHandEnd::Unwanted, effects);
            }
        }
    }

    fn finish_hand(
        &self,
        user: UserId,
        hand: DirectHand,
        end: DirectHandEnd,
        effects: &mut Vec<Effect>,
    ) {
        if hand.is_reachable() {
            effects.push(Effect::FinishHand {
                hand: self.hand_id(user),
                screen: self.direct_hand_end(end, hand.format),
                place: self.place_of(hand),
            });
        }
    }

    fn end_of_hands(&self) -> DirectHandEnd {
        match &self.table.state.stage {
            Stage::Over(finished) => {
                let winner = finished
                    .standings
                    .first()
                    .and_then(|standing| self.table.state.seats.get(standing.seat));
                DirectHandEnd::Over {
                    winner: winner.map(|seat| seat.player.clone()),
                }
            }
            Stage::Lobby | Stage::Playing(_) | Stage::Closed => DirectHandEnd::Closed,
        }
    }
}

/// Returns the last screens of the hands at a table that was closed mid-game, given the state before and after the
/// entry that closed it.
pub(crate) fn closing_hands(before: &State, after: &State) -> Vec<(HandId, Screen, HandPlace)> {
    if before.running_game().is_none() {
        return Vec::new();
    }
    let hands = before.direct_hands.iter();
    let reachable = hands.filter(|(_, hand)| hand.is_reachable());
    let last = |(&user, hand): (&UserId, &DirectHand)| {
        let id = HandId {
            user,
            game: before.games,
        };
        let screen = end_screen(after, DirectHandEnd::Closed, hand.format);
        let place = hand.message().map_or(HandPlace::Unknown, HandPlace::Known);
        (id, screen, place)
    };
    reachable.map(last).collect()
}

fn end_screen(state: &State, end: DirectHandEnd, format: ScreenFormat) -> Screen {
    let view = DirectHandEndView {
        stamp: state.stamp(),
        display_mode: format.display_mode | state.options.display_mode,
        table: table_link(state),
        end,
    };
    screen::direct_hand_end(&view, format.language())
}

/// Returns a link to the table's channel: the table's message changes too often to link to it.
fn table_link(state: &State) -> TableLink {
    TableLink {
        guild: state.guild,
        channel: state.channel,
        message: None,
    }
}

fn is_in_a_hand(intent: Intent) -> bool {
    let only_shows = matches!(
        intent,
        Intent::Join | Intent::OpenHand | Intent::Show(_) | Intent::Rules(_)
    );
    only_shows || intent.is_move() || matches!(intent, Intent::AutoPass(_))
}

/// Returns a hash that is equal for screens that look the same to the user. Ignores the revision of controls that do
/// nothing, or do the same at every revision.
fn key(screen: &Screen) -> u64 {
    use std::hash::{DefaultHasher, Hash as _, Hasher as _};
    let mut hasher = DefaultHasher::new();
    format!("{:?}", screen.without_idle_revisions()).hash(&mut hasher);
    hasher.finish()
}
