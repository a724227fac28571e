//! How many sessions Discord lets the bot begin. Whoever begins more in a day than Discord allows
//! loses his token, so a fifth of them is left untouched. serenity neither asks nor counts.

use std::time::Duration;

use serenity::http::Http;
use serenity::model::gateway::BotGateway;
use tokio::time::sleep;
use tracing::{error, warn};

/// One part in so many is kept.
const KEPT: u64 = 5;
/// How often it is asked while the bot runs: connections that fail over and over begin some sixty
/// sessions in this time, fewer than are kept.
pub(crate) const BETWEEN_LOOKS: Duration = Duration::from_secs(300);

/// How long it is waited after a first question without an answer, and at most after a later one.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LAST_PAUSE: Duration = Duration::from_secs(16);

/// Where the gateway is, and with how many shards it is to be heard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Admission {
    pub(crate) url: String,
    pub(crate) shards: u32,
}

/// Waits until enough sessions may begin.
///
/// # Errors
/// If the server does not know the bot, or could not be asked for half a minute.
pub(crate) async fn admission(http: &Http) -> Result<Admission, serenity::Error> {
    loop {
        let Some(gateway) = patiently(|| look(http)).await? else {
            let url = patiently(|| http.get_gateway()).await?.url;
            return Ok(Admission { url, shards: 1 });
        };
        if spare(&gateway) >= u64::from(gateway.shards) {
            let (url, shards) = (gateway.url, gateway.shards);
            return Ok(Admission { url, shards });
        }
        let wait = Duration::from_millis(gateway.session_start_limit.reset_after);
        error!(
            wait_s = wait.as_secs(),
            "too many sessions began today; the bot waits until it may begin another"
        );
        sleep(wait).await;
    }
}

/// Asks until there is an answer: a bot that starts while Discord is in trouble starts a little
/// later.
async fn patiently<T, F>(mut ask: impl FnMut() -> F) -> Result<T, serenity::Error>
where
    F: Future<Output = Result<T, serenity::Error>>,
{
    let mut pause = FIRST_PAUSE;
    loop {
        match ask().await {
            Err(error) if pause <= LAST_PAUSE && !is_refusal(&error) => {
                // What serenity says of it can hold an address.
                let pause_ms = pause.as_millis();
                warn!(pause_ms, "Discord does not tell where its gateway is");
                sleep(pause).await;
                pause *= 2;
            }
            answered => return answered,
        }
    }
}

/// Whether the server knows who asks and does not want him.
fn is_refusal(error: &serenity::Error) -> bool {
    let serenity::Error::Http(error) = error else {
        return false;
    };
    let status = error.status_code();
    status.is_some_and(|status| status == 401 || status == 403)
}

/// Looks again and again, and comes back when no more sessions may begin.
pub(crate) async fn exhausted(http: &Http, between_looks: Duration) {
    loop {
        sleep(between_looks).await;
        match look(http).await {
            Ok(Some(gateway)) if spare(&gateway) == 0 => return,
            Ok(_) => {}
            // What serenity says of it can hold an address.
            Err(_) => warn!("it is not known how many sessions may still begin"),
        }
    }
}

