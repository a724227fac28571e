//! The invariants of a simulated game. Most are checked whenever an entry is committed, a message changes, a click is
//! answered, or the time to answer it ends. `ending` runs the remaining checks once the game is over.

use std::error::Error;

use kit::virtual_user::game_move::is_journaled;
use rules::Event;
use serde_json::Value;
use table::Table;
use table::config::TableConfig;
use table::control::ControlAction;
use table::entry::Entry;
use table::game_file::{CheckedGame, PlayedGame};
use table::ids::{Millis, TableId, UserId};
use table::intent::{Intent, Menu};
use table::pages::PageIntent;
use table::record::Record;

use super::discord::{Access, Applied, Discord};
use super::host::{Host, HostState};
use super::message::Message;
use super::person::Person;
use super::request::described;
use super::world::{Phase, World};
use crate::refusal_texts::{REPEATED_WITHIN, is_refusal_in};
use crate::stored_records::{comes_from_outside, stored_records};
use discord::Call;
use discord::emoji_markers::{UploadedEmojis, resolve};
use discord::to_discord;

/// The time within which a click must be answered if no fault prevents it.
pub(super) const ANSWER_DEADLINE: Millis = Millis(2_950);
/// The time for which a fault excuses late answers, because of retries and backoff.
const FAULT_AFTERMATH: Millis = Millis::seconds(75);

impl World {
    pub(super) fn on_entry_committed(&mut self, entry: &Entry) {
        self.totals.entries += 1;
        let Entry {
            table, version, at, ..
        } = entry;
        self.note(format_args!(
            "committed version {version} of table {table}, at {}",
            at.0
        ));
        self.note_detail(format_args!("{}", stored_records(entry)));
        self.totals.won += u64::from(wins_game(entry));
        self.check_due(entry);
        if let Err(violation) = self.disk.append(entry) {
            self.record_violation(violation);
        }
    }

    /// Checks that an entry caused by a deadline was not written before the deadline, and that the deadline did not
    /// expire while the process was suspended. A second entry for the same deadline is reported as not due.
    fn check_due(&mut self, entry: &Entry) {
        let is_deadline = entry.interaction.is_none()
            && entry.version > 1
            && self.discord.access() != Access::ChannelDeleted
            && !entry.records.iter().any(comes_from_outside);
        let known = self.disk.table(entry.table);
        let due = known.and_then(Table::next_wake);
        // Prefers the deadline to the next wake, because some wakes (for votes and reposts) write no entry.
        let deadline = known.and_then(Table::deadline).or(due);
        // Converts the deadline to the world's time, because the process's clock may differ.
        let late = deadline.map_or(Millis(0), |due| entry.at.since(due));
        let fell_due = self.now().0.saturating_sub(late.0);
        let hosts = self.hosts.iter_mut();
        // Only the first entry after a pause is checked against it, because the deadlines of later entries are set
        // after the pause.
        let mut stood_still = hosts.map(|host| std::mem::take(&mut host.stood_still));
        if stood_still.any(|time| time.contains(&fell_due)) && is_deadline && !self.is_shared() {
            let (version, table) = (entry.version, entry.table);
            self.record_violation(format!(
                "version {version} of table {table} was due while the process was suspended"
            ));
        }
        if is_deadline && due.is_none_or(|due| due > entry.at) {
            self.record_violation(format!(
                "version {} of table {} was not due: {}",
                entry.version,
                entry.table,
                stored_records(entry)
            ));
        }
    }

    /// Checks that the state that a table's task considers durable matches the journal.
    pub(super) fn check_table_state(&mut self, table: &Table) {
        let known = self.disk.table(table.id());
        let is_same = match known {
            // Another process has written entries in the meantime.
            Some(known) if known.version() > table.version() => {
                self.disk.table_at(table.id(), table.version())
            }
            known => known.cloned(),
        };
        if !is_same.is_some_and(|known| known.has_same_state(table)) {
            let (id, version) = (table.id(), table.version());
            self.record_violation(format!(
                "table {id} at version {version} differs from its journal"
            ));
        }
    }

