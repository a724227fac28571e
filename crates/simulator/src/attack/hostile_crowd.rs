//! The attacks, and the hostile people who carry them out in their own servers.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::future::{join, join_all};
use kit::virtual_user::click_choice::choose_click;
use kit::virtual_user::component::{Component, components, enabled_button};
use kit::virtual_user::control_client::User;
use players::Strength;
use rand::SeedableRng as _;
use rand::rngs::SmallRng;
use serde_json::json;
use table::intent::Intent;
use table::options::OptionValue;

use super::arena::Arena;
use super::hostile_text::{control_ids, names, option_texts};
use super::kind::Attack;
use crate::real::RealError;

/// The number of attacking servers, if there are several.
const SERVERS: usize = 20;
/// The number of channels with tables if a single server revokes permissions.
const CHANNELS: usize = 24;
/// The number of channels with tables in each server if several servers attack.
const CHANNELS_OF_MANY: usize = 5;
const PEOPLE: usize = 6;
/// The number of people who play the Kitten of the day. Each clicks about once per `DAILY_PAUSE`.
const DAILY_PEOPLE: usize = 50;
const DAILY_PAUSE: Duration = Duration::from_millis(1_200);
/// The number of tables at which one person has a seat: a changed preference notifies at most this many tables.
const SEATS: usize = 20;
/// The maximum number of clicks an hour for one person under the default limits.
pub const CLICKS_OF_AN_HOUR: usize = 20 + 5 * 3_600;
const AT_ONCE: usize = 24;
/// The pause after each round, so that the sandbox can serve other clients.
const BETWEEN_ROUNDS: Duration = Duration::from_millis(50);

pub(super) struct HostileCrowd {
    attack: Attack,
    people: Vec<User>,
    /// The account that opens as many tables as the bot allows, or grows the journal.
    opener: User,
    channels: Vec<String>,
    /// The channels in which `opener` opens tables.
    table_channels: Vec<String>,
    /// The number of clicks that the opener has made to grow the journal.
    clicks_of_opener: AtomicUsize,
}

impl HostileCrowd {
    pub(super) async fn prepare(attack: Attack, arena: &Arena) -> Result<Self, RealError> {
        let (servers, channels) = match attack {
            Attack::None | Attack::ManyTables => (0, 0),
            Attack::RefusingServer | Attack::Permissions => (1, CHANNELS),
            Attack::RefusingServers | Attack::Together => (SERVERS, CHANNELS_OF_MANY),
            Attack::JournalGrowth => (1, SEATS),
            _ => (1, 1),
        };
        let table_servers = match attack {
            Attack::ManyTables | Attack::Together => SERVERS,
            _ => 0,
        };
        let client = &arena.client;
        let mut people = Vec::new();
        let crowd_size = match attack {
            Attack::SlowDisk => DAILY_PEOPLE,
            _ => PEOPLE,
        };
        for number in 0..crowd_size {
            let name = format!("hostile{number}");
            people.push(client.create_user(&name, "en-US").await?);
        }
        let crowd = Self {
            attack,
            people,
            opener: client.create_user("opener", "en-US").await?,
            channels: create_channels(arena, servers, channels).await?,
            table_channels: create_channels(arena, table_servers, CHANNELS_OF_MANY).await?,
            clicks_of_opener: AtomicUsize::new(0),
        };
        crowd.open_lobbies(arena).await?;
        Ok(crowd)
    }

    pub(super) fn attack_kind(&self) -> Attack {
        self.attack
    }

    pub(super) fn clicks_of_opener(&self) -> usize {
        self.clicks_of_opener.load(Ordering::Relaxed)
    }

    fn person(&self, number: usize) -> &User {
        &self.people[number % self.people.len()]
    }

    async fn open_lobbies(&self, arena: &Arena) -> Result<(), RealError> {
        for (number, channel) in self.channels.iter().enumerate() {
            arena
                .command(self.person(number), channel, "new", &json!({}))
                .await?;
        }
        Ok(())
    }

    /// Attacks until the future is dropped, or until the opener has made an hour's worth of clicks.
    pub(super) async fn attack(&self, arena: &Arena) -> Result<(), RealError> {
        if let Attack::RefusingServer | Attack::RefusingServers | Attack::Together = self.attack {
            for channel in &self.channels {
                arena.client.set_bot_permissions(channel, 0).await?;
            }
        }
        for round in 0.. {
            if self.clicks_of_opener() >= CLICKS_OF_AN_HOUR {
                break;
            }
            self.attack_once(arena, round).await?;
            tokio::time::sleep(BETWEEN_ROUNDS).await;
        }
        Ok(())
    }

