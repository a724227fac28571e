-- The journal in an SQLite file. Times are milliseconds since 1970. Ids are Discord's or the bot's own: 64 bits
-- without a sign in a column that has one.

-- Tells a journal from a file of another program: "KITN" in ASCII.
PRAGMA application_id = 1263096910;

-- The application whose games are stored here. Another bot could neither edit their messages nor see
-- their servers, and would close them all.
CREATE TABLE application (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    id  INTEGER NOT NULL
) STRICT;

CREATE TABLE tables (
    id           INTEGER PRIMARY KEY,
    guild        INTEGER NOT NULL,
    channel      INTEGER NOT NULL,
    -- Of its newest entry, as is the time.
    version      INTEGER NOT NULL,
    written_at   INTEGER NOT NULL,
    -- 'quarantined': its entries cannot be read, and are kept.
    stage        TEXT NOT NULL CHECK (stage IN ('running', 'closed', 'quarantined')),
    -- Its public message, once there is one.
    message      INTEGER,
    -- Earlier messages that may still exist: their ids as a JSON array, the oldest first.
    replaced     TEXT NOT NULL DEFAULT '[]',
    -- 1 once the messages of the closed table say so.
    is_cleared   INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE UNIQUE INDEX one_running_table_per_channel ON tables (channel) WHERE stage = 'running';
CREATE INDEX closed_tables_to_clear ON tables (id) WHERE stage = 'closed' AND NOT is_cleared;
CREATE INDEX ended_tables ON tables (written_at) WHERE stage <> 'running';
CREATE INDEX tables_by_guild ON tables (guild);

CREATE TABLE entries (
    table_id    INTEGER NOT NULL REFERENCES tables (id),
    version     INTEGER NOT NULL,
    -- The form of the records.
    schema      INTEGER NOT NULL,
    at          INTEGER NOT NULL,
    interaction INTEGER,
    -- A JSON array, or an encrypted one.
    records     TEXT NOT NULL,
    PRIMARY KEY (table_id, version)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX one_entry_per_interaction ON entries (interaction) WHERE interaction IS NOT NULL;

-- The people whom the entries of a table name by their numbers there: a row for each entry that says more of one.
-- `is_erasure_requested` is 1 once the person asked to be forgotten: when the table is closed, their rows go.
CREATE TABLE table_people (
    table_id             INTEGER NOT NULL REFERENCES tables (id),
    -- Of the entry.
    version              INTEGER NOT NULL,
    number               INTEGER NOT NULL,
    person               INTEGER NOT NULL,
    -- Their name and direct message, as JSON. Encrypted, if the entry is.
    details              TEXT NOT NULL,
    is_erasure_requested INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, version, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX tables_of_people ON table_people (person, table_id);
CREATE INDEX requested_erasures ON table_people (table_id, person) WHERE is_erasure_requested;

-- The last time at which a process was recorded as running.
CREATE TABLE last_alive (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at  INTEGER NOT NULL
) STRICT;

-- What people chose for themselves.
CREATE TABLE preferences (
    person         INTEGER PRIMARY KEY,
    language       TEXT NOT NULL,
    text_first     INTEGER NOT NULL,
    direct_hand    INTEGER NOT NULL,
    -- 1 once a hand was explained to them, which happens once.
    hand_explained INTEGER NOT NULL,
    chosen_at      INTEGER NOT NULL
) STRICT;

-- What the managers of servers decided for them, as JSON.
CREATE TABLE server_settings (
    guild    INTEGER PRIMARY KEY,
    settings TEXT NOT NULL
) STRICT;

-- The servers that the bot is no longer in.
CREATE TABLE left_guilds (
    guild   INTEGER PRIMARY KEY,
    left_at INTEGER NOT NULL
) STRICT;
