//! The end of a game: who hid the deadly kitten, the score of the rematches, and ending a table from another channel.

use rules::ChoiceAnswer;

use crate::prelude::*;

#[test]
fn the_end_tells_who_hid_the_kitten_that_killed_and_nothing_before_does() {
    let mut driver = Driver::dealt(options(), 2, |game| {
        let seat = seat_on_turn(game);
        let is_on_top = game.draw_pile().top() == Some(Title::ExplodingKitten.into());
        is_on_top && game.hand(seat).count(Title::Defuse) == 1
    });
    let first = driver.on_turn();
    let hider = UserId(3 - first.0);
    let back = Intent::Answer(ChoiceAnswer::Place(0));
    for user in [first, hider] {
        driver.does(user, Intent::Draw);
        driver.does_on_panel(user, back);
        driver.assert_says("hid that kitten", false);
    }
    driver.does(first, Intent::Draw);
    driver.read_last_death();
    driver.assert_says(&format!("**Player {hider}** hid that kitten"), true);
    driver.assert_says("at 100% risk", false);
}

#[test]
fn the_rematches_of_a_table_have_a_score_until_a_new_lobby() {
    let mut driver = Driver::playing(options(), 2, 5);
    let series = "The series so far";
    driver.draw_to_the_end();
    driver.assert_says(series, false);
    driver.play_again(&[1, 2]);
    driver.draw_to_the_end();
    driver.assert_says(series, true);
    assert!(driver.table.has_same_state(&driver.replayed()));
    driver.play_anew();
    driver.draw_to_the_end();
    driver.assert_says(series, false);
}

#[test]
fn ending_a_table_from_another_channel_asks_first_and_names_its_channel_and_players() {
    let mut driver = Driver::playing(options(), 2, 1);
    let origin = ClickOrigin::Panel(driver.stamp());
    let mut end = |confirmed, may_manage| {
        let channel = driver.table.channel();
        let mut moderator = person(UserId(9));
        moderator.may_manage = may_manage;
        driver.click(moderator, origin, Intent::EndIn { channel, confirmed })
    };
    let asked = end(false, true);
    let Answer::Refusal(question) = asked.answer else {
        panic!("no question: {asked:?}");
    };
    for named in ["<#6>", "Player 1", "Player 2", "<t:1800000000:R>"] {
        assert!(texts(&question).join("\n").contains(named), "{question}");
    }
    assert!(!asked.changed);
    end(true, false).assert_refused(Refusal::HostOrModeratorOnly);
    assert!(end(true, true).changed);
    assert!(driver.closed);
}
