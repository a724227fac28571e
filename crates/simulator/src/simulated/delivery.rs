//! Delivers clicks over the simulated gateway. Each click is sent to all processes, but a process that is waiting for
//! the lease is not connected and misses it.

use table::ids::Millis;

use super::checker::ANSWER_DEADLINE;
use super::host::HostState;
use super::schedule::{Affects, Event};
use super::world::World;

/// The age at which the bot's gateway drops a click. Simulated processes have no gateway; with several processes, this
/// module drops old clicks instead.
const STALE_AFTER: Millis = Millis::seconds(3);

impl World {
    /// Returns true if this host's process receives a click now. Keeps the click for later if the process is stopped or
    /// cut off from the gateway, or if it is shutting down and there is no other host.
    pub(super) fn deliver_click(&mut self, interaction: u64, host: usize) -> bool {
        let now = self.now();
        let down_until = self.hosts[host].gateway_down_until;
        let waits_for_lease = self.is_shared() && !self.hosts[host].is_connected;
        let retry_at = match self.hosts[host].state {
            HostState::Running if waits_for_lease => return false,
            HostState::Running if now >= down_until => return self.is_delivered(interaction, host),
            HostState::Running => down_until.after(Millis(20)),
            HostState::Paused => {
                self.hosts[host].waiting_clicks.push(interaction);
                return false;
            }
            // The host's next process receives the click, unless there are other hosts.
            HostState::ShuttingDown if !self.is_shared() => now.after(Millis(20)),
            HostState::ShuttingDown | HostState::Ended | HostState::Down { .. } => return false,
        };
        let again = Event::Deliver { interaction, host };
        self.schedule(retry_at.since(now), Affects::Host(host), again);
        false
    }

    fn is_delivered(&mut self, interaction: u64, host: usize) -> bool {
        let clicked_at = self.discord.interaction(interaction).map(|asked| asked.at);
        let age = clicked_at.map(|at| self.now().since(at));
        if self.is_shared() && age.is_none_or(|age| age > STALE_AFTER) {
            return false;
        }
        self.count_delivery(interaction, host, age);
        true
    }

    fn count_delivery(&mut self, interaction: u64, host: usize, age: Option<Millis>) {
        self.totals.deliveries += 1;
        let overtaken = self.last_delivered > interaction;
        self.totals.reorderings += u64::from(overtaken);
        self.last_delivered = self.last_delivered.max(interaction);
        let late = age.is_none_or(|age| age > Millis(500));
        let Some(click) = self.clicks.get_mut(&interaction) else {
            return;
        };
        click.excused |= late;
        let again = std::mem::replace(&mut click.delivered, true);
        self.totals.duplicates += u64::from(again);
        let process = self.hosts[host].process;
        self.schedule(
            ANSWER_DEADLINE,
            Affects::Nobody,
            Event::CheckAnswered {
                interaction,
                process,
            },
        );
    }
}
