//! Tests that refusals pause only the channels and servers that cause them, until Discord's own limit is near.

use std::sync::{Arc, Mutex};

use serenity::model::id::{ApplicationId, ChannelId, GuildId};
use table::effect::Urgency;
use tokio::time::{Duration, Instant, sleep};

use super::fake_transport::FakeTransport;
use crate::call::Original;
use crate::{Call, Lane, RequestError, RestClient};

const SERVERS: u64 = 20;
const CHANNELS: u64 = 24;
const SECOND: Duration = Duration::from_secs(1);

fn channel(guild: u64, number: u64) -> ChannelId {
    ChannelId::new(guild * 100 + number)
}

fn refusing_in(channels: impl IntoIterator<Item = ChannelId>) -> Arc<FakeTransport> {
    Arc::new(FakeTransport {
        channels: Mutex::new(channels.into_iter().collect()),
        ..FakeTransport::default()
    })
}

async fn post(rest: &RestClient, guild: u64, number: u64) -> Result<(), RequestError> {
    let lane = Lane::of(GuildId::new(guild), Urgency::Routine);
    let channel = channel(guild, number);
    let deadline = Instant::now() + 60 * SECOND;
    let call = Call::Post {
        channel,
        file: None,
    };
    let posted = rest.send_in(lane, &call, None, deadline).await;
    posted.map(drop)
}

async fn answer(rest: &RestClient) -> Result<(), RequestError> {
    let original = Original {
        application: ApplicationId::new(1),
        token: "token".to_owned(),
        follow_up: None,
    };
    let call = Call::EditOriginal(original, None);
    let deadline = Instant::now() + SECOND;
    rest.send(&call, None, deadline).await.map(drop)
}

/// Posts repeatedly in every channel of the hostile servers for an hour. Returns the maximum number of refusals in any
/// ten minutes.
async fn attack(rest: &RestClient) -> usize {
    let (start, mut most) = (Instant::now(), 0);
    while start.elapsed() < 3_600 * SECOND {
        sleep(SECOND).await;
        for guild in 1..=SERVERS {
            for number in 1..=CHANNELS {
                assert!(post(rest, guild, number).await.is_err());
            }
        }
        most = most.max(rest.invalid_responses());
    }
    most
}

#[tokio::test(start_paused = true)]
async fn twenty_servers_that_refuse_everything_pause_only_themselves() {
    let of = |guild| (1..=CHANNELS).map(move |number| channel(guild, number));
    let discord = refusing_in((1..=SERVERS).flat_map(of));
    let rest = discord.rest();
    let breaker = rest.subscribe_to_breaker();
    // Fifty for each server, plus the probes during pauses, which stop at a thousand refusals.
    let most = attack(&rest).await;
    assert!(most < 2_000, "{most} requests were refused");
    assert_eq!(post(&rest, SERVERS + 1, 1).await, Ok(()));
    assert_eq!(answer(&rest).await, Ok(()));
    assert!(!breaker.has_changed().unwrap());
}

#[tokio::test(start_paused = true)]
async fn one_channel_without_permissions_leaves_the_rest_of_its_server_alone() {
    let discord = refusing_in([channel(1, 1)]);
    let rest = discord.rest();
    for number in 0..100 {
        let refused = match number {
            0..5 => RequestError::MissingPermissions,
            _ => RequestError::ChannelPaused,
        };
        assert_eq!(post(&rest, 1, 1).await, Err(refused));
    }
    assert_eq!(discord.sent().len(), 5);
    assert_eq!(post(&rest, 1, 2).await, Ok(()));
}

#[tokio::test(start_paused = true)]
async fn a_paused_channel_is_tried_every_few_seconds_and_served_once_its_permission_is_back() {
    let discord = refusing_in([channel(1, 1)]);
    let rest = discord.rest();
    for _ in 0..600 {
        assert!(post(&rest, 1, 1).await.is_err());
        sleep(SECOND).await;
    }
    let sent = discord.sent().len();
    assert!((100..130).contains(&sent), "{sent}");
    discord.channels.lock().unwrap().clear();
    sleep(5 * SECOND).await;
    for _ in 0..10 {
        assert_eq!(post(&rest, 1, 1).await, Ok(()));
    }
}

#[tokio::test(start_paused = true)]
async fn no_request_is_sent_once_discords_own_limit_is_near() {
    let discord = Arc::new(FakeTransport {
        answers: true,
        ..FakeTransport::default()
    });
    let rest = discord.rest();
    for _ in 0..20_000 {
        assert!(answer(&rest).await.is_err());
    }
    let sent = discord.sent().len();
    assert!((5_000..10_000).contains(&sent), "{sent}");
    assert!(post(&rest, 1, 1).await.is_err());
    sleep(601 * SECOND).await;
    assert_eq!(post(&rest, 1, 1).await, Ok(()));
}
