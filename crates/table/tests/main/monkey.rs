//! Random inputs, mostly clicks. Anyone may click any control of the public message, their own panel or another's.

use crate::prelude::*;
use crate::whole_games::tables;

/// Returns a table whose game has begun; the seed determines its edition and number of people.
pub(crate) fn table(seed: u64) -> Driver {
    let tables = tables();
    let (options, players) = tables[seed as usize % tables.len()];
    Driver::playing(options, players, seed)
}

fn pick<'t, T>(chance: &mut SeededChance, from: &'t [T]) -> &'t T {
    &from[chance.below(from.len() as u32) as usize]
}

pub(crate) fn random_input(driver: &mut Driver, chance: &mut SeededChance) {
    match chance.below(40) {
        0..=3 => drop(driver.handle(Input::MessagePosted { at: driver.now })),
        4 => drop(driver.handle(Input::DeliveryFailed(DeliveryFailure::MessageLost))),
        5 => drop(
            driver.handle(Input::DeliveryFailed(DeliveryFailure::ChannelUnwritable(
                WriteRefusal::NoAccess,
            ))),
        ),
        6..=8 => drop(driver.wake()),
        9..=12 => drop(driver.wait(Millis(u64::from(chance.below(5000))))),
        _ => click(driver, chance),
    }
}

fn click(driver: &mut Driver, chance: &mut SeededChance) {
    let players = 10;
    let user = UserId(u64::from(chance.below(players)) + 1);
    let private = chance.below(2) == 0;
    let screens: Vec<_> = driver.panels.values().collect();
    let screen = match (private, screens.as_slice()) {
        (true, [_, ..]) => {
            // Usually the person's own panel, but sometimes any panel, even if they cannot have seen it.
            let own = driver.panels.get(&user).filter(|_| chance.below(8) > 0);
            own.unwrap_or_else(|| *pick(chance, &screens))
        }
        _ => &driver.message,
    };
    let offered = shown(screen);
    if offered.is_empty() {
        driver.click_message(user, Intent::OpenHand);
        return;
    }
    let chosen = pick(chance, &offered).clone();
    let (stamp, intent) = mangle(&chosen, chance);
    let rare = matches!(intent, Intent::End { .. } | Intent::Leave { .. });
    if rare && chance.below(20) > 0 {
        return;
    }
    let origin = match chance.below(3) {
        0 => ClickOrigin::Table(stamp),
        1 => ClickOrigin::Panel(stamp),
        _ if private => ClickOrigin::Panel(stamp),
        _ => ClickOrigin::Table(stamp),
    };
    driver.click(person(user), origin, intent);
}

/// Returns the stamp and intent of a control. Sometimes changes the stamp to the previous or the next revision.
fn mangle(usable: &Usable, chance: &mut SeededChance) -> (Stamp, Intent) {
    let mut stamp = usable.control.stamp;
    match chance.below(20) {
        0 => stamp.revision = Revision(stamp.revision.0.saturating_sub(1)),
        1 => stamp.revision = Revision(stamp.revision.0 + 1),
        _ => {}
    }
    (stamp, usable.intent())
}

#[test]
fn random_clicks_never_break_a_table_of_any_edition() {
    let mut games = 0;
    for seed in 0..tables().len() as u64 * 3 {
        let mut driver = table(seed);
        let mut chance = SeededChance::new(!seed);
        for _ in 0..1500 {
            let playing = driver.table.is_playing();
            random_input(&mut driver, &mut chance);
            games += u32::from(playing && !driver.table.is_playing());
            if driver.closed {
                break;
            }
        }
    }
    assert!(games > 20, "only {games} games ended");
}
