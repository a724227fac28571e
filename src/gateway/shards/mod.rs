//! The shards of this process, where several share a journal: each takes its share by leases in the
//! database, connects them, and leaves to others what is theirs. A shard moves without a gap: its earlier
//! holder receives events until the new one does. The tables of its servers move with it.
//!
//! - the share of a process: [`plan`], a plain function
//! - one shard's session and its turn among all processes: [`session`]
//! - the leases themselves, and the time when one has ended: the journal

mod plan;
mod session;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use journal::{ShardHolder, ShardLeases, SharedShards};
use serenity::utils::shard_id;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::{Instant, interval, sleep, timeout};
use tracing::{debug, info, warn};

use crate::gateway::client::GatewayExit;
use crate::gateway::connection::GatewaySettings;
use crate::gateway::{CONNECTING_POLL_INTERVAL, CONNECTION_POLL_INTERVAL, Gateway};
use crate::registry::Registry;
use plan::{Step, plan};
use session::{Connector, Session};

/// How often leases are renewed and looked at: well before they end.
const TICK: Duration = Duration::from_secs(1);
/// How long a shard is received after another process has taken it and does not get connected.
const HANDOVER_TIMEOUT: Duration = Duration::from_secs(30);

/// How long a process that stops receives events until another process does.
const STOP_HANDOVER: Duration = Duration::from_millis(2_500);
/// Time between two looks whether another process does.
const STOP_POLL: Duration = Duration::from_millis(200);

/// The shards of one process.
pub(crate) struct ShardCoordinator {
    shared: SharedShards,
    gateway: Arc<Gateway>,
    registry: Arc<Registry>,
    connector: Arc<Connector>,
    exits: UnboundedReceiver<GatewayExit>,
    sessions: BTreeMap<u32, Session>,
    /// Since when another process has held a shard that is still received here.
    lost_since: BTreeMap<u32, Instant>,
    rotation: u32,
}

impl ShardCoordinator {
    /// Returns the shards of this process, of `total` in all.
    pub(crate) fn new(
        settings: GatewaySettings,
        shared: SharedShards,
        total: u32,
        gateway: Arc<Gateway>,
        registry: Arc<Registry>,
    ) -> Self {
        let (sender, exits) = unbounded_channel();
        gateway.set_shard_count(total);
        Self {
            connector: Arc::new(Connector {
                settings,
                gateway: Arc::clone(&gateway),
                shared: shared.clone(),
                background_tasks: registry.background_tasks().clone(),
                total,
                exits: sender,
            }),
            shared,
            gateway,
            registry,
            exits,
            sessions: BTreeMap::new(),
            lost_since: BTreeMap::new(),
            rotation: rand::random(),
        }
    }

    /// Takes its share of the shards and keeps it until a session ends for good. Returns why.
    pub(crate) async fn run(&mut self) -> GatewayExit {
        let mut ticks = interval(TICK);
        loop {
            let poll_interval = match self.gateway.is_connected() {
                true => CONNECTION_POLL_INTERVAL,
                false => CONNECTING_POLL_INTERVAL,
            };
            tokio::select! {
                biased;
                // The connector has a sender, so there is always an end to wait for.
                Some(exit) = self.exits.recv() => return exit,
                _ = ticks.tick() => self.tick().await,
                () = sleep(poll_interval) => drop(self.sample().await),
            }
        }
    }

    /// Gives all shards to the other processes, if there are any, and leaves the gateway.
    pub(crate) async fn close(&mut self) {
        if timeout(STOP_HANDOVER, self.hand_over()).await.is_err() {
            debug!("some shards are not received by other processes yet");
        }
        let sessions = std::mem::take(&mut self.sessions);
        futures_util::future::join_all(sessions.into_values().map(Session::close)).await;
    }

    /// Gives the leases back, and receives events until other processes do.
    async fn hand_over(&self) {
        match self.shared.release().await {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => return warn!(%error, "could not give shards back"),
        }
        while !self.sessions.is_empty() {
            sleep(STOP_POLL).await;
            let Ok(leases) = self.shared.renew().await else {
                return;
            };
            if are_received(self.sessions.keys(), &leases) {
                return;
            }
        }
    }

