//! Two tables that differ only in what one viewer may not know look the same to him, byte for byte
//! and tick for tick.
//!
//! A pair begins as one game, dealt twice: once as it was, once with cards changed about that lie
//! where the viewer cannot see them. Then the same happens in both. What would rightly show him the
//! difference (a card that is played from a hand which has it in one world only) is left out; which
//! is found here from the journals of both, by a list of its own of who may know what, and not by
//! the code under test.

use players::Strength;
use rules::{Chance, EditionId, Event, Seat, Seeded, Title};
use table::computer_setup::ComputerSetup;
use table::effect::{Answer, Effect};
use table::ids::{Millis, UserId};
use table::input::{ClickOrigin, Input};
use table::intent::{Intent, PilePosition};
use table::journal::Entry;
use table::options::{LeaverPolicy, Setting, TableOptions};
use table::record::{DealtRecord, Record};
use table::text::Locale;

use crate::driver::{Driver, person, usable};
use crate::whole_games::tables;

const PAIRS: u64 = 1200;
const TRIES: u32 = 45;

/// Who looks: a seat, or somebody without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Viewer {
    user: UserId,
    seat: Option<Seat>,
}

/// Changes cards about that lie where the viewer cannot see them. Kittens stay in the pile and
/// Defuses where they are, so that both are deals of the same rules.
fn change(dealt: &mut DealtRecord, viewer: Viewer, chance: &mut Seeded) {
    let mut places: Vec<(Option<usize>, usize)> = Vec::new();
    for (seat, hand) in dealt.hands.iter().enumerate() {
        if viewer.seat.map(Seat::index) != Some(seat) {
            places.extend((0..hand.len()).map(|card| (Some(seat), card)));
        }
    }
    places.extend((0..dealt.pile.len()).map(|card| (None, card)));
    for _ in 0..=chance.below(12) {
        let one = places[chance.below(places.len() as u32) as usize];
        let other = places[chance.below(places.len() as u32) as usize];
        swap(dealt, one, other);
    }
}

fn swap(dealt: &mut DealtRecord, one: (Option<usize>, usize), other: (Option<usize>, usize)) {
    let (a, b) = (card(dealt, one).clone(), card(dealt, other).clone());
    let both_in_pile = one.0.is_none() && other.0.is_none();
    let bound = |title: &str| title == "exploding-kitten" || title == "defuse";
    if both_in_pile || !(bound(&a) || bound(&b)) {
        *card(dealt, one) = b;
        *card(dealt, other) = a;
    }
}

fn card(dealt: &mut DealtRecord, (hand, card): (Option<usize>, usize)) -> &mut String {
    match hand {
        Some(seat) => &mut dealt.hands[seat][card],
        None => &mut dealt.pile[card],
    }
}

/// One thing that may happen in both worlds.
#[derive(Clone, Debug)]
enum Happening {
    Click {
        user: UserId,
        panel: bool,
        intent: Intent,
    },
    Wait(Millis),
    Wake,
}

fn any_happening(driver: &Driver, viewer: Viewer, chance: &mut Seeded) -> Happening {
    match chance.below(20) {
        0 => Happening::Wake,
        1 | 2 => Happening::Wait(Millis(u64::from(chance.below(3000)))),
        3..=7 => looks(driver, viewer, chance),
        _ => acts(driver, chance),
    }
}

/// The viewer looks about: opens his hand, or uses anything that he is offered.
fn looks(driver: &Driver, viewer: Viewer, chance: &mut Seeded) -> Happening {
    let offered = driver
        .panels
        .get(&viewer.user)
        .map(usable)
        .unwrap_or_default();
    let offered: Vec<Intent> = offered.iter().map(|usable| usable.intent()).collect();
    let position = chance.below(offered.len() as u32 + 2) as usize;
    let intent = offered.get(position).copied().unwrap_or(Intent::OpenHand);
    Happening::Click {
        user: viewer.user,
        panel: position < offered.len(),
        intent,
    }
}

/// Somebody does something, mostly something that he may do.
fn acts(driver: &Driver, chance: &mut Seeded) -> Happening {
    let game = driver.game();
    let players = game.rules().players() as u32;
    let seat = Seat::ALL[chance.below(players) as usize];
    let legal = game.legal(seat);
    let position = chance.below(legal.count() as u32 + 1) as usize;
    let intent = match legal.nth(position).filter(|_| chance.below(5) > 0) {
        Some(action) => intent_of(action),
        None => stray(chance),
    };
    Happening::Click {
        user: driver.user(seat),
        panel: chance.below(2) == 0,
        intent,
    }
}

fn intent_of(action: rules::Action) -> Intent {
    use rules::Action;
    match action {
        Action::Play { play, .. } => Intent::Play(play),
        Action::Nope { layer, .. } => Intent::Nope { layer },
        Action::Pass { .. } => Intent::Pass,
        Action::Draw { .. } => Intent::Draw,
        Action::Place { place, .. } => Intent::Place(PilePosition::At(place)),
        Action::Give { title, .. } => Intent::Give(title),
        Action::Take { title, .. } => Intent::Take(title),
        Action::Stop { .. } => Intent::Stop,
        Action::Leave { .. } | Action::TimeOut => Intent::Leave { confirmed: true },
    }
}

