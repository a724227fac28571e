//! One table's voice: its public message and its players' private panels. It keeps the newest
//! screen of each and has at most one request under way for each, so that a slow Discord is told
//! the latest and not everything. It must never let an older screen end up on top of a newer one.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use serenity::model::id::{ApplicationId, ChannelId, InteractionId, MessageId};
use table::effect::{Answer, Show};
use table::ids::UserId;
use table::input;
use table::screen::Screen;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};
use tracing::{debug, warn};

use super::{Call, Failure, Rest};
use crate::discord::to_discord::{Audience, EPHEMERAL, change, message as body_of};
use crate::point::Point;

/// An interaction wants its first answer in three seconds; the way there takes some of them.
const ANSWER_WITHIN: Duration = Duration::from_millis(2_900);
/// An interaction's token lives for fifteen minutes.
const TOKEN_LIVES: Duration = Duration::from_secs(14 * 60);
/// How long a post or an edit may wait for Discord's limits before it is made afresh.
const PATIENCE: Duration = Duration::from_secs(60);
const FIRST_RETRY: Duration = Duration::from_secs(2);
const LAST_RETRY: Duration = Duration::from_secs(60);

/// The way to answer one interaction. It is used up by the answer.
#[derive(Clone)]
pub(crate) struct Callback {
    pub(crate) interaction: InteractionId,
    pub(crate) application: ApplicationId,
    pub(crate) token: String,
    pub(crate) received: Instant,
    pub(crate) user: UserId,
    /// The message whose control was used; none for a command.
    pub(crate) clicked: Option<Clicked>,
}

/// The message whose control was used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clicked {
    pub(crate) message: MessageId,
    pub(crate) private: bool,
}

/// What a speaker tells its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spoken {
    /// The table's message was posted.
    Shown,
    /// The table's message could not be brought to its channel.
    Undelivered(input::Failure),
}

/// By which way the table's message is to come up to date; a later one includes an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum How {
    Edit,
    Anew,
    /// Anew, and the old message stays.
    Next,
}

impl From<Show> for How {
    fn from(show: Show) -> Self {
        match show {
            Show::Edit => Self::Edit,
            Show::Anew { .. } => Self::Anew,
            Show::Next { .. } => Self::Next,
        }
    }
}

enum Order {
    Answer(Callback, Answer),
    Show(Screen, How),
    Refresh(UserId, Screen),
    StandsAt(Option<MessageId>),
    Withdraw,
}

/// The end of a speaker that its table holds. The speaker finishes what it has when this is gone.
pub(crate) struct Speaker {
    orders: mpsc::UnboundedSender<Order>,
}

impl Speaker {
    /// A speaker for this channel, and the task in which it lives. `standing` holds the id of the
    /// table's message at the beginning and from then on, 0 while there is none.
    pub(crate) fn new(
        rest: Rest,
        channel: ChannelId,
        standing: Arc<AtomicU64>,
        tell: impl Fn(Spoken) + Send + 'static,
    ) -> (Self, impl Future<Output = ()> + Send) {
        let (orders, inbox) = mpsc::unbounded_channel();
        let known = standing.load(Ordering::Relaxed);
        let board = Board {
            message: (known != 0).then(|| MessageId::new(known)),
            ..Board::default()
        };
        let voice = Voice {
            rest,
            channel,
            standing,
            tell: Box::new(tell),
            board,
            panels: HashMap::new(),
            under_way: JoinSet::new(),
        };
        (Self { orders }, voice.run(inbox))
    }

    pub(crate) fn answer(&self, callback: Callback, answer: Answer) {
        // Fails only after a panic in the speaker's task; the log has it then.
        let _ = self.orders.send(Order::Answer(callback, answer));
    }

    pub(crate) fn show(&self, screen: Screen, how: Show) {
        let _ = self.orders.send(Order::Show(screen, how.into()));
    }

    pub(crate) fn refresh(&self, user: UserId, screen: Screen) {
        let _ = self.orders.send(Order::Refresh(user, screen));
    }

    /// The table's message is this one, which another process has posted.
    pub(crate) fn stands_at(&self, message: Option<MessageId>) {
        let _ = self.orders.send(Order::StandsAt(message));
    }

    /// Another process's message stands for the table: the one posted here goes away.
    pub(crate) fn withdraw(&self) {
        let _ = self.orders.send(Order::Withdraw);
    }
}

/// The table's public message.
#[derive(Default)]
struct Board {
    message: Option<MessageId>,
    /// The newest screen.
    newest: Option<Screen>,
    /// What has to be done to bring the newest screen to the channel.
    due: Option<How>,
    /// Posts and edits under way.
    writing: u32,
    /// How many of them another process has overtaken.
    outdated: u32,
    /// Answers under way that change the message themselves.
    answering: u32,
    /// Two changes were under way at once: which of them won is unknown.
    doubtful: bool,
    /// What tells Discord that a post is the same one as before, until it is known to be made.
    nonce: Option<Nonce>,
    /// After a failure, not before this.
    rest_until: Option<Instant>,
    failures: u32,
}

