//! The awards of a finished game, each earned at most once. They are counted from the game's events and shown
//! only after its end, when everybody may know who held what.

use rules::{ChoiceAnswer, Event, Game, Seat, Title};

use crate::screen::{Award, AwardKind, GameStats, percent};

/// The deeds of each player so far that an award may be for.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct AwardCounts([Tally; Seat::COUNT]);

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Tally {
    nopes: u32,
    rescues: u32,
    /// Cards that others took, and cards taken from others.
    robbed: u32,
    stolen: u32,
    /// The turns since which the player has held a Defuse, now and at most.
    holding: u32,
    longest_held: u32,
}

impl AwardCounts {
    /// Takes an event in, given the game before it.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "no award depends on any other event"
    )]
    pub(crate) fn observe(&mut self, game: &Game, event: &Event) {
        match event {
            Event::Noped { seat, .. } => self.of(*seat).nopes += 1,
            Event::Defused { seat } => self.of(*seat).rescues += 1,
            Event::Stolen { from, to, .. }
            | Event::Asked {
                from,
                to,
                hit: true,
                ..
            }
            | Event::Chosen {
                seat: from,
                owner: to,
                answer: ChoiceAnswer::Give(_),
            } => {
                self.of(*from).robbed += 1;
                self.of(*to).stolen += 1;
            }
            Event::TurnBegan(_) | Event::Won { .. } => self.count_holders(game),
            _ => {}
        }
    }

    fn of(&mut self, seat: Seat) -> &mut Tally {
        &mut self.0[seat.index()]
    }

    fn count_holders(&mut self, game: &Game) {
        for seat in game.rules().seats().iter() {
            let holds = game.hand(seat).has(Title::Defuse);
            let tally = self.of(seat);
            tally.holding = if holds { tally.holding + 1 } else { 0 };
            tally.longest_held = tally.longest_held.max(tally.holding);
        }
    }

    /// Returns the awards of the finished game. Where several players share the most, nobody earns it.
    pub(crate) fn awards(&self, stats: &GameStats) -> Vec<Award> {
        let shave = stats.riskiest_draw.map(|draw| Award {
            kind: AwardKind::ClosestShave,
            seat: draw.seat,
            amount: percent(draw.kittens.into(), draw.cards.into()),
        });
        let others = [
            self.most(AwardKind::Rescues, 2, |tally| tally.rescues),
            self.most(AwardKind::Nopes, 2, |tally| tally.nopes),
            self.most(AwardKind::Stolen, 3, |tally| tally.stolen),
            self.most(AwardKind::Robbed, 2, |tally| tally.robbed),
            self.most(AwardKind::HeldDefuse, 8, |tally| tally.longest_held),
        ];
        let shave = shave.filter(|award| award.amount > 0);
        shave
            .into_iter()
            .chain(others.into_iter().flatten())
            .collect()
    }

    /// Returns the award of whoever has more than all others, and at least so many.
    fn most(&self, kind: AwardKind, least: u32, count: fn(&Tally) -> u32) -> Option<Award> {
        let most = self.0.iter().map(count).max()?;
        let mut best = Seat::ALL.into_iter().zip(&self.0);
        let (seat, _) = best.find(|(_, tally)| count(tally) == most)?;
        let is_alone = best.all(|(_, tally)| count(tally) < most);
        (most >= least && is_alone).then_some(Award {
            kind,
            seat,
            amount: most,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_award_goes_to_whoever_has_more_than_all_others_and_enough() {
        let mut counts = AwardCounts::default();
        let [ada, ben] = [Seat::ALL[0], Seat::ALL[1]];
        counts.of(ada).nopes = 3;
        counts.of(ben).nopes = 2;
        counts.of(ada).robbed = 4;
        counts.of(ben).robbed = 4;
        counts.of(ben).rescues = 1;
        let nopes = Award {
            kind: AwardKind::Nopes,
            seat: ada,
            amount: 3,
        };
        assert_eq!(counts.awards(&GameStats::default()), [nopes]);
    }
}
