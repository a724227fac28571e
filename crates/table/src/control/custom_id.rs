//! The text form of a control: parts separated by colons. Each type has one list of words for both
//! writing and parsing its values, so each control has exactly one text.

use std::fmt::{self, Display};
use std::str::{FromStr, Split};

use rules::{ChoiceAnswer, Order, Play, Seat, Title};

use super::value::{five_by_code, seat, title_by_code};
use super::{Control, ControlAction, ControlError, Stamp};
use crate::daily::DailyRequest;
use crate::ids::Revision;
use crate::intent::{Intent, Menu, PanelStep, TargetedPlay};
use crate::option_value::{OptionKind, OptionPage, OptionValue};
use crate::preference_value::{PreferenceKind, PreferenceValue};
use crate::results::{Badge, BoardView, Measure, StatsView, Window};
use crate::rules_view::{RulesView, Topic};
use crate::server_settings::{ServerChange, WeeklyBoard};
use crate::story::{GamesList, StoryPage};
use crate::text::Locale;
use crate::watch_speed::WatchSpeed;

/// The version of the text form; ids of other versions do not parse.
const VERSION: &str = "v1";

/// The maximum number of Feral Cats in a combo.
const MAX_WILD: u8 = 2;

impl fmt::Display for Control {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(VERSION)?;
        let mut writer = Writer(formatter);
        writer.text(self.stamp.table)?;
        writer.text(self.stamp.revision)?;
        match self.action {
            ControlAction::Button(intent) => writer.intent(intent),
            ControlAction::Menu(menu) => {
                writer.text("menu")?;
                writer.menu(menu)
            }
        }
    }
}

impl FromStr for Control {
    type Err = ControlError;

    fn from_str(text: &str) -> Result<Self, ControlError> {
        let mut parser = Parser(text.split(':'));
        if parser.next()? != VERSION {
            return Err(ControlError);
        }
        let table = parser.text()?;
        let revision = Revision(parser.text()?);
        let action = parser.action()?;
        let control = Self {
            stamp: Stamp { table, revision },
            action,
        };
        // Reject further parts and other spellings of the same numbers, such as leading zeros.
        if control.to_string() == text {
            Ok(control)
        } else {
            Err(ControlError)
        }
    }
}

/// Writes the parts of a custom id.
struct Writer<'w, 'f>(&'w mut fmt::Formatter<'f>);

/// Parses the parts of a custom id.
struct Parser<'t>(Split<'t, char>);

/// Generates the methods of [`Writer`] and [`Parser`] for a type from one list: a word, the parts after it with
/// the method for each, and the value, which serves both as a pattern and as an expression.
macro_rules! words {
    ($method:ident: $type:ty {
        $( $word:literal $( ( $( $part:ident: $part_method:ident ),* ) )? => { $( $value:tt )* } )*
    }) => {
        impl Writer<'_, '_> {
            fn $method(&mut self, value: $type) -> fmt::Result {
                match value {
                    $( $( $value )* => {
                        self.text($word)?;
                        $( $( self.$part_method($part)?; )* )?
                        Ok(())
                    } )*
                }
            }
        }

        impl Parser<'_> {
            fn $method(&mut self) -> Result<$type, ControlError> {
                Ok(match self.next()? {
                    $( $word => {
                        $( $( let $part = self.$part_method()?; )* )?
                        $( $value )*
                    } )*
                    _ => return Err(ControlError),
                })
            }
        }
    };
}

