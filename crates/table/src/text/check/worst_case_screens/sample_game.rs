//! Running games and the screens of their tables and panels. `full_game` builds a game with a very large hand.

use players::Strength;
use rules::{
    Action, Answers, Combos, EditionId, Editions, Event, Game, Hand, Illegal, Order, Phase, Pile,
    PileCard, PrivateNews, Ruleset, Seat, SeatSet, SeededChance, SeenEvent, Setup, Title, TitleSet,
    Turn, redact,
};

use super::extremes::{
    DEADLINE, LINK, LONGEST_ORACLE, MESSAGE, STAMP, ScreenVisitor, person, players,
};
use super::lobbies::variations;
use crate::beat::DeathBeat;
use crate::display_mode::DisplayMode;
use crate::ids::Millis;
use crate::intent::PanelStep;
use crate::kitten_origins::Hider;
use crate::options::TableOptions;
use crate::refusal::Refusal;
use crate::screen::{
    self, BeatEvent, Occupant, PanelPlace, PanelView, Player, Presence, Remark, RemarkTopic,
    TableView, TurnReason, VoteTally,
};
use crate::text::{Language, Locale};
use crate::watch_speed::WatchSpeed;

const REMARKS: [RemarkTopic; 8] = [
    RemarkTopic::Nope,
    RemarkTopic::Defuse,
    RemarkTopic::Explode,
    RemarkTopic::OtherExploded,
    RemarkTopic::CardTaken,
    RemarkTopic::TookCard,
    RemarkTopic::Attacked,
    RemarkTopic::Draw,
];

pub(crate) struct SampleGame {
    pub(crate) game: Game,
    pub(crate) players: Vec<Player>,
    pub(crate) events: Vec<Event>,
}

impl SampleGame {
    pub(crate) fn new(game: Game, players: Vec<Player>) -> Self {
        Self {
            game,
            players,
            events: Vec::new(),
        }
    }

    pub(super) fn play(
        &mut self,
        action: Action,
        chance: &mut SeededChance,
    ) -> Result<(), Illegal> {
        let events = self.game.play(action, chance)?;
        self.events.extend(events);
        Ok(())
    }

    /// Returns a reason for the current turn. Turns without an attack cycle through a list of reasons.
    fn turn_reason(&self) -> TurnReason {
        let seat = Seat::ALL[0];
        let reasons = [
            TurnReason::Dealt,
            TurnReason::SatDown(seat),
            TurnReason::Drew(seat),
            TurnReason::Rescued(seat),
            TurnReason::Skipped(seat),
            TurnReason::Buried(seat),
            TurnReason::Reversed(seat),
            TurnReason::Exploded(seat),
            TurnReason::Imploded(seat),
            TurnReason::Left(seat),
        ];
        match self.game.turn() {
            Some(turn) if turn.attacked => TurnReason::Attacked(seat),
            _ => reasons[self.events.len() % reasons.len()],
        }
    }

    fn news(&self, seat: Seat) -> Vec<PrivateNews> {
        let seen = self.seen_events(Some(seat)).into_iter();
        seen.filter_map(|event| event.private_news(seat)).collect()
    }

    fn seen_events(&self, viewer: Option<Seat>) -> Vec<SeenEvent> {
        let recent = self.events.len().saturating_sub(40);
        let events = self.events[recent..].iter();
        let seen = events.map(|event| redact(event, viewer, self.game.rules()));
        seen.collect()
    }

    /// Returns the public view, with a remark on every event and votes against every player the
    /// game is waiting for.
    pub(crate) fn table_view(&self, deadline: Option<Millis>) -> TableView {
        let topics = REMARKS.into_iter().cycle();
        let remarks = topics
            .take(self.events.len())
            .enumerate()
            .map(|(after, topic)| Remark {
                after,
                by: Seat::ALL[1],
                topic,
                variant: after as u32 % 3,
            });
        let awaited = match self.game.phase() {
            // There are no votes during a Nope window, because nobody is obliged to play a Nope.
            Phase::Window(_) => SeatSet::EMPTY,
            Phase::Turn | Phase::Choice(_) | Phase::Won { .. } => self.game.awaited(),
        };
        let votes = awaited.iter().map(|against| VoteTally {
            against,
            cast: 4,
            needed: 5,
        });
        TableView {
            display_mode: DisplayMode::default(),
            remarks: remarks.collect(),
            votes: votes.collect(),
            stamp: STAMP,
            players: self.players.clone(),
            game: self.game.view(None),
            beat: None,
            events: self.seen_events(None),
            deadline,
            turn_reason: self.turn_reason(),
            watch_speed: WatchSpeed::default(),
            calls_to_windows: false,
        }
    }

    /// Returns the public view of the game, but paused and with only computer players.
    pub(super) fn paused_watched_view(&self) -> TableView {
        let computer = |_| Occupant::Computer(Strength::Tiger);
        TableView {
            players: players(self.players.len(), computer),
            ..self.table_view(None)
        }
    }

    pub(crate) fn panel_view(
        &self,
        seat: Seat,
        step: PanelStep,
        refusal: Option<Refusal>,
    ) -> PanelView {
        let mut view = PanelView {
            display_mode: DisplayMode::default(),
            stamp: STAMP,
            players: self.players.clone(),
            seat,
            game: self.game.view(Some(seat)),
            news: self.news(seat),
            refusal,
            deadline: Some(DEADLINE),
            turn_reason: self.turn_reason(),
            step,
            has_auto_pass: seat.index() % 2 == 1,
            is_first_hand: seat.index() != 4,
            hint: None,
            notice: None,
            commitment: None,
            overdue: self.game.awaited().without(seat),
            oracle: (!self.game.living().contains(seat)).then_some(LONGEST_ORACLE),
            ghost_hands: crate::views::hands_for_the_dead(&self.game, seat),
            place: PanelPlace::Table {
                direct: Some(MESSAGE),
            },
        };
        view.hint = screen::hint(&view).filter(|_| seat.index().is_multiple_of(2));
        view
    }

