-- The shards of the gateway: which process holds which, and until when. All rows have the same total.
CREATE TABLE shards (
    shard     INTEGER PRIMARY KEY,
    total     INTEGER NOT NULL,
    -- The process that holds it; 0 before the first one.
    holder    BIGINT NOT NULL DEFAULT 0,
    until     TIMESTAMPTZ NOT NULL DEFAULT 'epoch',
    -- True once its holder receives events.
    connected BOOLEAN NOT NULL DEFAULT false,
    -- True if its holder has more than its share and would give it away.
    offered   BOOLEAN NOT NULL DEFAULT false
);

-- Which processes take part in the gateway.
ALTER TABLE processes ADD COLUMN serves_gateway BOOLEAN NOT NULL DEFAULT false;

-- When the next session may begin, for each of Discord's buckets.
CREATE TABLE session_starts (
    bucket  INTEGER PRIMARY KEY,
    free_at TIMESTAMPTZ NOT NULL
);
