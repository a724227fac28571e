-- People may choose to read words in place of pictures, and to get their hand also as a direct message.
ALTER TABLE people ADD COLUMN text_first INTEGER NOT NULL DEFAULT 0;
ALTER TABLE people ADD COLUMN direct_hand INTEGER NOT NULL DEFAULT 0;
