//! The behaviour of simulated people. They run commands and click controls, sometimes controls that they saw a while
//! ago or that do not exist, and sometimes wait for a long time. Each click is delivered to each host up to three
//! times, possibly late or out of order.

use std::sync::Arc;

use kit::virtual_user::click_choice::{choose_click, choose_values};
use kit::virtual_user::component::{Component, enabled_button};
use kit::virtual_user::game_move::leads_to_move;
use serenity::model::id::{InteractionId, MessageId};
use serenity::model::permissions::Permissions;
use table::ids::Millis;
use table::input;
use table::intent::{Intent, Menu, OptionKind, OptionPage};
use table::text::Locale;
use tokio::time::Instant;

use super::discord::Access;
use super::message::Message;
use super::person::{Click, UsedControl};
use super::schedule::{Affects, Event};
use super::world::{Phase, World};
use discord::{Callback, ClickedMessage};
use kittens::interaction::{ChannelContext, IncomingInteraction, InteractionRequest};

struct Seen {
    person: usize,
    source: ClickedMessage,
    table: Arc<Message>,
}

impl World {
    /// Schedules a person's next action: usually soon, sometimes after a long pause.
    pub(super) fn schedule_look(&mut self, person: usize) {
        let (least, most) = self.plan.thinking_time();
        let rng = &mut self.rng.people;
        let factor = if rng.one_in(40) { 20 } else { 1 };
        let after = Millis(u64::from(rng.between(least, most)) * factor);
        self.schedule(after, Affects::Everyone, Event::PersonLooks { person });
    }

    /// Lets a person act on the messages that they see, and schedules their next action.
    pub(super) fn look(&mut self, person: usize) {
        if self.phase != Phase::Faulty {
            return;
        }
        if let Some(click) = self.choose_action(person) {
            self.click(click);
        }
        self.schedule_look(person);
    }

    /// Sends a click to Discord and schedules its deliveries. Returns its interaction id; `None` if Discord does not
    /// accept it.
    pub(super) fn click(&mut self, click: Click) -> Option<u64> {
        let user = self.people[click.person].user;
        let now = self.now();
        let used = click.used.as_ref();
        let id = self.discord.add_interaction(user, used, now)?;
        self.totals.clicks += 1;
        self.note(format_args!("click {id} of {user}"));
        self.note_detail(format_args!("{:?}", click.request));
        self.clicks.insert(id, click);
        self.schedule_deliveries(id);
        Some(id)
    }

    /// Schedules one to three deliveries to each host. Some are late.
    fn schedule_deliveries(&mut self, interaction: u64) {
        for host in 0..self.hosts.len() {
            self.schedule_deliveries_to(host, interaction);
        }
    }

    fn schedule_deliveries_to(&mut self, host: usize, interaction: u64) {
        let rate = self.fault_rates().delivery;
        let rng = &mut self.rng.network;
        let copies = if rng.permille(rate) {
            rng.between(2, 3)
        } else {
            1
        };
        for _ in 0..copies {
            let rng = &mut self.rng.network;
            let after = if rng.permille(rate / 10) {
                rng.between(500, 8_000)
            } else {
                rng.between(10, 250)
            };
            let delivery = Event::Deliver { interaction, host };
            self.schedule(Millis(after.into()), Affects::Host(host), delivery);
        }
    }

    fn bot_permissions(&self) -> Permissions {
        match self.discord.access() {
            Access::Granted | Access::Lost => Permissions::ADMINISTRATOR,
            Access::Denied | Access::ChannelDeleted => Permissions::empty(),
        }
    }

    pub(super) fn command(&self, person: usize, intent: Intent) -> Click {
        Click::command(person, InteractionRequest::TableCommand(intent))
    }

    fn choose_action(&mut self, person: usize) -> Option<Click> {
        match self.rng.people.below(100) {
            0..4 => return self.repeat_old_click(person),
            4 => return Some(self.command(person, Intent::PostTable)),
            5 => return Some(self.command(person, Intent::OpenHand)),
            6 => return Some(self.command(person, Intent::Rules(None))),
            7 if self.plan.people_leave => return self.leave_or_end(person),
            _ => {}
        }
        let seen = match self.discord.table_message() {
            Some((id, table)) if !table.controls.is_empty() => Seen {
                person,
                source: public_message(id),
                table: Arc::clone(table),
            },
            _ => return self.open_table(person),
        };
        self.people[person].remember(seen.source, &seen.table.controls);
        let has = |intent| {
            let mut controls = seen.table.controls.iter();
            controls.any(|control| control.intent() == Some(intent))
        };
        if has(Intent::Start) {
            self.act_in_lobby(&seen)
        } else if has(Intent::Rematch) {
            self.act_after_game(&seen)
        } else {
            self.act_in_game(&seen)
        }
    }

