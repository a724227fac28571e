-- The badges that the game earned the person, as words that spaces separate; the words are those of
-- table::results::Badge.
ALTER TABLE result_players ADD COLUMN badges TEXT NOT NULL DEFAULT '';

CREATE INDEX badges_of_people ON result_players (person, badges, number) WHERE badges <> '';
