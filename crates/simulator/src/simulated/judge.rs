//! What must hold, whatever goes wrong: looked at whenever something is kept, shown or answered,
//! and once more when all is quiet.

use serde_json::Value;
use table::Table;
use table::config::TableConfig;
use table::control::ControlAction;
use table::entry::Entry;
use table::ids::Millis;
use table::intent::{Intent, Menu};
use table::record::{GameRecord, Record};
use virtual_user::game_move::is_journaled;

use super::discord::{Access, Applied, Message};
use super::wire::interaction_of;
use super::world::{Stage, World};
use crate::refusal_texts::is_refusal_in;
use kittens::discord::to_discord;
use kittens::outbox::Call;

/// An answer has to come within this, as long as nothing goes wrong.
pub(super) const ANSWERED_WITHIN: Millis = Millis(2_950);
/// Whatever went wrong this long ago can still hold an answer up.
const AFTERMATH: Millis = Millis::seconds(75);

impl World {
    /// An entry is durable.
    pub(super) fn kept(&mut self, entry: &Entry) {
        self.tally.entries += 1;
        let Entry {
            table, version, at, ..
        } = entry;
        self.note(format_args!("kept {version} of table {table}, at {}", at.0));
        self.tell(format_args!("{:?}", entry.records));
        self.tally.won += u64::from(wins(entry));
        if let Err(what) = self.disk.keep(entry) {
            self.violate(what);
        }
    }

    /// A table's task believes that all it knows is durable.
    pub(super) fn believed(&mut self, table: &Table) {
        let known = self.disk.table(table.id());
        if !known.is_some_and(|known| known.has_same_state(table)) {
            let (id, version) = (table.id(), table.version());
            self.violate(format!(
                "table {id} at version {version} is not what its journal says"
            ));
        }
    }

    /// Discord has done what a request asked for.
    pub(super) fn applied(&mut self, call: &Call, applied: &Applied) {
        self.note(format_args!(
            "{} by {:?}: message {:?}",
            call.name(),
            interaction_of(call),
            applied.shown
        ));
        let shown = applied
            .shown
            .and_then(|id| self.discord.message(id))
            .cloned();
        if let Some(message) = &shown {
            self.judge_shown(message);
        }
        if let Some(interaction) = applied.answered {
            self.judge_answer(interaction, shown.as_deref());
        }
    }

    /// Nothing is shown before it is durable.
    fn judge_shown(&mut self, message: &Message) {
        for seen in &message.seen {
            let Some(control) = seen.control else {
                continue;
            };
            if message.reader.is_none() && is_of_a_hand(control.action) {
                self.violate(format!("{} is shown to everybody", seen.custom_id));
            }
            let stamp = control.stamp;
            let Some(table) = self.disk.table(stamp.table) else {
                // The pages of the rules belong to no table.
                if !matches!(seen.intent(), Some(Intent::Read(_))) {
                    self.violate(format!(
                        "{} is shown, and its table is not kept",
                        seen.custom_id
                    ));
                }
                continue;
            };
            if stamp.revision > table.revision() {
                self.violate(format!("{} is shown before it is kept", seen.custom_id));
            }
        }
    }

    /// Who is told that something happened, can rely on it.
    fn judge_answer(&mut self, interaction: u64, shown: Option<&Message>) {
        let Some(click) = self.clicks.get(&interaction) else {
            return;
        };
        let locale = self.people[click.person].locale;
        let refused = |message: &Message| is_refusal_in(&message.text, locale);
        let Some(intent) = click.intent().filter(|&intent| is_journaled(intent)) else {
            return;
        };
        if shown.is_some_and(refused) {
            return;
        }
        self.tally.acknowledged += 1;
        if !self.disk.knows(interaction) {
            self.violate(format!(
                "click {interaction} ({intent:?}) was acknowledged and is not kept"
            ));
        }
    }

