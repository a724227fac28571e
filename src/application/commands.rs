//! The commands in Discord's format. `table::text` provides their texts, `crate::application::command_registration`
//! registers them, and `interaction` reads the interactions that use them.

use players::Strength;
use rules::{EditionId, Seat};
use serde_json::{Map, Value, json};
use table::pace::Pace;
use table::pages::leaderboard::Window;
use table::pages::practice::MAX_OPPONENTS;
use table::personal_data::DataRequest;
use table::preferences::LanguagePreference;
use table::text::{Command, CommandText, Language, Locale, MenuCommand, Parameter};

/// Discord's numbers for option types.
const SUBCOMMAND: u8 = 1;
const STRING: u8 = 3;
const INTEGER: u8 = 4;
const BOOLEAN: u8 = 5;
const USER: u8 = 6;
/// Discord's number for the server context.
const GUILD_CONTEXT: u8 = 0;
/// Discord's number for direct messages with the bot. Contexts apply to all subcommands, so a subcommand that needs a
/// server is refused in a direct message.
const DIRECT_CONTEXT: u8 = 1;
/// Discord's number for group chats and for direct messages between people.
const PRIVATE_CONTEXT: u8 = 2;
/// Discord's number for installation in a server.
const GUILD_INSTALL: u8 = 0;
/// Discord's number for installation by a user, who can then use the command even where the bot is not a member.
const USER_INSTALL: u8 = 1;
/// Discord's code for British English, which gets the texts of `en-US`.
const BRITISH: &str = "en-GB";

/// Returns all commands as the body of a bulk overwrite.
pub(crate) fn commands() -> Value {
    let mut kittens = localized(|locale| Command::Kittens.text(locale));
    kittens.insert("type".to_owned(), json!(1));
    kittens.insert(
        "contexts".to_owned(),
        json!([GUILD_CONTEXT, DIRECT_CONTEXT, PRIVATE_CONTEXT]),
    );
    kittens.insert(
        "integration_types".to_owned(),
        json!([GUILD_INSTALL, USER_INSTALL]),
    );
    let subcommands = Command::ALL
        .into_iter()
        .filter(|&command| command != Command::Kittens);
    kittens.insert("options".to_owned(), subcommands.map(subcommand).collect());
    let menus = MenuCommand::ALL.map(menu_command);
    [Value::Object(kittens)].into_iter().chain(menus).collect()
}

/// Returns a context menu command, which has no description. The pages that it opens need a server.
fn menu_command(command: MenuCommand) -> Value {
    json!({
        "type": match command {
            MenuCommand::Statistics => 2,
            MenuCommand::Story => 3,
        },
        "name": command.name(Locale::fallback()),
        "name_localizations": localizations(&|locale| command.name(locale)),
        "contexts": [GUILD_CONTEXT],
        "integration_types": [GUILD_INSTALL],
    })
}

fn subcommand(command: Command) -> Value {
    let mut body = localized(|locale| command.text(locale));
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
    let mut body = localized(|locale| parameter.text(locale));
    let (kind, choices) = match parameter {
        Parameter::NewEdition | Parameter::RulesEdition | Parameter::PracticeEdition => {
            let all = choices(EditionId::all(), EditionId::id, Language::edition_name);
            (STRING, Some(all))
        }
        Parameter::NewPace => {
            let all = choices(Pace::ALL, Pace::id, Language::pace_name);
            (STRING, Some(all))
        }
        Parameter::NewLanguage => (STRING, Some(languages())),
        Parameter::MeLanguage => {
            let (all, id) = (LanguagePreference::all(), LanguagePreference::id);
            (STRING, Some(choices(all, id, Language::preference_name)))
        }
        Parameter::MePrivacy => {
            let (all, id) = (DataRequest::ALL, DataRequest::id);
            (STRING, Some(choices(all, id, Language::data_request_name)))
        }
        Parameter::NewStrength | Parameter::PracticeStrength => {
            let (all, id) = (Strength::ALL, Strength::id);
            (STRING, Some(choices(all, id, Language::strength_name)))
        }
        Parameter::NewComputers | Parameter::PracticeComputers => (INTEGER, None),
        Parameter::NewThread
        | Parameter::NewWatch
        | Parameter::MeTextFirst
        | Parameter::MeDirectHand
        | Parameter::MeHidden => (BOOLEAN, None),
        Parameter::StatsPerson => (USER, None),
        Parameter::LeaderboardWindow => {
            let all = choices(Window::ALL, Window::id, Language::window_name);
            (STRING, Some(all))
        }
        Parameter::RulesCard | Parameter::NewRecipe | Parameter::RecipeRecipe => (STRING, None),
    };
    body.insert("type".to_owned(), json!(kind));
    if let Some(choices) = choices {
        body.insert("choices".to_owned(), choices);
    }
    let computers = match parameter {
        Parameter::NewComputers => Some((0, Seat::COUNT)),
        Parameter::PracticeComputers => Some((1, MAX_OPPONENTS.into())),
        _ => None,
    };
    if let Some((fewest, most)) = computers {
        body.insert("min_value".to_owned(), json!(fewest));
        body.insert("max_value".to_owned(), json!(most));
    }
    if let Parameter::RulesCard | Parameter::NewRecipe | Parameter::RecipeRecipe = parameter {
        body.insert("autocomplete".to_owned(), json!(true));
    }
    Value::Object(body)
}

