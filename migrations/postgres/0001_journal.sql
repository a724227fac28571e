-- The journal in a PostgreSQL database. Times are milliseconds since 1970 by the clock of a process; TIMESTAMPTZ
-- are by the server's. Ids are Discord's or the bot's own: 64 bits without a sign in a column that has one.

-- The application whose games are stored here. Another bot could neither edit their messages nor see
-- their servers, and would close them all.
CREATE TABLE application (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    id  BIGINT NOT NULL
);

-- The lease of each cluster. While a term is not over, only its holder writes the tables of the cluster's servers.
CREATE TABLE leases (
    cluster  INTEGER PRIMARY KEY,
    -- The number of clusters, the same in all rows.
    clusters INTEGER NOT NULL,
    -- The random id of a process; 0 for none.
    holder   BIGINT NOT NULL DEFAULT 0,
    -- The end of the term, by the server's clock.
    until    TIMESTAMPTZ NOT NULL DEFAULT 'epoch',
    -- The last time at which a process was recorded as running the tables.
    alive_at BIGINT
);

-- A row that is missing later was deleted by somebody, and waits for a term before it is taken.
INSERT INTO leases (cluster, clusters) VALUES (1, 1);

CREATE TABLE tables (
    id             BIGINT PRIMARY KEY,
    guild          BIGINT NOT NULL,
    channel        BIGINT NOT NULL,
    -- Of its newest entry, as is the time.
    version        BIGINT NOT NULL,
    written_at     BIGINT NOT NULL,
    -- 'quarantined': its entries cannot be read, and are kept.
    stage          TEXT NOT NULL CHECK (stage IN ('running', 'closed', 'quarantined')),
    -- Its public message, once there is one.
    message        BIGINT,
    -- Earlier messages that may still exist: their ids as a JSON array, the oldest first.
    replaced       TEXT NOT NULL DEFAULT '[]',
    -- True once the messages of the closed table say so.
    is_cleared     BOOLEAN NOT NULL DEFAULT false
);

CREATE UNIQUE INDEX one_running_table_per_channel ON tables (channel) WHERE stage = 'running';
CREATE INDEX running_tables ON tables (written_at) WHERE stage = 'running';
CREATE INDEX closed_tables_to_clear ON tables (id) WHERE stage = 'closed' AND NOT is_cleared;
CREATE INDEX ended_tables ON tables (written_at) WHERE stage <> 'running';
CREATE INDEX tables_by_guild ON tables (guild);

CREATE TABLE entries (
    table_id    BIGINT NOT NULL REFERENCES tables (id),
    version     BIGINT NOT NULL,
    -- The form of the records.
    schema      INTEGER NOT NULL,
    at          BIGINT NOT NULL,
    interaction BIGINT,
    -- A JSON array, or an encrypted one.
    records     TEXT NOT NULL,
    -- The process that wrote it, by which that process knows its own after a response was lost.
    writer      BIGINT NOT NULL,
    PRIMARY KEY (table_id, version)
);

CREATE UNIQUE INDEX one_entry_per_interaction ON entries (interaction) WHERE interaction IS NOT NULL;

-- The people whom the entries of a table name by their numbers there: a row for each entry that says more of one.
-- `is_erasure_requested` is true once the person asked to be forgotten: when the table is closed, their rows go.
CREATE TABLE table_people (
    table_id             BIGINT NOT NULL REFERENCES tables (id),
    -- Of the entry.
    version              BIGINT NOT NULL,
    number               BIGINT NOT NULL,
    person               BIGINT NOT NULL,
    -- Their name and direct message, as JSON. Encrypted, if the entry is.
    details              TEXT NOT NULL,
    is_erasure_requested BOOLEAN NOT NULL DEFAULT false,
    PRIMARY KEY (table_id, version, number)
);

CREATE INDEX tables_of_people ON table_people (person, table_id);
CREATE INDEX requested_erasures ON table_people (table_id, person) WHERE is_erasure_requested;

-- What people chose for themselves.
CREATE TABLE preferences (
    person         BIGINT PRIMARY KEY,
    language       TEXT NOT NULL,
    text_first     BOOLEAN NOT NULL,
    direct_hand    BOOLEAN NOT NULL,
    -- True once a hand was explained to them, which happens once.
    hand_explained BOOLEAN NOT NULL,
    chosen_at      BIGINT NOT NULL
);

-- What the managers of servers decided for them, as JSON.
CREATE TABLE server_settings (
    guild    BIGINT PRIMARY KEY,
    settings TEXT NOT NULL
);

-- The servers that the bot is no longer in.
CREATE TABLE left_guilds (
    guild   BIGINT PRIMARY KEY,
    left_at BIGINT NOT NULL
);

-- When the next session may begin, for each of Discord's buckets.
CREATE TABLE session_starts (
    bucket  INTEGER PRIMARY KEY,
    free_at TIMESTAMPTZ NOT NULL
);