    pub(super) fn on_request_applied(&mut self, call: &Call, applied: &Applied) {
        let name = described(call, &self.discord);
        match applied.shown {
            Some(shown) => self.note(format_args!("{name}: message {shown}")),
            None => self.note(format_args!("{name}")),
        }
        let shown = applied
            .shown
            .and_then(|id| self.discord.message(id))
            .cloned();
        if let Some(message) = &shown {
            self.check_shown(message);
            self.remember_refusal(message);
        }
        if let Some(interaction) = applied.answered {
            self.check_answer(interaction, shown.as_deref());
        }
    }

    /// Checks that a message shows only durable state, and no private control in public.
    fn check_shown(&mut self, message: &Message) {
        for control in &message.controls {
            let Some(parsed) = control.control else {
                continue;
            };
            let id = &control.custom_id;
            if message.viewer.is_none() && is_private_control(parsed.action) {
                self.record_violation(format!("{id} of a private panel is shown in public"));
            }
            let stamp = parsed.stamp;
            let Some(table) = self.disk.table(stamp.table) else {
                // These pages may be shown without a table.
                let page = control.page_intent();
                let is_free = matches!(
                    page,
                    Some(
                        PageIntent::Read(_)
                            | PageIntent::CallMe(_)
                            | PageIntent::Stats(_)
                            | PageIntent::Boards(_)
                    )
                );
                if !is_free {
                    self.record_violation(format!("{id}: its table is not in the journal"));
                }
                continue;
            };
            if stamp.revision > table.revision() {
                self.record_violation(format!("{id} is shown before its entry is durable"));
            }
        }
    }

    fn remember_refusal(&mut self, message: &Message) {
        let Some(viewer) = message.viewer else { return };
        let person = self.people.iter().find(|person| person.user == viewer);
        if person.is_some_and(|person| is_refusal_in(&message.text, person.locale)) {
            self.refused_at.insert(viewer, self.now());
        }
    }

    fn may_be_refused(&self, person: &Person, shown: Option<&Message>) -> bool {
        if let Some(message) = shown {
            return is_refusal_in(&message.text, person.locale);
        }
        let refused_at = self.refused_at.get(&person.user);
        let repeated_within = Millis::seconds(REPEATED_WITHIN.as_secs());
        refused_at.is_some_and(|&at| self.now().since(at) < repeated_within)
    }

    /// Checks that an acknowledged click is in the journal.
    fn check_answer(&mut self, interaction: u64, shown: Option<&Message>) {
        let Some(click) = self.clicks.get(&interaction) else {
            return;
        };
        let Some(intent) = click.intent().filter(|&intent| is_journaled(intent)) else {
            return;
        };
        let is_recorded = self.disk.has_interaction(interaction);
        if !is_recorded && self.may_be_refused(&self.people[click.person], shown) {
            return;
        }
        if shown.is_none() && !is_recorded {
            // The bot may send the reason for a refusal in a later message.
            self.silent_answers.insert(interaction);
            return;
        }
        self.totals.acknowledged += 1;
        if !is_recorded {
            let text = shown.map_or("nothing", |shown| &shown.text);
            self.record_violation(format!(
                "click {interaction} ({intent:?}) was acknowledged but is not in the journal: {text}"
            ));
        }
    }

    /// Checks that a click was answered and, if it must be journaled, recorded or refused, unless a fault excuses it.
    /// Called [`ANSWER_DEADLINE`] after each delivery.
    pub(super) fn check_answered_in_time(&mut self, interaction: u64) {
        let asked = self.discord.interaction(interaction);
        let answered = asked.is_none_or(|asked| asked.answered);
        let click = self.clicks.get(&interaction);
        let excused = click.is_none_or(|click| click.excused);
        let reachable = self.discord.access() != Access::ChannelDeleted;
        let no_recent_fault = reachable
            && !self.is_disturbed()
            && self.now().since(self.last_fault_at) > FAULT_AFTERMATH;
        let refused = click.is_some_and(|click| {
            let person = &self.people[click.person];
            self.may_be_refused(person, None)
        });
        if !answered && !excused && no_recent_fault {
            self.record_violation(format!("click {interaction} was not answered"));
        }
        let is_silent = self.silent_answers.remove(&interaction);
        if is_silent && !refused && !excused && no_recent_fault {
            self.record_violation(format!(
                "click {interaction} was acknowledged but neither recorded nor refused"
            ));
        }
    }

