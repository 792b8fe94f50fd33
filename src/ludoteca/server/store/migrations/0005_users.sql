-- People are called users, as everywhere else. "user" alone is a reserved word in PostgreSQL.
ALTER TABLE visitors RENAME TO users;
ALTER TABLE sessions RENAME COLUMN visitor TO user_id;
ALTER TABLE tokens RENAME COLUMN visitor TO user_id;
ALTER TABLE invitations RENAME COLUMN visitor TO user_id;
ALTER TABLE factors RENAME COLUMN visitor TO user_id;
ALTER TABLE recovery_codes RENAME COLUMN visitor TO user_id;
ALTER TABLE sitters RENAME COLUMN visitor TO user_id;
