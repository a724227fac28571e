//! Finished games of every edition and number of players, as files for testing the programs that read them. Each game
//! is determined by its number. The only person in each game lets deadlines pass; in some games, they then leave or end
//! the game. Some games have no proof.

use players::Strength;
use rules::{Decks, EditionId, Editions, SeededChance};
use table::computer_setup::ComputerSetup;
use table::config::TableConfig;
use table::control::Stamp;
use table::effect::Transition;
use table::entry::Entry;
use table::game_file::PlayedGame;
use table::ids::{ChannelId, GuildId, InteractionId, Millis, ReplyId, TableId, UserId};
use table::input::{Click, ClickOrigin, Clicker, Input};
use table::intent::Intent;
use table::options::{LeaverPolicy, OptionValue, TableOptions};
use table::record::{Record, RecordError};
use table::text::Locale;
use table::{Table, TableLocation};

/// The host, whose name looks like markup that readers must not interpret.
const HOST: UserId = UserId(1 << 40);
const HOST_NAME: &str = "<b>*Ada*</b> \u{202e}`";
/// The number of deadlines after which a person leaves, or ends the game.
const DEADLINES: u32 = 12;

/// Plays a game and returns its file.
///
/// # Errors
/// [`RecordError`] if the table did something that its records cannot express, which would be a bug.
pub fn write_game_file(number: u64) -> Result<String, RecordError> {
    let played = PlayedGame::find(&play_game(number)?, 1)?;
    played.ok_or(RecordError::Impossible)?.to_file()
}

/// Plays a game and returns its table's entries.
///
/// # Errors
/// [`RecordError`] if the table cannot be opened, which would be a bug.
pub fn play_game(number: u64) -> Result<Vec<Entry>, RecordError> {
    let tables = tables();
    let (options, players) = tables[number as usize % tables.len()];
    let computers = ComputerSetup {
        count: players - 1,
        strength: Strength::Kitten,
        watch: false,
    };
    let mut game = SimulatedGame::open(options, computers, number)?;
    game.click(Intent::Start);
    let mut deadlines = 0;
    while let (true, Some(wake)) = (game.table.is_playing(), game.table.next_wake()) {
        game.now = wake;
        game.handle(Input::Wake);
        deadlines += 1;
        let confirmed = true;
        match number % 5 {
            0 if deadlines == DEADLINES => game.click(Intent::End { confirmed }),
            1 if deadlines == DEADLINES => game.click(Intent::Leave { confirmed }),
            _ => {}
        }
    }
    if number % 7 == 3 {
        remove_proof(&mut game.entries);
    }
    Ok(game.entries)
}

/// Returns the options for every edition and choice of decks, with each number of players that they allow.
fn tables() -> Vec<(TableOptions, u8)> {
    let editions = Editions::built_in();
    let mut tables = Vec::new();
    for edition in EditionId::all() {
        for decks in Decks::ALL {
            let options = TableOptions::of(edition, Locale::fallback())
                .with(OptionValue::Decks(decks))
                .with(OptionValue::Leavers(LeaverPolicy::Out));
            let players = options.players(&editions);
            tables.extend(players.map(|players| (options, players as u8)));
        }
    }
    tables
}

struct SimulatedGame {
    table: Table,
    entries: Vec<Entry>,
    chance: SeededChance,
    now: Millis,
}

impl SimulatedGame {
    /// Opens a table for one person and computers.
    fn open(
        options: TableOptions,
        computers: ComputerSetup,
        seed: u64,
    ) -> Result<Self, RecordError> {
        let location = TableLocation {
            table: TableId(seed),
            guild: GuildId(5),
            channel: ChannelId(1 << 41),
            number: Some(1),
        };
        let mut chance = SeededChance::new(seed);
        let now = Millis(1_800_000_000_000);
        let click = command(1, Intent::Join);
        let config = TableConfig::default();
        let opened = Table::open(
            location,
            config,
            options,
            computers,
            &click,
            now,
            &mut chance,
        );
        let (table, Transition { entry, .. }) = opened?;
        Ok(Self {
            table,
            entries: entry.into_iter().collect(),
            chance,
            now,
        })
    }

    fn click(&mut self, intent: Intent) {
        let origin = ClickOrigin::Table(Stamp {
            table: self.table.id(),
            revision: self.table.revision(),
        });
        let number = (1 << 42) + self.entries.len() as u64;
        let click = command(number, intent);
        self.handle(Input::Click(Click { origin, ..click }));
    }

    fn handle(&mut self, input: Input) {
        let transition = self.table.handle(self.now, input, &mut self.chance);
        self.entries.extend(transition.entry);
    }
}

fn command(number: u64, intent: Intent) -> Click {
    Click {
        reply: ReplyId(number),
        interaction: InteractionId(number),
        person: Clicker::new(HOST, HOST_NAME.to_owned(), Locale::fallback()),
        origin: ClickOrigin::Command,
        intent,
        may_post: true,
        table_message: None,
    }
}

/// Rewrites the entries to the form that entries had before proofs were introduced.
fn remove_proof(entries: &mut [Entry]) {
    for entry in entries {
        let is_kept = |record: &Record| !matches!(record, Record::Committed { .. });
        entry.records.retain(is_kept);
        for record in &mut entry.records {
            if let Record::Opened { number, .. } = record {
                *number = None;
            }
            if let Record::Dealt { drawn, .. } | Record::Game { drawn, .. } = record {
                drawn.clear();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use table::game_file::CheckedGame;

    use super::*;

    #[test]
    fn the_games_are_of_every_edition_and_right_and_some_were_ended_or_have_no_proof() {
        let (mut editions, mut ended, mut without_proof) = (Vec::new(), 0, 0);
        for number in 0..tables().len() as u64 {
            let file = write_game_file(number).expect("a file");
            let checked = CheckedGame::read(file.as_bytes())
                .unwrap_or_else(|error| panic!("{number}: {error}"));
            editions.push(checked.game.rules().edition());
            ended += usize::from(checked.game.winner().is_none());
            without_proof += usize::from(checked.id.is_none());
        }
        assert!(EditionId::all().all(|id| editions.contains(&id)));
        assert!(ended > 2 && without_proof > 2, "{ended}, {without_proof}");
    }
}
