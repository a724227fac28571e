//! The custom ids of buttons and menus: one closed type with a text form of at most 100 characters.
//! An id carries the intent and the revision of the table that it was made for. It is untrusted: the
//! user id of the click decides who acts, `rules::Game::legal` what is allowed. It holds nothing secret,
//! and any process can parse the ids made by any other.

use std::fmt;
use std::str::{FromStr, Split};

use rules::{Play, Seat, Title};

use crate::ids::{Revision, TableId};
use crate::intent::{Intent, Menu, PanelStep, PilePosition, SettingKind, TargetedPlay};
use crate::options::Setting;
use crate::screen::{RulesView, Topic};

/// The version of the text form; ids of other versions do not parse.
const VERSION: &str = "v1";

/// The meaning of a button or a menu, with the table that it was made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Control {
    /// The table and revision that it was made for.
    pub stamp: Stamp,
    /// The meaning of using it.
    pub action: ControlAction,
}

/// The table and revision that a control was made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stamp {
    /// The table whose message holds the control.
    pub table: TableId,
    /// The revision that the message showed; the control is stale once the table has a later one.
    pub revision: Revision,
}

/// The meaning of using a control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ControlAction {
    /// A button with a fixed intent.
    Button(Intent),
    /// A menu, whose intent depends on the values chosen in it.
    Menu(Menu),
}

/// The error of a custom id that is not a control's, or of values that its menu never offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not the id of a control")]
pub struct ControlError;

impl Stamp {
    /// Returns a button with this intent.
    pub fn button(self, intent: Intent) -> Control {
        Control {
            stamp: self,
            action: ControlAction::Button(intent),
        }
    }

    /// Returns this menu as a control.
    pub fn menu(self, menu: Menu) -> Control {
        Control {
            stamp: self,
            action: ControlAction::Menu(menu),
        }
    }
}

impl Control {
    /// Returns the intent, given the values chosen in the menu; no values for a button.
    ///
    /// # Errors
    /// [`ControlError`] for values that the control cannot have offered.
    pub fn with_values<V: AsRef<str>>(&self, values: &[V]) -> Result<Intent, ControlError> {
        match (self.action, values) {
            (ControlAction::Button(intent), []) => Ok(intent),
            (ControlAction::Menu(Menu::Five), values) => {
                five(values).map(|five| Intent::Play(Play::Five(five)))
            }
            (ControlAction::Menu(menu), [value]) => menu.choose(value.as_ref()),
            _ => Err(ControlError),
        }
    }
}

impl Menu {
    fn choose(self, value: &str) -> Result<Intent, ControlError> {
        Ok(match self {
            Self::Option(kind) => Intent::Set(Setting::parse(kind, value).ok_or(ControlError)?),
            Self::Target(targeted) => targeted.on(seat(value)?),
            Self::Naming { title, on } => Intent::Play(Play::Triple {
                title,
                on,
                naming: title_by_id(value)?,
            }),
            Self::Five => return Err(ControlError),
            Self::Place => Intent::Place(PilePosition::At(number(value)?)),
            Self::Give => Intent::Give(title_by_id(value)?),
            Self::Take => Intent::Take(title_by_id(value)?),
        })
    }
}

impl TargetedPlay {
    /// Returns the intent of choosing this seat as the target: the play, or the next panel step
    /// towards it.
    pub fn on(self, on: Seat) -> Intent {
        match self {
            Self::Favor => Intent::Play(Play::Favor { on: Some(on) }),
            Self::Pair(title) => Intent::Play(Play::Pair { title, on }),
            Self::Triple(title) => Intent::Show(PanelStep::Naming { title, on }),
        }
    }
}

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
        Intent::Set(setting) => write!(to, "set:{}:{}", setting.kind().id(), setting.value()),
        Intent::OpenHand => to.write_str("hand"),
        Intent::PostTable => to.write_str("post"),
        Intent::Rules => to.write_str("rules"),
        Intent::Read(page) => write_page(to, page),
        Intent::Show(step) => write_step(to, step),
        Intent::Draw => to.write_str("draw"),
        Intent::Play(play) => write_play(to, play),
        Intent::Nope { layer } => write!(to, "nope:{layer}"),
        Intent::Pass => to.write_str("pass"),
        Intent::Place(PilePosition::At(place)) => write!(to, "at:{place}"),
        Intent::Place(PilePosition::Random) => to.write_str("anywhere"),
        Intent::Give(title) => write!(to, "give:{}", letter(title)),
        Intent::Take(title) => write!(to, "take:{}", letter(title)),
        Intent::Stop => to.write_str("stop"),
        Intent::VoteAway(seat) => write!(to, "vote:{}", seat.index()),
        Intent::End { confirmed: false } => to.write_str("end"),
        Intent::End { confirmed: true } => to.write_str("end-yes"),
        Intent::Rematch => to.write_str("rematch"),
        Intent::NewTable => to.write_str("new"),
    }
}

