-- Sessions know when they began, for they end some day however much they are used.

ALTER TABLE sessions ADD COLUMN created_at REAL NOT NULL DEFAULT 0;

UPDATE sessions SET created_at = seen_at;
