//! Hands in direct messages that still look open although their table has been closed.

use journal::PostedMessages;
use table::direct_hand::{DirectHandRecord, DirectMessage};
use table::entry::Entry;
use table::ids;
use table::record::{CloseReason, Record};

use super::*;
use discord::{Call, Scope};

/// Returns a journal with a table in the middle of a game. The process that ran the table posted a hand in
/// [`OTHER_CHANNEL`], but died before recording the table's message. If `closed` is set, the table is closed.
async fn journal_with_an_open_hand(closed: Option<CloseReason>) -> Arc<FakeJournal> {
    let (journal, table) = journal_with_a_table().await;
    let process = Process::start(&journal).await;
    for (interaction, user, intent) in [(2, 2, Intent::Join), (3, HOST, Intent::Start)] {
        process
            .send(interaction, user, intent)
            .await
            .expect("it is sent");
    }
    process.registry.close().await;
    let unrecorded = PostedMessages::default();
    assert_eq!(journal.record_posted(table, &unrecorded).await, Ok(()));
    let hand = |change| Record::DirectHand {
        user: ids::UserId(2),
        change,
    };
    let wanted = DirectHandRecord::Wanted {
        language: Locale::fallback().id().to_owned(),
        display_mode: "pictures".to_owned(),
    };
    let posted = DirectHandRecord::Posted(DirectMessage {
        channel: ids::ChannelId(OTHER_CHANNEL.get()),
        message: 500,
    });
    let closed = closed.map(|why| vec![Record::Closed { why }]);
    let hands = vec![hand(wanted), hand(posted)];
    let mut last = journal.stored(table).await.pop().expect("it has entries");
    for records in [hands].into_iter().chain(closed) {
        last = Entry {
            version: last.version + 1,
            interaction: None,
            records,
            ..last
        };
        assert_eq!(journal.append(&last).await, Ok(()));
    }
    journal
}

/// Asserts that only the hand was edited, and that nothing is left to be shown.
async fn assert_only_hand_was_edited(process: &Process, journal: &FakeJournal) {
    let sent = process.discord.take();
    let channels: Vec<_> = sent.iter().map(|sent| sent.call.route().scope).collect();
    assert_eq!(
        channels,
        [Scope::Channel(OTHER_CHANNEL)],
        "only the hand is edited"
    );
    assert!(matches!(sent[0].call, Call::Edit { .. }));
    assert_eq!(journal.closed_with_messages().await, Ok(vec![]));
}

#[tokio::test(start_paused = true)]
async fn a_hand_ends_after_a_crash_though_no_message_of_its_closed_table_was_recorded() {
    let journal = journal_with_an_open_hand(Some(CloseReason::Abandoned)).await;
    let process = Process::start(&journal).await;
    process.start_in(&[GUILD]);
    settle().await;
    assert_only_hand_was_edited(&process, &journal).await;
}

#[tokio::test(start_paused = true)]
async fn a_hand_ends_though_the_bot_has_left_the_server_of_its_table() {
    for closed in [Some(CloseReason::Abandoned), None] {
        let journal = journal_with_an_open_hand(closed).await;
        let process = Process::start(&journal).await;
        process.start_in(&[GuildId::new(GUILD.get() + 1)]);
        settle().await;
        assert_only_hand_was_edited(&process, &journal).await;
    }
}