fn write_page(to: &mut fmt::Formatter<'_>, RulesView { edition, topic }: RulesView) -> fmt::Result {
    write!(to, "read:{edition}:")?;
    match topic {
        Topic::Guide => to.write_str("guide"),
        Topic::Cards => to.write_str("cards"),
        Topic::Combos => to.write_str("combos"),
        Topic::Window => to.write_str("window"),
        Topic::House => to.write_str("house"),
        Topic::Card(title) => write!(to, "card:{}", letter(title)),
    }
}

fn write_step(to: &mut fmt::Formatter<'_>, step: PanelStep) -> fmt::Result {
    match step {
        PanelStep::Hand => to.write_str("step"),
        PanelStep::Title(title) => write!(to, "title:{}", letter(title)),
        PanelStep::Target(targeted) => write_targeted(to, "target", targeted),
        PanelStep::Naming { title, on } => write!(to, "naming:{}:{}", letter(title), on.index()),
        PanelStep::Five => to.write_str("fives"),
        PanelStep::Places { from } => write!(to, "places:{from}"),
    }
}

fn write_targeted(to: &mut fmt::Formatter<'_>, word: &str, targeted: TargetedPlay) -> fmt::Result {
    match targeted {
        TargetedPlay::Favor => write!(to, "{word}:favor"),
        TargetedPlay::Pair(title) => write!(to, "{word}:pair:{}", letter(title)),
        TargetedPlay::Triple(title) => write!(to, "{word}:triple:{}", letter(title)),
    }
}

fn write_play(to: &mut fmt::Formatter<'_>, play: Play) -> fmt::Result {
    match play {
        Play::Single(title) => write!(to, "play:{}", letter(title)),
        Play::Favor { on: None } => to.write_str("favor"),
        Play::Favor { on: Some(on) } => write!(to, "favor:{}", on.index()),
        Play::Pair { title, on } => write!(to, "pair:{}:{}", letter(title), on.index()),
        Play::Triple { title, on, naming } => {
            write!(
                to,
                "triple:{}:{}:{}",
                letter(title),
                on.index(),
                letter(naming)
            )
        }
        Play::Five(titles) => {
            to.write_str("five:")?;
            titles
                .into_iter()
                .try_for_each(|title| write!(to, "{}", letter(title)))
        }
    }
}

