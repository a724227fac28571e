-- Processes hand clicks to each other through this database, and no longer need to reach each other.
ALTER TABLE processes DROP COLUMN address;

-- How a running table counts towards the limits on games, as its owner has recorded it.
ALTER TABLE tables ADD COLUMN is_game BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE tables ADD COLUMN host BIGINT;
ALTER TABLE tables ADD COLUMN watched BOOLEAN NOT NULL DEFAULT false;

CREATE INDEX running_tables_by_host ON tables (host) WHERE stage = 'running';

-- True once the process has the click. It is deleted once it has been answered.
ALTER TABLE handed_clicks ADD COLUMN taken BOOLEAN NOT NULL DEFAULT false;
