//! Running games, such as games with very large hands, plays that are Noped six times, and random games.

use rules::{
    Action, Direction, EditionId, Editions, Event, Game, Play, Randomness as _, Seat, SeededChance,
    Title, TitleSet, Turn, redact,
};

use super::cards_in_front::visit_cards_in_front;
use super::extremes::{ScreenVisitor, all_present, mostly_computers};
use super::open_hands::visit_open_hands;
use super::sample_game::{ONLY_TURN, SampleGame, full_game};
use crate::intent::{PanelStep, TargetedPlay};
use crate::options::TableOptions;
use crate::pages::daily::{self, Day};
use crate::pages::practice::{self, Advice, PracticeSetup};
use crate::refusal::Refusal;
use crate::screen::{self, PanelPlace, PanelView};
use crate::solo_game::solo_game;
use crate::text::{Language, Locale};

fn panel_steps() -> impl Iterator<Item = PanelStep> {
    let on = Seat::ALL[1];
    let of_title = move |title| {
        [
            PanelStep::Title(title),
            PanelStep::Target(TargetedPlay::Single(title)),
            PanelStep::Target(TargetedPlay::Pair(title, 1)),
            PanelStep::Target(TargetedPlay::Triple(title, 0)),
            PanelStep::Naming { title, wild: 0, on },
        ]
    };
    let places = [0, 25, 50, 111, 255].map(|from| PanelStep::Places { from });
    Title::ALL
        .into_iter()
        .flat_map(of_title)
        .chain([PanelStep::Hand, PanelStep::Five])
        .chain(places)
}

pub(super) fn visit_full_games(language: &Language, visit: &mut ScreenVisitor<'_>) {
    for edition in EditionId::all() {
        let Some(sample) = full_game(edition, ONLY_TURN) else {
            continue;
        };
        sample.visit_screens(language, visit);
        let directions = Direction::ALL.map(|direction| Event::DirectionTurned { direction });
        let turned = SampleGame {
            game: sample.game.clone(),
            players: sample.players.clone(),
            events: directions.to_vec(),
        };
        turned.visit_screens(language, visit);
        visit_open_hands(edition, language, visit);
        visit_cards_in_front(edition, language, visit);
        let paused = sample.paused_watched_view();
        visit("a watched game's table", &screen::table(&paused, language));
        for step in panel_steps() {
            let view = sample.panel_view(Seat::ALL[0], step, Some(Refusal::MovedOn));
            visit("a step of the hand", &screen::panel(&view, language));
            if edition == EditionId::ORIGINAL {
                visit_daily_game(view, &sample, language, visit);
            }
        }
        let on = sample.game.rules().seats().iter().last();
        let combos = on.map(|on| {
            let title = Title::RainbowRalphingCat;
            let triples = (0..=2).map(move |wild| Play::Triple {
                title,
                wild,
                on,
                naming: Title::SeeTheFuture,
            });
            let pairs = (0..=1).map(move |wild| Play::Pair { title, wild, on });
            triples.chain(pairs)
        });
        let titles = TitleSet::UNAIMED.or(TitleSet::AIMED);
        let singles = titles.iter().flat_map(|title| {
            let targets = [None, on];
            targets.map(|on| Play::Single { title, on })
        });
        for play in combos.into_iter().flatten().chain(singles) {
            visit_noped_play(edition, play, language, visit);
            visit_story_of(play, &sample, language, visit);
            visit_play_under_attack(edition, play, language, visit);
        }
    }
}

fn visit_daily_game(
    view: PanelView,
    sample: &SampleGame,
    language: &Language,
    visit: &mut ScreenVisitor<'_>,
) {
    let events: Vec<_> = sample
        .events
        .iter()
        .map(|event| redact(event, None, sample.game.rules()))
        .collect();
    let place = PanelPlace::Solo;
    let view = PanelView { place, ..view };
    let title = daily::title(Day(u32::MAX));
    let screen = solo_game(&view, (&title, None), &events, language);
    visit("a daily game", &screen);
    let setup = PracticeSetup::default();
    let lesson = Advice::ALL.map(|advice| (None, Some(advice)));
    for (setup, advice) in lesson.into_iter().chain([(Some(setup), None)]) {
        let title = practice::game_title(setup);
        let message = advice.map(|advice| advice.message(EditionId::ORIGINAL));
        let screen = solo_game(&view, (&title, message.as_ref()), &events, language);
        visit("a practice", &screen);
    }
}

