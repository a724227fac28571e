//! Leaving a game, returning to it and ending it, and the players' private messages.

use crate::prelude::*;

fn ask(driver: &mut Driver, user: UserId, intent: Intent) -> Intent {
    let outcome = driver.command(user, intent);
    assert!(!outcome.changed, "it was done without a question");
    let Answer::Refusal(question) = outcome.answer else {
        panic!("{outcome:?}")
    };
    let offered = usable(&question).into_iter().map(|usable| usable.intent());
    let mut yes = offered.filter(|offered| {
        matches!(
            offered,
            Intent::Leave { confirmed: true } | Intent::End { confirmed: true }
        )
    });
    yes.next().expect("a question can be answered with yes")
}

#[test]
fn leaving_asks_first_and_a_stand_in_plays_until_the_next_click() {
    let mut driver = Driver::playing(options(), 3, 4);
    let leaver = driver.on_turn();
    let yes = ask(&mut driver, leaver, Intent::Leave { confirmed: false });
    driver.does_on_panel(leaver, yes);
    assert!(driver.table.is_playing());
    let wake = driver.until_wake();
    assert!((1000..=2000).contains(&wake.0), "{wake:?}");
    // Opening the rules does not return the seat to its owner; opening the hand does.
    driver.click_message(leaver, Intent::Rules(None));
    assert!(driver.until_wake() <= Millis(2000));
    driver.does(leaver, Intent::OpenHand);
    assert!(driver.until_wake() > Millis(2000));
}

#[test]
fn without_stand_ins_a_leaver_is_out_of_the_game_for_good() {
    let mut driver = Driver::playing(without_stand_ins(), 3, 4);
    let leaver = driver.on_turn();
    let yes = ask(&mut driver, leaver, Intent::Leave { confirmed: false });
    driver.does_on_panel(leaver, yes);
    assert_eq!(driver.game().living().len(), 2);
    assert_ne!(driver.on_turn(), leaver);
    driver.refuses(leaver, Intent::Draw, Refusal::LeftForGood);
    driver.refuses_command(leaver, Intent::Join, Refusal::LeftForGood);
    let next = driver.on_turn();
    let yes = ask(&mut driver, next, Intent::Leave { confirmed: false });
    driver.does_on_panel(next, yes);
    assert!(driver.game().winner().is_some());
    assert!(!driver.table.is_playing());
}

#[test]
fn no_hand_is_left_when_a_game_ends() {
    let mut driver = Driver::playing(without_stand_ins(), 2, 4);
    let winner = driver.on_turn();
    let leaver = UserId(3 - winner.0);
    driver.click_message(winner, Intent::OpenHand);
    driver.click_panel(leaver, Intent::OpenHand);
    let outcome = driver.click_panel(leaver, Intent::Leave { confirmed: true });
    assert!(!driver.panels.contains_key(&winner));
    assert!(usable(&outcome.panel()).is_empty(), "no hand");
}

#[test]
fn no_hand_is_left_when_the_host_ends_the_table() {
    let mut driver = Driver::playing(options(), 3, 4);
    driver.click_message(UserId(2), Intent::OpenHand);
    driver.command(UserId(1), Intent::End { confirmed: true });
    assert!(driver.panels.is_empty(), "{:?}", driver.panels);
}

/// Asserts that a person who leaves gets a question containing `asked` and then a farewell containing `told`.
#[track_caller]
fn leaves(driver: &mut Driver, user: UserId, [asked, told]: [&str; 2]) {
    let asking = driver.command(user, Intent::Leave { confirmed: false });
    let leaving = driver.click_panel(user, Intent::Leave { confirmed: true });
    let (Answer::Refusal(question), Answer::Panel(farewell)) = (&asking.answer, &leaving.answer)
    else {
        panic!("{asking:?} {leaving:?}")
    };
    for (screen, words) in [(question, asked), (farewell, told)] {
        let said = texts(screen).join("\n");
        assert!(said.contains(words), "{words:?} in {said}");
    }
}

