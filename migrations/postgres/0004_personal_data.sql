-- The people whom the entries of a table name. `erasure` is true once the person has asked to be
-- forgotten: as soon as the table is closed, they are replaced in its entries and the row goes.
CREATE TABLE table_people (
    person   BIGINT NOT NULL,
    table_id BIGINT NOT NULL REFERENCES tables (id),
    erasure  BOOLEAN NOT NULL DEFAULT false,
    PRIMARY KEY (person, table_id)
);

CREATE INDEX table_people_by_table ON table_people (table_id);
CREATE INDEX table_people_to_erase ON table_people (table_id, person) WHERE erasure;

-- The entries of earlier versions. The text is searched instead of parsed: a table may hold records
-- that no program can read. Inside of a name, quotation marks have a backslash before them.
INSERT INTO table_people (person, table_id)
SELECT named.person::bigint, named.table_id
FROM (
    SELECT entries.table_id, (regexp_matches(entries.records,
        '"(?:host|person)":\{"user":([0-9]{1,19}),', 'g'))[1]::numeric AS person
    FROM entries
    WHERE entries.records LIKE '%"user":%'
) AS named
WHERE named.person <= 9223372036854775807
ON CONFLICT DO NOTHING;

-- How often people were replaced in the entries of a table: two replacements at the same time do not
-- undo each other.
ALTER TABLE tables ADD COLUMN replacements BIGINT NOT NULL DEFAULT 0;

-- Tables that are no longer played, by the time of their newest entry; and those of a server.
CREATE INDEX ended_tables ON tables (written_at) WHERE stage <> 'running';
CREATE INDEX tables_by_guild ON tables (guild);

-- The servers that the bot is no longer in, and since when.
CREATE TABLE left_guilds (
    guild   BIGINT PRIMARY KEY,
    left_at BIGINT NOT NULL
);

-- When somebody chose their language.
ALTER TABLE people ADD COLUMN chosen_at BIGINT NOT NULL DEFAULT 0;
UPDATE people SET chosen_at = coalesce((SELECT max(at) FROM life), 0);
