//! A driver as a process would be one, with a clock that is set by hand: it keeps the journal,
//! shows what it is told to show, and checks on the way what must always hold.

use std::collections::{BTreeMap, BTreeSet};

use rules::{Dealt, Event, Game, Seat, Seeded};
use table::company::Company;
use table::control::{Control, Press, Stamp};
use table::effect::{Answer, Effect, Show, Step};
use table::ids::{ChannelId, GuildId, InteractionId, Millis, ReplyId, TableId, UserId};
use table::input::{Click, Input, Origin, Person};
use table::intent::Intent;
use table::journal::Entry;
use table::options::Options;
use table::record::{DealtRecord, Record};
use table::refusal::Refusal;
use table::screen::{self, Element, Screen};
use table::text::{Language, Locale};
use table::thought::Thought;
use table::{Site, Table};

pub(crate) const TABLE: TableId = TableId(77);
pub(crate) const START: Millis = Millis(1_800_000_000_000);

/// What a click led to.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) answer: Answer,
    pub(crate) changed: bool,
}

impl Outcome {
    /// Asserts that this was refused with exactly this sentence, and that nothing changed.
    #[track_caller]
    pub(crate) fn assert_refused(&self, refusal: Refusal) {
        assert!(!self.changed, "{refusal} changed something");
        let sentence = screen::refusal(&refusal, english());
        match &self.answer {
            Answer::Note(screen) => assert_eq!(*screen, sentence),
            Answer::Panel(screen) if *screen == sentence => {}
            Answer::Panel(screen) => assert!(says(screen, &sentence), "{screen:?} lacks {refusal}"),
            other => panic!("{refusal} was answered with {other:?}"),
        }
    }
}

pub(crate) fn english() -> &'static Language {
    Language::of(Locale::fallback())
}

/// Whether everything that a sentence says stands somewhere in a screen.
pub(crate) fn says(screen: &Screen, sentence: &Screen) -> bool {
    let all = texts(screen).join("\n");
    texts(sentence)
        .iter()
        .all(|text| all.contains(text.as_str()))
}

pub(crate) fn texts(screen: &Screen) -> Vec<String> {
    let text = |part: &Element| match part {
        Element::Text(text) => Some(text.clone()),
        _ => None,
    };
    screen.elements.iter().filter_map(text).collect()
}

/// What an input led to, already carried out.
#[derive(Debug)]
pub(crate) struct Told {
    pub(crate) entry: Option<Entry>,
    pub(crate) effects: Vec<Effect>,
}

/// One way to use a control of a screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Usable {
    pub(crate) control: Control,
    pub(crate) values: Vec<String>,
}

impl Usable {
    pub(crate) fn intent(&self) -> Intent {
        self.control
            .with_values(&self.values)
            .expect("a screen offers only what its control takes")
    }
}

/// Every way to use the enabled controls of a screen; of choices of several, the first ones.
pub(crate) fn usable(screen: &Screen) -> Vec<Usable> {
    controls(screen, true)
}

/// The greyed controls too.
pub(crate) fn shown(screen: &Screen) -> Vec<Usable> {
    controls(screen, false)
}

fn controls(screen: &Screen, enabled_only: bool) -> Vec<Usable> {
    let mut found = Vec::new();
    for part in &screen.elements {
        match part {
            Element::Buttons(buttons) => {
                assert!((1..=5).contains(&buttons.len()));
                let buttons = buttons
                    .iter()
                    .filter(|button| button.enabled || !enabled_only);
                found.extend(buttons.map(|button| Usable {
                    control: button.control,
                    values: vec![],
                }));
            }
            Element::Select(select) => {
                let values: Vec<String> = select
                    .options
                    .iter()
                    .map(|option| option.value.clone())
                    .collect();
                for window in values.windows(select.min.max(1).into()) {
                    found.push(Usable {
                        control: select.control,
                        values: window.to_vec(),
                    });
                }
            }
            _ => {}
        }
    }
    found
}

