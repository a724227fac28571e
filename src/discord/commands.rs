//! The slash commands as Discord is to know them, in every language, and their registration when
//! what Discord knows differs.

use players::Strength;
use rules::{EditionId, Seat};
use serde_json::{Map, Value, json};
use serenity::model::id::ApplicationId;
use table::pace::Pace;
use table::preferences::LanguagePreference;
use table::text::{Command, CommandText, Language, Locale, Parameter};
use tokio::time::{Duration, Instant, sleep};
use tracing::{error, info, warn};

use crate::outbox::{Call, RequestError, RestClient};

const SUBCOMMAND: u8 = 1;
const STRING: u8 = 3;
const INTEGER: u8 = 4;
const BOOLEAN: u8 = 5;
/// Commands only work in servers.
const IN_SERVERS: u8 = 0;
/// Servers install the bot; people do not.
const BY_SERVERS: u8 = 0;
/// Discord's other English, which is no folder of its own.
const BRITISH: &str = "en-GB";
const PATIENCE: Duration = Duration::from_secs(120);
/// What to wait before the commands are registered once more.
const BETWEEN_ATTEMPTS: Duration = Duration::from_secs(5);

/// Tells Discord of the commands, unless it knows them as they are. While Discord does not answer
/// it tries again.
pub async fn register(rest: &RestClient, application: ApplicationId) {
    loop {
        match registered(rest, application).await {
            Ok(true) => return info!("the commands are registered anew"),
            Ok(false) => return info!("the commands are registered as they are"),
            Err(failure @ (RequestError::OutcomeUnknown | RequestError::DeadlineExceeded)) => {
                warn!(%failure, "the commands are not registered yet");
            }
            Err(failure) => return error!(%failure, "the commands could not be registered"),
        }
        sleep(BETWEEN_ATTEMPTS).await;
    }
}

async fn registered(rest: &RestClient, application: ApplicationId) -> Result<bool, RequestError> {
    let until = Instant::now() + PATIENCE;
    let wanted = commands();
    let known = rest
        .send(&Call::ReadCommands { application }, None, until)
        .await?;
    if includes(&known, &wanted) {
        return Ok(false);
    }
    rest.send(&Call::WriteCommands { application }, Some(&wanted), until)
        .await
        .map(|_| true)
}

/// Whether what is known says everything that is wanted, and has neither more nor fewer commands,
/// options or choices. Discord adds fields of its own.
fn includes(known: &Value, wanted: &Value) -> bool {
    match (known, wanted) {
        (Value::Object(known), Value::Object(wanted)) => wanted
            .iter()
            .all(|(key, value)| known.get(key).is_some_and(|known| includes(known, value))),
        (Value::Array(known), Value::Array(wanted)) => {
            known.len() == wanted.len()
                && known
                    .iter()
                    .zip(wanted)
                    .all(|(known, wanted)| includes(known, wanted))
        }
        _ => known == wanted,
    }
}

/// All commands, as the body of a bulk overwrite.
pub fn commands() -> Value {
    let mut kittens = named(|locale| Command::Kittens.text(locale));
    kittens.insert("type".to_owned(), json!(1));
    kittens.insert("contexts".to_owned(), json!([IN_SERVERS]));
    kittens.insert("integration_types".to_owned(), json!([BY_SERVERS]));
    let subcommands = Command::ALL
        .into_iter()
        .filter(|&command| command != Command::Kittens);
    kittens.insert("options".to_owned(), subcommands.map(subcommand).collect());
    json!([kittens])
}

fn subcommand(command: Command) -> Value {
    let mut body = named(|locale| command.text(locale));
    body.insert("type".to_owned(), json!(SUBCOMMAND));
    let parameters: Vec<_> = command
        .parameters()
        .iter()
        .map(|&each| parameter(each))
        .collect();
    if !parameters.is_empty() {
        body.insert("options".to_owned(), json!(parameters));
    }
    Value::Object(body)
}

fn parameter(parameter: Parameter) -> Value {
    let mut body = named(|locale| parameter.text(locale));
    let (kind, choices) = match parameter {
        Parameter::NewEdition | Parameter::RulesEdition => (STRING, Some(editions())),
        Parameter::NewPace => (STRING, Some(paces())),
        Parameter::NewLanguage => (STRING, Some(languages())),
        Parameter::MeLanguage => (STRING, Some(readings())),
        Parameter::NewStrength => (STRING, Some(strengths())),
        Parameter::NewComputers => (INTEGER, None),
        Parameter::NewThread | Parameter::NewWatch => (BOOLEAN, None),
        Parameter::RulesCard => (STRING, None),
    };
    body.insert("type".to_owned(), json!(kind));
    if let Some(choices) = choices {
        body.insert("choices".to_owned(), choices);
    }
    if parameter == Parameter::NewComputers {
        body.insert("min_value".to_owned(), json!(0));
        body.insert("max_value".to_owned(), json!(Seat::COUNT));
    }
    if parameter == Parameter::RulesCard {
        body.insert("autocomplete".to_owned(), json!(true));
    }
    Value::Object(body)
}

