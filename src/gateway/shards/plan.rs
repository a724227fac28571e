//! The decision which shards a process asks for, offers and keeps: a plain function of the leases. No
//! process gives orders to another one; each takes its share, and no more.

use std::collections::BTreeSet;

use journal::{ShardHolder, ShardLeases};

/// A change of a lease that a process asks for. The database decides if it gets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Take a shard that nobody holds, or that is offered.
    Acquire(u32),
    /// Offer a shard to the others, beyond this process's share.
    Offer(u32),
    /// Take an offer back: this process has no more than its share.
    Keep(u32),
}

/// Returns the steps of a process. `connected` are the shards whose events it receives, which it asks for
/// first; `rotation` lets several processes begin at different shards.
pub(super) fn plan(leases: &ShardLeases, connected: &BTreeSet<u32>, rotation: u32) -> Vec<Step> {
    let all = || (0..).zip(&leases.leases);
    let own: Vec<u32> = all()
        .filter(|(_, lease)| lease.holder == ShardHolder::ThisProcess)
        .map(|(shard, _)| shard)
        .collect();
    let total = u32::try_from(leases.leases.len()).unwrap_or(u32::MAX);
    let share = total.div_ceil(leases.processes.max(1)) as usize;
    let is_offered = |shard: u32| leases.leases[shard as usize].is_offered;
    let lost = all()
        .filter(|(shard, lease)| lease.holder == ShardHolder::Nobody && connected.contains(shard))
        .map(|(shard, _)| Step::Acquire(shard));
    let mut steps: Vec<Step> = lost.collect();
    let held = own.len() + steps.len();
    if held > share {
        let surplus = own.iter().rev().take(held - share).copied();
        steps.extend(surplus.filter(|shard| !is_offered(*shard)).map(Step::Offer));
        return steps;
    }
    let kept = own.iter().copied().filter(|shard| is_offered(*shard));
    steps.extend(kept.map(Step::Keep));
    let mut free: Vec<u32> = all()
        .filter(|(shard, lease)| match lease.holder {
            ShardHolder::ThisProcess => false,
            ShardHolder::OtherProcess => lease.is_offered,
            ShardHolder::Nobody => !connected.contains(shard),
        })
        .map(|(shard, _)| shard)
        .collect();
    if !free.is_empty() {
        let first = rotation as usize % free.len();
        free.rotate_left(first);
    }
    // Those that nobody serves come first.
    free.sort_by_key(|shard| leases.leases[*shard as usize].is_offered);
    steps.extend(free.into_iter().take(share - held).map(Step::Acquire));
    steps
}

#[cfg(test)]
mod tests {
    use journal::ShardLease;

    use super::*;

    /// A database of leases, as several processes change it in turn.
    struct Fixture {
        holders: Vec<Option<usize>>,
        offered: Vec<bool>,
        living: Vec<usize>,
    }

    impl Fixture {
        fn new(shards: usize, processes: usize) -> Self {
            Self {
                holders: vec![None; shards],
                offered: vec![false; shards],
                living: (0..processes).collect(),
            }
        }

        fn view(&self, process: usize) -> ShardLeases {
            let lease = |(holder, &is_offered): (&Option<usize>, &bool)| ShardLease {
                holder: match holder {
                    Some(holder) if *holder == process => ShardHolder::ThisProcess,
                    Some(_) => ShardHolder::OtherProcess,
                    None => ShardHolder::Nobody,
                },
                is_connected: holder.is_some(),
                is_offered,
            };
            ShardLeases {
                processes: self.living.len() as u32,
                leases: self.holders.iter().zip(&self.offered).map(lease).collect(),
            }
        }

        /// Lets every process act so often.
        fn run(&mut self, rounds: usize) {
            for round in 0..rounds {
                for process in self.living.clone() {
                    let view = self.view(process);
                    let rotation = (process * 7 + round) as u32;
                    for step in plan(&view, &BTreeSet::new(), rotation) {
                        self.carry_out(process, step);
                    }
                }
            }
        }

