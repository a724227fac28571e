//! The people of a game: they click what they see, sometimes what they saw a while ago, sometimes
//! nonsense, and sometimes nothing for a long time. What they want reaches the process once, twice
//! or three times, late, or out of order.

use serenity::model::id::{ApplicationId, ChannelId, GuildId, InteractionId, MessageId};
use serenity::model::permissions::Permissions;
use table::ids::{Millis, UserId};
use table::input;
use table::intent::{Intent, Menu, SettingKind};
use table::text::Locale;
use tokio::time::Instant;
use virtual_user::component::Component;
use virtual_user::game_move::leads_to_move;

use super::dice::Dice;
use super::discord::Message;
use super::world::{Event, Stage, World};
use kittens::discord::from_discord::{ChannelContext, IncomingInteraction, InteractionRequest};
use kittens::outbox::{Callback, ClickedMessage};

pub(super) const GUILD: GuildId = GuildId::new(7);
pub(super) const CHANNEL: ChannelId = ChannelId::new(8);
const APPLICATION: ApplicationId = ApplicationId::new(9);
/// The numbers of people begin here.
const FIRST_USER: u64 = 100;
/// As many controls does a person remember.
const REMEMBERED: usize = 60;

/// One person.
#[derive(Clone, Debug)]
pub(super) struct Person {
    pub(super) user: UserId,
    name: String,
    pub(super) locale: Locale,
    /// What he saw a while ago, the oldest first.
    memory: Vec<(ClickedMessage, Component)>,
}

impl Person {
    pub(super) fn new(index: usize, seed: u64) -> Self {
        let mut dice = Dice::stream(seed, 100 + index as u64);
        let languages: Vec<Locale> = Locale::all().collect();
        Self {
            user: UserId(FIRST_USER + index as u64),
            name: format!("Player{index}"),
            locale: dice.pick(&languages).copied().unwrap_or(Locale::fallback()),
            memory: Vec::new(),
        }
    }

    fn remember(&mut self, spot: ClickedMessage, seen: &[Component]) {
        self.memory
            .extend(seen.iter().map(|seen| (spot, seen.clone())));
        let surplus = self.memory.len().saturating_sub(REMEMBERED);
        self.memory.drain(..surplus);
    }
}

/// What a person wants.
#[derive(Clone, Debug)]
pub(super) struct Click {
    pub(super) person: usize,
    pub(super) request: InteractionRequest,
    /// The message that was clicked, and whether only he sees it.
    clicked: Option<ClickedMessage>,
    /// When the first of its deliveries reached a process.
    pub(super) delivered: bool,
    /// Something happened to its answer on the way.
    pub(super) troubled: bool,
}

impl Click {
    fn command(person: usize, request: InteractionRequest) -> Self {
        Self {
            person,
            request,
            clicked: None,
            delivered: false,
            troubled: false,
        }
    }

    /// What it means, if it means anything to a table.
    pub(super) fn intent(&self) -> Option<Intent> {
        match self.request {
            InteractionRequest::UseControl(_, intent)
            | InteractionRequest::TableCommand(intent) => Some(intent),
            InteractionRequest::NewTable(_) => Some(Intent::NewTable),
            _ => None,
        }
    }
}

impl World {
    /// When a person looks next: mostly soon, sometimes after a long silence.
    pub(super) fn plan_look(&mut self, person: usize) {
        let (least, most) = self.plan.thinks();
        let dice = &mut self.dice.people;
        let silence = if dice.one_in(40) { 20 } else { 1 };
        let after = Millis(u64::from(dice.between(least, most)) * silence);
        self.plan(after, Event::Look { person });
    }

    /// A person looks, perhaps clicks, and will look again.
    pub(super) fn look(&mut self, person: usize) {
        if self.stage != Stage::Rough {
            return;
        }
        if let Some(click) = self.wish(person) {
            self.click(click);
        }
        self.plan_look(person);
    }

    /// A person clicks. Returns the number of his interaction.
    pub(super) fn click(&mut self, click: Click) -> u64 {
        let user = self.people[click.person].user;
        let clicked = click.clicked.map(|clicked| clicked.message.get());
        let now = self.now();
        let id = self.discord.ask(user, clicked, now);
        self.tally.clicks += 1;
        self.note(format_args!("click {id} of {user}"));
        self.tell(format_args!("{:?}", click.request));
        self.clicks.insert(id, click);
        self.post(id);
        id
    }

    /// One to three deliveries, some of them late.
    fn post(&mut self, interaction: u64) {
        let rate = self.weather().delivery;
        let dice = &mut self.dice.network;
        let copies = if dice.permille(rate) {
            dice.between(2, 3)
        } else {
            1
        };
        for _ in 0..copies {
            let dice = &mut self.dice.network;
            let after = match dice.permille(rate / 10) {
                true => dice.between(500, 8_000),
                false => dice.between(10, 250),
            };
            self.plan(Millis(after.into()), Event::Deliver { interaction });
        }
    }

