//! A test bench for a board: takes inputs and returns requests as lines of text. A test completes a request by giving
//! its line.

use serenity::model::id::MessageId;
use table::effect::{Answer, Effect, MessageUpdate, Urgency};
use table::ids::{Revision, UserId};
use table::screen::Screen;
use table::user_set::UserSet;
use tokio::time::{Duration, Instant};

use super::super::{
    BoardEvent, InitialState, MessageBoard, Op, OpResult, Outcome, Place, PrivateMessage, Reply,
    Request,
};
use super::support::{callback, name_of, public};
use crate::RequestError;
use crate::callback::Callback;
use crate::channel_scan::FoundMessage;
use crate::tests::samples::posted;

pub(super) const USER: UserId = UserId(9);
pub(super) const REPLACE: MessageUpdate = MessageUpdate::Replace {
    ping: UserSet::EMPTY,
};

pub(super) struct Bench {
    pub(super) board: MessageBoard,
    pub(super) now: Instant,
    under_way: Vec<(String, Request)>,
    new_lines: Vec<String>,
}

impl Bench {
    pub(super) fn new(initial: &InitialState) -> Self {
        let now = Instant::now();
        let mut bench = Self {
            board: MessageBoard::new(initial, now),
            now,
            under_way: Vec::new(),
            new_lines: Vec::new(),
        };
        bench.poll();
        bench
    }

    /// Returns a board whose message has the id 100, is recorded and shows screen 1.
    pub(super) fn with_message() -> Self {
        let mut bench = Self::new(&InitialState::NewTable);
        bench.show(1, REPLACE);
        bench.created("post: 1", 100);
        bench.done("record 100");
        assert_eq!(bench.events(), [BoardEvent::Shown]);
        bench.new_lines.clear();
        bench
    }

    /// Replaces message 100 with message 101, which shows screen 2 and is not recorded.
    pub(super) fn replace(&mut self) {
        self.show(2, REPLACE);
        self.created("post after 100: 2", 101);
    }

    /// Returns true if a request with this line was made since the last call to [`Self::requests`].
    pub(super) fn has_requested(&self, line: &str) -> bool {
        self.new_lines.iter().any(|known| known == line)
    }

    pub(super) fn last_request(&mut self) -> String {
        self.requests().pop().expect("a request")
    }

    fn poll(&mut self) {
        while let Some(request) = self.board.poll_request() {
            let line = line_of(&request);
            self.new_lines.push(line.clone());
            self.under_way.push((line, request));
        }
    }

    pub(super) fn effect(&mut self, effect: Effect) {
        self.board.handle(effect, self.now);
        self.poll();
    }

    pub(super) fn answer(&mut self, callback: Callback, answer: Answer) {
        self.board.answer(callback, answer, self.now);
        self.poll();
    }

    pub(super) fn time_out(&mut self) {
        self.board.time_out(self.now);
        self.poll();
    }

    pub(super) fn close(&mut self) {
        self.board.close(self.now);
        self.poll();
    }

    pub(super) fn show(&mut self, number: u32, update: MessageUpdate) {
        self.show_screen(public(number), update);
    }

    pub(super) fn show_screen(&mut self, screen: Screen, update: MessageUpdate) {
        self.effect(shown(screen, update, Urgency::Routine));
    }

    /// Shows a step in a game without human players.
    pub(super) fn show_unattended(&mut self, number: u32) {
        let (screen, update) = (public(number), MessageUpdate::Edit);
        self.effect(shown(screen, update, Urgency::Unattended));
    }

    /// Clicks on a public message. The table answers with a public screen.
    pub(super) fn click(&mut self, interaction: u64, message: u64, number: u32) {
        self.click_for(interaction, message, public(number));
    }

    pub(super) fn click_for(&mut self, interaction: u64, message: u64, screen: Screen) {
        let message = Some(MessageId::new(message));
        let callback = callback(interaction, USER, message, self.now);
        self.answer(callback, Answer::Table(screen));
    }

    pub(super) fn command(&mut self, interaction: u64, screen: Screen) {
        let callback = callback(interaction, USER, None, self.now);
        self.answer(callback, Answer::Public(screen));
    }

    pub(super) fn requests(&mut self) -> Vec<String> {
        std::mem::take(&mut self.new_lines)
    }

    pub(super) fn events(&mut self) -> Vec<BoardEvent> {
        std::iter::from_fn(|| self.board.poll_event()).collect()
    }

    pub(super) fn recorded_message(&self) -> Option<u64> {
        self.board.recorded().map(MessageId::get)
    }

    pub(super) fn is_settled(&self) -> bool {
        self.board.is_settled()
    }

    /// Advances the time to the end of the next pause, and returns the pause's length.
    pub(super) fn pass_pause(&mut self) -> Duration {
        let at = self.board.poll_timeout().expect("a pause");
        let pause = at - self.now;
        self.now = at;
        self.time_out();
        pause
    }

