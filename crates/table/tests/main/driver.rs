//! A driver for a table, with a clock that the tests set. It keeps the journal and the messages, and checks the screens
//! and the rules' invariants.

use std::collections::{BTreeMap, BTreeSet};

use table::control::Control;
use table::effect::Transition;
use table::ids::ReplyId;
use table::input::Click;
use table::move_search::MoveSearchJob;
use table::text::Language;

use crate::prelude::*;

pub(crate) const TABLE: TableId = TableId(77);
pub(crate) const START: Millis = Millis(1_800_000_000_000);

#[derive(Debug)]
pub(crate) struct Outcome {
    /// The table's answer, except that [`Answer::Panel`] replaces [`Answer::PanelBelow`] and [`Answer::RefusalBelow`].
    pub(crate) answer: Answer,
    pub(crate) is_below: bool,
    pub(crate) changed: bool,
}

impl Outcome {
    #[track_caller]
    pub(crate) fn panel(self) -> Screen {
        match self.answer {
            Answer::Panel(screen) => screen,
            other => panic!("{other:?} is no panel"),
        }
    }

    /// Asserts that the click changed nothing, and that the answer gives this reason or calls the control outdated.
    #[track_caller]
    pub(crate) fn assert_refused(&self, refusal: Refusal) {
        assert!(!self.changed, "{refusal} changed something");
        let sentence = screen::refusal(&refusal, english());
        match &self.answer {
            Answer::Refusal(screen) | Answer::Obsolete(screen) | Answer::Panel(screen)
                if matches!(refusal, Refusal::MovedOn | Refusal::NotOver)
                    && !says(screen, &sentence) =>
            {
                let text = screen.to_string();
                assert!(text.contains("from earlier. "), "{text}");
            }
            Answer::Refusal(screen) | Answer::Obsolete(screen) => assert_eq!(*screen, sentence),
            Answer::Panel(screen) if *screen == sentence => {}
            Answer::Panel(screen) => assert!(says(screen, &sentence), "{screen:?} lacks {refusal}"),
            other => panic!("{refusal} was answered with {other:?}"),
        }
    }
}

pub(crate) fn options() -> TableOptions {
    options_of(EditionId::ORIGINAL)
}

/// Returns a configuration in which people may click controls as soon as they are shown.
pub(crate) fn hasty() -> TableConfig {
    TableConfig {
        min_tap_delay: Millis(0),
        ..TableConfig::default()
    }
}

pub(crate) fn options_of(edition: EditionId) -> TableOptions {
    TableOptions::of(edition, Locale::fallback())
}

pub(crate) fn options_at(pace: Pace) -> TableOptions {
    options().with(OptionValue::Pace(pace))
}

/// Returns options under which a player who leaves is out of the game.
pub(crate) fn without_stand_ins() -> TableOptions {
    options().with(OptionValue::Leavers(LeaverPolicy::Out))
}

pub(crate) fn watched(count: u8, strength: Strength) -> ComputerSetup {
    ComputerSetup {
        count,
        strength,
        watch: true,
    }
}

/// Returns the setup of a lobby with this many computers.
pub(crate) fn computers(count: u8) -> ComputerSetup {
    ComputerSetup {
        count,
        ..ComputerSetup::default()
    }
}

pub(crate) fn seat_on_turn(game: &Game) -> Seat {
    game.turn().expect("a turn").seat
}

pub(crate) fn english() -> &'static Language {
    Language::of(Locale::fallback())
}

/// Returns true if a screen contains every text of `sentence`.
pub(crate) fn says(screen: &Screen, sentence: &Screen) -> bool {
    let all = texts(screen).join("\n");
    texts(sentence)
        .iter()
        .all(|text| all.contains(text.as_str()))
}

pub(crate) fn texts(screen: &Screen) -> Vec<String> {
    let text = |part: &Element| match part {
        Element::Text(text) => Some(text.clone()),
        Element::Illustrated(illustrated) => Some(illustrated.text.clone()),
        _ => None,
    };
    screen.elements.iter().filter_map(text).collect()
}

