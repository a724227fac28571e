//! Converts commands to requests: subcommands and their options, context menu commands, and autocomplete.

use players::Strength;
use rules::{EditionId, RecipeCode};
use serenity::model::application::{
    CommandDataOption, CommandDataOptionValue, CommandInteraction, CommandType,
};
use table::computer_setup::ComputerSetup;
use table::display_mode::DisplayMode;
use table::ids::UserId;
use table::intent::Intent;
use table::pace::Pace;
use table::pages::PageIntent;
use table::pages::daily::DailyRequest;
use table::pages::leaderboard::Window;
use table::pages::practice::{PracticeRequest, PracticeSetup};
use table::pages::statistics::StatsView;
use table::pages::story::GamesList;
use table::personal_data::DataRequest;
use table::preferences::{LanguagePreference, PreferenceChange};
use table::text::{Command, Locale, Parameter};

use super::request::{InteractionRequest, NewTableCommand, Suggested};

struct UnknownValueError;

pub(super) fn command_request(command: &CommandInteraction) -> InteractionRequest {
    let target = command.data.target_id;
    match (command.data.kind, target) {
        (CommandType::User, Some(target)) => {
            let view = StatsView::Of(UserId(target.get()));
            return InteractionRequest::PageCommand(PageIntent::Stats(view));
        }
        (CommandType::Message, Some(target)) => {
            return InteractionRequest::StoryOf(target.to_message_id());
        }
        _ => {}
    }
    let Some((subcommand, options)) = subcommand(command) else {
        return InteractionRequest::UnknownValue;
    };
    match subcommand {
        Command::New => new_table_command(options).map_or(
            InteractionRequest::UnknownValue,
            InteractionRequest::NewTable,
        ),
        Command::Join => InteractionRequest::TableCommand(Intent::Join),
        Command::Leave => InteractionRequest::TableCommand(Intent::Leave { confirmed: false }),
        Command::Hand => InteractionRequest::TableCommand(Intent::OpenHand),
        Command::Table => InteractionRequest::TableCommand(Intent::PostTable),
        Command::End => InteractionRequest::TableCommand(Intent::End { confirmed: false }),
        Command::Rules => rules_request(options),
        Command::Recipe => InteractionRequest::Recipe(recipe(options, Parameter::RecipeRecipe)),
        Command::Me => me_request(options).unwrap_or(InteractionRequest::UnknownValue),
        Command::Settings => InteractionRequest::Settings,
        Command::Games => InteractionRequest::PageCommand(PageIntent::Games(GamesList::Channel)),
        Command::Stats => stats_request(options),
        Command::Leaderboard => leaderboard_request(options),
        Command::Today => InteractionRequest::PageCommand(PageIntent::Daily(DailyRequest::Open)),
        Command::Practice => practice_request(options).unwrap_or(InteractionRequest::UnknownValue),
        Command::Kittens => InteractionRequest::UnknownValue,
    }
}

fn me_request(options: &[CommandDataOption]) -> Result<InteractionRequest, UnknownValueError> {
    let change = PreferenceChange {
        language: value(options, Parameter::MeLanguage, LanguagePreference::from_id)?,
        display_mode: switch(options, Parameter::MeTextFirst)?.map(DisplayMode::of),
        direct_hand: switch(options, Parameter::MeDirectHand)?,
        hidden: switch(options, Parameter::MeHidden)?,
        ..PreferenceChange::default()
    };
    Ok(InteractionRequest::Me {
        change,
        request: value(options, Parameter::MePrivacy, DataRequest::from_id)?,
    })
}

fn practice_request(
    options: &[CommandDataOption],
) -> Result<InteractionRequest, UnknownValueError> {
    let default = PracticeSetup::default();
    let setup = PracticeSetup {
        edition: edition(options, Parameter::PracticeEdition)?.unwrap_or(default.edition),
        opponents: match number(options, Parameter::PracticeComputers)? {
            0 => default.opponents,
            opponents => opponents,
        },
        strength: value(options, Parameter::PracticeStrength, Strength::from_id)?
            .unwrap_or(default.strength),
    };
    let open = PageIntent::Practice(PracticeRequest::Open(setup));
    Ok(InteractionRequest::PageCommand(open))
}

fn stats_request(options: &[CommandDataOption]) -> InteractionRequest {
    let view = match option(options, Parameter::StatsPerson) {
        None => StatsView::Own,
        Some(CommandDataOptionValue::User(person)) => StatsView::Of(UserId(person.get())),
        Some(_) => return InteractionRequest::UnknownValue,
    };
    InteractionRequest::PageCommand(PageIntent::Stats(view))
}

fn leaderboard_request(options: &[CommandDataOption]) -> InteractionRequest {
    let window = match option(options, Parameter::LeaderboardWindow) {
        None => Some(Window::Season),
        Some(CommandDataOptionValue::String(id)) => Window::from_id(id),
        Some(_) => None,
    };
    window.map_or(InteractionRequest::UnknownValue, |window| {
        InteractionRequest::PageCommand(PageIntent::Boards(window))
    })
}

