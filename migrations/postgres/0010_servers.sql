-- What the managers of servers decided for them, as JSON; no row for a server where nobody did.
CREATE TABLE servers (
    id       BIGINT PRIMARY KEY,
    settings TEXT NOT NULL
);