#[test]
fn a_leaver_is_told_what_becomes_of_their_cards_and_of_the_game() {
    for options in [options(), without_stand_ins()] {
        let mut driver = Driver::playing(options, 4, 4);
        let dead = driver.draw_to_first_death();
        leaves(&mut driver, dead, ["You are out already", "for a rematch"]);
    }
    let mut driver = Driver::playing(options(), 2, 4);
    leaves(
        &mut driver,
        UserId(2),
        ["A stand-in plays", "A stand-in has"],
    );
    let last = ["Only computers", "the table is closed"];
    leaves(&mut driver, UserId(1), last);
    assert!(driver.closed);
    driver.assert_says("Everybody has left", true);
}

#[test]
fn a_player_who_leaves_while_all_others_are_away_is_told_that_the_game_sleeps() {
    let mut driver = Driver::playing(options(), 2, 4);
    let missed = |record: &Record| matches!(record, Record::TurnMissed { .. });
    let count = |driver: &Driver| driver.records().filter(|record| missed(record)).count();
    while count(&driver) < 2 {
        if driver.on_turn() == UserId(2) {
            driver.wake();
        } else {
            driver.draw_or_wake();
        }
    }
    let asleep = ["Everybody else is away", "the game sleeps"];
    leaves(&mut driver, UserId(1), asleep);
    driver.assert_says("Everybody is away", true);
}

#[test]
fn people_who_left_are_not_in_the_rematch() {
    let mut driver = Driver::playing(options(), 4, 4);
    driver.does_on_panel(UserId(2), Intent::Leave { confirmed: true });
    driver.draw_without(UserId(2));
    driver.refuses(UserId(8), Intent::Rematch, Refusal::NotSeated);
    driver.play_again(&[3, 1, 4]);
    assert_eq!(driver.game().living().len(), 3);
    driver.refuses(UserId(2), Intent::Draw, Refusal::NotSeated);
}

#[test]
fn ending_a_running_game_asks_first_and_only_the_host_or_a_moderator_may() {
    let mut driver = Driver::playing(options(), 3, 4);
    driver.refuses_command(
        UserId(2),
        Intent::End { confirmed: true },
        Refusal::HostOrModeratorOnly,
    );
    let yes = ask(&mut driver, UserId(1), Intent::End { confirmed: false });
    let moderator = moderator(UserId(50));
    let end = Intent::End { confirmed: false };
    let asked = driver.click(moderator.clone(), ClickOrigin::Command, end);
    assert!(!asked.changed);
    let panel = ClickOrigin::Panel(driver.stamp());
    assert!(driver.click(moderator, panel, yes).changed);
    assert!(driver.closed);
}

#[test]
fn a_draw_on_the_public_message_is_answered_with_the_drawn_card() {
    let mut driver = Driver::dealt(options(), 3, |game| {
        game.draw_pile().top() == Some(Title::Favor.into())
    });
    let user = driver.on_turn();
    let panel = driver.click_message(user, Intent::Draw).panel();
    assert!(texts(&panel).join("\n").contains("Favor"), "{panel}");
}

#[test]
fn private_news_stays_until_the_person_has_seen_it_and_then_acted() {
    let mut driver = Driver::dealt(options(), 2, |game| {
        let seat = seat_on_turn(game);
        game.hand(seat).has(Title::SeeTheFuture)
            && game.draw_pile().top() == Some(Title::Cattermelon.into())
    });
    let user = driver.on_turn();
    let other = UserId(3 - user.0);
    driver.does(user, Intent::Play(Play::single(Title::SeeTheFuture)));
    driver.does(other, Intent::Pass);
    // The second time, the hand has been shown before, but the person has not acted since.
    for _ in 0..2 {
        driver.click_message(user, Intent::OpenHand);
        let hand = texts(&driver.panels[&user]).join("\n");
        assert!(hand.contains("Cattermelon"), "{hand}");
    }
    driver.assert_says("Cattermelon", false);
}