    /// The command that posts the table anew, or opens one.
    pub(super) fn command(&self, person: usize, intent: Intent) -> Click {
        Click::command(person, InteractionRequest::TableCommand(intent))
    }

    fn wish(&mut self, person: usize) -> Option<Click> {
        match self.dice.people.below(100) {
            0..4 => return self.recall(person),
            4 => return Some(self.command(person, Intent::PostTable)),
            5 => return Some(self.command(person, Intent::OpenHand)),
            6 => return Some(self.command(person, Intent::Rules)),
            7 if self.plan.quits => return self.quit(person),
            _ => {}
        }
        let (spot, table) = match self.discord.table() {
            Some((id, table)) if !table.seen.is_empty() => (public(id), table.clone()),
            _ => return self.open(person),
        };
        self.people[person].remember(spot, &table.seen);
        let has = |intent| table.seen.iter().any(|seen| seen.intent() == Some(intent));
        if has(Intent::Start) {
            self.gather(person, spot, &table)
        } else if has(Intent::Rematch) {
            self.again(person, spot, &table)
        } else {
            self.play(person, spot, &table)
        }
    }

    /// No table is to be seen.
    fn open(&mut self, person: usize) -> Option<Click> {
        if person > 0 || self.dice.people.one_in(3) {
            return Some(self.command(person, Intent::PostTable));
        }
        Some(Click::command(
            person,
            InteractionRequest::NewTable(self.plan.opening),
        ))
    }

    /// Something that was to be seen a while ago, or nonsense.
    fn recall(&mut self, person: usize) -> Option<Click> {
        let (spot, seen) = {
            let memory = &self.people[person].memory;
            self.dice.people.pick(memory).cloned()?
        };
        let ends = matches!(
            seen.intent(),
            Some(Intent::End { .. } | Intent::Leave { .. } | Intent::NewTable)
        );
        if ends {
            return None;
        }
        if self.dice.people.one_in(10) {
            return Some(Click {
                clicked: Some(spot),
                ..Click::command(person, InteractionRequest::UnknownControl)
            });
        }
        self.use_control(person, spot, &seen)
    }

    fn quit(&mut self, person: usize) -> Option<Click> {
        let intent = match self.dice.people.below(12) {
            0 => Intent::End { confirmed: true },
            1..5 => Intent::Leave { confirmed: true },
            _ => Intent::Leave { confirmed: false },
        };
        Some(self.command(person, intent))
    }

    /// In the lobby: sit down, change something, begin when all are there.
    fn gather(&mut self, person: usize, spot: ClickedMessage, table: &Message) -> Option<Click> {
        let own = self.people[person].name.clone();
        let there = |name: &str| table.text.contains(name);
        let all = self.people.iter().all(|person| there(&person.name));
        let watched = self.plan.opening.computers.watched;
        let wanted = match self.dice.people.below(12) {
            0 => return self.set(person, spot, table),
            1 if person == 0 => Intent::AddComputer(self.plan.opening.computers.strength),
            2 if person == 0 => Intent::RemoveComputer,
            3 => Intent::Start,
            _ if !there(&own) && !watched => Intent::Join,
            _ if all && person == 0 => Intent::Start,
            _ => return None,
        };
        self.press(person, spot, table, wanted)
    }

    /// Opens the options, or changes one of them.
    fn set(&mut self, person: usize, spot: ClickedMessage, table: &Message) -> Option<Click> {
        let user = self.people[person].user;
        let harmless = |seen: &&Component| {
            let menu = seen.menu();
            matches!(menu, Some(Menu::Option(subject)) if !matches!(subject, SettingKind::Edition | SettingKind::Decks))
        };
        let options = self.discord.private(user, |message| {
            message.seen.iter().any(|seen| harmless(&seen))
        });
        let Some((options, shown)) = options else {
            return self.press(person, spot, table, Intent::OpenOptions);
        };
        let offered: Vec<Component> = shown.seen.iter().filter(harmless).cloned().collect();
        let chosen = self.dice.people.pick(&offered).cloned()?;
        self.use_control(person, private(options), &chosen)
    }

    /// After the game: once more, if there is to be more.
    fn again(&mut self, person: usize, spot: ClickedMessage, table: &Message) -> Option<Click> {
        let wanted = match self.dice.people.below(8) {
            0 => Intent::NewTable,
            1..5 => Intent::Rematch,
            _ => return None,
        };
        self.press(person, spot, table, wanted)
    }

