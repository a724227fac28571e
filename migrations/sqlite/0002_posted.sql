-- The messages in whose place a table's message came and which may still be there: their numbers, as
-- a JSON array, the oldest first.
ALTER TABLE tables ADD COLUMN replaced TEXT NOT NULL DEFAULT '[]';

-- A closed table forgets its message once that says so; until now it never did.
UPDATE tables SET message = NULL WHERE stage = 'closed';

CREATE INDEX closed_tables_to_be_shown ON tables (id) WHERE stage = 'closed' AND message IS NOT NULL;