/// The result of an input whose effects have been carried out.
#[derive(Debug)]
pub(crate) struct Handled {
    pub(crate) entry: Option<Entry>,
    pub(crate) effects: Vec<Effect>,
}

/// A control of a screen, with the values to choose if it is a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Usable {
    pub(crate) control: Control,
    pub(crate) values: Vec<String>,
}

impl Usable {
    pub(crate) fn intent(&self) -> Intent {
        let meaning = self.meaning();
        meaning.table().expect("the control of a table")
    }

    fn meaning(&self) -> Meaning {
        self.control
            .with_values(&self.values)
            .expect("a screen offers only what its control takes")
    }
}

/// Returns the uses of a screen's enabled controls that act on a table. Each use of a menu chooses neighbouring values,
/// as few as the menu allows but at least one.
pub(crate) fn usable(screen: &Screen) -> Vec<Usable> {
    of_table(controls(screen, true))
}

/// Like [`usable`], but includes disabled controls.
pub(crate) fn shown(screen: &Screen) -> Vec<Usable> {
    of_table(controls(screen, false))
}

fn of_table(mut controls: Vec<Usable>) -> Vec<Usable> {
    controls.retain(|usable| usable.meaning().table().is_some());
    controls
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
    pub(crate) chance: SeededChance,
    pub(crate) entries: Vec<Entry>,
    pub(crate) message: Screen,
    /// The number of times the public message was posted, including the first.
    pub(crate) posts: u32,
    pub(crate) pinged: UserSet,
    /// The content of each person's direct message with their hand.
    pub(crate) hands: BTreeMap<UserId, Screen>,
    /// The content of each person's most recent panel.
    pub(crate) panels: BTreeMap<UserId, Screen>,
    pub(crate) refreshed: BTreeMap<UserId, u32>,
    pub(crate) closed: bool,
    pub(crate) explained: Vec<UserId>,
    /// The game replayed from the journal using only the rules.
    pub(crate) rules_game: Option<Game>,
    pub(crate) effects: Vec<Effect>,
    /// The computer choices that have been requested but not yet computed.
    pub(crate) choice_jobs: Vec<MoveSearchJob>,
    pub(crate) preferences: BTreeMap<UserId, PersonPreferences>,
    /// True if upcoming clicks state that the bot may post in the channel.
    pub(crate) may_post: bool,
    next: u64,
}

pub(crate) fn person(user: UserId) -> Clicker {
    let mut person = newcomer(user);
    person.preferences.hand_explained = true;
    person
}

/// Returns a person with default preferences, who has not yet been offered an explanation of their hand.
pub(crate) fn newcomer(user: UserId) -> Clicker {
    Clicker::new(user, format!("Player {user}"), Locale::fallback())
}

pub(crate) fn moderator(user: UserId) -> Clicker {
    Clicker {
        may_manage: true,
        ..person(user)
    }
}

fn command(number: u64, user: UserId, intent: Intent) -> Click {
    Click {
        reply: ReplyId(number),
        interaction: InteractionId(number),
        person: person(user),
        origin: ClickOrigin::Command,
        intent,
        may_post: true,
        table_message: None,
    }
}

impl Driver {
    pub(crate) fn open(options: TableOptions, seed: u64) -> Self {
        Self::open_with(options, ComputerSetup::default(), seed)
    }

    /// Opens a lobby with these computers, or starts a game among them if the person only watches.
    pub(crate) fn open_with(options: TableOptions, computers: ComputerSetup, seed: u64) -> Self {
        Self::open_by(hasty(), options, computers, seed)
    }

    pub(crate) fn open_configured(config: TableConfig, options: TableOptions) -> Self {
        Self::open_by(config, options, ComputerSetup::default(), 1)
    }