    async fn attack_once(&self, arena: &Arena, round: usize) -> Result<(), RealError> {
        match self.attack {
            Attack::None => Ok(()),
            Attack::RefusingServer | Attack::RefusingServers => self.ask(arena, round).await,
            Attack::ManyTables => self.open_table(arena, round).await,
            Attack::Together => {
                let (asked, opened) =
                    join(self.ask(arena, round), self.open_table(arena, round)).await;
                asked.and(opened)
            }
            Attack::Flood => {
                let channel = &self.channels[0];
                let flood = (0..AT_ONCE).map(|_| self.command(arena, 0, channel, "rules"));
                finish_all(flood).await
            }
            Attack::ForgedIds => self.forge(arena, round).await,
            Attack::Autocomplete => {
                let typing = (0..AT_ONCE).map(|number| self.type_into(arena, number));
                finish_all(typing).await
            }
            Attack::GiantOptions => self.send_giant_options(arena, round).await,
            Attack::Names => self.join_with_name(arena, round).await,
            Attack::Permissions => self.change_permissions(arena, round).await,
            Attack::JournalGrowth => self.grow_journal(arena, round).await,
            Attack::SlowDisk => {
                let everybody = 0..self.people.len();
                finish_all(everybody.map(|number| self.play_daily(arena, round, number))).await
            }
        }
    }

    /// Lets a person start or continue the Kitten of the day, or change a preference.
    async fn play_daily(
        &self,
        arena: &Arena,
        round: usize,
        number: usize,
    ) -> Result<(), RealError> {
        let (client, person, channel) = (&arena.client, self.person(number), &self.channels[0]);
        // Spreads the people's clicks over the pause.
        tokio::time::sleep(DAILY_PAUSE * number as u32 / self.people.len() as u32).await;
        if round % 4 == 3 {
            let options = json!({"hand-by-message": round % 8 == 3});
            return arena.command(person, channel, "me", &options).await;
        }
        let view = client.view(Some(person), channel).await?;
        let mut rng = SmallRng::seed_from_u64((round * self.people.len() + number) as u64);
        let messages = view.messages.iter().rev().map(components);
        let mut own = messages.filter(|message| message.iter().any(|one| one.private));
        let begin = own
            .find_map(|message| enabled_button(&message, Intent::Start).cloned())
            .map(|button| (button, Vec::new()));
        match choose_click(&view.panel(), &mut rng).or(begin) {
            Some((component, values)) => {
                let click = client.send_click(person, channel, &component, &values);
                Ok(click.await.map(drop)?)
            }
            None => self.command(arena, number, channel, "today").await,
        }
    }

    /// Sends commands from several people at once, spread over the channels.
    async fn ask(&self, arena: &Arena, round: usize) -> Result<(), RealError> {
        let channel = |number: usize| &self.channels[number % self.channels.len()];
        let asking = (0..AT_ONCE).map(|number| {
            let number = round * AT_ONCE + number;
            let name = ["rules", "table", "hand", "join"][number % 4];
            self.command(arena, number, channel(number / PEOPLE), name)
        });
        finish_all(asking).await
    }

    async fn command(
        &self,
        arena: &Arena,
        person: usize,
        channel: &str,
        name: &str,
    ) -> Result<(), RealError> {
        let person = self.person(person);
        arena.command(person, channel, name, &json!({})).await
    }

    /// Opens a game between computers, if the bot allows it.
    async fn open_table(&self, arena: &Arena, round: usize) -> Result<(), RealError> {
        let channel = &self.table_channels[round % self.table_channels.len()];
        let options = json!({"computers": 4, "watch": true, "pace": "fast"});
        let opening = arena.command(&self.opener, channel, "new", &options);
        opening.await
    }

    async fn forge(&self, arena: &Arena, round: usize) -> Result<(), RealError> {
        let channel = &self.channels[0];
        let view = arena.client.view(Some(self.person(0)), channel).await?;
        let Some(real) = view.table().into_iter().next() else {
            return self.open_lobbies(arena).await;
        };
        let ids = control_ids(&real.custom_id);
        let forged = ids.iter().cycle().skip(round * AT_ONCE).take(AT_ONCE);
        let clicks = forged.enumerate().map(|(number, id)| {
            let component: Component = real.clone().with_custom_id(id);
            async move {
                let person = self.person(number);
                let click = arena.client.send_click(person, channel, &component, &[]);
                Ok(click.await.map(drop)?)
            }
        });
        finish_all(clicks).await
    }

    async fn type_into(&self, arena: &Arena, person: usize) -> Result<(), RealError> {
        let (person, channel) = (self.person(person), &self.channels[0]);
        let options = json!({"card": "n"});
        // Neither the suggestions nor an error in their place matter here.
        let _ = arena
            .client
            .autocomplete(person, channel, "rules", &options, "card")
            .await;
        Ok(())
    }