        fn carry_out(&mut self, process: usize, step: Step) {
            let (Step::Acquire(shard) | Step::Offer(shard) | Step::Keep(shard)) = step;
            let shard = shard as usize;
            match step {
                Step::Acquire(_) => {
                    assert!(self.holders[shard].is_none() || self.offered[shard]);
                    self.holders[shard] = Some(process);
                    self.offered[shard] = false;
                }
                Step::Offer(_) | Step::Keep(_) => {
                    assert_eq!(self.holders[shard], Some(process));
                    self.offered[shard] = matches!(step, Step::Offer(_));
                }
            }
        }

        fn die(&mut self, process: usize) {
            self.living.retain(|living| *living != process);
            for (holder, offered) in self.holders.iter_mut().zip(&mut self.offered) {
                if *holder == Some(process) {
                    (*holder, *offered) = (None, false);
                }
            }
        }

        /// Returns how many shards each living process holds; fails if nobody holds one.
        fn counts(&self) -> Vec<usize> {
            assert!(
                self.holders.iter().all(Option::is_some),
                "{:?}",
                self.holders
            );
            let count = |process: &usize| {
                let held = self
                    .holders
                    .iter()
                    .filter(|holder| **holder == Some(*process));
                held.count()
            };
            self.living.iter().map(count).collect()
        }
    }

    #[test]
    fn every_shard_is_held_and_nobody_holds_more_than_a_share() {
        for shards in 1..=20 {
            for processes in 1..=6 {
                let mut fixture = Fixture::new(shards, processes);
                fixture.run(3);
                let share = shards.div_ceil(processes);
                let counts = fixture.counts();
                assert!(
                    counts.iter().all(|count| *count <= share),
                    "{shards}: {counts:?}"
                );
                assert_eq!(counts.iter().sum::<usize>(), shards);
            }
        }
    }

    #[test]
    fn a_process_that_comes_gets_its_share_and_one_that_dies_leaves_it() {
        let mut fixture = Fixture::new(16, 3);
        fixture.run(3);
        fixture.living.push(3);
        fixture.run(3);
        assert_eq!(fixture.counts(), [4, 4, 4, 4]);
        fixture.die(0);
        fixture.run(3);
        let counts = fixture.counts();
        assert!(
            counts.iter().all(|count| (4..=6).contains(count)),
            "{counts:?}"
        );
    }

    #[test]
    fn nothing_moves_once_everything_is_shared() {
        let mut fixture = Fixture::new(16, 4);
        fixture.run(3);
        let before = fixture.holders.clone();
        for process in 0..4 {
            assert_eq!(plan(&fixture.view(process), &BTreeSet::new(), 5), []);
        }
        fixture.run(3);
        assert_eq!(fixture.holders, before);
    }

    #[test]
    fn an_offer_is_taken_back_once_the_other_process_is_gone() {
        let mut fixture = Fixture::new(4, 2);
        fixture.holders = vec![Some(0); 4];
        let steps = plan(&fixture.view(0), &BTreeSet::new(), 0);
        assert_eq!(steps, [Step::Offer(3), Step::Offer(2)]);
        steps
            .into_iter()
            .for_each(|step| fixture.carry_out(0, step));
        assert_eq!(plan(&fixture.view(0), &BTreeSet::new(), 0), []);
        fixture.die(1);
        let steps = plan(&fixture.view(0), &BTreeSet::new(), 0);
        assert_eq!(steps, [Step::Keep(2), Step::Keep(3)]);
    }

    #[test]
    fn a_process_that_was_away_from_the_database_asks_first_for_the_shards_that_it_still_receives()
    {
        let fixture = Fixture::new(4, 2);
        let connected = BTreeSet::from([1, 2]);
        let steps = plan(&fixture.view(0), &connected, 0);
        assert_eq!(steps, [Step::Acquire(1), Step::Acquire(2)]);
    }
}
