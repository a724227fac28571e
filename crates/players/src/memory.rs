//! What one seat remembers: a pure fold over the events that it has seen. It never sees more.

mod holding;
mod pile_belief;

use rules::{Play, PlayerView, Ruleset, Seat, SeenEvent, SeenKitten, Title, Turn};

pub(crate) use holding::Holding;
pub(crate) use pile_belief::PileBelief;

/// How likely a kitten is believed to be put back where it hurts the next player.
const PUT_WHERE_IT_HURTS: f32 = 0.6;

/// How many times more likely a kitten lies on top when one who has looked turns away from it.
const TURNED_AWAY: f32 = 6.0;

/// What one seat remembers of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Memory {
    seat: Seat,
    rules: Ruleset,
    holdings: [Holding; Seat::MOST],
    pile: PileBelief,
    turn: Option<Turn>,
    played: Option<(Seat, Play)>,
    /// How many cards of the top each seat has looked at and nobody has drawn since.
    looks: [u8; Seat::MOST],
    /// Who put a kitten back last, while nothing has been drawn or mixed since.
    fresh: Option<Seat>,
}

impl Memory {
    /// What the seat knows before it has seen anything happen: `view` is its view of the start. Of
    /// a view from later on it knows only what everybody sees.
    pub fn new(seat: Seat, view: &PlayerView) -> Memory {
        let mut memory = Memory {
            seat,
            rules: view.rules,
            holdings: [Holding::default(); Seat::MOST],
            pile: PileBelief::mixed(view.pile_count, view.kittens_in_pile),
            turn: view.turn,
            played: None,
            looks: [0; Seat::MOST],
            fresh: None,
        };
        for other in &view.seats {
            memory.holdings[other.seat.index()] = Holding::unknown(other.cards);
        }
        if is_start(view) {
            memory.remember_the_deal();
        }
        memory
    }

    /// Everybody was given one Defuse; where the others went into the pile, no more than that.
    fn remember_the_deal(&mut self) {
        let dealt = self.rules.dealt();
        for seat in self.rules.seats().iter() {
            let mut holding = Holding::unknown(dealt);
            if self.rules.spare_defuses() == rules::SpareDefuses::AfterDeal {
                holding.clear(Title::Defuse);
            }
            holding.gain(Title::Defuse);
            self.holdings[seat.index()] = holding;
        }
    }

    /// Takes in what its seat has just seen.
    pub fn observe(&mut self, event: &SeenEvent) {
        match *event {
            SeenEvent::Played { seat, play } => self.played(seat, play),
            SeenEvent::Noped { seat, .. } => self.of(seat).lose(Title::Nope),
            SeenEvent::WindowClosed { stands: true } => self.stood(),
            SeenEvent::Saw {
                seat,
                cards,
                ref titles,
            } => {
                self.looks[seat.index()] = cards;
                if let Some(titles) = titles {
                    self.pile.look(titles);
                }
            }
            SeenEvent::Shuffled => {
                self.pile.mix();
                self.forget_places();
            }
            SeenEvent::Stolen { from, to, title } => self.moved(from, to, title, Holding::lose_any),
            SeenEvent::Gave { from, to, title } => self.moved(from, to, title, Holding::lose_gift),
            SeenEvent::Asked {
                from,
                to,
                title,
                hit,
            } => self.asked(from, to, title, hit),
            SeenEvent::Took { seat, title } => self.of(seat).gain(title),
            SeenEvent::Drew { seat, title } => self.drew(seat, title),
            SeenEvent::DrewKitten { .. } => {
                self.pile.draw(true);
                self.forget_places();
            }
            SeenEvent::Defused { seat } => self.of(seat).lose(Title::Defuse),
            SeenEvent::Placed { seat, place } => self.placed(seat, place),
            SeenEvent::Exploded { seat, .. } => *self.of(seat) = Holding::default(),
            SeenEvent::Left { seat, kitten, .. } => self.left(seat, kitten),
            SeenEvent::TurnBegan(turn) => self.turn = Some(turn),
            SeenEvent::Passed { .. }
            | SeenEvent::WindowClosed { stands: false }
            | SeenEvent::Fizzled { .. }
            | SeenEvent::ShuffleBegan { .. }
            | SeenEvent::Stopped { .. }
            | SeenEvent::FavorOwed { .. }
            | SeenEvent::TakeAwaited { .. }
            | SeenEvent::Lapsed { .. }
            | SeenEvent::TimedOut { .. }
            | SeenEvent::Won { .. } => {}
        }
    }

    fn of(&mut self, seat: Seat) -> &mut Holding {
        &mut self.holdings[seat.index()]
    }

    fn played(&mut self, seat: Seat, play: Play) {
        play.cards().for_each(|card| self.of(seat).lose(card));
        self.played = Some((seat, play));
    }

    /// Who has looked at the top card and then ends his turn without drawing it has his reasons.
    fn stood(&mut self) {
        let Some((seat, Play::Single(Title::Attack | Title::Skip))) = self.played else {
            return;
        };
        if seat != self.seat && self.looks[seat.index()] > 0 {
            self.pile.suspect_top(TURNED_AWAY);
        }
    }

    fn moved(
        &mut self,
        from: Seat,
        to: Seat,
        title: Option<Title>,
        lose: fn(&mut Holding) -> [f32; Title::ALL.len()],
    ) {
        match title {
            Some(title) => {
                self.of(from).lose(title);
                self.of(to).gain(title);
            }
            None => {
                let share = lose(self.of(from));
                self.of(to).gain_share(share);
            }
        }
    }

    fn asked(&mut self, from: Seat, to: Seat, title: Title, hit: bool) {
        match hit {
            true => self.moved(from, to, Some(title), Holding::lose_any),
            false => self.of(from).lacks(title),
        }
    }

