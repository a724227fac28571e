//! The rows of the people who appear in a table's entries. Their details are encrypted like the entry, and
//! authenticated together with the row's key columns and the person.

use table::ids::{TableId, UserId};
use table::personal_data::PersonRow;

use crate::port::JournalError;
use crate::record_cipher::{OpenError, RecordCipher, SealedPlace, is_sealed};
use crate::rows::from_column;
use crate::sql::Statement;

struct PersonPlace {
    table: TableId,
    version: u64,
    number: u64,
    user: UserId,
}

impl SealedPlace for PersonPlace {
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = b"person at a table".to_vec();
        for number in [self.table.0, self.version, self.number, self.user.0] {
            bytes.extend(number.to_be_bytes());
        }
        bytes
    }
}

pub(crate) fn insert_person(
    cipher: &RecordCipher,
    table: TableId,
    row: &PersonRow,
) -> Result<Statement, JournalError> {
    const INSERT: &str = "INSERT INTO table_people (table_id, version, number, person, details) \
         VALUES ($1, $2, $3, $4, $5)";
    let place = PersonPlace {
        table,
        version: row.version,
        number: row.number,
        user: row.user,
    };
    let details = serde_json::json!(row.details).to_string();
    let sealed = cipher.seal(place, details)?;
    let insert = Statement::new(INSERT).bind(table).bind(row.version);
    Ok(insert.bind(row.number).bind(row.user).bind(sealed))
}

/// A row of [`select_people`]: version, number, person, details, and the beginning of the entry's records.
pub(crate) type StoredPerson = (i64, i64, i64, String, String);

pub(crate) fn select_people(table: TableId) -> Statement {
    const SELECT: &str = "SELECT people.version, number, person, details, substr(records, 1, 4) \
         FROM table_people AS people JOIN entries \
             ON entries.table_id = people.table_id AND entries.version = people.version \
         WHERE people.table_id = $1 ORDER BY people.version, number";
    Statement::new(SELECT).bind(table)
}

/// Decrypts the people of a table. Plain text is accepted only if the entry is plain text too, so encrypted details
/// cannot be replaced by plain ones.
pub(crate) fn read_people(
    cipher: &RecordCipher,
    table: TableId,
    rows: Vec<StoredPerson>,
) -> Result<Vec<PersonRow>, JournalError> {
    let read = |(version, number, user, details, entry): StoredPerson| {
        let (version, number) = (from_column(version), from_column(number));
        let user = UserId(from_column(user));
        let unreadable = || {
            let place = format!("person {number} in version {version} of table {table}");
            JournalError::Unreadable(place)
        };
        let place = PersonPlace {
            table,
            version,
            number,
            user,
        };
        if is_sealed(&entry) && !is_sealed(&details) {
            return Err(unreadable());
        }
        let details = cipher.open(place, details).map_err(|error| match error {
            OpenError::MissingKey(key) => JournalError::MissingKey { table, key },
            OpenError::Damaged => unreadable(),
        })?;
        Ok(PersonRow {
            version,
            number,
            user,
            details: serde_json::from_str(&details).map_err(|_| unreadable())?,
        })
    };
    rows.into_iter().map(read).collect()
}
