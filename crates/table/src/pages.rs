//! Pages: private screens that need no table in memory, such as a leaderboard or a person's settings. This file lists
//! their requests and the words for them in control ids. `src/pages` answers them and checks permissions.

pub mod calls;
pub mod coach;
pub mod daily;
pub mod end_elsewhere;
pub mod evening;
pub mod leaderboard;
pub mod me;
pub mod practice;
pub mod recipes;
pub mod rules_page;
pub mod settings;
pub mod statistics;
pub mod story;

use crate::control::ControlError;
use crate::control::custom_id::{Parser, Writer, ids, words};
use crate::control::value::number;
use crate::option_value::{OptionKind, OptionValue};
use crate::pages::daily::DailyRequest;
use crate::pages::leaderboard::{BoardView, Measure, Window};
use crate::pages::practice::{PracticeMenu, PracticeRequest};
use crate::pages::recipes::{RecipeMenu, RecipeRequest};
use crate::pages::rules_page::{Book, RulesView, Topic};
use crate::pages::settings::{ServerChange, WeeklyBoard};
use crate::pages::statistics::StatsView;
use crate::pages::story::{GamesList, StoryPage};
use crate::personal_data::DataRequest;
use crate::preference_value::{PreferenceKind, PreferenceValue};
use crate::results::Badge;
use crate::text::Locale;

/// A person's request for a page, or for something that a page offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "names and types say the rest")]
pub enum PageIntent {
    /// Go to a page of the rules.
    Read(RulesView),
    /// Handle a request about the stored data of the person who clicks.
    MyData(DataRequest),
    /// Erase the person who clicks.
    ForgetMe,
    Prefer(PreferenceValue),
    /// Ask for confirmation before all settings of the server are reset.
    AskServerReset,
    /// Change the settings of the server. Only the server's managers may do this, or request `AskServerReset`.
    ChangeServer(ServerChange),
    /// Open a page of a finished game's story.
    Story {
        /// The number of the game at its table, from 1.
        game: u16,
        page: StoryPage,
    },
    /// Publicly post a step of a finished game's replay.
    ShowMoment {
        game: u16,
        step: u16,
    },
    /// Open the summary of at most `games` games of a table, up to game number `game`.
    Evening {
        game: u16,
        games: u16,
    },
    /// Publicly post the summary that `Evening` opens.
    ShowEvening {
        game: u16,
        games: u16,
    },
    /// Let the coach review a finished game for a person who played it.
    Coach {
        game: u16,
    },
    /// Let the coach review a finished game, with a picture of the person's chance of winning.
    CoachPicture {
        game: u16,
    },
    Games(GamesList),
    /// Open a page of the server's leaderboard.
    Leaderboard(BoardView),
    /// Open the leaderboard of this period: by rating if enough people have a rating, otherwise by wins.
    Boards(Window),
    Stats(StatsView),
    /// Publicly post a person's player card.
    ShowCard(StatsView),
    /// Show badges instead of the statistics: this badge, or the rarest if `None`.
    Badges(StatsView, Option<Badge>),
    /// Show the statistics with the rating as a curve.
    Curve(StatsView),
    Recipe(RecipeRequest),
    /// Start or stop being called on this server when a host looks for players.
    CallMe(bool),
    Daily(DailyRequest),
    Practice(PracticeRequest),
}

/// A select menu on a page. The menu and the value chosen in it form a [`PageIntent`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PageMenu {
    /// An option of the server's new tables. Values: [`OptionValue::word`].
    ServerOption(OptionKind),
    /// A preference of the person who chooses. Values: [`PreferenceValue::word`].
    Preference(PreferenceKind),
    /// The step of a finished game's replay. Values: the step.
    Jump {
        /// The number of the game at its table, from 1.
        game: u16,
        /// The number of the menu, from 0; a replay may need several.
        page: u8,
    },
    /// The period of a leaderboard by this measure. Values: the window's id.
    Window(Measure),
    /// The measure of a leaderboard for the period `back` periods before the current one. Values: the measure's id.
    #[expect(missing_docs, reason = "the fields are those of BoardView")]
    Measure { window: Window, back: u8 },
    /// A menu on the practice page.
    Practice(PracticeMenu),
    /// A menu on the recipe pages.
    Recipe(RecipeMenu),
    /// One of a person's badges. Values: the badge's id.
    Badge(StatsView),
}

impl PageMenu {
    pub(crate) fn choose(self, value: &str) -> Result<PageIntent, ControlError> {
        Ok(match self {
            Self::ServerOption(kind) => {
                let value = OptionValue::parse(kind, value).ok_or(ControlError)?;
                PageIntent::ChangeServer(ServerChange::SetOption(value))
            }
            Self::Preference(kind) => {
                PageIntent::Prefer(PreferenceValue::parse(kind, value).ok_or(ControlError)?)
            }
            Self::Jump { game, .. } => PageIntent::Story {
                game,
                page: StoryPage::Step(number(value)?),
            },
            Self::Window(measure) => PageIntent::Leaderboard(BoardView {
                window: Window::from_id(value).ok_or(ControlError)?,
                measure,
                ..BoardView::FIRST
            }),
            Self::Measure { window, back } => PageIntent::Leaderboard(BoardView {
                window,
                back,
                measure: Measure::from_id(value).ok_or(ControlError)?,
                page: 0,
            }),
            Self::Practice(menu) => PageIntent::Practice(menu.choose(value)?),
            Self::Recipe(menu) => PageIntent::Recipe(menu.choose(value)?),
            Self::Badge(view) => {
                PageIntent::Badges(view, Some(Badge::from_id(value).ok_or(ControlError)?))
            }
        })
    }
}

