//! The ids of buttons and menus: one closed type with a text form of at most 100 characters. An id
//! says what was meant and for which step of which table; it is never believed. Nothing in it is
//! secret, and none of it outlives its meaning: any process can read the ids of any other.

use std::fmt;
use std::str::{FromStr, Split};

use rules::{Play, Seat, Title};

use crate::ids::{Moment, TableId};
use crate::intent::{Aim, Intent, Menu, Spot, Step, Subject};
use crate::options::Setting;
use crate::screen::{RulesView, Topic};

const VERSION: &str = "v1";

/// What a button or a menu of one table stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Control {
    /// The table and the step of its life that it was made for.
    pub stamp: Stamp,
    /// What it does.
    pub press: Press,
}

/// Which step of which table's life a control was made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stamp {
    /// The table.
    pub table: TableId,
    /// The step.
    pub moment: Moment,
}

/// What a control does when it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press {
    /// A button: it means this.
    Do(Intent),
    /// A menu: what it means depends on what is chosen.
    Choose(Menu),
}

/// A text that no control of ours has ever had, or values that its menu never offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not the id of a control")]
pub struct BadControl;

impl Stamp {
    /// A button that means this.
    pub fn button(self, intent: Intent) -> Control {
        Control {
            stamp: self,
            press: Press::Do(intent),
        }
    }

    /// A menu about this.
    pub fn menu(self, menu: Menu) -> Control {
        Control {
            stamp: self,
            press: Press::Choose(menu),
        }
    }
}

impl Control {
    /// What was meant, given the values chosen: none for a button.
    ///
    /// # Errors
    /// [`BadControl`] for values that the control cannot have offered.
    pub fn with_values<V: AsRef<str>>(&self, values: &[V]) -> Result<Intent, BadControl> {
        match (self.press, values) {
            (Press::Do(intent), []) => Ok(intent),
            (Press::Choose(Menu::Five), values) => {
                five(values).map(|five| Intent::Play(Play::Five(five)))
            }
            (Press::Choose(menu), [value]) => menu.choose(value.as_ref()),
            _ => Err(BadControl),
        }
    }
}

impl Menu {
    fn choose(self, value: &str) -> Result<Intent, BadControl> {
        Ok(match self {
            Self::Option(subject) => Intent::Set(Setting::parse(subject, value).ok_or(BadControl)?),
            Self::Target(aim) => aim.at(seat(value)?),
            Self::Naming { title, on } => Intent::Play(Play::Triple {
                title,
                on,
                naming: title_by_id(value)?,
            }),
            Self::Five => return Err(BadControl),
            Self::Place => Intent::Place(Spot::At(number(value)?)),
            Self::Give => Intent::Give(title_by_id(value)?),
            Self::Take => Intent::Take(title_by_id(value)?),
        })
    }
}

impl Aim {
    /// What it means to choose this seat for it: the play, or the next step towards it.
    pub fn at(self, on: Seat) -> Intent {
        match self {
            Self::Favor => Intent::Play(Play::Favor { on: Some(on) }),
            Self::Pair(title) => Intent::Play(Play::Pair { title, on }),
            Self::Triple(title) => Intent::Show(Step::Naming { title, on }),
        }
    }
}

