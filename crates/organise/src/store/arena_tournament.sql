-- Tournaments that are played in the arena.

CREATE TABLE arena_tournament (
    tournament  INTEGER PRIMARY KEY REFERENCES tournament (id) ON DELETE CASCADE,
    concurrency INTEGER NOT NULL,      -- how many games are played at the same time
    playing     INTEGER NOT NULL       -- 1 when it goes on by itself wherever the arena is opened again
) STRICT;