fn rules_request(options: &[CommandDataOption]) -> InteractionRequest {
    match edition(options, Parameter::RulesEdition) {
        Ok(edition) => InteractionRequest::Rules {
            edition,
            card: text(options, Parameter::RulesCard).map(str::to_owned),
        },
        Err(UnknownValueError) => InteractionRequest::UnknownValue,
    }
}

pub(super) fn autocomplete_request(command: &CommandInteraction) -> InteractionRequest {
    let options = subcommand(command).map_or(&[][..], |(_, options)| options);
    let typed = options.iter().find_map(|option| match &option.value {
        CommandDataOptionValue::Autocomplete { value, .. } => Some((&option.name, value.clone())),
        _ => None,
    });
    let (name, typed) = typed.unzip();
    let card = Parameter::RulesCard.text(Locale::fallback()).name;
    let of = if name.is_none_or(|name| *name == card) {
        let edition = edition(options, Parameter::RulesEdition);
        Suggested::Cards(edition.ok().flatten())
    } else {
        Suggested::Recipes
    };
    InteractionRequest::Autocomplete {
        of,
        typed: typed.unwrap_or_default(),
    }
}

fn new_table_command(options: &[CommandDataOption]) -> Result<NewTableCommand, UnknownValueError> {
    Ok(NewTableCommand {
        edition: edition(options, Parameter::NewEdition)?,
        recipe: recipe(options, Parameter::NewRecipe),
        pace: value(options, Parameter::NewPace, Pace::from_id)?,
        language: value(options, Parameter::NewLanguage, Locale::from_id)?,
        computers: ComputerSetup {
            count: number(options, Parameter::NewComputers)?,
            strength: value(options, Parameter::NewStrength, Strength::from_id)?
                .unwrap_or_default(),
            watch: flag(options, Parameter::NewWatch),
        },
        in_thread: flag(options, Parameter::NewThread),
    })
}

/// Returns the subcommand of `/kittens` and its options; `None` for an unknown command or subcommand.
fn subcommand(command: &CommandInteraction) -> Option<(Command, &[CommandDataOption])> {
    let has_name = |each: Command, name: &str| each.text(Locale::fallback()).name == name;
    if !has_name(Command::Kittens, &command.data.name) {
        return None;
    }
    let [chosen] = command.data.options.as_slice() else {
        return None;
    };
    let CommandDataOptionValue::SubCommand(options) = &chosen.value else {
        return None;
    };
    let mut subcommands = Command::ALL.into_iter().skip(1);
    let subcommand = subcommands.find(|&each| has_name(each, &chosen.name))?;
    Some((subcommand, options))
}

/// Returns the value of an option. Discord always sends the option's name in the default language.
fn option(options: &[CommandDataOption], parameter: Parameter) -> Option<&CommandDataOptionValue> {
    let name = parameter.text(Locale::fallback()).name;
    let option = options.iter().find(|option| option.name == name);
    option.map(|option| &option.value)
}

fn text(options: &[CommandDataOption], parameter: Parameter) -> Option<&str> {
    match option(options, parameter)? {
        CommandDataOptionValue::String(text) => Some(text),
        _ => None,
    }
}

/// Returns the code or the name of a recipe. It is truncated to one character more than a code can have, so that
/// truncating a longer text never yields a code.
fn recipe(options: &[CommandDataOption], parameter: Parameter) -> Option<String> {
    const LONGEST: usize = RecipeCode::MAX_LENGTH + 1;
    let text = text(options, parameter)?;
    Some(text.trim().chars().take(LONGEST).collect())
}

fn flag(options: &[CommandDataOption], parameter: Parameter) -> bool {
    let value = option(options, parameter);
    matches!(value, Some(CommandDataOptionValue::Boolean(true)))
}

/// Returns the value of a boolean option; `None` if it is absent.
fn switch(
    options: &[CommandDataOption],
    parameter: Parameter,
) -> Result<Option<bool>, UnknownValueError> {
    match option(options, parameter) {
        None => Ok(None),
        Some(CommandDataOptionValue::Boolean(on)) => Ok(Some(*on)),
        Some(_) => Err(UnknownValueError),
    }
}

/// Returns the value of an integer option; 0 if it is absent.
fn number(options: &[CommandDataOption], parameter: Parameter) -> Result<u8, UnknownValueError> {
    match option(options, parameter) {
        None => Ok(0),
        Some(CommandDataOptionValue::Integer(number)) => {
            u8::try_from(*number).map_err(|_| UnknownValueError)
        }
        Some(_) => Err(UnknownValueError),
    }
}

fn value<T>(
    options: &[CommandDataOption],
    parameter: Parameter,
    from_id: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, UnknownValueError> {
    let value = text(options, parameter).map(|id| from_id(id).ok_or(UnknownValueError));
    value.transpose()
}

fn edition(
    options: &[CommandDataOption],
    parameter: Parameter,
) -> Result<Option<EditionId>, UnknownValueError> {
    value(options, parameter, |id| id.parse().ok())
}
