//! The transitions of a table: its opening, and one for each input.

use rules::Chance;

use crate::computer_setup::ComputerSetup;
use crate::config::TableConfig;
use crate::direct_hand::{HandId, HandPlace};
use crate::effect::Transition;
use crate::entry::Entry;
use crate::ids::{Millis, TableLocation};
use crate::input::{Click, Input};
use crate::options::TableOptions;
use crate::record::{CloseReason, PersonRecord, RecordError};
use crate::screen::Screen;
use crate::table::Table;
use crate::work::{self, Work};

impl Table {
    /// Opens a table at the request of a person: a lobby with that person as its host on the first
    /// seat, or a game among computers if they only want to watch. The transition answers the click
    /// with the table's public message. The time limits are those of the configuration.
    ///
    /// # Errors
    /// [`RecordError`] if the first entry cannot be applied, which no options given here cause.
    pub fn open(
        location: TableLocation,
        config: TableConfig,
        options: TableOptions,
        computers: ComputerSetup,
        click: &Click,
        now: Millis,
        chance: &mut impl Chance,
    ) -> Result<(Self, Transition), RecordError> {
        let host = PersonRecord {
            user: click.person.id,
            name: click.person.name.clone(),
        };
        let options = options.with_paces(config.paces);
        let entry = Entry::opening_table(location, host, &options, now, Some(click.interaction));
        let mut table = Self::replay(std::slice::from_ref(&entry), config)?;
        let transition = Work::new(&mut table, now, chance).open(click, entry, computers);
        Ok((table, transition))
    }

    /// Handles one input, received at `now`, and returns what changed and what to do.
    pub fn handle(&mut self, now: Millis, input: Input, chance: &mut impl Chance) -> Transition {
        let mut work = Work::new(self, now, chance);
        work.close_at_entry_limit();
        match input {
            Input::Resumed { since } => work.extend_deadlines(since),
            Input::DeliveryFailed(failure) => work.delivery_failed(failure),
            Input::ChannelGone => work.close(CloseReason::ChannelGone),
            Input::MessagePosted { at } => work.message_posted(at),
            Input::Wake => work.run_due(),
            Input::HandPosted { hand, message } => work.hand_posted(hand, message),
            Input::HandRefused { hand } => work.hand_refused(hand),
            Input::PreferencesChanged {
                user,
                format,
                direct_hand,
            } => work.preferences_changed(user, format, direct_hand),
            Input::ComputerChose {
                seat,
                revision,
                action,
            } => work.store_choice(seat, revision, action),
            Input::Click(click) => {
                work.run_due();
                return work.click(&click);
            }
            Input::Reopen {
                click,
                options,
                computers,
            } => {
                work.run_due();
                return work.reopen(&click, options, computers);
            }
        }
        work.finish(None)
    }

    /// Returns the last screens of the direct messages of a table that was closed in the middle of a
    /// game, given all its entries.
    pub fn closing_hands(entries: &[Entry]) -> Vec<(HandId, Screen, HandPlace)> {
        let replay = |entries| Self::replay(entries, TableConfig::default()).ok();
        let before = entries.split_last().and_then(|(_, before)| replay(before));
        match before.zip(replay(entries)) {
            Some((before, after)) => {
                work::direct_hand_updates::closing_hands(&before.state, &after.state)
            }
            None => Vec::new(),
        }
    }

    /// Returns the last screen of a closed table, given all its entries. `None` if the public
    /// message already shows its final content, or nobody can see the message any more.
    pub fn closing_screen(entries: &[Entry]) -> Option<Screen> {
        let (last, before) = entries.split_last()?;
        let closing = last.records.iter().find_map(work::closing_of)?;
        // The last screen of a table without a winner shows nothing of the configuration.
        let before = Self::replay(before, TableConfig::default()).ok()?;
        let table = Self::replay(entries, TableConfig::default()).ok()?;
        (!before.is_over()).then(|| table.public_screen(Some(closing)))
    }
}
