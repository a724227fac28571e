//! Keeps the bot below Discord's session start limit. Discord revokes the token of a bot that exceeds its
//! daily limit, so a fifth of the starts is kept in reserve. serenity does not enforce the limit.

use std::time::Duration;

use journal::Cluster;
use serenity::http::Http;
use serenity::model::gateway::BotGateway;
use tokio::time::sleep;
use tracing::{error, warn};

use crate::config::ShardCount;

/// The reserve is the total number of session starts divided by this number.
pub(crate) const RESERVE_DIVISOR: u64 = 5;
/// How often the limit is polled while the bot is running. A connection that keeps failing starts about sixty
/// sessions in this time, fewer than the reserve.
pub(crate) const POLL_INTERVAL: Duration = Duration::from_secs(300);

/// The warning in the log and in the doctor's report if Discord recommends more shards than are configured.
pub(crate) const TOO_FEW_SHARDS: &str = "discord.shards is less than Discord advises, and a shard of more \
     than 2500 servers is refused: raise it, or set it to \"discord\"";

/// The pause after the first failed request. It doubles with each retry.
const FIRST_BACKOFF: Duration = Duration::from_millis(250);
/// The longest pause. If the request fails after this pause, it is not retried.
const MAX_BACKOFF: Duration = Duration::from_secs(16);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StartPermit {
    pub(crate) url: String,
    /// The number of shards of all clusters together.
    pub(crate) shards: u32,
    /// The number of buckets. In each, one session may start every five seconds.
    pub(crate) max_concurrency: u32,
}

fn warn_of_too_few(shards: ShardCount, advised: u32) {
    if shards.is_below(advised) {
        warn!(advised, "{TOO_FEW_SHARDS}");
    }
}

/// Waits until a session may be started on each of the cluster's shards. `shards` is the total number of shards.
///
/// # Errors
/// If Discord rejects the token, or the request keeps failing for at least half a minute.
pub(crate) async fn acquire_start_permit(
    http: &Http,
    cluster: Cluster,
    shards: ShardCount,
) -> Result<StartPermit, serenity::Error> {
    loop {
        match ask_for_permit(http, cluster, shards).await? {
            Permission::Granted(permit) => return Ok(permit),
            Permission::Later(wait) => sleep(wait).await,
        }
    }
}

enum Permission {
    Granted(StartPermit),
    /// Sessions may start once the limit is reset, after this time.
    Later(Duration),
}

async fn ask_for_permit(
    http: &Http,
    cluster: Cluster,
    shards: ShardCount,
) -> Result<Permission, serenity::Error> {
    let Some(gateway) = retry_with_backoff(|| fetch_bot_gateway(http)).await? else {
        let url = retry_with_backoff(|| http.get_gateway()).await?.url;
        return Ok(Permission::Granted(StartPermit {
            url,
            shards: cluster.shard_total(shards.or(1)),
            max_concurrency: 1,
        }));
    };
    warn_of_too_few(shards, gateway.shards);
    let limit = &gateway.session_start_limit;
    let permit = StartPermit {
        url: gateway.url.clone(),
        shards: cluster.shard_total(shards.or(gateway.shards)),
        max_concurrency: u32::try_from(limit.max_concurrency).unwrap_or(1).max(1),
    };
    if usable_starts(&gateway) >= u64::from(permit.shards / cluster.count()) {
        return Ok(Permission::Granted(permit));
    }
    let wait = Duration::from_millis(limit.reset_after);
    error!(
        wait_s = wait.as_secs(),
        "too many sessions were started today; waiting for the limit to reset"
    );
    Ok(Permission::Later(wait))
}

/// Retries a request for at least half a minute, unless Discord rejects the token, so that a bot started during a short
/// Discord outage starts a little later instead of failing.
async fn retry_with_backoff<T, F>(mut request: impl FnMut() -> F) -> Result<T, serenity::Error>
where
    F: Future<Output = Result<T, serenity::Error>>,
{
    let mut backoff = FIRST_BACKOFF;
    loop {
        match request().await {
            Err(error) if backoff <= MAX_BACKOFF && !is_auth_error(&error) => {
                // serenity's error is not logged: it can contain an address.
                let backoff_ms = backoff.as_millis();
                warn!(
                    backoff_ms,
                    "Discord did not send the gateway's address; retrying"
                );
                sleep(backoff).await;
                backoff *= 2;
            }
            outcome => return outcome,
        }
    }
}

/// Returns true if Discord rejected the token itself, so retrying would be pointless.
fn is_auth_error(error: &serenity::Error) -> bool {
    let serenity::Error::Http(error) = error else {
        return false;
    };
    let status = error.status_code();
    status.is_some_and(|status| status == 401 || status == 403)
}

/// Polls the limit and returns once no more sessions may be started.
pub(crate) async fn wait_until_exhausted(http: &Http, poll_interval: Duration) {
    loop {
        sleep(poll_interval).await;
        match fetch_bot_gateway(http).await {
            Ok(Some(gateway)) if usable_starts(&gateway) == 0 => return,
            Ok(_) => {}
            // serenity's error is not logged: it can contain an address.
            Err(_) => warn!("the session start limit could not be read"),
        }
    }
}

