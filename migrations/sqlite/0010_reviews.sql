-- What the coach found in people's games.
CREATE TABLE reviews (
    person   INTEGER NOT NULL,
    table_id INTEGER NOT NULL,
    game     INTEGER NOT NULL,
    -- When the game ended, in milliseconds since 1970.
    ended_at INTEGER NOT NULL,
    -- The thousandths of a chance to win lost to each kind of mistake, as JSON, encrypted if there is a key.
    lost     TEXT NOT NULL,
    PRIMARY KEY (person, table_id, game)
) STRICT, WITHOUT ROWID;
