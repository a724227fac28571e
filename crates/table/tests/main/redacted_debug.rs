//! The `Debug` output of types that can contain hidden cards. No hidden card may appear in a log, so these tests create
//! values that contain cards, and check that the output does not show them.

use std::collections::BTreeSet;
use std::fmt::Debug;

use fairness::Secret;
use rules::{
    Action, Answers, Choice, ChoiceAnswer, ChoiceKind, Direction, DrawPile, Hand, HeldCard,
    LegalOptions, Look, LostKitten, Pile, PileCard, PileEnd, SeatSet, SeenEvent, Turn, redact,
};
use table::direct_hand::DirectHandRecord;

use crate::prelude::*;

/// The card that must not appear in any output.
const CANARY: Title = Title::RainbowRalphingCat;

#[track_caller]
fn assert_hidden(value: &impl Debug) -> String {
    let text = format!("{value:?}\n{value:#?}");
    for name in ["rainbow", "ralphing"] {
        assert!(!text.to_lowercase().contains(name), "{text}");
    }
    text
}

fn pile() -> DrawPile {
    DrawPile::from_bottom(&[PileCard::down(CANARY); 3]).expect("three cards fit")
}

fn hand() -> Hand {
    [CANARY; 2].into_iter().collect()
}

fn seats() -> SeatSet {
    SeatSet::first(2)
}

/// Returns events of the kinds that are not in [`events_of_expansions`], with the canary in place of hidden cards.
fn events() -> Vec<Event> {
    let (seat, from, to, title) = (Seat::ALL[0], Seat::ALL[0], Seat::ALL[1], CANARY);
    let kitten = LostKitten::FromPile(1);
    let titles: Look = [PileCard::down(CANARY); 3].into_iter().collect();
    let choice = Choice {
        kind: ChoiceKind::Give,
        choosers: seats(),
        owner: seat,
    };
    let (card, from_top) = (PileCard::down(Title::ExplodingKitten), PileEnd::Top);
    let play = Play::Triple {
        title,
        wild: 0,
        on: to,
        naming: title,
    };
    vec![
        Event::Played { seat, play },
        Event::Noped { seat, layer: 0 },
        Event::Passed { seat },
        Event::WindowClosed { stands: true },
        Event::Fizzled { seat },
        Event::Saw { seat, titles },
        Event::ChoiceOpened { choice },
        Event::Chosen {
            seat,
            owner: to,
            answer: ChoiceAnswer::Give(title),
        },
        Event::Shuffled { pile: pile() },
        Event::Stolen { from, to, title },
        Event::Asked {
            from,
            to,
            title,
            hit: true,
        },
        Event::Drew {
            seat,
            title,
            from: from_top,
        },
        Event::DrewKitten {
            seat,
            card,
            from: from_top,
        },
        Event::Defused { seat },
        Event::Exploded {
            seat,
            by: Title::ExplodingKitten,
            hand: hand(),
        },
        Event::DirectionTurned {
            direction: Direction::Reversed,
        },
        Event::Lapsed { seat },
        Event::Left {
            seat,
            hand: hand(),
            kitten,
        },
        Event::TimedOut { awaited: seats() },
        Event::TurnBegan(Turn::normal(seat)),
        Event::Won { seat },
    ]
}

/// Returns events that occur only in expansions.
fn events_of_expansions() -> Vec<Event> {
    let (seat, by, title) = (Seat::ALL[0], Seat::ALL[1], CANARY);
    let (to, on, mate, from) = (by, by, by, PileEnd::Top);
    let held = HeldCard::new(CANARY, true);
    let choices = [ChoiceKind::Bury, ChoiceKind::Share(3), ChoiceKind::Stack].map(|kind| {
        Event::ChoiceOpened {
            choice: Choice {
                kind,
                choosers: seats(),
                owner: seat,
            },
        }
    });
    let others = vec![
        Event::MarkRemoved { seat, title },
        Event::Marked { seat, title },
        Event::Cursed { seat },
        Event::CurseEnded { seat },
        Event::TurnedUp {
            seat,
            cards: Pile::from_bottom(&[held]).expect("one card fits"),
        },
        Event::WentOff { seat, kittens: 1 },
        Event::EndsSwapped { seat },
        Event::KittensRaised {
            kittens: 1,
            pile: pile(),
        },
        Event::Lifted { seat, title },
        Event::Stacked { seat },
        Event::Claimed { seat, by },
        Event::ClaimUsed { seat, to },
        Event::DrewFor {
            seat,
            to,
            title,
            from,
        },
        Event::TowerWorn { seat },
        Event::StashRobbed {
            from: seat,
            to,
            title,
        },
        Event::StashDiscarded {
            seat,
            cards: hand(),
        },
        Event::Barked { seat, on, mate },
        Event::BarkedInVain { seat },
        Event::TurnsAdded(Turn::normal(seat)),
    ];
    others.into_iter().chain(choices).collect()
}

/// Returns one record of each kind, with the canary wherever a card can be.
pub(crate) fn records() -> Vec<Record> {
    let mut records = records_without_cards();
    records.extend(other_records());
    records
}

fn records_without_cards() -> Vec<Record> {
    let user = UserId(1);
    let name = "Ada".to_owned();
    let person = PersonRecord { user, name };
    let predicted = Record::Predicted {
        person: person.clone(),
        on: None,
    };
    vec![
        Record::Removed { user },
        Record::DoorSet { closed: true },
        Record::Knocked { person },
        Record::HostOffered,
        Record::HostChanged { user },
        Record::RemindersSet { user, off: true },
        Record::PlayersCalled,
        predicted,
    ]
}

