-- Calling people back: what each wants to be told and how, browsers that take push messages, and
-- the keys that the server makes for itself.

CREATE TABLE notice_choices (
    user_id TEXT NOT NULL PRIMARY KEY,
    push TEXT NOT NULL,
    mail TEXT NOT NULL,
    address TEXT NOT NULL,
    confirmed INTEGER NOT NULL,
    language TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE push_subscriptions (
    endpoint TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL,
    digest BLOB NOT NULL,
    client_key BLOB NOT NULL,
    auth BLOB NOT NULL,
    language TEXT NOT NULL,
    created_at REAL NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX push_subscriptions_by_user ON push_subscriptions (user_id);

CREATE TABLE server_keys (
    name TEXT NOT NULL PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;
