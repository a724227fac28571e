-- The processes that share this journal, and when each was last known to be alive: by its own
-- clock for the games that it runs, by the server's for the other processes.
CREATE TABLE processes (
    id   BIGINT PRIMARY KEY,
    at   BIGINT NOT NULL,
    seen TIMESTAMPTZ NOT NULL
);

-- Which process runs a table: the one that wrote last, or that has taken it over since.
ALTER TABLE tables ADD COLUMN owner BIGINT NOT NULL DEFAULT 0;

-- Since when nobody has been there for a table that was taken over; nothing once its new owner has
-- written.
ALTER TABLE tables ADD COLUMN adrift_since BIGINT;

CREATE INDEX running_tables_by_owner ON tables (owner) WHERE stage = 'running';
