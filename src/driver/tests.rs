//! The driver on a journal in memory and a Discord that grants everything. The clock is paused: a
//! sleep ends as soon as every task waits.

mod standstill;

use outbox::end_picture::EndPictures;
use outbox::{Call, InitialState, KnownIdentity, MessageSlot};
use table::TableLocation;
use table::computer_setup::ComputerSetup;
use table::ids::{ChannelId, GuildId, TableId};
use table::intent::Intent;
use table::screen::InteractionError;
use table::timeouts::LOBBY_IDLE;
use tokio::task::JoinHandle;

use super::*;
use crate::choice_pool::ChoicePool;
use crate::clock::Clock;
use crate::fakes::{
    AppendFault, ClockJumps, FakeDiscord, FakeJournal, command, error_answer, open_request,
    options, settle,
};
use crate::game_quota::GameQuota;
use crate::mailbox::{Mailbox, mailbox};
use crate::outages::{Outage, Outages};
use crate::rng_source::RngSource;
use journal::{Journal as _, PostedMessages, RunningTable};

const TABLE: TableId = TableId(5);
const HOST: u64 = 1;
/// The message that the previous owner has posted.
const POSTED: u64 = 55;
const NOW: Millis = Millis(1_800_000_000_000);

/// A driver in a task of its own.
struct Running {
    journal: Arc<FakeJournal>,
    discord: FakeDiscord,
    mailbox: Mailbox,
    outages: Outages,
    services: Arc<Services>,
    clock_jumps: ClockJumps,
    task: JoinHandle<Exit>,
}

fn rng() -> TableRng {
    RngSource::seeded(1)
        .table_rng()
        .expect("a seed needs nothing")
}

fn new_table(open: &OpenRequest) -> (Table, Transition) {
    let location = TableLocation {
        table: TABLE,
        guild: GuildId(7),
        channel: ChannelId(8),
        number: Some(1),
    };
    let click = open.request.click(FIRST_REPLY, None);
    let computers = ComputerSetup::default();
    let config = table::config::TableConfig::default();
    Table::open(
        location,
        config,
        options(),
        computers,
        &click,
        NOW,
        &mut rng(),
    )
    .expect("a table opens")
}

impl Running {
    fn spawn(
        journal: &Arc<FakeJournal>,
        table: Table,
        start: Start,
        initial: InitialState,
    ) -> Self {
        let (journal, discord) = (Arc::clone(journal), FakeDiscord::default());
        let channel = serenity::model::id::ChannelId::new(8);
        let slot = MessageSlot {
            journal: journal.shared(),
            rest: discord.rest(),
            bot: KnownIdentity::default(),
            table: TABLE,
            guild: serenity::model::id::GuildId::new(1),
            channel,
            pictures: EndPictures::fixed(Some(b"a picture")),
        };
        let board = BoardRunner::new(slot, &initial);
        let (mailbox, inbox) = mailbox(8);
        let clock_jumps = ClockJumps::default();
        let services = Services {
            journal: journal.shared(),
            rest: discord.rest(),
            clock: Clock::start(clock_jumps.clock(NOW), None),
            env: Env {
                choice_pool: ChoicePool::disabled(),
                ..Env::system()
            },
            outages: Outages::default(),
            bot: KnownIdentity::default(),
        };
        let (outages, services) = (services.outages.clone(), Arc::new(services));
        let (stage, quota) = (Arc::default(), GameQuota::unlimited_slot());
        let driver = Driver::new(
            Arc::clone(&services),
            table,
            rng(),
            board,
            inbox,
            stage,
            quota,
        );
        let mut driver = Box::new(driver);
        let task = tokio::spawn(async move {
            let exit = driver.run(start).await;
            driver.into_parts().0.finish().await;
            exit
        });
        Self {
            journal,
            discord,
            mailbox,
            outages,
            services,
            clock_jumps,
            task,
        }
    }

