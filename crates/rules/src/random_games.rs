//! Property tests: ten thousand random games in each edition, with a random number of players, random house rules,
//! leavers and expired deadlines. Each game is determined by its edition and number.

mod hidden_swaps;
mod recipes;
mod sheltered_draws;

use std::collections::BTreeMap;

use crate::{
    action::{Action, Play},
    card::{Chooser, Shows, TurnEffect},
    choice::{ChoiceAnswer, Order},
    edition::{Edition, EditionGroup, EditionId, Editions},
    event::{Event, Events},
    game::Game,
    house_rules::{AttackRule, Combos, Decks, FavorRule, HouseRule, HouseRules},
    legal::LegalOptions,
    randomness::Randomness,
    redact::redact,
    ruleset::Ruleset,
    scenario::{Export, run, with_all_hidden_cards_changed},
    seat::Seat,
    seeded_chance::SeededChance,
    simulation::random_action,
    title::Title,
};

const GAMES: u64 = 10_000;
/// Far more actions than any game takes; a game that reaches this number is assumed never to end.
const MAX_STEPS: usize = 20_000;

fn one_in(chance: &mut SeededChance, n: u32) -> bool {
    chance.below(n) == 0
}

fn pick<T: Copy>(chance: &mut SeededChance, of: &[T]) -> T {
    of[chance.below(of.len() as u32) as usize]
}

fn any_rules(edition: &Edition, chance: &mut SeededChance) -> Ruleset {
    let decks = if edition.players(Decks::Two).is_some() && one_in(chance, 3) {
        Decks::Two
    } else {
        Decks::One
    };
    let range = edition.players(decks).unwrap();
    let players = range.min + chance.below(u32::from(range.max - range.min) + 1) as u8;
    let changed = !one_in(chance, 3);
    let chosen = HouseRules {
        combos: changed.then(|| pick(chance, &Combos::ALL)),
        attack: changed.then(|| pick(chance, &AttackRule::ALL)),
        favor: changed.then(|| pick(chance, &FavorRule::ALL)),
        self_nope: changed && one_in(chance, 2),
        decks,
    };
    let forbidden = HouseRule::ALL
        .into_iter()
        .filter(|&rule| !edition.allows(rule));
    let house = forbidden.fold(chosen, HouseRules::without);
    Ruleset::new(edition, house, players.into()).unwrap()
}

/// Returns an arbitrary action. It may be out of turn, by a seat not in play, or with a title of another edition.
fn arbitrary_action(chance: &mut SeededChance) -> Action {
    let seat = pick(chance, &Seat::ALL);
    let on = pick(chance, &Seat::ALL);
    let title = pick(chance, &Title::ALL);
    let five = [(); 5].map(|()| pick(chance, &Title::ALL));
    let number = chance.below(6) as u8;
    let aimed = one_in(chance, 2).then_some(on);
    let wild = chance.below(4) as u8;
    let places = [(); 3].map(|()| chance.below(4) as u8);
    let naming = pick(chance, &Title::ALL);
    let play = |play| Action::Play { seat, play };
    let choose = |answer| Action::Choose { seat, answer };
    pick(
        chance,
        &[
            play(Play::single(title)),
            play(Play::Single { title, on: aimed }),
            play(Play::Pair { title, wild, on }),
            play(Play::Triple {
                title,
                wild,
                on,
                naming,
            }),
            play(Play::Five { titles: five }),
            Action::Nope {
                seat,
                layer: number,
            },
            Action::Pass { seat },
            Action::Draw { seat },
            Action::PickBlindly { seat },
            choose(ChoiceAnswer::Put(title)),
            choose(ChoiceAnswer::Aim(on)),
            choose(ChoiceAnswer::Place(number * 9)),
            choose(ChoiceAnswer::Give(title)),
            choose(ChoiceAnswer::Take(title)),
            choose(ChoiceAnswer::Stop),
            choose(ChoiceAnswer::Order(Order::new(&places).unwrap())),
        ],
    )
}