/// Visits the screens of a game whose only event is this play, so that the feed has room for the play.
fn visit_story_of(
    play: Play,
    sample: &SampleGame,
    language: &Language,
    visit: &mut ScreenVisitor<'_>,
) {
    let seat = Seat::ALL[0];
    let told = SampleGame {
        game: sample.game.clone(),
        players: sample.players.clone(),
        events: vec![Event::Played { seat, play }],
    };
    told.visit_screens(language, visit);
}

/// Visits all screens of a full game while a card is played, Noped six times and resolved.
fn visit_noped_play(
    edition: EditionId,
    play: Play,
    language: &Language,
    visit: &mut ScreenVisitor<'_>,
) {
    let Some(mut sample) = full_game(edition, ONLY_TURN) else {
        return;
    };
    let (seat, chance) = (Seat::ALL[0], &mut SeededChance::new(1));
    let other = |layer: u8| Seat::ALL[usize::from(layer + 1) % 2];
    let nopes = (0..6).map(|layer| Action::Nope {
        seat: other(layer),
        layer,
    });
    let actions = std::iter::once(Action::Play { seat, play }).chain(nopes);
    for action in actions.chain([Action::TimeOut]) {
        if sample.play(action, chance).is_err() {
            return;
        }
        sample.visit_screens(language, visit);
    }
    // Without news, the panel lists the cards of the draw pile that its owner knows.
    let mut view = sample.panel_view(seat, PanelStep::Hand, None);
    view.news.clear();
    visit("the hand", &screen::panel(&view, language));
}

/// Visits all screens of the Nope window after a play by a player who owes more turns.
fn visit_play_under_attack(
    edition: EditionId,
    play: Play,
    language: &Language,
    visit: &mut ScreenVisitor<'_>,
) {
    for owed in [2, 4] {
        let turn = Turn {
            owed,
            attacked: true,
            ..ONLY_TURN
        };
        let Some(mut sample) = full_game(edition, turn) else {
            return;
        };
        let seat = turn.seat;
        let (play, chance) = (Action::Play { seat, play }, &mut SeededChance::new(1));
        if sample.play(play, chance).is_ok() {
            sample.visit_screens(language, visit);
        }
    }
}

/// Visits all screens of a game with random actions, missed deadlines and leavers.
pub(super) fn visit_random_game(
    edition: EditionId,
    seed: u64,
    language: &Language,
    visit: &mut ScreenVisitor<'_>,
) {
    let editions = Editions::built_in();
    let options = TableOptions::of(edition, Locale::fallback());
    let most = options.players(&editions).next_back();
    let Some(rules) = most.and_then(|players| options.ruleset(&editions, players).ok()) else {
        return;
    };
    let chance = &mut SeededChance::new(seed);
    let (game, _) = Game::deal(rules, Seat::ALL[0], chance);
    let seats = rules.seats().len();
    let players = match seed % 2 {
        0 => all_present(seats),
        _ => mostly_computers(seats),
    };
    let mut sample = SampleGame::new(game, players);
    while let Some(action) = random_action(&sample.game, chance) {
        sample.visit_screens(language, visit);
        if sample.play(action, chance).is_err() {
            return;
        }
    }
    sample.visit_screens(language, visit);
}

pub(super) fn random_action(game: &Game, chance: &mut SeededChance) -> Option<Action> {
    let living = game.living();
    if game.winner().is_some() {
        return None;
    }
    match chance.below(24) {
        0 => living.iter().last().map(|seat| Action::Leave { seat }),
        1..=3 => Some(Action::TimeOut),
        _ => {
            let of_seat = |seat| game.legal(seat).actions().collect::<Vec<_>>();
            let legal: Vec<_> = living.iter().flat_map(of_seat).collect();
            let number = u32::try_from(legal.len()).ok()?;
            legal.get(chance.below(number.max(1)) as usize).copied()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The checks silently skip an edition whose full game cannot be built.
    #[test]
    fn every_edition_has_a_full_game() {
        for edition in EditionId::all() {
            assert!(full_game(edition, ONLY_TURN).is_some(), "{edition}");
        }
    }
}