    fn take(&mut self, line: &str) -> Request {
        let found = self.under_way.iter().position(|(known, _)| known == line);
        let index = found.unwrap_or_else(|| {
            let lines: Vec<_> = self.under_way.iter().map(|(line, _)| line).collect();
            panic!("{line} is not under way, but {lines:?}")
        });
        self.under_way.remove(index).1
    }

    pub(super) fn complete(&mut self, line: &str, result: OpResult) {
        let request = self.take(line);
        self.board.complete(request.key, result, self.now);
        self.poll();
    }

    pub(super) fn done(&mut self, line: &str) {
        self.complete(line, Ok(Outcome::Done));
    }

    pub(super) fn fail(&mut self, line: &str, error: RequestError) {
        self.complete(line, Err(error));
    }

    pub(super) fn created(&mut self, line: &str, message: u64) {
        let created = Outcome::Created(MessageId::new(message));
        self.complete(line, Ok(created));
    }

    pub(super) fn scanned(&mut self, line: &str, found: &[FoundMessage]) {
        self.complete(line, Ok(Outcome::Found(found.to_vec())));
    }
}

pub(super) fn shown(screen: Screen, update: MessageUpdate, urgency: Urgency) -> Effect {
    Effect::UpdateMessage {
        screen,
        update,
        urgency,
    }
}

/// Returns a message, as found by a scan, that shows a running game or a lobby.
pub(super) fn live(id: u64) -> FoundMessage {
    FoundMessage {
        id: MessageId::new(id),
        game_end: None,
    }
}

pub(super) fn ended(id: u64, revision: u32) -> FoundMessage {
    FoundMessage {
        game_end: Some(Revision(revision)),
        ..live(id)
    }
}

pub(super) fn uncertain(message: u64, replaced: &[u64]) -> InitialState {
    InitialState::Uncertain(posted(message, replaced))
}

fn line_of(request: &Request) -> String {
    match &request.op {
        Op::Answer(callback, reply) => line_of_answer(callback, reply),
        Op::AnswerByPost(callback, screen, pinged) => {
            let (id, ping) = (callback.interaction, ping(*pinged));
            format!("answer {id} by post{ping}: {}", name_of(screen))
        }
        Op::FollowUp(callback, screen) => {
            let interaction = callback.interaction;
            format!("follow {interaction} up by panel: {}", name_of(screen))
        }
        Op::EditPrivate(message, screen) => {
            format!("edit {}: {}", private(message), name_of(screen))
        }
        Op::DeletePrivate(message) => format!("delete {}", private(message)),
        Op::OpenDirectMessages(user) => format!("open direct messages of {user}"),
        Op::Edit(place, message, screen, _) => {
            format!("edit {message}{}: {}", owner(*place), name_of(screen))
        }
        Op::Post(post) => {
            let mut line = "post".to_owned();
            line.extend(post.after.map(|after| format!(" after {after}")));
            line.extend(
                post.farewell.as_ref().map(|(message, screen)| {
                    format!(" with {} left on {message}", name_of(screen))
                }),
            );
            let (owner, ping) = (owner(post.place), ping(post.ping));
            format!("{line}{owner}{ping}: {}", name_of(&post.screen))
        }
        Op::Scan(place, Some(since)) => format!("scan from {since}{}", owner(*place)),
        Op::Scan(place, None) => format!("scan{}", owner(*place)),
        Op::Record { message, replaced } => {
            if replaced.is_empty() {
                format!("record {message}")
            } else {
                format!("record {message} in place of {replaced:?}")
            }
        }
        Op::RecordOnly(message) => format!("record {message} alone"),
        Op::Delete(place, message) => format!("delete {message}{}", owner(*place)),
    }
}

fn line_of_answer(callback: &Callback, reply: &Reply) -> String {
    let id = callback.interaction;
    match reply {
        Reply::Acknowledge => format!("acknowledge {id}"),
        Reply::Edit(screen) | Reply::EditOrNote(screen) => {
            format!("answer {id} by edit: {}", name_of(screen))
        }
        Reply::Panel(screen) => format!("answer {id} by panel: {}", name_of(screen)),
        Reply::Note(screen) => format!("answer {id} by note: {}", name_of(screen)),
    }
}

/// Returns the part of a request's line that names a direct message's owner; empty for the table's message.
fn owner(place: Place) -> String {
    match place {
        Place::Table => String::new(),
        Place::Direct(_, hand) => format!(" of {}", hand.user),
    }
}

fn private(message: &PrivateMessage) -> String {
    match message.original().follow_up {
        Some(id) => format!("follow-up {id}"),
        None => format!("answer {}", message.callback.interaction),
    }
}

fn ping(users: UserSet) -> String {
    let pinged = users.iter().map(|user| format!(", pinging {}", user.0));
    pinged.collect()
}
