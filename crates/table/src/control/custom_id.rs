//! The text form of a control: parts separated by colons. Each control has exactly one text. The macro `words` lists a
//! type's words only once, for both writing and parsing.

use std::fmt::{self, Display};
use std::str::{FromStr, Split};

use rules::{ChoiceAnswer, Order, Play, Seat, Title};

use super::value::{five, seat, title_by_code};
use super::{Control, ControlAction, ControlError, Stamp};
use crate::ids::Revision;
use crate::intent::{Intent, Menu, PanelStep, TargetedPlay};
use crate::option_value::{OptionKind, OptionPage, OptionValue};
use crate::watch_speed::WatchSpeed;

/// The version of the text form; ids of other versions do not parse.
const VERSION: &str = "v1";

/// The word before the parts of a menu.
const MENU: &str = "menu";

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
                writer.text(MENU)?;
                writer.menu(menu)
            }
            ControlAction::PageButton(intent) => writer.page_intent(intent),
            ControlAction::PageMenu(menu) => {
                writer.text(MENU)?;
                writer.page_menu(menu)
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
        // Rejects further parts and other spellings of the same numbers, such as leading zeros.
        if control.to_string() == text {
            Ok(control)
        } else {
            Err(ControlError)
        }
    }
}

pub(crate) struct Writer<'w, 'f>(&'w mut fmt::Formatter<'f>);

pub(crate) struct Parser<'t>(Split<'t, char>);

/// Generates the methods of [`Writer`] and [`Parser`] for a type from one list. Each entry contains a word, the parts
/// that follow it with their methods, and the value, which is used both as a pattern and as an expression.
macro_rules! words {
    ($method:ident: $type:ty {
        $( $word:literal $( ( $( $part:ident: $part_method:ident ),* ) )? => { $( $value:tt )* } )*
    }) => {
        impl $crate::control::custom_id::Writer<'_, '_> {
            pub(crate) fn $method(&mut self, value: $type) -> std::fmt::Result {
                match value {
                    $( $( $value )* => {
                        self.text($word)?;
                        $( $( self.$part_method($part)?; )* )?
                        Ok(())
                    } )*
                }
            }
        }

        impl $crate::control::custom_id::Parser<'_> {
            pub(crate) fn $method(&mut self) -> Result<$type, $crate::control::ControlError> {
                Ok(match self.next()? {
                    $( $word => {
                        $( $( let $part = self.$part_method()?; )* )?
                        $( $value )*
                    } )*
                    _ => return Err($crate::control::ControlError),
                })
            }
        }
    };
}

pub(crate) use words;

/// Generates the methods of [`Writer`] and [`Parser`] for types that have the methods `id` and `from_id`.
macro_rules! ids {
    ($( $method:ident: $type:ty ),* $(,)?) => {
        impl $crate::control::custom_id::Writer<'_, '_> {
            $( pub(crate) fn $method(&mut self, value: $type) -> std::fmt::Result {
                self.text(value.id())
            } )*
        }

        impl $crate::control::custom_id::Parser<'_> {
            $( pub(crate) fn $method(&mut self) -> Result<$type, $crate::control::ControlError> {
                <$type>::from_id(self.next()?).ok_or($crate::control::ControlError)
            } )*
        }
    };
}

pub(crate) use ids;

words! { intent: Intent {
    "join" => { Intent::Join }
    "remove"(user: text) => { Intent::Remove(user) }
    "door-close" => { Intent::SetDoor { closed: true } }
    "door-open" => { Intent::SetDoor { closed: false } }
    "let-in"(user: text) => { Intent::LetIn(user) }
    "hand-over"(user: text) => { Intent::HandOver(user) }
    "take-over" => { Intent::TakeOver }
    "call-players" => { Intent::CallPlayers }
    "leave" => { Intent::Leave { confirmed: false } }
    "leave-yes" => { Intent::Leave { confirmed: true } }
    "computer"(strength: text) => { Intent::AddComputer(strength) }
    "computer-off" => { Intent::RemoveComputer }
    "play-now" => { Intent::PlayNow }
    "start" => { Intent::Start }
    "options"(page: option_page) => { Intent::OpenOptions(page) }
    "options-close" => { Intent::CloseOptions }
    "set"(value: option_value) => { Intent::SetOption(value) }
    "hand" => { Intent::OpenHand }
    "post" => { Intent::PostTable }
    "rules" => { Intent::Rules(None) }
    "rules-card"(card: title) => { Intent::Rules(Some(card)) }
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
    "predict-nobody" => { Intent::Predict(None) }
    "predict"(seat: seat) => { Intent::Predict(Some(seat)) }
    "watch-at"(speed: watch_speed) => { Intent::WatchAt(speed) }
    "end" => { Intent::End { confirmed: false } }
    "end-yes" => { Intent::End { confirmed: true } }
    "end-in"(channel: text) => { Intent::EndIn { channel, confirmed: false } }
    "end-in-yes"(channel: text) => { Intent::EndIn { channel, confirmed: true } }
    "rematch" => { Intent::Rematch }
    "new" => { Intent::NewTable }
} }

