//! Hands as direct messages: for example, who receives which hand, how a hand ends, and clicks on a hand.

use table::direct_hand::{DirectMessage, HandId, HandPlace};

use crate::personal_data::without;
use crate::prelude::*;

const ADA: UserId = UserId(1);
const BOB: UserId = UserId(2);
const WANTED: PersonPreferences = PersonPreferences {
    language: table::preferences::LanguagePreference::FollowDiscord,
    display_mode: table::display_mode::DisplayMode::Pictures,
    direct_hand: true,
    hand_explained: true,
    hidden: false,
    reminders_off: false,
    silent_from: None,
};

fn message_of(user: UserId) -> DirectMessage {
    DirectMessage {
        channel: ChannelId(100 + user.0),
        message: 200 + user.0,
    }
}

fn hand(user: UserId, game: u32) -> HandId {
    HandId { user, game }
}

/// Returns a game of three in which Ada, the host, also gets their hand as a direct message.
fn playing() -> Driver {
    playing_by(options())
}

fn playing_by(options: TableOptions) -> Driver {
    start(Driver::open(options, 3))
}

fn start(mut driver: Driver) -> Driver {
    driver.preferences.insert(ADA, WANTED);
    for user in [2, 3] {
        driver.does(UserId(user), Intent::Join);
    }
    driver.does(ADA, Intent::Start);
    driver
}

fn posted() -> Driver {
    posted_in(playing())
}

fn posted_in(mut driver: Driver) -> Driver {
    let message = message_of(ADA);
    let hand = hand(ADA, 1);
    driver.handle(Input::HandPosted { hand, message });
    driver
}

fn shown(effects: &[Effect]) -> Vec<(HandId, HandPlace)> {
    let hands = effects.iter().filter_map(|effect| match effect {
        Effect::ShowHand { hand, place, .. } => Some((*hand, *place)),
        _ => None,
    });
    hands.collect()
}

/// Returns the last screen of Ada's hand. Asserts that the effects end this hand and no other, and that the screen has
/// no controls.
#[track_caller]
fn finished(effects: &[Effect]) -> Screen {
    let hands = effects.iter().filter_map(|effect| match effect {
        Effect::FinishHand { hand, screen, .. } => Some((hand.user, screen)),
        _ => None,
    });
    let [(ADA, screen)] = hands.collect::<Vec<_>>()[..] else {
        panic!("{effects:?}")
    };
    assert!(!has_controls(screen));
    screen.clone()
}

fn click_direct(driver: &mut Driver, user: UserId, message: u64, intent: Intent) -> Answer {
    let stamp = driver.stamp();
    let origin = ClickOrigin::Direct { stamp, message };
    driver.click(person(user), origin, intent).answer
}

fn play_until(driver: &mut Driver, is_done: impl Fn(&Driver) -> bool) {
    for _ in 0..2_000 {
        if (driver.is_turn() || !driver.table.is_playing()) && is_done(driver) {
            return;
        }
        driver.draw_or_wake();
    }
    panic!("it never comes to that");
}

fn play_until_turn_of(driver: &mut Driver, user: UserId) {
    play_until(driver, |driver| {
        driver.table.is_playing() && driver.on_turn() == user
    });
}

fn has_controls(screen: &Screen) -> bool {
    !usable(screen).is_empty()
}

#[test]
fn a_hand_is_posted_when_the_game_starts_to_those_who_chose_it_only() {
    let driver = playing();
    let expected = [(hand(ADA, 1), HandPlace::New)];
    assert_eq!(shown(&driver.effects), expected);
    assert_eq!(driver.hands.keys().collect::<Vec<_>>(), [&ADA]);
}

#[test]
fn the_hand_and_the_table_link_to_each_other() {
    let mut driver = posted();
    let text = texts(&driver.hands[&ADA]).join("\n");
    assert!(text.contains("https://discord.com/channels/5/6"), "{text}");
    driver.click_message(ADA, Intent::OpenHand);
    let text = texts(&driver.panels[&ADA]).join("\n");
    assert!(text.contains(&message_of(ADA).to_string()), "{text}");
    driver.click_message(BOB, Intent::OpenHand);
    let text = texts(&driver.panels[&BOB]).join("\n");
    assert!(!text.contains("@me"), "{text}");
}

#[test]
fn a_replayed_table_goes_on_with_the_message_or_looks_for_it() {
    for (driver, place) in [
        (posted(), HandPlace::Known(message_of(ADA))),
        (playing(), HandPlace::Unknown),
    ] {
        let mut restarted = driver.clone();
        restarted.replay();
        let since = restarted.now;
        let handled = restarted.handle(Input::Resumed { since });
        assert_eq!(shown(&handled.effects), [(hand(ADA, 1), place)]);
        let handled = restarted.handle(Input::Wake);
        assert_eq!(shown(&handled.effects), [], "nothing has changed");
    }
}