/// What may be refused: a Nope without a card, a draw out of turn, a card that is not there.
fn stray(chance: &mut Seeded) -> Intent {
    let title = Title::ALL[chance.below(13) as usize];
    match chance.below(12) {
        0..=3 => Intent::Nope {
            layer: chance.below(2) as u8,
        },
        4 | 5 => Intent::Pass,
        6 => Intent::Draw,
        7 => Intent::Play(rules::Play::Single(title)),
        8 => Intent::Give(title),
        9 => Intent::OpenHand,
        10 => Intent::PostTable,
        _ => Intent::Leave { confirmed: true },
    }
}

fn happen(driver: &mut Driver, happening: &Happening, luck: u64) -> bool {
    // Chance is told apart from what it is used for: each step has its own.
    driver.chance = Seeded::new(luck);
    // Whether a computer's choice comes in time changes nothing but the choice.
    if luck.is_multiple_of(2) {
        driver.run_choice_jobs();
    }
    let entries = driver.entries.len();
    match *happening {
        Happening::Click {
            user,
            panel,
            intent,
        } => {
            let stamp = driver.stamp();
            let origin = if panel {
                ClickOrigin::Panel(stamp)
            } else {
                ClickOrigin::Table(stamp)
            };
            driver.click(person(user), origin, intent);
        }
        Happening::Wait(span) => {
            driver.wait(span);
        }
        Happening::Wake => {
            // The clock goes to the same time in both: the first of them to want it wakes both.
            driver.handle(Input::Wake);
        }
    }
    driver.entries.len() > entries
}

/// What the viewer may learn from the last entry, by the list of who may know what.
fn knowable(entry: Option<&Entry>, viewer: Viewer, edition: EditionId) -> Vec<String> {
    let records = entry
        .map(|entry| entry.records.as_slice())
        .unwrap_or_default();
    let mut facts = Vec::new();
    for record in records {
        match record {
            Record::Game { events } => {
                for event in events {
                    let event = Event::try_from(event).expect("the journal's words are read");
                    facts.push(fact(&event, viewer.seat, edition));
                }
            }
            Record::NewsRead { .. } => {}
            other => facts.push(format!("{other:?}")),
        }
    }
    facts
}

fn fact(event: &Event, viewer: Option<Seat>, edition: EditionId) -> String {
    let own = |seat: &Seat| viewer == Some(*seat);
    match event {
        Event::Saw { seat, titles } if !own(seat) => format!("{seat} saw {}", titles.len()),
        Event::Shuffled { .. } => "shuffled".to_owned(),
        Event::Stolen { from, to, .. } if !own(from) && !own(to) => {
            format!("{to} stole from {from}")
        }
        Event::Gave { from, to, .. } if !own(from) && !own(to) => format!("{from} gave {to}"),
        Event::Drew { seat, .. } if !own(seat) => format!("{seat} drew"),
        Event::Placed { seat, .. } if !own(seat) => format!("{seat} placed"),
        Event::Exploded { seat, hand } if !own(seat) && edition == EditionId::Travel => {
            format!("{seat} exploded with {}", hand.total())
        }
        // `Debug` of a hand shows only its number of cards, and of a dead one all is known.
        Event::Exploded { seat, hand } => {
            format!(
                "{seat} exploded with {:?}",
                hand.cards().collect::<Vec<_>>()
            )
        }
        Event::Left { seat, hand, .. } if !own(seat) && edition == EditionId::Travel => {
            format!("{seat} left with {}", hand.total())
        }
        Event::Left { seat, hand, .. } => {
            format!("{seat} left with {:?}", hand.cards().collect::<Vec<_>>())
        }
        other => format!("{other:?}"),
    }
}

/// All that the viewer gets to see of the last input, and the times that he could measure.
fn seen(driver: &Driver, viewer: Viewer, clicked: Option<UserId>) -> String {
    let visible = |effect: &&Effect| match effect {
        Effect::Answer { answer, .. } => match answer {
            Answer::Table(_) | Answer::Public(_) => true,
            Answer::Panel(_) | Answer::Note(_) | Answer::Acknowledge => {
                clicked == Some(viewer.user)
            }
        },
        Effect::RefreshPanel { user, .. } => *user == viewer.user,
        Effect::UpdateMessage { .. } | Effect::Close => true,
        // What a computer thinks about stays inside.
        Effect::ComputeChoice(_) => false,
    };
    let effects: Vec<&Effect> = driver.effects.iter().filter(visible).collect();
    format!(
        "{effects:?} {:?} {:?} {:?}",
        driver.message,
        driver.now,
        driver.table.next_wake()
    )
}

/// Who plays in a pair.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Party {
    /// People alone.
    People,
    /// A person or more, and on the other seats computers.
    Computers,
}

