-- Tournaments of classes, and what agents of students said last.

CREATE TABLE class (
    tournament INTEGER PRIMARY KEY REFERENCES tournament (id) ON DELETE CASCADE,
    key        TEXT NOT NULL           -- names the class, in the file of its join codes
) STRICT;

CREATE TABLE note (
    tournament INTEGER NOT NULL REFERENCES tournament (id) ON DELETE CASCADE,
    round      INTEGER NOT NULL,
    unit       INTEGER NOT NULL,
    seating    INTEGER NOT NULL,
    seat       INTEGER NOT NULL,       -- from 0
    text       TEXT NOT NULL,          -- the last lines that whoever sat there said
    PRIMARY KEY (tournament, round, unit, seating, seat)
) STRICT, WITHOUT ROWID;
