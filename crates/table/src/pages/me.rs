//! The private panel of a person's preferences and data, and the prompt before the data is erased.

#[cfg(test)]
mod tests;

use crate::control::NO_TABLE;
use crate::display_mode::DisplayMode;
use crate::pages::{PageIntent, PageMenu};
use crate::personal_data::DataRequest;
use crate::preference_value::{PreferenceKind, PreferenceValue};
use crate::preferences::{PersonPreferences, SILENT_HOURS};
use crate::screen::{Accent, Button, ButtonStyle, Icon, Screen, Select, SelectOption};
use crate::text::{Language, Message, Verbatim};

/// Returns the panel with the menus set to the chosen values.
pub fn preferences(chosen: PersonPreferences, language: &Language) -> Screen {
    let [title, about] = [Message::PreferencesTitle, Message::PreferencesAbout]
        .map(|message| language.translate(&message));
    let heading = Screen::new(Accent::Private).text(format!("### {title}\n-# {about}"));
    PreferenceKind::ALL
        .map(|kind| menu(kind, chosen, language))
        .into_iter()
        .fold(heading, Screen::select)
        .buttons(DataRequest::ALL.map(|request| data_button(request, language)))
        .displayed_as(chosen.display_mode)
}

fn data_button(request: DataRequest, language: &Language) -> Button {
    let control = NO_TABLE.button(PageIntent::MyData(request));
    Button::new(control, language.data_request_name(request))
}

fn menu(kind: PreferenceKind, chosen: PersonPreferences, language: &Language) -> Select {
    let options: Vec<_> = PreferenceValue::all(kind)
        .into_iter()
        .map(|value| {
            SelectOption::new(
                value.word().to_owned(),
                language.translate(&label(value, language)),
            )
            .emoji(icon(kind))
            .chosen(value.is_chosen(chosen))
        })
        .collect();
    let control = NO_TABLE.page_menu(PageMenu::Preference(kind));
    Select::setting(control, options)
}

fn label(value: PreferenceValue, language: &Language) -> Message<'static> {
    match value {
        PreferenceValue::Language(preference) => Message::PreferencesLanguage {
            language: Verbatim(language.preference_name(preference)),
        },
        PreferenceValue::DisplayMode(DisplayMode::Pictures) => Message::OptionsPictures,
        PreferenceValue::DisplayMode(DisplayMode::TextFirst) => Message::OptionsTextFirst,
        PreferenceValue::DirectHand(false) => Message::PreferencesHandAtTable,
        PreferenceValue::DirectHand(true) => Message::PreferencesDirectHand,
        PreferenceValue::Hidden(false) => Message::PreferencesShown,
        PreferenceValue::Hidden(true) => Message::PreferencesHidden,
        PreferenceValue::Reminders(true) => Message::PreferencesReminders,
        PreferenceValue::Reminders(false) => Message::PreferencesNoReminders,
        PreferenceValue::Silence(None) => Message::PreferencesNoSilence,
        PreferenceValue::Silence(Some(from)) => Message::PreferencesSilence {
            from: Verbatim(format!("{from:02}:00")),
            until: Verbatim(format!("{:02}:00", (from + SILENT_HOURS) % 24)),
        },
    }
}

fn icon(kind: PreferenceKind) -> Icon {
    match kind {
        PreferenceKind::Language => Icon::Language,
        PreferenceKind::DisplayMode => Icon::Text,
        PreferenceKind::DirectHand => Icon::Hand,
        PreferenceKind::Hidden => Icon::Winner,
        PreferenceKind::Reminders => Icon::Clock,
        PreferenceKind::Silence => Icon::AutoPass,
    }
}

/// Returns the private prompt for erasing a person's data. It has no cancel button, because it can be dismissed.
pub fn forget_question(language: &Language) -> Screen {
    let confirm = NO_TABLE.button(PageIntent::ForgetMe);
    let label = language.translate(&Message::QuestionForgetYes);
    Screen::new(Accent::Refusal)
        .text(language.translate(&Message::QuestionForget))
        .buttons([Button::new(confirm, label).style(ButtonStyle::Danger)])
}
