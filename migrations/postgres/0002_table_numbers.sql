-- How many tables each channel has had. It outlives them, so that no game can be dealt and dropped unseen.
CREATE TABLE table_numbers (
    channel BIGINT PRIMARY KEY,
    newest  BIGINT NOT NULL
);
