//! One table's voice: its public message and its players' private panels. It keeps the newest
//! screen of each and has at most one request under way for each, so that a slow Discord is told
//! the latest and not everything. It must never let an older screen end up on top of a newer one.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use journal::{Journal, PostedMessages};
use serde_json::{Value, json};
use serenity::model::id::{ApplicationId, InteractionId, MessageId};
use table::effect::{Answer, MessageUpdate};
use table::ids::UserId;
use table::input;
use table::pace::PANEL_LIFETIME;
use table::screen::Screen;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};
use tracing::{debug, warn};

use super::berth::{Berth, Noted, Origin, PATIENCE, message_id};
use super::replaced::Replaced;
use super::sighting::{Sighting, end_on};
use super::{Call, Failure, Rest};
use crate::discord::to_discord::{Audience, EPHEMERAL, change, message as body_of};
use crate::point::Point;

/// An interaction wants its first answer in three seconds; the way there takes some of them.
const ANSWER_WITHIN: Duration = Duration::from_millis(2_900);
/// How long the token of an interaction is used; the same as the table counts on for panels.
const TOKEN_LIVES: Duration = Duration::from_millis(PANEL_LIFETIME.0);
const FAREWELL: Duration = Duration::from_secs(5);
const FIRST_RETRY: Duration = Duration::from_secs(2);
const LAST_RETRY: Duration = Duration::from_secs(60);

/// The way to answer one interaction. It is used up by the answer.
#[derive(Clone)]
pub struct Callback {
    pub interaction: InteractionId,
    pub application: ApplicationId,
    pub token: String,
    pub received: Instant,
    pub user: UserId,
    /// The message whose control was used; none for a command.
    pub clicked: Option<Clicked>,
}

/// The message whose control was used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clicked {
    pub message: MessageId,
    pub private: bool,
}

/// What a speaker tells its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spoken {
    /// The table's message was posted, and the journal knows it.
    Shown,
    /// Another process's message stands for the table.
    Overtaken,
    /// The table's message could not be brought to its channel.
    Undelivered(input::DeliveryFailure),
    /// The channel was deleted.
    ChannelGone,
}

/// By which way the table's message is to come up to date; a later one includes an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum How {
    Edit,
    Anew,
    /// Anew, and the old message stays.
    Next,
}

impl From<MessageUpdate> for How {
    fn from(show: MessageUpdate) -> Self {
        match show {
            MessageUpdate::Edit => Self::Edit,
            MessageUpdate::Replace { .. } => Self::Anew,
            MessageUpdate::Append { .. } => Self::Next,
        }
    }
}

enum Order {
    Answer(Callback, Answer),
    Show(Screen, How),
    Refresh(UserId, Screen),
    Enter(Estate),
}

/// The end of a speaker that its table holds. The speaker finishes what it has when this is gone.
pub(crate) struct Speaker {
    orders: mpsc::UnboundedSender<Order>,
    ended: oneshot::Receiver<Rested>,
}

/// What a speaker finds in the place of its table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Estate {
    /// Nothing: the table is new.
    Nothing,
    /// What the journal says.
    Known(PostedMessages),
    /// What the journal says, and perhaps more: whoever was there before may have been cut off.
    Uncertain(PostedMessages),
}

/// Whether a speaker came to its end with nothing left to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rested {
    /// All was said that could be.
    InPeace,
    /// Discord was not there to hear it.
    Unheard,
}

