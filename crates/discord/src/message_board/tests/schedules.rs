//! Random schedules: screens, clicks, commands, lost and refused requests, completions in any order, crashes and
//! deleted messages. Each schedule is determined by its seed.

use rules::{Randomness as _, SeededChance};
use serenity::model::id::{InteractionId, MessageId};
use table::direct_hand::{HandId, HandPlace};
use table::effect::{Answer, Effect, MessageUpdate, Urgency};
use table::ids::UserId;
use table::screen::Screen;
use table::user_set::UserSet;
use tokio::time::{Duration, Instant};

use super::super::{
    BoardEvent, InitialState, Key, MessageBoard, Op, OpResult, Reply, Request, SlotId,
};
use super::bench::{REPLACE, shown};
use super::model::Model;
use super::support::{callback, game_end, private, private_click, public};
use crate::RequestError;
use crate::callback::{Callback, ClickedMessage};

const SCHEDULES: u64 = 100_000;
const STEPS: u32 = 60;
/// The maximum number of inputs that a schedule may need to settle.
const MAX_INPUTS_TO_SETTLE: u32 = 1_000;

/// The ids of direct messages are greater than this.
const FIRST_DIRECT: u64 = 1_000_000;
const HAND: HandId = HandId {
    user: UserId(1),
    game: 1,
};

/// One schedule: a board, its environment, and the table that sends it screens.
struct Schedule {
    chance: SeededChance,
    board: MessageBoard,
    model: Model,
    /// The direct messages with one person.
    direct: Model,
    now: Instant,
    /// Requests that were sent but have not taken effect.
    sent: Vec<Request>,
    /// Requests that have taken effect, or never will, and whose result is in transit.
    completing: Vec<(Key, OpResult)>,
    newest: u32,
    newest_hand: u32,
    /// The message with the hand, as recorded by the table.
    hand: HandPlace,
    game_over: bool,
    /// True if a screen could not be shown, so that the table must be posted again.
    must_repost: bool,
    /// True if a screen was refused or a message deleted since the last post was ordered, so that the newest screen
    /// need not be shown before the next post.
    excused: bool,
    interactions: u64,
    log: Option<Vec<String>>,
}

impl Schedule {
    fn new(seed: u64, logged: bool) -> Self {
        let now = Instant::now();
        Self {
            chance: SeededChance::stream(seed, 0),
            board: MessageBoard::new(&InitialState::NewTable, now),
            model: Model::default(),
            direct: Model::above(FIRST_DIRECT),
            now,
            sent: Vec::new(),
            completing: Vec::new(),
            newest: 0,
            newest_hand: 0,
            hand: HandPlace::New,
            game_over: false,
            must_repost: false,
            excused: false,
            interactions: 0,
            log: logged.then(Vec::new),
        }
    }

    fn note(&mut self, line: impl FnOnce() -> String) {
        if let Some(log) = &mut self.log {
            log.push(line());
        }
    }

    fn one_in(&mut self, cases: u32) -> bool {
        self.chance.below(cases) == 0
    }

    fn pick<T>(&mut self, from: &mut Vec<T>) -> Option<T> {
        let count = u32::try_from(from.len()).unwrap();
        (count > 0).then(|| from.swap_remove(self.chance.below(count) as usize))
    }

    fn handle(&mut self, effect: Effect) {
        self.note(|| format!("{effect:?}"));
        self.board.handle(effect, self.now);
        self.poll();
    }

    fn answer(&mut self, callback: Callback, answer: Answer) {
        self.note(|| format!("{callback:?} {answer:?}"));
        self.board.answer(callback, answer, self.now);
        self.poll();
    }

    fn poll(&mut self) {
        while let Some(request) = self.board.poll_request() {
            self.note(|| format!("  {request:?}"));
            self.sent.push(request);
        }
        while let Some(event) = self.board.poll_event() {
            self.note(|| format!("  {event:?}"));
            self.on_event(event);
        }
    }

    fn on_event(&mut self, event: BoardEvent) {
        match event {
            BoardEvent::Undelivered(_) | BoardEvent::ChannelGone => self.must_repost = true,
            BoardEvent::HandPosted(_, message) => self.hand = HandPlace::Known(message),
            BoardEvent::Shown | BoardEvent::HandRefused(_) => {}
        }
    }

    fn next_screen(&mut self) -> Screen {
        self.newest += 1;
        if self.game_over {
            game_end(self.newest)
        } else {
            public(self.newest)
        }
    }

    fn show(&mut self, update: MessageUpdate) {
        self.excused &= update != REPLACE;
        let screen = self.next_screen();
        let urgencies = [Urgency::Urgent, Urgency::Routine, Urgency::Unattended];
        let urgency = urgencies[self.chance.below(3) as usize];
        self.handle(shown(screen, update, urgency));
    }

    fn repost(&mut self) {
        self.must_repost = false;
        self.show(REPLACE);
    }