impl fmt::Display for Control {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stamp { table, moment } = self.stamp;
        write!(formatter, "{VERSION}:{table}:{moment}:")?;
        match self.press {
            Press::Do(intent) => write_intent(formatter, intent),
            Press::Choose(menu) => write_menu(formatter, menu),
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
        Intent::Set(setting) => write!(to, "set:{}:{}", setting.subject().id(), setting.value()),
        Intent::OpenHand => to.write_str("hand"),
        Intent::PostTable => to.write_str("post"),
        Intent::Rules => to.write_str("rules"),
        Intent::Read(page) => write_page(to, page),
        Intent::Show(step) => write_step(to, step),
        Intent::Draw => to.write_str("draw"),
        Intent::Play(play) => write_play(to, play),
        Intent::Nope { layer } => write!(to, "nope:{layer}"),
        Intent::Pass => to.write_str("pass"),
        Intent::Place(Spot::At(place)) => write!(to, "at:{place}"),
        Intent::Place(Spot::Random) => to.write_str("anywhere"),
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

fn write_step(to: &mut fmt::Formatter<'_>, step: Step) -> fmt::Result {
    match step {
        Step::Hand => to.write_str("step"),
        Step::Title(title) => write!(to, "title:{}", letter(title)),
        Step::Target(aim) => write_aim(to, "target", aim),
        Step::Naming { title, on } => write!(to, "naming:{}:{}", letter(title), on.index()),
        Step::Five => to.write_str("fives"),
        Step::Places { from } => write!(to, "places:{from}"),
    }
}

fn write_aim(to: &mut fmt::Formatter<'_>, word: &str, aim: Aim) -> fmt::Result {
    match aim {
        Aim::Favor => write!(to, "{word}:favor"),
        Aim::Pair(title) => write!(to, "{word}:pair:{}", letter(title)),
        Aim::Triple(title) => write!(to, "{word}:triple:{}", letter(title)),
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
        Menu::Option(subject) => write!(to, "menu:option:{}", subject.id()),
        Menu::Target(aim) => write_aim(to, "menu:target", aim),
        Menu::Naming { title, on } => write!(to, "menu:naming:{}:{}", letter(title), on.index()),
        Menu::Five => to.write_str("menu:five"),
        Menu::Place => to.write_str("menu:place"),
        Menu::Give => to.write_str("menu:give"),
        Menu::Take => to.write_str("menu:take"),
    }
}

impl FromStr for Control {
    type Err = BadControl;

    fn from_str(text: &str) -> Result<Self, BadControl> {
        let mut words = Words(text.split(':'));
        if words.next()? != VERSION {
            return Err(BadControl);
        }
        let table = words.parse()?;
        let moment = Moment(words.parse()?);
        let press = words.press()?;
        words.end()?;
        let control = Self {
            stamp: Stamp { table, moment },
            press,
        };
        // Only the very text that we write is ours: no leading zeros or signs that mean the same.
        if control.to_string() == text {
            Ok(control)
        } else {
            Err(BadControl)
        }
    }
}

struct Words<'t>(Split<'t, char>);

impl<'t> Words<'t> {
    fn next(&mut self) -> Result<&'t str, BadControl> {
        self.0.next().ok_or(BadControl)
    }

    fn end(&mut self) -> Result<(), BadControl> {
        self.0.next().map_or(Ok(()), |_| Err(BadControl))
    }

    fn parse<T: FromStr>(&mut self) -> Result<T, BadControl> {
        self.next()?.parse().map_err(|_| BadControl)
    }

    fn seat(&mut self) -> Result<Seat, BadControl> {
        seat(self.next()?)
    }

    fn title(&mut self) -> Result<Title, BadControl> {
        let mut letters = self.next()?.chars();
        let title = letters.next().and_then(title_by_letter).ok_or(BadControl)?;
        letters.next().map_or(Ok(title), |_| Err(BadControl))
    }

    fn press(&mut self) -> Result<Press, BadControl> {
        match self.next()? {
            "menu" => self.menu().map(Press::Choose),
            word => self.intent(word).map(Press::Do),
        }
    }