fn editions() -> Value {
    let choice = |id: EditionId| choice(id.id(), |language| language.edition_name(id));
    EditionId::ALL.into_iter().map(choice).collect()
}

fn paces() -> Value {
    Pace::ALL
        .into_iter()
        .map(|pace| choice(pace.id(), |language| language.pace_name(pace)))
        .collect()
}

fn strengths() -> Value {
    Strength::ALL
        .into_iter()
        .map(|strength| choice(strength.id(), |language| language.strength_name(strength)))
        .collect()
}

/// Each by the name that it gives itself, whoever reads.
fn languages() -> Value {
    Locale::all()
        .map(|locale| json!({ "name": Language::of(locale).own_name(), "value": locale.id() }))
        .collect()
}

fn readings() -> Value {
    LanguagePreference::all()
        .map(|reading| choice(reading.id(), |language| language.preference_name(reading)))
        .collect()
}

fn choice(value: &str, name: impl Fn(&Language) -> String) -> Value {
    let name = |locale| name(Language::of(locale));
    json!({ "name": name(Locale::fallback()), "name_localizations": in_each(&name), "value": value })
}

/// Name and description in the default language and in each language by itself, the default among
/// them: Discord falls back to the default only where it knows none.
fn named(text: impl Fn(Locale) -> CommandText) -> Map<String, Value> {
    let CommandText { name, description } = text(Locale::fallback());
    let mut body = Map::new();
    body.insert("name".to_owned(), json!(name));
    body.insert("description".to_owned(), json!(description));
    body.insert(
        "name_localizations".to_owned(),
        in_each(&|locale| text(locale).name),
    );
    body.insert(
        "description_localizations".to_owned(),
        in_each(&|locale| text(locale).description),
    );
    body
}

/// A text by each of Discord's languages that there is one for. English is two languages to Discord.
fn in_each(text: &impl Fn(Locale) -> String) -> Value {
    let british = (BRITISH.to_owned(), json!(text(Locale::nearest(BRITISH))));
    Locale::all()
        .map(|locale| (locale.id().to_owned(), json!(text(locale))))
        .chain([british])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The other languages are read elsewhere, whole and in context.
    fn in_english_only(value: &mut Value) {
        match value {
            Value::Array(items) => items.iter_mut().for_each(in_english_only),
            Value::Object(fields) => {
                for (key, value) in fields {
                    match value.as_object_mut() {
                        Some(texts) if key.ends_with("_localizations") => {
                            texts.retain(|locale, _| locale.starts_with("en"));
                        }
                        _ => in_english_only(value),
                    }
                }
            }
            _ => {}
        }
    }

    #[test]
    fn the_commands_as_discord_gets_them() {
        let mut commands = commands();
        in_english_only(&mut commands);
        insta::assert_json_snapshot!(commands);
    }

    /// Discord counts the longest text of each field over all languages.
    fn size(value: &Value) -> usize {
        let longest = |texts: &Value| {
            let texts = texts.as_object().into_iter().flat_map(Map::values);
            texts
                .filter_map(Value::as_str)
                .map(|text| text.chars().count())
                .max()
        };
        match value {
            Value::Array(items) => items.iter().map(size).sum(),
            Value::Object(fields) => ["name", "description"]
                .iter()
                .filter_map(|field| longest(&value[format!("{field}_localizations")]))
                .chain(value["value"].as_str().map(|text| text.chars().count()))
                .chain(
                    ["options", "choices"]
                        .iter()
                        .filter_map(|field| fields.get(*field))
                        .map(size),
                )
                .sum(),
            _ => 0,
        }
    }

    #[test]
    fn the_command_keeps_discords_limit_of_characters() {
        let size = size(&commands()[0]);
        assert!((500..=8000).contains(&size), "{size} characters");
    }

    #[test]
    fn every_name_is_there_in_both_of_discords_englishes() {
        let commands = commands();
        for field in ["name_localizations", "description_localizations"] {
            assert_eq!(commands[0][field]["en-GB"], commands[0][field]["en-US"]);
            assert!(commands[0]["options"][0]["options"][0][field]["en-GB"].is_string());
        }
    }

    #[test]
    fn what_discord_adds_is_no_change_but_what_it_lacks_is() {
        let mut known = commands();
        known[0]["id"] = json!("1");
        known[0]["options"][0]["options"][0]["required"] = json!(false);
        assert!(includes(&known, &commands()));
        known[0]["options"][0]["description"] = json!("something else");
        assert!(!includes(&known, &commands()));
        assert!(!includes(&json!([]), &commands()));
    }
}