fn next_action(game: &Game, chance: &mut SeededChance) -> Option<Action> {
    let action = random_action(game, chance)?;
    // Leaving and time-outs are more frequent while a choice is open, because there is then more to settle.
    let rarity = if game.phase().choice().is_some() {
        24
    } else {
        120
    };
    Some(match chance.below(rarity) {
        0 => Action::Leave {
            seat: pick(chance, &game.living().iter().collect::<Vec<_>>()),
        },
        1..5 => Action::TimeOut,
        _ => action,
    })
}

/// A game whose properties are checked after each action.
struct CheckedGame {
    game: Game,
    /// The same game, rebuilt only from the deal and the events.
    replayed: Game,
    chance: SeededChance,
}

impl CheckedGame {
    fn new(edition: EditionId, number: u64) -> CheckedGame {
        CheckedGame::of(Edition::built_in(edition), number)
    }

    fn of(edition: &Edition, number: u64) -> CheckedGame {
        let mut chance = SeededChance::stream(0xCA7, number);
        CheckedGame::deal(any_rules(edition, &mut chance), chance)
    }

    fn deal(rules: Ruleset, mut chance: SeededChance) -> CheckedGame {
        let first = chance.first_seat(rules.players());
        let (game, deal) = Game::deal(rules, first, &mut chance);
        let replayed = Game::from_deal(rules, first, &deal).unwrap();
        CheckedGame {
            game,
            replayed,
            chance,
        }
    }

    /// Plays to the end, passing each step to `observe`: the state before it, the action and its events.
    fn play(mut self, mut observe: impl FnMut(&Game, &Action, &Events)) {
        for _ in 0..MAX_STEPS {
            self.check_state();
            let Some(action) = next_action(&self.game, &mut self.chance) else {
                return self.check_end();
            };
            let before = self.game.clone();
            let events = self.game.play(action, &mut self.chance).unwrap();
            events.iter().for_each(|event| self.replayed.evolve(event));
            assert!(
                self.replayed == self.game,
                "replay differs after {}",
                action.in_full()
            );
            self.game.check_invariants().unwrap();
            observe(&before, &action, &events);
        }
        panic!("the game does not end");
    }

    fn check_state(&mut self) {
        for _ in 0..3 {
            let action = arbitrary_action(&mut self.chance);
            self.check_unlisted_is_refused(action);
        }
        if one_in(&mut self.chance, 64) {
            self.check_listed_is_accepted();
        }
        if one_in(&mut self.chance, 8) {
            self.check_views();
        }
    }

    fn check_unlisted_is_refused(&mut self, action: Action) {
        let seat = action.seat().unwrap();
        let listed = self.game.legal(seat).allows(&action);
        let decided = self.game.check(&action).is_ok();
        assert_eq!(decided, listed, "{}", action.in_full());
        if !decided {
            let before = self.game.clone();
            assert!(self.game.play(action, &mut self.chance).is_err());
            assert!(
                self.game == before,
                "a refused action changed the state: {}",
                action.in_full()
            );
        }
    }

    fn check_listed_is_accepted(&mut self) {
        for seat in Seat::ALL {
            let legal = self.game.legal(seat);
            let five =
                matches!(legal.options(), LegalOptions::Turn(turn) if !turn.fives.is_empty());
            for action in legal.actions().step_by(if five { 11 } else { 1 }) {
                assert!(legal.allows(&action), "{}", action.in_full());
                assert_eq!(self.game.check(&action), Ok(()), "{}", action.in_full());
                let played = self.game.clone().play(action, &mut self.chance);
                assert!(played.is_ok(), "{}", action.in_full());
            }
        }
    }

