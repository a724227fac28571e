//! The choices that the game waits for, in the panel of the one who must choose.

use rules::{Phase, Title, TitleSet};

use super::panel::back;
use super::part::{Button, Screen, Select, SelectOption, Style};
use super::scene::Scene;
use super::view::PanelView;
use super::{Emoji, Sign};
use crate::intent::{Intent, Menu, PanelStep, PilePosition};
use crate::text::{Countdown, Message};

/// As many places as one menu can hold.
const PLACES: u8 = 25;

/// Where the kitten goes.
pub(super) fn place(
    view: &PanelView,
    scene: &Scene<'_>,
    screen: Screen,
    bottom: u8,
    step: PanelStep,
) -> Screen {
    match step {
        PanelStep::Places { from } if from <= bottom => {
            any_place(view, scene, screen, bottom, from)
        }
        _ => usual_places(view, scene, screen, bottom),
    }
}

fn usual_places(view: &PanelView, scene: &Scene<'_>, screen: Screen, bottom: u8) -> Screen {
    let kitten = scene.card(Title::ExplodingKitten);
    let about = scene.say(&Message::PlaceAbout {
        cards: u32::from(bottom),
    });
    let lines = [
        Some(heading(
            Title::ExplodingKitten.into(),
            scene.say(&Message::PlaceTitle { kitten }),
        )),
        Some(about),
        clock(scene, |deadline| Message::PlaceDeadline { deadline }),
    ];
    let button =
        |intent, label: Message<'_>| Button::new(view.stamp.button(intent), scene.say(&label));
    let places = spots(bottom)
        .into_iter()
        .map(|(place, label)| button(Intent::Place(PilePosition::At(place)), label));
    let random =
        button(Intent::Place(PilePosition::Random), Message::PlaceRandom).emoji(Sign::Random);
    let any = button(
        Intent::Show(PanelStep::Places { from: 0 }),
        Message::ButtonAnyPlace,
    )
    .emoji(Sign::Pile);
    let rest = [random, any].into_iter().filter(|_| bottom > 0);
    screen.text(join(lines)).buttons(places.chain(rest))
}

/// The places that have a name, each once.
fn spots(bottom: u8) -> Vec<(u8, Message<'static>)> {
    let middle = bottom / 2;
    let mut spots = vec![(0, Message::PlaceTop)];
    spots.extend((bottom > 1).then_some((1, Message::PlaceSecond)));
    spots.extend((bottom > 2).then_some((2, Message::PlaceThird)));
    spots.extend((middle > 2).then_some((middle, Message::PlaceMiddle)));
    spots.extend((bottom > 0).then_some((bottom, Message::PlaceBottom)));
    spots
}

fn any_place(view: &PanelView, scene: &Scene<'_>, screen: Screen, bottom: u8, from: u8) -> Screen {
    let last = bottom.min(from.saturating_add(PLACES - 1));
    let options = (from..=last).map(|place| {
        SelectOption::new(
            place.to_string(),
            scene.say(&Message::PlaceAbove {
                cards: u32::from(place),
            }),
        )
    });
    let select = Select {
        control: view.stamp.menu(Menu::Place),
        placeholder: scene.say(&Message::PlacePlaceholder),
        options: options.collect(),
        min: 1,
        max: 1,
    };
    let turn = |from, label: Message<'_>, sign| {
        Button::new(
            view.stamp.button(Intent::Show(PanelStep::Places { from })),
            scene.say(&label),
        )
        .emoji(sign)
    };
    let earlier =
        (from > 0).then(|| turn(from.saturating_sub(PLACES), Message::PlaceEarlier, Sign::Up));
    let later = (last < bottom).then(|| turn(last + 1, Message::PlaceLater, Sign::Down));
    screen
        .text(heading(
            Sign::Pile.into(),
            scene.say(&Message::PlaceAnyTitle),
        ))
        .choice(select)
        .buttons(
            [earlier, later, Some(back(view, scene))]
                .into_iter()
                .flatten(),
        )
}

/// Which card he gives away.
pub(super) fn give(
    view: &PanelView,
    scene: &Scene<'_>,
    screen: Screen,
    titles: TitleSet,
) -> Screen {
    let taker = match view.game.phase {
        Phase::Giving { taker, .. } => taker,
        _ => view.seat,
    };
    let lines = [
        Some(heading(
            Title::Favor.into(),
            scene.say(&Message::GiveTitle {
                taker: scene.name(taker),
            }),
        )),
        clock(scene, |deadline| Message::GiveDeadline { deadline }),
    ];
    let held = view.game.hand.unwrap_or_default();
    let cards = titles.iter().map(|title| {
        let label = counted(scene, title, held.count(title));
        Button::new(view.stamp.button(Intent::Give(title)), label).emoji(title)
    });
    screen.text(join(lines)).buttons(cards)
}

/// Which card of the discard pile he takes.
pub(super) fn take(
    view: &PanelView,
    scene: &Scene<'_>,
    screen: Screen,
    titles: TitleSet,
) -> Screen {
    let lines = [
        Some(heading(Sign::Five.into(), scene.say(&Message::TakeTitle))),
        clock(scene, |deadline| Message::TakeDeadline { deadline }),
    ];
    let cards = titles.iter().map(|title| {
        Button::new(view.stamp.button(Intent::Take(title)), scene.label(title)).emoji(title)
    });
    screen.text(join(lines)).buttons(cards)
}

/// When the shuffle ends.
pub(super) fn stop(view: &PanelView, scene: &Scene<'_>, screen: Screen) -> Screen {
    let shuffler = match view.game.phase {
        Phase::Stopping { shuffler, .. } => shuffler,
        _ => view.seat,
    };
    let lines = [
        Some(heading(
            Title::Shuffle.into(),
            scene.say(&Message::StopTitle {
                player: scene.name(shuffler),
            }),
        )),
        clock(scene, |deadline| Message::StopDeadline { deadline }),
    ];
    let control = view.stamp.button(Intent::Stop);
    let button = Button::new(control, scene.say(&Message::ButtonStop))
        .emoji(Sign::Stop)
        .style(Style::Primary);
    screen.text(join(lines)).buttons([button])
}

/// A title with how many of it are held, if more than one.
pub(super) fn counted(scene: &Scene<'_>, title: Title, held: u8) -> String {
    if held > 1 {
        scene.say(&Message::ButtonCardMany {
            card: scene.card(title),
            count: u32::from(held),
        })
    } else {
        scene.label(title)
    }
}

fn heading(emoji: Emoji, text: String) -> String {
    format!("### {} {text}", emoji.unicode())
}

fn clock(scene: &Scene<'_>, message: fn(Countdown) -> Message<'static>) -> Option<String> {
    let deadline = Countdown(scene.deadline?);
    Some(format!(
        "{} {}",
        Emoji::Sign(Sign::Clock).unicode(),
        scene.say(&message(deadline))
    ))
}

fn join<const N: usize>(lines: [Option<String>; N]) -> String {
    lines.into_iter().flatten().collect::<Vec<_>>().join("\n")
}