    /// Returns true if one of several processes is in any state other than [`HostState::Running`], or was cut off when
    /// a click that must be answered by now was delivered.
    fn is_disturbed(&self) -> bool {
        let delivered_at = Millis(self.now().0.saturating_sub(ANSWER_DEADLINE.0));
        let is_disturbed =
            |host: &Host| host.state != HostState::Running || host.is_cut_off(delivered_at);
        self.is_shared() && self.hosts.iter().any(is_disturbed)
    }

    /// Checks that the newest public message shows the journal's state, and that no older one needs to be deleted.
    pub(super) fn check_channel(&mut self) {
        let Some(table) = self.disk.newest() else {
            return;
        };
        let (id, closed) = (table.id(), table.is_closed());
        let screen = if closed {
            // After a refused write, the bot need not show the closing screen.
            let closing_screen = Table::closing_screen(self.disk.entries(id));
            closing_screen.filter(|_| !self.write_refused)
        } else {
            Some(table.screen_after_beat())
        };
        let Some(screen) = screen else { return };
        let leftover_messages = self.discord.leftover_messages(id);
        if !leftover_messages.is_empty() && !self.read_refused {
            self.record_violation(format!(
                "messages {leftover_messages:?} of table {id} were not deleted"
            ));
        }
        let body = to_discord::change(&screen);
        let expected = resolve(&body, &self.discord.emojis);
        let plain = resolve(&body, &UploadedEmojis::default());
        let Some((message, shown)) = self.discord.table_message() else {
            // The message of a closed table is not posted again.
            if !closed {
                self.record_violation("the table has no message in its channel");
            }
            return;
        };
        // A moderator deleted the message of the next lobby; the result of the previous game stays.
        if closed && shown.shows_result() {
            return;
        }
        let (components, has_picture) = (shown.sent_components(), shown.has_picture());
        // A fault can prevent a picture, but cannot add one.
        if has_picture && screen.chart().is_none() {
            self.record_violation(format!(
                "message {message} shows a picture of another screen"
            ));
        }
        if components != expected["components"] && components != plain["components"] {
            let difference = difference(&components, &expected["components"]);
            self.record_violation(format!(
                "message {message} differs from the journal: {difference}"
            ));
        }
    }

    /// Checks that nobody has two hands in their direct messages, or a hand from a game that is over. Checks nothing
    /// with several processes, or after Discord has refused a direct message.
    pub(super) fn check_hands(&mut self) {
        if !self.hand_refused && !self.is_shared() {
            self.check_one_each("direct messages", Discord::live_hands);
        }
    }

    /// Checks that nobody has two open hands, or a hand from a game that is over. Checks nothing with several
    /// processes, in a deleted channel, or after a fault that may keep the bot from deleting a hand.
    pub(super) fn check_panels(&mut self) {
        let reachable = self.discord.access() != Access::ChannelDeleted;
        if reachable && !self.panel_lost && !self.is_shared() && !self.write_refused {
            self.check_one_each("panels", Discord::open_panels);
        }
    }

    /// Checks that `list` returns at most one message for each person during a game, and none at any other time.
    fn check_one_each(&mut self, kind: &str, list: fn(&Discord, UserId, TableId) -> Vec<u64>) {
        let Some(table) = self.disk.newest() else {
            return;
        };
        let most = usize::from(table.is_playing());
        let mut listed = self.people.iter().map(|person| {
            let messages = list(&self.discord, person.user, table.id());
            (person.user, messages)
        });
        if let Some((user, messages)) = listed.find(|(_, messages)| messages.len() > most) {
            self.record_violation(format!("{kind} {messages:?} of {user} hold a hand"));
        }
    }

