-- Who is just sitting down, and which process sees to it: no limit is passed at two processes at once.

CREATE TABLE sitters (
    visitor TEXT NOT NULL PRIMARY KEY,
    process TEXT NOT NULL,
    until REAL NOT NULL
) STRICT, WITHOUT ROWID;
