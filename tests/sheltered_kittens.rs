//! Over the wire, a draw that the Streaking Kitten shelters looks harmless to everyone except its owner.

use std::collections::BTreeSet;

use kit::virtual_user::component::{components, enabled_button, is_private};
use kit::virtual_user::control_client::User;
use kit::virtual_user::view::{View, text_of};
use serde_json::json;
use table::intent::Intent;

use crate::harness::{Harness, QUICK};
use crate::player::{is_mentioned, open_hand, press_button, start_new_game};

/// A seed with which a player draws a kitten while holding the Streaking Kitten.
const SEED: u64 = 1;

/// A text that only the owner of a sheltered kitten sees.
const TOLD: &str = "and nobody noticed";

#[tokio::test(flavor = "multi_thread")]
async fn a_sheltered_draw_looks_harmless_to_everyone_else() {
    let harness = Harness::start_seeded(QUICK, SEED).await;
    let options = json!({"edition": "streaking", "pace": "fast"});
    let (channel, users) = start_new_game(&harness, 3, options).await;
    for user in &users {
        open_hand(&harness, user, &channel).await;
    }
    let mut harmless = BTreeSet::new();
    loop {
        let view = harness.view(&users[0], &channel).await;
        assert!(!view.is_over(), "nobody drew a sheltered kitten");
        let Some(user) = users.iter().find(|user| is_mentioned(user, &view)) else {
            harness.wait_after(view.revision).await;
            continue;
        };
        let answer = press_button(&harness, user, &channel, Intent::Draw).await;
        let offered = components(answer.message());
        if let Some(anywhere) = enabled_button(&offered, Intent::PlaceAnywhere) {
            harness.click(user, &channel, anywhere, &[]).await;
            continue;
        }
        let seen = as_seen(&harness, &users, user, &channel, &view).await;
        let told = harness.view(user, &channel).await.text().contains(TOLD);
        if !told {
            harmless.extend(seen);
        } else {
            let harmless = &harmless;
            assert!(
                seen.iter().all(|line| harmless.contains(line)),
                "{seen:?} {harmless:?}"
            );
            break;
        }
    }
    harness.finish().await;
}

/// Returns the lines of the table's message, without names and numbers, once it shows a draw. Checks that the
/// other players' private messages do not mention a hidden kitten.
async fn as_seen(
    harness: &Harness,
    users: &[User],
    drawer: &User,
    channel: &str,
    before: &View,
) -> Vec<String> {
    let revision = |view: &View| view.table_stamp().map(|stamp| stamp.revision);
    let mut lines = Vec::new();
    for other in users.iter().filter(|user| user.id != drawer.id) {
        let shown = async || {
            let view = harness.view(other, channel).await;
            (revision(&view) > revision(before)).then_some(view)
        };
        let view = harness.wait_for("the table shows the draw", shown).await;
        let (private, public): (Vec<_>, Vec<_>) =
            view.messages.iter().partition(|one| is_private(one));
        assert!(private.iter().all(|panel| !text_of(panel).contains(TOLD)));
        let table = public
            .last()
            .map_or_else(String::new, |message| text_of(message));
        lines.extend(table.lines().map(|line| without_names(line, users)));
    }
    lines
}

fn without_names(line: &str, users: &[User]) -> String {
    let mut line = line.to_owned();
    for user in users {
        line = line
            .replace(&user.name, "somebody")
            .replace(&user.id, "somebody");
    }
    line.replace(|letter: char| letter.is_ascii_digit(), "")
}
