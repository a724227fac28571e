//! The people and their tables: creates both, lets the bot open the tables, and lets the people click on a
//! fixed schedule.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use futures_util::stream::{StreamExt as _, TryStreamExt as _, iter};
use parking_lot::Mutex;
use sandbox::{Id, LocalClient, SlashCommand, UserConfig};
use serde_json::json;
use tokio::sync::broadcast::error::RecvError;
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::{Instant, sleep, sleep_until};

use super::live_table::LiveTable;
use super::reviews::ask_coach;
use super::running_games::Venue;
use super::tally::Tally;
use crate::real::error::{RealError, TIMEOUT};

const PEOPLE: usize = 4;
/// Far below Discord's limit of 500 channels in a server.
const CHANNELS_PER_SERVER: usize = 100;
const OPENED_AT_ONCE: usize = 64;
/// The pause between attempts to start a table's game, and between questions to the coach. A new table appears with a
/// delay, because the bot respects Discord's global rate limit.
const PAUSE: Duration = Duration::from_millis(100);
/// If no table appears within this time, the command for it is repeated, because a busy bot may answer too late.
const REPEAT_COMMAND: Duration = Duration::from_secs(10);

pub(super) struct Crowd {
    client: LocalClient,
    only_looks: bool,
    tables: Vec<Mutex<LiveTable>>,
    tally: Mutex<Tally>,
}

impl Crowd {
    /// Creates channels and people for this many tables. The bot should not be running yet, because it would be
    /// notified of every channel.
    pub(super) fn create(
        client: LocalClient,
        tables: usize,
        only_looks: bool,
        seed: u64,
    ) -> Arc<Self> {
        let mut made = Vec::with_capacity(tables);
        let mut guild = None;
        for number in 0..tables {
            let table = client.with_world(|world, now| {
                if number % CHANNELS_PER_SERVER == 0 {
                    guild = Some(world.add_guild(now, format!("Server {number}"), "en-US"));
                }
                let guild = guild.unwrap_or_else(|| world.add_guild(now, "Server", "en-US"));
                let channel = world.add_channel(now, guild, format!("table-{number}"));
                let people: Vec<Id> = (0..PEOPLE)
                    .map(|person| world.add_user(now, &person_named(number, person)))
                    .collect();
                LiveTable::new((guild, channel), &people, only_looks, seed ^ number as u64)
            });
            made.push(Mutex::new(table));
        }
        Arc::new(Self {
            client,
            only_looks,
            tables: made,
            tally: Mutex::new(Tally::default()),
        })
    }

    pub(super) fn places(&self) -> Vec<Venue> {
        self.tables
            .iter()
            .map(|table| table.lock().place())
            .collect()
    }

    pub(super) async fn open_tables(&self) -> Result<(), RealError> {
        iter(0..self.tables.len())
            .map(|index| self.open_table(index))
            .buffer_unordered(OPENED_AT_ONCE)
            .try_collect()
            .await
    }

    async fn open_table(&self, index: usize) -> Result<(), RealError> {
        let (channel, host) = self.with_table(index, |table| (table.channel, table.person(0)));
        let mut command = SlashCommand::new(host, "kittens");
        command.path = vec!["new".to_owned()];
        let edition = ("edition".to_owned(), json!("original"));
        command.options = [edition].into_iter().collect();
        let started = Instant::now();
        let mut commanded: Option<Instant> = None;
        while !self.is_playing(index) {
            if started.elapsed() > TIMEOUT {
                return Err(RealError::Timeout(format!("a game in {channel}")));
            }
            let clicked = self.click_once(index, Instant::now()).await;
            if !clicked && commanded.is_none_or(|at| at.elapsed() > REPEAT_COMMAND) {
                commanded = Some(Instant::now());
                // The next attempt to click shows whether there is a table.
                let _ = self.client.run_command(channel, &command).await;
            }
            sleep(PAUSE).await;
        }
        if self.only_looks {
            // The first time that a person opens their hand, the bot adds an explanation and stores that it did.
            // Opening each hand here makes all measured clicks alike.
            for _ in 0..PEOPLE {
                self.click_once(index, Instant::now()).await;
            }
        }
        Ok(())
    }

    fn is_playing(&self, index: usize) -> bool {
        self.with_table(index, |table| {
            self.client.with_world(|world, _| table.is_playing(world))
        })
    }