    /// Opens a table, or asks the bot to post the current one again.
    fn open_table(&mut self, person: usize) -> Option<Click> {
        if person > 0 || self.rng.people.one_in(3) {
            return Some(self.command(person, Intent::PostTable));
        }
        Some(Click::command(
            person,
            InteractionRequest::NewTable(self.plan.opening.clone()),
        ))
    }

    /// Clicks a control seen a while ago, or a control that does not exist. Does not repeat clicks that end a game.
    fn repeat_old_click(&mut self, person: usize) -> Option<Click> {
        let (source, control) = {
            let seen_controls = &self.people[person].seen_controls;
            self.rng.people.pick(seen_controls).cloned()?
        };
        let ends = matches!(
            control.intent(),
            Some(Intent::End { .. } | Intent::Leave { .. } | Intent::NewTable)
        );
        if ends {
            return None;
        }
        if self.rng.people.one_in(10) {
            return Some(Click {
                used: Some(UsedControl {
                    source,
                    custom_id: "v0:unknown".to_owned(),
                    values: Vec::new(),
                }),
                ..Click::command(person, InteractionRequest::UnknownControl)
            });
        }
        self.use_control(person, source, &control)
    }

    fn leave_or_end(&mut self, person: usize) -> Option<Click> {
        let intent = match self.rng.people.below(12) {
            0 => Intent::End { confirmed: true },
            1..5 => Intent::Leave { confirmed: true },
            _ => Intent::Leave { confirmed: false },
        };
        Some(self.command(person, intent))
    }

    /// Acts in the lobby: joins, changes options or computers, starts the game, or does nothing.
    fn act_in_lobby(&mut self, seen: &Seen) -> Option<Click> {
        let person = seen.person;
        let name = self.people[person].name.clone();
        let is_seated = |name: &str| seen.table.text.contains(name);
        let all_seated = self.people.iter().all(|person| is_seated(&person.name));
        let watched = self.plan.opening.computers.watch;
        let wanted = match self.rng.people.below(12) {
            0 => return self.change_options(seen),
            1..=2 if person == 0 => return self.change_computers(seen),
            3 => Intent::Start,
            _ if !is_seated(&name) && !watched => Intent::Join,
            _ if all_seated && person == 0 => Intent::Start,
            _ => return None,
        };
        self.press(seen, wanted)
    }

    fn change_computers(&mut self, seen: &Seen) -> Option<Click> {
        let mut menus = seen.table.controls.iter();
        let is_menu = |control: &&Component| matches!(control.menu(), Some(Menu::Computers { .. }));
        self.use_control(seen.person, seen.source, menus.find(is_menu)?)
    }

    /// Opens the options, or changes any option except the edition and the decks.
    fn change_options(&mut self, seen: &Seen) -> Option<Click> {
        let user = self.people[seen.person].user;
        let is_harmless = |control: &&Component| {
            let menu = control.menu();
            matches!(menu, Some(Menu::Option(subject)) if !matches!(subject, OptionKind::Edition | OptionKind::Decks))
        };
        let options = self.discord.newest_private(user, |message| {
            message.controls.iter().any(|control| is_harmless(&control))
        });
        let Some((options, shown)) = options else {
            return self.press(seen, Intent::OpenOptions(OptionPage::Game));
        };
        let offered: Vec<Component> = shown.controls.iter().filter(is_harmless).cloned().collect();
        let source = source_of(options, shown);
        let chosen = self.rng.people.pick(&offered).cloned()?;
        self.use_control(seen.person, source, &chosen)
    }

    /// Acts after a game: asks for a rematch or a new table, or does nothing.
    fn act_after_game(&mut self, seen: &Seen) -> Option<Click> {
        let wanted = match self.rng.people.below(8) {
            0 => Intent::NewTable,
            1..5 => Intent::Rematch,
            _ => return None,
        };
        self.press(seen, wanted)
    }

    /// Acts during a game: usually uses the person's own panel; otherwise opens it, or uses the public message.
    fn act_in_game(&mut self, seen: &Seen) -> Option<Click> {
        let person = seen.person;
        let user = self.people[person].user;
        let prefers_direct = self.people[person].direct_hand && !self.rng.people.one_in(3);
        let is_hand = |message: &Message| {
            message.direct == prefers_direct && message.controls.iter().any(is_game_control)
        };
        let newest = self.discord.newest_private(user, is_hand);
        let panel = newest.map(|(id, panel)| (source_of(id, panel), panel.controls.clone()));
        if let Some((id, controls)) = &panel {
            self.people[person].remember(*id, controls);
        }
        if self.rng.people.one_in(12) {
            return self.press(seen, Intent::OpenHand);
        }
        if self.rng.people.one_in(8) {
            return self.press_table_control(seen);
        }
        let chosen =
            panel.and_then(|(id, controls)| Some((id, self.choose_from_panel(&controls)?)));
        match chosen {
            Some((panel, chosen)) => self.use_control(person, panel, &chosen),
            None if self.rng.people.one_in(3) => self.press(seen, Intent::OpenHand),
            None => self.press_table_control(seen),
        }
    }

