-- The address at which the other processes on this journal reach a process; NULL if it has none.
ALTER TABLE processes ADD COLUMN address TEXT;
