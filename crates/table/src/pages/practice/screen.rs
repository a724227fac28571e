//! The private pages of a practice: its settings, and its result. The hand itself: `solo_game::screen`.

use players::Strength;
use rules::Editions;

use super::{Practice, PracticeMenu, PracticeRequest, PracticeSetup};
use crate::control::{NO_TABLE, Stamp};
use crate::pages::{PageIntent, PageMenu};
use crate::screen::{Accent, Button, ButtonStyle, Emoji, Icon, Screen, Select, SelectOption};
use crate::solo_game::SoloGame;
use crate::text::{Language, Message, Verbatim};

/// The input of the page with the settings.
#[derive(Clone, Copy, Debug)]
pub struct PracticeView<'v> {
    /// The settings; the edition allows them.
    pub setup: PracticeSetup,
    /// The person's practice, if they have one.
    pub practice: Option<&'v Practice>,
    /// The editions to choose from.
    pub editions: &'v Editions,
}

/// Returns the title of a game in progress.
pub(super) fn game_title(practice: &Practice) -> Message<'static> {
    if practice.is_lesson {
        return Message::PracticeLesson;
    }
    Message::PracticeGame {
        deck: practice.rules.edition().into(),
    }
}

/// Returns the page on which a person chooses what to play.
pub fn practice_page(view: &PracticeView<'_>, language: &Language) -> Screen {
    let stamp = view.practice.map_or(NO_TABLE, Practice::stamp);
    let running = view.practice.filter(|practice| !practice.is_over);
    let title = language.translate(&Message::PracticeTitle);
    let lost = running.map(|_| language.translate(&Message::PracticeRunning));
    let heading = Screen::new(Accent::Gathering).lines([
        Some(format!("### {} {title}", Emoji::Icon(Icon::Paw))),
        Some(language.translate(&Message::PracticeAbout)),
        lost.map(|lost| format!("-# {lost}")),
    ]);
    let menus = menus(view, stamp, language).into_iter();
    let menus = menus.filter(|menu| menu.options.len() > 1);
    let screen = menus.fold(heading, Screen::select);
    let on = |request, label| button(stamp, request, label, language);
    let goes_on = on(PracticeRequest::Continue, &Message::ButtonPracticeGoOn);
    let deal = on(
        PracticeRequest::Deal(view.setup),
        &Message::ButtonPracticeDeal,
    );
    let learn = on(PracticeRequest::Learn, &Message::ButtonPracticeLearn);
    let (deal_style, goes_on) = match running {
        Some(_) => (
            ButtonStyle::Secondary,
            Some(goes_on.style(ButtonStyle::Success)),
        ),
        None => (ButtonStyle::Success, None),
    };
    screen.buttons(goes_on.into_iter().chain([
        deal.style(deal_style).emoji(Icon::Start),
        learn.emoji(Icon::Info),
    ]))
}

fn menus(view: &PracticeView<'_>, stamp: Stamp, language: &Language) -> [Select; 3] {
    let PracticeSetup {
        edition,
        opponents,
        strength,
    } = view.setup;
    let setting =
        |menu, options| Select::setting(stamp.page_menu(PageMenu::Practice(menu)), options);
    let editions = view.editions.all().map(|each| {
        let id = each.id();
        let name = language.translate_for(id, &Message::OptionsOptionEdition { edition: id });
        SelectOption::new(id.id(), name)
            .emoji(Icon::Box)
            .chosen(id == edition)
    });
    let numbers = PracticeSetup::opponents_in(view.editions.get(edition));
    let numbers = numbers.map(|number| {
        let label = Message::PracticeOpponents {
            count: number.into(),
        };
        SelectOption::new(number.to_string(), language.translate(&label))
            .emoji(Icon::Computer)
            .chosen(number == opponents)
    });
    let strengths = Strength::ALL.map(|each| {
        SelectOption::new(each.id(), language.strength_name(each))
            .emoji(Icon::Paw)
            .chosen(each == strength)
    });
    [
        setting(PracticeMenu::Edition(view.setup), editions.collect()),
        setting(PracticeMenu::Opponents(view.setup), numbers.collect()),
        setting(PracticeMenu::Strength(view.setup), strengths.into()),
    ]
}

/// Returns the result of a game that has ended for the person, with ways to go on.
pub(super) fn result(practice: &Practice, game: &SoloGame, language: &Language) -> Screen {
    let place = game.place().unwrap_or_default();
    let shown = Message::DailyPlace {
        place: place.into(),
    };
    let line = language.translate(&Message::PracticeResult {
        place: Verbatim(language.translate(&shown)),
        players: practice.rules.players() as u32,
        turns: game.turns(),
    });
    let about = match (practice.is_lesson, place) {
        (true, 1) => Some(Message::LessonWon),
        (true, _) => Some(Message::LessonLost),
        (false, _) => None,
    };
    let stamp = practice.stamp();
    let on = |request, label| button(stamp, request, label, language);
    let setup = if practice.is_lesson {
        PracticeSetup::default()
    } else {
        practice.setup()
    };
    let again = if practice.is_lesson && place != 1 {
        on(PracticeRequest::Learn, &Message::ButtonPracticeAgain)
    } else {
        on(PracticeRequest::Deal(setup), &Message::ButtonPracticeDeal)
    };
    let accent = match place {
        1 => Accent::Win,
        _ => Accent::Explosion,
    };
    Screen::new(accent)
        .lines([
            Some(format!("**{line}**\n{}", game.trail())),
            about.map(|about| language.translate(&about)),
        ])
        .buttons([
            again.style(ButtonStyle::Success).emoji(Icon::Start),
            on(PracticeRequest::Open(setup), &Message::ButtonPracticeChange),
        ])
}

/// Returns the button that leads from the person's death to their result.
pub(super) fn result_button(practice: &Practice, language: &Language) -> Button {
    let result = PracticeRequest::Continue;
    button(
        practice.stamp(),
        result,
        &Message::ButtonDailyResult,
        language,
    )
}

fn button(
    stamp: Stamp,
    request: PracticeRequest,
    label: &Message<'_>,
    language: &Language,
) -> Button {
    let control = stamp.button(PageIntent::Practice(request));
    Button::new(control, language.translate(label))
}
