//! One table where people play endlessly: they open their hands, move, and start the next game. Chooses each click from
//! the screens, but does not send it.

use super::running_games::Venue;
use kit::virtual_user::click_choice::choose_click;
use kit::virtual_user::component::{Component, components, components_of, enabled_button};
use kit::virtual_user::game_move::leads_to_move;
use kit::virtual_user::view::{newest_stamp, offers_rematch};
use rand::SeedableRng as _;
use rand::rngs::SmallRng;
use sandbox::{Click, Id, World};
use serde_json::Value;
use table::ids::Revision;
use table::intent::Intent;
use tokio::time::Instant;

pub(super) struct LiveTable {
    pub(super) channel: Id,
    guild: Id,
    people: Vec<Person>,
    public: Screen,
    /// The moves that the public message does not show yet: the revision that each led to, and when its click was due.
    pub(super) not_shown: Vec<(Revision, Instant)>,
    /// The person who clicks next, if several can.
    next: usize,
    only_looks: bool,
    rng: SmallRng,
}

struct Person {
    id: Id,
    /// The latest message with the person's hand.
    panel: Option<Id>,
    screen: Screen,
    is_waiting: bool,
    has_joined: bool,
    passed_at: Option<Revision>,
}

/// The parsed content of a message. An unchanged message is not parsed again.
#[derive(Default)]
struct Screen {
    read: Option<(Id, u64)>,
    components: Vec<Component>,
}

pub(super) struct PlannedClick {
    pub(super) channel: Id,
    pub(super) click: Click,
    pub(super) kind: ClickKind,
    person: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClickKind {
    /// A move, or a step towards one.
    Move,
    Look,
    /// Taking a seat, starting a game, or asking for a rematch.
    Lobby,
}

impl LiveTable {
    /// Returns a table in this channel. The first person opens it.
    pub(super) fn new(
        (guild, channel): (Id, Id),
        people: &[Id],
        only_looks: bool,
        seed: u64,
    ) -> Self {
        let person = |(index, &id): (usize, &Id)| Person {
            id,
            panel: None,
            screen: Screen::default(),
            is_waiting: false,
            has_joined: index == 0,
            passed_at: None,
        };
        Self {
            channel,
            guild,
            people: people.iter().enumerate().map(person).collect(),
            public: Screen::default(),
            not_shown: Vec::new(),
            next: 0,
            only_looks,
            rng: SmallRng::seed_from_u64(seed),
        }
    }

    pub(super) fn place(&self) -> Venue {
        Venue {
            guild: self.guild.get(),
            channel: self.channel.get(),
            people: self.people.iter().map(|person| person.id.get()).collect(),
        }
    }

    /// Returns the id of a person at the table. Number 0 is the host.
    pub(super) fn person(&self, number: usize) -> Id {
        self.people[number].id
    }

    pub(super) fn is_playing(&mut self, world: &World) -> bool {
        self.read_public(world);
        let table = &self.public.components;
        enabled_button(table, Intent::OpenHand).is_some()
            && enabled_button(table, Intent::Join).is_none()
    }

    /// Returns the next click; `None` if the channel shows nothing to click.
    pub(super) fn plan(&mut self, world: &World) -> Option<PlannedClick> {
        self.read_public(world);
        let table = &self.public.components;
        if offers_rematch(table) {
            let rematch = enabled_button(table, Intent::Rematch)?.clone();
            for person in &mut self.people {
                (person.has_joined, person.panel) = (false, None);
            }
            self.people[0].has_joined = true;
            return self.press(0, &rematch, Vec::new(), ClickKind::Lobby);
        }
        if let Some(join) = enabled_button(table, Intent::Join).cloned() {
            let Some(person) = self.people.iter().position(|person| !person.has_joined) else {
                let start = enabled_button(&self.public.components, Intent::Start)?.clone();
                return self.press(0, &start, Vec::new(), ClickKind::Lobby);
            };
            self.people[person].has_joined = true;
            return self.press(person, &join, Vec::new(), ClickKind::Lobby);
        }
        self.plan_in_game(world)
    }

