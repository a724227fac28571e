-- What the managers of servers decided for them, as JSON; no row for a server where nobody did.
CREATE TABLE servers (
    id       INTEGER PRIMARY KEY,
    settings TEXT NOT NULL
) STRICT;