#[test]
fn every_panel_step_offers_a_way_back() {
    let options = options_of(EditionId::CLASSIC);
    let mut driver = Driver::dealt(options, 4, |game| {
        let held = game.hand(seat_on_turn(game));
        !held.holding(3).is_empty()
    });
    let user = driver.on_turn();
    driver.click_panel(user, Intent::OpenHand);
    let hand = driver.panels[&user].clone();
    let mut steps = vec![hand.clone()];
    let mut seen = 0;
    while let Some(screen) = steps.pop() {
        for offered in usable(&screen) {
            let Intent::Show(step) = offered.intent() else {
                continue;
            };
            let outcome = driver.use_panel(user, &offered);
            assert!(!outcome.changed);
            let panel = driver.panels[&user].clone();
            if step == PanelStep::Hand {
                assert_eq!(panel, hand);
                continue;
            }
            seen += 1;
            let back = usable(&panel)
                .into_iter()
                .find(|usable| matches!(usable.intent(), Intent::Show(to) if to != step));
            assert!(back.is_some(), "no way back from {step:?}");
            if seen < 60 {
                steps.push(panel);
            }
        }
    }
    assert!(seen > 3, "only {seen} steps");
}

#[test]
fn a_hand_follows_the_draw_pile_that_its_owner_has_seen_when_others_draw() {
    let mut driver = Driver::dealt(options(), 3, |game| {
        let seat = seat_on_turn(game);
        let is_safe = |card: &rules::PileCard| card.title().hazard().is_none();
        let top = game.draw_pile().cards().iter().rev().take(3);
        game.hand(seat).has(Title::SeeTheFuture) && top.filter(|card| is_safe(card)).count() == 3
    });
    let user = driver.on_turn();
    driver.click_message(user, Intent::OpenHand);
    driver.does_on_panel(user, Intent::Play(Play::single(Title::SeeTheFuture)));
    driver.close_window();
    driver.does_on_panel(user, Intent::Draw);
    let known = |driver: &Driver| {
        let hand = texts(&driver.panels[&user]).join("\n");
        let known = hand.lines().find(|line| line.starts_with("What you know"));
        known.map(|line| (line.contains("1. "), line.contains("2. ")))
    };
    for expected in [Some((true, true)), Some((true, false)), None] {
        assert_eq!(known(&driver), expected);
        let next = driver.on_turn();
        driver.does(next, Intent::Draw);
    }
}

#[test]
fn a_hand_is_folded_to_a_button_that_opens_it_before_it_can_no_longer_be_changed() {
    let mut driver = Driver::playing(options_at(Pace::Slow), 2, 4);
    let user = driver.on_turn();
    let other = UserId(3 - user.0);
    driver.click_message(other, Intent::OpenHand);
    assert_eq!(driver.until_wake(), Millis(13 * 60_000 + 30_000));
    assert!(driver.wake().entry.is_none());
    let folded = &driver.panels[&other];
    let controls: Vec<Intent> = usable(folded).iter().map(|one| one.intent()).collect();
    assert_eq!(controls, [Intent::OpenHand]);
    driver.does(user, Intent::Draw);
    assert_eq!(
        driver.refreshed.get(&other),
        Some(&1),
        "a folded hand stays"
    );
    driver.click_panel(other, Intent::OpenHand);
    assert!(usable(&driver.panels[&other]).len() > 1);
}

#[test]
fn the_options_that_become_a_hand_at_the_deal_keep_the_table_in_memory_and_fold_as_any_hand() {
    let mut driver = Driver::open(options_at(Pace::Slow), 4);
    let host = UserId(1);
    driver.does(UserId(2), Intent::Join);
    driver.click_message(host, Intent::OpenOptions(OptionPage::Game));
    driver.does(host, Intent::Start);
    assert!(usable(&driver.panels[&host]).len() > 1);
    assert!(!driver.table.is_replayable());
    driver.wait(Millis(14 * 60_000));
    let folded = usable(&driver.panels[&host]);
    let controls: Vec<Intent> = folded.iter().map(Usable::intent).collect();
    assert_eq!(controls, [Intent::OpenHand]);
}

