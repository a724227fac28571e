//! Lets a person ask the coach about a finished game, the way a user would: `/kittens games`, a game, *How did I play?*

use std::time::Duration;

use kit::virtual_user::component::{components, components_of};
use sandbox::{Click, Id, LocalAnswer, LocalClient, SlashCommand};
use serde_json::Value;
use table::pages::PageIntent;
use tokio::time::{Instant, sleep, timeout};

/// The pause between checks of the page while the coach works.
const PAUSE: Duration = Duration::from_millis(100);
const TIMEOUT: Duration = Duration::from_secs(30);

/// Returns how long the coach took for the latest finished game; `None` if there is no such game, or if a step fails.
pub(super) async fn ask_coach(client: &LocalClient, channel: Id, person: Id) -> Option<Duration> {
    let mut command = SlashCommand::new(person, "kittens");
    command.path = vec!["games".to_owned()];
    let listed = client.run_command(channel, &command).await.ok()??.message?;
    let press = async |page: &Value, wanted: fn(&PageIntent) -> bool| -> Option<LocalAnswer> {
        let shown = components(page);
        let mut buttons = shown.iter();
        let button = buttons.find(|one| one.page_intent().is_some_and(|intent| wanted(&intent)))?;
        let click = Click::new(person, button.message.parse().ok()?, &button.custom_id);
        client.click(channel, &click).await.ok()?
    };
    let opened = press(&listed, |intent| matches!(intent, PageIntent::Story { .. })).await?;
    let page = opened.message?;
    let asked = Instant::now();
    press(&page, |intent| matches!(intent, PageIntent::Coach { .. })).await?;
    let id: Id = page["id"].as_str()?.parse().ok()?;
    let is_reviewed = || {
        client.with_world(|world, _| {
            let message = world.find_message(channel, id)?;
            let shown = components_of(&id.to_string(), message.flags(), message.components());
            let mut intents = shown.iter().filter_map(|one| one.page_intent());
            intents.find(|intent| matches!(intent, PageIntent::CoachPicture { .. }))
        })
    };
    let reviewing = async {
        while is_reviewed().is_none() {
            sleep(PAUSE).await;
        }
    };
    timeout(TIMEOUT, reviewing).await.ok()?;
    Some(asked.elapsed())
}
