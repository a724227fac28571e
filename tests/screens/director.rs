//! Plays games until every kind of screen has occurred, and takes a screenshot of each.

use kit::virtual_user::component::{Component, components, is_private};
use kit::virtual_user::view::{View, newest_stamp};
use rules::{ChoiceAnswer, Play, Title};
use serde_json::{Value, json};
use table::control::{Control, ControlAction, Stamp};
use table::intent::{Intent, Menu, OptionPage, PanelStep, TargetedPlay};

use super::gallery::{Gallery, Kind};
use crate::walk::Walk;

/// The screenshots to take in games of a base edition.
pub(super) const BASE: [&str; 11] = [
    "lobby",
    "first-hand",
    "turn",
    "target",
    "nope-chain",
    "see-the-future",
    "kitten",
    "defuse",
    "favor",
    "death",
    "end",
];

/// The screenshots to take in games of `imploding`.
pub(super) const IMPLODING: [&str; 15] = [
    "options",
    "lobby",
    "first-hand",
    "order",
    "order-table",
    "order-begun",
    "order-done",
    "bottom",
    "direction",
    "target",
    "imploding",
    "imploding-place",
    "face-up",
    "imploded",
    "end",
];

/// The number of Nopes in the chain on the screenshot.
const CHAIN: u8 = 3;

/// The number of draws before anyone says Nope, so that the hands contain enough Nopes for the chain.
const DRAWS_BEFORE_CHAIN: u32 = 12;

/// The maximum number of games, far more than are needed for every kind of screen to occur.
const MAX_GAMES: u32 = 20;

pub(super) struct Director<'h> {
    walk: Walk<'h>,
    gallery: Gallery<'h>,
    pictures: &'static [&'static str],
    text_first: bool,
    games: u32,
    /// The number of cards drawn in this game.
    draws: u32,
    /// The person whose See the Future is on the table and has not been noped.
    future: Option<usize>,
    /// The title that a person has played and no one has answered yet.
    played: Option<Title>,
    /// True while a kitten is face up on top of the pile.
    face_up: bool,
    /// True if the last card played was a Reverse and no screenshot shows the new direction yet.
    turned: bool,
}

