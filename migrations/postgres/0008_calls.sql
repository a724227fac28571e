-- Who wants to be called when a host on a server looks for players.
CREATE TABLE calls (
    guild      BIGINT NOT NULL,
    person     BIGINT NOT NULL,
    asked_at   BIGINT NOT NULL,
    -- The last call; 0 before the first.
    called_at  BIGINT NOT NULL DEFAULT 0,
    -- The calls since the person last played there.
    unanswered BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (guild, person)
);

CREATE INDEX calls_of_people ON calls (person, called_at);

-- The hour, in UTC, from which the person is not called; -1 for none.
ALTER TABLE preferences ADD COLUMN silent_from BIGINT NOT NULL DEFAULT -1;
-- True if the person is not reminded of slow games.
ALTER TABLE preferences ADD COLUMN reminders_off BOOLEAN NOT NULL DEFAULT false;