#[derive(Clone)]
pub(crate) struct Driver {
    pub(crate) table: Table,
    pub(crate) now: Millis,
    pub(crate) chance: Seeded,
    pub(crate) entries: Vec<Entry>,
    /// The table's one public message.
    pub(crate) message: Screen,
    /// How often it was posted, the first time included.
    pub(crate) posts: u32,
    pub(crate) pinged: Option<UserId>,
    /// Every person's newest panel.
    pub(crate) panels: BTreeMap<UserId, Screen>,
    pub(crate) refreshed: BTreeMap<UserId, u32>,
    pub(crate) closed: bool,
    /// The same game by the rules alone.
    pub(crate) shadow: Option<Game>,
    /// What the last input led to.
    pub(crate) effects: Vec<Effect>,
    /// What computers are to think about, and have not yet.
    pub(crate) thoughts: Vec<Thought>,
    next: u64,
}

pub(crate) fn person(user: UserId) -> Person {
    Person {
        id: user,
        name: format!("Player {user}"),
        locale: Locale::fallback(),
        may_manage: false,
    }
}

impl Driver {
    pub(crate) fn open(options: Options, seed: u64) -> Self {
        Self::open_with(options, Company::default(), seed)
    }

    /// A lobby in which computers sit, or a game of computers alone.
    pub(crate) fn open_with(options: Options, company: Company, seed: u64) -> Self {
        let click = Click {
            reply: ReplyId(1),
            interaction: InteractionId(1),
            person: person(UserId(1)),
            origin: Origin::Command,
            intent: Intent::Join,
        };
        let site = Site {
            table: TABLE,
            guild: GuildId(5),
            channel: ChannelId(6),
        };
        let mut chance = Seeded::new(seed);
        let opened = Table::open(site, options, company, &click, START, &mut chance);
        let (table, step) = opened.expect("a lobby can be opened with any options");
        let Some(Effect::Answer {
            reply: ReplyId(1),
            answer: Answer::Public(message),
        }) = step.effects.first()
        else {
            panic!("{:?}", step.effects);
        };
        let mut driver = Self {
            message: message.clone(),
            table,
            now: START,
            chance,
            entries: Vec::new(),
            posts: 1,
            pinged: None,
            panels: BTreeMap::new(),
            refreshed: BTreeMap::new(),
            closed: false,
            shadow: None,
            effects: Vec::new(),
            thoughts: Vec::new(),
            next: 1,
        };
        driver.carry_out(&step);
        driver
    }

    /// The same table, read back from the journal with every deal of it changed.
    pub(crate) fn redealt(&self, change: impl Fn(&mut DealtRecord)) -> Self {
        let mut entries = self.entries.clone();
        for record in entries.iter_mut().flat_map(|entry| &mut entry.records) {
            if let Record::Dealt { dealt, .. } = record {
                change(dealt);
            }
        }
        let mut driver = self.clone();
        driver.table = Table::replay(&entries).expect("a changed deal is still a deal");
        driver.entries.clear();
        driver.thoughts.clear();
        for entry in entries {
            driver.follow(&entry);
            driver.entries.push(entry);
        }
        driver
    }

    /// A table with so many people, whose game has just begun.
    pub(crate) fn playing(options: Options, players: usize, seed: u64) -> Self {
        Self::playing_with(options, players, Company::default(), seed)
    }

    /// A table with so many people and computers after them, whose game has just begun.
    pub(crate) fn playing_with(
        options: Options,
        people: usize,
        company: Company,
        seed: u64,
    ) -> Self {
        let mut driver = Self::open(options, seed);
        for user in 2..=people as u64 {
            assert!(driver.click_message(UserId(user), Intent::Join).changed);
        }
        for _ in 0..company.computers {
            let add = Intent::AddComputer(company.strength);
            assert!(driver.click_message(UserId(1), add).changed);
        }
        assert!(driver.click_message(UserId(1), Intent::Start).changed);
        assert!(driver.table.is_playing());
        driver
    }

    /// Such a table whose deal is as wished.
    pub(crate) fn dealt(options: Options, players: usize, wish: impl Fn(&Game) -> bool) -> Self {
        let tables = (0..5000).map(|seed| Self::playing(options, players, seed));
        let mut wished = tables.filter(|driver| wish(driver.game()));
        wished.next().expect("among so many deals there is one")
    }

    pub(crate) fn game(&self) -> &Game {
        self.shadow.as_ref().expect("a game has begun")
    }

    pub(crate) fn user(&self, seat: Seat) -> UserId {
        UserId(seat.index() as u64 + 1)
    }