impl<'h> Director<'h> {
    pub(super) fn new(
        walk: Walk<'h>,
        gallery: Gallery<'h>,
        pictures: &'static [&'static str],
        text_first: bool,
    ) -> Self {
        Self {
            walk,
            gallery,
            pictures,
            text_first,
            games: 0,
            draws: 0,
            future: None,
            played: None,
            face_up: false,
            turned: false,
        }
    }

    pub(super) fn missing(&self) -> Vec<&'static str> {
        let missing = self.pictures.iter().filter(|name| !self.gallery.has(name));
        missing.copied().collect()
    }

    /// Returns true if this show includes a screenshot of this name that has not been taken yet.
    fn lacks(&self, name: &str) -> bool {
        self.pictures.contains(&name) && !self.gallery.has(name)
    }

    /// Returns true once all screenshots have been taken, or [`MAX_GAMES`] games have been played.
    pub(super) fn is_finished(&self) -> bool {
        self.missing().is_empty() || self.games >= MAX_GAMES
    }

    /// Takes screenshots of a lobby with three people and two computers and of its options, and closes the lobby.
    pub(super) async fn show_lobby(&mut self, options: &Value) {
        let mut options = options.clone();
        options["computers"] = json!(2);
        self.open_table(&options).await;
        self.take_table("lobby").await;
        if self.lacks("options") {
            self.walk
                .press(0, Intent::OpenOptions(OptionPage::Game))
                .await;
            self.take_panel("options", 0).await;
        }
        let end = self.walk.command(0, "end", &json!({})).await;
        assert!(end.is_answered(), "the lobby closes");
    }

    /// Plays a game to its end, and takes the missing screenshots.
    pub(super) async fn play_one_game(&mut self, options: &Value) {
        self.open_table(options).await;
        self.walk.start_game().await;
        self.take_panel("first-hand", 0).await;
        while self.play_round().await {}
        self.take_end().await;
    }

    async fn open_table(&mut self, options: &Value) {
        self.games += 1;
        self.draws = 0;
        self.face_up = false;
        if self.text_first {
            for person in 0..self.walk.users.len() {
                let text_first = json!({"text-first": true});
                let chosen = self.walk.command(person, "me", &text_first).await;
                assert!(chosen.is_answered(), "text first is chosen");
            }
        }
        self.walk.open_lobby(options).await;
        if self.text_first {
            self.walk
                .press(0, Intent::OpenOptions(OptionPage::Game))
                .await;
            self.use_option("options:look", &[]).await;
            self.use_option("presentation", &["text-first".to_owned()])
                .await;
        }
    }

    /// Uses the newest control in the host's view whose id ends with `ending`.
    async fn use_option(&self, ending: &str, values: &[String]) {
        let view = self.walk.view(0).await;
        let mut options = view.messages.iter().flat_map(components);
        let option = options.rfind(|option| option.custom_id.ends_with(ending));
        self.walk
            .click(0, &option.expect("an option"), values)
            .await;
    }

    /// Lets each person make at most one click on what they see. Returns false once the game is over.
    async fn play_round(&mut self) -> bool {
        let mut revision = 0;
        let mut has_moved = false;
        for person in 0..self.walk.users.len() {
            let view = self.settled_view(person).await;
            if view.is_over() {
                return false;
            }
            revision = view.revision;
            self.note_death(&view).await;
            if self.play(person, &view).await {
                has_moved = true;
                let view = self.settled_view(person).await;
                self.note_death(&view).await;
            }
        }
        if !has_moved {
            self.walk.harness.wait_after(revision).await;
        }
        true
    }

    /// Returns a person's view once the table has caught up with their hand: the bot skips screens while people click
    /// faster than it may edit messages.
    async fn settled_view(&self, person: usize) -> View {
        loop {
            let view = self.walk.view(person).await;
            let revision = |stamp: Option<Stamp>| stamp.map(|stamp| stamp.revision);
            let hand = revision(newest_stamp(&view.panel()));
            if view.is_over() || revision(view.table_stamp()) >= hand {
                return view;
            }
            self.walk.harness.wait_after(view.revision).await;
        }
    }

    /// Takes the missing screenshots of a person's view, and makes their next click. Returns true if they clicked.
    async fn play(&mut self, person: usize, view: &View) -> bool {
        let panel = Panel(view.panel());
        if let Some(place) =
            panel.button(|intent| matches!(intent, Intent::Answer(ChoiceAnswer::Place(_))))
        {
            return self.place_kitten(person, view, &panel, &place).await;
        }
        if panel.next_order().is_some() {
            return self.give_order(person).await;
        }
        let gift = panel.button(|intent| matches!(intent, Intent::Answer(ChoiceAnswer::Give(_))));
        let gifts = panel.menu(|menu| matches!(menu, Menu::Give | Menu::Take));
        if let Some((component, values)) = gift.map(|gift| (gift, Vec::new())).or(gifts) {
            self.take_panel("favor", person).await;
            self.walk.click(person, &component, &values).await;
            return true;
        }
        if let Some(pass) = panel.button(|intent| intent == Intent::Pass) {
            return self.answer_play(person, &panel, &pass).await;
        }
        self.take_turn(person, &panel).await
    }

    /// Puts a kitten back: an Imploding Kitten on top, where everyone can see it, and any other kitten in a random
    /// place if that is offered.
    async fn place_kitten(
        &mut self,
        person: usize,
        view: &View,
        panel: &Panel,
        top: &Component,
    ) -> bool {
        let newest = view.messages.iter().rfind(|message| is_private(message));
        let implodes = newest.is_some_and(|panel| panel.to_string().contains("imploding_kitten"));
        let names = if implodes {
            ["imploding", "imploding-place"]
        } else {
            ["kitten", "defuse"]
        };
        self.take_table(names[0]).await;
        self.take_panel(names[1], person).await;
        self.face_up = implodes;
        let random = panel
            .button(|intent| intent == Intent::PlaceAnywhere)
            .filter(|_| !implodes);
        let place = random.as_ref().unwrap_or(top);
        self.walk.click(person, place, &[]).await;
        true
    }

    /// Puts the top cards into an order, and takes the missing screenshots. Also goes one step back in between.
    async fn give_order(&mut self, person: usize) -> bool {
        self.take_table("order-table").await;
        self.take_panel("order", person).await;
        self.click_last_of_order(person).await;
        self.take_panel("order-begun", person).await;
        self.click_last_of_order(person).await;
        self.take_panel("order-done", person).await;
        let done = |intent| matches!(intent, Intent::Answer(ChoiceAnswer::Order(_)));
        let panel = Panel(self.settled_view(person).await.panel());
        if let Some(back) = panel.next_order() {
            self.walk.click(person, &back, &[]).await;
            self.click_last_of_order(person).await;
        }
        let panel = Panel(self.settled_view(person).await.panel());
        let done = panel.button(done).expect("an order can be given");
        self.walk.click(person, &done, &[]).await;
        true
    }

    /// Clicks the button that [`Panel::next_order`] returns, if any.
    async fn click_last_of_order(&self, person: usize) {
        let panel = Panel(self.settled_view(person).await.panel());
        if let Some(next) = panel.next_order() {
            self.walk.click(person, &next, &[]).await;
        }
    }

    /// Plays a Nope until the chain is long enough for its screenshot; otherwise passes.
    async fn answer_play(&mut self, person: usize, panel: &Panel, pass: &Component) -> bool {
        let nope = panel.button(|intent| matches!(intent, Intent::Nope { .. }));
        let layer = nope.as_ref().and_then(|nope| match nope.intent() {
            Some(Intent::Nope { layer }) => Some(layer),
            _ => None,
        });
        if self.played.take() == Some(Title::DrawFromTheBottom) {
            self.take_table("bottom").await;
        }
        if self.wants_chain() {
            if layer.is_some_and(|layer| layer >= CHAIN) {
                self.take_table("nope-chain").await;
            } else if let Some(nope) = nope {
                self.walk.click(person, &nope, &[]).await;
                self.future = None;
                if layer == Some(CHAIN - 1) {
                    self.settled_view(person).await;
                    self.take_table("nope-chain").await;
                }
                return true;
            }
        }
        self.walk.click(person, pass, &[]).await;
        true
    }

    async fn take_turn(&mut self, person: usize, panel: &Panel) -> bool {
        let Some(draw) = panel.button(|intent| intent == Intent::Draw) else {
            return self.finish_steps(person, panel).await;
        };
        if self.future == Some(person) {
            self.future = None;
            self.take_panel("see-the-future", person).await;
        }
        self.take_table("turn").await;
        if self.face_up {
            self.take_table("face-up").await;
        }
        if self.turned {
            self.turned = false;
            self.take_table("direction").await;
        }
        let wanted = self
            .wanted_titles()
            .iter()
            .find_map(|title| Some((*title, panel.play(*title)?)));
        let Some((title, play)) = wanted else {
            self.draws += 1;
            self.walk.click(person, &draw, &[]).await;
            if std::mem::take(&mut self.face_up) {
                self.settled_view(person).await;
                self.take_table("imploded").await;
            }
            return true;
        };
        self.walk.click(person, &play, &[]).await;
        self.played = Some(title);
        self.turned = title == Title::Reverse;
        self.future = (title == Title::SeeTheFuture).then_some(person);
        true
    }

    fn wants_chain(&self) -> bool {
        self.lacks("nope-chain") && self.draws >= DRAWS_BEFORE_CHAIN
    }

    /// Returns the titles to play for the missing screenshots.
    fn wanted_titles(&self) -> Vec<Title> {
        // Plays no card until the face-up kitten has been drawn, because a card could end the turn or shuffle the pile.
        if self.face_up {
            return Vec::new();
        }
        let wanted = [
            ("see-the-future", Title::SeeTheFuture),
            ("favor", Title::Favor),
            ("order-done", Title::AlterTheFuture),
            ("bottom", Title::DrawFromTheBottom),
            ("direction", Title::Reverse),
            ("target", Title::TargetedAttack),
        ];
        let lacking = wanted.into_iter().filter(|(name, _)| self.lacks(name));
        let mut titles: Vec<Title> = lacking.map(|(_, title)| title).collect();
        if self.wants_chain() {
            titles.extend([Title::Shuffle, Title::Attack, Title::Skip]);
        }
        titles
    }

    /// Takes a screenshot of the table once a player has exploded.
    async fn note_death(&mut self, view: &View) {
        if view.is_over() {
            return;
        }
        let table = view.messages.iter().rfind(|message| is_table(message));
        let text = table.map(Value::to_string).unwrap_or_default();
        if ["🪦", ":tombstone", "exploded", "~~"]
            .iter()
            .any(|sign| text.contains(sign))
        {
            self.take_table("death").await;
        }
    }

    /// Chooses the card or the target of an unfinished play, if the panel shows one. Returns true if it clicked.
    async fn finish_steps(&mut self, person: usize, panel: &Panel) -> bool {
        let is_next = |intent: Intent| {
            let is_aimed = matches!(
                intent,
                Intent::Show(PanelStep::Target(TargetedPlay::Single(_)))
            );
            is_aimed || matches!(intent, Intent::Play(Play::Single { on: None, .. }))
        };
        if let Some(next) = panel.button(is_next) {
            self.walk.click(person, &next, &[]).await;
            return true;
        }
        let person_to_aim_at = panel.button(|intent| matches!(intent, Intent::Play(_)));
        let aimed = person_to_aim_at.map(|button| (button, Vec::new()));
        let menu = panel.menu(|menu| matches!(menu, Menu::Target(_)));
        let Some((component, values)) = menu.or(aimed) else {
            return false;
        };
        self.take_panel("target", person).await;
        self.walk.click(person, &component, &values).await;
        true
    }

    async fn take_table(&mut self, name: &'static str) {
        self.take(name, 0, Kind::Table).await;
    }

    async fn take_panel(&mut self, name: &'static str, person: usize) {
        self.take(name, person, Kind::Panel).await;
    }

    async fn take(&mut self, name: &'static str, person: usize, kind: Kind) {
        if !self.lacks(name) {
            return;
        }
        let page = self.walk.address(person, "");
        self.gallery.take(name, &page, kind).await;
    }

    async fn take_end(&mut self) {
        loop {
            let view = self.walk.view(0).await;
            let last = view.messages.iter().rfind(|message| is_table(message));
            if self.text_first || last.is_some_and(|message| message["attachments"] != json!([])) {
                break;
            }
            self.walk.harness.wait_after(view.revision).await;
        }
        self.take_table("end").await;
    }
}