fn write_menu(to: &mut fmt::Formatter<'_>, menu: Menu) -> fmt::Result {
    match menu {
        Menu::Option(kind) => write!(to, "menu:option:{}", kind.id()),
        Menu::Target(targeted) => write_targeted(to, "menu:target", targeted),
        Menu::Naming { title, on } => write!(to, "menu:naming:{}:{}", letter(title), on.index()),
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
        let mut letters = self.next()?.chars();
        let title = letters
            .next()
            .and_then(title_by_letter)
            .ok_or(ControlError)?;
        letters.next().map_or(Ok(title), |_| Err(ControlError))
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
            "set" => {
                let kind = self.setting_kind()?;
                Intent::Set(Setting::parse(kind, self.next()?).ok_or(ControlError)?)
            }
            "hand" => Intent::OpenHand,
            "post" => Intent::PostTable,
            "rules" => Intent::Rules,
            "read" => Intent::Read(self.page()?),
            "draw" => Intent::Draw,
            "nope" => Intent::Nope {
                layer: self.parse()?,
            },
            "pass" => Intent::Pass,
            "at" => Intent::Place(PilePosition::At(self.parse()?)),
            "anywhere" => Intent::Place(PilePosition::Random),
            "give" => Intent::Give(self.title()?),
            "take" => Intent::Take(self.title()?),
            "stop" => Intent::Stop,
            "vote" => Intent::VoteAway(self.seat()?),
            "end" => Intent::End { confirmed: false },
            "end-yes" => Intent::End { confirmed: true },
            "rematch" => Intent::Rematch,
            "new" => Intent::NewTable,
            "step" | "title" | "target" | "naming" | "fives" | "places" => {
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
            "title" => PanelStep::Title(self.title()?),
            "target" => PanelStep::Target(self.targeted()?),
            "naming" => PanelStep::Naming {
                title: self.title()?,
                on: self.seat()?,
            },
            "fives" => PanelStep::Five,
            "places" => PanelStep::Places {
                from: self.parse()?,
            },
            _ => return Err(ControlError),
        })
    }

    fn targeted(&mut self) -> Result<TargetedPlay, ControlError> {
        Ok(match self.next()? {
            "favor" => TargetedPlay::Favor,
            "pair" => TargetedPlay::Pair(self.title()?),
            "triple" => TargetedPlay::Triple(self.title()?),
            _ => return Err(ControlError),
        })
    }

    fn play(&mut self, word: &str) -> Result<Play, ControlError> {
        Ok(match word {
            "play" => Play::Single(self.title()?),
            "favor" => Play::Favor {
                on: self.0.next().map(seat).transpose()?,
            },
            "pair" => Play::Pair {
                title: self.title()?,
                on: self.seat()?,
            },
            "triple" => Play::Triple {
                title: self.title()?,
                on: self.seat()?,
                naming: self.title()?,
            },
            "five" => Play::Five(five_by_letter(self.next()?)?),
            _ => return Err(ControlError),
        })
    }

    fn menu(&mut self) -> Result<Menu, ControlError> {
        Ok(match self.next()? {
            "option" => Menu::Option(self.setting_kind()?),
            "target" => Menu::Target(self.targeted()?),
            "naming" => Menu::Naming {
                title: self.title()?,
                on: self.seat()?,
            },
            "five" => Menu::Five,
            "place" => Menu::Place,
            "give" => Menu::Give,
            "take" => Menu::Take,
            _ => return Err(ControlError),
        })
    }

    fn setting_kind(&mut self) -> Result<SettingKind, ControlError> {
        let word = self.next()?;
        SettingKind::ALL
            .into_iter()
            .find(|kind| kind.id() == word)
            .ok_or(ControlError)
    }
}

/// Returns the letter of a title. Titles are single letters so that five of them fit into an id.
fn letter(title: Title) -> char {
    Title::ALL
        .into_iter()
        .zip('a'..='z')
        .find_map(|(each, letter)| (each == title).then_some(letter))
        .unwrap_or('?')
}

fn title_by_letter(letter: char) -> Option<Title> {
    Title::ALL
        .into_iter()
        .zip('a'..='z')
        .find_map(|(title, each)| (each == letter).then_some(title))
}

fn title_by_id(id: &str) -> Result<Title, ControlError> {
    id.parse().map_err(|_| ControlError)
}

fn five_by_letter(letters: &str) -> Result<[Title; 5], ControlError> {
    let titles: Option<Vec<Title>> = letters.chars().map(title_by_letter).collect();
    titles
        .and_then(|titles| titles.try_into().ok())
        .ok_or(ControlError)
}

fn five<V: AsRef<str>>(values: &[V]) -> Result<[Title; 5], ControlError> {
    let titles: Result<Vec<Title>, ControlError> = values
        .iter()
        .map(|value| title_by_id(value.as_ref()))
        .collect();
    titles?.try_into().map_err(|_| ControlError)
}

fn seat(text: &str) -> Result<Seat, ControlError> {
    Seat::new(number(text)?).ok_or(ControlError)
}

fn number<T: FromStr>(text: &str) -> Result<T, ControlError> {
    text.parse().map_err(|_| ControlError)
}

#[cfg(test)]
mod tests {
    use players::Strength;
    use proptest::prelude::*;
    use rules::{AttackRule, Combos, Decks, EditionId, FavorRule};

    use super::*;
    use crate::ids::UserId;
    use crate::options::{FirstPlayer, LeaverPolicy};
    use crate::pace::Pace;
    use crate::text::Locale;

    const LAST: Seat = Seat::ALL[8];
    const LONGEST: Title = Title::RainbowRalphingCat;