words! { menu: Menu {
    "option"(kind: option_kind) => { Menu::Option(kind) }
    "computers"(players: text) => { Menu::Computers { players } }
    "remove" => { Menu::Remove }
    "hand-over" => { Menu::HandOver }
    "target"(aim: aim) => { Menu::Target(aim) }
    "hand"(page: text) => { Menu::Hand { page } }
    "naming"(title: title, wild: wild, on: seat) => { Menu::Naming { title, wild, on } }
    "five" => { Menu::Five }
    "place" => { Menu::Place }
    "give" => { Menu::Give }
    "take" => { Menu::Take }
    "predict" => { Menu::Predict }
} }

words! { aim: TargetedPlay {
    "card"(title: title) => { TargetedPlay::Single(title) }
    "pair"(title: title, wild: wild) => { TargetedPlay::Pair(title, wild) }
    "triple"(title: title, wild: wild) => { TargetedPlay::Triple(title, wild) }
} }

ids! { option_kind: OptionKind, option_page: OptionPage, watch_speed: WatchSpeed }

impl Writer<'_, '_> {
    pub(crate) fn text(&mut self, part: impl Display) -> fmt::Result {
        write!(self.0, ":{part}")
    }

    pub(crate) fn seat(&mut self, seat: Seat) -> fmt::Result {
        self.text(seat.index())
    }

    pub(crate) fn title(&mut self, title: Title) -> fmt::Result {
        self.text(title.code())
    }

    pub(crate) fn titles(&mut self, titles: [Title; 5]) -> fmt::Result {
        self.text(String::from_iter(titles.map(Title::code)))
    }

    pub(crate) fn wild(&mut self, wild: u8) -> fmt::Result {
        self.text(wild)
    }

    /// Writes the original places of the reordered cards, one digit each.
    pub(crate) fn order(&mut self, order: Order) -> fmt::Result {
        let places = order.places().iter();
        self.text(places.map(u8::to_string).collect::<String>())
    }

    pub(crate) fn option_value(&mut self, value: OptionValue) -> fmt::Result {
        self.option_kind(value.kind())?;
        self.text(value.word())
    }
}

impl<'t> Parser<'t> {
    pub(crate) fn next(&mut self) -> Result<&'t str, ControlError> {
        self.0.next().ok_or(ControlError)
    }

    fn action(&mut self) -> Result<ControlAction, ControlError> {
        if self.0.clone().next() == Some(MENU) {
            self.next()?;
            return self.table_or_page(
                |parser| parser.menu().map(ControlAction::Menu),
                |parser| parser.page_menu().map(ControlAction::PageMenu),
            );
        }
        self.table_or_page(
            |parser| parser.intent().map(ControlAction::Button),
            |parser| parser.page_intent().map(ControlAction::PageButton),
        )
    }

    /// Parses a table's words or, failing that, a page's. The two have no words in common.
    fn table_or_page<T>(
        &mut self,
        table: impl FnOnce(&mut Self) -> Result<T, ControlError>,
        page: impl FnOnce(&mut Self) -> Result<T, ControlError>,
    ) -> Result<T, ControlError> {
        let start = self.0.clone();
        table(self).or_else(|_| {
            self.0 = start;
            page(self)
        })
    }

    pub(crate) fn text<T: FromStr>(&mut self) -> Result<T, ControlError> {
        self.next()?.parse().map_err(|_| ControlError)
    }

    pub(crate) fn seat(&mut self) -> Result<Seat, ControlError> {
        seat(self.next()?)
    }

    pub(crate) fn title(&mut self) -> Result<Title, ControlError> {
        title_by_code(self.text()?)
    }

    pub(crate) fn titles(&mut self) -> Result<[Title; 5], ControlError> {
        five(self.next()?.chars().map(title_by_code))
    }

    pub(crate) fn wild(&mut self) -> Result<u8, ControlError> {
        let wild = self.text()?;
        (wild <= MAX_WILD).then_some(wild).ok_or(ControlError)
    }

    pub(crate) fn order(&mut self) -> Result<Order, ControlError> {
        let digit = |place: char| place.to_digit(10)?.try_into().ok();
        let places: Option<Vec<u8>> = self.next()?.chars().map(digit).collect();
        Order::new(&places.ok_or(ControlError)?).ok_or(ControlError)
    }

    pub(crate) fn option_value(&mut self) -> Result<OptionValue, ControlError> {
        let kind = self.option_kind()?;
        OptionValue::parse(kind, self.next()?).ok_or(ControlError)
    }
}