words! { intent: Intent {
    "join" => { Intent::Join }
    "leave" => { Intent::Leave { confirmed: false } }
    "leave-yes" => { Intent::Leave { confirmed: true } }
    "computer"(strength: text) => { Intent::AddComputer(strength) }
    "computer-off" => { Intent::RemoveComputer }
    "start" => { Intent::Start }
    "options"(page: option_page) => { Intent::OpenOptions(page) }
    "options-close" => { Intent::CloseOptions }
    "set"(value: option_value) => { Intent::SetOption(value) }
    "hand" => { Intent::OpenHand }
    "post" => { Intent::PostTable }
    "rules" => { Intent::Rules }
    "read"(edition: text, topic: topic) => { Intent::Read(RulesView { edition, topic }) }
    "step" => { Intent::Show(PanelStep::Hand) }
    "explain" => { Intent::Show(PanelStep::Explained) }
    "title"(title: title) => { Intent::Show(PanelStep::Title(title)) }
    "target"(aim: aim) => { Intent::Show(PanelStep::Target(aim)) }
    "naming"(title: title, wild: wild, on: seat) => {
        Intent::Show(PanelStep::Naming { title, wild, on })
    }
    "fives" => { Intent::Show(PanelStep::Five) }
    "giving"(title: title) => { Intent::Show(PanelStep::Giving(title)) }
    "sort"(order: order) => { Intent::Show(PanelStep::Order(order)) }
    "places"(from: text) => { Intent::Show(PanelStep::Places { from }) }
    "draw" => { Intent::Draw }
    "play"(title: title) => { Intent::Play(Play::Single { title, on: None }) }
    "play-on"(title: title, on: seat) => { Intent::Play(Play::Single { title, on: Some(on) }) }
    "pair"(title: title, wild: wild, on: seat) => { Intent::Play(Play::Pair { title, wild, on }) }
    "triple"(title: title, wild: wild, on: seat, naming: title) => {
        Intent::Play(Play::Triple { title, wild, on, naming })
    }
    "five"(titles: titles) => { Intent::Play(Play::Five { titles }) }
    "nope"(layer: text) => { Intent::Nope { layer } }
    "pass" => { Intent::Pass }
    "auto-pass" => { Intent::AutoPass(true) }
    "auto-pass-off" => { Intent::AutoPass(false) }
    "at"(place: text) => { Intent::Answer(ChoiceAnswer::Place(place)) }
    "anywhere" => { Intent::PlaceAnywhere }
    "give"(title: title) => { Intent::Answer(ChoiceAnswer::Give(title)) }
    "take"(title: title) => { Intent::Answer(ChoiceAnswer::Take(title)) }
    "put"(title: title) => { Intent::Answer(ChoiceAnswer::Put(title)) }
    "aim"(seat: seat) => { Intent::Answer(ChoiceAnswer::Aim(seat)) }
    "blindly" => { Intent::PickBlindly }
    "stop" => { Intent::Answer(ChoiceAnswer::Stop) }
    "order"(order: order) => { Intent::Answer(ChoiceAnswer::Order(order)) }
    "vote"(seat: seat) => { Intent::VoteAway(seat) }
    "watch-at"(speed: watch_speed) => { Intent::WatchAt(speed) }
    "end" => { Intent::End { confirmed: false } }
    "end-yes" => { Intent::End { confirmed: true } }
    "end-in"(channel: text) => { Intent::EndIn { channel, confirmed: false } }
    "end-in-yes"(channel: text) => { Intent::EndIn { channel, confirmed: true } }
    "rematch" => { Intent::Rematch }
    "new" => { Intent::NewTable }
    "forget-me" => { Intent::ForgetMe }
    "prefer"(value: preference_value) => { Intent::Prefer(value) }
    "server-set"(value: option_value) => { Intent::ChangeServer(ServerChange::SetOption(value)) }
    "server-allow"(channel: text) => { Intent::ChangeServer(ServerChange::AllowChannel(channel)) }
    "server-forget"(channel: text) => { Intent::ChangeServer(ServerChange::ForgetChannel(channel)) }
    "server-board"(channel: text, language: locale) => {
        Intent::ChangeServer(ServerChange::PostBoard(Some(WeeklyBoard { channel, language })))
    }
    "server-board-refused"(channel: text) => {
        Intent::ChangeServer(ServerChange::BoardRefused(channel))
    }
    "server-board-off" => { Intent::ChangeServer(ServerChange::PostBoard(None)) }
    "server-reset-ask" => { Intent::AskServerReset }
    "server-reset" => { Intent::ChangeServer(ServerChange::Reset) }
    "story"(game: text, page: story_page) => { Intent::Story { game, page } }
    "moment"(game: text, step: text) => { Intent::ShowMoment { game, step } }
    "games" => { Intent::Games(GamesList::Channel) }
    "games-own" => { Intent::Games(GamesList::Own) }
    "board"(window: window, back: text, measure: measure, page: text) => {
        Intent::Leaderboard(BoardView { window, back, measure, page })
    }
    "stats" => { Intent::Stats(StatsView::Own) }
    "stats-all" => { Intent::Stats(StatsView::Everywhere) }
    "stats-of"(person: text) => { Intent::Stats(StatsView::Of(person)) }
    "badges"(view: stats_view) => { Intent::Badges(view, None) }
    "badge"(view: stats_view, badge: badge) => { Intent::Badges(view, Some(badge)) }
    "curve"(view: stats_view) => { Intent::Curve(view) }
    "today" => { Intent::Daily(DailyRequest::Open) }
    "today-proof" => { Intent::Daily(DailyRequest::Proof) }
    "today-post" => { Intent::Daily(DailyRequest::Post) }
} }

words! { menu: Menu {
    "option"(kind: option_kind) => { Menu::Option(kind) }
    "server"(kind: option_kind) => { Menu::ServerOption(kind) }
    "preference"(kind: preference_kind) => { Menu::Preference(kind) }
    "computers"(players: text) => { Menu::Computers { players } }
    "target"(aim: aim) => { Menu::Target(aim) }
    "hand"(page: text) => { Menu::Hand { page } }
    "naming"(title: title, wild: wild, on: seat) => { Menu::Naming { title, wild, on } }
    "five" => { Menu::Five }
    "place" => { Menu::Place }
    "give" => { Menu::Give }
    "take" => { Menu::Take }
    "jump"(game: text, page: text) => { Menu::Jump { game, page } }
    "window"(measure: measure) => { Menu::Window(measure) }
    "measure"(window: window, back: text) => { Menu::Measure { window, back } }
    "badge"(view: stats_view) => { Menu::Badge(view) }
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
    "card"(title: title) => { Topic::Card(title) }
} }

