//! Tests the limits on a host's games and on games without human players.

use super::*;
use crate::tables::game_quota::GameQuotaError;

#[tokio::test(start_paused = true)]
async fn the_limit_of_a_host_counts_in_all_servers_together() {
    let process = Process::start(&FakeJournal::new()).await;
    assert_eq!(process.open(ChannelId::new(8), 8).await, Ok(()));
    assert_eq!(process.open(ChannelId::new(9), 9).await, Ok(()));
    let elsewhere = GuildId::new(GUILD.get() + 1);
    let (channel, open) = (ChannelId::new(10), open_request(10, HOST));
    let opened = process.registry.open(elsewhere, channel, open, None).await;
    assert_eq!(opened, Err(GameQuotaError::Person.into()));
}

#[tokio::test(start_paused = true)]
async fn a_game_filled_with_computers_counts_as_watched() {
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