    /// Opens a table by interaction 1 of the host, and waits until it is shown.
    async fn open() -> Self {
        let open = open_request(1, HOST);
        let (table, first) = new_table(&open);
        let start = Start::Opened(first, Box::new(open));
        let running = Self::spawn(&FakeJournal::new(), table, start, InitialState::NewTable);
        settle().await;
        running
    }

    /// Loads the table that another process has opened and posted.
    async fn load(other: &Arc<FakeJournal>, ownership: Ownership) -> Self {
        open_in(other).await;
        let journal = other.other_process();
        let entries = journal.stored(TABLE).await;
        let table = Table::replay(&entries, table::config::TableConfig::default());
        let start = Start::Loaded(ownership, LastRun::Ended(NOW));
        let posted = InitialState::Known(posted());
        Self::spawn(&journal, table.expect("it replays"), start, posted)
    }

    fn send(&self, message: TableMessage) {
        assert!(
            self.mailbox.try_send(Box::new(message)).is_ok(),
            "there is room"
        );
    }

    fn request(&self, interaction: u64, user: u64, intent: Intent) {
        self.send(TableMessage::Request(command(interaction, user, intent)));
    }

    /// Returns the interactions of the stored entries, `None` for an entry without one.
    async fn interactions(&self) -> Vec<Option<u64>> {
        let entries = self.journal.stored(TABLE).await;
        let interactions = entries.iter().map(|entry| entry.interaction);
        interactions.map(|one| one.map(|one| one.0)).collect()
    }

    /// Waits until the driver has ended, and returns why.
    async fn exit(self) -> Exit {
        self.task.await.expect("the driver does not panic")
    }
}

const JUST_BEFORE: Duration = Duration::from_secs(10);
const OUTAGE: Duration = Duration::from_secs(60);

impl Running {
    /// Opens a table, and waits until its idle timeout is [`JUST_BEFORE`] its end. Returns the time then.
    async fn open_and_wait() -> (Self, Instant) {
        let opened = Instant::now();
        let running = Self::open().await;
        let at = opened + Duration::from_millis(LOBBY_IDLE.0) - JUST_BEFORE;
        sleep_until(at).await;
        (running, at)
    }

    /// Asserts that the table closes at this time and not before.
    async fn assert_closes_at(self, at: Instant) {
        sleep_until(at - Duration::from_millis(1)).await;
        assert!(!self.task.is_finished());
        sleep_until(at + Duration::from_millis(1)).await;
        assert!(matches!(self.exit().await, Exit::Closed));
    }
}

fn posted() -> PostedMessages {
    PostedMessages {
        message: Some(POSTED),
        replaced: Vec::new(),
    }
}

/// Opens the table by interaction 1, in another process.
async fn open_in(journal: &FakeJournal) {
    let (_, first) = new_table(&open_request(1, HOST));
    let entry = first.entry.expect("a new table has an entry");
    journal.append(&entry).await.expect("it is the first");
    journal
        .record_posted(TABLE, &posted())
        .await
        .expect("it is the owner");
}

/// Joins the table by an interaction, in another process.
async fn join_in(journal: &FakeJournal, interaction: u64, user: u64) {
    let entries = journal.stored(TABLE).await;
    let table = Table::replay(&entries, table::config::TableConfig::default());
    let click = command(interaction, user, Intent::Join).click(ReplyId(99), None);
    let joined = table
        .expect("it replays")
        .handle(NOW, Input::Click(click), &mut rng());
    let entry = joined.entry.expect("joining is an entry");
    journal.append(&entry).await.expect("it is the next");
}

fn internal_error() -> serde_json::Value {
    error_answer(InteractionError::Internal)
}

#[tokio::test(start_paused = true)]
async fn no_effect_is_carried_out_before_its_entry_is_durable() {
    let running = Running::open().await;
    running.discord.take();
    running.journal.hold_appends(true);
    running.request(2, 2, Intent::Join);
    settle().await;
    assert_eq!(running.discord.names(), [""; 0], "the entry is not durable");
    running.journal.hold_appends(false);
    settle().await;
    assert_eq!(running.discord.answers(2).len(), 1);
    assert_eq!(running.interactions().await, [Some(1), Some(2)]);
}

