//! Every code that Discord refuses with, on every route that the bot uses.

use futures::future::join_all;
use reqwest::Method;
use sandbox::SandboxConfig;
use serde_json::json;

use super::{Game, id_of};
use crate::harness::World;
use crate::whole_games::QUICK;

const CODES: [u64; 15] = [
    10_003, 10_008, 10_015, 10_062, 30_046, 40_060, 50_001, 50_007, 50_013, 50_027, 50_035, 50_083,
    50_278, 160_005, OTHER,
];
/// No code at all: a server in trouble, twice.
const OTHER: u64 = 0;

/// A route of the bot's.
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
async fn no_refusal_of_an_answer_or_a_panel_stops_a_game() {
    refuse_on(&[Route::Callback, Route::Panel]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_edit_is_made_up_for_or_closes_the_table_with_its_channel() {
    refuse_on(&[Route::Edit]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_post_or_removal_is_made_up_for_or_closes_the_table_with_its_channel() {
    refuse_on(&[Route::Post, Route::Delete]).await;
}

async fn refuse_on(routes: &[Route]) {
    let config = SandboxConfig {
        rate_limits: None,
        ..SandboxConfig::default()
    };
    let settings = format!("limits.games_per_server = 100\n{QUICK}");
    let world = World::start_on(config, &[], &settings).await;
    let cases = routes
        .iter()
        .flat_map(|route| CODES.iter().map(move |code| (*route, *code)));
    join_all(cases.map(|(route, code)| refuse_once(&world, route, code))).await;
    // A message that the test has deleted, and one whose new life the bot was not told of; an
    // answer that was never given, when the bot asks what became of it.
    world.assert_no_mistakes(&[10_008, 10_015]).await;
    world.stop().await;
}

async fn refuse_once(world: &World, route: Route, code: u64) {
    let name = format!("{route:?}-{code}").to_lowercase();
    let mut game = Game::start(world, &name).await;
    game.ask_for_hand().await;
    let (effect, times) = match code {
        OTHER => (json!({"kind": "fail", "status": 503}), 2),
        code => (json!({"kind": "refuse", "code": code}), 1),
    };
    let fault = json!({
        "call": route.call(), "channel": game.channel, "effect": effect, "times": times});
    let before = id_of(&game.newest_table().await);
    world.inject(fault).await;
    match route {
        Route::Post => {
            let path = format!("/channels/{}/messages/{before}", game.channel);
            world.control(Method::DELETE, &path, json!(null)).await;
        }
        Route::Delete => {
            let posted = world
                .command(&game.users[0], &game.channel, "table", json!({}))
                .await;
            assert!(posted.answered(), "{posted:?}");
        }
        Route::Callback | Route::Panel | Route::Edit => {}
    }
    game.play_until_struck().await;
    if code == 10_003 && matches!(route, Route::Edit | Route::Post) {
        return game.wait_until_closed().await;
    }
    game.ask_for_hand().await;
    let comes_anew = matches!(code, 10_008 | 30_046 | 50_001 | 50_013 | 50_083 | 160_005);
    if comes_anew && route == Route::Edit {
        game.wait_for_table("the table comes anew", |table| id_of(table) != before)
            .await;
    }
    game.play_rounds(2).await;
}
