//! Builds Discord's message objects, for events and for responses to requests.

use serde_json::{Value, json};

use super::World;
use super::attachment::Attachment;
use super::messages::{Message, Stranger};
use crate::format::iso_8601;

impl World {
    pub(crate) fn message_json(&self, message: &Message) -> Value {
        let attachments: Value = message
            .attachments
            .iter()
            .map(Attachment::to_json)
            .collect();
        let mentions: Value = message
            .mentions
            .users
            .iter()
            .map(|id| self.user_json(*id))
            .collect();
        let mut json = json!({
            "id": message.id,
            "channel_id": message.channel,
            "type": message.kind,
            "author": self.user_json(message.author),
            "content": message.content,
            "attachments": attachments,
            "flags": message.flags,
            "mentions": mentions,
            "mention_roles": [],
            "mention_everyone": message.mentions.everyone,
            "timestamp": iso_8601(message.created_ms),
            "edited_timestamp": message.edited_ms.map(iso_8601),
            "embeds": [],
            "pinned": false,
            "tts": false,
        });
        // `json!` would serialize the components again, which is slower than copying them.
        json["components"] = Value::Array(message.components.clone());
        if let Some(nonce) = &message.nonce {
            json["nonce"] = nonce.clone();
        }
        if let Some(interaction) = &message.interaction {
            json["application_id"] = json!(self.bot.id);
            json["webhook_id"] = json!(self.bot.id);
            json["interaction_metadata"] = interaction.clone();
        }
        if let Some(stranger) = message.stranger {
            json["author"] = json!({
                "id": message.author, "username": "stranger", "discriminator": "0001",
                "avatar": null, "bot": true,
            });
            if stranger == Stranger::Webhook {
                json["webhook_id"] = json!(message.author);
            }
        }
        if let Some(reply_to) = message.reply_to {
            json["message_reference"] = json!({
                "type": 0,
                "message_id": reply_to,
                "channel_id": message.channel,
                "guild_id": self.guild_of(message.channel),
            });
        }
        json
    }
}