/// Returns the choices of an option, each with its id and its name in every complete language.
fn choices<T: Copy>(
    all: impl IntoIterator<Item = T>,
    id: impl Fn(T) -> &'static str,
    name: impl Fn(&Language, T) -> String,
) -> Value {
    let choice = |each| {
        let name = |locale| name(Language::of(locale), each);
        json!({
            "name": name(Locale::fallback()),
            "name_localizations": localizations(&name),
            "value": id(each),
        })
    };
    all.into_iter().map(choice).collect()
}

/// Returns the languages that a table can have. Each is called by its own name in every localization.
fn languages() -> Value {
    Locale::all()
        .map(|locale| json!({ "name": Language::of(locale).own_name(), "value": locale.id() }))
        .collect()
}

/// Returns the name and description in the default language, and their localizations, which include the default
/// language again.
fn localized(text: impl Fn(Locale) -> CommandText) -> Map<String, Value> {
    let CommandText { name, description } = text(Locale::fallback());
    let mut body = Map::new();
    body.insert("name".to_owned(), json!(name));
    body.insert("description".to_owned(), json!(description));
    let names = localizations(&|locale| text(locale).name);
    body.insert("name_localizations".to_owned(), names);
    let descriptions = localizations(&|locale| text(locale).description);
    body.insert("description_localizations".to_owned(), descriptions);
    body
}

/// Returns a text in every complete language, by Discord's language code. Both of Discord's codes for English get the
/// same text.
fn localizations(text: &impl Fn(Locale) -> String) -> Value {
    let british = (BRITISH.to_owned(), json!(text(Locale::nearest(BRITISH))));
    Locale::all()
        .filter(|locale| !locale.is_beta())
        .map(|locale| (locale.id().to_owned(), json!(text(locale))))
        .chain([british])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Removes all localizations except English, so that other translations do not affect the snapshot.
    fn keep_english(value: &mut Value) {
        match value {
            Value::Array(items) => items.iter_mut().for_each(keep_english),
            Value::Object(fields) => {
                for (key, value) in fields {
                    match value.as_object_mut() {
                        Some(texts) if key.ends_with("_localizations") => {
                            texts.retain(|locale, _| locale.starts_with("en"));
                        }
                        _ => keep_english(value),
                    }
                }
            }
            _ => {}
        }
    }

    #[test]
    fn the_commands_as_discord_gets_them() {
        let mut commands = commands();
        keep_english(&mut commands);
        insta::assert_json_snapshot!(commands);
    }

    /// Counts characters as Discord does: the longest localization of each name and description, and all values.
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
                .chain(fields.get("options").map(size))
                .chain(fields.get("choices").map(size))
                .sum(),
            _ => 0,
        }
    }

    #[test]
    fn the_command_stays_within_discords_character_limit() {
        let characters = size(&commands()[0]);
        let fits = (500..=8000).contains(&characters);
        assert!(fits, "{characters} characters");
    }

    #[test]
    fn british_english_has_the_texts_of_american_english() {
        let commands = commands();
        for field in ["name_localizations", "description_localizations"] {
            assert_eq!(commands[0][field]["en-GB"], commands[0][field]["en-US"]);
            assert!(commands[0]["options"][0]["options"][0][field]["en-GB"].is_string());
        }
    }
}
