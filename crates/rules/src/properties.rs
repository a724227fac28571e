//! What must hold in every game: tens of thousands of random ones in each edition, with every
//! number of players, every house rule, leavers and deadlines that pass.

use crate::{
    action::{Action, Play},
    chance::Chance,
    edition::{Edition, EditionId, Editions},
    event::{Event, Events},
    game::Game,
    house_rules::{AttackRule, Combos, Decks, FavorRule, HouseRules},
    legal::Options,
    redact::redact,
    ruleset::Ruleset,
    scenario::{Export, everything_hidden_changed, run},
    seat::Seat,
    seeded::Seeded,
    simulation::Policy,
    title::Title,
};

const GAMES: u64 = 10_000;
/// No game comes near this many steps.
const MOST_STEPS: usize = 20_000;

fn one_in(chance: &mut Seeded, n: u32) -> bool {
    chance.below(n) == 0
}

fn any<T: Copy>(chance: &mut Seeded, of: &[T]) -> T {
    of[chance.below(of.len() as u32) as usize]
}

fn any_rules(edition: EditionId, chance: &mut Seeded) -> Ruleset {
    let edition = Edition::built_in(edition);
    let decks = match edition.players(Decks::Two).is_some() && one_in(chance, 3) {
        true => Decks::Two,
        false => Decks::One,
    };
    let range = edition.players(decks).unwrap();
    let players = range.least + chance.below(u32::from(range.most - range.least) + 1) as u8;
    let changed = !one_in(chance, 3);
    let house = HouseRules {
        combos: changed.then(|| any(chance, &Combos::ALL)),
        attack: changed.then(|| any(chance, &AttackRule::ALL)),
        favor: changed.then(|| any(chance, &FavorRule::ALL)),
        self_nope: changed && one_in(chance, 2),
        decks,
    };
    Ruleset::new(edition, house, players.into()).unwrap()
}

/// Anything at all: seats that nobody has, foreign titles, other people's turns.
fn any_nonsense(chance: &mut Seeded) -> Action {
    let seat = any(chance, &Seat::ALL);
    let on = any(chance, &Seat::ALL);
    let title = any(chance, &Title::ALL);
    let five = [(); 5].map(|()| any(chance, &Title::ALL));
    let small = chance.below(6) as u8;
    let favored = one_in(chance, 2).then_some(on);
    let naming = any(chance, &Title::ALL);
    let play = |play| Action::Play { seat, play };
    any(
        chance,
        &[
            play(Play::Single(title)),
            play(Play::Favor { on: favored }),
            play(Play::Pair { title, on }),
            play(Play::Triple { title, on, naming }),
            play(Play::Five(five)),
            Action::Nope { seat, layer: small },
            Action::Pass { seat },
            Action::Draw { seat },
            Action::Place {
                seat,
                place: small * 9,
            },
            Action::Give { seat, title },
            Action::Take { seat, title },
            Action::Stop { seat },
        ],
    )
}

fn next_action(game: &Game, chance: &mut Seeded) -> Option<Action> {
    let action = Policy::Random.choose(game, chance)?;
    Some(match chance.below(120) {
        0 => Action::Leave {
            seat: any(chance, &game.living().iter().collect::<Vec<_>>()),
        },
        1..5 => Action::TimeOut,
        _ => action,
    })
}

/// One game under watch.
struct Watched {
    game: Game,
    /// The same game, made of the deal and the events alone.
    replayed: Game,
    chance: Seeded,
}

impl Watched {
    fn new(edition: EditionId, number: u64) -> Watched {
        let mut chance = Seeded::stream(0xCA7, number);
        let rules = any_rules(edition, &mut chance);
        let first = chance.first_seat(rules.players());
        let (game, dealt) = Game::deal(rules, first, &mut chance);
        let replayed = Game::from_dealt(rules, first, &dealt).unwrap();
        Watched {
            game,
            replayed,
            chance,
        }
    }

    /// Plays to the end, showing each step: the state before it, the action and its events.
    fn play(mut self, mut seen: impl FnMut(&Game, &Action, &Events)) {
        for _ in 0..MOST_STEPS {
            self.look_around();
            let Some(action) = next_action(&self.game, &mut self.chance) else {
                return self.finished();
            };
            let before = self.game.clone();
            let events = self.game.play(action, &mut self.chance).unwrap();
            events.iter().for_each(|event| self.replayed.evolve(event));
            assert!(
                self.replayed == self.game,
                "replay differs after {action:?}"
            );
            self.game.check_invariants().unwrap();
            seen(&before, &action, &events);
        }
        panic!("a game without end");
    }

    fn look_around(&mut self) {
        for _ in 0..3 {
            let action = any_nonsense(&mut self.chance);
            self.is_accepted_only_if_listed(action);
        }
        if one_in(&mut self.chance, 64) {
            self.all_listed_are_accepted();
        }
        if one_in(&mut self.chance, 8) {
            self.views_keep_secrets();
        }
    }

