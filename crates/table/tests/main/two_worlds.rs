//! Noninterference: two tables that differ only in cards hidden from one viewer look the same to that viewer,
//! byte for byte and with the same timing.
//!
//! Both worlds start with the same game, but in one of them, cards that the viewer cannot see are swapped. Then both
//! get the same inputs. An input that would legitimately show the viewer a difference, such as playing a card that the
//! hand contains in only one world, is skipped. To find such inputs, this test compares the journals of both worlds
//! using its own list of who may know what, independently of the code under test.

use rules::EditionGroup;
use table::game_file::SHOWN_SUM;

use crate::prelude::*;
use crate::whole_games::tables;

const PAIRS: u64 = 1200;
const TRIES: u32 = 45;

const SPECTATOR: Viewer = Viewer {
    user: UserId(99),
    seat: None,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Viewer {
    user: UserId,
    seat: Option<Seat>,
}

/// Swaps cards that the viewer cannot see. Kittens and Defuses never enter or leave a hand, so that both deals are
/// possible under the same rules.
fn change(
    dealt: &mut DealtRecord,
    viewer: Viewer,
    mut stash: Vec<Title>,
    chance: &mut SeededChance,
) {
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
    // A deal record does not list the stash, which consists of the remaining cards.
    for hidden in &mut stash {
        let place = places[chance.below(places.len() as u32) as usize];
        let shown = card(dealt, place);
        if !(is_bound(*shown) || is_bound(*hidden) || *shown == Title::TowerOfPower) {
            std::mem::swap(shown, hidden);
        }
    }
}

fn stash_of(driver: &Driver) -> Vec<Title> {
    driver.game().stash().cards().collect()
}

fn is_bound(title: Title) -> bool {
    [
        Title::ExplodingKitten,
        Title::ImplodingKitten,
        Title::Defuse,
    ]
    .contains(&title)
}

fn swap(dealt: &mut DealtRecord, one: (Option<usize>, usize), other: (Option<usize>, usize)) {
    let (a, b) = (*card(dealt, one), *card(dealt, other));
    let both_in_pile = one.0.is_none() && other.0.is_none();
    if both_in_pile || !(is_bound(a) || is_bound(b)) {
        *card(dealt, one) = b;
        *card(dealt, other) = a;
    }
}

fn card(dealt: &mut DealtRecord, (hand, card): (Option<usize>, usize)) -> &mut Title {
    match hand {
        Some(seat) => &mut dealt.hands[seat][card],
        None => &mut dealt.pile[card],
    }
}

#[derive(Clone, Debug)]
enum WorldInput {
    Click {
        user: UserId,
        panel: bool,
        intent: Intent,
    },
    Wait(Millis),
    Wake,
}

fn any_input(driver: &Driver, viewer: Viewer, chance: &mut SeededChance) -> WorldInput {
    match chance.below(20) {
        0 => WorldInput::Wake,
        1 | 2 => WorldInput::Wait(Millis(u64::from(chance.below(3000)))),
        3..=7 => viewer_click(driver, viewer, chance),
        _ => action_click(driver, chance),
    }
}

/// Returns a click by the viewer, who opens their hand or uses any control offered to them.
fn viewer_click(driver: &Driver, viewer: Viewer, chance: &mut SeededChance) -> WorldInput {
    let offered: Vec<Intent> = driver
        .panels
        .get(&viewer.user)
        .map(usable)
        .unwrap_or_default()
        .iter()
        .map(|usable| usable.intent())
        .collect();
    let position = chance.below(offered.len() as u32 + 2) as usize;
    let intent = offered.get(position).copied().unwrap_or(Intent::OpenHand);
    WorldInput::Click {
        user: viewer.user,
        panel: position < offered.len(),
        intent,
    }
}

/// Returns a click on behalf of any player, usually for a legal action.
fn action_click(driver: &Driver, chance: &mut SeededChance) -> WorldInput {
    let game = driver.game();
    let players = game.rules().players() as u32;
    let seat = Seat::ALL[chance.below(players) as usize];
    let legal = game.legal(seat);
    let position = chance.below(legal.count() as u32 + 1) as usize;
    let intent = match legal.nth(position).filter(|_| chance.below(5) > 0) {
        Some(action) => intent_of(action),
        None => illegal_intent(chance),
    };
    WorldInput::Click {
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
        Action::Choose { answer, .. } => Intent::Answer(answer),
        Action::PickBlindly { .. } => Intent::PickBlindly,
        Action::Leave { .. } | Action::TimeOut => Intent::Leave { confirmed: true },
    }
}

/// Returns an intent that is often refused, such as a Nope without a card or a draw out of turn.
fn illegal_intent(chance: &mut SeededChance) -> Intent {
    let title = Title::ALL[chance.below(Title::ALL.len() as u32) as usize];
    match chance.below(16) {
        14 => Intent::PickBlindly,
        15 => Intent::Answer(rules::ChoiceAnswer::Put(title)),
        0..=3 => Intent::Nope {
            layer: chance.below(2) as u8,
        },
        4 | 5 => Intent::Pass,
        6 => Intent::Draw,
        7 => Intent::Play(rules::Play::single(title)),
        8 => Intent::Answer(rules::ChoiceAnswer::Give(title)),
        9 => Intent::OpenHand,
        10 => Intent::PostTable,
        11 | 12 => Intent::AutoPass(true),
        _ => Intent::Leave { confirmed: true },
    }
}

fn pass_input(driver: &mut Driver, input: &WorldInput, luck: u64) -> bool {
    // Each step has separate randomness, so that one world's use of it cannot affect the next step.
    driver.chance = SeededChance::new(luck);
    // Search results arrive in both worlds or in neither.
    if luck.is_multiple_of(2) {
        driver.run_choice_jobs();
    }
    let entries = driver.entries.len();
    match *input {
        WorldInput::Click {
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
        WorldInput::Wait(span) => {
            driver.wait(span);
        }
        WorldInput::Wake => {
            // The caller has already advanced both worlds' clocks to their common wake time.
            driver.handle(Input::Wake);
        }
    }
    driver.entries.len() > entries
}

/// Returns the facts that the viewer may learn from an entry, according to this test's own list.
fn knowable(entry: Option<&Entry>, viewer: Viewer, edition: EditionId) -> Vec<String> {
    let records = entry
        .map(|entry| entry.records.as_slice())
        .unwrap_or_default();
    let mut facts = Vec::new();
    for record in records {
        match record {
            Record::Game { events, .. } => {
                facts.extend(events.iter().map(|event| fact(event, viewer.seat, edition)));
            }
            Record::NewsRead { .. } => {}
            other => facts.push(serde_json::to_string(other).expect("it is stored as JSON")),
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
        Event::Chosen {
            seat,
            owner,
            answer: rules::ChoiceAnswer::Give(_),
        } if !own(seat) && !own(owner) => format!("{seat} gave {owner}"),
        Event::Chosen {
            seat,
            answer: rules::ChoiceAnswer::Put(_),
            ..
        } if !own(seat) => format!("{seat} put"),
        Event::KittensRaised { kittens, .. } => format!("{kittens} raised"),
        Event::Lifted { seat, .. } if !own(seat) => format!("{seat} lifted"),
        Event::DrewFor { seat, to, .. } if !own(seat) && !own(to) => {
            format!("{seat} drew for {to}")
        }
        Event::StashRobbed { from, to, .. } if !own(to) => format!("{to} robbed {from}'s stash"),
        Event::Drew { seat, from, .. } if !own(seat) => format!("{seat} drew {from:?}"),
        Event::Chosen {
            seat,
            answer: rules::ChoiceAnswer::Place(_),
            ..
        } if !own(seat) => format!("{seat} placed"),
        Event::Chosen {
            seat,
            answer: rules::ChoiceAnswer::Order(_),
            ..
        } if !own(seat) => format!("{seat} ordered"),
        Event::Exploded { seat, hand, .. } if !own(seat) && edition == EditionId::TRAVEL => {
            format!("{seat} exploded with {}", hand.total())
        }
        // `Debug` of a hand shows only its number of cards, but everyone sees a dead player's hand.
        Event::Exploded { seat, hand, .. } => {
            let cards: Vec<_> = hand.cards().collect();
            format!("{seat} exploded with {cards:?}")
        }
        Event::Left { seat, hand, .. } if !own(seat) && edition == EditionId::TRAVEL => {
            format!("{seat} left with {}", hand.total())
        }
        Event::Left { seat, hand, .. } => {
            format!("{seat} left with {:?}", hand.cards().collect::<Vec<_>>())
        }
        other => {
            let stored = serde_json::to_string(&other);
            stored.expect("it is stored as JSON")
        }
    }
}

/// Returns everything the viewer sees of the last input, and the times they could measure.
fn seen(driver: &Driver, viewer: Viewer, clicked: Option<UserId>) -> String {
    let visible = |effect: &&Effect| match effect {
        Effect::Answer { answer, .. } => match answer {
            Answer::Table(_) | Answer::Public(_) => true,
            Answer::Panel(_)
            | Answer::PanelBelow(_)
            | Answer::RefusalBelow(_)
            | Answer::Hand(..)
            | Answer::Obsolete(_)
            | Answer::Note(_)
            | Answer::Refusal(_)
            | Answer::Acknowledge => clicked == Some(viewer.user),
        },
        Effect::RefreshPanel { user, .. } | Effect::DeletePanel { user } => *user == viewer.user,
        Effect::ShowHand { hand, .. } | Effect::FinishHand { hand, .. } => hand.user == viewer.user,
        Effect::UpdateMessage { .. } | Effect::Close => true,
        // Choice jobs are never shown to anyone.
        Effect::ComputeChoice(_) => false,
        Effect::CallPlayers(_) | Effect::HandExplained { .. } => true,
    };
    let effects: Vec<&Effect> = driver.effects.iter().filter(visible).collect();
    format!(
        "{effects:?} {:?} {:?} {:?}",
        driver.message,
        driver.now,
        driver.table.next_wake()
    )
}

/// The kinds of players in both worlds. The only person among computers is always the viewer, because anyone else
/// could tell whether that person holds a Nope: without a Nope in their hand, a window closes early.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Party {
    People,
    /// At least one person, and computers in the other seats.
    Computers,
}

/// Plays both worlds at one of these tables. Returns the number of inputs that both worlds got.
fn pair(tables: &[(TableOptions, usize)], seed: u64, party: Party) -> u32 {
    let mut chance = SeededChance::new(seed);
    let (options, players) = tables[seed as usize % tables.len()];
    let people = match party {
        Party::People => players,
        Party::Computers => 1 + chance.below(players as u32 - 1) as usize,
    };
    let setup = ComputerSetup {
        count: (players - people) as u8,
        // Tigers search, which is slow, so few games have them.
        strength: match chance.below(8) {
            0 => Strength::Tiger,
            1..=3 => Strength::Kitten,
            _ => Strength::Cat,
        },
        watch: false,
    };
    let leavers = match chance.below(2) {
        0 => LeaverPolicy::Out,
        _ => LeaverPolicy::StandIn,
    };
    let options = options
        .with(OptionValue::Leavers(leavers))
        .with(OptionValue::Ghosts(seed.is_multiple_of(2)));
    let viewer = match Seat::new(chance.below(people as u32 + 1) as usize) {
        Some(seat) if seat.index() < people => Viewer {
            user: UserId(seat.index() as u64 + 1),
            seat: Some(seat),
        },
        _ if party == Party::Computers && people == 1 => Viewer {
            user: UserId(1),
            seat: Seat::new(0),
        },
        _ => SPECTATOR,
    };
    let dealt = Driver::playing_with(options, people, setup, seed);
    let mut one = dealt.redealt(|_| {});
    let stash = stash_of(&dealt);
    let changed = |dealt: &mut DealtRecord| {
        change(dealt, viewer, stash.clone(), &mut SeededChance::new(seed));
    };
    let mut other = dealt.redealt(changed);
    play_both((&mut one, &mut other), viewer, party, seed)
}

/// Plays both worlds while their cards differ. Returns the number of inputs that both worlds got.
fn play_both(
    (one, other): (&mut Driver, &mut Driver),
    viewer: Viewer,
    party: Party,
    seed: u64,
) -> u32 {
    let mut chance = SeededChance::new(!seed);
    let mut steps = 0;
    for attempt in 0..TRIES {
        let is_ghost = viewer.seat.is_some_and(|seat| {
            let is_dead = !one.game().living().contains(seat);
            is_dead && seed.is_multiple_of(2)
        });
        // A ghost may see all hands.
        if one.rules_game == other.rules_game || !one.table.is_playing() || is_ghost {
            break;
        }
        let input = match party {
            Party::Computers if chance.below(2) == 0 => WorldInput::Wake,
            Party::Computers | Party::People => any_input(one, viewer, &mut chance),
        };
        let luck = seed.wrapping_mul(1000) + u64::from(attempt);
        steps += u32::from(pass_to_both(one, other, &input, viewer, luck));
    }
    if one.table.is_playing() {
        let extract = |world: &Driver| TableExtract::new(&world.entries, viewer.user);
        assert_eq!(extract(one), extract(other), "{viewer:?}'s stored data");
    }
    steps
}

/// Plays two worlds in which the first player holds a shelter card. The top card of the pile is a kitten in one world
/// and harmless in the other. Returns the number of inputs that both worlds got in [`play_both`].
fn sheltered_pair(seed: u64, party: Party) -> u32 {
    let mut chance = SeededChance::new(seed);
    let (options, players) = tables()
        .into_iter()
        .filter(|(options, _)| options.edition == EditionId::STREAKING)
        .nth(seed as usize % 4)
        .expect("a table of the edition");
    let people = match party {
        Party::People => players,
        Party::Computers => 1 + chance.below(players as u32 - 1) as usize,
    };
    let setup = ComputerSetup {
        count: (players - people) as u8,
        strength: [Strength::Kitten, Strength::Cat][chance.below(2) as usize],
        watch: false,
    };
    let leavers = match chance.below(2) {
        0 => LeaverPolicy::Out,
        _ => LeaverPolicy::StandIn,
    };
    let options = options.with(OptionValue::Leavers(leavers));
    let dealt = Driver::playing_with(options, people, setup, seed);
    let first = seat_on_turn(dealt.game());
    let seats = (0..people)
        .filter_map(Seat::new)
        .filter(|&seat| seat != first);
    let viewers: Vec<Viewer> = seats
        .map(|seat| Viewer {
            user: UserId(seat.index() as u64 + 1),
            seat: Some(seat),
        })
        .chain((people > 1).then_some(SPECTATOR))
        .collect();
    if viewers.is_empty() {
        return 0;
    }
    let viewer = viewers[chance.below(viewers.len() as u32) as usize];
    let sheltered = dealt.redealt(|dealt| shelter_top(dealt, first));
    let deep = 1 + chance.below(20) as usize;
    let mut one = sheltered.redealt(|_| {});
    let mut other = sheltered.redealt(|dealt| {
        let harmless =
            (deep..dealt.pile.len()).find(|&card| dealt.pile[card] != Title::ExplodingKitten);
        swap(dealt, (None, 0), (None, harmless.expect("a harmless card")));
    });
    let (game, in_other) = (one.game(), other.game());
    assert!(game.draw_pile().top() != in_other.draw_pile().top());
    let draw = WorldInput::Click {
        user: one.user(first),
        panel: false,
        intent: Intent::Draw,
    };
    if one.table.is_playing() && one.user(first).0 <= people as u64 {
        assert!(pass_to_both(&mut one, &mut other, &draw, viewer, seed));
    }
    play_both((&mut one, &mut other), viewer, party, seed)
}

/// Deals the Streaking Kitten to a player, and puts an Exploding Kitten on top of the pile.
fn shelter_top(dealt: &mut DealtRecord, seat: Seat) {
    let shelter = Title::StreakingKitten;
    let is_held = |hand: &Vec<Title>| hand.iter().position(|card| *card == shelter);
    let mut hands = dealt.hands.iter().enumerate();
    let held = hands.find_map(|(hand, cards)| Some((Some(hand), is_held(cards)?)));
    let found = held.or_else(|| Some((None, is_held(&dealt.pile)?)));
    let given = dealt.hands[seat.index()]
        .iter()
        .position(|card| *card != Title::Defuse);
    let place = (Some(seat.index()), given.expect("a card but Defuses"));
    swap(dealt, found.expect("one in the game"), place);
    let kitten = dealt
        .pile
        .iter()
        .position(|card| *card == Title::ExplodingKitten);
    swap(dealt, (None, 0), (None, kitten.expect("a kitten")));
}

#[test]
fn a_kitten_that_is_sheltered_changes_neither_what_others_see_nor_when() {
    for party in [Party::People, Party::Computers] {
        let steps = (0..400).map(|seed| sheltered_pair(seed, party));
        let long = steps.filter(|&steps| steps >= 10).count();
        assert!(long > 200, "only {long} pairs came to ten steps and more");
    }
}

/// Passes the same input to both worlds. Returns false, and skips it, if it would legitimately show a difference.
fn pass_to_both(
    one: &mut Driver,
    other: &mut Driver,
    input: &WorldInput,
    viewer: Viewer,
    luck: u64,
) -> bool {
    let edition = one.game().rules().edition();
    assert_eq!(one.table.next_wake(), other.table.next_wake());
    let mut worlds = [one.clone(), other.clone()];
    let mut facts = Vec::new();
    for world in &mut worlds {
        if let WorldInput::Wake = input {
            world.now = world.table.next_wake().unwrap_or(world.now).max(world.now);
        }
        let written = pass_input(world, input, luck);
        facts.push(knowable(
            world.entries.last().filter(|_| written),
            viewer,
            edition,
        ));
    }
    if facts[0] != facts[1] {
        let own = matches!(input, WorldInput::Click { user, .. } if *user == viewer.user);
        // The viewer's own click must be allowed in both worlds or refused in both.
        assert!(
            !own || facts[0].is_empty() == facts[1].is_empty(),
            "{input:?}"
        );
        return false;
    }
    let clicked = match input {
        WorldInput::Click { user, .. } => Some(*user),
        _ => None,
    };
    let transcripts = worlds
        .each_ref()
        .map(|world| without_sums(&seen(world, viewer, clicked)));
    assert_eq!(transcripts[0], transcripts[1], "{viewer:?} after {input:?}");
    let [first, second] = worlds;
    *one = first;
    *other = second;
    true
}

/// Removes the checksum of a finished game, which covers the hidden cards too. The sum is shown only together with the
/// secret, from which anyone can compute all cards.
fn without_sums(transcript: &str) -> String {
    let mut parts = transcript.split("🔗 ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        assert!(text.contains('🔓'), "the sum is shown before the secret");
        text + &part[SHOWN_SUM..]
    })
}

#[test]
fn hidden_cards_change_neither_what_a_viewer_sees_nor_when() {
    let tables = tables();
    let pairs = (0..PAIRS).map(|seed| pair(&tables, seed, Party::People));
    let steps: Vec<u32> = pairs.collect();
    let long = steps.iter().filter(|&&steps| steps >= 10).count();
    assert!(long > 1000, "only {long} pairs came to ten steps and more");
}

/// Expansions have secrets that base editions lack, such as the new order chosen with Alter the Future.
#[test]
fn hidden_cards_change_nothing_in_a_thousand_pairs_of_each_expansion() {
    let is_expansion = |id: &EditionId| Edition::built_in(*id).group() == EditionGroup::Expansion;
    for edition in EditionId::all().filter(is_expansion) {
        let mut tables = tables();
        tables.retain(|(options, _)| options.edition == edition);
        let pairs = (0..1000).map(|seed| pair(&tables, seed, Party::People));
        let long = pairs.filter(|&steps| steps >= 10).count();
        assert!(
            long > 900,
            "only {long} pairs of {edition} came to ten steps and more"
        );
    }
}

#[test]
fn the_delays_and_remarks_of_computers_reveal_no_hidden_cards() {
    let tables = tables();
    let pairs = (0..PAIRS / 4).map(|seed| pair(&tables, seed, Party::Computers));
    let steps: Vec<u32> = pairs.collect();
    let long = steps.iter().filter(|&&steps| steps >= 10).count();
    assert!(long > 100, "only {long} pairs came to ten steps and more");
}

/// Returns the player who has the third turn.
fn last_of(game: &Game) -> Seat {
    let seat = seat_on_turn(game);
    Seat::ALL[(seat.index() + 2) % 3]
}

/// Returns a game of three in which the player on turn holds a Skip and the third player holds this card, and the same
/// game with a different card in its place.
fn with_and_without(edition: EditionId, title: Title) -> [Driver; 2] {
    let dealt = Driver::dealt(options_of(edition), 3, |game| {
        let seat = seat_on_turn(game);
        let mut top = game.draw_pile().top().into_iter();
        let is_safe = top.all(|card| card.title().hazard().is_none());
        is_safe && game.hand(seat).has(Title::Skip) && game.hand(last_of(game)).count(title) == 1
    });
    let hand = last_of(dealt.game()).index();
    let without = dealt.redealt(|dealt| {
        let held = dealt.hands[hand].iter().position(|card| *card == title);
        let is_other = |&card: &usize| !is_bound(dealt.pile[card]) && dealt.pile[card] != title;
        let other = (1..dealt.pile.len()).find(is_other).expect("another card");
        swap(dealt, (Some(hand), held.expect("the card")), (None, other));
    });
    [dealt.redealt(|_| {}), without]
}

#[test]
fn which_hands_are_edited_depends_on_their_own_cards_and_shows_nobody_else() {
    let skip = Intent::Play(Play::single(Title::Skip));
    for (edition, title, intent) in [
        (EditionId::ORIGINAL, Title::Nope, skip),
        (EditionId::BARKING, Title::AlterTheFutureNow, Intent::Draw),
    ] {
        let [mut one, mut other] = with_and_without(edition, title);
        let (user, holder) = (one.on_turn(), one.user(last_of(one.game())));
        let third = UserId(6 - user.0 - holder.0);
        let click = |user, intent| WorldInput::Click {
            user,
            panel: false,
            intent,
        };
        let inputs = [user, holder, third]
            .map(|user| click(user, Intent::OpenHand))
            .into_iter()
            .chain([click(user, intent)]);
        let third = Viewer {
            user: third,
            seat: Some(one.table_seat(third)),
        };
        for (luck, input) in inputs.enumerate() {
            let mut for_spectator = [one.clone(), other.clone()];
            let [first, second] = &mut for_spectator;
            assert!(pass_to_both(first, second, &input, SPECTATOR, luck as u64));
            assert!(pass_to_both(
                &mut one,
                &mut other,
                &input,
                third,
                luck as u64
            ));
        }
        let edits = [one, other].map(|world| world.refreshed.get(&holder).copied());
        assert_eq!(edits, [Some(1), None], "{edition}");
    }
}

#[test]
fn differences_that_a_viewer_may_know_do_show() {
    let dealt = Driver::playing(options(), 3, 1);
    let swapped = dealt.redealt(|dealt| {
        let differing = (0..8).find(|&card| {
            let [first, second] = [dealt.hands[0][card], dealt.hands[1][card]];
            first != second && ![first, second].contains(&Title::Defuse)
        });
        let card = differing.expect("two hands are hardly ever the same");
        swap(dealt, (Some(0), card), (Some(1), card));
    });
    let mut worlds = [dealt.redealt(|_| {}), swapped];
    assert_ne!(worlds[0].rules_game, worlds[1].rules_game);
    let panels = worlds
        .each_mut()
        .map(|world| world.click_message(UserId(2), Intent::OpenHand).answer);
    assert_ne!(panels[0], panels[1]);
}

/// Plays a game to its end in both worlds at once: the player on turn draws, and kittens are put back at random.
/// Returns true if both end without differing in a public fact. The contents of dead players' hands may differ.
fn play_to_the_end(worlds: &mut [Driver; 2]) -> bool {
    for luck in 0..2000 {
        if !worlds[0].table.is_playing() {
            return !worlds[1].table.is_playing();
        }
        let facts = worlds.each_mut().map(|world| {
            if !world.table.is_playing() {
                return Vec::new();
            }
            let Some(turn) = world.game().turn() else {
                return Vec::new();
            };
            let input = WorldInput::Click {
                user: world.user(turn.seat),
                panel: false,
                intent: match world.game().phase() {
                    rules::Phase::Choice(_) => Intent::PlaceAnywhere,
                    _ => Intent::Draw,
                },
            };
            pass_input(world, &input, luck);
            knowable(world.entries.last(), SPECTATOR, EditionId::ORIGINAL)
        });
        let without_hands = |facts: &Vec<String>| -> Vec<String> {
            let names = facts.iter().map(|fact| fact.split(" with ").next());
            names.flatten().map(str::to_owned).collect()
        };
        if without_hands(&facts[0]) != without_hands(&facts[1]) {
            return false;
        }
    }
    false
}

#[test]
fn the_picture_of_a_game_follows_from_what_everybody_saw() {
    let options = options();
    let mut compared = 0;
    for seed in 0..40 {
        let dealt = Driver::playing(options, 2 + seed as usize % 4, seed);
        let changed = |dealt: &mut DealtRecord| {
            let chance = &mut SeededChance::new(seed);
            change(dealt, SPECTATOR, Vec::new(), chance);
        };
        let mut worlds = [dealt.redealt(|_| {}), dealt.redealt(changed)];
        let differ = worlds[0].rules_game != worlds[1].rules_game;
        if !differ || !play_to_the_end(&mut worlds) {
            continue;
        }
        let deaths = worlds.each_ref().map(|world| world.table.screen());
        assert_eq!(deaths[0], deaths[1]);
        worlds.iter_mut().for_each(Driver::read_last_death);
        let screens = worlds.each_ref().map(|world| world.table.screen());
        assert!(screens[0].chart().is_some(), "{}", screens[0]);
        let [one, other] = screens.map(|screen| without_sums(&format!("{screen:?}")));
        assert_eq!(one, other);
        compared += 1;
    }
    assert!(compared > 10, "only {compared} games came to the same end");
}
