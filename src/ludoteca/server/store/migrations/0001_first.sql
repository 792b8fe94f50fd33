-- The first form. SQLite reads this as it stands; for PostgreSQL the names of types are exchanged.

CREATE TABLE tables (
    match TEXT NOT NULL PRIMARY KEY,
    status TEXT NOT NULL,
    game TEXT NOT NULL,
    public INTEGER NOT NULL,
    seats BLOB NOT NULL,
    host TEXT,
    wake_at REAL,
    last INTEGER NOT NULL,
    opened_at REAL NOT NULL,
    updated_at REAL NOT NULL,
    process TEXT,
    epoch INTEGER NOT NULL
) STRICT;

CREATE INDEX tables_by_status ON tables (status, updated_at);
CREATE INDEX tables_by_host ON tables (host) WHERE host IS NOT NULL;
CREATE INDEX tables_by_wake ON tables (wake_at) WHERE wake_at IS NOT NULL;

CREATE TABLE entries (
    match TEXT NOT NULL,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    body BLOB NOT NULL,
    at REAL NOT NULL,
    ply INTEGER,
    move_id TEXT,
    PRIMARY KEY (match, number)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX entries_by_ply ON entries (match, ply) WHERE ply IS NOT NULL;
CREATE UNIQUE INDEX entries_by_move ON entries (match, move_id) WHERE move_id IS NOT NULL;

CREATE TABLE processes (
    name TEXT NOT NULL PRIMARY KEY,
    address TEXT NOT NULL,
    started_at REAL NOT NULL,
    seen_at REAL NOT NULL,
    until REAL NOT NULL
) STRICT;

CREATE TABLE visitors (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT UNIQUE,
    kind TEXT NOT NULL,
    created_at REAL NOT NULL,
    password_hash TEXT,
    banned INTEGER NOT NULL,
    became TEXT
) STRICT;

CREATE INDEX visitors_by_account ON visitors (became) WHERE became IS NOT NULL;
CREATE INDEX visitors_by_age ON visitors (created_at);

CREATE TABLE sessions (
    digest BLOB NOT NULL PRIMARY KEY,
    visitor TEXT NOT NULL,
    expires_at REAL NOT NULL,
    seen_at REAL NOT NULL
) STRICT;

CREATE INDEX sessions_by_visitor ON sessions (visitor);
CREATE INDEX sessions_by_end ON sessions (expires_at);

CREATE TABLE tokens (
    digest BLOB NOT NULL PRIMARY KEY,
    visitor TEXT NOT NULL,
    created_at REAL NOT NULL,
    label TEXT NOT NULL
) STRICT;

CREATE INDEX tokens_by_visitor ON tokens (visitor);

CREATE TABLE seats (
    match TEXT NOT NULL,
    seat INTEGER NOT NULL,
    player TEXT NOT NULL,
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_by_player ON seats (player);

CREATE TABLE records (
    match TEXT NOT NULL PRIMARY KEY,
    record TEXT NOT NULL,
    final_at REAL NOT NULL
) STRICT;

CREATE TABLE results (
    match TEXT NOT NULL,
    seat INTEGER NOT NULL,
    player TEXT NOT NULL,
    scores BLOB NOT NULL,
    rank INTEGER NOT NULL,
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX results_by_player ON results (player);

CREATE TABLE ratings (
    player TEXT NOT NULL,
    game TEXT NOT NULL,
    players INTEGER NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    matches INTEGER NOT NULL,
    PRIMARY KEY (player, game, players)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_by_strength ON ratings (game, players, (mu - 3 * sigma));

CREATE TABLE analyses (
    match TEXT NOT NULL,
    key TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (match, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE invitations (
    id TEXT NOT NULL PRIMARY KEY,
    match TEXT NOT NULL,
    sender TEXT NOT NULL,
    created_at REAL NOT NULL,
    expires_at REAL NOT NULL,
    seat INTEGER,
    visitor TEXT,
    answer TEXT NOT NULL
) STRICT;

CREATE INDEX invitations_by_visitor ON invitations (visitor) WHERE visitor IS NOT NULL;
CREATE INDEX invitations_by_end ON invitations (expires_at);