fn other_records() -> Vec<Record> {
    let person = || PersonRecord {
        user: UserId(1),
        name: "Ada".to_owned(),
    };
    let (seat, user) = (Seat::ALL[0], UserId(1));
    vec![
        Record::Opened {
            guild: GuildId(1),
            channel: ChannelId(2),
            number: Some(1),
            host: person(),
            options: options(),
        },
        Record::Committed {
            secret: Secret::new([7; 32]),
        },
        Record::Joined { person: person() },
        Record::ComputerAdded {
            name: "Tom".to_owned(),
            strength: Strength::Cat,
        },
        Record::ComputerRemoved { seat },
        Record::SeatGivenUp { user },
        Record::OptionsChanged { options: options() },
        Record::Touched,
        Record::Dealt {
            first: seat,
            rules: Box::new(ruleset()),
            dealt: dealt(),
            drawn: Vec::new(),
        },
        Record::Game {
            events: events().into_iter().chain(events_of_expansions()).collect(),
            drawn: Vec::new(),
        },
        Record::TurnMissed { seat },
        Record::NewsRead {
            seat,
            upto: Revision(1),
        },
        Record::Returned { seat },
        Record::Voted {
            seat,
            against: Seat::ALL[1],
        },
        Record::VotedAway { seat },
        Record::LeftGame { seat },
        Record::ChannelUnwritable,
        Record::ChannelRestored,
        Record::DeadlinesExtended { by: Millis(1) },
        Record::Reopened { host: person() },
        Record::RematchOpened { host: person() },
        Record::RematchLapsed,
        Record::WatchSpeedSet {
            speed: WatchSpeed::Fast,
        },
        Record::AutoPass { seat, seed: None },
        Record::DirectHand {
            user,
            change: DirectHandRecord::Wanted {
                language: "de".to_owned(),
                display_mode: "pictures".to_owned(),
            },
        },
        Record::Closed {
            why: CloseReason::Ended { by: person() },
        },
    ]
}

fn ruleset() -> Ruleset {
    let edition = Edition::built_in(EditionId::ORIGINAL);
    Ruleset::new(edition, HouseRules::default(), 2).expect("a game for two")
}

fn dealt() -> DealtRecord {
    DealtRecord {
        hands: vec![vec![CANARY; 2]; 2],
        pile: vec![CANARY; 3],
    }
}

#[test]
fn no_event_shows_a_card() {
    let rules = ruleset();
    let mut kinds = BTreeSet::new();
    for event in events().iter().chain(&events_of_expansions()) {
        assert_hidden(event);
        for viewer in [None, Some(Seat::ALL[0]), Some(Seat::ALL[1])] {
            let seen: SeenEvent = redact(event, viewer, &rules);
            assert_hidden(&seen);
        }
        kinds.insert(format!("{event:?}"));
    }
    assert_eq!(kinds.len(), 40, "an event of each kind: {kinds:?}");
    assert_hidden(&Deal {
        hands: [hand(); Seat::COUNT],
        pile: pile(),
    });
}

#[test]
fn no_record_and_no_entry_shows_a_card() {
    let records = records();
    let kinds: BTreeSet<_> = records.iter().map(|record| assert_hidden(record)).collect();
    assert_eq!(kinds.len(), 34, "a record of each kind: {kinds:?}");
    assert_hidden(&dealt());
    assert_hidden(&Entry {
        schema: SCHEMA,
        table: TableId(1),
        version: 1,
        at: Millis(1),
        interaction: None,
        records,
        result: None,
    });
}

#[test]
fn no_action_shows_a_card() {
    let seat = Seat::ALL[0];
    let answers = [ChoiceAnswer::Give(CANARY), ChoiceAnswer::Take(CANARY)];
    let choices = answers.map(|answer| Action::Choose { seat, answer });
    let play = Play::single(CANARY);
    for action in choices.into_iter().chain([Action::Play { seat, play }]) {
        assert_hidden(&action);
        assert_hidden(&Input::SearchFinished {
            seat,
            revision: Revision(1),
            action: Some(action),
        });
    }
    let titles = [CANARY].into_iter().collect();
    assert_hidden(&LegalOptions::Choice(Answers::Give(titles)));
    assert_hidden(&LegalOptions::Choice(Answers::Take(titles)));
}

/// Rotates the cards of the deal by one place, except for Exploding Kittens and Defuses.
fn rotate(dealt: &mut DealtRecord) {
    let places = dealt.hands.iter_mut().chain([&mut dealt.pile]).flatten();
    let is_moved = |card: &&mut Title| ![Title::ExplodingKitten, Title::Defuse].contains(card);
    let mut places: Vec<&mut Title> = places.filter(is_moved).collect();
    for place in 1..places.len() {
        let (before, after) = places.split_at_mut(place);
        std::mem::swap(before[place - 1], after[0]);
    }
}

#[test]
fn tables_games_and_views_with_other_hands_look_the_same() {
    let driver = Driver::playing(options(), 3, 1);
    let (one, other) = (driver.redealt(|_| ()), driver.redealt(rotate));
    assert!(one.game() != other.game(), "the cards differ");
    let shown = |driver: &Driver| {
        let (table, game) = (&driver.table, driver.game());
        let viewers = [None, Some(Seat::ALL[0]), Some(Seat::ALL[1])];
        let views = viewers.map(|viewer| game.view(viewer));
        format!("{table:#?}\n{game:#?}\n{views:#?}\n{:#?}", driver.entries)
    };
    assert!(shown(&one) == shown(&other), "a card shows");
}
