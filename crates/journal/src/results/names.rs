//! The names of people in results: encrypted like the records of entries. Names that cannot be decrypted are omitted.

use table::ids::UserId;
use table::pages::statistics::{Names, StatsScope};
use table::results::{GameResult, ResultPlayer};

use crate::port::JournalError;
use crate::record_cipher::{RecordCipher, SealedPlace};
use crate::rows::from_column;
use crate::sql::{Sql, Statement};
use crate::sql_journal::SqlJournal;

/// The place of a person's encrypted name, which is authenticated along with it. Does not depend on the result that
/// contains the name.
struct NamePlace(UserId);

impl SealedPlace for NamePlace {
    fn to_bytes(&self) -> Vec<u8> {
        [b"name of a person".as_slice(), &self.0.0.to_be_bytes()].concat()
    }
}

/// Selects a person's name in their newest result on a server ($1).
macro_rules! newest_name {
    ($person:literal) => {
        concat!(
            "(SELECT name FROM result_players AS named WHERE named.guild = $1 AND named.person = ",
            $person,
            " ORDER BY named.number DESC LIMIT 1)"
        )
    };
}
pub(super) use newest_name;

/// Encrypts the names of the people in a result, if there is a key.
pub(crate) fn seal_names(
    cipher: &RecordCipher,
    result: &mut GameResult,
) -> Result<(), JournalError> {
    for player in &mut result.players {
        if let ResultPlayer::Person(person) = player.who {
            player.name = cipher.seal(NamePlace(person), std::mem::take(&mut player.name))?;
        }
    }
    Ok(())
}

impl<S: Sql> SqlJournal<S> {
    pub(super) fn open_name(&self, person: UserId, stored: Option<String>) -> Option<String> {
        self.cipher.open(NamePlace(person), stored?).ok()
    }

    /// Decrypts rows of people and names. Omits names that cannot be decrypted.
    pub(super) fn open_names(&self, rows: impl Iterator<Item = (i64, Option<String>)>) -> Names {
        let rows = rows.map(|(person, stored)| (UserId(from_column(person)), stored));
        rows.filter_map(|(person, stored)| Some((person, self.open_name(person, stored)?)))
            .collect()
    }

    /// Returns these people's names in their newest results in the scope. If the scope is all servers, uses only games
    /// in which the reader played too, so that readers do not learn names from servers they are not on.
    pub(super) async fn fetch_names(
        &self,
        people: impl IntoIterator<Item = UserId>,
        scope: StatsScope,
        reader: UserId,
    ) -> Result<Names, JournalError> {
        const ON_SERVER: &str = concat!("SELECT ", newest_name!("$2"));
        const WITH_READER: &str = "SELECT name FROM result_players AS named WHERE named.person = $2 \
             AND named.number IN (SELECT number FROM result_players WHERE person = $1) \
             ORDER BY named.number DESC LIMIT 1";
        let mut names = Names::new();
        for person in people {
            let statement = match scope {
                StatsScope::Server(guild) => Statement::new(ON_SERVER).bind(guild),
                StatsScope::Everywhere => Statement::new(WITH_READER).bind(reader),
            };
            let statement = statement.bind(person);
            let rows: Vec<(Option<String>,)> = self.sql.fetch(statement).await?;
            let newest = rows.into_iter().next().and_then(|(stored,)| stored);
            names.extend(self.open_name(person, newest).map(|name| (person, name)));
        }
        Ok(names)
    }
}
