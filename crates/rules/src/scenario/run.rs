//! Running a file.

use crate::{
    edition::Editions,
    game::Game,
    ruleset::Ruleset,
    scenario::{
        expectation::Verdict,
        line::{Failure, Line, lines},
        scripted::Scripted,
        statement::{Statement, Step},
        table::{Names, Premise, Start, Table},
    },
    seeded::Seeded,
};

/// Runs the text of a scenario file, once for each of its seeds.
///
/// # Errors
/// The first line that cannot be read, or else the first that does not hold.
pub fn run(text: &str, editions: &Editions) -> Result<(), Failure> {
    let mut table = Table::default();
    let mut body = Vec::new();
    let mut first = None;
    for line in lines(text) {
        first.get_or_insert_with(|| line.clone());
        match body.is_empty() && Table::is_part(&line) {
            true => table.add(line)?,
            false => body.push(line),
        }
    }
    let first = first.ok_or_else(|| Failure {
        line: 1,
        expected: "`edition ID`".to_owned(),
        got: "an empty file".to_owned(),
    })?;
    let premise = table.premise(editions, &first)?;
    if table.is_bare()
        && let [line] = &body[..]
        && let ["refuse", "deal", players] = line.words[..]
    {
        return refuse_deal(&premise, line, players);
    }
    let (names, start) = table.start(&premise, &first)?;
    let scenario = Scenario::read(names, start, &body)?;
    scenario.run()
}

fn refuse_deal(premise: &Premise, line: &Line, players: &str) -> Result<(), Failure> {
    let players = line.number(players)?;
    match Ruleset::new(premise.edition, premise.house, players) {
        Err(_) => Ok(()),
        Ok(_) => Err(line.failure("that number of players to be refused", "a deal")),
    }
}

struct Scenario {
    names: Names,
    start: Start,
    statements: Vec<(usize, Statement)>,
}

/// One run of a scenario.
struct Run<'s> {
    names: &'s Names,
    game: Game,
    chance: Scripted,
    /// For each expectation of some seed, in order, whether it holds for this one.
    some: Vec<Result<(), Failure>>,
}

impl Scenario {
    fn read(names: Names, start: Start, body: &[Line]) -> Result<Scenario, Failure> {
        let read = |line: &Line| {
            if Table::is_part(line) {
                return Err(line.unreadable("the set-up before the first step"));
            }
            Ok((line.number, Statement::read(line, &names)?))
        };
        let statements = body.iter().map(read).collect::<Result<_, _>>()?;
        Ok(Scenario {
            names,
            start,
            statements,
        })
    }

    fn run(&self) -> Result<(), Failure> {
        let mut some: Option<Vec<Result<(), Failure>>> = None;
        for seed in self.start.seeds() {
            let found = self
                .run_once(seed)
                .map_err(|failure| self.with_seed(failure, seed))?;
            some = Some(match some {
                None => found,
                Some(before) => before
                    .into_iter()
                    .zip(found)
                    .map(|(one, other)| one.or(other))
                    .collect(),
            });
        }
        some.unwrap_or_default().into_iter().collect()
    }

    fn with_seed(&self, failure: Failure, seed: u64) -> Failure {
        match self.start {
            Start::ByHand(_) => failure,
            Start::Deal(..) => Failure {
                got: format!("{} (seed {seed})", failure.got),
                ..failure
            },
        }
    }

    /// One run; what it found about the expectations of some seed.
    fn run_once(&self, seed: u64) -> Result<Vec<Result<(), Failure>>, Failure> {
        let mut chance = Seeded::new(seed);
        let mut run = Run {
            names: &self.names,
            game: self.start.game(&mut chance),
            chance: Scripted::new(chance),
            some: Vec::new(),
        };
        for (line, statement) in &self.statements {
            run.take(*line, statement)?;
        }
        match run.chance.left_over() {
            Some(failure) => Err(failure),
            None => Ok(run.some),
        }
    }
}

