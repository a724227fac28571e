//! The lobby: permissions, options, and starting the game.

use table::options::FirstPlayer;

use crate::prelude::*;

fn lobby(edition: EditionId) -> Driver {
    Driver::open(options_of(edition), 1)
}

fn can_start(driver: &Driver) -> bool {
    let intents = usable(&driver.message).into_iter();
    intents
        .filter(|usable| matches!(usable.control.action, ControlAction::Button(_)))
        .any(|usable| usable.intent() == Intent::Start)
}

#[test]
fn start_is_disabled_until_the_options_allow_the_number_of_players() {
    for edition in EditionId::all() {
        let mut driver = lobby(edition);
        let (options, editions) = (options_of(edition), Editions::built_in());
        let allowed: Vec<usize> = options.players(&editions).collect();
        for players in 1..=*allowed.last().unwrap() {
            let expected = allowed.contains(&players);
            assert_eq!(can_start(&driver), expected, "{edition} {players}");
            driver.click_message(UserId(players as u64 + 1), Intent::Join);
        }
    }
}

#[test]
fn too_few_cannot_start_and_too_many_cannot_sit_down() {
    let mut driver = lobby(EditionId::TWO_PLAYER);
    driver.refuses(UserId(1), Intent::Start, Refusal::TooFewPlayers);
    driver.does(UserId(2), Intent::Join);
    driver.refuses(UserId(2), Intent::Join, Refusal::SeatedInLobby);
    driver.refuses(UserId(3), Intent::Join, Refusal::TableFull);
}

#[test]
fn only_the_host_sets_options_and_starts_the_game() {
    let mut driver = lobby(EditionId::ORIGINAL);
    driver.does(UserId(2), Intent::Join);
    for intent in [
        Intent::Start,
        Intent::OpenOptions(OptionPage::Game),
        Intent::SetOption(OptionValue::Pace(Pace::Fast)),
    ] {
        driver.refuses(UserId(2), intent, Refusal::HostOnly);
        driver.refuses(UserId(7), intent, Refusal::HostOnly);
    }
    let end = Intent::End { confirmed: true };
    driver.refuses(UserId(2), end, Refusal::HostOrModeratorOnly);
}

#[test]
fn the_next_person_becomes_host_when_the_host_leaves_and_the_last_one_closes_the_lobby() {
    let mut driver = lobby(EditionId::ORIGINAL);
    driver.does(UserId(2), Intent::Join);
    driver.does(UserId(1), Intent::Leave { confirmed: false });
    driver.refuses(
        UserId(1),
        Intent::OpenOptions(OptionPage::Game),
        Refusal::HostOnly,
    );
    let outcome = driver.click_message(UserId(2), Intent::OpenOptions(OptionPage::Game));
    assert!(matches!(outcome.answer, Answer::Panel(_)), "{outcome:?}");
    let outcome = driver.click_message(UserId(2), Intent::Leave { confirmed: false });
    assert!(matches!(outcome.answer, Answer::Table(_)));
    assert!(driver.closed);
}

#[test]
fn every_offered_option_can_be_set_and_the_game_uses_it() {
    for edition in EditionId::all() {
        let mut driver = lobby(edition);
        driver.does(UserId(2), Intent::Join);
        let open = |page| {
            let answer = driver.click_message(UserId(1), Intent::OpenOptions(page));
            assert!(matches!(answer.answer, Answer::Panel(_)), "{answer:?}");
            usable(&driver.panels[&UserId(1)].clone())
        };
        let pages = OptionPage::ALL.map(open);
        for offered in pages.into_iter().flatten() {
            let Intent::SetOption(value) = offered.intent() else {
                continue;
            };
            let outcome = driver.use_panel(UserId(1), &offered);
            assert!(
                matches!(outcome.answer, Answer::Panel(_)),
                "{value:?}: {outcome:?}"
            );
            let last = driver.records().rev().find_map(|record| match record {
                Record::OptionsChanged { options } => Some(*options),
                _ => None,
            });
            if let (true, Some(options)) = (outcome.changed, last) {
                assert_eq!(options.with(value), options, "{value:?}");
            }
        }
    }
}

#[test]
fn the_options_lead_back_to_the_lobby_and_into_the_game() {
    let mut driver = lobby(EditionId::ORIGINAL);
    driver.does(UserId(2), Intent::Join);
    driver.click_message(UserId(1), Intent::OpenOptions(OptionPage::Game));
    let back = driver.click_panel(UserId(1), Intent::CloseOptions);
    let folded = back.panel();
    assert!(folded.to_string().contains("The table is here"), "{folded}");
    driver.click_message(UserId(1), Intent::OpenOptions(OptionPage::Look));
    driver.does_on_panel(UserId(1), Intent::Start);
    assert!(driver.table.is_playing());
}

#[test]
fn an_option_that_does_not_allow_the_seated_players_is_refused() {
    let mut driver = lobby(EditionId::ORIGINAL);
    for user in 2..=4 {
        driver.does(UserId(user), Intent::Join);
    }
    let set = |driver: &mut Driver, value| driver.click_panel(UserId(1), Intent::SetOption(value));
    set(&mut driver, OptionValue::Edition(EditionId::TWO_PLAYER))
        .assert_refused(Refusal::MorePeopleThanThat);
    set(&mut driver, OptionValue::Decks(Decks::Two)).assert_refused(Refusal::OptionsDoNotFit);
    let absent = OptionValue::First(FirstPlayer::Person(UserId(9)));
    set(&mut driver, absent).assert_refused(Refusal::NotAtTheTable);
}

#[test]
fn the_chosen_first_player_begins_unless_they_leave_the_lobby() {
    let mut driver = lobby(EditionId::ORIGINAL);
    for user in 2..=3 {
        driver.does(UserId(user), Intent::Join);
    }
    let named = OptionValue::First(FirstPlayer::Person(UserId(3)));
    driver.does_on_panel(UserId(1), Intent::SetOption(named));
    let mut without = driver.clone();
    without.does(UserId(3), Intent::Leave { confirmed: false });
    driver.does(UserId(1), Intent::Start);
    assert_eq!(driver.on_turn(), UserId(3));
    assert_eq!(driver.pinged, UserSet::only(UserId(3)));
    without.does(UserId(1), Intent::Start);
    assert!(without.on_turn().0 <= 2);
}

#[test]
fn the_answer_to_a_join_already_shows_the_new_player() {
    let mut driver = lobby(EditionId::ORIGINAL);
    let outcome = driver.click_message(UserId(2), Intent::Join);
    let Answer::Table(screen) = outcome.answer else {
        panic!("{outcome:?}")
    };
    assert!(texts(&screen).join("\n").contains("Player 2"));
    let outcome = driver.command(UserId(3), Intent::Join);
    assert!(matches!(outcome.answer, Answer::Note(_)), "{outcome:?}");
    driver.assert_says("Player 3", true);
}