    fn check_views(&mut self) {
        let seat = pick(&mut self.chance, &Seat::ALL);
        let viewer = self.game.rules.seats().contains(seat).then_some(seat);
        let other = with_all_hidden_cards_changed(&self.game, viewer);
        assert!(
            self.game.view(viewer) == other.view(viewer),
            "a view depends on hidden cards"
        );
        assert_eq!(self.game.view(None), other.view(None));
    }

    fn check_end(&mut self) {
        let winner = self.game.winner().unwrap();
        assert_eq!(self.game.living().only(), Some(winner));
        assert_eq!(self.game.deaths().len() + 1, self.game.rules.players());
        assert_eq!(self.game.turn(), None);
        let after_the_end = [
            Action::TimeOut,
            Action::Leave { seat: winner },
            Action::Draw { seat: winner },
        ];
        for action in after_the_end {
            assert_eq!(self.game.check(&action), Err(crate::Illegal::GameOver));
        }
    }
}

/// Returns true if the event may show hidden cards to everybody or to this viewer.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the other events hold no hidden card"
)]
fn reveals(event: &Event, viewer: Seat, discarded: bool) -> bool {
    match *event {
        Event::Asked { .. }
        | Event::MarkRemoved { .. }
        | Event::Marked { .. }
        | Event::TurnedUp { .. }
        | Event::WentOff { .. }
        | Event::BarkedInVain { .. }
        | Event::StashDiscarded { .. }
        | Event::Barked { .. }
        | Event::KittensRaised { .. } => true,
        Event::Exploded { seat, .. } | Event::Left { seat, .. } => discarded || seat == viewer,
        Event::Stolen { from, to, .. } => from == viewer || to == viewer,
        Event::Chosen { seat, owner, .. } => seat == viewer || owner == viewer,
        Event::DrewFor { seat, to, .. } => seat == viewer || to == viewer,
        Event::StashRobbed { to, .. } => to == viewer,
        Event::Saw { seat, .. } | Event::Drew { seat, .. } | Event::Lifted { seat, .. } => {
            seat == viewer
        }
        _ => false,
    }
}

/// Plays the same action in a game with different hidden cards, and asserts that the viewer sees the same events, up to
/// the first event that reveals a card or differs in kind. Returns true if the events differed before redaction, so
/// that there was something to hide.
fn redacted_events_match(before: &Game, action: &Action, number: u64) -> bool {
    let Some(viewer) = before
        .rules
        .seats()
        .nth(number as usize % before.rules.players())
    else {
        return false;
    };
    let other = with_all_hidden_cards_changed(before, Some(viewer));
    let both = [before, &other].map(|game| {
        let mut game = game.clone();
        game.play(*action, &mut SeededChance::new(number))
    });
    let [Ok(events), Ok(other_events)] = both else {
        return false;
    };
    let discarded = before.rules.dead_hand == crate::DeadHand::Discarded;
    let mut differed = false;
    for (one, two) in events.iter().zip(&other_events) {
        let alike = std::mem::discriminant(one) == std::mem::discriminant(two);
        // Everybody sees which hazard was drawn.
        let hazard = matches!(one, Event::DrewKitten { .. }) && one != two;
        if !alike || hazard || reveals(one, viewer, discarded) {
            break;
        }
        let seen = [one, two].map(|event| redact(event, Some(viewer), &before.rules));
        assert_eq!(seen[0], seen[1]);
        differed |= one != two;
    }
    differed
}

