//! The awards of a finished game, each given to at most one player. They are based on the counts in `seat_counts` and
//! the riskiest draw, and are shown only after the end of the game, when hands are no longer secret.

use crate::screen::{Award, AwardKind, GameStats, percent};
use crate::seat_counts::{SeatCount, SeatCounts};

const MAX_AWARDS: usize = 3;

impl SeatCounts {
    /// Returns at most `MAX_AWARDS` awards of the finished game. A tie earns no award, except that the first of several
    /// equally close shaves does.
    pub(crate) fn awards(&self, stats: &GameStats) -> Vec<Award> {
        let shave = stats.riskiest_draw.map(|draw| Award {
            kind: AwardKind::ClosestShave,
            seat: draw.seat,
            amount: percent(draw.kittens.into(), draw.cards.into()),
        });
        let others = [
            self.most(AwardKind::Rescues, 2, |count| count.rescues),
            self.most(AwardKind::Nopes, 2, |count| count.nopes),
            self.most(AwardKind::Stolen, 3, |count| count.stolen),
            self.most(AwardKind::Robbed, 2, |count| count.robbed),
            self.most(AwardKind::HeldDefuse, 8, |count| count.longest_held),
        ];
        let shave = shave.filter(|award| award.amount > 0);
        shave
            .into_iter()
            .chain(others.into_iter().flatten())
            .take(MAX_AWARDS)
            .collect()
    }

    /// Returns the award for the player with the highest count; `None` in a tie or if that count is less than `least`.
    fn most(&self, kind: AwardKind, least: u32, count: fn(&SeatCount) -> u32) -> Option<Award> {
        let most = self.iter().map(|(_, one)| count(one)).max()?;
        let mut best = self.iter();
        let (seat, _) = best.find(|(_, one)| count(one) == most)?;
        let is_alone = best.all(|(_, one)| count(one) < most);
        (most >= least && is_alone).then_some(Award {
            kind,
            seat,
            amount: most,
        })
    }
}

#[cfg(test)]
mod tests {
    use rules::Seat;

    use super::*;

    #[test]
    fn an_award_goes_to_whoever_has_more_than_all_others_and_enough() {
        let mut counts = SeatCounts::default();
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
