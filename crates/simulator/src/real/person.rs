//! A person who plays by clicking what he sees and nothing else: his newest panel, and the table
//! for what no panel offers. He remembers what he was told about each click.

use rand::RngExt as _;
use rand::rngs::SmallRng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use serde_json::{Value, json};
use table::control::{Control, ControlAction, Stamp};
use table::ids::{InteractionId, Revision, TableId};
use table::intent::{Intent, Menu};

use super::RealError;
use super::scene::{Outcome, Scene, View};
use crate::sentences;

/// One person.
pub(super) struct Person {
    pub(super) id: String,
    chance: SmallRng,
    /// Whether he knows that he has a seat.
    seated: bool,
    /// Whether he opens the table and starts the game.
    host: bool,
    /// Everything that he did.
    pub(super) deeds: Vec<Deed>,
}

/// A click or a command, and what its person knows of it.
#[derive(Clone, Debug)]
pub(super) struct Deed {
    pub(super) interaction: InteractionId,
    pub(super) word: Word,
}

/// What somebody was told about his click.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// It counts.
    Counts,
    /// It was answered, but not with anything that would have to be written down.
    Seen,
    /// Nothing.
    Silence,
}

/// What a look at the channel led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    Clicked,
    Waited,
    /// The table shows that the game is over.
    Over,
}

/// A button or a menu that somebody sees.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    message: String,
    private: bool,
    custom_id: String,
    pub(super) control: Control,
    enabled: bool,
    /// The values of a menu's options; nothing for a button.
    values: Option<Vec<String>>,
}

impl Person {
    pub(super) fn new(id: String, host: bool, chance: SmallRng) -> Self {
        Self {
            id,
            chance,
            seated: host,
            host,
            deeds: Vec::new(),
        }
    }

    /// One look and at most one click.
    pub(super) async fn act(&mut self, scene: &Scene, channel: &str) -> Result<Turn, RealError> {
        let view = scene.look(Some(&self.id), channel).await?;
        let table = newest(&view, false, |_| true);
        if table.is_empty() {
            return if self.host {
                self.open(scene, channel).await
            } else {
                Ok(Turn::Waited)
            };
        }
        if find(&table, Intent::Rematch).is_some() {
            return Ok(Turn::Over);
        }
        let Some((seen, values)) = self.choose(&view, &table) else {
            return Ok(Turn::Waited);
        };
        self.click(scene, channel, &seen, values).await
    }

    async fn open(&mut self, scene: &Scene, channel: &str) -> Result<Turn, RealError> {
        let options = json!({"edition": "original", "pace": "fast"});
        let outcome = scene.command(&self.id, channel, "new", options).await?;
        // Whether it counts shows in the table that comes of it.
        Ok(self.note(outcome, false))
    }

    fn choose(&mut self, view: &View, table: &[Seen]) -> Option<(Seen, Option<Vec<String>>)> {
        let button = |wanted| find(table, wanted).filter(|seen| seen.enabled).cloned();
        if button(Intent::Join).is_some() {
            let wanted = if !self.seated {
                Intent::Join
            } else if self.host {
                Intent::Start
            } else {
                return None;
            };
            return Some((button(wanted)?, None));
        }
        let panel = newest(view, true, |seen| seen.iter().any(belongs_to_a_panel));
        let hand = || Some((button(Intent::OpenHand)?, None));
        // Panels of an earlier process do not change by themselves.
        if newest_revision(&panel) < newest_revision(table) {
            return hand();
        }
        let mut offered: Vec<&Seen> = panel.iter().filter(plays_on).collect();
        offered.shuffle(&mut self.chance);
        let draw = offered.iter().find(|seen| does(seen, Intent::Draw));
        let chosen = match draw {
            Some(draw) if self.chance.random_bool(0.4) => draw,
            _ => offered.first()?,
        };
        let values = chosen.values.as_ref().map(|values| {
            let wanted = if chosen.control.action == ControlAction::Menu(Menu::Five) {
                5
            } else {
                1
            };
            values.sample(&mut self.chance, wanted).cloned().collect()
        });
        Some(((*chosen).clone(), values))
    }

    async fn click(
        &mut self,
        scene: &Scene,
        channel: &str,
        seen: &Seen,
        values: Option<Vec<String>>,
    ) -> Result<Turn, RealError> {
        let place = (seen.message.as_str(), seen.custom_id.as_str());
        let outcome = scene
            .click(&self.id, channel, place, values.as_deref())
            .await?;
        let intent = seen.control.with_values(&values.unwrap_or_default()).ok();
        if let (Some(Intent::Join), Outcome::Sent { answer, .. }) = (intent, &outcome) {
            // A refusal says that he sits there already, or that it is too late for anybody.
            self.seated |= answer.is_some();
        }
        Ok(self.note(outcome, intent.is_some_and(is_written)))
    }