fn is_table(message: &Value) -> bool {
    !is_private(message) && !components(message).is_empty()
}

struct Panel(Vec<Component>);

impl Panel {
    /// Returns the first enabled button with a wanted intent.
    fn button(&self, wanted: impl Fn(Intent) -> bool) -> Option<Component> {
        let mut enabled = self.0.iter().filter(|component| component.enabled);
        enabled
            .find(|component| component.intent().is_some_and(&wanted))
            .cloned()
    }

    /// Returns the first wanted select, with as few values as it accepts but at least one.
    fn menu(&self, wanted: impl Fn(Menu) -> bool) -> Option<(Component, Vec<String>)> {
        let is_wanted = |component: &&Component| matches!(component.control, Some(Control { action: ControlAction::Menu(menu), .. }) if wanted(menu));
        let menu = self.0.iter().find(is_wanted)?;
        let choices = menu.choices.as_ref()?;
        let values = choices.values.iter().take(choices.min.max(1));
        Some((menu.clone(), values.cloned().collect()))
    }

    /// Returns the button that plays a card of this title, or that opens the first step of playing it.
    fn play(&self, title: Title) -> Option<Component> {
        self.button(|intent| match intent {
            Intent::Play(Play::Single { title: played, .. }) => played == title,
            Intent::Show(PanelStep::Title(shown)) => shown == title,
            Intent::Show(PanelStep::Target(TargetedPlay::Single(aimed))) => aimed == title,
            _ => false,
        })
    }

    /// Returns the last button that adds a card to an order, or the button that goes back if no cards are left.
    fn next_order(&self) -> Option<Component> {
        let places = |component: &Component| match component.intent()? {
            Intent::Show(PanelStep::Order(order)) => Some(order.places().len()),
            _ => None,
        };
        let steps = self
            .0
            .iter()
            .filter(|component| component.enabled)
            .filter(|component| places(component).is_some());
        steps.max_by_key(|component| places(component)).cloned()
    }
}
