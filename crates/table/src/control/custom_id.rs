//! The text form of a control: writing and parsing it. One control has one text.

use std::fmt;
use std::str::{FromStr, Split};

use rules::{ChoiceAnswer, Order, Play, Seat, Title};

use super::value::{five_by_code, seat, title_by_code};
use super::{Control, ControlAction, ControlError, Stamp};
use crate::ids::{ChannelId, Revision};
use crate::intent::{Intent, Menu, PanelStep, TargetedPlay};
use crate::option_value::{OptionKind, OptionValue};
use crate::rules_view::{RulesView, Topic};
use crate::server_settings::ServerChange;

/// The version of the text form; ids of other versions do not parse.
const VERSION: &str = "v1";

impl fmt::Display for Control {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stamp { table, revision } = self.stamp;
        write!(formatter, "{VERSION}:{table}:{revision}:")?;
        match self.action {
            ControlAction::Button(intent) => write_intent(formatter, intent),
            ControlAction::Menu(menu) => write_menu(formatter, menu),
        }
    }
}

fn write_intent(to: &mut fmt::Formatter<'_>, intent: Intent) -> fmt::Result {
    match intent {
        Intent::Join => to.write_str("join"),
        Intent::Leave { confirmed: false } => to.write_str("leave"),
        Intent::Leave { confirmed: true } => to.write_str("leave-yes"),
        Intent::AddComputer(strength) => write!(to, "computer:{strength}"),
        Intent::RemoveComputer => to.write_str("computer-off"),
        Intent::Start => to.write_str("start"),
        Intent::OpenOptions => to.write_str("options"),
        Intent::SetOption(value) => write!(to, "set:{}:{}", value.kind().id(), value.word()),
        Intent::OpenHand => to.write_str("hand"),
        Intent::PostTable => to.write_str("post"),
        Intent::Rules => to.write_str("rules"),
        Intent::Read(page) => write_page(to, page),
        Intent::Show(step) => write_step(to, step),
        Intent::Draw => to.write_str("draw"),
        Intent::Play(play) => write_play(to, play),
        Intent::Nope { layer } => write!(to, "nope:{layer}"),
        Intent::Pass => to.write_str("pass"),
        Intent::Answer(answer) => write_answer(to, answer),
        Intent::PlaceAnywhere => to.write_str("anywhere"),
        Intent::VoteAway(seat) => write!(to, "vote:{}", seat.index()),
        Intent::End { confirmed: false } => to.write_str("end"),
        Intent::End { confirmed: true } => to.write_str("end-yes"),
        Intent::EndIn(channel) => write!(to, "end-in:{channel}"),
        Intent::Rematch => to.write_str("rematch"),
        Intent::NewTable => to.write_str("new"),
        Intent::ForgetMe => to.write_str("forget-me"),
        Intent::ChangeServer(change) => write_server_change(to, change),
    }
}

fn write_server_change(to: &mut fmt::Formatter<'_>, change: ServerChange) -> fmt::Result {
    match change {
        ServerChange::SetOption(value) => {
            write!(to, "server-set:{}:{}", value.kind().id(), value.word())
        }
        ServerChange::AllowChannel(channel) => write!(to, "server-allow:{channel}"),
        ServerChange::ForgetChannel(channel) => write!(to, "server-forget:{channel}"),
        ServerChange::Reset => to.write_str("server-reset"),
    }
}

fn write_answer(to: &mut fmt::Formatter<'_>, answer: ChoiceAnswer) -> fmt::Result {
    match answer {
        ChoiceAnswer::Place(place) => write!(to, "at:{place}"),
        ChoiceAnswer::Give(title) => write!(to, "give:{}", title.code()),
        ChoiceAnswer::Take(title) => write!(to, "take:{}", title.code()),
        ChoiceAnswer::Stop => to.write_str("stop"),
        ChoiceAnswer::Order(order) => write_order(to, "order", order),
    }
}

/// Writes the old places of an order, a digit for each.
fn write_order(to: &mut fmt::Formatter<'_>, word: &str, order: Order) -> fmt::Result {
    write!(to, "{word}:")?;
    let mut places = order.places().iter();
    places.try_for_each(|place| write!(to, "{place}"))
}

