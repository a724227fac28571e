-- The people whom the entries of a table name. `erasure` is 1 once the person has asked to be
-- forgotten: as soon as the table is closed, they are replaced in its entries and the row goes.
CREATE TABLE table_people (
    person   INTEGER NOT NULL,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    erasure  INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (person, table_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX table_people_by_table ON table_people (table_id);
CREATE INDEX table_people_to_erase ON table_people (table_id, person) WHERE erasure = 1;

-- The entries of earlier versions. Records that cannot be read name nobody.
INSERT OR IGNORE INTO table_people (person, table_id)
SELECT named.person, named.table_id
FROM (
    SELECT entries.table_id,
        CASE WHEN record.type = 'object' THEN
            coalesce(record.value ->> '$.host.user', record.value ->> '$.person.user')
        END AS person
    FROM entries,
        json_each(CASE WHEN json_valid(entries.records) THEN entries.records ELSE '[]' END) AS record
) AS named
WHERE typeof(named.person) = 'integer';

-- How often people were replaced in the entries of a table: two replacements at the same time do not
-- undo each other.
ALTER TABLE tables ADD COLUMN replacements INTEGER NOT NULL DEFAULT 0;

-- Tables that are no longer played, by the time of their newest entry; and those of a server.
CREATE INDEX ended_tables ON tables (written_at) WHERE stage <> 'running';
CREATE INDEX tables_by_guild ON tables (guild);

-- The servers that the bot is no longer in, and since when.
CREATE TABLE left_guilds (
    guild   INTEGER PRIMARY KEY,
    left_at INTEGER NOT NULL
) STRICT;

-- When somebody chose their language.
ALTER TABLE people ADD COLUMN chosen_at INTEGER NOT NULL DEFAULT 0;
UPDATE people SET chosen_at = coalesce((SELECT max(at) FROM life), 0);