#[tokio::test(start_paused = true)]
async fn a_refused_append_leaves_the_table_as_it_was_and_is_answered() {
    let running = Running::open().await;
    running.journal.faults().next_append = Some(AppendFault::Refused);
    running.request(2, 2, Intent::Join);
    settle().await;
    assert_eq!(running.discord.answers(2), [internal_error()]);
    assert_eq!(running.interactions().await, [Some(1)]);
    running.request(3, 2, Intent::Join);
    settle().await;
    assert_eq!(
        running.interactions().await,
        [Some(1), Some(3)],
        "nobody had joined"
    );
}

#[tokio::test(start_paused = true)]
async fn an_append_whose_response_is_lost_counts() {
    let running = Running::open().await;
    running.journal.faults().next_append = Some(AppendFault::ResponseLost);
    running.request(2, 2, Intent::Join);
    settle().await;
    assert_eq!(running.interactions().await, [Some(1), Some(2)]);
    assert_ne!(running.discord.answers(2), [internal_error()]);
}

#[tokio::test(start_paused = true)]
async fn an_append_of_unknown_outcome_is_looked_up_before_the_table_goes_on() {
    let running = Running::open().await;
    running.journal.faults().next_append = Some(AppendFault::ResponseLost);
    running.journal.faults().failing_loads = 1;
    running.request(2, 2, Intent::Join);
    settle().await;
    assert_eq!(running.discord.answers(2), [internal_error()]);
    running.discord.take();
    sleep(JOURNAL_BACKOFF).await;
    settle().await;
    let names = running.discord.names();
    assert!(
        names.contains(&"post message"),
        "the entry is shown: {names:?}"
    );
    running.request(3, 2, Intent::Leave { confirmed: false });
    settle().await;
    let taken = [Some(1), Some(2), None, Some(3)];
    assert_eq!(
        running.interactions().await,
        taken,
        "the deadline is extended"
    );
}

#[tokio::test(start_paused = true)]
async fn a_table_that_may_lack_an_entry_shows_nothing() {
    let running = Running::open().await;
    running.journal.faults().next_append = Some(AppendFault::ResponseLost);
    running.journal.faults().failing_loads = 2;
    running.request(2, 2, Intent::Join);
    running.request(3, HOST, Intent::Rules);
    settle().await;
    assert_eq!(running.discord.answers(3), [internal_error()]);
    sleep(JOURNAL_BACKOFF).await;
    running.request(4, HOST, Intent::Rules);
    settle().await;
    assert_ne!(running.discord.answers(4), [internal_error()]);
}

#[tokio::test(start_paused = true)]
async fn a_click_after_another_process_wrote_is_tried_once_more_on_the_reloaded_table() {
    let running = Running::open().await;
    join_in(&running.journal.other_process(), 2, 2).await;
    assert!(!running.journal.owns(TABLE).await);
    running.request(3, 3, Intent::Join);
    settle().await;
    assert_eq!(running.interactions().await, [Some(1), Some(2), Some(3)]);
    assert_ne!(running.discord.answers(3), [internal_error()]);
    assert!(
        running.journal.owns(TABLE).await,
        "the last writer owns the table"
    );
}

#[tokio::test(start_paused = true)]
async fn a_click_that_another_process_has_written_is_not_written_again() {
    let running = Running::open().await;
    join_in(&running.journal.other_process(), 2, 2).await;
    running.request(2, 2, Intent::Join);
    settle().await;
    assert_eq!(running.interactions().await, [Some(1), Some(2)]);
    assert_eq!(running.discord.answers(2).len(), 1);
    assert!(matches!(running.exit().await, Exit::NotOwner(None)));
}