    /// Returns the variant to test after this one; exhaustive, so that a new variant must be added.
    fn next_variant(intent: Intent) -> Option<Intent> {
        Some(match intent {
            Intent::Join => Intent::Leave { confirmed: false },
            Intent::Leave { confirmed: false } => Intent::Leave { confirmed: true },
            Intent::Leave { confirmed: true } => Intent::AddComputer(Strength::Kitten),
            Intent::AddComputer(_) => Intent::RemoveComputer,
            Intent::RemoveComputer => Intent::Start,
            Intent::Start => Intent::OpenOptions,
            Intent::OpenOptions => Intent::Set(Setting::SelfNope(true)),
            Intent::Set(_) => Intent::OpenHand,
            Intent::OpenHand => Intent::PostTable,
            Intent::PostTable => Intent::Rules,
            Intent::Rules => Intent::Read(RulesView {
                edition: EditionId::TwoPlayer,
                topic: Topic::Card(LONGEST),
            }),
            Intent::Read(_) => Intent::Show(PanelStep::Hand),
            Intent::Show(_) => Intent::Draw,
            Intent::Draw => Intent::Play(Play::Single(LONGEST)),
            Intent::Play(_) => Intent::Nope { layer: u8::MAX },
            Intent::Nope { .. } => Intent::Pass,
            Intent::Pass => Intent::Place(PilePosition::At(u8::MAX)),
            Intent::Place(PilePosition::At(_)) => Intent::Place(PilePosition::Random),
            Intent::Place(PilePosition::Random) => Intent::Give(LONGEST),
            Intent::Give(_) => Intent::Take(LONGEST),
            Intent::Take(_) => Intent::Stop,
            Intent::Stop => Intent::VoteAway(LAST),
            Intent::VoteAway(_) => Intent::End { confirmed: false },
            Intent::End { confirmed: false } => Intent::End { confirmed: true },
            Intent::End { confirmed: true } => Intent::Rematch,
            Intent::Rematch => Intent::NewTable,
            Intent::NewTable => return None,
        })
    }

    fn intents() -> Vec<Intent> {
        let mut intents: Vec<Intent> =
            std::iter::successors(Some(Intent::Join), |&intent| next_variant(intent)).collect();
        intents.extend(steps().into_iter().map(Intent::Show));
        intents.extend(plays().into_iter().map(Intent::Play));
        intents.extend(settings().into_iter().map(Intent::Set));
        let topics = [
            Topic::Guide,
            Topic::Cards,
            Topic::Combos,
            Topic::Window,
            Topic::House,
        ];
        let page = |topic| {
            Intent::Read(RulesView {
                edition: EditionId::Classic,
                topic,
            })
        };
        intents.extend(topics.map(page));
        intents.extend(Title::ALL.map(Intent::Give));
        intents
    }

    fn targeted_plays() -> [TargetedPlay; 3] {
        [
            TargetedPlay::Favor,
            TargetedPlay::Pair(LONGEST),
            TargetedPlay::Triple(LONGEST),
        ]
    }

    fn steps() -> Vec<PanelStep> {
        let mut steps = vec![
            PanelStep::Hand,
            PanelStep::Title(LONGEST),
            PanelStep::Naming {
                title: LONGEST,
                on: LAST,
            },
            PanelStep::Five,
            PanelStep::Places { from: u8::MAX },
        ];
        steps.extend(targeted_plays().map(PanelStep::Target));
        steps
    }

    fn plays() -> [Play; 6] {
        [
            Play::Single(Title::Skip),
            Play::Favor { on: None },
            Play::Favor { on: Some(LAST) },
            Play::Pair {
                title: LONGEST,
                on: LAST,
            },
            Play::Triple {
                title: LONGEST,
                on: LAST,
                naming: LONGEST,
            },
            Play::Five([LONGEST; 5]),
        ]
    }

    fn settings() -> Vec<Setting> {
        let mut settings = vec![
            Setting::Combos(None),
            Setting::Attack(None),
            Setting::Favor(None),
            Setting::SelfNope(true),
            Setting::SelfNope(false),
            Setting::Decks(Decks::One),
            Setting::Decks(Decks::Two),
            Setting::First(FirstPlayer::Random),
            Setting::First(FirstPlayer::Person(UserId(u64::MAX))),
        ];
        settings.extend(EditionId::ALL.map(Setting::Edition));
        settings.extend(Combos::ALL.map(|combos| Setting::Combos(Some(combos))));
        settings.extend(Pace::ALL.map(Setting::Pace));
        settings.extend(AttackRule::ALL.map(|attack| Setting::Attack(Some(attack))));
        settings.extend(FavorRule::ALL.map(|favor| Setting::Favor(Some(favor))));
        settings.extend(LeaverPolicy::ALL.map(Setting::Leavers));
        settings.extend(Locale::all().map(Setting::Language));
        settings
    }

    fn menus() -> Vec<Menu> {
        let naming = Menu::Naming {
            title: LONGEST,
            on: LAST,
        };
        let mut menus = vec![naming, Menu::Five, Menu::Place, Menu::Give, Menu::Take];
        menus.extend(targeted_plays().map(Menu::Target));
        menus.extend(SettingKind::ALL.map(Menu::Option));
        menus
    }

