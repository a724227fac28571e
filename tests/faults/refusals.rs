//! Refusals with many of Discord's error codes, on the routes for answers, panels and table messages.

use futures::future::join_all;
use sandbox::SandboxConfig;
use serde_json::json;

use super::{Game, id_of};
use crate::harness::{Harness, QUICK, succeed};

/// The codes of the refusals: Discord's error codes, and [`OTHER`].
const CODES: [u64; 14] = [
    10_003, 10_008, 10_062, 30_046, 40_060, 50_001, 50_007, 50_013, 50_027, 50_035, 50_083,
    160_005, 200_000, OTHER,
];
/// Stands for a failure without a code: status 503, twice.
const OTHER: u64 = 0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Route {
    Callback,
    Panel,
    Edit,
    Post,
    Delete,
}

impl Route {
    fn call(self) -> &'static str {
        match self {
            Self::Callback => "POST /interactions/*/*/callback",
            Self::Panel => "PATCH /webhooks/*/*/messages/@original",
            Self::Edit => "PATCH /channels/*/messages/*",
            Self::Post => "POST /channels/*/messages",
            Self::Delete => "DELETE /channels/*/messages/*",
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_answer_or_panel_stops_no_game() {
    refuse_on(&[Route::Callback, Route::Panel]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_refused_edit_the_game_goes_on_unless_its_channel_is_gone() {
    refuse_on(&[Route::Edit]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_refused_post_or_removal_the_game_goes_on_unless_its_channel_is_gone() {
    refuse_on(&[Route::Post, Route::Delete]).await;
}

/// Calls [`refuse_once`] for each code on each of these routes, all concurrently.
async fn refuse_on(routes: &[Route]) {
    let config = SandboxConfig {
        has_rate_limits: false,
        ..SandboxConfig::default()
    };
    let settings = format!("limits.games_per_server = 100\nlimits.games_per_person = 100\n{QUICK}");
    let harness = Harness::start_on(config, &settings, async |_| ()).await;
    let cases = routes
        .iter()
        .flat_map(|route| CODES.iter().map(move |code| (*route, *code)));
    join_all(cases.map(|(route, code)| refuse_once(&harness, route, code))).await;
    // 10008 (unknown message): the test deleted it, or the bot did not learn the id of a newer message. 10015 (unknown
    // webhook): the bot fetches the message of an answer that was refused.
    harness.finish_refused_with(&[10_008, 10_015]).await;
}

/// Plays rounds of a game in which a call on this route is refused with this code, or fails twice for [`OTHER`].
async fn refuse_once(harness: &Harness, route: Route, code: u64) {
    let name = format!("{route:?}-{code}").to_lowercase();
    let mut game = Game::start(harness, &name).await;
    game.ask_for_hand().await;
    let (effect, times) = match code {
        OTHER => (json!({"kind": "fail", "status": 503}), 2),
        code => (json!({"kind": "refuse", "code": code, "status": 403}), 1),
    };
    let fault = json!({
        "call": route.call(), "channel": game.channel, "effect": effect, "times": times});
    let before = id_of(&game.newest_table().await);
    harness.add_fault(fault).await;
    match route {
        Route::Post => {
            let deleted = harness.client.delete_message(&game.channel, &before);
            succeed(deleted.await);
        }
        Route::Delete => {
            let posted = harness
                .send_command(&game.users[0], &game.channel, "table", json!({}))
                .await;
            assert!(posted.is_answered(), "{posted:?}");
        }
        Route::Callback | Route::Panel | Route::Edit => {}
    }
    game.play_until_struck().await;
    if code == 10_003 && matches!(route, Route::Edit | Route::Post) {
        return game.wait_until_closed().await;
    }
    game.ask_for_hand().await;
    if code != OTHER && route == Route::Edit {
        game.ask_until_posted_again(&before).await;
    }
    game.play_rounds(2).await;
}
