//! Runs a scenario file: parses it completely, then executes it once per seed.

use crate::{
    edition::Editions,
    event::Event,
    game::Game,
    redact::{SeenEvent, redact},
    scenario::{
        condition::{CheckResult, check_that},
        expectation::{Expectation, Likeness},
        line::{Line, ScenarioError, lines},
        player_names::PlayerNames,
        rules_section::RulesSection,
        scripted_chance::ScriptedChance,
        setup::{SetupSection, Start},
        statement::{Row, Statement, Step},
    },
    seat::Seat,
    seeded_chance::SeededChance,
    view::PlayerView,
};

/// Runs the text of a scenario file once for each of its seeds.
///
/// # Errors
/// Returns the first error found in parsing the file, or else in a step, an expectation or a `chance` line.
pub fn run(text: &str, editions: &Editions) -> Result<(), ScenarioError> {
    let mut setup = SetupSection::default();
    let mut body = Vec::new();
    let mut first = None;
    for line in lines(text) {
        first.get_or_insert_with(|| line.clone());
        if body.is_empty() && SetupSection::is_part(&line) {
            setup.add(line)?
        } else {
            body.push(line)
        }
    }
    let first = first.ok_or_else(|| ScenarioError {
        line: 1,
        expected: "`edition ID`".to_owned(),
        got: "an empty file".to_owned(),
    })?;
    let rules_section = setup.rules_section(editions, &first)?;
    if setup.is_rules_only()
        && let [line] = &body[..]
        && let ["refuse", "deal", players] = line.words[..]
    {
        return refuse_deal(&rules_section, line, players);
    }
    let (names, start) = setup.start(&rules_section, &first)?;
    let scenario = Scenario::read(names, start, &body)?;
    scenario.run()
}

fn refuse_deal(
    rules_section: &RulesSection,
    line: &Line,
    players: &str,
) -> Result<(), ScenarioError> {
    let players = line.number(players)?;
    match rules_section.ruleset(players) {
        Err(_) => Ok(()),
        Ok(_) => Err(line.error("that number of players to be refused", "a deal")),
    }
}

struct Scenario {
    names: PlayerNames,
    start: Start,
    rows: Vec<Row>,
}

/// A game of the file: one of two in files with `or`, otherwise the only one.
struct World {
    game: Game,
    chance: ScriptedChance,
    log: Vec<Event>,
}

struct ScenarioRun<'s> {
    names: &'s PlayerNames,
    first: World,
    /// The second world, in files with `or`.
    second: Option<World>,
    /// The results, for this seed, of the `expect some seed` lines, in order.
    some_seed_results: Vec<Result<(), ScenarioError>>,
}

impl Scenario {
    fn read(names: PlayerNames, start: Start, body: &[Line]) -> Result<Scenario, ScenarioError> {
        Ok(Scenario {
            rows: Row::read_all(body, &names)?,
            names,
            start,
        })
    }

    fn run(&self) -> Result<(), ScenarioError> {
        let mut merged: Option<Vec<Result<(), ScenarioError>>> = None;
        for seed in self.start.seeds() {
            let found = self
                .run_once(seed)
                .map_err(|error| self.with_seed(error, seed))?;
            merged = Some(match merged {
                None => found,
                Some(before) => {
                    let both = before.into_iter().zip(found);
                    both.map(|(one, other)| one.or(other)).collect()
                }
            });
        }
        merged.unwrap_or_default().into_iter().collect()
    }

    fn with_seed(&self, error: ScenarioError, seed: u64) -> ScenarioError {
        match self.start {
            Start::ByHand(..) => error,
            Start::Deal(..) => ScenarioError {
                got: format!("{} (seed {seed})", error.got),
                ..error
            },
        }
    }

