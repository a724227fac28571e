//! Players of the last game who join its rematch late, before the first draw. All cards are then dealt anew.

use table::direct_hand::{DirectMessage, HandId, HandPlace};
use table::game_file::{CheckedGame, PlayedGame};

use crate::prelude::*;

const ADA: UserId = UserId(1);
const BEN: UserId = UserId(2);
const EVE: UserId = UserId(3);
const DAN: UserId = UserId(4);
const BYSTANDER: UserId = UserId(9);

/// Returns the rematch lobby after a game of this many players. Ben, who is the host, and Eve have joined.
fn lobby(players: usize) -> Driver {
    let mut driver = Driver::playing(options(), players, 5);
    driver.draw_to_the_end();
    driver.does(BEN, Intent::Rematch);
    driver.does(EVE, Intent::Join);
    driver
}

/// Returns a rematch of a game with this many players. Only Ben and Eve play in it, because the others did not answer.
fn begun(players: usize) -> Driver {
    let mut driver = lobby(players);
    driver.wait(Millis::seconds(75));
    driver
}

/// Returns the person on turn in a game of only Ben and Eve.
fn on_turn(driver: &Driver) -> UserId {
    [BEN, EVE][seat_on_turn(driver.game()).index()]
}

fn is_offered_a_seat(driver: &mut Driver, user: UserId) -> bool {
    let screen = driver.open_hand(user);
    let mut intents = usable(&screen).into_iter().map(|usable| usable.intent());
    intents.any(|intent| intent == Intent::Join)
}

/// Returns the start of the commitment that the table's message shows after this lock emoji.
fn commitment(driver: &Driver, lock: char) -> String {
    let text = driver.text();
    let (_, shown) = text.rsplit_once(lock).expect("a commitment");
    shown.trim().chars().take(10).collect()
}

#[test]
fn until_the_first_draw_those_who_did_not_answer_sit_down_in_their_old_place_with_a_new_deal() {
    let mut driver = begun(3);
    let hand = driver.open_hand(EVE);
    assert!(is_offered_a_seat(&mut driver, ADA));
    driver.does_on_panel(ADA, Intent::Join);
    assert_eq!(driver.game().living().len(), 3);
    assert!(driver.panels[&ADA].to_string().contains("dealt anew"));
    driver.assert_says("**Player 1** sat down, so the cards were dealt anew.", true);
    let dealt = driver.panels[&EVE].clone();
    assert!(dealt != hand && dealt.to_string().contains("dealt anew"));
    driver.draw_or_wake();
    driver.assert_says("dealt anew", false);
}

#[test]
fn the_button_on_the_previous_games_message_sits_a_latecomer_down_too() {
    let mut driver = begun(3);
    driver.does(ADA, Intent::Rematch);
    assert_eq!(driver.game().living().len(), 3);
}

#[test]
fn nobody_sits_down_after_the_first_draw() {
    let mut driver = begun(3);
    driver.does(on_turn(&driver), Intent::Draw);
    assert!(!is_offered_a_seat(&mut driver, ADA));
    driver.refuses_on_panel(ADA, Intent::Join, Refusal::AlreadyStarted);
    driver.refuses(ADA, Intent::Rematch, Refusal::NotOver);
}

#[test]
fn a_card_that_was_played_before_the_first_draw_is_void_with_its_window() {
    let mut driver = begun(3);
    let (user, seat) = (on_turn(&driver), seat_on_turn(driver.game()));
    let hand = *driver.game().hand(seat);
    let titles = [
        Title::Shuffle,
        Title::SeeTheFuture,
        Title::Skip,
        Title::Attack,
    ];
    let title = titles.into_iter().find(|title| hand.count(*title) > 0);
    let play = Play::single(title.expect("a card to play"));
    driver.does(user, Intent::Play(play));
    let in_window = ClickOrigin::Table(driver.stamp());
    assert!(driver.game().phase().window().is_some());
    driver.does_on_panel(ADA, Intent::Join);
    assert_eq!(*driver.game().phase(), Phase::Turn);
    assert_eq!(driver.until_deadline(), options().time_limits().turn);
    let late = driver.click(person(EVE), in_window, Intent::Pass);
    late.assert_refused(Refusal::MovedOn);
}

