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

-- Each person's try at a day.
CREATE TABLE daily_games (
    person      INTEGER NOT NULL,
    day         INTEGER NOT NULL,
    -- How often it was stored.
    version     INTEGER NOT NULL,
    -- The server in which it ended; NULL before, and in direct messages.
    guild       INTEGER,
    -- The order of its result on a board, and the time of its end; NULL before.
    score       INTEGER,
    finished_at INTEGER,
    -- table::daily::Attempt. Its moves tell hidden cards: encrypted, if there is a key.
    attempt     TEXT NOT NULL,
    PRIMARY KEY (person, day)
) STRICT, WITHOUT ROWID;

CREATE INDEX daily_board ON daily_games (day, guild, score, finished_at, person);
CREATE INDEX people_who_hide ON preferences (person) WHERE hidden;