    /// A click was delivered a while ago and nothing went wrong since.
    pub(super) fn judge_silence(&mut self, interaction: u64) {
        let answered = self
            .discord
            .interaction(interaction)
            .is_none_or(|asked| asked.answered);
        let troubled = self
            .clicks
            .get(&interaction)
            .is_none_or(|click| click.troubled);
        let reachable = self.discord.access != Access::Gone;
        let calm = reachable && self.now().since(self.troubled) > AFTERMATH;
        if !answered && !troubled && calm {
            self.violate(format!("click {interaction} was not answered"));
        }
    }

    /// The channel shows what the journal says, once.
    pub(super) fn judge_channel(&mut self) {
        let Some(table) = self.disk.newest() else {
            return;
        };
        let (id, closed) = (table.id(), table.is_closed());
        let screen = if closed {
            // Who may not write any more does not come back to say so.
            let closing_screen = Table::closing_screen(self.disk.entries(id));
            closing_screen.filter(|_| !self.silenced)
        } else {
            Some(table.screen())
        };
        let Some(screen) = screen else { return };
        let left_over = self.discord.left_over(id);
        if !left_over.is_empty() && !self.blind {
            self.violate(format!("{left_over:?} are left over of table {id}"));
        }
        let wanted = to_discord::change(&screen);
        let Some((message, shown)) = self.discord.table() else {
            // A closed table's is not posted again.
            if !closed {
                self.violate("the table has no message in its channel");
            }
            return;
        };
        // Somebody has deleted the next lobby's message, and that of the game before it stays.
        if closed && shown.shows_an_end() {
            return;
        }
        if shown.components != wanted["components"] {
            let difference = difference(&shown.components, &wanted["components"]);
            self.violate(format!(
                "message {message} is not what the journal says: {difference}"
            ));
        }
    }

    /// All entries together make the table that they made one by one.
    pub(super) fn judge_replay(&mut self) {
        let Some(table) = self.disk.newest() else {
            return;
        };
        let again = Table::replay(self.disk.entries(table.id()), TableConfig::default());
        if !again.is_ok_and(|again| again.has_same_state(table)) {
            self.violate("the journal, read from the beginning, makes another table");
        }
    }

    /// Whether the table has come to the end that was planned.
    pub(super) fn is_over(&self) -> bool {
        let enough = self.tally.won >= u64::from(self.plan.games);
        match self.disk.newest() {
            Some(table) => table.is_closed() || (table.is_over() && enough),
            None => false,
        }
    }

    /// Whether it has taken longer than anything may.
    pub(super) fn is_stuck(&self) -> bool {
        self.stage == Stage::Rough && self.age() > self.plan.bound()
    }
}

/// Whether only the owner of a hand may see this control.
fn is_of_a_hand(press: ControlAction) -> bool {
    match press {
        ControlAction::Menu(menu) => !matches!(menu, Menu::Option(_)),
        ControlAction::Button(intent) => matches!(
            intent,
            Intent::Play(_) | Intent::Show(_) | Intent::Place(_) | Intent::Give(_)
        ),
    }
}

/// Whether somebody wins by an entry.
fn wins(entry: &Entry) -> bool {
    let won = |event: &GameRecord| matches!(event, GameRecord::Won { .. });
    entry
        .records
        .iter()
        .any(|record| matches!(record, Record::Game { events } if events.iter().any(won)))
}

/// The first place where two bodies differ.
fn difference(found: &Value, wanted: &Value) -> String {
    let (found, wanted) = (found.to_string(), wanted.to_string());
    let same = found
        .bytes()
        .zip(wanted.bytes())
        .take_while(|(one, other)| one == other);
    let same = same.count().saturating_sub(20);
    let from = |text: &str| {
        String::from_utf8_lossy(&text.as_bytes()[same.min(text.len())..])
            .chars()
            .take(160)
            .collect::<String>()
    };
    format!(
        "found …{}… where …{}… is wanted",
        from(&found),
        from(&wanted)
    )
}
