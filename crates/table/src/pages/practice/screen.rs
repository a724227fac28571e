//! The private pages of a practice: its settings and its result. `solo_game::screen` renders the hand.

use players::Strength;
use rules::Editions;

use super::{Practice, PracticeMenu, PracticeRequest, PracticeSetup};
use crate::control::{NO_TABLE, Stamp};
use crate::pages::{PageIntent, PageMenu};
use crate::screen::{Accent, Button, ButtonStyle, Emoji, Icon, Screen, Select, SelectOption};
use crate::text::{Language, Message, Verbatim};

/// The input of [`practice_page`].
#[derive(Clone, Copy, Debug)]
pub struct PracticeView<'v> {
    /// The settings, with a number of opponents that the edition allows.
    pub setup: PracticeSetup,
    /// The person's practice; `None` if they have none.
    pub practice: Option<&'v Practice>,
    /// The editions to choose from.
    pub editions: &'v Editions,
}

/// Returns the title of a game in progress with these settings; `None` means the lesson.
pub(crate) fn game_title(setup: Option<PracticeSetup>) -> Message<'static> {
    setup.map_or(Message::PracticeLesson, |setup| Message::PracticeGame {
        deck: setup.edition.into(),
    })
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
    let menus = menus(view, stamp, language)
        .into_iter()
        .filter(|menu| menu.options.len() > 1);
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
    let numbers = PracticeSetup::opponents_in(view.editions.get(edition)).map(|number| {
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

/// The input of [`result`].
pub(crate) struct PracticeResult {
    pub(crate) stamp: Stamp,
    /// The settings of the game; `None` for the lesson.
    pub(crate) setup: Option<PracticeSetup>,
    pub(crate) place: u8,
    pub(crate) players: u32,
    pub(crate) turns: u32,
    /// The row of squares from [`SoloGame::trail`](crate::solo_game::SoloGame::trail).
    pub(crate) trail: String,
}

/// Returns the result of a game that has ended for the person, with buttons for another game and other settings.
pub(crate) fn result(view: &PracticeResult, language: &Language) -> Screen {
    let (has_won, is_lesson) = (view.place == 1, view.setup.is_none());
    let place = Message::DailyPlace {
        place: view.place.into(),
    };
    let line = language.translate(&Message::PracticeResult {
        place: Verbatim(language.translate(&place)),
        players: view.players,
        turns: view.turns,
    });
    let about = is_lesson.then(|| {
        if has_won {
            language.translate(&Message::LessonWon)
        } else {
            language.translate(&Message::LessonLost)
        }
    });
    let on = |request, label| button(view.stamp, request, label, language);
    let setup = view.setup.unwrap_or_default();
    let again = if is_lesson && !has_won {
        on(PracticeRequest::Learn, &Message::ButtonPracticeAgain)
    } else {
        on(PracticeRequest::Deal(setup), &Message::ButtonPracticeDeal)
    };
    let accent = if has_won {
        Accent::Win
    } else {
        Accent::Explosion
    };
    Screen::new(accent)
        .lines([Some(format!("**{line}**\n{}", view.trail)), about])
        .buttons([
            again.style(ButtonStyle::Success).emoji(Icon::Start),
            on(PracticeRequest::Open(setup), &Message::ButtonPracticeChange),
        ])
}

fn button(
    stamp: Stamp,
    request: PracticeRequest,
    label: &Message<'_>,
    language: &Language,
) -> Button {
    Button::labelled(stamp, PageIntent::Practice(request), label, language)
}