    fn stamp() -> Stamp {
        Stamp {
            table: TableId(u64::MAX),
            revision: Revision(u32::MAX),
        }
    }

    fn controls() -> Vec<Control> {
        let buttons = intents().into_iter().map(|intent| stamp().button(intent));
        buttons
            .chain(menus().into_iter().map(|menu| stamp().menu(menu)))
            .collect()
    }

    #[test]
    fn every_control_parses_back_from_an_id_of_at_most_a_hundred_characters() {
        for control in controls() {
            let id = control.to_string();
            assert!(id.len() <= 100, "{id}");
            assert_eq!(id.parse(), Ok(control), "{id}");
        }
    }

    #[test]
    fn no_two_controls_share_an_id() {
        let mut ids: Vec<String> = controls().iter().map(ToString::to_string).collect();
        ids.sort();
        let before = ids.len();
        ids.dedup();
        // The lists repeat a few of the variants that `next_variant` gives.
        let distinct: Vec<Control> =
            controls()
                .into_iter()
                .fold(Vec::new(), |mut seen, control| {
                    if !seen.contains(&control) {
                        seen.push(control);
                    }
                    seen
                });
        assert_eq!(ids.len(), distinct.len(), "of {before}");
    }

    #[test]
    fn an_id_of_another_version_or_with_anything_added_does_not_parse() {
        for control in controls() {
            let id = control.to_string();
            assert_eq!(
                id.replacen("v1", "v2", 1).parse::<Control>(),
                Err(ControlError)
            );
            assert_eq!(format!("{id}:").parse::<Control>(), Err(ControlError));
            assert_eq!(format!(" {id}").parse::<Control>(), Err(ControlError));
        }
        for id in [
            "",
            ":",
            "v1",
            "v1:",
            "v1:1:1:",
            "v1:1:1:draw:",
            "v1:01:1:draw",
            "v1:+1:1:draw",
        ] {
            assert_eq!(id.parse::<Control>(), Err(ControlError), "{id}");
        }
    }

    #[test]
    fn a_menu_accepts_only_values_that_it_offered() {
        let choose = |menu, values: &[&str]| stamp().menu(menu).with_values(values);
        assert_eq!(choose(Menu::Give, &["skip"]), Ok(Intent::Give(Title::Skip)));
        assert_eq!(
            choose(Menu::Place, &["7"]),
            Ok(Intent::Place(PilePosition::At(7)))
        );
        assert_eq!(
            choose(Menu::Target(TargetedPlay::Pair(LONGEST)), &["8"]),
            Ok(Intent::Play(Play::Pair {
                title: LONGEST,
                on: LAST
            }))
        );
        let five = ["skip", "nope", "attack", "tacocat", "defuse"];
        assert!(matches!(
            choose(Menu::Five, &five),
            Ok(Intent::Play(Play::Five(_)))
        ));
        assert_eq!(choose(Menu::Five, &five[..4]), Err(ControlError));
        assert_eq!(
            choose(Menu::Target(TargetedPlay::Favor), &["9"]),
            Err(ControlError)
        );
        assert_eq!(choose(Menu::Place, &["-1"]), Err(ControlError));
        assert_eq!(choose(Menu::Give, &[]), Err(ControlError));
        assert_eq!(choose(Menu::Give, &["skip", "skip"]), Err(ControlError));
        assert_eq!(
            stamp().button(Intent::Draw).with_values(&["skip"]),
            Err(ControlError)
        );
    }

    #[test]
    fn every_setting_parses_back_from_its_value() {
        for setting in settings() {
            assert_eq!(
                Setting::parse(setting.kind(), &setting.value()),
                Some(setting)
            );
        }
    }

    proptest! {
        #[test]
        fn garbage_never_panics(text in ".{0,120}", values in prop::collection::vec(".{0,40}", 0..6)) {
            prop_assert_eq!(text.parse::<Control>(), Err(ControlError));
            for control in controls() {
                let _ = control.with_values(&values);
            }
        }

        #[test]
        fn a_mangled_id_is_refused_or_parses_as_the_control_that_writes_it(
            index in 0usize..1000, at in 0usize..100, letter in "[a-z0-9:+-]"
        ) {
            let all = controls();
            let mut id = all[index % all.len()].to_string();
            let at = at % id.len();
            id.replace_range(at..=at, &letter);
            if let Ok(control) = id.parse::<Control>() {
                prop_assert_eq!(control.to_string(), id);
            }
        }
    }
}