#[test]
fn a_turn_of_another_costs_one_update_that_tells_whose_it_is() {
    let mut driver = posted();
    play_until_turn_of(&mut driver, BOB);
    let before = driver.hands[&ADA].clone();
    assert!(texts(&before).join("\n").contains("is on turn."));
    driver.click_message(BOB, Intent::Draw);
    if driver.table.is_playing() && driver.on_turn() != ADA {
        let is_same = driver.hands[&ADA] == before;
        assert_eq!(is_same, driver.on_turn() == BOB);
    }
}

#[test]
fn a_hand_works_from_its_message() {
    let mut driver = posted();
    play_until_turn_of(&mut driver, ADA);
    let message = message_of(ADA).message;
    let offered = usable(&driver.hands[&ADA]);
    assert!(offered.iter().any(|one| one.intent() == Intent::Draw));
    let stamp = driver.stamp();
    assert!(offered.iter().all(|one| one.control.stamp == stamp));
    let answer = click_direct(&mut driver, ADA, message, Intent::Draw);
    assert!(matches!(answer, Answer::Hand(..)), "{answer:?}");
}

#[test]
fn only_the_seats_owner_gets_a_hand_from_a_click() {
    let mut driver = posted();
    let message = message_of(ADA).message;
    let refused = Answer::Refusal(screen::refusal(&Refusal::NotSeated, english()));
    let hand = Intent::Show(PanelStep::Hand);
    for intent in [Intent::OpenHand, hand, Intent::Draw] {
        let answer = click_direct(&mut driver, UserId(99), message, intent);
        assert_eq!(answer, refused);
    }
    // Bob never enabled direct messages, and Ada's hand is in another message: neither click shows a hand.
    let obsolete = [(BOB, message), (ADA, 999)].map(|(user, message)| {
        let answer = click_direct(&mut driver, user, message, Intent::OpenHand);
        let Answer::Obsolete(screen) = answer else {
            panic!("{answer:?} for {user}")
        };
        assert!(!has_controls(&screen));
        texts(&screen).join("\n")
    });
    assert!(obsolete[1].contains(&message_of(ADA).to_string()));
}

#[test]
fn controls_from_elsewhere_change_nothing() {
    let mut driver = posted();
    let message = message_of(ADA).message;
    for intent in [
        Intent::Start,
        Intent::OpenOptions(OptionPage::Game),
        Intent::SetOption(OptionValue::Leavers(LeaverPolicy::Out)),
        Intent::End { confirmed: true },
        Intent::Leave { confirmed: true },
        Intent::Rematch,
        Intent::NewTable,
        Intent::PostTable,
        Intent::VoteAway(rules::Seat::ALL[1]),
        Intent::RemoveComputer,
    ] {
        let version = driver.table.version();
        let answer = click_direct(&mut driver, ADA, message, intent);
        assert_eq!(driver.table.version(), version, "{intent:?}");
        let Answer::Hand(id, screen) = answer else {
            panic!("{answer:?}")
        };
        assert_eq!(id.user, ADA);
        let sentence = screen::refusal(&Refusal::OnlyAtTheTable, english());
        assert!(says(&screen, &sentence), "{intent:?}");
    }
    let (table, revision) = (TableId(1), Revision(0));
    let stamp = Stamp { table, revision };
    let origin = ClickOrigin::Direct { stamp, message };
    let outcome = driver.click(person(ADA), origin, Intent::Draw);
    assert!(!outcome.changed);
}

#[test]
fn a_hand_goes_when_its_owner_leaves_and_comes_back_with_them() {
    let mut driver = posted();
    driver.click_message(ADA, Intent::Leave { confirmed: true });
    let left = driver.hands[&ADA].clone();
    let intents: Vec<Intent> = usable(&left).iter().map(|one| one.intent()).collect();
    assert_eq!(intents, [Intent::Join], "nothing of the hand is left");
    // While a computer plays for the person who left, their message does not change.
    for _ in 0..12 {
        if driver.on_turn() == ADA {
            driver.wake();
        } else {
            driver.draw_or_wake();
        }
        assert!(driver.table.is_playing(), "so few turns end no game");
        assert_eq!(driver.hands[&ADA], left);
    }
    let message = message_of(ADA).message;
    let answer = click_direct(&mut driver, ADA, message, Intent::Join);
    assert!(matches!(answer, Answer::Hand(..)), "{answer:?}");
    assert_ne!(driver.hands[&ADA], left);
}