    /// In the game: what the own panel offers, else a look at it.
    fn play(&mut self, person: usize, spot: ClickedMessage, table: &Message) -> Option<Click> {
        let user = self.people[person].user;
        let panel = self
            .discord
            .private(user, |message| message.seen.iter().any(plays));
        let panel = panel.map(|(id, panel)| (private(id), panel.seen.clone()));
        if let Some((id, seen)) = &panel {
            self.people[person].remember(*id, seen);
        }
        if self.dice.people.one_in(12) {
            return self.press(person, spot, table, Intent::OpenHand);
        }
        if self.dice.people.one_in(8) {
            return self.on_table(person, spot, table);
        }
        let chosen = panel.and_then(|(id, seen)| Some((id, self.choose(&seen)?)));
        match chosen {
            Some((panel, chosen)) => self.use_control(person, panel, &chosen),
            None if self.dice.people.one_in(3) => self.press(person, spot, table, Intent::OpenHand),
            None => self.on_table(person, spot, table),
        }
    }

    /// One of the things that the table itself offers: a Nope, a pass, a draw, a vote.
    fn on_table(&mut self, person: usize, spot: ClickedMessage, table: &Message) -> Option<Click> {
        let offered = table
            .seen
            .iter()
            .filter(|seen| seen.enabled && goes_on(seen));
        let offered: Vec<Component> = offered.cloned().collect();
        let chosen = self.dice.people.pick(&offered).cloned()?;
        let votes = matches!(chosen.intent(), Some(Intent::VoteAway(_)));
        if votes && !self.dice.people.one_in(6) {
            return None;
        }
        self.use_control(person, spot, &chosen)
    }

    /// One of the things that a panel offers; drawing more often than not, so that games end.
    fn choose(&mut self, panel: &[Component]) -> Option<Component> {
        let votes = self.dice.people.one_in(20);
        let offered = panel.iter().filter(|seen| {
            let vote = matches!(seen.intent(), Some(Intent::VoteAway(_)));
            seen.enabled && goes_on(seen) && (votes || !vote)
        });
        let offered: Vec<&Component> = offered.collect();
        let draw = offered
            .iter()
            .find(|seen| seen.intent() == Some(Intent::Draw));
        match draw {
            Some(draw) if self.dice.people.below(10) < 5 => Some((*draw).clone()),
            _ => self.dice.people.pick(&offered).map(|&seen| seen.clone()),
        }
    }

    fn press(
        &mut self,
        person: usize,
        spot: ClickedMessage,
        table: &Message,
        wanted: Intent,
    ) -> Option<Click> {
        let mut fitting = table.seen.iter().filter(|seen| seen.enabled);
        let found = fitting.find(|seen| seen.intent() == Some(wanted))?;
        self.use_control(person, spot, found)
    }

    fn use_control(
        &mut self,
        person: usize,
        spot: ClickedMessage,
        seen: &Component,
    ) -> Option<Click> {
        let control = seen.control?;
        let values = self.values(seen);
        let request = match control.with_values(&values) {
            Ok(intent) => InteractionRequest::UseControl(control, intent),
            Err(_) => InteractionRequest::UnknownValue,
        };
        Some(Click {
            clicked: Some(spot),
            ..Click::command(person, request)
        })
    }

    /// Values that a menu offers, as many as it wants.
    fn values(&mut self, seen: &Component) -> Vec<String> {
        let wanted = match seen.menu() {
            Some(Menu::Five) => 5,
            Some(_) => 1,
            None => 0,
        };
        let mut left = seen.choices.clone().unwrap_or_default().values;
        let mut chosen = Vec::new();
        while chosen.len() < wanted && !left.is_empty() {
            let most = u32::try_from(left.len()).unwrap_or(u32::MAX);
            chosen.push(left.swap_remove(self.dice.people.below(most) as usize));
        }
        chosen
    }

    /// A click as the gateway hands it over.
    pub(super) fn inbound(&self, interaction: u64) -> Option<IncomingInteraction> {
        let click = self.clicks.get(&interaction)?;
        let person = &self.people[click.person];
        Some(IncomingInteraction {
            callback: Callback {
                interaction: InteractionId::new(interaction),
                application: APPLICATION,
                token: interaction.to_string(),
                received: Instant::now(),
                user: person.user,
                clicked: click.clicked,
            },
            person: input::Clicker {
                id: person.user,
                name: person.name.clone(),
                locale: person.locale,
                may_manage: false,
            },
            context: Some(ChannelContext {
                guild: GUILD,
                channel: CHANNEL,
                is_thread: false,
                bot_permissions: Permissions::ADMINISTRATOR,
                server_locale: Locale::fallback(),
            }),
            request: click.request.clone(),
        })
    }
}

fn public(message: u64) -> ClickedMessage {
    ClickedMessage {
        message: MessageId::new(message),
        private: false,
    }
}

fn private(message: u64) -> ClickedMessage {
    ClickedMessage {
        private: true,
        ..public(message)
    }
}

/// Returns true if a control belongs to the hand panel of somebody who plays.
fn plays(seen: &Component) -> bool {
    seen.control.as_ref().is_some_and(leads_to_move)
}

/// Returns true if a control moves the game on: a move, a step towards one, or a vote.
fn goes_on(seen: &Component) -> bool {
    plays(seen) || matches!(seen.intent(), Some(Intent::VoteAway(_)))
}