    pub(crate) fn table_seat(&self, user: UserId) -> Seat {
        Seat::new(user.0 as usize - 1).expect("one of the players")
    }

    pub(crate) fn on_turn(&self) -> UserId {
        self.user(self.game().turn().expect("the game runs").seat)
    }

    pub(crate) fn stamp(&self) -> Stamp {
        usable(&self.message)[0].control.stamp
    }

    pub(crate) fn handle(&mut self, input: Input) -> Told {
        let step = self.table.handle(self.now, input, &mut self.chance);
        self.carry_out(&step);
        self.effects.clone_from(&step.effects);
        Told {
            entry: step.entry,
            effects: step.effects,
        }
    }

    pub(crate) fn wait(&mut self, span: Millis) -> Told {
        self.now = self.now.after(span);
        self.handle(Input::Woken)
    }

    /// Waits for what the table waits for.
    pub(crate) fn wake(&mut self) -> Told {
        self.now = self
            .table
            .next_wake()
            .expect("something is waited for")
            .max(self.now);
        self.handle(Input::Woken)
    }

    /// Clicks at something that the public message offers by this intent, just now.
    pub(crate) fn click_message(&mut self, user: UserId, intent: Intent) -> Outcome {
        let control = self.stamp().button(intent);
        self.click(person(user), Origin::Table(control.stamp), intent)
    }

    /// Clicks at something that the own panel may offer by this intent, just now.
    pub(crate) fn click_panel(&mut self, user: UserId, intent: Intent) -> Outcome {
        self.click(person(user), Origin::Panel(self.stamp()), intent)
    }

    pub(crate) fn command(&mut self, user: UserId, intent: Intent) -> Outcome {
        self.click(person(user), Origin::Command, intent)
    }

    pub(crate) fn use_panel(&mut self, user: UserId, usable: &Usable) -> Outcome {
        self.click(
            person(user),
            Origin::Panel(usable.control.stamp),
            usable.intent(),
        )
    }

    pub(crate) fn click(&mut self, person: Person, origin: Origin, intent: Intent) -> Outcome {
        self.next += 1;
        self.deliver(InteractionId(self.next), person, origin, intent)
    }

    pub(crate) fn last_interaction(&self) -> InteractionId {
        InteractionId(self.next)
    }

    pub(crate) fn deliver(
        &mut self,
        interaction: InteractionId,
        person: Person,
        origin: Origin,
        intent: Intent,
    ) -> Outcome {
        self.next += 1;
        let reply = ReplyId(self.next);
        self.put(
            Click {
                reply,
                interaction,
                person,
                origin,
                intent,
            },
            Input::Click,
        )
    }

    /// Asks for a new table by command.
    pub(crate) fn reopen(&mut self, user: UserId, options: Options) -> Outcome {
        self.next += 1;
        let click = Click {
            reply: ReplyId(self.next),
            interaction: InteractionId(self.next),
            person: person(user),
            origin: Origin::Command,
            intent: Intent::NewTable,
        };
        self.put(click, |click| Input::Reopen {
            click,
            options,
            company: Company::default(),
        })
    }

    fn put(&mut self, click: Click, input: impl Fn(Click) -> Input) -> Outcome {
        let Click {
            reply,
            origin,
            intent,
            ..
        } = click;
        let user = click.person.id;
        let step = self.handle(input(click));
        let answers: Vec<&Answer> = step
            .effects
            .iter()
            .filter_map(|effect| match effect {
                Effect::Answer { reply: to, answer } => {
                    assert_eq!(*to, reply);
                    Some(answer)
                }
                _ => None,
            })
            .collect();
        let [answer] = answers[..] else {
            panic!("{} answers to {intent:?}", answers.len())
        };
        match answer {
            Answer::Table(screen) | Answer::Public(screen) => self.message = screen.clone(),
            Answer::Panel(screen) => {
                self.panels.insert(user, screen.clone());
            }
            Answer::Note(_) | Answer::Done => {}
        }
        if matches!(answer, Answer::Table(_)) {
            assert!(matches!(origin, Origin::Table(_)));
        }
        Outcome {
            answer: answer.clone(),
            changed: step.entry.is_some(),
        }
    }

    /// Thinks everything through that computers are to think about.
    pub(crate) fn think(&mut self) {
        for thought in std::mem::take(&mut self.thoughts) {
            let told = self.handle(thought.think());
            assert!(told.entry.is_none(), "a choice acts before its time");
        }
    }