#[tokio::test(start_paused = true)]
async fn an_answer_without_an_entry_shows_what_another_process_wrote() {
    let running = Running::open().await;
    join_in(&running.journal.other_process(), 2, 2).await;
    // The reloaded table knows that the second player sits there already.
    running.request(3, 2, Intent::Join);
    settle().await;
    assert_eq!(running.interactions().await, [Some(1), Some(2)]);
    assert_eq!(running.discord.answers(3).len(), 1);
}

#[tokio::test(start_paused = true)]
async fn an_input_that_is_no_click_is_left_to_the_process_that_wrote_last() {
    let running = Running::open().await;
    join_in(&running.journal.other_process(), 2, 2).await;
    running.discord.take();
    let lost = Input::DeliveryFailed(DeliveryFailure::MessageLost);
    running.send(TableMessage::Input(lost));
    settle().await;
    assert_eq!(running.discord.names(), [""; 0]);
    assert!(matches!(running.exit().await, Exit::NotOwner(None)));
}

#[tokio::test(start_paused = true)]
async fn a_visitor_whose_click_changes_nothing_only_answers() {
    let other = FakeJournal::new();
    let running = Running::load(&other, Ownership::Visitor).await;
    running.request(2, HOST, Intent::Rules);
    settle().await;
    assert_eq!(running.discord.names(), ["answer interaction"]);
    assert!(other.owns(TABLE).await);
    assert!(matches!(running.exit().await, Exit::NotOwner(None)));
}

#[tokio::test(start_paused = true)]
async fn a_visitor_that_appends_replaces_the_previous_owners_message() {
    let other = FakeJournal::new();
    let running = Running::load(&other, Ownership::Visitor).await;
    running.request(2, 2, Intent::Join);
    settle().await;
    assert!(running.journal.owns(TABLE).await);
    let sent = running.discord.take();
    let posts = sent
        .iter()
        .filter(|sent| matches!(sent.call, Call::Post { .. }));
    assert_eq!(posts.count(), 1);
    let on_previous: Vec<_> = sent
        .iter()
        .filter(|sent| match sent.call {
            Call::Edit { message, .. } | Call::Delete { message, .. } => message.get() == POSTED,
            _ => false,
        })
        .map(|sent| sent.call.name())
        .collect();
    assert_eq!(on_previous, ["delete message"]);
}

#[tokio::test(start_paused = true)]
async fn deadlines_are_extended_before_the_first_click_is_served() {
    let other = FakeJournal::new();
    let running = Running::load(&other, Ownership::Owner).await;
    running.journal.faults().next_append = Some(AppendFault::Refused);
    running.request(2, 2, Intent::Join);
    settle().await;
    assert_eq!(
        running.interactions().await,
        [Some(1)],
        "the journal refused once"
    );
    sleep(JOURNAL_BACKOFF).await;
    assert_eq!(running.interactions().await, [Some(1), None, Some(2)]);
}

#[tokio::test(start_paused = true)]
async fn deadlines_wait_during_outages_and_are_extended_by_their_length() {
    let (running, at) = Running::open_and_wait().await;
    let shard = Outage::Shard {
        shard: 0,
        shards: 1,
    };
    for outage in [shard, Outage::Journal] {
        running.outages.begin(outage, Instant::now());
        sleep(OUTAGE).await;
        running.outages.end(outage);
        settle().await;
    }
    running
        .assert_closes_at(at + 2 * OUTAGE + JUST_BEFORE)
        .await;
}

#[tokio::test(start_paused = true)]
async fn a_click_during_an_outage_is_served_and_extends_its_deadline_by_the_rest_of_it() {
    let (running, at) = Running::open_and_wait().await;
    running.outages.begin(Outage::Journal, at);
    sleep(OUTAGE).await;
    running.request(2, 2, Intent::Join);
    sleep(OUTAGE).await;
    assert_eq!(running.interactions().await, [Some(1), Some(2)]);
    running.outages.end(Outage::Journal);
    let idle = Duration::from_millis(LOBBY_IDLE.0);
    running.assert_closes_at(at + 2 * OUTAGE + idle).await;
}