    /// Returns some steps of this player's panel: the hand, its explanation, and steps of a choice that awaits them.
    fn steps_of(&self, seat: Seat) -> Vec<PanelStep> {
        let mut steps = vec![PanelStep::Hand, PanelStep::Explained];
        match self.game.legal(seat).answers() {
            Some(Answers::Place(_)) => {
                steps.extend([0, 25].map(|from| PanelStep::Places { from }));
            }
            Some(Answers::Order(_)) => {
                let beginnings = [&[][..], &[2], &[2, 0]].map(Order::new);
                steps.extend(beginnings.into_iter().flatten().map(PanelStep::Order));
            }
            Some(Answers::Give(titles) | Answers::Put(titles)) => {
                steps.extend(titles.iter().map(PanelStep::Giving));
            }
            Some(Answers::Take(_) | Answers::Stop | Answers::Aim(_)) | None => {}
        }
        steps
    }

    pub(super) fn visit_screens(&self, language: &Language, visit: &mut ScreenVisitor<'_>) {
        for deadline in [Some(DEADLINE), None] {
            let mut view = self.table_view(deadline);
            visit("the table", &screen::table(&view, language));
            view.display_mode = DisplayMode::TextFirst;
            visit("the table in words", &screen::table(&view, language));
            // Without remarks, more events fit.
            view.remarks.clear();
            for player in &mut view.players {
                "🐈".clone_into(&mut player.name);
            }
            visit("the table of short names", &screen::table(&view, language));
        }
        let seat = Seat::ALL[0];
        let hazards = TitleSet::HAZARDS.iter();
        let death = |(order, by)| {
            let cards_ago = Some(40).filter(|_| order > 0);
            let hider = Some(Hider { seat, cards_ago });
            BeatEvent::Death(DeathBeat {
                seat,
                by,
                order,
                first: seat,
                hider,
                times: 995,
            })
        };
        let deaths = hazards.enumerate().map(death);
        for beat in deaths.chain([BeatEvent::Rescue(seat)]) {
            let view = TableView {
                beat: Some(beat),
                ..self.table_view(Some(DEADLINE))
            };
            visit("the beat", &screen::table(&view, language));
        }
        self.visit_watchers(language, visit);
        for seat in self.game.rules().seats().iter() {
            for step in self.steps_of(seat) {
                let mut view = self.panel_view(seat, step, None);
                visit("the hand", &screen::panel(&view, language));
                view.display_mode = DisplayMode::TextFirst;
                visit("the hand in words", &screen::panel(&view, language));
                let direct = screen::panel(&view.in_direct_message(LINK, true), language);
                visit("the hand in a direct message", &direct);
            }
        }
    }
}

pub(super) const ONLY_TURN: Turn = Turn {
    seat: Seat::ALL[0],
    owed: 1,
    attacked: false,
};

/// The number of harmless cards in the draw pile of a full game, unless the game's limit on cards
/// leaves room for fewer.
const PILE_CARDS: usize = 40;

/// Returns a game of an edition with as many players as possible. The first player holds three of every title except
/// the hazards. The draw pile consists of kittens above copies of the card with the longest name. `turn` is the first
/// player's turn.
pub(super) fn full_game(edition: EditionId, turn: Turn) -> Option<SampleGame> {
    sample_of(full_setup(edition, turn)?)
}

pub(super) fn full_setup(edition: EditionId, turn: Turn) -> Option<Setup> {
    let rules = full_rules(edition)?;
    let mut setup = Setup::new(rules);
    let held = rules.titles().minus(TitleSet::HAZARDS);
    setup.hands[0] = held.iter().flat_map(|title| [title; 3]).collect();
    let seats = rules.seats().len();
    for hand in &mut setup.hands[1..seats] {
        *hand = Hand::from_iter([Title::Nope; 3]);
    }
    let mut pile = vec![PileCard::down(Title::ExplodingKitten); seats - 1];
    if rules.hazards.has(Title::ImplodingKitten) {
        pile.push(PileCard::up(Title::ImplodingKitten));
    }
    let others: usize = setup
        .hands
        .iter()
        .map(|hand| usize::from(hand.total()))
        .sum();
    let left = Hand::MAX_CARDS.saturating_sub(others + pile.len());
    let harmless = PileCard::down(Title::RainbowRalphingCat);
    pile.splice(0..0, vec![harmless; left.min(PILE_CARDS)]);
    setup.pile = Pile::from_bottom(&pile)?;
    setup.turn = Some(turn);
    Some(setup)
}

pub(super) fn sample_of(setup: Setup) -> Option<SampleGame> {
    let seats = setup.rules.seats().len();
    let players = players(seats, |index| match index % 4 {
        0 => person(index, Presence::Away),
        1 => person(index, Presence::Left),
        2 => Occupant::Computer(Strength::Tiger),
        _ => person(index, Presence::Present),
    });
    Some(SampleGame::new(Game::from_setup(setup).ok()?, players))
}

/// Returns rules of an edition with as many players as possible and, if possible, more combos than pairs of cats.
pub(super) fn full_rules(edition: EditionId) -> Option<Ruleset> {
    let editions = Editions::built_in();
    let by_the_book = TableOptions::of(edition, Locale::fallback());
    let options = variations(by_the_book).into_iter().rev();
    options
        .filter_map(|options| {
            let players = options.players(&editions).next_back()?;
            options.ruleset(&editions, players).ok()
        })
        .max_by_key(|rules| (rules.seats().len(), rules.combos != Combos::CatPairs))
}