/// Writes the cards of a pair or a triple: the title's code, and that of the Feral Cat for each of them.
fn write_kind(to: &mut fmt::Formatter<'_>, title: Title, wild: u8) -> fmt::Result {
    write!(to, "{}", title.code())?;
    (0..wild).try_for_each(|_| write!(to, "{}", Title::FeralCat.code()))
}

fn write_page(to: &mut fmt::Formatter<'_>, RulesView { edition, topic }: RulesView) -> fmt::Result {
    write!(to, "read:{edition}:")?;
    match topic {
        Topic::Guide => to.write_str("guide"),
        Topic::Cards => to.write_str("cards"),
        Topic::Combos => to.write_str("combos"),
        Topic::Window => to.write_str("window"),
        Topic::House => to.write_str("house"),
        Topic::Card(title) => write!(to, "card:{}", title.code()),
    }
}

fn write_step(to: &mut fmt::Formatter<'_>, step: PanelStep) -> fmt::Result {
    match step {
        PanelStep::Hand => to.write_str("step"),
        PanelStep::Explained => to.write_str("explain"),
        PanelStep::Title(title) => write!(to, "title:{}", title.code()),
        PanelStep::Target(targeted) => write_targeted(to, "target", targeted),
        PanelStep::Naming { title, wild, on } => {
            to.write_str("naming:")?;
            write_kind(to, title, wild)?;
            write!(to, ":{}", on.index())
        }
        PanelStep::Order(order) => write_order(to, "sort", order),
        PanelStep::Five => to.write_str("fives"),
        PanelStep::Places { from } => write!(to, "places:{from}"),
    }
}

fn write_targeted(to: &mut fmt::Formatter<'_>, word: &str, targeted: TargetedPlay) -> fmt::Result {
    match targeted {
        TargetedPlay::Single(title) => write!(to, "{word}:card:{}", title.code()),
        TargetedPlay::Pair(title, wild) => {
            write!(to, "{word}:pair:")?;
            write_kind(to, title, wild)
        }
        TargetedPlay::Triple(title, wild) => {
            write!(to, "{word}:triple:")?;
            write_kind(to, title, wild)
        }
    }
}

fn write_play(to: &mut fmt::Formatter<'_>, play: Play) -> fmt::Result {
    match play {
        Play::Single { title, on: None } => write!(to, "play:{}", title.code()),
        Play::Single {
            title,
            on: Some(on),
        } => write!(to, "play:{}:{}", title.code(), on.index()),
        Play::Pair { title, wild, on } => {
            to.write_str("pair:")?;
            write_kind(to, title, wild)?;
            write!(to, ":{}", on.index())
        }
        Play::Triple {
            title,
            wild,
            on,
            naming,
        } => {
            to.write_str("triple:")?;
            write_kind(to, title, wild)?;
            write!(to, ":{}:{}", on.index(), naming.code())
        }
        Play::Five(titles) => {
            to.write_str("five:")?;
            titles
                .into_iter()
                .try_for_each(|title| write!(to, "{}", title.code()))
        }
    }
}

fn write_menu(to: &mut fmt::Formatter<'_>, menu: Menu) -> fmt::Result {
    match menu {
        Menu::Option(kind) => write!(to, "menu:option:{}", kind.id()),
        Menu::ServerOption(kind) => write!(to, "menu:server:{}", kind.id()),
        Menu::Computers { players } => write!(to, "menu:computers:{players}"),
        Menu::Target(targeted) => write_targeted(to, "menu:target", targeted),
        Menu::Hand { page } => write!(to, "menu:hand:{page}"),
        Menu::Naming { title, wild, on } => {
            to.write_str("menu:naming:")?;
            write_kind(to, title, wild)?;
            write!(to, ":{}", on.index())
        }
        Menu::Five => to.write_str("menu:five"),
        Menu::Place => to.write_str("menu:place"),
        Menu::Give => to.write_str("menu:give"),
        Menu::Take => to.write_str("menu:take"),
    }
}

impl FromStr for Control {
    type Err = ControlError;

