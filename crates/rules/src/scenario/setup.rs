//! The setup of a scenario file: the rules, the players and the cards. [`crate::handmade_position`] or, for a `deal`
//! line, [`crate::deal`] builds the game.

use std::ops::RangeInclusive;

use crate::{
    direction::Direction,
    edition::Editions,
    game::Game,
    hand::Hand,
    handmade_position::Setup,
    phase::Turn,
    pile::Pile,
    ruleset::Ruleset,
    scenario::{
        line::{Line, ScenarioError, VERBS},
        player_names::PlayerNames,
        rules_section::RulesSection,
    },
    seat::Seat,
    seeded_chance::SeededChance,
    title::Title,
};

/// The maximum number of runs of one file.
const MAX_SEEDS: u64 = 10_000;

#[derive(Clone, Debug)]
pub(super) enum Start {
    /// A hand-made position with a single run, and the second world's position if that differs.
    ByHand(Box<Game>, Option<Box<Game>>),
    /// A deal under these rules, with one run per seed.
    Deal(Ruleset, RangeInclusive<u64>),
}

impl Start {
    pub(super) fn seeds(&self) -> RangeInclusive<u64> {
        match self {
            Start::ByHand(..) => 0..=0,
            Start::Deal(_, seeds) => seeds.clone(),
        }
    }

    pub(super) fn game(&self, chance: &mut SeededChance) -> Game {
        match self {
            Start::ByHand(game, _) => Game::clone(game),
            Start::Deal(rules, _) => Game::deal(*rules, Seat::ALL[0], chance).0,
        }
    }

    /// Returns the game of the second world; `None` if it starts like the first.
    pub(super) fn other_game(&self) -> Option<Game> {
        match self {
            Start::ByHand(_, other) => other.as_deref().cloned(),
            Start::Deal(..) => None,
        }
    }
}

/// The lines of a file's setup, by kind.
#[derive(Clone, Debug, Default)]
pub(super) struct SetupSection<'a> {
    edition: Option<Line<'a>>,
    rules: Vec<Line<'a>>,
    players: Option<Line<'a>>,
    deal: Option<Line<'a>>,
    hands: Vec<Line<'a>>,
    pile: Option<Line<'a>>,
    discard: Option<Line<'a>>,
    dead: Vec<Line<'a>>,
    turn: Option<Line<'a>>,
    direction: Option<Line<'a>>,
    blind: Vec<Line<'a>>,
    stash: Option<Line<'a>>,
    tower: Option<Line<'a>>,
    before: Vec<Line<'a>>,
    /// The lines of the second world, without their leading `or`.
    others: Vec<Line<'a>>,
}

impl<'a> SetupSection<'a> {
    pub(super) fn is_part(line: &Line) -> bool {
        let first = line.words.first().copied().unwrap_or_default();
        let step = line.words.get(1).is_some_and(|word| VERBS.contains(word));
        let words = [
            "edition",
            "recipe",
            "rule",
            "players",
            "hand",
            "pile",
            "discard",
            "dead",
            "turn",
            "direction",
            "deal",
            "blind",
            "stash",
            "tower",
            "before",
        ];
        if first == "or" {
            return matches!(line.words.get(1), Some(&("hand" | "pile" | "stash")));
        }
        words.contains(&first) && !step
    }

    pub(super) fn add(&mut self, line: Line<'a>) -> Result<(), ScenarioError> {
        match line.words[0] {
            "or" => self.others.push(line.without_first_word()),
            "rule" => return self.add_rule(line),
            "hand" => self.hands.push(line),
            "dead" => self.dead.push(line),
            "blind" => self.blind.push(line),
            "before" => self.before.push(line),
            "stash" => return set(&mut self.stash, line),
            "tower" => return set(&mut self.tower, line),
            "edition" | "recipe" => return set(&mut self.edition, line),
            "players" => return set(&mut self.players, line),
            "pile" => return set(&mut self.pile, line),
            "discard" => return set(&mut self.discard, line),
            "turn" => return set(&mut self.turn, line),
            "direction" => return set(&mut self.direction, line),
            // This must be `deal`, the only word left: see `is_part`.
            _ => return set(&mut self.deal, line),
        }
        Ok(())
    }

