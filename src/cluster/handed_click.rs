//! A click as one process hands it to another. Discord sends a click in direct messages only to the process
//! with the first shard; its table may be in another one. The process that
//! takes it serves it as if Discord had sent it there, and answers by REST. [`super::forwarding`] decides
//! which one that is.

use std::time::Duration;

use hyper::body::Bytes;
use serde::Deserialize;
use serde_json::{Value, json};
use serenity::model::application::Interaction;
use tokio::time::Instant;

use crate::discord::from_discord::Receipt;
use crate::table_message::TableRequest;

/// An interaction as Discord sent it, with its token: it is never logged.
pub(crate) struct HandedClick {
    interaction: Bytes,
    received: Instant,
}

#[derive(Deserialize)]
struct StoredClick {
    age_ms: u64,
    interaction: Interaction,
}

impl HandedClick {
    /// Returns a click to hand over; none if other processes have received it too, or if it was handed to
    /// this one.
    pub(crate) fn of(request: &TableRequest) -> Option<Self> {
        match &request.receipt {
            Receipt::Alone(interaction) if !request.answered => Some(Self {
                interaction: interaction.clone(),
                received: request.callback.received,
            }),
            Receipt::Alone(_) | Receipt::Shared | Receipt::Handed => None,
        }
    }

    /// Returns the stored form: the interaction and its age. The clocks of two processes may differ.
    pub(crate) fn to_text(&self) -> String {
        let age = self.received.elapsed().as_millis();
        let interaction = String::from_utf8_lossy(&self.interaction);
        format!("{{\"age_ms\":{age},\"interaction\":{interaction}}}")
    }

    /// Reads a stored click: the interaction, and when the first process received it. Returns none for one of
    /// another release.
    pub(crate) fn parse(text: &str) -> Option<(Interaction, Instant)> {
        let StoredClick {
            age_ms,
            interaction,
        } = serde_json::from_str(text).ok()?;
        let received = Instant::now().checked_sub(Duration::from_millis(age_ms))?;
        Some((interaction, received))
    }
}

pub(crate) fn as_sent(interaction: &Interaction) -> Option<Bytes> {
    let mut sent = serde_json::to_value(interaction).ok()?;
    // Serenity leaves the type out.
    sent["type"] = json!(u8::from(interaction.kind()));
    // Serenity reads "0", the owner of an installation in direct messages, and writes null.
    if let Some(owners) = sent.get_mut("authorizing_integration_owners")
        && let Some(owners) = owners.as_object_mut()
    {
        let missing = owners.values_mut().filter(|owner| owner.is_null());
        missing.for_each(|owner| *owner = json!("0"));
    }
    // A button has no values.
    if let Some(data) = sent["data"].as_object_mut() {
        data.retain(|_, value| *value != Value::Null);
    }
    serde_json::to_vec(&sent).ok().map(Bytes::from)
}

#[cfg(test)]
mod tests {
    use serenity::model::id::InteractionId;
    use table::intent::Intent;

    use super::*;
    use crate::fakes::command;

    /// A click on a button in direct messages, as Discord sends it.
    fn sent() -> Value {
        let user =
            json!({ "id": "9", "username": "ada", "discriminator": "0", "global_name": "Ada" });
        let bot = json!({ "id": "3", "username": "bot", "discriminator": "0", "bot": true });
        json!({
            "id": "77", "application_id": "3", "type": 3, "version": 1, "token": "a-token",
            "channel_id": "5", "channel": { "id": "5", "type": 1 }, "context": 1, "user": user,
            "data": { "component_type": 2, "custom_id": "a-control" },
            "message": {
                "id": "6", "channel_id": "5", "author": bot, "content": "", "components": [],
                "timestamp": "2026-01-01T00:00:00Z", "edited_timestamp": null, "tts": false,
                "mention_everyone": false, "mentions": [], "mention_roles": [], "attachments": [],
                "embeds": [], "pinned": false, "type": 0
            },
            "locale": "de", "entitlements": [], "authorizing_integration_owners": { "0": "0" },
            "attachment_size_limit": 1
        })
    }

    fn handed(receipt: Receipt) -> Option<HandedClick> {
        let mut request = command(2, 9, Intent::Draw);
        request.receipt = receipt;
        HandedClick::of(&request)
    }

    #[tokio::test(start_paused = true)]
    async fn a_click_is_the_same_click_in_another_process_and_as_old() {
        let interaction: Interaction = serde_json::from_value(sent()).expect("an interaction");
        let as_sent = as_sent(&interaction).expect("it is JSON");
        for body in [Bytes::from(sent().to_string()), as_sent] {
            let click = handed(Receipt::Alone(body)).expect("nobody else has it");
            let received = Instant::now();
            tokio::time::advance(Duration::from_millis(40)).await;
            let (read, since) = HandedClick::parse(&click.to_text()).expect("a click");
            assert_eq!(since, received);
            let Interaction::Component(component) = read else {
                panic!("it is a click");
            };
            assert_eq!(component.id, InteractionId::new(77));
            assert_eq!(component.token, "a-token");
            assert_eq!(component.user.id.get(), 9);
            assert_eq!(component.data.custom_id, "a-control");
            assert_eq!(component.locale, "de");
        }
    }

    #[test]
    fn a_click_that_others_have_or_that_was_handed_before_is_not_handed_over() {
        for receipt in [Receipt::Shared, Receipt::Handed] {
            assert!(handed(receipt).is_none());
        }
    }

    #[test]
    fn a_damaged_click_is_none() {
        for text in ["", "{}", r#"{"age_ms":1,"interaction":{}}"#] {
            assert!(HandedClick::parse(text).is_none(), "{text}");
        }
    }
}
