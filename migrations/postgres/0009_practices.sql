-- Each person's practice.
CREATE TABLE practices (
    person   BIGINT PRIMARY KEY,
    -- How many times it has been stored.
    version  BIGINT NOT NULL,
    -- table::pages::practice::Practice as JSON, encrypted if there is a key: it holds hidden cards.
    practice TEXT NOT NULL,
    -- In milliseconds since 1970.
    shown_at BIGINT NOT NULL
);