    fn add_rule(&mut self, line: Line<'a>) -> Result<(), ScenarioError> {
        let same = |known: &Line| known.words.get(1) == line.words.get(1);
        if self.rules.iter().any(same) {
            return Err(line.syntax_error("each rule only once"));
        }
        self.rules.push(line);
        Ok(())
    }

    /// Reads the edition or recipe, and the house rules. If the file names no edition or recipe, the error is about the
    /// line `first`.
    pub(super) fn rules_section<'e>(
        &self,
        editions: &'e Editions,
        first: &Line,
    ) -> Result<RulesSection<'e>, ScenarioError> {
        let line = self.edition.as_ref().unwrap_or(first);
        RulesSection::read(line, &self.rules, editions)
    }

    pub(super) fn is_rules_only(&self) -> bool {
        self.players.is_none() && self.deal.is_none() && self.position().next().is_none()
    }

    /// Returns the lines of a hand-made position, except the `players` line.
    fn position(&self) -> impl Iterator<Item = &Line<'a>> {
        let single = [
            &self.pile,
            &self.discard,
            &self.turn,
            &self.direction,
            &self.stash,
            &self.tower,
        ];
        let repeated = [
            &self.hands,
            &self.dead,
            &self.blind,
            &self.before,
            &self.others,
        ];
        let lists = repeated.into_iter().flatten();
        single.into_iter().flatten().chain(lists)
    }

    /// Reads the players and the start. If there are neither players nor a deal, the error is about the line `first`.
    pub(super) fn start(
        &self,
        rules_section: &RulesSection,
        first: &Line,
    ) -> Result<(PlayerNames, Start), ScenarioError> {
        match (&self.deal, &self.players) {
            (Some(deal), None) => self.start_deal(rules_section, deal),
            (None, Some(players)) => self.start_by_hand(rules_section, players),
            (Some(_), Some(players)) => Err(players.syntax_error("either `players` or `deal`")),
            (None, None) => Err(first.syntax_error("`players …` or `deal …` in the setup")),
        }
    }

    fn start_deal(
        &self,
        rules_section: &RulesSection,
        line: &Line,
    ) -> Result<(PlayerNames, Start), ScenarioError> {
        if let Some(other) = self.position().next() {
            return Err(other.syntax_error("no cards and no turn along with a deal"));
        }
        let (players, seeds) = match line.words[1..] {
            [players, "seed", seed] => {
                let seed = line.number(seed)?;
                (players, seed..=seed)
            }
            [players, "seeds", seeds] => (players, read_seeds(line, seeds)?),
            _ => {
                return Err(line.syntax_error("`deal PLAYERS seed N` or `deal PLAYERS seeds N..M`"));
            }
        };
        let players = line.number(players)?;
        let rules = rules(rules_section, line, players)?;
        Ok((PlayerNames::letters(players), Start::Deal(rules, seeds)))
    }

    fn start_by_hand(
        &self,
        rules_section: &RulesSection,
        line: &Line,
    ) -> Result<(PlayerNames, Start), ScenarioError> {
        let names = PlayerNames::read(line)?;
        let rules = rules(rules_section, line, names.count())?;
        let game = self.game(&names, rules, line)?;
        let other = if self.others.is_empty() {
            None
        } else {
            Some(self.second_world()?.game(&names, rules, line)?)
        };
        Ok((names, Start::ByHand(Box::new(game), other.map(Box::new))))
    }

    fn second_world(&self) -> Result<SetupSection<'a>, ScenarioError> {
        let mut second = self.clone();
        for other in &self.others {
            let same = |line: &&mut Line| line.words.get(..2) == other.words.get(..2);
            let first = match other.words[0] {
                "pile" => second.pile.as_mut(),
                "stash" => second.stash.as_mut(),
                _ => second.hands.iter_mut().find(same),
            };
            match first {
                Some(line) => *line = other.clone(),
                None => return Err(other.syntax_error("`or` along with a line of the same kind")),
            }
        }
        Ok(second)
    }

    fn game(
        &self,
        names: &PlayerNames,
        rules: Ruleset,
        line: &Line,
    ) -> Result<Game, ScenarioError> {
        let mut setup = Setup::new(rules);
        self.read_dead(names, &mut setup)?;
        self.read_hands(names, &mut setup)?;
        self.read_blind(names, &mut setup)?;
        self.read_stash(names, &mut setup)?;
        self.read_before(names, &mut setup)?;
        if let Some(pile) = &self.pile {
            let mut cards = own_cards(pile, pile.pile_cards(pile_words(pile)?)?, &rules)?;
            cards.reverse();
            setup.pile = read_pile(pile, &cards)?;
        }
        if let Some(discard) = &self.discard {
            let cards = own_cards(discard, discard.cards(pile_words(discard)?)?, &rules)?;
            setup.discard = read_pile(discard, &cards)?;
        }
        if let Some(direction) = &self.direction {
            setup.direction = read_direction(direction)?;
        }
        if let Some(turn) = &self.turn {
            setup.turn = Some(read_turn(turn, names, &setup.dead)?);
        }
        Game::from_setup(setup).map_err(|error| line.error("a valid setup", error.to_string()))
    }

    fn read_dead(&self, names: &PlayerNames, setup: &mut Setup) -> Result<(), ScenarioError> {
        for line in &self.dead {
            let ["dead", name] = line.words[..] else {
                return Err(line.syntax_error("`dead PLAYER`"));
            };
            let seat = names.seat(line, name)?;
            if setup.dead.contains(&seat) {
                return Err(line.syntax_error("a player who is not already dead"));
            }
            setup.dead.push(seat);
        }
        Ok(())
    }

    fn read_hands(&self, names: &PlayerNames, setup: &mut Setup) -> Result<(), ScenarioError> {
        let mut read = Vec::new();
        for line in &self.hands {
            let ["hand", name, ":", ref cards @ ..] = line.words[..] else {
                return Err(line.syntax_error("`hand PLAYER: CARD…`"));
            };
            let seat = names.seat(line, name)?;
            let cards = own_cards(line, line.held_cards(cards)?, &setup.rules)?;
            let marked: Hand = cards
                .iter()
                .filter(|card| card.is_marked())
                .map(|card| card.title())
                .collect();
            if read.contains(&seat) {
                return Err(line.syntax_error("one hand for each player"));
            }
            if setup.dead.contains(&seat) && !cards.is_empty() {
                return Err(line.syntax_error("no cards in a dead player's hand"));
            }
            if cards.len() > Hand::MAX_CARDS {
                return Err(line.syntax_error(format!("at most {} cards", Hand::MAX_CARDS)));
            }
            let hand: Hand = cards.iter().map(|card| card.title()).collect();
            if hand.has_unsheltered_hazard() {
                return Err(line.syntax_error("no kitten in a hand"));
            }
            if !marked.is_empty() {
                check_has(line, Title::Mark, &setup.rules)?;
            }
            read.push(seat);
            setup.hands[seat.index()] = hand;
            setup.marked[seat.index()] = marked;
        }
        Ok(())
    }

    fn read_blind(&self, names: &PlayerNames, setup: &mut Setup) -> Result<(), ScenarioError> {
        for line in &self.blind {
            let ["blind", name] = line.words[..] else {
                return Err(line.syntax_error("`blind PLAYER`"));
            };
            check_has(line, Title::CurseOfTheCatButt, &setup.rules)?;
            let seat = names.seat(line, name)?;
            if setup.blind.contains(seat) || setup.dead.contains(&seat) {
                return Err(line.syntax_error("a living player who is not already blind"));
            }
            setup.blind = setup.blind.with(seat);
        }
        Ok(())
    }

    fn read_stash(&self, names: &PlayerNames, setup: &mut Setup) -> Result<(), ScenarioError> {
        let needing_tower = self.stash.iter().filter(|_| setup.rules.stash_cards == 0);
        for line in needing_tower.chain(&self.tower) {
            check_has(line, Title::TowerOfPower, &setup.rules)?;
        }
        if let Some(line) = &self.stash {
            let cards = own_cards(line, line.cards(pile_words(line)?)?, &setup.rules)?;
            setup.stash = cards.into_iter().collect();
        }
        if let Some(line) = &self.tower {
            let ["tower", name] = line.words[..] else {
                return Err(line.syntax_error("`tower PLAYER`"));
            };
            setup.tower = Some(names.seat(line, name)?);
        }
        Ok(())
    }

    fn read_before(&self, names: &PlayerNames, setup: &mut Setup) -> Result<(), ScenarioError> {
        for line in &self.before {
            let ["before", name, ":", ref cards @ ..] = line.words[..] else {
                return Err(line.syntax_error("`before PLAYER: CARD/PLAYER…`"));
            };
            let seat = names.seat(line, name)?;
            for (title, by) in names.cards_in_front(line, cards, seat)? {
                check_has(line, title, &setup.rules)?;
                let is_barking = title == Title::BarkingKitten && by == seat;
                let is_claim = title == Title::IllTakeThat;
                let is_new = is_barking && !setup.barking.contains(seat)
                    || is_claim && setup.claimed_by[seat.index()].replace(by).is_none();
                if !is_new {
                    return Err(
                        line.syntax_error("another player's `ill-take-that` or a `barking-kitten`")
                    );
                }
                setup.barking = setup.barking.with_if(is_barking, seat);
            }
        }
        Ok(())
    }
}