/// Checks that every play opens a Nope window unless the card takes effect at once, and that a single card that takes
/// effect follows its specification: the cards it shows, the choice it opens, and its effect on the turn.
fn check_effect(before: &Game, action: &Action, events: &Events) {
    if matches!(action, Action::Leave { .. }) {
        return;
    }
    if let Action::Play { play, .. } = action {
        let is_closed = events.get(1) == Some(&Event::WindowClosed { stands: true });
        let opens = play
            .single_title()
            .is_none_or(|title| title.spec().opens_window());
        return assert_eq!(opens, !is_closed);
    }
    let closed = |event: &Event| *event == Event::WindowClosed { stands: true };
    let (Some(window), Some(at)) = (before.phase().window(), events.iter().position(closed)) else {
        return;
    };
    let Play::Single { title, on } = window.play else {
        return;
    };
    let (spec, seat, effect) = (title.spec(), window.seat, &events[at + 1..]);
    assert!(spec.opens_window(), "{title}");
    let fizzles = effect == [Event::Fizzled { seat }];
    let draws = [Title::DrawFromTheBottom, Title::Bury].contains(&title);
    if fizzles || draws {
        return;
    }
    let shown = effect
        .iter()
        .any(|event| matches!(event, Event::Saw { seat: by, .. } if *by == seat));
    assert_eq!(shown, spec.shows != Shows::Nothing, "{title}");
    let turn = effect.iter().find_map(|event| {
        let Event::TurnBegan(turn) = event else {
            return None;
        };
        Some(turn.attacked && turn.owed > 1)
    });
    let expected = match spec.turn {
        TurnEffect::GoesOn => None,
        TurnEffect::EndsOne => turn,
        TurnEffect::EndsAll => Some(false),
        TurnEffect::Attacks => Some(true),
    };
    assert_eq!(
        (turn, turn.is_some()),
        (expected, spec.turn != TurnEffect::GoesOn),
        "{title}"
    );
    let opened = effect.iter().find_map(|event| {
        let Event::ChoiceOpened { choice } = event else {
            return None;
        };
        Some(*choice)
    });
    let robs_stash = matches!(effect, [Event::StashRobbed { .. }]);
    let may_be_over = [Title::Shuffle, Title::GarbageCollection].contains(&title) || robs_stash;
    let is_optional = may_be_over && opened.is_none();
    let Some(choice) = spec.choice.filter(|_| !is_optional) else {
        return assert_eq!(opened, None, "{title}");
    };
    let opened = opened.expect("the choice of the specification");
    assert_eq!(
        (opened.kind.answer_kind(), opened.owner),
        (choice.kind, seat)
    );
    match choice.chooser {
        Chooser::Player => assert_eq!(opened.chooser(), Some(seat)),
        Chooser::Target => assert!(on.is_none() || opened.chooser() == on),
        Chooser::Everybody => assert!(opened.choosers.len() <= before.living().len()),
        Chooser::NextPlayer => assert_eq!(opened.chooser(), Some(before.next_living(seat))),
    }
}

fn check_games(edition: EditionId) {
    let mut differing = 0;
    for number in 0..GAMES {
        CheckedGame::new(edition, number).play(|before, action, events| {
            check_effect(before, action, events);
            if number % 8 == 0 {
                differing += u32::from(redacted_events_match(before, action, number));
            }
        });
    }
    assert!(
        differing > 1_000,
        "the events hardly ever differed: {differing}"
    );
}

#[test]
fn ten_thousand_classic_games_keep_all_properties() {
    check_games(EditionId::CLASSIC);
}

#[test]
fn ten_thousand_original_games_keep_all_properties() {
    check_games(EditionId::ORIGINAL);
}

#[test]
fn ten_thousand_travel_games_keep_all_properties() {
    check_games(EditionId::TRAVEL);
}

#[test]
fn ten_thousand_two_player_games_keep_all_properties() {
    check_games(EditionId::TWO_PLAYER);
}

#[test]
fn ten_thousand_games_of_each_expansion_keep_all_properties() {
    let is_expansion = |id: &EditionId| Edition::built_in(*id).group() == EditionGroup::Expansion;
    EditionId::with_drafts()
        .filter(is_expansion)
        .for_each(check_games);
}