impl Run<'_> {
    fn take(&mut self, line: usize, statement: &Statement) -> Result<(), Failure> {
        let failure = |(expected, got)| Failure {
            line,
            expected,
            got,
        };
        match statement {
            Statement::Step(step) => self.step(*step).map_err(failure)?,
            Statement::Refuse(step) => self.refuse(*step).map_err(failure)?,
            Statement::Chance(fixed) => self.chance.queue(fixed.clone()),
            Statement::Expect(claim) => claim.check(&self.game, self.names).map_err(failure)?,
            Statement::ExpectSome(claim) => {
                let found = claim.check(&self.game, self.names).map_err(failure);
                self.some.push(found);
            }
        }
        match self.chance.impossible() {
            Some(failure) => Err(failure),
            None => Ok(()),
        }
    }

    fn step(&mut self, step: Step) -> Verdict {
        let accepted = || "the step to be accepted".to_owned();
        let action = step
            .action(&self.game)
            .ok_or_else(|| (accepted(), "no open window".to_owned()))?;
        self.game
            .play(action, &mut self.chance)
            .map_err(|refusal| (accepted(), format!("a refusal: {refusal}")))?;
        self.game
            .check_invariants()
            .map_err(|broken| ("what must always hold".to_owned(), broken.to_string()))
    }

    fn refuse(&mut self, step: Step) -> Verdict {
        let refused = || "the step to be refused".to_owned();
        let Some(action) = step.action(&self.game) else {
            return Ok(());
        };
        let before = self.game.clone();
        if self.game.play(action, &mut self.chance).is_ok() {
            return Err((refused(), "a step that was taken".to_owned()));
        }
        match self.game == before {
            true => Ok(()),
            false => Err((refused(), "a refusal that changed the state".to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "edition original\nplayers A B\nhand A: skip skip\nhand B: nope\n\
                         pile: favor shuffle exploding-kitten\n";

    fn verdict(body: &str) -> Result<(), Failure> {
        run(&format!("{START}{body}"), &Editions::built_in())
    }

    fn failed_line(body: &str) -> usize {
        verdict(body).unwrap_err().line
    }

    #[test]
    fn a_file_whose_expectations_hold_passes() {
        let body = "A plays skip\nB passes\nexpect turn B owed 1\nrefuse A draws\n\
                    B draws\nexpect hand B: favor nope\nexpect pile top shuffle\n";
        assert_eq!(verdict(body), Ok(()));
    }

    #[test]
    fn the_first_line_that_does_not_hold_is_named_with_what_there_is() {
        let failure = verdict("A draws\nexpect hand A: skip\nexpect dead A").unwrap_err();
        assert_eq!(
            (failure.line, failure.to_string().as_str()),
            (7, "expected skip, got skip skip favor",)
        );
    }

    #[test]
    fn a_line_that_cannot_be_read_fails_the_file_before_anything_runs() {
        assert_eq!(failed_line("expect dead A\nA drwas"), 7);
        assert_eq!(failed_line("C draws"), 6);
        assert_eq!(failed_line("A plays sikp"), 6);
        assert_eq!(failed_line("A draws\npile: skip"), 7);
        assert_eq!(failed_line("expect every hand"), 6);
        assert_eq!(failed_line("chance steal"), 6);
    }

    #[test]
    fn a_step_that_is_refused_and_a_refusal_that_is_not_fail() {
        assert_eq!(failed_line("B draws"), 6);
        assert_eq!(failed_line("refuse A draws"), 6);
        assert_eq!(failed_line("window closes"), 6);
    }

    #[test]
    fn chance_that_is_left_over_or_impossible_fails() {
        assert_eq!(failed_line("A draws\nchance steal skip"), 7);
        assert_eq!(
            failed_line("chance steal skip\nA plays pair of skip on B\nB passes"),
            6
        );
        let used = "chance steal nope\nA plays pair of skip on B\nB passes\nexpect hand A: nope";
        assert_eq!(verdict(used), Ok(()));
    }

    #[test]
    fn a_set_up_that_cannot_be_is_named_by_its_line() {
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
            ("edition original\ndeal 6 seed 1", 2),
            ("edition original\ndeal 4 seeds 9..1", 2),
            ("edition original\ndeal 4 seed 1\nhand A: skip", 3),
            ("", 1),
        ];
        for (text, line) in bad {
            let failure = run(text, &Editions::built_in()).unwrap_err();
            assert_eq!(failure.line, line, "{text}: {failure}");
        }
    }

    #[test]
    fn an_expectation_of_some_seed_needs_one_seed_only() {
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
    fn a_refused_deal_stands_alone() {
        let editions = Editions::built_in();
        assert_eq!(run("edition classic\nrefuse deal 6", &editions), Ok(()));
        assert_eq!(
            run("edition classic\nrule decks 2\nrefuse deal 10", &editions),
            Ok(())
        );
        assert!(run("edition classic\nrule decks 2\nrefuse deal 6", &editions).is_err());
        assert!(run("edition classic\nrefuse deal 6\nrefuse deal 7", &editions).is_err());
    }
}