    /// Sends `rate` clicks a second for `duration`, round-robin over the tables, without waiting for answers. Returns
    /// the counts and latencies of the clicks. If `asks_coach`, people also ask the coach, one after another.
    pub(super) async fn click_on_schedule(
        self: &Arc<Self>,
        rate: f64,
        duration: Duration,
        asks_coach: bool,
    ) -> Tally {
        self.reset();
        let watching = AbortOnDrop(tokio::spawn(Arc::clone(self).watch()).abort_handle());
        let asking = asks_coach
            .then(|| AbortOnDrop(tokio::spawn(Arc::clone(self).ask_coach()).abort_handle()));
        let start = Instant::now();
        let count = (rate * duration.as_secs_f64()) as u64;
        let mut clicks = JoinSet::new();
        for number in 0..count {
            let due = start + Duration::from_secs_f64(number as f64 / rate);
            if due > Instant::now() {
                sleep_until(due).await;
            }
            let (this, index) = (Arc::clone(self), number as usize % self.tables.len());
            clicks.spawn(async move { this.click_once(index, due).await });
            while clicks.try_join_next().is_some() {}
        }
        // The last click is due slightly before the end.
        let sent_for = start.elapsed().max(duration);
        clicks.join_all().await;
        drop((watching, asking));
        let mut tally = std::mem::take(&mut *self.tally.lock());
        tally.sent_for = sent_for;
        let unshown = self.tables.iter().map(|table| table.lock().not_shown.len());
        tally.not_shown = unshown.sum();
        tally
    }

    fn reset(&self) {
        *self.tally.lock() = Tally::default();
        for table in &self.tables {
            table.lock().not_shown.clear();
        }
    }

    /// Lets a person at this table click. Returns false if there is nothing to click.
    async fn click_once(&self, index: usize, due: Instant) -> bool {
        let planned = self.with_table(index, |table| {
            self.client.with_world(|world, _| table.plan(world))
        });
        let Some(planned) = planned else {
            self.tally.lock().not_sent += 1;
            return false;
        };
        let clicked = self.client.click(planned.channel, &planned.click).await;
        let answered = Instant::now();
        let message = match &clicked {
            Ok(Some(answer)) => answer.message.as_ref(),
            Ok(None) | Err(_) => None,
        };
        self.with_table(index, |table| table.note_answer(&planned, message, due));
        let mut tally = self.tally.lock();
        match clicked {
            Ok(Some(_)) => tally.count_answer(planned.kind, answered - due),
            Ok(None) => tally.unanswered += 1,
            Err(_) => tally.not_sent += 1,
        }
        true
    }

    /// Lets one person after another ask the coach about their latest finished game.
    async fn ask_coach(self: Arc<Self>) {
        for turn in 0.. {
            let (index, person) = (turn % self.tables.len(), turn / self.tables.len() % PEOPLE);
            let asking = self.with_table(index, |table| (table.channel, table.person(person)));
            let time = ask_coach(&self.client, asking.0, asking.1).await;
            self.tally.lock().review_times.extend(time);
            sleep(PAUSE).await;
        }
    }

    /// Records the time from when a click was due until the table's message shows its move.
    async fn watch(self: Arc<Self>) {
        let channels: HashMap<Id, usize> = (0..self.tables.len())
            .map(|index| (self.with_table(index, |table| table.channel), index))
            .collect();
        let mut changes = self.client.subscribe();
        loop {
            let channel = match changes.recv().await {
                Ok(change) => change.channel,
                Err(RecvError::Lagged(_)) => continue,
                Err(RecvError::Closed) => return,
            };
            let Some(&index) = channel.as_ref().and_then(|channel| channels.get(channel)) else {
                continue;
            };
            let shown = self.with_table(index, |table| {
                self.client.with_world(|world, _| table.take_shown(world))
            });
            let now = Instant::now();
            let times = shown.into_iter().map(|due| now - due);
            self.tally.lock().shown_times.extend(times);
        }
    }

    fn with_table<T>(&self, index: usize, act: impl FnOnce(&mut LiveTable) -> T) -> T {
        act(&mut self.tables[index].lock())
    }
}

struct AbortOnDrop(AbortHandle);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

fn person_named(table: usize, person: usize) -> UserConfig {
    UserConfig {
        username: format!("t{table}p{person}"),
        global_name: None,
        locale: "en-US".to_owned(),
    }
}
