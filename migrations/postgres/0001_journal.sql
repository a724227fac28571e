-- One row a table: where it stands, and how far its life has been written down.
CREATE TABLE tables (
    id          BIGINT PRIMARY KEY,
    guild       BIGINT NOT NULL,
    channel     BIGINT NOT NULL,
    version     BIGINT NOT NULL,
    written_at  BIGINT NOT NULL,
    -- Its public message, once there is one.
    message     BIGINT,
    -- 'aside': no program has been able to read it so far; its entries are kept all the same.
    stage       TEXT NOT NULL CHECK (stage IN ('running', 'closed', 'aside'))
);

CREATE UNIQUE INDEX one_running_table_a_channel ON tables (channel) WHERE stage = 'running';

-- Lives, entry by entry. Times are milliseconds since 1970; records are JSON.
CREATE TABLE entries (
    table_id    BIGINT NOT NULL REFERENCES tables (id),
    version     BIGINT NOT NULL,
    schema      INTEGER NOT NULL,
    at          BIGINT NOT NULL,
    interaction BIGINT,
    records     TEXT NOT NULL,
    -- Which process wrote it: how that process knows its own after an answer got lost.
    writer      BIGINT NOT NULL,
    PRIMARY KEY (table_id, version)
);

CREATE UNIQUE INDEX an_interaction_once ON entries (interaction) WHERE interaction IS NOT NULL;

-- When a process was last known to be alive.
CREATE TABLE life (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at  BIGINT NOT NULL
);

-- What somebody has chosen for himself, at whichever table he sits.
CREATE TABLE people (
    id      BIGINT PRIMARY KEY,
    reading TEXT NOT NULL
);
