//! A board on the bench: inputs go in, requests come out as lines, and each is completed by its line.

use journal::PostedMessages;
use serenity::model::id::MessageId;
use table::effect::{Answer, MessageUpdate, Urgency};
use table::ids::{Revision, UserId};
use table::screen::Screen;
use tokio::time::{Duration, Instant};

use super::super::{
    BoardEvent, BoardInput, Completion, InitialState, MessageBoard, Outcome, PublicRequest,
    RecordResult, Request,
};
use super::support::{callback, name_of, public};
use crate::RequestError;
use crate::channel_scan::FoundMessage;

/// The person who clicks and uses commands.
pub(super) const USER: UserId = UserId(9);
pub(super) const REPLACE: MessageUpdate = MessageUpdate::Replace { ping: None };

/// A board with the requests that are under way.
pub(super) struct Bench {
    board: MessageBoard,
    pub(super) now: Instant,
    under_way: Vec<(String, Request)>,
    new_lines: Vec<String>,
}

impl Bench {
    pub(super) fn new(initial: &InitialState) -> Self {
        let mut bench = Self {
            board: MessageBoard::new(initial),
            now: Instant::now(),
            under_way: Vec::new(),
            new_lines: Vec::new(),
        };
        bench.poll();
        bench
    }

    /// Returns a board whose message has the id 100, is recorded and shows screen 1.
    pub(super) fn with_message() -> Self {
        let mut bench = Self::new(&InitialState::NewTable);
        bench.show(1, MessageUpdate::Replace { ping: None });
        bench.posted("post: 1", 100);
        bench.recorded("record 100");
        assert_eq!(bench.events(), [BoardEvent::Shown]);
        bench.new_lines.clear();
        bench
    }

    fn poll(&mut self) {
        while let Some(request) = self.board.poll_request() {
            let line = line_of(&request);
            self.new_lines.push(line.clone());
            self.under_way.push((line, request));
        }
    }

    pub(super) fn input(&mut self, input: BoardInput) {
        self.board.handle(input, self.now);
        self.poll();
    }

    pub(super) fn show(&mut self, number: u32, update: MessageUpdate) {
        self.show_screen(public(number), update);
    }

    pub(super) fn show_screen(&mut self, screen: Screen, update: MessageUpdate) {
        self.input(BoardInput::Show(screen, update, Urgency::Routine));
    }

    /// A step of a game in which nobody takes part.
    pub(super) fn show_unattended(&mut self, number: u32) {
        let (screen, update) = (public(number), MessageUpdate::Edit);
        self.input(BoardInput::Show(screen, update, Urgency::Unattended));
    }

    /// A click on a public message that the table answers with a screen.
    pub(super) fn click(&mut self, interaction: u64, message: u64, number: u32) {
        self.click_for(interaction, message, public(number));
    }

    /// A click on a public message that the table answers with this screen.
    pub(super) fn click_for(&mut self, interaction: u64, message: u64, screen: Screen) {
        let message = Some(MessageId::new(message));
        let callback = callback(interaction, USER, message, self.now);
        self.input(BoardInput::Answer(callback, Answer::Table(screen)));
    }

    /// A command that the table answers with a public screen.
    pub(super) fn command(&mut self, interaction: u64, screen: Screen) {
        let callback = callback(interaction, USER, None, self.now);
        self.input(BoardInput::Answer(callback, Answer::Public(screen)));
    }

    /// Returns the requests since the last call.
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