impl Speaker {
    /// A speaker for this place, and the task in which it lives. `standing` holds the id of the
    /// table's message from now on, 0 while there is none.
    pub(crate) fn new<J: Journal + 'static>(
        berth: Berth<J>,
        found: Estate,
        standing: Arc<AtomicU64>,
        tell: impl Fn(Spoken) + Send + 'static,
    ) -> (Self, impl Future<Output = ()> + Send) {
        let (orders, inbox) = mpsc::unbounded_channel();
        let (ending, ended) = oneshot::channel();
        let mut voice = Voice {
            berth,
            standing,
            tell: Box::new(tell),
            board: Board::default(),
            replaced: Replaced::default(),
            unseen: None,
            panels: HashMap::new(),
            under_way: JoinSet::new(),
        };
        voice.enter(&found);
        let speaking = async move {
            // Who does not wait for the end does not want to hear of it.
            let _ = ending.send(voice.run(inbox).await);
        };
        (Self { orders, ended }, speaking)
    }

    /// Waits until it has said what it has.
    pub(crate) async fn finish(self) -> Rested {
        drop(self.orders);
        // Nothing comes only after a panic in the speaker's task; the log has it then.
        self.ended.await.unwrap_or(Rested::Unheard)
    }

    pub(crate) fn answer(&self, callback: Callback, answer: Answer) {
        // Fails only after a panic in the speaker's task; the log has it then.
        let _ = self.orders.send(Order::Answer(callback, answer));
    }

    pub(crate) fn show(&self, screen: Screen, how: MessageUpdate) {
        let _ = self.orders.send(Order::Show(screen, how.into()));
    }

    pub(crate) fn refresh(&self, user: UserId, screen: Screen) {
        let _ = self.orders.send(Order::Refresh(user, screen));
    }

    /// The place is as another process has left it.
    pub(crate) fn enter(&self, estate: Estate) {
        let _ = self.orders.send(Order::Enter(estate));
    }
}

/// The table's public message.
#[derive(Default)]
struct Board {
    message: Option<MessageId>,
    /// Whether somebody looks for messages that the journal does not know of.
    looking: bool,
    /// The message of which the journal is being told.
    noting: Option<MessageId>,
    /// The newest screen.
    newest: Option<Screen>,
    /// What has to be done to bring the newest screen to the channel.
    due: Option<How>,
    /// The last words of the message that stays beside the next one.
    farewell: Option<(MessageId, Value)>,
    /// Posts and edits under way.
    writing: u32,
    /// Whether one of them is a post, which takes the place of the message that stands.
    posting: bool,
    /// How many of them another process has overtaken.
    outdated: u32,
    /// The next post may find that an earlier attempt, or an earlier process, has made it already.
    tried: bool,
    /// Answers under way that change the message themselves.
    answering: u32,
    /// Two changes were under way at once: which of them won is unknown.
    doubtful: bool,
    /// After a failure, not before this.
    rest_until: Option<Instant>,
    failures: u32,
}

impl Board {
    /// Whether anything under way may change what the message shows.
    fn is_changing(&self) -> bool {
        self.writing > 0 || self.answering > 0
    }

    /// A post or an edit has come to its end. Returns whether another process has overtaken it.
    fn written(&mut self) -> bool {
        let outdated = self.outdated > 0;
        self.writing -= 1;
        self.outdated -= u32::from(outdated);
        outdated
    }
}

/// Messages of which nobody knows whether they are there: none is older than this one.
#[derive(Clone, Copy)]
struct Unseen {
    since: Option<MessageId>,
    /// Whether somebody looks before anything is posted, or only afterwards.
    first: bool,
}

/// The newest private panel of one person.
struct Panel {
    callback: Callback,
    busy: bool,
    next: Option<Screen>,
}

/// What of the table's an answer changes.
enum Target {
    Table,
    /// Somebody's panel, which shows this.
    Panel(UserId, Box<Screen>),
}

/// What came of a request.
enum Outcome {
    Answered {
        target: Option<Target>,
        interaction: InteractionId,
        result: Result<(), Failure>,
    },
    Published {
        /// The message that stood when it began.
        before: Option<MessageId>,
        result: Result<MessageId, Failure>,
    },
    Posted {
        how: How,
        /// The message in whose place it was to come.
        before: Option<MessageId>,
        result: Result<MessageId, Failure>,
    },
    Edited {
        message: MessageId,
        result: Result<(), Failure>,
    },
    Sighted(Result<Vec<Sighting>, Failure>),
    Noted {
        message: MessageId,
        noted: Noted,
    },
    /// The journal was told that what the standing message has replaced is gone.
    Cleared {
        message: MessageId,
        ours: bool,
    },
    Refreshed {
        user: UserId,
        interaction: InteractionId,
        result: Result<(), Failure>,
    },
    Removed {
        message: MessageId,
        result: Result<(), Failure>,
    },
    /// Something that nothing else waits for.
    Aside,
}