/// Checks that the deck has the card that a line requires.
fn check_has(line: &Line, title: Title, rules: &Ruleset) -> Result<(), ScenarioError> {
    if rules.titles().contains(title) {
        Ok(())
    } else {
        Err(line.syntax_error("a setup that the edition supports"))
    }
}

/// Stores a line that may occur only once.
fn set<'a>(slot: &mut Option<Line<'a>>, line: Line<'a>) -> Result<(), ScenarioError> {
    if slot.is_some() {
        return Err(line.syntax_error(format!("only one line with `{}`", line.words[0])));
    }
    *slot = Some(line);
    Ok(())
}

/// Reads a range of seeds, limited to [`MAX_SEEDS`] so that the file runs in reasonable time.
fn read_seeds(line: &Line, word: &str) -> Result<RangeInclusive<u64>, ScenarioError> {
    let seeds = line.range(word)?;
    if seeds.end() - seeds.start() < MAX_SEEDS {
        Ok(seeds)
    } else {
        Err(line.error(format!("at most {MAX_SEEDS} seeds"), format!("`{word}`")))
    }
}

fn rules(
    rules_section: &RulesSection,
    line: &Line,
    players: usize,
) -> Result<Ruleset, ScenarioError> {
    let allowed = "a number of players and decks that the edition allows";
    let ruleset = rules_section.ruleset(players);
    ruleset.map_err(|error| line.error(allowed, error))
}