    /// Picks a control of the public message that advances the game, and clicks it. Skips most votes.
    fn press_table_control(&mut self, seen: &Seen) -> Option<Click> {
        let controls = seen.table.controls.iter();
        let offered: Vec<Component> = controls
            .filter(|control| control.enabled && advances_game(control))
            .cloned()
            .collect();
        let chosen = self.rng.people.pick(&offered).cloned()?;
        let votes = matches!(chosen.intent(), Some(Intent::VoteAway(_)));
        if votes && !self.rng.people.one_in(6) {
            return None;
        }
        self.use_control(seen.person, seen.source, &chosen)
    }

    /// Returns a control from a panel: sometimes a vote, otherwise the choice of [`choose_click`].
    fn choose_from_panel(&mut self, panel: &[Component]) -> Option<Component> {
        let rng = &mut self.rng.people;
        let votes = rng.one_in(20);
        let is_vote = |control: &&Component| matches!(control.intent(), Some(Intent::VoteAway(_)));
        let vote = panel
            .iter()
            .find(|control| control.enabled && is_vote(control));
        match vote.filter(|_| votes) {
            Some(vote) => Some(vote.clone()),
            None => choose_click(panel, &mut rng.0).map(|(control, _)| control),
        }
    }

    fn press(&mut self, seen: &Seen, wanted: Intent) -> Option<Click> {
        let button = enabled_button(&seen.table.controls, wanted)?;
        self.use_control(seen.person, seen.source, button)
    }

    fn use_control(
        &mut self,
        person: usize,
        source: ClickedMessage,
        control: &Component,
    ) -> Option<Click> {
        let values = choose_values(control, &mut self.rng.people.0);
        let custom_id = control.custom_id.clone();
        let control = control.control?;
        let request = match control.with_values(&values) {
            Ok(intent) => InteractionRequest::UseControl(control, intent),
            Err(_) => InteractionRequest::UnknownValue,
        };
        Some(Click {
            used: Some(UsedControl {
                source,
                custom_id,
                values,
            }),
            ..Click::command(person, request)
        })
    }

    /// Returns a click in the form in which the bot's module `interaction` passes it to `pages`.
    pub(super) fn inbound(&self, interaction: u64) -> Option<IncomingInteraction> {
        let click = self.clicks.get(&interaction)?;
        let person = &self.people[click.person];
        let token = self.discord.interaction(interaction)?.token.clone();
        let used = click.used.as_ref();
        let is_direct = used.is_some_and(|used| used.source.direct);
        Some(IncomingInteraction {
            callback: Callback {
                interaction: InteractionId::new(interaction),
                application: self.discord.application(),
                token,
                received: Instant::now(),
                user: person.user,
                clicked: click.used.as_ref().map(|used| used.source),
            },
            avatar: None,
            person: input::Clicker::new(person.user, person.name.clone(), person.locale),
            context: (!is_direct).then(|| ChannelContext {
                guild: self.discord.guild(),
                channel: self.discord.channel(),
                parent_channel: self.discord.channel(),
                is_thread: false,
                thread_type: None,
                access_condition: None,
                bot_permissions: self.bot_permissions(),
                member_permissions: Permissions::empty(),
                server_locale: Locale::fallback(),
            }),
            elsewhere: None,
            request: click.request.clone(),
        })
    }
}

fn public_message(message: u64) -> ClickedMessage {
    ClickedMessage {
        message: MessageId::new(message),
        private: false,
        direct: false,
    }
}

fn source_of(id: u64, message: &Message) -> ClickedMessage {
    ClickedMessage {
        private: !message.direct,
        direct: message.direct,
        ..public_message(id)
    }
}

/// Returns true for controls that make a move in the game or lead to one.
fn is_game_control(control: &Component) -> bool {
    control.control.as_ref().is_some_and(leads_to_move)
}

/// Returns true for game controls, votes and the speed of a watched game.
fn advances_game(control: &Component) -> bool {
    let changes_game = matches!(
        control.intent(),
        Some(Intent::VoteAway(_) | Intent::WatchAt(_))
    );
    is_game_control(control) || changes_game
}
