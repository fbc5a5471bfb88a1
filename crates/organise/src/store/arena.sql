-- Games of people in the arena.

CREATE TABLE room (
    number   INTEGER PRIMARY KEY AUTOINCREMENT,
    id       TEXT NOT NULL UNIQUE,     -- names it in addresses
    seats    TEXT NOT NULL,            -- JSON: who sits where, and the keys that prove it
    record   TEXT NOT NULL,            -- the whole game, in PGN's shape
    began_ms INTEGER NOT NULL,         -- since 1970
    ended    INTEGER NOT NULL          -- 1 when it is over
) STRICT;

CREATE INDEX room_ended ON room (ended, number);
