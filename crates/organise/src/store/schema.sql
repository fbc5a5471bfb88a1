-- A tournament, its players, and every finished game. docs/store.md describes these tables.

CREATE TABLE tournament (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    key        TEXT NOT NULL UNIQUE,   -- names it among all tournaments of all stores
    title      TEXT NOT NULL,
    game       TEXT NOT NULL,
    definition TEXT NOT NULL,          -- JSON, everything that decides which games are played
    began      TEXT NOT NULL,          -- UTC, as in 2026-11-16T09:30:00.123Z
    ended      TEXT                    -- NULL while games are missing
) STRICT;

CREATE TABLE player (
    tournament INTEGER NOT NULL REFERENCES tournament (id) ON DELETE CASCADE,
    number     INTEGER NOT NULL,       -- from 0, in the order of entry
    name       TEXT NOT NULL,
    agent      TEXT NOT NULL,          -- as people write it: alphabeta:depth=4, program:./agent
    place      INTEGER,                -- the final place, from 1; NULL until the end
    PRIMARY KEY (tournament, number)
) STRICT;

CREATE TABLE game (
    id         INTEGER PRIMARY KEY,
    tournament INTEGER NOT NULL REFERENCES tournament (id) ON DELETE CASCADE,
    round      INTEGER NOT NULL,       -- the three numbers that name a game of the schedule
    unit       INTEGER NOT NULL,
    seating    INTEGER NOT NULL,
    result     TEXT NOT NULL,          -- points in seat order: 1-0, 1/2-1/2, 1-1/2-0
    reason     TEXT NOT NULL,          -- one word: the rules' own, or time, default, steps, ...
    words      TEXT NOT NULL,          -- one sentence
    plies      INTEGER NOT NULL,
    began      TEXT NOT NULL,
    took_ms    INTEGER NOT NULL,
    worker     TEXT NOT NULL,          -- the thread or machine that played it
    moves      TEXT NOT NULL,          -- with blanks between them
    record     TEXT NOT NULL,          -- the whole game, in PGN's shape
    film       TEXT NOT NULL,          -- the game as pictures, for pages that know no rules
    UNIQUE (tournament, round, unit, seating)
) STRICT;

CREATE TABLE seat (
    game    INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    seat    INTEGER NOT NULL,          -- from 0
    player  INTEGER NOT NULL,          -- player.number
    payoff  INTEGER NOT NULL,          -- 1 won, 0 tied, -1 lost
    offence TEXT,                      -- one word, when it was at fault: late, illegal, gone, ...
    words   TEXT,                      -- the same as the end of a sentence
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE set_aside (
    tournament INTEGER NOT NULL REFERENCES tournament (id) ON DELETE CASCADE,
    round      INTEGER NOT NULL,
    unit       INTEGER NOT NULL,
    seating    INTEGER NOT NULL,
    why        TEXT NOT NULL,          -- a line for each attempt
    PRIMARY KEY (tournament, round, unit, seating)
) STRICT, WITHOUT ROWID;
