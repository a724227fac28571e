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
use crate::discord::to_discord::{Audience, change, message as body_of};

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
}

/// The table's public message.
#[derive(Default)]
struct Board {
    message: Option<MessageId>,
    /// The newest screen.
    newest: Option<Screen>,
    /// What has to be done to bring the newest screen to the channel.
    due: Option<How>,
    /// A post or an edit is under way.
    writing: bool,
    /// Commands' answers under way that become the message.
    publishing: u32,
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

/// The newest private panel of one person.
struct Panel {
    callback: Callback,
    busy: bool,
    next: Option<Screen>,
}

/// What of the table's an answer changes.
#[derive(Clone, Copy)]
enum Target {
    Table,
    Panel(UserId),
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
                    self.board.rest_until = None;
                }
            }
            self.write();
        }
    }

    fn obey(&mut self, order: Order) {
        match order {
            Order::Show(screen, how) => self.want(screen, how),
            Order::Refresh(user, screen) => self.refresh(user, screen),
            Order::Answer(callback, Answer::Table(screen)) => {
                self.answer_on_table(callback, screen)
            }
            Order::Answer(callback, Answer::Public(screen)) => self.publish(callback, screen),
            Order::Answer(callback, Answer::Panel(screen)) => {
                self.answer_by_panel(callback, &screen)
            }
            Order::Answer(callback, Answer::Note(screen)) => {
                self.call_back(callback, note(&screen), None)
            }
            Order::Answer(callback, Answer::Done) => self.call_back(callback, seen(), None),
        }
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
        let busy = board.writing || board.publishing > 0;
        let current = board.due.is_none() && !busy && !board.doubtful;
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
        if self.board.message.is_none() && !self.board.writing && self.board.publishing == 0 {
            // The message of an earlier life of this process.
            self.board.message = clicked;
        }
        if clicked.is_none() || clicked != self.board.message || self.board.due > Some(How::Edit) {
            self.want(screen, How::Edit);
            return self.call_back(callback, seen(), None);
        }
        let body = json!({ "type": 7, "data": change(&screen) });
        self.board.doubtful |=
            self.board.writing || self.board.publishing > 0 || self.board.answering > 0;
        self.board.newest = Some(screen);
        self.board.due = None;
        self.board.answering += 1;
        self.call_back(callback, body, Some(Target::Table));
    }

    fn answer_by_panel(&mut self, callback: Callback, screen: &Screen) {
        let on_panel = callback.clicked.is_some_and(|clicked| clicked.private);
        let body = if on_panel {
            json!({ "type": 7, "data": change(screen) })
        } else {
            note(screen)
        };
        self.panels.insert(
            callback.user,
            Panel {
                callback: callback.clone(),
                busy: true,
                next: None,
            },
        );
        let target = Target::Panel(callback.user);
        self.call_back(callback, body, Some(target));
    }

    fn call_back(&mut self, callback: Callback, body: Value, target: Option<Target>) {
        let (rest, interaction) = (self.rest.clone(), callback.interaction);
        self.under_way.spawn(async move {
            let result = answer(&rest, &callback, &body, false).await.map(drop);
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
        self.board.doubtful |= self.board.writing || self.board.publishing > 0;
        self.board.newest = Some(screen);
        self.board.due = None;
        self.board.publishing += 1;
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
        let (rest, callback, body) = (self.rest.clone(), panel.callback.clone(), change(&screen));
        self.under_way.spawn(async move {
            let Callback {
                application,
                token,
                interaction,
                received,
                ..
            } = callback;
            let call = Call::EditOriginal { application, token };
            let result = rest
                .send(&call, Some(&body), received + TOKEN_LIVES)
                .await
                .map(drop);
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
        let busy = board.writing || board.publishing > 0 || board.answering > 0;
        if busy || board.rest_until.is_some() {
            return;
        }
        let Some((how, screen)) = board.due.take().zip(board.newest.as_ref()) else {
            return;
        };
        board.writing = true;
        let (rest, channel) = (self.rest.clone(), self.channel);
        match (how, board.message) {
            (How::Edit, Some(message)) => {
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
            Ok(Outcome::Published { result }) => self.published(result),
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
        if let Some(failure) = &failure {
            warn!(%failure, "an interaction was not answered");
        }
        match target {
            Some(Target::Table) => {
                self.board.answering -= 1;
                self.board.doubtful |= failure.is_some();
                self.confirm();
            }
            Some(Target::Panel(user)) => self.panel_settled(user, interaction, failure),
            None => {}
        }
    }

    /// After changes that crossed each other, one more says what holds.
    fn confirm(&mut self) {
        let board = &self.board;
        let settled = board.answering == 0 && board.publishing == 0 && !board.writing;
        if settled && board.doubtful {
            self.board.doubtful = false;
            self.board.due = self.board.due.max(Some(How::Edit));
        }
    }

    fn published(&mut self, result: Result<MessageId, Failure>) {
        self.board.publishing -= 1;
        match result {
            Ok(message) => self.posted(message, How::Anew),
            Err(failure) => {
                debug!(%failure, "a command's answer is posted as a message instead");
                self.board.due = Some(How::Anew);
            }
        }
    }

    fn written(
        &mut self,
        how: How,
        target: Option<MessageId>,
        result: Result<Option<MessageId>, Failure>,
    ) {
        self.board.writing = false;
        match result {
            Ok(Some(message)) => self.posted(message, how),
            // What becomes of a message in whose place there is another does not matter.
            Err(_) if target.is_some() && target != self.board.message => self.confirm(),
            Ok(None) => {
                self.board.failures = 0;
                self.confirm();
            }
            Err(failure) => self.undelivered(how, &failure),
        }
    }

    fn posted(&mut self, message: MessageId, how: How) {
        self.board.failures = 0;
        self.board.nonce = None;
        self.standing.store(message.get(), Ordering::Relaxed);
        let old = self.board.message.replace(message);
        (self.tell)(Spoken::Shown);
        if let (Some(message), How::Anew) = (old, how) {
            let (rest, channel) = (self.rest.clone(), self.channel);
            self.under_way.spawn(async move {
                let until = Instant::now() + PATIENCE;
                if let Err(failure) = rest
                    .send(&Call::Delete { channel, message }, None, until)
                    .await
                {
                    debug!(%failure, "an old table message stays");
                }
                Outcome::Aside
            });
        }
        self.confirm();
    }

    fn undelivered(&mut self, how: How, failure: &Failure) {
        warn!(%failure, channel = self.channel.get(), "the table could not be shown");
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
    match rest
        .send(&call, Some(body), *received + ANSWER_WITHIN)
        .await
    {
        // Delivered twice, or to another process too: answered is answered.
        Err(Failure::AlreadyAnswered) => {
            debug!("an interaction had its answer already");
            Ok(Value::Null)
        }
        other => other,
    }
}

async fn published(rest: &Rest, callback: &Callback, body: &Value) -> Result<MessageId, Failure> {
    match answer(rest, callback, body, true).await {
        Ok(given) => {
            if let Some(id) = message_id(&given["resource"]["message"]) {
                return Ok(id);
            }
        }
        // It may stand all the same: a second message must not stand beside it.
        Err(Failure::Unreachable) => {}
        Err(failure) => return Err(failure),
    }
    // If the answer stands, its id got lost on the way.
    let Callback {
        application,
        token,
        received,
        ..
    } = callback.clone();
    let read = rest
        .send(
            &Call::ReadOriginal { application, token },
            None,
            received + TOKEN_LIVES,
        )
        .await?;
    message_id(&read).ok_or(Failure::Unreachable)
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
