//! The parts of a running game's history that its table needs, such as the public event feed, the players' private
//! news, the statistics, and the memories for computer players. This module only observes events and decides nothing.

use std::collections::VecDeque;

use players::{Computer, Strength};
use rules::{Event, Game, PileEnd, PrivateNews, Ruleset, Seat, SeatSet, SeenEvent, redact};

use crate::hidden_kittens::HiddenKittens;
use crate::ids::Revision;
use crate::kitten_origins::KittenOrigins;
use crate::rescue::rescued;
use crate::screen::{Chart, GameStats, SafeDraw, Standing};
use crate::seat_counts::SeatCounts;
use crate::survival::Survival;
use crate::turn_reason::TurnHistory;

/// The maximum number of past events kept for the public event feed.
const MAX_FEED: usize = 24;

/// The maximum number of unread pieces of private news kept for each seat.
const MAX_NEWS: usize = 8;

/// The data that a table derives from the events of its running game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GameHistory {
    pub(crate) turns: TurnHistory,
    event_feed: VecDeque<SeenEvent>,
    /// The total number of events added to `event_feed`, including those dropped since.
    feed_count: u64,
    news: Vec<VecDeque<UnreadNews>>,
    pub(crate) stats: GameStats,
    survival: Survival,
    pub(crate) counts: SeatCounts,
    pub(crate) hidden_kittens: HiddenKittens,
    pub(crate) kitten_origins: KittenOrigins,
    /// For each seat, everything that its player has seen, for the computers that play in the seat.
    memories: Vec<Computer>,
}

/// A piece of news, shown to a person in private until they have read it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct UnreadNews {
    news: PrivateNews,
    /// The first revision whose panels show the news.
    revision: Revision,
}

impl GameHistory {
    pub(crate) fn new(game: &Game) -> Self {
        let players = game.rules().players();
        let memory = |seat| Computer::new(Strength::default(), seat, &game.view(Some(seat)));
        Self {
            turns: TurnHistory::default(),
            event_feed: VecDeque::new(),
            feed_count: 0,
            news: vec![VecDeque::new(); players],
            stats: GameStats::default(),
            survival: Survival::new(players),
            counts: SeatCounts::default(),
            hidden_kittens: HiddenKittens::default(),
            kitten_origins: KittenOrigins::default(),
            memories: game.rules().seats().iter().map(memory).collect(),
        }
    }

    /// Records that the cards were dealt again for a latecomer; `None` if their seat is unknown.
    pub(crate) fn note_latecomer(&mut self, latecomer: Option<Seat>) {
        self.turns = TurnHistory::dealt_for(latecomer);
    }

    /// Returns a computer player of this strength that remembers everything the seat has seen.
    pub(crate) fn computer(&self, seat: Seat, strength: Strength) -> Option<Computer> {
        let memory = self.memories.get(seat.index())?.clone();
        Some(memory.with_strength(strength))
    }

    pub(crate) fn event_feed(&self) -> Vec<SeenEvent> {
        self.event_feed.iter().cloned().collect()
    }

    /// Returns the feed, each event with its number among all events of this game's feed. The number does not change
    /// when older events are dropped.
    pub(crate) fn numbered_event_feed(&self) -> impl Iterator<Item = (u64, &SeenEvent)> {
        let dropped = self.feed_count - self.event_feed.len() as u64;
        (dropped..).zip(&self.event_feed)
    }

    pub(crate) fn news(&self, seat: Seat) -> Vec<PrivateNews> {
        let unread = self.unread_news(seat);
        unread.map(|unread| unread.news.clone()).collect()
    }

    pub(crate) fn newest_news(&self, seat: Seat) -> Option<Revision> {
        self.unread_news(seat).last().map(|news| news.revision)
    }

    pub(crate) fn has_news(&self, seat: Seat, upto: Revision) -> bool {
        self.unread_news(seat)
            .next()
            .is_some_and(|news| news.revision <= upto)
    }

    pub(crate) fn mark_news_read(&mut self, seat: Seat, upto: Revision) {
        if let Some(news) = self.news.get_mut(seat.index()) {
            news.retain(|news| news.revision > upto);
        }
    }

    /// Returns the chart of the finished game, with its lines in the order of these standings.
    pub(crate) fn chart(&self, standings: &[Standing]) -> Chart {
        self.survival.chart(self.stats.turns, standings)
    }

    fn unread_news(&self, seat: Seat) -> impl Iterator<Item = &UnreadNews> {
        self.news.get(seat.index()).into_iter().flatten()
    }