    fn carry_out(&mut self, step: &Step) {
        if let Some(entry) = &step.entry {
            assert_eq!(entry.version, self.entries.len() as u64 + 1);
            self.entries.push(entry.clone());
            self.follow(entry);
        }
        let mut tables = 0;
        let mut panels = BTreeSet::new();
        for effect in &step.effects {
            match effect {
                Effect::Answer { answer, .. } => check_answer(answer),
                Effect::ShowTable { screen, how } => {
                    tables += 1;
                    self.show(screen, *how);
                }
                Effect::RefreshPanel { user, screen } => {
                    check(screen);
                    assert!(panels.insert(*user), "two refreshes of one panel");
                    assert!(
                        self.panels.contains_key(user),
                        "a refresh of a panel never opened"
                    );
                    self.panels.insert(*user, screen.clone());
                    *self.refreshed.entry(*user).or_default() += 1;
                }
                Effect::Think(thought) => self.thoughts.push((**thought).clone()),
                Effect::Close => self.closed = true,
            }
        }
        assert!(tables <= 1, "the table is shown twice");
        assert_eq!(self.closed, self.table.is_closed());
        assert!(
            self.closed || self.table.next_wake().is_some(),
            "a table that nothing wakes"
        );
    }

    fn show(&mut self, screen: &Screen, how: Show) {
        check(screen);
        self.message = screen.clone();
        self.pinged = None;
        if let Show::Anew { ping } | Show::Next { ping } = how {
            self.posts += 1;
            self.pinged = ping;
        }
    }

    /// The rules' own state, made from nothing but the journal, with its invariants.
    fn follow(&mut self, entry: &Entry) {
        for record in &entry.records {
            match record {
                Record::Dealt { first, dealt } => {
                    let rules = self.rules();
                    let dealt = Dealt::try_from(dealt).expect("the journal's words are read");
                    let first = Seat::new((*first).into()).expect("a seat");
                    self.shadow =
                        Some(Game::from_dealt(rules, first, &dealt).expect("a fair deal"));
                }
                Record::Game { events } => {
                    let game = self.shadow.as_mut().expect("events come after the deal");
                    for event in events {
                        game.evolve(&Event::try_from(event).expect("the journal's words are read"));
                    }
                    game.check_invariants().expect("the rules' invariants");
                }
                _ => {}
            }
        }
    }

    fn rules(&self) -> rules::Ruleset {
        let mut options = None;
        let mut people = 0;
        for record in self.entries.iter().flat_map(|entry| &entry.records) {
            match record {
                Record::Opened {
                    options: chosen, ..
                } => (options, people) = (Some(chosen), 1),
                Record::ComputerSat { .. } => people += 1,
                Record::ComputerGotUp { .. } => people -= 1,
                Record::Reopened { .. } => people = 1,
                Record::Chosen { options: chosen } => options = Some(chosen),
                Record::Joined { .. } => people += 1,
                Record::GotUp { .. } => people -= 1,
                _ => {}
            }
        }
        let options = Options::try_from(options.expect("a table is opened")).expect("known words");
        options
            .ruleset(people)
            .expect("a game begins only by rules that fit")
    }
}

fn check_answer(answer: &Answer) {
    match answer {
        Answer::Table(screen)
        | Answer::Panel(screen)
        | Answer::Note(screen)
        | Answer::Public(screen) => {
            check(screen);
        }
        Answer::Done => {}
    }
}

/// What every screen must keep to, as far as controls go.
fn check(screen: &Screen) {
    let mut ids = BTreeSet::new();
    for part in &screen.elements {
        let controls: Vec<Control> = match part {
            Element::Buttons(buttons) => buttons.iter().map(|button| button.control).collect(),
            Element::Select(select) => vec![select.control],
            Element::Text(_) | Element::Separator => vec![],
        };
        for control in controls {
            let id = control.to_string();
            assert!(id.len() <= 100, "{id}");
            assert_eq!(id.parse(), Ok(control));
            assert!(ids.insert(id), "two controls of one screen share an id");
        }
    }
    for usable in shown(screen) {
        assert!(matches!(usable.control.press, Press::Do(_)) || !usable.values.is_empty());
        let _ = usable.intent();
    }
}
