//! The private list of a server's tables. People who manage the server use it to end a table.

use crate::control::Stamp;
use crate::ids::{ChannelId, Millis, Revision, TableId};
use crate::intent::Intent;
use crate::screen::{Accent, Button, ButtonStyle, Icon, Screen};
use crate::text::{Countdown, Language, Message, Verbatim};

/// The maximum number of tables listed: Discord allows five rows of five buttons.
const MAX_LISTED: usize = 25;
const PER_ROW: usize = 5;

/// An entry in the list of a server's tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "names and types say the rest")]
pub struct ServerTable {
    pub table: TableId,
    pub channel: ChannelId,
    /// When the table's latest entry was written.
    pub written_at: Millis,
}

/// Returns a list of the first 25 of these tables, each with a button for ending it.
pub fn server_tables(tables: &[ServerTable], language: &Language) -> Screen {
    let listed = || (1..).zip(tables.iter().take(MAX_LISTED));
    let line = |(number, listed): (u32, &ServerTable)| {
        language.translate(&Message::ServerTablesLine {
            number: Verbatim(number.to_string()),
            link: Verbatim(format!("<#{}>", listed.channel)),
            used: Countdown(listed.written_at),
        })
    };
    let lines: Vec<String> = listed().map(line).collect();
    let title = language.translate(&Message::ServerTables);
    let screen = Screen::new(Accent::Private)
        .text(format!("### {title}"))
        .text(lines.join("\n"));
    let buttons: Vec<Button> = listed()
        .map(|(number, listed)| {
            let stamp = Stamp {
                table: listed.table,
                revision: Revision(0),
            };
            let label = language.translate(&Message::ServerTablesEnd {
                number: Verbatim(number.to_string()),
            });
            let (channel, confirmed) = (listed.channel, false);
            Button::new(stamp.button(Intent::EndIn { channel, confirmed }), label)
                .emoji(Icon::End)
                .style(ButtonStyle::Danger)
        })
        .collect();
    let rows = buttons.chunks(PER_ROW);
    rows.fold(screen, |screen, row| screen.buttons(row.to_vec()))
}
