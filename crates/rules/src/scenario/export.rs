//! Records a game as a scenario file that replays it.

use std::fmt::{Display, Write};

use crate::{
    action::{Action, Play},
    choice::BlindPick,
    choice::ChoiceAnswer,
    direction::Direction,
    event::{Event, LostKitten},
    game::Game,
    hand::MARKED,
    house_rules::{Decks, HouseRules},
    phase::Phase,
    pile::PileCard,
    ruleset::Ruleset,
    scenario::player_names::PlayerNames,
    seat::Seat,
    title::Title,
};

/// A scenario file being written. The text so far is always a complete file.
#[derive(Clone, Debug)]
pub struct Export {
    names: PlayerNames,
    text: String,
}

impl Export {
    /// Starts a file with the setup of `game`, in which no action may have been played yet.
    pub fn new(game: &Game) -> Export {
        let mut export = Export {
            names: PlayerNames::letters(game.rules().players()),
            text: String::new(),
        };
        export.write_setup(game);
        export
    }

    /// Returns the text of the file so far.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Adds an action that was accepted in `before` and led to `events`: its random outcomes, the step and the expected
    /// state after the step.
    pub fn add_step(&mut self, before: &Game, action: &Action, events: &[Event]) {
        let mut game = before.clone();
        let mut mark = "";
        for event in events {
            self.write_chance(&game, action, (event, mark));
            game.evolve(event);
            let is_mark = matches!(event, Event::MarkRemoved { .. });
            mark = if is_mark { MARKED } else { "" };
        }
        self.write_line(&action_words(before, action));
        self.write_state(&game);
    }

    fn write_line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn write_cards<C: Display>(&mut self, start: &str, cards: impl IntoIterator<Item = C>) {
        self.text.push_str(start);
        for card in cards {
            // Writing to a string cannot fail.
            let _ = write!(self.text, " {card}");
        }
        self.text.push('\n');
    }

    fn write_setup(&mut self, game: &Game) {
        self.write_rules(game.rules());
        let seats = game.rules().seats();
        let names = self.names.list(seats.iter());
        self.write_line(&format!("players {names}"));
        for seat in seats.iter() {
            let start = format!("hand {}:", self.names.name(seat));
            self.write_cards(&start, game.hand(seat).cards());
        }
        self.write_cards("pile:", game.draw_pile().from_top());
        if !game.stash().is_empty() {
            self.write_cards("stash:", game.stash().cards());
        }
        if let Some(turn) = game.turn() {
            let line = format!("turn {}", self.names.name(turn.seat));
            self.write_line(&line);
        }
    }

    fn write_rules(&mut self, rules: &Ruleset) {
        if let Some(recipe) = rules.recipe {
            return self.write_line(&format!("recipe {recipe}"));
        }
        self.write_line(&format!("edition {}", rules.edition()));
        let HouseRules {
            combos,
            attack,
            favor,
            self_nope,
            decks,
        } = rules.house_rules();
        let changed = [
            combos.map(|rule| format!("rule combos {}", rule.id())),
            attack.map(|rule| format!("rule attack {}", rule.id())),
            favor.map(|rule| format!("rule favor {}", rule.id())),
            self_nope.then(|| "rule self-nope on".to_owned()),
            (decks == Decks::Two).then(|| "rule decks 2".to_owned()),
        ];
        changed
            .iter()
            .flatten()
            .for_each(|line| self.write_line(line));
    }