fn own_cards<C: Copy + Into<Title>>(
    line: &Line,
    cards: Vec<C>,
    rules: &Ruleset,
) -> Result<Vec<C>, ScenarioError> {
    let mut titles = cards.iter().map(|&card| card.into());
    match titles.find(|&title| !rules.titles().contains(title)) {
        Some(foreign) => Err(line.error("cards of the edition", format!("`{foreign}`"))),
        None => Ok(cards),
    }
}

fn pile_words<'l>(line: &'l Line<'_>) -> Result<&'l [&'l str], ScenarioError> {
    match &line.words[..] {
        [_, ":", cards @ ..] => Ok(cards),
        _ => Err(line.syntax_error(format!("`{}: CARD…`", line.words[0]))),
    }
}

fn read_pile<C: Copy + Into<Title>>(line: &Line, cards: &[C]) -> Result<Pile<C>, ScenarioError> {
    Pile::from_bottom(cards)
        .ok_or_else(|| line.syntax_error(format!("at most {} cards", Hand::MAX_CARDS)))
}

fn read_direction(line: &Line) -> Result<Direction, ScenarioError> {
    match line.words[..] {
        ["direction", word] => Direction::from_id(word),
        _ => None,
    }
    .ok_or_else(|| line.syntax_error("`direction clockwise` or `direction reversed`"))
}

fn read_turn(line: &Line, names: &PlayerNames, dead: &[Seat]) -> Result<Turn, ScenarioError> {
    let (name, owed, attacked) = match line.words[1..] {
        [name] => (name, 1, false),
        [name, "attacked"] => (name, 1, true),
        [name, "owed", owed] => (name, line.number(owed)?, false),
        [name, "owed", owed, "attacked"] => (name, line.number(owed)?, true),
        _ => return Err(line.syntax_error("`turn PLAYER [owed N] [attacked]`")),
    };
    let seat = names.seat(line, name)?;
    if dead.contains(&seat) {
        return Err(line.syntax_error("a living player on turn"));
    }
    if owed == 0 || (owed > 1 && !attacked) {
        return Err(line.syntax_error("one turn owed, or more with `attacked`"));
    }
    Ok(Turn {
        seat,
        owed,
        attacked,
    })
}