/// What a post is known by. Discord makes one message of all posts that share it.
#[derive(Clone, Copy)]
struct Nonce(u64);

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
        result: Result<MessageId, Failure>,
    },
    Written {
        how: How,
        /// The message that was to be changed; none for a new one.
        target: Option<MessageId>,
        result: Result<Option<MessageId>, Failure>,
    },
    Refreshed {
        user: UserId,
        interaction: InteractionId,
        result: Result<(), Failure>,
    },
    /// Something that nothing else waits for.
    Aside,
}

struct Voice {
    rest: Rest,
    channel: ChannelId,
    standing: Arc<AtomicU64>,
    tell: Box<dyn Fn(Spoken) + Send>,
    board: Board,
    panels: HashMap<UserId, Panel>,
    under_way: JoinSet<Outcome>,
}

impl Voice {
    async fn run(mut self, mut inbox: mpsc::UnboundedReceiver<Order>) {
        let mut open = true;
        while open || !self.under_way.is_empty() {
            let retry = self.board.rest_until;
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
            }
            self.write();
        }
    }

    fn pass(&self, point: Point) {
        self.rest.points().pass(point);
    }

    fn obey(&mut self, order: Order) {
        match order {
            Order::Show(screen, how) => self.want(screen, how),
            Order::Refresh(user, screen) => self.refresh(user, screen),
            Order::StandsAt(message) => self.yield_to(message),
            Order::Withdraw => {
                if let Some(message) = self.board.message.take() {
                    self.remove(message);
                }
            }
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
            Order::Answer(callback, Answer::Done) => self.call_back(callback, seen(), None),
        }
    }

    /// What was to be shown here is out of date, and so is a post that is still under way.
    fn yield_to(&mut self, message: Option<MessageId>) {
        self.board = Board {
            message,
            writing: self.board.writing,
            answering: self.board.answering,
            outdated: self.board.writing,
            ..Board::default()
        };
        let number = message.map_or(0, MessageId::get);
        self.standing.store(number, Ordering::Relaxed);
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

    /// The message that is to stay gets its last screen, if that has not reached it yet.
    fn take_leave(&mut self) {
        let board = &self.board;
        let current = board.due.is_none() && board.writing == 0 && !board.doubtful;
        let Some((message, screen)) = board
            .message
            .zip(board.newest.as_ref())
            .filter(|_| !current)
        else {
            return;
        };
        let (rest, channel, body) = (self.rest.clone(), self.channel, change(screen));
        self.under_way.spawn(async move {
            let until = Instant::now() + PATIENCE;
            if let Err(failure) = rest
                .send(&Call::Edit { channel, message }, Some(&body), until)
                .await
            {
                debug!(%failure, "a finished game's message keeps an older screen");
            }
            Outcome::Aside
        });
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
        if clicked.is_none() || clicked != self.board.message || self.board.due > Some(How::Edit) {
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
        let (rest, interaction) = (self.rest.clone(), callback.interaction);
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
        self.pass(Point::BoardPosting);
        let rest = self.rest.clone();
        self.under_way.spawn(async move {
            Outcome::Published {
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
        self.rest.points().pass(Point::PanelEditing);
        let (rest, callback, body) = (self.rest.clone(), panel.callback.clone(), change(&screen));
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

    /// Starts the next post or edit, if one is due and nothing that it could overtake is under way.
    fn write(&mut self) {
        let board = &mut self.board;
        if board.is_changing() || board.rest_until.is_some() {
            return;
        }
        let Some((how, screen)) = board.due.take().zip(board.newest.as_ref()) else {
            return;
        };
        board.writing += 1;
        let (rest, channel) = (self.rest.clone(), self.channel);
        match (how, board.message) {
            (How::Edit, Some(message)) => {
                rest.points().pass(Point::BoardEditing);
                let body = change(screen);
                self.under_way.spawn(async move {
                    let until = Instant::now() + PATIENCE;
                    let result = rest
                        .send(&Call::Edit { channel, message }, Some(&body), until)
                        .await;
                    Outcome::Written {
                        how,
                        target: Some(message),
                        result: result.map(|_| None),
                    }
                });
            }
            _ => {
                rest.points().pass(Point::BoardPosting);
                let body = body_of(screen, Audience::Everyone);
                // If an earlier attempt was granted after all, its message may hold an older screen.
                board.doubtful |= board.nonce.is_some();
                let nonce = *board.nonce.get_or_insert_with(|| Nonce(rand::random()));
                self.under_way.spawn(async move {
                    let how = how.max(How::Anew);
                    Outcome::Written {
                        how,
                        target: None,
                        result: post(&rest, channel, body, nonce).await.map(Some),
                    }
                });
            }
        }
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
            }) => self.posted(message, How::Anew),
            Ok(Outcome::Published {
                result: Err(failure),
            }) => {
                debug!(%failure, "a command's answer is posted as a message instead");
                if !self.board.written() {
                    self.board.due = Some(How::Anew);
                }
            }
            Ok(Outcome::Written {
                how,
                target,
                result,
            }) => self.written(how, target, result),
            Ok(Outcome::Refreshed {
                user,
                interaction,
                result,
            }) => {
                self.panel_settled(user, interaction, result.err());
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
                self.confirm();
            }
            Some(Target::Panel(user, _)) if failure.is_some() => self.forget(user, interaction),
            Some(Target::Panel(user, _)) => self.panel_settled(user, interaction, None),
            None => {}
        }
    }

    /// After changes that crossed each other, one more says what holds.
    fn confirm(&mut self) {
        if self.board.doubtful && !self.board.is_changing() {
            self.board.doubtful = false;
            self.board.due = self.board.due.max(Some(How::Edit));
        }
    }

    fn written(
        &mut self,
        how: How,
        target: Option<MessageId>,
        result: Result<Option<MessageId>, Failure>,
    ) {
        if let Ok(Some(message)) = result {
            return self.posted(message, how);
        }
        if self.board.written() {
            return self.confirm();
        }
        match result {
            // What becomes of a message in whose place there is another does not matter.
            Err(_) if target.is_some() && target != self.board.message => self.confirm(),
            Ok(_) => {
                self.pass(Point::BoardEdited);
                self.board.failures = 0;
                self.confirm();
            }
            Err(failure) => self.undelivered(how, &failure),
        }
    }

    fn posted(&mut self, message: MessageId, how: How) {
        self.pass(Point::BoardPosted);
        if self.board.written() {
            self.remove(message);
            return self.confirm();
        }
        self.board.failures = 0;
        self.board.nonce = None;
        self.standing.store(message.get(), Ordering::Relaxed);
        let old = self.board.message.replace(message);
        (self.tell)(Spoken::Shown);
        match (old, how) {
            // One command, answered twice: what the answer says is not the newest.
            (Some(old), _) if old == message => self.board.doubtful = true,
            (Some(old), How::Anew) => self.remove(old),
            _ => {}
        }
        self.confirm();
    }

    fn remove(&mut self, message: MessageId) {
        let (rest, channel) = (self.rest.clone(), self.channel);
        self.under_way.spawn(async move {
            let until = Instant::now() + PATIENCE;
            rest.points().pass(Point::BoardDeleting);
            if let Err(failure) = rest
                .send(&Call::Delete { channel, message }, None, until)
                .await
            {
                debug!(%failure, "an old table message stays");
            }
            rest.points().pass(Point::BoardDeleted);
            Outcome::Aside
        });
    }

    fn undelivered(&mut self, how: How, failure: &Failure) {
        warn!(%failure, channel = self.channel.get(), "the table could not be shown");
        self.pass(Point::BoardFailed);
        if !matches!(failure, Failure::Unreachable | Failure::TooSlow) {
            self.board.nonce = None;
        }
        match failure {
            Failure::UnknownMessage => {
                self.board.message = None;
                (self.tell)(Spoken::Undelivered(input::Failure::MessageLost));
            }
            Failure::TooManyEdits => (self.tell)(Spoken::Undelivered(input::Failure::MessageLost)),
            Failure::ChannelGone => (self.tell)(Spoken::Undelivered(input::Failure::ChannelGone)),
            Failure::NotAllowed | Failure::ThreadClosed => {
                (self.tell)(Spoken::Undelivered(input::Failure::Silenced));
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
        self.rest.points().pass(Point::PanelSettled);
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

/// Posts with a nonce, so that a second attempt does not make a second message.
async fn post(
    rest: &Rest,
    channel: ChannelId,
    mut body: Value,
    Nonce(nonce): Nonce,
) -> Result<MessageId, Failure> {
    body["nonce"] = json!(format!("{nonce:016x}"));
    body["enforce_nonce"] = json!(true);
    let posted = rest
        .send(
            &Call::Post { channel },
            Some(&body),
            Instant::now() + PATIENCE,
        )
        .await?;
    message_id(&posted).ok_or(Failure::Unreachable)
}

fn message_id(message: &Value) -> Option<MessageId> {
    let id: u64 = message.get("id")?.as_str()?.parse().ok()?;
    (id != 0).then(|| MessageId::new(id))
}