    /// Writes the random outcome of an event, if it has one. `game` is the state just before the event; `mark` is
    /// `/marked` if the event takes a marked card out of a hand, otherwise empty.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "all other events have no random outcome"
    )]
    fn write_chance(&mut self, game: &Game, action: &Action, (event, mark): (&Event, &str)) {
        let is_random_choice = matches!(
            action,
            Action::TimeOut | Action::Leave { .. } | Action::PickBlindly { .. }
        );
        match *event {
            Event::Shuffled { ref pile } => self.write_cards("chance pile:", pile.from_top()),
            Event::Stolen { title, .. } | Event::StashRobbed { title, .. } => {
                self.write_line(&format!("chance steal {title}{mark}"));
            }
            Event::Chosen { answer, .. } if is_random_choice => self.write_chosen(answer, mark),
            Event::Marked { title, .. } => self.write_line(&format!("chance mark {title}")),
            Event::TurnedUp { ref cards, .. } => {
                let cards = cards.cards().iter();
                cards.for_each(|card| self.write_line(&format!("chance blind {card}")));
            }
            Event::KittensRaised { kittens, ref pile } => {
                self.write_cards("chance pile:", pile.from_top().skip(kittens.into()));
            }
            Event::Left {
                kitten: LostKitten::FromPile(place),
                ..
            } => {
                let above = game.draw_pile().from_top().take(place.into());
                let kitten = above
                    .filter(|card| card.title() == Title::ExplodingKitten)
                    .count();
                if game.draw_pile().count(Title::ExplodingKitten) > 0 {
                    self.write_line(&format!("chance kitten {kitten}"));
                }
            }
            _ => {}
        }
    }

    /// Writes an answer that was picked at random. A stop and an unchanged order are not random outcomes.
    fn write_chosen(&mut self, answer: ChoiceAnswer, mark: &str) {
        match answer {
            ChoiceAnswer::Place(place) => self.write_line(&format!("chance place {place}")),
            ChoiceAnswer::Give(title) => self.write_line(&format!("chance gives {title}{mark}")),
            ChoiceAnswer::Put(title) => self.write_line(&format!("chance puts {title}{mark}")),
            ChoiceAnswer::Aim(seat) => {
                let line = format!("chance aim {}", self.names.name(seat));
                self.write_line(&line);
            }
            ChoiceAnswer::Take(title) => self.write_line(&format!("chance takes {title}")),
            ChoiceAnswer::Stop | ChoiceAnswer::Order(_) => {}
        }
    }

    fn write_state(&mut self, game: &Game) {
        if let Some(turn) = game.turn() {
            let attacked = if turn.attacked { " attacked" } else { "" };
            let name = self.names.name(turn.seat);
            let line = format!("expect turn {name} owed {}{attacked}", turn.owed);
            self.write_line(&line);
        }
        if game.direction() != Direction::Clockwise {
            self.write_line(&format!("expect direction {}", game.direction().id()));
        }
        for seat in game.rules().seats().iter() {
            let start = format!("expect hand {}", self.names.name(seat));
            self.write_expected_cards(&start, game.hand(seat).cards());
        }
        self.write_open_hands(game);
        self.write_open_cards(game);
        self.write_expected_cards("expect pile", game.draw_pile().from_top());
        self.write_expected_cards("expect discard", game.discard().cards().iter().copied());
        self.write_players(game);
    }

    /// Writes the marked cards and the blind players.
    fn write_open_hands(&mut self, game: &Game) {
        for seat in game.rules().seats().iter() {
            let name = self.names.name(seat).to_owned();
            if !game.marked(seat).is_empty() {
                self.write_cards(&format!("expect marked {name}:"), game.marked(seat).cards());
            }
            if game.blind().contains(seat) {
                self.write_line(&format!("expect blind {name}"));
            }
        }
    }

    /// Writes the cards in front of players and, if the rules set a stash aside, the stash and the wearer of the Tower.
    fn write_open_cards(&mut self, game: &Game) {
        for seat in game.rules().seats().iter() {
            if game.cards_in_front(seat).next().is_some() {
                let cards = self
                    .names
                    .describe_cards_in_front(game.cards_in_front(seat), seat);
                let name = self.names.name(seat);
                self.write_line(&format!("expect before {name}: {cards}"));
            }
        }
        if game.rules().stash_cards > 0 {
            self.write_expected_cards("expect stash", game.stash().cards());
            let line = match game.tower() {
                Some(wearer) => format!("expect tower {}", self.names.name(wearer)),
                None => "expect no tower".to_owned(),
            };
            self.write_line(&line);
        }
    }

    /// Writes an `expect` line for exactly these cards, possibly none.
    fn write_expected_cards<C: Display>(
        &mut self,
        start: &str,
        cards: impl Iterator<Item = C> + Clone,
    ) {
        match cards.clone().next() {
            Some(_) => self.write_cards(&format!("{start}:"), cards),
            None => self.write_line(&format!("{start} has 0 cards")),
        }
    }

    fn write_players(&mut self, game: &Game) {
        let dead = self
            .names
            .list(game.deaths().iter().map(|death| death.seat));
        for seat in game.rules().seats().iter() {
            let state = if game.living().contains(seat) {
                "alive"
            } else {
                "dead"
            };
            let line = format!("expect {state} {}", self.names.name(seat));
            self.write_line(&line);
        }
        if !game.deaths().is_empty() {
            self.write_line(&format!("expect died: {dead}"));
        }
        let line = match game.winner() {
            Some(winner) => format!("expect winner {}", self.names.name(winner)),
            None => "expect no winner".to_owned(),
        };
        self.write_line(&line);
    }
}

