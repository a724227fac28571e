-- By this number a file says whose it is: "KITN" in ASCII.
PRAGMA application_id = 1263096910;

-- One row a table: where it stands, and how far its life has been written down.
CREATE TABLE tables (
    id          INTEGER PRIMARY KEY,
    guild       INTEGER NOT NULL,
    channel     INTEGER NOT NULL,
    version     INTEGER NOT NULL,
    written_at  INTEGER NOT NULL,
    -- Its public message, once there is one.
    message     INTEGER,
    -- 'aside': no program has been able to read it so far; its entries are kept all the same.
    stage       TEXT NOT NULL CHECK (stage IN ('running', 'closed', 'aside'))
) STRICT;

CREATE UNIQUE INDEX one_running_table_a_channel ON tables (channel) WHERE stage = 'running';

-- Lives, entry by entry. Times are milliseconds since 1970; records are JSON.
CREATE TABLE entries (
    table_id    INTEGER NOT NULL REFERENCES tables (id),
    version     INTEGER NOT NULL,
    schema      INTEGER NOT NULL,
    at          INTEGER NOT NULL,
    interaction INTEGER,
    records     TEXT NOT NULL,
    PRIMARY KEY (table_id, version)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX an_interaction_once ON entries (interaction) WHERE interaction IS NOT NULL;

-- When a process was last known to be alive.
CREATE TABLE life (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at  INTEGER NOT NULL
) STRICT;

-- What somebody has chosen for himself, at whichever table he sits.
CREATE TABLE people (
    id      INTEGER PRIMARY KEY,
    reading TEXT NOT NULL
) STRICT;
