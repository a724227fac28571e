//! Reads interactions that serenity could not deserialize: just enough to answer them.

use discord::Callback;
use serde_json::Value;
use serenity::model::id::{ApplicationId, InteractionId};
use table::ids::UserId;
use table::input::Clicker;
use table::text::Locale;
use tokio::time::Instant;

use super::request::{IncomingInteraction, InteractionRequest};

/// Reads only what an answer needs. Returns `None` if the interaction id, the application id or the token is missing.
pub fn read_undeserialized(value: &Value, received: Instant) -> Option<IncomingInteraction> {
    // In a server, Discord puts the user inside the member.
    let id = id_field(&value["member"]["user"]).or_else(|| id_field(&value["user"]));
    let user = UserId(id.unwrap_or_default());
    let callback = Callback {
        interaction: InteractionId::new(id_field(value)?),
        application: ApplicationId::new(number_field(value, "application_id")?),
        token: value["token"].as_str()?.to_owned(),
        received,
        user,
        clicked: None,
    };
    let locale = Locale::nearest(value["locale"].as_str().unwrap_or_default());
    let person = Clicker::new(user, user.to_string(), locale);
    Some(IncomingInteraction {
        callback,
        person,
        avatar: None,
        context: None,
        elsewhere: None,
        request: InteractionRequest::UnknownControl,
    })
}

fn id_field(value: &Value) -> Option<u64> {
    number_field(value, "id")
}

/// Returns a field that holds an id; `None` if it is missing or invalid. Discord sends ids as strings, and no id is 0.
fn number_field(value: &Value, field: &str) -> Option<u64> {
    let id = value[field].as_str()?.parse::<u64>().ok();
    id.filter(|&id| id != 0)
}