words! { page_intent: PageIntent {
    "read"(edition: text, topic: topic) => {
        PageIntent::Read(RulesView { book: Book::Edition(edition), topic })
    }
    "read-recipe"(code: text, name: text, topic: topic) => {
        PageIntent::Read(RulesView { book: Book::Recipe(code, name), topic })
    }
    "my-data"(request: data_request) => { PageIntent::MyData(request) }
    "forget-me" => { PageIntent::ForgetMe }
    "prefer"(value: preference_value) => { PageIntent::Prefer(value) }
    "server-set"(value: option_value) => { PageIntent::ChangeServer(ServerChange::SetOption(value)) }
    "server-allow"(channel: text) => { PageIntent::ChangeServer(ServerChange::AllowChannel(channel)) }
    "server-forget"(channel: text) => { PageIntent::ChangeServer(ServerChange::ForgetChannel(channel)) }
    "server-board"(channel: text, language: locale) => {
        PageIntent::ChangeServer(ServerChange::PostBoard(Some(WeeklyBoard { channel, language })))
    }
    "server-board-refused"(channel: text) => {
        PageIntent::ChangeServer(ServerChange::BoardRefused(channel))
    }
    "server-board-off" => { PageIntent::ChangeServer(ServerChange::PostBoard(None)) }
    "server-listed"(only: text) => { PageIntent::ChangeServer(ServerChange::OnlyListed(only)) }
    "server-calls" => { PageIntent::ChangeServer(ServerChange::AllowCalls(true)) }
    "server-calls-off" => { PageIntent::ChangeServer(ServerChange::AllowCalls(false)) }
    "server-reset-ask" => { PageIntent::AskServerReset }
    "server-reset" => { PageIntent::ChangeServer(ServerChange::Reset) }
    "story"(game: text, page: story_page) => { PageIntent::Story { game, page } }
    "moment"(game: text, step: text) => { PageIntent::ShowMoment { game, step } }
    "evening"(game: text, games: text) => { PageIntent::Evening { game, games } }
    "evening-post"(game: text, games: text) => { PageIntent::ShowEvening { game, games } }
    "coach"(game: text) => { PageIntent::Coach { game } }
    "coach-picture"(game: text) => { PageIntent::CoachPicture { game } }
    "games" => { PageIntent::Games(GamesList::Channel) }
    "games-own" => { PageIntent::Games(GamesList::Own) }
    "board"(window: window, back: text, measure: measure, page: text) => {
        PageIntent::Leaderboard(BoardView { window, back, measure, page })
    }
    "boards"(window: window) => { PageIntent::Boards(window) }
    "stats" => { PageIntent::Stats(StatsView::Own) }
    "stats-all" => { PageIntent::Stats(StatsView::Everywhere) }
    "stats-of"(person: text) => { PageIntent::Stats(StatsView::Of(person)) }
    "card"(view: stats_view) => { PageIntent::ShowCard(view) }
    "badges"(view: stats_view) => { PageIntent::Badges(view, None) }
    "badge"(view: stats_view, badge: badge) => { PageIntent::Badges(view, Some(badge)) }
    "curve"(view: stats_view) => { PageIntent::Curve(view) }
    "recipe"(request: recipe_request) => { PageIntent::Recipe(request) }
    "call-me" => { PageIntent::CallMe(true) }
    "call-me-off" => { PageIntent::CallMe(false) }
    "today" => { PageIntent::Daily(DailyRequest::Open) }
    "today-proof" => { PageIntent::Daily(DailyRequest::Proof) }
    "today-post" => { PageIntent::Daily(DailyRequest::Post) }
    "practice"(request: practice_request) => { PageIntent::Practice(request) }
} }

words! { page_menu: PageMenu {
    "server"(kind: option_kind) => { PageMenu::ServerOption(kind) }
    "preference"(kind: preference_kind) => { PageMenu::Preference(kind) }
    "jump"(game: text, page: text) => { PageMenu::Jump { game, page } }
    "window"(measure: measure) => { PageMenu::Window(measure) }
    "measure"(window: window, back: text) => { PageMenu::Measure { window, back } }
    "badge"(view: stats_view) => { PageMenu::Badge(view) }
    "recipe"(menu: recipe_menu) => { PageMenu::Recipe(menu) }
    "practice"(menu: practice_menu) => { PageMenu::Practice(menu) }
} }

words! { stats_view: StatsView {
    "own" => { StatsView::Own }
    "all" => { StatsView::Everywhere }
    "of"(person: text) => { StatsView::Of(person) }
} }

words! { story_page: StoryPage {
    "cards" => { StoryPage::Cards }
    "first" => { StoryPage::First }
    "at"(step: text) => { StoryPage::Step(step) }
    "last" => { StoryPage::Last }
    "fair" => { StoryPage::Fair }
} }

words! { topic: Topic {
    "guide" => { Topic::Guide }
    "cards" => { Topic::Cards }
    "combos" => { Topic::Combos }
    "window" => { Topic::Window }
    "house" => { Topic::House }
    "about" => { Topic::About }
    "card"(title: title) => { Topic::Card(title) }
} }

ids! {
    locale: Locale,
    window: Window,
    data_request: DataRequest,
    measure: Measure,
    badge: Badge,
    preference_kind: PreferenceKind,
}

impl Writer<'_, '_> {
    pub(crate) fn preference_value(&mut self, value: PreferenceValue) -> std::fmt::Result {
        self.preference_kind(value.kind())?;
        self.text(value.word())
    }
}

impl Parser<'_> {
    pub(crate) fn preference_value(&mut self) -> Result<PreferenceValue, ControlError> {
        let kind = self.preference_kind()?;
        PreferenceValue::parse(kind, self.next()?).ok_or(ControlError)
    }
}
