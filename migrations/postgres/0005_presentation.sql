-- People may choose to read words in place of pictures, and to get their hand also as a direct message.
ALTER TABLE people ADD COLUMN text_first BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE people ADD COLUMN direct_hand BOOLEAN NOT NULL DEFAULT false;
