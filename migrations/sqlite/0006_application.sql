-- The application whose games are stored here. Another bot could neither edit their messages nor see
-- their servers, and would close them all.
CREATE TABLE application (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    id  INTEGER NOT NULL
) STRICT;