    async fn send_giant_options(&self, arena: &Arena, round: usize) -> Result<(), RealError> {
        let channel = &self.channels[0];
        let sending = option_texts()
            .into_iter()
            .enumerate()
            .map(|(number, text)| {
                let options = match (number + round) % 3 {
                    0 => json!({"card": text}),
                    1 => json!({"edition": text}),
                    _ => json!({"card": "nope", "edition": text}),
                };
                async move {
                    let person = self.person(number);
                    arena.command(person, channel, "rules", &options).await
                }
            });
        finish_all(sending).await
    }

    async fn join_with_name(&self, arena: &Arena, round: usize) -> Result<(), RealError> {
        let names = names();
        let name = &names[round % names.len()];
        let user = arena.client.create_user(name, "en-US").await?;
        for command in ["join", "leave"] {
            arena
                .command(&user, &self.channels[0], command, &json!({}))
                .await?;
        }
        Ok(())
    }

    /// In each of the first rounds, the opener joins one table. In later rounds, they leave, join, change a preference
    /// and run other commands, while the host of a lobby changes its options and computer players.
    async fn grow_journal(&self, arena: &Arena, round: usize) -> Result<(), RealError> {
        let send = |channel: &'_ String, name, options| {
            let channel = channel.clone();
            async move { arena.command(&self.opener, &channel, name, &options).await }
        };
        if let Some(channel) = self.channels.get(round) {
            return send(channel, "join", json!({})).await;
        }
        let acting = (0..AT_ONCE).map(|number| match number % 8 {
            0 => send(&self.channels[0], "leave", json!({})),
            1 => send(&self.channels[0], "join", json!({})),
            2 => send(&self.channels[3], "table", json!({})),
            3 => send(&self.channels[3], "rules", json!({})),
            _ => {
                let options = json!({"hand-by-message": number % 2 == 0});
                send(&self.channels[1], "me", options)
            }
        });
        self.clicks_of_opener.fetch_add(AT_ONCE, Ordering::Relaxed);
        let (acted, set) = join(finish_all(acting), self.set_options(arena, round)).await;
        acted.and(set)
    }

    /// Lets the host of a lobby toggle an option, and add or remove a computer player; opens a lobby if there is none.
    async fn set_options(&self, arena: &Arena, round: usize) -> Result<(), RealError> {
        const LOBBY: usize = 2;
        let (host, channel) = (self.person(LOBBY), &self.channels[LOBBY]);
        let table = arena.client.view(Some(host), channel).await?.table();
        let real = table
            .into_iter()
            .find_map(|one| Some((one.control?.stamp, one)));
        let Some((stamp, real)) = real else {
            return self.command(arena, LOBBY, channel, "new").await;
        };
        let computer = if round.is_multiple_of(2) {
            Intent::AddComputer(Strength::Cat)
        } else {
            Intent::RemoveComputer
        };
        let setting = Intent::SetOption(OptionValue::SelfNope(round.is_multiple_of(2)));
        for intent in [setting, computer] {
            let button = real
                .clone()
                .with_custom_id(&stamp.button(intent).to_string());
            arena.client.send_click(host, channel, &button, &[]).await?;
        }
        Ok(())
    }

    /// Sets a new combination of permissions, then sends commands.
    async fn change_permissions(&self, arena: &Arena, round: usize) -> Result<(), RealError> {
        /// View, send, embed and attach.
        const BITS: [u64; 4] = [1 << 10, 1 << 11, 1 << 14, 1 << 15];
        let channel = &self.channels[round % self.channels.len()];
        let granted = BITS
            .iter()
            .enumerate()
            .filter(|(bit, _)| round >> bit & 1 == 0);
        let bits = granted.map(|(_, bit)| bit).sum();
        arena.client.set_bot_permissions(channel, bits).await?;
        let names = ["table", "join", "rules", "hand", "leave", "new"];
        let asking = names.iter().enumerate();
        finish_all(asking.map(|(number, name)| self.command(arena, number, channel, name))).await
    }
}

async fn create_channels(
    arena: &Arena,
    servers: usize,
    channels_each: usize,
) -> Result<Vec<String>, RealError> {
    let mut channels = Vec::new();
    for server in 0..servers {
        let name = format!("Hostile {server}");
        let guild = arena.client.create_guild(&name, "en-US").await?;
        for number in 0..channels_each {
            let name = format!("hostile-{number}");
            channels.push(arena.client.create_channel(&guild, &name).await?);
        }
    }
    Ok(channels)
}

/// Waits for all futures, and returns the first error.
async fn finish_all(
    actions: impl Iterator<Item = impl Future<Output = Result<(), RealError>>>,
) -> Result<(), RealError> {
    join_all(actions).await.into_iter().collect()
}