    async fn tick(&mut self) {
        let connected = self.sample().await;
        let leases = match self.shared.renew().await {
            Ok(leases) => leases,
            // Clicks are still received, and refused with a sentence while the database is away.
            Err(error) => return warn!(%error, "could not renew the leases of shards"),
        };
        let mut held = held_by(&leases, ShardHolder::ThisProcess);
        for step in plan(&leases, &connected, self.rotation) {
            self.carry_out(step, &mut held).await;
        }
        self.gateway.expect_shards(!held.is_empty());
        self.registry.expect_shards(&held);
        for &shard in &held {
            let connector = &self.connector;
            self.sessions.entry(shard).or_insert_with(|| {
                info!(shard, "this process holds a shard");
                self.gateway.expect_connection(shard);
                Session::start(Arc::clone(connector), shard)
            });
        }
        self.record_connected(&leases, &held, &connected).await;
        self.leave(&leases, &held).await;
    }

    /// Reads the state of all connections. Returns the shards whose events are received.
    async fn sample(&self) -> BTreeSet<u32> {
        let mut samples = Vec::new();
        for session in self.sessions.values() {
            samples.extend(session.sample().await);
        }
        let connected = samples.iter().filter(|sample| sample.is_connected);
        let connected = connected.map(|sample| sample.shard).collect();
        self.gateway.record_samples(samples);
        connected
    }

    async fn carry_out(&self, step: Step, held: &mut BTreeSet<u32>) {
        let (outcome, shard) = match step {
            Step::Acquire(shard) => (self.shared.acquire(shard).await, shard),
            Step::Offer(shard) => (self.shared.offer(shard).await, shard),
            Step::Keep(shard) => (self.shared.keep(shard).await, shard),
        };
        match (outcome, step) {
            (Ok(true), Step::Acquire(shard)) => drop(held.insert(shard)),
            (Ok(_), _) => {}
            (Err(error), _) => warn!(%error, shard, "could not change the lease of a shard"),
        }
    }

    /// Records which shards are received here: from now on this process takes over their tables.
    async fn record_connected(
        &self,
        leases: &ShardLeases,
        held: &BTreeSet<u32>,
        connected: &BTreeSet<u32>,
    ) {
        for &shard in held.intersection(connected) {
            let lease = leases.leases[shard as usize];
            let is_known = lease.is_connected && lease.holder == ShardHolder::ThisProcess;
            if !is_known && let Err(error) = self.shared.record_connected(shard).await {
                warn!(%error, shard, "could not record that a shard is connected");
            }
        }
    }

    /// Leaves the shards that another process receives now, and their tables to it.
    async fn leave(&mut self, leases: &ShardLeases, held: &BTreeSet<u32>) {
        let now = Instant::now();
        let others = held_by(leases, ShardHolder::OtherProcess);
        self.lost_since
            .retain(|shard, _| others.contains(shard) && !held.contains(shard));
        let mut moved = BTreeSet::new();
        for &shard in others.difference(held) {
            let since = *self.lost_since.entry(shard).or_insert(now);
            let is_late = now.saturating_duration_since(since) > HANDOVER_TIMEOUT;
            if leases.leases[shard as usize].is_connected || is_late {
                moved.insert(shard);
            }
        }
        for &shard in &moved {
            if let Some(session) = self.sessions.remove(&shard) {
                info!(shard, "another process has taken a shard");
                self.gateway.shard_lost(shard);
                tokio::spawn(session.close());
            }
        }
        let total = self.connector.total;
        self.registry
            .follow_owners(|guild| moved.contains(&shard_id(guild, total)));
    }
}

/// Returns true if processes are connected to all these shards. One that the leases no longer count, because
/// the processes share fewer now, needs none.
fn are_received<'a>(mut shards: impl Iterator<Item = &'a u32>, leases: &ShardLeases) -> bool {
    shards.all(|&shard| {
        let lease = leases.leases.get(shard as usize);
        lease.is_none_or(|lease| lease.is_connected)
    })
}

fn held_by(leases: &ShardLeases, holder: ShardHolder) -> BTreeSet<u32> {
    let held = (0..).zip(&leases.leases);
    let held = held.filter(|(_, lease)| lease.holder == holder);
    held.map(|(shard, _)| shard).collect()
}

#[cfg(test)]
mod tests {
    use journal::ShardLease;

    use super::*;

    #[test]
    fn a_shard_that_the_leases_no_longer_count_is_not_waited_for() {
        let lease = |is_connected| ShardLease {
            holder: ShardHolder::OtherProcess,
            is_connected,
            is_offered: false,
        };
        let leases = ShardLeases {
            processes: 2,
            leases: vec![lease(true), lease(false)],
        };
        let received = |shards: &[u32]| are_received(shards.iter(), &leases);
        assert!(received(&[0, 2]));
        assert!(!received(&[0, 1, 2]));
    }
}