    fn open_by(
        config: TableConfig,
        options: TableOptions,
        computers: ComputerSetup,
        seed: u64,
    ) -> Self {
        let click = command(1, UserId(1), Intent::Join);
        let location = TableLocation {
            table: TABLE,
            guild: GuildId(5),
            channel: ChannelId(6),
            number: Some(1),
        };
        let mut chance = SeededChance::new(seed);
        let (now, rng) = (START, &mut chance);
        let opened = Table::open(location, config, options, computers, &click, now, rng);
        let (table, transition) = opened.expect("a lobby can be opened with any options");
        let Some(Effect::Answer { answer, .. }) = transition.effects.first() else {
            panic!("{:?}", transition.effects);
        };
        let Answer::Public(message) = answer else {
            panic!("{answer:?}");
        };
        let mut driver = Self {
            message: message.clone(),
            table,
            now: START,
            chance,
            entries: Vec::new(),
            posts: 1,
            pinged: UserSet::EMPTY,
            hands: BTreeMap::new(),
            panels: BTreeMap::new(),
            refreshed: BTreeMap::new(),
            closed: false,
            explained: Vec::new(),
            rules_game: None,
            effects: Vec::new(),
            choice_jobs: Vec::new(),
            preferences: BTreeMap::new(),
            may_post: true,
            next: 1,
        };
        driver.carry_out(&transition);
        driver
    }

    /// Returns the same table, replayed from the journal after `change` has been applied to every deal.
    pub(crate) fn redealt(&self, change: impl Fn(&mut DealtRecord)) -> Self {
        let mut entries = self.entries.clone();
        for record in entries.iter_mut().flat_map(|entry| &mut entry.records) {
            if let Record::Dealt { dealt, .. } = record {
                change(dealt);
            }
        }
        let mut driver = self.clone();
        let config = self.table.config().clone();
        driver.table = Table::replay(&entries, config).expect("a changed deal is still a deal");
        driver.entries.clear();
        driver.choice_jobs.clear();
        for entry in entries {
            driver.replay_by_rules(&entry);
            driver.entries.push(entry);
        }
        driver
    }

    /// Returns a table at which a game of this many people has just begun.
    pub(crate) fn playing(options: TableOptions, players: usize, seed: u64) -> Self {
        Self::playing_with(options, players, ComputerSetup::default(), seed)
    }

    /// Like [`Self::playing`], but adds computers in the seats after the people's.
    pub(crate) fn playing_with(
        options: TableOptions,
        people: usize,
        computers: ComputerSetup,
        seed: u64,
    ) -> Self {
        let mut driver = Self::open(options, seed);
        for user in 2..=people as u64 {
            driver.does(UserId(user), Intent::Join);
        }
        for _ in 0..computers.count {
            let add = Intent::AddComputer(computers.strength);
            driver.does(UserId(1), add);
        }
        driver.does(UserId(1), Intent::Start);
        assert!(driver.table.is_playing());
        driver
    }

    /// Returns a table at which a game of this many people has just begun, with a deal that satisfies `fits`.
    pub(crate) fn dealt(
        options: TableOptions,
        players: usize,
        fits: impl Fn(&Game) -> bool,
    ) -> Self {
        let tables = (0..5000).map(|seed| Self::playing(options, players, seed));
        let mut fitting = tables.filter(|driver| fits(driver.game()));
        fitting.next().expect("one of that many deals fits")
    }

    /// Returns a game in which the player on turn holds this card.
    pub(crate) fn holding(options: TableOptions, players: usize, title: Title) -> Self {
        let holds = |game: &Game| game.hand(seat_on_turn(game)).has(title);
        Self::dealt(options, players, holds)
    }