words! { aim: TargetedPlay {
    "card"(title: title) => { TargetedPlay::Single(title) }
    "pair"(title: title, wild: wild) => { TargetedPlay::Pair(title, wild) }
    "triple"(title: title, wild: wild) => { TargetedPlay::Triple(title, wild) }
} }

impl Writer<'_, '_> {
    fn text(&mut self, part: impl Display) -> fmt::Result {
        write!(self.0, ":{part}")
    }

    fn seat(&mut self, seat: Seat) -> fmt::Result {
        self.text(seat.index())
    }

    fn title(&mut self, title: Title) -> fmt::Result {
        self.text(title.code())
    }

    fn titles(&mut self, titles: [Title; 5]) -> fmt::Result {
        self.text(String::from_iter(titles.map(Title::code)))
    }

    fn wild(&mut self, wild: u8) -> fmt::Result {
        self.text(wild)
    }

    /// Writes the old places of an order, one digit each.
    fn order(&mut self, order: Order) -> fmt::Result {
        let places = order.places().iter();
        self.text(places.map(u8::to_string).collect::<String>())
    }

    fn option_kind(&mut self, kind: OptionKind) -> fmt::Result {
        self.text(kind.id())
    }

    fn option_page(&mut self, page: OptionPage) -> fmt::Result {
        self.text(page.id())
    }

    fn option_value(&mut self, value: OptionValue) -> fmt::Result {
        self.option_kind(value.kind())?;
        self.text(value.word())
    }

    fn watch_speed(&mut self, speed: WatchSpeed) -> fmt::Result {
        self.text(speed.id())
    }

    fn locale(&mut self, locale: Locale) -> fmt::Result {
        self.text(locale.id())
    }

    fn window(&mut self, window: Window) -> fmt::Result {
        self.text(window.id())
    }

    fn measure(&mut self, measure: Measure) -> fmt::Result {
        self.text(measure.id())
    }

    fn badge(&mut self, badge: Badge) -> fmt::Result {
        self.text(badge.id())
    }

    fn preference_kind(&mut self, kind: PreferenceKind) -> fmt::Result {
        self.text(kind.id())
    }

    fn preference_value(&mut self, value: PreferenceValue) -> fmt::Result {
        self.preference_kind(value.kind())?;
        self.text(value.word())
    }
}

impl<'t> Parser<'t> {
    fn next(&mut self) -> Result<&'t str, ControlError> {
        self.0.next().ok_or(ControlError)
    }

    fn action(&mut self) -> Result<ControlAction, ControlError> {
        if self.0.clone().next() == Some("menu") {
            self.next()?;
            return self.menu().map(ControlAction::Menu);
        }
        self.intent().map(ControlAction::Button)
    }

    fn text<T: FromStr>(&mut self) -> Result<T, ControlError> {
        self.next()?.parse().map_err(|_| ControlError)
    }

    fn seat(&mut self) -> Result<Seat, ControlError> {
        seat(self.next()?)
    }

    fn title(&mut self) -> Result<Title, ControlError> {
        title_by_code(self.text()?)
    }

    fn titles(&mut self) -> Result<[Title; 5], ControlError> {
        five_by_code(self.next()?)
    }

    fn wild(&mut self) -> Result<u8, ControlError> {
        let wild = self.text()?;
        (wild <= MAX_WILD).then_some(wild).ok_or(ControlError)
    }

    fn order(&mut self) -> Result<Order, ControlError> {
        let digit = |place: char| place.to_digit(10)?.try_into().ok();
        let places: Option<Vec<u8>> = self.next()?.chars().map(digit).collect();
        Order::new(&places.ok_or(ControlError)?).ok_or(ControlError)
    }

    fn locale(&mut self) -> Result<Locale, ControlError> {
        Locale::from_id(self.next()?).ok_or(ControlError)
    }

    fn option_kind(&mut self) -> Result<OptionKind, ControlError> {
        OptionKind::from_id(self.next()?).ok_or(ControlError)
    }

    fn option_page(&mut self) -> Result<OptionPage, ControlError> {
        OptionPage::from_id(self.next()?).ok_or(ControlError)
    }

    fn option_value(&mut self) -> Result<OptionValue, ControlError> {
        let kind = self.option_kind()?;
        OptionValue::parse(kind, self.next()?).ok_or(ControlError)
    }

    fn watch_speed(&mut self) -> Result<WatchSpeed, ControlError> {
        WatchSpeed::from_id(self.next()?).ok_or(ControlError)
    }

    fn window(&mut self) -> Result<Window, ControlError> {
        Window::from_id(self.next()?).ok_or(ControlError)
    }

    fn measure(&mut self) -> Result<Measure, ControlError> {
        Measure::from_id(self.next()?).ok_or(ControlError)
    }

    fn badge(&mut self) -> Result<Badge, ControlError> {
        Badge::from_id(self.next()?).ok_or(ControlError)
    }

    fn preference_kind(&mut self) -> Result<PreferenceKind, ControlError> {
        PreferenceKind::from_id(self.next()?).ok_or(ControlError)
    }

    fn preference_value(&mut self) -> Result<PreferenceValue, ControlError> {
        let kind = self.preference_kind()?;
        PreferenceValue::parse(kind, self.next()?).ok_or(ControlError)
    }
}
