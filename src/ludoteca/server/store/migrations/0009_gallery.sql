-- Which seats of a final match agreed that everybody may find it.
CREATE TABLE gallery (
    match TEXT NOT NULL,
    seat INTEGER NOT NULL,
    player TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
