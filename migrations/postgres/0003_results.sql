-- The results of games. They outlive the entries from which they follow.
CREATE TABLE results (
    number   BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    -- The order in which results are added up, together with the number: the end of the game, or that of an
    -- earlier result if the clock was set back.
    position BIGINT NOT NULL,
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

CREATE INDEX results_in_order ON results (position, number);
CREATE INDEX results_by_guild ON results (guild);

CREATE TABLE result_players (
    number            BIGINT NOT NULL REFERENCES results (number),
    seat              BIGINT NOT NULL,
    -- NULL for computers, and for people who were forgotten.
    person            BIGINT,
    -- The display name of the person at the table, encrypted, if there is a key; NULL without a person.
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
    -- The UTC day of the end, counted from 1970, if the game was played for ratings and the player is a person.
    rated_day         BIGINT,
    -- The person's rating after the game, in millionths, and the number of their rated games then. NULL until it
    -- is rated, as are the points before and after.
    mean              BIGINT,
    deviation         BIGINT,
    rated_games       BIGINT,
    points_before     BIGINT,
    points_after      BIGINT,
    PRIMARY KEY (number, seat)
);

CREATE INDEX results_of_people ON result_players (person, rated_day) WHERE person IS NOT NULL;
CREATE INDEX names_of_people ON result_players (person, number) WHERE person IS NOT NULL;

-- Sums of results, for the current generation and one that is being built.
CREATE TABLE standings (
    generation    BIGINT NOT NULL,
    guild         BIGINT NOT NULL,
    -- Such as `week 2026-11-23`; the words are those of table::results::period.
    period        TEXT NOT NULL,
    -- A person, or 1, 2 or 3 for the computers from the weakest to the strongest.
    player        BIGINT NOT NULL,
    games         BIGINT NOT NULL,
    wins          BIGINT NOT NULL,
    nopes         BIGINT NOT NULL,
    survived_odds BIGINT NOT NULL,
    rated_games   BIGINT NOT NULL,
    -- After the last rated game of the period, which ended then; NULL before. The points also while the person
    -- is being placed.
    mean          BIGINT,
    deviation     BIGINT,
    points        BIGINT,
    rated_at      BIGINT,
    PRIMARY KEY (generation, guild, period, player)
);

CREATE INDEX standings_of_people ON standings (player);

-- The generation of the standings that is shown. The token of the rebuild that runs, if one does, the generation
-- that it builds and the last result that it has added.
CREATE TABLE standings_state (
    one        INTEGER PRIMARY KEY CHECK (one = 1),
    generation BIGINT NOT NULL DEFAULT 1,
    token      BIGINT,
    building   BIGINT NOT NULL DEFAULT 1,
    position   BIGINT NOT NULL DEFAULT -1,
    number     BIGINT NOT NULL DEFAULT -1
);

INSERT INTO standings_state (one) VALUES (1);

-- True if the person stands on no leaderboard and in no statistics of others.
ALTER TABLE preferences ADD COLUMN hidden BOOLEAN NOT NULL DEFAULT false;
