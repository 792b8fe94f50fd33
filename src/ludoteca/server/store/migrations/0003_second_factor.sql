-- A second factor for accounts: the secret of an authenticator, and codes for when that is lost.

CREATE TABLE factors (
    visitor TEXT NOT NULL PRIMARY KEY,
    secret TEXT NOT NULL,
    offered_at REAL NOT NULL,
    since REAL,
    last_step INTEGER NOT NULL
) STRICT;

CREATE TABLE recovery_codes (
    visitor TEXT NOT NULL,
    digest BLOB NOT NULL,
    PRIMARY KEY (visitor, digest)
) STRICT, WITHOUT ROWID;