/// Returns an action as a line of a scenario file in which the players are named A, B, C …
pub fn action_words(before: &Game, action: &Action) -> String {
    let names = PlayerNames::letters(before.rules().players());
    let Some(seat) = action.seat() else {
        return match before.phase() {
            Phase::Window(_) => "window closes".to_owned(),
            Phase::Turn | Phase::Choice(_) | Phase::Won { .. } => "time out".to_owned(),
        };
    };
    let what = match *action {
        Action::Play { play, .. } => format!("plays {}", describe_play(&names, &play)),
        Action::Nope { layer, .. } => format!("nopes at {layer}"),
        Action::Pass { .. } => "passes".to_owned(),
        Action::Draw { .. } => "draws".to_owned(),
        Action::Choose { answer, .. } => describe_answer(before, &names, answer),
        Action::PickBlindly { .. } => describe_blind_pick(before, seat).to_owned(),
        Action::Leave { .. } | Action::TimeOut => "leaves".to_owned(),
    };
    format!("{} {what}", names.name(seat))
}

fn describe_play(names: &PlayerNames, play: &Play) -> String {
    let name = |seat: Seat| names.name(seat);
    match *play {
        Play::Single { title, on: None } => title.to_string(),
        Play::Single {
            title,
            on: Some(on),
        } => format!("{title} on {}", name(on)),
        Play::Pair { on, .. } => format!("pair of {} on {}", of_a_kind(play), name(on)),
        Play::Triple { on, naming, .. } => {
            let cards = of_a_kind(play);
            format!("triple of {cards} on {} naming {naming}", name(on))
        }
        Play::Five { titles } => {
            let titles = titles.map(Title::id);
            format!("five {}", titles.join(" "))
        }
    }
}

/// Returns the cards of a pair or a triple: one title if all have the same title, otherwise every card's title.
fn of_a_kind(play: &Play) -> String {
    let cards: Vec<&str> = play.cards().map(Title::id).collect();
    if cards.iter().all(|card| *card == cards[0]) {
        cards[0].to_owned()
    } else {
        cards.join("+")
    }
}

fn describe_blind_pick(before: &Game, seat: Seat) -> &'static str {
    match before.legal(seat).blind_pick() {
        Some(BlindPick::Give) => "gives blindly",
        Some(BlindPick::Put) => "puts blindly",
        Some(BlindPick::Play) | None => "plays blindly",
    }
}

fn describe_answer(before: &Game, names: &PlayerNames, answer: ChoiceAnswer) -> String {
    match answer {
        ChoiceAnswer::Place(place) => format!("places kitten at {place}"),
        ChoiceAnswer::Give(title) => format!("gives {title}"),
        ChoiceAnswer::Take(title) => format!("takes {title}"),
        ChoiceAnswer::Stop => "stops".to_owned(),
        ChoiceAnswer::Put(title) => format!("puts {title}"),
        ChoiceAnswer::Aim(seat) => format!("aims at {}", names.name(seat)),
        ChoiceAnswer::Order(order) => {
            let shown: Vec<PileCard> = before.draw_pile().from_top().collect();
            let cards = order
                .places()
                .iter()
                .filter_map(|&place| shown.get(usize::from(place)));
            cards.fold("orders".to_owned(), |text, card| format!("{text} {card}"))
        }
    }
}
