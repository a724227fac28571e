-- The newest board of the week that was posted on each server.
CREATE TABLE weekly_boards (
    guild  BIGINT PRIMARY KEY,
    -- The number of its Monday, counted in days from 1970.
    monday BIGINT NOT NULL
);
