//! A board on the bench: inputs go in, requests come out as lines, and each is completed by its line.

use serenity::model::id::MessageId;
use table::direct_hand::{DirectMessage, HandId};
use table::effect::{Answer, MessageUpdate, Urgency};
use table::ids::{Revision, UserId};
use table::screen::Screen;
use table::user_set::UserSet;
use tokio::time::{Duration, Instant};

use super::super::{
    BoardEvent, BoardInput, Completion, HandRequest, InitialState, MessageBoard, PrivateMessage,
    PublicCompletion, PublicRequest, Record, RecordResult, Request,
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
        bench.show(1, REPLACE);
        bench.posted("post: 1", 100);
        bench.recorded("record 100");
        assert_eq!(bench.events(), [BoardEvent::Shown]);
        bench.new_lines.clear();
        bench
    }

    /// Replaces that message by the message 101, which shows screen 2 and is not recorded.
    pub(super) fn replace(&mut self) {
        self.show(2, REPLACE);
        self.posted("post after 100: 2", 101);
    }

    /// Returns true if a request of this line was made since the last call of [`Self::requests`].
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

    pub(super) fn command(&mut self, interaction: u64, screen: Screen) {
        let callback = callback(interaction, USER, None, self.now);
        self.input(BoardInput::Answer(callback, Answer::Public(screen)));
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

    fn complete(&mut self, completion: Completion) {
        self.input(BoardInput::Completed(completion));
    }

    fn take_public(&mut self, line: &str) -> PublicRequest {
        match self.take(line) {
            Request::Public(request) => request,
            _ => panic!("{line} is no request for the public message"),
        }
    }

    /// Completes an edit, an answer to a click or a deletion.
    pub(super) fn done(&mut self, line: &str) {
        let completion = match self.take_public(line) {
            PublicRequest::Edit(edit, ..) => PublicCompletion::Edited(edit, Ok(())),
            PublicRequest::AnswerClick(click, ..) => PublicCompletion::ClickAnswered(click, Ok(())),
            PublicRequest::Delete(deletion) => PublicCompletion::Deleted(deletion, Ok(())),
            _ => panic!("{line} has another outcome"),
        };
        self.complete(Completion::Public(completion));
    }

    pub(super) fn fail(&mut self, line: &str, error: RequestError) {
        let failed = self.take(line).failed(error);
        self.complete(failed);
    }

    /// Completes a post or an answer to a command with this message.
    pub(super) fn posted(&mut self, line: &str, message: u64) {
        let (PublicRequest::Post(new, _) | PublicRequest::AnswerCommand(new, ..)) =
            self.take_public(line)
        else {
            panic!("{line} is no post");
        };
        let posted = PublicCompletion::Posted(new, Ok(MessageId::new(message)));
        self.complete(Completion::Public(posted));
    }

    pub(super) fn recorded(&mut self, line: &str) {
        let completion = match self.take_public(line) {
            PublicRequest::Record(record) => {
                PublicCompletion::Recorded(record, RecordResult::Recorded)
            }
            PublicRequest::RecordOnly(record) => PublicCompletion::RecordedOnly(record),
            _ => panic!("{line} is no record"),
        };
        self.complete(Completion::Public(completion));
    }

    pub(super) fn record_failed(&mut self, line: &str) {
        self.fail(line, RequestError::OutcomeUnknown);
    }

    pub(super) fn scanned(&mut self, line: &str, found: &[FoundMessage]) {
        let PublicRequest::Scan(scan) = self.take_public(line) else {
            panic!("{line} is no scan");
        };
        let scanned = PublicCompletion::Scanned(scan, Ok(found.to_vec()));
        self.complete(Completion::Public(scanned));
    }

    /// Completes an answer with a notice or a panel, an edit of a panel, or a deletion.
    pub(super) fn answered(&mut self, line: &str) {
        let completion = match self.take(line) {
            Request::AnswerWithRefusal(notice, _) | Request::AnswerWithNote(notice, _) => {
                Completion::NoticeAnswered(notice, Ok(()))
            }
            Request::AnswerWithPanel(panel, _) | Request::AcknowledgePanel(panel) => {
                Completion::PanelAnswered(panel, Ok(None))
            }
            Request::EditPanel(panel, ..) => Completion::PanelEdited(panel, Ok(())),
            Request::DeletePrivate(_) => Completion::PrivateDeleted,
            _ => panic!("{line} has another outcome"),
        };
        self.complete(completion);
    }

    pub(super) fn panel_sent(&mut self, line: &str, message: u64) {
        let message = MessageId::new(message);
        let completion = match self.take(line) {
            Request::AnswerWithPanel(panel, _) => {
                Completion::PanelAnswered(panel, Ok(Some(message)))
            }
            Request::FollowUpWithPanel(panel, _) => Completion::PanelFollowedUp(panel, Ok(message)),
            _ => panic!("{line} sends no panel"),
        };
        self.complete(completion);
    }

    pub(super) fn write(&mut self) -> Option<HandRequest> {
        match self.next_request()? {
            Request::ShowHand(_, request) => Some(request),
            other => panic!("{other:?} is no write of a hand"),
        }
    }

    pub(super) fn next_request(&mut self) -> Option<Request> {
        if self.new_lines.is_empty() {
            return None;
        }
        let line = self.new_lines.remove(0);
        let found = self.under_way.iter().find(|(known, _)| *known == line);
        found.map(|(_, request)| request.clone())
    }

    pub(super) fn hand_shown(
        &mut self,
        hand: HandId,
        result: Result<Option<DirectMessage>, RequestError>,
    ) {
        let written = |(_, request): &(String, Request)| match request {
            Request::ShowHand(write, request) if request.hand == hand => Some(*write),
            _ => None,
        };
        let write = self.under_way.iter().find_map(written).expect("a write");
        self.under_way.retain(|one| written(one).is_none());
        self.complete(Completion::HandShown(write, result));
    }

    pub(super) fn hand_answered(&mut self, result: Result<(), RequestError>) {
        let answered = |(_, request): &(String, Request)| match request {
            Request::AnswerHand(answer, ..) => Some(*answer),
            _ => None,
        };
        let answer = self.under_way.iter().find_map(answered);
        self.under_way.retain(|one| answered(one).is_none());
        let answer = answer.expect("an answer to a click on a hand");
        self.complete(Completion::HandAnswered(answer, result));
    }
}

