//! Random but sensible clicks on a hand panel. Enough of them end any game.

use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand::{Rng, RngExt as _};

use crate::virtual_user::component::Component;
use crate::virtual_user::game_move::leads_to_move;
use table::intent::Intent;

/// The minimum probability of drawing if the panel offers it. Without draws, games would hardly ever end.
const DRAW_PROBABILITY: f64 = 0.5;

/// Returns one of the enabled controls of a panel that lead to a move, and the values to choose in it; `None`
/// if there is no such control.
pub fn choose_click(panel: &[Component], rng: &mut impl Rng) -> Option<(Component, Vec<String>)> {
    let leads = |component: &&Component| component.control.as_ref().is_some_and(leads_to_move);
    let enabled = panel.iter().filter(|component| component.enabled);
    let mut offered: Vec<&Component> = enabled.filter(leads).collect();
    offered.shuffle(rng);
    let draw = offered
        .iter()
        .find(|component| component.intent() == Some(Intent::Draw));
    let chosen = match draw {
        Some(draw) if rng.random_bool(DRAW_PROBABILITY) => draw,
        _ => offered.first()?,
    };
    Some(((*chosen).clone(), choose_values(chosen, rng)))
}

/// Returns random values of a select, as few as required but at least one; empty for a button.
pub fn choose_values(component: &Component, rng: &mut impl Rng) -> Vec<String> {
    let Some(choices) = &component.choices else {
        return Vec::new();
    };
    let count = choices.min.max(1);
    choices.values.sample(rng, count).cloned().collect()
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;
    use rand::rngs::SmallRng;

    use super::*;
    use crate::virtual_user::component::Choices;

    fn select(min: usize) -> Component {
        let values = (0..9).map(|value| value.to_string()).collect();
        let choices = Choices {
            values,
            min,
            max: min,
        };
        Component {
            choices: Some(choices),
            ..Component::button("v1:1:1:menu:five")
        }
    }

    #[test]
    fn a_select_gets_as_many_values_as_it_takes() {
        let mut rng = SmallRng::seed_from_u64(1);
        let chosen = choose_click(&[select(5)], &mut rng);
        assert_eq!(chosen.map(|(_, values)| values.len()), Some(5));
    }

    #[test]
    fn nothing_is_chosen_that_is_disabled_or_leads_to_no_move() {
        let mut rng = SmallRng::seed_from_u64(1);
        let disabled = Component {
            enabled: false,
            ..Component::button("v1:1:1:draw")
        };
        let panel = [disabled, Component::button("v1:1:1:rules")];
        assert_eq!(choose_click(&panel, &mut rng), None);
    }
}