    fn is_accepted_only_if_listed(&mut self, action: Action) {
        let seat = action.seat().unwrap();
        let listed = self.game.legal(seat).allows(&action);
        let decided = self.game.decide(action, &mut self.chance).is_ok();
        assert_eq!(decided, listed, "{action:?}");
        if !decided {
            let before = self.game.clone();
            assert!(self.game.play(action, &mut self.chance).is_err());
            assert!(
                self.game == before,
                "a refused {action:?} changed the state"
            );
        }
    }

    fn all_listed_are_accepted(&mut self) {
        let before = self.game.clone();
        for seat in Seat::ALL {
            let legal = self.game.legal(seat);
            let five = matches!(legal.options(), Options::Turn(turn) if !turn.fives.is_empty());
            for action in legal.actions().step_by(if five { 11 } else { 1 }) {
                assert!(legal.allows(&action), "{action:?}");
                assert!(
                    self.game.decide(action, &mut self.chance).is_ok(),
                    "{action:?}"
                );
            }
        }
        assert!(self.game == before, "deciding changed the state");
    }

    fn views_keep_secrets(&mut self) {
        let viewer = any(&mut self.chance, &Seat::ALL);
        let viewer = self.game.rules.seats().contains(viewer).then_some(viewer);
        let other = everything_hidden_changed(&self.game, viewer);
        assert!(
            self.game.view(viewer) == other.view(viewer),
            "a view tells a secret"
        );
        assert_eq!(self.game.view(None), other.view(None));
    }

    fn finished(&mut self) {
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
            let refused = self.game.decide(action, &mut self.chance);
            assert_eq!(refused, Err(crate::Illegal::GameOver));
        }
    }
}

/// Whether everybody, or this viewer by his own part in it, learns something hidden by the event.
fn tells(event: &Event, viewer: Seat, discarded: bool) -> bool {
    match *event {
        Event::Asked { .. } => true,
        Event::Exploded { .. } | Event::Left { .. } => discarded,
        Event::Stolen { from, to, .. } | Event::Gave { from, to, .. } => {
            from == viewer || to == viewer
        }
        Event::Saw { seat, .. } | Event::Drew { seat, .. } => seat == viewer,
        _ => false,
    }
}

/// The same action in a world that differs in what a viewer may not know looks the same to him,
/// as far as it does not tell him.
fn events_keep_secrets(before: &Game, action: &Action, number: u64) -> bool {
    let Some(viewer) = before
        .rules
        .seats()
        .nth(number as usize % before.rules.players())
    else {
        return false;
    };
    let other = everything_hidden_changed(before, Some(viewer));
    let both = [before, &other].map(|game| game.decide(*action, &mut Seeded::new(number)));
    let [Ok(here), Ok(there)] = both else {
        return false;
    };
    let discarded = before.rules.dead_hand() == crate::DeadHand::Discarded;
    let mut compared = false;
    for (one, two) in here.iter().zip(&there) {
        let alike = std::mem::discriminant(one) == std::mem::discriminant(two);
        if !alike || tells(one, viewer, discarded) {
            break;
        }
        let seen = [one, two].map(|event| redact(event, Some(viewer), &before.rules));
        assert_eq!(seen[0], seen[1]);
        compared |= one != two;
    }
    compared
}

fn hold_in(edition: EditionId) {
    let mut told_apart = 0;
    for number in 0..GAMES {
        Watched::new(edition, number).play(|before, action, _| {
            if number % 8 == 0 {
                told_apart += u32::from(events_keep_secrets(before, action, number));
            }
        });
    }
    assert!(
        told_apart > 1_000,
        "the two worlds hardly ever differed: {told_apart}"
    );
}

#[test]
fn ten_thousand_classic_games_hold_what_is_promised() {
    hold_in(EditionId::Classic);
}

#[test]
fn ten_thousand_original_games_hold_what_is_promised() {
    hold_in(EditionId::Original);
}

#[test]
fn ten_thousand_travel_games_hold_what_is_promised() {
    hold_in(EditionId::Travel);
}

#[test]
fn ten_thousand_two_player_games_hold_what_is_promised() {
    hold_in(EditionId::TwoPlayer);
}

#[test]
fn exported_games_with_leavers_and_deadlines_pass_as_scenarios() {
    let editions = Editions::built_in();
    for edition in EditionId::ALL {
        for number in 0..150 {
            let watched = Watched::new(edition, GAMES + number);
            let mut export = Export::new(&watched.game);
            watched.play(|before, action, events| export.step(before, action, events));
            if let Err(failure) = run(export.text(), &editions) {
                let lines: Vec<&str> = export.text().lines().take(failure.line).collect();
                panic!("line {}: {failure}\n{}", failure.line, lines.join("\n"));
            }
        }
    }
}