#[test]
fn a_hand_comes_below_the_table_when_its_owner_is_asked_or_has_drawn() {
    let mut driver = Driver::playing(options(), 3, 4);
    let user = driver.on_turn();
    assert!(driver.click_message(user, Intent::OpenHand).is_below);
    let next = UserId(user.0 % 3 + 1);
    let third = UserId(next.0 % 3 + 1);
    for other in [next, third] {
        assert!(!driver.click_message(other, Intent::OpenHand).is_below);
    }
    assert!(driver.click_panel(user, Intent::Draw).is_below);
    let below = |user| {
        let mut effects = driver.effects.iter();
        effects.find_map(|effect| match effect {
            Effect::RefreshPanel {
                user: of, below, ..
            } if *of == user => Some(*below),
            _ => None,
        })
    };
    assert_eq!([below(next), below(third)], [Some(true), None]);
    let update = driver.effects.iter().position(
        |effect| matches!(effect, Effect::UpdateMessage { update, .. } if update.is_post()),
    );
    assert_eq!(update, Some(0), "the table is posted first");
}

#[test]
fn a_leaver_who_asks_for_the_rematch_is_in_it() {
    let mut driver = Driver::playing(without_stand_ins(), 2, 4);
    driver.does_on_panel(UserId(2), Intent::Leave { confirmed: true });
    assert!(!driver.table.is_playing());
    driver.play_again(&[2, 1]);
    assert_eq!(driver.game().living().len(), 2);
}

#[test]
fn returning_on_ones_own_turn_pings_nobody_and_the_next_turn_does() {
    let mut driver = Driver::playing(options(), 3, 4);
    let user = driver.on_turn();
    driver.does_on_panel(user, Intent::Leave { confirmed: true });
    let posts = driver.posts;
    driver.does(user, Intent::OpenHand);
    assert_eq!(driver.posts, posts);
    driver.does(user, Intent::Draw);
    assert_eq!(driver.pinged, UserSet::only(driver.on_turn()));
}

#[test]
fn givers_of_a_favor_do_not_hinder_each_other_and_share_one_deadline() {
    let classic = options_of(EditionId::CLASSIC);
    let mut driver = Driver::holding(classic, 4, Title::Favor);
    let taker = driver.on_turn();
    driver.does_on_panel(taker, Intent::Play(Play::single(Title::Favor)));
    let givers = driver.others();
    for &giver in &givers {
        driver.does(giver, Intent::Pass);
    }
    assert_eq!(driver.pinged, givers.iter().copied().collect());
    let text = texts(&driver.message).join("\n");
    let called = givers
        .iter()
        .filter(|giver| text.contains(&format!("<@{giver}>")));
    assert_eq!(called.count(), 3, "{text}");
    let deadline = driver.table.next_wake();
    let shown = ClickOrigin::Panel(driver.stamp());
    for (given, &giver) in givers.iter().enumerate() {
        assert_eq!(driver.table.next_wake(), deadline);
        driver.now = driver.now.after(Millis::seconds(1));
        let hand = driver.game().hand(driver.table_seat(giver));
        let title = hand.titles().next().unwrap();
        let give = Intent::Answer(rules::ChoiceAnswer::Give(title));
        // Every giver clicks a control from the revision in which the Favor took effect.
        assert!(driver.click(person(giver), shown, give).changed);
        let again = driver.click(person(giver), shown, give);
        assert!(!again.changed, "after {given} gifts");
    }
    assert_eq!(*driver.game().phase(), Phase::Turn);
    assert_eq!(driver.on_turn(), taker);
}

#[test]
fn a_defuse_comes_last_in_the_picker_of_a_favor_and_asks_once_more() {
    let mut driver = Driver::holding(options(), 3, Title::Favor);
    let giver = driver.others()[0];
    let on = driver.table_seat(giver);
    let taker = driver.on_turn();
    driver.does_on_panel(taker, Intent::Play(Play::aimed(Title::Favor, on)));
    for other in driver.others() {
        driver.does(other, Intent::Pass);
    }
    assert_eq!(driver.pinged, UserSet::only(giver));
    let picker = driver.click_message(giver, Intent::OpenHand).panel();
    let ask = Intent::Show(PanelStep::Giving(Title::Defuse));
    let offered: Vec<_> = usable(&picker).iter().map(Usable::intent).collect();
    assert_eq!(offered.last(), Some(&ask), "{offered:?}");
    let give = Intent::Answer(rules::ChoiceAnswer::Give(Title::Defuse));
    assert!(!offered.contains(&give));
    assert!(!driver.click_panel(giver, ask).changed);
    driver.does_on_panel(giver, give);
}