    pub(crate) fn game(&self) -> &Game {
        self.rules_game.as_ref().expect("a game has begun")
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

    pub(crate) fn others(&self) -> Vec<UserId> {
        let seats = self.game().rules().seats().iter();
        let users = seats.map(|seat| self.user(seat));
        users.filter(|&user| user != self.on_turn()).collect()
    }

    pub(crate) fn held(&self, user: UserId, title: Title) -> u8 {
        self.game().hand(self.table_seat(user)).count(title)
    }

    pub(crate) fn is_turn(&self) -> bool {
        self.table.is_playing() && *self.game().phase() == Phase::Turn
    }

    pub(crate) fn text(&self) -> String {
        texts(&self.message).join("\n")
    }

    #[track_caller]
    pub(crate) fn assert_says(&self, text: &str, expected: bool) {
        let all = self.text();
        assert_eq!(all.contains(text), expected, "{text:?} in {all}");
    }

    #[track_caller]
    pub(crate) fn assert_updated(&self, update: MessageUpdate) {
        assert_eq!(self.updates(), [update]);
    }

    /// Asserts that the last input replaced the public message and pinged only this person, or nobody for `None`.
    #[track_caller]
    pub(crate) fn assert_replaced(&self, ping: Option<UserId>) {
        let ping = ping.into_iter().collect();
        self.assert_updated(MessageUpdate::Replace { ping });
    }

    #[track_caller]
    pub(crate) fn until_wake(&self) -> Millis {
        let wake = self.table.next_wake().expect("the table has a deadline");
        wake.since(self.now)
    }

    /// Returns the time until the table creates an entry on its own.
    pub(crate) fn until_deadline(&self) -> Millis {
        let mut driver = self.clone();
        while driver.wake().entry.is_none() {}
        driver.now.since(self.now)
    }

    pub(crate) fn stamp(&self) -> Stamp {
        usable(&self.message)[0].control.stamp
    }

    pub(crate) fn handle(&mut self, input: Input) -> Handled {
        let transition = self.table.handle(self.now, input, &mut self.chance);
        self.carry_out(&transition);
        self.effects.clone_from(&transition.effects);
        Handled {
            entry: transition.entry,
            effects: transition.effects,
        }
    }

    pub(crate) fn wait(&mut self, duration: Millis) -> Handled {
        self.now = self.now.after(duration);
        self.handle(Input::Wake)
    }

    /// Advances the clock to the table's next wake time, and wakes the table.
    pub(crate) fn wake(&mut self) -> Handled {
        self.wait(self.until_wake())
    }

    /// Draws for the player on turn. If the game waits for anything else, wakes the table.
    pub(crate) fn draw_or_wake(&mut self) {
        if self.is_turn() {
            self.click_message(self.on_turn(), Intent::Draw);
        } else {
            self.wake();
        }
    }

    /// Draws until the game is over and its result is shown.
    pub(crate) fn draw_to_the_end(&mut self) {
        while self.table.is_playing() {
            let user = self.on_turn();
            match self.game().phase() {
                Phase::Turn => assert!(self.click_message(user, Intent::Draw).changed),
                _ => drop(self.wake()),
            }
        }
        self.read_last_death();
    }

    /// Waits until the result of a finished game is shown.
    pub(crate) fn read_last_death(&mut self) {
        if self.table.shows_last_death() {
            self.wake();
        }
    }

    /// Draws for the other players, and lets this person's turns time out, until the game's result is shown.
    pub(crate) fn draw_without(&mut self, absent: UserId) {
        while self.table.is_playing() {
            if self.on_turn() == absent {
                self.wake();
            } else {
                self.draw_or_wake();
            }
        }
        self.read_last_death();
    }

    /// Draws if it is this person's turn. Otherwise wakes the table, so that computers act.
    pub(crate) fn draw_among_computers(&mut self, user: UserId) {
        if self.is_turn() && self.on_turn() == user {
            self.does(user, Intent::Draw);
        } else {
            self.wake();
        }
    }

    /// Draws until a player has died, and returns that player.
    pub(crate) fn draw_to_first_death(&mut self) -> UserId {
        while self.game().deaths().is_empty() {
            self.draw_or_wake();
        }
        self.user(self.game().deaths()[0].seat)
    }

    pub(crate) fn close_window(&mut self) {
        while self.game().phase().window().is_some() {
            self.wake();
        }
    }

    /// Clicks *My hand*, and returns the private message.
    pub(crate) fn open_hand(&mut self, user: UserId) -> Screen {
        match self.click_message(user, Intent::OpenHand).answer {
            Answer::Refusal(screen) | Answer::Panel(screen) => screen,
            other => panic!("{other:?}"),
        }
    }

    /// Opens the lobby for a rematch as the first of these people, and lets the others join.
    pub(crate) fn play_again(&mut self, users: &[u64]) {
        for user in users {
            self.does(UserId(*user), Intent::Rematch);
        }
    }

    /// Starts a game of the first two people from an ordinary lobby.
    pub(crate) fn play_anew(&mut self) {
        self.does(UserId(1), Intent::NewTable);
        self.does(UserId(2), Intent::Join);
        self.does(UserId(1), Intent::Start);
    }

    pub(crate) fn click_message(&mut self, user: UserId, intent: Intent) -> Outcome {
        let control = self.stamp().button(intent);
        self.click(person(user), ClickOrigin::Table(control.stamp), intent)
    }

    pub(crate) fn click_panel(&mut self, user: UserId, intent: Intent) -> Outcome {
        self.click(person(user), ClickOrigin::Panel(self.stamp()), intent)
    }

    pub(crate) fn command(&mut self, user: UserId, intent: Intent) -> Outcome {
        self.click(person(user), ClickOrigin::Command, intent)
    }

    /// Clicks a button on the current public message. The click must change the table.
    #[track_caller]
    pub(crate) fn does(&mut self, user: UserId, intent: Intent) {
        let outcome = self.click_message(user, intent);
        assert!(outcome.changed, "{intent:?} of {user}: {outcome:?}");
    }

    #[track_caller]
    pub(crate) fn does_on_panel(&mut self, user: UserId, intent: Intent) {
        let outcome = self.click_panel(user, intent);
        assert!(outcome.changed, "{intent:?} of {user}: {outcome:?}");
    }

    #[track_caller]
    pub(crate) fn does_by_command(&mut self, user: UserId, intent: Intent) {
        let outcome = self.command(user, intent);
        assert!(outcome.changed, "{intent:?} of {user}: {outcome:?}");
    }

    /// Clicks a button on the current public message. The click must be refused for this reason.
    #[track_caller]
    pub(crate) fn refuses(&mut self, user: UserId, intent: Intent, refusal: Refusal) {
        self.click_message(user, intent).assert_refused(refusal);
    }

    #[track_caller]
    pub(crate) fn refuses_on_panel(&mut self, user: UserId, intent: Intent, refusal: Refusal) {
        self.click_panel(user, intent).assert_refused(refusal);
    }

    #[track_caller]
    pub(crate) fn refuses_command(&mut self, user: UserId, intent: Intent, refusal: Refusal) {
        self.command(user, intent).assert_refused(refusal);
    }

    pub(crate) fn updates(&self) -> Vec<MessageUpdate> {
        let update = |effect: &Effect| match effect {
            Effect::UpdateMessage { update, .. } => Some(*update),
            _ => None,
        };
        self.effects.iter().filter_map(update).collect()
    }

    /// Returns the people whom the last input pinged.
    pub(crate) fn pings(&self) -> Vec<UserId> {
        let pings = self.updates().into_iter().map(MessageUpdate::ping);
        pings
            .flat_map(|ping| ping.iter().collect::<Vec<_>>())
            .collect()
    }

    pub(crate) fn records(&self) -> impl DoubleEndedIterator<Item = &Record> {
        self.entries.iter().flat_map(|entry| &entry.records)
    }

    /// Returns the records in an extract of this person's data.
    pub(crate) fn own_records(&self, user: UserId) -> Vec<Record> {
        let extract = TableExtract::new(&self.entries, user).expect("the table is whole");
        let actions = extract.actions.into_iter();
        actions.flat_map(|action| action.records).collect()
    }

    pub(crate) fn replay_by(&mut self, config: TableConfig) {
        self.table = Table::replay(&self.entries, config).expect("the journal replays");
        self.message = self.table.screen();
    }

    pub(crate) fn replay(&mut self) {
        self.table = self.replayed();
    }

    pub(crate) fn replayed(&self) -> Table {
        Table::replay(&self.entries, self.table.config().clone()).expect("the journal replays")
    }

    pub(crate) fn use_panel(&mut self, user: UserId, usable: &Usable) -> Outcome {
        self.click(
            person(user),
            ClickOrigin::Panel(usable.control.stamp),
            usable.intent(),
        )
    }

    pub(crate) fn click(
        &mut self,
        person: Clicker,
        origin: ClickOrigin,
        intent: Intent,
    ) -> Outcome {
        self.next += 1;
        self.deliver(InteractionId(self.next), person, origin, intent)
    }

    pub(crate) fn last_interaction(&self) -> InteractionId {
        InteractionId(self.next)
    }

    pub(crate) fn deliver(
        &mut self,
        interaction: InteractionId,
        mut person: Clicker,
        origin: ClickOrigin,
        intent: Intent,
    ) -> Outcome {
        if let Some(preferences) = self.preferences.get(&person.id) {
            person.preferences = *preferences;
            person.are_preferences_current = true;
        }
        self.next += 1;
        let click = Click {
            interaction,
            person,
            origin,
            may_post: self.may_post,
            ..command(self.next, UserId(0), intent)
        };
        self.handle_click(click, Input::Click)
    }

    pub(crate) fn reopen(&mut self, user: UserId, options: TableOptions) -> Outcome {
        self.next += 1;
        let click = command(self.next, user, Intent::NewTable);
        self.handle_click(click, |click| Input::Reopen {
            click,
            options: Box::new(options),
            computers: ComputerSetup::default(),
        })
    }

    fn handle_click(&mut self, click: Click, input: impl Fn(Click) -> Input) -> Outcome {
        let Click {
            reply,
            origin,
            intent,
            ..
        } = click;
        let user = click.person.id;
        let handled = self.handle(input(click));
        let answers = handled.effects.iter().filter_map(|effect| match effect {
            Effect::Answer { reply: to, answer } => Some((to, answer)),
            _ => None,
        });
        let [(to, answer)] = answers.collect::<Vec<_>>()[..] else {
            panic!("{intent:?} needs one answer: {:?}", handled.effects)
        };
        assert_eq!(*to, reply);
        match answer {
            Answer::Table(screen) | Answer::Public(screen) => self.message = screen.clone(),
            Answer::Panel(screen) | Answer::PanelBelow(screen) | Answer::RefusalBelow(screen) => {
                self.panels.insert(user, screen.clone());
            }
            Answer::Hand(hand, screen) => {
                assert_eq!(hand.user, user, "a hand is its owner's");
                self.hands.insert(user, screen.clone());
            }
            Answer::Note(_) | Answer::Obsolete(_) | Answer::Refusal(_) | Answer::Acknowledge => {}
        }
        if matches!(answer, Answer::Table(_)) {
            assert!(matches!(origin, ClickOrigin::Table(_)));
        }
        let (answer, is_below) = match answer.clone() {
            Answer::PanelBelow(screen) | Answer::RefusalBelow(screen) => {
                (Answer::Panel(screen), true)
            }
            other => (other, false),
        };
        Outcome {
            answer,
            is_below,
            changed: handled.entry.is_some(),
        }
    }

    pub(crate) fn run_choice_jobs(&mut self) {
        for job in std::mem::take(&mut self.choice_jobs) {
            let handled = self.handle(job.run());
            assert!(
                handled.entry.is_none(),
                "a choice takes effect before the computer's delay is over"
            );
        }
    }

    fn carry_out(&mut self, transition: &Transition) {
        if let Some(entry) = &transition.entry {
            assert_eq!(entry.version, self.entries.len() as u64 + 1);
            self.entries.push(entry.clone());
            self.replay_by_rules(entry);
        }
        let mut tables = 0;
        let mut hands = BTreeSet::new();
        let mut panels = BTreeSet::new();
        for effect in &transition.effects {
            match effect {
                Effect::Answer { answer, .. } => check_answer(answer),
                Effect::UpdateMessage { screen, update, .. } => {
                    tables += 1;
                    self.show(screen, *update);
                }
                Effect::DeletePanel { user } => {
                    self.panels.remove(user);
                }
                Effect::RefreshPanel { user, screen, .. } => {
                    check(screen);
                    assert!(panels.insert(*user), "two refreshes of one panel");
                    assert!(
                        self.panels.contains_key(user),
                        "a refresh of a panel never opened"
                    );
                    self.panels.insert(*user, screen.clone());
                    *self.refreshed.entry(*user).or_default() += 1;
                }
                Effect::HandExplained { user, .. } => {
                    self.explained.push(*user);
                }
                Effect::ShowHand { hand, screen, .. } | Effect::FinishHand { hand, screen, .. } => {
                    check(screen);
                    assert!(hands.insert(hand.user), "two screens of one hand");
                    self.hands.insert(hand.user, screen.clone());
                }
                Effect::CallPlayers(_) => {}
                Effect::ComputeChoice(job) => self.choice_jobs.push((**job).clone()),
                Effect::Close => self.closed = true,
            }
        }
        assert!(tables <= 1, "the public message is updated twice");
        assert_eq!(self.closed, self.table.is_closed());
        assert!(
            self.closed || self.table.holds_deadlines() || self.table.next_wake().is_some(),
            "an open table without a next wake time"
        );
    }

    fn show(&mut self, screen: &Screen, update: MessageUpdate) {
        check(screen);
        self.message = screen.clone();
        self.posts += u32::from(update.is_post());
        self.pinged = update.ping();
    }

    /// Replays an entry using only the rules, and checks their invariants.
    fn replay_by_rules(&mut self, entry: &Entry) {
        for record in &entry.records {
            match record {
                Record::Dealt {
                    first,
                    rules,
                    dealt,
                    ..
                } => {
                    let dealt = Deal::try_from(dealt).expect("journal records can be read");
                    let game = Game::from_deal(**rules, *first, &dealt);
                    self.rules_game = Some(game.expect("a fair deal"));
                }
                Record::Game { events, .. } => {
                    let game = self
                        .rules_game
                        .as_mut()
                        .expect("events come after the deal");
                    events.iter().for_each(|event| game.evolve(event));
                    game.check_invariants().expect("the rules' invariants");
                }
                _ => {}
            }
        }
    }
}

fn check_answer(answer: &Answer) {
    match answer {
        Answer::Table(screen)
        | Answer::Panel(screen)
        | Answer::PanelBelow(screen)
        | Answer::RefusalBelow(screen)
        | Answer::Note(screen)
        | Answer::Refusal(screen)
        | Answer::Hand(_, screen)
        | Answer::Obsolete(screen)
        | Answer::Public(screen) => {
            check(screen);
        }
        Answer::Acknowledge => {}
    }
}

fn check(screen: &Screen) {
    let mut ids = BTreeSet::new();
    for part in &screen.elements {
        let controls: Vec<Control> = match part {
            Element::Buttons(buttons) => buttons.iter().map(|button| button.control).collect(),
            Element::Select(select) => vec![select.control],
            Element::Text(_)
            | Element::Illustrated(_)
            | Element::EmojiRow(_)
            | Element::Chart { .. }
            | Element::Picture { .. }
            | Element::Separator => vec![],
        };
        for control in controls {
            let id = control.to_string();
            assert!(id.len() <= 100, "{id}");
            assert_eq!(id.parse(), Ok(control));
            assert!(ids.insert(id), "two controls of one screen share an id");
        }
    }
    for usable in controls(screen, false) {
        let is_menu = matches!(
            usable.control.action,
            ControlAction::Menu(_) | ControlAction::PageMenu(_)
        );
        assert_eq!(is_menu, !usable.values.is_empty());
        let _ = usable.meaning();
    }
}