    /// Checks that replaying all entries of the newest table at once gives the same state as applying them one by one,
    /// and that the files of its finished games are valid.
    pub(super) fn check_replay(&mut self) {
        let Some(table) = self.disk.newest() else {
            return;
        };
        let entries = self.disk.entries(table.id());
        let replayed = Table::replay(entries, TableConfig::default());
        let verified = verified_games(entries);
        if !replayed.is_ok_and(|replayed| replayed.has_same_state(table)) {
            self.record_violation("replaying the journal from the start gives a different table");
        }
        match verified {
            Ok(verified) => self.totals.verified += verified,
            Err(why) => self.record_violation(format!("the file of a game is wrong: {why}")),
        }
    }

    /// Returns true once enough games have been won and the last is over, once the table is closed, or if the channel
    /// was deleted before there was a table.
    pub(super) fn is_over(&self) -> bool {
        let enough = self.totals.won >= u64::from(self.plan.games);
        match self.disk.newest() {
            Some(table) => table.is_closed() || (table.is_over() && enough),
            // Nobody can open a table any more.
            None => self.discord.access() == Access::ChannelDeleted,
        }
    }

    pub(super) fn is_past_time_limit(&self) -> bool {
        self.phase == Phase::Faulty && self.age() > self.plan.time_limit()
    }
}

/// Returns the number of a table's finished games with a proof. Returns an error unless the files of all games are
/// valid and the last file has the checksum that the table shows.
fn verified_games(entries: &[Entry]) -> Result<u64, Box<dyn Error>> {
    let (mut verified, mut last) = (0, None);
    for game in PlayedGame::all(entries)? {
        let checked = CheckedGame::read(game.to_file()?.as_bytes())?;
        verified += u64::from(checked.commitment.is_some());
        last = checked.commitment.map(|_| checked.sum);
    }
    let table = Table::replay(entries, TableConfig::default())?;
    match table.game_sum() {
        Some(sum) if last.as_deref() != Some(sum) => {
            Err(format!("the last game has the sum {last:?}, and the table shows {sum}").into())
        }
        None if table.is_over() => Err("the table shows no sum of its game".into()),
        _ => Ok(verified),
    }
}

/// Returns true for controls that may appear only in private messages, such as the cards of a hand.
fn is_private_control(action: ControlAction) -> bool {
    match action {
        ControlAction::Menu(menu) => !matches!(menu, Menu::Option(_) | Menu::Computers { .. }),
        ControlAction::Button(intent) => matches!(
            intent,
            Intent::Play(_)
                | Intent::Show(_)
                | Intent::PlaceAnywhere
                | Intent::PickBlindly
                | Intent::Answer(
                    rules::ChoiceAnswer::Place(_)
                        | rules::ChoiceAnswer::Give(_)
                        | rules::ChoiceAnswer::Order(_)
                        | rules::ChoiceAnswer::Put(_)
                        | rules::ChoiceAnswer::Aim(_)
                )
        ),
        ControlAction::PageButton(_) => false,
        ControlAction::PageMenu(_) => true,
    }
}

fn wins_game(entry: &Entry) -> bool {
    let won = |event: &Event| matches!(event, Event::Won { .. });
    let wins =
        |record: &Record| matches!(record, Record::Game { events, .. } if events.iter().any(won));
    entry.records.iter().any(wins)
}

/// Returns an excerpt of each value, starting shortly before the first difference.
fn difference(found: &Value, expected: &Value) -> String {
    let (found, expected) = (found.to_string(), expected.to_string());
    let same = found
        .bytes()
        .zip(expected.bytes())
        .take_while(|(one, other)| one == other)
        .count()
        .saturating_sub(20);
    let excerpt = |text: &str| {
        let rest = String::from_utf8_lossy(&text.as_bytes()[same.min(text.len())..]);
        rest.chars().take(160).collect::<String>()
    };
    let (found, expected) = (excerpt(&found), excerpt(&expected));
    format!("found …{found}…, expected …{expected}…")
}