/// Plays a pair; says how many steps it took while the worlds differed.
fn pair(seed: u64, party: Party) -> u32 {
    let mut chance = Seeded::new(seed);
    let (options, players) = tables()[seed as usize % tables().len()];
    let people = match party {
        Party::People => players,
        Party::Computers => 1 + chance.below(players as u32 - 1) as usize,
    };
    let setup = ComputerSetup {
        count: (players - people) as u8,
        // Thinking takes a test long.
        strength: match chance.below(8) {
            0 => Strength::Tiger,
            1..=3 => Strength::Kitten,
            _ => Strength::Cat,
        },
        watched: false,
    };
    let leavers = if chance.below(2) == 0 {
        LeaverPolicy::Out
    } else {
        LeaverPolicy::StandIn
    };
    let options = options.with(Setting::Leavers(leavers));
    let viewer = match Seat::new(chance.below(people as u32 + 1) as usize) {
        Some(seat) if seat.index() < people => Viewer {
            user: UserId(seat.index() as u64 + 1),
            seat: Some(seat),
        },
        _ => Viewer {
            user: UserId(99),
            seat: None,
        },
    };
    let dealt = Driver::playing_with(options, people, setup, seed);
    let mut one = dealt.redealt(|_| {});
    let changed = |dealt: &mut DealtRecord| change(dealt, viewer, &mut Seeded::new(seed));
    let mut other = dealt.redealt(changed);
    let mut steps = 0;
    for attempt in 0..TRIES {
        if one.shadow == other.shadow || !one.table.is_playing() {
            break;
        }
        let happening = match party {
            Party::Computers if chance.below(2) == 0 => Happening::Wake,
            _ => any_happening(&one, viewer, &mut chance),
        };
        let luck = seed.wrapping_mul(1000) + u64::from(attempt);
        steps += u32::from(step(&mut one, &mut other, &happening, viewer, luck));
    }
    steps
}

/// Lets the same happen in both worlds, unless it would rightly show the viewer a difference.
fn step(
    one: &mut Driver,
    other: &mut Driver,
    happening: &Happening,
    viewer: Viewer,
    luck: u64,
) -> bool {
    let edition = one.game().rules().edition();
    assert_eq!(one.table.next_wake(), other.table.next_wake());
    let mut worlds = [one.clone(), other.clone()];
    let mut facts = Vec::new();
    for world in &mut worlds {
        if let Happening::Wake = happening {
            world.now = world.table.next_wake().unwrap_or(world.now).max(world.now);
        }
        let written = happen(world, happening, luck);
        facts.push(knowable(
            world.entries.last().filter(|_| written),
            viewer,
            edition,
        ));
    }
    if facts[0] != facts[1] {
        let own = matches!(happening, Happening::Click { user, .. } if *user == viewer.user);
        // What the viewer does himself is allowed or refused alike, whatever comes of it.
        assert!(
            !own || facts[0].is_empty() == facts[1].is_empty(),
            "{happening:?}"
        );
        return false;
    }
    let clicked = match happening {
        Happening::Click { user, .. } => Some(*user),
        _ => None,
    };
    let transcripts = worlds.each_ref().map(|world| seen(world, viewer, clicked));
    assert_eq!(
        transcripts[0], transcripts[1],
        "{viewer:?} after {happening:?}"
    );
    let [first, second] = worlds;
    *one = first;
    *other = second;
    true
}

#[test]
fn what_a_viewer_may_not_know_changes_nothing_of_what_he_sees_or_when() {
    let steps: Vec<u32> = (0..PAIRS).map(|seed| pair(seed, Party::People)).collect();
    let long = steps.iter().filter(|&&steps| steps >= 10).count();
    assert!(long > 1000, "only {long} pairs came to ten steps and more");
}

#[test]
fn neither_the_delays_nor_the_remarks_of_computers_tell_what_a_viewer_may_not_know() {
    let pairs = (0..PAIRS / 4).map(|seed| pair(seed, Party::Computers));
    let steps: Vec<u32> = pairs.collect();
    let long = steps.iter().filter(|&&steps| steps >= 10).count();
    assert!(long > 100, "only {long} pairs came to ten steps and more");
}

#[test]
fn what_a_viewer_may_know_does_show() {
    let options = TableOptions::of(EditionId::Original, Locale::fallback());
    let dealt = Driver::playing(options, 3, 1);
    let swapped = dealt.redealt(|dealt| {
        let differing = (0..8).find(|&card| {
            let [first, second] = [&dealt.hands[0][card], &dealt.hands[1][card]];
            first != second && first != "defuse" && second != "defuse"
        });
        let card = differing.expect("two hands are hardly ever the same");
        swap(dealt, (Some(0), card), (Some(1), card));
    });
    let mut worlds = [dealt.redealt(|_| {}), swapped];
    assert_ne!(worlds[0].shadow, worlds[1].shadow);
    let panels = worlds
        .each_mut()
        .map(|world| world.click_message(UserId(2), Intent::OpenHand).answer);
    assert_ne!(panels[0], panels[1]);
}