struct Voice<J> {
    berth: Berth<J>,
    standing: Arc<AtomicU64>,
    tell: Box<dyn Fn(Spoken) + Send>,
    board: Board,
    replaced: Replaced,
    /// Something may be there that nobody knows of.
    unseen: Option<Unseen>,
    panels: HashMap<UserId, Panel>,
    under_way: JoinSet<Outcome>,
}

impl<J: Journal + 'static> Voice<J> {
    async fn run(mut self, mut inbox: mpsc::UnboundedReceiver<Order>) -> Rested {
        let mut open = true;
        self.sweep();
        while open || !self.under_way.is_empty() {
            let (retry, sweep) = (self.board.rest_until, self.replaced.rest_until());
            tokio::select! {
                biased;
                Some(outcome) = self.under_way.join_next() => self.settle(outcome),
                order = inbox.recv(), if open => match order {
                    Some(order) => self.obey(order),
                    None => open = false,
                },
                () = sleep_until(retry.unwrap_or_else(Instant::now)), if retry.is_some() && open => {
                    self.pass(Point::BoardRetrying);
                    self.board.rest_until = None;
                }
                () = sleep_until(sweep.unwrap_or_else(Instant::now)), if sweep.is_some() && open => {
                    self.replaced.wake();
                    self.sweep();
                }
            }
            self.write();
        }
        match self.board.due {
            None if self.replaced.is_empty() => Rested::InPeace,
            _ => Rested::Unheard,
        }
    }

    fn enter(&mut self, estate: &Estate) {
        self.unseen = None;
        if let Estate::Known(posted) | Estate::Uncertain(posted) = estate {
            self.board.tried = true;
            self.take_up(posted);
        }
        if let Estate::Uncertain(_) = estate {
            let since = self.noted();
            self.unseen = Some(Unseen { since, first: true });
        }
    }

    /// What the journal says of this place.
    fn take_up(&mut self, posted: &PostedMessages) {
        let number = posted.message.unwrap_or(0);
        self.board.message = (number != 0).then(|| MessageId::new(number));
        self.standing.store(number, Ordering::Relaxed);
        self.replaced = Replaced::read(&posted.replaced);
    }

    fn rest(&self) -> Rest {
        self.berth.rest().clone()
    }

    fn pass(&self, point: Point) {
        self.berth.rest().points().pass(point);
    }

    fn obey(&mut self, order: Order) {
        match order {
            Order::Show(screen, how) => self.want(screen, how),
            Order::Refresh(user, screen) => self.refresh(user, screen),
            Order::Enter(estate) => self.yield_to(&estate),
            Order::Answer(callback, Answer::Table(screen)) => {
                self.answer_on_table(callback, screen)
            }
            Order::Answer(callback, Answer::Public(screen)) => self.publish(callback, screen),
            Order::Answer(callback, Answer::Panel(screen)) => {
                self.answer_by_panel(callback, screen)
            }
            Order::Answer(callback, Answer::Note(screen)) => {
                self.call_back(callback, note(&screen), None)
            }
            Order::Answer(callback, Answer::Acknowledge) => self.call_back(callback, seen(), None),
        }
    }

    /// What was to be shown here is out of date, and so is a post that is still under way.
    fn yield_to(&mut self, estate: &Estate) {
        self.board = Board {
            writing: self.board.writing,
            answering: self.board.answering,
            outdated: self.board.writing,
            ..Board::default()
        };
        self.enter(estate);
        self.sweep();
    }

    fn want(&mut self, screen: Screen, how: How) {
        if how == How::Next {
            self.take_leave();
        }
        self.board.newest = Some(screen);
        self.board.due = self.board.due.max(Some(how));
        // Something happened at the table: whatever stopped the last attempt may have gone.
        self.board.rest_until = None;
        self.board.failures = 0;
    }

    /// The message that is to stay gets its last screen before the next one comes, if that has not
    /// reached it yet.
    fn take_leave(&mut self) {
        let board = &mut self.board;
        let current = board.due.is_none() && !board.is_changing() && !board.doubtful;
        let standing = board.message.zip(board.newest.as_ref());
        let farewell = standing.filter(|_| !current);
        board.farewell = farewell.map(|(message, screen)| (message, change(screen)));
    }

    /// The click's own answer changes the message, if it is the one that stands and stays.
    fn answer_on_table(&mut self, callback: Callback, screen: Screen) {
        let clicked = callback
            .clicked
            .filter(|clicked| !clicked.private)
            .map(|clicked| clicked.message);
        if self.board.message.is_none() && self.board.writing == 0 {
            // The message of an earlier life of this process.
            self.board.message = clicked;
        }
        let leaves = self.board.posting || self.board.due > Some(How::Edit);
        if clicked.is_none() || clicked != self.board.message || leaves {
            self.want(screen, How::Edit);
            return self.call_back(callback, seen(), None);
        }
        let body = json!({ "type": 7, "data": change(&screen) });
        self.board.doubtful |= self.board.is_changing();
        self.board.newest = Some(screen);
        self.board.due = None;
        self.board.answering += 1;
        self.call_back(callback, body, Some(Target::Table));
    }

    fn answer_by_panel(&mut self, callback: Callback, screen: Screen) {
        let on_panel = callback.clicked.is_some_and(|clicked| clicked.private);
        let body = if on_panel {
            json!({ "type": 7, "data": change(&screen) })
        } else {
            note(&screen)
        };
        self.panels.insert(
            callback.user,
            Panel {
                callback: callback.clone(),
                busy: true,
                next: None,
            },
        );
        let target = Target::Panel(callback.user, Box::new(screen));
        self.call_back(callback, body, Some(target));
    }

    fn call_back(&mut self, callback: Callback, body: Value, target: Option<Target>) {
        self.pass(Point::AnswerStarting);
        let (rest, interaction) = (self.rest(), callback.interaction);
        self.under_way.spawn(async move {
            let answered = answer(&rest, &callback, &body, false).await.map(drop);
            let result = match answered {
                Err(failure) => make_up(&rest, &callback, target.as_ref(), failure).await,
                Ok(()) => Ok(()),
            };
            Outcome::Answered {
                target,
                interaction,
                result,
            }
        });
    }

    /// The answer is the message itself; nothing else is written until its id is known.
    fn publish(&mut self, callback: Callback, screen: Screen) {
        let body = json!({ "type": 4, "data": body_of(&screen, Audience::Everyone) });
        self.board.newest = Some(screen);
        self.board.due = None;
        // What is under way shows an older screen, and may arrive later.
        self.board.doubtful |= self.board.is_changing();
        self.board.writing += 1;
        self.board.posting = true;
        self.pass(Point::BoardPosting);
        let (rest, before) = (self.rest(), self.noted());
        self.under_way.spawn(async move {
            Outcome::Published {
                before,
                result: published(&rest, &callback, &body).await,
            }
        });
    }

    fn refresh(&mut self, user: UserId, screen: Screen) {
        let Some(panel) = self.panels.get_mut(&user) else {
            return;
        };
        if panel.callback.received.elapsed() >= TOKEN_LIVES {
            self.panels.remove(&user);
            return;
        }
        if panel.busy {
            panel.next = Some(screen);
            return;
        }
        panel.busy = true;
        let (rest, callback, body) = (
            self.berth.rest().clone(),
            panel.callback.clone(),
            change(&screen),
        );
        rest.points().pass(Point::PanelEditing);
        self.under_way.spawn(async move {
            let result = edit_original(&rest, &callback, &body).await;
            let interaction = callback.interaction;
            Outcome::Refreshed {
                user,
                interaction,
                result,
            }
        });
    }

    /// Starts the next post or edit, if one is due, nothing that it could overtake is under way, and
    /// the journal knows what stands.
    fn write(&mut self) {
        let before = self.noted();
        let board = &mut self.board;
        let unclear = board.looking || board.noting.is_some();
        if board.is_changing() || unclear || board.rest_until.is_some() {
            return;
        }
        if board.due.is_some() && self.unseen.is_some_and(|unseen| unseen.first) {
            return self.look_around();
        }
        let Some((how, screen)) = board.due.take().zip(board.newest.as_ref()) else {
            return;
        };
        board.writing += 1;
        let berth = self.berth.clone();
        match (how, board.message) {
            (How::Edit, Some(message)) => {
                let body = change(screen);
                self.pass(Point::BoardEditing);
                self.under_way.spawn(async move {
                    let result = edit(&berth, message, &body, PATIENCE).await;
                    Outcome::Edited { message, result }
                });
            }
            _ => {
                let body = body_of(screen, Audience::Everyone);
                board.posting = true;
                let farewell = board.farewell.take();
                self.pass(Point::BoardPosting);
                self.under_way.spawn(async move {
                    let how = how.max(How::Anew);
                    if let Some((message, body)) = farewell {
                        bid_farewell(&berth, message, &body).await;
                    }
                    let result = berth.post(body, before).await;
                    Outcome::Posted {
                        how,
                        before,
                        result,
                    }
                });
            }
        }
    }

    /// The message that the journal names, be it there or not.
    fn noted(&self) -> Option<MessageId> {
        let number = self.standing.load(Ordering::Relaxed);
        (number != 0).then(|| MessageId::new(number))
    }

    fn settle(&mut self, outcome: Result<Outcome, tokio::task::JoinError>) {
        match outcome {
            Ok(Outcome::Answered {
                target,
                interaction,
                result,
            }) => self.answered(target, interaction, result.err()),
            Ok(Outcome::Published {
                result: Ok(message),
                ..
            }) => self.posted(message, Origin::Answer, How::Anew),
            Ok(Outcome::Published {
                before,
                result: Err(failure),
            }) => {
                debug!(%failure, "a command's answer is posted as a message instead");
                self.suspect(before);
                self.board.posting = false;
                if !self.board.written() {
                    self.board.due = Some(How::Anew);
                }
            }
            Ok(Outcome::Posted {
                how,
                before,
                result,
            }) => match result {
                Ok(message) => self.posted(message, Origin::InPlaceOf(before), how),
                Err(failure) => self.not_posted(before, how, &failure),
            },
            Ok(Outcome::Edited { message, result }) => self.edited(message, result),
            Ok(Outcome::Sighted(Ok(sightings))) => self.recognise(&sightings),
            Ok(Outcome::Sighted(Err(failure))) => {
                debug!(%failure, "nobody knows what else is there of a table");
                self.board.looking = false;
            }
            Ok(Outcome::Noted { message, noted }) => self.learn(message, noted),
            Ok(Outcome::Cleared { message, ours }) => self.cleared(message, ours),
            Ok(Outcome::Refreshed {
                user,
                interaction,
                result,
            }) => {
                self.panel_settled(user, interaction, result.err());
            }
            Ok(Outcome::Removed { message, result }) => {
                if let Err(failure) = &result {
                    debug!(%failure, "an old table message was not removed");
                }
                self.replaced.removed(message, &result, Instant::now());
                self.clear();
            }
            Ok(Outcome::Aside) => {}
            Err(error) => warn!(panicked = error.is_panic(), "a request was torn off"),
        }
    }

    fn answered(
        &mut self,
        target: Option<Target>,
        interaction: InteractionId,
        failure: Option<Failure>,
    ) {
        self.pass(Point::AnswerSettled);
        match &failure {
            Some(Failure::AlreadyAnswered) => debug!("an interaction had its answer already"),
            Some(failure) => warn!(%failure, "an interaction was not answered"),
            None => {}
        }
        match target {
            Some(Target::Table) => {
                self.board.answering -= 1;
                self.board.doubtful |= failure.is_some();
                self.confirm_version();
            }
            Some(Target::Panel(user, _)) if failure.is_some() => self.forget(user, interaction),
            Some(Target::Panel(user, _)) => self.panel_settled(user, interaction, None),
            None => {}
        }
    }

    /// After changes that crossed each other, one more says what holds.
    fn confirm_version(&mut self) {
        if self.board.doubtful && !self.board.is_changing() {
            self.board.doubtful = false;
            self.board.due = self.board.due.max(Some(How::Edit));
        }
    }

    fn edited(&mut self, message: MessageId, result: Result<(), Failure>) {
        if self.board.written() {
            return self.confirm_version();
        }
        match result {
            // What becomes of a message in whose place there is another does not matter.
            Err(_) if Some(message) != self.board.message => self.confirm_version(),
            Ok(()) => {
                self.pass(Point::BoardEdited);
                self.board.failures = 0;
                self.confirm_version();
            }
            Err(failure) => self.undelivered(How::Edit, &failure),
        }
    }

    fn not_posted(&mut self, before: Option<MessageId>, how: How, failure: &Failure) {
        self.board.posting = false;
        if self.board.written() {
            return self.confirm_version();
        }
        self.suspect(before);
        self.undelivered(how, failure);
    }

    fn posted(&mut self, message: MessageId, origin: Origin, how: How) {
        self.pass(Point::BoardPosted);
        self.board.posting = false;
        if self.board.written() {
            let berth = self.berth.clone();
            self.under_way.spawn(async move {
                berth.withdraw(message, origin).await;
                Outcome::Aside
            });
            return self.confirm_version();
        }
        self.board.doubtful |= std::mem::take(&mut self.board.tried);
        self.board.failures = 0;
        if let Some(newer) = self.board.message.filter(|&newer| newer > message) {
            // A command's answer came below it meanwhile.
            self.replaced.add(message);
            self.note(newer, Origin::Answer);
            return self.confirm_version();
        }
        self.standing.store(message.get(), Ordering::Relaxed);
        let old = self.board.message.replace(message);
        // One command, answered twice: what the answer says is not the newest.
        self.board.doubtful |= old == Some(message);
        if let Some(old) = old.filter(|&old| old != message && how == How::Anew) {
            self.replaced.add(old);
        }
        self.note(message, origin);
        self.confirm_version();
    }

    /// A post in the place of this message may have come there though nobody was told so.
    fn suspect(&mut self, before: Option<MessageId>) {
        let known = self.unseen.map_or(before, |unseen| unseen.since);
        self.unseen = Some(Unseen {
            since: known.min(before),
            first: false,
        });
    }

    /// Looks for what may be there unknown. Until that is known, nothing is posted.
    fn look_around(&mut self) {
        let Some(unseen) = self.unseen.as_mut().filter(|_| !self.board.looking) else {
            return;
        };
        // If nobody can look now, the table is shown all the same.
        unseen.first = false;
        let since = unseen.since;
        self.board.looking = true;
        let berth = self.berth.clone();
        let look = async move { Outcome::Sighted(berth.look_around(since).await) };
        self.under_way.spawn(look);
    }

    /// The newest of what is there stands for the table, and the rest goes.
    fn recognise(&mut self, sightings: &[Sighting]) {
        if !std::mem::take(&mut self.board.looking) {
            return;
        }
        self.unseen = None;
        let known = self.board.message;
        let end = self.end_among(sightings);
        let live = sightings.iter().filter(|sighting| sighting.end.is_none());
        let live: Vec<_> = live.map(|sighting| sighting.message).collect();
        let newest = end.or(live.last().copied()).max(known);
        let ended = end.is_some() && end == newest;
        if ended {
            self.board.due = None;
        }
        let old = live.into_iter().filter(|&message| Some(message) != newest);
        old.for_each(|message| self.replaced.add(message));
        match newest {
            Some(newest) if Some(newest) != known => {
                self.standing.store(newest.get(), Ordering::Relaxed);
                self.board.message = Some(newest);
                self.board.doubtful |= !ended;
                self.note(newest, Origin::InPlaceOf(known));
            }
            _ => self.sweep(),
        }
    }

    /// The message that shows already how the game ended, if that is what there is to be shown.
    fn end_among(&self, sightings: &[Sighting]) -> Option<MessageId> {
        let due = end_on(self.board.newest.as_ref()?)?;
        let last = sightings.last()?;
        (last.end == Some(due)).then_some(last.message)
    }

    /// Tells the journal which message stands, one after the other.
    fn note(&mut self, message: MessageId, origin: Origin) {
        if self.board.noting.is_some() {
            return;
        }
        self.board.noting = Some(message);
        let (berth, posted) = (
            self.berth.clone(),
            PostedMessages {
                message: Some(message.get()),
                replaced: self.replaced.numbers(),
            },
        );
        self.under_way.spawn(async move {
            let noted = berth.note(message, origin, posted).await;
            Outcome::Noted { message, noted }
        });
    }

    /// Tells the journal that nothing is left of what the standing message has replaced.
    fn clear(&mut self) {
        let standing = self.board.message.filter(|_| self.replaced.is_empty());
        // A post is noted by itself, and first.
        let busy = self.board.posting || self.board.noting.is_some();
        let Some(message) = standing.filter(|_| !busy) else {
            return;
        };
        self.board.noting = Some(message);
        let berth = self.berth.clone();
        self.under_way.spawn(async move {
            let ours = berth.clear(message).await;
            Outcome::Cleared { message, ours }
        });
    }

    fn cleared(&mut self, message: MessageId, ours: bool) {
        if self.board.noting != Some(message) {
            if ours {
                self.overwritten(message, &Noted::Ours);
            }
            return;
        }
        self.board.noting = None;
        if let Some(newer) = self.board.message.filter(|&newer| newer != message) {
            self.note(newer, Origin::Answer);
        }
    }

    /// The journal says whose message stands.
    fn learn(&mut self, message: MessageId, noted: Noted) {
        if self.board.noting != Some(message) {
            // This process has heard of another one meanwhile.
            return self.overwritten(message, &noted);
        }
        self.board.noting = None;
        match (noted, self.board.message) {
            (Noted::Theirs(posted), _) => {
                self.yield_to(&Estate::Known(posted));
                (self.tell)(Spoken::Overtaken);
            }
            // Nothing but a command's answer can have come meanwhile.
            (Noted::Ours, Some(newer)) if newer != message => self.note(newer, Origin::Answer),
            (Noted::Ours, _) => {
                (self.tell)(Spoken::Shown);
                self.replaced.wake();
                self.sweep();
                self.look_around();
            }
        }
    }

    /// The journal came to name a message that was out of date already.
    fn overwritten(&mut self, message: MessageId, noted: &Noted) {
        if *noted == Noted::Ours
            && let Some(standing) = self.board.message.filter(|&standing| standing != message)
        {
            self.replaced.add(message);
            self.note(standing, Origin::Answer);
        }
    }

    /// Removes what a newer message has replaced.
    fn sweep(&mut self) {
        for message in self.replaced.depart() {
            let berth = self.berth.clone();
            self.under_way.spawn(async move {
                let result = berth.remove(message).await;
                Outcome::Removed { message, result }
            });
        }
    }

    fn undelivered(&mut self, how: How, failure: &Failure) {
        warn!(%failure, channel = self.berth.channel().get(), "the table could not be shown");
        self.pass(Point::BoardFailed);
        match failure {
            Failure::UnknownMessage => {
                self.board.message = None;
                (self.tell)(Spoken::Undelivered(input::DeliveryFailure::MessageLost));
            }
            Failure::TooManyEdits => {
                (self.tell)(Spoken::Undelivered(input::DeliveryFailure::MessageLost))
            }
            Failure::ChannelGone => (self.tell)(Spoken::ChannelGone),
            Failure::NotAllowed | Failure::ThreadClosed => {
                (self.tell)(Spoken::Undelivered(
                    input::DeliveryFailure::ChannelUnwritable,
                ));
            }
            Failure::Unreachable | Failure::TooSlow => self.retry_later(how),
            // A mistake of ours or a refusal without a cure: the next screen is another try.
            _ => {}
        }
    }

    fn retry_later(&mut self, how: How) {
        let pause = FIRST_RETRY
            .saturating_mul(1 << self.board.failures.min(5))
            .min(LAST_RETRY);
        self.board.failures += 1;
        self.board.tried = true;
        self.board.due = self.board.due.max(Some(how));
        self.board.rest_until = Some(Instant::now() + pause);
    }

    /// What the token stands for is not known to be private: it may be the table, which is no
    /// place for a hand.
    fn forget(&mut self, user: UserId, interaction: InteractionId) {
        self.pass(Point::PanelSettled);
        self.panels
            .retain(|of, panel| *of != user || panel.callback.interaction != interaction);
    }

    fn panel_settled(
        &mut self,
        user: UserId,
        interaction: InteractionId,
        failure: Option<Failure>,
    ) {
        let Some(panel) = self
            .panels
            .get_mut(&user)
            .filter(|panel| panel.callback.interaction == interaction)
        else {
            return;
        };
        self.berth.rest().points().pass(Point::PanelSettled);
        panel.busy = false;
        let next = panel.next.take();
        match failure {
            Some(Failure::Unreachable | Failure::TooSlow | Failure::Malformed(_)) | None => {
                if let Some(screen) = next {
                    self.refresh(user, screen);
                }
            }
            Some(_) => {
                self.panels.remove(&user);
            }
        }
    }
}

