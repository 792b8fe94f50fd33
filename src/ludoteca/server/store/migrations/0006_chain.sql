-- Each entry of a log holds a digest of itself and of all before it: a missing or changed one shows.
-- Older entries have none; the first new one covers them.
ALTER TABLE entries ADD COLUMN chain BLOB;