    /// Records an event, given the game before it and the seats whose owners are absent. Panels show the event's news
    /// starting with `revision`.
    pub(crate) fn observe(
        &mut self,
        game: &Game,
        event: &Event,
        absent: SeatSet,
        revision: Revision,
    ) {
        self.count(game, event);
        self.counts.observe(game, event, absent);
        self.hidden_kittens.observe(game, event);
        self.kitten_origins.observe(game, event);
        self.turns.observe(game, event);
        self.publish(game.rules(), event, revision);
        self.hide_from_blind(game, event, revision);
    }

    /// Drops news that would reveal to blind players the cards in their hands. News of a card that they receive while
    /// blind is kept until an event of a later revision.
    fn hide_from_blind(&mut self, game: &Game, event: &Event, revision: Revision) {
        let is_cursed = |seat| matches!(event, Event::Cursed { seat: of } if *of == seat);
        for (seat, news) in Seat::ALL.into_iter().zip(&mut self.news) {
            let is_new = |unread: &UnreadNews| unread.revision == revision && !is_cursed(seat);
            if is_cursed(seat) || game.blind().contains(seat) {
                news.retain(|unread| is_new(unread) || !unread.news.tells_held_card());
            }
        }
    }

    /// Updates the statistics and the chart.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the other events are not counted"
    )]
    fn count(&mut self, game: &Game, event: &Event) {
        match event {
            Event::Noped { layer, .. } => {
                self.stats.nopes += 1;
                self.stats.longest_chain = self.stats.longest_chain.max(layer + 1);
            }
            Event::TurnBegan(_) | Event::Won { .. } => self.stats.turns += 1,
            Event::Drew { seat, from, .. } => {
                let odds = self.count_draw(game, *seat, *from);
                self.count_escape(*seat, odds);
            }
            // The risk belongs to the player who gets the card.
            Event::DrewFor { to, from, .. } => {
                let odds = self.count_draw(game, *to, *from);
                self.count_escape(*to, odds);
            }
            Event::DrewKitten { seat, from, .. } => {
                self.count_draw(game, *seat, *from);
            }
            // The player did not draw the kitten, so this does not count as their risk.
            Event::TurnedUp { seat, .. } | Event::WentOff { seat, .. }
                if game.unresolved().is_none() =>
            {
                self.survival.record_leave(*seat, self.present_turn());
            }
            Event::Left { seat, .. } | Event::Barked { on: seat, .. } => {
                self.survival.record_leave(*seat, self.present_turn());
            }
            _ => {}
        }
        if let Some(seat) = rescued(game, event) {
            self.survival.record_rescue(seat);
        }
    }

    /// Returns the number of the current turn, counted from 1.
    fn present_turn(&self) -> u32 {
        self.stats.turns + 1
    }

    /// Adds a draw to the chart. Returns the publicly known odds of drawing a kitten: `PlayerView::kitten_odds_at`.
    fn count_draw(&mut self, game: &Game, seat: Seat, from: PileEnd) -> (u8, u8) {
        let (kittens, cards) = game.view(None).kitten_odds_at(from);
        let turn = self.present_turn();
        self.survival.record_draw(seat, turn, kittens, cards);
        (kittens, cards)
    }

    fn count_escape(&mut self, seat: Seat, (kittens, cards): (u8, u8)) {
        let closer = |than: SafeDraw| {
            u32::from(kittens) * u32::from(than.cards) > u32::from(than.kittens) * u32::from(cards)
        };
        if self.stats.riskiest_draw.is_none_or(closer) {
            self.stats.riskiest_draw = Some(SafeDraw {
                seat,
                kittens,
                cards,
            });
        }
    }

    /// Adds an event to the computers' memories, the public event feed and the private news, each redacted for
    /// its viewer.
    fn publish(&mut self, rules: &Ruleset, event: &Event, revision: Revision) {
        for (seat, memory) in Seat::ALL.into_iter().zip(&mut self.memories) {
            let seen = redact(event, Some(seat), rules);
            memory.observe(&seen);
            let own = self.news.get_mut(seat.index());
            if let (Some(own), Some(news)) = (own, seen.private_news(seat)) {
                push_bounded(own, UnreadNews { news, revision }, MAX_NEWS);
            }
        }
        if belongs_to_feed(event) {
            self.feed_count += 1;
            push_bounded(&mut self.event_feed, redact(event, None, rules), MAX_FEED);
        }
    }
}

fn push_bounded<T>(list: &mut VecDeque<T>, item: T, max: usize) {
    if list.len() == max {
        list.pop_front();
    }
    list.push_back(item);
}

/// Returns true if an event belongs to the public event feed. Passes do not: the screen shows them separately.
fn belongs_to_feed(event: &Event) -> bool {
    !matches!(event, Event::Passed { .. })
}
