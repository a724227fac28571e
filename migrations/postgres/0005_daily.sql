-- The secret of each day's Kitten of the day, from which its chance follows. Encrypted, if there is a key.
CREATE TABLE daily_secrets (
    day    BIGINT  PRIMARY KEY,
    secret TEXT NOT NULL
);

-- Who has begun the day's game, by a number that follows from the secret and the person. It stays when the person
-- is forgotten, so that there is no second try, and goes with the day.
CREATE TABLE daily_tries (
    day  BIGINT  NOT NULL,
    mark BIGINT  NOT NULL,
    PRIMARY KEY (day, mark)
);

CREATE TABLE daily_games (
    person      BIGINT  NOT NULL,
    day         BIGINT  NOT NULL,
    -- The number of the moves, and the moves. They tell hidden cards and are encrypted, if there is a key.
    steps       BIGINT  NOT NULL,
    moves       TEXT NOT NULL,
    shown_at    BIGINT  NOT NULL,
    posted      BOOLEAN NOT NULL DEFAULT false,
    -- The result. NULL before the game has ended.
    place       BIGINT ,
    turns       BIGINT ,
    survived    BIGINT ,
    streak      BIGINT ,
    -- The newest missed day that does not break the streak.
    frozen      BIGINT ,
    finished_at BIGINT ,
    -- The server in which it was finished; NULL in direct messages.
    guild       BIGINT ,
    PRIMARY KEY (person, day)
);

CREATE INDEX daily_games_of_day ON daily_games (day, guild);
