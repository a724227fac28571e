//! The settings of a server, over the wire: in the panel, at new tables, and after a restart.

use serde_json::{Value, json};
use table::intent::{Intent, Menu, OptionKind};
use table::server_settings::ServerChange;
use tempfile::TempDir;
use virtual_user::component::{Component, components, is_private};
use virtual_user::control_client::User;
use virtual_user::view::text_of;

use crate::harness::{Harness, succeed};
use crate::whole_games::QUICK;

/// Discord's bits of a member who sees a channel, uses commands and may manage the server.
const MANAGER: u64 = (1 << 5) | (1 << 10) | (1 << 31);

/// Returns the component of a message that stands for this.
fn find(message: &Value, is_wanted: impl Fn(&Component) -> bool) -> Component {
    let found = components(message).into_iter().find(is_wanted);
    found.expect("the panel has it")
}

fn edition_menu(panel: &Value) -> Component {
    let wanted = Some(Menu::ServerOption(OptionKind::Edition));
    find(panel, |component| component.menu() == wanted)
}

/// Returns the button by which only the channel of the panel has tables.
fn channel_button(panel: &Value) -> Component {
    find(panel, |component| {
        let intent = component.intent();
        matches!(
            intent,
            Some(Intent::ChangeServer(ServerChange::AllowChannel(_)))
        )
    })
}

/// Sends a command without options and returns the message that answers it.
async fn ask(harness: &Harness, user: &User, channel: &str, command: &str) -> Value {
    let answer = harness.send_command(user, channel, command, json!({}));
    let answer = answer.await;
    assert!(answer.is_answered(), "{answer:?}");
    answer.message().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_manager_decides_for_the_server_and_nobody_else_does() {
    let folder = TempDir::new().expect("a folder for a database");
    let file = folder.path().join("kittens.db");
    let settings = format!("{QUICK}\nstorage.url = \"sqlite:{}\"", file.display());
    let harness = Harness::start(&settings).await;
    let [here, elsewhere] = [
        harness.create_channel("here").await,
        harness.create_channel("elsewhere").await,
    ];
    let manager = harness.create_user("manager", "en-US").await;
    let member = harness.create_user("member", "de").await;
    let granted = harness
        .client
        .set_member_permissions(&here, &manager, MANAGER);
    succeed(granted.await);

    let panel = ask(&harness, &manager, &here, "settings").await;
    assert!(is_private(&panel), "only the manager sees it: {panel}");
    let travel = ["travel".to_owned()];
    let changed = harness
        .click(&manager, &here, &edition_menu(&panel), &travel)
        .await;
    let button = channel_button(changed.message());
    harness.click(&manager, &here, &button, &[]).await;
    for (component, values) in [
        (edition_menu(&panel), &["original".to_owned()][..]),
        (button, &[]),
    ] {
        let forged = harness
            .force_click(&member, &here, &component, values)
            .await;
        assert!(forged.text().contains("verwalten"), "{forged:?}");
    }
    let refused = ask(&harness, &member, &here, "settings").await;
    assert!(text_of(&refused).contains("verwalten"), "{refused}");

    harness.restart_bot(async {}).await;
    let refused = ask(&harness, &member, &elsewhere, "new").await;
    assert!(is_private(&refused) && text_of(&refused).contains(&format!("<#{here}>")));
    let lobby = ask(&harness, &member, &here, "new").await;
    assert!(
        !is_private(&lobby) && text_of(&lobby).contains("Travel"),
        "{lobby}"
    );
    harness.assert_no_problems().await;
    harness.stop().await;
}