#[test]
fn a_person_who_left_for_good_gets_no_button() {
    let mut driver = posted_in(playing_by(without_stand_ins()));
    driver.click_message(ADA, Intent::Leave { confirmed: true });
    assert!(!has_controls(&driver.hands[&ADA]));
}

#[test]
fn a_hand_ends_with_its_game_and_the_rematch_has_a_new_message() {
    let mut driver = posted();
    play_until(&mut driver, |driver| driver.table.is_over());
    let shows_end = |effect: &Effect| matches!(effect, Effect::FinishHand { .. });
    assert!(
        !driver.effects.iter().any(shows_end),
        "no sooner than the table"
    );
    driver.read_last_death();
    finished(&driver.effects);
    driver.play_again(&[1, 2, 3]);
    let second = (hand(ADA, 2), HandPlace::New);
    assert_eq!(shown(&driver.effects), [second]);
    // A late report about the first game's message must not be applied to the second game's message.
    let (hand, message) = (hand(ADA, 1), message_of(ADA));
    let handled = driver.handle(Input::HandPosted { hand, message });
    assert!(handled.entry.is_none());
}

#[test]
fn a_hand_ends_with_its_table_also_if_the_process_dies_with_it() {
    let mut driver = posted();
    driver.click_message(ADA, Intent::End { confirmed: true });
    let ended = finished(&driver.effects);
    let later = Table::closing_hands(&driver.entries);
    let place = HandPlace::Known(message_of(ADA));
    assert_eq!(later, [(hand(ADA, 1), ended, place)]);
}

#[test]
fn a_refusal_is_told_once_also_in_an_open_panel_and_the_panel_stays() {
    let mut driver = playing();
    let mut open = driver.clone();
    driver.handle(Input::HandRefused { hand: hand(ADA, 1) });
    let sentence = screen::refusal(&Refusal::NoDirectMessages, english());
    open.click_message(ADA, Intent::OpenHand);
    open.handle(Input::HandRefused { hand: hand(ADA, 1) });
    assert!(says(&open.panels[&ADA], &sentence));
    driver.click_message(ADA, Intent::OpenHand);
    assert!(says(&driver.panels[&ADA], &sentence));
    driver.click_message(ADA, Intent::OpenHand);
    assert!(!says(&driver.panels[&ADA], &sentence));
    let before = driver.hands[&ADA].clone();
    play_until(&mut driver, |driver| driver.table.is_over());
    assert_eq!(driver.hands[&ADA], before, "no more in this game");
    driver.read_last_death();
    driver.play_again(&[1, 2, 3]);
    assert_ne!(driver.hands[&ADA], before, "the next game tries again");
}

#[test]
fn a_changed_preference_reaches_a_running_game() {
    let mut driver = posted();
    let format = person(BOB).format();
    let change = |user, direct_hand| Input::PreferencesChanged {
        user,
        format,
        direct_hand,
        reminders_off: false,
    };
    let handled = driver.handle(change(BOB, true));
    let expected = [(hand(BOB, 1), HandPlace::Unknown)];
    assert_eq!(shown(&handled.effects), expected);
    finished(&driver.handle(change(ADA, false)).effects);
    let handled = driver.handle(change(UserId(99), true));
    assert!(handled.entry.is_none(), "a stranger has no hand here");
}

#[test]
fn a_forgotten_person_leaves_no_message_behind_and_sees_their_own_before() {
    let driver = posted();
    for (user, sees) in [(ADA, true), (BOB, false)] {
        let is_direct = |record: &Record| matches!(record, Record::DirectHand { .. });
        let is_held = driver.own_records(user).iter().any(is_direct);
        assert_eq!(is_held, sees, "{user}");
    }
    let left = without(&driver.entries, ADA);
    let json = serde_json::to_string(&left).expect("it is JSON");
    assert!(json.contains("direct-hand"));
    for id in [message_of(ADA).channel.0, message_of(ADA).message] {
        assert!(!json.contains(&format!(":{id}")), "{id} in {json}");
    }
}

#[test]
fn where_clicks_do_not_reach_the_table_a_hand_names_its_cards_and_links_to_it() {
    let config = TableConfig {
        direct_controls: false,
        ..crate::driver::hasty()
    };
    let mut driver = start(Driver::open_configured(config, options()));
    for _ in 0..30 {
        let hand = &driver.hands[&ADA];
        assert!(crate::driver::shown(hand).is_empty(), "{hand}");
        let text = texts(hand).join("\n");
        let links = text.matches("https://discord.com/channels/5/6").count();
        assert_eq!(links, 1, "{text}");
        driver.draw_or_wake();
    }
}
