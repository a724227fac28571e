-- The people to whom a hand has been explained, which happens once.
ALTER TABLE people ADD COLUMN hand_explained INTEGER NOT NULL DEFAULT 0;
