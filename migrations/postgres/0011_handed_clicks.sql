-- Clicks in direct messages, which Discord tells only the process with the first shard, for the process that
-- owns their table. A row lasts until that process takes it, a second at most; none is worth a crash.
CREATE UNLOGGED TABLE handed_clicks (
    interaction BIGINT PRIMARY KEY,
    -- The process that is to take it.
    process     BIGINT NOT NULL,
    table_id    BIGINT NOT NULL,
    -- Encrypted as the records of entries are.
    click       TEXT NOT NULL,
    at          TIMESTAMPTZ NOT NULL DEFAULT now()
);
