-- The results of games, numbered in commit order. They outlive the entries from which they follow.
CREATE TABLE results (
    number   INTEGER PRIMARY KEY AUTOINCREMENT,
    guild    INTEGER NOT NULL,
    table_id INTEGER NOT NULL,
    game     INTEGER NOT NULL,
    edition  TEXT NOT NULL,
    began    INTEGER NOT NULL,
    ended    INTEGER NOT NULL,
    turns    INTEGER NOT NULL,
    -- False also if somebody was unknown when the game ended.
    rated    INTEGER NOT NULL,
    -- The number of players.
    players  INTEGER NOT NULL,
    UNIQUE (table_id, game)
) STRICT;

CREATE INDEX results_by_guild ON results (guild);

CREATE TABLE result_players (
    number            INTEGER NOT NULL REFERENCES results (number),
    seat              INTEGER NOT NULL,
    -- Those of the result.
    guild             INTEGER NOT NULL,
    ended             INTEGER NOT NULL,
    -- 1 if at least two people played: nobody leads a board by games alone against computers.
    is_among_people   INTEGER NOT NULL,
    -- NULL for computers, and for people who were forgotten.
    person            INTEGER,
    -- The name at the table, a person's encrypted, if there is a key; NULL for a person who was erased.
    name              TEXT,
    -- The strength of a computer.
    computer          TEXT,
    place             INTEGER NOT NULL,
    fate              TEXT NOT NULL CHECK (fate IN ('won', 'survived', 'exploded', 'imploded', 'left')),
    -- The seat of whoever hid the kitten.
    killer            INTEGER,
    nopes             INTEGER NOT NULL,
    noped             INTEGER NOT NULL,
    taken             INTEGER NOT NULL,
    lost              INTEGER NOT NULL,
    -- In per cent, and in tenths of a per cent.
    closest_shave     INTEGER NOT NULL,
    survived_odds     INTEGER NOT NULL,
    turns             INTEGER NOT NULL,
    turns_by_computer INTEGER NOT NULL,
    -- The badges that the game earned the person, as words that spaces separate; the words are those of
    -- table::results::Badge.
    badges            TEXT NOT NULL,
    -- The person's rating after the game, in millionths, the number of their rated games on the server then, and
    -- the points before and after, which are NULL while they are being placed. NULL unless the game is rated.
    mean              INTEGER,
    deviation         INTEGER,
    rated_games       INTEGER,
    points_before     INTEGER,
    points_after      INTEGER,
    PRIMARY KEY (number, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX results_of_people ON result_players (person) WHERE person IS NOT NULL;
-- A leaderboard is read from these indexes alone.
CREATE INDEX people_on_boards ON result_players
    (guild, person, number, is_among_people, ended, fate, nopes, survived_odds, rated_games, points_after)
    WHERE person IS NOT NULL;
CREATE INDEX computers_on_boards ON result_players (guild, computer, ended, fate) WHERE computer IS NOT NULL;

-- 1 if the person stands on no leaderboard and in no statistics of others.
ALTER TABLE preferences ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