    fn drew(&mut self, seat: Seat, title: Option<Title>) {
        let seen = self.pile.draw(false);
        match title.or(seen) {
            Some(title) => self.of(seat).gain(title),
            None => self.of(seat).gain_unseen(),
        }
        self.fresh = None;
        for look in &mut self.looks {
            *look = look.saturating_sub(1);
        }
    }

    fn placed(&mut self, seat: Seat, place: Option<u8>) {
        self.forget_places();
        self.fresh = Some(seat);
        match place {
            Some(place) => self.pile.insert(place),
            None => {
                // He must still draw for the other turns that he owes himself.
                let owed = self.turn.map_or(1, |turn| turn.owed);
                let likely = u8::try_from(owed.saturating_sub(1)).unwrap_or(u8::MAX);
                self.pile.insert_somewhere(likely, PUT_WHERE_IT_HURTS);
            }
        }
    }

    fn left(&mut self, seat: Seat, kitten: SeenKitten) {
        *self.of(seat) = Holding::default();
        if kitten == SeenKitten::FromPile {
            self.pile.lose_kitten();
            self.forget_places();
        }
    }

    fn forget_places(&mut self) {
        self.looks = [0; Seat::MOST];
        self.fresh = None;
    }

    /// What is known of this seat's hand.
    pub(crate) fn holding(&self, seat: Seat) -> &Holding {
        &self.holdings[seat.index()]
    }

    /// What is believed of the draw pile.
    pub(crate) fn pile(&self) -> &PileBelief {
        &self.pile
    }

    /// How many cards of the top this seat has seen.
    pub(crate) fn looked(&self, seat: Seat) -> u8 {
        self.looks[seat.index()]
    }

    /// Who put a kitten back last, while nothing has been drawn or mixed since.
    pub(crate) fn fresh(&self) -> Option<Seat> {
        self.fresh
    }
}

/// Whether nothing has happened yet.
fn is_start(view: &PlayerView) -> bool {
    let each = view.rules.dealt() + 1;
    view.discard.is_empty()
        && view
            .seats
            .iter()
            .all(|seat| seat.alive() && seat.cards == each)
}

#[cfg(test)]
mod tests {
    use rules::{Edition, EditionId, Game, HouseRules, Seeded};

    use super::*;

    const ME: Seat = Seat::ALL[0];
    const NEXT: Seat = Seat::ALL[1];
    const THIRD: Seat = Seat::ALL[2];

    fn memory(edition: EditionId) -> Memory {
        let rules = Ruleset::new(Edition::built_in(edition), HouseRules::default(), 3);
        let rules = rules.expect("rules for three");
        let (game, _) = Game::deal(rules, ME, &mut Seeded::new(1));
        Memory::new(ME, &game.view(Some(ME)))
    }

    #[test]
    fn everybody_starts_with_a_defuse_and_has_none_for_sure_once_it_is_spent() {
        let mut memory = memory(EditionId::Classic);
        assert_eq!(memory.holding(NEXT).sure(Title::Defuse), 1.0);
        // In this edition the other Defuses lie in the pile.
        assert_eq!(memory.holding(NEXT).open_to(Title::Defuse), 0.0);
        memory.observe(&SeenEvent::DrewKitten { seat: NEXT });
        memory.observe(&SeenEvent::Defused { seat: NEXT });
        assert_eq!(memory.holding(NEXT).sure(Title::Defuse), 0.0);
    }

    #[test]
    fn a_card_given_is_remembered_and_a_theft_among_others_is_doubted() {
        let mut memory = memory(EditionId::Original);
        memory.observe(&SeenEvent::Gave {
            from: ME,
            to: NEXT,
            title: Some(Title::Skip),
        });
        assert_eq!(memory.holding(NEXT).sure(Title::Skip), 1.0);
        memory.observe(&SeenEvent::Stolen {
            from: NEXT,
            to: THIRD,
            title: None,
        });
        let [kept, gone] = [NEXT, THIRD].map(|seat| memory.holding(seat).sure(Title::Skip));
        assert!(kept > 0.8 && gone > 0.0 && (kept + gone - 1.0).abs() < 1e-6);
    }

    #[test]
    fn a_kitten_put_back_by_one_who_owes_another_turn_lies_rather_second() {
        let mut memory = memory(EditionId::Original);
        memory.observe(&SeenEvent::TurnBegan(Turn {
            seat: NEXT,
            owed: 2,
            attacked: true,
        }));
        memory.observe(&SeenEvent::DrewKitten { seat: NEXT });
        memory.observe(&SeenEvent::Defused { seat: NEXT });
        memory.observe(&SeenEvent::Placed {
            seat: NEXT,
            place: None,
        });
        assert!(memory.pile().peril(1) > 0.5 && memory.pile().peril(0) < 0.2);
        assert_eq!(memory.fresh(), Some(NEXT));
        memory.observe(&SeenEvent::Shuffled);
        assert!(memory.pile().peril(1) < 0.2);
        assert_eq!(memory.fresh(), None);
    }

    #[test]
    fn who_looks_and_then_skips_makes_the_top_suspect() {
        let mut memory = memory(EditionId::Original);
        let before = memory.pile().peril(0);
        let skips = [
            SeenEvent::Played {
                seat: NEXT,
                play: Play::Single(Title::Skip),
            },
            SeenEvent::WindowClosed { stands: true },
        ];
        skips.iter().for_each(|event| memory.observe(event));
        assert_eq!(memory.pile().peril(0), before);
        memory.observe(&SeenEvent::Saw {
            seat: NEXT,
            cards: 3,
            titles: None,
        });
        skips.iter().for_each(|event| memory.observe(event));
        assert!(memory.pile().peril(0) > 2.0 * before);
    }
}
