-- The servers that the bot has greeted, which it does once.
CREATE TABLE greetings (
    guild INTEGER PRIMARY KEY
) STRICT;