    fn from_str(text: &str) -> Result<Self, ControlError> {
        let mut parser = Parser(text.split(':'));
        if parser.next()? != VERSION {
            return Err(ControlError);
        }
        let table = parser.parse()?;
        let revision = Revision(parser.parse()?);
        let action = parser.action()?;
        parser.end()?;
        let control = Self {
            stamp: Stamp { table, revision },
            action,
        };
        // Refuse other spellings of the same numbers, such as leading zeros: one control has one id.
        if control.to_string() == text {
            Ok(control)
        } else {
            Err(ControlError)
        }
    }
}

/// Parses the parts of a custom id, which colons separate.
struct Parser<'t>(Split<'t, char>);

impl<'t> Parser<'t> {
    fn next(&mut self) -> Result<&'t str, ControlError> {
        self.0.next().ok_or(ControlError)
    }

    fn end(&mut self) -> Result<(), ControlError> {
        self.0.next().map_or(Ok(()), |_| Err(ControlError))
    }

    fn parse<T: FromStr>(&mut self) -> Result<T, ControlError> {
        self.next()?.parse().map_err(|_| ControlError)
    }

    fn seat(&mut self) -> Result<Seat, ControlError> {
        seat(self.next()?)
    }

    fn title(&mut self) -> Result<Title, ControlError> {
        let mut codes = self.next()?.chars();
        let title = title_by_code(codes.next().ok_or(ControlError)?)?;
        codes.next().map_or(Ok(title), |_| Err(ControlError))
    }

    /// Parses the cards of a pair or a triple.
    fn kind(&mut self) -> Result<(Title, u8), ControlError> {
        let mut codes = self.next()?.chars();
        let title = title_by_code(codes.next().ok_or(ControlError)?)?;
        let wild = codes.clone().count();
        match wild <= 2 && codes.all(|code| code == Title::FeralCat.code()) {
            true => Ok((title, wild as u8)),
            false => Err(ControlError),
        }
    }

    fn order(&mut self) -> Result<Order, ControlError> {
        let digit = |place: char| {
            place
                .to_digit(10)
                .and_then(|place| u8::try_from(place).ok())
        };
        let places: Option<Vec<u8>> = self.next()?.chars().map(digit).collect();
        Order::new(&places.ok_or(ControlError)?).ok_or(ControlError)
    }

    fn action(&mut self) -> Result<ControlAction, ControlError> {
        match self.next()? {
            "menu" => self.menu().map(ControlAction::Menu),
            word => self.intent(word).map(ControlAction::Button),
        }
    }

    fn intent(&mut self, word: &str) -> Result<Intent, ControlError> {
        Ok(match word {
            "join" => Intent::Join,
            "leave" => Intent::Leave { confirmed: false },
            "leave-yes" => Intent::Leave { confirmed: true },
            "computer" => Intent::AddComputer(self.parse()?),
            "computer-off" => Intent::RemoveComputer,
            "start" => Intent::Start,
            "options" => Intent::OpenOptions,
            "set" => Intent::SetOption(self.option_value()?),
            "hand" => Intent::OpenHand,
            "post" => Intent::PostTable,
            "rules" => Intent::Rules,
            "read" => Intent::Read(self.page()?),
            "draw" => Intent::Draw,
            "nope" => Intent::Nope {
                layer: self.parse()?,
            },
            "pass" => Intent::Pass,
            "at" => Intent::Answer(ChoiceAnswer::Place(self.parse()?)),
            "anywhere" => Intent::PlaceAnywhere,
            "give" => Intent::Answer(ChoiceAnswer::Give(self.title()?)),
            "take" => Intent::Answer(ChoiceAnswer::Take(self.title()?)),
            "stop" => Intent::Answer(ChoiceAnswer::Stop),
            "order" => Intent::Answer(ChoiceAnswer::Order(self.order()?)),
            "vote" => Intent::VoteAway(self.seat()?),
            "end" => Intent::End { confirmed: false },
            "end-yes" => Intent::End { confirmed: true },
            "end-in" => Intent::EndIn(ChannelId(self.parse()?)),
            "rematch" => Intent::Rematch,
            "new" => Intent::NewTable,
            "forget-me" => Intent::ForgetMe,
            "server-set" => Intent::ChangeServer(ServerChange::SetOption(self.option_value()?)),
            "server-allow" => {
                Intent::ChangeServer(ServerChange::AllowChannel(ChannelId(self.parse()?)))
            }
            "server-forget" => {
                Intent::ChangeServer(ServerChange::ForgetChannel(ChannelId(self.parse()?)))
            }
            "server-reset" => Intent::ChangeServer(ServerChange::Reset),
            "step" | "explain" | "title" | "target" | "naming" | "fives" | "places" | "sort" => {
                Intent::Show(self.step(word)?)
            }
            _ => Intent::Play(self.play(word)?),
        })
    }

    fn page(&mut self) -> Result<RulesView, ControlError> {
        let edition = self.parse()?;
        let topic = match self.next()? {
            "guide" => Topic::Guide,
            "cards" => Topic::Cards,
            "combos" => Topic::Combos,
            "window" => Topic::Window,
            "house" => Topic::House,
            "card" => Topic::Card(self.title()?),
            _ => return Err(ControlError),
        };
        Ok(RulesView { edition, topic })
    }

    fn step(&mut self, word: &str) -> Result<PanelStep, ControlError> {
        Ok(match word {
            "step" => PanelStep::Hand,
            "explain" => PanelStep::Explained,
            "title" => PanelStep::Title(self.title()?),
            "target" => PanelStep::Target(self.targeted()?),
            "naming" => {
                let (title, wild) = self.kind()?;
                let on = self.seat()?;
                PanelStep::Naming { title, wild, on }
            }
            "sort" => PanelStep::Order(self.order()?),
            "fives" => PanelStep::Five,
            "places" => PanelStep::Places {
                from: self.parse()?,
            },
            _ => return Err(ControlError),
        })
    }

    fn targeted(&mut self) -> Result<TargetedPlay, ControlError> {
        Ok(match self.next()? {
            "card" => TargetedPlay::Single(self.title()?),
            "pair" => {
                let (title, wild) = self.kind()?;
                TargetedPlay::Pair(title, wild)
            }
            "triple" => {
                let (title, wild) = self.kind()?;
                TargetedPlay::Triple(title, wild)
            }
            _ => return Err(ControlError),
        })
    }

    fn play(&mut self, word: &str) -> Result<Play, ControlError> {
        Ok(match word {
            "play" => Play::Single {
                title: self.title()?,
                on: self.0.next().map(seat).transpose()?,
            },
            "pair" => {
                let (title, wild) = self.kind()?;
                let on = self.seat()?;
                Play::Pair { title, wild, on }
            }
            "triple" => {
                let (title, wild) = self.kind()?;
                Play::Triple {
                    title,
                    wild,
                    on: self.seat()?,
                    naming: self.title()?,
                }
            }
            "five" => Play::Five(five_by_code(self.next()?)?),
            _ => return Err(ControlError),
        })
    }

    fn menu(&mut self) -> Result<Menu, ControlError> {
        Ok(match self.next()? {
            "option" => Menu::Option(self.option_kind()?),
            "server" => Menu::ServerOption(self.option_kind()?),
            "computers" => Menu::Computers {
                players: self.parse()?,
            },
            "target" => Menu::Target(self.targeted()?),
            "hand" => Menu::Hand {
                page: self.parse()?,
            },
            "naming" => {
                let (title, wild) = self.kind()?;
                let on = self.seat()?;
                Menu::Naming { title, wild, on }
            }
            "five" => Menu::Five,
            "place" => Menu::Place,
            "give" => Menu::Give,
            "take" => Menu::Take,
            _ => return Err(ControlError),
        })
    }

    fn option_value(&mut self) -> Result<OptionValue, ControlError> {
        let kind = self.option_kind()?;
        OptionValue::parse(kind, self.next()?).ok_or(ControlError)
    }

    fn option_kind(&mut self) -> Result<OptionKind, ControlError> {
        let word = self.next()?;
        OptionKind::ALL
            .into_iter()
            .find(|kind| kind.id() == word)
            .ok_or(ControlError)
    }
}
