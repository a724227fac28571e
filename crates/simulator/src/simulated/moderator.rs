//! Faults from outside the processes: a moderator, gateway outages and, with several processes, pauses and lost
//! connections of individual processes.

use table::ids::Millis;

use super::discord::Access;
use super::fault::Fault;
use super::host::HostState;
use super::interruption::pause;
use super::schedule::{Affects, Event};
use super::world::{Phase, World};

/// The time after which a process notices that its gateway connection is lost.
const GATEWAY_POLL_INTERVAL: Millis = Millis::seconds(1);

impl World {
    pub(super) fn schedule_first_events(&mut self) {
        for person in 0..self.people.len() {
            self.schedule_look(person);
        }
        self.schedule_moderator();
        for host in 0..self.hosts.len() {
            self.schedule_disturbance(host);
        }
    }

    /// Schedules the moderator's next action, if this game has a moderator.
    fn schedule_moderator(&mut self) {
        let mean = self.plan.fault_rates.moderator_interval;
        if mean > 0 {
            let after = self.rng.moderator.between(1, 2 * mean);
            self.schedule(
                Millis::seconds(after.into()),
                Affects::Everyone,
                Event::ModeratorActs,
            );
        }
    }

    /// Injects a fault in the channel or the gateway, and returns it; `None` once faults have ended.
    pub(super) fn act_as_moderator(&mut self) -> Option<Fault> {
        if self.phase != Phase::Faulty {
            return None;
        }
        self.schedule_moderator();
        let fault = match self.rng.moderator.below(100) {
            0..45 => Fault::MessageDeleted,
            45..58 => Fault::PermissionRevoked,
            58..70 => Fault::AccessLost,
            70..99 => Fault::GatewayOutage,
            _ => Fault::ChannelDeleted,
        };
        self.record_fault(fault);
        let duration = Millis::seconds(self.rng.moderator.between(3, 40).into());
        let now = self.now();
        match fault {
            Fault::MessageDeleted => self.discord.delete_table_message(now),
            Fault::PermissionRevoked | Fault::AccessLost
                if self.discord.access() == Access::Granted =>
            {
                let access = match fault {
                    Fault::AccessLost => Access::Lost,
                    _ => Access::Denied,
                };
                self.discord.set_access(access, now);
                self.schedule(duration, Affects::Nobody, Event::RestorePermission);
            }
            Fault::GatewayOutage => {
                for host in 0..self.hosts.len() {
                    self.cut_off_gateway(host, duration);
                }
            }
            Fault::ChannelDeleted => self.discord.delete_channel(now),
            _ => {}
        }
        Some(fault)
    }

    pub(super) fn restore_permission(&mut self) {
        let now = self.now();
        if self.discord.is_denied() {
            self.discord.set_access(Access::Granted, now);
        }
        self.last_retried_fault_at = now;
    }

    fn cut_off_gateway(&mut self, host: usize, duration: Millis) {
        let since = self.now();
        self.hosts[host].gateway_down_until = since.after(duration);
        self.schedule(
            GATEWAY_POLL_INTERVAL,
            Affects::Host(host),
            Event::GatewayLost { host, since },
        );
        self.schedule(
            duration,
            Affects::Host(host),
            Event::GatewayReturns { host, since },
        );
    }

    fn schedule_disturbance(&mut self, host: usize) {
        let mean = self.plan.disturbance_interval;
        if mean > 0 {
            let after = self.rng.disturbances.between(1, 2 * mean);
            self.schedule(
                Millis::seconds(after.into()),
                Affects::Host(host),
                Event::HostDisturbed { host },
            );
        }
    }

    /// Stops a host's process for a while, or interrupts one of its connections.
    pub(super) fn disturb(&mut self, host: usize) {
        if self.phase != Phase::Faulty {
            return;
        }
        self.schedule_disturbance(host);
        if self.hosts[host].state != HostState::Running {
            return;
        }
        let kind = self.rng.disturbances.below(10);
        let length = pause(&mut self.rng.disturbances);
        let until = self.now().after(length);
        match kind {
            0..5 => return self.pause(host, length),
            5..7 => {
                self.record_fault(Fault::JournalCutOff);
                self.hosts[host].journal_down_until = until;
            }
            7..8 => {
                self.record_fault(Fault::DiscordCutOff);
                self.hosts[host].discord_down_until = until;
            }
            _ => {
                self.record_fault(Fault::GatewayCutOff);
                self.cut_off_gateway(host, length);
            }
        }
        let process = self.hosts[host].process;
        self.note(format_args!(
            "process {process} is cut off for {} ms",
            length.0
        ));
    }
}
