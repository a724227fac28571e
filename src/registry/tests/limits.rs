//! The limits on games, of one process and of several together.

use super::*;
use crate::game_quota::GameQuotaError;

#[tokio::test(start_paused = true)]
async fn two_processes_together_open_as_many_tables_as_the_limit() {
    let one = Process::start(&FakeJournal::new()).await;
    let other = one.start_other().await;
    assert_eq!(one.open(ChannelId::new(8), 8).await, Ok(()));
    assert_eq!(other.open(ChannelId::new(9), 9).await, Ok(()));
    for (process, channel) in [(&one, 10), (&other, 11)] {
        let opened = process.open(ChannelId::new(channel), channel).await;
        assert_eq!(opened, Err(GameQuotaError::Server.into()));
        // The host's limit counts in all servers together.
        let elsewhere = GuildId::new(GUILD.get() + 1);
        let open = open_request(channel + 10, HOST);
        let opened = process
            .registry
            .open(elsewhere, ChannelId::new(channel), open, None);
        assert_eq!(opened.await, Err(GameQuotaError::Person.into()));
    }
}

#[tokio::test(start_paused = true)]
async fn a_game_that_computers_fill_is_a_watched_one_although_nobody_asks_to_watch() {
    let process = Process::start(&FakeJournal::new()).await;
    for (channel, expected) in [(8, Ok(())), (9, Err(GameQuotaError::Watched.into()))] {
        let mut open = open_request(channel, HOST);
        open.computers.count = 9;
        let opened = process
            .registry
            .open(GUILD, ChannelId::new(channel), open, None);
        assert_eq!(opened.await, expected);
    }
}