/// Fetches Discord's recommendations for the bot. Returns `None` if the server does not have that endpoint.
async fn fetch_bot_gateway(http: &Http) -> Result<Option<BotGateway>, serenity::Error> {
    match http.get_bot_gateway().await {
        Ok(gateway) => Ok(Some(gateway)),
        Err(serenity::Error::Http(error))
            if error.status_code().is_some_and(|status| status == 404) =>
        {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Returns how many sessions may be started without touching the reserve.
fn usable_starts(gateway: &BotGateway) -> u64 {
    let limit = &gateway.session_start_limit;
    limit
        .remaining
        .saturating_sub(limit.total / RESERVE_DIVISOR)
}

#[cfg(test)]
mod tests {
    use sandbox::{Sandbox, SandboxConfig};
    use serde_json::{Value, json};
    use serenity::http::HttpBuilder;
    use tokio::time::timeout;

    use super::*;

    /// Much longer than any step takes, so that no test fails on a slow machine.
    const TEST_TIMEOUT: Duration = Duration::from_secs(60);

    struct Fixture {
        sandbox: Sandbox,
        http: Http,
    }

    impl Fixture {
        async fn start() -> Self {
            let sandbox = Sandbox::start(SandboxConfig::default()).await.unwrap();
            let http = HttpBuilder::new(sandbox.token())
                .proxy(format!("http://{}", sandbox.address()))
                .ratelimiter_disabled(true)
                .build();
            Self { sandbox, http }
        }

        async fn set_starts_left(&self, left: u32, reset_after_ms: u64) {
            let starts = json!({"total": 10, "left": left, "reset_after_ms": reset_after_ms});
            let url = format!("http://{}/sandbox/gateway", self.sandbox.address());
            let request = reqwest::Client::new()
                .patch(url)
                .json::<Value>(&json!({"starts": starts}));
            request.send().await.unwrap().error_for_status().unwrap();
        }
    }

    #[tokio::test]
    async fn a_permit_names_the_gateway_address() {
        let fixture = Fixture::start().await;
        let permit = acquire_start_permit(&fixture.http, Cluster::WHOLE, ShardCount::ADVISED)
            .await
            .unwrap();
        assert_eq!(permit.shards, 1);
        assert!(permit.url.starts_with("ws://127.0.0.1:"));
    }

    #[tokio::test]
    async fn a_bot_that_starts_during_an_outage_retries() {
        let fixture = Fixture::start().await;
        let url = format!("http://{}/sandbox/faults", fixture.sandbox.address());
        let fault = json!({
            "call": "GET /gateway/bot",
            "effect": {"kind": "fail", "status": 503},
            "times": 2,
        });
        let request = reqwest::Client::new().post(&url);
        let response = request.json::<Value>(&fault).send().await.unwrap();
        response.error_for_status().unwrap();
        let permit = acquire_start_permit(&fixture.http, Cluster::WHOLE, ShardCount::ADVISED)
            .await
            .unwrap();
        assert_eq!(permit.shards, 1);
        let faults: Value = reqwest::get(&url).await.unwrap().json().await.unwrap();
        assert_eq!(faults["faults"][0]["struck"], 2, "{faults}");
    }

    #[tokio::test]
    async fn a_rejected_token_is_reported_at_once() {
        let fixture = Fixture::start().await;
        let http = HttpBuilder::new("another-token")
            .proxy(format!("http://{}", fixture.sandbox.address()))
            .ratelimiter_disabled(true)
            .build();
        let refused = acquire_start_permit(&http, Cluster::WHOLE, ShardCount::ADVISED)
            .await
            .unwrap_err();
        assert!(is_auth_error(&refused), "{refused}");
    }

    #[tokio::test]
    async fn too_few_starts_left_means_waiting_for_the_reset() {
        let fixture = Fixture::start().await;
        fixture.set_starts_left(2, 3_600_000).await;
        let mut waiting = Box::pin(acquire_start_permit(
            &fixture.http,
            Cluster::WHOLE,
            ShardCount::ADVISED,
        ));
        tokio::select! {
            biased;
            _ = &mut waiting => panic!("two of ten are the reserve"),
            () = wait_for_request(&fixture) => {}
        }
        drop(waiting);
        fixture.set_starts_left(2, 100).await;
        let permit = timeout(
            TEST_TIMEOUT,
            acquire_start_permit(&fixture.http, Cluster::WHOLE, ShardCount::ADVISED),
        )
        .await;
        assert_eq!(permit.unwrap().unwrap().shards, 1);
    }

    async fn wait_for_request(fixture: &Fixture) {
        let url = format!("http://{}/sandbox/problems", fixture.sandbox.address());
        let polling = async {
            loop {
                let problems: Value = reqwest::get(&url).await.unwrap().json().await.unwrap();
                if problems["counts"]["requests"] != 0 {
                    return;
                }
            }
        };
        timeout(TEST_TIMEOUT, polling).await.unwrap();
    }

    #[tokio::test]
    async fn a_running_bot_notices_that_the_starts_are_exhausted() {
        let fixture = Fixture::start().await;
        fixture.set_starts_left(3, 3_600_000).await;
        let poll_interval = Duration::from_millis(10);
        let mut exhausted = Box::pin(wait_until_exhausted(&fixture.http, poll_interval));
        tokio::select! {
            biased;
            () = &mut exhausted => panic!("one more session may be started"),
            () = wait_for_request(&fixture) => {}
        }
        fixture.set_starts_left(2, 3_600_000).await;
        timeout(TEST_TIMEOUT, exhausted).await.unwrap();
    }
}