async fn edit<J: Journal>(
    berth: &Berth<J>,
    message: MessageId,
    body: &Value,
    patience: Duration,
) -> Result<(), Failure> {
    let channel = berth.channel();
    let (call, until) = (Call::Edit { channel, message }, Instant::now() + patience);
    berth.rest().send(&call, Some(body), until).await.map(drop)
}

/// The next game does not wait for long until the last one's message is as it should be.
async fn bid_farewell<J: Journal>(berth: &Berth<J>, message: MessageId, body: &Value) {
    if let Err(failure) = edit(berth, message, body, FAREWELL).await {
        debug!(%failure, "a finished game's message may keep an older screen");
    }
}

/// Answers an interaction, in time or not at all.
pub(crate) async fn answer(
    rest: &Rest,
    callback: &Callback,
    body: &Value,
    with_response: bool,
) -> Result<Value, Failure> {
    let Callback {
        interaction,
        token,
        received,
        ..
    } = callback;
    let call = Call::Callback {
        interaction: *interaction,
        token: token.clone(),
        with_response,
    };
    rest.send(&call, Some(body), *received + ANSWER_WITHIN)
        .await
}

/// What can still be done for somebody whose click could not be answered as it was to be.
async fn make_up(
    rest: &Rest,
    callback: &Callback,
    target: Option<&Target>,
    failure: Failure,
) -> Result<(), Failure> {
    match (&failure, target) {
        // Delivered twice, or to another process too, or the answer's way back was lost: answered
        // is answered, but perhaps not with this.
        (Failure::AlreadyAnswered | Failure::Unreachable, Some(Target::Panel(_, screen))) => {
            let original = read_original(rest, callback).await?;
            if !is_private(&original) {
                return Err(failure);
            }
            edit_original(rest, callback, &change(screen)).await
        }
        (Failure::UnknownMessage, Some(Target::Panel(_, screen))) => {
            let told = answer(rest, callback, &note(screen), false).await;
            told.map(drop)
        }
        (Failure::UnknownMessage, Some(Target::Table)) => {
            // He has his answer, but the table still has no message.
            answer(rest, callback, &seen(), false).await.map(drop)?;
            Err(failure)
        }
        _ => Err(failure),
    }
}

