-- The results of games, numbered in commit order. They outlive the entries from which they follow.
CREATE TABLE results (
    number   BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    guild    BIGINT NOT NULL,
    table_id BIGINT NOT NULL,
    game     BIGINT NOT NULL,
    edition  TEXT NOT NULL,
    began    BIGINT NOT NULL,
    ended    BIGINT NOT NULL,
    turns    BIGINT NOT NULL,
    -- False also if somebody was unknown when the game ended.
    rated    BOOLEAN NOT NULL,
    -- The number of players.
    players  BIGINT NOT NULL,
    UNIQUE (table_id, game)
);

CREATE INDEX results_by_guild ON results (guild);

CREATE TABLE result_players (
    number            BIGINT NOT NULL REFERENCES results (number),
    seat              BIGINT NOT NULL,
    -- Those of the result.
    guild             BIGINT NOT NULL,
    ended             BIGINT NOT NULL,
    -- True if at least two people played: nobody leads a board by games alone against computers.
    is_among_people   BOOLEAN NOT NULL,
    -- NULL for computers, and for people who were forgotten.
    person            BIGINT,
    -- The name at the table, a person's encrypted, if there is a key; NULL for a person who was erased.
    name              TEXT,
    -- The strength of a computer.
    computer          TEXT,
    place             BIGINT NOT NULL,
    fate              TEXT NOT NULL CHECK (fate IN ('won', 'survived', 'exploded', 'imploded', 'left')),
    -- The seat of whoever hid the kitten.
    killer            BIGINT,
    nopes             BIGINT NOT NULL,
    noped             BIGINT NOT NULL,
    taken             BIGINT NOT NULL,
    lost              BIGINT NOT NULL,
    -- In per cent, and in tenths of a per cent.
    closest_shave     BIGINT NOT NULL,
    survived_odds     BIGINT NOT NULL,
    turns             BIGINT NOT NULL,
    turns_by_computer BIGINT NOT NULL,
    -- The badges that the game earned the person, as words that spaces separate; the words are those of
    -- table::results::Badge.
    badges            TEXT NOT NULL,
    -- The person's rating after the game, in millionths, the number of their rated games on the server then, and
    -- the points before and after, which are NULL while they are being placed. NULL unless the game is rated.
    mean              BIGINT,
    deviation         BIGINT,
    rated_games       BIGINT,
    points_before     BIGINT,
    points_after      BIGINT,
    PRIMARY KEY (number, seat)
) WITH (
    -- A leaderboard reads its index alone only as far as the rows are vacuumed: for each other row it also looks into
    -- the table, which takes four times as long. By default, a fifth of all rows may not be vacuumed.
    autovacuum_vacuum_insert_scale_factor = 0,
    autovacuum_vacuum_insert_threshold = 5000
);

CREATE INDEX results_of_people ON result_players (person) WHERE person IS NOT NULL;
-- A leaderboard is read from these indexes alone.
CREATE INDEX people_on_boards ON result_players
    (guild, person, number, is_among_people, ended, fate, nopes, survived_odds, rated_games, points_after)
    WHERE person IS NOT NULL;
CREATE INDEX computers_on_boards ON result_players (guild, computer, ended, fate) WHERE computer IS NOT NULL;

-- True if the person stands on no leaderboard and in no statistics of others.
ALTER TABLE preferences ADD COLUMN hidden BOOLEAN NOT NULL DEFAULT false;