    fn step(&mut self) {
        self.now += Duration::from_millis(self.chance.below(3_000).into());
        match self.chance.below(100) {
            0..14 => self.act(),
            14..24 => self.click(),
            24..28 => self.command(),
            28..31 => self.handle(Effect::RefreshPanel {
                user: UserId(1),
                screen: private(),
                below: true,
            }),
            31..35 => self.show_hand(),
            35..37 => self.click_hand(),
            37..60 => self.carry_out_one(),
            60..90 => self.complete_one(),
            90..93 => self.delete_by_hand(),
            93..96 => self.crash(),
            _ => self.time_out(),
        }
    }

    fn act(&mut self) {
        let update = match self.chance.below(12) {
            0 if self.game_over => {
                self.game_over = false;
                MessageUpdate::Append {
                    ping: UserSet::EMPTY,
                }
            }
            0 => {
                self.game_over = true;
                REPLACE
            }
            1..4 => REPLACE,
            4 => MessageUpdate::EditOrPost,
            _ if self.must_repost => return self.repost(),
            _ => MessageUpdate::Edit,
        };
        self.show(update);
    }

    fn click(&mut self) {
        let mut messages: Vec<_> = self.model.messages.keys().copied().collect();
        let Some(message) = self.pick(&mut messages) else {
            return;
        };
        self.interactions += 1;
        let user = UserId(1 + u64::from(self.chance.below(2)));
        let callback = if self.one_in(3) {
            private_click(self.interactions, user, self.now)
        } else {
            callback(self.interactions, user, Some(message), self.now)
        };
        if self.one_in(6) {
            let interaction = InteractionId::new(self.interactions);
            self.model.answered_elsewhere.insert(interaction);
        }
        let answer = match self.chance.below(8) {
            0 => Answer::Panel(private()),
            1 => Answer::PanelBelow(private()),
            7 => Answer::RefusalBelow(private()),
            2 => Answer::Note(private()),
            3 | 4 => Answer::Refusal(private()),
            _ => Answer::Table(self.next_screen()),
        };
        self.answer(callback, answer);
    }

    fn next_hand(&mut self) -> Screen {
        self.newest_hand += 1;
        public(self.newest_hand)
    }

    fn show_hand(&mut self) {
        let (screen, urgent) = (self.next_hand(), self.one_in(2));
        self.handle(Effect::ShowHand {
            hand: HAND,
            screen,
            place: self.hand,
            urgent,
        });
    }

    fn click_hand(&mut self) {
        let mut messages: Vec<_> = self.direct.messages.keys().copied().collect();
        if let Some(message) = self.pick(&mut messages) {
            self.interactions += 1;
            let callback = callback(self.interactions, HAND.user, Some(message), self.now);
            let answer = Answer::Hand(HAND, self.next_hand());
            self.answer(callback, answer);
        }
    }

    fn command(&mut self) {
        self.interactions += 1;
        let callback = callback(self.interactions, UserId(1), None, self.now);
        let screen = self.next_screen();
        self.answer(callback, Answer::Public(screen));
    }

    /// Picks one request, which then takes effect, is lost or is refused.
    fn carry_out_one(&mut self) {
        let mut sent = std::mem::take(&mut self.sent);
        let request = self.pick(&mut sent);
        self.sent = sent;
        let Some(request) = request else {
            return;
        };
        self.note(|| format!("carried out: {request:?}"));
        let result = match self.chance.below(10) {
            0 => Err(RequestError::OutcomeUnknown),
            1 => {
                let _ = self.apply(&request);
                Err(RequestError::OutcomeUnknown)
            }
            2 => {
                self.excused |= matches!(request.key, Key::Slot(SlotId::Table, _));
                Err(self.refusal(&request))
            }
            _ => self.apply(&request),
        };
        self.completing.push((request.key, result));
    }

    fn apply(&mut self, request: &Request) -> OpResult {
        let is_direct = match &request.op {
            Op::Answer(callback, _) => callback.clicked.is_some_and(is_direct),
            _ => matches!(request.key, Key::Slot(SlotId::Hand(_), _)),
        };
        let model = if is_direct {
            &mut self.direct
        } else {
            &mut self.model
        };
        model.apply(request.op.clone())
    }

    fn refusal(&mut self, request: &Request) -> RequestError {
        let common = [
            RequestError::MissingPermissions,
            RequestError::DeadlineExceeded,
            RequestError::InvalidBody(String::new()),
        ];
        match request.op {
            Op::Edit(..) if self.one_in(2) => RequestError::TooManyEdits,
            Op::Delete(..) => RequestError::OutcomeUnknown,
            Op::Answer(_, Reply::Edit(_) | Reply::EditOrNote(_) | Reply::Panel(_))
            | Op::AnswerByPost(..) => RequestError::UnknownInteraction,
            // Most refusals would mark the person as unreachable for good, so the other requests for hands only
            // time out.
            _ if matches!(request.key, Key::Slot(SlotId::Hand(_), _)) => {
                RequestError::DeadlineExceeded
            }
            _ => common[self.chance.below(3) as usize].clone(),
        }
    }

