-- The results of games. They outlive the entries from which they follow.
CREATE TABLE results (
    number   INTEGER PRIMARY KEY AUTOINCREMENT,
    -- The order in which results are added up, together with the number: the end of the game, or that of an
    -- earlier result if the clock was set back.
    position INTEGER NOT NULL,
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

CREATE INDEX results_in_order ON results (position, number);
CREATE INDEX results_by_guild ON results (guild);

CREATE TABLE result_players (
    number            INTEGER NOT NULL REFERENCES results (number),
    seat              INTEGER NOT NULL,
    -- NULL for computers, and for people who were forgotten.
    person            INTEGER,
    -- The display name of the person at the table, encrypted, if there is a key; NULL without a person.
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
    -- The UTC day of the end, counted from 1970, if the game was played for ratings and the player is a person.
    rated_day         INTEGER,
    -- The person's rating after the game, in millionths, and the number of their rated games then. NULL until it
    -- is rated, as are the points before and after.
    mean              INTEGER,
    deviation         INTEGER,
    rated_games       INTEGER,
    points_before     INTEGER,
    points_after      INTEGER,
    PRIMARY KEY (number, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX results_of_people ON result_players (person, rated_day) WHERE person IS NOT NULL;
CREATE INDEX names_of_people ON result_players (person, number) WHERE person IS NOT NULL;

-- Sums of results, for the current generation and one that is being built.
CREATE TABLE standings (
    generation    INTEGER NOT NULL,
    guild         INTEGER NOT NULL,
    -- Such as `week 2026-11-23`; the words are those of table::results::period.
    period        TEXT NOT NULL,
    -- A person, or 1, 2 or 3 for the computers from the weakest to the strongest.
    player        INTEGER NOT NULL,
    games         INTEGER NOT NULL,
    wins          INTEGER NOT NULL,
    nopes         INTEGER NOT NULL,
    survived_odds INTEGER NOT NULL,
    rated_games   INTEGER NOT NULL,
    -- After the last rated game of the period, which ended then; NULL before. The points also while the person
    -- is being placed.
    mean          INTEGER,
    deviation     INTEGER,
    points        INTEGER,
    rated_at      INTEGER,
    PRIMARY KEY (generation, guild, period, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX standings_of_people ON standings (player);

-- The generation of the standings that is shown. The token of the rebuild that runs, if one does, the generation
-- that it builds and the last result that it has added.
CREATE TABLE standings_state (
    one        INTEGER PRIMARY KEY CHECK (one = 1),
    generation INTEGER NOT NULL DEFAULT 1,
    token      INTEGER,
    building   INTEGER NOT NULL DEFAULT 1,
    position   INTEGER NOT NULL DEFAULT -1,
    number     INTEGER NOT NULL DEFAULT -1
) STRICT;

INSERT INTO standings_state (one) VALUES (1);

-- 1 if the person stands on no leaderboard and in no statistics of others.
ALTER TABLE preferences ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