    /// Lets the time pass until the next pause ends.
    pub(super) fn pass_pause(&mut self) -> Duration {
        let at = self.board.poll_timeout().expect("a pause");
        let pause = at - self.now;
        self.now = at;
        self.input(BoardInput::TimedOut);
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

    fn complete(&mut self, line: &str, outcome: Outcome) {
        let Request::Public(id, _) = self.take(line) else {
            panic!("{line} is no request for the public message");
        };
        self.input(BoardInput::Completed(Completion::Public(id, outcome)));
    }

    /// Completes an edit, an answer to a click or a deletion.
    pub(super) fn done(&mut self, line: &str) {
        self.complete(line, Outcome::Done(Ok(())));
    }

    /// Lets a request fail.
    pub(super) fn fail(&mut self, line: &str, error: RequestError) {
        let Request::Public(id, request) = self.take(line) else {
            panic!("{line} is no request for the public message");
        };
        let outcome = match request {
            PublicRequest::Post(_) | PublicRequest::AnswerCommand(..) => {
                Outcome::Posted(Err(error))
            }
            PublicRequest::Scan(_) => Outcome::Scanned(Err(error)),
            _ => Outcome::Done(Err(error)),
        };
        self.input(BoardInput::Completed(Completion::Public(id, outcome)));
    }

    /// Completes a post or an answer to a command with this message.
    pub(super) fn posted(&mut self, line: &str, message: u64) {
        self.complete(line, Outcome::Posted(Ok(MessageId::new(message))));
    }

    pub(super) fn recorded(&mut self, line: &str) {
        self.complete(line, Outcome::Recorded(RecordResult::Recorded));
    }

    /// Lets the journal not answer a record.
    pub(super) fn record_failed(&mut self, line: &str) {
        self.complete(line, Outcome::Recorded(RecordResult::Unavailable));
    }

    /// Completes a record of a table that another process owns, which names this message.
    pub(super) fn not_owner(&mut self, line: &str, message: u64) {
        let result = RecordResult::NotOwner(messages(message, &[]));
        self.complete(line, Outcome::Recorded(result));
    }

    pub(super) fn scanned(&mut self, line: &str, found: &[FoundMessage]) {
        self.complete(line, Outcome::Scanned(Ok(found.to_vec())));
    }

    /// Completes an answer with a refusal.
    pub(super) fn refusal_answered(&mut self, line: &str, result: Result<(), RequestError>) {
        let Request::AnswerWithRefusal(callback, screen) = self.take(line) else {
            panic!("{line} is no answer with a refusal");
        };
        let completion = Completion::RefusalAnswered(callback, screen, result);
        self.input(BoardInput::Completed(completion));
    }

    /// Completes a request from which nothing follows.
    pub(super) fn answered(&mut self, line: &str) {
        self.take(line);
        self.input(BoardInput::Completed(Completion::Answered));
    }

    /// Completes a request for a panel.
    pub(super) fn panel_done(&mut self, line: &str, result: Result<(), RequestError>) {
        let completion = match self.take(line) {
            Request::AnswerWithPanel(callback, _) => {
                Completion::PanelAnswered(callback.user, callback.interaction, result)
            }
            Request::EditPanel(callback, _) => {
                Completion::PanelEdited(callback.user, callback.interaction, result)
            }
            _ => panic!("{line} is no request for a panel"),
        };
        self.input(BoardInput::Completed(completion));
    }
}

/// Returns the messages as the journal names them.
pub(super) fn messages(message: u64, replaced: &[u64]) -> PostedMessages {
    PostedMessages {
        message: Some(message),
        replaced: replaced.to_vec(),
    }
}

/// Returns a message found that shows a running game or a lobby.
pub(super) fn live(id: u64) -> FoundMessage {
    FoundMessage {
        id: MessageId::new(id),
        game_end: None,
    }
}

/// Returns a message found that shows the end of a game.
pub(super) fn ended(id: u64, revision: u32) -> FoundMessage {
    FoundMessage {
        game_end: Some(Revision(revision)),
        ..live(id)
    }
}

/// Returns the state after a restart with these messages in the journal.
pub(super) fn uncertain(message: u64, replaced: &[u64]) -> InitialState {
    InitialState::Uncertain(messages(message, replaced))
}

fn line_of(request: &Request) -> String {
    match request {
        Request::Public(_, request) => line_of_public(request),
        Request::AnswerWithPanel(callback, screen) => {
            format!(
                "answer {} by panel: {}",
                callback.interaction,
                name_of(screen)
            )
        }
        Request::EditPanel(callback, screen) => {
            format!("edit panel {}: {}", callback.interaction, name_of(screen))
        }
        Request::ShowHand(request) => {
            format!(
                "hand of {}: {}",
                request.hand.user,
                name_of(&request.screen)
            )
        }
        Request::AnswerHand(hand, _, screen) => {
            format!("answer with the hand of {}: {}", hand.user, name_of(screen))
        }
        Request::AnswerObsolete(callback, screen) => {
            format!("replace {}: {}", callback.interaction, name_of(screen))
        }
        Request::AnswerWithNote(callback, screen) => {
            format!(
                "answer {} by note: {}",
                callback.interaction,
                name_of(screen)
            )
        }
        Request::AnswerWithRefusal(callback, screen) => {
            format!(
                "answer {} by refusal: {}",
                callback.interaction,
                name_of(screen)
            )
        }
        Request::DeleteRefusal(callback) => format!("delete refusal {}", callback.interaction),
        Request::Acknowledge(callback) => format!("acknowledge {}", callback.interaction),
    }
}

fn line_of_public(request: &PublicRequest) -> String {
    match request {
        PublicRequest::Edit(message, screen, _) => format!("edit {message}: {}", name_of(screen)),
        PublicRequest::Post(post) => {
            let after = post
                .after
                .map_or(String::new(), |after| format!(" after {after}"));
            let farewell = post.farewell.as_ref();
            let farewell = farewell.map_or(String::new(), |(message, screen)| {
                format!(" with {} left on {message}", name_of(screen))
            });
            format!(
                "post{after}{farewell}{}: {}",
                ping(post.ping),
                name_of(&post.screen)
            )
        }
        PublicRequest::AnswerClick(callback, screen) => {
            format!(
                "answer {} by edit: {}",
                callback.interaction,
                name_of(screen)
            )
        }
        PublicRequest::AnswerCommand(callback, screen, to_ping) => {
            let (id, ping) = (callback.interaction, ping(*to_ping));
            format!("answer {id} by post{ping}: {}", name_of(screen))
        }
        PublicRequest::Scan(Some(since)) => format!("scan from {since}"),
        PublicRequest::Scan(None) => "scan".to_owned(),
        PublicRequest::Record(record) if record.replaced.is_empty() => {
            format!("record {}", record.message)
        }
        PublicRequest::Record(record) => {
            format!(
                "record {} in place of {:?}",
                record.message, record.replaced
            )
        }
        PublicRequest::RecordOnly(message) => format!("record {message} alone"),
        PublicRequest::Delete(message) => format!("delete {message}"),
        PublicRequest::Withdraw(message, _) => format!("withdraw {message}"),
    }
}

fn ping(user: Option<UserId>) -> String {
    user.map_or(String::new(), |user| format!(", pinging {}", user.0))
}
