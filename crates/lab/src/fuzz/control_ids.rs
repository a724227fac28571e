//! Control ids, and other texts in their place.

use rules::{Randomness as _, SeededChance};

use super::mutation::{mutate_text, noise, number, pick};

/// An action of each form; the letters and numbers in them are changed.
const ACTIONS: &str = "join leave leave-yes computer:cat computer:tiger computer-off start options set:edition:classic \
    set:pace:fast set:self-nope:on set:decks:one set:first:random set:first:123456789 set:language:de \
    set:combos:book hand post rules read:classic:guide read:travel:cards read:original:card:c \
    read:two-player:house draw nope:0 nope:1 pass at:0 at:17 anywhere give:a give:m take:b stop vote:0 \
    vote:8 end end-yes rematch new step title:c target:card:e target:pair:i:0 target:triple:j:1 naming:i:0:2 \
    fives places:0 places:24 play:c play-on:e:3 pair:i:0:1 triple:i:2:1:b five:abcde menu:option:pace \
    menu:target:card:e menu:target:pair:i:1 menu:naming:i:0:1 menu:five menu:place menu:give";
/// Discord's limit on the length of an id.
const MAX_LENGTH: usize = 100;

/// Returns an id: one that the bot could write, a changed one, or noise.
pub(super) fn make(chance: &mut SeededChance) -> String {
    let actions: Vec<_> = ACTIONS.split(' ').collect();
    let action = pick(&actions, chance);
    let valid = format!("v1:{}:{}:{action}", number(chance), number(chance));
    let id = match chance.below(8) {
        0 => valid,
        1 => noise(20, chance),
        _ => mutate_text(&valid, chance),
    };
    id.chars().take(MAX_LENGTH).collect()
}
