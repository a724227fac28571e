//! The private list of a server's tables, from which somebody who manages the server ends any of them.

use super::Icon;
use super::element::{Accent, Button, ButtonStyle, Screen};
use super::view::{ServerTablesView, TableLink};
use crate::control::Stamp;
use crate::ids::{Revision, TableId};
use crate::intent::Intent;
use crate::text::{Language, Message, Verbatim};

/// The tables that a list shows: five rows of five buttons.
const MAX_LISTED: usize = 25;
/// The buttons of a row.
const PER_ROW: usize = 5;

/// Returns the list with a button to end each table. It shows the first 25.
pub fn server_tables(view: &ServerTablesView, language: &Language) -> Screen {
    let listed = || (1..).zip(view.tables.iter().take(MAX_LISTED));
    let line = |(number, (_, link)): (u32, &(TableId, TableLink))| {
        language.translate(&Message::ServerTablesLine {
            number: Verbatim(number.to_string()),
            link: Verbatim(link.to_string()),
        })
    };
    let lines: Vec<String> = listed().map(line).collect();
    let title = language.translate(&Message::ServerTables);
    let screen = Screen::new(Accent::Private)
        .text(format!("### {title}"))
        .text(lines.join("\n"));
    let buttons: Vec<Button> = listed()
        .map(|(number, (table, link))| {
            let stamp = Stamp {
                table: *table,
                revision: Revision(0),
            };
            let label = language.translate(&Message::ServerTablesEnd {
                number: Verbatim(number.to_string()),
            });
            Button::new(stamp.button(Intent::EndIn(link.channel)), label)
                .emoji(Icon::End)
                .style(ButtonStyle::Danger)
        })
        .collect();
    let rows = buttons.chunks(PER_ROW);
    rows.fold(screen, |screen, row| screen.buttons(row.to_vec()))
}