/// Changes the message that an interaction was answered with, or at.
async fn edit_original(rest: &Rest, callback: &Callback, body: &Value) -> Result<(), Failure> {
    let Callback {
        application,
        token,
        received,
        ..
    } = callback.clone();
    let call = Call::EditOriginal { application, token };
    let until = received + TOKEN_LIVES;
    rest.send(&call, Some(body), until).await.map(drop)
}

async fn published(rest: &Rest, callback: &Callback, body: &Value) -> Result<MessageId, Failure> {
    match answer(rest, callback, body, true).await {
        Ok(given) => {
            if let Some(id) = message_id(&given["resource"]["message"]) {
                return Ok(id);
            }
        }
        // It may stand all the same: a second message must not stand beside it.
        Err(Failure::Unreachable | Failure::AlreadyAnswered) => {}
        Err(failure) => return Err(failure),
    }
    // If the answer stands, its id got lost on the way.
    let original = read_original(rest, callback).await?;
    if is_private(&original) {
        return Err(Failure::AlreadyAnswered);
    }
    message_id(&original).ok_or(Failure::Unreachable)
}

/// The message that an interaction was answered with, or at.
async fn read_original(rest: &Rest, callback: &Callback) -> Result<Value, Failure> {
    let Callback {
        application,
        token,
        received,
        ..
    } = callback.clone();
    let call = Call::ReadOriginal { application, token };
    rest.send(&call, None, received + TOKEN_LIVES).await
}

/// Whether only one person sees a message, as Discord says.
fn is_private(message: &Value) -> bool {
    let flags = message["flags"].as_u64().unwrap_or(0);
    flags & EPHEMERAL != 0
}

/// The answer that is a private message.
pub(crate) fn note(screen: &Screen) -> Value {
    json!({ "type": 4, "data": body_of(screen, Audience::OnePerson) })
}

/// The answer that shows nothing.
fn seen() -> Value {
    json!({ "type": 6 })
}