    fn complete_one(&mut self) {
        let mut completing = std::mem::take(&mut self.completing);
        let completion = self.pick(&mut completing);
        self.completing = completing;
        if let Some((key, result)) = completion {
            self.note(|| format!("{key:?}: {result:?}"));
            self.board.complete(key, result, self.now);
            self.poll();
        }
    }

    fn delete_by_hand(&mut self) {
        let is_direct = self.one_in(4);
        let model = if is_direct { &self.direct } else { &self.model };
        let mut messages: Vec<_> = model.messages.keys().copied().collect();
        if let Some(message) = self.pick(&mut messages) {
            self.note(|| format!("deleted by hand: {message}"));
            self.excused |= self.model.messages.remove(&message).is_some();
            self.direct.messages.remove(&message);
        }
    }

    /// Kills the process. Some of its requests still arrive; then the next process takes over.
    fn crash(&mut self) {
        self.note(|| "crash".to_owned());
        for request in std::mem::take(&mut self.sent) {
            if self.one_in(2) {
                self.note(|| format!("still arrives: {request:?}"));
                let _ = self.apply(&request);
            }
        }
        self.completing.clear();
        let initial = InitialState::Uncertain(self.model.journal.clone());
        self.board = MessageBoard::new(&initial, self.now);
        self.poll();
        let update = if self.one_in(2) {
            REPLACE
        } else {
            MessageUpdate::Edit
        };
        self.show(update);
        if self.newest_hand > 0 {
            if self.hand == HandPlace::New {
                self.hand = HandPlace::Unknown;
            }
            self.show_hand();
        }
    }

    fn carry_out(&mut self, request: Request) {
        self.note(|| format!("carried out: {request:?}"));
        let result = self.apply(&request);
        self.completing.push((request.key, result));
    }

    fn time_out(&mut self) {
        if let Some(at) = self.board.poll_timeout() {
            self.now = self.now.max(at);
            self.note(|| "time-out".to_owned());
            self.board.time_out(self.now);
            self.poll();
        }
    }

    /// Delivers all requests and results until nothing is pending.
    fn settle(&mut self) {
        for _ in 0..MAX_INPUTS_TO_SETTLE {
            if let Some(request) = self.sent.pop() {
                self.carry_out(request);
            } else if !self.completing.is_empty() {
                self.complete_one();
            } else if self.board.poll_timeout().is_some() {
                self.time_out();
            } else {
                return;
            }
        }
        self.note(|| "never settles".to_owned());
    }

    /// Settles after all faults, shows the table and the hand once more, and returns all violations.
    fn violations(&mut self) -> Vec<String> {
        self.settle();
        let mut shown = self.model.messages.values();
        let is_shown =
            self.excused || self.must_repost || shown.any(|shown| shown.number == self.newest);
        // A failed scan is repeated after the next post.
        self.game_over = false;
        self.repost();
        self.show_hand();
        self.settle();
        let mut wrong = std::mem::take(&mut self.model.leaks);
        wrong.append(&mut self.direct.leaks);
        let hand = match self.hand {
            HandPlace::Known(message) => vec![(MessageId::new(message.message), self.newest_hand)],
            HandPlace::New | HandPlace::Unknown => Vec::new(),
        };
        let direct = self.direct.live();
        if direct.is_empty() || direct != hand {
            wrong.push(format!("{direct:?} instead of {hand:?} in direct messages"));
        }
        if !is_shown {
            wrong.push("the newest screen was not shown before the last post".to_owned());
        }
        let live = self.model.live();
        if live.len() != 1 || live[0].1 != self.newest {
            wrong.push(format!("{live:?} instead of screen {}", self.newest));
        }
        let named = self.model.journal.message.map(MessageId::new);
        if named != live.first().map(|(id, _)| *id) || !self.model.journal.replaced.is_empty() {
            wrong.push(format!("the journal names {:?}", self.model.journal));
        }
        if !self.board.is_settled() {
            wrong.push("the board is not settled".to_owned());
        }
        wrong
    }
}

fn is_direct(clicked: ClickedMessage) -> bool {
    clicked.message.get() > FIRST_DIRECT
}

/// Plays the schedule of a seed. Returns the log and all violations.
fn play(seed: u64, logged: bool) -> (Vec<String>, Vec<String>) {
    let mut schedule = Schedule::new(seed, logged);
    schedule.show(REPLACE);
    for _ in 0..STEPS {
        schedule.step();
    }
    let wrong = schedule.violations();
    (schedule.log.unwrap_or_default(), wrong)
}

#[test]
fn after_any_schedule_the_channel_has_one_message_with_the_newest_screen() {
    for seed in 0..SCHEDULES {
        if !play(seed, false).1.is_empty() {
            let (log, wrong) = play(seed, true);
            let (log, wrong) = (log.join("\n"), wrong.join("\n"));
            panic!("schedule {seed}:\n{log}\n{wrong}");
        }
    }
}