/// What the server advises; nothing where it gives no advice to bots.
async fn look(http: &Http) -> Result<Option<BotGateway>, serenity::Error> {
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

/// How many sessions may begin without touching what is kept.
fn spare(gateway: &BotGateway) -> u64 {
    let limit = &gateway.session_start_limit;
    limit.remaining.saturating_sub(limit.total / KEPT)
}

#[cfg(test)]
mod tests {
    use sandbox::{Sandbox, SandboxConfig};
    use serde_json::{Value, json};
    use serenity::http::HttpBuilder;
    use tokio::time::timeout;

    use super::*;

    /// Far beyond what anything takes, so that a slow machine fails no test.
    const PATIENCE: Duration = Duration::from_secs(60);

    struct Scene {
        sandbox: Sandbox,
        http: Http,
    }

    impl Scene {
        async fn start() -> Self {
            let sandbox = Sandbox::start(SandboxConfig::default()).await.unwrap();
            let http = HttpBuilder::new("sandbox-token")
                .proxy(format!("http://{}", sandbox.address()))
                .ratelimiter_disabled(true)
                .build();
            Self { sandbox, http }
        }

        async fn leave(&self, left: u32, reset_after_ms: u64) {
            let starts = json!({"total": 10, "left": left, "reset_after_ms": reset_after_ms});
            let url = format!("http://{}/sandbox/gateway", self.sandbox.address());
            let call = reqwest::Client::new().patch(url);
            let call = call.json::<Value>(&json!({"starts": starts}));
            call.send().await.unwrap().error_for_status().unwrap();
        }
    }

    #[tokio::test]
    async fn who_may_begin_a_session_is_told_where() {
        let scene = Scene::start().await;
        let admission = admission(&scene.http).await.unwrap();
        assert_eq!(admission.shards, 1);
        assert!(admission.url.starts_with("ws://127.0.0.1:"));
    }

    #[tokio::test]
    async fn who_starts_while_discord_is_in_trouble_asks_again() {
        let scene = Scene::start().await;
        let url = format!("http://{}/sandbox/faults", scene.sandbox.address());
        let trouble = json!({
            "call": "GET /gateway/bot",
            "effect": {"kind": "fail", "status": 503},
            "times": 2,
        });
        let call = reqwest::Client::new().post(&url);
        let call = call.json::<Value>(&trouble).send().await.unwrap();
        call.error_for_status().unwrap();
        assert_eq!(admission(&scene.http).await.unwrap().shards, 1);
        let faults: Value = reqwest::get(&url).await.unwrap().json().await.unwrap();
        assert_eq!(faults["faults"][0]["struck"], 2, "{faults}");
    }

    #[tokio::test]
    async fn who_is_not_known_is_told_so_at_once() {
        let scene = Scene::start().await;
        let http = HttpBuilder::new("another-token")
            .proxy(format!("http://{}", scene.sandbox.address()))
            .ratelimiter_disabled(true)
            .build();
        let refused = admission(&http).await.unwrap_err();
        assert!(is_refusal(&refused), "{refused}");
    }

    #[tokio::test]
    async fn who_has_begun_too_many_waits_until_they_are_counted_anew() {
        let scene = Scene::start().await;
        scene.leave(2, 3_600_000).await;
        let mut waiting = Box::pin(admission(&scene.http));
        tokio::select! {
            biased;
            _ = &mut waiting => panic!("two of ten are kept"),
            () = asked(&scene) => {}
        }
        drop(waiting);
        scene.leave(2, 100).await;
        let admitted = timeout(PATIENCE, admission(&scene.http)).await;
        assert_eq!(admitted.unwrap().unwrap().shards, 1);
    }

    /// Comes back once the sandbox has been asked.
    async fn asked(scene: &Scene) {
        let url = format!("http://{}/sandbox/problems", scene.sandbox.address());
        let asked = async {
            loop {
                let problems = reqwest::get(&url).await.unwrap();
                let problems: Value = problems.json().await.unwrap();
                if problems["counts"]["requests"] != 0 {
                    return;
                }
            }
        };
        timeout(PATIENCE, asked).await.unwrap();
    }

    #[tokio::test]
    async fn a_bot_that_runs_learns_that_no_more_sessions_may_begin() {
        let scene = Scene::start().await;
        scene.leave(3, 3_600_000).await;
        let often = Duration::from_millis(10);
        let mut looking = Box::pin(exhausted(&scene.http, often));
        tokio::select! {
            biased;
            () = &mut looking => panic!("one more may begin"),
            () = asked(&scene) => {}
        }
        scene.leave(2, 3_600_000).await;
        timeout(PATIENCE, looking).await.unwrap();
    }
}