#[test]
fn whoever_declined_or_was_removed_and_strangers_stay_out() {
    let mut driver = lobby(5);
    driver.does(ADA, Intent::Leave { confirmed: false });
    driver.does(DAN, Intent::Join);
    driver.does(BEN, Intent::Remove(DAN));
    driver.wait(Millis::seconds(75));
    for user in [ADA, DAN, BYSTANDER] {
        assert!(!is_offered_a_seat(&mut driver, user));
        driver.refuses(user, Intent::Join, Refusal::AlreadyStarted);
    }
    assert!(is_offered_a_seat(&mut driver, UserId(5)));
}

#[test]
fn a_full_table_has_no_chair_for_a_latecomer() {
    let mut driver = lobby(3);
    let two = OptionValue::Edition(EditionId::TWO_PLAYER);
    driver.does(BEN, Intent::SetOption(two));
    driver.wait(Millis::seconds(75));
    assert!(!is_offered_a_seat(&mut driver, ADA));
    driver.refuses(ADA, Intent::Join, Refusal::TableFull);
}

#[test]
fn after_two_latecomers_and_a_restart_the_last_deal_keeps_the_commitment_and_is_all_of_the_game() {
    let mut driver = Driver::playing(options(), 4, 5);
    driver.draw_to_the_end();
    let published = commitment(&driver, '🔒');
    driver.does(BEN, Intent::Rematch);
    driver.does(EVE, Intent::Join);
    driver.wait(Millis::seconds(75));
    driver.does_on_panel(DAN, Intent::Join);
    driver.replay();
    assert!(is_offered_a_seat(&mut driver, ADA));
    driver.does_on_panel(ADA, Intent::Join);
    driver.assert_says("**Player 1** sat down", true);
    assert!(driver.table.has_same_state(&driver.replayed()));
    let entry = driver.entries.last().expect("an entry");
    let click = entry.interaction.expect("a click").0;
    driver.draw_to_the_end();
    assert_eq!(commitment(&driver, '🔓'), published);
    let games = PlayedGame::all(&driver.entries).expect("the games");
    assert_eq!(games.len(), 2);
    let file = games[1].to_file().expect("a file");
    let checked = CheckedGame::read(file.as_bytes()).expect("a right game");
    assert_eq!(checked.people, 4);
    assert_eq!(checked.shares.len(), 5);
    assert_eq!(checked.shares[0], click, "Ada sits first");
    assert_eq!(checked.shares[4], click, "and started the game");
    assert!(checked.has_sum(driver.table.game_sum().expect("a sum")));
}

#[test]
fn a_hand_by_direct_message_is_edited_for_the_new_deal() {
    let mut driver = Driver::playing(options(), 3, 5);
    driver.draw_to_the_end();
    let wanted = PersonPreferences {
        direct_hand: true,
        ..PersonPreferences::default()
    };
    driver.preferences.insert(BEN, wanted);
    driver.preferences.insert(ADA, wanted);
    driver.does(BEN, Intent::Rematch);
    driver.does(EVE, Intent::Join);
    driver.wait(Millis::seconds(75));
    let message = DirectMessage {
        channel: ChannelId(102),
        message: 202,
    };
    let hand = HandId { user: BEN, game: 2 };
    driver.handle(Input::HandPosted { hand, message });
    driver.does_on_panel(ADA, Intent::Join);
    let places = driver.effects.iter().filter_map(|effect| match effect {
        Effect::ShowHand { hand, place, .. } => Some((hand.user, *place)),
        _ => None,
    });
    let places: Vec<_> = places.collect();
    assert!(places.contains(&(BEN, HandPlace::Known(message))));
    assert!(places.iter().any(|(user, _)| *user == ADA), "{places:?}");
}