    fn note(&mut self, outcome: Outcome, written: bool) -> Turn {
        let Outcome::Sent {
            interaction,
            answer,
        } = outcome
        else {
            return Turn::Waited;
        };
        let word = match answer {
            None => Word::Silence,
            Some(answer) if written && !sentences::refuses(&text_of(&answer)) => Word::Counts,
            Some(_) => Word::Seen,
        };
        self.deeds.push(Deed { interaction, word });
        Turn::Clicked
    }
}

/// Whether it is written down whenever it is granted.
fn is_written(intent: Intent) -> bool {
    matches!(
        intent,
        Intent::Join
            | Intent::Start
            | Intent::Draw
            | Intent::Play(_)
            | Intent::Nope { .. }
            | Intent::Pass
            | Intent::Place(_)
            | Intent::Give(_)
            | Intent::Take(_)
            | Intent::Stop
    )
}

/// The newest message of ours with controls of this kind, if there is one.
fn newest(view: &View, private: bool, wanted: impl Fn(&[Seen]) -> bool) -> Vec<Seen> {
    let all = view.messages.iter().rev().map(controls);
    let mut fitting = all
        .filter(|seen| seen.first().is_some_and(|first| first.private == private) && wanted(seen));
    fitting.next().unwrap_or_default()
}

/// What the table's newest message in a channel was made for.
pub(super) fn table_stamp(view: &View) -> Option<Stamp> {
    let table = newest(view, false, |_| true);
    let stamps = table.iter().map(|seen| seen.control.stamp);
    stamps.max_by_key(|stamp| stamp.revision)
}

/// The public messages that have controls of this table that can still be used, each with the step
/// that it shows.
pub(super) fn tables_in(view: &View, table: TableId) -> Vec<(String, Revision)> {
    let newest_first = view.messages.iter().rev();
    let first = newest_first.filter_map(|message| {
        let fits = |seen: &Seen| !seen.private && seen.enabled && seen.control.stamp.table == table;
        controls(message).into_iter().find(fits)
    });
    first
        .map(|seen| (seen.message, seen.control.stamp.revision))
        .collect()
}

fn newest_revision(seen: &[Seen]) -> Option<Revision> {
    seen.iter().map(|seen| seen.control.stamp.revision).max()
}

fn does(seen: &Seen, intent: Intent) -> bool {
    seen.control.action == ControlAction::Button(intent)
}

fn find(seen: &[Seen], intent: Intent) -> Option<&Seen> {
    seen.iter().find(|seen| does(seen, intent))
}

fn belongs_to_a_panel(seen: &Seen) -> bool {
    match seen.control.action {
        ControlAction::Button(intent) => is_written(intent) || matches!(intent, Intent::Show(_)),
        ControlAction::Menu(menu) => !matches!(menu, Menu::Option(_)),
    }
}

fn plays_on(seen: &&Seen) -> bool {
    seen.enabled && belongs_to_a_panel(seen)
}

/// Every button and menu of ours in a message, nested ones too.
fn controls(message: &Value) -> Vec<Seen> {
    let mut found = Vec::new();
    collect(message, &message["components"], &mut found);
    found
}

fn collect(message: &Value, value: &Value, found: &mut Vec<Seen>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect(message, item, found)),
        Value::Object(fields) => {
            found.extend(seen(message, value));
            for inner in ["components", "accessory"]
                .iter()
                .filter_map(|key| fields.get(*key))
            {
                collect(message, inner, found);
            }
        }
        _ => {}
    }
}

fn seen(message: &Value, value: &Value) -> Option<Seen> {
    let custom_id = value["custom_id"].as_str()?;
    let options = value["options"].as_array();
    let values = |options: &Vec<Value>| {
        let values = options.iter().filter_map(|option| option["value"].as_str());
        values.map(str::to_owned).collect()
    };
    Some(Seen {
        message: message["id"].as_str()?.to_owned(),
        private: message["flags"]
            .as_u64()
            .is_some_and(|flags| flags & 64 != 0),
        custom_id: custom_id.to_owned(),
        control: custom_id.parse().ok()?,
        enabled: value["disabled"] != json!(true),
        values: options.map(values),
    })
}

/// All words of a message.
fn text_of(value: &Value) -> String {
    let mut lines = Vec::new();
    collect_text(value, &mut lines);
    lines.join("\n")
}

fn collect_text<'v>(value: &'v Value, lines: &mut Vec<&'v str>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect_text(item, lines)),
        Value::Object(fields) => {
            lines.extend(fields.get("content").and_then(Value::as_str));
            if let Some(inner) = fields.get("components") {
                collect_text(inner, lines);
            }
        }
        _ => {}
    }
}