    fn run_once(&self, seed: u64) -> Result<Vec<Result<(), ScenarioError>>, ScenarioError> {
        let mut chance = SeededChance::new(seed);
        let game = self.start.game(&mut chance);
        let mut run = ScenarioRun {
            names: &self.names,
            second: self.second_world(&game, &chance),
            first: World::new(game, chance),
            some_seed_results: Vec::new(),
        };
        for row in &self.rows {
            run.execute(row)?;
        }
        let unused = run.worlds().find_map(|world| world.chance.unused_pick());
        match unused {
            Some(error) => Err(error),
            None => Ok(run.some_seed_results),
        }
    }

    /// Returns the second world, which by default starts like the first; `None` if the file has no `or`.
    fn second_world(&self, first: &Game, chance: &SeededChance) -> Option<World> {
        let has_other_step = self.rows.iter().any(|row| row.other.is_some());
        let other = self.start.other_game();
        let game = other.or_else(|| has_other_step.then(|| first.clone()))?;
        Some(World::new(game, chance.clone()))
    }
}

impl ScenarioRun<'_> {
    fn worlds(&mut self) -> impl Iterator<Item = &mut World> {
        [&mut self.first].into_iter().chain(&mut self.second)
    }

    fn execute(&mut self, row: &Row) -> Result<(), ScenarioError> {
        let error = |(expected, got)| ScenarioError {
            line: row.line,
            expected,
            got,
        };
        match &row.statement {
            Statement::Step(_) | Statement::Chance(_) => self.go_on(row).map_err(error)?,
            Statement::Refuse(step) => self.first.refuse(step).map_err(error)?,
            Statement::Expect(claim) => self.check(claim).map_err(error)?,
            Statement::ExpectSome(claim) => {
                let found = self.check(claim).map_err(error);
                self.some_seed_results.push(found);
            }
        }
        let mut worlds = self.worlds();
        let impossible = worlds.find_map(|world| world.chance.take_impossible_pick());
        impossible.map_or(Ok(()), Err)
    }

    /// Executes a step, or fixes a random outcome, in both worlds.
    fn go_on(&mut self, row: &Row) -> CheckResult {
        self.first.go_on(&row.statement)?;
        match &mut self.second {
            Some(second) => second.go_on(row.other.as_ref().unwrap_or(&row.statement)),
            None => Ok(()),
        }
    }

    fn check(&self, claim: &Expectation) -> CheckResult {
        if let Expectation::View(viewer, wanted) = *claim {
            return self.check_views(viewer, wanted);
        }
        claim.check(&self.first.game, self.names)
    }

    /// Checks that the two worlds look the same to a player, or that they differ.
    fn check_views(&self, viewer: Seat, wanted: Likeness) -> CheckResult {
        let Some(second) = &self.second else {
            let wanted = "a file with a second world".to_owned();
            return Err((wanted, "no `or` line".to_owned()));
        };
        let found = if self.first.seen_by(viewer) == second.seen_by(viewer) {
            Likeness::Same
        } else {
            Likeness::Differs
        };
        check_that(found == wanted, format!("{wanted:?}"), format!("{found:?}"))
    }
}

impl World {
    fn new(game: Game, chance: SeededChance) -> World {
        World {
            game,
            chance: ScriptedChance::new(chance),
            log: Vec::new(),
        }
    }

    fn go_on(&mut self, statement: &Statement) -> CheckResult {
        match statement {
            Statement::Step(step) => self.step(step),
            Statement::Chance(fixed) => {
                self.chance.queue(fixed.clone());
                Ok(())
            }
            Statement::Refuse(_) | Statement::Expect(_) | Statement::ExpectSome(_) => Ok(()),
        }
    }

    /// Returns the player's view of this world's game, and the log of events as the player saw them.
    fn seen_by(&self, viewer: Seat) -> (PlayerView, Vec<SeenEvent>) {
        let rules = self.game.rules();
        let log = self
            .log
            .iter()
            .map(|event| redact(event, Some(viewer), rules))
            .collect();
        (self.game.view(Some(viewer)), log)
    }