    /// Plans a move or a pass by a person who can make one; otherwise a look at someone's hand.
    fn plan_in_game(&mut self, world: &World) -> Option<PlannedClick> {
        let shown = revision(&self.public.components);
        let count = self.people.len();
        let mut looks = self.next;
        let movers = if self.only_looks { 0 } else { count };
        for person in (self.next..self.next + movers).map(|index| index % count) {
            if self.people[person].is_waiting {
                continue;
            }
            self.read_panel(world, person);
            let panel = &self.people[person].screen.components;
            if panel.is_empty() || revision(panel) < shown {
                looks = person;
                // The panel shows the Nope window only to players with a Nope.
                let pass = enabled_button(&self.public.components, Intent::Pass).cloned();
                let may_pass = |_: &Component| self.people[person].passed_at < shown;
                if let Some(pass) = pass.filter(may_pass) {
                    self.people[person].passed_at = shown;
                    self.next = (person + 1) % count;
                    return self.press(person, &pass, Vec::new(), ClickKind::Move);
                }
                continue;
            }
            if let Some((component, values)) = choose_click(panel, &mut self.rng) {
                self.next = (person + 1) % count;
                return self.press(person, &component, values, ClickKind::Move);
            }
        }
        self.next = (looks + 1) % count;
        let hand = enabled_button(&self.public.components, Intent::OpenHand)?.clone();
        self.press(looks, &hand, Vec::new(), ClickKind::Look)
    }

    fn press(
        &mut self,
        person: usize,
        component: &Component,
        values: Vec<String>,
        kind: ClickKind,
    ) -> Option<PlannedClick> {
        let message = component.message.parse().ok()?;
        self.people[person].is_waiting = true;
        let mut click = Click::new(self.people[person].id, message, &component.custom_id);
        click.values = component.choices.is_some().then_some(values);
        Some(PlannedClick {
            channel: self.channel,
            click,
            kind,
            person,
        })
    }

    /// Records the answer to a click that was due at `due`. `message` is the answer's message, if it has one.
    pub(super) fn note_answer(
        &mut self,
        planned: &PlannedClick,
        message: Option<&Value>,
        due: Instant,
    ) {
        let person = &mut self.people[planned.person];
        person.is_waiting = false;
        let Some(message) = message else { return };
        let shown = components(message);
        let is_panel =
            |one: &Component| one.private && one.control.as_ref().is_some_and(leads_to_move);
        if !shown.iter().any(is_panel) {
            return;
        }
        person.panel = message["id"].as_str().and_then(|id| id.parse().ok());
        let reached = revision(&shown);
        if let Some(reached) = reached.filter(|_| planned.kind == ClickKind::Move)
            && Some(reached) > revision(&self.public.components)
        {
            self.not_shown.push((reached, due));
        }
    }

    /// Removes the moves that the public message now shows, and returns their due times.
    pub(super) fn take_shown(&mut self, world: &World) -> Vec<Instant> {
        if self.not_shown.is_empty() {
            return Vec::new();
        }
        self.public = Screen::default();
        self.read_public(world);
        let shown = revision(&self.public.components);
        let is_shown = |(reached, _): &mut (Revision, Instant)| Some(*reached) <= shown;
        let newly = self.not_shown.extract_if(.., is_shown);
        newly.map(|(_, due)| due).collect()
    }

    /// Reads the table's message, which may have been replaced.
    fn read_public(&mut self, world: &World) {
        let before = self.public.read.map(|(id, _)| id);
        let known = before
            .and_then(|id| world.find_message(self.channel, id))
            .or_else(|| {
                let mut newest = world.messages_seen_by(self.channel, None).rev();
                newest.find(|message| !message.components().is_empty())
            });
        match known {
            Some(message) => self.public.read(message),
            None => self.public = Screen::default(),
        }
    }

    fn read_panel(&mut self, world: &World, person: usize) {
        let person = &mut self.people[person];
        let known = person
            .panel
            .and_then(|id| world.find_message(self.channel, id));
        // If no message with the person's hand is known, the bot may have sent one unasked.
        let message = known.or_else(|| {
            let mut newest = world.messages_seen_by(self.channel, Some(person.id)).rev();
            newest.find(|message| message.viewer() == Some(person.id))
        });
        match message {
            Some(message) => person.screen.read(message),
            None => person.screen = Screen::default(),
        }
    }
}

impl Screen {
    fn read(&mut self, message: &sandbox::Message) {
        let state = Some((message.id(), message.edits()));
        if self.read != state {
            let id = message.id().to_string();
            self.components = components_of(&id, message.flags(), message.components());
            self.read = state;
        }
    }
}

fn revision(components: &[Component]) -> Option<Revision> {
    newest_stamp(components).map(|stamp| stamp.revision)
}