/// Checks games in an edition made from `file` with these changes, and with rules that no shipped edition combines.
fn check_operator_edition(file: &str, changes: &[(&str, &str)]) {
    let rules = [
        (
            "[\"combos\", \"self-nope\"]",
            "[\"combos\", \"attack\", \"favor\", \"self-nope\"]",
        ),
        ("\"adds-up\"", "\"resets\""),
        ("\"one\"", "\"everyone\""),
        ("\"at-once\"", "\"until-stopped\""),
        ("\"special\"", "\"special-and-five\""),
    ];
    let changes = rules.iter().chain(changes);
    let changed = changes.fold(file.to_owned(), |file, (from, to)| file.replace(from, to));
    let edition = Edition::parse("mine.toml", &changed).unwrap();
    for number in 0..2_000 {
        CheckedGame::of(&edition, number).play(|before, action, events| {
            check_effect(before, action, events);
            redacted_events_match(before, action, number);
        });
    }
}

#[test]
fn an_edition_of_an_operator_with_hidden_kittens_keeps_all_properties() {
    let file = include_str!("../../../config/editions/streaking.toml");
    let more = "mark = 3\npotluck = 2\nshare-the-future = 2\nalter-the-future-now = 2";
    check_operator_edition(file, &[("mark = 3", more)]);
}

#[test]
fn an_edition_of_an_operator_with_a_stash_keeps_all_properties() {
    let file = include_str!("../../../config/editions/barking.toml");
    let changes = [
        ("barking-kitten = 2", "barking-kitten = 4"),
        ("tower-of-power = 1", "tower-of-power = 2"),
        ("\"discarded\"", "\"set-aside\""),
    ];
    check_operator_edition(file, &changes);
}

/// Checks that random games often contain each of these events, and hazards that hit a player who
/// is not on turn.
fn check_reached(edition: EditionId, kinds: &[&str]) {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for number in 0..2_000 {
        CheckedGame::new(edition, number).play(|before, action, events| {
            for event in events {
                *counts.entry(event.kind()).or_default() += 1;
            }
            let off_turn = before
                .unresolved()
                .filter(|unresolved| unresolved.seat != before.turn.seat);
            *counts.entry("off turn").or_default() += u32::from(off_turn.is_some());
            let plays = matches!(action, Action::Play { seat, .. } if *seat != before.turn.seat);
            *counts.entry("play off turn").or_default() += u32::from(plays);
        });
    }
    for kind in kinds.iter().chain(&["off turn"]) {
        let count = counts.get(kind).copied().unwrap_or_default();
        assert!(count > 30, "{kind} only {count} times");
    }
}

#[test]
fn random_games_with_hidden_kittens_reach_every_event_often() {
    let kinds = [
        "Marked",
        "MarkRemoved",
        "Cursed",
        "CurseEnded",
        "TurnedUp",
        "WentOff",
        "EndsSwapped",
        "KittensRaised",
    ];
    check_reached(EditionId::STREAKING, &kinds);
}

#[test]
fn random_games_with_a_stash_reach_every_event_often() {
    let kinds = [
        "play off turn",
        "Lifted",
        "Stacked",
        "Claimed",
        "ClaimUsed",
        "DrewFor",
        "TowerWorn",
        "StashRobbed",
        "StashDiscarded",
        "Barked",
        "BarkedInVain",
        "TurnsAdded",
    ];
    check_reached(EditionId::BARKING, &kinds);
}

#[test]
fn exported_games_with_leavers_and_deadlines_pass_as_scenarios() {
    let editions = Editions::built_in();
    for edition in EditionId::with_drafts() {
        for number in 0..150 {
            let checked = CheckedGame::new(edition, GAMES + number);
            let mut export = Export::new(&checked.game);
            checked.play(|before, action, events| export.add_step(before, action, events));
            check_export(&export, &editions);
        }
    }
}

fn check_export(export: &Export, editions: &Editions) {
    if let Err(error) = run(export.text(), editions) {
        let lines: Vec<&str> = export.text().lines().take(error.line).collect();
        panic!("line {}: {error}\n{}", error.line, lines.join("\n"));
    }
}