/// Returns a message found that shows a running game or a lobby.
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
    let answer = |callback: &Callback, by: &str, screen| {
        format!(
            "answer {} by {by}: {}",
            callback.interaction,
            name_of(screen)
        )
    };
    match request {
        Request::Public(request) => line_of_public(request),
        Request::AnswerWithPanel(panel, screen) => answer(&panel.callback, "panel", screen),
        Request::AcknowledgePanel(panel) => {
            format!("acknowledge {}", panel.callback.interaction)
        }
        Request::FollowUpWithPanel(panel, screen) => {
            let interaction = panel.0.interaction;
            format!("follow {interaction} up by panel: {}", name_of(screen))
        }
        Request::AnswerHand(_, callback, screen) => answer(callback, "hand", screen),
        Request::AnswerWithNote(notice, screen) => answer(&notice.callback, "note", screen),
        Request::AnswerWithRefusal(notice, screen) => answer(&notice.callback, "refusal", screen),
        Request::AnswerObsolete(_, callback, screen) => answer(callback, "replacement", screen),
        Request::EditPanel(_, message, screen) => {
            format!("edit {}: {}", private(message), name_of(screen))
        }
        Request::ShowHand(_, HandRequest { hand, screen, .. }) => {
            format!("hand of {}: {}", hand.user, name_of(screen))
        }
        Request::DeletePrivate(message) => format!("delete {}", private(message)),
        Request::Acknowledge(_, callback) => format!("acknowledge {}", callback.interaction),
    }
}

fn private(message: &PrivateMessage) -> String {
    match message.original().follow_up {
        Some(id) => format!("follow-up {id}"),
        None => format!("answer {}", message.callback.interaction),
    }
}

fn line_of_public(request: &PublicRequest) -> String {
    match request {
        PublicRequest::Edit(edit, screen, _) => {
            format!("edit {}: {}", edit.message, name_of(screen))
        }
        PublicRequest::Post(new, post) => {
            let mut line = "post".to_owned();
            line.extend(new.after.map(|after| format!(" after {after}")));
            line.extend(
                post.farewell.as_ref().map(|(message, screen)| {
                    format!(" with {} left on {message}", name_of(screen))
                }),
            );
            format!("{line}{}: {}", ping(new.ping), name_of(&post.screen))
        }
        PublicRequest::AnswerClick(_, callback, screen) => {
            let id = callback.interaction;
            format!("answer {id} by edit: {}", name_of(screen))
        }
        PublicRequest::AnswerCommand(new, callback, screen) => {
            let (id, ping) = (callback.interaction, ping(new.ping));
            format!("answer {id} by post{ping}: {}", name_of(screen))
        }
        PublicRequest::Scan(scan) => match scan.since {
            Some(since) => format!("scan from {since}"),
            None => "scan".to_owned(),
        },
        PublicRequest::Record(Record {
            message, replaced, ..
        }) => match replaced.is_empty() {
            true => format!("record {message}"),
            false => format!("record {message} in place of {replaced:?}"),
        },
        PublicRequest::RecordOnly(record) => format!("record {} alone", record.message),
        PublicRequest::Delete(deletion) => format!("delete {}", deletion.message()),
    }
}

fn ping(users: UserSet) -> String {
    let pinged = users.iter().map(|user| format!(", pinging {}", user.0));
    pinged.collect()
}