#[tokio::test(start_paused = true)]
async fn a_click_that_comes_with_the_end_of_an_outage_is_not_overtaken_by_a_deadline() {
    let (running, at) = Running::open_and_wait().await;
    running.outages.begin(Outage::Journal, at);
    sleep(OUTAGE).await;
    running.outages.end(Outage::Journal);
    running.request(2, 2, Intent::Join);
    settle().await;
    assert_eq!(running.interactions().await, [Some(1), None, Some(2)]);
}

#[tokio::test(start_paused = true)]
async fn deadlines_are_extended_by_the_time_in_which_the_journal_took_no_entry() {
    let (running, at) = Running::open_and_wait().await;
    running.journal.faults().away = true;
    running.request(2, 2, Intent::Join);
    // The journal is tried again once a second.
    sleep(OUTAGE - Duration::from_millis(1)).await;
    assert_eq!(running.discord.answers(2), [internal_error()]);
    running.journal.faults().away = false;
    running.assert_closes_at(at + OUTAGE + JUST_BEFORE).await;
}

#[tokio::test(start_paused = true)]
async fn a_taken_over_table_is_reloaded_resumed_and_posted_anew() {
    let running = Running::open().await;
    let journal = &running.journal;
    let other = journal.other_process();
    join_in(&other, 2, 2).await;
    other.stop_heartbeat(NOW).await;
    let orphaned = journal.take_over().await.expect("the journal is there");
    let [orphaned] = <[_; 1]>::try_from(orphaned).expect("it is the only table");
    running.discord.take();
    running.send(TableMessage::TakenOver {
        running: orphaned.running,
        since: orphaned.since,
    });
    settle().await;
    assert_eq!(running.interactions().await, [Some(1), Some(2), None]);
    assert!(running.discord.names().contains(&"post message"));
}

#[tokio::test(start_paused = true)]
async fn the_takeover_of_a_later_table_of_the_channel_is_handed_back() {
    let running = Running::open().await;
    let later = RunningTable {
        table: TableId(6),
        guild: GuildId(7),
        channel: ChannelId(8),
        posted: PostedMessages::default(),
        written_at: NOW,
    };
    running.send(TableMessage::TakenOver {
        running: later.clone(),
        since: NOW,
    });
    let Exit::NotOwner(Some(message)) = running.exit().await else {
        panic!("the message belongs to another table");
    };
    let TableMessage::TakenOver { running, .. } = *message else {
        panic!("the message is handed back");
    };
    assert_eq!(running, later);
}

#[tokio::test(start_paused = true)]
async fn a_table_in_a_channel_that_another_process_has_taken_hands_its_command_back() {
    let journal = FakeJournal::new();
    open_in(&journal.other_process()).await;
    let open = open_request(2, 2);
    let (table, mut first) = new_table(&open);
    let entry = first.entry.as_mut().expect("a new table has an entry");
    entry.table = TableId(6);
    let start = Start::Opened(first, Box::new(open));
    let running = Running::spawn(&journal, table, start, InitialState::NewTable);
    settle().await;
    assert_eq!(
        running.discord.names(),
        [""; 0],
        "nothing of the table exists"
    );
    let Exit::NotOwner(Some(message)) = running.exit().await else {
        panic!("the command belongs to the other table");
    };
    assert!(matches!(*message, TableMessage::Reopen(..)));
}

#[tokio::test(start_paused = true)]
async fn a_driver_without_senders_handles_what_is_left_and_stops() {
    let running = Running::open().await;
    running.request(2, 2, Intent::Join);
    let (journal, mailbox) = (Arc::clone(&running.journal), running.mailbox.clone());
    drop(mailbox);
    let Running { mailbox, task, .. } = running;
    drop(mailbox);
    let exit = task.await.expect("the driver does not panic");
    assert!(matches!(exit, Exit::Stopped));
    assert_eq!(journal.stored(TABLE).await.len(), 2);
}