    fn intent(&mut self, word: &str) -> Result<Intent, BadControl> {
        Ok(match word {
            "join" => Intent::Join,
            "leave" => Intent::Leave { confirmed: false },
            "leave-yes" => Intent::Leave { confirmed: true },
            "computer" => Intent::AddComputer(self.parse()?),
            "computer-off" => Intent::RemoveComputer,
            "start" => Intent::Start,
            "options" => Intent::OpenOptions,
            "set" => {
                let subject = self.subject()?;
                Intent::Set(Setting::parse(subject, self.next()?).ok_or(BadControl)?)
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
            "at" => Intent::Place(Spot::At(self.parse()?)),
            "anywhere" => Intent::Place(Spot::Random),
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

    fn page(&mut self) -> Result<RulesView, BadControl> {
        let edition = self.parse()?;
        let topic = match self.next()? {
            "guide" => Topic::Guide,
            "cards" => Topic::Cards,
            "combos" => Topic::Combos,
            "window" => Topic::Window,
            "house" => Topic::House,
            "card" => Topic::Card(self.title()?),
            _ => return Err(BadControl),
        };
        Ok(RulesView { edition, topic })
    }

    fn step(&mut self, word: &str) -> Result<Step, BadControl> {
        Ok(match word {
            "step" => Step::Hand,
            "title" => Step::Title(self.title()?),
            "target" => Step::Target(self.aim()?),
            "naming" => Step::Naming {
                title: self.title()?,
                on: self.seat()?,
            },
            "fives" => Step::Five,
            "places" => Step::Places {
                from: self.parse()?,
            },
            _ => return Err(BadControl),
        })
    }

    fn aim(&mut self) -> Result<Aim, BadControl> {
        Ok(match self.next()? {
            "favor" => Aim::Favor,
            "pair" => Aim::Pair(self.title()?),
            "triple" => Aim::Triple(self.title()?),
            _ => return Err(BadControl),
        })
    }

    fn play(&mut self, word: &str) -> Result<Play, BadControl> {
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
            _ => return Err(BadControl),
        })
    }

    fn menu(&mut self) -> Result<Menu, BadControl> {
        Ok(match self.next()? {
            "option" => Menu::Option(self.subject()?),
            "target" => Menu::Target(self.aim()?),
            "naming" => Menu::Naming {
                title: self.title()?,
                on: self.seat()?,
            },
            "five" => Menu::Five,
            "place" => Menu::Place,
            "give" => Menu::Give,
            "take" => Menu::Take,
            _ => return Err(BadControl),
        })
    }

    fn subject(&mut self) -> Result<Subject, BadControl> {
        let word = self.next()?;
        Subject::ALL
            .into_iter()
            .find(|subject| subject.id() == word)
            .ok_or(BadControl)
    }
}

/// Titles are single letters in ids, so that five of them fit.
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

fn title_by_id(id: &str) -> Result<Title, BadControl> {
    id.parse().map_err(|_| BadControl)
}

fn five_by_letter(letters: &str) -> Result<[Title; 5], BadControl> {
    let titles: Option<Vec<Title>> = letters.chars().map(title_by_letter).collect();
    titles
        .and_then(|titles| titles.try_into().ok())
        .ok_or(BadControl)
}

fn five<V: AsRef<str>>(values: &[V]) -> Result<[Title; 5], BadControl> {
    let titles: Result<Vec<Title>, BadControl> = values
        .iter()
        .map(|value| title_by_id(value.as_ref()))
        .collect();
    titles?.try_into().map_err(|_| BadControl)
}

fn seat(text: &str) -> Result<Seat, BadControl> {
    Seat::new(number(text)?).ok_or(BadControl)
}

fn number<T: FromStr>(text: &str) -> Result<T, BadControl> {
    text.parse().map_err(|_| BadControl)
}

#[cfg(test)]
mod tests {
    use players::Strength;
    use proptest::prelude::*;
    use rules::{AttackRule, Combos, Decks, EditionId, FavorRule};

    use super::*;
    use crate::ids::UserId;
    use crate::options::{First, Leavers};
    use crate::pace::Pace;
    use crate::text::Locale;

    const LAST: Seat = Seat::ALL[8];
    const LONGEST: Title = Title::RainbowRalphingCat;

    /// The variant that is shown after this one; a new variant does not compile until it is here.
    fn after(intent: Intent) -> Option<Intent> {
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
            Intent::Read(_) => Intent::Show(Step::Hand),
            Intent::Show(_) => Intent::Draw,
            Intent::Draw => Intent::Play(Play::Single(LONGEST)),
            Intent::Play(_) => Intent::Nope { layer: u8::MAX },
            Intent::Nope { .. } => Intent::Pass,
            Intent::Pass => Intent::Place(Spot::At(u8::MAX)),
            Intent::Place(Spot::At(_)) => Intent::Place(Spot::Random),
            Intent::Place(Spot::Random) => Intent::Give(LONGEST),
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
            std::iter::successors(Some(Intent::Join), |&intent| after(intent)).collect();
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

    fn aims() -> [Aim; 3] {
        [Aim::Favor, Aim::Pair(LONGEST), Aim::Triple(LONGEST)]
    }

    fn steps() -> Vec<Step> {
        let mut steps = vec![
            Step::Hand,
            Step::Title(LONGEST),
            Step::Naming {
                title: LONGEST,
                on: LAST,
            },
            Step::Five,
            Step::Places { from: u8::MAX },
        ];
        steps.extend(aims().map(Step::Target));
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
            Setting::First(First::Random),
            Setting::First(First::Person(UserId(u64::MAX))),
        ];
        settings.extend(EditionId::ALL.map(Setting::Edition));
        settings.extend(Combos::ALL.map(|combos| Setting::Combos(Some(combos))));
        settings.extend(Pace::ALL.map(Setting::Pace));
        settings.extend(AttackRule::ALL.map(|attack| Setting::Attack(Some(attack))));
        settings.extend(FavorRule::ALL.map(|favor| Setting::Favor(Some(favor))));
        settings.extend(Leavers::ALL.map(Setting::Leavers));
        settings.extend(Locale::all().map(Setting::Language));
        settings
    }

    fn menus() -> Vec<Menu> {
        let naming = Menu::Naming {
            title: LONGEST,
            on: LAST,
        };
        let mut menus = vec![naming, Menu::Five, Menu::Place, Menu::Give, Menu::Take];
        menus.extend(aims().map(Menu::Target));
        menus.extend(Subject::ALL.map(Menu::Option));
        menus
    }

    fn stamp() -> Stamp {
        Stamp {
            table: TableId(u64::MAX),
            moment: Moment(u32::MAX),
        }
    }

    fn controls() -> Vec<Control> {
        let buttons = intents().into_iter().map(|intent| stamp().button(intent));
        buttons
            .chain(menus().into_iter().map(|menu| stamp().menu(menu)))
            .collect()
    }

    #[test]
    fn every_control_reads_back_from_an_id_of_at_most_a_hundred_characters() {
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
        // Each of the lists repeats a variant or two of the chain through all of them.
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
    fn an_id_of_another_version_or_with_anything_added_is_none_of_ours() {
        for control in controls() {
            let id = control.to_string();
            assert_eq!(
                id.replacen("v1", "v2", 1).parse::<Control>(),
                Err(BadControl)
            );
            assert_eq!(format!("{id}:").parse::<Control>(), Err(BadControl));
            assert_eq!(format!(" {id}").parse::<Control>(), Err(BadControl));
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
            assert_eq!(id.parse::<Control>(), Err(BadControl), "{id}");
        }
    }

    #[test]
    fn a_menu_means_what_is_chosen_in_it_and_nothing_it_never_offered() {
        let choose = |menu, values: &[&str]| stamp().menu(menu).with_values(values);
        assert_eq!(choose(Menu::Give, &["skip"]), Ok(Intent::Give(Title::Skip)));
        assert_eq!(choose(Menu::Place, &["7"]), Ok(Intent::Place(Spot::At(7))));
        assert_eq!(
            choose(Menu::Target(Aim::Pair(LONGEST)), &["8"]),
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
        assert_eq!(choose(Menu::Five, &five[..4]), Err(BadControl));
        assert_eq!(choose(Menu::Target(Aim::Favor), &["9"]), Err(BadControl));
        assert_eq!(choose(Menu::Place, &["-1"]), Err(BadControl));
        assert_eq!(choose(Menu::Give, &[]), Err(BadControl));
        assert_eq!(choose(Menu::Give, &["skip", "skip"]), Err(BadControl));
        assert_eq!(
            stamp().button(Intent::Draw).with_values(&["skip"]),
            Err(BadControl)
        );
    }

    #[test]
    fn every_setting_is_found_by_its_value() {
        for setting in settings() {
            assert_eq!(
                Setting::parse(setting.subject(), &setting.value()),
                Some(setting)
            );
        }
    }

    proptest! {
        #[test]
        fn garbage_never_panics(text in ".{0,120}", values in prop::collection::vec(".{0,40}", 0..6)) {
            prop_assert_eq!(text.parse::<Control>(), Err(BadControl));
            for control in controls() {
                let _ = control.with_values(&values);
            }
        }

        #[test]
        fn a_mangled_id_is_refused_or_is_another_id_of_ours(
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
