-- What the coach found in people's games.
CREATE TABLE reviews (
    person   BIGINT NOT NULL,
    table_id BIGINT NOT NULL,
    game     BIGINT NOT NULL,
    -- When the game ended, in milliseconds since 1970.
    ended_at BIGINT NOT NULL,
    -- The thousandths of a chance to win lost to each kind of mistake, as JSON, encrypted if there is a key.
    lost     TEXT NOT NULL,
    PRIMARY KEY (person, table_id, game)
);
