//! The driver with an in-memory journal and a fake Discord that refuses nothing. The clock is paused: a sleep ends as
//! soon as all tasks are waiting.

mod standstill;

use std::time::Duration;

use discord::pictures::EndPictures;
use discord::{InitialState, KnownIdentity, MessageSlot};
use table::TableLocation;
use table::computer_setup::ComputerSetup;
use table::fixed_time_limits::LOBBY_IDLE;
use table::ids::{ChannelId, GuildId, TableId};
use table::intent::Intent;
use tokio::task::JoinHandle;
use tokio::time::sleep;

use super::*;
use crate::fakes::{
    AppendFault, ClockJumps, FakeDiscord, FakeJournal, command, internal_error, open_request,
    options, settle,
};
use crate::tables::clock::Clock;
use crate::tables::game_quota::GameQuota;
use crate::tables::mailbox::{Mailbox, mailbox};
use crate::tables::outages::{Outage, Outages};
use crate::tables::rng_source::RngSource;
use crate::tables::search_pool::SearchPool;

const TABLE: TableId = TableId(5);
const HOST: u64 = 1;
const NOW: Millis = Millis(1_800_000_000_000);

/// A driver in its own task.
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
            hand: None,
            pictures: EndPictures::fixed(Some(b"a picture")),
            earlier: None,
        };
        let board = BoardRunner::new(slot, &initial);
        let (mailbox, inbox) = mailbox(8);
        let clock_jumps = ClockJumps::default();
        let services = Services {
            journal: journal.shared(),
            rest: discord.rest(),
            clock: Clock::start(clock_jumps.clock(NOW), None),
            env: Env {
                search_pool: SearchPool::disabled(),
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

    /// Opens a table as the host with interaction 1, and waits until it is shown.
    async fn open() -> Self {
        let open = open_request(1, HOST);
        let (table, first) = new_table(&open);
        let start = Start::Opened(first, Box::new(open));
        let running = Self::spawn(&FakeJournal::new(), table, start, InitialState::NewTable);
        settle().await;
        running
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

    async fn interactions(&self) -> Vec<Option<u64>> {
        self.journal.interactions(TABLE).await
    }

    async fn exit(self) -> Exit {
        self.task.await.expect("the driver does not panic")
    }
}

const JUST_BEFORE: Duration = Duration::from_secs(10);
const OUTAGE: Duration = Duration::from_secs(60);

impl Running {
    /// Opens a table, and waits until [`JUST_BEFORE`] its idle timeout. Returns the current time.
    async fn open_and_wait() -> (Self, Instant) {
        let opened = Instant::now();
        let running = Self::open().await;
        let at = opened + Duration::from_millis(LOBBY_IDLE.0) - JUST_BEFORE;
        sleep_until(at).await;
        (running, at)
    }

    /// Asserts that the table closes at this time and not earlier.
    async fn assert_closes_at(self, at: Instant) {
        sleep_until(at - Duration::from_millis(1)).await;
        assert!(!self.task.is_finished());
        sleep_until(at + Duration::from_millis(1)).await;
        assert!(matches!(self.exit().await, Exit::Closed));
    }
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
async fn an_append_that_is_refused_or_of_unknown_outcome_is_answered_and_leaves_the_table_in_doubt()
{
    for (fault, stored) in [
        (AppendFault::Refused, vec![Some(1)]),
        (AppendFault::ResponseLost, vec![Some(1), Some(2)]),
    ] {
        let running = Running::open().await;
        running.journal.faults().next_append = Some(fault);
        let began = running.services.clock.now();
        running.request(2, 2, Intent::Join);
        settle().await;
        assert_eq!(running.discord.answers(2), [internal_error()]);
        assert_eq!(running.interactions().await, stored);
        let exit = running.exit().await;
        assert!(matches!(exit, Exit::InDoubt { since } if since == began));
    }
}

#[tokio::test(start_paused = true)]
async fn a_click_is_answered_and_no_time_is_lost_if_an_outage_extension_cannot_be_stored() {
    let (running, at) = Running::open_and_wait().await;
    running.outages.begin(Outage::Journal, at);
    sleep(OUTAGE).await;
    running.outages.end(Outage::Journal);
    running.journal.faults().next_append = Some(AppendFault::Refused);
    running.request(2, 2, Intent::Join);
    settle().await;
    assert_eq!(running.discord.answers(2), [internal_error()]);
    let began = running.services.clock.at(at);
    let exit = running.exit().await;
    assert!(matches!(exit, Exit::InDoubt { since } if since == began));
}

#[tokio::test(start_paused = true)]
async fn deadlines_wait_during_outages_and_are_extended_by_their_length() {
    let (running, at) = Running::open_and_wait().await;
    let (shard, shards) = (0, 1);
    let shard = Outage::Shard { shard, shards };
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
async fn a_click_at_the_end_of_an_outage_is_served_before_the_deadline() {
    let (running, at) = Running::open_and_wait().await;
    running.outages.begin(Outage::Journal, at);
    sleep(OUTAGE).await;
    running.outages.end(Outage::Journal);
    running.request(2, 2, Intent::Join);
    settle().await;
    assert_eq!(running.interactions().await, [Some(1), None, Some(2)]);
}

#[tokio::test(start_paused = true)]
async fn a_driver_without_senders_handles_the_remaining_messages_and_stops() {
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
