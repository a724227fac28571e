-- The secret of each day's Kitten of the day, from which its chance follows. Encrypted, if there is a key.
CREATE TABLE daily_secrets (
    day    INTEGER PRIMARY KEY,
    secret TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Who has begun the day's game, by a number that follows from the secret and the person. It stays when the person
-- is forgotten, so that there is no second try, and goes with the day.
CREATE TABLE daily_tries (
    day  INTEGER NOT NULL,
    mark INTEGER NOT NULL,
    PRIMARY KEY (day, mark)
) STRICT, WITHOUT ROWID;

CREATE TABLE daily_games (
    person      INTEGER NOT NULL,
    day         INTEGER NOT NULL,
    -- The number of the moves, and the moves. They tell hidden cards and are encrypted, if there is a key.
    steps       INTEGER NOT NULL,
    moves       TEXT NOT NULL,
    shown_at    INTEGER NOT NULL,
    posted      INTEGER NOT NULL DEFAULT 0,
    -- The result. NULL before the game has ended.
    place       INTEGER,
    turns       INTEGER,
    survived    INTEGER,
    streak      INTEGER,
    -- The newest missed day that does not break the streak.
    frozen      INTEGER,
    finished_at INTEGER,
    -- The server in which it was finished; NULL in direct messages.
    guild       INTEGER,
    PRIMARY KEY (person, day)
) STRICT, WITHOUT ROWID;

CREATE INDEX daily_games_of_day ON daily_games (day, guild);