    fn step(&mut self, step: &Step) -> CheckResult {
        let accepted = || "the step to be accepted".to_owned();
        let action = step
            .action(&self.game)
            .map_err(|reason| (accepted(), reason))?;
        let events = self
            .game
            .play(action, &mut self.chance)
            .map_err(|refusal| (accepted(), format!("a refusal: {refusal}")))?;
        self.log.extend(events);
        self.game
            .check_invariants()
            .map_err(|error| ("the invariants to hold".to_owned(), error.to_string()))
    }

    fn refuse(&mut self, step: &Step) -> CheckResult {
        let refused = || "the step to be refused".to_owned();
        let Ok(action) = step.action(&self.game) else {
            return Ok(());
        };
        let before = self.game.clone();
        if self.game.play(action, &mut self.chance).is_ok() {
            return Err((refused(), "an accepted step".to_owned()));
        }
        if self.game == before {
            Ok(())
        } else {
            Err((refused(), "a refusal that changed the state".to_owned()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "edition original\nplayers A B\nhand A: skip skip\nhand B: nope\n\
                         pile: favor shuffle exploding-kitten\n";

    fn run_body(body: &str) -> Result<(), ScenarioError> {
        run(&format!("{START}{body}"), &Editions::built_in())
    }

    fn failed_line(body: &str) -> usize {
        run_body(body).unwrap_err().line
    }

    #[test]
    fn a_file_whose_expectations_hold_passes() {
        let body = "A plays skip\nB passes\nexpect turn B owed 1\nrefuse A draws\n\
                    B draws\nexpect hand B: favor nope\nexpect pile top shuffle\n";
        assert_eq!(run_body(body), Ok(()));
    }

    #[test]
    fn the_first_line_that_does_not_hold_is_reported_with_the_actual_cards() {
        let error = run_body("A draws\nexpect hand A: skip\nexpect dead A").unwrap_err();
        assert_eq!(error.line, 7);
        assert_eq!(error.to_string(), "expected skip, got skip skip favor");
    }

    #[test]
    fn a_line_that_cannot_be_parsed_fails_the_file_before_anything_runs() {
        for (body, line) in [
            ("expect dead A\nA drwas", 7),
            ("C draws", 6),
            ("A plays sikp", 6),
            ("A draws\npile: skip", 7),
            ("expect every hand", 6),
            ("chance steal", 6),
        ] {
            assert_eq!(failed_line(body), line, "{body}");
        }
    }

    #[test]
    fn a_refused_step_fails_and_so_does_an_accepted_one_that_should_be_refused() {
        for body in ["B draws", "refuse A draws", "window closes"] {
            assert_eq!(failed_line(body), 6, "{body}");
        }
    }

    #[test]
    fn a_card_that_the_edition_lacks_is_refused_and_its_heaps_are_empty() {
        for step in [
            "A puts bury",
            "A plays personal-attack",
            "A plays ill-take-that on B",
            "A plays pair of beard-cat+tacocat on B",
            "A plays triple of tacocat on B naming bury",
            "A plays five skip bury mark potluck nope",
            "A orders bury mark potluck",
        ] {
            assert_eq!(run_body(&format!("refuse {step}")), Ok(()), "{step}");
            assert_eq!(failed_line(step), 6, "{step}");
        }
        for line in [
            "expect stash has 6 cards",
            "expect tower A",
            "expect before A: skip/B",
        ] {
            assert_eq!(failed_line(line), 6, "{line}");
        }
        for mistake in [
            "refuse A puts skpi",
            "refuse A aims at C",
            "expect before C: skip",
        ] {
            assert_eq!(
                failed_line(&format!("expect dead A\n{mistake}")),
                7,
                "{mistake}"
            );
        }
    }

    #[test]
    fn a_player_may_have_the_name_of_a_card_or_of_a_heap() {
        let text = "edition original\nplayers bury stash\npile: favor skip\nbury draws\n\
                    stash draws\nexpect hand bury: favor\nexpect stash knows nothing\n\
                    refuse bury plays mark on stash\n";
        assert_eq!(run(text, &Editions::built_in()), Ok(()));
    }

    #[test]
    fn an_unused_or_impossible_chance_line_fails() {
        assert_eq!(failed_line("A draws\nchance steal skip"), 7);
        let pair = "A plays pair of skip on B\nB passes";
        assert_eq!(failed_line(&format!("chance steal skip\n{pair}")), 6);
        let used = format!("chance steal nope\n{pair}\nexpect hand A: nope");
        assert_eq!(run_body(&used), Ok(()));
    }

    #[test]
    fn an_invalid_set_up_is_reported_with_its_line() {
        let bad = [
            ("edition orignal\nplayers A B", 1),
            ("players A B", 1),
            ("edition travel\nplayers A B\nhand A: favor", 3),
            ("edition travel\nplayers A B C D E", 2),
            ("edition travel\nrule decks 2\nplayers A B", 2),
            ("edition classic\nplayers A B C D E F", 2),
            ("edition classic\nrule decks 2\nplayers A B C D E", 3),
            ("edition original\nplayers A B\nhand B: exploding-kitten", 3),
            ("edition original\nplayers A B C\ndead B\nhand B: skip", 4),
            ("edition original\nplayers A B C\ndead B\nturn B", 4),
            ("edition original\nplayers A B\ndead B", 2),
            ("edition original\nplayers A B\nturn A owed 2", 3),
            ("edition original\nplayers A B\nturn A owed 0", 3),
            ("edition original\nplayers A A", 2),
            ("edition original\nplayers A B\nstash: skip", 3),
            ("edition original\nplayers A B\ntower A", 3),
            ("edition original\nplayers A B\nbefore A: barking-kitten", 3),
            ("edition original\nplayers A B\nor stash: skip", 3),
            ("edition barking\nplayers A B\nbefore A: skip/B", 3),
            ("edition barking\nplayers A B\nbefore A: ill-take-that", 2),
            ("edition barking\nplayers A B\nbefore A: ill-take-that/C", 3),
            (
                "edition barking\nplayers A B C\ndead C\nbefore A: ill-take-that/C",
                2,
            ),
            ("edition barking\nplayers A B C\ndead C\ntower C", 2),
            ("edition barking\nplayers A B\nstash: exploding-kitten", 2),
            ("edition barking\nplayers A B\nhand A: mark", 3),
            ("edition original\ndeal 6 seed 1", 2),
            ("edition original\ndeal 4 seeds 9..1", 2),
            ("edition original\ndeal 4 seeds 1..10001", 2),
            ("edition original\ndeal 4 seeds 0..18446744073709551615", 2),
            ("edition original\ndeal 4 seed 1\nhand A: skip", 3),
            ("", 1),
        ];
        for (text, line) in bad {
            let error = run(text, &Editions::built_in()).unwrap_err();
            assert_eq!(error.line, line, "{text}: {error}");
        }
    }

    #[test]
    fn an_expectation_of_some_seed_has_to_hold_for_one_seed_only() {
        let deal = "edition original\ndeal 4 seeds 1..50\n";
        let editions = Editions::built_in();
        let some = format!("{deal}expect some seed hand A has 3 defuse");
        assert_eq!(run(&some, &editions), Ok(()));
        let every = format!("{deal}expect hand A has 3 defuse");
        assert_eq!(run(&every, &editions).unwrap_err().line, 3);
        let never = format!("{deal}expect some seed hand A has 9 cards");
        assert_eq!(run(&never, &editions).unwrap_err().line, 3);
    }

    #[test]
    fn a_refused_deal_must_be_the_only_line_after_the_rules() {
        let editions = Editions::built_in();
        for (lines, passes) in [
            ("refuse deal 6", true),
            ("rule decks 2\nrefuse deal 10", true),
            ("rule decks 2\nrefuse deal 6", false),
            ("refuse deal 6\nrefuse deal 7", false),
        ] {
            let result = run(&format!("edition classic\n{lines}"), &editions);
            assert_eq!(result.is_ok(), passes, "{lines}: {result:?}");
        }
    }
}
