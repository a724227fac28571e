-- The newest board of the week on each server.
CREATE TABLE weekly_boards (
    guild  INTEGER PRIMARY KEY,
    -- The number of its Monday, counted in days from 1970.
    monday INTEGER NOT NULL,
    -- How often a process was granted the post. As many as there may be once it is known to be posted.
    claims INTEGER NOT NULL
) STRICT;
